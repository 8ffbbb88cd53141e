"""Bots of one's own: the example of the documentation, and everything that can be wrong with one."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from nuns.bots.players.bot import Bot
from nuns.bots.players.user_bot import BadBot, isolate_bot, load_user_bot
from nuns.bots.registry import BOTS, GUARDS, LEVELS, NOVICES, UnknownBot, find_bot
from nuns.lab.games import play_bot_game, record_path
from nuns.lab.lineup import LineUp
from nuns.lab.simulate import simulate
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import events_of
from nuns.rules.options import parse_options
from tests.kit.records import verified

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
SHORT = GameSetup("mayfair", parse_options("mayfair(turns=2)"), 2)


@pytest.fixture(autouse=True)
def hearing_interrupts() -> Iterator[None]:
    """As a program does that a person has started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def written(folder: Path, body: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(body, encoding="utf-8")
    return path


def bot(folder: Path, choose: str, more: str = "") -> str:
    """A bot whose choice is that expression or statement, on line 4 of its file."""
    body = f"import sys\nclass Mine:\n    def choose(self, view, actions, rng):\n        {choose}\n{more}"
    return f"{written(folder, body)}:Mine"


def example() -> str:
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(blocks[0])  # those after it are programs (test_exec_bot.py)


def test_the_example_of_the_documentation_is_short_and_plays_guards_better_than_chance(tmp_path: Path) -> None:
    assert len([line for line in example().splitlines() if line.strip()]) <= 11
    hunter = f"{written(tmp_path, example(), 'hunter.py')}:Hunter"
    table = GameSetup(novices=2)
    nights = [play_bot_game(table, 3, index, LineUp(hunter, ("greedy",))) for index in range(12)]
    dull = [play_bot_game(table, 3, index, LineUp("random", ("greedy",)))[0] for index in range(12)]
    assert not any(faults for _, faults in nights)
    assert sum(game.state.captures for game, _ in nights) > sum(game.state.captures for game in dull)


def test_the_documentation_lists_every_bot_and_level() -> None:
    text = DOCS.read_text(encoding="utf-8")
    levels = {name: level for level, name in LEVELS.items()}
    assert all(f"| `{name}` | {levels.get(name, '')} |" in text for name in BOTS)


BROKEN = [
    ("raise KeyError('wish')", "mine.py:Mine: line 4: KeyError: 'wish'"),
    ("return 1 / 0", "mine.py:Mine: line 4: ZeroDivisionError: division by zero"),
    ("return helper()", "mine.py:Mine: line 6: RuntimeError: no"),
    ("sys.exit(3)", "mine.py:Mine: line 4: SystemExit: 3"),
    ("return None", "mine.py:Mine: BadAnswer: expected one of the actions it was offered; got "),
    ("return 'abbess stops'", "got 'abbess stops'"),
    ("return actions", "mine.py:Mine: BadAnswer: expected one of the actions it was offered; got "),
    ("return view.guards[0]", "mine.py:Mine: BadAnswer: expected one of the actions it was offered; got "),
    ("return __import__('nuns').read('novice-1 ruler 1-2')", "got a Ruler"),
    ("raise KeyboardInterrupt", "mine.py:Mine: line 4: KeyboardInterrupt"),
    ("raise GeneratorExit", "mine.py:Mine: line 4: GeneratorExit"),
    ("raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})", "mine.py:Mine: line 4: Mute"),
    ("return type('Yes', (), {'__eq__': lambda *_: True, '__hash__': None, '__repr__': lambda _: 'yes'})()", "got yes"),
    ("return type('No', (), {'__repr__': lambda _: 1 / 0})()", "mine.py:Mine: line 4: ZeroDivisionError"),
    ("return object()", "expected one of the actions it was offered; got <object object>"),
    ("rng.choice = rng._randbelow = None; return 1", "expected one of the actions it was offered; got 1"),
    ("return __import__('nuns.referee.actions').referee.actions.Plan(None, 'fly', 7)", "mine.py:Mine: "),
    ("return __import__('nuns').read('novice-1 run 1-155')", "mine.py:Mine: BadAnswer: expected a legal plan; got Plan("),
]


@pytest.mark.parametrize("choose, fault", BROKEN, ids=[choose for choose, _ in BROKEN])
def test_a_broken_bot_is_told_with_its_name_and_the_night_goes_on(tmp_path: Path, choose: str, fault: str) -> None:
    name = bot(tmp_path, choose, more="def helper():\n    raise RuntimeError('no')\n")
    with isolate_bot():
        game, faults = play_bot_game(SHORT, 2, 0, LineUp("random", (name,)))
        assert play_bot_game(SHORT, 2, 0, LineUp("random", (name,)))[1] == faults
    assert game.is_over
    assert faults
    assert all("\n" not in each and each.startswith("mine.py:Mine: ") for each in faults)
    assert any(fault in each for each in faults)


def test_a_real_interrupt_is_no_fault_of_a_bot(tmp_path: Path) -> None:
    name = bot(tmp_path, "__import__('signal').raise_signal(2)")
    with pytest.raises(KeyboardInterrupt), isolate_bot():
        play_bot_game(SHORT, 2, 0, LineUp(name))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        play_bot_game(SHORT, 2, 0, LineUp(name))  # not kept apart


def test_answers_of_a_kind_are_one_kind_of_fault(tmp_path: Path) -> None:
    name = bot(tmp_path, "return object()")
    faults = simulate(SHORT, 4, 2, lineup=LineUp(name, (name,))).faults
    assert list(faults) == ["mine.py:Mine: BadAnswer: expected one of the actions it was offered; got <object object>"]


def test_the_line_of_a_fault_is_told_whatever_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot(tmp_path, "return 1 / 0")
    (tmp_path / "link.py").symlink_to("mine.py")
    for path in ("mine.py", "./mine.py", "link.py", f"../{tmp_path.name}/mine.py"):
        _, faults = play_bot_game(SHORT, 2, 0, LineUp(f"{path}:Mine"))
        assert faults[0].endswith(".py:Mine: line 4: ZeroDivisionError: division by zero")


def test_a_bot_that_cannot_be_made_is_replaced_for_the_night(tmp_path: Path) -> None:
    path = written(tmp_path, "class Mine:\n    def __init__(self):\n        self.x = y\n    def choose(self, view, actions, rng): ...\n")
    game, faults = play_bot_game(SHORT, 2, 0, LineUp(f"{path}:Mine"))
    assert game.is_over
    assert faults == ["mine.py:Mine: line 3: NameError: name 'y' is not defined"]
    assert faults[0].instead == "a random bot played instead"


UNLOADABLE = [
    ("", "gone.py:Mine", "gone.py:Mine: expected a Python file; got none at "),
    ("", "mine.py", "expected path/to/file.py:ClassName; got "),
    ("", "mine.py:", "expected path/to/file.py:ClassName; got "),
    ("", "mine.py:Mine", "expected a class Mine with a method choose(self, view, actions, rng); got none of that name"),
    ("Mine = 3", "mine.py:Mine", "got int"),
    ("class Mine: ...", "mine.py:Mine", "got a class without it"),
    ("x = 1\nimport nothing_of_that_name", "mine.py:Mine", "mine.py:Mine: line 2: ModuleNotFoundError: No module named"),
    ("x = 1\nclass Mine\n", "mine.py:Mine", "mine.py:Mine: line 2: SyntaxError: "),
    ("raise SystemExit", "mine.py:Mine", "mine.py:Mine: line 1: SystemExit"),
    ("raise KeyboardInterrupt", "mine.py:Mine", "mine.py:Mine: line 1: KeyboardInterrupt"),
]


@pytest.mark.parametrize("body, name, reason", UNLOADABLE, ids=[reason[:40] for _, _, reason in UNLOADABLE])
def test_a_file_that_gives_no_bot_is_refused_in_one_line(tmp_path: Path, body: str, name: str, reason: str) -> None:
    written(tmp_path, body)
    with pytest.raises(BadBot) as fault:
        load_user_bot(str(tmp_path / name))
    assert reason in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_search_with_a_budget_of_ones_own_plays_as_the_documentation_says(tmp_path: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert all(words in text for words in ("class Quick(SearchingGuards)", "super().__init__(seconds=0.05)", "quick.py:Quick"))
    body = "from nuns.bots.players.search_guards import SearchingGuards\nclass Quick(SearchingGuards):\n    def __init__(self):\n        "
    quick = f"{written(tmp_path, body + 'super().__init__(seconds=0.05)', 'quick.py')}:Quick"
    game, faults = play_bot_game(SHORT, 5, 0, LineUp(quick, ("greedy",)))
    assert game.is_over
    assert faults == []


WATCHER = """
class Mine:
    def __init__(self):
        self.heard = []
    def observe(self, events):
        self.heard += events
        LOG[:] = [self]
    def choose(self, view, actions, rng):
        return rng.choice(actions)
LOG = []
"""


def test_an_observer_is_told_what_its_seat_has_learnt_and_no_more(tmp_path: Path) -> None:
    name = f"{written(tmp_path, WATCHER)}:Mine"
    game, faults = play_bot_game(SHORT, 5, 0, LineUp(name))
    assert faults == []
    watcher = load_user_bot(name).make.choose.__globals__["LOG"][0]  # type: ignore[attr-defined]
    learnt = events_of(game, "guards")
    assert len(watcher.heard) > 20
    assert tuple(watcher.heard) == learnt[: len(watcher.heard)]


@pytest.mark.parametrize("workers", [1, 2])
def test_own_bots_play_the_same_for_any_number_of_workers_and_are_named_in_records(tmp_path: Path, workers: int) -> None:
    name = bot(tmp_path, "return rng.choice(actions) if len(actions) < 5 else 1 / 0")
    lineup, folder = LineUp("greedy", ("careful", name)), tmp_path / "nights"
    folder.mkdir()
    summary = simulate(SHORT, 30, 6, lineup=lineup, workers=workers, folder=folder)
    assert summary.games == 30
    assert set(summary.faults) == {"mine.py:Mine: line 4: ZeroDivisionError: division by zero"}
    assert summary == simulate(SHORT, 30, 6, lineup=lineup)
    record, _ = verified(record_path(folder, 29).read_bytes())
    assert list(record.seats.values()) == ["greedy", "careful", "mine.py:Mine"]


# -- names and levels -----------------------------------------------------------------------------------------------------


def test_every_level_has_a_bot_for_either_side() -> None:
    for level, name in LEVELS.items():
        for side in (NOVICES, GUARDS):
            kind = find_bot(level, side)
            assert kind.name == name
            assert not isinstance(kind.maker(side)(), Bot)  # ours read what their seat knows


@pytest.mark.parametrize("side", [NOVICES, GUARDS])
def test_a_name_that_no_bot_has_is_refused_with_those_there_are(side: str) -> None:
    with pytest.raises(UnknownBot, match=f"expected a bot for the {side} among random, greedy"):
        find_bot("kasparov", side)
