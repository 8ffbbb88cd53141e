"""The guards' belief at each half-turn of a finished game: the suspicion map, and how sure it was of each novice."""

import msgspec

from nuns.bots.players.suspicion import WHOLE, PublicSuspicion
from nuns.referee.game import Game, seat_game
from nuns.referee.seats import Seat
from nuns.referee.turn_parts import page_position
from nuns.referee.view import known_by
from nuns.server.protocol import NoviceBelief
from nuns.server.web.documents import compressed
from nuns.server.web.replay import limited_replay, short_record


class BeliefMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The belief when a half-turn ended, from public events alone."""

    step: int  # of the replay's steps, from 0: the one that ended the half-turn
    novices: tuple[NoviceBelief, ...]
    sure: dict[int, int]  # by novice, the probability of the dot where she truly was, in thousandths; a novice who is home has none


class ReplayBelief(msgspec.Struct, frozen=True, kw_only=True):
    """What the guards believed during a whole game, which is over."""

    moments: tuple[BeliefMoment, ...]


def replay_belief(text: bytes) -> ReplayBelief:
    """Follows a record with the exact filter. Raises BadRecord for a false record, TooLong when it exceeds the time of a replay."""
    record = short_record(text)
    game = seat_game(record.setup)
    suspected, page, read = PublicSuspicion(record.setup), page_position(game, None), 0
    moments = list[BeliefMoment]()
    for step, _ in enumerate(limited_replay(record, game)):
        before, page = page, page_position(game, page)
        if page != before:
            suspected.observe(game.events[read:])
            read = len(game.events)
            moments.append(_moment(step, game, suspected))
    return ReplayBelief(moments=tuple(moments))


def _moment(step: int, game: Game, suspected: PublicSuspicion) -> BeliefMoment:
    novices = suspected.novices() if game.is_over else suspected.novices_as_known(known_by(game, Seat.SPECTATOR))
    found = {novice: dots for novice, dots in novices.items() if dots}
    truly = {novice.figure + 1: novice.dot for novice in game.state.novices}
    return BeliefMoment(
        step=step,
        novices=tuple(NoviceBelief(novice=novice, dots=dots) for novice, dots in found.items()),
        sure={novice: min(WHOLE, dots.get(truly[novice], 0)) for novice, dots in found.items()},
    )


def encoded_belief(text: bytes) -> tuple[bytes, bytes]:
    """Returns the guards' belief as JSON, and the same compressed; it runs in another process."""
    body = msgspec.json.encode(replay_belief(text))
    return body, compressed(body)
