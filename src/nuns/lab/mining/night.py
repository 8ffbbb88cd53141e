"""A game file as the miner reads it: the night move by move, and what a puzzle of it has in common."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from nuns.lessons.puzzle import PuzzleSource
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game, seat_game
from nuns.referee.notation import written
from nuns.referee.record import Record, read_record, replay_steps


def program_version() -> str:
    """Returns the version of the program."""
    return version("nuns")


class Budget(NamedTuple):
    """How much is spent: the seed of the roll-outs, and the most that one choice is given."""

    seed: int
    rollouts: int


class MinedNight(NamedTuple):
    """One game file: its name and what it holds."""

    name: str
    record: Record

    @staticmethod
    def read(path: Path) -> "MinedNight":
        """Reads a game file; raises BadRecord or OSError."""
        return MinedNight(path.name, read_record(path.read_bytes()))

    def steps(self) -> Iterator[tuple[int, Game, tuple[Event, ...]]]:
        """Yields the night after each action: how many there were, the game, and the events of the last; raises BadRecord."""
        game = seat_game(self.record.setup)
        for done, (action, events) in enumerate(replay_steps(self.record, game), 1):
            if action is not None:
                yield done, game, events

    def common(self, moment: int, budget: Budget) -> dict[str, Any]:
        """Returns the fields of a puzzle that only its night and moment decide."""
        setup = self.record.setup
        return {
            "options": setup.options_name,
            "novices": setup.novices,
            "guard_players": setup.guard_players,
            "before": tuple(map(written, self.record.actions[:moment])),
            "source": PuzzleSource(
                record=self.name,
                check=self.record.check,
                dice=self.record.dice.seed,
                moment=moment,
                players={seat.value: name for seat, name in self.record.seats.items()},
                seed=budget.seed,
                budget=budget.rollouts,
                version=program_version(),
            ),
        }

    def played(self, moment: int) -> Action:
        """Returns the action that followed a moment."""
        return self.record.actions[moment]
