"""Omit, shorten or cache parts of Numba's own work for inner functions.

Most of the time to compile an engine is spent in Numba's Python, not in LLVM. The same analysis is
made nine times for a function. The same operator is looked up for the same types thousands of
times. A clock is started around every call into LLVM. The context manager `lean()` replaces such
work by shorter code while its body runs, under the compiler's lock. Before and after that Numba is
unchanged. The resulting code does the same.

All of this depends on Numba's internals, as inner.py does, and on the same versions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import llvmlite.binding as llvm
from numba.core import callconv, cgutils, ir, lowering, postproc, transforms, types
from numba.core.base import BaseContext
from numba.core.datamodel.manager import DataModelManager
from numba.core.targetconfig import TargetConfig
from numba.core.types.functions import BaseFunction
from numba.core.typing import context as typing_context

from spacecombat_env.core.engine import calls, plain

# -- variables of an instruction ------------------------------------------------------------------

_WITHOUT_VARIABLES = {str, int, bool, type(None), ir.Loc, float}


def _variables(values: Iterable[Any]) -> list[ir.Var]:
    """Return the variables among values and inside them, in order."""
    found: list[ir.Var] = []
    for value in values:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind in _WITHOUT_VARIABLES:
            continue
        elif kind is tuple or kind is list:
            found += _variables(value)
        elif isinstance(value, ir.Inst):
            found += value.list_vars()
        elif isinstance(value, dict):
            found += _variables(value.values())
    return found


def _list_variables(self: ir.Inst, value: Any) -> list[ir.Var]:
    """For `ir.Inst._rec_list_vars`: the same without a call for each value."""
    return _variables(value.values() if type(value) is dict else (value,))


# -- lives of variables ---------------------------------------------------------------------------

_run_postproc = postproc.PostProcessor.run


def _follow_lives(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """For `PostProcessor.run`: compute lives on demand, not after every pass.

    Only generators need the variables alive at the entry of blocks.
    """
    if self.func_ir.is_generator:
        _run_postproc(self, emit_dels, extend_lifetimes)
        return
    self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
    self.func_ir.variable_lifetime = postproc.VariableLifetime(self.func_ir.blocks)
    self.func_ir.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


# -- what operators give --------------------------------------------------------------------------

_call_type = BaseFunction.get_call_type
_known: dict[tuple[Any, ...], Any] = {}
"""Signatures by function and types; the function is kept with it, so that its number stays its."""


def _remembered_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """For `BaseFunction.get_call_type`: the same function is looked up once for the same types."""
    if kws:
        return _call_type(self, context, args, kws)
    key = id(self), id(context), *args
    found = _known.get(key)
    if found is None:
        signature = _call_type(self, context, args, kws)
        if all(kind.is_precise() and not isinstance(kind, types.Callable) for kind in args):
            _known[key] = self, signature
        return signature
    return found[1]


# -- calls ----------------------------------------------------------------------------------------

_call = callconv.CPUCallConv.call_function
_hand_on = callconv.CPUCallConv.return_status_propagate


class _Status:
    """How a call ended, for Numba's `Status`: what of it is wanted is worked out then."""

    def __init__(self, builder: Any, code: Any) -> None:
        self._builder, self.code = builder, code

    def _is(self, code: Any) -> Any:
        return self._builder.icmp_signed("==", self.code, code)

    @property
    def is_none(self) -> Any:
        return self._is(callconv.RETCODE_NONE)

    @property
    def is_ok(self) -> Any:
        return self._builder.or_(self._is(callconv.RETCODE_OK), self.is_none)

    @property
    def is_error(self) -> Any:
        return self._builder.not_(self.is_ok)

    @property
    def is_stop_iteration(self) -> Any:
        return self._is(callconv.RETCODE_STOPIT)


def _call_plainly(
    self: Any, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
) -> tuple[Any, Any]:
    """For `CPUCallConv.call_function`: what is raised is written where our caller looks for it."""
    own = builder.function.args
    if (
        calls.is_quiet(builder.function)
        or attrs
        or len(own) < 2
        or own[1].name != "excinfo"
        or _may_catch(builder)
    ):
        return _call(self, builder, callee, resty, argtys, args, attrs)  # type: ignore[no-any-return]
    result = cgutils.alloca_once(builder, self.get_return_type(resty).pointee)
    given = self._get_arg_packer(argtys).as_arguments(builder, args)
    status = _Status(builder, builder.call(callee, [result, own[1], *given]))
    return status, self.context.get_returned_value(builder, resty, builder.load(result))


def _hand_on_plainly(self: Any, builder: Any, status: Any) -> None:
    """For `CPUCallConv.return_status_propagate`."""
    if isinstance(status, _Status):
        self._return_errcode_raw(builder, status.code)
    else:
        _hand_on(self, builder, status)


def _may_catch(builder: Any) -> bool:
    """Whether the function that is built has had a `try` so far."""
    return hasattr(builder, "_CPUCallConv__eh_try_state")


# -- fields of records ----------------------------------------------------------------------------

_field = typing_context.BaseContext.resolve_getattr
_fields: dict[tuple[Any, ...], Any] = {}
"""Types of fields by record and name."""


def _remembered_field(self: Any, typ: Any, attr: str) -> Any:
    """For `BaseContext.resolve_getattr`: a field's type is looked up once."""
    if not isinstance(typ, types.Record):
        return _field(self, typ, attr)
    if (typ, attr) not in _fields:
        _fields[typ, attr] = _field(self, typ, attr)
    return _fields[typ, attr]


# -- sizes and models -----------------------------------------------------------------------------

_size = BaseContext.get_abi_sizeof
_sizes: dict[tuple[int, str], int] = {}
"""Bytes by LLVM type; Numba has a module parsed to learn one."""


def _remembered_size(self: Any, lty: Any) -> int:
    """For `BaseContext.get_abi_sizeof`."""
    key = id(self), str(lty)
    if key not in _sizes:
        _sizes[key] = _size(self, lty)
    return _sizes[key]


_model = DataModelManager.lookup
_models: dict[tuple[int, Any], Any] = {}


def _remembered_model(self: Any, fetype: Any) -> Any:
    """For `DataModelManager.lookup`: without a reference that does not hold."""
    key = id(self), fetype
    if key not in _models:
        _models[key] = _model(self, fetype)
    return _models[key]


# -- names of functions ---------------------------------------------------------------------------

_constant = BaseContext.get_constant_generic


def _constant_or_nothing(self: Any, builder: Any, kind: Any, value: Any) -> Any:
    """For `BaseContext.get_constant_generic`: a function's object is nothing to compiled code."""
    if isinstance(kind, types.Dispatcher):
        return cgutils.get_null_value(self.get_value_type(kind))
    return _constant(self, builder, kind, value)


# -- variables ------------------------------------------------------------------------------------

_store = lowering.Lower.storevar


def _store_variable(self: Any, value: Any, name: str, argidx: int | None = None) -> None:
    """For `Lower.storevar`: what a variable held is not read where nothing is counted."""
    kind = self.typeof(name)
    if argidx is not None or self.context.data_model_manager[kind].contains_nrt_meminfo():
        _store(self, value, name, argidx)
        return
    self._alloca_var(name, kind)
    if name in self._singly_assigned_vars:
        self._blk_local_varmap[name] = value
    else:
        self.builder.store(value, self.getvar(name))


# -- options of the compiler ----------------------------------------------------------------------

_same_options = TargetConfig.__eq__


def _are_same_options(self: Any, other: Any) -> Any:
    """For `TargetConfig.__eq__`: the same object is equal without a look at each option."""
    return True if self is other else _same_options(self, other)


_SHORTER: tuple[tuple[type, str, Callable[..., Any]], ...] = (
    (ir.Inst, "_rec_list_vars", _list_variables),
    (postproc.PostProcessor, "run", _follow_lives),
    (BaseFunction, "get_call_type", _remembered_call_type),
    (callconv.CPUCallConv, "call_function", _call_plainly),
    (callconv.CPUCallConv, "return_status_propagate", _hand_on_plainly),
    (typing_context.BaseContext, "resolve_getattr", _remembered_field),
    (BaseContext, "get_abi_sizeof", _remembered_size),
    (DataModelManager, "lookup", _remembered_model),
    (DataModelManager, "__getitem__", _remembered_model),
    (BaseContext, "get_constant_generic", _constant_or_nothing),
    (lowering.Lower, "storevar", _store_variable),
    (TargetConfig, "__eq__", _are_same_options),
    *calls.REPLACED,
    *plain.REPLACED,
)
"""Class, method, and what stands in its place."""

_lock: Any = llvm.ffi.lib._lock
"""Held during every call into LLVM; Numba has a clock started and stopped each time."""
_depth = 0


@contextlib.contextmanager
def lean() -> Iterator[None]:
    """Let Numba go the shorter ways while the body runs; the compiler's lock is held."""
    global _depth
    if _depth:
        yield
        return
    usual = [(owner, name, getattr(owner, name)) for owner, name, _ in _SHORTER]
    clocks, _lock._cblist = _lock._cblist, []
    for owner, name, shorter in _SHORTER:
        setattr(owner, name, shorter)
    _depth = 1
    try:
        yield
    finally:
        _depth = 0
        _lock._cblist = clocks
        for owner, name, method in usual:
            setattr(owner, name, method)
