"""What core takes for granted of Numba: inner, libraries, lean, calls, plain, slots, capacities,
kept, jit."""

from __future__ import annotations

import os
from importlib import import_module
from inspect import ismodule
from typing import Any

import numba
import pytest

from spacecombat_env.core.engine import lean
from spacecombat_env.core.engine.suits import PLAIN, SUITS

LEANED_ON = {
    "numba.core.codegen:JITCodeLibrary._raise_if_finalized": "libraries.InnerLibrary.finalize",
    "numba.core.codegen:JITCodeLibrary._get_module_for_linking": "libraries.InnerLibrary.own_module",
    "numba.core.codegen:JITCodeLibrary._optimize_functions": "libraries.InnerLibrary",
    "numba.core.codegen:JITCodeLibrary.serialize_using_object_code": "libraries.DoorLibrary",
    "numba.core.codegen:JITCodeLibrary._finalize_dynamic_globals": "libraries.InnerLibrary.finalize",
    "numba.core.codegen:JITCodeLibrary._ensure_finalized": "libraries.InnerLibrary",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": "inner.InnerCompiler",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module": "libraries.DoorLibrary",
    "numba.core.codegen:JITCodeLibrary._set_compiled_object": "libraries.DoorLibrary",
    "numba.core.codegen:JITCPUCodegen._module_pass_manager": "halves._OwnMachine",
    "numba.core.codegen:JITCPUCodegen._pass_builder": "halves._OwnMachine",
    "numba.core.codegen:JITCPUCodegen._customize_tm_options": "halves._OwnMachine",
    "numba.core.codegen:JitEngine._load_defined_symbols": "libraries.DoorLibrary",
    "llvmlite.binding.ffi:_lib_fn_wrapper._cfn": "halves: two threads in LLVM",
    "numba.core.boxing:unbox_record": "capacities: a record given from Python",
    "numba.core.compiler:Flags.forceinline": "jit.inlined",
    "numba.core.dispatcher:Dispatcher.compile": "inner.compile_inner",
    "numba.core.dispatcher:_FunctionCompiler.compile": "inner.compile_inner",
    "numba.core.compiler:CompileResult._find_referenced_environments": "inner.reduce",
    "numba.core.compiler_machinery:PassManager.add_pass_after": "inner.InnerCompiler",
    "numba.core.compiler_machinery:PassManager._runPass": "inner._Passes",
    "numba.core.typed_passes:AnnotateTypes": "inner._LEFT_OUT",
    "numba.core.typed_passes:DumpParforDiagnostics": "inner._LEFT_OUT",
    "numba.core.typed_passes:InlineOverloads": "inner._LEFT_OUT",
    "numba.core.typed_passes:NopythonRewrites": "inner._LEFT_OUT",
    "numba.core.untyped_passes:InlineClosureLikes": "inner._LEFT_OUT",
    "numba.core.untyped_passes:WithLifting": "inner._LEFT_OUT",
    "numba.core.typed_passes:IRLegalization": "inner._Legalization",
    "numba.core.ir_utils:enforce_no_phis": "inner._Legalization",
    "numba.core.typed_passes:NativeLowering": "inner.InnerCompiler: the pass before which we stand",
    "numba.core.caching:_CacheLocator.get_cache_path": "kept._SourceLocator",
    "numba.core.caching:CompileResultCacheImpl.rebuild": "kept._InnerCacheImpl",
    "numba.core.caching:IndexDataCacheFile._save_data": "kept._Files",
    "numba.core.caching:IndexDataCacheFile._load_data": "kept._Files",
    "numba.core.caching:IndexDataCacheFile._dump": "kept._Files",
    "numba.core.caching:Cache._load_overload": "kept.InnerCache",
    "numba.core.caching:Cache._save_overload": "kept.InnerCache",
    "numba.core.caching:Cache._index_key": "kept.InnerCache",
    "numba.core.caching:Cache.enable": "kept.SourceCache",
    "numba.core.caching:FunctionCache": "kept.SourceCache",
    "numba.core.postproc:VariableLifetime": "lean._follow_lives",
    "numba.core.postproc:PostProcessor._insert_var_dels": "lean._follow_lives",
    "numba.core.callconv:CPUCallConv._get_arg_packer": "lean._call_plainly, calls",
    "numba.core.callconv:CPUCallConv.get_return_type": "calls.declared",
    "numba.core.callconv:CPUCallConv.init_call_helper": "calls._set_up_quietly",
    "numba.core.base:BaseContext.apply_target_attributes": "calls.declared",
    "numba.core.base:BaseContext.get_returned_value": "calls._called",
    "numba.core.lowering:IRBuilder": "calls._set_up_quietly",
    "numba.core.lowering:Lower._alloca_var": "lean._store_variable",
    "numba.core.typing.arraydecl:get_array_index_type": "slots._GetItem",
    "numba.np.arrayobj:populate_array": "slots._to_array",
    "numba.core.types:Record.typeof": "slots: arrays in our records are slots",
    "numba.core.types:Record.__repr__": "jit: types are written out once",
    "numba.core.types:Record.mangling_args": "jit: names of code follow from a record's content",
    "numba.core.dispatcher:Dispatcher.get_call_template": "jit: callers pass whole numbers as int64",
}
"""Part of Numba -> which part of this project leans on it."""


def named(owner: Any) -> str:
    """Return a class or a module as it is named here."""
    return f"{owner.__name__}:" if ismodule(owner) else f"{owner.__module__}:{owner.__qualname__}."


LEANED_ON |= {
    f"{named(owner)}{name}": f"{shorter.__module__}.{shorter.__name__}"
    for owner, name, shorter in lean._SHORTER
}


@pytest.mark.parametrize("part", LEANED_ON)
def test_numba_has_what_is_leaned_on(part: str) -> None:
    module, path = part.split(":")
    found = import_module(module)
    for name in path.split("."):
        has = hasattr(found, name)
        assert has, f"Numba {numba.__version__} has no {part}, on which {LEANED_ON[part]} leans"
        found = getattr(found, name)


@pytest.mark.skipif(PLAIN in os.environ, reason="Numba's own way was asked for")
def test_the_numba_of_the_gate_is_the_one_that_inner_functions_were_written_for() -> None:
    """With another they are compiled in its own way: right, but far longer to wait for.

    When this fails, read core/engine/inner.py and core/engine/lean.py beside the new Numba's codegen.py and compiler.py, run the
    whole suite with SUITS on and off, and then move SUITS and the bound in pyproject.toml.
    """
    assert SUITS, f"Numba {numba.__version__}: core/engine/inner.py is switched off"
