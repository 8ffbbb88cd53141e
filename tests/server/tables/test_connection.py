"""One socket at a table, without socket and table."""

import pytest

from nuns.server.protocol import Say
from nuns.server.refusal import Refusal, Why
from nuns.server.tables.people.pace import Pace
from tests.kit.parts import Browser

SAY = b'{"type": "say", "id": 7, "text": "good night"}'


async def test_a_message_is_read_and_carried_out() -> None:
    browser = Browser()
    await browser.connection.receive(SAY)
    assert (browser.carried_out, browser.sent) == ([Say(id=7, text="good night")], [])
    browser.connection.close()
    assert browser.closed == 1


@pytest.mark.parametrize("frame", [b"", b"\xff", b"[]", b'{"type": "fly", "id": 1}', b"[" * 100_000])
async def test_what_cannot_be_read_is_refused_and_not_carried_out(frame: bytes) -> None:
    browser = Browser()
    await browser.connection.receive(frame)
    assert (browser.carried_out, browser.types) == ([], ["refused"])
    assert (browser.sent[0]["id"], browser.sent[0]["why"]) == (None, "unreadable")


async def test_what_may_not_be_done_and_what_fails_is_refused(log: pytest.LogCaptureFixture) -> None:
    for fault, why in ((Refusal(Why.NOT_HOST), "not-host"), (ValueError("a secret"), "failed")):
        browser = Browser(refuse=fault)
        await browser.connection.receive(SAY)
        assert [(each["id"], each["why"]) for each in browser.sent] == [(7, why)]
        assert "a secret" not in str(browser.sent)


def test_a_pace_refuses_what_is_too_often_and_lets_later_ones_pass() -> None:
    pace = Pace(most=2, within=1000)
    for at in (0, 500):
        pace.check(at, Why.TOO_MANY_RULERS)
    with pytest.raises(Refusal, match="at most 2 ruler checks in 1 seconds"):
        pace.check(999, Why.TOO_MANY_RULERS)
    pace.check(1000, Why.TOO_MANY_RULERS)
