"""Names nobody can guess: a table's code, and the token that is a seat."""

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is easily taken for another
CODE_LENGTH = 12  # 59 bits: short enough to type, too many to try


def new_code() -> str:
    """The id of a table or of an imported record."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def record_code(table: str) -> str:
    """The id of a table's record: it is in a public list, and a table's code lets people in, so nobody gets from the one to the other."""
    number, letters = int.from_bytes(hashlib.sha256(f"record {table}".encode()).digest()), ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return letters


def new_token() -> str:
    """What a browser shows to be let into its seats; 256 bits, kept nowhere else."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """What is stored of a token. It needs no salt and no slow hash: nobody can list 256-bit tokens."""
    return hashlib.sha256(token.encode()).digest()
