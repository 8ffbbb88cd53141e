"""Codes and tokens that nobody can guess: the code of a table, and the token that holds a seat."""

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without those that are easily confused
CODE_LENGTH = 12  # 59 bits: short enough to type, too many to try


def new_code() -> str:
    """Returns a new id for a table or an imported record."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def record_code(table: str) -> str:
    """Returns the id of a table's record. It is listed publicly, so the table's code, which lets people in, cannot be derived from it."""
    number, letters = int.from_bytes(hashlib.sha256(f"record {table}".encode()).digest()), ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return letters


def new_token() -> str:
    """Returns a new token of 256 bits, which a browser shows to use its seats; only its hash is stored."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Returns the hash that is stored of a token. It needs no salt and no slow hash, since nobody can list 256-bit tokens."""
    return hashlib.sha256(token.encode()).digest()
