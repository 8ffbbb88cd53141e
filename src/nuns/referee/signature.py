"""A one-time signature made of hashes alone (Winternitz): a table signs its game file once, and SHA-256 is all one needs to check it.

A digest has 64 hexadecimal digits, and each digit has a chain of hashes that begins with a secret. For a digit d the signature contains
link d of the digit's chain. From a link anybody can compute the later ones, up to the published end of the chain, but nobody can compute
the earlier ones. So a forger could only raise digits. Three more chains therefore sign a checksum, the sum of 15 - d: raising a digit
lowers the checksum, and a digit of the checksum with it.
"""

import re
from hashlib import sha256

STEPS = 15  # of a chain, from its secret to its end
CHAINS = 64 + 3
HASH = 64  # hexadecimal digits
_SIGNATURE = re.compile(rf"[0-9a-f]{{{CHAINS * HASH}}}")


def public_key(secret: str) -> str:
    """Returns what is published of a secret before anything is signed: the SHA-256 over the ends of its chains."""
    return _key([_walk(_start(secret, chain), chain, 0, STEPS) for chain in range(CHAINS)])


def sign(secret: str, digest: str) -> str:
    """Returns the signature of a digest; with one secret only one digest may ever be signed."""
    return "".join(_walk(_start(secret, chain), chain, 0, digit) for chain, digit in enumerate(_digits(digest)))


def signing_key(signature: str, digest: str) -> str | None:
    """Returns the public key for which a signature of that digest is good, or None for what is no signature at all."""
    if not _SIGNATURE.fullmatch(signature):
        return None
    links = [signature[place : place + HASH] for place in range(0, len(signature), HASH)]
    return _key([_walk(link, chain, digit, STEPS) for chain, (link, digit) in enumerate(zip(links, _digits(digest), strict=True))])


def _digits(digest: str) -> list[int]:
    digits = [int(digit, 16) for digit in digest]
    return digits + [int(digit, 16) for digit in f"{sum(STEPS - digit for digit in digits):03x}"]


def _start(secret: str, chain: int) -> str:
    return _hash(f"chain {chain} {secret}")


def _walk(link: str, chain: int, first: int, last: int) -> str:
    """Returns the link ``last`` of a chain, given its link ``first``."""
    for step in range(first, last):
        link = _hash(f"{chain} {step} {link}")
    return link


def _key(ends: list[str]) -> str:
    return _hash("\n".join(ends))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
