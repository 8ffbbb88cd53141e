"""Grids on a Ray cluster: the same tables as at home, and a wrong address. Where Ray is not installed there is little to test."""

import socket
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from nuns.lab.cluster import ClusterPool, NoCluster, check_reachable
from nuns.lab.grid import GridAxes, GridBots, GridFile, make_grid
from nuns.lab.grid_run import open_table, run_grid
from nuns.lab.grid_table import dots_path
from nuns.lab.pieces import SerialPool

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an optional extra: .[cluster]")
GRID = GridFile(
    seed=5,
    traced=3,
    games=9,
    editions=("mayfair", "dutch"),
    bots=(GridBots("greedy", "careful"),),
    part=(GridAxes(options=("", "turns=12"), novices=(1, 3)),),
)


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a cluster of two nodes with one core each, both on this machine."""
    from ray.cluster_utils import Cluster

    found: Any = Cluster()
    try:
        for _ in range(2):
            found.add_node(num_cpus=1)
        yield found.address
    finally:
        found.shutdown()


@needs_ray
@pytest.mark.filterwarnings("default")  # those that Ray gives are not ours
def test_two_workers_of_a_cluster_write_the_same_bytes(cluster: str, tmp_path: Path) -> None:
    grid, pool = make_grid(GRID), ClusterPool(cluster)
    try:
        assert pool.workers == 2
        run_grid(tmp_path / "far.csv", open_table(tmp_path / "far.csv", grid), pool, pool.workers)
    finally:
        pool.end()
    run_grid(tmp_path / "near.csv", open_table(tmp_path / "near.csv", grid), SerialPool(), 1)
    far, near = ((tmp_path / f"{name}.csv", dots_path(tmp_path / f"{name}.csv")) for name in ("far", "near"))
    assert [path.read_bytes() for path in far] == [path.read_bytes() for path in near]
    assert len(far[0].read_bytes().splitlines()) == 2 + grid.games


def closed_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.parametrize("kind", ["ray://127.0.0.1:{}", "127.0.0.1:{}"])
def test_an_address_at_which_nothing_answers_is_told_at_once(kind: str) -> None:
    address = kind.format(closed_port())
    with pytest.raises(NoCluster, match=rf"^expected a Ray cluster at {address}; got no answer: Connection refused$"):
        check_reachable(address)


@pytest.mark.parametrize("address", ["ray://127.0.0.1:port", "ray://:10001"])
def test_an_address_that_is_none_is_told_in_one_sentence(address: str) -> None:
    with pytest.raises(NoCluster, match=rf"^expected a Ray cluster at {address}; got no answer: .+"):
        check_reachable(address)


def test_auto_and_local_are_left_to_ray() -> None:
    check_reachable("auto")
    check_reachable("local")
