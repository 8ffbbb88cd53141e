"""Programs as bots: the examples of the documentation, and every way in which a program can fail without hanging a run."""

import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nuns.bots.players import exec_bot
from nuns.bots.players.exec_bot import DISMISSALS, end_programs
from nuns.bots.players.user_bot import BadBot
from nuns.bots.registry import GUARDS, find_bot
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.lab.simulate import simulate
from nuns.referee.bot_line import BadLine, LineAnswer, action_in, read_answer
from nuns.referee.game import legal_actions, new_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import read
from nuns.rules.options import parse_options
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
SHORT = GameSetup("mayfair", parse_options("mayfair(turns=2)"), 1)


@pytest.fixture(autouse=True)
def no_program_left() -> Iterator[None]:
    exec_bot._dismissed.clear()
    yield
    end_programs()
    exec_bot._dismissed.clear()


def program(folder: Path, body: str, name: str = "bot.py") -> str:
    """A program that runs that for each line, which is ``line``."""
    path = folder / name
    path.write_text(f"import json, os, sys, time\nfor text in sys.stdin:\n    line = json.loads(text)\n    {body}\n", encoding="utf-8")
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


FIRST = "line['line'] == 'ask' and print(json.dumps({'id': line['id'], 'answer': 0}), flush=True)"


def test_a_program_plays_a_whole_game_and_is_told_everything_in_order(tmp_path: Path) -> None:
    log = tmp_path / "log"
    name = program(tmp_path, f"open({str(log)!r}, 'a').write(text); {FIRST}")
    game, faults = play_bot_game(SHORT, 3, 0, LineUp(name, ("greedy",)))
    assert faults == []
    play_bot_game(SHORT, 3, 1, LineUp(name, ("greedy",)))
    end_programs()
    lines = [json.loads(text) for text in log.read_text(encoding="utf-8").splitlines()]
    kinds = [line["line"] for line in lines]
    assert kinds[0] == "game"
    assert lines[0]["seat"] == "guards"
    assert kinds.count("game") == 2  # the same program plays the next game
    over = lines[kinds.index("over")]
    assert game.outcome is not None
    assert (over["reason"], tuple(over["winners"])) == game.outcome
    asked = lines[kinds.index("ask")]
    assert asked["actions"]
    assert asked["view"]["seat"] == "guards"
    assert "actions" not in asked["view"]
    assert next(line["event"]["event"] for line in lines if line["line"] == "event") == "setup"


def test_the_same_seed_gives_the_same_game(tmp_path: Path) -> None:
    name = program(tmp_path, "line['line'] == 'ask' and print(len(line['actions']) // 2, flush=True)")
    games = [play_bot_game(SHORT, 5, 0, LineUp("greedy", (name,)))[0] for _ in range(2)]
    assert games[0].actions == games[1].actions


def test_a_whole_plan_may_be_the_answer(tmp_path: Path) -> None:
    stand = "'novice-%d stand %d' % (sheet['novice'], sheet['dot'])"
    body = f"""sheet = (line.get('view') or dict(sheets=[0]))['sheets'][0]
    if line['line'] == 'ask':
        print(json.dumps({stand}) if 'gait' in line['actions'][0] else 0, flush=True)"""
    game, faults = play_bot_game(SHORT, 3, 0, LineUp("random", (program(tmp_path, body),)))
    assert faults == []
    assert any("stand" in str(action) for action in game.actions)


WRONG = [
    ("print('hello', flush=True)", "BadLine: expected an answer such as"),
    ("line['line'] == 'ask' and print(99, flush=True)", "BadLine: expected the number of an action from 0 to"),
    ("line['line'] == 'ask' and print(json.dumps('abbess sings'), flush=True)", "BadLine: "),
    (
        "line['line'] == 'ask' and print(json.dumps('novice-1 ruler 1-2'), flush=True)",
        "BadAnswer: expected one of the actions it was offered; got a Ruler",
    ),
    (
        "line['line'] == 'ask' and print(json.dumps({'id': 'x', 'answer': 0}), flush=True)",
        "BadLine: expected an answer with the id of the question",
    ),
    ("line['line'] == 'ask' and print('[' * 200000, flush=True)", "BadLine: expected"),
]


@pytest.mark.parametrize("body, words", WRONG)
def test_a_wrong_answer_is_told_replaced_and_reported(tmp_path: Path, body: str, words: str) -> None:
    log = tmp_path / "log"
    game, faults = play_bot_game(SHORT, 3, 0, LineUp(program(tmp_path, f"open({str(log)!r}, 'a').write(text); {body}"), ("greedy",)))
    assert game.is_over
    assert words in faults[0]
    assert faults[0].startswith("exec:")
    end_programs()
    refused = [json.loads(text) for text in log.read_text(encoding="utf-8").splitlines() if '"line":"refused"' in text]
    assert refused[0]["instead"] == "a random action was taken instead"
    assert words in refused[0]["why"]


GONE = [
    ("sys.exit(3)", "60", r"expected an answer; got the end of the program \(status 3\)"),
    ("os.kill(os.getpid(), 9)", "60", r"expected an answer; got the end of the program \(status -9\)"),
    ("time.sleep(600)", "0.2", "expected an answer within 0.2 s; got none"),
    ("pass", "0.2", "expected an answer within 0.2 s; got none"),
    ("os.close(0); time.sleep(600)", "0.2", "expected an answer within 0.2 s; got none"),
    ("os.close(1); time.sleep(600)", "60", "expected an answer; got the end of its output"),
]


@pytest.mark.parametrize("body, seconds, words", GONE)
def test_a_slow_silent_or_dead_program_is_ended_and_never_hangs_a_run(
    tmp_path: Path, body: str, seconds: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUNS_BOT_SECONDS", seconds)
    monkeypatch.setattr(exec_bot, "CLOSING", 0.1 if "os.close(1)" in body else 60.0)
    name = program(tmp_path, body)
    summary = simulate(SHORT, DISMISSALS + 2, 3, lineup=LineUp(name, ("greedy",)))
    assert summary.games == DISMISSALS + 2
    told = sorted(summary.faults.items(), key=lambda each: -each[1])
    assert re.search(words, told[0][0])
    assert told[0][1] == DISMISSALS
    assert "is not started again" in told[1][0]
    assert told[1][1] == 2
    assert not exec_bot._running


def test_what_a_program_has_started_in_another_session_is_not_waited_for(tmp_path: Path) -> None:
    """It keeps the program's output open for longer than anybody waits."""
    helper = "__import__('subprocess').Popen(['sleep', '300'], start_new_session=True)"
    name = program(tmp_path, f"line['line'] == 'game' and open({str(tmp_path / 'pid')!r}, 'w').write(str({helper}.pid)); {FIRST}")
    game, faults = play_bot_game(SHORT, 3, 0, LineUp(name, ("greedy",)))
    end_programs()
    os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), signal.SIGKILL)  # it is still there
    assert game.is_over
    assert faults == []
    assert not exec_bot._running


def test_a_program_that_is_still_thinking_is_not_kept_for_the_next_game() -> None:
    key = ((sys.executable, "-c", "import time; time.sleep(600)"), "guards")
    process = exec_bot._start(key)
    process.is_asked = True
    exec_bot._leave(key, process)
    assert not exec_bot._running
    assert not exec_bot._idle


def test_a_program_that_reads_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pipe is full, and still nothing here waits longer than for an answer."""
    monkeypatch.setenv("NUNS_BOT_SECONDS", "5")
    path = tmp_path / "deaf.py"
    path.write_text("while True:\n    print(0, flush=True)\n", encoding="utf-8")
    game, _ = play_bot_game(GameSetup(novices=1), 3, 0, LineUp(f"exec:{sys.executable} {path}", ("greedy",)))
    assert game.is_over


@pytest.mark.parametrize(
    "name, words",
    [
        ("exec:", "expected exec:COMMAND; got 'exec:'"),
        ("exec:'", "expected exec:COMMAND"),
        ("exec:./no-such-bot --fast", "expected a program that can be run; got none at ./no-such-bot"),
    ],
)
def test_a_program_that_is_not_there_is_said_before_the_first_game(name: str, words: str) -> None:
    with pytest.raises(BadBot, match=re.escape(words)):
        find_bot(name, GUARDS)


def test_a_file_in_this_folder_is_named_with_it_and_may_be_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot").write_text("#!/bin/sh\n", encoding="utf-8")
    with pytest.raises(BadBot, match=r"got none called mybot on the PATH; write \./mybot for the one in this folder"):
        find_bot("exec:mybot", GUARDS)
    with pytest.raises(BadBot, match=r"got a file that may not be run at \./mybot; chmod \+x lets it"):
        find_bot("exec:./mybot", GUARDS)


def test_a_bad_time_limit_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("soon", "0", "inf", "nan", "1e9"):
        monkeypatch.setenv("NUNS_BOT_SECONDS", wrong)
        with pytest.raises(BadBot, match=f"expected NUNS_BOT_SECONDS to be a number of seconds above 0 and at most 86,400; got '{wrong}'"):
            find_bot(program(tmp_path, FIRST), GUARDS)


def test_a_program_may_end_with_each_game(tmp_path: Path) -> None:
    """Another one is started for the next game, which is told the same seed and everything since the deal."""
    log = tmp_path / "log"
    name = program(tmp_path, f"open({str(log)!r}, 'a').write(text); {FIRST}; line['line'] == 'over' and sys.exit()")
    played = []
    for index in range(4):
        game, faults = play_bot_game(SHORT, 3, index, LineUp(name, ("greedy",)))
        assert faults == []
        played.append(game.actions)
    end_programs()
    lines = [json.loads(text) for text in log.read_text(encoding="utf-8").splitlines()]
    assert [line["line"] for line in lines].count("over") == 4
    stays = program(tmp_path, FIRST, "stays.py")
    assert [play_bot_game(SHORT, 3, index, LineUp(stays, ("greedy",)))[0].actions for index in range(4)] == played


def test_what_an_answer_may_be() -> None:
    assert read_answer(b"3\n") == LineAnswer(3)
    assert read_answer(b'"abbess stop"') == LineAnswer("abbess stop")
    assert read_answer(b'{"id": "4", "answer": 2}') == LineAnswer(2, "4")
    for wrong in (b"", b"\xff", b"null", b"[" * 5000, b'{"reply": 1}'):
        with pytest.raises(BadLine, match="expected an answer such as"):
            read_answer(wrong)
    game = next(game for game, _, _ in steps(SHORT, 3, 0, eager_choice) if game.actions)
    actions = legal_actions(game, game.waiting[0]) or (read("abbess stop"),)
    assert action_in(LineAnswer(0), "1", actions) == actions[0]
    assert new_game("mayfair", (1, 1)).waiting == ("chance",)


def blocks(language: str) -> list[str]:
    section = DOCS.read_text(encoding="utf-8").partition("## A program as a bot")[2]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("language, number", [("python", 0), ("sh", 0)])
def test_the_examples_of_the_documentation_play(tmp_path: Path, language: str, number: int) -> None:
    text = blocks(language)[number]
    assert len(text.splitlines()) <= 11
    path = tmp_path / "mybot"
    path.write_text(text.replace("/usr/bin/env python3", sys.executable), encoding="utf-8")
    path.chmod(0o755)
    for lineup in (LineUp(f"exec:{path}", ("greedy",)), LineUp("greedy", (f"exec:{path}",))):
        game, faults = play_bot_game(SHORT, 3, 0, lineup)
        assert game.is_over
        assert faults == []
