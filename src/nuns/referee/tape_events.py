"""Reads the event tape of the rules into events."""

from collections.abc import Iterator

from msgspec import UNSET

from nuns.referee import events as ev
from nuns.referee.events import Event
from nuns.referee.game_setup import BLESSING_NAMES, ENDING_NAMES, GAIT_NAMES, GameSetup, event_name, guard_name, only_guard
from nuns.rules import words
from nuns.rules.knowledge import shares_dots
from nuns.rules.options import spell_options
from nuns.rules.state import State
from nuns.rules.tape import FIRST, SECOND, WHO
from nuns.rules.words import ABBESS, ABOUT_TURN, GUARDS, GUARDS_WIN, NOVICES, PRIORESS, Blessing, NoiseStep, Status

NO_EVENTS = (words.Event.STEPPED, words.Event.NOISE_OVER)  # a step is part of its movement; seats are asked what follows the noise
Entry = tuple[int, int, int, int]  # the event, the figure, and two small numbers


def entries(state: State) -> list[Entry]:
    """Returns the entries of the tape, unpacked."""
    return [
        (packed & (1 << WHO) - 1, packed >> WHO & 15, packed >> FIRST & (1 << SECOND - FIRST) - 1, packed >> SECOND)
        for packed in state.tape[: state.said]
    ]


def read_tape(table: GameSetup, state: State, turn: int) -> Iterator[Event]:
    """Yields the events of one action; ``turn`` is the turn in which it began."""
    tape = entries(state)
    for place, entry in enumerate(tape):
        what = entry[0]
        if what == words.Event.MOVED:
            yield moved(tape, place, turn)
        elif what == words.Event.DEALT:
            yield set_up(table, state)
        elif what == words.Event.TURN_ENDED:
            if shares_dots(state):
                yield dots_told(state, turn)
            yield ev.TurnEnded(turn=turn)
            turn += 1
        elif what == words.Event.OVER:
            yield game_over(entry, state.turn)  # the turn marker does not move after the last turn
        elif what not in NO_EVENTS:
            yield one_event(table, entry, turn)


def moved(tape: list[Entry], place: int, turn: int) -> ev.NoviceMoved:
    """Returns a movement with its route, which is gathered from the steps that follow on the tape (5.2)."""
    _, who, start, card = tape[place]
    route = [start]
    for what, walker, _, there in tape[place + 1 :]:
        if what == words.Event.MOVED:
            break
        if what == words.Event.STEPPED and walker == who:
            route.append(there)
    gait, longer, phase = card & 7, card >> 3 & 1, card >> 4
    return ev.NoviceMoved(turn=turn, novice=who + 1, phase=phase, gait=GAIT_NAMES[gait], route=tuple(route), blessing=bool(longer))


def one_event(table: GameSetup, entry: Entry, turn: int) -> Event:
    """Returns the event of an entry that needs no other."""
    what, who, first, second = entry
    match what:
        case words.Event.SEEN:
            by = tuple(guard_name(number) for number in range(GUARDS) if second >> number & 1)
            return ev.NoviceSeen(turn=turn, novice=who + 1, dot=first, by=by)
        case words.Event.SHOWN:
            return ev.NoviceShown(turn=turn, novice=who + 1, dot=first)
        case words.Event.VANISHED:
            guard = only_guard(second >> 8)
            return ev.NoviceVanished(turn=turn, novice=who + 1, between=(first, second & 255), guard=UNSET if guard is None else guard)
        case words.Event.TOKEN_REMOVED:
            return ev.TokenRemoved(turn=turn, novice=who + 1)
        case words.Event.KEY:
            return ev.KeyTaken(turn=turn, novice=who + 1, dot=first)
        case words.Event.WISH:
            return ev.WishTaken(turn=turn, novice=who + 1, dot=first)
        case words.Event.HOME:
            return ev.NoviceHome(turn=turn, novice=who + 1)
        case words.Event.ROLLED:
            return ev.Rolled(turn=turn, by=event_name(who), why="listen" if second == NoiseStep.LISTENING else "noise", face=first)
        case words.Event.BLESSED:
            changes_die = first in (Blessing.ROLL_AGAIN, Blessing.NOISE_RANGE)
            if changes_die:
                return ev.BlessingPlayed(turn=turn, by=event_name(who), blessing=BLESSING_NAMES[first], die=event_name(second))
            return ev.BlessingPlayed(turn=turn, by=event_name(who), blessing=BLESSING_NAMES[first])
        case words.Event.TOLD:
            return ev.BlessingTold(turn=turn, by=event_name(who))
        case words.Event.NOISE:
            guard, real = guard_name(second >> 1), bool(second & 1)
            if who < NOVICES:
                return ev.Noise(turn=turn, novice=who + 1, guard=guard, dot=first, real=real)
            return ev.Noise(turn=turn, by=str(event_name(who)), guard=guard, dot=first, real=real)
        case words.Event.PATH:
            name = table.path_names[ABOUT_TURN if first == ABOUT_TURN else second >> 1]
            dots = table.path_dots(second >> 1, forwards=bool(second & 1))
            return ev.PathTaken(turn=turn, guard=str(event_name(who)), path=name, dots=dots)
        case words.Event.TURNED:
            return ev.GuardTurned(turn=turn, guard=str(event_name(who)), dot=first, towards=second)
        case words.Event.GUARD_STEPPED:
            return ev.GuardStepped(turn=turn, guard=str(event_name(who)), start=first, to=second >> 1, free=bool(second & 1))
        case words.Event.GUARD_STOPPED:
            return ev.GuardStopped(turn=turn, guard=str(event_name(who)), gait="run" if second else "walk", steps=first)
        case words.Event.CAUGHT:
            return ev.NoviceCaught(turn=turn, novice=who + 1, guard=guard_name(second), dot=first)
        case words.Event.FREED:
            return ev.NoviceFreed(turn=turn, novice=who + 1)
        case words.Event.CLEARED:
            return ev.TokensCleared(turn=turn)
        case _:
            raise AssertionError(f"expected an event on the tape; got {what}")


def set_up(table: GameSetup, state: State) -> ev.SetUp:
    """Returns the game as it was set up and dealt, before anything has moved (2)."""
    return ev.SetUp(
        turn=0,
        edition=table.edition,
        options=spell_options(table.options),
        players=table.players,
        novices=tuple(
            ev.SetUpNovice(novice=n.figure + 1, key_dot=n.key_dot, wish_dot=n.wish_dot, blessing=card_held(state, n.figure))
            for n in state.novices
            if n.status != Status.ABSENT
        ),
        guards=tuple(
            ev.SetUpGuard(guard=str(event_name(figure)), dot=state.guards[figure - ABBESS].dot, blessing=card_held(state, figure))
            for figure in (ABBESS, PRIORESS)
        ),
        monk=str(spell_options(table.options)["monk"]),
    )


def card_held(state: State, figure: int) -> str | None:
    """Returns the name of the blessing in a figure's hand, or None."""
    return BLESSING_NAMES[state.blessings[figure]] or None


def dots_told(state: State, turn: int) -> ev.DotsTold:
    """Returns the dots that the novices learn of one another (11.3)."""
    return ev.DotsTold(turn=turn, dots={n.figure + 1: n.told_dot for n in state.novices if n.told_dot})


def game_over(entry: Entry, turn: int) -> ev.GameOver:
    """Returns how the game ended (1)."""
    _, _, ending, winning = entry
    winners: tuple[int | str, ...] = tuple(number + 1 for number in range(NOVICES) if winning >> number & 1)
    return ev.GameOver(turn=turn, reason=ENDING_NAMES[ending], winners=("guards",) if winning == GUARDS_WIN else winners)
