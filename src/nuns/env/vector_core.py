"""Many games as one environment, on a core or on a CUDA device: plain arrays in and out, and no library of environments needed."""

from copy import deepcopy
from operator import index
from secrets import randbits
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nuns.env import stepping
from nuns.env.engines import Array, engine_of
from nuns.env.layout import ACTIONS, OBSERVATION_SIZE, STATE_SIZE
from nuns.kernel.batch import as_signed
from nuns.kernel.records import Record, array_of, dtype_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.knowledge import Known
from nuns.rules.options import MAYFAIR, Options, problems
from nuns.rules.state import State
from nuns.rules.words import Status

if TYPE_CHECKING:
    from nuns.env.belief_rows import BeliefRows

AUTORESET = {"NextStep": stepping.NEXT_STEP, "SameStep": stepping.SAME_STEP, "Disabled": stepping.DISABLED}
REWARDS = {"winning": stepping.WINNING, "zero-sum": stepping.ZERO_SUM}


class Opponents(NamedTuple):
    """The players beside the learner, who is ``agent``; ``policies`` has one for each novice in the order of numbers, then the guards'."""

    agent: int
    policies: tuple[int, ...]


class VectorCore:
    """``count`` games that are stepped together; all arrays are written in place, by compiled code.

    ``observations`` (count, 290) and ``masks`` (count, 16) belong to the agent who is asked, ``agents`` (count,), -1 where a game is over.
    ``rewards`` (count, agents), ``earned`` (count,), which is the reward of the agent who has just answered, and ``terminations`` (count,)
    say what the last step brought. ``final_observations`` has the last observation of a game that was dealt again within one step.
    With ``belief``, ``beliefs`` (count, 6, 156) is where the agent who is asked believes each novice, and ``final_beliefs`` goes with
    ``final_observations``.
    """

    def __init__(
        self,
        options: Options = MAYFAIR,
        *,
        count: int = 1024,
        novices: int = 6,
        guard_players: int = 1,
        seed: int = 1,
        on: str = "cpu",
        autoreset: str = "NextStep",
        rewards: str = "winning",
        opponents: Opponents | None = None,
        belief: bool = False,
    ) -> None:
        if found := problems(options, novices, guard_players):
            raise ValueError("; ".join(found))
        if belief and on != "cpu":
            raise ValueError(f"expected belief=True on the cpu, since the filter has no code for a device; got {on!r}")
        if count < 1:
            raise ValueError(f"expected at least 1 environment; got {count}")
        self.options, self.count, self.novices, self.guard_players, self.on = options, count, novices, guard_players, on
        self.opponents = opponents
        self._mode, self._kind = number_of(AUTORESET, autoreset, "an autoreset mode"), number_of(REWARDS, rewards, "rewards")
        self._seed = seed
        self._make_arrays()
        self._beliefs = self._make_beliefs() if belief else None

    def _make_arrays(self) -> None:
        """Makes the arrays, where the games are; they are kept for as long as the environment."""
        self._engine = engine_of(self.on, against=self.opponents is not None)
        count, agents = self.count, self.novices + self.guard_players
        self._fresh = self._hold(array_of(State(options=self.options), tape=1))
        self._nothing = self._hold(np.zeros(1, dtype_of(Known, tape=1)))
        self._known = self._hold(
            np.zeros(1, dtype_of(Known, tape=1))
        )  # what the seat in question knows; on a device each thread has its own
        self._games = self._hold(np.repeat(array_of(State(options=self.options), tape=1), count))
        self.observations = self._hold(np.zeros((count, OBSERVATION_SIZE), np.uint8))
        self.final_observations = self._hold(np.zeros((count, OBSERVATION_SIZE), np.uint8))
        self.masks = self._hold(np.zeros((count, ACTIONS), np.int8))
        self.agents = self._hold(np.full(count, stepping.NOBODY, np.int8))
        self.rewards = self._hold(np.zeros((count, agents), np.float32))
        self.earned = self._hold(np.zeros(count, np.float32))
        self.terminations = self._hold(np.zeros(count, np.bool_))
        self.refused = self._hold(np.zeros(count, np.bool_))
        self._seats = self._hold(np.zeros(count, np.uint8))
        self._bits = self._hold(np.zeros(count, np.uint16))
        self._episodes = self._hold(np.zeros(count, np.int64))
        self._actions = self._hold(np.zeros(count, np.int64))
        self._everyone = self._hold(np.ones(count, np.bool_))
        self._policies = self._hold(np.array(self.opponents.policies if self.opponents else (), np.int64))

    def _make_beliefs(self) -> "BeliefRows":
        from nuns.env.belief_rows import BeliefRows  # loads the bots, which nothing else here needs

        setup = GameSetup(options=self.options, novices=self.novices, guard_players=self.guard_players)
        return BeliefRows(setup, self.count, *(self.opponents or ()))

    def _hold(self, values: Record) -> Array:
        return self._engine.hold(values)

    # Playing

    def reset(self, seed: int | None = None, chosen: Any = None) -> None:
        """Deals games: with a seed, game i of that seed into every place i; without, the next ones; ``chosen`` places only, as booleans."""
        places = self._everyone if chosen is None else self._taken(chosen, np.bool_)
        if seed is not None:
            self._seed = known_seed(seed)
            self._episodes = self._hold(np.where(self._engine.fetch(places), 0, self._engine.fetch(self._episodes)))
        self._engine.run("start_envs" + self._against, self.count, *self._arguments(places))
        if self._beliefs is not None:
            for place in np.flatnonzero(places).tolist():
                self._deal_belief(self._beliefs, place)

    def step(self, actions: Any) -> None:
        """Takes one answer for each game; an illegal one changes nothing and is noted in ``refused``."""
        taken = self._taken(actions, np.int64)
        agents, seats, episodes = self.agents, self._seats, self._episodes
        if self._beliefs is not None:
            agents, seats, episodes = agents.copy(), seats.copy(), episodes.copy()
            self._beliefs.take_dice(self._games)  # random_actions() has drawn some
        given = (*self._arguments(taken), self._mode, self._kind, self.refused, self.final_observations)
        self._engine.run("step_envs" + self._against, self.count, *given)
        if self._beliefs is not None:
            self._follow(self._beliefs, taken, agents, seats, episodes)

    def illegal_places(self, actions: Any) -> list[int]:
        """Returns the places whose answer would be refused, before any step is taken; on a core only."""
        taken = self._taken(actions, np.int64)
        is_known = (taken >= 0) & (taken < ACTIONS)
        is_legal = is_known & (self._bits >> np.where(is_known, taken, 0) & 1).astype(np.bool_)
        return [int(place) for place in np.flatnonzero((self.agents != stepping.NOBODY) & ~is_legal)]

    def _follow(self, beliefs: "BeliefRows", actions: Array, agents: Array, seats: Array, episodes: Array) -> None:
        """Takes the step also in the games that beliefs are drawn from, by who was asked before it and which games were dealt since."""
        for place in range(self.count):
            is_last = self._episodes[place] != episodes[place]
            if agents[place] >= 0 and not self.refused[place]:
                is_changed = beliefs.answer(place, int(actions[place])) or seats[place] != self._seats[place]
                if is_last:
                    beliefs.weigh(place, int(seats[place]), beliefs.final_rows)
                elif is_changed:
                    beliefs.weigh(place, int(self._seats[place]), beliefs.rows)
            if is_last:
                self._deal_belief(beliefs, place)

    def _deal_belief(self, beliefs: "BeliefRows", place: int) -> None:
        beliefs.deal(place, *self.game_number(place))
        beliefs.weigh(place, int(self._seats[place]), beliefs.rows)

    def random_actions(self) -> Array:
        """Returns a random legal answer for each game, by each game's own generator; the array is written again by the next call."""
        self._engine.run("pick_actions", self.count, self._engine.boards, self._games, self._bits, self.agents, self._actions)
        return self._actions

    def wait(self) -> None:
        """Returns when a device has done all steps that were started."""
        self._engine.wait()

    @property
    def _against(self) -> str:
        return "" if self.opponents is None else "_against"

    def _arguments(self, given: Array) -> tuple[Any, ...]:
        """Returns what the loops of ``stepping`` and ``opponents`` take first."""
        arguments = (
            self._engine.boards, self._fresh, self._games, self._known, self._nothing,
            given, as_signed(self._seed), self.novices, self.guard_players,
            self.observations, self.masks, self._bits, self.agents, self._seats, self._episodes, self.rewards,
            self.earned, self.terminations,
        )  # fmt: skip
        return arguments if self.opponents is None else (*arguments, self.opponents.agent, self._policies)

    def _taken(self, values: Any, kind: type[np.generic]) -> Array:
        """Returns what a caller handed in as an array of that type, where the games are; raises ValueError for another shape or type."""
        given = values if hasattr(values, "__cuda_array_interface__") else np.asarray(values)
        described = getattr(given, "__cuda_array_interface__", None) or given.__array_interface__
        if tuple(described["shape"]) != (self.count,):
            raise ValueError(f"expected {self.count} values, one for each environment; got an array of shape {tuple(described['shape'])}")
        if described["typestr"][1] not in "biu":
            raise ValueError(f"expected whole numbers, one for each environment; got {given.dtype}")
        return self._engine.take(given, kind)

    # Looking

    @property
    def beliefs(self) -> Array:
        """Where the agent who is asked in each game believes the novices; only with ``belief=True``."""
        return self._kept_beliefs().rows

    @property
    def final_beliefs(self) -> Array:
        """The same for the last observation of games that were dealt again within one step."""
        return self._kept_beliefs().final_rows

    def _kept_beliefs(self) -> "BeliefRows":
        if self._beliefs is None:
            raise AttributeError("expected an environment made with belief=True; got one without beliefs")
        return self._beliefs

    def observe(self, place: int, seat: int) -> tuple[Any, Any]:
        """Returns the observation and mask of any seat in one game (0-5 the novices by their numbers, 6 the guards); on a core only."""
        row, mask = np.zeros(OBSERVATION_SIZE, np.uint8), np.zeros(ACTIONS, np.int8)
        self._engine.run("look_from", self.count, self._engine.boards, self._games, self._known, self._nothing, place, seat, row, mask)
        return row, mask

    def states(self) -> Array:
        """Returns the whole truth of every game as rows of numbers (``layout.STATE``), for critics that may see it in training."""
        rows = self._hold(np.zeros((self.count, STATE_SIZE), np.uint8))
        self._engine.run("write_states", self.count, self._engine.boards, self._games, rows)
        return rows

    def game_number(self, place: int) -> tuple[int, int]:
        """Returns the seed and the index by which the game in a place was dealt."""
        return self._seed, place + (int(self._episodes[place]) - 1) * self.count

    @property
    def games(self) -> Record:
        """The states of all games: on a core the array itself, from a device a copy. They contain every secret, the dice to come too."""
        return self._engine.fetch(self._games)

    def figures(self, place: int) -> list[int]:
        """Returns the figures of the novices who play in one game, in the order of their numbers."""
        return [figure for figure, novice in enumerate(self.games[place]["novices"]) if novice["status"] != Status.ABSENT]

    # Copies

    def reseed(self, seed: int) -> None:
        """Gives every game new dice from now on, so that nothing learnt from another copy tells them."""
        games = self.games
        keys = np.random.default_rng(seed).integers(0, 1 << 32, (2, self.count), np.uint32)
        games["key_low"], games["key_high"] = keys
        games["chances"] = games["decisions"] = 0
        self._games = self._hold(games)
        if self._beliefs is not None:
            self._beliefs.take_dice(games)

    def __getstate__(self) -> dict[str, Any]:
        """Returns everything but the compiled code, with other dice, so that a planner with a copy cannot see those to come."""
        kept = {name: self._fetched(value) for name, value in vars(self).items() if name not in ("_engine", "_games")}
        games = self.games.copy()
        for key in ("key_low", "key_high"):
            games[key] = [randbits(32) for _ in range(self.count)]
        if self._beliefs is not None:
            kept["_beliefs"] = self._beliefs.copied(games)
        return {**kept, "_games": games, "_seed": randbits(63)}

    def _fetched(self, value: Any) -> Any:
        return self._engine.fetch(value) if self.on == "cuda" and hasattr(value, "copy_to_host") else value

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._engine = engine_of(self.on, against=self.opponents is not None)
        if self.on == "cuda":
            vars(self).update({name: self._hold(value) for name, value in kept.items() if isinstance(value, np.ndarray)})

    def __copy__(self) -> "VectorCore":
        return deepcopy(self)  # a shallow copy would have the dice, and step the game, of this one

    def __deepcopy__(self, _: Any) -> "VectorCore":
        other = VectorCore.__new__(VectorCore)
        state = self.__getstate__()
        other.__setstate__({name: value.copy() if isinstance(value, np.ndarray) else value for name, value in state.items()})
        return other


def known_seed(seed: Any) -> int:
    """Returns a seed as a number of at most 64 bits, or raises ValueError."""
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 64:
        raise ValueError(f"expected a whole number from 0 to 2**64 - 1 as the seed; got {seed!r}")
    return number


def number_of(known: dict[str, int], name: str, what: str) -> int:
    """Returns the number of a setting by its name, or raises ValueError with the names there are."""
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"expected {what} among {', '.join(known)}; got {name!r}")
    return known[name]
