"""A sealed game file for the client's tests, with what a browser at that table was shown and told.

``python -m tests.kit.sealed_sample`` writes both to ``web/src/replay/samples``.
"""

import json
from pathlib import Path

import msgspec

from nuns.referee.record import sealed_record_text
from nuns.referee.seat_events import events_of
from tests.kit.records import SECRET, mixed_dice, night_with, table_named

SAMPLES = Path(__file__).parents[2] / "web/src/replay/samples"
TURNS = 2


def samples() -> dict[Path, str]:
    """The text of each file, by its path."""
    table = table_named(f"dutch(blessings=on,turns={TURNS})", 3)
    dice = mixed_dice(table)
    game = night_with(table, dice, 4)
    seat = game.seats[dice.order.index("a")]
    noted = {
        "terms": dice.terms.text,
        "commitments": dict(dice.commitments),
        "salt": dice.salts["a"],
        "seat": seat,
        "events": [msgspec.to_builtins(event, str_keys=True) for event in events_of(game, seat)],
    }
    return {
        SAMPLES / "mixed.nuns": sealed_record_text(game, dice, SECRET),
        SAMPLES / "mixed.json": json.dumps(noted, indent=2, ensure_ascii=False) + "\n",
    }


if __name__ == "__main__":
    for path, text in samples().items():
        path.write_text(text, encoding="utf-8")
