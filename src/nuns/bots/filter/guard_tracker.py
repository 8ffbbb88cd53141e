"""What a seat knows of the guards, followed step by step: where each stands and looks, which dots are seen, and what a look has covered.

Written in the subset that the kernel compiles.
"""

from nuns.board.tables import DOTS, Board
from nuns.bots.filter.records import BeliefRecord
from nuns.bots.filter.tracks import learn
from nuns.rules.guards import arrive, complete_path, face, take_path
from nuns.rules.monk import has_finished, leave_game
from nuns.rules.sight import is_on_board, sees, watches
from nuns.rules.state import Guard
from nuns.rules.words import NOVICES, NOWHERE, Event


def set_guard(mine: Guard, guard: Guard) -> None:
    """Puts a guard or the monk where the game begins (2.1, 11.2)."""
    mine.outlook = guard.outlook
    mine.number = guard.number
    mine.sees = guard.sees
    mine.hears = guard.hears
    mine.chases = guard.chases
    mine.walks_only = guard.walks_only
    mine.dot = guard.dot
    mine.path = NOWHERE
    mine.last_path = NOWHERE
    mine.visited = 0
    mine.ran = 0
    mine.free = 0


def see_guard(board: Board, belief: BeliefRecord, what: int, number: int, first: int, second: int) -> None:
    """Moves a guard or the monk; what a look shows is told before anything else happens (6.3, 6.9, 9)."""
    end_look(belief)
    guard = belief.public.guards[number]
    if what == Event.PATH:
        if not guard.chases:  # the guards' paths say nothing of the novices; the monk leaves after his last (11.2)
            take_path(board, belief.public, guard, first)
            belief.public.said = 0
    elif what == Event.GUARD_STOPPED:
        guard.ran = second
        if has_finished(board, guard):
            leave_game(guard)
            belief.is_sight_known = 0
    else:
        towards = second if what == Event.TURNED else second >> 1
        for way in range(board.degree[guard.dot]):
            if board.next[guard.dot][way] == towards:
                face(board, guard, way)
        belief.is_sight_known = 0
        begin_look(board, belief, guard)
        if what == Event.GUARD_STEPPED:  # she looked that way before she stepped (6.3)
            end_look(belief)
            arrive(guard, towards)
            if not guard.chases:
                complete_path(board, belief.public, guard)
            begin_look(board, belief, guard)


def begin_look(board: Board, belief: BeliefRecord, guard: Guard) -> None:
    """Notes the dots that a guard looks at for the first time in this movement; the events of what she sees may follow (6.9)."""
    belief.is_looking = 1
    for dot in range(1, DOTS):
        belief.look[dot] = 1 if not belief.looked[dot] and sees(board, belief.public, guard, dot) else 0


def end_look(belief: BeliefRecord) -> None:
    """Ends the last look: a novice whom it did not show is not on a dot that it covered (6.9)."""
    if belief.is_looking:
        belief.has_looked = 1
        for dot in range(1, DOTS):
            belief.looked[dot] |= belief.look[dot]
    belief.is_looking = 0


def conclude_looks(belief: BeliefRecord) -> None:
    """Rules out what all the looks so far would have shown (6.9)."""
    end_look(belief)
    if belief.has_looked:
        for figure in range(NOVICES):
            track = belief.tracks[figure]
            if track.is_present and is_on_board(belief.public.novices[figure]) and not track.is_own:
                for dot in range(1, DOTS):
                    if belief.looked[dot] and not track.known[dot]:
                        learn(track, 0.0, dot)
        for dot in range(1, DOTS):
            belief.looked[dot] = 0
    belief.has_looked = 0


def look_up_sight(board: Board, belief: BeliefRecord) -> None:
    """Brings up to date which dots are seen, and which are watched (6.6, 8.5)."""
    if belief.is_sight_known:
        return
    belief.is_sight_known = 1
    for dot in range(1, DOTS):
        belief.seen[dot] = 0
        belief.watched[dot] = 0
        for guard in belief.public.guards:
            if sees(board, belief.public, guard, dot):
                belief.seen[dot] = 1
                if watches(board, belief.public, guard, dot):
                    belief.watched[dot] = 1
