"""Rate limits for each address: a token bucket for each kind of request, and a count of open sockets."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Unpack

import msgspec

from nuns.server.refusal import Refusal, RefusalValues, Why

FORGET_AT = 10_000  # addresses remembered; those whose buckets are full again are forgotten then
HOUR, MINUTE = 3600.0, 60.0
FLOODED = (1008, "rate")  # how a socket is closed on which too much is sent


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits for each address."""

    requests_per_second: float = 50
    request_burst: int = 300
    tables_per_hour: int = 60
    records_per_hour: int = 60
    replays_per_hour: int = 600
    analyses_per_hour: int = 20
    analyses: int = 2  # that wait or are made at once
    lessons_per_second: float = 5  # actions in lessons, and scenes
    lesson_burst: int = 100
    advice_per_minute: int = 30  # at tables and in lessons together
    bot_tables: int = 4  # games of bots alone at once
    sockets: int = 100
    connections: int = 256  # sockets among them
    messages_per_second: float = 20  # on one socket
    message_burst: int = 100
    head: int = 32_000  # bytes of a request's first line and headers
    body: int = 64_000  # bytes; a record may be larger
    message: int = 16_000  # bytes


AT_HOME = Limits(
    requests_per_second=1000,
    request_burst=5000,
    tables_per_hour=10_000,
    records_per_hour=10_000,
    replays_per_hour=100_000,
    analyses_per_hour=10_000,
    analyses=100,
    lessons_per_second=1000,
    lesson_burst=5000,
    advice_per_minute=1000,
    bot_tables=1000,
    sockets=5000,
    connections=10_000,
)


class Bucket:
    """A token bucket: ``burst`` at once, and ``rate`` a second in the long run."""

    __slots__ = ("burst", "left", "rate", "since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.left, self.since = rate, burst, burst, now

    def takes(self, now: float) -> bool:
        """Takes a token; returns whether there was one."""
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def is_full(self, now: float) -> bool:
        return self.left + (now - self.since) * self.rate >= self.burst


class Buckets:
    """A token bucket for each address. The ``values`` are those of the refusal."""

    def __init__(
        self, why: Why, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, **values: Unpack[RefusalValues]
    ) -> None:
        self._why, self._rate, self._burst, self._clock, self._values = why, rate, burst, clock, values
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> None:
        """Takes a token from the bucket of an address; raises Refusal 429 when there is none."""
        now = self._clock()
        if len(self._buckets) >= FORGET_AT:
            self._buckets = {each: bucket for each, bucket in self._buckets.items() if not bucket.is_full(now)}
        bucket = self._buckets.setdefault(network(address), Bucket(self._rate, self._burst, now))
        if not bucket.takes(now):
            raise Refusal(self._why, **self._values)


class Sockets:
    """The number of open sockets for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Counts one socket while it is open; raises Refusal 429 when there are too many already."""
        place = network(address)
        if self._open[place] >= self._most:
            raise Refusal(Why.TOO_MANY_SOCKETS, most=self._most)
        self._open[place] += 1
        try:
            yield
        finally:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]


def network(address: str) -> str:
    """Returns the network that is limited as one: an IPv4 address, or the /64 network of an IPv6 address, which one household has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(IPv6Address(int(found) >> 64 << 64)) if isinstance(found, IPv6Address) and not found.ipv4_mapped else str(found)


class RateLimits:
    """All limits of one process."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.requests = Buckets(Why.TOO_MANY_REQUESTS, limits.requests_per_second, limits.request_burst, clock)
        self.tables = Buckets(Why.TOO_MANY_TABLES, limits.tables_per_hour / HOUR, limits.tables_per_hour, clock)
        self.records = Buckets(Why.TOO_MANY_RECORDS, limits.records_per_hour / HOUR, limits.records_per_hour, clock)
        self.replays = Buckets(Why.TOO_MANY_REPLAYS, limits.replays_per_hour / HOUR, limits.replays_per_hour, clock)
        self.analyses = Buckets(Why.TOO_MANY_ANALYSES, limits.analyses_per_hour / HOUR, limits.analyses_per_hour, clock)
        self.lessons = Buckets(Why.TOO_MANY_REQUESTS, limits.lessons_per_second, limits.lesson_burst, clock)
        advice = limits.advice_per_minute
        self.advice = Buckets(Why.TOO_MANY_ADVICE, advice / MINUTE, advice, clock, most=advice, seconds=int(MINUTE))
        self.sockets = Sockets(limits.sockets)

    def messages(self) -> Bucket:
        """Returns a token bucket for the messages of one socket."""
        return Bucket(self.limits.messages_per_second, self.limits.message_burst, time.monotonic())
