"""The lease of a table: one node at a time."""

from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.running.lease import TableLease
from tests.kit.parts import started_log


async def test_one_node_at_a_time_holds_it(store: Store) -> None:
    code = (await started_log(store, Settings())).code
    one, two = TableLease(store, code, "one", 60), TableLease(store, code, "two", 60)
    assert await one.acquire()
    assert not await two.acquire()
    assert (one.is_held, two.is_held) == (True, False)
    await one.release()
    assert await two.acquire()
    assert (one.is_held, two.is_held) == (False, True)
