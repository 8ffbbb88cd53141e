"""The game for OpenSpiel: ``nuns_convent`` and ``nuns_mini_convent`` (mini_convent.py), registered when this module is imported."""

from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
import pyspiel

from nuns.board.shape import copy_of
from nuns.bots.belief import Belief
from nuns.env.layout import ACTIONS, OBSERVATION, OBSERVATION_SIZE, bounds
from nuns.env.mini_convent import end_value, mini_setup, mini_state, place_pieces
from nuns.env.observation import write_observation
from nuns.env.stepping import ZERO_SUM, agent_of, is_left_to_luck, reward_of
from nuns.env.table import seat_of_agent, setup_of
from nuns.kernel.play import random_choice
from nuns.referee.action_codec import small_action
from nuns.referee.events import Event
from nuns.referee.game import seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import written
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat, knowledge_seat
from nuns.referee.tape_events import read_tape
from nuns.rules.bits import lowest_bit
from nuns.rules.blessings import take_blessing_back
from nuns.rules.knowledge import Known, know
from nuns.rules.novices import tear_up
from nuns.rules.setup import hidden_cards, hides_blessing, key_dot_of, kind_of_card, wish_dot_of
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import GUARD_SIDE, HOLDERS, NOVICES, PASS, Ask, Stage, Status

LONGEST = 5000  # decisions and chances of a game; random games have some hundreds
MOST = np.array(bounds(OBSERVATION), np.float32)
DEFAULTS: dict[str, Any] = {"edition": "mayfair", "novices": 1, "guard_players": 1, "options": ""}
_encode = msgspec.json.Encoder().encode


def game_type(short_name: str, long_name: str, players: int, parameters: dict[str, Any]) -> Any:
    """Returns what OpenSpiel is told about a game."""
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


CONVENT = game_type("nuns_convent", "Nuns on the Run", NOVICES + 2, DEFAULTS)
MINI = game_type("nuns_mini_convent", "Nuns on the Run: the end of a night in a mini-convent", 2, {})


class Night:
    """One game as OpenSpiel copies it: the state, what was decided where, and what each player was told, in order."""

    __slots__ = ("setup", "state", "told")

    def __init__(self, setup: GameSetup, state: State, told: tuple[tuple[str, ...], ...]) -> None:
        self.setup, self.state, self.told = setup, state, told

    def __deepcopy__(self, _: Any) -> "Night":
        return Night(self.setup, copy_of(self.state), self.told)

    def seat(self, player: int) -> Seat:
        """Returns the seat of a player, after the deal."""
        return seat_of_agent(self.setup, player, [n.figure for n in self.state.novices if n.status != Status.ABSENT])

    def act(self, number: int) -> None:
        """Carries out an answer, and tells every player what its seat learns; the one who answered also knows the answer."""
        figure, turn, is_deal = next_figure(self.state), self.state.turn, self.state.stage == Stage.DEAL
        player = -1 if is_left_to_luck(self.state, figure) else agent_of(self.state, figure)
        apply(self.setup.board, self.state, figure, number)
        if is_deal and self.setup is mini_setup():
            place_pieces(self.state, number)
            self.told = ((f"on {self.state.novices[0].dot}",), ())
            return
        happened = tuple(read_tape(self.setup, self.state, turn))
        if self.state.stage != Stage.DEAL:
            self.told = tuple(self._after(each, happened, number if each == player else None) for each in range(self.setup.players))

    def _after(self, player: int, happened: tuple[Event, ...], own: int | None) -> tuple[str, ...]:
        news = [_encode(event).decode() for event in known_to(self.seat(player), happened)] if happened else []
        return (*self.told[player], *(() if own is None else (f"> {own}",)), *news)


class ConventSpielGame(pyspiel.Game):  # type: ignore[misc]
    """The whole game; players are the novices in the order of their numbers, then the guards. Rewards have a sum of zero."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        if "options" in params:  # an = would have another meaning in the game's string, by which OpenSpiel loads and stores it
            params["options"] = str(params["options"]).replace("=", ":")
        given = {**DEFAULTS, **params}
        pairs = (each.partition(":") for each in given["options"].split(";") if each)
        options = {name: value for name, _, value in pairs}
        self.setup = setup_of(str(given["edition"]), int(given["novices"]), int(given["guard_players"]), options)
        super().__init__(CONVENT, game_info(self.setup.players, LONGEST), params)

    def new_initial_state(self) -> "ConventSpielState":
        """Returns the state before the deal."""
        return ConventSpielState(self)

    @cached_property
    def first_night(self) -> Night:
        """The game as it begins; states have copies, also each time OpenSpiel clones one."""
        return Night(self.setup, seat_game(self.setup).state, ((),) * self.setup.players)

    def end_value(self, state: State) -> float | None:
        """Returns what the guards have won, or None while the game goes on."""
        return None if state.stage != Stage.OVER else reward_of(state, self.setup.novices, ZERO_SUM) * self.setup.guard_players

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Returns an observer; with perfect recall it has strings only."""
        return SpielObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class MiniConventSpielGame(ConventSpielGame):
    """The mini-convent: two players, small enough for exact exploitability."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setup = mini_setup()
        pyspiel.Game.__init__(self, MINI, game_info(2, 60), params or {})

    @cached_property
    def first_night(self) -> Night:
        """The position in which the end of the night begins."""
        return Night(self.setup, mini_state(self.setup), ((), ()))

    def end_value(self, state: State) -> float | None:
        """Returns what the guards have won; the last movement of the novice is played for her."""
        return end_value(self.setup.board, state)


def game_info(players: int, longest: int) -> Any:
    """Returns the sizes of a game for OpenSpiel."""
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=ACTIONS,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest,
    )


class ConventSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of the game; chance is a player, and every answer is a number below 16."""

    def __init__(self, game: ConventSpielGame) -> None:
        super().__init__(game)
        self.night = deepcopy(game.first_night)

    def current_player(self) -> int:
        """Returns the player who is asked, or chance, or the end."""
        state = self.night.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        figure = next_figure(state)
        return int(pyspiel.PlayerId.CHANCE) if is_left_to_luck(state, figure) else agent_of(state, figure)

    def _legal_actions(self, player: int) -> list[int]:
        return numbers_of(legal(self.night.setup.board, self.night.state, next_figure(self.night.state)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns cards or faces, all equally likely."""
        found = self._legal_actions(int(pyspiel.PlayerId.CHANCE))
        return [(number, 1 / len(found)) for number in found]

    def _apply_action(self, action: int) -> None:
        self.night.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.night.state
        text = written(small_action(self.night.setup, state, next_figure(state), action))
        return f"{action} {text}"  # two blessing cards of a kind have the same text

    def is_terminal(self) -> bool:
        """Tells whether the game is over."""
        return self.get_game().end_value(self.night.state) is not None

    def returns(self) -> list[float]:
        """Returns what each player has won; the sum is zero."""
        won, setup = self.get_game().end_value(self.night.state), self.night.setup
        if won is None:
            return [0.0] * setup.players
        if self.night.state.stage != Stage.OVER:  # the mini-convent, decided before the last movement
            return [-won, won]
        return [reward_of(self.night.state, player, ZERO_SUM) for player in range(setup.players)]

    def __str__(self) -> str:
        return " ".join(str(action) for action in self.history())


class SpielObserver:
    """What a player observes: numbers of ``nuns.env.layout``, scaled to 1, and as a string; with perfect recall everything it was told."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"expected no parameters of the observation; got {params}")
        self._has_recall = kind.perfect_recall
        self.tensor = None if self._has_recall else np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict = {} if self.tensor is None else {name: self.tensor[field.place] for name, field in OBSERVATION.items()}

    def set_from(self, state: ConventSpielState, player: int) -> None:
        """Fills in the tensor."""
        if self.tensor is not None:
            self.tensor[:] = observed(state.night, player) / MOST

    def string_from(self, state: ConventSpielState, player: int) -> str:
        """Returns what the player was told, or what it observes now."""
        if self._has_recall:
            return "\n".join(state.night.told[player])
        row = observed(state.night, player)
        return " ".join(f"{name}={row[field.place].tolist()}" for name, field in OBSERVATION.items() if row[field.place].any())


def observed(night: Night, player: int) -> Any:
    """Returns a player's observation; nothing before the deal."""
    row, state = np.zeros(OBSERVATION_SIZE, np.uint8), night.state
    if state.stage == Stage.DEAL:
        return row
    known, seat = Known(), knowledge_seat(night.seat(player))
    know(night.setup.board, state, seat, known)
    figure = next_figure(state)
    is_asked = figure >= 0 and not is_left_to_luck(state, figure) and agent_of(state, figure) == player
    write_observation(night.setup.board, known, min(seat, NOVICES), figure if is_asked else -1, row)
    return row


def numbers_of(bits: int) -> list[int]:
    """Returns the numbers of the bits that are set, ascending."""
    found = []
    while bits:
        found.append(lowest_bit(bits))
        bits &= bits - 1
    return found


class PlayerBelief:
    """What one player believes, kept up from decision to decision instead of worked out from the first event each time."""

    def __init__(self) -> None:
        self._setup: GameSetup | None = None
        self._told: tuple[str, ...] = ()
        self._asked = -1
        self._kept: Belief | None = None
        self._current: Belief | None = None

    def after(self, night: Night, player: int) -> Belief:
        """Returns the belief of the player, the same as a new one that is told everything; the caller must not tell it more.

        The kept belief is not told what is asked, since another state with the same events may still be in the noise step.
        """
        told = night.told[player]
        if self._kept is None or self._setup is not night.setup or told[: len(self._told)] != self._told:
            self._kept, self._current = belief_of(night, player), None
        elif len(told) > len(self._told):
            self._kept.observe_all(events_in(told[len(self._told) :]))
            self._current = None
        self._setup, self._told = night.setup, told
        if self._current is None or self._asked != night.state.ask:
            self._current, self._asked = self._kept.copy().observe_all((), night.state), night.state.ask
        return self._current


def make_resampler(seed: int = 1) -> Callable[[ConventSpielState, int], ConventSpielState]:
    """Returns a resampler for ``ISMCTSBot.set_resampler``: another state that the player cannot tell from this one.

    Novices are drawn from the player's exact belief, and the blessings of others from what is left. Plans that others have written but not
    shown, and answers they have given in a window, are replaced by random plans and passes. The strings of other players end with what was
    drawn for them, so that a search does not take two such states for one.
    """
    rng, beliefs = np.random.default_rng(seed), defaultdict[int, PlayerBelief](PlayerBelief)

    def resample(state: ConventSpielState, player: int) -> ConventSpielState:
        other: ConventSpielState = state.clone()
        redraw(other.night, player, rng, beliefs[player])
        return other

    return resample


def redraw(night: Night, player: int, rng: np.random.Generator, kept: PlayerBelief) -> None:
    """Draws again everything that a player does not know."""
    state, seat, board = night.state, night.seat(player), night.setup.board
    belief = kept.after(night, player)
    guess = dict(zip(belief.novices, belief.sample(rng, 1)[0].tolist(), strict=True))
    own = set(range(6, HOLDERS)) | {GUARD_SIDE} if knowledge_seat(seat) == GUARD_SIDE else {knowledge_seat(seat)}
    state.key_low, state.key_high = (int(number) for number in rng.integers(0, 1 << 32, 2))
    for novice in state.novices:
        if novice.figure in own or novice.status not in (Status.ON_THE_RUN, Status.CAUGHT):
            continue
        card, phase, dot = guess[novice.figure + 1]
        novice.key_dot, novice.wish_dot = key_dot_of(board, state, card), wish_dot_of(board, state, card)
        novice.has_key, novice.has_wish = int(phase > 0), int(phase > 1)
        novice.dot = novice.route[0] = dot if not novice.shown else novice.dot
        if state.ask == Ask.PLAN:
            replan(night, novice.figure)
    redraw_blessings(state, own, rng)
    night.told = tuple(told if each == player else (*told, drawn_for(night, each)) for each, told in enumerate(night.told))


def drawn_for(night: Night, player: int) -> str:
    """Returns what was drawn for another player: its novice's dot and cards, and its blessings."""
    state, seat = night.state, knowledge_seat(night.seat(player))
    if seat == GUARD_SIDE:
        return f"= {state.blessings[NOVICES:]}"
    novice = state.novices[seat]
    return f"= {novice.dot} {novice.key_dot} {novice.wish_dot} {novice.has_key}{novice.has_wish} {state.blessings[seat]}"


def replan(night: Night, figure: int) -> None:
    """Replaces the plan of a novice by a random one from where she stands now; one who still writes starts afresh when she is asked."""
    state, board = night.state, night.setup.board
    novice, is_asked = state.novices[figure], state.asked >> figure & 1
    tear_up(state, novice)
    if not is_asked:
        trial = copy_of(state)
        trial.asked = 1 << figure | 1 << GUARD_SIDE  # nothing is resolved before all plans are in
        while trial.asked >> figure & 1:
            apply(board, trial, figure, random_choice(board, trial, figure))
        state.novices[figure], state.asked = trial.novices[figure], state.asked & ~(1 << figure)


def redraw_blessings(state: State, own: set[int], rng: np.random.Generator) -> None:
    """Deals the blessings that the player does not know again, from the cards that nobody is known to have or to have played.

    Whether another has played a false noise that is not told yet is a secret: everybody who has not openly played a card has one.
    """
    for holder in set(range(HOLDERS)) - own:
        is_placing = state.ask == Ask.DIRECTION and state.asked >> holder & 1
        if not state.played[holder] and not is_placing:
            take_blessing_back(state, holder)
        if state.ask == Ask.BLESSING:
            state.answers[holder] = PASS
    left = [kind_of_card(card) for card in numbers_of(hidden_cards(state))]
    rng.shuffle(left)
    for holder in range(HOLDERS):
        if hides_blessing(state, holder):
            state.blessings[holder] = left.pop()


def belief_of(night: Night, player: int) -> Belief:
    """Returns what a player believes, from everything it was told."""
    return Belief(night.setup, night.seat(player)).observe_all(events_in(night.told[player]))


def events_in(told: tuple[str, ...]) -> list[Event]:
    """Returns the events among what a player was told; other lines are its own answers, or what was drawn for it."""
    return [msgspec.json.decode(line, type=Event) for line in told if line.startswith("{")]


for _type, _game in ((CONVENT, ConventSpielGame), (MINI, MiniConventSpielGame)):
    pyspiel.register_game(_type, _game)
