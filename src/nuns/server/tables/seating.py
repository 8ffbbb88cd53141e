"""Who holds which chair: names and tokens, as the store keeps them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import Kind, Sitting, token_hash
from nuns.server.tables.night.entries import Player
from nuns.server.tables.night.night import STAND_IN

HOST = "host"  # kept like a chair: a token, and nobody sits there
LONGEST_NAME = 40
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Standing(NamedTuple):
    """What a token opens at a table."""

    chairs: tuple[ChairName, ...]
    host: bool


class Present(NamedTuple):
    """Who is connected: the chairs, and how many besides."""

    chairs: frozenset[ChairName] = frozenset()
    spectators: int = 0


STRANGER = Standing((), host=False)


class Seating:
    """The sittings of a table, by chair."""

    def __init__(self, sittings: Iterable[Sitting]) -> None:
        self.sittings = {sitting.seat: sitting for sitting in sittings}

    def version(self, chair: str) -> int:
        return self.sittings[chair].version if chair in self.sittings else 0

    def put(self, sitting: Sitting) -> None:
        self.sittings = {**self.sittings, sitting.seat: sitting}

    def holder(self, chair: str) -> bytes | None:
        return self.sittings[chair].token_hash if chair in self.sittings else None

    def kind(self, chair: str) -> Kind:
        return self.sittings[chair].kind if chair in self.sittings else Kind.EMPTY

    def name(self, chair: str) -> str:
        """A person's."""
        return self.sittings[chair].player if self.kind(chair) == Kind.PERSON else ""

    def level(self, chair: str) -> Level | None:
        """A bot's."""
        return level_of(self.sittings[chair].player) if self.kind(chair) == Kind.BOT else None

    def standing(self, hashed: bytes | None, settings: Settings) -> Standing:
        """What the token of that hash opens."""
        if hashed is None:
            return STRANGER
        chairs = tuple(chair for chair in settings.chairs if self.holder(chair) == hashed)
        return Standing(chairs, host=self.holder(HOST) == hashed)

    def players(self, settings: Settings) -> tuple[Player, ...]:
        """Who plays if the night starts now; a bot where somebody has just got up."""
        return tuple(self._player(chair) for chair in settings.chairs)

    def _player(self, chair: ChairName) -> Player:
        if self.kind(chair) == Kind.PERSON:
            return Player(chair, self.name(chair))
        return Player(chair, level=self.level(chair) or STAND_IN)

    def empty_chairs(self, settings: Settings) -> tuple[ChairName, ...]:
        return tuple(chair for chair in settings.chairs if self.kind(chair) == Kind.EMPTY)


def hashed(token: str | None) -> bytes | None:
    """A token is anything a browser shows; what cannot be one opens nothing."""
    try:
        return None if token is None else token_hash(token)
    except UnicodeError:
        return None


def level_of(player: str) -> Level:
    levels: dict[str, Level] = {"easy": "easy", "normal": "normal", "hard": "hard", "expert": "expert"}
    return levels[player]


def good_name(name: str) -> str:
    """A name as it will be shown and recorded."""
    kept = " ".join(name.split())
    if not 1 <= len(kept) <= LONGEST_NAME or _UNPRINTABLE.search(kept):
        raise Refusal(Why.NAME, most=LONGEST_NAME)
    return kept


def good_text(text: str) -> str:
    """Something said, on one line."""
    kept = " ".join(text.split())
    if not kept or _UNPRINTABLE.search(kept):
        raise Refusal(Why.TEXT)
    return kept


def rotated(settings: Settings) -> dict[ChairName, ChairName]:
    """Where each chair's player sits next time: the guards become novices, and so on around the table."""
    chairs = settings.chairs
    return {chair: chairs[(place + settings.guard_players) % len(chairs)] for place, chair in enumerate(chairs)}
