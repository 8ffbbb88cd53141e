"""The night as an account: what the deal, every die and every decision changed, so that start and changes add up to the result.

A value is the row of the chances of all parties: the guards, then the novices by figure. Where dice are about to be rolled, the value is
the mean over their outcomes, so that a decision is not blamed for a face. A decision counts by what it changed in truth, secrets
included. Plans that are written in secret count in the order of the game file. Any value function will do: the sums hold for all of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import fsum
from typing import NamedTuple

from nuns.analysis.branches import Faces, faces_alike, is_die_due, weigh_outcomes
from nuns.analysis.findings import Account, EntryKind, Ledger, LedgerEntry
from nuns.analysis.first_minds import dealt_mind
from nuns.analysis.replayed_minds import NightPosition, NightStep, PackedMind, seat_of_mind
from nuns.analysis.values import Chances, ValueFunction
from nuns.board.shape import copy_of
from nuns.bots.policies.nights import GUARDS_MIND, MINDS, PUBLIC_MIND
from nuns.kernel.play import decide
from nuns.referee.action_codec import figure_of
from nuns.referee.actions import Deal, Draw, Roll, Ruler
from nuns.referee.game import Game, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.rules.bits import lowest_bit
from nuns.rules.chance import seed_game
from nuns.rules.words import NOVICES, Stage, Status

DEALS, DEALS_SEED = 1024, 0  # drawn for the value before the deal, always the same ones
LUCK: tuple[EntryKind, ...] = ("deal", "die")
GUARDS_PARTY = 0  # place of the guards in a row of chances; a novice's is 1 + her figure
Row = tuple[float, ...]


def row_of(chances: Chances) -> Row:
    """Returns chances as a row: the guards', then the novices' by figure."""
    return (chances.guards, *chances.novices)


def difference(after: Row, before: Row) -> Row:
    """Returns how much every party has gained."""
    return tuple(one - two for one, two in zip(after, before, strict=True))


def mean(rows: list[tuple[float, Row]]) -> Row:
    """Returns the mean of weighted rows."""
    return tuple(fsum(weight * row[party] for weight, row in rows) for party in range(1 + NOVICES))


class LedgerChange(NamedTuple):
    """One entry for all parties."""

    moment: int
    turn: int
    kind: EntryKind
    seat: str
    gains: Row
    face: int = 0


@dataclass
class LedgerBook:
    """The account of a night while it is being written: the value reached so far, and the changes that led there."""

    evaluator: ValueFunction
    start: Row
    value: Row = ()
    changes: list[LedgerChange] = field(default_factory=list)
    _dice: dict[Faces, tuple[float, Row]] = field(default_factory=dict)  # the outcomes of the dice that are due, with their values
    _rolled: Faces = ()

    def __post_init__(self) -> None:
        self.value = self.start

    def note(self, step: NightStep, kind: EntryKind, seat: str, gains: Row, face: int = 0) -> None:
        """Adds an entry, unless nothing changed for anybody."""
        if not any(gains):
            return
        turn = step.before.truth.turn if step.before is not None else 1
        self.changes.append(LedgerChange(step.after.moment - 1, turn, kind, seat, gains, face))

    def settle(self, position: NightPosition) -> Row:
        """Returns the value of a position that was reached, and lays out the dice that are due in it."""
        if not is_die_due(position):
            return row_of(self.evaluator.chances(position))
        outcomes = weigh_outcomes(position, self.evaluator)
        self._dice, self._rolled = {faces: (share, row_of(chances)) for faces, (share, chances) in outcomes.items()}, ()
        return self.expected()

    def expected(self) -> Row:
        """Returns the mean over the outcomes that the faces so far leave open."""
        fitting = {faces: each for faces, each in self._dice.items() if faces[: len(self._rolled)] == self._rolled}
        assert fitting, "a die was rolled that was not laid out"
        total = fsum(share for share, _ in fitting.values())
        return mean([(share / total, row) for share, row in fitting.values()])

    def is_last_die(self) -> bool:
        """Tells whether all dice that were laid out are rolled; another card may have one rolled again at once."""
        return all(len(faces) == len(self._rolled) for faces in self._dice)

    def deal(self, step: NightStep) -> None:
        """Adds the luck of the deal."""
        after = self.settle(step.after)
        self.note(step, "deal", "", difference(after, self.value))
        self.value = after

    def roll(self, step: NightStep, face: int, seat: str) -> None:
        """Adds the luck of one die; once all dice of the step are rolled, the value is that of what is heard."""
        assert step.before is not None, "a die is not the first action"
        self._rolled = (*self._rolled, faces_alike(step.before)[0][face - 1])
        after = self.settle(step.after) if self.is_last_die() else self.expected()
        self.note(step, "die", seat, difference(after, self.value), face)
        self.value = after

    def decide(self, step: NightStep, seat: str) -> None:
        """Adds what a decision changed."""
        after = self.settle(step.after)
        self.note(step, "decision", seat, difference(after, self.value))
        self.value = after

    def ledger(self, game: Game) -> Ledger:
        """Returns the finished account."""
        guards = [LedgerEntry(one.moment, one.turn, one.kind, one.seat, one.gains[GUARDS_PARTY], one.face) for one in self.changes]
        return Ledger(self.start[GUARDS_PARTY], guards, self.value[GUARDS_PARTY], [self.account(seat) for seat in game.seats])

    def account(self, seat: Seat) -> Account:
        """Returns one player's account, in chance of their own: luck, their own decisions, and those of all others."""
        party = 1 + NOVICE_SEATS.index(seat) if seat in NOVICE_SEATS else GUARDS_PARTY
        result = self.value[party]
        luck = fsum(one.gains[party] for one in self.changes if one.kind in LUCK)
        chosen = [(one.seat == seat.value, one.gains[party]) for one in self.changes if one.kind not in LUCK]
        decisions, others = (fsum(gain for is_own, gain in chosen if is_own == whose) for whose in (True, False))
        return Account(seat.value, self.start[party], luck, decisions, others, result, result - luck)


def ledger_of(game: Game, steps: Iterable[NightStep], evaluator: ValueFunction, *, start: Row | None = None) -> Ledger:
    """Returns the account of a finished night by any value function; ``start`` is its value before the deal, if that is known already."""
    if not game.is_over or game.is_abandoned:
        raise ValueError("expected a night that was played to its end")
    book = LedgerBook(evaluator, start_of(game.setup, evaluator) if start is None else start)
    for step in steps:
        match step.action:
            case Ruler():
                continue
            case Deal() | Draw():
                book.deal(step)
            case Roll(face=face):
                book.roll(step, face, owner_of_die(game, step))
            case _:
                book.decide(step, seat_of(game, figure_of(step.action)))
    return book.ledger(game)


def owner_of_die(game: Game, step: NightStep) -> str:
    """Returns the seat whose die is rolled."""
    assert step.before is not None, "a die is not the first action"
    return seat_of(game, lowest_bit(step.before.truth.rolling))


def seat_of(game: Game, figure: int) -> str:
    """Returns the seat that decides for a figure, or whose die it is."""
    return next(seat for seat in game.seats if figure in game.figures(seat)).value


def start_of(setup: GameSetup, evaluator: ValueFunction, deals: int = DEALS) -> Row:
    """Returns the value before the deal: the mean over deals that are drawn evenly, the same ones every time.

    No novice has her number yet (2.1), so all have the same chance: the mean over those who play in each deal.
    """
    guards, novices = [], []
    for position in deals_of(setup, deals):
        row = row_of(evaluator.chances(position))
        guards.append(row[GUARDS_PARTY])
        novices += [row[1 + novice.figure] for novice in position.truth.novices if novice.status != Status.ABSENT]
    return (fsum(guards) / deals, *[fsum(novices) / len(novices)] * NOVICES)


def deals_of(setup: GameSetup, deals: int) -> Iterator[NightPosition]:
    """Yields so many nights that were just dealt."""
    minds: dict[tuple[bool, ...], tuple[PackedMind | None, ...]] = {}
    empty = seat_game(setup).state
    for index in range(deals):
        state = copy_of(empty)
        seed_game(state, DEALS_SEED, index)
        while state.stage == Stage.DEAL:
            decide(setup.board, state)
        dealt = NightPosition(setup, 1, state, (None,) * MINDS)
        present = tuple(novice.status != Status.ABSENT for novice in state.novices)
        if present not in minds:
            minds[present] = public_minds(dealt)
        yield replace(dealt, minds=minds[present])


def public_minds(dealt: NightPosition) -> tuple[PackedMind | None, ...]:
    """Returns the minds of the guards and of everybody as the cards are dealt; it depends on nothing but who plays."""
    minds: list[PackedMind | None] = [None] * MINDS
    for place in (GUARDS_MIND, PUBLIC_MIND):
        seat = seat_of_mind(place)
        minds[place] = PackedMind.of(dealt_mind(dealt.setup, dealt.known_to(seat), seat))
    return tuple(minds)
