"""Positions that might have followed: any answer or face can be tried, and every mind is told what its seat would have learnt."""

from dataclasses import replace
from itertools import product
from math import fsum, prod

from nuns.analysis.dice import FACE_BITS, alike_faces
from nuns.analysis.replayed_minds import NightPosition, PackedMind
from nuns.analysis.value_units import VALUES
from nuns.analysis.values import Chances, ValueFunction
from nuns.board.shape import copy_of
from nuns.bots.filter.machine_code import TAPE
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.filter.records import FilterScratch
from nuns.bots.filter.tape_reader import read_tape
from nuns.bots.policies.nights import GUARDS_MIND, NEWS, PUBLIC_MIND
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.units import entry_of
from nuns.rules.bits import count_bits, lowest_bit
from nuns.rules.noise import FACES
from nuns.rules.state import State
from nuns.rules.turn import apply
from nuns.rules.words import CHANCE, Ask, Stage

Faces = tuple[int, ...]  # of the dice of one noise step that are still to be rolled, in the order in which they are


def advance(position: NightPosition, figure: int, numbers: tuple[int, ...]) -> NightPosition:
    """Returns the position after a figure's small actions; every mind that is kept is told what followed."""
    truth, minds = copy_of(position.truth), list(position.minds)
    board, model = recorded(position.setup.board), motion_record(position.setup.board, position.setup.options)
    for number in numbers:
        apply(position.setup.board, truth, figure, number)
        if truth.said:
            state, read, scratch = record_of(truth, State, with_events=True), entry_of(TAPE, read_tape), new_record(FilterScratch)
            for place, packed in enumerate(minds):
                if packed is not None:
                    mind = packed.unpacked()
                    if read(board, model, mind["belief"], state, scratch) & NEWS:
                        mind["is_stale"] = 1
                    minds[place] = PackedMind.of(mind)
    return replace(position, truth=truth, minds=tuple(minds))


def is_die_due(position: NightPosition) -> bool:
    """Tells whether the next thing that happens is a die."""
    return position.truth.stage != Stage.OVER and position.truth.ask == Ask.ROLL and bool(position.truth.asked >> CHANCE & 1)


def dice_due(position: NightPosition) -> int:
    """Returns how many dice of this noise step are still to be rolled; all are rolled before anyone may answer them (10.6)."""
    return count_bits(position.truth.rolling) if is_die_due(position) else 0


def outcomes_of_dice(position: NightPosition) -> dict[Faces, float]:
    """Returns the outcomes of the dice that are due with their probabilities; faces with the same effect count as one."""
    dice = map(shares_of, faces_alike(position))
    return {tuple(face for face, _ in one): prod(share for _, share in one) for one in product(*(die.items() for die in dice))}


def weigh_outcomes(position: NightPosition, evaluator: ValueFunction) -> dict[Faces, tuple[float, Chances]]:
    """Returns the outcomes of the dice that are due, each with its probability and the chances after it.

    Where two cards have dice rolled again, the second die is due after the first: the chances are then the mean over that one too.
    """
    bare = without_own_minds(position)
    return {faces: (share, expected_chances(advance(bare, CHANCE, faces), evaluator)) for faces, share in outcomes_of_dice(bare).items()}


def expected_chances(position: NightPosition, evaluator: ValueFunction) -> Chances:
    """Returns the chances from the truth; where dice are due, the mean over their outcomes, so that dice change nothing on average."""
    if not is_die_due(position):
        return evaluator.chances(position)
    outcomes = list(weigh_outcomes(position, evaluator).values())
    novices = zip(*([share * chance for chance in each.novices] for share, each in outcomes), strict=True)
    return Chances(fsum(share * each.guards for share, each in outcomes), 0.0, tuple(fsum(shares) for shares in novices))


def faces_alike(position: NightPosition) -> list[tuple[int, ...]]:
    """Returns for each die that is due and each of its faces the lowest face by which the same is heard."""
    board, state, rolling, found = recorded(position.setup.board), record_of(position.truth, State), position.truth.rolling, []
    for _ in range(dice_due(position)):
        alike = entry_of(VALUES, alike_faces)(board, state, lowest_bit(rolling))
        found.append(tuple(alike >> FACE_BITS * face & (1 << FACE_BITS) - 1 for face in range(FACES)))
        rolling &= rolling - 1
    return found


def shares_of(alike: tuple[int, ...]) -> dict[int, float]:
    """Returns one face for each thing that a die may let the guards hear, with the probability of all faces that do the same."""
    shares: dict[int, float] = {}
    for face in alike:
        shares[face] = shares.get(face, 0) + 1 / FACES
    return shares


def without_own_minds(position: NightPosition) -> NightPosition:
    """Returns the position with the minds of the guards and of everybody alone, which is all that a value function reads."""
    kept = {GUARDS_MIND, PUBLIC_MIND}
    return replace(position, minds=tuple(mind if place in kept else None for place, mind in enumerate(position.minds)))
