"""What may be played, and on what: editions, levels, the convent, sight and the ruler. The same for everybody."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from nuns.board.convent import the_convent
from nuns.bots.registry import BOTS, LEVELS
from nuns.referee.board_queries import earshot, ruler_reading
from nuns.referee.options import (
    CHARACTER,
    EDITIONS,
    NAMES,
    BadOption,
    Options,
    choices_of,
    help_of,
    parsed,
    rule_of,
    spelt,
    words_of,
)
from nuns.server.refusal import Refusal, Why
from nuns.server.web.api.answers import Asking, answers, refusals
from nuns.server.web.api.values import (
    ConventPlan,
    Earshot,
    EditionInfo,
    Editions,
    LevelInfo,
    Measure,
    Option,
    Sights,
    Theme,
    Value,
)
from nuns.server.web.documents import Document
from nuns.server.web.plan import PLAN, drawn_grounds, encoded_sights, kept_grounds
from nuns.server.web.site import Site, TheSite

JSON, SVG = "application/json", "image/svg+xml"
OptionsName = Annotated[str, QueryParameter(max_length=1000, description="options by their canonical name, such as dutch(blessings=on)")]
DotNumber = Annotated[int, QueryParameter(ge=1, le=len(the_convent().dots))]


@get("/api/editions", responses=answers(Editions), summary="Editions, options and levels of bots")
async def get_editions(request: Asking, site: TheSite) -> Response[bytes]:
    return (await site.cache.get("editions", _editions_document)).answer(request)


async def _editions_document() -> Document:
    return Document(msgspec.json.encode(editions()), JSON)


def editions() -> Editions:
    """From the one declaration."""
    return Editions(
        editions=tuple(
            EditionInfo(name=name, character=CHARACTER[name], options=spelt(options))  # type: ignore[arg-type]
            for name, options in EDITIONS.items()
        ),
        options=tuple(Option(name=name, rule=rule_of(name), help=help_of(name), values=_values(name)) for name in NAMES),
        levels=tuple(LevelInfo(level=level, bot=bot, thinks=BOTS[bot].thinks) for level, bot in LEVELS.items()),  # type: ignore[arg-type]
    )


def _values(name: str) -> tuple[Value, ...]:
    return tuple(Value(value=each.word, help=each.help) for each in choices_of(name)) or tuple(
        Value(value=int(word)) for word in words_of(name)
    )


@get("/api/convent", responses=answers(ConventPlan), summary="Everything printed on the table")
async def get_convent(request: Asking, site: TheSite) -> Response[bytes]:
    return (await ground(site, PLAN)).answer(request)


@get("/api/convent/plan.svg", responses=answers(str, media_type=SVG), media_type=SVG, summary="The plan, as it lies under a game")
async def get_plan(request: Asking, site: TheSite, theme: FromQuery[Theme] = "night") -> Response[bytes]:
    return (await ground(site, theme)).answer(request)


async def ground(site: Site, name: str) -> Document:
    """The plan as data, by night or on vellum: all three are made at once, for measuring the convent takes longest."""

    async def make() -> dict[str, Document]:
        made = await asyncio.to_thread(kept_grounds)
        if made is None:
            made = await site.job_pool.run(drawn_grounds)
        return {name: Document(body, JSON if name == PLAN else SVG) for name, body in made.items()}

    return (await site.cache.get("ground", make))[name]


@get("/api/sights", responses=answers(Sights, 422), summary="What guards see under some options, from everywhere")
async def get_sights(request: Asking, site: TheSite, options: OptionsName = "mayfair") -> Response[bytes]:
    chosen = _options(options)

    async def make() -> Document:
        return Document(await site.job_pool.run(encoded_sights, str(chosen)), JSON)

    return (await site.cache.get(f"sights {chosen}", make)).answer(request)


@get("/api/ruler", responses=refusals(422), summary="The ruler between two dots, laid in private")
async def get_ruler(one: DotNumber, two: DotNumber, options: OptionsName = "mayfair") -> Measure:
    """3.5 Nobody is told of it."""
    found = ruler_reading(_options(options), one, two)
    return Measure(line=found.line, steps=found.steps, way=found.route)


@get("/api/earshot", responses=refusals(), summary="The dots from which noise may be heard on a dot, and how far each is")
async def get_earshot(dot: DotNumber) -> Earshot:
    """7.1 The loudest: a six, a run, and the run's own modifier."""
    return Earshot(dot=dot, steps=earshot(dot))


def _options(name: str) -> Options:
    try:
        return parsed(name)
    except BadOption as fault:
        raise Refusal(Why.SETTINGS, said=str(fault)[:300]) from None
