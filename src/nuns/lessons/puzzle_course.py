"""A puzzle while it is solved: the answer, what it is worth, and the rest of the turn, so that one sees why."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from nuns.lessons.lesson import LessonScript
from nuns.lessons.others import ScriptedPlayers
from nuns.lessons.puzzle import Grade, Puzzle, PuzzleChoice, night_before
from nuns.lessons.seat_moment import SeatMoment, TooManyActions, planned_aim, seat_moment
from nuns.referee import actions as act
from nuns.referee.actions import Action
from nuns.referee.aims import Aim
from nuns.referee.events import Event, GuardStepped, GuardStopped, NoviceCaught, NoviceSeen
from nuns.referee.explain import Explanation, explain
from nuns.referee.foresight import foresee
from nuns.referee.game import Game, apply, refusal
from nuns.referee.notation import read
from nuns.referee.seats import FIGURE_NAMES, Seat
from nuns.rules.words import Ask

MOST_ANSWERS = 400  # of everyone to the end of a turn
MOST_PUZZLE_ACTIONS = 30  # of one answer; a movement of a guard has at most nine
NEARLY = 0.5  # of the best dot's share: a dot that is nearly as likely
MOVING = (Ask.PATH, Ask.STEP)
PLAIN_FACE = 3  # of dice that nobody rolled in the night
Verdict = Literal["right", "nearly", "wrong", "unvalued"]
VERDICTS: dict[Grade, Verdict] = {"best": "right", "equal": "nearly", "worse": "wrong"}


class ValuedLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way to decide as it is told after the answer; ``path`` is the path card that it takes."""

    actions: tuple[str, ...]
    route: tuple[int, ...]
    gait: str
    chance: float
    path: str | None = None


class PuzzleOutcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an answer was worth. A choice that nobody tried has no ``loss``; an answer to ``where`` has only shares of dots."""

    verdict: Verdict
    rollouts: int = 0
    best: ValuedLine | None = None
    gap: float | None = None  # what the best of the clearly worse choices gives away
    loss: float | None = None  # in chance to win, against the best
    low: float | None = None  # its 95 % interval
    high: float | None = None
    dot: int | None = None  # where: the answer
    best_dot: int | None = None
    true_dot: int | None = None  # where she really was; 0 for home
    score: int | None = None  # the answer's share of the best dot's, in per cent
    dots: dict[int, int] = {}  # thousandths


class PuzzleMoment(SeatMoment, frozen=True, kw_only=True, omit_defaults=True):
    """What the solver knows at a moment of a puzzle, and once it is answered what the answer was worth."""

    outcome: PuzzleOutcome | None = None


class PuzzleCourse:
    """One attempt at a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.game = puzzle, night_before(puzzle)
        self._start, self._told = len(self.game.actions), len(self.game.events)
        self._turn = self.game.turn
        self._watched = self._watched_dots()
        self._outcome: PuzzleOutcome | None = None

    @property
    def is_answered(self) -> bool:
        """Whether the solver has decided."""
        return self._outcome is not None

    def act(self, action: Action) -> None:
        """Carries out an action of the solver; raises IllegalAction, or ValueError for one that the puzzle does not ask for."""
        if self.is_answered or self.puzzle.kind == "where":
            raise TooManyActions("expected no action after the answer of a puzzle; got one")
        if len(self.game.actions) - self._start >= MOST_PUZZLE_ACTIONS:
            raise TooManyActions(f"expected at most {MOST_PUZZLE_ACTIONS} actions in a puzzle; got more")
        events = apply(self.game, action, self.puzzle.seat)
        if isinstance(action, act.Ruler) or self._is_asked_on(events):
            return
        choice = self._choice_like(self._answer())
        self._outcome = self._judged(choice)
        self._play_on(choice)

    def point(self, dot: int) -> None:
        """Answers where she is; raises ValueError for a puzzle that does not ask, and for a dot that is none."""
        puzzle, game = self.puzzle, self.game
        if puzzle.kind != "where" or self.is_answered:
            raise ValueError("expected one dot for a puzzle that asks where she is; got one for another")
        if dot not in game.setup.convent.dots:
            raise ValueError(f"expected a dot of {game.setup.convent.name}; got {dot}")
        score = round(100 * puzzle.dots.get(dot, 0) / puzzle.dots[puzzle.best_dot])
        self._outcome = PuzzleOutcome(
            verdict="right" if score == 100 else "nearly" if score >= 100 * NEARLY else "wrong",
            dot=dot,
            best_dot=puzzle.best_dot,
            true_dot=game.state.novices[FIGURE_NAMES.index(puzzle.figure)].dot,
            score=score,
            dots=dict(puzzle.dots),
        )

    def moment(self) -> PuzzleMoment:
        """Returns what the solver knows now."""
        is_asked = not self.is_answered and self.puzzle.kind != "where"
        now = seat_moment(self.game, self.puzzle.seat, len(self.game.actions) - self._start if is_asked else None)
        return PuzzleMoment(**now.fields(), outcome=self._outcome)

    def explanation(self, event: int) -> Explanation:
        """Returns why an event happened, as the solver's seat knows it; raises ValueError."""
        return explain(self.game, event, self.puzzle.seat)

    def aim(self, dot: int) -> Aim:
        """Returns how the solver's novice would go to a dot in several turns; raises ValueError."""
        return planned_aim(self.game, self.puzzle.seat, self.moment(), dot)

    def _watched_dots(self) -> frozenset[int]:
        foresight = foresee(self.game, self.puzzle.seat) if self.puzzle.kind == "plan" else None
        return frozenset(foresight.watched) if foresight else frozenset()

    def _is_asked_on(self, events: Sequence[Event]) -> bool:
        """Tells whether the answer is not yet complete: a guard moves on until she stops, sees somebody or catches her."""
        game, figure = self.game, FIGURE_NAMES.index(self.puzzle.figure)
        is_asked = not game.is_over and bool(game.state.asked >> figure & 1)
        if self.puzzle.kind == "plan":
            return is_asked and game.is_plan_due
        return is_asked and game.ask in MOVING and not any(isinstance(event, NoviceSeen | NoviceCaught) for event in events)

    def _answer(self) -> "SolverAnswer":
        """Returns what the solver did."""
        done, happened = self.game.actions[self._start :], self.game.events[self._told :]
        if self.puzzle.kind == "plan":
            plan = next(each for each in done if isinstance(each, act.Plan))
            return SolverAnswer(plan.route, plan.gait, plan.one_more_step)
        walked = [event.to for event in happened if isinstance(event, GuardStepped) and event.guard == self.puzzle.figure]
        has_stopped = any(isinstance(event, GuardStopped) and event.guard == self.puzzle.figure for event in happened)
        return SolverAnswer((self.puzzle.best.route[0], *walked), path=path_of(done), is_broken_off=not has_stopped)

    def _choice_like(self, answer: "SolverAnswer") -> PuzzleChoice | None:
        """Returns the best of the valued choices that are equivalent to the answer, or None.

        A movement that ended early because somebody came into sight is equivalent to every choice that begins with it. Two plans to the
        same dot with the same card are equivalent if she is seen on the same dots.
        """
        for choice in sorted(self.puzzle.choices, key=lambda each: (each.grade != "best", each.loss)):
            planned = [read(line) for line in choice.actions]
            if self.puzzle.kind == "plan":
                is_blessed = any(isinstance(each, act.Plan) and each.one_more_step for each in planned)
                is_alike = is_blessed == answer.is_blessed and self._seen(choice.route) == self._seen(answer.route)
            else:
                is_alike = path_of(planned) == answer.path
            if answer.is_broken_off:
                is_alike = is_alike and choice.route[: len(answer.route)] == answer.route
            else:
                is_alike = is_alike and (choice.gait, choice.route[-1]) == (answer.gait, answer.route[-1])
            if is_alike:
                return choice
        return None

    def _seen(self, route: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(dot for dot in route if dot in self._watched)

    def _judged(self, choice: PuzzleChoice | None) -> PuzzleOutcome:
        best = self.puzzle.best
        shown = ValuedLine(
            actions=best.actions,
            route=best.route,
            gait=best.gait,
            chance=best.chance,
            path=path_of([read(line) for line in best.actions]),
        )
        if choice is None:
            return PuzzleOutcome(verdict="unvalued", rollouts=self.puzzle.rollouts, best=shown, gap=self.puzzle.gap)
        return PuzzleOutcome(
            verdict=VERDICTS[choice.grade],
            rollouts=self.puzzle.rollouts,
            best=shown,
            gap=self.puzzle.gap,
            loss=choice.loss,
            low=choice.low,
            high=choice.high,
        )

    def _play_on(self, choice: PuzzleChoice | None) -> None:
        """Plays the turn to its end: with the actions of the trial of this choice as long as they are legal, then in a plain way."""
        others = NightPlayers([read(line) for line in choice.after] if choice else [])
        for _ in range(MOST_ANSWERS):
            game = self.game
            if game.is_over or game.turn > self._turn:
                return
            apply(game, others.answer(game, game.waiting[0]))
        raise AssertionError(f"the turn of the puzzle {self.puzzle.id} never ends")


class SolverAnswer(NamedTuple):
    """What a solver did, as far as choices are compared: where a figure goes, with which card, and by which path."""

    route: tuple[int, ...]
    gait: str = ""  # a novice's
    is_blessed: bool = False
    path: str | None = None
    is_broken_off: bool = False  # a guard's movement in which somebody came into sight


class NightPlayers:
    """Repeats the actions of a night as long as they are legal, and then answers in a plain way, with the dice that are left."""

    def __init__(self, lines: Sequence[Action]) -> None:
        self._lines = list(lines)
        self._plain: ScriptedPlayers | None = None

    def answer(self, game: Game, seat: Seat) -> Action:
        """Returns what is done next; the seat is the first for which the game waits."""
        if self._plain is None:
            if self._lines and refusal(game, self._lines[0]) is None:
                return self._lines.pop(0)
            faces = [line.face for line in self._lines if isinstance(line, act.Roll)]
            self._plain = ScriptedPlayers(LessonScript(face=faces[0] if faces else PLAIN_FACE))
        return self._plain.answer(game, seat)


def path_of(actions: Iterable[Action]) -> str | None:
    """Returns the path card that is taken in some actions of one guard, or None."""
    return next((each.path for each in actions if isinstance(each, act.Take)), None)


def solve(puzzle: Puzzle, actions: Sequence[Action], dot: int | None = None) -> PuzzleCourse:
    """Returns the attempt at a puzzle in which the solver has done all this."""
    course = PuzzleCourse(puzzle)
    for action in actions:
        course.act(action)
    if dot is not None:
        course.point(dot)
    return course
