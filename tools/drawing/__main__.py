"""``python -m tools.drawing`` draws the board anew and writes the files that ``nuns.board.picture`` reads."""

from pathlib import Path

from nuns.board import picture
from nuns.board.convent import the_convent
from tools.drawing.layers import survey
from tools.drawing.written import drawn_files

FOLDER = Path(picture.__file__).parent


def main() -> None:
    """Writes every file, and says which."""
    for name, text in drawn_files(survey(the_convent())).items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"wrote {FOLDER / name}")


if __name__ == "__main__":
    main()
