"""Writes what a seat knows as a row of small numbers (layout.py), in the same plain Python as the rules."""

from typing import Any

from nuns.board.tables import PATHS, Board
from nuns.env.layout import (
    ACTIONS,
    CARDS_START,
    DICE_START,
    EVERYONE,
    GUARD_BLOCK,
    GUARD_SEAT,
    GUARDS_START,
    NO_FIGURE,
    NO_SHIFT,
    NOBODY_ASKED,
    NOVICE_BLOCK,
    NOVICES_START,
    OWN_BLOCK,
    OWN_START,
    TABLE_START,
    TOKENS,
)
from nuns.rules.ending import turns_left
from nuns.rules.knowledge import know
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, DIE_OWNERS, GUARD_SIDE, GUARDS, HOLDERS, NOVICES, NOWHERE, ROUTE, Ask

INLINED = True  # small functions, called once for each decision
WAYS = 4  # the neighbours of a dot at most
NO_ANSWER = 1  # the mask of a seat that is not asked, as bits: never all zeros, which learners cannot take; the action is ignored


def seat_of_figure(figure: int) -> int:
    """Returns the seat of a figure as observations name it: a novice's own, or the guard side."""
    return figure if figure < NOVICES else GUARD_SEAT


def observe(board: Board, game: State, known: State, seat: int, figure: int, row: Any, mask: Any) -> int:
    """Fills in what a seat knows and what it may answer for a figure, and returns that as bits; a figure of -1 is not asked.

    ``known`` must be empty, and is filled; everything is read from it.
    """
    know(board, game, seat if seat < GUARD_SEAT else GUARD_SIDE, known)  # type: ignore[arg-type]
    write_observation(board, known, seat, figure, row)
    allowed = legal(board, known, figure) if figure >= 0 else NO_ANSWER
    for action in range(ACTIONS):
        mask[action] = allowed >> action & 1
    return allowed


def write_observation(board: Board, known: State, seat: int, figure: int, row: Any) -> None:
    """Writes an observation of a seat, from what it knows; most of it is 0, which is written at once."""
    row[:] = 0
    write_public(board, known, seat, figure, row)
    if seat < GUARD_SEAT:
        write_own(known, known.novices[seat], row, OWN_START)
    else:
        write_guards_own(known, row, OWN_START)


def write_state(board: Board, game: State, row: Any) -> None:
    """Writes the whole truth, for critics that may see it in training: the public part, then what each seat has of its own."""
    row[:] = 0
    write_public(board, game, EVERYONE, -1, row)
    for novice in game.novices:
        write_own(game, novice, row, OWN_START + novice.figure * OWN_BLOCK)
    write_guards_own(game, row, OWN_START + NOVICES * OWN_BLOCK)


def write_public(board: Board, known: State, seat: int, figure: int, row: Any) -> None:
    """Writes what the seat is asked, and everything on the table."""
    row[0] = seat
    row[1] = known.ask if figure >= 0 else NOBODY_ASKED
    row[2] = figure if figure >= 0 else NO_FIGURE
    here = where_from(known, figure)
    if here:
        for way in range(WAYS):
            row[3 + way] = board.next[here][way]
    write_table(known, row)
    tokens = 0
    for number in range(GUARDS):
        write_guard(board, known.guards[number], row, GUARDS_START + number * GUARD_BLOCK)
        tokens += known.guards[number].tokens
    for figure in range(NOVICES):
        if known.novices[figure].status:
            write_novice(known.novices[figure], tokens, row, NOVICES_START + figure * NOVICE_BLOCK)


def where_from(known: State, figure: int) -> int:
    """Returns the dot from which the next step leads, in a plan or in a guard's movement, or NOWHERE."""
    if figure < 0:
        return NOWHERE
    if known.ask == Ask.PLAN:
        return known.novices[figure].route[known.novices[figure].steps] if known.novices[figure].plan else NOWHERE
    return known.guards[figure - ABBESS].dot if known.ask == Ask.STEP else NOWHERE


def write_table(known: State, row: Any) -> None:
    """Writes how far the game has come, the path cards, the dice and the blessings that were played."""
    row[TABLE_START] = known.asked & (1 << NOVICES) - 1
    row[TABLE_START + 1] = known.asked >> ABBESS & 15
    row[TABLE_START + 2] = known.turn
    row[TABLE_START + 3] = turns_left(known)
    row[TABLE_START + 4] = known.phase
    row[TABLE_START + 5] = known.noise_step
    row[TABLE_START + 6] = known.guard
    row[TABLE_START + 7] = known.captures
    row[TABLE_START + 8] = known.goal
    row[TABLE_START + 9] = known.ending
    row[TABLE_START + 10] = known.winners
    for card in range(PATHS + 2):
        row[CARDS_START + card] = known.cards[card + 1]
    for owner in range(DIE_OWNERS):
        row[DICE_START + owner] = known.dice[owner]
    for owner in range(DIE_OWNERS):
        row[DICE_START + DIE_OWNERS + owner] = known.shifts[owner] + NO_SHIFT
    for holder in range(HOLDERS):
        row[DICE_START + 2 * DIE_OWNERS + holder] = known.played[holder]


def write_guard(board: Board, guard: Guard, row: Any, at: int) -> None:
    """Writes a guard or the monk, if he plays."""
    if guard.dot == NOWHERE:
        return
    row[at] = guard.dot
    row[at + 1] = board.facing[guard.outlook][0]
    row[at + 2] = board.facing[guard.outlook][1]
    row[at + 3] = guard.path
    row[at + 4] = guard.last_path
    row[at + 5] = 0 if guard.heading == 0 else 1 if guard.heading < 0 else 2
    row[at + 6] = guard.visited
    row[at + 7] = guard.steps
    row[at + 8] = guard.leave
    row[at + 9] = guard.free
    row[at + 10] = guard.ran
    row[at + 11] = guard.moved
    row[at + 12] = guard.longer
    row[at + 13] = guard.tokens
    row[at + 14] = guard.tokens_at
    if guard.tokens:
        for other in range(GUARDS):
            row[at + 15 + other] = ways_marked(guard.noise[other])


def write_novice(novice: Novice, tokens: int, row: Any, at: int) -> None:
    """Writes what is known of a novice; ``tokens`` is how many noise tokens lie on the board."""
    row[at] = novice.status
    row[at + 1] = novice.times_caught
    row[at + 2] = novice.gait
    row[at + 3] = novice.seen
    row[at + 4] = novice.shown
    row[at + 5] = novice.dot
    row[at + 6] = novice.told_dot
    row[at + 7] = novice.noticed[0] & 1 | (novice.noticed[1] & 1) << 1 | (novice.noticed[2] & 1) << 2
    if tokens:
        for guard in range(GUARDS):
            row[at + 8 + guard] = ways_marked(novice.noise[guard])
    if novice.vanished:
        row[at + 8 + GUARDS] = novice.vanished
        at += 9 + GUARDS
        for token in range(min(TOKENS, novice.vanished)):
            row[at + token] = novice.left_at[token]
            row[at + TOKENS + token] = novice.went_to[token]
            row[at + 2 * TOKENS + token] = novice.token_for[token]


def ways_marked(counts: Any) -> int:
    """Returns the neighbours beside which tokens lie, as bits."""
    marked = 0
    for way in range(WAYS):
        marked |= (counts[way] > 0) << way
    return marked


def write_own(known: State, novice: Novice, row: Any, at: int) -> None:
    """Writes what only a novice herself knows."""
    row[at] = novice.key_dot
    row[at + 1] = novice.wish_dot
    row[at + 2] = novice.has_key
    row[at + 3] = novice.has_wish
    row[at + 4] = novice.plan
    row[at + 5] = novice.steps
    row[at + 6] = novice.longer
    for step in range(novice.steps + 1):
        row[at + 7 + step] = novice.route[step]
    at += 7 + ROUTE
    row[at] = novice.fakes_beside
    for slot in range(GUARDS + 1):
        row[at + 1 + slot] = novice.heard[slot]
        row[at + 2 + GUARDS + slot] = novice.marked[slot]
    row[at + 3 + 2 * GUARDS] = known.blessings[novice.figure]
    row[at + 5 + 2 * GUARDS] = known.untold[novice.figure]


def write_guards_own(known: State, row: Any, at: int) -> None:
    """Writes what only the guard side knows: its two blessings."""
    at += OWN_BLOCK - 4
    for place in range(2):
        row[at + place] = known.blessings[ABBESS + place]
        row[at + 2 + place] = known.untold[ABBESS + place]
