"""The parts of a view that everyone sees (rules 3.1): novices, guards, path cards, tokens and dice."""

from functools import lru_cache

import msgspec

from nuns.referee.codes import RuleReason
from nuns.referee.game_setup import BLESSING_NAMES, GAIT_NAMES, STATUS_NAMES, GameSetup, guard_name, only_guard
from nuns.referee.leave_reasons import reasons_to_leave
from nuns.referee.seats import FIGURE_NAMES, NOVICE_SEATS, guard_seats
from nuns.rules.guards import LEAST, WALKS, step_limit, steps_left
from nuns.rules.knowledge import Known
from nuns.rules.noise import can_hear
from nuns.rules.setup import has_monk
from nuns.rules.state import Guard, Novice
from nuns.rules.words import ABBESS, ABOUT_TURN, DIE_OWNERS, GUARDS, GUARDS_WIN, HOLDERS, NOVICES, NOWHERE, Card, Status


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A noise token beside a guard: the dot beside which it lies, and the dot towards which it lies (7.4)."""

    by: str
    guard: str
    between: tuple[int, int]


class Vanishing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A vanished token: the last dot on which she was seen, and the next; ``guard`` is set if only that guard may use it (6.7)."""

    novice: int
    between: tuple[int, int]
    guard: str | None = None


class NoviceView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everyone knows of a novice (3.1)."""

    novice: int
    status: str
    times_caught: int = 0
    gait: str | None = None
    dot: int | None = None  # while her token stands on the board
    told_dot: int | None = None  # only for the novices (11.3)
    blessing_played: str | None = None


class GuardView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everyone knows of a guard or the monk (3.1)."""

    guard: str
    dot: int | None = None
    facing: tuple[int, int] | None = None  # the step along which she looks: from, to
    path: str | None = None
    dots: tuple[int, ...] = ()  # her path in walking order
    last_path: str | None = None  # the path she completed last (9.4)
    visited: tuple[int, ...] = ()  # the ends of paths that the monk has been to (11.2)
    steps: int = 0
    least_steps: int  # the fewest of a movement (9.1)
    walk_steps: int  # the most that are still a walk (9.1)
    most_steps: int  # the most of this movement or her next, without a blessing not yet played (9.1)
    steps_left: int = 0  # in this movement without a blessing; 0 if she is not moving (9.1)
    leave: bool = False
    reasons: tuple[RuleReason, ...] = ()  # why she may leave her path, now or when her movement of this turn begins (9.6)
    free: bool = False
    ran: bool = False
    blind: bool = False  # Father Frederick (11.2)
    deaf: bool = False  # to the noise that is made next (7.2, 11.2)
    never_hears: bool = False  # 11.2 whether he is deaf all night
    moved: bool = False
    one_more_step: bool = False  # played with this movement (10.1)
    blessing_played: str | None = None


class Paths(msgspec.Struct, frozen=True, kw_only=True):
    """The path cards, by where they lie (2.4)."""

    remaining: tuple[str, ...]
    face_up: tuple[str, ...]
    discarded: tuple[str, ...]
    about_turns: int


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die of the current noise step, and by how much it was shifted (7, 10.3)."""

    by: str
    face: int
    shift: int = 0


def winners_of(known: Known) -> tuple[str, ...]:
    """Returns the seats that have won, none while the game goes on (1)."""
    if not known.winners:
        return ()
    if known.winners == GUARDS_WIN:
        return tuple(seat.value for seat in guard_seats(known.guard_players))
    return tuple(seat.value for figure, seat in enumerate(NOVICE_SEATS) if known.winners >> figure & 1)


def novice_views(known: Known) -> tuple[NoviceView, ...]:
    """Returns what everyone knows of each novice who plays (3.1)."""
    return tuple(_novice_view(known, novice, figure) for figure, novice in enumerate(known.novices) if novice.status != Status.ABSENT)


def _novice_view(known: Known, novice: Novice, figure: int) -> NoviceView:
    return NoviceView(
        novice=figure + 1,
        status=STATUS_NAMES[novice.status],
        times_caught=novice.times_caught,
        gait=GAIT_NAMES[novice.gait] or None,
        dot=novice.dot if novice.shown else None,
        told_dot=novice.told_dot or None,
        blessing_played=BLESSING_NAMES[known.played[figure]] or None,
    )


def _guard_view(table: GameSetup, known: Known, guard: Guard) -> GuardView:
    start, to = table.board.facing[guard.outlook]
    figure = ABBESS + guard.number
    return GuardView(
        guard=guard_name(guard.number),
        dot=guard.dot or None,
        facing=(start, to) if guard.outlook else None,
        path=table.path_names[guard.path] or None,
        dots=table.path_dots(guard.path, forwards=guard.heading > 0) if guard.path != NOWHERE else (),
        last_path=table.path_names[guard.last_path] or None,
        visited=tuple(dot for dot in table.convent.path_ends if guard.visited & table.board.end_bit[dot]) if guard.visited else (),
        steps=guard.steps,
        least_steps=LEAST,
        walk_steps=WALKS,
        most_steps=step_limit(known, guard),
        steps_left=steps_left(known, guard),
        leave=bool(guard.leave),
        reasons=reasons_to_leave(table.board, known, guard),
        free=bool(guard.free),
        ran=bool(guard.ran),
        blind=not guard.sees,
        deaf=not can_hear(known, guard),
        never_hears=not guard.hears,
        moved=bool(guard.moved),
        one_more_step=bool(guard.longer),
        blessing_played=(BLESSING_NAMES[known.played[figure]] or None) if figure < HOLDERS else None,
    )


@lru_cache(maxsize=1024)
def path_cards(names: tuple[str, ...], cards: tuple[int, ...]) -> Paths:
    """Returns where the path cards lie (2.4)."""
    lying: dict[int, list[str]] = {where: [] for where in Card}
    for name, where in zip(names[1:ABOUT_TURN], cards[1:], strict=False):
        if name:
            lying[where].append(name)
    remaining, face_up, discarded = map(tuple, lying.values())
    return Paths(remaining=remaining, face_up=face_up, discarded=discarded, about_turns=cards[ABOUT_TURN:].count(Card.REMAINING))


def noise_tokens(table: GameSetup, known: Known) -> tuple[Token, ...]:
    """Returns one entry for each token, in the order of those who placed them (7.5)."""
    found = []
    for number, guard in enumerate(known.guards):
        if guard.tokens:
            name, beside = guard_name(number), table.board.next[guard.tokens_at]
            rows = [(FIGURE_NAMES[figure], known.novices[figure].noise[number]) for figure in range(NOVICES)]
            rows += [(guard_name(other), guard.noise[other]) for other in range(GUARDS)]
            for by, counts in rows:
                if any(counts):
                    for way, count in enumerate(counts):
                        found += [Token(by=by, guard=name, between=(guard.tokens_at, beside[way]))] * count
    return tuple(found)


def vanished_tokens(known: Known) -> tuple[Vanishing, ...]:
    """Returns the vanished tokens on the board, by novice (6.7)."""
    return tuple(
        Vanishing(novice=figure + 1, between=(novice.left_at[token], novice.went_to[token]), guard=only_guard(novice.token_for[token]))
        for figure, novice in enumerate(known.novices)
        for token in range(novice.vanished)
    )


def guard_views(setup: GameSetup, known: Known) -> tuple[GuardView, ...]:
    """Returns what everyone knows of the guards, and of the monk if one plays (3.1)."""
    return tuple(_guard_view(setup, known, guard) for guard in known.guards if guard.chases or has_monk(known))


def dice_of(known: Known) -> tuple[Die, ...]:
    """Returns the dice that were rolled in the noise step (7)."""
    return tuple(Die(by=FIGURE_NAMES[f], face=known.dice[f], shift=known.shifts[f]) for f in range(DIE_OWNERS) if known.dice[f])
