"""A load test of a server: random players at many tables, bounded in number and time, and a report."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from statistics import quantiles

from nuns.bench.random_players import Activity, Pair, PlayedServer, ServerRefusal, play_at_tables

TOGETHER = 8  # tables that are made at the same time


@dataclass(frozen=True)
class LoadReport:
    """What a load test found."""

    tables: int  # at which was played
    wanted: int
    refused_tables: str  # why the server made no more, if it did not
    done: Activity

    @property
    def is_sound(self) -> bool:
        """Returns whether every table was made, every action taken and no socket dropped."""
        return self.tables == self.wanted and self.done.actions > 0 and not self.done.refusals and not self.done.dropped

    def figures(self) -> dict[str, float]:
        """Returns the figures by name."""
        waits = sorted(self.done.waits)
        percentiles = quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
        actions = self.done.actions
        return {
            "tables": self.tables,
            "seconds": round(self.done.seconds, 3),
            "actions": actions,
            "actions_per_second": actions / self.done.seconds,
            "p50_ms": percentiles[49] * 1000,
            "p95_ms": percentiles[94] * 1000,
            "p99_ms": percentiles[98] * 1000,
            "bytes_per_action": self.done.bytes_sent / actions if actions else 0.0,
            "refused_actions": self.done.refusals,
            "refused_tables": self.wanted - self.tables,
            "dropped_sockets": self.done.dropped,
        }

    def text(self) -> str:
        """Returns the report as text."""
        found = self.figures()
        lines = [
            f"{self.tables} tables for {found['seconds']:.0f} s: {found['actions']:,} actions, {found['actions_per_second']:.0f} a second",
            f"wait for an action: median {found['p50_ms']:.1f} ms, 95 % {found['p95_ms']:.1f} ms, 99 % {found['p99_ms']:.1f} ms",
            f"sent {found['bytes_per_action']:.0f} bytes an action to both players",
        ]
        if self.refused_tables:
            lines.append(f"{self.wanted - self.tables} tables were not made: {self.refused_tables}")
        if self.done.refusals or self.done.dropped:
            lines.append(f"{self.done.refusals} actions were refused and {self.done.dropped} sockets dropped")
        if self.done.flooded:
            lines.append("they were dropped because their players sent too much: let players think longer, with --think")
        return "\n".join(lines)


async def load(url: str, tables: int, seconds: float, thinking: float) -> LoadReport:
    """Plays at some tables for a time and abandons them; players think for half to one and a half times ``thinking`` seconds."""
    server, done, pairs = PlayedServer(url), Activity(), list[Pair]()
    refused = ""
    async with AsyncExitStack() as stack:
        while len(pairs) < tables and not refused:
            number = min(TOGETHER, tables - len(pairs))
            made = [stack.enter_async_context(server.started_pair(done)) for _ in range(number)]
            for outcome in await asyncio.gather(*made, return_exceptions=True):
                if isinstance(outcome, ServerRefusal):
                    refused = str(outcome)
                elif isinstance(outcome, BaseException):
                    raise outcome
                else:
                    pairs.append(outcome)
        done.messages = done.bytes_sent = 0
        if pairs:
            done.seconds = await play_at_tables(pairs, len(pairs), seconds, (thinking / 2, thinking * 1.5))
    done.seconds = done.seconds or 1e-9
    return LoadReport(len(pairs), tables, refused, done)
