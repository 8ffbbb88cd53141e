"""The style sheet: one rule for each kind of mark on the page, in the colours of the theme."""

from tools.drawing.palette import COLOURS, THEMES

RULES = """
.convent text{font-family:"EB Garamond",Garamond,"Palatino Linotype",Palatino,Georgia,"DejaVu Serif",serif}
.sky{fill:url(#sky-light)}
.star{fill:var(--star)}
.moon{fill:var(--moon);stroke:var(--moon-sea);stroke-width:1}
.moon-sea{fill:var(--moon-sea);opacity:.55}
.halo{fill:url(#moon-halo)}
.hill{fill:none;stroke:var(--hill);stroke-linejoin:round}
.shade{fill:none;stroke:var(--shade);stroke-width:30;stroke-linejoin:round;opacity:.5}
.yard{fill:var(--yard)}
.lawn{fill:var(--lawn);stroke:var(--joint);stroke-width:1.2}
.room{fill-rule:evenodd}
clipPath path{clip-rule:evenodd}
.joint{fill:none;stroke:var(--joint);stroke-width:.9;opacity:.55}
.sheen{fill:var(--sheen)}
.dim{fill:var(--joint)}
.tile{fill:var(--tile)}
.stone{fill:url(#floor-stone)}
.timber{fill:url(#floor-timber)}
.chapel{fill:url(#floor-chapel)}
.cloister{fill:url(#floor-cloister)}
.garden{fill:url(#floor-garden)}
.earth{fill:url(#floor-earth)}
.wall-walk{fill:url(#floor-wall-walk)}
.moonlight{fill:url(#moonlight);pointer-events:none}
.wall-shadow{fill:none;stroke:var(--shade);stroke-width:9;opacity:.34;stroke-linejoin:miter}
.wall-edge{fill:none;stroke:var(--wall-edge);stroke-width:8.6}
.wall-stone{fill:none;stroke:var(--wall);stroke-width:5.8}
.wall-joint{fill:none;stroke:var(--wall-joint);stroke-width:5.8;stroke-dasharray:1 11}
.merlon{fill:var(--wall);stroke:var(--wall-edge);stroke-width:1.2}
.handle{fill:none;stroke:var(--wood-light);stroke-width:2.2}
.paving{fill:var(--floor-cloister);stroke:var(--joint)}
.sill{fill:none;stroke:var(--stonework);stroke-width:5;opacity:.85}
.glass{stroke:var(--wall-edge);stroke-width:.8}
.pane{fill:var(--iron);stroke:var(--wall-edge);stroke-width:.8}
.lit{fill:var(--fire)}
.grating{fill:none;stroke:var(--stonework);stroke-width:1.5}
.wood{fill:var(--wood);stroke:var(--wood-edge);stroke-width:1.1}
.wood-light{fill:var(--wood-light);stroke:var(--wood-edge);stroke-width:.8}
.grain{fill:none;stroke:var(--wood-edge);stroke-width:.7;opacity:.7}
.brass{fill:var(--brass);stroke:var(--brass-ink);stroke-width:1}
.keyhole{fill:var(--brass-ink)}
.iron{fill:var(--iron);stroke:var(--wood-edge);stroke-width:.8}
.bar{fill:none;stroke:var(--iron);stroke-width:2}
.fold{fill:none;stroke:var(--curtain);stroke-width:5.2;stroke-linecap:round}
.fold-dark{fill:none;stroke:var(--curtain-dark);stroke-width:7.6;stroke-linecap:round}
.carpet{fill:var(--carpet);stroke:var(--carpet-edge);stroke-width:1.1}
.linen{fill:var(--linen);stroke:var(--wood-edge);stroke-width:.8}
.fur{fill:var(--fur);stroke:var(--wood-edge);stroke-width:.8}
.water{fill:var(--water);stroke:var(--wood-edge);stroke-width:.8}
.ripple{fill:none;stroke:var(--linen);stroke-width:.8;opacity:.6}
.fire{fill:var(--fire)}
.ember{fill:url(#ember)}
.flame{fill:var(--fire);stroke:var(--linen);stroke-width:.6}
.leaf{fill:var(--leaf);stroke:var(--leaf-edge);stroke-width:1.1}
.leaf-light{fill:var(--leaf-light);opacity:.75}
.leaf-high{fill:var(--leaf-high);stroke:var(--leaf-edge);stroke-width:1.2}
.under{fill:var(--shade);opacity:.33}
.soil{fill:var(--soil);stroke:var(--leaf-edge);stroke-width:1}
.sprout{fill:none;stroke:var(--leaf-light);stroke-width:2.6;stroke-linecap:round;stroke-dasharray:.1 6}
.bloom{fill:var(--bloom)}
.stonework{fill:var(--stonework);stroke:var(--wall-edge);stroke-width:1}
.tread{fill:none;stroke:var(--joint);stroke-width:1.5;opacity:.6}
.gold{fill:none;stroke:var(--brass);stroke-width:1.6}
.book-a{fill:var(--book-a)}
.book-b{fill:var(--book-b)}
.book-c{fill:var(--book-c)}
.ink{fill:none;stroke:var(--wood-edge);stroke-width:.7}
.tread-way{fill:none;stroke:var(--way);stroke-width:9;stroke-linecap:round;opacity:.1}
.way{fill:none;stroke:var(--way);stroke-width:2.2;stroke-linecap:round;stroke-dasharray:.1 5.2;opacity:.75}
.path{fill:none;stroke-width:2.7;stroke-linejoin:round}
.path-edge{fill:none;stroke:var(--bed);opacity:.8;stroke-linejoin:round}
.blue{stroke:var(--path-blue)}
.green{stroke:var(--path-green)}
.pink{stroke:var(--path-pink)}
.red{stroke:var(--path-red)}
.yellow{stroke:var(--path-yellow)}
.under-stone{fill:var(--shade);opacity:.45}
.stone-side{fill:var(--dot-low)}
.stone-top{fill:var(--dot);stroke:var(--dot-edge);stroke-width:1.3}
.convent .dot text,.convent .key text{text-anchor:middle;fill:var(--dot-ink)}
.convent .dot text,.convent .key text{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
.convent .dot text{font-size:13px;font-weight:650;letter-spacing:-.35px}
.convent .key text{font-size:11.5px;font-weight:800;fill:var(--brass-ink)}
.medal{fill:#171b2b;stroke-width:1.6}
.emblem{stroke:none}
.emblem-line{fill:none;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.cut{fill:#171b2b}
.wish{fill:var(--wish);stroke:var(--dot-edge);stroke-width:1.1}
.spark{fill:var(--dot)}
.banner{fill:var(--banner);stroke:var(--dot-edge);stroke-width:1}
.banner-mark{fill:var(--banner-ink)}
.staff{fill:none;stroke:var(--dot-edge);stroke-width:2.6;stroke-linecap:round}
.staff-light{fill:none;stroke:var(--brass);stroke-width:1.1;stroke-linecap:round}
.name{fill:var(--name);text-anchor:middle;paint-order:stroke}
.name{stroke:var(--name-halo);stroke-width:2.6;stroke-linejoin:round;stroke-opacity:.55}
.title{fill:var(--name);font-size:25px;letter-spacing:.5px;font-style:italic}
.caption{fill:var(--name);font-size:12px}
.flourish{fill:none;stroke:var(--brass);stroke-width:1.2;stroke-linecap:round}
.compass{fill:var(--brass)}
.compass-dark{fill:var(--name);opacity:.55}
"""


def style_sheet() -> str:
    """Returns both themes as variables of one class each, so that a client changes the theme by changing the class.

    The rules hold for SVG elements only, by the namespace: set into a page, the picture must not colour the page. They name no
    ancestor, because what is drawn by <use> has none.
    """
    variables = [f".convent.{theme}{{{_variables(place)}}}" for place, theme in enumerate(THEMES)]
    return "<style>\n@namespace url(http://www.w3.org/2000/svg);\n" + "\n".join(variables) + RULES + "</style>"


def _variables(place: int) -> str:
    return ";".join(f"--{name}:{shades[place]}" for name, shades in COLOURS.items())
