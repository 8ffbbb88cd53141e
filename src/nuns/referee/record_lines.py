"""The lines of a record file, read one after another, and the fault of a file that is refused."""

import re
from hashlib import sha256

NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,60}")
HASH = re.compile(r"[0-9a-f]{64}")


class BadRecord(ValueError):
    """Raised for a record that is refused; it has the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def checksum(text: str) -> str:
    """Returns the SHA-256 of the lines above it, with which a record ends."""
    return sha256(text.encode()).hexdigest()


class RecordLines:
    """Reads the lines of a file one after another."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")[:-1]
        self.number = 0

    def fault(self, reason: str) -> BadRecord:
        """Returns the fault of the line that was read last."""
        return BadRecord(self.number, reason)

    def has(self, key: str) -> bool:
        """Tells whether the next line begins with that key."""
        return self.number < len(self.lines) and self.lines[self.number].startswith(key + " ")

    def next(self) -> str:
        """Returns the next line."""
        self.number += 1
        if self.number > len(self.lines):
            raise self.fault("the file is cut off: expected more lines, got its end")
        return self.lines[self.number - 1]

    def value(self, key: str, shape: str) -> str:
        """Returns the rest of the next line, which must begin with that key."""
        line = self.next()
        if not line.startswith(key + " "):
            raise self.fault(f"expected '{key} {shape}', got {line[:60]!r}")
        return line[len(key) + 1 :]

    def hash(self, key: str, what: str) -> str:
        """Returns the hash on the next line, which must begin with that key."""
        value = self.value(key, what)
        if not HASH.fullmatch(value):
            raise self.fault(f"expected '{key}' and {what} in 64 hexadecimal digits, got {value[:70]!r}")
        return value

    def digit(self, key: str) -> int:
        """Returns the number on the next line, which must begin with that key."""
        value = self.value(key, "a number")
        if not re.fullmatch("[1-9]", value):
            raise self.fault(f"expected '{key}' and a number from 1 to 9, got {value[:20]!r}")
        return int(value)

    def above(self) -> str:
        """Returns the text of all lines that were read."""
        return "\n".join(self.lines[: self.number]) + "\n"
