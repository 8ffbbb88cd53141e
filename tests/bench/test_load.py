"""What a load test says about sockets that were dropped."""

from nuns.bench.load import LoadReport
from nuns.bench.random_players import Activity

TOO_MUCH = "let players think longer, with --think"


def report(*, dropped: int, flooded: int = 0) -> LoadReport:
    return LoadReport(2, 2, "", Activity(actions=10, seconds=1.0, waits=[0.001], dropped=dropped, flooded=flooded))


def test_a_socket_on_which_too_much_was_sent_is_told_from_another_that_was_dropped() -> None:
    assert TOO_MUCH in report(dropped=2, flooded=1).text()
    assert TOO_MUCH not in report(dropped=2).text()
    assert "2 sockets dropped" in report(dropped=2).text()


def test_a_report_with_a_dropped_socket_is_not_sound() -> None:
    assert not report(dropped=1).is_sound
    assert report(dropped=0).is_sound
    assert "dropped" not in report(dropped=0).text()
