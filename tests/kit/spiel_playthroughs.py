"""Playthroughs of the OpenSpiel games, as they were: ``python -m tests.kit.spiel_playthroughs`` writes them again; read the difference."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "spiel"
PLAYED = {  # the game, and its first actions; the others are drawn by a seed
    "mini-convent": ("nuns_mini_convent", (1, 1, 4)),
    "convent": ("nuns_convent(novices=2,options=blessings:off;turns:1)", ()),
}
SEED = 7
ZEROS = re.compile(r": ◯+$")  # a line of a tensor that has only zeros; there are too many of them to be kept


def path_of(name: str) -> Path:
    """Returns the file of a playthrough."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """Returns a playthrough as it is now."""
    from open_spiel.python.algorithms import generate_playthrough

    import nuns.env.openspiel  # noqa: F401  registers the games

    game, begun = PLAYED[name]
    lines = generate_playthrough.playthrough(game, action_sequence=list(begun), seed=SEED).split("\n")
    return "\n".join(line.rstrip() for line in lines if not ZEROS.search(line)) + "\n"


def write() -> None:
    """Writes all files."""
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYED:
        path_of(name).write_text(playthrough(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
