"""Hand-written games, one for each way of reading the law: correct logs that the audit must find clean."""

from __future__ import annotations

from collections.abc import Callable

from .words import (
    CLEARED,
    ENDED,
    Raw,
    about_turn,
    card,
    caught,
    freed,
    guards_token,
    listen,
    moved,
    noise,
    over,
    path,
    removed,
    seen,
    setup,
    steps,
    stopped,
    token,
    took,
    turn,
    turned,
    vanished,
)


def celeste() -> list[Raw]:
    """13.1 Celeste wins on turn 8; the guards go up the cloister, and one comes back by About Turn."""

    def guards(a: tuple[int, ...], p: tuple[int, ...]) -> list[Raw]:
        return [
            *steps("abbess", *a),
            stopped("abbess", "walk", len(a) - 1),
            *steps("prioress", *p),
            stopped("prioress", "walk", len(p) - 1),
        ]

    quiet = [CLEARED, listen("abbess", 1), listen("prioress", 1), ENDED]
    return [
        setup("mayfair", [(4, 130, 121, None)], (None, None), blessings="off"),
        *turn(1, moved(4, "run", 4, 18, 17, 16, 15, 30), noise(4, 5)),
        *turn(1, moved(4, "run", 30, 35, 51, 60, 78, 88, phase=2), noise(4, 6)),
        *turn(1, path("abbess", "yellow-26-101"), path("prioress", "green-26-101")),
        *turn(1, guards((26, 40, 39, 38), (26, 40, 41, 46)), quiet),
        *turn(2, moved(4, "walk", 88, 105, 114, 130), took("key", 4, 130), noise(4, 6)),
        *turn(2, guards((38, 37, 49, 62), (46, 68, 73, 94)), quiet),
        *turn(3, moved(4, "sneak", 130, 114, 115), noise(4, 6)),
        *turn(3, steps("abbess", 62, 76, 90, 91, 92), stopped("abbess", "walk", 4)),
        *turn(3, steps("prioress", 94, 93, 100, 101), about_turn("prioress", "green-26-101"), stopped("prioress", "walk", 3), quiet),
        *turn(4, moved(4, "run", 115, 116, 117, 128, 127, 126), noise(4, 2)),
        *turn(4, steps("abbess", 92, 101), path("abbess", "pink-101-147"), steps("abbess", 101, 100, 93), stopped("abbess", "walk", 3)),
        *turn(4, steps("prioress", 101, 100, 93, 94), stopped("prioress", "walk", 3), CLEARED),
        *turn(4, listen("abbess", 4), listen("prioress", 5), token(4, "prioress", 99), ENDED),
        *turn(5, moved(4, "run", 126, 125, 124, 123, 122, 121), took("wish", 4, 121), noise(4, 2)),
        *turn(5, guards((93, 94, 99, 120), (94, 73, 68, 46)), quiet),
        *turn(6, moved(4, "run", 121, 122, 97, 96, 71, 70), noise(4, 1)),
        *turn(6, steps("abbess", 120, 125, 126, 139), stopped("abbess", "walk", 3)),
        *turn(6, steps("prioress", 46, 41, 40, 26), path("prioress", "red-26-147"), stopped("prioress", "walk", 3), quiet),
        *turn(7, moved(4, "run", 70, 44, 43, 23, 22, 21), noise(4, 2)),
        *turn(
            7,
            steps("abbess", 139, 146, 147),
            path("abbess", "red-122-147", back=True),
            steps("abbess", 147, 146),
            stopped("abbess", "walk", 3),
        ),
        *turn(7, steps("prioress", 26, 40, 39, 38), stopped("prioress", "walk", 3), quiet),
        *turn(8, moved(4, "walk", 21, 20, 19, 18, 4), over("home", 4)),
    ]


def corridor() -> list[Raw]:
    """``mayfair``: a turn shows a novice (6.3), captures seen and unseen, disobedience, a return to the path, all four cards."""
    return [
        setup(
            "mayfair",
            [(4, 130, 121, "noise-range"), (6, 36, 148, "one-more-step")],
            ("false-noise", "roll-again"),
            turns=4,
        ),
        *turn(1, moved(4, "stand", 4), moved(6, "walk", 6, 16, 15, 30)),
        *turn(1, noise(4, 6), noise(6, 2), card("prioress", "roll-again", 4), noise(4, 5)),
        *turn(1, moved(4, "stand", 4, phase=2), moved(6, "walk", 30, 35, 51, 52, phase=2)),
        *turn(1, noise(4, 6), noise(6, 3), token(4, "abbess", 19), token(4, "prioress", 19)),
        *turn(1, path("abbess", "yellow-26-122"), steps("abbess", 26, 19, 20, 21, 22), stopped("abbess", "walk", 4)),
        *turn(1, path("prioress", "red-26-147"), steps("prioress", 26, 40, 39, 38, 37), stopped("prioress", "walk", 4)),
        *turn(1, CLEARED, listen("abbess", 5), listen("prioress", 4), ENDED),
        # Novice 4 slips out behind the Abbess; novice 6 takes her key and is heard through the door.
        *turn(2, moved(4, "sneak", 4, 18, 17), moved(6, "walk", 52, 51, 50, 36), took("key", 6, 36)),
        *turn(2, noise(4, 6), noise(6, 4), token(6, "prioress", 49)),
        # Turning to 23 the Abbess has the whole corridor beside her. The Prioress finds novice 6 in the dark.
        *turn(2, turned("abbess", 22, 23), seen(4, 17, "abbess"), steps("abbess", 22, 21, 20, 19, 18, 17, free=True)),
        *turn(2, caught(4, "abbess", 17), stopped("abbess", "run", 5)),
        *turn(2, steps("prioress", 37, 49, 50), steps("prioress", 50, 36, free=True), caught(6, "prioress", 36)),
        *turn(2, stopped("prioress", "walk", 3), CLEARED, listen("prioress", 6), ENDED),
        # Novice 4 obeys and is home in two; novice 6 disobeys, in sight, and runs.
        *turn(3, moved(4, "walk", 17, 18, 4), seen(4, 17, "abbess"), removed(4)),
        *turn(3, moved(6, "run", 36, 50, 51, 52, 53), freed(6), seen(6, 36, "prioress"), vanished(6, 36, 50), noise(6, 2)),
        *turn(3, steps("prioress", 36, 50, free=True), seen(6, 53, "prioress"), steps("prioress", 50, 51, 52, free=True)),
        *turn(3, stopped("prioress", "walk", 3), steps("abbess", 17, 18, 19, 20, 21), stopped("abbess", "walk", 4), CLEARED),
        *turn(3, listen("abbess", 5), listen("prioress", 3), card("abbess", "false-noise"), guards_token("abbess", "abbess", 22)),
        *turn(3, token(6, "prioress", 53), freed(4), ENDED),
        *turn(4, moved(4, "stand", 4), card(6, "one-more-step"), moved(6, "sneak", 53, 58, 80, 86, blessing=True)),
        *turn(4, seen(6, 53, "prioress"), vanished(6, 53, 58), noise(4, 6), noise(6, 6), card(4, "noise-range", 6)),
        *turn(4, steps("prioress", 52, 53, free=True), seen(6, 86, "prioress"), steps("prioress", 53, 58, 80, free=True)),
        *turn(4, stopped("prioress", "walk", 3), steps("abbess", 21, 22, 23, 43), stopped("abbess", "walk", 3), over("dawn", "guards")),
    ]


def sacristy() -> list[Raw]:
    """``dutch``: sight by room, a loud run, a capture, and a walk home under orders that is shown to its last dot."""
    return [
        setup("dutch", [(5, 130, 121, None)], (None, None), turns=3),
        *turn(1, moved(5, "run", 5, 17, 18, 27, 39), noise(5, 1), token(5, "abbess", 40), token(5, "prioress", 40)),
        *turn(1, moved(5, "run", 39, 48, 63, 64, 75, 91, phase=2), noise(5, 1)),
        *turn(1, path("abbess", "yellow-26-101"), path("prioress", "yellow-26-122")),
        *turn(1, steps("abbess", 26, 40), seen(5, 91, "abbess"), steps("abbess", 40, 39), steps("abbess", 39, 48, 63, 64, 75, free=True)),
        *turn(1, stopped("abbess", "run", 6), steps("prioress", 26, 19, 20, 21), stopped("prioress", "walk", 3), CLEARED),
        *turn(1, listen("prioress", 6), ENDED),
        *turn(2, moved(5, "run", 91, 102, 117, 128), seen(5, 91, "abbess"), vanished(5, 91, 102), noise(5, 3), token(5, "abbess", 91)),
        *turn(2, steps("abbess", 75, 91, 102, free=True), seen(5, 128, "abbess"), steps("abbess", 102, 117, 128, free=True)),
        *turn(2, caught(5, "abbess", 128), stopped("abbess", "walk", 4)),
        *turn(2, steps("prioress", 21, 22, 23, 43), stopped("prioress", "walk", 3)),
        *turn(2, CLEARED, listen("abbess", 6), listen("prioress", 6), ENDED),
        *turn(3, moved(5, "walk", 128, 117, 102, 91), seen(5, 128, "abbess"), seen(5, 117, "abbess"), seen(5, 102, "abbess")),
        *turn(3, steps("abbess", 128, 117, 102, 91), stopped("abbess", "walk", 3)),
        *turn(3, steps("prioress", 43, 44, 70, 71, 96, 97), stopped("prioress", "run", 5), over("dawn", "guards")),
    ]


def garden() -> list[Raw]:
    """``reference``: double distance, paths at set-up, a false noise while noise is made, caught only where the guard ends."""
    return [
        setup(
            "reference",
            [(3, 130, 121, "false-noise")],
            ("one-more-step", "roll-again"),
            turns=1,
            capture_goal="novices",
        ),
        *turn(0, path("abbess", "green-26-84"), path("prioress", "yellow-26-101")),
        *turn(1, moved(3, "walk", 3, 19, 18, 17, 16, 15, 30), noise(3, 6), card(3, "false-noise"), token(3, "prioress", 25, real=False)),
        *turn(1, steps("prioress", 26, 25, 24, 42, free=True), stopped("prioress", "walk", 3)),
        *turn(1, steps("abbess", 26, 19, 18, 17, 16, 15), seen(3, 30, "abbess"), steps("abbess", 15, 30)),
        *turn(1, stopped("abbess", "run", 6), caught(3, "abbess", 30), over("captures", "guards")),
    ]


def passed_by() -> list[Raw]:
    """``reference``: with *one more step* the Abbess passes over the novice, who is not caught."""
    return [
        *garden()[:-3],
        *turn(1, card("abbess", "one-more-step"), steps("abbess", 30, 35), stopped("abbess", "run", 7), over("dawn", "guards")),
    ]


def orchard() -> list[Raw]:
    """``italian`` with Father Frederick, who hears the novice, treads on her dot, and sees her go."""
    return [
        setup("italian", [(6, 82, 110, None)], (None, None), turns=2, monk="frederick", blessings="off"),
        *turn(0, path("abbess", "yellow-26-122"), path("prioress", "yellow-26-101"), path("monk", "blue-84-122")),
        *turn(1, moved(6, "run", 6, 16, 15, 30, 35, 51), noise(6, 1), moved(6, "run", 51, 52, 53, 58, 80, phase=2)),
        *turn(1, noise(6, 3), token(6, "monk", 85)),
        *turn(1, steps("abbess", 26, 19, 20, 21, 22, 23), stopped("abbess", "run", 5)),
        *turn(1, steps("prioress", 26, 40, 39, 38, 37, 49), stopped("prioress", "run", 5)),
        *turn(1, steps("monk", 84, 85, 86, 80), seen(6, 80, "monk"), stopped("monk", "walk", 3)),
        *turn(1, CLEARED, listen("monk", 6), ENDED),
        *turn(2, moved(6, "sneak", 80, 81, 82), seen(6, 80, "monk"), vanished(6, 80, 81), took("key", 6, 82)),
        *turn(2, noise(6, 6), token(6, "monk", 81)),
        *turn(2, steps("prioress", 49, 62, 76, 90), stopped("prioress", "walk", 3)),
        *turn(2, steps("abbess", 23, 43, 44, 70), stopped("abbess", "walk", 3)),
        *turn(2, steps("monk", 80, 79, 78, 77, 76), stopped("monk", "walk", 4), over("dawn", "guards")),
    ]


def gate() -> list[Raw]:
    """``italian`` with Father Robert, who sees the novice as he sets out, and for whom nobody rolls."""
    return [
        setup("italian", [(6, 82, 110, None)], (None, None), turns=1, monk="robert", blessings="off"),
        *[event for event in orchard()[1:8] if event["event"] != "noise"],
        *turn(1, steps("abbess", 26, 19, 20, 21), stopped("abbess", "walk", 3)),
        *turn(1, steps("prioress", 26, 40, 39, 38), stopped("prioress", "walk", 3)),
        *turn(1, steps("monk", 84, 85), seen(6, 80, "monk"), steps("monk", 85, 86, 80), stopped("monk", "walk", 3), over("dawn", "guards")),
    ]


def cloister() -> list[Raw]:
    """``italian``: a vanished token for each guard, used by her alone, and a loud run that is not heard at seven steps."""
    return [
        setup("italian", [(6, 82, 110, "roll-again")], ("noise-range", "one-more-step"), run_modifier=1, turns=3),
        *turn(0, path("abbess", "yellow-26-101"), path("prioress", "green-26-101")),
        *turn(1, moved(6, "run", 6, 16, 15, 30, 35), noise(6, 6), moved(6, "run", 35, 51, 50, 49, 62, phase=2), noise(6, 1)),
        *turn(1, steps("abbess", 26, 40), seen(6, 62, "abbess"), steps("abbess", 40, 39, 38), stopped("abbess", "walk", 3)),
        *turn(1, steps("prioress", 26, 40, 41, 46), stopped("prioress", "walk", 3), CLEARED),
        *turn(1, listen("abbess", 1), listen("prioress", 5), ENDED),
        # The Prioress loses her on 49, the Abbess one step later.
        *turn(2, moved(6, "run", 62, 49, 50, 51, 35), seen(6, 62, "abbess", "prioress")),
        *turn(2, seen(6, 49, "abbess"), vanished(6, 62, 49, "prioress"), vanished(6, 49, 50, "abbess"), noise(6, 1)),
        # Turning to 47 the Prioress has 49 in sight, but the token there is the Abbess's.
        *turn(2, steps("prioress", 46, 47, 66, 47, free=True), stopped("prioress", "walk", 3)),
        *turn(2, steps("abbess", 38, 37, 49, 62), stopped("abbess", "walk", 3), CLEARED),
        *turn(2, listen("abbess", 1), listen("prioress", 6), card("abbess", "noise-range", "prioress"), ENDED),
        *turn(3, moved(6, "stand", 35), noise(6, 1)),
        *turn(3, steps("abbess", 62, 76, 90, 91), stopped("abbess", "walk", 3)),
        *turn(3, steps("prioress", 47, 46, 68, 73), stopped("prioress", "walk", 3), over("dawn", "guards")),
    ]


def bystander() -> list[Raw]:
    """``italian``: on 73 the Prioress has the Abbess's vanished token before her eyes, and goes on along her path."""
    return [
        setup("italian", [(6, 82, 110, None)], (None, None), blessings="off", turns=2),
        *turn(0, path("abbess", "yellow-26-101"), path("prioress", "green-26-101")),
        *turn(1, moved(6, "run", 6, 16, 15, 30, 35, 51), noise(6, 1)),
        *turn(1, moved(6, "run", 51, 50, 49, 62, 76, 90, phase=2), noise(6, 1)),
        *turn(1, steps("abbess", 26, 40), seen(6, 90, "abbess"), steps("abbess", 40, 39, 38), stopped("abbess", "walk", 3)),
        *turn(1, steps("prioress", 26, 40, 41, 46), stopped("prioress", "walk", 3), CLEARED),
        *turn(1, listen("abbess", 1), listen("prioress", 1), ENDED),
        *turn(2, moved(6, "walk", 90, 91, 102, 117), seen(6, 90, "abbess"), vanished(6, 90, 91, "abbess"), noise(6, 1)),
        *turn(2, steps("prioress", 46, 68, 73, 94), stopped("prioress", "walk", 3)),
        *turn(2, steps("abbess", 38, 37, 49, 62), stopped("abbess", "walk", 3), over("dawn", "guards")),
    ]


def _between_both(**options: str) -> list[Raw]:
    """``reference``: a novice caught on 16, with the Abbess on her dot and the Prioress on 17 behind her."""
    return [
        setup("reference", [(4, 130, 121, None)], (None, None), blessings="off", turns=2, **options),
        *turn(0, path("abbess", "blue-26-84"), path("prioress", "green-26-84")),
        *turn(1, moved(4, "sneak", 4, 18, 17, 16), noise(4, 1)),
        *turn(1, steps("abbess", 26, 19), seen(4, 16, "abbess"), steps("abbess", 19, 18, 17, 16), stopped("abbess", "walk", 4)),
        *turn(1, caught(4, "abbess", 16), steps("prioress", 26, 19, 18, 17), stopped("prioress", "walk", 3), CLEARED),
        *turn(1, listen("abbess", 1), listen("prioress", 1), ENDED),
    ]


def _both_go_on() -> list[Raw]:
    """The guards follow their paths until dawn."""
    return [
        *turn(2, steps("abbess", 16, 15, 14, 13), stopped("abbess", "walk", 3)),
        *turn(2, steps("prioress", 17, 16, 15, 30), stopped("prioress", "walk", 3), over("dawn", "guards")),
    ]


def behind_her_back() -> list[Raw]:
    """``once-unseen``: she passes the Prioress, still under orders, and is on the run once nobody sees her."""
    return [
        *_between_both(),
        *turn(2, moved(4, "walk", 16, 17, 18, 19), freed(4), seen(4, 16, "abbess", "prioress"), seen(4, 17, "prioress"), removed(4)),
        *turn(2, noise(4, 1)),
        *_both_go_on(),
    ]


def caught_again() -> list[Raw]:
    """``once-unseen``: once nobody sees her she turns back onto the Prioress's dot, and is caught there."""
    return [
        *_between_both(),
        *turn(2, moved(4, "walk", 16, 17, 18, 17), freed(4), seen(4, 16, "abbess", "prioress"), seen(4, 17, "prioress"), removed(4)),
        *turn(2, caught(4, "prioress", 17), seen(4, 17, "prioress"), over("captures", "guards")),
    ]


def next_door() -> list[Raw]:
    """``each-guard``: one step takes her out of both guards' sight, which leaves two tokens on one edge."""
    return [
        *_between_both(disobey_in_sight="on", vanish_marks="each-guard"),
        *turn(2, moved(4, "sneak", 16, 6), freed(4), seen(4, 16, "abbess", "prioress")),
        *turn(2, vanished(4, 16, 6, "abbess"), vanished(4, 16, 6, "prioress"), noise(4, 1)),
        *_both_go_on(),
    ]


def into_her_arms() -> list[Raw]:
    """``each-guard``: a step out of the Abbess's sight onto the Prioress's dot leaves no token, for she is caught."""
    return [
        *_between_both(disobey_in_sight="on", vanish_marks="each-guard"),
        *turn(2, moved(4, "sneak", 16, 17), freed(4), seen(4, 16, "abbess", "prioress"), caught(4, "prioress", 17)),
        *turn(2, seen(4, 17, "prioress"), over("captures", "guards")),
    ]


def left_behind() -> list[Raw]:
    """``mayfair``: the Abbess walks on after a capture, so that the token leaves the board; her card lies beside the Prioress."""
    return [
        setup("mayfair", [(4, 130, 121, "roll-again")], ("false-noise", "noise-range"), turns=2),
        *turn(1, moved(4, "sneak", 4, 18), noise(4, 1), moved(4, "sneak", 18, 17, phase=2), noise(4, 1)),
        *turn(1, path("abbess", "blue-26-84"), steps("abbess", 26, 19), seen(4, 17, "abbess"), steps("abbess", 19, 18, 17)),
        *turn(1, caught(4, "abbess", 17), steps("abbess", 17, 16), stopped("abbess", "walk", 4)),
        *turn(1, path("prioress", "yellow-26-122"), steps("prioress", 26, 19, 20, 21), stopped("prioress", "walk", 3)),
        *turn(1, removed(4), CLEARED, listen("abbess", 1), listen("prioress", 1)),
        *turn(1, card("abbess", "false-noise"), guards_token("abbess", "prioress", 20), freed(4), ENDED),
        *turn(2, moved(4, "walk", 17, 18, 27, 39), noise(4, 1)),
        *turn(2, steps("prioress", 21, 20, 19, 3, free=True), stopped("prioress", "walk", 3)),
        *turn(2, steps("abbess", 16, 15, 14, 13), stopped("abbess", "walk", 3), over("dawn", "guards")),
    ]


def all_or_nun() -> list[Raw]:
    """``mayfair``, All or Nun: Celeste's game beside a novice who stays in bed; Celeste is home with her card unplayed."""
    novices: list[tuple[int, int, int, str | None]] = [(4, 130, 121, "roll-again"), (2, 36, 148, "noise-range")]
    game = [setup("mayfair", novices, ("false-noise", "one-more-step"), all_or_nun="on", turns=8)]
    for event in celeste()[1:-1]:
        game.append(event)
        number, phase = event["turn"], event.get("phase", 1)
        assert isinstance(number, int)
        assert isinstance(phase, int)
        if event["event"] == "novice_moved":
            game += turn(number, moved(2, "stand", 2, phase=phase))
        elif event.get("why") == "noise":
            game += turn(number, noise(2, 1))
    return [
        *game,
        *turn(8, noise(2, 1), steps("abbess", 146, 145, 144, 143), stopped("abbess", "walk", 3)),
        *turn(8, steps("prioress", 38, 37, 49, 50), stopped("prioress", "walk", 3), over("dawn", "guards")),
    ]


EXAMPLES: dict[str, Callable[[], list[Raw]]] = {
    "celeste": celeste,
    "corridor": corridor,
    "sacristy": sacristy,
    "garden": garden,
    "passed by": passed_by,
    "orchard": orchard,
    "gate": gate,
    "cloister": cloister,
    "bystander": bystander,
    "behind her back": behind_her_back,
    "caught again": caught_again,
    "next door": next_door,
    "into her arms": into_her_arms,
    "left behind": left_behind,
    "all or nun": all_or_nun,
}
