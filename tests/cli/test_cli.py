"""The one program: every command, its help, its figures and its one-line errors."""

import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nuns.cli.commands import COMMANDS
from nuns.cli.program import parser
from nuns.lab.simulate import SimulationSummary
from nuns.referee.events import NoviceMoved
from nuns.referee.record import read_record
from nuns.referee.seats import Seat
from nuns.referee.sentences import sentence
from nuns.rules.options import EDITIONS, NAMES
from tests.kit import golden
from tests.kit.audit import audit
from tests.kit.audit.log import FIELDS, OPTIONAL
from tests.kit.program import dutch_night, failed, first, printed, ran
from tests.kit.records import forged

GOLDEN = sorted(golden.RECORDS.glob("*.nuns"))
Captured = pytest.CaptureFixture[str]


# -- help -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capsys: Captured, command: str) -> None:
    out = printed(capsys, command, "--help")
    assert out.startswith(f"usage: nuns {command}")
    assert f"example: nuns {command}" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_of_the_help_is_good_usage(capsys: Captured, command: str) -> None:
    """It is understood, whatever then happens: only bad usage is 2."""
    example = COMMANDS[command][1].split()
    assert example[:2] == ["nuns", command]
    assert parser().parse_args(example[1:]).command == command


def test_the_program_alone_lists_its_commands(capsys: Captured) -> None:
    for out in (printed(capsys), printed(capsys, "--help")):
        assert all(f"\n    {command} " in out for command in COMMANDS)
        assert "example: nuns " in out


def test_the_version_is_told(capsys: Captured) -> None:
    assert printed(capsys, "--version").startswith("nuns 0.")


# -- errors ---------------------------------------------------------------------------------------------------------------


BAD_USAGE = [
    (("simulate", "--games", "0"), "expected a whole number from 1 to 999999999999; got 0"),
    (("simulate", "--games", "many"), "expected a whole number from 1 to 999999999999; got 'many'"),
    (("simulate", "--games", "1e3"), "expected a whole number from 1 to 999999999999; got '1e3'"),
    (("simulate", "--games", "²"), "expected a whole number from 1 to 999999999999; got '²'"),
    (("simulate", "--games", "9" * 5000), "expected a whole number from 1 to 999999999999; got "),
    (("simulate", "--novices", "7"), "expected a whole number from 1 to 6; got 7"),
    (("simulate", "--novices", "0"), "expected a whole number from 1 to 6; got 0"),
    (("simulate", "--novices", "-1"), "expected a whole number from 1 to 6; got -1"),
    (("simulate", "--guard-players", "3"), "expected a whole number from 1 to 2; got 3"),
    (("simulate", "--guard-players", "2", "--novices", "3"), "expected 6 novices with two guard players; got 3 (rule 1.1)"),
    (("simulate", "--edition", "klingon"), "expected one of mayfair, reference, italian, dutch; got 'klingon'"),
    (("simulate", "--set", "blessings"), "expected --set option=value; got 'blessings'"),
    (("simulate", "--set", "beer=on"), "expected an option among sight, "),
    (("simulate", "--set", "blessings=maybe"), "expected blessings = off, on; got 'maybe'"),
    (("simulate", "--set", "turns=16"), "expected turns = a number from 1 to 15; got '16'"),
    (("simulate", "--guards", "kasparov"), "expected a bot for the guards among random, greedy"),
    (("simulate", "--guards", "kasparov"), "hard, expert), path/to/file.py:ClassName or exec:COMMAND; got 'kasparov'"),
    (("simulate", "--novice-bots", "random,kasparov"), "expected a bot for the novices among random, greedy, careful"),
    (("simulate", "--novice-bots", ""), "; got ''"),
    (("simulate", "--guards", "greedy", "--device", "cuda"), "expected random bots with --device cuda; got other bots"),
    (("simulate", "--novices", "3", "--novice-bots", "random,random"), "expected 1 novice bot or 3, one per novice; got 2"),
    (("simulate", "--novices", "1", "--novice-bots", "random,random"), "expected 1 novice bot; got 2"),
    (("simulate", "--records", ""), "expected the name of a file or folder; got ''"),
    (("board", "--svg", ""), "expected the name of a file or folder; got ''"),
    (("verify", ""), "expected the name of a file or folder; got ''"),
    (("simulate", "--seed", "-1"), "expected a whole number from 0 to 18446744073709551615; got -1"),
    (("simulate", "--seed", "99999999999999999999"), "expected a whole number from 0 to 18446744073709551615; got 99999999999999999999"),
    (("simulate", "--device", "abacus"), "expected one of cpu"),
    (("simulate", "--workers", "0"), "expected a whole number from 1 to 1024; got 0"),
    (("perft", "--depth", "0"), "expected a whole number from 1 to 60; got 0"),
    (("perft", "--depth", "2", "--edition", "x"), "expected one of mayfair"),
    (("replay", "night.nuns", "--seat", "sacristan"), "expected a seat among novice-1, "),
    (("board", "--svg", "-", "--theme", "neon"), "expected one of night, vellum; got 'neon'"),
    (("bench", "abacus"), "expected one of kernel"),
]  # fmt: skip


@pytest.mark.parametrize("words, reason", BAD_USAGE, ids=[" ".join(words)[:60] for words, _ in BAD_USAGE])
def test_bad_usage_is_told_in_one_line_with_what_was_expected_and_got(capsys: Captured, words: tuple[str, ...], reason: str) -> None:
    line = failed(capsys, 2, *words)
    assert reason in line
    assert "got " in line


def test_a_seat_that_did_not_play_is_bad_usage(capsys: Captured, record: Path) -> None:
    seats = dutch_night()[0].seats
    for seat in set(Seat) - {*seats, Seat.SPECTATOR, Seat.OMNISCIENT}:
        line = failed(capsys, 2, "replay", str(record), "--seat", seat)
        assert f"expected a seat of this game, {', '.join(seats)}, spectator; got {seat}" in line


UNKNOWN = [
    (("juggle",), "expected one of play, serve, load, "),
    (("juggle",), "; got 'juggle'"),
    (("simulate", "--speed", "9"), "expected arguments that nuns simulate accepts; got --speed 9"),
    (("simulate", "--gam", "9"), "got --gam 9"),  # no abbreviations: a script must not change its meaning with a new flag
    (("--speed",), "expected arguments that nuns accepts; got --speed"),
    (("simulate", "--games"), "--games: expected one value; got none"),
    (("replay",), "expected FILE; got none"),
    (("verify",), "expected FILE; got none"),
    (("board",), "expected --svg; got none"),
    (("perft",), "expected --depth; got none"),
    (("editions", "mayfair"), "expected arguments that nuns editions accepts; got mayfair"),
]


@pytest.mark.parametrize("words, told", UNKNOWN, ids=[" ".join(words) for words, _ in UNKNOWN])
def test_words_that_are_unknown_or_missing_are_told_in_one_line(capsys: Captured, words: tuple[str, ...], told: str) -> None:
    assert told in failed(capsys, 2, *words)


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_cannot_be_read_is_a_failure(capsys: Captured, command: str, tmp_path: Path, record: Path) -> None:
    for path in (tmp_path / "none.nuns", tmp_path, tmp_path / "a" / "b", record / "below"):
        line = failed(capsys, 1, command, str(path))
        assert line.startswith(f"nuns {command}: expected a game file; got {path}: ")


JUNK = [
    b"",
    b"\x00\x01\x02",
    b"\xff" * 100,
    b"GIF89a",
    b"nuns record 1\n",
    b"nuns record 2\n",
    GOLDEN[0].read_bytes()[:1000],
    b"\n" * 5_000_000,
]


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_a_failure_with_its_line(capsys: Captured, command: str, junk: bytes, tmp_path: Path) -> None:
    path = tmp_path / "junk.nuns"
    path.write_bytes(junk)
    line = failed(capsys, 1, command, str(path))
    assert line.startswith(f"nuns {command}: {path}: line ")
    assert "expected" in line or "cut off" in line


# -- simulate -------------------------------------------------------------------------------------------------------------


SMALL = ("simulate", "--games", "6", "--novices", "2", "--set", "turns=3", "--workers", "1")


def test_simulate_prints_the_figures_of_the_contract(capsys: Captured) -> None:
    figures = json.loads(printed(capsys, *SMALL, "--edition", "dutch", "--json"))
    assert list(figures) == ["games", "guards_win_rate", "guards_win_interval", "endings", "turns_mean", "captures_mean", "seconds"]
    assert figures["games"] == 6
    assert list(figures["endings"]) == ["home", "captures", "dawn"]
    assert sum(figures["endings"].values()) == 6
    low, high = figures["guards_win_interval"]
    assert 0 <= low <= figures["guards_win_rate"] <= high <= 1
    assert 1 <= figures["turns_mean"] <= 3
    assert figures["seconds"] > 0


def test_simulate_plays_the_same_games_for_the_same_seed(capsys: Captured) -> None:
    def figures(*words: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(printed(capsys, "simulate", "--novices", "1", "--workers", "1", "--json", *words))
        del found["seconds"]
        return found

    assert figures("--games", "12") == figures("--games", "12", "--seed", "1", "--edition", "mayfair", "--guards", "random")
    assert figures("--games", "12", "--seed", "2") != figures("--games", "12")


def test_simulate_tells_its_figures_as_text(capsys: Captured) -> None:
    out = printed(capsys, *SMALL)
    assert out.startswith("6 games of mayfair(turns=3), 2 novices, in ")
    assert "guards win " in out
    assert "ended by home " in out
    assert "on average " in out


def test_simulate_keeps_records_that_verify_in_a_folder_of_their_own(capsys: Captured, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "nights"
    assert printed(capsys, *SMALL, "--records", str(folder)).endswith(f"game files in {folder}\n")
    files = sorted(folder.iterdir())
    assert [path.name for path in files] == [f"game-{index:06}.nuns" for index in range(6)]
    for path in files:
        assert printed(capsys, "verify", str(path)).startswith("valid: ")
    before = [path.read_bytes() for path in files]
    line = failed(capsys, 2, *SMALL, "--records", str(folder))
    assert f"expected a new or empty folder for game files; got {folder} with 6 entries" in line
    assert [path.read_bytes() for path in files] == before


def test_simulate_refuses_a_folder_it_cannot_have(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        assert f"expected a folder for game files; got {path}" in failed(capsys, 1, *SMALL, "--records", str(path))


def test_simulate_says_in_one_line_that_a_record_cannot_be_kept(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A disk that is full or goes away while the games are played."""
    monkeypatch.setattr("nuns.lab.simulate.record_path", lambda folder, index: folder / "gone" / "game.nuns")
    assert "expected " in failed(capsys, 1, *SMALL, "--records", str(tmp_path))


def test_simulate_counts_in_the_singular_and_in_the_plural(capsys: Captured, tmp_path: Path) -> None:
    out = printed(capsys, "simulate", "--games", "1", "--novices", "1", "--set", "turns=1", "--records", str(tmp_path))
    assert out.startswith("1 game of mayfair(turns=1), 1 novice, in ")
    assert "with 1 entry" in failed(capsys, 2, *SMALL, "--records", str(tmp_path))


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Machine code takes two seconds to get, and then no time; what is asked of it."""
    asked: list[str] = []
    clock = iter((10.0, 12.0, 12.5))
    monkeypatch.setattr("nuns.cli.simulate.time", SimpleNamespace(perf_counter=lambda: next(clock)))
    monkeypatch.setattr("nuns.cli.simulate.is_ahead", lambda *given: True)
    monkeypatch.setattr("nuns.cli.simulate.is_ready", lambda lineup: False)
    monkeypatch.setattr("nuns.cli.simulate.prepare", lambda table, workers, *more: asked.append(f"{table.options} {workers}"))
    return asked


def test_simulate_says_beforehand_that_it_compiles_and_does_not_count_it_as_play(capsys: Captured, compiling: list[str]) -> None:
    status, out, err = ran(capsys, *SMALL)
    assert (status, compiling) == (0, ["mayfair(turns=3) 1"])
    assert err == "nuns simulate: compiling machine code first; this takes a few minutes, and later runs reuse it\n"
    assert out.startswith("6 games of mayfair(turns=3), 2 novices, in 0.5 s (12 per second) after 2.0 s to start\n")


def test_simulate_counts_all_seconds_for_programs(capsys: Captured, compiling: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nuns.cli.simulate.is_ready", lambda lineup: True)
    assert json.loads(printed(capsys, *SMALL, "--json"))["seconds"] == 2.5


def test_simulate_says_that_it_plays_interpreted(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nuns.cli.simulate.WORTH_COMPILING", 6)
    monkeypatch.setattr("nuns.cli.simulate.has_compiler", lambda: False)
    monkeypatch.setattr("nuns.cli.simulate.is_ahead", lambda *given: False)
    status, out, err = ran(capsys, *SMALL)
    assert (status, err.count("\n")) == (0, 1)
    assert "a hundred times slower" in err
    assert out.startswith("6 games of ")


def test_simulate_says_in_one_line_that_a_worker_died(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*given: object, **more: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("nuns.cli.simulate.simulate", dies)
    assert "expected 1 worker to finish; got one that was killed" in failed(capsys, 1, *SMALL)


@pytest.mark.parametrize("flags, workers", [((), 3), (("--workers", "2"), 2)])
def test_workers_are_as_many_as_the_process_may_use(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, flags: tuple[str, ...], workers: int
) -> None:
    asked = list[int]()

    def simulated(*given: object, workers: int, **more: object) -> SimulationSummary:
        asked.append(workers)
        return SimulationSummary(games=1)

    monkeypatch.setattr("os.sched_getaffinity", lambda process: {1, 3, 5}, raising=False)
    monkeypatch.setattr("nuns.cli.simulate.simulate", simulated)
    assert json.loads(printed(capsys, "simulate", "--games", "1", "--json", *flags))["games"] == 1
    assert asked == [workers]


def test_simulate_takes_an_empty_folder(capsys: Captured, tmp_path: Path) -> None:
    figures = json.loads(printed(capsys, *SMALL, "--records", str(tmp_path), "--json"))
    assert figures["games"] == len(list(tmp_path.iterdir())) == 6


# -- replay ---------------------------------------------------------------------------------------------------------------


def test_replay_tells_a_night_turn_by_turn(capsys: Captured, record: Path) -> None:
    game = dutch_night()[0]
    lines = printed(capsys, "replay", str(record)).splitlines()
    assert lines[0] == "dutch(turns=4), 4 players: " + ", ".join(f"{seat} somebody" for seat in game.seats)
    assert lines[1:3] == ["", "Set-up"]
    assert [line for line in lines if line.startswith("Turn")] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert lines[-1] == "  The guards win: dawn has come."
    assert [line for line in lines if line.startswith("  ")] == [f"  {sentence(event)}" for event in game.events]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_replay_prints_the_event_log_of_the_contract(capsys: Captured, path: Path) -> None:
    log = [json.loads(line) for line in printed(capsys, "replay", str(path), "--events").splitlines()]
    for event in log:
        assert list(event)[:2] == ["event", "turn"]
        fields = event.keys() - {"event", "turn"}
        assert FIELDS[event["event"]].keys() <= fields
        assert fields - FIELDS[event["event"]].keys() <= OPTIONAL.get(event["event"], {}).keys()
    assert log[0]["event"] == "setup"
    assert set(log[0]["options"]) == set(NAMES)
    assert log[-1]["event"] == "game_over"
    assert audit(log) == []


def numbers_of(log: list[dict[str, Any]], kind: str, field: str) -> set[int]:
    """The novices in whose events of a kind a field is told."""
    return {event["novice"] for event in log if event["event"] == kind and field in event and "novice" in event}


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("name", ["dutch-captures", "mayfair-home", "italian-dawn", "reference-captures"])
def test_replay_for_a_seat_holds_no_secret_of_another(capsys: Captured, name: str) -> None:
    path = golden.RECORDS / f"{name}.nuns"
    seats = read_record(path.read_bytes()).seats
    for seat in (*seats, Seat.SPECTATOR):
        log = [json.loads(line) for line in printed(capsys, "replay", str(path), "--events", "--seat", seat).splitlines()]
        own = {int(seat[-1])} if seat.startswith("novice-") else set[int]()
        assert numbers_of(log, "novice_moved", "route") == own
        assert numbers_of(log, "key_taken", "dot") | numbers_of(log, "wish_taken", "dot") <= own
        assert numbers_of(log, "noise", "real") <= own
        assert {each["novice"] for each in log[0]["novices"] if len(each) > 1} == own
        assert any("blessing" in each for each in log[0]["guards"]) == (seat == Seat.GUARDS)


@pytest.mark.rule("3.2", "3.3")
def test_replay_as_text_for_a_seat_tells_no_route_of_another(capsys: Captured, record: Path) -> None:
    game = dutch_night()[0]
    routes = [(event.novice, sentence(event)) for event in game.events if isinstance(event, NoviceMoved) and event.route]
    whole = printed(capsys, "replay", str(record))
    for seat in (*game.seats, Seat.SPECTATOR):
        out = printed(capsys, "replay", str(record), "--seat", seat)
        for novice, route in routes:
            assert route in whole
            assert (route in out) == (seat == f"novice-{novice}")
        assert out.count("wish on") == seat.startswith("novice-")


def test_replay_refuses_an_illegal_night(capsys: Captured, record: Path) -> None:
    record.write_bytes(forged(dutch_night()[1], far_step))
    assert f"nuns replay: {record}: line " in failed(capsys, 1, "replay", str(record))


# -- verify ---------------------------------------------------------------------------------------------------------------


def test_verify_says_what_it_checked(capsys: Captured, record: Path) -> None:
    count = len(dutch_night()[0].actions)
    assert printed(capsys, "verify", str(record)) == f"valid: {count} actions over 4 turns, counter dice as sealed; dawn: guards\n"
    told = json.loads(printed(capsys, "verify", str(record), "--json"))
    found = {"actions": count, "turns": 4, "dice": "counter", "ending": "dawn", "winners": ["guards"]}
    assert told == {"file": str(record), "valid": True, **found}


def test_verify_looks_at_every_file(capsys: Captured, record: Path, tmp_path: Path) -> None:
    none, junk = tmp_path / "none.nuns", tmp_path / "junk.nuns"
    junk.write_bytes(b"junk")
    status, out, err = ran(capsys, "verify", str(none), str(record), str(junk))
    assert status == 1
    assert re.fullmatch(rf"{record}: valid: \d+ actions over 4 turns, counter dice as sealed; dawn: guards\n", out)
    assert [line.partition(": ")[0] for line in err.splitlines()] == ["nuns verify"] * 2
    assert f"got {none}: " in err
    assert f"{junk}: line 1: " in err
    status, out, _ = ran(capsys, "verify", "--json", str(record), str(junk))
    assert status == 1
    assert [(told["file"], told["valid"]) for told in map(json.loads, out.splitlines())] == [(str(record), True), (str(junk), False)]
    assert printed(capsys, "verify", str(record), str(record)).count("valid: ") == 2


def other_face(lines: list[str]) -> None:
    place = first(lines, "roll")
    lines[place] = f"roll {int(lines[place][-1]) % 6 + 1}"


def other_wish(lines: list[str]) -> None:
    place = first(lines, "deal")
    free = next(key for key in range(1, 9) if f"key-{key}" not in lines[place])
    lines[place] = re.sub(r"key-\d", f"key-{free}", lines[place], count=1)


def far_step(lines: list[str]) -> None:
    place = first(lines, r"abbess \d")
    lines[place] = re.sub(r"-\d+.*", "-155", lines[place])


def other_end(lines: list[str]) -> None:
    lines[-1] = "end captures guards"


def other_seed(lines: list[str]) -> None:
    lines[first(lines, "seed")] = "seed 20/0"


FAULTS = [
    (other_face, r": line \d+: roll \d: the seed gives 'roll \d' as draw 7$"),
    (other_wish, r": line 13: deal .*: the seed gives 'draw key-\d' as draw 2$"),
    (far_step, r": line \d+: abbess \d+-155: no edge leads from \d+ to 155 \(rule 9\.2\)$"),
    (other_end, r": line \d+: expected 'end dawn guards', got 'end captures guards'$"),
    (other_seed, r": line 8: the seal does not fit the seed: expected [0-9a-f]{64}$"),
]


@pytest.mark.parametrize("forge, reason", FAULTS)
def test_verify_finds_the_first_fault(capsys: Captured, record: Path, forge: Callable[[list[str]], None], reason: str) -> None:
    record.write_bytes(forged(dutch_night()[1], forge))
    told = failed(capsys, 1, "verify", str(record))
    assert told.startswith(f"nuns verify: {record}: line ")
    assert re.search(reason, told)
    status, out, err = ran(capsys, "verify", str(record), "--json")
    assert (status, err) == (1, told)
    assert json.loads(out) == {"file": str(record), "valid": False, "fault": told.removeprefix("nuns verify: ").rstrip("\n")}


def test_verify_does_not_echo_what_is_endless(capsys: Captured, record: Path) -> None:
    def endless(lines: list[str]) -> None:
        place = first(lines, r"novice-\d (stand|sneak|walk|run)")
        lines[place] = f"{lines[place].split()[0]} run " + "-".join(["4-18"] * 50_000)

    record.write_bytes(forged(dutch_night()[1], endless))
    line = failed(capsys, 1, "verify", str(record))
    assert "...: " in line
    assert len(line) < 400


@pytest.mark.parametrize("key", ["edition", "options", "novices", "guard-players", "dice", "seed", "seal", "seat", "end", "check"])
def test_verify_does_not_echo_a_head_that_is_endless(capsys: Captured, record: Path, key: str) -> None:
    record.write_bytes(re.sub(rf"^{key} ".encode(), f"{key} ".encode() + b"7" * 100_000, record.read_bytes(), count=1, flags=re.MULTILINE))
    assert len(failed(capsys, 1, "verify", str(record))) < 2000


def test_verify_finds_an_altered_byte(capsys: Captured, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"seat guards somebody", b"seat guards samebody"))
    assert "the file was altered" in failed(capsys, 1, "verify", str(record))


# -- perft, editions, board, bench ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_perft_counts_what_it_always_counted(capsys: Captured, edition: str) -> None:
    rows = json.loads(golden.PERFT.read_text(encoding="utf-8"))[f"convent {edition}"][:6]
    counted = json.loads(printed(capsys, "perft", "--edition", edition, "--depth", "6", "--json"))
    assert (counted["edition"], counted["options"], counted["novices"]) == (edition, edition, 1)
    assert [{**row["events"], "depth": row["depth"], "nodes": row["nodes"], "over": row["over"]} for row in counted["rows"]] == rows


def test_perft_is_a_table(capsys: Captured) -> None:
    lines = printed(capsys, "perft", "--depth", "3").splitlines()
    assert lines[0].split() == ["depth", "nodes", "over", "moved", "rolled"]
    assert [line.split() for line in lines[1:]] == [["1", "4", "0", "0", "0"], ["2", "7", "0", "1", "0"], ["3", "23", "0", "2", "6"]]
    assert len({len(line) for line in lines}) == 1


def test_editions_have_a_line_each(capsys: Captured) -> None:
    lines = printed(capsys, "editions").splitlines()
    assert [line.split()[0] for line in lines] == list(EDITIONS)
    assert all(len(line) > 30 for line in lines)


def test_options_are_listed_with_their_values_rule_and_editions(capsys: Captured) -> None:
    lines = printed(capsys, "editions", "--options").splitlines()
    assert [line.partition("=")[0] for line in lines[::2]] == list(NAMES)
    assert lines[0] == "sight=arc|room"
    assert lines[1] == "    what a guard sees (rule 6); mayfair arc, reference arc, italian arc, dutch room"
    assert all("(rule " in line and all(edition in line for edition in EDITIONS) for line in lines[1::2])


def test_editions_and_options_are_printed_for_programs(capsys: Captured) -> None:
    told = json.loads(printed(capsys, "editions", "--json"))
    assert list(told["editions"]) == list(EDITIONS)
    assert all(list(options) == list(NAMES) for options in told["editions"].values())
    assert list(told["options"]) == list(NAMES)
    for edition in told["editions"].values():
        for name, value in edition.items():
            assert str(value) in told["options"][name]["values"]


def test_board_draws_a_picture(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "convent.svg"
    assert printed(capsys, "board", "--svg", str(path), "--theme", "vellum") == f"wrote {path}\n"
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(root.iter())) > 500


DRAWN = [
    ((), ("night", True)),
    (("--theme", "night"), ("night", True)),
    (("--theme", "vellum"), ("vellum", True)),
    (("--no-paths", "--theme", "vellum"), ("vellum", False)),
]


@pytest.mark.parametrize("words, asked", DRAWN)
def test_board_draws_what_is_asked_for(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], asked: tuple[str, bool]
) -> None:
    monkeypatch.setattr("nuns.cli.board.board_picture", lambda theme, paths: f"<svg>{theme} {paths}</svg>")
    assert printed(capsys, "board", "--svg", "-", *words) == f"<svg>{asked[0]} {asked[1]}</svg>"


def test_board_says_where_it_cannot_draw(capsys: Captured, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "convent.svg"):
        assert f"expected a file that can be written; got {path}: " in failed(capsys, 1, "board", "--svg", str(path))


def test_bench_measures_the_kernel(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as few games as will do."""
    kernel = import_module("nuns.bench.kernel")
    for name in ("INTERPRETED_GAMES", "COMPILED_GAMES"):
        monkeypatch.setattr(kernel, name, 4)
    monkeypatch.setattr(kernel, "ROUNDS", 1)
    figures = json.loads(printed(capsys, "bench", "kernel", "--json"))
    assert list(figures) == ["kernel"]
    assert "interpreted_games_per_second" in figures["kernel"]
    assert all(isinstance(value, float) and value > 0 for value in figures["kernel"].values())


def test_bench_prints_a_line_a_figure(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for benchmarks in (sys.modules["nuns.bench"], sys.modules["nuns.cli.bench"]):
        monkeypatch.setattr(benchmarks, "BENCHMARKS", {"kernel": lambda: {"games_per_second": 12345.678, "ratio": 1.23456}})
    lines = printed(capsys, "bench").splitlines()
    assert [line.split() for line in lines] == [["kernel"], ["games_per_second", "12,346"], ["ratio", "1.23"]]
    assert json.loads(printed(capsys, "bench", "--json")) == {"kernel": {"games_per_second": 12345.678, "ratio": 1.23456}}


# -- bots -----------------------------------------------------------------------------------------------------------------


def test_bots_are_listed_with_a_line_each(capsys: Captured) -> None:
    lines = printed(capsys, "bots").splitlines()
    listed: dict[str, Any] = json.loads(printed(capsys, "bots", "--json"))
    assert {"random", "greedy", "careful"} <= listed["bots"].keys()
    assert {"easy", "normal"} <= listed["levels"].keys()
    for name in listed["bots"]:
        assert sum(line.startswith(f"{name} ") for line in lines) == 1
    for level, name in listed["levels"].items():
        assert any(line.split()[:2] == [name, level] for line in lines)
    assert all(bot["thinks"] for bot in listed["bots"].values())


def test_bots_play_and_are_named_in_the_records(capsys: Captured, tmp_path: Path) -> None:
    words = ("simulate", "--games", "2", "--novices", "2", "--set", "turns=2", "--guards", "easy", "--novice-bots", "careful,random")
    printed(capsys, *words, "--records", str(tmp_path))
    record = read_record((tmp_path / "game-000001.nuns").read_bytes())
    assert list(record.seats.values()) == ["greedy", "careful", "random"]


def test_a_bot_that_fails_is_told_and_the_games_are_played(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def choose(self, view, actions, rng):\n        print('hm')\n        return actions[99]\n")
    words = ("simulate", "--games", "2", "--novices", "1", "--set", "turns=1", "--json", "--workers", "1", "--guards", f"{file}:Mine")
    status, out, err = ran(capsys, *words)
    assert status == 1
    assert json.loads(out)["games"] == 2
    told = [line for line in err.splitlines() if line != "hm"]
    assert len(told) == 1
    assert re.fullmatch(r"nuns simulate: mine.py:Mine: line 4: IndexError: .* \(\d+ times; a random action was taken instead\)", told[0])


def test_what_a_bot_prints_while_it_is_loaded_is_not_among_the_figures(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("print('hm')\nclass Mine:\n    def choose(self, view, actions, rng):\n        return actions[0]\n")
    words = ("simulate", "--games", "1", "--novices", "1", "--set", "turns=1", "--json", "--workers", "1", "--guards", f"{file}:Mine")
    status, out, err = ran(capsys, *words)
    assert (status, err) == (0, "hm\n")
    assert json.loads(out)["games"] == 1


def test_a_bot_that_cannot_be_made_is_told_to_have_been_replaced(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def __init__(self, hat): ...\n    def choose(self, view, actions, rng): ...\n")
    words = ("simulate", "--games", "2", "--novices", "1", "--set", "turns=1", "--workers", "1", "--guards", f"{file}:Mine")
    status, _, err = ran(capsys, *words)
    assert status == 1
    assert re.fullmatch(r"nuns simulate: mine.py:Mine: TypeError: .* \(2 times; a random bot played instead\)\n", err)


def test_a_bot_that_is_not_there_is_a_failure(capsys: Captured, tmp_path: Path) -> None:
    assert "expected a Python file; got none at" in failed(capsys, 1, "simulate", "--guards", f"{tmp_path}/gone.py:Mine")
