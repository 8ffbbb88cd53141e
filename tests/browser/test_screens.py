"""Every screen, large by night and small on vellum: axe finds nothing serious, and nothing has to be scrolled sideways."""

import pytest

from tests.browser.conftest import Visit
from tests.kit.browser import SIZES, THEMES, axe_faults
from tests.kit.screens import SCREENS, fits


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_for_everyone(visit: Visit, screen: str) -> None:
    visitor = visit()
    SCREENS[screen](visitor)
    faults = []
    for size, theme in zip(SIZES, THEMES, strict=True):
        visitor.resize(size)
        visitor.shine(theme)
        if not fits(visitor.page):
            faults.append(f"{size}: wider than the screen")
        faults += [f"{size}, {theme}: {fault}" for fault in axe_faults(visitor.page)]
    assert faults == []
