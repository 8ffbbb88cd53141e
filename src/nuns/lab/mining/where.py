"""Puzzles that ask where a hidden novice is: moments at which the guards can work it out, and the exact belief is the judge."""

from collections.abc import Iterator, Mapping

from nuns.bots.belief import Belief
from nuns.lab.mining.night import Budget, MinedNight
from nuns.lab.mining.rating import rate_odds
from nuns.lessons.puzzle import WHOLE, Puzzle
from nuns.lessons.puzzle_course import NEARLY
from nuns.referee.game import Game
from nuns.referee.seat_events import known_to
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.rules.state import Novice
from nuns.rules.words import NOWHERE, Status

FIRST_TURN = 3
LIKELIEST = (0.3, 0.85)  # the share of the best dot: neither a lottery nor plain to see
FEWEST_DOTS, MOST_DOTS = 5, 30  # on which she may be
CLEAR = 0.6  # the most that the next dot may have of the best dot's share
HARDER = 25  # points of rating for each doubling of the dots on which she may be, beyond the fewest


def where_puzzles(night: MinedNight, budget: Budget) -> Iterator[Puzzle]:
    """Yields the puzzles of a night: one for each novice and turn in which she can be worked out when the guards are about to move."""
    setup = night.record.setup
    if setup.guard_players != 1:
        return
    belief, asked = Belief(setup, Seat.GUARDS), 0
    for moment, game, events in night.steps():
        belief.observe_all(known_to(Seat.GUARDS, events), game.state)
        if game.is_over or not game.is_order_due or game.turn == asked or game.turn < FIRST_TURN:
            continue
        asked = game.turn
        for novice in game.state.novices:
            if novice.status == Status.ON_THE_RUN and not novice.shown:
                puzzle = where_puzzle(night, moment, budget, game, novice, shares_of(belief, novice.figure + 1))
                if puzzle is not None:
                    yield puzzle


def shares_of(belief: Belief, novice: int) -> dict[int, int]:
    """Returns where a novice is believed to be, in thousandths, by dot; those that round to nothing are left out."""
    likely = enumerate(belief.dots(novice).tolist())
    return {dot: round(WHOLE * share) for dot, share in likely if dot != NOWHERE and round(WHOLE * share) > 0}


def where_puzzle(night: MinedNight, moment: int, budget: Budget, game: Game, novice: Novice, dots: Mapping[int, int]) -> Puzzle | None:
    """Returns the puzzle, or None where the answer is plain, a lottery, or unclear."""
    order = sorted(dots, key=lambda dot: (-dots[dot], dot))
    if not FEWEST_DOTS <= len(order) <= MOST_DOTS or novice.dot not in dots:
        return None
    best, second = order[:2]
    share, trap = dots[best] / WHOLE, trap_of(game, dots, best)
    if not LIKELIEST[0] <= share <= LIKELIEST[1] or dots[second] > CLEAR * dots[best] or trap is None:
        return None
    gap = round((dots[best] - dots[trap]) / WHOLE, 3)
    return Puzzle(
        kind="where",
        side="guards",
        seat=Seat.GUARDS,
        figure=NOVICE_SEATS[novice.figure].value,
        turn=game.turn,
        rating=rate_odds(share, HARDER * (len(order) // FEWEST_DOTS).bit_length()),
        gap=gap,
        low=gap,
        high=gap,
        dots={dot: dots[dot] for dot in order},
        trap_dot=trap,
        **night.common(moment, budget),
    )


def trap_of(game: Game, dots: Mapping[int, int], best: int) -> int | None:
    """Returns a dot near the best one on which she may be too, but is far less likely to be; None if there is none."""
    steps = game.setup.board.distance[best]
    found = [dot for dot in dots if dot != best and dots[dot] < NEARLY * dots[best]]
    return min(found, key=lambda dot: (steps[dot], -dots[dot], dot), default=None)
