"""The state of a game, declared once: a dataclass at the table and a record in machine code."""

from dataclasses import dataclass

from nuns.board.shape import ints, part, several, sized
from nuns.board.tables import PATHS
from nuns.rules.options import Options
from nuns.rules.words import DIE_OWNERS, GUARDS, HOLDERS, NOVICES, ROUTE

VANISHINGS = 18  # the most tokens of one novice: one for each guard and the monk at every other step of her longest movement (6.7)
TAPE = 256  # one action has some 220 events at most: six doubled runs, on each dot of which one guard sees and the other loses her


@dataclass(slots=True)
class Novice:
    """A novice: first what everyone may know of her, then what only she knows."""

    noticed: list[int] = ints(GUARDS, width="u4")  # by each guard in her movement: bit 0 the novice, then her vanished tokens (6.3)
    figure: int = 0
    status: int = 0
    cell: int = 0
    times_caught: int = 0
    gait: int = 0  # the card she showed last (3.1)
    seen: int = 0  # in sight of a guard or the monk (6.6)
    shown: int = 0  # her token stands on her dot: she is seen, or shown though unseen (8.4)
    vanished: int = 0  # how many of her vanished tokens lie on the board (6.7)
    dot: int = 0
    key_dot: int = 0
    wish_dot: int = 0
    has_key: int = 0
    has_wish: int = 0
    slipped_away: int = 0  # caught and out of sight: on the run when the turn ends (8.6)
    cut_short: int = 0  # her movement ended in a capture (5.4)
    told_dot: int = 0  # her dot as the other novices learnt it (11.3)
    plan: int = 0  # the gait of the plan she writes
    steps: int = 0  # how many dots of the route are written
    longer: int = 0  # one more step is played with this plan (10.1)
    route: list[int] = ints(ROUTE)  # the dot where she starts, then every dot she enters
    left_at: list[int] = ints(VANISHINGS)  # where she was last seen, for each vanished token (6.8)
    went_to: list[int] = ints(VANISHINGS)
    token_for: list[int] = ints(VANISHINGS)  # the guards who may use it, as bits (6.7)
    fakes_beside: int = 0  # the guard beside whom she places a false noise, FALSE_SLOT of ``heard`` (10.4)
    heard: list[int] = ints(GUARDS + 1)  # the neighbours of each guard that she may mark, as bits (7.4)
    marked: list[int] = ints(GUARDS + 1)  # those she has chosen to mark
    noise: list[list[int]] = ints(GUARDS, 4)  # her tokens beside each guard, counted by neighbour (7.4)


@dataclass(slots=True)
class Guard:
    """A guard, or the monk: the fields say what each can do, so that no rule asks who it is (9, 11.2)."""

    outlook: int = sized("u2")  # where she stands and faces: a row of board.ahead
    number: int = 0
    sees: int = 0
    hears: int = 0
    chases: int = 0  # catches novices, and may leave her path
    walks_only: int = 0
    dot: int = 0
    path: int = 0
    last_path: int = 0
    heading: int = sized("i1")  # +1 or -1 along the path
    visited: int = 0  # the ends of paths that the monk has been to (11.2)
    steps: int = 0
    leave: int = 0  # she may leave her path (9.6)
    free: int = 0  # she has left it (9.6)
    ran: int = 0
    moved: int = 0  # she has had her movement this turn
    longer: int = 0  # one more step is played with this movement (10.1)
    tokens: int = 0  # how many noise tokens lie beside her (9.6)
    tokens_at: int = 0  # her dot when they were placed (7.4)
    fakes: int = 0  # the neighbour where she is about to place a false noise, as a bit (10.4)
    fakes_beside: int = 0  # the guard beside whom she places it
    noise: list[list[int]] = ints(GUARDS, 4)  # false noises beside her, by the guard who placed them, counted by neighbour (10.4)


@dataclass(slots=True)
class State:
    """The whole truth of a game, with nothing hidden."""

    key_low: int = sized("u4")  # the generator of simulations (chance.py), unused at a table
    key_high: int = sized("u4")
    chances: int = sized("u4")  # how many cards and faces were drawn from it
    decisions: int = sized("u4")
    blessings_drawn: int = sized("u2")
    wishes_drawn: int = sized("u2")  # as bits
    rolling: int = sized("u2")  # the dice still to be rolled, as bits of their owners
    asked: int = sized("u2")  # the figures that must still answer, as bits
    said: int = 0  # how much of the tape is written
    stage: int = 0
    ask: int = 0
    turn: int = 1
    phase: int = 1  # 2 in the second movement of turn 1 (4.1)
    noise_step: int = 0
    rolled_again: int = 0  # everyone must be asked once more (10.6)
    guard: int = 0  # the guard who moves
    captures: int = 0
    goal: int = 0
    ending: int = 0
    winners: int = 0
    novices_dealt: int = 0  # how many novices have drawn their cards (2)
    novice_players: int = 0
    guard_players: int = 0
    asks_home: int = 0  # version 1 of the rules: a novice who is home is still asked for her blessing (11.3)
    options: Options = part(Options)
    novices: list[Novice] = several(Novice, NOVICES)
    guards: list[Guard] = several(Guard, GUARDS)
    cards: list[int] = ints(PATHS + 3)  # 1-14 paths, 15-16 About Turn: where each lies
    blessings: list[int] = ints(HOLDERS)  # the card in each figure's hand
    played: list[int] = ints(HOLDERS)  # the card each has played, once everyone knows it (3.1)
    untold: list[int] = ints(HOLDERS)  # the turn and noise step of a false noise that nobody was told of (10.4)
    answers: list[int] = ints(HOLDERS)
    dice: list[int] = ints(DIE_OWNERS)  # the faces of this noise step; 0 where none was rolled
    shifts: list[int] = ints(DIE_OWNERS, width="i1")  # by how much noise range shifts each die (10.3)
    tape: list[int] = ints(TAPE, width="u4")  # last, so that a record without it is the beginning of one with it
