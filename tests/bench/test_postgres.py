"""A server for an hour, also from the binaries that come as a package."""

from pathlib import Path
from tempfile import TemporaryDirectory

from nuns.bench.postgres import copy_binaries, packaged_binaries, start_server
from tests.kit.postgres import query


async def test_the_packaged_binaries_run_from_wherever_they_are() -> None:
    binaries = packaged_binaries()
    assert binaries is not None
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        moved = copy_binaries(binaries, Path(folder))
        with TemporaryDirectory() as data, start_server(moved, Path(data), durable=False) as url:
            [(version,)] = await query(url, "SHOW server_version_num")
            assert int(str(version)) >= 180_000
        assert moved.folder.is_relative_to(folder)
