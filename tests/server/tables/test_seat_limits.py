"""Limits of a seat: reconnecting does not renew them, and nothing at a table grows without end."""

import threading

import pytest

from nuns.referee.explain import explain
from nuns.server.settings import Settings
from nuns.server.tables.node import Node
from nuns.server.tables.play import feed, player_actions
from nuns.server.tables.session import TableSession
from nuns.server.web.socket import UNSENT, Outbox
from tests.kit.tables import Person, Time, seated, started


async def novice_at_a_table(node: Node) -> tuple[TableSession, Person]:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    return table, people["a"]


async def test_the_ruler_is_for_a_seat_and_not_for_a_connection(node: Node) -> None:
    _, novice = await novice_at_a_table(node)
    seat, accepted = novice.seats[0], 0
    for number in range(30):
        novice.leave()
        novice = novice.again()
        accepted += (await novice.ask("act", seat=seat, action=f"{seat} ruler {number + 1}-72"))["type"] == "accepted"
    assert accepted == 10


async def test_a_seat_has_so_many_rulers_in_a_phase(node: Node, time: Time) -> None:
    table, novice = await novice_at_a_table(node)
    seat, replies = novice.seats[0], []
    for _ in range(player_actions.RULERS_IN_PHASE + 5):
        time.pass_by(7)
        replies.append(await novice.ask("act", seat=seat, action=f"{seat} ruler 1-72"))
    assert [reply["type"] for reply in replies] == ["accepted"] * player_actions.RULERS_IN_PHASE + ["refused"] * 5
    assert (replies[-1]["why"], replies[-1]["values"]) == ("too-many-actions", {"most": player_actions.RULERS_IN_PHASE})
    assert len(Person(table, novice.token).frames[0]) < 10_000
    assert (await novice.act(seat, novice.choice(seat)))["type"] == "accepted", "everything else goes on"


async def test_a_plan_is_written_again_so_often_and_no_more(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_actions, "ACTIONS_IN_PHASE", 10)
    table, host, people = await seated(node, Settings(novices=2))
    await started(table, host, people)
    novice, replies = people["a"], []
    [seat] = novice.seats
    plan = novice.choice(seat)
    for _ in range(12):
        replies.append(await novice.act(seat, plan))
    assert [reply["type"] for reply in replies] == ["accepted"] * 10 + ["refused"] * 2
    assert replies[-1]["why"] == "too-many-actions"
    await table.stand("a", novice.token)  # a bot may finish what she cannot


async def test_chat_is_for_a_seat_and_not_for_a_connection(node: Node) -> None:
    table, _, people = await seated(node, Settings())
    talker, accepted = people["a"], 0
    for number in range(20):
        talker.leave()
        talker = talker.again()
        accepted += (await talker.ask("say", text=str(number)))["type"] == "accepted"
    assert accepted == 5
    strangers = [Person(table, address="192.0.2.7") for _ in range(10)]
    replies = [await each.ask("say", text="me too") for each in strangers]
    assert sum(reply["type"] == "accepted" for reply in replies) == 5, "strangers share what their address has"


async def test_explanations_are_for_a_seat_and_made_beside_the_event_loop(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set[str]()

    def noted(*given: object) -> object:
        threads.add(threading.current_thread().name)
        return explain(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(feed, "explain", noted)
    _, novice = await novice_at_a_table(node)
    seat, replies = novice.seats[0], []
    for _ in range(25):
        novice.leave()
        novice = novice.again()
        replies.append(await novice.ask("explain", seat=seat, event=0))
    assert [reply["type"] for reply in replies] == ["explained"] * 20 + ["refused"] * 5
    assert replies[-1]["why"] == "too-many-explanations"
    assert threading.current_thread().name not in threads


async def test_a_stranger_in_the_lobby_is_sent_away_when_a_game_without_spectators_begins(node: Node) -> None:
    table, host, people = await seated(node, Settings(spectators=False))
    dismissed: list[str] = []
    stranger = Person(table, dismiss=lambda: dismissed.append("she"))
    before = len(stranger.frames)
    await started(table, host, people)
    assert dismissed == ["she"]
    assert stranger.state["status"] == "lobby"
    assert len(stranger.frames) <= before + 1
    assert stranger.connection not in table.connections


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "Ag\u200bnes",
        "\u202eAgnes",
        "Agnes\u2066",
        "\u3164",
        "\u2800",
        "A" + "\u0301" * 9,
        "\u0301Agnes",
        "x" * 41,
        "\ufeffAgnes",
        "\u00adAgnes",
    ],
)
async def test_a_name_shows_everything_it_has(node: Node, name: str) -> None:
    table, _ = await node.create(Settings(), {})
    with pytest.raises(Exception, match="a name of 1 to 40 characters that can be seen"):
        await table.sit("a", name, None)


@pytest.mark.parametrize("name", ["Zoë", "Łucja", "Нина", "明子", "O’Hara-Smith 2", "Anne ♥", "ช้าง"])
async def test_names_of_all_scripts_are_welcome(node: Node, name: str) -> None:
    table, _ = await node.create(Settings(), {})
    await table.sit("a", name, None)
    assert table.log.seating.name("a") == name


@pytest.mark.parametrize("name", ["agnes", "AGNES", "Ａgnes", " Agnes ", "bot (expert)", "Bot (easy)", "BOT", "Robot (difficile)"])
async def test_nobody_has_the_name_of_another_or_of_a_bot(node: Node, name: str) -> None:
    table, _ = await node.create(Settings(), {})
    token = await table.sit("a", "Agnes", None)
    with pytest.raises(Exception, match="that nobody else at this table has"):
        await table.sit("guards", name, None)
    await table.sit("guards", "Agnes", token)  # one person may sit in two seats
    await table.sit("a", "Agnes", token)


def test_the_first_message_of_a_seat_is_sent_however_large_it_is() -> None:
    outbox, overflows = Outbox(), []
    outbox.overflow = lambda: overflows.append(1)
    outbox.put(b"x" * (UNSENT + 1))
    assert not overflows
    outbox.put(b"x")
    assert overflows
