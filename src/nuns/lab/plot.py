"""Plots as SVG: lines with points and intervals side by side, bars of shares, and effects; legible on light and dark pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nuns.lab.picture import AXIS, CARD, GRID, GUARDS, INK, NOVICES, ON_BAR, drawing, svg_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 300.0, 220.0  # one panel, in SVG units
LEFT, RIGHT, TOP, BOTTOM = 48.0, 12.0, 34.0, 42.0
LEGEND = 22.0  # for a row of names below the panels
ROW, WIDE, NAMES = 27.0, 470.0, 120.0  # a row of a chart, its width, and the room for the names of bars
OPTIONS, FIGURES = 216.0, 56.0  # the room for the names of options, and for the figures beside them
NARROW = 0.07  # a part of a bar with a smaller share has no room for its figure
SMALLEST = 5.0  # points that the axis of effects shows at least
COLOURS = ("#3f7fbf", "#c2703d", "#5b8f4e", "#8a63b0", "#b0506a", "#7a7a52")
DASHES = ((), (7.0, 3.0), (2.0, 3.0), (9.0, 3.0, 2.0, 3.0), (1.0, 5.0), (12.0, 4.0))


@dataclass(frozen=True)
class PlotLine:
    """One line of a panel: its points, and the interval of each where there is one."""

    name: str
    points: Sequence[tuple[float, float]]
    intervals: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class Panel:
    """One pair of axes; ``ticks`` names places along x, and without them numbers are used."""

    title: str
    across: str
    lines: Sequence[PlotLine]
    ticks: Sequence[tuple[float, str]] = ()
    logarithmic: bool = False
    joined: bool = True  # points are joined by a line, which categories are not
    top: float | None = None
    named: bool = True  # names stand below the picture, where there are several lines


@dataclass(frozen=True)
class Bar:
    """A row of a chart of shares, which add up to 1."""

    name: str
    shares: Sequence[float]


@dataclass(frozen=True)
class Span:
    """A row of a chart of effects, in points: helping the guards is positive."""

    name: str
    value: float
    low: float
    high: float
    figure: str


def plot(panels: Sequence[Panel], title: str) -> str:
    """Returns all panels as one SVG picture."""
    names = list(dict.fromkeys(line.name for panel in panels if panel.named and len(panel.lines) > 1 for line in panel.lines))
    high, wide = HEIGHT + (LEGEND if names else 0.0), WIDTH * len(panels)
    with drawing(wide, high) as figure:
        for place, panel in enumerate(panels):
            box = (WIDTH * place + LEFT, high - HEIGHT + BOTTOM, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)
            _panel(_axes(figure, box), panel)
        if names:
            handles = {line.get_label(): line for axes in figure.axes for line in axes.get_lines()}
            figure.legend(
                [handles[name] for name in names],
                names,
                loc="lower center",
                ncols=len(names),
                frameon=False,
                fontsize=10.0,
                borderaxespad=0.1,
                columnspacing=1.4,
                handlelength=2.6,
            )
        return svg_of(figure, title)


def _axes(figure: "Figure", box: tuple[float, float, float, float]) -> "Axes":
    """Returns axes in a box of SVG units: left, bottom, width, height."""
    wide, high = figure.get_size_inches() * figure.dpi
    axes = figure.add_axes((box[0] / wide, box[1] / high, box[2] / wide, box[3] / high))
    axes.patch.set_visible(False)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(length=0, pad=5, labelsize=10.5)
    return axes


def _panel(axes: "Axes", panel: Panel) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

    xs = sorted({x for line in panel.lines for x, _ in line.points})
    for place, line in enumerate(panel.lines):
        _line(axes, line, place, joined=panel.joined)
    if panel.logarithmic:
        axes.set_xscale("log")
        axes.xaxis.set_minor_locator(NullLocator())
    ticks = panel.ticks or [(x, short_label(x)) for x in xs]
    axes.set_xticks([x for x, _ in ticks], [name for _, name in ticks])
    axes.set_xlabel(panel.across, fontsize=10.5, labelpad=4)
    axes.margins(x=0.09, y=0.12)
    if len(xs) == 1:
        axes.set_xlim(xs[0] - 1, xs[0] + 1)
    axes.set_ylim(0, panel.top or axes.get_ylim()[1])
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: short_label(value)))
    axes.grid(axis="y", color=GRID, alpha=0.35, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_title(panel.title, loc="left", fontsize=12, fontweight="bold", pad=10)


def _line(axes: "Axes", line: PlotLine, place: int, *, joined: bool) -> None:
    colour, (xs, ys) = colour_of(place), zip(*line.points, strict=True)
    style: Any = {"color": colour, "dashes": _pattern(place), "linewidth": 2.0 if joined else 0.0, "marker": "o", "markersize": 5.2}
    axes.plot(xs, ys, label=line.name, clip_on=False, zorder=2.5, **style)
    if line.intervals:
        lows, highs = zip(*line.intervals, strict=True)
        axes.vlines(xs[: len(lows)], lows, highs, color=colour, linewidth=1.2, clip_on=False, gid="intervals")


def _pattern(place: int) -> tuple[float | None, ...]:
    """Returns the pattern of a line for Matplotlib, whose unit is the width of the line."""
    dashes = DASHES[place % len(DASHES)]
    return tuple(each / 2 for each in dashes) or (None, None)


def colour_of(place: int) -> str:
    """Returns the colour of a line, by its place among those of the panel."""
    return COLOURS[place % len(COLOURS)]


def dashes_of(place: int) -> str | None:
    """Returns the pattern of a line for SVG, which tells it from others where colours do not; the first is solid."""
    return " ".join(f"{each:g}" for each in DASHES[place % len(DASHES)]) or None


def share_bars(bars: Sequence[Bar], parts: Sequence[tuple[str, str]], title: str) -> str:
    """Returns a bar for each row, made up of parts that have a name and a colour, with the figures in it."""
    high, marks = ROW * (len(bars) + 1) + 6, dict[str, str]()
    with drawing(WIDE, high) as figure:
        axes = _axes(figure, (NAMES, 4.0, WIDE - NAMES - 8, high - ROW - 4))
        for place, (name, colour) in enumerate(parts):
            starts = [sum(bar.shares[:place]) for bar in bars]
            drawn = axes.barh(range(len(bars)), [bar.shares[place] for bar in bars], left=starts, height=0.78, color=colour, label=name)
            for row, (bar, patch) in enumerate(zip(bars, drawn, strict=True)):
                marks[f"bar-{row}-{place}"] = f"{bar.name}, {name}: {bar.shares[place]:.1%}"
                patch.set_gid(f"bar-{row}-{place}")
                if bar.shares[place] >= NARROW:
                    middle = starts[row] + bar.shares[place] / 2
                    axes.text(middle, row, f"{bar.shares[place]:.0%}", **CENTRED, color=ON_BAR, fontweight="bold", fontsize=12)
        _rows(axes, [bar.name for bar in bars])
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.set_xlim(0, 1)
        axes.set_xticks([])
        axes.legend(
            loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=len(parts), frameon=False, fontsize=12, handlelength=1.0, borderpad=0.2
        )
        return svg_of(figure, title, marks)


CENTRED: dict[str, Any] = {"ha": "center", "va": "center_baseline"}


def _rows(axes: "Axes", names: Sequence[str]) -> None:
    """Names the rows of a chart, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", labelsize=12, pad=8)
    axes.set_ylim(len(names) - 0.5, -0.5)


def effect_spans(spans: Sequence[Span], title: str) -> str:
    """Returns a point with its interval for each row, beside zero; those whose interval holds zero are pale and hollow."""
    high = ROW * (len(spans) + 1) + 6
    limit = 1.04 * max(SMALLEST, *(max(abs(span.low), abs(span.high)) for span in spans))
    with drawing(WIDE, high) as figure:
        axes = _axes(figure, (OPTIONS, 4.0, WIDE - OPTIONS - FIGURES, high - ROW - 4))
        axes.axvline(0, color=AXIS, linewidth=1.0)
        for row, span in enumerate(spans):
            colour, is_clear = GUARDS if span.value > 0 else NOVICES, span.low > 0 or span.high < 0
            axes.hlines(row, span.low, span.high, color=colour, linewidth=3.0, alpha=1.0 if is_clear else 0.5)
            axes.plot(
                [span.value],
                [row],
                marker="o",
                markersize=10.0,
                color=colour,
                markeredgewidth=2.0,
                markerfacecolor=colour if is_clear else CARD,
            )
            axes.text(1.0 + FIGURES / (WIDE - OPTIONS - FIGURES), row, span.figure, transform=axes.get_yaxis_transform(), **FIGURE)
        _rows(axes, [span.name for span in spans])
        axes.spines[["left", "bottom"]].set_visible(False)
        axes.set_xlim(-limit, limit)
        axes.set_xticks([])
        for text, x, side in (("← helps novices", 8.0, "left"), ("helps guards →", WIDE - 8, "right")):
            figure.text(x / WIDE, 1 - 10 / high, text, ha=side, va="center", fontsize=12, color=INK)
        return svg_of(figure, title)


FIGURE: dict[str, Any] = {"ha": "right", "va": "center_baseline", "fontsize": 12, "fontweight": "bold"}


def short_label(value: float) -> str:
    """Returns a number as a label: 20k, 3.5M, 0.25."""
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"
