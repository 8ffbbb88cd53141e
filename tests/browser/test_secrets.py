"""Secrecy in the page: while a night is played, all that the pages of a novice and of the guards hold is searched."""

import json
import re

import msgspec
import pytest

from nuns.referee.events import as_object
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.record import Record
from nuns.referee.seat_events import events_of
from nuns.referee.seats import Seat
from nuns.referee.view import View, view
from tests.browser.conftest import Visit
from tests.kit.browser import Overheard, Visitor
from tests.kit.page_player import Seated, lay_table, play_together, short_night
from tests.kit.page_search import STORAGE, memory_of, network_of, secrets_in
from tests.kit.records import verified

DEFAULTS = dict(zip(View.__struct_fields__[-len(View.__struct_defaults__) :], View.__struct_defaults__, strict=True))


class Watch:
    """Looks into a page again and again while its seat plays; what it finds is judged when all is known."""

    def __init__(self, seated: Seated, heard: Overheard) -> None:
        self.seated, self.heard = seated, heard
        self.memories: list[object] = []
        self.pages: list[str] = []
        self.pieces: list[tuple[list[str], list[object]]] = []
        self.count = 0

    def look(self) -> None:
        page = self.seated.page
        if any(each.get("view", {}).get("over") for each in self.heard.messages()):
            return  # the end is being told, and all sheets are open (3.4)
        self.count += 1
        self.pages.append(page.inner_text("body") + page.evaluate(STORAGE))
        if self.count % 4 == 1:
            self.memories += memory_of(self.seated.visitor, page)
        drawn = page.locator("[data-piece]").evaluate_all("all => all.map(each => each.dataset.piece)")
        shown = [each["view"]["novices"] for each in self.heard.messages() if each["type"] == "position"]
        self.pieces.append((drawn, shown[-1] if shown else []))


def played(record: Record) -> Game:
    """The whole night."""
    game = seat_game(record.setup)
    for action in record.actions:
        apply(game, action)
    return game


def views_of(record: Record, seat: Seat) -> set[bytes]:
    """Every view the referee gives a seat in the course of a night."""
    game, found = seat_game(record.setup), set[bytes]()
    for action in record.actions:
        apply(game, action)
        found.add(told(msgspec.to_builtins(view(game, seat))))
    return found


def told(value: object) -> bytes:
    """A view without the menu of what may be done, which a plan that is half written changes, and without what has its default."""
    assert isinstance(value, dict)
    plain = json.loads(json.dumps(value))
    return json.dumps(
        {name: each for name, each in plain.items() if name != "actions" and each != DEFAULTS.get(name)}, sort_keys=True
    ).encode()


@pytest.mark.smoke
def test_a_page_tells_and_keeps_nothing_that_its_seat_may_not_know(visit: Visit) -> None:
    """A game of a novice and the guards with two bots, whose pages are searched all the while."""
    watches, record = watched_game(visit(), visit())
    expect_search_to_find(watches, record)
    expect_no_secrets(watches, record)
    expect_no_wishes_of_others(watches, record)


def watched_game(clara: Visitor, anna: Visitor) -> tuple[list[Watch], Record]:
    """A game of the guards and a novice with two bots, watched; and its record."""
    code = lay_table(clara, short_night(turns=2, novices=3), {"guards": clara, "a": anna})
    watches = []
    for seed, visitor in enumerate((clara, anna)):
        heard = Overheard()
        heard.listen(visitor.page)
        watches.append(Watch(Seated(visitor, code, seed), heard))
    clara.page.get_by_role("button", name="Start the game").click()
    by_seated = {watch.seated: watch for watch in watches}
    play_together([watch.seated for watch in watches], lambda seated: by_seated[seated].look())
    record, _ = verified(clara.context.request.get(f"/api/tables/{code}/record").body())
    return watches, record


def expect_search_to_find(watches: list[Watch], record: Record) -> None:
    """Of the open night, what each seat was not to know; and in a memory, what is one's own."""
    opened = json.loads(msgspec.json.encode(view(played(record), Seat.OMNISCIENT)))
    assert len({each.partition(":")[0] for each in secrets_in(opened, {"novice-1"})}) >= 3
    assert any(secrets_in(watches[1].memories, set())), "her own sheet is in the memory of her page"


def expect_no_secrets(watches: list[Watch], record: Record) -> None:
    """In memory, on the network and on the board."""
    novice = next(seat for seat, name in record.seats.items() if name == "Sister A")
    for watch, seat in zip(watches, (Seat.GUARDS, novice), strict=True):
        own = {str(seat)} if seat == novice else {"abbess", "prioress", "guards"}
        over = next(place for place, each in enumerate(watch.heard.messages()) if each.get("view", {}).get("over"))
        before = watch.heard.messages()[:over]

        assert watch.memories, "nothing was found in the memory, not even what is her own"
        assert list(secrets_in(watch.memories, own)) == []
        assert list(secrets_in(before, own)) == []
        served = [each for each in network_of(watch.heard) if "type" not in each]
        assert list(secrets_in(served, own)) == []

        positions = [each for each in before if each["type"] == "position"]
        learnt = [event for each in positions for event in each["events"]]
        known = [json.loads(json.dumps(as_object(event))) for event in events_of(played(record), seat)]
        assert learnt == known[: len(learnt)], "events are those the referee lets the seat know, in their order"
        expected = views_of(record, seat)
        assert all(told(each["view"]) in expected for each in positions if each["view"].get("phase") and is_whole(each["view"]))

        for drawn, shown in watch.pieces:
            visible = {f"novice {each['novice']}" for each in shown if isinstance(each, dict) and each.get("dot")}
            others = {piece for piece in drawn if piece.startswith("novice")} - visible
            assert others == set(), f"{others} stand on the board, seen by nobody"
            assert {piece for piece in drawn if piece.startswith("ghost")} <= {f"ghost {str(seat)[-1]}"}


def is_whole(seen: dict[str, object]) -> bool:
    """A view that is not in the middle of a plan of somebody: those are compared by the tests of the server, byte by byte."""
    return seen.get("waiting_for") not in ("plans", "roll", "blessing", "direction")


def as_code_or_words(thing: str) -> str:
    """A pattern for both, ``honey-cake`` and "honey cake"."""
    return thing.replace("-", "[- ]")


def expect_no_wishes_of_others(watches: list[Watch], record: Record) -> None:
    """Neither in the words of a page nor in what it keeps on the device."""
    things = {sheet.novice: as_code_or_words(sheet.thing) for sheet in view(played(record), Seat.OMNISCIENT).sheets}
    novice = next(int(seat[-1]) for seat, name in record.seats.items() if name == "Sister A")
    for watch, own in zip(watches, (None, things[novice]), strict=True):
        assert watch.pages
        for thing in set(things.values()) - {own}:
            told = [found[0] for page in watch.pages if (found := re.search(rf".{{0,80}}\b{thing}\b.{{0,40}}", page, re.DOTALL))]
            assert told == []
        if own:
            assert any(re.search(own, page) for page in watch.pages)
