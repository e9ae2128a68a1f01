"""One rule function for arguments of some types: its inferred types and its C++."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import TYPE_CHECKING, Any

from spacecombat_env.native.emit.own_arrays import check_returned
from spacecombat_env.native.emit.source import LanguageError, Unresolved, source_of
from spacecombat_env.native.emit.statements import Statements
from spacecombat_env.native.emit.types import (
    NOTHING,
    Scalar,
    Span,
    Tuple,
    Type,
    file_in_c,
    identifier,
    is_reference,
    safe,
    stored,
    together,
    variable,
    zero,
)

if TYPE_CHECKING:
    from spacecombat_env.native.emit.program import Program


class Function:
    """A function and the types of its variables and its result."""

    def __init__(
        self, program: Program, function: FunctionType, signature: tuple[Type, ...], name: str
    ) -> None:
        self.program = program
        self.python = function
        self.name = name
        self.signature = signature
        self.source = source_of(function)
        self.globals: dict[str, Any] = function.__globals__
        self.parameters = [each.arg for each in self.source.tree.args.args]
        self.locals = set(self.parameters) | _assigned_names(self.source.tree)
        self.types: dict[str, Type] = dict(zip(self.parameters, signature, strict=False))
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
        if len(signature) != len(self.parameters):
            raise LanguageError(
                f"{self.source.file}:{self.source.line}: {function.__name__} takes "
                f"{len(self.parameters)} arguments, not {len(signature)}"
            )

    def infer(self) -> None:
        """Find the types of variables and result, and write the body."""
        returns = any(isinstance(node, ast.Return) for node in ast.walk(self.source.tree))
        if not returns:
            self.result = NOTHING
        before: Any = None
        while before != (self.types, self.result, self.writes):  # ends, since types only widen
            before = (dict(self.types), self.result, self.writes)
            self._temporaries = 0
            self.unresolved = []
            self.body = list(Statements(self).block(self.source.tree.body, 1))
            self.writes = self.writes or any(callee.writes for callee in self.calls)
        if self.unresolved:
            raise LanguageError(str(self.unresolved[0]))
        if self.result != NOTHING and Statements(self).reaches_end(self.source.tree.body):
            last = self.source.tree.body[-1]
            raise LanguageError(
                f"{self.source.place(last)}: `{self.python.__name__}` may end without a result: "
                "return a value on every way"
            )
        self._check_parameters()
        check_returned(self)
        self.is_done = True

    def _check_parameters(self) -> None:
        """Raise LanguageError if a parameter is a tuple, and then one with other types."""
        for name, kind in zip(self.parameters, self.signature, strict=True):
            type_ = self.types[name]
            if isinstance(kind, Tuple) and variable(type_) != variable(kind):
                raise LanguageError(
                    f"{self.source.place(self.source.tree)}: `{name}` holds {describe(kind)} and "
                    f"{describe(type_)}: use two names"
                )

    def assigned(self, target: ast.Name, type_: Type) -> Type:
        """Note that a variable holds a value of a type; return the variable's type."""
        known = self.types.get(target.id)
        shared = type_ if known is None else together(known, type_)
        if shared is None:
            raise LanguageError(
                f"{self.source.place(target)}: `{target.id}` holds {describe(known or type_)} and "
                f"{describe(type_)}: use two names"
            )
        self.types[target.id] = shared
        return shared

    def returned(self, node: ast.AST, type_: Type) -> Type:
        """Note that the function returns a value of a type; return the type of its result."""
        shared = type_ if self.result is None else together(self.result, type_)
        if shared is None:
            known = describe(self.result or type_)
            raise LanguageError(
                f"{self.source.place(node)}: `{self.python.__name__}` returns "
                f"{known} and {describe(type_)}: return one type"
            )
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
            f"{variable(kind)} {safe(name)}{'_given_' if self.types[name] != kind else ''}"
            for name, kind in zip(self.parameters, self.signature, strict=True)
        )
        inline = "PY_INLINED " if getattr(self.python, "is_inlined", False) else ""
        return f"{inline}PY_DEVICE static {variable(self.result)} {self.name}({parameters})"

    def _widened_parameter(self, name: str, kind: Type) -> str:
        """Return the declaration of a variable that begins as a parameter and holds more."""
        type_, given = self.types[name], f"{safe(name)}_given_"
        if isinstance(type_, Span):
            given = f"py::span({'*' if is_reference(kind) else ''}{given})"
        elif isinstance(type_, Scalar):
            given = f"{type_.name}({given})"
        return f"{variable(type_)} {safe(name)} = {given};"

    @property
    def definition(self) -> str:
        """The whole function in C++."""
        names = sorted(set(self.types) - set(self.parameters))
        lines = [
            f'#line {self.source.line} "{file_in_c(self.source.file)}"',
            f"{self.declaration} {{",
        ]
        for name, kind in zip(self.parameters, self.signature, strict=True):
            if self.types[name] != kind:
                lines.append(f"  {self._widened_parameter(name, kind)}")
        for name in names:
            type_ = self.types[name]
            lines.append(f"  {variable(type_)} {safe(name)} = {zero(type_)};")
        for name, element in self.own_arrays.items():
            lines.append(f"  py::Memory<{stored(element)}> memory_of_{name};")
        return "\n".join([*lines, *self.body, "}"])


def describe(type_: Type) -> str:
    """Return a type in words, with its name in C++."""
    return "nothing" if type_ == NOTHING else f"`{identifier(type_)}`"


def _assigned_names(tree: ast.FunctionDef) -> set[str]:
    """Return the names that a function assigns to."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
