"""Whole games in which every seat has a policy, beliefs included: each seat is told what it learns, and decides on what it knows (rules 3).

Written in the subset of Python that the kernel compiles.
"""

from dataclasses import dataclass

from nuns.board.shape import several
from nuns.board.tables import Board
from nuns.bots.filter.observation import begin_belief
from nuns.bots.filter.records import MotionTables, Whole, table, whole
from nuns.bots.filter.tape_reader import read_tape
from nuns.bots.policies.decisions import decide_guard, decide_novice, plan_novice
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GUARDS_SEAT, RANDOM, SEARCH, seat_of
from nuns.bots.policies.workspace import Mind, Workspace
from nuns.kernel.copies import copied
from nuns.kernel.play import begin, random_choice
from nuns.rules.chance import pick_action, seed_game
from nuns.rules.knowledge import SPECTATOR, know
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import CHANCE, GUARD_SIDE, NOVICES, Ask, Event, Stage, Status

GUARDS_MIND, PUBLIC_MIND, OWN_MIND = 0, 1, 2  # places in a row of minds; a novice's own is OWN_MIND + her figure
MINDS = OWN_MIND + NOVICES
# What ends the walk that a guard has planned: something of a novice was noticed, or a movement is over.
NEWS = (
    1 << Event.TURNED | 1 << Event.SEEN | 1 << Event.SHOWN | 1 << Event.VANISHED | 1 << Event.CAUGHT
    | 1 << Event.NOISE | 1 << Event.GUARD_STOPPED | 1 << Event.CLEARED
)  # fmt: skip


@dataclass(slots=True)
class Crew:
    """The policies of one game, one for each novice in the order of their numbers, then the guards'; and what the seats keep in mind."""

    policies: Whole = table(GUARDS_SEAT + 1, width="i8")
    minds: list[Mind] = several(Mind, MINDS)
    in_use: int = whole()  # the minds that must be told what happens, as bits


def play_night(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace) -> None:
    """Plays a game that was dealt to its end."""
    while game.stage != Stage.OVER:
        decide_in(board, model, game, crew, space)


def deal_night(
    board: Board,
    model: MotionTables,
    game: State,
    crew: Crew,
    space: Workspace,
    seed: int,
    index: int,
    novices: int,
    guard_players: int,
) -> None:
    """Deals game ``index`` of a seed; ``game`` must be empty but for its options, and the policies be filled in."""
    seed_game(game, seed, index)
    begin(board, game, novices, guard_players)
    begin_minds(board, model, game, crew, space)


def begin_minds(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace) -> None:
    """Begins the beliefs that the policies need, as the cards were dealt (2)."""
    crew.in_use = 0
    if crew.policies[GUARDS_SEAT] >= CAREFUL:
        begin_mind(board, model, game, crew, space, GUARDS_MIND, GUARD_SIDE)
    for novice in game.novices:
        if novice.status != Status.ABSENT:
            policy = crew.policies[seat_of(game, novice.figure)]
            if policy >= BELIEF and not crew.in_use >> PUBLIC_MIND & 1:
                begin_mind(board, model, game, crew, space, PUBLIC_MIND, SPECTATOR)
            if policy == SEARCH:
                begin_mind(board, model, game, crew, space, OWN_MIND + novice.figure, novice.figure + 0)


def begin_mind(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace, place: int, seat: int) -> None:
    """Begins one mind, by what its seat knows now."""
    crew.in_use |= 1 << place
    mind = crew.minds[place]
    mind.walker = -1
    space.knowns[0] = copied(space.knowns[1])
    know(board, game, seat, space.knowns[0])
    begin_belief(board, model, mind.belief, space.knowns[0], seat)


def decide_in(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace) -> None:
    """Lets the figure who is asked first decide, a novice with her whole plan, and tells every mind what followed."""
    figure = next_figure(game)
    policy = int(crew.policies[seat_of(game, figure)]) if figure != CHANCE else RANDOM
    if policy == RANDOM:
        act(board, model, game, crew, space, figure, random_choice(board, game, figure))
    elif figure == GUARD_SIDE and game.guard_players == 2:
        act(board, model, game, crew, space, figure, pick_action(game, legal(board, game, figure)))
    else:
        space.knowns[0] = copied(space.knowns[1])
        known = space.knowns[0]
        know(board, game, figure if figure < NOVICES else GUARD_SIDE, known)
        known.key_low = game.key_low
        known.key_high = game.key_high
        known.decisions = game.decisions
        if figure >= NOVICES:
            action = decide_guard(board, model, crew.minds[GUARDS_MIND], known, figure, policy, space)
            game.decisions = known.decisions
            act(board, model, game, crew, space, figure, action)
        elif game.ask == Ask.PLAN:
            own = crew.minds[OWN_MIND + figure]
            count = plan_novice(board, model, crew.minds[PUBLIC_MIND], own, known, figure, policy, space)
            game.decisions = known.decisions
            for place in range(count):
                act(board, model, game, crew, space, figure, int(space.plan[place]))
        else:
            action = decide_novice(board, known, figure, policy)
            game.decisions = known.decisions
            act(board, model, game, crew, space, figure, action)


def act(board: Board, model: MotionTables, game: State, crew: Crew, space: Workspace, figure: int, action: int) -> None:
    """Carries out an answer, and tells every mind what its seat learns by it."""
    apply(board, game, figure, action)
    if game.said:
        for place in range(MINDS):
            if crew.in_use >> place & 1:
                mind = crew.minds[place]
                if read_tape(board, model, mind.belief, game, space.scratch) & NEWS:
                    mind.is_stale = 1
