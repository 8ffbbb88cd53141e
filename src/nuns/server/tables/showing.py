"""A table as everybody sees it; never more than is durable, nor more than is everybody's to know."""

from typing import TYPE_CHECKING

from nuns.server.protocol import Chair, Opened, TableState
from nuns.server.settings import ChairName, Status, side_of
from nuns.server.store import Status as Kept_status
from nuns.server.store import record_code
from nuns.server.tables.seating import Seating

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable


def status_of(table: "LiveTable") -> Status:
    kept = table.keeping.row.status
    if kept == Kept_status.ABANDONED:
        return "abandoned"
    if table.night.is_over:
        return "over"
    if kept == Kept_status.LOBBY:
        return "lobby"
    return "playing" if table.night.seats else "sealing"


def state_of(table: "LiveTable", at: int) -> TableState:
    """At that time, which clocks are shown for."""
    status, night = table.status, table.night
    is_playing = status == "playing"
    present = table.present()
    return TableState(
        code=table.code,
        status=status,
        settings=table.settings,
        chairs=tuple(_chair(table, chair, at, chair in present.chairs, is_playing) for chair in table.settings.chairs),
        waiting=night.waiting if is_playing else (),
        phase_left_ms=night.clocks.left_in_phase(at) if is_playing and night.clocks else None,
        seal=night.seal,
        opened=_opened(table) if status == "over" and table.is_finished else None,  # which says that its record is kept
        spectators=present.spectators,
        rematch=table.keeping.kept.rematch,
    )


def _chair(table: "LiveTable", chair: ChairName, at: int, connected: bool, is_playing: bool) -> Chair:
    night, seating, hand = table.night, table.seating, table.night.hands.get(chair)
    if hand is None:
        kind, name, level, stand_in = seating.kind(chair).value, seating.name(chair), seating.level(chair), None
    else:
        kind, name, level, stand_in = "bot" if hand.level else "person", hand.name, hand.level, hand.stand_in
    clocks = night.clocks if is_playing and name else None
    return Chair(
        chair=chair,
        side=side_of(chair),
        kind=kind,  # type: ignore[arg-type]
        name=name,
        level=level,
        seat=night.seats.get(chair),
        connected=connected,
        stand_in=stand_in,
        salted=chair in (night.salts or night.salted),
        left_ms=clocks.left_to(chair, at) if clocks else None,
        ticking=clocks is not None and clocks.turn.alone == chair,
    )


def _opened(table: "LiveTable") -> Opened:
    assert table.night.seed is not None
    salts = {str(seat): salt for seat, salt in table.night.salts_by_seat().items()}
    return Opened(seed=table.night.seed, salts=salts, record=record_code(table.code))


def listed_chair(chair: ChairName, seating: Seating) -> Chair:
    """Of a table whose log was not read."""
    kind = seating.kind(chair).value
    return Chair(chair=chair, side=side_of(chair), kind=kind, name=seating.name(chair), level=seating.level(chair))  # type: ignore[arg-type]
