"""Running the server: what a signal does to it."""

import signal
from pathlib import Path

import pytest

from nuns.server.web.server_run import Server, settings
from nuns.server.web.site import Config


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_and_is_not_raised_again(tmp_path: Path, number: signal.Signals) -> None:
    server = Server(settings(Config(database=f"sqlite:///{tmp_path}/tables.sqlite3")), bool)
    before = signal.getsignal(number)
    with server.capture_signals():
        signal.raise_signal(number)
        assert server.should_exit
    assert signal.getsignal(number) is before
