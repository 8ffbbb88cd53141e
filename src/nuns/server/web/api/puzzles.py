"""Puzzles: their list, and the worth of an answer. Like lessons they are stateless: each request brings all actions so far."""

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from nuns.lessons.puzzle import PuzzleKind, all_puzzles
from nuns.lessons.puzzle_course import MOST_PUZZLE_ACTIONS, PuzzleMoment, solve
from nuns.referee.actions import Action
from nuns.referee.aims import Aim
from nuns.referee.explain import Explanation
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import Side
from nuns.server.tables.play.player_actions import action_of
from nuns.server.web.api.answers import ApiRequest, answers
from nuns.server.web.api.lessons import JSON, DotAsked, EventNumber, computed, decoded_actions, encoded_answer
from nuns.server.web.api.values import Answer, Asked
from nuns.server.web.documents import Document
from nuns.server.web.site import Site, TheSite

PUZZLE = "/api/puzzles/{puzzle:str}"


class PuzzleInfo(Answer, frozen=True, kw_only=True):
    """A puzzle in the list: nothing that its seat does not know, and nothing of its answer."""

    id: str
    kind: PuzzleKind
    side: Side
    seat: str
    figure: str
    turn: int
    rating: int
    novices: int
    edition: str


class Puzzles(Answer, frozen=True, kw_only=True):
    """All puzzles: by side and kind, the easiest first."""

    puzzles: tuple[PuzzleInfo, ...]


class PuzzleAnswer(Asked, frozen=True, kw_only=True):
    """Everything that the solver has done in the puzzle so far; ``dot`` is the answer where it asks where she is."""

    actions: Annotated[tuple[Action | Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(max_length=MOST_PUZZLE_ACTIONS)] = ()
    dot: Annotated[int, Meta(ge=1, le=999)] | None = None


@get("/api/puzzles", responses=answers(Puzzles), summary="The puzzles, by side and kind, the easiest first")
async def get_puzzles(request: ApiRequest, site: TheSite) -> Response[bytes]:
    async def make() -> Document:
        told = (
            PuzzleInfo(
                id=each.id,
                kind=each.kind,
                side=each.side,
                seat=each.seat.value,
                figure=each.figure,
                turn=each.turn,
                rating=each.rating,
                novices=each.novices,
                edition=each.options.partition("(")[0],
            )
            for each in all_puzzles().values()
        )
        return Document(msgspec.json.encode(Puzzles(puzzles=tuple(told))), JSON)

    return (await site.cache.get("puzzles", make)).answer(request)


@post(PUZZLE, status_code=200, responses=answers(PuzzleMoment, 404, 422), summary="What comes of the solver's answer to a puzzle")
async def post_puzzle(request: ApiRequest, site: TheSite, puzzle: FromPath[str], data: JSONBody[PuzzleAnswer]) -> Response[bytes]:
    return await puzzle_answer(request, site, "moment", puzzle, data, encoded_puzzle)


@post(PUZZLE + "/explanation", status_code=200, responses=answers(Explanation, 404, 422), summary="Why an event of a puzzle happened")
async def post_puzzle_explanation(
    request: ApiRequest, site: TheSite, puzzle: FromPath[str], data: JSONBody[PuzzleAnswer], event: EventNumber
) -> Response[bytes]:
    return await puzzle_answer(request, site, f"explanation {event}", puzzle, data, encoded_puzzle_explanation, event)


@post(
    PUZZLE + "/aim", status_code=200, responses=answers(Aim, 404, 422), summary="How a solver's novice would go to a dot in several turns"
)
async def post_puzzle_aim(
    request: ApiRequest, site: TheSite, puzzle: FromPath[str], data: JSONBody[PuzzleAnswer], dot: DotAsked
) -> Response[bytes]:
    return await puzzle_answer(request, site, f"aim {dot}", puzzle, data, encoded_puzzle_aim, dot)


async def puzzle_answer(
    request: ApiRequest, site: Site, what: str, puzzle: str, data: PuzzleAnswer, work: Callable[..., tuple[bytes, bytes]], *given: Any
) -> Response[bytes]:
    """Answers a question about a puzzle after the solver's actions."""
    if puzzle not in all_puzzles():
        raise Refusal(Why.NO_SUCH_ADDRESS)
    actions = msgspec.json.encode([action_of(each) for each in data.actions])
    key = f"puzzle {puzzle} {what} {data.dot} {sha256(actions).hexdigest()}"
    return await computed(request, site, key, work, puzzle, actions, data.dot, *given)


# These run in a thread of their own: arguments and results are bytes and plain values.


def encoded_puzzle(puzzle: str, actions: bytes, dot: int | None) -> tuple[bytes, bytes]:
    """Returns what the solver knows after an answer and what it is worth, and the same compressed."""
    return encoded_answer(solve(all_puzzles()[puzzle], decoded_actions(actions), dot).moment())


def encoded_puzzle_explanation(puzzle: str, actions: bytes, dot: int | None, event: int) -> tuple[bytes, bytes]:
    """Returns why an event of a puzzle happened, and the same compressed."""
    return encoded_answer(solve(all_puzzles()[puzzle], decoded_actions(actions), dot).explanation(event))


def encoded_puzzle_aim(puzzle: str, actions: bytes, dot: int | None, aimed: int) -> tuple[bytes, bytes]:
    """Returns how the solver's novice would go to a dot, and the same compressed."""
    return encoded_answer(solve(all_puzzles()[puzzle], decoded_actions(actions), dot).aim(aimed))
