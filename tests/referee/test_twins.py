"""Secrecy by bytes: change what a seat cannot know, and everything it gets stays the same."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from nuns.board.shape import copy_of
from nuns.referee import actions as act
from nuns.referee import events as ev
from nuns.referee.actions import Action, Deal, DealtNovice, IllegalAction, Plan
from nuns.referee.codes import RuleRefusal
from nuns.referee.explain import explain
from nuns.referee.foresight import foresee
from nuns.referee.game import Game, apply, belongs_to, legal_actions, refusal, seat_game
from nuns.referee.game_setup import BLESSING_NAMES, GameSetup
from nuns.referee.seat_events import events_of
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES, NOVICE_SEATS, Seat
from nuns.referee.view import encoded, view
from nuns.rules.options import parse_options
from nuns.rules.words import GUARDS, HOLDERS, NOVICES, Ask, Blessing, Stage, Status
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.sample import sample

PLAYED = (
    "mayfair",
    "reference",
    "italian",
    "dutch",
    "dutch(blessings=on)",
    "mayfair(monk=frederick,all-or-nun=on)",
    "italian(monk=robert,roll-again=own)",
    "reference(caught-shown=whole-move,false-noise=either)",
)


def everything(game: Game, seat: Seat) -> bytes:
    """All bytes that a seat may ever get at this moment: its view with its actions, what it foresees, its events, and why each happened."""
    known = events_of(game, seat)
    explained = [explain(game, number, seat) for number in range(max(0, len(known) - 8), len(known))]
    return encoded(view(game, seat)) + msgspec.json.encode((foresee(game, seat), known, explained, legal_actions(game, seat)))


def attempts(game: Game, seat: Seat) -> Iterator[Action]:
    """Actions of every kind, for herself and for everybody else, right and wrong, as a curious player would send them."""
    guards = [(name, dot) for name in GUARD_NAMES if (dot := next((g.dot for g in view(game, seat).guards if g.guard == name), None))]
    for number in range(1, NOVICES + 1):
        yield from (Plan(number, "stand", (number,)), Plan(number, "walk", (number, 155)), Plan(number, "run", ()))
        yield from (act.GaitChoice(number, "run"), act.Dot(number, 26), act.Longer(number), act.Done(number), act.Again(number))
        yield from (act.Mark(number, "abbess", (26,)), act.Ruler(number, 1, 999))
    for by in FIGURE_NAMES[:HOLDERS]:
        yield act.Pass(by)
        yield from (act.Change(by, "roll-again", "novice-1"), act.Change(by, "noise-range", "prioress"), act.Fake(by, "abbess", 40))
    for guard, dot in guards:
        beside = game.setup.board.next[dot][: game.setup.board.degree[dot]]
        yield from (act.Step(guard, dot, there, free) for there in beside for free in (False, True))
        yield from (act.Stop(guard), act.Stop(guard, one_more_step=True), act.First(guard), act.Take(guard, "blue-26-84"))
    yield from (act.Roll(3), act.Draw("key-1"), Deal(()))


def answers(game: Game, seat: Seat) -> dict[Action, RuleRefusal | None]:
    """3.3 What a seat is told that tries anything."""
    return {action: refusal(game, action, seat) for action in attempts(game, seat)}


def table_of(name: str, novices: int) -> GameSetup:
    """Six novices and a monk are a table of eight: two play the guards."""
    return GameSetup(name.partition("(")[0], parse_options(name), novices, 2 if novices == NOVICES and "monk" in name else 1)


# -- the state and the history changed behind a seat's back -------------------------------------------------------------


def with_other_secrets(game: Game, seat: Seat, rng: random.Random) -> Game:
    """The same night for that seat, with everything scrambled that is another's secret (3.2)."""
    twin = Game(game.setup, copy_of(game.state), list(game.actions), [other_event(event, seat, rng) for event in game.events])
    twin.events = [event for event in twin.events if not is_hidden(event, seat)]
    own = NOVICE_SEATS.index(seat) if seat in NOVICE_SEATS else -1
    for novice in twin.state.novices:
        if novice.figure != own and novice.status in (Status.ON_THE_RUN, Status.CAUGHT):
            scramble(twin, novice.figure, rng, keeps_told_dot=own >= 0 and bool(game.setup.options.all_or_nun))
    for holder in range(HOLDERS):
        is_own = holder == own or (holder >= NOVICES and seat in (Seat.GUARDS, Seat.ABBESS, Seat.PRIORESS))
        unplayed = twin.state.blessings[holder] or twin.state.untold[holder]
        if not is_own and unplayed:
            twin.state.untold[holder] = 0
            twin.state.blessings[holder] = rng.randint(Blessing.ONE_MORE_STEP, Blessing.FALSE_NOISE)
    return twin


def scramble(game: Game, figure: int, rng: random.Random, *, keeps_told_dot: bool) -> None:
    novice, dots = game.state.novices[figure], len(game.setup.convent.dots)
    if not novice.shown:
        novice.dot = rng.randint(1, dots)
    novice.key_dot, novice.wish_dot = rng.randint(1, dots), rng.randint(1, dots)
    novice.has_key, novice.has_wish, novice.slipped_away = rng.randint(0, 1), rng.randint(0, 1), rng.randint(0, 1)
    novice.plan, novice.steps, novice.longer = rng.randint(0, 4), rng.randint(0, 5), rng.randint(0, 1)
    novice.route = [rng.randint(1, dots) for _ in novice.route]
    novice.heard, novice.marked = ([rng.randint(0, 15) for _ in range(GUARDS + 1)] for _ in range(2))
    if not keeps_told_dot:
        novice.told_dot = rng.randint(1, dots)


def is_hidden(event: ev.Event, seat: Seat) -> bool:
    """Events of which another seat learns nothing at all: they may have happened or not."""
    match event:
        case ev.KeyTaken(novice=novice) | ev.WishTaken(novice=novice):
            return seat != f"novice-{novice}"
        case ev.BlessingPlayed(by=by, blessing="false-noise"):
            own = seat == f"novice-{by}" if isinstance(by, int) else seat in (Seat.GUARDS, Seat.ABBESS, Seat.PRIORESS)
            return not own
        case _:
            return False


def other_event(event: ev.Event, seat: Seat, rng: random.Random) -> ev.Event:
    """The event with its secret fields changed, unless they are the seat's own."""
    match event:
        case ev.NoviceMoved(novice=novice) if seat != f"novice-{novice}":
            return msgspec.structs.replace(event, route=tuple(rng.randint(1, 155) for _ in range(rng.randint(1, 6))))
        case ev.Noise(novice=novice) if seat != f"novice-{novice}" and isinstance(novice, int):
            return msgspec.structs.replace(event, real=not event.real)
        case ev.SetUp(novices=novices, guards=guards):
            guards_know = seat in (Seat.GUARDS, Seat.ABBESS, Seat.PRIORESS)
            others = tuple(
                n if seat == f"novice-{n.novice}" else msgspec.structs.replace(n, key_dot=1, wish_dot=2, blessing="x") for n in novices
            )
            hidden = guards if guards_know else tuple(msgspec.structs.replace(g, blessing="x") for g in guards)
            return msgspec.structs.replace(event, novices=others, guards=hidden)
        case ev.DotsTold() if seat not in NOVICE_SEATS:
            return msgspec.structs.replace(event, dots={})
        case _:
            return event


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("novices", [2, pytest.param(6, marks=pytest.mark.full)])
def test_a_seat_gets_the_same_bytes_whatever_others_hide(name: str, novices: int) -> None:
    rng = random.Random(novices)
    compared = 0
    for count, (game, _, _) in enumerate(steps(table_of(name, novices), 11, novices, eager_choice)):
        if game.is_over or game.state.stage == Stage.DEAL or count % sample(41, 19):
            continue
        for seat in (*game.seats, Seat.SPECTATOR):
            twin = with_other_secrets(game, seat, rng)
            assert everything(twin, seat) == everything(game, seat)
            for action, reason in answers(game, seat).items() if compared % 3 == 0 else ():
                # what is legal would be carried out on a scrambled night, which is none; the menu is compared above
                assert reason is None or refusal(twin, action, seat) == reason
            compared += 1
    assert compared > 10


def test_the_twin_is_told_from_the_truth_by_those_who_may() -> None:
    """The scrambling does change things: the seats it concerns see it."""
    rng = random.Random(1)
    changed = 0
    for count, (game, _, _) in enumerate(steps(table_of("mayfair", 2), 3, 0, eager_choice)):
        if not game.is_over and game.state.stage != Stage.DEAL and count % 9 == 0:
            twin = with_other_secrets(game, Seat.SPECTATOR, rng)
            changed += all(everything(twin, seat) != everything(game, seat) for seat in game.seats[1:])
    assert changed > 5


# -- two nights with another deal and other routes, played side by side --------------------------------------------------


def redealt(deal: Deal, number: int, table: GameSetup) -> Deal:
    """The same deal, but for one novice's wish and blessing, which she swaps for cards nobody drew."""
    keys = {each.key for each in deal.novices}
    cards = [each.blessing for each in deal.novices] + [deal.abbess, deal.prioress]
    spare = [name for name in BLESSING_NAMES[1:] if cards.count(name) < 2]  # type: ignore[arg-type]
    other_key = next(key for key in range(8, 0, -1) if key not in keys)

    def again(each: DealtNovice) -> DealtNovice:
        if each.novice != number:
            return each
        card: Any = next((name for name in spare if name != each.blessing), each.blessing) if table.options.blessings else None
        return DealtNovice(number, other_key, card)

    return Deal(tuple(again(each) for each in deal.novices), deal.abbess, deal.prioress)


def public(happened: tuple[ev.Event, ...]) -> list[ev.Event]:
    """What everybody at a real table would see of events, written apart from the code under test."""
    secret = (ev.KeyTaken, ev.WishTaken, ev.SetUp)
    seen = [event for event in happened if not isinstance(event, secret)]
    seen = [event for event in seen if not (isinstance(event, ev.BlessingPlayed) and event.blessing == "false-noise")]
    return [
        msgspec.structs.replace(event, route=msgspec.UNSET) if isinstance(event, ev.NoviceMoved)
        else msgspec.structs.replace(event, real=msgspec.UNSET) if isinstance(event, ev.Noise) else event
        for event in seen
    ]  # fmt: skip


def tried(game: Game, action: Action) -> tuple[Game, tuple[ev.Event, ...]] | None:
    trial = Game(game.setup, copy_of(game.state), list(game.actions), list(game.events))
    try:
        return trial, apply(trial, action)
    except IllegalAction:
        return None


def another_route(game: Game, plan: Plan, rng: random.Random) -> Plan:
    """A random plan of the same gait and card from where she stands; legal or not."""
    here = game.state.novices[plan.novice - 1].dot
    route = [here]
    board = game.setup.board
    while len(route) < len(plan.route):
        route.append(rng.choice(board.next[route[-1]][: board.degree[route[-1]]]))
    return Plan(plan.novice, plan.gait, tuple(route), plan.one_more_step)


def play_side_by_side(name: str, novices: int, seed: int) -> int:
    """Two nights that are one to all but one novice, until something public would tell them apart; how many steps were compared."""
    table, rng = table_of(name, novices), random.Random(seed)
    script = [game.actions[-1] for game, _, _ in steps(table, seed, 0) if game.actions][:1]
    deal = script[0]
    assert isinstance(deal, Deal)
    number = rng.choice(deal.novices).novice
    one, two = seat_game(table), seat_game(table)
    apply(one, deal)
    apply(two, redealt(deal, number, table))
    compared = 0
    while not one.is_over:
        pair = next_pair(one, two, number, rng)
        if pair is None:
            return compared
        one, two = pair
        for seat in (*one.seats, Seat.SPECTATOR):
            if seat != f"novice-{number}" and not one.is_over:
                assert everything(one, seat) == everything(two, seat)
                if compared % 7 == 0:
                    assert answers(one, seat) == answers(two, seat)
                compared += 1
    return compared


def next_pair(one: Game, two: Game, number: int, rng: random.Random) -> tuple[Game, Game] | None:
    """Both nights one action on, publicly alike; None when no action keeps them so."""
    seat = one.waiting[0] if len(one.waiting) == 1 else rng.choice([s for s in one.waiting if s != Seat.CHANCE])
    for _ in range(12):
        action = whole_action(one, seat, rng)
        other = another_route(two, action, rng) if isinstance(action, Plan) and action.novice == number else action
        first, second = tried(one, action), tried(two, other)
        if first and second and public(first[1]) == public(second[1]):
            if first[0].waiting == second[0].waiting:
                return first[0], second[0]
            # 7.4 whoever is heard is asked for her token, which all will see; nothing else may show in who is asked
            assert Ask.DIRECTION in (first[0].state.ask, second[0].state.ask)
    return None


def whole_action(game: Game, seat: Seat, rng: random.Random) -> Action:
    """A random legal action; plans are written to the end on a copy."""
    trial = Game(game.setup, copy_of(game.state), list(game.actions))
    trial.state.asked |= 1 << 9  # somebody else still thinks, so that nothing is resolved
    while True:
        action = rng.choice(legal_actions(game if trial.state.ask != 3 else trial, seat))
        if trial.state.ask != 3:
            return action
        apply(trial, action)
        if len(trial.actions) > len(game.actions):
            return trial.actions[-1]


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("name", PLAYED)
def test_two_nights_that_differ_in_a_secret_look_alike_to_everybody_else(name: str) -> None:
    nights = sample([(2 + PLAYED.index(name) % 2, 0)], [(novices, seed) for novices in (2, 3) for seed in range(3)])
    assert sum(play_side_by_side(name, novices, seed) for novices, seed in nights) > 30 * len(nights)


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("name", PLAYED)
def test_what_is_anothers_is_refused_in_the_same_words_always(name: str) -> None:
    said: dict[Seat, set[bytes]] = {}
    for count, (game, _, _) in enumerate(steps(table_of(name, 3), 5, 0, eager_choice)):
        if game.is_over or game.state.stage == Stage.DEAL or count % 40:
            continue
        for seat in (*game.seats, Seat.SPECTATOR):
            others = {msgspec.json.encode(why) for action, why in answers(game, seat).items() if not belongs_to(game, action, seat)}
            said[seat] = said.get(seat, set()) | others
    assert said == {seat: {f'{{"code":"not-your-figure","rule":"3.3","values":{{"seat":"{seat}"}}}}'.encode()} for seat in said}
    assert len(said) == 5


@pytest.mark.rule("10.6")
@pytest.mark.parametrize("name", [name for name in PLAYED if parse_options(name).blessings])
def test_who_is_asked_for_a_blessing_follows_from_what_was_played_in_public(name: str) -> None:
    windows = 0
    for seed in range(4):
        before = -1
        for game, _, _ in steps(table_of(name, 3), seed, 0, eager_choice):
            if not game.is_over and game.state.ask == Ask.BLESSING != before:
                all_see = view(game, Seat.SPECTATOR)
                played = {f"novice-{n.novice}" for n in all_see.novices if n.blessing_played}
                played |= {g.guard for g in all_see.guards if g.blessing_played}
                holders = {f"novice-{n.novice}" for n in all_see.novices if n.status != "home"} | {"abbess", "prioress"}
                assert set(all_see.waiting) == holders - played
                windows += 1
            before = game.state.ask
    assert windows > 10
