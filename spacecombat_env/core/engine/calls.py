"""Calls between inner functions: values are returned in registers, and nothing can be raised.

Numba's compiled functions write their result to the caller's memory and return an error code, which
every caller checks. Each user of an array also counts as its owner, by an atomic instruction. But
rules raise nothing and allocate nothing, and their arrays belong to Python, which waits. So an
inner function returns its value directly and counts no references: it is quiet. A function that can
raise something (bounds checks, new arrays, slices that may not fit) is compiled in Numba's way, and
so are all its callers.

`REPLACED` does this while inner functions are compiled (lean.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import base, cgutils, lowering, types
from numba.core.callconv import CPUCallConv
from numba.core.runtime.context import NRTContext

from spacecombat_env.core.engine.libraries import InnerLibrary


class IsLoudError(BaseException):
    """Something can be raised in the function that is made. (Numba would wrap an `Exception`.)"""


def is_quiet(function: ir.Function) -> bool:
    """Whether a function returns its value itself."""
    return getattr(function, "is_quiet", False)


# -- making ---------------------------------------------------------------------------------------

_set_up = lowering.Lower.setup_function
_arguments = CPUCallConv.get_arguments
_place_of_errors = CPUCallConv._get_excinfo_argument
_return_value = CPUCallConv.return_value
_return_code = CPUCallConv._return_errcode_raw


def _is_of_quiet(library: Any) -> bool:
    """Whether a library is that of a quiet function."""
    return isinstance(library, InnerLibrary) and library.is_quiet


def declared(context: Any, module: Any, fndesc: Any) -> Any:
    """Return a quiet function as a module knows it."""
    convention = context.call_conv
    packer = convention._get_arg_packer(fndesc.argtypes)
    answer = ir.VoidType()
    if fndesc.restype != types.none:
        answer = convention.get_return_type(fndesc.restype).pointee
    kind = ir.FunctionType(answer, list(packer.argument_types))
    function = cgutils.get_or_insert_function(module, kind, fndesc.mangled_name)
    context.apply_target_attributes(function, fndesc.argtypes, fndesc.restype)
    packer.assign_names(function.args, [f"arg.{name}" for name in fndesc.args])
    if fndesc.inline:
        function.attributes.add("alwaysinline")
    function.is_quiet = True
    return function


def _set_up_quietly(self: Any, fndesc: Any) -> None:
    """For `Lower.setup_function`."""
    if not _is_of_quiet(self.library):
        _set_up(self, fndesc)
        return
    self.function = declared(self.context, self.module, fndesc)
    self.entry_block = self.function.append_basic_block("entry")
    self.builder = lowering.IRBuilder(self.entry_block)
    self.call_helper = self.call_conv.init_call_helper(self.builder)


def _all_arguments(self: Any, function: Any) -> Any:
    """For `CPUCallConv.get_arguments`."""
    return function.args if is_quiet(function) else _arguments(self, function)


def _return_itself(self: Any, builder: Any, value: Any) -> None:
    """For `CPUCallConv.return_value`."""
    if not is_quiet(builder.function):
        _return_value(self, builder, value)
    elif isinstance(builder.function.function_type.return_type, ir.VoidType):
        builder.ret_void()
    else:
        builder.ret(value)


def _no_code(self: Any, builder: Any, code: Any) -> None:
    """For `CPUCallConv._return_errcode_raw`."""
    if is_quiet(builder.function):
        raise IsLoudError
    _return_code(self, builder, code)


def _no_errors(self: Any, function: Any) -> Any:
    """For `CPUCallConv._get_excinfo_argument`."""
    if is_quiet(function):
        raise IsLoudError
    return _place_of_errors(self, function)


# -- calling --------------------------------------------------------------------------------------

_user_function = base.user_function


def _called(fndesc: Any, libraries: Any) -> Callable[..., Any]:
    """For `user_function`: return what writes a call of a compiled function."""
    if not libraries or not all(map(_is_of_quiet, libraries)):
        return _user_function(fndesc, libraries)

    def call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        function = declared(context, builder.module, fndesc)
        given = context.call_conv._get_arg_packer(fndesc.argtypes).as_arguments(builder, args)
        value = builder.call(function, given)
        if fndesc.restype == types.none:
            return context.get_dummy_value()
        value = context.get_returned_value(builder, fndesc.restype, value)
        if context.enable_nrt:  # who counts takes it that who returned an array did
            context.nrt.incref(builder, fndesc.restype, value)
        return value

    vars(call).update(signature=fndesc.argtypes, libs=tuple(libraries))
    return call


# -- owners of arrays -----------------------------------------------------------------------------

_count = NRTContext._call_incref_decref


def _count_where_owned(self: Any, builder: Any, typ: Any, value: Any, funcname: str) -> None:
    """For `NRTContext._call_incref_decref`: nothing is taken apart in which nothing is counted."""
    if is_quiet(builder.function):
        return
    if self._context.data_model_manager[typ].contains_nrt_meminfo():
        _count(self, builder, typ, value, funcname)


REPLACED: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (lowering.Lower, "setup_function", _set_up_quietly),
    (CPUCallConv, "get_arguments", _all_arguments),
    (CPUCallConv, "return_value", _return_itself),
    (CPUCallConv, "_return_errcode_raw", _no_code),
    (CPUCallConv, "_get_excinfo_argument", _no_errors),
    (base, "user_function", _called),
    (NRTContext, "_call_incref_decref", _count_where_owned),
)
"""Class or module, name, and what stands in its place."""
