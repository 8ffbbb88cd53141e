"""Chapter 9 with 6.3, 8.1 and 10.1: one guard's whole movement, step by step."""

from __future__ import annotations

from .blessings import ONE_MORE_STEP, spend
from .caught import check_captures, note_out_of_sight
from .log import Event
from .paths import complete, first_paths
from .sight import Thing, check_come_into_sight, has_reason, is_in_sight, novices_in, take_seen, things, view
from .table import GUARDS, Table, Watcher

LEAST = 3


def guards_move(table: Table) -> bool:
    """4 One guard's whole movement, then the other's; true when the capture goal ends the game (1.3)."""
    table.shown |= {novice.number for novice in table.active if is_in_sight(table, novice)}
    waiting = set(GUARDS)
    while waiting:
        if table.turn == 1:
            first_paths(table, with_monk=True)
        event = table.log.ahead("guard_turned", "guard_stepped", "guard_stopped")
        name = event.text("guard") if event is not None else ""
        if name not in waiting:
            table.log.lost(f"the movement of {' or '.join(sorted(waiting))}", "4")
        if not table.guards[name].path:
            table.log.lost(f"{name}'s first path before her first step", "2.5")
        if Movement(table, table.guards[name]).run():
            return True
        waiting.discard(name)
    for novice in table.active:
        note_out_of_sight(table, novice)
    return False


class Movement:
    """What one guard has done so far in this movement, and what she may do next."""

    def __init__(self, table: Table, guard: Watcher) -> None:
        self.table, self.guard = table, guard
        self.most = 5 if table.options.on("slow-guards") else 6
        self.steps = 0
        self.blessed = False
        self.has_turned_beyond = False
        self.before_step: list[Event] = []
        reason = has_reason(table, guard)
        self.leave = reason
        self.free = reason and guard.dot not in guard.path
        self.noticed: set[Thing] = things(table, guard)
        if not reason and guard.dot == guard.path[-1]:
            complete(table, guard)

    def run(self) -> bool:
        """Follow her to her stop; true when the goal is reached on the way."""
        while (event := self.table.log.peek()) is not None:
            if event.name == "novice_seen":
                self.before_step.append(self.table.log.take())
            elif self._is_her_card(event):
                self._bless()
            elif event.name == "guard_turned" and event.text("guard") == self.guard.name:
                self._turn(self.table.log.take())
            elif event.name == "guard_stepped" and event.text("guard") == self.guard.name:
                if self._step(self.table.log.take()):
                    return True
            elif event.name == "guard_stopped" or (event.name == "novice_caught" and self._stops_here()):
                return self._stop()
            elif event.name == "novice_caught":
                self.table.fault(self.table.log.take(), f"no capture was expected before {self.guard.name} goes on, got {event}", "8.1")
            elif event.name == "token_removed":
                text = f"a token stays on the board until the guards' movement ends, got {event}"
                self.table.fault(self.table.log.take(), text, "6.9")
            else:
                break
        return self.table.log.lost(f"a step, a turn or the stop of {self.guard.name}", "9.1")

    def _is_her_card(self, event: Event | None) -> bool:
        if event is None or event.name != "blessing_played":
            return False
        return event.owner("by") == self.guard.name and event.text("blessing") == ONE_MORE_STEP

    def _bless(self) -> None:
        spend(self.table, self.table.log.take())
        self.blessed = True

    def _allowed(self) -> dict[int, set[bool]]:
        """9.3, 9.6, 9.7 The dots she may step to now, and whether such a step is free."""
        dot, path = self.guard.dot, self.guard.path
        around = self.table.convent.around[dot]
        ways: dict[int, set[bool]] = {other: {True} for other in around} if self.leave or self.free else {}
        if self.free:
            return ways
        if dot in path:
            ways |= {other: {False} for other in path[path.index(dot) + 1 :][:1]}
            return ways
        gap = self.table.convent.gap(dot, path)
        for other in around:
            if self.table.convent.gap(other, path) == gap - 1:
                ways[other] = {False, True} if self.leave else {False}
        return ways

    def _check_way(self, event: Event, to: int) -> dict[int, set[bool]]:
        """Whether she may go that way at all."""
        ways = self._allowed()
        if to not in ways:
            rule = "9.7" if self.guard.dot not in self.guard.path else "9.6"
            rule = "9.3" if to not in self.table.convent.around[self.guard.dot] and not self.leave else rule
            self.table.fault(event, f"{self.guard.name} on {self.guard.dot} may go to {sorted(ways)}, got {to}", rule)
        return ways

    def _turn(self, event: Event) -> None:
        """6.3 A turn that shows her something new lets her choose again."""
        self._check_place(event, "dot")
        to = self.table.known_dot(event, "towards")
        self._check_way(event, to)
        if self.steps >= self.most:
            self.has_turned_beyond = True
            if self.steps > self.most or not (self.blessed or self.table.cards.get(self.guard.name) == ONE_MORE_STEP):
                self.table.fault(event, f"{self.guard.name} has no step left to turn for after {self.steps}, got a turn", "9.1")
        fresh, new = self._look_towards(to)
        if not new:
            self.table.fault(event, f"a turn that shows {self.guard.name} something new was expected, got one towards {to}", "6.3")
        for seen in self.before_step:
            self.table.fault(seen, f"guard_turned was expected before the novice_seen it causes, got {seen}", "6.3")
        got = self.before_step + take_seen(self.table, fresh)
        self.before_step = []
        check_come_into_sight(self.table, self.guard.name, fresh, fresh - self.table.shown, got)
        self.noticed |= new
        self.leave = self.leave or bool(new)

    def _look_towards(self, to: int) -> tuple[set[int], set[Thing]]:
        """6.3 She turns and looks: the novices that come into her sight, and what is new to her."""
        before = novices_in(self.table, view(self.table, self.guard))
        self.guard.facing = (self.guard.dot, to)
        now = novices_in(self.table, view(self.table, self.guard))
        return now - before, things(self.table, self.guard) - self.noticed

    def _check_place(self, event: Event, key: str) -> None:
        if event.num(key) != self.guard.dot:
            self.table.fault(event, f"{self.guard.name} stands on {self.guard.dot}, got {event.num(key)}", "9.1")

    def _step(self, event: Event) -> bool:
        """4.2 Turn, look, step, captures, goal check, look, end of path and new card."""
        self._check_place(event, "from")
        to = self.table.known_dot(event, "to")
        self._settle_freedom(event, to, self._check_way(event, to))
        fresh, new = self._look_towards(to)
        if new:
            text = f"a guard_turned towards {to} was expected, for it shows {self.guard.name} {sorted(new)}, got her step"
            self.table.fault(event, text, "6.3")
        check_come_into_sight(self.table, self.guard.name, fresh, fresh - self.table.shown, self.before_step)
        self.before_step = []
        before = novices_in(self.table, view(self.table, self.guard))
        self.guard.dot = to
        self.steps += 1
        self._arrive(novices_in(self.table, view(self.table, self.guard)) - before)
        if self.steps > self.most + self.blessed:
            self.table.fault(event, f"{self.guard.name} moves at most {self.most + self.blessed} dots, got step {self.steps}", "9.1")
        if self.table.goal_reached:
            return True
        self._look_for_reasons()
        return False

    def _settle_freedom(self, event: Event, to: int, ways: dict[int, set[bool]]) -> None:
        """9.3 A step that is the next of her path follows it, leave or not; one off it makes her move freely."""
        got, flags = event.flag("free"), ways.get(to, {event.flag("free")})
        if got not in flags:
            rule = "9.6" if True in flags else "9.3" if self.guard.dot in self.guard.path else "9.7"
            self.table.fault(event, f"{self.guard.name}'s step to {to} should have free={not got}, got free={got}", rule)
        self.free = got if got in flags else not got

    def _arrive(self, fresh: set[int]) -> None:
        """4.2, 8.1 Captures on the dot, then what comes into sight; her card may be told with the step (10.1)."""
        here = {novice.number for novice in self.table.on_the_run if novice.dot == self.guard.dot}
        catches = self.table.options.on("catch-in-passing")
        captures: list[Event] = []
        seen: list[Event] = []
        while (event := self.table.log.peek()) is not None:
            if self._is_her_card(event) and self.steps > self.most:
                self._bless()
            elif event.name == "novice_caught" and catches:
                captures.append(self.table.log.take())
                if any(other.num("dot") != self.guard.dot for other in seen):
                    self.table.fault(event, "captures were expected before the look from the new dot, got one after it", "4.2")
            elif event.name == "novice_seen" and event.num("novice") in fresh - {other.num("novice") for other in seen}:
                seen.append(self.table.log.take())
            else:
                break
        if catches:
            check_captures(self.table, self.guard.name, self.guard.dot, captures)
        caught_here = here if catches or self._stops_here() else set()
        spared = {number for number in caught_here if self.table.novices[number].caught or not catches}
        required = set() if self.table.goal_reached else fresh - self.table.shown - spared
        check_come_into_sight(self.table, self.guard.name, fresh, required, seen)

    def _stops_here(self) -> bool:
        event = self.table.log.ahead("guard_stepped", "guard_turned", "guard_stopped")
        return event is not None and event.name == "guard_stopped"

    def _look_for_reasons(self) -> None:
        """9.6 Leave lasts for the movement, or only as long as its reason; 9.3 the end of her path."""
        self.noticed |= things(self.table, self.guard)
        reason = has_reason(self.table, self.guard)
        lapsed = False
        if self.table.options.has("free-until", "movement-end"):
            self.leave = self.leave or reason
        else:
            self.leave = reason
            lapsed = self.free and not reason
            self.free = self.free and reason
        if not self.free and self.guard.dot == self.guard.path[-1]:
            is_left_open = lapsed and self._stops_here() and not self.table.log.is_next("path_taken")
            if not is_left_open:
                complete(self.table, self.guard)

    def _stop(self) -> bool:
        """9.1, 8.1 Her stop, and with ``catch-in-passing=off`` the captures on that dot just before or after it."""
        passing = self.table.options.on("catch-in-passing")
        captures = self._take_captures()
        event = self.table.log.expect("guard_stopped", "9.1", f"the stop of {self.guard.name}", guard=self.guard.name)
        for seen in self.before_step:
            self.table.fault(seen, f"no turn or step of {self.guard.name} brings anyone into sight here, got {seen}", "6.9")
        if self._is_her_card(self.table.log.peek()):
            self._bless()
        captures += [] if passing else self._take_captures()
        if captures or not passing:
            check_captures(self.table, self.guard.name, self.guard.dot, captures)
        if self._is_her_card(self.table.log.peek()):
            self._bless()
        self._check_gait(event)
        self.guard.ran = event.text("gait") == "run"
        return self.table.goal_reached

    def _take_captures(self) -> list[Event]:
        captures: list[Event] = []
        while self.table.log.is_next("novice_caught"):
            captures.append(self.table.log.take())
        return captures

    def _check_gait(self, event: Event) -> None:
        """9.1, 10.1 Walks 3-4 or runs 5-6; with the card walks 5 or runs 7."""
        gait, steps = event.text("gait"), event.num("steps")
        if steps != self.steps:
            self.table.fault(event, f"{self.guard.name} has made {self.steps} steps, got {steps}", "9.1")
        if self.steps < LEAST:
            self.table.fault(event, f"{self.guard.name} moves at least {LEAST} dots, got {self.steps}", "9.1")
        long_walk = self.blessed and self.steps == 5 and gait == "walk"
        expected = "walk" if self.steps < 5 or long_walk else "run"
        if gait != expected:
            rule = "10.1" if gait == "walk" and self.steps == 5 else "9.1"
            self.table.fault(event, f"{self.guard.name} after {self.steps} steps shows {expected}, got {gait}", rule)
        if self.blessed and not long_walk and self.steps <= self.most and not self.has_turned_beyond:
            text = f"one more step was expected with a step beyond {self.most} or a walk of 5, got {gait} {self.steps}"
            self.table.fault(event, text, "10.1")
