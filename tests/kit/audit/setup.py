"""Chapter 2, and 1.1: who plays, the deal, and where everyone starts."""

from __future__ import annotations

from collections import Counter

from . import options as section_12
from .blessings import KINDS
from .convent import Convent
from .log import CONTRACT, Event, Log, Lost, Owner
from .options import Options
from .table import GUARDS, MONK, Novice, Table, Watcher


def read_setup(log: Log, convent: Convent) -> Table:
    """The table as the first line of the log lays it."""
    event = log.expect("setup", CONTRACT, "the set-up")
    if event.text("edition") not in section_12.EDITIONS:
        log.fault(event.line, f"an edition of section 12 was expected, got {event.text('edition')!r}", "12")
    options = section_12.read(log, event.line, event.raw["options"])
    if options.is_before:
        log.ignore("token_removed")
    novices = _read_novices(log, event, convent, options)
    guards = _read_guards(log, event, convent)
    _check_players(log, event, len(novices))
    monk = event.text("monk")
    if not options.has("monk", monk):
        log.fault(event.line, f"monk should be the option's value {options.values['monk']}, got {monk}", "11.2")
    return Table(
        log=log,
        convent=convent,
        options=options,
        novices=novices,
        guards=guards,
        monk=None if options.has("monk", "none") else Watcher(MONK, convent.monk_start),
        cards=_read_blessings(log, event, options),
        goal=event.num("players") if options.has("capture-goal", "players") else len(novices),
        remaining=set(convent.paths),
    )


def _rows(event: Event, key: str) -> list[dict[str, object]]:
    rows = event.raw[key]
    assert isinstance(rows, list)
    return [row for row in rows if isinstance(row, dict)]


def _check_players(log: Log, event: Event, novices: int) -> None:
    """1.1 One player moves both guards; two only with six novices."""
    guard_players = event.num("players") - novices
    if guard_players != 1 and not (guard_players == 2 and novices == 6):
        expected = "7 or 8" if novices == 6 else str(novices + 1)
        log.fault(event.line, f"{novices} novices make {expected} players, got {event.num('players')}", "1.1")


def _read_novices(log: Log, event: Event, convent: Convent, options: Options) -> dict[int, Novice]:
    """2.1, 2.2 Novices drawn without replacement, each with a wish card of the deck in play."""
    novices: dict[int, Novice] = {}
    dealt: set[tuple[int, int]] = set()
    deck = convent.decks[str(options.values["wish-cards"])]
    for row in _rows(event, "novices"):
        number, key, wish = row.get("novice"), row.get("key_dot"), row.get("wish_dot")
        if not isinstance(number, int) or not isinstance(key, int) or not isinstance(wish, int) or number not in convent.cells:
            log.fault(event.line, f"a novice 1-6 with key_dot and wish_dot was expected, got {row}", "2.1")
            raise Lost
        if number in novices:
            log.fault(event.line, f"each novice is drawn once, got novice {number} twice", "2.1")
        if (key, wish) not in deck:
            log.fault(event.line, f"a wish card of the {options.values['wish-cards']} deck was expected, got key {key}, wish {wish}", "2.2")
        if (key, wish) in dealt:
            log.fault(event.line, f"each wish card is dealt once, got key {key}, wish {wish} twice", "2.2")
        dealt.add((key, wish))
        novices[number] = Novice(number, convent.cells[number], key, wish, convent.cells[number])
    if not 1 <= len(novices) <= 6:
        log.fault(event.line, f"1 to 6 novices were expected, got {len(novices)}", "1.1")
        raise Lost
    return novices


def _read_guards(log: Log, event: Event, convent: Convent) -> dict[str, Watcher]:
    """2.1 Both guards start on dot 26."""
    names = [row.get("guard") for row in _rows(event, "guards")]
    if sorted(map(str, names)) != list(GUARDS):
        log.fault(event.line, f"the abbess and the prioress were expected, got {names}", "1.1")
    for row in _rows(event, "guards"):
        if row.get("dot") != convent.guard_start:
            log.fault(event.line, f"{row.get('guard')} starts on {convent.guard_start}, got {row.get('dot')}", "2.1")
    return {name: Watcher(name, convent.guard_start) for name in GUARDS}


def _read_blessings(log: Log, event: Event, options: Options) -> dict[Owner, str]:
    """2.3, 10 One card each from two of each kind; none without blessings."""
    held: dict[Owner, str] = {}
    for key, rows in (("novice", _rows(event, "novices")), ("guard", _rows(event, "guards"))):
        for row in rows:
            owner, card = row.get(key), row.get("blessing")
            if not options.on("blessings"):
                if card is not None:
                    log.fault(event.line, f"blessings are off: no card was expected for {owner}, got {card!r}", "2.3")
            elif card not in KINDS:
                log.fault(event.line, f"one of {', '.join(KINDS)} was expected for {owner}, got {card!r}", "2.3")
            elif isinstance(owner, (int, str)):
                held[owner] = str(card)
    for card, count in Counter(held.values()).items():
        if count > 2:
            log.fault(event.line, f"two {card} cards exist, got {count}", "2.3")
    return held
