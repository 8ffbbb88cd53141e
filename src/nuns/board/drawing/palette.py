"""The colours of the two themes, of the novices and of the paths."""

from typing import Literal

Theme = Literal["night", "vellum"]
THEMES: tuple[Theme, ...] = ("night", "vellum")

# Okabe and Ito's colours, which colour-blind people can tell apart; in the order of the cells: rose, bell, moon, bird, star, leaf.
NOVICES = ("#e8743b", "#e69f00", "#f0e442", "#56b4e9", "#d98fbb", "#1fb58a")
FAMILIES = ("blue", "green", "pink", "red", "yellow")
DASHES = ("", "10 4", "2.2 4.4")  # for the first, second and third path of a colour

# Each colour by night and on vellum.
COLOURS: dict[str, tuple[str, str]] = {
    "sky": ("#1b2850", "#f3e8cd"),
    "sky-deep": ("#080d1d", "#e3d0a6"),
    "star": ("#dfe7ff", "#b79a66"),
    "moon": ("#f6efd8", "#fbf5e2"),
    "moon-sea": ("#d9cfb0", "#d9c59a"),
    "halo": ("#9fb4ea", "#fff8e0"),
    "shade": ("#03050c", "#6b5330"),
    "hill": ("#16282c", "#e6d6ae"),
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
    "leaf-high": ("#3f7d57", "#b9c884"),
    "soil": ("#4a3826", "#cbb184"),
    "bloom": ("#c9788e", "#c2607a"),
    "stonework": ("#9d9484", "#d8ccb0"),
    "book-a": ("#8e3b3b", "#a8524a"),
    "book-b": ("#3b5f7d", "#5b7f97"),
    "book-c": ("#9a8542", "#b49a52"),
    "bed": ("#15120d", "#f6ecd4"),
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
