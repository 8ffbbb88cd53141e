"""Every draft of three nights' analyses, with a budget of roll-outs in place of seconds.

Values are sums of 32-bit numbers, and what is tried next depends on them: rounded here, but a processor that sums in another order could
still choose another decision to try. Write the hashes anew on such a machine, at a commit that is known to be right.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from nuns.analysis.analyser import analyse
from nuns.referee.record import read_record, replay_record
from tests.kit.convents import DATA
from tests.same.text import rounded

SECONDS = 10.0  # that the roll-outs stand for: a share of them for the first draft, and enough for the long ledger
NIGHTS = {"nights/one-novice": 1_500, "nights/two-novices": 1_500, "records/dutch-captures": 800}


def analysed(name: str, rollouts: int) -> str:
    path = Path(DATA, f"{name}.nuns")
    record = read_record(path.read_bytes())
    drafts = list(analyse(replay_record(record, check_dice=False), record.check, SECONDS, rollouts=rollouts))
    assert drafts[-1].complete
    return "\n".join(json.dumps(rounded(msgspec.to_builtins(draft)), indent=1) for draft in drafts)


TEXTS: dict[str, Callable[[], str]] = {name: partial(analysed, name, rollouts) for name, rollouts in NIGHTS.items()}
