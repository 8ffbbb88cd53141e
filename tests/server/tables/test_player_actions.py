"""Salts and actions of players, without the rest of the table."""

import pytest

from nuns.referee.game import legal_actions
from nuns.referee.notation import written
from nuns.server.protocol import Act, Commit, Salt
from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.night.entries import Answered, line_of
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.play.player_actions import PlayerActions
from tests.kit.parts import GUARD_TOKEN, Browser, dealt_log, published_log, sealed_log
from tests.kit.tables import Time, salt_of

SETTINGS = Settings(edition="reference", novices=1)  # in which the guards choose their paths first


def guard_browser(log: TableLog) -> Browser:
    return Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN)


async def test_a_commitment_is_taken_once_and_before_all_are_published(store: Store) -> None:
    log = await sealed_log(store, SETTINGS)
    players, guard = PlayerActions(store, log, Time()), guard_browser(log)
    with pytest.raises(Refusal, match="revealed when all commitments are published"):
        await players.salt(guard.connection, Salt(id=1, chair="guards", salt=salt_of("guards")))
    await players.commit(guard.connection, Commit(id=2, chair="guards", commitment="c0" * 32))
    assert guard.sent == [{"type": "accepted", "id": 2}]
    assert log.night.commitments == {"guards": "c0" * 32}
    with pytest.raises(Refusal, match="has already given its salt"):
        await players.commit(guard.connection, Commit(id=3, chair="guards", commitment="c1" * 32))
    with pytest.raises(Refusal, match="seat a is not yours"):
        await players.commit(guard.connection, Commit(id=4, chair="a", commitment="c1" * 32))


async def test_a_salt_is_stored_once_and_if_it_fits_its_commitment(store: Store) -> None:
    log = await published_log(store, SETTINGS)
    players, guard = PlayerActions(store, log, Time()), guard_browser(log)
    with pytest.raises(Refusal, match="not the salt to which seat guards has committed itself"):
        await players.salt(guard.connection, Salt(id=1, chair="guards", salt=salt_of("a")))
    await players.salt(guard.connection, Salt(id=2, chair="guards", salt=salt_of("guards")))
    assert guard.sent == [{"type": "accepted", "id": 2}]
    assert log.night.salted == {"guards"}
    with pytest.raises(Refusal, match="has already given its salt"):
        await players.salt(guard.connection, Salt(id=3, chair="guards", salt=salt_of("guards")))
    assert (await store.secret(log.code)).salts == {"guards": salt_of("guards").encode()}


@pytest.mark.parametrize("is_typed", [False, True])
async def test_an_action_or_its_notation_is_carried_out_and_stored_as_notation(store: Store, is_typed: bool) -> None:
    log = await dealt_log(store, SETTINGS)
    players, guard = PlayerActions(store, log, Time()), guard_browser(log)
    assert log.night.game is not None
    action = legal_actions(log.night.game, "guards")[0]
    decision = log.night.decision("guards")
    await players.play(guard.connection, Act(id=1, seat="guards", action=written(action) if is_typed else action, decision=decision))
    assert guard.types == ["accepted"]
    entry = (await store.read(log.code))[3]
    assert line_of(entry) == Answered("guards", action)
    assert f'"action":"{written(action)}"'.encode() in entry.body


async def test_actions_that_are_not_the_seats_to_do_change_nothing(store: Store) -> None:
    log = await dealt_log(store, SETTINGS)
    players, guard, before = PlayerActions(store, log, Time()), guard_browser(log), log.night
    assert log.night.game is not None
    action = legal_actions(log.night.game, "guards")[0]
    for given, reason in (
        (Act(id=1, seat="guards", action=action, decision="another"), "stale"),
        (Act(id=1, seat=str(log.night.seats["a"]), action=action), "not yours"),
        (Act(id=1, seat="guards", action="abbess flies", decision=log.night.decision("guards")), "expected an action"),
        (Act(id=1, seat="guards", action="abbess 1-2", decision=log.night.decision("guards")), "rule"),
    ):
        with pytest.raises(Refusal, match=reason):
            await players.play(guard.connection, given)
    assert log.night is before
