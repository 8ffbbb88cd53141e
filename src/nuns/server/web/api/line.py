"""The bot line over HTTP: a seat's events and questions as a stream of JSON lines, and a place to answer them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from nuns.referee.bot_line import BadLine, EventLine, GameLine, LineAnswer, OverLine, RefusedLine, action_in, ask_line, encode_line
from nuns.referee.view import view
from nuns.server.protocol import Act, Changed, Look, Position, Refused, ServerMessage, Welcome
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.session import TableSession
from nuns.server.web.api.answers import ApiRequest, answers, refusals
from nuns.server.web.api.tables import TABLE, find
from nuns.server.web.api.values import AnswerTaken, LineReply
from nuns.server.web.cookies import bearer_token, token_of
from nuns.server.web.limits import network
from nuns.server.web.shield import address_of
from nuns.server.web.site import TheSite
from nuns.server.web.socket import Outbox

LINE = TABLE + "/line"
NDJSON = "application/x-ndjson"
QUIET = 15.0  # seconds of silence after which an empty line shows that the line is open
OPEN = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # nothing on the way may hold lines back
SeatQuery = Annotated[str | None, QueryParameter(max_length=12, description="one of the token's seats, by default its first")]
_messages: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encode = msgspec.json.Encoder().encode


@get(LINE, responses=answers(str, 403, 404, media_type=NDJSON), media_type=NDJSON, summary="A seat's events and questions, one a line")
async def get_line(request: ApiRequest, site: TheSite, code: FromPath[str], seat: SeatQuery = None) -> Stream:
    table, token = await find(site, code), bearer_token(request) or token_of(request, code)
    permissions = table.log.permissions(token)
    if not permissions.chairs:
        raise Refusal(Why.NOT_SEATED)
    address = address_of(request.scope)

    async def lines() -> AsyncIterator[bytes]:
        with site.rate_limits.sockets.one(address):
            outbox = Outbox()
            connection = table.connect(token, outbox.put, network(address))
            try:
                feed = LineFeed(seat)
                while not feed.is_over:
                    try:
                        for message in await asyncio.wait_for(outbox.take(), QUIET):
                            for line in feed.read(_messages.decode(message)):
                                yield line
                    except TimeoutError:
                        yield b"\n"
                    if feed.wants_to_look is not None:
                        await connection.receive(_encode(Look(id=1, seat=feed.wants_to_look)))
                        feed.wants_to_look = None
            finally:
                connection.close()

    return Stream(lines(), media_type=NDJSON, headers=OPEN)


class LineFeed:
    """Translates the messages of a connection into the lines of one seat."""

    def __init__(self, seat: str | None) -> None:
        self._seat, self._is_looking, self._is_begun = seat, False, False
        self._asked: object = None  # the last question
        self.wants_to_look: str | None = None
        self.is_over = False

    def read(self, message: ServerMessage) -> list[bytes]:
        """Returns the lines that a message gives."""
        match message:
            case Welcome() | Changed():
                self._find_seat(message)
                return []
            case Refused(reason=reason):
                self.is_over = True
                return [encode_line(RefusedLine(why=reason))]
            case Position():
                return self._position(message)
            case _:
                return []

    def _find_seat(self, message: Welcome | Changed) -> None:
        """Looks from the seat as soon as the deal has drawn it."""
        own = [chair.seat for chair in message.table.chairs if chair.chair in message.chairs and chair.seat is not None]
        if own and not self._is_looking:
            self._is_looking, self.wants_to_look = True, self._seat or own[0]

    def _position(self, message: Position) -> list[bytes]:
        seen = message.view
        lines: list[bytes] = []
        if not self._is_begun:
            self._is_begun = True
            lines.append(encode_line(GameLine(seat=seen.seat, edition=seen.edition, options=seen.options)))
        lines += [encode_line(EventLine(event=event)) for event in message.events]
        question = (message.decision, seen.actions)
        if message.decision is not None and seen.actions and question != self._asked:
            lines.append(encode_line(ask_line(message.decision, seen)))
        self._asked = question
        if seen.over is not None:
            self.is_over = True
            lines.append(encode_line(OverLine(reason=seen.over, winners=seen.winners)))
        return lines


@post(LINE, status_code=200, responses=refusals(403, 404, 409, 413, 422), summary="Answers the question of a seat")
async def post_line(
    request: ApiRequest, site: TheSite, code: FromPath[str], data: JSONBody[LineReply], seat: SeatQuery = None
) -> AnswerTaken:
    table, token = await find(site, code), bearer_token(request) or token_of(request, code)
    named = seat or own_seat(table, token)
    night = table.log.night
    chair = night.chair_of(named)
    if chair is None or chair not in table.log.permissions(token).chairs:
        raise Refusal(Why.NOT_YOUR_SEAT)
    if table.log.status != "playing":
        raise Refusal(Why.NOT_PLAYING, status=table.log.status)
    offered = view(night.game_of_chair(chair), named).actions
    try:
        action = action_in(LineAnswer(data.answer), "", offered)
    except BadLine as fault:
        raise Refusal(Why.UNREADABLE, said=str(fault)) from None
    await table.act_without_socket(
        token, Act(id=0, seat=named, action=action, decision=night.decision(chair) if data.id is None else data.id)
    )
    return AnswerTaken(seat=named)


def own_seat(table: TableSession, token: str | None) -> str:
    """Returns the first seat of a token; raises Refusal where it has none, or the deal has not drawn it yet."""
    permissions = table.log.permissions(token)
    if not permissions.chairs:
        raise Refusal(Why.NOT_SEATED)
    for chair in table.state().chairs:
        if chair.chair in permissions.chairs and chair.seat is not None:
            return chair.seat
    raise Refusal(Why.NOT_PLAYING, status=table.log.status)
