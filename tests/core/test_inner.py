"""What core/inner.py and core/jit.py take for granted of Numba's inside, part by part."""

from __future__ import annotations

from importlib import import_module

import numba
import pytest

from spacecombat_env.core import inner

LEANED_ON = {
    "numba.core.codegen:JITCodeLibrary._raise_if_finalized": "inner.InnerLibrary.finalize",
    "numba.core.codegen:JITCodeLibrary._get_module_for_linking": "inner.InnerLibrary.finalize",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module": "inner.HotLibrary",
    "numba.core.codegen:JITCodeLibrary._finalize_dynamic_globals": "inner.InnerLibrary.finalize",
    "numba.core.codegen:JITCodeLibrary._ensure_finalized": "inner.InnerLibrary",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": "inner.InnerCompiler",
    "numba.core.compiler:Flags.forceinline": "jit.inlined",
    "numba.core.dispatcher:Dispatcher.compile": "inner.compile_inner",
    "numba.core.dispatcher:_FunctionCompiler.compile": "inner.compile_inner",
    "numba.core.compiler:CompileResult._find_referenced_environments": "inner.reduce",
    "numba.core.compiler_machinery:PassManager.add_pass_after": "inner.InnerCompiler",
    "numba.core.compiler_machinery:PassManager._runPass": "inner._Passes",
    "numba.core.typed_passes:AnnotateTypes": "inner._FOR_READERS",
    "numba.core.typed_passes:DumpParforDiagnostics": "inner._FOR_READERS",
    "numba.core.typed_passes:NativeLowering": "inner.InnerCompiler: the pass before which we stand",
    "numba.core.caching:_CacheLocator.get_cache_path": "kept._SourceLocator",
    "numba.core.caching:CompileResultCacheImpl.rebuild": "kept._InnerCacheImpl",
    "numba.core.caching:IndexDataCacheFile._save_data": "kept._Files",
    "numba.core.caching:FunctionCache": "kept.SourceCache",
    "numba.core.types:Record.__repr__": "jit: types are written out once",
    "numba.core.types:Record.mangling_args": "jit: names of code follow from a record's content",
    "numba.core.dispatcher:Dispatcher.get_call_template": "jit: callers pass whole numbers as int64",
}
"""Part of Numba -> which part of ours leans on it."""


@pytest.mark.parametrize("part", LEANED_ON)
def test_numba_has_what_is_leaned_on(part: str) -> None:
    module, path = part.split(":")
    found = import_module(module)
    for name in path.split("."):
        has = hasattr(found, name)
        assert has, f"Numba {numba.__version__} has no {part}, on which {LEANED_ON[part]} leans"
        found = getattr(found, name)


def test_the_numba_of_the_gate_is_the_one_that_inner_functions_were_written_for() -> None:
    """With another they are compiled in its own way: right, but twice as long to wait for.

    When this fails, read core/inner.py beside the new Numba's codegen.py and compiler.py, run the
    whole suite with SUITS on and off, and then move SUITS and the bound in pyproject.toml.
    """
    assert inner.SUITS, f"Numba {numba.__version__}: core/inner.py is switched off"
