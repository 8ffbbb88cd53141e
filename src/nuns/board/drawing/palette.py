"""Colours of the night and of vellum, and the style sheet that uses them."""

from typing import Literal

Theme = Literal["night", "vellum"]
THEMES: tuple[Theme, ...] = ("night", "vellum")

# Okabe and Ito's colours, which colour-blind people can tell apart; in the order of the cells: rose, bell, moon, bird, star, leaf.
NOVICES = ("#e8743b", "#e69f00", "#f0e442", "#56b4e9", "#d98fbb", "#1fb58a")
FAMILIES = ("blue", "green", "pink", "red", "yellow")
DASHES = ("", "10 4", "2.2 4.4")  # the second and the third path of a colour

# name: (night, vellum)
COLOURS: dict[str, tuple[str, str]] = {
    "sky": ("#1b2850", "#f3e8cd"),
    "sky-deep": ("#080d1d", "#e3d0a6"),
    "star": ("#dfe7ff", "#b79a66"),
    "moon": ("#f6efd8", "#fbf5e2"),
    "moon-sea": ("#d9cfb0", "#d9c59a"),
    "halo": ("#9fb4ea", "#fff8e0"),
    "shade": ("#03050c", "#6b5330"),
    "hill": ("#111a2c", "#e6d6ae"),
    "yard": ("#1d2b2c", "#e2d9b1"),
    "floor-stone": ("#5f594f", "#efe5cb"),
    "floor-timber": ("#6a4d33", "#e9d3a7"),
    "floor-chapel": ("#574f63", "#ece2d6"),
    "floor-cloister": ("#6a655b", "#f1e8d1"),
    "floor-garden": ("#264335", "#dbdcae"),
    "floor-earth": ("#54422f", "#e2cda0"),
    "floor-wall-walk": ("#5d616b", "#e9e3d2"),
    "lawn": ("#2b4c39", "#d3d9a6"),
    "joint": ("#2a251f", "#a08a60"),
    "sheen": ("#fff3d6", "#fffdf4"),
    "tile": ("#443c51", "#d9c9bd"),
    "wall": ("#b7ab95", "#6b543a"),
    "wall-edge": ("#17130e", "#33241a"),
    "wall-joint": ("#8a7e69", "#8a7150"),
    "wood": ("#8d5c30", "#a9743c"),
    "wood-light": ("#b27f47", "#cc9c5f"),
    "wood-edge": ("#241608", "#3f2915"),
    "brass": ("#e0b84f", "#d2a236"),
    "brass-ink": ("#2a1e05", "#2a1e05"),
    "iron": ("#2b2c33", "#4a4137"),
    "curtain": ("#b23a4c", "#b5404d"),
    "curtain-dark": ("#6c1d2b", "#7c2431"),
    "carpet": ("#47202f", "#e2b9ab"),
    "carpet-edge": ("#a5854a", "#a8743f"),
    "linen": ("#ddd3bd", "#fdf8e8"),
    "fur": ("#3a3340", "#8a7358"),
    "water": ("#3f6f8f", "#a9cbd0"),
    "fire": ("#ffb347", "#e98a2c"),
    "glow": ("#ffc266", "#ffcf7a"),
    "leaf": ("#2f6144", "#a9b877"),
    "leaf-light": ("#4c8a5c", "#c3cd92"),
    "leaf-edge": ("#10251a", "#5d6b38"),
    "soil": ("#4a3826", "#cbb184"),
    "bloom": ("#c9788e", "#c2607a"),
    "stonework": ("#9d9484", "#d8ccb0"),
    "book-a": ("#8e3b3b", "#a8524a"),
    "book-b": ("#3b5f7d", "#5b7f97"),
    "book-c": ("#9a8542", "#b49a52"),
    "way": ("#f0e0b8", "#6b4f2c"),
    "dot": ("#f0e7d3", "#fffaec"),
    "dot-low": ("#b9ab8d", "#cdb98c"),
    "dot-edge": ("#1c160d", "#3a2a18"),
    "dot-ink": ("#1f180e", "#2a1d10"),
    "name": ("#fbf1d8", "#33230f"),
    "name-halo": ("#1a1712", "#f8efd8"),
    "wish": ("#ff9ec4", "#b8336f"),
    "banner": ("#e9e0cb", "#fff8e6"),
    "banner-ink": ("#7a2633", "#7a2633"),
    "path-blue": ("#5aa9ff", "#2363b5"),
    "path-green": ("#57cc7f", "#27803f"),
    "path-pink": ("#f59ad0", "#c2458f"),
    "path-red": ("#ff5d4a", "#b8241c"),
    "path-yellow": ("#ffd84a", "#b98600"),
}

RULES = """
text{font-family:"EB Garamond",Garamond,"Palatino Linotype",Palatino,Georgia,"DejaVu Serif",serif}
.sky{fill:url(#sky-light)} .star{fill:var(--star)} .moon{fill:var(--moon)} .moon-sea{fill:var(--moon-sea);opacity:.55} .halo{fill:url(#moon-halo)}
.hill{fill:none;stroke:var(--hill);stroke-linejoin:round} .shade{fill:none;stroke:var(--shade);stroke-width:30;stroke-linejoin:round;opacity:.5}
.yard{fill:var(--yard)} .lawn{fill:var(--lawn);stroke:var(--joint);stroke-width:1.2}
.room,.unwalled{fill-rule:evenodd} .joint{fill:none;stroke:var(--joint);stroke-width:.9;opacity:.55} .sheen{fill:var(--sheen)} .dim{fill:var(--joint)} .tile{fill:var(--tile)}
.stone{fill:url(#floor-stone)} .timber{fill:url(#floor-timber)} .chapel{fill:url(#floor-chapel)} .cloister{fill:url(#floor-cloister)}
.garden{fill:url(#floor-garden)} .earth{fill:url(#floor-earth)} .wall-walk{fill:url(#floor-wall-walk)}
.moonlight{fill:url(#moonlight);pointer-events:none}
.wall-shadow{fill:none;stroke:var(--shade);stroke-width:9;opacity:.34;stroke-linejoin:miter} .wall-edge{fill:none;stroke:var(--wall-edge);stroke-width:8.6}
.wall-stone{fill:none;stroke:var(--wall);stroke-width:5.8} .wall-joint{fill:none;stroke:var(--wall-joint);stroke-width:5.8;stroke-dasharray:1 11}
.merlon{fill:var(--wall);stroke:var(--wall-edge);stroke-width:1.2} .sill{stroke:var(--wall-edge);stroke-width:1.2}
.wood{fill:var(--wood);stroke:var(--wood-edge);stroke-width:1.1} .wood-light{fill:var(--wood-light);stroke:var(--wood-edge);stroke-width:.8} .grain{fill:none;stroke:var(--wood-edge);stroke-width:.7;opacity:.7}
.brass{fill:var(--brass);stroke:var(--brass-ink);stroke-width:1} .keyhole{fill:var(--brass-ink)} .iron{fill:var(--iron);stroke:var(--wood-edge);stroke-width:.8} .bar{fill:none;stroke:var(--iron);stroke-width:2}
.fold{fill:none;stroke:var(--curtain);stroke-width:5.2;stroke-linecap:round} .fold-dark{fill:none;stroke:var(--curtain-dark);stroke-width:7.6;stroke-linecap:round}
.carpet{fill:var(--carpet);stroke:var(--carpet-edge);stroke-width:1.1} .linen{fill:var(--linen);stroke:var(--wood-edge);stroke-width:.8} .fur{fill:var(--fur);stroke:var(--wood-edge);stroke-width:.8} .water{fill:var(--water);stroke:var(--wood-edge);stroke-width:.8}
.ripple{fill:none;stroke:var(--linen);stroke-width:.8;opacity:.6} .fire{fill:var(--fire)} .ember{fill:url(#ember)} .flame{fill:var(--fire);stroke:var(--linen);stroke-width:.6}
.leaf{fill:var(--leaf);stroke:var(--leaf-edge);stroke-width:1.1} .leaf-light{fill:var(--leaf-light);opacity:.75} .under{fill:var(--shade);opacity:.33} .soil{fill:var(--soil);stroke:var(--leaf-edge);stroke-width:1} .sprout{fill:none;stroke:var(--leaf-light);stroke-width:2.6;stroke-linecap:round;stroke-dasharray:.1 6} .bloom{fill:var(--bloom)}
.stonework{fill:var(--stonework);stroke:var(--wall-edge);stroke-width:1} .tread{fill:none;stroke:var(--joint);stroke-width:1.5;opacity:.8} .gold{fill:none;stroke:var(--brass);stroke-width:1.6}
.book-a{fill:var(--book-a)} .book-b{fill:var(--book-b)} .book-c{fill:var(--book-c)} .ink{fill:none;stroke:var(--wood-edge);stroke-width:.7}
.tread-way{fill:none;stroke:var(--way);stroke-width:9;stroke-linecap:round;opacity:.1} .way{fill:none;stroke:var(--way);stroke-width:2.2;stroke-linecap:round;stroke-dasharray:.1 5.2;opacity:.75}
.path{fill:none;stroke-width:2.7;stroke-linejoin:round} .path-edge{fill:none;stroke:var(--shade);opacity:.4;stroke-linejoin:round}
.blue{stroke:var(--path-blue)} .green{stroke:var(--path-green)} .pink{stroke:var(--path-pink)} .red{stroke:var(--path-red)} .yellow{stroke:var(--path-yellow)}
.under-stone{fill:var(--shade);opacity:.45} .stone-side{fill:var(--dot-low)} .stone-top{fill:var(--dot);stroke:var(--dot-edge);stroke-width:1.3}
.dot text,.key text{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;text-anchor:middle;fill:var(--dot-ink)} .dot text{font-size:13px;font-weight:650;letter-spacing:-.35px} .key text{font-size:11.5px;font-weight:800;fill:var(--brass-ink)}
.medal{fill:#171b2b;stroke-width:1.6} .emblem{stroke:none} .emblem-line{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round} .cut{fill:#171b2b}
.wish{fill:var(--wish);stroke:var(--dot-edge);stroke-width:1.1} .spark{fill:var(--dot)} .banner{fill:var(--banner);stroke:var(--dot-edge);stroke-width:1} .banner-mark{fill:var(--banner-ink)} .staff{fill:none;stroke:var(--dot-edge);stroke-width:2.6;stroke-linecap:round} .staff-light{fill:none;stroke:var(--brass);stroke-width:1.1;stroke-linecap:round}
.name{fill:var(--name);stroke:var(--name-halo);stroke-width:2.6;stroke-linejoin:round;stroke-opacity:.55;paint-order:stroke;text-anchor:middle}
.title{fill:var(--name);font-size:25px;letter-spacing:.5px;font-style:italic} .caption{fill:var(--name);font-size:12.6px} .flourish{fill:none;stroke:var(--brass);stroke-width:1.2;stroke-linecap:round} .compass{fill:var(--brass)} .compass-dark{fill:var(--name);opacity:.55}
"""


def style_sheet() -> str:
    """Both themes as variables of one class each, so that a client changes the theme by changing the class."""
    variables = [f".convent.{theme}{{{_variables(place)}}}" for place, theme in enumerate(THEMES)]
    return "<style>\n" + "\n".join(variables) + "\n" + _scoped(RULES) + "</style>"


def _variables(place: int) -> str:
    return ";".join(f"--{name}:{shades[place]}" for name, shades in COLOURS.items())


def _scoped(rules: str) -> str:
    """Every selector under .convent: set into a page, the picture must not colour the page."""
    scoped = []
    for rule in rules.replace("}", "}\n").splitlines():
        selectors, brace, body = rule.strip().partition("{")
        if brace:
            scoped.append(",".join(f".convent {selector.strip()}" for selector in selectors.split(",")) + "{" + body)
    return "\n".join(scoped) + "\n"
