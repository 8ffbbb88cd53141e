"""Mutants: copies of a function of the rules with one small fault."""

import ast
import copy
import random
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, the line before and after, and the code of the whole function with it."""

    module: str
    function: str
    line: int
    before: str
    after: str
    code: types.CodeType

    def __str__(self) -> str:
        return f"{self.module}.{self.function}, line {self.line}: `{self.before}` → `{self.after}`"


def sampled_mutants(modules: list[Path], count: int, seed: int) -> list[Mutant]:
    """Returns a seeded sample of the mutants of these modules, in the order of the source."""
    everything = [mutant for module in modules for mutant in mutants_of(module)]
    chosen = random.Random(seed).sample(range(len(everything)), min(count, len(everything)))
    return [everything[number] for number in sorted(chosen)]


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Returns every mutant of a module's functions, one after the other."""
    tree = ast.parse(path.read_text("utf-8"))
    for function in tree.body:
        if isinstance(function, ast.FunctionDef):
            for number in range(len(list(_faults(function)))):
                changed = copy.deepcopy(function)
                put, block, place = list(_faults(changed))[number]
                before, line = _first_line(block[place]), block[place].lineno
                put()
                module = ast.fix_missing_locations(ast.Module([changed], []))
                (code,) = (part for part in compile(module, str(path), "exec").co_consts if isinstance(part, types.CodeType))
                yield Mutant(path.stem, function.name, line, before, _first_line(block[place]), code)


def _first_line(statement: ast.stmt) -> str:
    """Returns the first line of a statement, as source."""
    return ast.unparse(statement).partition("\n")[0]


def _faults(function: ast.FunctionDef) -> Iterator[tuple["_Fault", list[ast.stmt], int]]:
    """Returns each fault that can be put into a function, with the block and the place in it that show it."""
    for block, number, statement in _statements(function):
        if isinstance(statement, ast.Assign | ast.AugAssign) or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
            yield _Fault(block.__setitem__, number, ast.copy_location(ast.Pass(), statement)), block, number
        if isinstance(statement, ast.Break | ast.Continue):
            other = ast.Continue() if isinstance(statement, ast.Break) else ast.Break()
            yield _Fault(block.__setitem__, number, ast.copy_location(other, statement)), block, number
        for expression in _expressions(statement):
            for fault in _faults_of_expression(expression):
                yield fault, block, number
        if isinstance(statement, ast.If | ast.While):
            yield _Fault(setattr, statement, "test", ast.UnaryOp(ast.Not(), statement.test)), block, number


class _Fault:
    """A change that is made when it is called."""

    def __init__(self, change: object, *arguments: object) -> None:
        self._change, self._arguments = change, arguments

    def __call__(self) -> None:
        assert callable(self._change)
        self._change(*self._arguments)


def _statements(function: ast.FunctionDef) -> Iterator[tuple[list[ast.stmt], int, ast.stmt]]:
    """Returns every statement with the block it stands in; a docstring is none."""
    blocks = [function.body]
    while blocks:
        block = blocks.pop()
        for number, statement in enumerate(block):
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                yield block, number, statement
            blocks += [part for name in ("body", "orelse", "finalbody") if (part := getattr(statement, name, None))]


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Returns the expressions of a statement, without those of the blocks and the type annotations in it."""
    heads = [value for name, value in ast.iter_fields(statement) if name not in ("body", "orelse", "finalbody", "annotation", "targets")]
    for head in heads:
        for part in head if isinstance(head, list) else [head]:
            if isinstance(part, ast.AST):
                yield from (node for node in ast.walk(part) if isinstance(node, ast.expr))


def _faults_of_expression(expression: ast.expr) -> Iterator[_Fault]:
    """Returns the faults of one expression: another comparison, operator, number or truth, a side of `and` or `or` left out."""
    if isinstance(expression, ast.Compare):
        for number, comparison in enumerate(expression.ops):
            yield _Fault(expression.ops.__setitem__, number, COMPARISONS[type(comparison)]())
    if isinstance(expression, ast.BinOp) and type(expression.op) in OPERATORS:
        yield _Fault(setattr, expression, "op", OPERATORS[type(expression.op)]())
    if isinstance(expression, ast.BoolOp):
        is_and = isinstance(expression.op, ast.And)
        yield _Fault(setattr, expression, "op", ast.Or() if is_and else ast.And())
        for number in range(len(expression.values)):
            yield _Fault(expression.values.__setitem__, number, ast.Constant(is_and))
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not):
        yield _Fault(setattr, expression, "op", ast.UAdd())
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Invert | ast.USub):
        yield _Fault(setattr, expression, "op", ast.UAdd())
    if isinstance(expression, ast.Constant) and isinstance(expression.value, bool):
        yield _Fault(setattr, expression, "value", not expression.value)
    elif isinstance(expression, ast.Constant) and isinstance(expression.value, int):
        yield _Fault(setattr, expression, "value", expression.value + 1)
    if isinstance(expression, ast.IfExp):
        yield _Fault(setattr, expression, "test", ast.UnaryOp(ast.Not(), expression.test))
