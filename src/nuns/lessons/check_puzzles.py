"""Plays every puzzle's best choice, its equals and its trap through the referee, and says what does not come out as it should."""

from collections.abc import Iterable, Iterator

from nuns.lessons.puzzle import Puzzle
from nuns.lessons.puzzle_course import PuzzleOutcome, solve
from nuns.referee.actions import IllegalAction
from nuns.referee.notation import read

ROUNDING = 0.002  # figures are kept with four digits, shares with three


def puzzle_faults(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yields a line for everything that is wrong with some puzzles."""
    for puzzle in puzzles:
        try:
            yield from (f"{puzzle.id}: {fault}" for fault in _faults(puzzle))
        except (IllegalAction, ValueError) as fault:
            yield f"{puzzle.id}: {fault}"


def _faults(puzzle: Puzzle) -> Iterator[str]:
    moment = solve(puzzle, ()).moment()
    if moment.view.turn != puzzle.turn or (moment.decision is None) != (puzzle.kind == "where"):
        yield f"expected its moment in turn {puzzle.turn}, with the seat asked unless it asks where; got turn {moment.view.turn}"
    if not puzzle.low <= puzzle.gap <= puzzle.high or puzzle.low <= 0:
        yield f"expected a gap within an interval above 0; got {puzzle.gap} in {puzzle.low} to {puzzle.high}"
    yield from _where_faults(puzzle) if puzzle.kind == "where" else _decision_faults(puzzle)


def _where_faults(puzzle: Puzzle) -> Iterator[str]:
    for name, dot, wanted in (("best dot", puzzle.best_dot, "right"), ("trap", puzzle.trap_dot, "wrong")):
        outcome = solve(puzzle, (), dot).moment().outcome
        if outcome is None or outcome.verdict != wanted:
            yield f"expected its {name} to be {wanted}; got {outcome.verdict if outcome else 'nothing'}"


def _decision_faults(puzzle: Puzzle) -> Iterator[str]:
    grades = [choice.grade for choice in puzzle.choices]
    if grades[:1] != ["best"] or grades.count("best") != 1 or "worse" not in grades:
        yield f"expected one best choice, first, and some that are worse; got {', '.join(grades)}"
        return
    if puzzle.trap not in [choice.actions for choice in puzzle.choices if choice.grade == "worse"]:
        yield "expected its trap among the choices that are worse; got another"
    clearest = min(choice.loss for choice in puzzle.choices if choice.grade == "worse")
    if abs(clearest - puzzle.gap) > ROUNDING:
        yield f"expected as its gap what the best of the worse choices gives away, {clearest}; got {puzzle.gap}"
    tried: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
        ("best choice", puzzle.best.actions, ("right",)),
        ("trap", puzzle.trap, ("wrong",)),
    ]
    tried += [("equal choice", choice.actions, ("right", "nearly")) for choice in puzzle.choices if choice.grade == "equal"]
    for name, actions, wanted in tried:
        outcome = _outcome(puzzle, actions)
        if outcome is None or outcome.verdict not in wanted:
            yield f"expected its {name} to be {' or '.join(wanted)}; got {outcome.verdict if outcome else 'no end'}"


def _outcome(puzzle: Puzzle, actions: tuple[str, ...]) -> PuzzleOutcome | None:
    """Returns what an answer is worth; a movement may end before all of its steps, when somebody comes into sight."""
    for count in range(1, len(actions) + 1):
        outcome = solve(puzzle, [read(line) for line in actions[:count]]).moment().outcome
        if outcome is not None:
            return outcome
    return None
