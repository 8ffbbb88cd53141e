"""The night of the day: today's seal and results, one attempt for each browser, yesterday's opened seed, and the calendar."""

from contextlib import suppress
from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from nuns.server.refusal import Refusal, Why
from nuns.server.store import AttemptRow, DaySeal, new_token, record_code, token_hash
from nuns.server.tables.days import DAY_SETTINGS, LEVEL, DayResult, beaten, day_after, end_of, ranked, read_result, side_on
from nuns.server.web.api.answers import ApiRequest, refusals
from nuns.server.web.api.tables import table_access
from nuns.server.web.api.values import Calendar, DayAttempt, DayInfo, DayPlace, NextDay, Sitting, TableAccess, Today
from nuns.server.web.cookies import browser_cookie, browser_of, seat_cookie
from nuns.server.web.limits import network
from nuns.server.web.shield import address_of
from nuns.server.web.site import Site, TheSite

SHOWN = 50  # places of a day
PAGE = 31  # days of the calendar
EARLIEST = "1970-01-01"
DayText = Annotated[str | None, QueryParameter(pattern=r"^\d{4}-\d{2}-\d{2}$", description="the ``next`` of the page before")]


@get("/api/days/today", responses=refusals(), summary="The night of today: its seal and tomorrow's, results so far, and yesterday's")
async def get_today(request: ApiRequest, site: TheSite) -> Response[Today]:
    days, browser = site.node.days, browser_of(request)
    today = days.today
    yesterday = await site.store.day_seals(day_after(today, -1), day_after(today, -1))
    tomorrow = await days.seal(day_after(today))
    answer = Today(
        today=await day_info(site, await days.seal(today), browser),
        ends_in=max(0, end_of(today) - days.now()),
        tomorrow=NextDay(day=tomorrow.day, seal=tomorrow.seal, side=side_on(tomorrow.day)),
        yesterday=await day_info(site, yesterday[0], browser) if yesterday else None,
        settings=DAY_SETTINGS,
        level=LEVEL,
    )
    return Response(answer, headers={"Cache-Control": "no-store"})


@post(
    "/api/days/today/attempt",
    status_code=200,
    responses=refusals(403, 413, 422),
    summary="The asker's table of the night of today, which has begun; a browser has one a day",
)
async def post_attempt(request: ApiRequest, site: TheSite, data: JSONBody[Sitting]) -> Response[TableAccess]:
    asker = network(address_of(request.scope))
    site.rate_limits.tables.take(asker)
    browser = browser_of(request) or new_token()
    table, token = await site.node.play_day(browser, data.name, asker)
    cookies = [browser_cookie(request, browser), seat_cookie(request, table.code, token)]
    return Response(table_access(table, token), cookies=cookies)


@get("/api/days", responses=refusals(), summary="The calendar: the days so far, the newest first, with the asker's results")
async def get_days(request: ApiRequest, site: TheSite, before: DayText = None) -> Response[Calendar]:
    last = day_after(read_day(before), -1) if before else site.node.days.today
    first, browser = day_after(last, 1 - PAGE), browser_of(request)
    sealed = [each for each in await site.store.day_seals(first, last) if each.day <= site.node.days.today]
    found = [await day_info(site, each, browser, places=1) for each in sealed]
    return Response(
        Calendar(days=tuple(found), next=first if await site.store.has_day_before(first) else None), headers={"Cache-Control": "no-store"}
    )


@get("/api/days/{day:str}", responses=refusals(404), summary="A day: its seal, its results, and once it is over its seed")
async def get_day(request: ApiRequest, site: TheSite, day: FromPath[str]) -> Response[DayInfo]:
    found = await site.store.day_seals(read_day(day), day) if day <= site.node.days.today else []
    if not found:
        raise Refusal(Why.NO_SUCH_ADDRESS)
    return Response(await day_info(site, found[0], browser_of(request)), headers={"Cache-Control": "no-store"})


def read_day(text: str) -> str:
    """Returns a date; raises Refusal 400 for a text that is no date, and for a date before the first night of a day."""
    with suppress(ValueError):
        if (day := day_after(text, 0)) >= EARLIEST:
            return day
    raise Refusal(Why.UNREADABLE, said=f"expected a day such as 2026-11-18, in 1970 or later; got {text[:20]!r}")


async def day_info(site: Site, sealed: DaySeal, browser: str | None, places: int = SHOWN) -> DayInfo:
    """Returns what is public of a day, and the asker's own attempt. Game files are named when the day is over."""
    days, day, side = site.node.days, sealed.day, side_on(sealed.day)
    listed = ranked(await site.store.attempts(day), day)
    own = None if browser is None else await site.store.attempt(day, token_hash(browser))
    is_over = days.is_over(day)
    return DayInfo(
        day=day,
        side=side,
        seal=sealed.seal,
        sealed_before=sealed.at < end_of(day_after(day, -1)),
        seed=await days.opened_seed(day),
        players=len(listed),
        places=tuple(
            DayPlace(
                name=row.player,
                won=result.won,
                turns=result.turns,
                captures=result.captures,
                record=record_code(row.id) if is_over else None,
                own=own is not None and row.id == own.id,
            )
            for row, result in listed[:places]
        ),
        own=None if own is None else own_attempt(own, [result for row, result in listed if row.id != own.id], is_over),
    )


def own_attempt(row: AttemptRow, others: list[DayResult], is_over: bool) -> DayAttempt:
    """Returns the asker's attempt, with the share of the other players whom it beats, in per cent, if it counts."""
    result = read_result(row)
    if result is None:
        return DayAttempt(table=row.id, won=False, turns=0, captures=0)
    is_ranked = result.is_counted and bool(others)
    return DayAttempt(
        table=row.id,
        won=result.won,
        turns=result.turns,
        captures=result.captures,
        standing=result.standing,
        beats=round(100 * beaten(result, others, side_on(row.day)) / len(others)) if is_ranked else None,
        record=record_code(row.id) if is_over else None,
    )
