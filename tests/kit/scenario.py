"""A night set up for one test: places people, types actions in the notation, and lets the uninteresting happen."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from nuns.board.convent import Convent
from nuns.referee.actions import Action, Deal, DealtNovice, IllegalAction
from nuns.referee.events import Event, as_object
from nuns.referee.game import Game, apply, legal_actions, new_game, refusal
from nuns.referee.game_setup import BLESSING_NAMES
from nuns.referee.notation import read, written
from nuns.referee.seats import FIGURE_NAMES, Seat
from nuns.rules.state import Guard, Novice
from nuns.rules.words import ABBESS, Ask, Card, Gait, Stage, Status


class Night:
    """A dealt game and shorthands: ``night.do("novice-4 run 4-18-27")`` returns what happened as plain objects."""

    def __init__(
        self,
        options: str = "mayfair(blessings=off)",
        novices: Iterable[int] = (4,),
        *,
        keys: Mapping[int, int] | None = None,
        blessings: Mapping[str, str] | None = None,
        guard_players: int = 1,
        convent: Convent | None = None,
    ) -> None:
        """``keys`` are the wish cards by novice; ``blessings`` by figure (those unnamed get what is left)."""
        numbers = tuple(novices)
        self.game: Game = new_game(options, (len(numbers), guard_players), convent)
        free_keys = [key for key in range(1, 9) if key not in (keys or {}).values()]
        chosen_keys = {number: (keys or {}).get(number) or free_keys.pop() for number in numbers}
        cards = self._cards(numbers, blessings or {})
        dealt = tuple(DealtNovice(n, chosen_keys[n], cards.get(f"novice-{n}")) for n in numbers)  # type: ignore[arg-type]
        self.log: list[dict[str, Any]] = []
        self._apply(Deal(dealt, cards.get("abbess"), cards.get("prioress")))  # type: ignore[arg-type]

    def _cards(self, numbers: tuple[int, ...], named: Mapping[str, str]) -> dict[str, str]:
        if not self.game.setup.options.blessings:
            return {}
        left = [name for name in BLESSING_NAMES[1:] for _ in range(2)]
        for card in named.values():
            left.remove(card)
        holders = [*(f"novice-{n}" for n in sorted(numbers)), "abbess", "prioress"]
        return {holder: named[holder] if holder in named else left.pop(0) for holder in holders}

    # -- who is where ---------------------------------------------------------------------------------------------------

    def novice(self, number: int) -> Novice:
        return self.game.state.novices[number - 1]

    def guard(self, name: str) -> Guard:
        return self.game.state.guards[FIGURE_NAMES.index(name) - ABBESS]

    def put_novice(self, number: int, dot: int | None = None, *, caught: bool = False, **fields: int) -> Novice:
        """Moves a novice; other fields of the state by name (``has_key=1``)."""
        novice = self.novice(number)
        if dot is not None:
            novice.dot = dot
            novice.route[0] = dot
        if caught:
            novice.status = Status.CAUGHT
        for name, value in fields.items():
            assert hasattr(novice, name), f"a novice has no {name}"
            setattr(novice, name, value)
        return novice

    def put_guard(
        self, name: str, dot: int, *, came_from: int | None = None, path: str | None = None, heading: int = 1, **fields: int
    ) -> Guard:
        """Moves a guard; ``came_from`` gives her facing; ``path`` lays that card face up before her."""
        guard, board = self.guard(name), self.game.setup.board
        guard.dot = dot
        guard.outlook = 0 if came_from is None else board.turned[came_from][board.next[came_from].index(dot)] + 1
        if path is not None:
            guard.path, guard.heading = self.game.setup.path_names.index(path), heading
            if guard.chases:
                self.game.state.cards[guard.path] = Card.FACE_UP
        for field, value in fields.items():
            assert hasattr(guard, field), f"a guard has no {field}"
            setattr(guard, field, value)
        return guard

    def tear_plans(self) -> None:
        """Clears all plans after a test has moved people while plans are due, so that everyone plans from her new dot."""
        assert self.game.state.ask == Ask.PLAN
        for novice in self.game.state.novices:
            novice.route[0], novice.steps, novice.longer = novice.dot, 0, 0
            novice.plan = Gait.UNWRITTEN

    # -- what is done ---------------------------------------------------------------------------------------------------

    def _apply(self, action: Action) -> list[dict[str, Any]]:
        happened = [as_object(event) for event in apply(self.game, action)]
        self.log += happened
        return happened

    def do(self, *texts: str) -> list[dict[str, Any]]:
        """Actions in the notation, one after another; what happened in all of them."""
        return [event for text in texts for event in self._apply(read(text))]

    def stand_all(self) -> list[dict[str, Any]]:
        """Everyone who is still to write a plan stands still."""
        waiting = [n for n in self.game.state.novices if self.game.state.asked >> n.figure & 1]
        return self.do(*(f"novice-{n.figure + 1} stand {n.dot}" for n in waiting))

    def go(self, guard: str, *dots: int) -> list[dict[str, Any]]:
        """A guard steps from dot to dot, on her path or free; where a turn shows her something (6.3) she steps nevertheless."""
        happened: list[dict[str, Any]] = []
        for dot in dots:
            while self.guard(guard).dot != dot:
                step = f"{guard} {self.guard(guard).dot}-{dot}"
                happened += self.do(next((text for text in (step, f"{step} free") if self.is_legal(text)), step))
        return happened

    def refused(self, text: str) -> str:
        """Returns in English why an action is refused; fails if it is legal, or if asking or trying it changes anything."""
        action, before = read(text), repr(self.game)
        reason = refusal(self.game, action)
        assert reason is not None, f"{text} is legal"
        with pytest.raises(IllegalAction) as fault:
            apply(self.game, action)
        assert fault.value.refusal == reason
        assert repr(self.game) == before
        return str(fault.value)

    def is_legal(self, text: str) -> bool:
        return refusal(self.game, read(text)) is None

    def menu(self, seat: str) -> list[str]:
        """The small actions of a seat, in the notation."""
        return [written(action) for action in legal_actions(self.game, seat)]

    @property
    def asks(self) -> str:
        """What is asked now: plan, roll, blessing, direction, order, path, step; or over."""
        return "over" if self.game.state.stage == Stage.OVER else Ask(self.game.state.ask).name.lower()

    def pass_time(self, until: str, *, faces: Iterable[int] = (), face: int = 1) -> list[dict[str, Any]]:
        """Plays on until a decision of this kind is asked.

        Dice show ``faces`` and then ``face``, nobody plays a blessing, tokens go to the first dot, plans stand still (caught novices who
        must obey walk home), guards walk 3 dots along the first legal way, Abbess first.
        """
        rolls = iter(faces)
        happened: list[dict[str, Any]] = []
        for _ in range(2000):
            if self.asks in (until, "over"):
                return happened
            happened += self._apply(self._dull(next(rolls, face) if self.asks == "roll" else face))
        raise AssertionError(f"{until} is never asked")

    def _dull(self, face: int) -> Action:
        """The least remarkable action of whoever is first asked."""
        seat = self.game.waiting[-1] if self.asks == "roll" else self.game.waiting[0]
        actions = legal_actions(self.game, seat)
        texts = [written(action) for action in actions]
        for wanted in (f"roll {face}", "stops", "pass", "stand", "done", "walk"):
            for action, text in zip(actions, texts, strict=True):
                if text.endswith(wanted) and (wanted != "stops" or seat != Seat.CHANCE):
                    return action
        return actions[0]


def kinds(happened: Iterable[Event] | Iterable[dict[str, Any]]) -> list[str]:
    """Just the names of what happened."""
    return [each["event"] if isinstance(each, dict) else as_object(each)["event"] for each in happened]


def of_kind(happened: Iterable[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in happened if each["event"] == kind]
