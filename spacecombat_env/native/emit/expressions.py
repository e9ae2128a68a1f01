"""Expressions of rules as C++, with their types: calls, and all that their bases have."""

from __future__ import annotations

import ast
import enum
from types import FunctionType

import numpy as np

from spacecombat_env.native.emit.basics import MISSING, Value
from spacecombat_env.native.emit.operators import Operators
from spacecombat_env.native.emit.source import Unresolved
from spacecombat_env.native.emit.types import (
    FLOAT,
    INT,
    INT32,
    NOTHING,
    RANGE,
    Scalar,
    held,
    is_reference,
)

BUILTINS = {
    **{"int": (1, 1), "bool": (1, 1), "float": (1, 1), "len": (1, 1), "abs": (1, 1)},
    **{"round": (1, 1), "min": (2, 99), "max": (2, 99), "range": (1, 3)},
}
"""The builtin functions of the language: their least and greatest number of arguments."""


class Expressions(Operators):
    """The expressions of one function."""

    def _call(self, node: ast.Call) -> Value:
        """A rule, a builtin, or an enum that only names a number."""
        name = ast.unparse(node.func)
        if node.keywords:
            raise self.error(node, f"`{name}`: arguments are given by place, not by name")
        called = self.static(node.func)
        if called is MISSING and isinstance(node.func, ast.Name):
            if node.func.id in BUILTINS and node.func.id not in self.function.locals:
                return self._call_builtin(node, node.func.id)
        if isinstance(called, type) and issubclass(called, enum.IntEnum) and len(node.args) == 1:
            return self.integer(node.args[0])
        if called is np.int32 and len(node.args) == 1:
            value = self.integer(node.args[0])
            return value._replace(type=INT32, text=f"int32_t({value.text})")
        if isinstance(called, FunctionType):
            return self._call_rule(node, called)
        raise self.error(
            node,
            f"`{name}` is not a function of the language: call a function of a module, or one of "
            f"{', '.join(BUILTINS)}",
        )

    def _call_builtin(self, node: ast.Call, name: str) -> Value:
        """A builtin function, after a check of the number of its arguments."""
        least, most = BUILTINS[name]
        if not least <= len(node.args) <= most:
            few = "two or more" if name in ("min", "max") else f"{least} to {most}"
            few = "one argument" if least == most else f"{few} arguments"
            raise self.error(node, f"`{ast.unparse(node)}`: {name} takes {few} here")
        found: Value = getattr(self, f"_call_{name}")(node)
        return found

    def _call_rule(self, node: ast.Call, called: FunctionType) -> Value:
        """Call another function of the language."""
        given = [self.valued(each) for each in node.args]
        special = self.program.special(called)
        if special is not None:
            return self._ordered(NOTHING, special, given)._replace(writes=False)
        signature = tuple(
            INT if isinstance(each.type, Scalar) and not each.type.is_float else held(each.type)
            for each in given
        )
        callee = self.program.function(called, signature, self.function, node)
        result = callee.result
        if result is None:
            raise Unresolved(
                f"{self.function.source.place(node)}: {called.__name__} has no type yet"
            )
        self.function.calls.add(callee)
        texts = [
            value._replace(text=self.converted(each, value, kind), type=kind)
            for each, value, kind in zip(node.args, given, signature, strict=True)
        ]
        blanks = ", ".join(["{}"] * len(texts))
        call = self._ordered(result, f"{callee.name}({blanks})", texts, is_passed=True)
        if is_reference(result):
            call = call._replace(text=f"(*{call.text})")
        return call._replace(writes=callee.writes or call.writes, reads=True)

    def _call_int(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        if value.type == FLOAT:
            return value._replace(type=INT, text=f"py::truncated({value.text})")
        return self.as_integer(node.args[0], value)

    def _call_bool(self, node: ast.Call) -> Value:
        return self.condition(node.args[0])

    def _call_float(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        return value._replace(type=FLOAT, text=f"double({value.text})")

    def _call_len(self, node: ast.Call) -> Value:
        try:
            return self._length(self.value(node.args[0]))
        except TypeError as cause:
            raise self.error(node, f"`{ast.unparse(node)}`: {cause}") from cause

    def _call_abs(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        value = value if value.type == FLOAT else self.as_integer(node.args[0], value)
        return value._replace(text=f"py::absolute({value.text})")

    def _call_round(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        if value.type != FLOAT:
            return self.as_integer(node.args[0], value)
        return value._replace(type=INT, text=f"py::rounded({value.text})")

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme(node, "least")

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(node, "greatest")

    def _extreme(self, node: ast.Call, name: str) -> Value:
        """`min` and `max` of two or more numbers."""
        parts, wide = self._alike([self.number(each) for each in node.args])
        blanks = ", ".join(["{}"] * len(parts))
        return self._ordered(wide, f"py::{name}({blanks})", parts)

    def _call_range(self, node: ast.Call) -> Value:
        parts = [self.integer(each) for each in node.args]
        if len(parts) == 3 and self.static(node.args[2]) == 0:
            raise self.error(node, "the step of a range must not be 0")
        if len(parts) == 1:
            parts.insert(0, Value(INT, "0_i"))
        if len(parts) == 2:
            parts.append(Value(INT, "1_i"))
        texts = ", ".join(part.text for part in parts)
        return self._joined(RANGE, f"py::Range{{{texts}}}", parts)
