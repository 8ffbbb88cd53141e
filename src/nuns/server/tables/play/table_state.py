"""The state of a table as everybody sees it: nothing that is not durable, and nothing secret."""

from nuns.server.protocol import Chair, Continued, Opened, Sealing, TableState
from nuns.server.settings import ChairName, Status, side_of
from nuns.server.store import TableRow, TableStatus, record_code
from nuns.server.tables.creation import blob_of
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.people.seating import Present, Seating
from nuns.server.tables.persistence import TableLog


def state_of(log: TableLog, present: Present, at: int) -> TableState:
    """Returns the table as everybody sees it, with its clocks as they stand at that time."""
    status, night = log.status, log.night
    is_playing = status == "playing"
    return TableState(
        code=log.code,
        status=status,
        settings=log.settings,
        chairs=tuple(_chair(night, log.seating, chair, at, chair in present.chairs, is_playing) for chair in log.settings.chairs),
        waiting=night.waiting if is_playing else (),
        phase_left_ms=night.clocks.left_in_phase(at) if is_playing and night.clocks else None,
        window_left_ms=max(0, night.window_end - at) if is_playing and night.window_end is not None else None,
        seal=night.seal,
        sealing=_sealing(night) if status == "sealing" else None,
        opened=_opened(night, log.code) if night.is_over and log.is_finished and not log.is_closed else None,  # its record is stored
        spectators=present.spectators,
        trouble=log.trouble,
        rematch=log.blob.rematch,
        continues=_continued(night),
        day=log.blob.day,
    )


def standing_of(log: TableLog, present: Present) -> object:
    """Returns everything that ``state_of`` reads but the time, to compare: while it is the same, nobody need be told."""
    night = log.night
    drawn = night.seal, night.terms, night.commitments, night.published_at, night.salted, night.salts, night.seats
    times, ended = (night.clocks, night.window_end), (night.is_over, log.is_finished)
    return log.row, log.seating.rows, log.trouble, night.players, drawn, night.waiting, ended, times, present


def _chair(night: TableNight, seating: Seating, chair: ChairName, at: int, connected: bool, is_playing: bool) -> Chair:
    player = night.players.get(chair)
    if player is None:
        kind, name, level, stand_in = seating.kind(chair).value, seating.name(chair), seating.level(chair), None
    else:
        kind, name, level, stand_in = "bot" if player.level else "person", player.name, player.level, player.stand_in
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
        ticking=clocks is not None and clocks.running.alone == chair,
    )


def _sealing(night: TableNight) -> Sealing | None:
    """Returns what browsers need to commit themselves; a table that was sealed before 0.3 deals at once."""
    if night.terms is None:
        return None
    return Sealing(terms=night.terms.text, commitments=night.commitments, published=night.published_at is not None)


def _continued(night: TableNight) -> Continued | None:
    """Returns which game the table continues; until this one is over nobody is led to the other's end."""
    other = night.taken_over
    if other is None:
        return None
    if not night.is_over:
        return Continued(turn=other.turn, part=other.part)
    return Continued(turn=other.turn, part=other.part, record=other.record, moment=len(other.actions))


def _opened(night: TableNight, code: str) -> Opened:
    assert night.seed is not None
    salts = {str(seat): salt for seat, salt in night.salts_by_seat().items()}
    return Opened(seed=night.seed, salts=salts, record=record_code(code))


def listed_state(row: TableRow, seating: Seating) -> TableState:
    """Returns the state of a table in the lobby or being played whose log was not read."""
    settings = blob_of(row).settings
    status: Status = "lobby" if row.status == TableStatus.LOBBY else "playing"
    chairs = tuple(_listed_chair(chair, seating) for chair in settings.chairs)
    return TableState(code=row.id, status=status, settings=settings, chairs=chairs)


def _listed_chair(chair: ChairName, seating: Seating) -> Chair:
    kind = seating.kind(chair).value
    return Chair(chair=chair, side=side_of(chair), kind=kind, name=seating.name(chair), level=seating.level(chair))  # type: ignore[arg-type]
