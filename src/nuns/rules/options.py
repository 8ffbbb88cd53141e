"""Options and editions (rules 12), declared once; forms, flags, help and canonical names are made from the declaration."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from nuns.rules import choices
from nuns.rules.choices import Choice, Switch
from nuns.rules.words import NOVICES

LAST_TURN = 15


def choice(default: Choice, rule: str, text: str) -> Any:
    """Declares an option with a fixed set of values."""
    return field(default=int(default), metadata={"choice": type(default), "rule": rule, "help": text})


def number(default: int, values: Iterable[int], rule: str, text: str) -> Any:
    """Declares an option whose value is one of these numbers."""
    return field(default=default, metadata={"values": tuple(values), "rule": rule, "help": text})


@dataclass(frozen=True, slots=True)
class Options:
    """Everything that a table may change; the defaults are the edition ``mayfair`` (12)."""

    sight: int = choice(choices.Sight.ARC, "6", "what a guard sees")
    sight_range: int = number(6, range(1, 24), "6.1", "how many steps away a guard can see; not used with sight=room")
    tower_seen: int = choice(Switch.OFF, "6.4", "dots 67 and 68 see each other")
    wish_cards: int = choice(choices.WishCards.MAYFAIR, "2.2", "which deck of wish cards is dealt")
    run_modifier: int = number(0, (0, 1), "5.1", "what a run adds to a noise die")
    opening: int = choice(choices.Opening.TWO_PHASES, "4.1", "how the novices move on turn 1")
    first_paths: int = choice(choices.FirstPaths.GUARDS_MOVE, "2.5", "when the first paths are chosen")
    deaf_runners: int = choice(Switch.ON, "7.2", "a guard who ran does not hear the novices' next noise")
    equal_directions: int = choice(choices.EqualDirections.ONE, "7.4", "where a noise token goes when several first dots are equally near")
    catch_in_passing: int = choice(Switch.ON, "8.1", "a guard catches novices on every dot she passes, not only where she ends")
    disobey_in_sight: int = choice(choices.DisobeyInSight.ON, "8.5", "whether a caught novice may disobey while a guard sees her")
    vanish_marks: int = choice(choices.VanishMarks.UNSEEN, "6.7", "when a vanished token is placed, and for whom")
    hearing_limit: int = number(0, (0, 6), "7.1", "the most steps at which anyone is heard, in 7.3 too; 0 is no limit")
    guard_false_noise: int = choice(choices.GuardFalseNoise.ANY_GUARD, "10.4", "beside whom a guard may place a false noise")
    caught_until: int = choice(choices.CaughtUntil.OUT_OF_SIGHT, "8.6", "how long a novice stays caught")
    caught_shown: int = choice(choices.CaughtShown.IN_SIGHT, "8.4", "how much of a caught novice's walk home is shown")
    caught_takes_wish: int = choice(Switch.ON, "5.4", "a caught novice may take her wish")
    safe_cell: int = choice(Switch.OFF, "8.9", "a novice cannot be caught in her own cell")
    free_until: int = choice(choices.FreeUntil.MOVEMENT_END, "9.6", "how long a guard who left her path moves freely")
    blessings: int = choice(Switch.ON, "10", "everyone draws a blessing card")
    roll_again: int = choice(choices.RollAgain.ANY, "10.2", "which dice the blessing roll again may be played on")
    false_noise: int = choice(choices.FalseNoise.LISTENING, "10.4", "when a false noise may be played")
    exact_run: int = choice(Switch.OFF, "5.6", "a run is exactly 5 dots")
    slow_guards: int = choice(Switch.OFF, "9.1", "a guard runs 5 dots at most")
    capture_goal: int = choice(choices.CaptureGoal.PLAYERS, "1.3", "how many captures the guards need to win")
    monk: int = choice(choices.Monk.NONE, "11.2", "which monk plays, if any")
    all_or_nun: int = choice(Switch.OFF, "11.3", "the novices win together or not at all")
    turns: int = number(LAST_TURN, range(1, LAST_TURN + 1), "4", "after how many turns the game ends")

    def __str__(self) -> str:
        """Returns the canonical name: the nearest edition and what differs from it."""
        return describe_options(self, nearest_edition(self))


MAYFAIR = Options()
REFERENCE = replace(
    MAYFAIR,
    opening=choices.Opening.DOUBLE_DISTANCE,
    first_paths=choices.FirstPaths.SET_UP,
    equal_directions=choices.EqualDirections.ONE_OR_MORE,
    catch_in_passing=Switch.OFF,
    disobey_in_sight=choices.DisobeyInSight.ONCE_UNSEEN,
    guard_false_noise=choices.GuardFalseNoise.OWN,
    caught_until=choices.CaughtUntil.DISOBEDIENCE,
    false_noise=choices.FalseNoise.EITHER,
)
ITALIAN = replace(
    MAYFAIR,
    tower_seen=Switch.ON,
    first_paths=choices.FirstPaths.SET_UP,
    equal_directions=choices.EqualDirections.ALL,
    disobey_in_sight=choices.DisobeyInSight.OFF,
    vanish_marks=choices.VanishMarks.EACH_GUARD,
    hearing_limit=6,
    guard_false_noise=choices.GuardFalseNoise.OWN,
    caught_until=choices.CaughtUntil.DISOBEDIENCE,
    free_until=choices.FreeUntil.REASON_ENDS,
    false_noise=choices.FalseNoise.EITHER,
)
DUTCH = replace(
    MAYFAIR,
    sight=choices.Sight.ROOM,
    wish_cards=choices.WishCards.GAMES_999,
    run_modifier=1,
    deaf_runners=Switch.OFF,
    disobey_in_sight=choices.DisobeyInSight.OFF,
    caught_until=choices.CaughtUntil.DISOBEDIENCE,
    caught_shown=choices.CaughtShown.WHOLE_MOVE,
    caught_takes_wish=Switch.OFF,
    safe_cell=Switch.ON,
    blessings=Switch.OFF,
    roll_again=choices.RollAgain.OWN,
    false_noise=choices.FalseNoise.MAKING,
)


class Edition(NamedTuple):
    """A named set of values for the options, with a line on its character."""

    name: str
    options: Options
    character: str


# Adding an edition is one entry here, its words in the client's languages and its goldens (CONTRIBUTING.md).
DECLARED_EDITIONS = (
    Edition("mayfair", MAYFAIR, "the first edition of 2010: arcs of sight, blessings in the base game"),
    Edition("reference", REFERENCE, "the English reference manual: first edition, some stricter readings"),
    Edition("italian", ITALIAN, "the Italian summary: first edition, harsher noise"),
    Edition("dutch", DUTCH, "the 999 Games edition: sight by room, running is louder, cells are safe"),
)
EDITIONS: Mapping[str, Options] = {edition.name: edition.options for edition in DECLARED_EDITIONS}
CHARACTER: Mapping[str, str] = {edition.name: edition.character for edition in DECLARED_EDITIONS}

# Version 1 of the rules: records, database rows and links that were written then keep these meanings.
RULES_VERSION = 2
_BEFORE = {"vanish_marks": choices.VanishMarks.UNSEEN, "hearing_limit": 0, "guard_false_noise": choices.GuardFalseNoise.OWN}
EDITIONS_BEFORE: Mapping[str, Options] = {
    "mayfair": replace(MAYFAIR, **_BEFORE),
    "reference": replace(REFERENCE, **_BEFORE, disobey_in_sight=choices.DisobeyInSight.OFF),
    "italian": replace(ITALIAN, **_BEFORE),
    "dutch": replace(DUTCH, **_BEFORE),
}


class BadOption(ValueError):
    """An option or value that does not exist; the message says what was expected and what was got."""


def kebab(name: str) -> str:
    """Returns a field's name as options are spelt, with hyphens."""
    return name.replace("_", "-")


NAMES: tuple[str, ...] = tuple(kebab(each.name) for each in fields(Options))
_DECLARED: Mapping[str, Mapping[str, Any]] = {kebab(each.name): each.metadata for each in fields(Options)}


def rule_of(name: str) -> str:
    """Returns the number of the rule that an option belongs to."""
    return str(_DECLARED[name]["rule"])


def help_of(name: str) -> str:
    """Returns the line of help of an option."""
    return str(_DECLARED[name]["help"])


def choices_of(name: str) -> tuple[Choice, ...]:
    """Returns the values of an option, or none if it is a number."""
    return tuple(_DECLARED[name].get("choice", ()))


def words_of(name: str) -> tuple[str, ...]:
    """Returns the values of an option as they are spelt, numbers too."""
    if chosen := choices_of(name):
        return tuple(each.word for each in chosen)
    return tuple(str(value) for value in _DECLARED[name]["values"])


def expected_of(name: str) -> str:
    """Returns the values of an option for a message; a long range is given by its ends."""
    words = words_of(name)
    return f"a number from {words[0]} to {words[-1]}" if not choices_of(name) and len(words) > 2 else ", ".join(words)


def value_of(options: Options, name: str) -> str | int:
    """Returns a value as the command line, the record and the lobby spell it; a number stays a number."""
    value = int(getattr(options, name.replace("-", "_")))
    for each in choices_of(name):
        if each == value:
            return each.word
    return value


def spell_options(options: Options) -> dict[str, str | int]:
    """Returns every option with its value, as they are spelt."""
    return {name: value_of(options, name) for name in NAMES}


def change_option(options: Options, name: str, word: str) -> Options:
    """Returns the options with one of them changed; raises BadOption for an unknown name or value."""
    if name not in _DECLARED:
        raise BadOption(f"expected an option among {', '.join(NAMES)}; got {name!r}")
    if word not in words_of(name):
        raise BadOption(f"expected {name} = {expected_of(name)}; got {word!r}")
    value = next((int(each) for each in choices_of(name) if each.word == word), None)
    return replace(options, **{name.replace("-", "_"): int(word) if value is None else value})


def differences(options: Options, other: Options) -> dict[str, str | int]:
    """Returns the options whose value differs from the other's, with the value they have here."""
    return {name: value_of(options, name) for name in NAMES if value_of(options, name) != value_of(other, name)}


def editions_of(version: int) -> Mapping[str, Options]:
    """Returns the editions as they were in that version of the rules."""
    return EDITIONS if version == RULES_VERSION else EDITIONS_BEFORE


@lru_cache(maxsize=256)
def nearest_edition(options: Options, version: int = RULES_VERSION) -> str:
    """Returns the edition with the fewest differences, the first of several."""
    editions = editions_of(version)
    return min(editions, key=lambda edition: len(differences(options, editions[edition])))


@lru_cache(maxsize=256)
def describe_options(options: Options, edition: str, version: int = RULES_VERSION) -> str:
    """Returns an edition and what differs from it, such as ``dutch(blessings=on)``."""
    differs = ",".join(f"{name}={value}" for name, value in differences(options, editions_of(version)[edition]).items())
    return f"{edition}({differs})" if differs else edition


def parse_options(text: str, version: int = RULES_VERSION) -> Options:
    """Returns the options that a canonical name stands for in that version of the rules."""
    found = re.fullmatch(r"([a-z]+)(?:\(([a-z0-9=,-]+)\))?", text)
    if not found:
        raise BadOption(f"expected options such as mayfair or dutch(blessings=on); got {text!r}")
    options = edition_of(found[1], version)
    for setting in found[2].split(",") if found[2] else ():
        name, equals, word = setting.partition("=")
        if not equals:
            raise BadOption(f"expected option=value; got {setting!r}")
        options = change_option(options, name, word)
    return options


def edition_of(name: str, version: int = RULES_VERSION) -> Options:
    """Returns the options of an edition, or raises BadOption for an unknown name."""
    editions = editions_of(version)
    if name not in editions:
        raise BadOption(f"expected an edition among {', '.join(editions)}; got {name!r}")
    return editions[name]


def problems(options: Options, novices: int, guard_players: int) -> tuple[str, ...]:
    """Returns everything that is wrong with a table, as messages (1.1, 12)."""
    found = []
    if not 1 <= novices <= NOVICES:
        found.append(f"expected 1 to {NOVICES} novices; got {novices} (rule 1.1)")
    if guard_players not in (1, 2):
        found.append(f"expected 1 or 2 guard players; got {guard_players} (rule 1.1)")
    if guard_players == 2 and novices != NOVICES:
        found.append(f"expected {NOVICES} novices with two guard players; got {novices} (rule 1.1)")
    for name in NAMES:
        if str(value_of(options, name)) not in words_of(name):
            found.append(f"expected {name} = {expected_of(name)}; got {value_of(options, name)} (rule {rule_of(name)})")
    return tuple(found)
