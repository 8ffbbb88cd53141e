"""Whether mining can start at once, and what must be compiled if it cannot."""

from nuns.bots import belief


def is_ready() -> bool:
    """Tells whether all machine code of mining is compiled."""
    return belief.is_ready()


def prepare() -> None:
    """Compiles it, so that the workers find it."""
    belief.prepare()
