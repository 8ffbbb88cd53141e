"""A database on a PostgreSQL server, emptied for each test."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import asyncpg


@contextmanager
def database_on(server: str) -> Iterator[str]:
    """The URL of a database of its own, which is gone afterwards with all connections to it."""
    name = f"nuns_test_{secrets.token_hex(6)}"
    asyncio.run(command(server, f"CREATE DATABASE {name} TEMPLATE template0"))
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        asyncio.run(command(server, f"DROP DATABASE {name} WITH (FORCE)"))


async def empty(url: str) -> None:
    """Much quicker than another database."""
    await command(url, "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public")


async def command(url: str, script: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(script)
    finally:
        await connection.close()


async def query(url: str, statement: str) -> list[tuple[object, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()
