"""Logs as lines of JSON. The caller names every field; no token, seed, chat or plan is ever one."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

LOG = logging.getLogger("nuns")
LEVELS = ("debug", "info", "warning", "error")
FIELDS = "fields"
LEFT_EARLY = "ASGI callable returned without completing handshake."  # uvicorn's message for a browser that left early


class JsonLines(logging.Formatter):
    """Formats a log record as JSON: time, level, event, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__  # its text may quote what was sent
            line["where"] = traceback_places(record)
        return json.dumps(line, ensure_ascii=False)


def traceback_places(record: logging.LogRecord) -> list[str]:
    """Returns the files and lines of a traceback, without values, which may be secret."""
    found = []
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[-12:]


def start_logging(level: str) -> None:
    """Starts logging to stderr from that level on. The web server itself logs only warnings: its lines hold whole addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, least in (
        ("nuns", level.upper()),
        ("uvicorn", "WARNING"),
        ("uvicorn.error", "WARNING"),
        ("litestar", "WARNING"),
        ("asyncio", "ERROR"),
    ):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name in ("nuns", "uvicorn", "litestar", "asyncio") else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(least)
    logging.getLogger("uvicorn.error").filters = [is_worth_logging]


def is_worth_logging(record: logging.LogRecord) -> bool:
    return record.getMessage() != LEFT_EARLY


def log_event(level: int, event: str, **fields: object) -> None:
    """Logs one event as JSON."""
    LOG.log(level, event, extra={FIELDS: fields})
