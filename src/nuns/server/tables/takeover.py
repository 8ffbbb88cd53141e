"""A moment of a finished game at which somebody takes over a seat: what the new table begins with."""

from collections.abc import Iterator

import msgspec

from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.moments import Moment, moments
from nuns.referee.notation import written
from nuns.referee.options import differences, edition_of
from nuns.referee.record import Record
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings
from nuns.server.tables.creation import Guest
from nuns.server.tables.night.origins import TakenOver

MOST_ACTIONS = 5_000  # before the moment; a game of eight players has some 1,000 in all


class NightMoment(msgspec.Struct, frozen=True):
    """A finished game up to a moment: its settings, the version of its rules, its actions, and its players by seat."""

    settings: Settings
    rules: int
    taken_over: TakenOver
    names: dict[str, str]

    def guests(self, seat: str, person: Guest, bot: Guest) -> dict[ChairName, Guest]:
        """Returns the players of the new table by chair: novices sit in the order of their numbers."""
        if seat not in self.names:
            raise Refusal(Why.IMPOSSIBLE, said=f"expected a seat of this game, {', '.join(self.names)}; got {seat}")
        return {chair: person if own == seat else bot for chair, own in zip(self.settings.chairs, self.names, strict=True)}


def night_moment(
    id: str, record: Record, game: Game, steps: Iterator[tuple[Action | None, tuple[Event, ...]]], actions: int
) -> NightMoment:
    """Returns the last moment of a game at or before so many actions; raises ValueError if there is none."""
    found: Moment | None = None
    for moment in moments(game, steps):
        if moment.actions > actions:
            break
        found = moment
    if found is None:
        raise ValueError(f"expected a moment after the deal; got {actions} actions")
    if found.actions > MOST_ACTIONS:
        raise ValueError(f"expected a moment after at most {MOST_ACTIONS} actions; got {found.actions}")
    setup = record.setup
    changed = differences(setup.options, edition_of(setup.edition, setup.version))
    return NightMoment(
        settings=Settings(edition=setup.edition, options=changed, novices=setup.novices, guard_players=setup.guard_players),
        rules=setup.version,
        taken_over=TakenOver(id, record.check, tuple(map(written, record.actions[: found.actions])), found.turn, found.part),
        names={seat.value: name for seat, name in record.seats.items()},
    )
