"""How a turn goes on after a choice: played in the true night by bots that know only what their seats know, for those who ask why."""

from random import Random

from nuns.bots.players.player import BotPlayer
from nuns.bots.registry import BOTS, GUARDS, NOVICES, make_bot
from nuns.lab.mining.night import MinedNight
from nuns.referee import actions as act
from nuns.referee.events import NoviceCaught, NoviceSeen
from nuns.referee.game import Game, apply, refusal, seat_game
from nuns.referee.notation import read, written
from nuns.referee.seats import GUARD_SEATS, Seat

PLAYERS = "belief"
MOST_ACTIONS = 200  # to the end of a turn


def after_choice(night: MinedNight, moment: int, actions: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """Returns what everyone does after a choice, dice included, up to the end of the turn; the same seed gives the same."""
    game = seat_game(night.record.setup)
    for action in night.record.actions[:moment]:
        apply(game, action)
    turn = game.turn
    for line in actions:
        if refusal(game, read(line)) is not None:
            break
        if any(isinstance(event, NoviceSeen | NoviceCaught) for event in apply(game, read(line))) and isinstance(read(line), act.Step):
            break
    begun, luck = len(game.actions), Random(f"{seed} {night.record.check} {moment}")
    players = {seat: seated(seat, Random(f"{seed} {seat}")) for seat in game.seats}
    while not game.is_over and game.turn == turn and len(game.actions) - begun < MOST_ACTIONS:
        play_one(game, players, luck)
    return tuple(map(written, game.actions[begun:]))


def seated(seat: Seat, luck: Random) -> BotPlayer:
    """Returns a bot in a seat, which will be told the night so far when it is first asked."""
    return BotPlayer(PLAYERS, seat, make_bot(BOTS[PLAYERS], GUARDS if seat in GUARD_SEATS else NOVICES), luck)


def play_one(game: Game, players: dict[Seat, BotPlayer], luck: Random) -> None:
    """Lets the first seat that is asked answer, or rolls a die."""
    seat = game.waiting[0]
    apply(game, act.Roll(luck.randint(1, 6)) if seat == Seat.CHANCE else players[seat].answer(game)[0])
