"""Options and editions (12) for programs that may not import the rules, such as the server."""

from nuns.rules.options import (
    CHARACTER,
    EDITIONS,
    NAMES,
    RULES_VERSION,
    BadOption,
    Options,
    change_option,
    choices_of,
    differences,
    edition_of,
    help_of,
    nearest_edition,
    parse_options,
    rule_of,
    spell_options,
    words_of,
)

__all__ = [
    "CHARACTER",
    "EDITIONS",
    "NAMES",
    "RULES_VERSION",
    "BadOption",
    "Options",
    "change_option",
    "choices_of",
    "differences",
    "edition_of",
    "help_of",
    "nearest_edition",
    "parse_options",
    "rule_of",
    "spell_options",
    "words_of",
]
