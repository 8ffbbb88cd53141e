"""The board: edges, distances, rooms, lines of sight, cards. Read from the facts and from nothing else."""

from __future__ import annotations

import json
import math
from collections import deque
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Graph = dict[int, frozenset[int]]


@dataclass(frozen=True, eq=False)
class Convent:
    """What the board knows; distances are counted in steps."""

    at: dict[int, tuple[int, int]]
    around: Graph
    around_keyless: Graph
    distance: dict[int, dict[int, int]]
    room: dict[int, frozenset[int]]
    lines: frozenset[frozenset[int]]
    cells: dict[int, int]
    guard_start: int
    monk_start: int
    decks: dict[str, frozenset[tuple[int, int]]]
    paths: dict[str, tuple[int, ...]]

    def is_lock(self, a: int, b: int) -> bool:
        """5.3 An edge that only a key opens."""
        return b in self.around[a] and b not in self.around_keyless[a]

    def homeward(self, cell: int, has_key: bool) -> dict[int, int]:
        """8.4 Steps to a cell through the doors this novice may open."""
        return _spread(self.around if has_key else self.around_keyless, cell)

    def firsts(self, guard: int, novice: int) -> frozenset[int]:
        """7.4 The first dots of the shortest ways from a guard to a novice."""
        far = self.distance[novice]
        return frozenset(dot for dot in self.around[guard] if far[dot] == far[guard] - 1)

    def gap(self, dot: int, path: tuple[int, ...]) -> int:
        """9.7 Steps from a dot to the nearest dot of a path."""
        return min(self.distance[dot][step] for step in path)

    def angle(self, facing: tuple[int, int], eye: int, dot: int) -> float:
        """6.1 Degrees between a facing (from one dot to the next) and the direction of a dot."""
        (ax, ay), (bx, by) = (self.at[end] for end in facing)
        (ex, ey), (dx, dy) = self.at[eye], self.at[dot]
        fx, fy, gx, gy = bx - ax, by - ay, dx - ex, dy - ey
        return math.degrees(abs(math.atan2(fx * gy - fy * gx, fx * gx + fy * gy)))


def _spread(graph: Graph, start: int) -> dict[int, int]:
    """Steps from one dot to every dot that can be reached."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        dot = queue.popleft()
        for other in graph[dot]:
            if other not in steps:
                steps[other] = steps[dot] + 1
                queue.append(other)
    return steps


def _graph(dots: list[int], edges: list[tuple[int, int]]) -> Graph:
    around: dict[int, set[int]] = {dot: set() for dot in dots}
    for a, b in edges:
        around[a].add(b)
        around[b].add(a)
    return {dot: frozenset(others) for dot, others in around.items()}


@cache
def load(facts: Path) -> Convent:
    """Read the facts of the board once."""
    board = json.loads(facts.read_text(encoding="utf-8"))
    at = {int(dot): (int(x), int(y)) for dot, (x, y) in board["dots"].items()}
    edges = {kind: [(int(a), int(b)) for a, b in pairs] for kind, pairs in board["edges"].items()}
    dots = sorted(at)
    around = _graph(dots, [edge for pairs in edges.values() for edge in pairs])
    keyless = _graph(dots, [edge for kind, pairs in edges.items() if kind != "lock" for edge in pairs])
    rooms = [frozenset(int(dot) for dot in room["dots"]) for room in board["rooms"]]
    keys = {int(key): int(dot) for key, dot in board["keys"].items()}
    decks = {deck: frozenset((keys[int(card["key"])], int(card["dot"])) for card in cards) for deck, cards in board["wishes"].items()}
    return Convent(
        at=at,
        around=around,
        around_keyless=keyless,
        distance={dot: _spread(around, dot) for dot in dots},
        room={dot: room for room in rooms for dot in room},
        lines=frozenset(frozenset((int(a), int(b))) for a, others in board["sight"].items() for b in others),
        cells={int(novice): int(dot) for novice, dot in board["cells"].items()},
        guard_start=int(board["guard_start"]),
        monk_start=int(board["monk_start"]),
        decks=decks,
        paths={name: tuple(int(dot) for dot in path) for name, path in board["paths"].items()},
    )
