"""The mini-convent: thirteen dots and the end of a night, small enough to be solved exactly.

One novice has her wish and must go home; one capture wins for the guards, who ran before and hear nothing now. It is the turn before the
last: she moves once, hidden; the guards patrol, and leave their paths if they see her in the garden. Then she has her last movement, for
which the best route can be found: the game ends before it, with its result.
"""

import json
from functools import cache
from typing import Any

from nuns.board.convent import DECKS, WISH_CARDS, Convent, read_convent
from nuns.board.shape import copy_of
from nuns.board.tables import Board
from nuns.referee.game_setup import GameSetup
from nuns.rules.bits import lowest_bit
from nuns.rules.ending import last_turn
from nuns.rules.options import parse_options
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, proceed
from nuns.rules.words import CHANCE, GUARDS_WIN, Ask, NoiseStep, Stage

OPTIONS = "mayfair(sight=room,opening=single,blessings=off,exact-run=on,slow-guards=on,capture-goal=novices,turns=2)"
VALUE = 1 / 3  # to the guards, who win two games of three: python -m research.mini_value
HOME = 1  # the novice's cell
STARTS = (6,)  # her dot; with more than one, chance decides and only she knows
ABBESS_AT = PRIORESS_AT = 2
CELL = {"format": "nuns convent 1", "name": "A mini-convent", "plan": {"width": 100, "height": 100}, "tower": [], "cells": {"1": 1}}
RING = {2: (50, 25), 3: (25, 35), 4: (15, 55), 5: (20, 75), 6: (40, 90), 7: (60, 90), 8: (80, 75), 9: (85, 55), 10: (75, 35)}
DOTS = {1: (50, 5), **RING, 11: (35, 45), 12: (45, 55), 13: (50, 70)}
EDGES = [[2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [8, 9], [9, 10], [2, 10], [11, 12], [12, 13]]
PATHS = {"west-2-6": [2, 3, 4, 5, 6], "east-2-7": [2, 10, 9, 8, 7], "crypt-2-13": [2, 3, 11, 12, 13]}
GARDEN = [6, 7]


@cache
def mini_convent() -> Convent:
    """Returns the plan: a cell beside a ring, and stairs down to a crypt; only in the garden can a guard see farther than her own dot."""
    cards = [{"key": key, "dot": 5, "object": "candle"} for key in range(1, WISH_CARDS + 1)]
    facts: dict[str, Any] = {
        **CELL,
        "dots": DOTS,
        "edges": {"door": [[1, 2], [3, 11]], "open": EDGES},
        "rooms": [
            *({"name": f"Room {dot}", "floor": "stone", "dots": [dot]} for dot in DOTS if dot not in GARDEN),
            {"name": "Garden", "floor": "garden", "dots": GARDEN},
        ],
        "sight": {"6": [7], "7": [6]},
        "guard_start": ABBESS_AT,
        "monk_start": 4,
        "keys": dict.fromkeys(range(1, WISH_CARDS + 1), 5),
        "wish_cards": dict.fromkeys(DECKS, cards),
        "path_ends": {"2": "Landing", "6": "Garden gate", "7": "Well", "13": "Crypt"},
        "paths": PATHS,
    }
    return read_convent(json.dumps(facts))


@cache
def mini_setup() -> GameSetup:
    """Returns the setup of the game."""
    options = parse_options(OPTIONS)
    return GameSetup("mayfair", options, 1, 1, mini_convent())


def mini_state(setup: GameSetup) -> State:
    """Returns the position before chance decides where the novice is, by a card that stands for a dot."""
    state = State(options=setup.options)
    set_table(setup.board, state, setup.novices, setup.guard_players)
    proceed(setup.board, state)
    apply(setup.board, state, CHANCE, HOME)
    state.wishes_drawn = sum(1 << card for card in range(len(STARTS) + 1, WISH_CARDS + 1))
    return state


def place_pieces(state: State, card: int) -> None:
    """Puts everybody where the end of the night begins: she has her key and her wish."""
    novice = state.novices[HOME - 1]
    novice.dot = novice.route[0] = STARTS[card - 1]
    novice.has_key = novice.has_wish = 1
    for guard, dot in zip(state.guards, (ABBESS_AT, PRIORESS_AT), strict=False):
        guard.dot, guard.ran = dot, 1


def end_value(board: Board, state: State) -> float | None:
    """Returns 1 if the guards have won, -1 if the novice has, or None while there is something to decide."""
    if state.stage == Stage.OVER:
        return 1.0 if state.winners == GUARDS_WIN else -1.0
    if state.turn == 1 and (state.noise_step == NoiseStep.MAKING or state.stage == Stage.DEAL):
        return None
    return -1.0 if can_get_home(state.novices[HOME - 1].dot, state.guards[0].dot, state.guards[1].dot) else 1.0


@cache
def can_get_home(novice: int, abbess: int, prioress: int) -> bool:
    """Tells whether the novice can go home in her last movement, past guards who stand there; every plan is tried."""
    setup = mini_setup()
    state = mini_state(setup)
    apply(setup.board, state, CHANCE, 1)
    place_pieces(state, 1)
    state.turn = last_turn(state)
    state.novices[HOME - 1].dot = state.novices[HOME - 1].route[0] = novice
    state.guards[0].dot, state.guards[1].dot = abbess, prioress
    return any_plan_wins(setup.board, state)


def any_plan_wins(board: Board, state: State) -> bool:
    """Tells whether some way to write the rest of the plan ends at home."""
    if state.stage == Stage.OVER:
        return state.winners != GUARDS_WIN
    if state.ask != Ask.PLAN:
        return False
    allowed = legal(board, state, HOME - 1)
    while allowed:
        other = copy_of(state)
        apply(board, other, HOME - 1, lowest_bit(allowed))
        if any_plan_wins(board, other):
            return True
        allowed &= allowed - 1
    return False
