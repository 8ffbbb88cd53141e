"""What a blessing is said to do to a die is what the rules then do with it; and a card that is said to change nothing changes nothing."""

from random import Random

import msgspec
import pytest

from nuns.board.shape import copy_of
from nuns.referee.actions import Action, Change, Pass, Roll
from nuns.referee.card_uses import CardUse, card_uses
from nuns.referee.game import Game, apply, legal_actions, new_game
from nuns.referee.game_setup import guard_name
from nuns.referee.seats import NOVICE_SEATS, Seat
from nuns.rules.words import ABBESS, GUARDS, NOVICES, Ask
from tests.kit.sample import sample
from tests.referee.test_twins import whole_action

OPTIONS = ("mayfair", "dutch(blessings=on)", "italian", "reference", "mayfair(all-or-nun=on)")


def windows(options: str, seed: int) -> list[Game]:
    """Every moment of a random game at which blessings are asked for."""
    rng, game, found = Random(seed), new_game(options, (4, 1)), list[Game]()
    while not game.is_over and len(found) < 12:
        seat = game.waiting[0]
        if game.is_window_open and game.state.rolled_again == 0 and all(answer == 0 for answer in game.state.answers):
            found.append(game.copy())
        apply(game, whole_action(game, seat, rng) if seat in NOVICE_SEATS else rng.choice(legal_actions(game, seat)))
    return found


def heard_after(game: Game, played: Action | None, face: int = 6) -> dict[int, tuple[str, ...]]:
    """By novice: who hears her once this has been played and all else was passed; a die rolled again shows that face."""
    trial, answered = game.copy(), False
    while trial.state.ask in (Ask.BLESSING, Ask.ROLL):
        seat = trial.waiting[0]
        if trial.state.ask == Ask.ROLL:
            apply(trial, next(each for each in legal_actions(trial, seat) if isinstance(each, Roll) and each.face == face))
            continue
        mine = played is not None and not answered and played in legal_actions(trial, seat)
        answered |= mine
        apply(trial, played if mine and played else next(each for each in legal_actions(trial, seat) if isinstance(each, Pass)))
    state = trial.state
    return {n.figure: tuple(guard_name(g) for g in range(GUARDS) if n.heard[g]) for n in state.novices}


def expect_true(game: Game, change: Change, use: CardUse) -> None:
    before = heard_after(game, None)
    if change.by.startswith("novice"):
        own = int(change.by[-1]) - 1
        if use.away:
            assert set(use.heard) <= set(before[own])
        if change.blessing == "noise-range":
            after = heard_after(game, change)
            if use.away:
                assert set(use.heard) - set(use.heard_then) == set(before[own]) - set(after[own])
            if not use.matters:
                assert after[own] == before[own]
        else:
            for guard, faces in use.faces.items():
                assert [guard in heard_after(game, change, face)[own] for face in range(1, 7)] == [face > 6 - faces for face in range(1, 7)]
    elif not use.matters:
        assert heard_after(game, change) == before, "a guard would have heard more"


@pytest.mark.rule("7.1", "7.3", "10.2", "10.3")
@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_foreseen_of_a_card_comes_true(options: str) -> None:
    seen, silent = 0, 0
    for seed in range(sample(3, 60)):
        for game in windows(options, seed):
            for seat in (*game.setup.guard_seats, *(seat for seat in NOVICE_SEATS if seat in game.seats)):
                uses = card_uses(game, seat)
                changes = [each for each in legal_actions(game, seat) if isinstance(each, Change)]
                assert [(use.by, use.die) for use in uses] == [(each.by, each.die) for each in changes]
                for change, use in zip(changes, uses, strict=True):
                    expect_true(game, change, use)
                    seen += 1
                    silent += not use.matters
    assert seen > 20
    assert silent > 5 or "all-or-nun" in options


@pytest.mark.rule("3.2", "3.3")
def test_a_use_tells_nothing_of_what_others_hide() -> None:
    """Another novice on another dot, with other cards: what a seat is told of its own cards stays the same."""
    for seed in range(sample(4, 40)):
        for game in windows("mayfair", seed)[:4]:
            for seat in (Seat.GUARDS, *(each for each in NOVICE_SEATS if each in game.seats)):
                other = moved(game, seat, Random(seed))
                assert msgspec.json.encode(card_uses(other, seat)) == msgspec.json.encode(card_uses(game, seat))


def moved(game: Game, seat: Seat, rng: Random) -> Game:
    """The same, but every novice who is neither shown nor this seat's stands elsewhere and holds another card."""
    other = game.copy()
    other.state = copy_of(game.state)
    for figure in range(NOVICES):
        novice = other.state.novices[figure]
        if NOVICE_SEATS[figure] != seat and novice.dot and not novice.shown:
            novice.dot = rng.choice(sorted(game.setup.convent.dots))
            other.state.blessings[figure] = rng.randint(1, 4) if other.state.blessings[figure] else 0
    for figure in range(ABBESS, ABBESS + 2):
        if seat != Seat.GUARDS and other.state.blessings[figure]:
            other.state.blessings[figure] = rng.randint(1, 4)
    return other
