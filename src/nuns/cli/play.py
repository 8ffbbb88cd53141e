"""``nuns play``."""

from argparse import ArgumentParser, Namespace


def declare(command: ArgumentParser) -> None:
    """No flags yet."""


def run(given: Namespace) -> None:
    print("the table in the browser comes with a later release; nuns simulate, replay and board work today")
