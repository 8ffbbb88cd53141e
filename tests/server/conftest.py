"""What all tests of the server share."""

import logging

import pytest


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """What is logged, though a server that runs in the same process may have taken the log to itself."""
    monkeypatch.setattr(logging.getLogger("nuns"), "propagate", True)
    caplog.set_level(logging.WARNING, "nuns")
    return caplog
