"""Grids on a Ray cluster: the same tables as at home, a wrong address, and a cluster that is lost.

Where Ray is not installed, which it is for no test of ours, a stand-in has the few functions of Ray that we call, so that our own lines
run; that Ray itself does as the stand-in does is tried by the first test alone, by hand (decision 25).
"""

import json
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from importlib.util import find_spec
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nuns.lab.cluster import ClusterPool, NoCluster, check_reachable
from nuns.lab.grid import GridAxes, GridBots, GridFile, make_grid
from nuns.lab.pool import SerialPool
from nuns.lab.run import open_table, run_grid
from nuns.lab.table import dots_path
from tests.kit.program import failed, printed

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


class NoNode(Exception):
    """Ray's RayError."""


class StandIn:
    """The functions of Ray that we call, with a cluster of two cores that is lost after so many pieces."""

    exceptions = SimpleNamespace(RayError=NoNode)

    def __init__(self, pieces: float = inf) -> None:
        self.left = pieces
        self.calls: list[str] = []

    def init(self, address: str, **settings: Any) -> None:
        self.calls.append(f"init {address}")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def shutdown(self) -> None:
        self.calls.append("shutdown")

    def remote(self, play: Callable[..., Any]) -> Any:
        def submit(*piece: Any) -> Any:
            self.left -= 1
            asked = SerialPool().submit(play, *piece)
            if self.left < 0:
                asked = Future()
                asked.set_exception(NoNode("Traceback (most recent call last):\n  File ray.py\nthe node died\n"))
            return SimpleNamespace(future=lambda: asked)

        return SimpleNamespace(remote=submit)


def test_our_side_of_ray_writes_the_same_bytes_and_leaves_the_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray, grid = StandIn(), make_grid(GRID)
    monkeypatch.setitem(sys.modules, "ray", ray)
    pool = ClusterPool("auto")
    assert pool.workers == 2
    run_grid(tmp_path / "far.csv", open_table(tmp_path / "far.csv", grid), pool, pool.workers)
    run_grid(tmp_path / "near.csv", open_table(tmp_path / "near.csv", grid), SerialPool(), 1)
    assert (tmp_path / "far.csv").read_bytes() == (tmp_path / "near.csv").read_bytes()
    assert ray.calls == ["init auto", "shutdown"]


def test_a_cluster_that_is_lost_is_told_in_one_sentence_and_what_is_done_stays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", StandIn(pieces=2))
    bots = '[{ guards = "random", novices = "random" }]'
    Path("far.toml").write_text(f'games = 2\neditions = ["mayfair"]\nnovices = [1, 2, 3]\nbots = {bots}\n', encoding="utf-8")
    line = failed(capsys, 1, "simulate", "--grid", "far.toml", "--cluster", "auto")
    lost = "expected the cluster to play all games; got NoNode: the node died: the games so far are in far.csv.part"
    assert line == f"nuns simulate: {lost}\n"
    told = json.loads(printed(capsys, "simulate", "--grid", "far.toml", "--workers", "1", "--json"))
    assert (told["games"], told["played"]) == (6, 2)


def test_a_fault_of_our_own_on_a_worker_is_not_taken_for_a_lost_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", StandIn())
    pool = ClusterPool("auto")
    assert pool.submit(int, "7").result() == 7
    with pytest.raises(ValueError, match="invalid literal"):
        pool.submit(int, "seven").result()


def test_a_cluster_has_its_own_number_of_workers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    line = failed(capsys, 2, "simulate", "--grid", str(tmp_path / "far.toml"), "--cluster", "auto", "--workers", "2")
    assert "expected no --workers with --cluster, which has a worker for each of its cores; got both" in line


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
