"""The audit finds hand-written games clean, and names the rule of every single corruption of them."""

from __future__ import annotations

import copy
import json
import random
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.audit import FACTS, audit
from tests.kit.audit import words as log
from tests.kit.audit.convent import load
from tests.kit.audit.examples import EXAMPLES
from tests.kit.audit.log import Log
from tests.kit.audit.options import BEFORE, EDITIONS, VALUES, of_edition
from tests.kit.audit.setup import read_setup
from tests.kit.audit.sight import lost_sight
from tests.kit.program import NUNS

Events = list[dict[str, Any]]
Edit = Callable[[Events], None]


def find(events: Events, turn: int, event: str, nth: int = 0, **fields: object) -> int:
    """Where the nth such event stands."""
    wanted = {"event": event, "turn": turn} | {key.rstrip("_"): value for key, value in fields.items()}
    return [i for i, line in enumerate(events) if all(line.get(key) == value for key, value in wanted.items())][nth]


def put(turn: int, event: str, nth: int = 0, *, to: dict[str, object], **fields: object) -> Edit:
    """Change fields of one event."""
    return lambda events: events[find(events, turn, event, nth, **fields)].update(to)


def drop(turn: int, event: str, nth: int = 0, **fields: object) -> Edit:
    """Leave one event out."""
    return lambda events: events.__delitem__(find(events, turn, event, nth, **fields))


def add(new: dict[str, object], turn: int, event: str, nth: int = 0, *, after: bool = True, **fields: object) -> Edit:
    """Put one event too many after (or before) another."""
    return lambda events: events.insert(find(events, turn, event, nth, **fields) + after, {"turn": turn} | new)


def late(turn: int, event: str, nth: int = 0, **fields: object) -> Edit:
    """Let one event stand after the one that follows it."""

    def edit(events: Events) -> None:
        at = find(events, turn, event, nth, **fields)
        events.insert(at + 1, events.pop(at))

    return edit


def deal(who: int, to: dict[str, object], key: str = "novices") -> Edit:
    """Change one row of the set-up."""
    return lambda events: events[0][key][who].update(to)


def option(**values: object) -> Edit:
    """Change options under a finished game."""
    return lambda events: events[0]["options"].update({key.replace("_", "-"): value for key, value in values.items()})


def both(*edits: Edit) -> Edit:
    """Several edits that make one corruption."""

    def edit(events: Events) -> None:
        for one in edits:
            one(events)

    return edit


def top(to: dict[str, object]) -> Edit:
    """Change the set-up itself."""
    return lambda events: events[0].update(to)


def before(events: Events) -> None:
    """Make it a log from before the newest options."""
    for name in BEFORE:
        del events[0]["options"][name]


def tell_for_everyone(events: Events) -> None:
    """Take the guards' names off vanished tokens."""
    for event in events:
        if event["event"] == VANISHED:
            event.pop("guard", None)


STEP, MOVED, SEEN, STOP = "guard_stepped", "novice_moved", "novice_seen", "guard_stopped"
VANISHED, REMOVED = "novice_vanished", "token_removed"

# The Prioress turns back from 73, which the Abbess's vanished token on 90 does not allow her.
TURNS_BACK = put(2, STEP, guard="prioress", to={"to": 68, "free": True}, nth=2)

CORRUPTIONS: list[tuple[str, str, Edit, str]] = [
    # 1, 2, 12: the deal
    ("more players than seats", "corridor", top({"players": 5}), "1.1"),
    ("the goal is the novices, and goes unheeded", "corridor", option(capture_goal="novices"), "1.3"),
    ("a guard starts elsewhere", "corridor", deal(0, {"dot": 40}, "guards"), "2.1"),
    ("one novice twice", "corridor", deal(1, {"novice": 4}), "2.1"),
    ("a wish card of no deck", "corridor", deal(1, {"wish_dot": 110}), "2.2"),
    ("a wish card of the other deck", "orchard", option(wish_cards="999games"), "2.2"),
    ("one wish card dealt twice", "corridor", deal(1, {"key_dot": 130, "wish_dot": 121}), "2.2"),
    ("a blessing that does not exist", "corridor", deal(0, {"blessing": "invisibility"}), "2.3"),
    (
        "three cards of one kind",
        "corridor",
        both(deal(0, {"blessing": "roll-again"}), deal(0, {"blessing": "roll-again"}, "guards")),
        "2.3",
    ),
    ("a blessing where blessings are off", "sacristy", deal(0, {"blessing": "roll-again"}), "2.3"),
    ("first paths too early", "garden", option(first_paths="guards-move"), "2.5"),
    ("first paths too late", "sacristy", option(first_paths="set-up"), "2.5"),
    ("an option with no such value", "corridor", option(sight="smell"), "12"),
    ("an option too few", "corridor", lambda events: events[0]["options"].__delitem__("monk"), "12"),
    ("a value newer than the log", "behind her back", before, "12"),
    ("some of the newest options, but not all", "corridor", lambda events: events[0]["options"].__delitem__("hearing-limit"), "12"),
    ("a limit of hearing between", "corridor", option(hearing_limit=5), "12"),
    ("the monk is another than the option's", "orchard", top({"monk": "robert"}), "11.2"),
    # 1, 5.7: the end
    ("the wrong reason", "corridor", put(4, "game_over", to={"reason": "captures"}), "1.3"),
    ("the wrong winners at dawn", "corridor", put(4, "game_over", to={"winners": [4]}), "1.3"),
    ("the wrong winners at home", "celeste", put(8, "game_over", to={"winners": ["guards"]}), "1.4"),
    ("the game goes on after the goal", "garden", put(1, "game_over", to={"event": "turn_ended"}), "1.3"),
    ("something after the end", "corridor", add({"event": "turn_ended"}, 4, "game_over"), "1.3"),
    ("noise after a novice is home", "celeste", add(log.noise(4, 3), 8, "game_over", after=False), "5.7"),
    ("the log breaks off", "corridor", drop(4, "game_over"), "1.3"),
    # 4: order and turns
    ("an event of another turn", "corridor", put(2, "tokens_cleared", to={"turn": 3}), "4"),
    ("a novice does not move", "corridor", drop(2, MOVED, novice=4), "4"),
    ("a novice moves twice", "corridor", add(log.moved(4, "stand", 17), 2, MOVED, novice=6), "4.1"),
    ("the second movement with another gait", "corridor", put(1, MOVED, 1, novice=4, to={"gait": "sneak", "route": [4, 18]}), "4.1"),
    ("a phase of a number of its own", "corridor", put(3, MOVED, novice=4, to={"phase": 2}), "4.1"),
    ("double distance, yet too short", "garden", put(1, MOVED, to={"route": [3, 19, 18, 17, 16, 15]}), "4.1"),
    ("double distance where there is none", "garden", option(opening="single"), "5.1"),
    ("only one guard moves", "celeste", lambda events: events.__setitem__(slice(16, 20), []), "4"),
    ("a turn without its end", "corridor", drop(2, "turn_ended"), "4"),
    # 5: novices' movement
    ("a gait too long", "celeste", put(2, MOVED, to={"gait": "sneak"}), "5.1"),
    ("an unknown gait", "celeste", put(3, MOVED, to={"gait": "crawl"}), "5.1"),
    ("a route from elsewhere", "celeste", put(2, MOVED, to={"route": [78, 88, 105, 114, 130]}), "5.2"),
    ("a step without an edge", "celeste", put(2, MOVED, to={"route": [88, 105, 115, 130]}), "5.2"),
    ("a lock without the key", "celeste", deal(0, {"key_dot": 10, "wish_dot": 155}), "5.3"),
    ("the key is not taken", "corridor", drop(2, "key_taken"), "5.4"),
    ("the wish is not taken", "celeste", drop(5, "wish_taken"), "5.4"),
    ("a key taken in passing", "celeste", add(log.took("key", 4, 130), 3, MOVED), "5.4"),
    ("a run that is not exact", "corridor", option(exact_run="on"), "5.6"),
    ("a route that goes on over a guard", "sacristy", put(2, MOVED, to={"route": [91, 75, 64, 65]}), "5.5"),
    ("stepping onto a guard, and not caught", "sacristy", put(2, MOVED, to={"route": [91, 75]}), "5.5"),
    # 6: sight
    ("a sighting on the first dot is missing", "corridor", drop(3, SEEN, novice=4), "6.6"),
    ("a sighting on the way is missing", "sacristy", drop(3, SEEN, dot=117), "6.6"),
    ("a sighting nobody makes", "corridor", add(log.seen(4, 18, "abbess"), 3, SEEN, novice=4), "6.6"),
    ("a sighting by the wrong guard", "corridor", put(3, SEEN, novice=4, to={"by": ["prioress"]}), "6.6"),
    ("sightings in the wrong order", "sacristy", late(3, SEEN, dot=128), "6.6"),
    ("a vanished token is missing", "corridor", drop(3, "novice_vanished"), "6.7"),
    ("a vanished token elsewhere", "corridor", put(4, "novice_vanished", to={"between": [58, 80]}), "6.7"),
    ("a vanished token is missing for one guard", "cloister", drop(2, VANISHED, guard="prioress"), "6.7"),
    ("a vanished token for the other guard", "bystander", put(2, VANISHED, to={"guard": "prioress"}), "6.7"),
    ("a vanished token for nobody, where each guard has her own", "bystander", tell_for_everyone, "6.7"),
    ("a vanished token for the monk's sight has a guard", "orchard", put(2, VANISHED, to={"guard": "abbess"}), "6.7"),
    ("a vanished token for one guard, where all share them", "corridor", put(3, VANISHED, to={"guard": "prioress"}), "6.7"),
    ("two tokens on one edge, the Prioress's first", "next door", late(2, VANISHED), "6.7"),
    ("two tokens on one edge, told as one", "next door", drop(2, VANISHED, guard="prioress"), "6.7"),
    ("a vanished token of one who is caught by that step", "into her arms", add(log.vanished(4, 16, 17, "abbess"), 2, SEEN, dot=16), "6.7"),
    ("vanished before she is seen on that dot", "cloister", late(2, SEEN, dot=49), "6.6"),
    ("each guard's token, where one is placed when she is unseen", "cloister", option(vanish_marks="unseen"), "6.7"),
    ("a turn that shows the other guard's token", "cloister", add(log.turned("prioress", 46, 47), 2, STEP, after=False), "6.3"),
    ("a turn that shows a novice is missing", "corridor", both(drop(2, "guard_turned"), drop(2, SEEN)), "6.3"),
    ("a turn that shows nothing new", "corridor", add(log.turned("abbess", 22, 23), 4, STEP, from_=21), "6.3"),
    ("a sighting before its turn", "corridor", late(2, "guard_turned"), "6.3"),
    ("a novice brought into sight by a step, untold", "corridor", drop(4, SEEN, dot=86), "6.9"),
    ("the same, by a turn", "corridor", drop(2, SEEN, novice=4), "6.9"),
    ("a guard sees through a wall", "corridor", add(log.seen(4, 4, "abbess"), 3, STEP, from_=17), "6.9"),
    ("shorter sight, yet the same sightings", "corridor", option(sight_range=2), "6.9"),
    ("sight by room, yet sightings by arc", "corridor", option(sight="room"), "6.9"),
    # 7: noise
    ("a novice does not roll", "corridor", drop(2, "rolled", by=4), "7.1"),
    ("a die of seven", "celeste", put(2, "rolled", by=4, to={"face": 7}), "7.1"),
    ("a caught novice rolls", "corridor", add(log.noise(4, 1), 3, "rolled", by=6), "8.4"),
    ("novices roll though both guards ran", "orchard", option(monk="none"), "11.2"),
    ("a heard novice places no token", "corridor", drop(1, "noise", guard="abbess"), "7.4"),
    ("a token on the wrong edge", "corridor", put(2, "noise", to={"dot": 38}), "7.4"),
    ("a token of a novice too far off", "corridor", put(2, "rolled", by=6, to={"face": 3}), "7.1"),
    ("a die that reaches, and no token", "celeste", put(4, "rolled", by=4, to={"face": 3}), "7.4"),
    ("a guard who ran listens", "corridor", add(log.listen("abbess", 1), 2, "tokens_cleared"), "7.3"),
    ("a guard who walked does not listen", "corridor", drop(3, "rolled", by="abbess"), "7.3"),
    ("listening on the last turn", "corridor", add(log.listen("abbess", 1), 4, STOP, guard="abbess"), "1.3"),
    ("listening before the tokens are gone", "corridor", late(1, "tokens_cleared"), "9.8"),
    ("a deaf runner hears", "sacristy", option(deaf_runners="on"), "7.1"),
    ("the loud run lengthens no die here", "sacristy", option(run_modifier=0), "7.1"),
    ("a loud run at seven steps, without the limit", "cloister", both(option(hearing_limit=0), drop(2, "blessing_played")), "7.4"),
    ("a shifted die at seven steps, without the limit", "cloister", both(option(hearing_limit=0), put(1, "rolled", to={"face": 1})), "7.4"),
    ("a token beyond the limit while noise is made", "cloister", add(log.token(6, "abbess", 19), 1, "rolled", face=6), "7.1"),
    ("a token beyond the limit while the guards listen", "cloister", add(log.token(6, "prioress", 66), 2, "blessing_played"), "7.3"),
    # 8: being caught
    ("a capture is missing", "corridor", drop(2, "novice_caught", novice=4), "8.1"),
    ("a capture in passing", "passed by", add(log.caught(3, "abbess", 30), 1, STEP, to=30), "8.1"),
    ("a capture in a safe cell", "garden", both(option(safe_cell="on"), put(1, "novice_caught", to={"dot": 3})), "8.1"),
    ("a capture where the guard does not stand", "corridor", add(log.caught(4, "abbess", 18), 4, STEP, to=22), "8.1"),
    ("a caught novice is caught again", "sacristy", add(log.caught(5, "abbess", 91), 3, STEP, to=91), "8.4"),
    ("a token stays though she walks out of sight", "corridor", drop(3, REMOVED), "8.4"),
    ("a token removed before she is seen with it", "corridor", late(3, SEEN, novice=4), "6.6"),
    ("a token removed of one on the run", "celeste", add(log.removed(4), 3, MOVED), "8.4"),
    ("a token removed though the whole movement is shown", "sacristy", add(log.removed(5), 3, SEEN, dot=102), "8.4"),
    ("a token stays though only what is in sight is shown", "sacristy", option(caught_shown="in-sight"), "8.4"),
    ("a token stays though the guards have gone on", "left behind", drop(1, REMOVED), "6.9"),
    ("a token removed in the guards' movement", "left behind", add(log.removed(4), 1, STEP, from_=17), "6.9"),
    ("a token removed twice", "left behind", add(log.removed(4), 1, "tokens_cleared"), "6.9"),
    ("a token removed of a novice in sight", "corridor", add(log.removed(6), 2, "tokens_cleared", after=False), "8.4"),
    ("a token removed of a novice not caught", "cloister", add(log.removed(6), 2, "tokens_cleared", after=False), "8.4"),
    ("a token removed after the guards have listened", "left behind", both(late(1, REMOVED), late(1, REMOVED), late(1, REMOVED)), "6.9"),
    ("out of sight by another way than home", "behind her back", put(2, MOVED, to={"route": [16, 6], "gait": "sneak"}), "8.5"),
    ("standing still in sight", "behind her back", put(2, MOVED, to={"route": [16], "gait": "stand"}), "8.5"),
    ("stopping before she is out of sight", "behind her back", put(2, MOVED, to={"route": [16, 17], "gait": "sneak"}), "8.5"),
    ("going back in sight", "behind her back", put(2, MOVED, to={"route": [16, 17, 16, 17]}), "8.5"),
    ("too long for the gait, orders included", "behind her back", put(2, MOVED, to={"gait": "sneak"}), "5.1"),
    ("once unseen, and yet not on the run", "behind her back", drop(2, "novice_freed"), "8.6"),
    ("the token stays on the first unseen dot", "behind her back", drop(2, REMOVED), "8.4"),
    ("a vanished token on the first unseen dot", "behind her back", put(2, REMOVED, to=dict(log.vanished(4, 17, 18))), "6.7"),
    ("caught again before she is unseen", "behind her back", add(log.caught(4, "prioress", 17), 2, SEEN, dot=17), "5.5"),
    ("not caught again after she is unseen", "caught again", drop(2, "novice_caught"), "5.5"),
    ("no roll of one who is on the run once unseen", "behind her back", drop(2, "rolled"), "7.1"),
    ("the order holds for the whole movement", "behind her back", option(disobey_in_sight="off"), "8.5"),
    ("on the run from the first step", "behind her back", option(disobey_in_sight="on"), "5.5"),
    ("disobedience in sight", "corridor", option(disobey_in_sight="off"), "8.5"),
    ("a longer way home", "sacristy", put(3, MOVED, to={"route": [128, 117, 116, 115]}), "8.5"),
    ("disobedience without being on the run", "corridor", drop(3, "novice_freed", novice=6), "8.6"),
    ("obedience, and yet on the run", "sacristy", add(log.freed(5), 3, MOVED), "8.6"),
    ("home and not on the run again", "corridor", drop(3, "novice_freed", novice=4), "8.7"),
    ("on the run again too soon", "corridor", add(log.freed(4), 2, "turn_ended", after=False), "8.6"),
    # 9: guards
    ("too few steps", "celeste", both(drop(2, STEP, to=94), put(2, STOP, guard="prioress", to={"steps": 2})), "9.1"),
    ("a wrong count of steps", "celeste", put(2, STOP, guard="prioress", to={"steps": 4}), "9.1"),
    ("a wrong gait", "corridor", put(1, STOP, guard="abbess", to={"gait": "run"}), "9.1"),
    ("a slow guard runs six", "sacristy", option(slow_guards="on"), "9.1"),
    ("a path from elsewhere", "sacristy", put(1, "path_taken", guard="abbess", to=dict(log.path("abbess", "pink-101-147"))), "9.3"),
    ("the other guard's path", "corridor", put(1, "path_taken", guard="prioress", to=dict(log.path("prioress", "yellow-26-122"))), "9.3"),
    ("a path's dots the wrong way", "garden", put(0, "path_taken", to={"dots": [84, 85]}), "9.3"),
    ("no new path at the end of one", "celeste", drop(4, "path_taken"), "9.3"),
    ("About Turn with other dots", "celeste", put(3, "path_taken", to={"dots": [101, 100]}), "9.4"),
    ("a discarded path while others remain", "celeste", put(6, "path_taken", to=dict(log.path("prioress", "yellow-26-101"))), "9.3"),
    ("a step of the path called free", "corridor", put(1, STEP, guard="abbess", to={"free": True}), "9.3"),
    ("a free step called one of the path", "corridor", put(2, STEP, guard="abbess", to={"free": False}), "9.6"),
    ("a step off the path without a reason", "celeste", put(2, STEP, guard="prioress", to={"to": 67, "free": True}, nth=1), "9.6"),
    ("the other guard's noise is no reason", "corridor", put(2, "noise", to={"guard": "abbess", "dot": 23}), "9.6"),
    ("the other guard's vanished token is no reason", "bystander", TURNS_BACK, "9.6"),
    ("no return to the path", "corridor", put(3, STEP, guard="abbess", to={"to": 16}), "9.7"),
    ("tokens stay on the board", "corridor", drop(1, "tokens_cleared"), "9.8"),
    # 10: blessings
    (
        "a step more without the card",
        "corridor",
        both(drop(4, "blessing_played", by=6), put(4, MOVED, novice=6, to={"blessing": False})),
        "5.1",
    ),
    ("the card is not told", "corridor", drop(4, "blessing_played", by=6), "10.1"),
    ("another's card", "corridor", deal(1, {"blessing": "noise-range"}), "10.1"),
    ("a guard's seventh step without the card", "passed by", drop(1, "blessing_played", by="abbess"), "9.1"),
    ("a long walk without the card", "sacristy", put(3, STOP, guard="prioress", to={"gait": "walk"}), "10.1"),
    ("a die rolled twice with no card", "corridor", drop(1, "blessing_played"), "10.2"),
    ("a card, and no second die", "corridor", drop(1, "rolled", face=5), "10.2"),
    ("another's die, where one's own is meant", "corridor", option(roll_again="own"), "10.2"),
    ("a die that was not rolled", "corridor", put(4, "blessing_played", by=4, to={"die": 1}), "10.3"),
    ("a shift that is not made", "corridor", drop(4, "blessing_played", by=4), "7.4"),
    ("a false noise in the wrong step", "garden", option(false_noise="listening"), "10.4"),
    ("a false noise without its token", "corridor", drop(3, "noise", real=False), "10.4"),
    ("a false token without its card", "corridor", drop(3, "blessing_played"), "10.4"),
    ("a guard's false noise beside the other", "left behind", option(guard_false_noise="own"), "10.4"),
    ("a guard's false noise in the other's name", "left behind", put(1, "noise", real=False, to={"by": "prioress"}), "10.4"),
    ("a guard's false noise beside the monk", "left behind", put(1, "noise", real=False, to={"guard": "monk"}), "10.4"),
    ("the holder herself has no leave", "left behind", put(1, "noise", real=False, to={"guard": "abbess", "dot": 17}), "9.6"),
    ("a false noise on no edge of hers", "corridor", put(3, "noise", real=False, to={"dot": 44}), "10.4"),
    ("a card after the tokens", "corridor", add(log.card(4, "noise-range", 6), 2, "noise"), "10.6"),
    ("blessings in a game without", "corridor", option(blessings="off"), "2.3"),
    # 11: variants
    (
        "a card of a novice who came home in that movement",
        "all or nun",
        both(add(log.noise(2, 1), 8, "rolled"), add(log.card(4, "roll-again", 2), 8, "rolled")),
        "11.3",
    ),
    ("the monk strays", "orchard", put(1, STEP, guard="monk", to={"to": 83}), "11.2"),
    ("the monk runs", "orchard", put(2, STOP, guard="monk", to={"gait": "run"}), "11.2"),
    ("the monk does not listen", "orchard", drop(1, "rolled", by="monk"), "7.3"),
    ("the monk sees her, untold", "orchard", drop(1, SEEN), "6.9"),
    ("the monk on another's path", "orchard", put(0, "path_taken", guard="monk", to=dict(log.path("monk", "green-26-84"))), "11.2"),
]


# What the law and the contract leave open: the same game told otherwise is as clean.
TOLERATED: list[tuple[str, str, Edit]] = [
    ("captures before the stop", "garden", late(1, STOP, guard="abbess")),
    ("on the run before the movement", "corridor", late(3, MOVED, novice=6)),
    ("the card after the movement", "corridor", late(4, "blessing_played", by=6)),
    ("the card after the seventh step", "passed by", late(1, "blessing_played", by="abbess")),
    ("the capture is a sighting too", "corridor", add(log.seen(6, 36, "prioress"), 2, "novice_caught", novice=6)),
    ("and is one before it", "corridor", add(log.seen(6, 36, "prioress"), 2, "novice_caught", novice=6, after=False)),
    ("shown though nobody sees her", "sacristy", add(log.seen(5, 91), 3, SEEN, dot=102)),
    ("told again by another look", "sacristy", add(log.seen(5, 91, "abbess"), 3, STEP, to=91)),
    ("no tokens, none cleared", "celeste", drop(2, "tokens_cleared")),
    (
        "tokens cleared and the turn ended at dawn",
        "corridor",
        both(add(log.ENDED, 4, "game_over", after=False), add(log.CLEARED, 4, STOP, 1)),
    ),
    ("novices in another order", "corridor", late(2, MOVED, novice=4)),
    ("paths at set-up in turn 1", "garden", put(0, "path_taken", to={"turn": 1})),
    ("the monk rests on the last turn", "orchard", lambda events: events.__setitem__(slice(-6, -1), [])),
    ("Robert looks as he turns", "gate", late(1, STEP, guard="monk")),
    ("all or nun, with one novice", "celeste", option(all_or_nun="on")),
    ("a log from before", "corridor", both(before, drop(3, REMOVED))),
    ("a log from before that tells what was not told then", "corridor", both(before, late(3, REMOVED))),
    (
        "a card of a novice who came home, before",
        "all or nun",
        both(before, add(log.noise(2, 1), 8, "rolled"), add(log.card(4, "roll-again", 2), 8, "rolled")),
    ),
    ("a token that every guard may use", "bystander", both(option(vanish_marks="unseen"), tell_for_everyone, TURNS_BACK)),
    ("a token that ends with the tokens", "left behind", late(1, REMOVED)),
    ("once unseen, and no further", "behind her back", put(2, MOVED, to={"route": [16, 17, 18], "gait": "sneak"})),
    ("a false noise beside herself, where either may be", "corridor", option(guard_false_noise="any-guard")),
    ("fields of one's own", "corridor", put(1, MOVED, to={"seconds": 3})),
]


# 6.7: who saw her before a step and who sees her after it, and whose tokens it leaves; None is everyone's.
LOST: list[tuple[str, str, str, list[str | None]]] = [
    ("unseen", "abbess prioress", "prioress", []),
    ("unseen", "abbess prioress", "", [None]),
    ("unseen", "abbess", "monk", []),
    ("unseen", "monk", "", [None]),
    ("unseen", "", "", []),
    ("each-guard", "abbess prioress", "prioress", ["abbess"]),
    ("each-guard", "abbess prioress monk", "", ["abbess", "prioress", None]),
    ("each-guard", "abbess monk", "prioress", ["abbess"]),
    ("each-guard", "abbess", "monk", ["abbess"]),
    ("each-guard", "monk", "abbess", []),
    ("each-guard", "monk", "", [None]),
    ("each-guard", "", "abbess", []),
]


@pytest.mark.parametrize(("marks", "seen", "sees", "tokens"), LOST)
def test_each_who_loses_sight_of_her_has_a_token_of_her_own(marks: str, seen: str, sees: str, tokens: list[str | None]) -> None:
    table = read_setup(Log([log.setup("italian", [(4, 130, 121, None)], (None, None), vanish_marks=marks)]), load(FACTS))
    assert lost_sight(table, frozenset(seen.split()), frozenset(sees.split())) == tokens


def test_the_program_has_the_options_and_editions_of_section_12() -> None:
    told = json.loads(subprocess.run([*NUNS, "editions", "--options", "--json"], check=True, capture_output=True, text=True).stdout)
    assert told["editions"] == {edition: of_edition(edition) for edition in EDITIONS}
    assert told["options"].keys() == VALUES.keys()
    for name, option in told["options"].items():
        law = set(map(str, VALUES[name]))
        assert law >= set(option["values"]) if name == "sight-range" else law == set(option["values"]), name


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_correct_game_is_clean(name: str) -> None:
    assert audit(EXAMPLES[name]()) == []


@pytest.mark.parametrize("number", range(len(CORRUPTIONS)), ids=[row[0].replace(" ", "-") for row in CORRUPTIONS])
def test_a_corruption_is_named_with_its_rule(number: int) -> None:
    _, example, edit, rule = CORRUPTIONS[number]
    events = copy.deepcopy(EXAMPLES[example]())
    edit(events)
    faults = audit(events)
    assert any(fault.endswith(f"(rule {rule})") for fault in faults), faults
    assert all(fault.startswith("line ") for fault in faults)


@pytest.mark.parametrize("number", range(len(TOLERATED)), ids=[row[0].replace(" ", "-") for row in TOLERATED])
def test_what_the_law_leaves_open_is_clean(number: int) -> None:
    _, example, edit = TOLERATED[number]
    events = copy.deepcopy(EXAMPLES[example]())
    edit(events)
    assert audit(events) == []


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", EXAMPLES)
def test_no_damage_makes_the_audit_itself_fail(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    for _ in range(20):
        events: Events = copy.deepcopy(EXAMPLES[name]())
        for _ in range(chance.randint(1, 4)):
            damage(events, chance)
        assert all(fault.startswith("line ") for fault in audit(events))


def damage(events: Events, chance: random.Random) -> None:
    """Drop, double, move or change one event."""
    at = chance.randrange(len(events))
    match chance.choice(["drop", "double", "move", "change", "change"]):
        case "drop":
            events.pop(at)
        case "double":
            events.insert(chance.randrange(len(events)), copy.deepcopy(events[at]))
        case "move":
            events.insert(chance.randrange(len(events)), events.pop(at))
        case _:
            key = chance.choice(sorted(events[at]))
            events[at][key] = chance.choice([0, 4, 26, 999, -1, True, None, "abbess", "monk", "x", [], [4, 18], ["monk"], {}])


@pytest.mark.parametrize(
    "events",
    [[], [{}], [{"event": "setup", "turn": 0}], [{"event": "turn_ended", "turn": 1}]],
    ids=["empty", "nameless", "bare", "headless"],
)
def test_what_is_no_log_has_a_fault(events: Events) -> None:
    assert audit(events)
