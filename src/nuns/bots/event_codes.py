"""Events of the referee as the numbers of the rules' tape, which the filter reads: the reverse of ``referee/tape_events.py``."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import msgspec

from nuns.bots.filter.observation import ACTION_ENDED, DOT_TOLD
from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game_setup import BLESSING_NAMES, ENDING_NAMES, GAIT_NAMES, GameSetup
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES
from nuns.rules import words
from nuns.rules.state import State
from nuns.rules.words import ABBESS, Ask, NoiseStep, Stage

Code = tuple[int, int, int, int]  # the event, the figure, and two small numbers


def figure_of(by: int | str) -> int:
    """Returns the figure that an event names: a novice by her number, anyone else by name."""
    return by - 1 if isinstance(by, int) else FIGURE_NAMES.index(by)


def guard_figure(name: str) -> int:
    """Returns the figure of a guard or the monk by name."""
    return ABBESS + GUARD_NAMES.index(name)


def codes_of(setup: GameSetup, events: Iterable[Event], known: State | None = None) -> list[Code]:
    """Returns events as rows of four numbers; some take several rows, and some that tell the filter nothing take none.

    ``known`` is what the seat knows after them, if they end with a whole action. That a noise step is over is an entry of the tape and no
    event; a seat learns it from what is asked next.
    """
    rows = [row for event in events for row in rows_of(setup, event)]
    if known is not None:
        if is_noise_over(known):
            rows.append((words.Event.NOISE_OVER, 0, 0, 0))
        rows.append((ACTION_ENDED, 0, 0, 0))
    return rows


def is_noise_over(known: State) -> bool:
    """Tells whether plans or guards' decisions are asked for, so that every token has been placed (7.4)."""
    return known.stage != Stage.OVER and known.ask in (Ask.PLAN, Ask.ORDER, Ask.PATH, Ask.STEP)


def rows_of(setup: GameSetup, event: Event) -> Iterator[Code]:
    """Yields the rows of one event, as its seat knows it; what is most frequent is looked for first."""
    match event:
        case ev.GuardStepped(guard=name, start=start, to=to, free=free):
            yield words.Event.GUARD_STEPPED, guard_figure(name), start, to << 1 | free
        case ev.Rolled(by=by, face=face, why=why):
            yield words.Event.ROLLED, figure_of(by), face, NoiseStep.LISTENING if why == "listen" else NoiseStep.MAKING
        case ev.GuardStopped(guard=name, steps=steps, gait=gait):
            yield words.Event.GUARD_STOPPED, guard_figure(name), steps, gait == "run"
        case ev.NoviceMoved(novice=novice, phase=phase, gait=gait, route=route, blessing=blessing):
            yield words.Event.MOVED, novice - 1, 0, GAIT_NAMES.index(gait) | blessing << 3 | phase << 4
            if not isinstance(route, msgspec.UnsetType):
                for here, there in pairwise(route):
                    yield words.Event.STEPPED, novice - 1, here, there
        case ev.NoviceSeen(novice=novice, dot=dot):
            yield words.Event.SEEN, novice - 1, dot, 0
        case ev.NoviceShown(novice=novice, dot=dot):
            yield words.Event.SHOWN, novice - 1, dot, 0
        case ev.NoviceVanished(novice=novice, between=(left, dot)):
            yield words.Event.VANISHED, novice - 1, left, dot
        case ev.TokenRemoved(novice=novice):
            yield words.Event.TOKEN_REMOVED, novice - 1, 0, 0
        case ev.KeyTaken(novice=novice, dot=dot):
            yield words.Event.KEY, novice - 1, dot, 0
        case ev.WishTaken(novice=novice, dot=dot):
            yield words.Event.WISH, novice - 1, dot, 0
        case ev.NoviceHome(novice=novice):
            yield words.Event.HOME, novice - 1, 0, 0
        case ev.BlessingPlayed(by=by, blessing=card, die=die):
            owner = 0 if isinstance(die, msgspec.UnsetType) else figure_of(die)
            yield words.Event.BLESSED, figure_of(by), BLESSING_NAMES.index(card), owner
        case ev.BlessingTold(by=by):
            yield words.Event.TOLD, figure_of(by), words.Blessing.FALSE_NOISE, 0
        case ev.Noise(novice=novice, by=by, guard=name, dot=dot):
            who = novice if isinstance(novice, int) else by
            assert isinstance(who, int | str)
            yield words.Event.NOISE, figure_of(who), dot, GUARD_NAMES.index(name) << 1
        case ev.PathTaken(guard=name, path=path):
            yield words.Event.PATH, guard_figure(name), setup.path_names.index(path), 0
        case ev.GuardTurned(guard=name, dot=dot, towards=towards):
            yield words.Event.TURNED, guard_figure(name), dot, towards
        case ev.NoviceCaught(novice=novice, dot=dot, guard=name):
            yield words.Event.CAUGHT, novice - 1, dot, GUARD_NAMES.index(name)
        case ev.NoviceFreed(novice=novice):
            yield words.Event.FREED, novice - 1, 0, 0
        case ev.TokensCleared():
            yield words.Event.CLEARED, 0, 0, 0
        case ev.DotsTold(dots=dots):
            for novice, dot in dots.items():
                yield DOT_TOLD, novice - 1, dot, 0
        case ev.TurnEnded(turn=turn):
            yield words.Event.TURN_ENDED, 0, turn, 0
        case ev.GameOver(reason=reason):
            yield words.Event.OVER, 0, ENDING_NAMES.index(reason), 0
        case ev.SetUp() | ev.RulerLaid():
            pass  # the deal begins a belief; and a novice may lay the ruler to mislead (3.5)
