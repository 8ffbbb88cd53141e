"""Tables of text, which are written as HTML or as Markdown, and documents that have such tables between two marks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nuns.board.svg import element
from nuns.board.svg import words as escaped

INTERVAL = "95 %"  # the head of a column of intervals, as short as Markdown needs it
ROOMIER = {INTERVAL: "95 % interval"}
T = TypeVar("T")


@dataclass(frozen=True)
class Table:
    """A head and rows of text, of which the first column names the row; a caption is shown in HTML only."""

    head: Sequence[str]
    rows: Iterable[Sequence[str]]
    caption: str = ""

    @property
    def markdown(self) -> str:
        """The table in Markdown."""
        return markdown(self.head, self.rows)

    @property
    def html(self) -> str:
        """The table in HTML, which scrolls sideways where there is no room."""
        heads = "".join(element("th", escaped(ROOMIER.get(each, each)), scope="col") for each in self.head)
        lines = []
        for first, *rest in self.rows:
            lines.append(element("tr", element("th", escaped(first), scope="row"), *(element("td", escaped(each)) for each in rest)))
        inside = element("table", caption_of(self.caption), element("thead", element("tr", heads)), element("tbody", *lines))
        return element("div", inside, cls="scroll", tabindex=0, role="region", aria_label=self.caption)


def table_of(items: Iterable[T], columns: Mapping[str, Callable[[T], str]], caption: str = "") -> Table:
    """Returns a table with a row for each item, whose columns are written by functions."""
    return Table([*columns], [[write(item) for write in columns.values()] for item in items], caption)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table in Markdown."""
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def caption_of(told: str) -> str:
    """Returns the caption of a table in HTML, which stays in view while the table scrolls sideways."""
    return element("caption", element("span", escaped(told)))


def insert_page(text: str, written: str, begin: str, end: str) -> str:
    """Returns a document with what was written between its marks, or at its end where it has none."""
    block = f"{begin}\n\n{written}\n\n{end}"
    if begin in text and end in text:
        return text[: text.index(begin)] + block + text[text.index(end) + len(end) :]
    return f"{text.rstrip()}\n\n{block}\n"
