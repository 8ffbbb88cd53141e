"""The kit itself: a night can be set, passed and read."""

from tests.kit.scenario import Night, kinds, of_kind


def test_a_night_passes_to_dawn_when_nothing_remarkable_happens() -> None:
    night = Night("mayfair", novices=(1, 4, 6))
    night.pass_time("over")
    assert night.log[-1]["event"] == "game_over"
    assert night.log[-1]["turn"] <= 15
    assert "novice_moved" in kinds(night.log)


def test_people_can_be_put_somewhere_and_typed_actions_carried_out() -> None:
    night = Night("dutch", novices=(4,), keys={4: 5})
    night.put_novice(4, 88)
    happened = night.do("novice-4 walk 88-105-114-130")
    assert of_kind(happened, "key_taken") == [{"event": "key_taken", "turn": 1, "novice": 4, "dot": 130}]
    assert night.asks == "roll"
    assert "9 dots" not in night.refused("abbess stops")
