"""Tables over HTTP: creating, sitting down, settings, starting, leaving. The game itself goes over the socket."""

from typing import Annotated

import segno
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings, Sides
from nuns.server.tables.session import TableSession
from nuns.server.web.api.answers import ApiRequest, answers, refusals
from nuns.server.web.api.values import BotSitting, Key, Lobby, NewTable, SeatLink, Sitting, TableAccess
from nuns.server.web.cookies import check_code, seat_cookie, token_of
from nuns.server.web.documents import Document
from nuns.server.web.limits import network
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

PAGE = 50
TABLE = "/api/tables/{code:str}"
CHAIR = TABLE + "/chairs/{chair:str}"
Before = Annotated[str | None, QueryParameter(max_length=40, description="the ``next`` of the page before")]
PageSize = Annotated[int, QueryParameter(ge=1, le=PAGE)]


@get("/api/tables", responses=refusals(), summary="Open tables, the newest first")
async def get_tables(site: TheSite, before: Before = None, limit: PageSize = 20) -> Lobby:
    found = await site.node.lobby(before=before, limit=limit)
    return Lobby(tables=tuple(found), next=found[-1].code if len(found) == limit else None)


@post("/api/tables", responses=refusals(403, 413, 422), summary="Creates a table, with the asker as its host")
async def post_table(request: ApiRequest, site: TheSite, data: JSONBody[NewTable]) -> Response[TableAccess]:
    asker = network(address_of(request.scope))
    site.rate_limits.tables.take(asker)
    table, token = await site.node.create(data.settings, data.bots, asker)
    return Response(table_access(table, token), status_code=201, cookies=[seat_cookie(request, table.code, token)])


@get(TABLE, responses=refusals(404), summary="A table, and what the asker may do there")
async def get_table(request: ApiRequest, site: TheSite, code: FromPath[str]) -> TableAccess:
    table = await find(site, code)
    return table_access(table, token_of(request, code))


@patch(TABLE, responses=refusals(403, 404, 409, 413, 422), summary="Changes the settings, for the host in the lobby")
async def patch_table(request: ApiRequest, site: TheSite, code: FromPath[str], data: JSONBody[Settings]) -> TableAccess:
    table, token = await find(site, code), token_of(request, code)
    await table.change_settings(data, token)
    return table_access(table, token)


@put(CHAIR, responses=refusals(403, 404, 409, 413, 422), summary="Takes a seat, or changes the name on one's own")
async def put_chair(
    request: ApiRequest, site: TheSite, code: FromPath[str], chair: FromPath[ChairName], data: JSONBody[Sitting]
) -> Response[TableAccess]:
    table = await find(site, code)
    token = await table.sit(chair, data.name, token_of(request, code))
    return Response(table_access(table, token), cookies=[seat_cookie(request, code, token)])


@delete(CHAIR, status_code=200, responses=refusals(403, 404, 409), summary="Leaves a seat; during the game a bot stands in")
async def delete_chair(request: ApiRequest, site: TheSite, code: FromPath[str], chair: FromPath[ChairName]) -> TableAccess:
    table, token = await find(site, code), token_of(request, code)
    await table.stand(chair, token)
    return table_access(table, token)


@put(CHAIR + "/bot", responses=refusals(403, 404, 409, 413, 422), summary="Seats a bot or empties the seat, for the host in the lobby")
async def put_bot(
    request: ApiRequest, site: TheSite, code: FromPath[str], chair: FromPath[ChairName], data: JSONBody[BotSitting]
) -> TableAccess:
    table, token = await find(site, code), token_of(request, code)
    await table.seat_bot(chair, data.level, token)
    return table_access(table, token)


@post(CHAIR + "/return", status_code=200, responses=refusals(403, 404, 409), summary="Takes a seat back from the bot that stands in")
async def post_return(request: ApiRequest, site: TheSite, code: FromPath[str], chair: FromPath[ChairName]) -> TableAccess:
    table, token = await find(site, code), token_of(request, code)
    await table.come_back(chair, token)
    return table_access(table, token)


@post(TABLE + "/start", status_code=200, responses=refusals(403, 404, 409), summary="Starts the game, for the host")
async def post_start(request: ApiRequest, site: TheSite, code: FromPath[str]) -> TableAccess:
    table, token = await find(site, code), token_of(request, code)
    site.node.check_start(table, site.config.limits.bot_tables)
    await table.start(token)
    return table_access(table, token)


@post(
    TABLE + "/rematch",
    status_code=200,
    responses=refusals(403, 404, 409),
    summary="The next table, with the same sides or changed ones; whoever asks first decides",
)
async def post_rematch(
    request: ApiRequest, site: TheSite, code: FromPath[str], sides: FromQuery[Sides] = "changed"
) -> Response[TableAccess]:
    table = await find(site, code)
    next_code, token = await table.rematch(token_of(request, code), sides)
    follows = await site.node.table(next_code)
    return Response(table_access(follows, token), cookies=[seat_cookie(request, next_code, token)] if token else [])


@post(TABLE + "/abandon", status_code=200, responses=refusals(403, 404, 409), summary="Abandons the table, for the host")
async def post_abandon(request: ApiRequest, site: TheSite, code: FromPath[str]) -> TableAccess:
    table, token = await find(site, code), token_of(request, code)
    await table.abandon(token)
    return table_access(table, token)


@post(
    TABLE + "/key",
    status_code=200,
    responses=refusals(403, 404, 413),
    summary="Takes one's seats on this device with the key of a seat link",
)
async def post_key(request: ApiRequest, site: TheSite, code: FromPath[str], data: JSONBody[Key]) -> Response[TableAccess]:
    table = await find(site, code)
    found = table_access(table, data.key)
    if not found.chairs and not found.host:
        raise Refusal(Why.WRONG_KEY)
    return Response(found, cookies=[seat_cookie(request, code, data.key)])


@get(TABLE + "/link", responses=refusals(403, 404), summary="The seat link, which opens one's seats on another device")
async def get_link(request: ApiRequest, site: TheSite, code: FromPath[str]) -> Response[SeatLink]:
    table, token = await find(site, code), token_of(request, code)
    found = table_access(table, token)
    if token is None or not (found.chairs or found.host):
        raise Refusal(Why.NOT_SEATED)
    return Response(SeatLink(link=f"{address(request, site, code)}#key={token}"), headers={"Cache-Control": "no-store"})


@get(
    TABLE + "/record",
    responses=answers(str, 404, 409, media_type="text/plain"),
    media_type="text/plain",
    summary="The record, when the game is over",
)
async def get_record(request: ApiRequest, site: TheSite, code: FromPath[str]) -> Response[bytes]:
    table = await find(site, code)
    return attachment(table.record(), table.record_name()).answer(request)


@get(
    TABLE + "/qr.svg",
    responses=answers(str, 404, media_type="image/svg+xml"),
    media_type="image/svg+xml",
    summary="The invitation as a QR code, or the one to a seat",
)
async def get_qr(request: ApiRequest, site: TheSite, code: FromPath[str], chair: FromQuery[ChairName | None] = None) -> Response[bytes]:
    await find(site, code)
    seat = f"#seat={chair}" if chair else ""
    picture = segno.make(f"{address(request, site, code)}{seat}", error="m", micro=False).svg_inline(border=2, scale=4, omitsize=True)
    named = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Document(named.encode(), "image/svg+xml").answer(request)


def attachment(text: str, name: str) -> Document:
    """Returns a record as a file to download, under that name."""
    return Document(text.encode(), "text/plain", headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def find(site: Site, code: str) -> TableSession:
    return await site.node.table(check_code(code))


def table_access(table: TableSession, token: str | None) -> TableAccess:
    permissions = table.log.permissions(token)
    return TableAccess(table=table.state(), chairs=permissions.chairs, host=permissions.host)


def address(request: ApiRequest, site: Site, code: str) -> str:
    """Returns the address of the invitation to a table."""
    base = site.shared_url or f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    return f"{base.rstrip('/')}/t/{code}"
