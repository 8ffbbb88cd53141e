"""Every reason for a refusal: its code for programs, its HTTP status, and its English sentence.

The client has words for each code in the reader's language (``refusals`` in ``web/src/i18n``), with the values as placeholders.
"""

from enum import Enum, unique
from typing import Any, TypedDict, Unpack

from nuns.referee.codes import NotationFault, RuleRefusal
from nuns.server.settings import ChairName, Status


class RefusalValues(TypedDict, total=False):
    """The values of a refusal. ``said`` is an English sentence for programs and logs, about a record, settings or a request."""

    chair: ChairName
    chairs: tuple[ChairName, ...]
    status: Status
    code: str
    most: int
    seconds: int
    said: str
    rule_refusal: RuleRefusal  # with RULES: the reason, as a code with its values
    notation_fault: NotationFault  # with NOTATION: the reason, as a code with its values


@unique
class Why(Enum):
    """The code of a refusal."""

    status: int
    sentence: str

    def __new__(cls, word: str, status: int, sentence: str) -> "Why":
        why = object.__new__(cls)
        why._value_, why.status, why.sentence = word, status, sentence
        return why

    # There is no such thing
    NO_SUCH_TABLE = "no-such-table", 404, "there is no table with the code {code}"
    NO_SUCH_RECORD = "no-such-record", 404, "there is no game file with the id {code}"
    NO_SUCH_ANALYSIS = "no-such-analysis", 404, "this night has not been analysed"
    NO_SUCH_ADDRESS = "no-such-address", 404, "there is nothing at this address"

    # Forbidden to the asker
    NOT_HOST = "not-host", 403, "only the host of the table may do that"
    NOT_SEATED = "not-seated", 403, "only the host and the players at this table may do that"
    NOT_YOUR_CHAIR = "not-your-chair", 403, "seat {chair} is not yours"
    NOT_YOUR_ANALYSIS = "not-your-analysis", 403, "only the browser that began an analysis may stop it"
    NOT_YOUR_SEAT = "not-your-seat", 403, "that seat is not yours"
    WITHOUT_SPECTATORS = "without-spectators", 403, "this table has no spectators"
    WRONG_KEY = "wrong-key", 403, "expected the key of a seat at this table; got another"
    ANOTHER_PAGE = "another-page", 403, "expected a request from a page of this server; got one from another page"
    NOT_THIS_MACHINE = "not-this-machine", 403, "only the person at the server's own machine may open it to the local network"
    WRONG_HOST = "wrong-host", 421, "expected this server's name or address in the Host header; got another"
    FORBIDDEN = "forbidden", 403, "{said}"

    # Not now
    CHAIR_TAKEN = "chair-taken", 409, "seat {chair} is taken"
    CHAIR_QUICKER = "chair-quicker", 409, "someone else took seat {chair} first"
    OTHERS_QUICKER = "others-quicker", 409, "others were quicker; try again"
    CHANGED = "changed", 409, "the table has changed in the meantime; check it again"
    EMPTY_CHAIRS = "empty-chairs", 409, "expected someone in every seat; these are empty: {chairs}. Add bots or change the settings"
    NOT_IN_LOBBY = "not-in-lobby", 409, "expected a table in the lobby; this one is {status}"
    NOT_PLAYING = "not-playing", 409, "expected a table that is being played; this one is {status}"
    NOT_OVER = "not-over", 409, "expected a game that is over; this table is {status}"
    ENDED = "ended", 409, "this table is already {status}"
    NOT_DEALT = "not-dealt", 409, "there is nothing to see yet: the cards have not been dealt"
    STALE = "stale", 409, "stale: the game has moved on; this decision is no longer open"
    ADVICE_OFF = "advice-off", 409, "this table has no advice"
    BOT_STANDS_IN = "bot-stands-in", 409, "a bot is playing for you; take your seat back first"
    BOT_ALREADY = "bot-already", 409, "a bot is already playing for you"
    YOURSELF_ALREADY = "yourself-already", 409, "you are already playing this seat yourself"
    SALT_NOT_NOW = "salt-not-now", 409, "salts are committed to after the seal, and revealed when all commitments are published"
    SALTED = "salted", 409, "seat {chair} has already given its salt"
    SALT_LATE = "salt-late", 409, "the salt from seat {chair} came too late"
    NO_NETWORK = "no-network", 409, "this machine has no address on a local network that could be opened"
    SALT_ALTERED = "salt-altered", 409, "this is not the salt to which seat {chair} has committed itself"
    DAY_NOT_OVER = "day-not-over", 409, "the game file of the night of a day is opened when the day is over, at midnight UTC"
    NOT_PLAYED_OUT = "not-played-out", 409, "expected a night that was played to its end; this one was given up"
    ANALYSES_OFF = "analyses-off", 409, "this server does not analyse nights"
    RECORD_SECRET = "record-secret", 409, "the game file is secret until the game is over (rule 3.3)"

    # Impossible
    NO_SUCH_CHAIR = "no-such-chair", 422, "expected a seat at this table ({chairs}); got {chair}"
    NAME = "name", 422, "expected a name of 1 to {most} characters that can be seen"
    NAME_TAKEN = "name-taken", 422, "expected a name that nobody else at this table has, and that is not a bot's"
    TEXT = "text", 422, "expected text without control characters"
    RULES = "rules", 422, "{said}"
    NOTATION = "notation", 422, "{said}"
    SETTINGS = "settings", 422, "{said}"
    RECORD = "record", 422, "{said}"
    IMPOSSIBLE = "impossible", 422, "{said}"
    UNREADABLE = "unreadable", 400, "{said}"
    TOO_LARGE = "too-large", 413, "expected a smaller request; this one is over the limit"

    # Too often
    TOO_MANY_MESSAGES = "too-many-messages", 429, "expected at most {most} messages in {seconds} seconds; wait a moment"
    TOO_MANY_RULERS = "too-many-rulers", 429, "expected at most {most} ruler checks in {seconds} seconds; wait a moment"
    TOO_MANY_ACTIONS = (
        "too-many-actions",
        429,
        "expected at most {most} actions of a seat in one phase; finish it, or leave the seat to a bot",
    )
    TOO_MANY_EXPLANATIONS = "too-many-explanations", 429, "expected at most {most} explanations in {seconds} seconds; wait a moment"
    TOO_MANY_ADVICE = "too-many-advice", 429, "expected at most {most} requests for advice in {seconds} seconds; wait a moment"
    TOO_MANY_REQUESTS = "too-many-requests", 429, "too many requests from one address; wait a moment and try again"
    TOO_MANY_TABLES = "too-many-tables", 429, "too many new tables from one address; wait a moment and try again"
    TOO_MANY_BOT_TABLES = "too-many-bot-tables", 429, "expected at most {most} games of bots alone at once; end or watch another first"
    TOO_MANY_RECORDS = "too-many-records", 429, "too many game files from one address; wait a moment and try again"
    TOO_MANY_REPLAYS = "too-many-replays", 429, "too many replays from one address; wait a moment and try again"
    TOO_MANY_ANALYSES = "too-many-analyses", 429, "too many analyses from one address; wait until one is done and try again"
    TOO_MANY_SOCKETS = "too-many-sockets", 429, "expected at most {most} open tables for one address; close another first"
    TOO_MANY_WAITING = "too-many-waiting", 429, "expected at most {most} waiting replays; try again shortly"

    # The server is unable
    NO_STORE = "no-store", 503, "the database does not answer; try again shortly"
    DISK_FULL = "disk-full", 503, "the disk of the server is full; nothing that was stored is lost, and it goes on when there is room"
    MAYBE_KEPT = "maybe-kept", 503, "the database did not answer; check the table before you try again"
    CLOSING = "closing", 503, "the server is restarting; connect again"
    BROKEN_OFF = "broken-off", 503, "the calculation was interrupted; try again"
    PREPARING = "preparing", 503, "there is no advice yet: the server is still compiling what it needs; try again in a few minutes"
    FAILED = "failed", 500, "the server could not do that; the fault is in its log"


class Refusal(Exception):
    """A request was refused and changed nothing.

    ``status``: 404 no such thing, 403 not yours, 409 not now or stale, 422 impossible, 429 too often, 503 no store.
    """

    def __init__(self, why: Why, **values: Unpack[RefusalValues]) -> None:
        self.why, self.values, self.status = why, values, why.status
        self.reason = why.sentence.format(**{name: spelt(value) for name, value in values.items()})
        super().__init__(self.reason)


def spelt(value: Any) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)
