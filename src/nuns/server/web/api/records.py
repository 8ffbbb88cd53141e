"""Records of finished games: stored, imported, and replayed."""

import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from nuns.referee.explain import Explanation
from nuns.referee.record import LARGEST
from nuns.referee.seats import Seat
from nuns.server.refusal import Refusal, Why
from nuns.server.store import RecordListing, RecordRow, new_code
from nuns.server.tables.night.summary import NightSummary, file_name
from nuns.server.web.api.answers import ApiRequest, answers, refusals
from nuns.server.web.api.tables import Before, PageSize, attachment
from nuns.server.web.api.values import RecordInfo, Records
from nuns.server.web.cookies import CODE
from nuns.server.web.documents import Document
from nuns.server.web.job_pool import while_connected
from nuns.server.web.limits import network
from nuns.server.web.replay import Replay, encoded_replay, explained, summary, with_plain_errors
from nuns.server.web.replay_belief import ReplayBelief, encoded_belief
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

RECORD = "/api/records/{record:str}"
PLACE = re.compile(rf"([0-9]{{1,15}})-({CODE.pattern})")
TEXT: dict[str, Any] = {"request_max_body_size": LARGEST}
EventNumber = Annotated[int, QueryParameter(ge=0, le=1_000_000)]


@get("/api/records", responses=refusals(), summary="Records, the newest first")
async def get_records(site: TheSite, before: Before = None, limit: PageSize = 20) -> Records:
    found = await site.store.records(before=page_start(before) if before else None, open_at=site.node.days.now(), limit=limit)
    follows = f"{found[-1].at}-{found[-1].id}" if len(found) == limit else None
    return Records(records=tuple(map(record_info, found)), next=follows)


def page_start(text: str) -> RecordListing:
    """Returns the record after which a page begins, by its time and id."""
    if not (read := PLACE.fullmatch(text)):
        raise Refusal(Why.UNREADABLE, said=f"expected a page_start as the page before gives it; got {text!r}")
    return RecordListing(read[2], int(read[1]), False, b"")


def record_info(line: RecordListing | RecordRow) -> RecordInfo:
    return msgspec.convert({"id": line.id, "at": line.at, "imported": line.imported, **msgspec.json.decode(line.summary)}, RecordInfo)


@post("/api/records", responses=refusals(413, 422), summary="Imports a record; every move and die is checked", **TEXT)
async def post_record(request: ApiRequest, site: TheSite) -> RecordInfo:
    site.rate_limits.records.take(address_of(request.scope))
    text = await request.body()
    found = await run_record_job(request, site, summary, text)
    record = RecordRow(new_code(), time.time_ns() // 1_000_000, True, found, text.decode())
    await site.store.keep_record(record)
    return record_info(record)


@get(RECORD, responses=answers(str, 404, media_type="text/plain"), media_type="text/plain", summary="A record")
async def get_one_record(request: ApiRequest, site: TheSite, record: FromPath[str]) -> Response[bytes]:
    found = await find_record(site, record)
    name = file_name(msgspec.json.decode(found.summary, type=NightSummary), found.at, record)
    return attachment(found.text, name).answer(request)


@get(RECORD + "/replay", responses=answers(Replay, 404, 422), summary="A record, replayed for a seat")
async def get_replay(request: ApiRequest, site: TheSite, record: FromPath[str], seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Response[bytes]:
    return (await replay_document(request, site, partial(stored_text, site, record), seat)).answer(request)


@post(
    "/api/replays",
    status_code=200,
    responses=answers(Replay, 413, 422),
    summary="Replays any record for a seat, without storing it",
    **TEXT,
)
async def post_replay(request: ApiRequest, site: TheSite, seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Response[bytes]:
    return (await replay_document(request, site, request.body, seat)).answer(request)


@get(RECORD + "/belief", responses=answers(ReplayBelief, 404, 422), summary="What the guards believed at each half-turn of a record")
async def get_belief(request: ApiRequest, site: TheSite, record: FromPath[str]) -> Response[bytes]:
    return (await belief_document(request, site, partial(stored_text, site, record))).answer(request)


@post(
    "/api/replays/belief",
    status_code=200,
    responses=answers(ReplayBelief, 413, 422),
    summary="What the guards believed at each half-turn of any record, without storing it",
    **TEXT,
)
async def post_belief(request: ApiRequest, site: TheSite) -> Response[bytes]:
    return (await belief_document(request, site, request.body)).answer(request)


@get(RECORD + "/explanation", responses=refusals(404, 422), summary="Why an event of a record happened")
async def get_explanation(
    request: ApiRequest, site: TheSite, record: FromPath[str], event: EventNumber, seat: FromQuery[Seat] = Seat.OMNISCIENT
) -> Explanation:
    site.rate_limits.replays.take(address_of(request.scope))
    found: Explanation = await run_record_job(request, site, explained, await stored_text(site, record), seat, event)
    return found


@post(
    "/api/replays/explanation",
    status_code=200,
    responses=refusals(413, 422),
    summary="Why an event of any record happened, without storing it",
    **TEXT,
)
async def post_explanation(request: ApiRequest, site: TheSite, event: EventNumber, seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Explanation:
    site.rate_limits.replays.take(address_of(request.scope))
    found: Explanation = await run_record_job(request, site, explained, await request.body(), seat, event)
    return found


async def find_record(site: Site, id: str) -> RecordRow:
    found = await site.store.record(id) if CODE.fullmatch(id) else None
    if found is None or found.opens > site.node.days.now():
        raise Refusal(Why.NO_SUCH_RECORD, code=id[:40])
    return found


async def stored_text(site: Site, id: str) -> bytes:
    return (await find_record(site, id)).text.encode()


async def replay_document(request: ApiRequest, site: Site, read: Callable[[], Awaitable[bytes]], seat: Seat) -> Document:
    """Returns a replay; the record is read only if the address may have one more."""
    site.rate_limits.replays.take(address_of(request.scope))
    text = await read()

    async def make() -> Document:
        body, packed = await record_job(request, site, encoded_replay, text, seat)
        return Document(body, "application/json", packed_already=packed)

    return await while_connected(request, site.cache.get(f"replay {seat} {sha256(text).hexdigest()}", make))


async def belief_document(request: ApiRequest, site: Site, read: Callable[[], Awaitable[bytes]]) -> Document:
    """Returns what the guards believed; the record is read only if the address may have one more."""
    site.rate_limits.replays.take(address_of(request.scope))
    text = await read()

    async def make() -> Document:
        body, packed = await record_job(request, site, encoded_belief, text)
        return Document(body, "application/json", packed_already=packed)

    return await while_connected(request, site.cache.get(f"belief {sha256(text).hexdigest()}", make))


async def run_record_job(request: ApiRequest, site: Site, work: Any, *given: Any) -> Any:
    """Runs a job on a record in the job pool as long as the asker waits for it."""
    return await while_connected(request, record_job(request, site, work, *given))


async def record_job(request: ApiRequest, site: Site, work: Any, *given: Any) -> Any:
    """Runs a job on a record in the job pool; raises Refusal 422 with what is wrong with the record."""
    try:
        return await site.job_pool.run(network(address_of(request.scope)), with_plain_errors, work, *given)
    except ValueError as fault:
        raise Refusal(Why.RECORD, said=str(fault)[:500]) from None
