"""What everyone but the learner does: scripted lines and dice first, then something plain that is the same every time."""

from nuns.board.shape import copy_of
from nuns.bots.policies.greedy import greedy_answers
from nuns.lessons.lesson import LessonScript
from nuns.referee import actions as act
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.game import Game, apply, legal_actions, refusal
from nuns.referee.notation import read
from nuns.referee.seats import FIGURE_NAMES, Seat
from nuns.referee.view import known_by
from nuns.rules.bits import lowest_bit
from nuns.rules.noise import next_die
from nuns.rules.turn import legal
from nuns.rules.words import Ask


class ScriptedPlayers:
    """Answers for chance and for every seat that nobody plays; scripted lines and dice are used up in their order."""

    def __init__(self, script: LessonScript) -> None:
        self._lines = [read(line) for line in script.lines]
        self._dice = {owner: list(faces) for owner, faces in script.dice.items()}
        self._face = script.face

    def answer(self, game: Game, seat: Seat) -> Action:
        """Returns what a seat that is waited for does; a plan is whole."""
        if seat == Seat.CHANCE:
            return act.Roll(self._next_face(game))
        for line in self._lines:
            if refusal(game, line, seat) is None:
                self._lines.remove(line)
                return line
        if game.is_plan_due:
            return self._plain_plan(game, seat)
        if game.ask == Ask.STEP:
            return self._greedy_step(game, seat)
        return self._plain(legal_actions(game, seat))

    def _next_face(self, game: Game) -> int:
        faces = self._dice.get(FIGURE_NAMES[next_die(game.state)])
        return faces.pop(0) if faces else self._face

    def _greedy_step(self, game: Game, seat: Seat) -> Action:
        """Returns the first of the answers that the greedy policy prefers, on what the seat knows."""
        known = copy_of(known_by(game, seat))
        figure = next(figure for figure in game.figures(seat) if known.asked >> figure & 1)
        allowed = legal(game.setup.board, known, figure)
        liked = allowed & greedy_answers(game.setup.board, known, figure, allowed)
        return small_action(game.setup, known, figure, lowest_bit(liked or allowed))

    def _plain_plan(self, game: Game, seat: Seat) -> Action:
        """Returns a plan that stands still, or for a novice who must obey the first way home."""
        trial = game.copy()
        while trial.is_waiting_for(seat) and trial.is_plan_due and len(trial.actions) == len(game.actions):
            apply(trial, self._plain(legal_actions(trial, seat)))
        return trial.actions[len(game.actions)]

    @staticmethod
    def _plain(actions: tuple[Action, ...]) -> Action:
        """Returns the least remarkable of some actions: it ends a plan, stands still, passes, or else is the first."""
        for is_wanted in (
            lambda each: isinstance(each, act.Done | act.Pass),
            lambda each: isinstance(each, act.GaitChoice) and each.gait == "stand",
            lambda each: isinstance(each, act.GaitChoice) and each.gait == "walk",
        ):
            if found := next(filter(is_wanted, actions), None):
                return found
        return actions[0]
