"""What a bot works on: a state made of its view is, to its seat, the night itself."""

import pytest

from nuns.bots.players.position import position_of, table_of
from nuns.referee.seats import Seat, figures_of, knowledge_seat
from nuns.referee.table import Table
from nuns.referee.view import view
from nuns.rules.knowledge import Known, know
from nuns.rules.options import parsed
from nuns.rules.turn import legal
from nuns.rules.words import FALSE_SLOT, Ask, Stage
from tests.kit.eager import eager_choice
from tests.kit.nights import steps

NIGHTS = [
    ("mayfair", 1, 1),
    ("mayfair", 6, 2),
    ("reference", 3, 1),
    ("italian", 4, 1),
    ("dutch", 2, 1),
    ("dutch(blessings=on)", 6, 2),
    ("mayfair(monk=frederick,all-or-nun=on)", 3, 1),
    ("italian(monk=robert,roll-again=own,slow-guards=on)", 2, 1),
    ("reference(caught-shown=whole-move,capture-goal=novices,exact-run=on)", 5, 1),
]


def known(table: Table, state: object, seat: Seat) -> Known:
    """What the seat knows, but for what no decision needs: when its false noise is told, and leftovers of earlier movements."""
    found = Known()
    know(table.board, state, knowledge_seat(seat), found)  # type: ignore[arg-type]
    found.untold = [int(untold != 0) for untold in found.untold[:6]]
    if found.ask not in (Ask.PATH, Ask.STEP):
        found.guard = 0
    for guard in found.guards:
        guard.heading = guard.heading if guard.path else 0
        guard.moved = guard.moved if guard.dot else 0
    for novice in found.novices:
        novice.fakes_beside = novice.fakes_beside if novice.heard[FALSE_SLOT] else 0
    return found


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize("name, novices, guard_players", NIGHTS)
def test_a_position_made_of_a_view_is_all_the_seat_knows_and_no_more(name: str, novices: int, guard_players: int) -> None:
    table = Table(name.partition("(")[0], parsed(name), novices, guard_players)
    asked = set()
    for index in range(3):
        for count, (game, _, _) in enumerate(steps(table, 31, index, eager_choice)):
            if game.is_over or game.state.stage == Stage.DEAL:
                continue
            for seat in game.seats:
                figures = figures_of(seat, guard_players)
                is_asked = any(game.state.asked >> figure & 1 for figure in figures)
                if not is_asked and count % 7:
                    continue
                seen = view(game, seat)
                position = position_of(seen, table)
                for figure in figures:
                    assert legal(table.board, position, figure) == legal(table.board, game.state, figure), (Ask(game.state.ask), seat)
                assert known(table, position, seat) == known(table, game.state, seat)
                if "novices" not in name:
                    assert table_of(seen) == table
                asked.add(game.state.ask) if is_asked else None
    assert asked >= {Ask.PLAN, Ask.ORDER, Ask.PATH, Ask.STEP}
