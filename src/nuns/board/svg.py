"""SVG as text: numbers, paths and elements."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Loop = tuple[Point, ...]  # closed: the last point joins the first
Shape = tuple[Loop, ...]  # the outer loop first; a later loop is a hole or an island, by the even-odd rule


def number(value: float) -> str:
    """Returns a coordinate to a tenth, as short as it can be written."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def element(tag: str, *inside: str, **attributes: object) -> str:
    """Returns one element; ``cls`` is its class, an underscore becomes a hyphen, and an attribute that is None is left out."""
    written = "".join(f" {_attribute(name)}={quoteattr(_value(value))}" for name, value in attributes.items() if value is not None)
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def _attribute(name: str) -> str:
    return "class" if name == "cls" else name.replace("_", "-")


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def words(text: str) -> str:
    """Returns text escaped for use between tags."""
    return escape(text)


def layer(name: str, *inside: str) -> str:
    """Returns a named group, with a line for each of its members."""
    body = "\n".join(part for part in inside if part)
    return f'<g id="{name}">\n{body}\n</g>'


def outline(shape: Shape) -> str:
    """Returns the path data of a shape."""
    return "".join(f"{polyline(loop)}Z" for loop in shape)


def polyline(points: Iterable[Point] | Loop) -> str:
    """Returns the path data of an open line."""
    first, *rest = points
    return f"M{number(first[0])} {number(first[1])}" + "".join(f"L{number(x)} {number(y)}" for x, y in rest)


def rect(cls: str, left: float, top: float, width: float, height: float, corner: float | None = None, **more: object) -> str:
    """Returns a rectangle as an element."""
    return element("rect", cls=cls, x=float(left), y=float(top), width=float(width), height=float(height), rx=corner, **more)


def disc(cls: str, x: float, y: float, radius: float) -> str:
    """Returns a circle as an element."""
    return element("circle", cls=cls, cx=float(x), cy=float(y), r=float(radius))


def stroke(cls: str, data: str, **more: object) -> str:
    """Returns a path as an element, from its data."""
    return element("path", cls=cls, d=data, **more)


def place_at(content: str, x: float, y: float, turn: float = 0.0) -> str:
    """Returns content that is drawn around its own middle, moved to a point."""
    turned = f" rotate({number(turn)})" if turn else ""
    return f'<g transform="translate({number(x)} {number(y)}){turned}">{content}</g>'
