"""A rule is a function in ``rules/``: nobody else decides by an option, and no enumerated value is spelt as a sentence."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import nuns
from nuns.rules.options import Options

PACKAGE = Path(nuns.__file__).parent
NAMES = {each.name for each in fields(Options)}

# Code that names or describes options, and decides no rule by them.
DESCRIBED: dict[str, set[str]] = {}


def sources() -> Iterator[Path]:
    """Every module outside ``rules/``."""
    return (path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] != "rules")


def options_read(path: Path) -> set[str]:
    """The options that a module reads: ``….options.sight``, ``options.sight``, or by ``getattr``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Attribute(attr="options") | ast.Name(id="options"), attr=name) if name in NAMES:
                found.add(name)
            case ast.Call(func=ast.Name(id="getattr"), args=[ast.Attribute(attr="options") | ast.Name(id="options"), *_]):
                found.add("getattr")
            case _:
                pass
    return found


def test_no_module_outside_the_rules_decides_by_an_option() -> None:
    read = {path.relative_to(PACKAGE).as_posix(): options_read(path) for path in sources()}
    assert {module: names for module, names in read.items() if names} == DESCRIBED


def test_a_read_of_an_option_is_found_in_every_form(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "a = game.options.sight\nb = options.turns\nc = getattr(state.options, name)\nd = settings.options\n", encoding="utf-8"
    )
    assert options_read(module) == {"sight", "turns", "getattr"}


def public_classes() -> Iterator[tuple[str, str]]:
    """The name and the module of every public class of the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, path.relative_to(PACKAGE).as_posix()


def test_no_two_public_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for name, module in public_classes():
        homes.setdefault(name, []).append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}
