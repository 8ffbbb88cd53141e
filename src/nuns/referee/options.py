"""Options and editions (12) for programs above the referee: what may be chosen, how it is spelt, and why it may not be."""

from nuns.rules.options import (
    CHARACTER,
    EDITIONS,
    NAMES,
    RULES_VERSION,
    BadOption,
    Options,
    changed,
    choices_of,
    edition_of,
    help_of,
    nearest_edition,
    parsed,
    rule_of,
    spelt,
    words_of,
)

__all__ = [
    "CHARACTER",
    "EDITIONS",
    "NAMES",
    "RULES_VERSION",
    "BadOption",
    "Options",
    "changed",
    "choices_of",
    "edition_of",
    "help_of",
    "nearest_edition",
    "parsed",
    "rule_of",
    "spelt",
    "words_of",
]
