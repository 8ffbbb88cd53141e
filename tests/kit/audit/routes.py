"""Rules 5.1 to 5.3, 5.6 and 4.1: which way, and how many dots."""

from __future__ import annotations

from itertools import pairwise

from .caught import is_safe
from .log import Event
from .table import Novice, Table

RANGES = {"stand": (0, 0), "sneak": (1, 2), "walk": (3, 4), "run": (1, 5)}


def is_two_phases(table: Table) -> bool:
    """4.1 Turn 1 has two movements of the novices."""
    return table.turn == 1 and table.options.has("opening", "two-phases")


def is_double(table: Table) -> bool:
    """4.1 Turn 1 is one movement of twice the length."""
    return table.turn == 1 and table.options.has("opening", "double-distance")


def gait_range(table: Table, gait: str) -> tuple[int, int]:
    """5.1, 5.6, 4.1 The fewest and the most dots of a gait, without a card."""
    least, most = RANGES[gait]
    if gait == "run" and table.options.on("exact-run"):
        least = most
    return (2 * least, 2 * most) if is_double(table) else (least, most)


def check_length(table: Table, novice: Novice, moved: Event, *, is_cut: bool) -> None:
    """5.1, 10.1 The movement fits its gait; a capture cuts it short (5.5)."""
    gait, steps = moved.text("gait"), len(moved.dots("route")) - 1
    if gait not in RANGES:
        table.fault(moved, f"stand, sneak, walk or run was expected, got {gait!r}", "5.1")
        return
    least, most = gait_range(table, gait)
    longer = (moved.flag("blessing") or novice.spare_step) and gait != "stand"
    novice.spare_step = moved.flag("blessing") and is_two_phases(table) and moved.num("phase") == 1 and steps <= most
    if is_cut and steps > 0:
        least = 1
    if not least <= steps <= most + longer:
        exact = gait == "run" and table.options.on("exact-run") and steps <= most
        rule = "5.6" if exact else "4.1" if is_double(table) else "10.1" if moved.flag("blessing") else "5.1"
        table.fault(moved, f"{gait} of novice {novice.number} is {least}-{most + longer} dots, got {steps}", rule)


def check_ways(table: Table, novice: Novice, moved: Event) -> None:
    """5.2, 5.3 From where she stands, along edges, through locks only with her key."""
    route = moved.dots("route")
    if route[0] != novice.dot:
        table.fault(moved, f"novice {novice.number} stands on {novice.dot}, got a route from {route[0]}", "5.2")
    for a, b in pairwise(route):
        if b not in table.convent.around[a]:
            table.fault(moved, f"a step along an edge was expected, got {a} to {b}", "5.2")
        elif table.convent.is_lock(a, b) and not novice.has_key:
            table.fault(moved, f"novice {novice.number} has no key and cannot open the lock, got {a} to {b}", "5.3")


def may_be_cut(table: Table, novice: Novice, moved: Event, caught_to: int) -> bool:
    """5.5, 8.6 What looks like obeying may be the first part of a longer way that a capture cut short."""
    route = moved.dots("route")
    return len(route) - 1 < RANGES["walk"][1] + moved.flag("blessing") and cut_at(table, novice, route, caught_to) == len(route) - 1


def cut_at(table: Table, novice: Novice, route: list[int], caught_to: int) -> int | None:
    """5.5, 8.5 Where on her route a novice is caught: stepping onto a guard's dot, or standing still there, while on the run."""
    guarded = {guard.dot for guard in table.guards.values()}
    first = max(0 if len(route) == 1 else 1, caught_to + 1)
    return next((i for i in range(first, len(route)) if route[i] in guarded and not is_safe(table, novice, route[i])), None)
