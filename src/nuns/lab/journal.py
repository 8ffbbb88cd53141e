"""Journals: files to which whole lines are added while games are played; a last line that was left half written is forgotten."""

from pathlib import Path


def read_journal(path: Path) -> list[bytes]:
    """Returns the whole lines of a journal."""
    return whole_lines(path.read_bytes()).splitlines()


def open_journal(path: Path, head: bytes) -> None:
    """Begins a journal with its first lines, or removes a half-written last line, so that lines can be added."""
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(len(whole_lines(path.read_bytes())))
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(path.name + ".new")
        new.write_bytes(head + b"\n")
        new.replace(path)


def append_line(path: Path, line: bytes) -> None:
    """Adds one line to a journal."""
    with path.open("ab") as file:
        file.write(line + b"\n")


def whole_lines(content: bytes) -> bytes:
    """Returns a file's content up to the end of its last whole line."""
    return content[: content.rfind(b"\n") + 1]
