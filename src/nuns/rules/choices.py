"""The choices a table may make (rules 12); each value has its word and a line of help."""

from enum import IntEnum
from typing import Self


class Choice(IntEnum):
    """One value of an option, with the word that names it and a line of help."""

    word: str
    help: str

    def __new__(cls, value: int, word: str, text: str) -> Self:
        member = int.__new__(cls, value)
        member._value_ = value
        member.word = word
        member.help = text
        return member


class Switch(Choice):
    """An option that is on or off; the option's own help says what it switches."""

    OFF = 0, "off", "not used"
    ON = 1, "on", "used"


class Sight(Choice):
    """The values of `sight`: what a guard sees (6)."""

    ARC = 0, "arc", "the half circle ahead of and beside her, as far as sight-range"
    ROOM = 1, "room", "every dot of the room she stands in, whichever way she faces"


class WishCards(Choice):
    """The values of `wish-cards`: the deck from which wishes are drawn (2.2)."""

    MAYFAIR = 0, "mayfair", "the deck of the first edition"
    GAMES_999 = 1, "999games", "the deck of the Dutch edition"


class Opening(Choice):
    """The values of `opening`: the novices' head start on turn 1 (4.1)."""

    TWO_PHASES = 0, "two-phases", "two movements on turn 1 with the same movement card, each resolved on its own"
    DOUBLE_DISTANCE = 1, "double-distance", "one movement on turn 1 of twice the length"
    SINGLE = 2, "single", "one ordinary movement on turn 1 (slow start)"


class FirstPaths(Choice):
    """The values of `first-paths`: when the guards choose their first path cards (2.5)."""

    GUARDS_MOVE = 0, "guards-move", "when each guard first moves"
    SET_UP = 1, "set-up", "before the novices' first movement"


class EqualDirections(Choice):
    """The values of `equal-directions`: where a noise token goes when several first dots are equally near (7.4)."""

    ONE = 0, "one", "the novice marks one of them"
    ONE_OR_MORE = 1, "one-or-more", "the novice marks as many of them as she likes"
    ALL = 2, "all", "all of them are marked"


class VanishMarks(Choice):
    """The values of `vanish-marks`: when a vanished token is placed, and for whom (6.7)."""

    UNSEEN = 0, "unseen", "when no guard sees her any more; every guard may use it"
    EACH_GUARD = 1, "each-guard", "for each guard out of whose sight a step takes her; only that guard may use it"


class DisobeyInSight(Choice):
    """The values of `disobey-in-sight`: whether a caught novice may disobey when her movement begins in a guard's sight (8.5)."""

    OFF = 0, "off", "the whole movement must obey"
    ON = 1, "on", "she may move as she likes"
    ONCE_UNSEEN = 2, "once-unseen", "only after the first dot on which no guard sees her"


class CaughtUntil(Choice):
    """The values of `caught-until`: how long a caught novice stays caught (8.6)."""

    OUT_OF_SIGHT = 0, "out-of-sight", "until the end of a turn in which she was out of every guard's sight"
    DISOBEDIENCE = 1, "disobedience", "for as long as she obeys"


class CaughtShown(Choice):
    """The values of `caught-shown`: how much of a caught novice's walk home is shown (8.4)."""

    IN_SIGHT = 0, "in-sight", "only the dots on which she is seen"
    WHOLE_MOVE = 1, "whole-move", "an obeying movement that began in sight is shown to its last dot"


class FreeUntil(Choice):
    """The values of `free-until`: how long a guard who left her path moves freely (9.6)."""

    MOVEMENT_END = 0, "movement-end", "for the rest of that movement"
    REASON_ENDS = 1, "reason-ends", "only while a reason lasts"


class RollAgain(Choice):
    """The values of `roll-again`: which die the blessing may roll again (10.2)."""

    ANY = 0, "any", "any die of the noise step"
    OWN = 1, "own", "only the holder's own die"


class FalseNoise(Choice):
    """The values of `false-noise`: when a false noise may be played (10.4)."""

    LISTENING = 0, "listening", "while the guards listen"
    MAKING = 1, "making", "while the novices make noise"
    EITHER = 2, "either", "at both times"


class GuardFalseNoise(Choice):
    """The values of `guard-false-noise`: beside whom a guard may place a false noise (10.4)."""

    OWN = 0, "own", "beside herself only"
    ANY_GUARD = 1, "any-guard", "beside either guard"


class CaptureGoal(Choice):
    """The values of `capture-goal`: how many captures win the game for the guards (1.3)."""

    PLAYERS = 0, "players", "as many as there are players"
    NOVICES = 1, "novices", "as many as there are novices"


class Monk(Choice):
    """The values of `monk`: which father, if any, walks the convent (11.2)."""

    NONE = 0, "none", "no monk plays"
    FREDERICK = 1, "frederick", "Father Frederick, who is blind and hears"
    ROBERT = 2, "robert", "Father Robert, who is deaf and sees"
