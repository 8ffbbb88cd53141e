"""Taking over a seat of a finished game: the moment that was asked for, and the table that continues from it."""

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from nuns.server.tables.takeover import NightMoment
from nuns.server.web.api.answers import ApiRequest, refusals
from nuns.server.web.api.records import RECORD, find_record, run_record_job
from nuns.server.web.api.tables import table_access
from nuns.server.web.api.values import RecordMoment, TableAccess, Takeover
from nuns.server.web.cookies import seat_cookie
from nuns.server.web.limits import network
from nuns.server.web.replay import encoded_moment
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

MomentNumber = Annotated[int, QueryParameter(ge=1, le=1_000_000, description="how many actions were done before")]


@get(RECORD + "/moment", responses=refusals(404, 422), summary="A moment of a record at which a seat can be taken over")
async def get_moment(request: ApiRequest, site: TheSite, record: FromPath[str], actions: MomentNumber) -> RecordMoment:
    night = await moment_of(request, site, record, actions)
    other = night.taken_over
    return RecordMoment(
        moment=len(other.actions),
        turn=other.turn,
        part=other.part,
        edition=night.settings.edition,
        novices=night.settings.novices,
        names=night.names,
    )


@post(
    RECORD + "/takeover",
    responses=refusals(403, 404, 413, 422),
    summary="Takes over a seat of a record at a moment: a new table, with bots in the other seats, that has begun",
)
async def post_takeover(request: ApiRequest, site: TheSite, record: FromPath[str], data: JSONBody[Takeover]) -> Response[TableAccess]:
    asker = network(address_of(request.scope))
    site.rate_limits.tables.take(asker)
    night = await moment_of(request, site, record, data.moment)
    table, token = await site.node.take_over(night, data.seat, data.name, data.level, asker)
    return Response(table_access(table, token), status_code=201, cookies=[seat_cookie(request, table.code, token)])


async def moment_of(request: ApiRequest, site: Site, record: str, actions: int) -> NightMoment:
    """Returns a moment of a record, which is replayed beside the event loop."""
    site.rate_limits.replays.take(address_of(request.scope))
    text = (await find_record(site, record)).text.encode()
    return msgspec.json.decode(await run_record_job(request, site, encoded_moment, record, text, actions), type=NightMoment)
