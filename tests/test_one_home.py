"""A rule is a function in ``rules/``: nobody else decides by an option, writes what a rule writes, or counts the cards of the deck."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import nuns
from nuns.rules.options import Options
from nuns.rules.words import Blessing

PACKAGE = Path(nuns.__file__).parent
NAMES = {each.name for each in fields(Options)}
# Fields of a state that say who is asked, what is planned, and who holds which blessing: they change by a rule alone.
RULED = {
    "plan", "route", "steps", "longer", "asked", "answers", "blessings", "played", "untold", "fakes", "fakes_beside", "heard", "marked",
}  # fmt: skip

# Code that names or describes options, and decides no rule by them.
DESCRIBED: dict[str, set[str]] = {}
# Code outside the rules that writes such fields, or fields of that name of other things, and why no rule is written again in it.
WRITTEN = {
    "analysis/values.py": {"plan"},  # of the workspace: the small actions of an answer
    "analysis/worlds.py": {"asked", "blessings"},  # a number for what is known; cards that the rules say are hidden, dealt to many worlds
    "bots/belief.py": {"blessings"},  # those that the seat was dealt, as its first event tells them
    "bots/filter/observation.py": {"longer", "plan"},  # what a movement card shows
    "bots/policies/belief_novice.py": {"plan"},  # of the workspace
    "bots/policies/decisions.py": {"plan"},  # of the workspace
    "bots/policies/imagined_movement.py": {"asked"},  # nobody, so that the rules go on from another stage
    "env/mini_convent.py": {"route"},  # the position in which that game begins
    "env/openspiel.py": {"answers", "asked", "blessings", "route"},  # what is drawn for others: cards that are hidden, answers, a dot
    "referee/foresight.py": {"longer", "plan"},  # a gait on trial, of which the rules are asked
    "referee/game.py": {"answers", "asked", "blessings", "played", "untold"},  # copies; and an answer that is under way
    "referee/position.py": {"asked", "route"},  # a position that somebody set up
    "referee/scene.py": {"steps"},  # likewise
    "referee/view.py": {"blessings", "played", "untold"},  # empty rows, which the rules fill in
}
# Constants outside the rules that are named after cards, and what they count.
COUNTED = {
    "board/convent.py": {"WISH_CARDS"},  # the deck is data of the board
    "bots/policies/belief_guards.py": {"CARDS"},  # numbers of small actions
}


@cache
def sources() -> dict[str, ast.Module]:
    """Every module outside ``rules/``, by its path in the package."""
    found = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    return {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in found.items() if not module.startswith("rules/")}


def options_read(module: ast.Module) -> set[str]:
    """The options that a module reads: ``….options.sight``, ``options.sight``, or by ``getattr``."""
    found = set()
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=ast.Attribute(attr="options") | ast.Name(id="options"), attr=name) if name in NAMES:
                found.add(name)
            case ast.Call(func=ast.Name(id="getattr"), args=[ast.Attribute(attr="options") | ast.Name(id="options"), *_]):
                found.add("getattr")
            case _:
                pass
    return found


def fields_written(module: ast.Module) -> set[str]:
    """The ruled fields that a module assigns to: ``novice.plan``, ``novice.route[0]``, ``states["asked"]``, alone or with others."""
    found = set[str]()
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=targets):
                found.update(name for target in targets for name in names_in(target))
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
                found.update(names_in(target))
            case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str(name)), *_]):
                found.add(name)
            case _:
                pass
    return found & RULED


def names_in(target: ast.expr) -> Iterator[str]:
    """The fields in one target of an assignment; those of ``self`` are the module's own."""
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from names_in(part)
        case ast.Subscript(value=value, slice=place):
            if isinstance(place, ast.Constant) and isinstance(place.value, str):
                yield place.value
            yield from names_in(value)
        case ast.Attribute(value=value, attr=name) if not (isinstance(value, ast.Name) and value.id == "self"):
            yield name
        case _:
            pass


def decks_written(module: ast.Module) -> set[str]:
    """Where a module counts cards: constants that are named after cards or blessings, and expressions that repeat every blessing."""
    found = set[str]()
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int())) if "CARDS" in name or "BLESSINGS" in name:
                found.add(name)
            case _:
                pass
    for node in ast.walk(module):
        match node:
            case ast.ListComp(generators=[_, _, *_] as loops) if any(mentions_blessings(loop.iter) for loop in loops):
                found.add(ast.unparse(node))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if mentions_blessings(left) or mentions_blessings(right):
                found.add(ast.unparse(node))
            case _:
                pass
    return found


def mentions_blessings(expression: ast.expr) -> bool:
    """Whether the kinds of blessing stand anywhere in an expression."""
    return any(isinstance(each, ast.Name) and each.id == Blessing.__name__ for each in ast.walk(expression))


def test_no_module_outside_the_rules_decides_by_an_option() -> None:
    read = {module: options_read(tree) for module, tree in sources().items()}
    assert {module: names for module, names in read.items() if names} == DESCRIBED


def test_no_module_outside_the_rules_writes_what_a_rule_writes() -> None:
    written = {module: fields_written(tree) for module, tree in sources().items()}
    assert {module: names for module, names in written.items() if names} == WRITTEN


def test_no_module_outside_the_rules_counts_the_cards_of_the_deck() -> None:
    counted = {module: decks_written(tree) for module, tree in sources().items()}
    assert {module: names for module, names in counted.items() if names} == COUNTED


def test_a_read_of_an_option_is_found_in_every_form() -> None:
    module = ast.parse("a = game.options.sight\nb = options.turns\nc = getattr(state.options, name)\nd = settings.options\n")
    assert options_read(module) == {"sight", "turns", "getattr"}


def test_a_field_that_is_written_is_found_in_every_form() -> None:
    written = (
        "novice.plan = 0",
        "novice.route[0], novice.steps = novice.dot, 0",
        'states["novices"][:, figure]["longer"] = 0',
        'novices["marked"][:, 0] = 1',
        'states["asked"] |= 1 << figure',
        'setattr(state, "untold", [])',
        "self.heard = 0",
        "count = novice.fakes",
    )
    assert fields_written(ast.parse("\n".join(written))) == {"plan", "route", "steps", "longer", "marked", "asked", "untold"}


def test_a_deck_is_found_in_every_form() -> None:
    counted = (
        "CARDS_OF_A_KIND = 2",
        "left = [card for card in range(Blessing.ONE_MORE_STEP, 5) for _ in range(2)]",
        "left = [int(kind) for kind in Blessing for _ in range(2)]",
        "left = 2 * list(Blessing)",
        "names = [kind.name for kind in Blessing]",
    )
    assert len(decks_written(ast.parse("\n".join(counted)))) == 4


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
