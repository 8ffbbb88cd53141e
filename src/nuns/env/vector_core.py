"""Many games as one environment, on a core or on a CUDA device: plain arrays in and out, and no library of environments needed."""

from copy import deepcopy
from operator import index
from secrets import randbits
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nuns.bots.policies import policy_games
from nuns.bots.policies.units import CAREFUL, POLICIES
from nuns.env import layout, observation, stepping
from nuns.env import place as place_records
from nuns.env.layout import ACTIONS, OBSERVATION_SIZE, STATE_SIZE
from nuns.env.place import MOST_AGENTS, NOBODY, Common, Place, Shown
from nuns.kernel.batch import DEVICES, as_signed
from nuns.kernel.compiler import Replaced
from nuns.kernel.device import Device, device
from nuns.kernel.machine import Machine, machine
from nuns.kernel.records import Record, array_of, dtype_of
from nuns.kernel.units import calls_of
from nuns.referee.game_setup import GameSetup
from nuns.rules.knowledge import Known
from nuns.rules.options import MAYFAIR, Options, problems
from nuns.rules.state import State
from nuns.rules.words import Status

if TYPE_CHECKING:
    from nuns.env.belief_rows import BeliefRows

AUTORESET = {"NextStep": stepping.NEXT_STEP, "SameStep": stepping.SAME_STEP, "Disabled": stepping.DISABLED}
CHAPTERS = (policy_games, layout, observation, place_records, stepping)  # compiled with the rules
Array = Any  # NumPy's on a core; on a device one with __cuda_array_interface__, which PyTorch and JAX take without a copy
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
        self._make_arrays(seed)
        self._beliefs = self._make_beliefs() if belief else None

    def _make_arrays(self, seed: int) -> None:
        """Makes the arrays, where the games are; they are kept for as long as the environment."""
        self._engine = engine_on(self.on, self.opponents)
        count, agents = self.count, self.novices + self.guard_players
        fresh, common = array_of(State(options=self.options)), np.zeros(1, dtype_of(Common))
        common["fresh"] = fresh
        common["seed"], common["policies"] = as_signed(known_seed(seed)), self._policies()
        common["novices"], common["guard_players"] = self.novices, self.guard_players
        common["autoreset"], common["rewards"] = self._mode, self._kind
        self._common, self._places = self._hold(common), self._hold(np.zeros(count, dtype_of(Place)))
        self._games = self._hold(np.repeat(fresh, count))
        self._known = self._hold(np.zeros(1, dtype_of(Known)))  # what the seat in question knows
        self.observations = self._hold(np.zeros((count, OBSERVATION_SIZE), np.uint8))
        self.final_observations = self._hold(np.zeros((count, OBSERVATION_SIZE), np.uint8))
        self.masks = self._hold(np.zeros((count, ACTIONS), np.int8))
        self.agents = self._hold(np.full(count, NOBODY, np.int8))
        self.rewards = self._hold(np.zeros((count, agents), np.float32))
        self.earned = self._hold(np.zeros(count, np.float32))
        self.terminations = self._hold(np.zeros(count, np.bool_))
        self.refused = self._hold(np.zeros(count, np.bool_))
        self._actions = self._hold(np.zeros(count, np.int64))
        self._everyone = self._hold(np.ones(count, np.bool_))

    def _policies(self) -> list[int]:
        """Returns the policy of each agent, NOBODY for a learner."""
        if self.opponents is None:
            return [NOBODY] * MOST_AGENTS
        *novices, guards = self.opponents.policies
        policies = [*novices[: self.novices], *[guards] * (MOST_AGENTS - self.novices)]
        policies[self.opponents.agent] = NOBODY
        return policies

    def _make_beliefs(self) -> "BeliefRows":
        from nuns.env.belief_rows import BeliefRows  # loads the bots, which nothing else here needs

        setup = GameSetup(options=self.options, novices=self.novices, guard_players=self.guard_players)
        return BeliefRows(setup, self.count, *(self.opponents or ()))

    def _hold(self, values: Record) -> Array:
        return self._engine.hold(values)

    # Playing

    def reset(self, seed: int | None = None, chosen: Any = None) -> None:
        """Deals games: with a seed, game i of that seed into every place i; without, the next ones; ``chosen`` places only, as booleans."""
        chosen = self._everyone if chosen is None else self._taken(chosen, np.bool_)
        if seed is not None:
            self._begin_seed(seed, self._engine.fetch(chosen))
        self._run(stepping.start_places, chosen)
        if self._beliefs is not None:
            for place in np.flatnonzero(chosen).tolist():
                self._deal_belief(self._beliefs, place)

    def _begin_seed(self, seed: int, chosen: Array) -> None:
        """Lets the chosen places begin with the first games of a seed."""
        common, places = self._engine.fetch(self._common), self._engine.fetch(self._places)
        common["seed"], places["episodes"] = as_signed(known_seed(seed)), np.where(chosen, 0, places["episodes"])
        self._common, self._places = self._hold(common), self._hold(places)

    def step(self, actions: Any) -> None:
        """Takes one answer for each game; an illegal one changes nothing and is noted in ``refused``."""
        taken = self._taken(actions, np.int64)
        if self._beliefs is None:
            self._run(stepping.step_places, taken)
            return
        agents, places = self.agents.copy(), self._places.copy()
        self._beliefs.take_dice(self._games)  # random_actions() has drawn some
        self._run(stepping.step_places, taken)
        self._follow(self._beliefs, taken, agents, places)

    def _run(self, loop: Any, given: Array) -> None:
        """Runs one of the two loops that play on."""
        shown = Shown(
            self.observations, self.masks, self.agents, self.rewards,
            self.earned, self.terminations, self.refused, self.final_observations,
        )  # fmt: skip
        self._engine.start(loop, self.count, self._engine.boards, self._common, self._places, self._games, shown, self._known, given)

    def illegal_places(self, actions: Any) -> list[int]:
        """Returns the places whose answer would be refused, before any step is taken; on a core only."""
        taken = self._taken(actions, np.int64)
        is_known = (taken >= 0) & (taken < ACTIONS)
        is_legal = is_known & (self._places["allowed"] >> np.where(is_known, taken, 0) & 1).astype(np.bool_)
        return [int(place) for place in np.flatnonzero((self.agents != NOBODY) & ~is_legal)]

    def _follow(self, beliefs: "BeliefRows", actions: Array, agents: Array, places: Record) -> None:
        """Takes the step also in the games that beliefs are drawn from, by who was asked before it and which games were dealt since."""
        seats = self._places["seat"]
        for place in range(self.count):
            is_last = self._places["episodes"][place] != places["episodes"][place]
            if agents[place] != NOBODY and not self.refused[place]:
                is_changed = beliefs.answer(place, int(actions[place])) or places["seat"][place] != seats[place]
                if is_last:
                    beliefs.weigh(place, int(places["seat"][place]), beliefs.final_rows)
                elif is_changed:
                    beliefs.weigh(place, int(seats[place]), beliefs.rows)
            if is_last:
                self._deal_belief(beliefs, place)

    def _deal_belief(self, beliefs: "BeliefRows", place: int) -> None:
        beliefs.deal(place, *self.game_number(place))
        beliefs.weigh(place, int(self._places["seat"][place]), beliefs.rows)

    def random_actions(self) -> Array:
        """Returns a random legal answer for each game, by each game's own generator; the array is written again by the next call."""
        self._engine.start(stepping.pick_actions, self.count, self._engine.boards, self._places, self._games, self.agents, self._actions)
        return self._actions

    def wait(self) -> None:
        """Returns when a device has done all steps that were started."""
        self._engine.wait()

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
        self._engine.start(stepping.look_from, 1, self._engine.boards, self._common, self._games, self._known, place, seat, row, mask)
        return row, mask

    def states(self) -> Array:
        """Returns the whole truth of every game as rows of numbers (``layout.STATE``), for critics that may see it in training."""
        rows = self._hold(np.zeros((self.count, STATE_SIZE), np.uint8))
        self._engine.start(stepping.write_states, self.count, self._engine.boards, self._games, rows)
        return rows

    def game_number(self, place: int) -> tuple[int, int]:
        """Returns the seed and the index by which the game in a place was dealt."""
        return self._seed, place + (int(self._places["episodes"][place]) - 1) * self.count

    @property
    def _seed(self) -> int:
        return int(self._engine.fetch(self._common)["seed"].view(np.uint64)[0])

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
        games["key_low"], games["key_high"] = np.random.default_rng(seed).integers(0, 1 << 32, (2, self.count), np.uint32)
        games["chances"] = games["decisions"] = 0
        self._games = self._hold(games)
        if self._beliefs is not None:
            self._beliefs.take_dice(games)

    def __getstate__(self) -> dict[str, Any]:
        """Returns everything but the compiled code, with other dice, so that a planner with a copy cannot see those to come."""
        kept = {name: self._fetched(value) for name, value in vars(self).items() if name != "_engine"}
        common, games = kept["_common"].copy(), kept["_games"].copy()
        common["seed"] = randbits(63)
        for key in ("key_low", "key_high"):
            games[key] = [randbits(32) for _ in range(self.count)]
        if self._beliefs is not None:
            kept["_beliefs"] = self._beliefs.copied(games)
        return {**kept, "_common": common, "_games": games}

    def _fetched(self, value: Any) -> Any:
        return self._engine.fetch(value) if self.on == "cuda" and hasattr(value, "copy_to_host") else value

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._engine = engine_on(self.on, self.opponents)
        if self.on == "cuda":
            vars(self).update({name: self._hold(value) for name, value in kept.items() if isinstance(value, np.ndarray)})

    def __copy__(self) -> "VectorCore":
        return deepcopy(self)  # a shallow copy would have the dice, and step the game, of this one

    def __deepcopy__(self, _: Any) -> "VectorCore":
        other = VectorCore.__new__(VectorCore)
        state = self.__getstate__()
        other.__setstate__({name: value.copy() if isinstance(value, np.ndarray) else value for name, value in state.items()})
        return other


def engine_on(on: str, opponents: Opponents | None) -> Machine | Device:
    """Returns the loops for ``cpu`` or ``cuda``; a core calls the policies through their addresses, a device has them compiled in."""
    if on == "cpu":
        return machine(extra_modules=CHAPTERS, replaced=calls_of(POLICIES))
    if on != "cuda":
        raise ValueError(f"expected a device among {', '.join(DEVICES)}; got {on!r}")
    on_device: Replaced = ((stepping.go_on, stepping.go_on_in_thread),)
    if opponents is None:
        return device(CHAPTERS, (*on_device, (policy_games.decide_informed, stepping.let_nobody_decide)))
    return device((*CAREFUL, *CHAPTERS), on_device)


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
