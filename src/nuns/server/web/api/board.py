"""The rules and the board, the same for everybody: editions, levels, the convent, sight and the ruler."""

from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from nuns.board.convent import the_convent
from nuns.board.picture import Theme, ground_picture
from nuns.board.tables import the_board
from nuns.bots.registry import BOTS, LEVELS
from nuns.referee.board_queries import earshot, ruler_reading
from nuns.referee.game import new_game
from nuns.referee.game_setup import BadSetup
from nuns.referee.options import (
    CHARACTER,
    EDITIONS,
    NAMES,
    BadOption,
    Options,
    change_option,
    choices_of,
    help_of,
    parse_options,
    rule_of,
    spell_options,
    words_of,
)
from nuns.server.protocol import API_VERSION
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import NOVICE_CHAIRS, Settings, side_of
from nuns.server.web.api.answers import ApiRequest, answers, refusals
from nuns.server.web.api.board_values import ConventPlan, Distances, Earshot, Measure, Sights
from nuns.server.web.api.values import (
    ChairPlace,
    EditionInfo,
    Editions,
    FairTable,
    LevelInfo,
    Option,
    PlayerCount,
    Value,
)
from nuns.server.web.documents import Document
from nuns.server.web.job_pool import while_connected
from nuns.server.web.limits import network
from nuns.server.web.plan import convent_plan, encoded_sights
from nuns.server.web.shield import address_of
from nuns.server.web.site import TheSite

JSON, SVG = "application/json", "image/svg+xml"
OptionsName = Annotated[str, QueryParameter(max_length=1000, description="options by their canonical name, such as dutch(blessings=on)")]
DotNumber = Annotated[int, QueryParameter(ge=1, le=len(the_convent().dots))]


@get("/api/editions", responses=answers(Editions), summary="Editions, options, levels of bots, and how many may play")
async def get_editions(request: ApiRequest, site: TheSite) -> Response[bytes]:
    return (await site.cache.get("editions", _editions_document)).answer(request)


async def _editions_document() -> Document:
    return Document(msgspec.json.encode(editions()), JSON)


def editions() -> Editions:
    """Returns the editions and options from their one declaration."""
    return Editions(
        api=API_VERSION,
        editions=tuple(
            EditionInfo(name=name, character=CHARACTER[name], options=spell_options(options)) for name, options in EDITIONS.items()
        ),
        options=tuple(Option(name=name, rule=rule_of(name), help=help_of(name), values=_values(name)) for name in NAMES),
        levels=tuple(LevelInfo(level=level, bot=bot, thinks=BOTS[bot].thinks) for level, bot in LEVELS.items()),  # type: ignore[arg-type]
        player_counts=tuple(_player_counts()),
        fair=fair_tables(),
        settings=Settings(),
    )


def fair_tables() -> tuple[FairTable, ...]:
    """Returns the fairest options that were measured, from the file that ``nuns report --fair`` writes."""
    return msgspec.json.decode(files("nuns.server").joinpath("fair_tables.json").read_bytes(), type=tuple[FairTable, ...])


def _player_counts() -> Iterator[PlayerCount]:
    """Yields every number of novices and guard players that the rules allow (1.1), with one guard player first."""
    for novices, guard_players in product(range(1, len(NOVICE_CHAIRS) + 1), (1, 2)):
        settings = Settings(novices=novices, guard_players=guard_players)
        try:
            table = settings.table()
        except BadSetup:
            continue
        yield PlayerCount(
            novices=novices,
            guard_players=guard_players,
            chairs=tuple(ChairPlace(chair=chair, side=side_of(chair)) for chair in settings.chairs),
            capture_goals={
                word: new_game(change_option(table.options, "capture-goal", word), (novices, guard_players)).state.goal
                for word in words_of("capture-goal")
            },
        )


def _values(name: str) -> tuple[Value, ...]:
    return tuple(Value(value=each.word, help=each.help) for each in choices_of(name)) or tuple(
        Value(value=int(word)) for word in words_of(name)
    )


@get("/api/convent", responses=answers(ConventPlan), summary="Everything printed on the board")
async def get_convent(request: ApiRequest, site: TheSite) -> Response[bytes]:
    return (await site.cache.get("convent", _convent_document)).answer(request)


async def _convent_document() -> Document:
    return Document(msgspec.json.encode(convent_plan()), JSON)


@get("/api/convent/plan.svg", responses=answers(str, media_type=SVG), media_type=SVG, summary="The drawn board, as it lies under a game")
async def get_plan(request: ApiRequest, site: TheSite, theme: FromQuery[Theme] = "night") -> Response[bytes]:
    async def make() -> Document:
        return Document(ground_picture(theme).encode(), SVG)

    return (await site.cache.get(f"ground {theme}", make)).answer(request)


@get("/api/sights", responses=answers(Sights, 422), summary="What guards see from every dot under some options")
async def get_sights(request: ApiRequest, site: TheSite, options: OptionsName = "mayfair") -> Response[bytes]:
    chosen = _options(options)

    async def make() -> Document:
        return Document(await site.job_pool.run(asker, encoded_sights, str(chosen)), JSON)

    asker, key = network(address_of(request.scope)), f"sights {chosen}"
    if key not in site.cache:
        site.rate_limits.replays.take(asker)
    return (await while_connected(request, site.cache.get(key, make))).answer(request)


@get("/api/ruler", responses=refusals(422), summary="The ruler between two dots; nobody else is told")
async def get_ruler(one: DotNumber, two: DotNumber, options: OptionsName = "mayfair") -> Measure:
    """Returns the ruler's reading; nobody else is told of it (3.5)."""
    found = ruler_reading(_options(options), one, two)
    return Measure(line=found.line, steps=found.steps, way=found.route)


@get("/api/distances", responses=answers(Distances), summary="How many steps apart any two dots are")
async def get_distances(request: ApiRequest, site: TheSite) -> Response[bytes]:
    return (await site.cache.get("distances", _distances_document)).answer(request)


async def _distances_document() -> Document:
    distance, dots = the_board().distance, sorted(the_convent().dots)
    return Document(msgspec.json.encode(Distances(steps=tuple(tuple(distance[one][two] for two in dots) for one in dots))), JSON)


@get("/api/earshot", responses=refusals(), summary="The dots from which noise may be heard on a dot, and how far each is")
async def get_earshot(dot: DotNumber) -> Earshot:
    """Returns how far each dot is that the loudest noise reaches: a six, with the modifier of a run (7.1)."""
    return Earshot(dot=dot, steps=earshot(dot))


def _options(name: str) -> Options:
    try:
        return parse_options(name)
    except BadOption as fault:
        raise Refusal(Why.SETTINGS, said=str(fault)[:300]) from None
