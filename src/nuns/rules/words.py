"""The rulebook's terms, as numbers: gaits, statuses, cards, decisions, stages and events."""

from enum import IntEnum

NOVICES, GUARDS = 6, 3  # the monk is the third guard (11.2)
NOWHERE = 0  # no dot, no path
FALSE_SLOT = GUARDS  # a novice's marks are one for each guard who heard her, then this one for a false noise
ROUTE = 12  # the dots of the longest route: a doubled run, one more step, and the dot where it starts

# Figures are those who may be asked to decide; 0-5 are the novices.
ABBESS, PRIORESS, MONK = 6, 7, 8
GUARD_SIDE = 9  # asked which guard moves first (4)
CHANCE = 10  # the deal and the dice
FIGURES = 11
HOLDERS = 8  # the figures who may own a blessing (2.3)
DIE_OWNERS = 9  # the figures who may own a die (7)


class Gait(IntEnum):
    """A movement card of a novice (5.1)."""

    UNWRITTEN = 0
    STAND = 1
    SNEAK = 2
    WALK = 3
    RUN = 4


class Status(IntEnum):
    """A novice's status; one who is home is out of the game (3.1, 11.3)."""

    ABSENT = 0
    ON_THE_RUN = 1
    CAUGHT = 2
    HOME = 3


class Blessing(IntEnum):
    """The four kinds of blessing card, of which there are two each (10)."""

    NONE = 0
    ONE_MORE_STEP = 1
    ROLL_AGAIN = 2
    NOISE_RANGE = 3
    FALSE_NOISE = 4


class Sighting(IntEnum):
    """The reasons why a guard sees a dot or does not; the values up to AHEAD mean that she does (6)."""

    SAME_DOT = 0  # 6.0
    SAME_ROOM = 1  # 6.5
    AHEAD = 2  # a sight line, near enough, ahead of or beside her (6.1)
    BLIND = 3  # 11.2
    OTHER_ROOM = 4  # 6.5
    NO_LINE = 5  # 6.1, 6.4
    TOO_FAR = 6  # 6.1
    NOT_TURNED = 7  # she has not taken a step yet (6.2)
    BEHIND = 8  # 6.1


class Taking(IntEnum):
    """What a novice picks up where her movement ends (5.4)."""

    NOTHING = 0
    KEY = 1
    WISH = 2


class LengthRule(IntEnum):
    """The rule that sets how many dots a novice's movement has."""

    USUAL = 0  # 5.1
    DOUBLED = 1  # turn 1 as double distance (4.1)
    EXACT = 2  # 5.6


class Card(IntEnum):
    """The place where a path card lies (2.4)."""

    REMAINING = 0
    FACE_UP = 1
    DISCARDED = 2


class NoiseStep(IntEnum):
    """The two noise steps of a turn: making noise after the novices' movement, listening after the guards' (7.1, 7.3)."""

    MAKING = 0
    LISTENING = 1


class Ask(IntEnum):
    """What the figures in ``game.asked`` must decide; every answer is a number below 16."""

    NUMBER = 0  # chance: which novice, 1-6
    WISH = 1  # chance: her wish card, by its key, 1-8
    CARD = 2  # chance: a blessing card, 1-8, two of each kind
    PLAN = 3  # a gait; then neighbours one by one, BLESS if she likes, END; AGAIN tears it up
    ROLL = 4  # chance: the face, 1-6
    BLESSING = 5  # PASS; PLAY + the die's place; or PLACE + 4 * guard + neighbour for a false noise
    DIRECTION = 6  # a set of neighbours of the guard, as bits (7.4)
    ORDER = 7  # the guard who moves first
    PATH = 8  # a path card 1-14, or ABOUT_TURN
    STEP = 9  # a neighbour, STOP, or STOP_AS_WALK


END, BLESS, AGAIN = 4, 5, 6  # PLAN; 0-3 are the neighbours of the last dot written
PASS, PLAY, PLACE = 0, 1, 7  # BLESSING
ABOUT_TURN = 15  # PATH; both About Turn cards have it as their name
STOP, STOP_AS_WALK = 4, 5  # STEP; 0-3 are the neighbours of her dot


class Stage(IntEnum):
    """The stages of a game, in the order of a turn (4)."""

    DEAL = 0
    FIRST_PATHS = 1
    PLANS = 2
    ROUTES = 3
    NOISE = 4
    DICE = 5
    WINDOW = 6
    ANSWERS = 7
    HEARING = 8
    TOKENS = 9
    NOISE_END = 10
    ORDER = 11
    MOVEMENT = 12
    STEPS = 13
    CLEARING = 14
    TURN_END = 15
    OVER = 16


class Ending(IntEnum):
    """The ways in which a game ends (1.2, 1.3); an abandoned one has no winners."""

    NONE = 0
    HOME = 1
    CAPTURES = 2
    DAWN = 3
    ABANDONED = 4


GUARDS_WIN = 64  # ``game.winners``: novices as bits, or this


class Event(IntEnum):
    """The kinds of event on the tape."""

    MOVED = 0
    STEPPED = 1
    SEEN = 2
    SHOWN = 3
    VANISHED = 4
    KEY = 5
    WISH = 6
    HOME = 7
    ROLLED = 8
    BLESSED = 9
    TOLD = 10
    NOISE = 11
    PATH = 12
    TURNED = 13
    GUARD_STEPPED = 14
    GUARD_STOPPED = 15
    CAUGHT = 16
    FREED = 17
    CLEARED = 18
    TURN_ENDED = 19
    OVER = 20
    DEALT = 21
    TOKEN_REMOVED = 22
    NOISE_OVER = 23  # every token of a noise step is placed; no event of the log
