"""The noise steps of a night as a seat is told them: dice, cards, tokens, and the false noises that are told later (rules 7, 10)."""

from collections import Counter

import msgspec

from nuns.bots.belief.joint_deal import shares
from nuns.bots.belief.motion_model import MotionModel
from nuns.bots.belief.noise_model import Tokens, hear
from nuns.bots.belief.rule_tables import Numbers
from nuns.bots.belief.track import HONEST, Track
from nuns.referee import events as ev
from nuns.referee.game_setup import BLESSING_NAMES
from nuns.referee.seats import FIGURE_NAMES, GUARD_NAMES
from nuns.rules.blessings import shift_by
from nuns.rules.ending import is_last_turn
from nuns.rules.noise import is_told_now, is_told_when_cleared
from nuns.rules.setup import owns_blessing
from nuns.rules.state import State
from nuns.rules.words import DIE_OWNERS, NOVICES, Blessing, NoiseStep


class NoiseReader:
    """Reads the noise steps into a public state and the novices' tracks."""

    def __init__(self, model: MotionModel, state: State, tracks: dict[int, Track]) -> None:
        self.model, self.state, self.tracks = model, state, tracks
        self.tokens: dict[int, Tokens] = {}  # of this noise step, by novice
        self.cards: dict[int, int] = {}  # the blessings that are known, by figure
        self.telling = False  # 10.4 false noises are being told

    def copy(self, state: State, tracks: dict[int, Track]) -> "NoiseReader":
        """Returns an independent reader of another state and its tracks."""
        other = NoiseReader(self.model, state, tracks)
        other.tokens = {novice: Counter(each) for novice, each in self.tokens.items()}
        other.cards, other.telling = dict(self.cards), self.telling
        return other

    def begin(self, noise_step: int) -> None:
        """Begins a noise step: no dice, no tokens; what was false a turn ago is told first (7.1, 7.3, 10.4)."""
        self.state.noise_step = noise_step
        self.state.dice, self.state.shifts = [0] * DIE_OWNERS, [0] * DIE_OWNERS
        self.tokens = {}
        self.telling = True

    def note(self, event: ev.Rolled | ev.BlessingPlayed | ev.BlessingTold | ev.Noise) -> None:
        """Notes one event; *one more step*, which is played with a movement, comes here too."""
        match event:
            case ev.Rolled(by=by, face=face):
                self.state.dice[figure_of(by)] = face
            case ev.BlessingPlayed(by=by, blessing=card, die=die):
                self.know_card(figure_of(by), BLESSING_NAMES.index(card))
                if BLESSING_NAMES.index(card) == Blessing.NOISE_RANGE and not isinstance(die, msgspec.UnsetType):
                    self.state.shifts[figure_of(die)] += shift_by(figure_of(by))
            case ev.BlessingTold(by=by):
                self.know_card(figure_of(by), Blessing.FALSE_NOISE)
            case ev.Noise(novice=novice, by=by, guard=name, dot=dot):
                guard = self.state.guards[GUARD_NAMES.index(name)]
                if isinstance(novice, int):
                    tokens = self.tokens.setdefault(novice, Counter())
                    tokens[guard.number, self.model.board.next[guard.dot].index(dot)] += 1
                elif isinstance(by, str):
                    self.know_card(figure_of(by), Blessing.FALSE_NOISE)

    def know_card(self, figure: int, card: int) -> None:
        """A card is known: it is told that a noise was false, or she cannot have placed one (3.1, 10.4)."""
        is_news = self.cards.get(figure) != card
        self.cards[figure] = card
        if figure >= NOVICES or self.tracks[figure + 1].is_own:
            return
        track = self.tracks[figure + 1]
        if card != Blessing.FALSE_NOISE:
            track.drop([layer for layer in track.layers if layer != HONEST])
        elif is_news and self.telling:
            track.tell([layer for layer in track.layers if self._is_told(layer)])

    def _is_told(self, layer: int) -> bool:
        """Tells whether a false noise of that layer is told at the beginning of this noise step (10.4)."""
        if self.state.noise_step == NoiseStep.LISTENING:
            if is_told_when_cleared(self.state):
                return layer != HONEST
            if is_last_turn(self.state):
                return False
        return is_told_now(self.state, layer)

    def tell_rest(self) -> None:
        """Whose noise was not told to be false by now, it was not (10.4)."""
        if self.telling:
            for track in self.tracks.values():
                track.drop([layer for layer in track.layers if self._is_told(layer)])
        self.telling = False

    def end(self) -> None:
        """Ends a noise step: whoever placed no token was not heard (7.4)."""
        self.tell_rest()
        is_any_left = self.false_shares()[1] > 0
        for number, track in self.tracks.items():
            figure = track.novice.figure
            may_fake = is_any_left and figure not in self.cards and owns_blessing(self.state, figure)
            hear(self.model, self.state, track, self.tokens.get(number, Counter()), may_fake=may_fake)

    def false_shares(self) -> Numbers:
        """Returns how likely 0, 1, 2 certain novices whose cards are unknown have false noises (10.4)."""
        return shares(len(self.cards), sum(card == Blessing.FALSE_NOISE for card in self.cards.values()))


def figure_of(by: int | str) -> int:
    """Returns the figure that an event names: a novice by her number, anyone else by name."""
    return by - 1 if isinstance(by, int) else FIGURE_NAMES.index(by)
