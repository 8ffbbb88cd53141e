"""The state of a night: declared once, a dataclass at the table and a record in the kernel."""

from dataclasses import dataclass

from nuns.board.shape import ints, part, several, sized
from nuns.board.tables import PATHS
from nuns.rules.options import Options
from nuns.rules.words import DIE_OWNERS, GUARDS, HOLDERS, NOVICES, ROUTE

VANISHINGS = 18  # 6.7 the most tokens of one novice: for each guard and the monk, every other step of her longest movement
TAPE = 256  # the most events of one action are some 220: six doubled runs, each dot of them seen by one guard and lost by the other


@dataclass(slots=True)
class Novice:
    """A novice: what all may know of her, then what she alone does."""

    noticed: list[int] = ints(GUARDS, width="u4")  # 6.3 by each guard in her movement: bit 0 herself, then her vanished tokens
    figure: int = 0
    status: int = 0
    cell: int = 0
    times_caught: int = 0
    gait: int = 0  # 3.1 the card she showed last
    seen: int = 0  # 6.6 in sight, since her movement or the guards' began
    shown: int = 0  # her token stands on her dot: seen, or 8.4 shown though unseen
    vanished: int = 0  # 6.7 how many of her vanished tokens lie on the board
    dot: int = 0
    key_dot: int = 0
    wish_dot: int = 0
    has_key: int = 0
    has_wish: int = 0
    slipped_away: int = 0  # 8.6 caught, and was out of sight: on the run when the turn ends
    cut_short: int = 0  # 5.4 her movement ended in a capture
    told_dot: int = 0  # 11.3 what the other novices learnt
    plan: int = 0  # the gait she writes
    steps: int = 0  # how many dots of the route are written
    longer: int = 0  # 10.1 one more step is played with this plan
    route: list[int] = ints(ROUTE)  # where she starts, and every dot
    left_at: list[int] = ints(VANISHINGS)  # 6.8 where each vanished token was last seen
    went_to: list[int] = ints(VANISHINGS)
    token_for: list[int] = ints(VANISHINGS)  # 6.7 the guards who may use it, as bits
    fakes_beside: int = 0  # 10.4 the guard beside whom she places a false noise, in the last slot of ``heard``
    heard: list[int] = ints(GUARDS + 1)  # 7.4 the neighbours of a guard that she may mark, as bits
    marked: list[int] = ints(GUARDS + 1)  # those she has chosen
    noise: list[list[int]] = ints(GUARDS, 4)  # 7.4 her tokens beside each guard, counted by neighbour


@dataclass(slots=True)
class Guard:
    """A guard, or 11.2 the monk: what each can do is written here, so that no rule asks who she is."""

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
    visited: int = 0  # 11.2 the monk: the ends he has been to
    steps: int = 0
    leave: int = 0  # 9.6 she may leave her path
    free: int = 0  # 9.6 she has left it
    ran: int = 0
    moved: int = 0  # has had her movement this turn
    longer: int = 0  # 10.1 one more step is played with this movement
    tokens: int = 0  # 9.6 how many noise tokens are hers
    tokens_at: int = 0  # 7.4 the dot beside which they lie
    fakes: int = 0  # 10.4 the neighbour of a false noise that she is about to place, as a bit
    fakes_beside: int = 0  # and the guard beside whom
    noise: list[list[int]] = ints(GUARDS, 4)  # 10.4 the guards' false noises beside her, by the guard who placed them, counted by neighbour


@dataclass(slots=True)
class State:
    """The whole truth of a night."""

    key_low: int = sized("u4")  # chance.py: the generator of simulations, unused at a table
    key_high: int = sized("u4")
    chances: int = sized("u4")  # how many cards and faces were drawn from it
    decisions: int = sized("u4")
    tape: list[int] = ints(TAPE, width="u4")
    blessings_drawn: int = sized("u2")
    wishes_drawn: int = sized("u2")  # as bits
    rolling: int = sized("u2")  # the dice still to be rolled, as bits of their owners
    asked: int = sized("u2")  # the figures that must still answer, as bits
    said: int = 0  # how much of the tape is written
    stage: int = 0
    ask: int = 0
    turn: int = 1
    phase: int = 1  # 4.1 2 in the second movement of turn 1
    noise_step: int = 0
    rolled_again: int = 0  # 10.6 whether the window must be held once more
    guard: int = 0  # the guard who moves
    captures: int = 0
    goal: int = 0
    ending: int = 0
    winners: int = 0
    novices_dealt: int = 0  # 2 the deal: how many novices have drawn
    novice_players: int = 0
    guard_players: int = 0
    asks_home: int = 0  # 11.3 in version 1 of the rules: a novice who is home is asked for her blessing all the same
    options: Options = part(Options)
    novices: list[Novice] = several(Novice, NOVICES)
    guards: list[Guard] = several(Guard, GUARDS)
    cards: list[int] = ints(PATHS + 3)  # 1-14 paths, 15-16 About Turn: where each lies
    blessings: list[int] = ints(HOLDERS)  # the card in each figure's hand
    played: list[int] = ints(HOLDERS)  # 3.1 the card each has played, once all know it
    untold: list[int] = ints(HOLDERS)  # 10.4 the turn of a false noise nobody was told of, and its step
    answers: list[int] = ints(HOLDERS)
    dice: list[int] = ints(DIE_OWNERS)  # the faces of this noise step; 0 where none was rolled
    shifts: list[int] = ints(DIE_OWNERS, width="i1")  # 10.3
