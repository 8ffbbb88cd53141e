"""Chapter 7 with 10.2 to 10.4 and 10.6: dice, cards played on them, and noise tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .blessings import (
    FALSE_NOISE,
    KINDS,
    NOISE_RANGE,
    ONE_MORE_STEP,
    ROLL_AGAIN,
    check_false_noise,
    check_false_token,
    check_not_home,
    check_roll_again,
    shift,
    spend,
)
from .log import Event, Owner
from .table import Novice, Table, Watcher

NOISE = "noise"
LISTEN = "listen"


def modifier(table: Table, gait: str) -> int:
    """5.1 What a gait adds to the die."""
    return {"stand": -3, "sneak": -2, "walk": -1, "run": table.options.number("run-modifier")}.get(gait, 0)


def noise_step(table: Table, why: str) -> None:
    """7.1 Making noise, or 7.3 listening: dice, the window of 10.6, tokens."""
    step = Step(table, why)
    for event in step.events():
        if event.name == "rolled":
            step.roll(event)
        elif event.name == "blessing_played":
            step.play(event)
        else:
            step.place(event)
    step.close()


class Step:
    """One step of noise, as the log tells it."""

    def __init__(self, table: Table, why: str) -> None:
        self.table, self.why = table, why
        self.rule = "7.1" if why == NOISE else "7.3"
        self.hearers = _hearers(table, why)
        self.due = self._owners()
        self.dice: dict[Owner, int] = {}
        self.again: Counter[Owner] = Counter()
        self.false: Counter[Owner] = Counter()
        self.heard: dict[tuple[int, str], list[Event]] = {}
        self.stage = "dice"

    def _owners(self) -> set[Owner]:
        """7.1, 7.2, 7.3, 11.2 Who rolls in this step."""
        if self.why == LISTEN:
            return {hearer.name for hearer in self.hearers}
        return {novice.number for novice in self.table.on_the_run} if self.hearers else set()

    def events(self) -> Iterator[Event]:
        log = self.table.log
        while (event := log.peek()) is not None and event.name in ("rolled", "blessing_played", "noise"):
            if event.name == "blessing_played" and event.text("blessing") == ONE_MORE_STEP:
                return
            yield log.take()

    def roll(self, event: Event) -> None:
        """7.1, 7.3 The dice are rolled together; 10.2 one rolled again stands in place of the first."""
        owner = event.owner("by")
        assert owner is not None
        if event.text("why") != self.why:
            self.table.fault(event, f"a die for {self.why} was expected, got one for {event.text('why')}", self.rule)
        if not 1 <= event.num("face") <= 6:
            self.table.fault(event, f"a face 1-6 was expected, got {event.num('face')}", self.rule)
        if self.again[owner] > 0:
            self.again[owner] -= 1
        elif owner in self.dice:
            self.table.fault(event, f"one die of {owner} was expected, got another with no card to roll it again", "10.2")
        elif owner not in self.due:
            self.table.fault(event, f"dice of {_list(self.due)} were expected, got one of {owner}", self._why_not(owner))
        elif self.stage != "dice":
            self.table.fault(event, f"the dice of one step are rolled together, got {owner}'s after a card or token", "10.6")
        self.dice[owner] = event.num("face")

    def _why_not(self, owner: Owner) -> str:
        """The rule by which this one does not roll."""
        novice = self.table.novices.get(owner) if isinstance(owner, int) else None
        if novice is not None and novice.home:
            return "11.3"
        if novice is not None and novice.caught:
            return "8.4"
        return "7.2" if novice is not None and self.why == NOISE else self.rule

    def play(self, event: Event) -> None:
        """10.6 Roll-agains first, then shifts and false noises, then tokens."""
        card = event.text("blessing")
        self._check_dice(event.line)
        if card not in KINDS:
            self.table.fault(event, f"a blessing was expected, got {card!r}", "10")
            return
        if self.stage == "tokens" or (card == ROLL_AGAIN and self.stage == "shifts"):
            self.table.fault(event, f"roll-agains, then shifts and false noises, then tokens were expected, got {card} after them", "10.6")
        spend(self.table, event)
        check_not_home(self.table, event)
        if card == ROLL_AGAIN:
            self.stage = "again" if self.stage == "dice" else self.stage
            check_roll_again(self.table, event, self.dice)
            die = event.owner("die")
            if die is not None:
                self.again[die] += 1
            return
        self._check_rolled_again(event.line)
        self.stage = "shifts" if self.stage != "tokens" else self.stage
        if card == NOISE_RANGE:
            shift(self.table, event, self.dice)
        elif card == FALSE_NOISE:
            check_false_noise(self.table, event, self.why)
            owner = event.owner("by")
            assert owner is not None
            self.false[owner] += 1

    def place(self, event: Event) -> None:
        """7.4 Real tokens are gathered and judged at the end; 10.4 a false one answers its card."""
        self._check_dice(event.line)
        self._check_rolled_again(event.line)
        self.table.known_dot(event, "dot")
        placer = event.owner("novice") if event.raw.get("novice") is not None else event.owner("by")
        assert placer is not None
        if event.flag("real"):
            self.stage = "tokens"
            number = self.table.novice(event).number if isinstance(placer, int) else 0
            self.heard.setdefault((number, event.text("guard")), []).append(event)
        elif self.false[placer] > 0:
            self.false[placer] -= 1
            check_false_token(self.table, event, placer)
        else:
            self.table.fault(event, f"a false noise only with its card was expected, got one of {placer}", "10.4")
        guard = self.table.guards.get(event.text("guard"))
        if guard is not None:
            guard.noise += 1
        self.table.tokens += 1

    def _check_dice(self, line: int) -> None:
        """All dice of the step lie before anything is done with them."""
        missing = self.due - set(self.dice)
        if missing:
            self.table.log.fault(line, f"dice of {_list(missing)} were expected, got none", self.rule)
            self.due -= missing

    def _check_rolled_again(self, line: int) -> None:
        for owner, count in self.again.items():
            if count:
                self.table.log.fault(line, f"the die of {owner} rolled again was expected, got no roll", "10.2")
        self.again.clear()

    def close(self) -> None:
        """Nothing is left open, and the tokens are those of the dice."""
        line = self.table.log.line
        self._check_dice(line)
        self._check_rolled_again(line)
        for owner, count in self.false.items():
            if count:
                self.table.log.fault(line, f"the token of {owner}'s false noise was expected, got none", "10.4")
        for hearer in self.hearers:
            for novice in self.table.on_the_run:
                self._check_tokens(novice, hearer)
        for events in self.heard.values():
            for event in events:
                self.table.fault(event, f"nobody is heard so, got {event}", self.rule)

    def _reach(self, novice: Novice, hearer: Watcher) -> int:
        """7.1, 7.3 How far she is heard by this die."""
        change = modifier(self.table, novice.gait)
        if self.why == NOISE:
            reach = self.dice[novice.number] + change if novice.number in self.dice else 0
        else:
            reach = self.dice[hearer.name] + min(change, 0) if hearer.name in self.dice else 0
        limit = self.table.options.number("hearing-limit")
        return min(reach, limit) if limit else reach

    def _check_tokens(self, novice: Novice, hearer: Watcher) -> None:
        """7.4 A heard novice marks the first dot of a shortest way; of several one, some or all."""
        got = self.heard.pop((novice.number, hearer.name), [])
        distance = self.table.convent.distance[hearer.dot][novice.dot]
        reach = self._reach(novice, hearer)
        if not 1 <= distance <= reach:
            for event in got:
                rule = "7.4" if distance == 0 else self.rule
                text = f"no token was expected of novice {novice.number}, {distance} steps off and heard within {reach}, got {event}"
                self.table.fault(event, text, rule)
            return
        ways = self.table.convent.firsts(hearer.dot, novice.dot)
        marked = [event.num("dot") for event in got]
        if not self._is_marked(ways, marked):
            line = got[0].line if got else self.table.log.line
            wanted = str(self.table.options.values["equal-directions"])
            text = f"novice {novice.number} is heard by {hearer.name} and marks {wanted} of {sorted(ways)}, got {marked or 'no token'}"
            self.table.log.fault(line, text, "7.4")

    def _is_marked(self, ways: frozenset[int], marked: list[int]) -> bool:
        if not marked or len(set(marked)) != len(marked) or not set(marked) <= ways:
            return False
        if self.table.options.has("equal-directions", "all"):
            return set(marked) == ways
        return len(marked) == 1 or self.table.options.has("equal-directions", "one-or-more")


def _hearers(table: Table, why: str) -> list[Watcher]:
    """7.2 A guard who ran is deaf to 7.1; 7.3 only who walked listens; 11.2 Frederick as a walking guard."""
    if why == NOISE:
        hearers = [guard for guard in table.guards.values() if not (guard.ran and table.options.on("deaf-runners"))]
    else:
        hearers = [guard for guard in table.guards.values() if not guard.ran]
    if table.monk is not None and table.options.has("monk", "frederick"):
        hearers.append(table.monk)
    return hearers


def _list(owners: set[Owner]) -> str:
    return ", ".join(sorted(map(str, owners))) or "nobody"
