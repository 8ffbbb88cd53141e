"""Limits for each address."""

import pytest

from nuns.server.refusal import Refusal, Why
from nuns.server.web.limits import FORGET_AT, Buckets, Limits, RateLimits, Sockets, network


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_at_once_and_its_rate_in_the_long_run() -> None:
    clock = Clock()
    buckets = Buckets(Why.TOO_MANY_TABLES, rate=2, burst=5, clock=clock)
    for _ in range(5):
        buckets.take("192.0.2.7")
    with pytest.raises(Refusal, match="too many new tables from one address") as refused:
        buckets.take("192.0.2.7")
    assert refused.value.status == 429
    clock.now += 1
    buckets.take("192.0.2.7")
    buckets.take("192.0.2.7")
    with pytest.raises(Refusal):
        buckets.take("192.0.2.7")


def test_one_address_does_not_use_up_what_another_has() -> None:
    buckets = Buckets(Why.TOO_MANY_TABLES, rate=0.001, burst=1, clock=Clock())
    buckets.take("192.0.2.7")
    buckets.take("192.0.2.8")
    with pytest.raises(Refusal):
        buckets.take("192.0.2.7")


def test_addresses_that_asked_long_ago_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(Why.TOO_MANY_TABLES, rate=1, burst=2, clock=clock)
    for number in range(FORGET_AT):
        buckets.take(f"visitor {number}")
    clock.now += 10
    buckets.take("somebody")
    assert len(buckets._buckets) == 1


def test_an_address_that_asks_too_often_is_not_forgotten_with_the_others() -> None:
    clock = Clock()
    buckets = Buckets(Why.TOO_MANY_TABLES, rate=0.001, burst=1, clock=clock)
    buckets.take("greedy")
    clock.now += 1
    for number in range(FORGET_AT + 5):
        buckets.take(f"visitor {number}")
    with pytest.raises(Refusal):
        buckets.take("greedy")


@pytest.mark.parametrize(
    "address, whose",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
    ],
)
def test_a_household_has_one_address(address: str, whose: str) -> None:
    assert network(address) == whose


def test_sockets_are_counted_while_they_are_open() -> None:
    sockets = Sockets(2)
    with sockets.one("a"), sockets.one("a"), sockets.one("b"), pytest.raises(Refusal, match="at most 2 open tables"), sockets.one("a"):
        pass
    with sockets.one("a"):
        assert dict(sockets._open) == {"a": 1}
    assert not sockets._open


def test_messages_of_a_socket_have_a_bucket_of_their_own() -> None:
    rate_limits = RateLimits(Limits(messages_per_second=1, message_burst=3))
    allowed = rate_limits.messages()
    now = allowed.since
    assert [allowed.takes(now) for _ in range(4)] == [True, True, True, False]
    assert allowed.takes(now + 1)
