"""Random nights over random options: what is legal is accepted and nothing else, nothing is lost, every night ends."""

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nuns.board.shape import copy_of
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Again, Done, Plan
from nuns.referee.codes import RefusalCode, RuleRefusal
from nuns.referee.dice import CounterDice, next_chance
from nuns.referee.events import Event
from nuns.referee.game import Game, apply, legal_actions, refusal, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import read, written
from nuns.referee.record import read_record, record_text, replay_record
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import encoded, view
from nuns.rules.turn import legal, next_figure
from nuns.rules.words import ABOUT_TURN, FIGURES, HOLDERS, NOVICES, Ask, Blessing, Card, Stage, Status
from tests.kit.codes import assert_codes
from tests.kit.game_runs import any_table
from tests.kit.sample import sample


class Night(RuleBasedStateMachine):
    """A table with random seats, watched."""

    game: Game
    dice: CounterDice
    chances: int
    learnt: dict[Seat, tuple[Event, ...]]

    @initialize(table=any_table(), seed=st.integers(0, 2**64 - 1))
    def sit_down(self, table: GameSetup, seed: int) -> None:
        self.game, self.dice, self.chances, self.learnt = seat_game(table), CounterDice(f"{seed}/0"), 0, {}
        while self.game.state.stage == Stage.DEAL:
            self.take_chance()

    def take_chance(self) -> None:
        apply(self.game, next_chance(self.game, self.dice, self.chances))
        self.chances += 1

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data(), count=st.integers(1, 12))
    def go_on(self, data: st.DataObject, count: int) -> None:
        """A few decisions of whoever is asked."""
        for _ in range(count):
            if self.game.is_over:
                return
            seat = data.draw(st.sampled_from(self.game.waiting))
            if seat == Seat.CHANCE:
                self.take_chance()
                continue
            action = data.draw(st.sampled_from(legal_actions(self.game, seat)))
            before = len(self.game.events)
            happened = apply(self.game, action)
            assert tuple(self.game.events[before:]) == happened

    @precondition(lambda self: not self.game.is_over)
    @rule()
    def legal_is_what_is_accepted(self) -> None:
        """Every number of every figure: accepted if and only if it is in the menu."""
        table, state = self.game.setup, self.game.state
        for figure in range(FIGURES):
            for number in range(16):
                if not state.asked >> figure & 1 or (state.ask == Ask.PATH and not table.path_names[number]):
                    continue
                try:
                    action = small_action(table, state, figure, number)
                except (IndexError, ValueError):
                    continue
                if isinstance(action, Again) or small_number_is_ambiguous(state.ask):
                    continue
                is_legal = bool(legal(table.board, state, figure) >> number & 1)
                reason = refusal(self.game, action)
                assert (reason is None) == is_legal, f"{written(action)}: {reason}"
                if reason is not None:
                    assert_codes(reason)

    @precondition(lambda self: not self.game.is_over and self.game.state.ask == Ask.PLAN)
    @rule(data=st.data())
    def replace_a_plan(self, data: st.DataObject) -> None:
        """A whole plan, written on a copy small action by small action, replaces what was there."""
        on_board = [n.figure + 1 for n in self.game.state.novices if n.status in (Status.ON_THE_RUN, Status.CAUGHT)]
        number = data.draw(st.sampled_from(on_board))
        plan = self.some_plan(data, number)
        others = self.game.state.asked & ~(1 << number - 1)
        apply(self.game, plan)
        assert self.game.actions[-1] == plan
        if others:
            assert not self.game.state.asked >> number - 1 & 1
            novice = self.game.state.novices[number - 1]
            assert tuple(novice.route[: novice.steps + 1]) == plan.route

    def some_plan(self, data: st.DataObject, number: int) -> Plan:
        trial = Game(self.game.setup, copy_of(self.game.state))
        seat = Seat(f"novice-{number}")
        if legal_actions(trial, seat) == (Again(number),):
            apply(trial, Again(number))
        trial.state.asked |= 1 << 9  # somebody else still thinks, so that nothing is resolved
        while True:
            action = data.draw(st.sampled_from(legal_actions(trial, seat)))
            apply(trial, action)
            if isinstance(action, Done):
                plan = trial.actions[-1]
                assert isinstance(plan, Plan)
                return plan

    @rule()
    def look_at_the_end(self) -> None:
        """3.4 When the night is over all is open, and nothing more can be done."""
        if self.game.is_over:
            assert len(view(self.game, Seat.SPECTATOR).sheets) == self.game.setup.novices
            assert refusal(self.game, read("roll 1")) == RuleRefusal(RefusalCode.GAME_OVER, "1.3")
            assert not any(legal_actions(self.game, seat) for seat in Seat)

    @invariant()
    def nobody_is_stuck(self) -> None:
        if hasattr(self, "game") and not self.game.is_over:
            assert self.game.waiting, "nobody is asked"
            for seat in self.game.waiting:
                actions = legal_actions(self.game, seat)
                assert actions, f"{seat} is asked and has nothing to answer"
                assert all(read(written(action)) == action for action in actions)

    @invariant()
    def cards_and_tokens_are_conserved(self) -> None:
        if not hasattr(self, "game"):
            return
        state = self.game.state
        face_up = [path for path in range(1, ABOUT_TURN) if state.cards[path] == Card.FACE_UP]
        assert sorted(face_up) == sorted(guard.path for guard in state.guards if guard.chases and guard.path)
        dealt = [f for f in range(HOLDERS) if f >= NOVICES or state.novices[f].status != Status.ABSENT]
        for figure in range(HOLDERS):
            cards = (state.blessings[figure] != Blessing.NONE) + (state.untold[figure] != 0) + (state.played[figure] != 0)
            assert cards == (figure in dealt and bool(self.game.setup.options.blessings))
        for guard in state.guards:
            beside = sum(map(sum, guard.noise)) + sum(sum(novice.noise[guard.number]) for novice in state.novices)
            assert guard.tokens == beside
        assert state.captures == sum(novice.times_caught for novice in state.novices)
        assert 1 <= state.turn <= self.game.setup.options.turns

    @invariant()
    def knowledge_only_grows(self) -> None:
        if not hasattr(self, "game"):
            return
        for seat in (*self.game.seats, Seat.SPECTATOR):
            now, before = events_of(self.game, seat), self.learnt.get(seat, ())
            assert now[: len(before)] == before
            self.learnt[seat] = now
            assert encoded(view(self.game, seat))

    def teardown(self) -> None:
        """Every night ends, and its record holds it whole."""
        if not hasattr(self, "game"):
            return
        table = self.game.setup
        while not self.game.is_over:
            figure = next_figure(self.game.state)
            allowed = legal(table.board, self.game.state, figure)
            if figure == FIGURES - 1:
                self.take_chance()
            else:
                number = max(n for n in range(16) if allowed >> n & 1)
                apply(self.game, small_action(table, self.game.state, figure, number))
        text = record_text(self.game, self.dice, dict.fromkeys(self.game.seats, "somebody"))
        again = replay_record(read_record(text.encode()), check_dice=True)
        assert again.state == self.game.state
        assert again.events == self.game.events
        assert record_text(again, self.dice, dict.fromkeys(again.seats, "somebody")) == text


def small_number_is_ambiguous(ask: int) -> bool:
    """Numbers that stand for the same words as another: two cards of a kind; sets of neighbours that are not there."""
    return ask in (Ask.CARD, Ask.DIRECTION)


TestNight = Night.TestCase
TestNight.settings = settings(
    max_examples=sample(40, 1_000),
    stateful_step_count=25,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking a night takes minutes and its draws are readable as they are
)
