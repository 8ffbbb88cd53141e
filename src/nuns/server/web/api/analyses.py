"""Analyses of finished nights: begun, watched while they are made, stopped. Nothing here knows a game that is not over."""

import gzip
import re
from typing import Annotated, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from nuns.analysis.analyser import DRAFTS
from nuns.analysis.findings import Analysis
from nuns.server.refusal import Refusal, Why
from nuns.server.store import AnalysisRow, AnalysisState
from nuns.server.web.api.answers import ApiRequest, answers
from nuns.server.web.api.records import RECORD, TEXT, find_record, run_record_job
from nuns.server.web.api.values import Answer
from nuns.server.web.limits import network
from nuns.server.web.night_analysis import check_of, check_to_analyse, key_of
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

ANALYSIS = "/api/analyses/{check:str}"
CHECK = re.compile(r"[0-9a-f]{64}")
DraftNumber = Annotated[int, QueryParameter(ge=0, le=1_000_000, description="the newest draft that the asker has")]
ALMOST = 0.99  # the progress of an analysis that takes longer than its budget; before each draft it waits, as on a machine that is busy


class AnalysisProgress(Answer, frozen=True, kw_only=True):
    """How far the analysis of a game file is, and its newest draft unless the asker has that; done, it is the analysis."""

    check: str
    state: AnalysisState | Literal["none"]
    progress: float  # of the time that it will take, from 0 to 1
    drafts: int
    ticket: str | None = None  # with which the asker, who began it, can stop it
    analysis: Analysis | None = None


@post(
    RECORD + "/analysis", status_code=200, responses=answers(AnalysisProgress, 404, 409, 422), summary="Has a record analysed, once for all"
)
async def post_analysis(request: ApiRequest, site: TheSite, record: FromPath[str]) -> Response[bytes]:
    found = await find_record(site, record)
    return await begun(request, site, check_of(found.text), record, found.text.encode())


@get(RECORD + "/analysis", responses=answers(AnalysisProgress, 404), summary="The analysis of a record, or how far it is")
async def get_analysis(site: TheSite, record: FromPath[str], drafts: DraftNumber = 0) -> Response[bytes]:
    check = check_of((await find_record(site, record)).text)
    found = await known(site, check, record)
    return await answered(site, check, drafts) if found else encoded(AnalysisProgress(check=check, state="none", progress=0.0, drafts=0))


@post(
    "/api/replays/analysis",
    status_code=200,
    responses=answers(AnalysisProgress, 409, 413, 422),
    summary="Has any record analysed, without storing it",
    **TEXT,
)
async def post_replay_analysis(request: ApiRequest, site: TheSite) -> Response[bytes]:
    site.analyses.check_is_on()
    site.rate_limits.replays.take(address_of(request.scope))
    text = await request.body()
    return await begun(request, site, await checked(request, site, text), None, text)


@get(ANALYSIS, responses=answers(AnalysisProgress, 404), summary="The analysis of a game file by its check, or how far it is")
async def get_analysis_by_check(site: TheSite, check: FromPath[str], drafts: DraftNumber = 0) -> Response[bytes]:
    return await answered(site, check, drafts)


@delete(ANALYSIS, status_code=200, responses=answers(AnalysisProgress, 403, 404), summary="Stops an analysis that the asker has begun")
async def delete_analysis(site: TheSite, check: FromPath[str], ticket: FromQuery[str]) -> Response[bytes]:
    is_ticket = ticket.isascii() and ticket.isalnum()
    if not is_ticket or not await site.analyses.stop(key_of(check), ticket[:40]):
        found = await find_analysis(site, check)
        if found.state in ("waiting", "working"):
            raise Refusal(Why.NOT_YOUR_ANALYSIS)
    return await answered(site, check, 0)


async def begun(request: ApiRequest, site: Site, check: str, record: str | None, text: bytes) -> Response[bytes]:
    """Begins an analysis, or answers with the one there is. Only one that begins counts against the asker's limits."""
    found, ticket, asker = await known(site, check, record), None, network(address_of(request.scope))
    if found is None or found.state in ("stopped", "failed"):
        site.analyses.check_room(asker)
        site.rate_limits.analyses.take(asker)
        if record is not None:
            await checked(request, site, text)
        ticket = await site.analyses.start(key_of(check), record, text, asker)
    return await answered(site, check, 0, ticket)


async def known(site: Site, check: str, record: str | None) -> AnalysisRow | None:
    """Returns the analysis of a game file if there is one; begun before the file was stored, it belongs to the record from now on."""
    found = await site.store.analysis(key_of(check))
    if found is not None and record is not None and not found.has_record:
        await site.store.attach_analysis(key_of(check), record)
    return found


async def checked(request: ApiRequest, site: Site, text: bytes) -> str:
    """Returns the check of a record that can be analysed; raises Refusal for a false one, and for a game that was given up."""
    check: str | None = await run_record_job(request, site, check_to_analyse, text)
    if check is None:
        raise Refusal(Why.NOT_PLAYED_OUT)
    return check


async def find_analysis(site: Site, check: str) -> AnalysisRow:
    found = await site.store.analysis(key_of(check)) if CHECK.fullmatch(check) else None
    if found is None:
        raise Refusal(Why.NO_SUCH_ANALYSIS)
    return found


async def answered(site: Site, check: str, drafts: int, ticket: str | None = None) -> Response[bytes]:
    found = await find_analysis(site, check)
    body = found.body if found.drafts > drafts else None
    answer = AnalysisProgress(
        check=check,
        state=found.state,
        progress=1.0 if found.state == "done" else min(ALMOST, found.seconds / site.analyses.budget, (found.drafts + 1) / DRAFTS),
        drafts=found.drafts,
        ticket=ticket,
    )
    return encoded(answer, body)


def encoded(answer: AnalysisProgress, body: bytes | None = None) -> Response[bytes]:
    """Returns the answer as JSON; the analysis is put in as it was stored, without being read."""
    analysis = msgspec.Raw(gzip.decompress(body) if body is not None else b"null")
    content = msgspec.json.encode({**msgspec.structs.asdict(answer), "analysis": analysis})
    return Response(content, media_type="application/json", headers={"Cache-Control": "no-store"})
