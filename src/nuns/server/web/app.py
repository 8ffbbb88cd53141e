"""The application: its routes, what they share, and the order in which its parts are opened and closed."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler

from nuns.board.tables import the_board
from nuns.server.protocol import API_VERSION
from nuns.server.store import open_store
from nuns.server.tables.node import Node
from nuns.server.thinking.advice_worker import Adviser
from nuns.server.thinking.bot_worker import BotReply, BotRequest
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.thinkers import Thinkers
from nuns.server.web.analyses import Analyses
from nuns.server.web.api import analyses, board, days, lessons, line, puzzles, records, service, tables, takeovers
from nuns.server.web.api.answers import HANDLERS
from nuns.server.web.api.openapi import ExactSchema, schema_router
from nuns.server.web.logs import log_event, start_logging
from nuns.server.web.metrics import Metrics
from nuns.server.web.pages import get_page, read_pages
from nuns.server.web.shield import Shield
from nuns.server.web.site import Config, Site
from nuns.server.web.socket import table_socket

GC_THRESHOLDS = 50_000, 20, 50  # thresholds of the three generations
ROUTES: tuple[ControllerRouterHandler, ...] = (
    board.get_editions,
    board.get_convent,
    board.get_plan,
    board.get_sights,
    board.get_ruler,
    board.get_distances,
    board.get_earshot,
    tables.get_tables,
    tables.post_table,
    tables.get_table,
    tables.patch_table,
    tables.put_chair,
    tables.delete_chair,
    tables.put_bot,
    tables.post_return,
    tables.post_start,
    tables.post_rematch,
    tables.post_abandon,
    tables.post_key,
    tables.get_link,
    tables.get_record,
    tables.get_qr,
    line.get_line,
    line.post_line,
    records.get_records,
    records.post_record,
    records.get_one_record,
    records.get_replay,
    records.post_replay,
    records.get_belief,
    records.post_belief,
    records.get_explanation,
    records.post_explanation,
    analyses.post_analysis,
    analyses.get_analysis,
    analyses.post_replay_analysis,
    analyses.get_analysis_by_check,
    analyses.delete_analysis,
    takeovers.get_moment,
    takeovers.post_takeover,
    days.get_today,
    days.post_attempt,
    days.get_days,
    days.get_day,
    lessons.get_lessons,
    lessons.post_lesson,
    lessons.post_lesson_explanation,
    lessons.post_lesson_aim,
    lessons.post_lesson_advice,
    lessons.get_scenes,
    lessons.get_scene,
    puzzles.get_puzzles,
    puzzles.post_puzzle,
    puzzles.post_puzzle_explanation,
    puzzles.post_puzzle_aim,
    service.get_health,
    service.get_metrics,
    service.get_network,
    service.post_network,
    table_socket,
    get_page,
)


def make_app(config: Config) -> Shield:
    """Returns the whole server of one process, to be run by any ASGI server."""
    start_logging(config.log_level)
    site = Site.of(config)
    site.pages = read_pages(config.client)
    return Shield(litestar(site), site)


def litestar(site: Site) -> Litestar:
    def the_site() -> Site:
        return site

    return Litestar(
        ROUTES,
        dependencies={"site": Provide(the_site, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        lifespan=[lambda app: running_parts(site)],
        openapi_config=OpenAPIConfig(
            title="Nuns on the Run",
            version=str(API_VERSION),
            description="Tables and records. A game is played over its table's socket; the messages are in web/src/protocol/schema.json.",
            openapi_router=schema_router(),
            render_plugins=[ExactSchema()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=site.config.limits.body,
        logging_config=None,
        debug=False,
    )


class TimedThinkers(Thinkers):
    """A pool of bot processes that measures how long bots think."""

    def __init__(self, processes: int | None, metrics: Metrics, adviser: Adviser | None) -> None:
        super().__init__(processes, adviser=adviser)
        self._metrics = metrics

    async def decide(self, share: Share, question: BotRequest) -> BotReply:
        with self._metrics.thinking.labels(question.level).time():
            return await super().decide(share, question)


def tune_garbage_collector() -> None:
    """Tunes the garbage collector: loaded code is never scanned again, and views, which have no reference cycles, are scanned rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@asynccontextmanager
async def running_parts(site: Site) -> AsyncIterator[None]:
    """Opens the parts of a site, and closes them in reverse: the store last, so that everything under way is finished first."""
    await asyncio.to_thread(the_board)  # otherwise the first deal would delay all tables
    tune_garbage_collector()
    site.store = await open_store(site.config.database)
    config = site.config
    site.analyses = Analyses(
        site.store, config.analyser, at_once=config.analyses, budget=config.analysis_budget, most=config.limits.analyses
    )
    thinkers = site.thinkers = TimedThinkers(config.thinkers, site.metrics, config.adviser)
    try:
        if site.config.prepare:
            thinkers.warm()
        site.node = await Node.open(
            site.store,
            thinkers,
            new_secret=site.config.new_secret,
            note=site.metrics.actions.inc,
            limit_advice=site.rate_limits.advice.take,
            retention=site.config.retention,
        )
        log_event(logging.INFO, "started", version=version("nuns"))
        try:
            yield
        finally:
            await site.node.close()
    finally:
        await site.analyses.close()
        site.job_pool.close()
        await thinkers.close()
        await site.store.close()
        log_event(logging.INFO, "stopped")
