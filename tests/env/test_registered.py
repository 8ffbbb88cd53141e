"""The environments by their registered name, and what they refuse before they begin."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nuns.env import aec_env, single_env, vector_env

GUIDE = Path(__file__).parents[2] / "docs" / "research.md"
LOOK = """
print(seat.unwrapped.agent, many.num_envs, everyone.possible_agents)
print(seat.reset(seed=1)[0]["action_mask"].sum() > 0, many.reset(seed=1)[0]["action_mask"].shape)
"""


def test_the_names_in_the_guide_are_found_with_the_imports_in_the_guide() -> None:
    """In a process of its own, in which nothing else has imported the environments."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = (block for block in blocks if "gymnasium.make(" in block)
    done = subprocess.run([sys.executable, "-W", "error", "-c", block + LOOK], capture_output=True, text=True, check=False, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["0 64 ['novice_0', 'novice_1', 'guards_0']", "True (64, 16)"]


@pytest.mark.parametrize("make", [aec_env, single_env, lambda **more: vector_env(2, **more)], ids=["aec", "single", "vector"])
def test_an_unknown_render_mode_is_refused(make: Any) -> None:
    with pytest.raises(ValueError, match=r"^expected a render mode among svg, rgb_array, ansi, human, or None; got 'bogus'$"):
        make(render_mode="bogus")
