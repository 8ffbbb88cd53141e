"""Lessons and scenes: their lists, and the outcome of a learner's actions. Nothing is stored: each request brings all actions so far."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from nuns.analysis.findings import ValuedMove
from nuns.lessons.course import MOST_ACTIONS, LessonCourse, LessonMoment, take
from nuns.lessons.lesson import all_lessons
from nuns.lessons.scenes import ShownScene, all_scenes, shown
from nuns.referee.actions import Action, IllegalAction
from nuns.referee.aims import Aim
from nuns.referee.explain import Explanation
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import Side
from nuns.server.tables.play.player_actions import action_of
from nuns.server.thinking.advice_worker import CHOICES, AdviceRequest, advice_request
from nuns.server.thinking.fair_queue import Share
from nuns.server.web.api.answers import ApiRequest, answers
from nuns.server.web.api.values import Answer, Asked
from nuns.server.web.documents import Document, compressed
from nuns.server.web.job_pool import while_connected
from nuns.server.web.limits import Buckets, network
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

JSON = "application/json"
LESSON = "/api/lessons/{lesson:str}"
EventNumber = Annotated[int, QueryParameter(ge=0, le=10_000)]
DotAsked = Annotated[int, QueryParameter(ge=1, le=999)]
T = TypeVar("T")
MOST_CHOICES = 6  # moves that are worked out, of which those are named that do not fail the lesson


class LessonInfo(Answer, frozen=True, kw_only=True):
    """A lesson in the list: its words are the client's, by its id."""

    id: str
    side: Side
    seat: str
    rules: tuple[str, ...]
    hints: int


class Lessons(Answer, frozen=True, kw_only=True):
    """All lessons, in the order in which they are taught."""

    lessons: tuple[LessonInfo, ...]


class SceneInfo(Answer, frozen=True, kw_only=True):
    """A scene in the list; ``question`` or ``example`` is its number."""

    id: str
    rules: tuple[str, ...]
    question: int | None = None
    example: int | None = None


class Scenes(Answer, frozen=True, kw_only=True):
    """All scenes, in their order."""

    scenes: tuple[SceneInfo, ...]


class LessonActions(Asked, frozen=True, kw_only=True):
    """Everything that the learner has done in the lesson so far."""

    actions: Annotated[tuple[Action | Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(max_length=MOST_ACTIONS)] = ()


class LessonAdvice(Answer, frozen=True, kw_only=True):
    """What a good player would consider and does not fail the lesson, the best first; nothing where the learner has nothing to decide."""

    choices: tuple[ValuedMove, ...]


@get("/api/lessons", responses=answers(Lessons), summary="The lessons, in the order in which they are taught")
async def get_lessons(request: ApiRequest, site: TheSite) -> Response[bytes]:
    async def make() -> Document:
        told = (
            LessonInfo(id=each.id, side=each.side, seat=each.seat.value, rules=each.rules, hints=each.hints)
            for each in all_lessons().values()
        )
        return Document(msgspec.json.encode(Lessons(lessons=tuple(told))), JSON)

    return (await site.cache.get("lessons", make)).answer(request)


@post(LESSON, status_code=200, responses=answers(LessonMoment, 404, 422), summary="What comes of the learner's actions in a lesson")
async def post_lesson(request: ApiRequest, site: TheSite, lesson: FromPath[str], data: JSONBody[LessonActions]) -> Response[bytes]:
    return await lesson_answer(request, site, "moment", lesson, data, encoded_moment)


@post(LESSON + "/explanation", status_code=200, responses=answers(Explanation, 404, 422), summary="Why an event of a lesson happened")
async def post_lesson_explanation(
    request: ApiRequest, site: TheSite, lesson: FromPath[str], data: JSONBody[LessonActions], event: EventNumber
) -> Response[bytes]:
    return await lesson_answer(request, site, f"explanation {event}", lesson, data, encoded_explanation, event)


@post(
    LESSON + "/aim", status_code=200, responses=answers(Aim, 404, 422), summary="How a learner's novice would go to a dot in several turns"
)
async def post_lesson_aim(
    request: ApiRequest, site: TheSite, lesson: FromPath[str], data: JSONBody[LessonActions], dot: DotAsked
) -> Response[bytes]:
    return await lesson_answer(request, site, f"aim {dot}", lesson, data, encoded_aim, dot)


@post(LESSON + "/advice", status_code=200, responses=answers(LessonAdvice, 404, 409, 422), summary="What a good player would consider now")
async def post_lesson_advice(request: ApiRequest, site: TheSite, lesson: FromPath[str], data: JSONBody[LessonActions]) -> Response[bytes]:
    actions = encoded_actions(lesson, data)
    asker = network(address_of(request.scope))

    async def make() -> Document:
        asked = await in_turn(site, asker, lesson_advice_request, lesson, actions)
        choices = await site.thinkers.advise(Share(0, asker, f"lesson {lesson}"), asked) if asked else ()
        choices = await in_turn(site, asker, harmless_choices, lesson, actions, choices)
        return Document(msgspec.json.encode(LessonAdvice(choices=choices)), JSON)

    return await remembered(request, site, f"lesson {lesson} advice {sha256(actions).hexdigest()}", site.rate_limits.advice, make)


@get("/api/scenes", responses=answers(Scenes), summary="The scenes that show the rules")
async def get_scenes(request: ApiRequest, site: TheSite) -> Response[bytes]:
    async def make() -> Document:
        told = (SceneInfo(id=each.id, rules=each.rules, question=each.question, example=each.example) for each in all_scenes().values())
        return Document(msgspec.json.encode(Scenes(scenes=tuple(told))), JSON)

    return (await site.cache.get("scenes", make)).answer(request)


@get("/api/scenes/{scene:str}", responses=answers(ShownScene, 404), summary="A scene, played: each of its answers step by step")
async def get_scene(request: ApiRequest, site: TheSite, scene: FromPath[str]) -> Response[bytes]:
    if scene not in all_scenes():
        raise Refusal(Why.NO_SUCH_ADDRESS)
    return await computed(request, site, f"scene {scene}", encoded_scene, scene)


async def lesson_answer(
    request: ApiRequest, site: Site, what: str, lesson: str, data: LessonActions, work: Callable[..., tuple[bytes, bytes]], *given: Any
) -> Response[bytes]:
    """Answers a question about a lesson after the learner's actions."""
    actions = encoded_actions(lesson, data)
    return await computed(request, site, f"lesson {lesson} {what} {sha256(actions).hexdigest()}", work, lesson, actions, *given)


def encoded_actions(lesson: str, data: LessonActions) -> bytes:
    """Returns the learner's actions as bytes; raises Refusal where there is no such lesson."""
    if lesson not in all_lessons():
        raise Refusal(Why.NO_SUCH_ADDRESS)
    return msgspec.json.encode([action_of(each) for each in data.actions])


async def computed(request: ApiRequest, site: Site, key: str, work: Callable[..., tuple[bytes, bytes]], *given: Any) -> Response[bytes]:
    """Answers with the result of some milliseconds of work; such work is done one at a time, and addresses take turns.

    Like a move at a table it is done in this process: the job pool has long jobs, and yields to everything else where cores are few.
    """

    async def make() -> Document:
        body, packed = await in_turn(site, network(address_of(request.scope)), work, *given)
        return Document(body, JSON, packed_already=packed)

    return await remembered(request, site, key, site.rate_limits.lessons, make)


async def in_turn(site: Site, asker: str, work: Callable[..., T], *given: Any) -> T:
    """Returns the result of a few milliseconds of work, done when it is the asker's turn; raises Refusal if it cannot be done."""
    try:
        async with site.lesson_queue.turn(Share(0, asker, "")):
            return await asyncio.to_thread(work, *given)
    except IllegalAction as fault:
        raise Refusal(Why.RULES, said=str(fault), rule_refusal=fault.refusal) from None
    except ValueError as fault:
        raise Refusal(Why.IMPOSSIBLE, said=str(fault)[:300]) from None


async def remembered(
    request: ApiRequest, site: Site, key: str, buckets: Buckets, make: Callable[[], Coroutine[Any, Any, Document]]
) -> Response[bytes]:
    """Answers with a memoised document; one that was made before is not counted against the asker's limits."""
    if key not in site.cache:
        buckets.take(network(address_of(request.scope)))
    return (await while_connected(request, site.cache.get(key, make))).answer(request)


# These run in a thread of their own: arguments and results are bytes and plain values.


def encoded_moment(lesson: str, actions: bytes) -> tuple[bytes, bytes]:
    """Returns what the learner knows after some actions, and the same compressed."""
    return encoded_answer(take(all_lessons()[lesson], decoded_actions(actions)).moment())


def encoded_explanation(lesson: str, actions: bytes, event: int) -> tuple[bytes, bytes]:
    """Returns why an event of a lesson happened, and the same compressed."""
    return encoded_answer(take(all_lessons()[lesson], decoded_actions(actions)).explanation(event))


def encoded_aim(lesson: str, actions: bytes, dot: int) -> tuple[bytes, bytes]:
    """Returns how the learner's novice would go to a dot, and the same compressed."""
    return encoded_answer(take(all_lessons()[lesson], decoded_actions(actions)).aim(dot))


def lesson_advice_request(lesson: str, actions: bytes) -> AdviceRequest | None:
    """Returns the request for advice after some actions, or None where the learner has nothing to decide."""
    taken = all_lessons()[lesson]
    course = take(taken, decoded_actions(actions))
    return advice_request(course.game, taken.seat, taken.start, MOST_CHOICES) if course.is_asked else None


def harmless_choices(lesson: str, actions: bytes, choices: Sequence[ValuedMove]) -> tuple[ValuedMove, ...]:
    """Returns the best of these moves with which the lesson does not fail at once: a good move for the night may miss its point."""
    taken, before = all_lessons()[lesson], decoded_actions(actions)
    return tuple(choice for choice in choices if not fails(take(taken, before), choice))[:CHOICES]


def fails(course: LessonCourse, choice: ValuedMove) -> bool:
    """Tells whether a lesson fails with a move, which is played as far as it can be."""
    with suppress(IllegalAction):
        for action in map(action_of, choice.actions):
            if course.is_asked:
                course.act(action)
    outcome = course.outcome()
    return outcome is not None and not outcome.success


def encoded_scene(scene: str) -> tuple[bytes, bytes]:
    """Returns a scene, played, and the same compressed."""
    return encoded_answer(shown(all_scenes()[scene]))


def decoded_actions(actions: bytes) -> tuple[Action, ...]:
    """Returns actions from their bytes."""
    return msgspec.json.decode(actions, type=tuple[Action, ...])


def encoded_answer(answer: msgspec.Struct) -> tuple[bytes, bytes]:
    """Returns an answer as bytes, and the same compressed."""
    body = msgspec.json.encode(answer)
    return body, compressed(body)
