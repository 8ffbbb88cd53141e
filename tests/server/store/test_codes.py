"""Codes and tokens: long enough that nobody guesses one, and a hash that a token can be found by."""

import hashlib

from nuns.server.store.codes import CODE_LENGTH, LETTERS, new_code, new_token, record_code, token_hash


def test_a_code_is_short_plain_and_never_the_same() -> None:
    codes = {new_code() for _ in range(1_000)}
    assert len(codes) == 1_000
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in codes)
    assert len(LETTERS) ** CODE_LENGTH > 1 << 59
    assert not set(LETTERS) & set("01ilo")


def test_the_code_of_a_record_is_its_tables_and_does_not_name_it() -> None:
    assert record_code("23456789abcd") == record_code("23456789abcd") == "vzwrq53vyaxw"
    codes = {record_code(new_code()) for _ in range(1_000)}
    assert len(codes) == 1_000
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in codes)


def test_a_token_is_256_bits_and_its_hash_sha_256() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert len(new_token()) >= 43
    assert token_hash("abc") == hashlib.sha256(b"abc").digest()
