"""The exact value of the mini-convent, by linear programming over sequences: ``python -m research.mini_value``; needs OpenSpiel."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel

from nuns.env import openspiel
from research.study import Study

NOVICE, GUARDS = 0, 1
Sequence = tuple[str, int]  # an information state and an action there


class SequenceForm:
    """A two-player game with perfect recall: each player's sequences and information states, and what pairs of sequences bring."""

    def __init__(self, game: Any) -> None:
        self.numbers: list[dict[Sequence, int]] = [{("", 0): 0}, {("", 0): 0}]
        self.parents: list[dict[str, int]] = [{}, {}]  # the sequence that leads to an information state
        self.actions: list[dict[str, list[int]]] = [{}, {}]
        self.payoffs: dict[tuple[int, int], float] = {}  # to the guards, by guards' and novice's sequence
        self.histories = 0
        self._walk(game.new_initial_state(), [0, 0], 1.0)

    def _walk(self, state: Any, last: list[int], chance: float) -> None:
        self.histories += 1
        if state.is_terminal():
            pair = (last[GUARDS], last[NOVICE])
            self.payoffs[pair] = self.payoffs.get(pair, 0.0) + chance * state.returns()[GUARDS]
            return
        if state.is_chance_node():
            for action, probability in state.chance_outcomes():
                self._walk(state.child(action), last, chance * probability)
            return
        player = state.current_player()
        where = state.information_state_string(player)
        self.parents[player].setdefault(where, last[player])
        self.actions[player].setdefault(where, state.legal_actions())
        for action in state.legal_actions():
            number = self.numbers[player].setdefault((where, action), len(self.numbers[player]))
            self._walk(state.child(action), [number if each == player else last[each] for each in (NOVICE, GUARDS)], chance)

    def constraints(self, player: int) -> tuple[Any, Any]:
        """Returns the matrix and the right side that a plan over sequences obeys."""
        from scipy.sparse import coo_array

        entries = [(0, 0, 1.0)]
        for row, (where, parent) in enumerate(self.parents[player].items(), 1):
            entries.append((row, parent, -1.0))
            entries += [(row, self.numbers[player][where, action], 1.0) for action in self.actions[player][where]]
        rows, columns, values = zip(*entries, strict=True)
        right = np.zeros(len(self.parents[player]) + 1)
        right[0] = 1.0
        return coo_array((values, (rows, columns)), shape=(len(right), len(self.numbers[player]))).tocsr(), right


def solve(form: SequenceForm) -> tuple[float, dict[str, list[tuple[int, float]]]]:
    """Returns what the guards win against the best novice, and their plan: by information state, actions with probabilities."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, hstack

    (mine, one), (hers, _) = form.constraints(GUARDS), form.constraints(NOVICE)
    pairs, values = list(form.payoffs), list(form.payoffs.values())
    payoff = coo_array((values, ([g for g, _ in pairs], [n for _, n in pairs])), shape=(mine.shape[1], hers.shape[1])).tocsr()
    count, duals = mine.shape[1], hers.shape[0]
    goal = np.zeros(count + duals)
    goal[count] = -1.0
    found = linprog(
        goal,
        A_ub=hstack([-payoff.T, hers.T]).tocsr(),
        b_ub=np.zeros(hers.shape[1]),
        A_eq=hstack([mine, coo_array((mine.shape[0], duals))]).tocsr(),
        b_eq=one,
        bounds=[(0, None)] * count + [(None, None)] * duals,
        method="highs",
    )
    return -float(found.fun), dict(plan_of(form, found.x[:count]))


def plan_of(form: SequenceForm, weights: Any) -> Iterator[tuple[str, list[tuple[int, float]]]]:
    """Yields the guards' probabilities by information state; even ones where they never come."""
    for where, actions in form.actions[GUARDS].items():
        shares = [max(0.0, float(weights[form.numbers[GUARDS][where, action]])) for action in actions]
        total = sum(shares)
        yield where, [(action, share / total if total > 0 else 1 / len(actions)) for action, share in zip(actions, shares, strict=True)]


def main(words: list[str] | None = None) -> None:
    """Prints the size of the mini-convent and its value."""
    Study("mini_value").command(__doc__, workers=False, page=False).parse_args(words)
    form = SequenceForm(pyspiel.load_game(openspiel.MINI.short_name))
    value, _ = solve(form)
    states = [len(parents) for parents in form.parents]
    print(f"{form.histories} histories, {states[NOVICE]} information states of the novice, {states[GUARDS]} of the guards")
    print(f"value to the guards {value:.6f}: they win {(1 + value) / 2:.4%}")


if __name__ == "__main__":
    main()
