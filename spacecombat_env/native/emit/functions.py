"""One rule function for arguments of some types: its inferred types and its C++."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import TYPE_CHECKING, Any

from spacecombat_env.native.emit.own_arrays import check_returned
from spacecombat_env.native.emit.source import LanguageError, Unresolved, source_of
from spacecombat_env.native.emit.statements import Statements
from spacecombat_env.native.emit.types import NOTHING, Type, safe, stored, together, variable, zero

if TYPE_CHECKING:
    from spacecombat_env.native.emit.program import Program

ROUNDS = 12
"""At most so many rounds of inference; types only widen, so few are needed."""


class Function:
    """A function and the types of its variables and its result."""

    def __init__(
        self, program: Program, function: FunctionType, kinds: tuple[Type, ...], name: str
    ) -> None:
        self.program = program
        self.python = function
        self.name = name
        self.kinds = kinds
        self.source = source_of(function)
        self.globals: dict[str, Any] = function.__globals__
        self.parameters = [each.arg for each in self.source.tree.args.args]
        self.locals = set(self.parameters) | _assigned_names(self.source.tree)
        self.types: dict[str, Type] = dict(zip(self.parameters, kinds, strict=False))
        self.result: Type | None = None
        self.writes = False
        """Whether it, or a function that it calls, changes memory."""
        self.calls: set[Function] = set()
        self.unresolved: list[Unresolved] = []
        self.is_done = False
        self.own_arrays: dict[str, Type] = {}
        """The types of the elements of arrays that it makes, by variable."""
        self.body: list[str] = []
        self._temporaries = 0
        if len(kinds) != len(self.parameters):
            raise LanguageError(
                f"{self.source.file}:{self.source.line}: {function.__name__} takes "
                f"{len(self.parameters)} arguments, not {len(kinds)}"
            )

    def infer(self) -> None:
        """Find the types of variables and result, and write the body."""
        returns = any(isinstance(node, ast.Return) for node in ast.walk(self.source.tree))
        if not returns:
            self.result = NOTHING
        for _ in range(ROUNDS):
            before = (dict(self.types), self.result, self.writes)
            self._temporaries = 0
            self.unresolved = []
            self.body = list(Statements(self).block(self.source.tree.body, 1))
            self.writes = self.writes or any(callee.writes for callee in self.calls)
            if before == (self.types, self.result, self.writes):
                break
        if self.unresolved:
            raise LanguageError(str(self.unresolved[0]))
        check_returned(self)
        self.is_done = True

    def assigned(self, target: ast.Name, type_: Type) -> Type:
        """Note that a variable holds a value of a type; return the variable's type."""
        known = self.types.get(target.id)
        shared = type_ if known is None else together(known, type_)
        if shared is None:
            raise LanguageError(
                f"{self.source.place(target)}: `{target.id}` holds things of different types: "
                "use two names"
            )
        self.types[target.id] = shared
        return shared

    def returned(self, node: ast.AST, type_: Type) -> Type:
        """Note that the function returns a value of a type; return the type of its result."""
        shared = type_ if self.result is None else together(self.result, type_)
        if shared is None:
            raise LanguageError(f"{self.source.place(node)}: the function returns different types")
        self.result = shared
        return shared

    def temporary(self) -> int:
        """Return the number of a new temporary variable."""
        self._temporaries += 1
        return self._temporaries

    # --- text -------------------------------------------------------------------------------------

    @property
    def declaration(self) -> str:
        """The head of the function in C++."""
        assert self.result is not None
        parameters = ", ".join(
            f"{variable(kind)} {safe(name)}"
            for name, kind in zip(self.parameters, self.kinds, strict=True)
        )
        inline = "PY_INLINED " if getattr(self.python, "is_inlined", False) else ""
        return f"{inline}static {variable(self.result)} {self.name}({parameters})"

    @property
    def definition(self) -> str:
        """The whole function in C++."""
        names = sorted(set(self.types) - set(self.parameters))
        lines = [f'#line {self.source.line} "{self.source.file}"', f"{self.declaration} {{"]
        for name in names:
            type_ = self.types[name]
            lines.append(f"  {variable(type_)} {safe(name)} = {zero(type_)};")
        for name, element in self.own_arrays.items():
            lines.append(f"  py::Memory<{stored(element)}> memory_of_{name};")
        return "\n".join([*lines, *self.body, "}"])


def _assigned_names(tree: ast.FunctionDef) -> set[str]:
    """Return the names that a function assigns to."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
