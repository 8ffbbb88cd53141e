"""The command ``nuns editions``, which lists the editions and their options."""

from argparse import ArgumentParser, Namespace

from nuns.cli.arguments import add_json, print_json
from nuns.rules.options import CHARACTER, EDITIONS, NAMES, choices_of, help_of, rule_of, spell_options, value_of, words_of


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("--options", action="store_true", help="list every option with its values")
    add_json(command)


def run(given: Namespace) -> None:
    """Prints the editions or the options."""
    if given.json:
        print_json(
            {
                "editions": {name: spell_options(options) for name, options in EDITIONS.items()},
                "options": {name: _option(name) for name in NAMES},
            }
        )
    elif given.options:
        for name in NAMES:
            print(_line(name))
    else:
        for name, text in CHARACTER.items():
            print(f"{name:<10} {text}")


def _option(name: str) -> dict[str, object]:
    values = {each.word: each.help for each in choices_of(name)} or list(words_of(name))
    return {"rule": rule_of(name), "help": help_of(name), "values": values}


def _line(name: str) -> str:
    words = words_of(name)
    values = "|".join(words) if choices_of(name) or len(words) < 4 else f"{words[0]}-{words[-1]}"
    by_edition = ", ".join(f"{edition} {value_of(options, name)}" for edition, options in EDITIONS.items())
    return f"{name}={values}\n    {help_of(name)} (rule {rule_of(name)}); {by_edition}"
