"""Tables over HTTP: making one, sitting down, settling, starting, leaving. What is played goes over the socket."""

from typing import Annotated

import segno
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings
from nuns.server.tables.session import TableSession
from nuns.server.web.api.answers import Asking, answers, refusals
from nuns.server.web.api.values import Attended, BotSitting, Key, Lobby, NewTable, SeatLink, Sitting
from nuns.server.web.cookies import check_code, kept, token_of
from nuns.server.web.documents import Document
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


@post("/api/tables", responses=refusals(403, 413, 422), summary="A new table; who makes it is its host")
async def post_table(request: Asking, site: TheSite, data: JSONBody[NewTable]) -> Response[Attended]:
    site.gatekeeper.tables.take(address_of(request.scope))
    table, token = await site.node.create(data.settings, data.bots)
    return Response(attended(table, token), status_code=201, cookies=[kept(request, table.code, token)])


@get(TABLE, responses=refusals(404), summary="A table, and what is one's own of it")
async def get_table(request: Asking, site: TheSite, code: FromPath[str]) -> Attended:
    table = await find(site, code)
    return attended(table, token_of(request, code))


@patch(TABLE, responses=refusals(403, 404, 409, 413, 422), summary="Other settings: the host, in the lobby")
async def patch_table(request: Asking, site: TheSite, code: FromPath[str], data: JSONBody[Settings]) -> Attended:
    table, token = await find(site, code), token_of(request, code)
    await table.settle(data, token)
    return attended(table, token)


@put(CHAIR, responses=refusals(403, 404, 409, 413, 422), summary="Sits down, or changes the name on one's chair")
async def put_chair(
    request: Asking, site: TheSite, code: FromPath[str], chair: FromPath[ChairName], data: JSONBody[Sitting]
) -> Response[Attended]:
    table = await find(site, code)
    token = await table.sit(chair, data.name, token_of(request, code))
    return Response(attended(table, token), cookies=[kept(request, code, token)])


@delete(CHAIR, status_code=200, responses=refusals(403, 404, 409), summary="Gets up; during the night a bot stands in")
async def delete_chair(request: Asking, site: TheSite, code: FromPath[str], chair: FromPath[ChairName]) -> Attended:
    table, token = await find(site, code), token_of(request, code)
    await table.stand(chair, token)
    return attended(table, token)


@put(CHAIR + "/bot", responses=refusals(403, 404, 409, 413, 422), summary="Seats a bot, or empties the chair: the host, in the lobby")
async def put_bot(request: Asking, site: TheSite, code: FromPath[str], chair: FromPath[ChairName], data: JSONBody[BotSitting]) -> Attended:
    table, token = await find(site, code), token_of(request, code)
    await table.seat_bot(chair, data.level, token)
    return attended(table, token)


@post(CHAIR + "/return", status_code=200, responses=refusals(403, 404, 409), summary="Takes the chair back from the bot that stood in")
async def post_return(request: Asking, site: TheSite, code: FromPath[str], chair: FromPath[ChairName]) -> Attended:
    table, token = await find(site, code), token_of(request, code)
    await table.come_back(chair, token)
    return attended(table, token)


@post(TABLE + "/start", status_code=200, responses=refusals(403, 404, 409), summary="Starts the night: the host")
async def post_start(request: Asking, site: TheSite, code: FromPath[str]) -> Attended:
    table, token = await find(site, code), token_of(request, code)
    await table.start(token)
    return attended(table, token)


@post(
    TABLE + "/rematch",
    status_code=200,
    responses=refusals(403, 404, 409),
    summary="The next table, roles rotated, the same for all who ask",
)
async def post_rematch(request: Asking, site: TheSite, code: FromPath[str]) -> Response[Attended]:
    table = await find(site, code)
    next_code, token = await table.rematch(token_of(request, code))
    follows = await site.node.table(next_code)
    return Response(attended(follows, token), cookies=[kept(request, next_code, token)] if token else [])


@post(TABLE + "/abandon", status_code=200, responses=refusals(403, 404, 409), summary="Gives the table up: the host")
async def post_abandon(request: Asking, site: TheSite, code: FromPath[str]) -> Attended:
    table, token = await find(site, code), token_of(request, code)
    await table.abandon(token)
    return attended(table, token)


@post(
    TABLE + "/key",
    status_code=200,
    responses=refusals(403, 404, 413),
    summary="Opens one's chairs on this device with the key of a seat link",
)
async def post_key(request: Asking, site: TheSite, code: FromPath[str], data: JSONBody[Key]) -> Response[Attended]:
    table = await find(site, code)
    found = attended(table, data.key)
    if not found.chairs and not found.host:
        raise Refusal(Why.WRONG_KEY)
    return Response(found, cookies=[kept(request, code, data.key)])


@get(TABLE + "/link", responses=refusals(403, 404), summary="The seat link: what opens one's chairs on another device")
async def get_link(request: Asking, site: TheSite, code: FromPath[str]) -> Response[SeatLink]:
    table, token = await find(site, code), token_of(request, code)
    found = attended(table, token)
    if token is None or not (found.chairs or found.host):
        raise Refusal(Why.NOT_SEATED)
    return Response(SeatLink(link=f"{address(request, site, code)}#key={token}"), headers={"Cache-Control": "no-store"})


@get(
    TABLE + "/record",
    responses=answers(str, 404, 409, media_type="text/plain"),
    media_type="text/plain",
    summary="The record, when the night is over",
)
async def get_record(request: Asking, site: TheSite, code: FromPath[str]) -> Response[bytes]:
    table = await find(site, code)
    return attachment(table.record(), code).answer(request)


@get(
    TABLE + "/qr.svg",
    responses=answers(str, 404, media_type="image/svg+xml"),
    media_type="image/svg+xml",
    summary="The invitation as a QR code",
)
async def get_qr(request: Asking, site: TheSite, code: FromPath[str]) -> Response[bytes]:
    await find(site, code)
    picture = segno.make(address(request, site, code), error="m", micro=False).svg_inline(border=2, scale=4, omitsize=True)
    named = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Document(named.encode(), "image/svg+xml").answer(request)


def attachment(text: str, name: str) -> Document:
    """A record to keep as a file."""
    return Document(text.encode(), "text/plain", headers={"Content-Disposition": f'attachment; filename="nuns-{name}.nuns"'})


async def find(site: Site, code: str) -> TableSession:
    return await site.node.table(check_code(code))


def attended(table: TableSession, token: str | None) -> Attended:
    permissions = table.log.permissions(token)
    return Attended(table=table.state(), chairs=permissions.chairs, host=permissions.host)


def address(request: Asking, site: Site, code: str) -> str:
    """The invitation: a table as people reach it."""
    base = site.config.public_url or f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    return f"{base.rstrip('/')}/t/{code}"
