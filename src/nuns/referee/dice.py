"""The sources of cards and faces: each gives the n-th number, and a record says which source it used."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from nuns.board.shape import copy_of
from nuns.referee import actions as act
from nuns.referee.action_codec import bundle, small_action
from nuns.referee.actions import Action
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.notation import written
from nuns.rules.bits import count_bits, nth_bit
from nuns.rules.chance import DEAL_AND_DICE, draw_below, seed_game
from nuns.rules.state import State
from nuns.rules.turn import apply as apply_number
from nuns.rules.turn import legal
from nuns.rules.words import CHANCE


class Dice(Protocol):
    """A source of random numbers for one game."""

    @property
    def kind(self) -> str:
        """The name of the source, as a record has it."""

    @property
    def seed(self) -> str:
        """The seed, as a record has it."""

    def number(self, count: int, limit: int) -> int:
        """Returns the ``count``-th number, at least 0 and less than ``limit``; the same arguments always give the same number."""


@dataclass(frozen=True)
class CounterDice:
    """The kernel's generator, for simulations; its seed is written as ``seed/game``."""

    seed: str
    kind: str = "counter"
    _state: State = field(default_factory=State, repr=False, compare=False)

    def __post_init__(self) -> None:
        seed, slash, index = self.seed.partition("/")
        if not (slash and seed.isascii() and index.isascii() and seed.isdigit() and index.isdigit() and len(self.seed) <= 40):
            raise ValueError(f"expected a counter seed such as 1/17; got {self.seed[:60]!r}")
        seed_game(self._state, int(seed), int(index))

    def number(self, count: int, limit: int) -> int:
        """Returns the number of that count, at least 0 and less than ``limit``."""
        return draw_below(self._state, DEAL_AND_DICE, count, limit)


@dataclass(frozen=True)
class SealedDice:
    """The dice of a table before 0.3: SHA-256 over the seed, the seats' salts in seat order, and the count, by rejection sampling."""

    seed: str
    salts: tuple[str, ...] = ()
    kind: str = "sha256"

    def number(self, count: int, limit: int) -> int:
        """Returns the number of that count, at least 0 and less than ``limit``."""
        return fair_number((self.seed, *self.salts), count, limit)


def fair_number(lines: tuple[str, ...], count: int, limit: int) -> int:
    """Returns a number below ``limit`` from the SHA-256 over lines, count and block; bytes that would favour a face are skipped."""
    fair = 256 - 256 % limit
    block = 0
    while True:
        text = "\n".join((*lines, str(count), str(block)))
        for byte in sha256(text.encode()).digest():
            if byte < fair:
                return byte % limit
        block += 1


def seal(seed: str) -> str:
    """Returns the seal of a seed, which is published when the table starts: its SHA-256."""
    return sha256(seed.encode()).hexdigest()


def next_chance(game: Game, dice: Dice, count: int) -> act.Draw | act.Roll:
    """Returns the card or face that chance gives now, by the ``count``-th number of the dice."""
    allowed = legal(game.setup.board, game.state, CHANCE)
    action = small_action(game.setup, game.state, CHANCE, nth_bit(allowed, dice.number(count, count_bits(allowed))))
    assert isinstance(action, act.Draw | act.Roll)
    return action


def next_chance_action(game: Game, dice: Dice, count: int) -> act.Deal | act.Roll:
    """Returns the next action of chance as a record has it: the whole deal, or one die; its first number is the ``count``-th."""
    action = next_chance(game, dice, count)
    if isinstance(action, act.Roll):
        return action
    dealt = seat_game(game.setup)
    while not dealt.actions:
        apply(dealt, next_chance(dealt, dice, count + len(dealt.draws)))
    deal = dealt.actions[0]
    assert isinstance(deal, act.Deal)
    return deal


def draw_count(game: Game, action: Action) -> int:
    """Returns how many numbers of the dice a deal or a die takes."""
    return len(bundle(game.setup, game.state, action))


@dataclass(frozen=True, slots=True)
class Drawn:
    """One card or face as it was drawn: by the ``count``-th number, from everything that was possible, in ascending order."""

    count: int
    among: tuple[str, ...]
    taken: str


def draws_of(game: Game, count: int, action: act.Deal | act.Roll) -> Iterator[Drawn]:
    """Yields the draws of a recorded deal or die; two cards of a kind share one name, so either may be meant."""
    state, board = copy_of(game.state), game.setup.board

    def name(number: int) -> str:
        return written(small_action(game.setup, state, CHANCE, number))

    for place, number in enumerate(bundle(game.setup, state, action)):
        allowed = legal(board, state, CHANCE)
        yield Drawn(count + place, tuple(name(nth_bit(allowed, each)) for each in range(count_bits(allowed))), name(number))
        apply_number(board, state, CHANCE, number)


def dice_fault(game: Game, dice: Dice, count: int, action: act.Deal | act.Roll) -> tuple[int, str | None]:
    """Checks a recorded deal or die against the dice, and returns the next count and what is wrong, or None."""
    for drawn in draws_of(game, count, action):
        expected = drawn.among[dice.number(count, len(drawn.among))]
        if expected != drawn.taken:
            return count, f"the seed gives '{expected}' as draw {count + 1}"
        count += 1
    return count, None
