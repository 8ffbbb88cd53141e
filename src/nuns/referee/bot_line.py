"""The bot line: one JSON object a line between the game and a program that plays a seat, over pipes or over HTTP (docs/formats.md)."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.notation import BadNotation, clipped, read, written
from nuns.referee.view import View

PROTOCOL = 1


class LineBase(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="line"):
    """One line to a program; ``line`` says which it is."""


class GameLine(LineBase, frozen=True, kw_only=True, tag="game"):
    """A game begins: the first line, and the first of every further game."""

    protocol: int = PROTOCOL
    seat: str
    edition: str
    options: str
    seed: int | None = None  # for the program's own random choices, so that the same simulation can be played again
    seconds: float | None = None  # how long an answer may take


class EventLine(LineBase, frozen=True, kw_only=True, tag="event"):
    """Something happened that the seat learns."""

    event: Event


class AskLine(LineBase, frozen=True, kw_only=True, tag="ask"):
    """The seat must decide: an answer quotes ``id``, and names one of ``actions`` by its text or its number from 0, or a whole plan."""

    id: str
    actions: tuple[str, ...]
    view: View


class RefusedLine(LineBase, frozen=True, kw_only=True, tag="refused"):
    """An answer was not taken."""

    id: str | None = None
    why: str
    instead: str | None = None  # the action taken in its place


class OverLine(LineBase, frozen=True, kw_only=True, tag="over"):
    """The game is over; a program may be asked to play another one."""

    reason: str
    winners: tuple[str, ...]


BotLine = GameLine | EventLine | AskLine | RefusedLine | OverLine


class LineAnswer(msgspec.Struct, frozen=True):
    """An answer to ``ask``."""

    answer: int | str
    id: str | None = None


class BadLine(ValueError):
    """Raised for a line that is no answer to the question."""


_encode = msgspec.json.Encoder().encode
_answers: msgspec.json.Decoder[LineAnswer | int | str] = msgspec.json.Decoder(LineAnswer | int | str)
EXPECTED = 'expected an answer such as {"id": "7", "answer": 0}'


def encode_line(line: BotLine) -> bytes:
    """Returns a line with its end."""
    return _encode(line) + b"\n"


def ask_line(id: str, view: View) -> AskLine:
    """Returns the question that a view puts to its seat."""
    return AskLine(id=id, actions=tuple(written(action) for action in view.actions), view=replace(view, actions=()))


def read_answer(line: bytes) -> LineAnswer:
    """Returns the answer in a line: an object, or its ``answer`` alone; raises BadLine."""
    try:
        found = _answers.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise BadLine(f"{EXPECTED}; got {clipped(line.decode(errors='replace').strip())!r}: {fault}") from None
    return found if isinstance(found, LineAnswer) else LineAnswer(found)


def action_in(answer: LineAnswer, id: str, actions: Sequence[Action]) -> Action:
    """Returns the action that an answer to question ``id`` names; raises BadLine. Whether it is legal is for the referee to say."""
    if answer.id not in (None, id):
        raise BadLine("expected an answer with the id of the question that was asked last; got one with another id")
    if isinstance(answer.answer, int):
        if not 0 <= answer.answer < len(actions):
            raise BadLine(f"expected the number of an action from 0 to {len(actions) - 1}; got {answer.answer}")
        return actions[answer.answer]
    try:
        return read(answer.answer)
    except BadNotation as fault:
        raise BadLine(str(fault)) from None
