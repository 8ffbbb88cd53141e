"""Pictures by Matplotlib as clean SVG: no dates, no stray ids, words as text, and colours that a page may set.

Matplotlib is imported when a picture is drawn, since it takes a moment.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMESPACE, LINKS = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
SVG, HREF = f"{{{NAMESPACE}}}", f"{{{LINKS}}}href"
UNITS = 72.0  # of SVG in one inch of Matplotlib

# Colours by name: a page sets them as custom properties, and without one they are legible on light and dark pages.
INK, AXIS, GRID, ON_BAR = "#777778", "#999998", "#c0c0c1", "#fffffe"
HOME, CAPTURES, DAWN = "#3c8a5f", "#c0563b", "#b8892a"
GUARDS, NOVICES, CARD = "#c0563c", "#3f86b0", "#fefefe"
PROPERTIES = {
    INK: "ink",
    AXIS: "soft",
    GRID: "edge",
    ON_BAR: "on-bar",
    HOME: "home",
    CAPTURES: "captures",
    DAWN: "dawn",
    GUARDS: "guards",
    NOVICES: "novices",
    CARD: "card",
}
SETTINGS: Any = {
    "svg.fonttype": "none",  # words stay words
    "svg.hashsalt": "nuns",  # the same picture is the same text
    "font.family": "DejaVu Sans",  # comes with Matplotlib, so that the layout is the same everywhere
    "font.size": 11.0,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.edgecolor": AXIS,
    "text.parse_math": False,
}


@contextmanager
def drawing(width: float, height: float) -> Iterator["Figure"]:
    """Yields an empty figure of so many SVG units in our style; it is drawn and written inside this block."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(width / UNITS, height / UNITS), dpi=UNITS)
        figure.patch.set_visible(False)
        yield figure


def svg_of(figure: "Figure", title: str, marks: Mapping[str, str] | None = None) -> str:
    """Returns a figure as SVG with a title; ``marks`` has words for parts of it, by their gid, which a pointer shows."""
    written = StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    root = ElementTree.fromstring(written.getvalue())
    for tag in ("metadata", "style"):  # a style would reach the whole page
        _drop(root, f"{SVG}{tag}")
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.attrib |= {"class": "plot", "role": "img", "stroke-linejoin": "round"}
    for element in list(root.iter()):
        if words := (marks or {}).get(element.get("id", "")):
            element.insert(0, _titled(words))
        if style := element.get("style"):
            element.set("style", _styled(style))
    _rename_ids(root)
    _unwrap(root)
    root.insert(0, _titled(title))
    return _text_of(root)


def _titled(words: str) -> ElementTree.Element:
    title = ElementTree.Element(f"{SVG}title")
    title.text = words
    return title


def _drop(root: ElementTree.Element, tag: str) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == tag:
                parent.remove(child)


def _styled(style: str) -> str:
    """Returns a style with the page's colours and letters, and our own where it has none."""
    style = re.sub(r"'DejaVu Sans'[^;]*", "system-ui, sans-serif", style)
    return re.sub(
        r"#[0-9a-f]{6}", lambda found: f"var(--{PROPERTIES[found[0]]}, {found[0]})" if found[0] in PROPERTIES else found[0], style
    )


def _rename_ids(root: ElementTree.Element) -> None:
    """Removes ids to which nothing refers, and makes the others differ between the pictures of a page."""
    from hashlib import sha256

    text = ElementTree.tostring(root, encoding="unicode")
    used = set(re.findall(r"(?:url\(#|href=\"#)([\w-]+)", text))
    own = sha256(text.encode()).hexdigest()[:8]
    for element in root.iter():
        if (name := element.get("id")) is not None:
            if name in used:
                element.set("id", f"{name}-{own}")
            else:
                del element.attrib["id"]
        if link := element.get(HREF):
            del element.attrib[HREF]
            element.set("href", f"{link}-{own}")
        if clip := element.get("clip-path"):
            element.set("clip-path", clip.replace(")", f"-{own})"))


def _unwrap(root: ElementTree.Element) -> None:
    """Puts the parts of groups that say nothing in their places, and drops groups that are empty."""
    for parent in list(root.iter()):
        parts: list[ElementTree.Element] = []
        for child in parent:
            is_bare = child.tag == f"{SVG}g" and not child.attrib
            parts += list(child) if is_bare and child.find(f"{SVG}title") is None else [child]
        parent[:] = parts


def _text_of(root: ElementTree.Element) -> str:
    """Returns the picture as text without line breaks, its numbers with two decimals."""
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
        element.tail = None
        if element.tag not in ("text", "title"):
            element.text = None
        if element.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
        for name in {"d", "x", "y", "width", "height", "transform"} & element.attrib.keys():
            plain = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), element.attrib[name])
            element.set(name, " ".join(plain.split()))
    root.set("xmlns", NAMESPACE)
    return ElementTree.tostring(root, encoding="unicode") + "\n"
