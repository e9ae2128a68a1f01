"""The machine code of a large entry point, made in two halves in parallel.

LLVM takes eight seconds on one core for the code of a whole engine. So one half of the functions
goes to a second thread with an LLVM context of its own. Small functions are in both halves, so that
they can be inlined. A larger function is compiled in one half and called from the other by its
name. LLVM cannot leave a function out of a module, so those of the other half are marked, and the
largest are marked as not to be optimised here.

The two long calls bypass llvmlite's lock, which lets one thread at a time into LLVM. The two
threads share nothing there.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_char_p, string_at
from typing import Any

import llvmlite.binding as llvm
from llvmlite.binding import ffi

from spacecombat_env.core.engine.folders import SETTINGS

IS_TRIED = sys.platform.startswith("linux")
"""Elsewhere object files are of other kinds."""
LARGE = 300
"""Functions of a door that is worth two threads."""
SMALL = 10
"""Blocks of code of a function that both halves have."""
TAKEN_IN = (SMALL, 25)
"""Blocks of code of a function of the other half that is still taken in where it fits, by half: the
first has enough to do with the ways into the door."""
SHARE = 0.48
"""Of the larger functions, what goes to the first half."""


def in_halves(codegen: Any, module: Any) -> list[bytes] | None:
    """Optimise a linked module and return its machine code, two objects.

    The module itself is of no use any more then. None where it is small, and where it is not known
    that two objects find each other: it is to be made as one.
    """
    inside = [each for each in module.functions if _is_inside(each)]
    if not IS_TRIED or len(inside) < LARGE or any(map(_is_own_memory, module.global_variables)):
        return None
    places = _share_out(module, inside)
    bitcode = module.as_bitcode()
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(_made, codegen, bitcode, places, 1)
        return [_made(codegen, bitcode, places, 0), second.result()]


def _is_inside(function: Any) -> bool:
    """Whether a function is no way into the door."""
    return not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr


def _is_own_memory(place: Any) -> bool:
    """Whether two copies of a variable would not be the same as one."""
    kept_apart = (llvm.Linkage.internal, llvm.Linkage.private)
    return place.linkage in kept_apart and "constant" not in str(place).split("=")[1].split()[:6]


def _share_out(module: Any, inside: list[Any]) -> dict[str, int]:
    """Name the functions that one half has, so that no other door has the names; return in which.

    They stay in the order in which they were linked, in which callees are near their callers.
    """
    ways_in = [each.name for each in module.functions if each.linkage == llvm.Linkage.external]
    door = hashlib.sha256("\n".join(sorted(ways_in)).encode()).hexdigest()[:12]
    blocks = {each: sum(1 for _ in each.blocks) for each in inside}
    large = [each for each in inside if blocks[each] > SMALL]
    first, so_far, places = SHARE * sum(blocks[each] for each in large), 0, {}
    for each in large:
        each.name = f"{each.name}.{door}"
        each.linkage = "external"
        places[each.name] = int(so_far >= first)
        so_far += blocks[each]
    return places


def _made(codegen: Any, bitcode: bytes, places: dict[str, int], half: int) -> bytes:
    """Return the machine code of one half."""
    module = llvm.parse_bitcode(bitcode, llvm.create_context())
    for function in module.functions:
        is_way_in = function.linkage == llvm.Linkage.external and not function.is_declaration
        if is_way_in and places.get(function.name, 0) != half:
            function.linkage = "available_externally"
            if sum(1 for _ in function.blocks) > TAKEN_IN[half]:
                function.add_function_attribute("optnone")
                function.add_function_attribute("noinline")
    own = _OwnMachine(codegen)
    for options in (_first_run(codegen), {}):
        passes, builder = own.passes(options)
        ffi.lib.LLVMPY_RunNewModulePassManager._cfn(passes, module, builder)
    for function in module.functions:
        if _is_inside(function):
            function.linkage = "internal"
    return own.machine_code(module)


def _first_run(codegen: Any) -> dict[str, Any]:
    """Return the options of Numba's first run of the optimiser (`_optimize_final_module`)."""
    return {
        "loop_vectorize": codegen._loopvect,
        "slp_vectorize": False,
        "opt": codegen._opt_level,
        "cost": "cheap",
    }


class _OwnMachine:
    """Numba's code generator with a target machine of its own, as two threads cannot share one."""

    def __init__(self, codegen: Any) -> None:
        self._kind = type(codegen)
        options: dict[str, Any] = {"opt": SETTINGS.OPT}
        codegen._customize_tm_options(options)
        target = llvm.Target.from_triple(llvm.get_process_triple())
        self._tm = target.create_target_machine(**options)
        self._pass_builder = functools.partial(self._kind._pass_builder, self)

    def passes(self, options: dict[str, Any]) -> tuple[Any, Any]:
        """Return Numba's passes with these options, and what they were built by."""
        passes, builder = self._kind._module_pass_manager(self, **options)
        return passes, builder

    def machine_code(self, module: Any) -> bytes:
        """Return the object file of a module."""
        error = c_char_p()
        write = ffi.lib.LLVMPY_TargetMachineEmitToMemory._cfn
        buffer = write(self._tm, module, int(True), byref(error))
        if not buffer:
            raise RuntimeError(f"LLVM wrote no machine code: {error.value!r}")
        try:
            start = ffi.lib.LLVMPY_GetBufferStart(buffer)
            return string_at(start, ffi.lib.LLVMPY_GetBufferSize(buffer))
        finally:
            ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)
