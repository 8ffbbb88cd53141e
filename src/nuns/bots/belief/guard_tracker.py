"""The guards, as everybody knows them: where they stand and face, what they see and whether they hear (rules 6, 7.2, 11.2)."""

from copy import copy
from dataclasses import dataclass

import numpy as np

from nuns.board.tables import DOTS
from nuns.bots.belief.motion_model import Flags, MotionModel
from nuns.bots.belief.step_model import SightMasks
from nuns.referee.seats import GUARD_NAMES
from nuns.rules.choices import Monk, Sight
from nuns.rules.words import NOWHERE

MONK = "monk"


@dataclass(slots=True)
class Post:
    """One guard, or the monk."""

    dot: int
    sees: bool
    hears: bool
    chases: bool
    outlook: int = 0
    ran: bool = False
    goal: int = NOWHERE  # where the path ends


class GuardTracker:
    """All who are on the board."""

    def __init__(self, model: MotionModel) -> None:
        self.model = model
        self.posts: dict[str, Post] = {}
        self._sights: SightMasks | None = None

    def copy(self) -> "GuardTracker":
        other = GuardTracker(self.model)
        other.posts = {name: copy(post) for name, post in self.posts.items()}
        other._sights = self._sights
        return other

    def set_up(self) -> None:
        """2.1, 11.2."""
        board, monk = self.model.board, self.model.options.monk
        for name in GUARD_NAMES:
            if name != MONK:
                self.posts[name] = Post(board.guard_start[0], sees=True, hears=True, chases=True)
        if monk != Monk.NONE:
            self.posts[MONK] = Post(board.monk_start[0], sees=monk == Monk.ROBERT, hears=monk == Monk.FREDERICK, chases=False)

    def take_path(self, guard: str, end: int) -> None:
        self.posts[guard].goal = end

    def turn(self, guard: str, towards: int) -> None:
        """6.3."""
        post, board = self.posts[guard], self.model.board
        post.outlook = board.turned[post.dot][board.next[post.dot].index(towards)]
        self._sights = None

    def step(self, guard: str, to: int) -> None:
        """9 After she has turned that way."""
        post = self.posts[guard]
        post.dot = to
        post.outlook += 1
        self._sights = None

    def stop(self, guard: str, *, ran: bool) -> None:
        """9.1; 11.2 the monk leaves the game at the end of his last path."""
        post = self.posts[guard]
        post.ran = ran
        if guard == MONK and post.dot == post.goal == self.model.board.monk_start[0]:
            del self.posts[guard]
            self._sights = None

    def view(self, guard: str) -> Flags:
        """6.0, 6.1, 6.5 The dots she sees, her own always among them; before her first step, or blind, no other."""
        post, model = self.posts[guard], self.model
        if post.sees and model.options.sight == Sight.ROOM:
            return np.asarray(model.views[post.dot])
        if post.sees and post.outlook:
            return np.asarray(model.views[post.outlook])
        return np.asarray(model.own_dot[post.dot])

    def sights(self) -> SightMasks:
        """6.6, 8.5, 8.6, 5.5 Neither monk watches, neither catches."""
        if self._sights is None:
            seen, watched, stands = (np.zeros(DOTS, dtype=bool) for _ in range(3))
            for name, post in self.posts.items():
                view = self.view(name)
                seen |= view
                if post.chases:
                    watched |= view
                    stands[post.dot] = True
            self._sights = SightMasks(seen, watched, stands)
        return self._sights

    def can_hear(self, guard: str) -> bool:
        """7.2."""
        post = self.posts[guard]
        return post.hears and not (post.ran and self.model.options.deaf_runners)

    def places(self) -> int:
        """10.4 On how many edges a novice may put a false noise."""
        return sum(self.model.board.degree[post.dot] for post in self.posts.values() if post.chases)
