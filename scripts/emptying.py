"""The parts of a rule that can be emptied, for `empty_rules.py`: functions with neutral values.

A rule consists of the functions whose docstrings name it, and of the statements under comments that
do. If there are none, the functions of a module, or the methods of a class, whose docstring names
it count. A function is emptied by a body that only returns a neutral value. A statement is emptied
by leaving it out.
"""

from __future__ import annotations
import __future__

import ast
import copy
import functools
import importlib.machinery
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from broken_places import ROOT

from spacecombat_agents.info.rule_coverage import rule_ids

Function = ast.FunctionDef
VALUES = {
    "nothing": ("None",),
    "flag": ("False", "True"),
    "number": ("0", "1", "-1"),
    "text": ("''",),
    "list": ("[]",),
    "mapping": ("{}",),
    "none of them": ("iter(())",),
    "other": ("0", "1", "None"),
}
"""Return values of an emptied function, by kind of result. The next one is tried if the tests
do not notice the first.
"""
GO_ON = {"proceed"}
"""Functions that a step of the turn calls to pass on to the next step."""
NUMBERS = {"int", "len", "min", "max", "sum", "abs", "round", "divmod", "float"}
FLAGS = {"bool", "any", "all", "isinstance"}


@dataclass(frozen=True)
class Part:
    """A function of a rule, or a statement of one."""

    file: str
    name: str
    """The function; `Class.method` for one of a class."""
    line: int = 0
    """The line of the statement; 0 for the whole function."""

    def __str__(self) -> str:
        return f"{self.file}::{self.name}" + (f":{self.line}" if self.line else "")


# -- where rules stand ---------------------------------------------------------------------------


def parts_of_rules(package: Path, rules: Iterable[str]) -> dict[str, list[Part]]:
    """Return the parts of each rule that can be emptied, starting with functions whose
    docstring begins with its id.
    """
    known = set(rules)
    found: dict[str, dict[Part, int]] = {rule: {} for rule in rules}
    for path in sorted(package.rglob("*.py")):
        for part, rule, rank in _named(path):
            if rule in known:
                found[rule][part] = min(rank, found[rule].get(part, rank))
    wholes = {rule: min(ranks.values(), default=0) for rule, ranks in found.items()}
    return {
        rule: sorted(
            (part for part, rank in ranks.items() if rank < HOLDERS or wholes[rule] == HOLDERS),
            key=ranks.__getitem__,
        )
        for rule, ranks in found.items()
    }


HOLDERS = 300
"""Rank of the contents of a module or a class that names a rule."""


def _named(path: Path) -> Iterator[tuple[Part, str, int]]:
    """Yield parts of a file, the rule of each, and their rank."""
    file = path.relative_to(ROOT).as_posix()
    tree, notes = parsed(file), _comments(path)
    for name, node, holder in functions(tree):
        part = Part(file, name)
        prose = ast.get_docstring(node) or ""
        first = next(rule_ids(prose.partition(" ")[0]), "")
        every = list(rule_ids(prose))
        for rule in every:  # parts of few rules first, since those are the most specific
            yield part, rule, (0 if rule == first else 100) + len(every)
        for rule in rule_ids((ast.get_docstring(tree) or "") + " " + holder):
            yield part, rule, HOLDERS
        for line, note in notes.items():
            if node.lineno <= line <= (node.end_lineno or 0):
                for rule in rule_ids(note):
                    under = _statement(node, line)
                    yield Part(file, name, under.lineno) if under else part, rule, 200


@functools.cache
def parsed(file: str) -> ast.Module:
    """Return the tree of a file; callers must not change it."""
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> Iterator[tuple[str, Function, str]]:
    """Yield the functions and methods of a module by name, with the docstring of their class."""
    for node in tree.body:
        if isinstance(node, Function):
            yield node.name, node, ""
        elif isinstance(node, ast.ClassDef):
            prose = " ".join(
                inner.value.value
                for inner in node.body
                if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)
                if isinstance(inner.value.value, str)
            )
            for inner in node.body:
                if isinstance(inner, Function):
                    yield f"{node.name}.{inner.name}", inner, prose


def _comments(path: Path) -> dict[int, str]:
    """Return the comments of a file by line."""
    text = path.read_text(encoding="utf-8")
    actions = tokenize.generate_tokens(io.StringIO(text).readline)
    return {action.start[0]: action.string for action in actions if action.type == tokenize.COMMENT}


def _statement(function: Function, line: int) -> ast.stmt | None:
    """Return the statement of a comment: the one around it, or the next."""
    inner = [n for n in ast.walk(function) if isinstance(n, ast.stmt) and n is not function]
    own = [n for n in inner if n.lineno <= line <= _head(n)]
    if own:
        return max(own, key=lambda n: n.lineno)
    return min((n for n in inner if n.lineno > line), key=lambda n: n.lineno, default=None)


def _head(node: ast.stmt) -> int:
    """Return the last line of a statement, or of the head of a compound one."""
    body = getattr(node, "body", None)
    return body[0].lineno - 1 if body else node.end_lineno or node.lineno


# -- emptying ------------------------------------------------------------------------------------


def neutral_values(part: Part) -> tuple[str, ...]:
    """Return the return values of an emptied part, in the order of trials."""
    if part.line:
        return ("None",)
    node = _function(parsed(part.file), part.name)
    kind = kind_of(node)
    if kind == "nothing":
        return (*passing_on(node), *VALUES[kind])
    if kind == "other":
        first = [argument.arg for argument in node.args.args if argument.arg not in ("self", "cls")]
        return (*VALUES[kind], *first[:1])
    if kind.startswith("tuple"):
        count = int(kind.partition(" ")[2])
        return tuple(repr((value,) * count) for value in (0, 1))
    return VALUES[kind]


def passing_on(node: Function) -> list[str]:
    """Return the last call by which a step of the turn passes on to the next.

    It is the same whatever the step did. Without it the game would stand still, and no test could
    tell why.
    """
    known = {argument.arg for argument in node.args.args} | {"Step", "proceed"}
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call) and ast.unparse(n.func) in GO_ON]
    calls = [n for n in calls if _names(n) <= known]
    return [ast.unparse(max(calls, key=lambda call: call.lineno))] if calls else []


def _names(node: ast.AST) -> set[str]:
    """Return the names in a part of a tree."""
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def kind_of(node: Function) -> str:
    """Return the kind of a function's result: a key of `VALUES` or `tuple N`."""
    if any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in ast.walk(node)):
        return "none of them"
    returned = [
        inner.value
        for inner in ast.walk(node)
        if isinstance(inner, ast.Return) and inner.value is not None
    ]
    if not returned:
        return "nothing"
    said = _declared(ast.unparse(node.returns)) if node.returns is not None else ""
    if said:
        return said
    kinds = {_kind(value, node, 3) for value in returned} - {"unknown"}
    if len(kinds) == 1:
        return kinds.pop()
    return "number" if kinds == {"number", "flag"} else "other"


def _declared(annotation: str) -> str:
    """Return the kind in an annotation; empty if it leaves it open."""
    word = annotation.partition("[")[0].partition(" |")[0]
    kinds = {"bool": "flag", "int": "number", "float": "number", "str": "text", "list": "list"}
    return (kinds | {"dict": "mapping", "None": "nothing"}).get(word, "")


def _kind(value: ast.expr, node: Function, depth: int) -> str:
    """Return the kind of an expression, as far as its form shows it."""
    if isinstance(value, ast.Tuple):
        return f"tuple {len(value.elts)}"
    if isinstance(value, ast.Constant):
        return {bool: "flag", int: "number", float: "number", str: "text"}.get(
            type(value.value), "other"
        )
    if isinstance(value, ast.Compare) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    ):
        return "flag"
    if isinstance(value, ast.BinOp | ast.UnaryOp):
        return "number"
    if isinstance(value, ast.BoolOp):
        kinds = {_kind(inner, node, depth) for inner in value.values}
        return "flag" if "flag" in kinds else kinds.pop()
    if isinstance(value, ast.IfExp):
        return _kind(value.body, node, depth)
    if isinstance(value, ast.Call):
        name = value.func.id if isinstance(value.func, ast.Name) else ""
        return "number" if name in NUMBERS else "flag" if name in FLAGS else "unknown"
    if isinstance(value, ast.Name) and depth:
        sources = [
            inner.value
            for inner in ast.walk(node)
            if isinstance(inner, ast.Assign | ast.AugAssign)
            for target in (inner.targets if isinstance(inner, ast.Assign) else [inner.target])
            if isinstance(target, ast.Name) and target.id == value.id
        ]
        kinds = {_kind(source, node, depth - 1) for source in sources} - {"unknown"}
        return kinds.pop() if len(kinds) == 1 else "unknown"
    return "unknown"


def _function(tree: ast.Module, name: str) -> Function:
    """Return a function of a tree by name."""
    return next(node for its, node, _ in functions(tree) if its == name)


def emptied_tree(part: Part, value: str) -> ast.Module:
    """Return the tree of a part's file with the part emptied."""
    tree = copy.deepcopy(parsed(part.file))
    _empty(_function(tree, part.name), part, value)
    return ast.fix_missing_locations(tree)


def _empty(node: Function, part: Part, value: str) -> None:
    """Empty a function, or leave out a statement of it."""
    if not part.line:
        node.body = ast.parse(f"return {value}").body
        return
    for holder in ast.walk(node):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(holder, field, None)
            if isinstance(block, list):
                left = [ast.Pass() if inner.lineno == part.line else inner for inner in block]
                setattr(holder, field, left)


def empty_in_place(part: Part, value: str) -> None:
    """Give the function of a part, wherever it was imported, the code of the emptied one."""
    node = copy.deepcopy(_function(parsed(part.file), part.name))
    _empty(node, part, value)
    node.decorator_list, node.returns = [], None
    every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    for argument in (*every, *filter(None, (node.args.vararg, node.args.kwarg))):
        argument.annotation = None
    blank: list[ast.expr] = [ast.Constant(None)]
    node.args.defaults = blank * len(node.args.defaults)
    node.args.kw_defaults = [default and blank[0] for default in node.args.kw_defaults]
    names: dict[str, Any] = {}
    module = ast.fix_missing_locations(ast.Module([node], []))
    flags = __future__.annotations.compiler_flag
    exec(compile(module, str(ROOT / part.file), "exec", flags, True), names)
    living(part).__code__ = names[node.name].__code__


def is_compiled(part: Part) -> bool:
    """Whether a part belongs to the engine, which the library has as machine code."""
    marks = _function(parsed(part.file), part.name).decorator_list
    return any(ast.unparse(mark) in ("native", "inlined") for mark in marks)


def living(part: Part) -> Any:
    """Return the plain function of a part, as its module has it."""
    found: Any = importlib.import_module(".".join(Path(part.file).with_suffix("").parts))
    for name in part.name.split("."):
        found = vars(found)[name] if isinstance(found, type) else getattr(found, name)
    for under in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, under, found)
    return found


def source_of(file: str, name: str) -> str:
    """Return the source of a function without comments; empty if there is none."""
    path = ROOT / file
    if not path.is_file():
        return ""
    found = (node for its, node, _ in functions(parsed(file)) if its == name)
    return next((ast.unparse(node) for node in found), "")


def emptied_at_import(part: Part, value: str) -> None:
    """Make later imports of a part's module use the emptied part."""
    loader: Any = importlib.machinery.SourceFileLoader
    usual: Callable[[Any, str], CodeType] = loader.get_code

    def get_code(self: Any, name: str) -> CodeType:
        """Return the code of a module, emptied if it is the part's."""
        if Path(self.path) != ROOT / part.file:
            return usual(self, name)
        return compile(emptied_tree(part, value), self.path, "exec", dont_inherit=True)

    loader.get_code = get_code
