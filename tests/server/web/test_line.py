"""The bot line over HTTP: a seat is played from a stream of lines, with its token alone; and nobody else's."""

import json
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.kit.web import PATIENCE, Person, Served
from tests.server.web.test_socket import begin, table_of_two


def token_of(person: Person, code: str) -> str:
    """The token of the seat link, as a host would hand it to a program."""
    link: str = person.get(f"/api/tables/{code}/link").json()["link"]
    return link.partition("#key=")[2]


@contextmanager
def line_of(site: Served, code: str, token: str, seat: str = "guards") -> Iterator[Iterator[dict[str, Any]]]:
    """The lines of a seat, for a program without cookies."""
    address, headers = f"{site.url}/api/tables/{code}/line?seat={seat}", {"Authorization": f"Bearer {token}"}
    with httpx.stream("GET", address, headers=headers, timeout=PATIENCE) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        yield (json.loads(text) for text in answer.iter_lines() if text)


def answered(site: Served, code: str, token: str, seat: str, **body: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{site.url}/api/tables/{code}/line?seat={seat}", json=body, headers=headers, timeout=PATIENCE)


def play_seat(site: Served, code: str, token: str, seat: str, heard: list[dict[str, Any]]) -> None:
    rng = random.Random(seat)
    with line_of(site, code, token, seat) as lines:
        for line in lines:
            heard.append(line)
            if line["line"] == "ask":
                number = rng.randrange(len(line["actions"]))
                answer: Any = number if rng.random() < 0.5 else line["actions"][number]
                taken = answered(site, code, token, seat, id=line["id"], answer=answer)
                assert taken.status_code in (200, 409), taken.text


def test_a_whole_game_is_played_by_two_programs(site: Served, person: Person) -> None:
    code = table_of_two(person, edition="dutch", options={"turns": 2})
    with person.socket(code) as talk:
        begin(person, code, talk)
        token = token_of(person, code)
        novice = next(chair["seat"] for chair in talk.table["chairs"] if str(chair.get("seat", "")).startswith("novice"))
        heard: dict[str, list[dict[str, Any]]] = {"guards": [], novice: []}
        players = [threading.Thread(target=play_seat, args=(site, code, token, seat, lines)) for seat, lines in heard.items()]
        for player in players:
            player.start()
        for player in players:
            player.join(PATIENCE * 2)
    for seat, lines in heard.items():
        assert lines[0]["line"] == "game"
        assert lines[0]["seat"] == seat
        assert lines[-1]["line"] == "over"
        assert {line["line"] for line in lines} == {"game", "event", "ask", "over"}
        asked = [line for line in lines if line["line"] == "ask"]
        assert all(line["actions"] and line["view"]["seat"] == seat for line in asked)
    assert heard["guards"][-1] == heard[novice][-1]
    assert not any(
        "route" in line["event"] for line in heard["guards"] if line["line"] == "event" and line["event"]["event"] == "novice_moved"
    )


@pytest.mark.full
def test_the_example_of_the_documentation_plays_a_seat(site: Served, person: Person, tmp_path: Path) -> None:
    example = tmp_path / "example.py"
    section = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8").partition("## A program as a bot")[2]
    example.write_text(re.findall(r"^```python\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[1], encoding="utf-8")
    code = table_of_two(person, edition="dutch", options={"turns": 1})
    with person.socket(code) as talk:
        begin(person, code, talk)
        token = token_of(person, code)
        novice = next(chair["seat"] for chair in talk.table["chairs"] if str(chair.get("seat", "")).startswith("novice"))
        other = threading.Thread(target=play_seat, args=(site, code, token, novice, []))
        other.start()
        done = subprocess.run([sys.executable, example, f"{site.url}/api/tables/{code}", token], timeout=PATIENCE * 2, check=False)
        other.join(PATIENCE)
    assert done.returncode == 0
    assert person.get(f"/api/tables/{code}").json()["table"]["status"] == "over"


def test_wrong_answers_are_refused_with_what_was_expected(site: Served, person: Person) -> None:
    code = table_of_two(person, edition="dutch", options={"turns": 2})
    with person.socket(code) as talk:
        begin(person, code, talk)
        token = token_of(person, code)
        novice = next(chair["seat"] for chair in talk.table["chairs"] if str(chair.get("seat", "")).startswith("novice"))
        with line_of(site, code, token, novice) as lines:
            asked = next(line for line in lines if line["line"] == "ask")
        for body, status, words in (
            ({"id": asked["id"], "answer": 99}, 400, "expected the number of an action from 0 to"),
            ({"id": asked["id"], "answer": "sing"}, 400, "expected"),
            ({"id": "another", "answer": 0}, 409, ""),
            ({"id": asked["id"], "answer": "novice-9 stand 1"}, 400, "expected an action such as"),
            ({"id": asked["id"], "answer": f"{novice} run 1-150"}, 422, ""),
            ({"id": asked["id"]}, 400, "answer"),
        ):
            refused = answered(site, code, token, novice, **body)
            assert refused.status_code == status, refused.text
            assert words in refused.json()["reason"]
        assert answered(site, code, token, "novice-7", answer=0).status_code == 403
        assert answered(site, code, token, novice, id=asked["id"], answer=0).json() == {"seat": novice}


@pytest.mark.parametrize("token", ["", "x" * 43, "short"])
def test_a_line_is_for_its_seat_alone(site: Served, person: Person, token: str) -> None:
    code = table_of_two(person, edition="dutch")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    for answer in (
        httpx.get(f"{site.url}/api/tables/{code}/line", headers=headers),
        httpx.post(f"{site.url}/api/tables/{code}/line", json={"answer": 0}, headers=headers),
    ):
        assert answer.status_code == 403
        assert answer.json()["why"] == "not-seated"
