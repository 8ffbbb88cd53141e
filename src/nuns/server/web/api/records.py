"""Records of finished nights: kept, brought along, and replayed."""

import re
import time
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
from nuns.server.web.api.answers import Asking, answers, refusals
from nuns.server.web.api.tables import Before, PageSize, attachment
from nuns.server.web.api.values import RecordInfo, Records
from nuns.server.web.cookies import CODE
from nuns.server.web.documents import Document
from nuns.server.web.replay import Replay, encoded_replay, explained, judged, summary
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

RECORD = "/api/records/{record:str}"
PLACE = re.compile(rf"([0-9]{{1,15}})-({CODE.pattern})")
TEXT: dict[str, Any] = {"request_max_body_size": LARGEST}
EventNumber = Annotated[int, QueryParameter(ge=0, le=1_000_000)]


@get("/api/records", responses=refusals(), summary="Records, the newest first")
async def get_records(site: TheSite, before: Before = None, limit: PageSize = 20) -> Records:
    found = await site.store.records(before=place(before) if before else None, limit=limit)
    follows = f"{found[-1].at}-{found[-1].id}" if len(found) == limit else None
    return Records(records=tuple(map(told, found)), next=follows)


def place(text: str) -> RecordListing:
    """Where a page begins: after a record, by when it was kept and its id."""
    if not (read := PLACE.fullmatch(text)):
        raise Refusal(Why.UNREADABLE, said=f"expected a place as the page before gives it; got {text!r}")
    return RecordListing(read[2], int(read[1]), False, b"")


def told(line: RecordListing | RecordRow) -> RecordInfo:
    return msgspec.convert({"id": line.id, "at": line.at, "imported": line.imported, **msgspec.json.decode(line.summary)}, RecordInfo)


@post("/api/records", responses=refusals(413, 422), summary="Brings a record along; every move and die of it is checked", **TEXT)
async def post_record(request: Asking, site: TheSite) -> RecordInfo:
    site.gatekeeper.records.take(address_of(request.scope))
    text = await request.body()
    found = await reckoned(site, summary, text)
    record = RecordRow(new_code(), time.time_ns() // 1_000_000, True, found, text.decode())
    await site.store.keep_record(record)
    return told(record)


@get(RECORD, responses=answers(str, 404, media_type="text/plain"), media_type="text/plain", summary="A record")
async def get_one_record(request: Asking, site: TheSite, record: FromPath[str]) -> Response[bytes]:
    return attachment((await find_record(site, record)).text, record).answer(request)


@get(RECORD + "/replay", responses=answers(Replay, 404, 422), summary="A record, replayed for a seat")
async def get_replay(request: Asking, site: TheSite, record: FromPath[str], seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Response[bytes]:
    text = (await find_record(site, record)).text.encode()
    return (await replay_document(request, site, text, seat)).answer(request)


@post(
    "/api/replays", status_code=200, responses=answers(Replay, 413, 422), summary="Any record, replayed for a seat and kept nowhere", **TEXT
)
async def post_replay(request: Asking, site: TheSite, seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Response[bytes]:
    return (await replay_document(request, site, await request.body(), seat)).answer(request)


@get(RECORD + "/explanation", responses=refusals(404, 422), summary="Rule court: why an event of a record happened")
async def get_explanation(site: TheSite, record: FromPath[str], event: EventNumber, seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Explanation:
    found: Explanation = await reckoned(site, explained, (await find_record(site, record)).text.encode(), seat, event)
    return found


@post("/api/replays/explanation", status_code=200, responses=refusals(413, 422), summary="The same for any record", **TEXT)
async def post_explanation(request: Asking, site: TheSite, event: EventNumber, seat: FromQuery[Seat] = Seat.OMNISCIENT) -> Explanation:
    site.gatekeeper.replays.take(address_of(request.scope))
    found: Explanation = await reckoned(site, explained, await request.body(), seat, event)
    return found


async def find_record(site: Site, id: str) -> RecordRow:
    found = await site.store.record(id) if CODE.fullmatch(id) else None
    if found is None:
        raise Refusal(Why.NO_SUCH_RECORD, code=id[:40])
    return found


async def replay_document(request: Asking, site: Site, text: bytes, seat: Seat) -> Document:
    site.gatekeeper.replays.take(address_of(request.scope))

    async def make() -> Document:
        return Document(await reckoned(site, encoded_replay, text, seat), "application/json")

    return await site.cache.get(f"replay {seat} {sha256(text).hexdigest()}", make)


async def reckoned(site: Site, work: Any, *given: Any) -> Any:
    """In the job pool; what is wrong with a record is told."""
    try:
        return await site.job_pool.run(judged, work, *given)
    except ValueError as fault:
        raise Refusal(Why.RECORD, said=str(fault)[:500]) from None
