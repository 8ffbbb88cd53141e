"""The choices a table may make (rules 12): each member carries its word and a sentence of help."""

from enum import IntEnum
from typing import Self


class Choice(IntEnum):
    """One value of an option, with its word and help."""

    word: str
    help: str

    def __new__(cls, value: int, word: str, text: str) -> Self:
        member = int.__new__(cls, value)
        member._value_ = value
        member.word = word
        member.help = text
        return member


class Switch(Choice):
    """On or off; what that means is said by the option."""

    OFF = 0, "off", "not used"
    ON = 1, "on", "used"


class Sight(Choice):
    """6 What a guard sees."""

    ARC = 0, "arc", "the half circle ahead of and beside her, as far as sight-range"
    ROOM = 1, "room", "every dot of the room she stands in, whichever way she faces"


class WishCards(Choice):
    """2.2 The deck of wish cards."""

    MAYFAIR = 0, "mayfair", "the deck of the first edition"
    GAMES_999 = 1, "999games", "the deck of the Dutch edition"


class Opening(Choice):
    """4.1 The novices' head start."""

    TWO_PHASES = 0, "two-phases", "two movements on turn 1 with one gait, each resolved by itself"
    DOUBLE_DISTANCE = 1, "double-distance", "one movement on turn 1 of twice the length"
    SINGLE = 2, "single", "an ordinary first turn (slow start)"


class FirstPaths(Choice):
    """2.5 When the guards take their first path cards."""

    GUARDS_MOVE = 0, "guards-move", "when each guard first moves"
    SET_UP = 1, "set-up", "before the novices' first movement"


class EqualDirections(Choice):
    """7.4 Several first dots are equally near: where the noise token goes."""

    ONE = 0, "one", "the novice chooses one"
    ONE_OR_MORE = 1, "one-or-more", "the novice marks as many of them as she likes"
    ALL = 2, "all", "all of them are marked"


class VanishMarks(Choice):
    """6.7 When a vanished token is placed, and for whom."""

    UNSEEN = 0, "unseen", "when no guard sees her any more; every guard may use it"
    EACH_GUARD = 1, "each-guard", "for each guard out of whose sight a step takes her; only that guard may use it"


class DisobeyInSight(Choice):
    """8.5 Whether a caught novice may disobey when her movement begins in a guard's sight."""

    OFF = 0, "off", "the whole movement must obey"
    ON = 1, "on", "she may do as she likes"
    ONCE_UNSEEN = 2, "once-unseen", "only from the first dot on which no guard sees her"


class CaughtUntil(Choice):
    """8.6 How long a caught novice stays caught."""

    OUT_OF_SIGHT = 0, "out-of-sight", "until the end of a turn in which she was out of every guard's sight"
    DISOBEDIENCE = 1, "disobedience", "for as long as she obeys"


class CaughtShown(Choice):
    """8.4 What is shown of a caught novice's walk home."""

    IN_SIGHT = 0, "in-sight", "only the dots on which she is seen"
    WHOLE_MOVE = 1, "whole-move", "an obeying movement that began in sight, to its last dot"


class FreeUntil(Choice):
    """9.6 How long a guard who left her path moves freely."""

    MOVEMENT_END = 0, "movement-end", "for the rest of that movement"
    REASON_ENDS = 1, "reason-ends", "only while a reason lasts"


class RollAgain(Choice):
    """10.2 Which die the blessing rolls again."""

    ANY = 0, "any", "any die of the step"
    OWN = 1, "own", "only the holder's own"


class FalseNoise(Choice):
    """10.4 When a false noise may be placed."""

    LISTENING = 0, "listening", "while the guards listen"
    MAKING = 1, "making", "while the novices make noise"
    EITHER = 2, "either", "at either time"


class GuardFalseNoise(Choice):
    """10.4 Beside whom a guard may place a false noise."""

    OWN = 0, "own", "beside herself only"
    ANY_GUARD = 1, "any-guard", "beside either guard"


class CaptureGoal(Choice):
    """1.3 How many captures win for the guards."""

    PLAYERS = 0, "players", "as many as there are players"
    NOVICES = 1, "novices", "as many as there are novices"


class Monk(Choice):
    """11.2 Whether a father walks the convent too."""

    NONE = 0, "none", "no monk"
    FREDERICK = 1, "frederick", "Father Frederick, who is blind and hears"
    ROBERT = 2, "robert", "Father Robert, who is deaf and sees"
