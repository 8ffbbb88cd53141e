"""Lines of the log."""

import inspect
import json
import logging
import sys

import pytest
from uvicorn.protocols.websockets import websockets_sansio_impl

from nuns.server.web.logs import FIELDS, LEFT_EARLY, JsonLines, is_worth_logging


def line(record: logging.LogRecord) -> dict[str, object]:
    text = JsonLines().format(record)
    assert "\n" not in text
    told: dict[str, object] = json.loads(text)
    return told


def test_an_event_is_one_line_of_json_with_its_fields() -> None:
    record = logging.LogRecord("nuns", logging.INFO, "app.py", 1, "request", None, None)
    setattr(record, FIELDS, {"route": "/api/tables", "status": 201})
    told = line(record)
    assert told["event"] == "request"
    assert told["level"] == "info"
    assert told["route"] == "/api/tables"
    assert str(told["at"]).endswith("+00:00")


def test_an_error_tells_where_and_not_what_was_sent() -> None:
    secret = "h4rdToGuess"
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        int(secret)
    record = logging.LogRecord("nuns", logging.ERROR, "app.py", 1, "unexpected", None, (raised.type, raised.value, raised.tb))
    told = line(record)
    assert told["error"] == "ValueError"
    assert "test_logs.py" in str(told["where"])
    assert secret not in json.dumps(told)
    assert sys.exc_info() == (None, None, None)


def test_a_browser_that_leaves_before_it_is_let_in_is_no_news() -> None:
    said = inspect.getsource(websockets_sansio_impl)
    assert LEFT_EARLY in said
    told = [
        logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, text, None, None)
        for text in (LEFT_EARLY, "Exception in ASGI application\n")
    ]
    assert [is_worth_logging(each) for each in told] == [False, True]
