"""The parts of a turn by which a reader pages through a game: set-up, novices, guards, listening."""

from typing import Literal, NamedTuple

from nuns.referee.game import Game
from nuns.rules.words import Ask, NoiseStep

TurnPart = Literal["setup", "novices", "guards", "listening"]
SETUP: TurnPart = "setup"


class PagePosition(NamedTuple):
    """How far a game has come, as pages count it; a new page begins when it changes."""

    turn: int
    phase: int
    part: TurnPart
    is_over: bool


def page_position(game: Game, before: PagePosition | None) -> PagePosition:
    """Returns how far the game has come after ``before``; the first paths still belong to the set-up (2.5)."""
    state, part = game.state, before.part if before else SETUP
    match state.ask:
        case Ask.PLAN:
            part = "novices"
        case Ask.ORDER | Ask.PATH | Ask.STEP if part != SETUP:
            part = "guards"
        case Ask.ROLL | Ask.BLESSING | Ask.DIRECTION:
            part = "novices" if state.noise_step == NoiseStep.MAKING else "listening"
        case _:
            pass
    return PagePosition(state.turn, state.phase, part, game.is_over)
