"""``nuns play``."""

from argparse import ArgumentParser, Namespace

from nuns.cli.arguments import Failure


def declare(command: ArgumentParser) -> None:
    """No flags yet."""


def run(given: Namespace) -> None:
    raise Failure("the table in the browser comes with a later release; nuns simulate, replay and board work today")
