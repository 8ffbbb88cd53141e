"""What a page holds: everything in its memory, its document, its storage and its network log, searched for what its seat may not know."""

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.kit.browser import Overheard, Visitor

# Every plain object in the page's memory that tells something of a novice or of a card; `queryObjects` collects garbage first.
MEMORY = """function () {
    const found = [];
    for (const each of this) {
        try {
            if (each && !Array.isArray(each) && ('key_dot' in each || 'route' in each || 'blessings' in each || 'event' in each))
                found.push(JSON.parse(JSON.stringify(each)));
        } catch { /* something that is no value */ }
    }
    return found;
}"""
STORAGE = """async () => JSON.stringify({
    local: {...localStorage}, session: {...sessionStorage},
    databases: (await indexedDB.databases?.() ?? []).map(each => each.name), caches: await globalThis.caches?.keys() ?? [],
})"""


def memory_of(visitor: Visitor, page: Page) -> list[Any]:
    """The values in the memory of a page that could hold a secret."""
    session = visitor.context.new_cdp_session(page)
    prototype = session.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]["objectId"]
    objects = session.send("Runtime.queryObjects", {"prototypeObjectId": prototype})["objects"]["objectId"]
    found = session.send("Runtime.callFunctionOn", {"objectId": objects, "functionDeclaration": MEMORY, "returnByValue": True})
    session.send("Runtime.releaseObject", {"objectId": objects})
    session.detach()
    values: list[Any] = found["result"]["value"]
    return values


def secrets_in(value: Any, own: set[str]) -> Iterator[str]:
    """3.2 What others' log sheets, routes, keys, wishes and unplayed blessings look like, wherever in a value they lie.

    ``own`` holds the seats whose secrets may be there. What is printed on the table names no novice.
    """
    if isinstance(value, list):
        for each in value:
            yield from secrets_in(each, own)
    if not isinstance(value, dict):
        return
    theirs = "novice" in value and f"novice-{value['novice']}" not in own
    if theirs and any(isinstance(value.get(name), int) for name in ("key_dot", "wish_dot")):
        yield f"where the key and the wish of another are: {value}"
    if theirs and value.get("route"):
        yield f"the way of another: {value}"
    if theirs and value.get("event") in ("key_taken", "wish_taken"):
        yield f"what another took: {value}"
    if theirs and value.get("event") == "noise" and "real" in value:
        yield f"whether the noise of another was real: {value}"
    cards = value.get("blessings")
    if isinstance(cards, dict) and not set(cards) <= own:
        yield f"the cards of others: {cards}"
    for each in value.values():
        yield from secrets_in(each, own)


def network_of(heard: Overheard) -> list[Any]:
    """Everything that came over the wire, read, but for replays, which are only made of games that are over (tests/server/web)."""
    answers = [json.loads(text) for url, text in heard.answers if is_asked_in_a_game(url) and text.startswith(("{", "["))]
    return [*heard.messages(), *answers]


def is_asked_in_a_game(url: str) -> bool:
    return "/api/" in url and not any(part in url for part in ("/api/records/", "/api/replays"))
