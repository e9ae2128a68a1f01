"""Compiled functions that only compiled functions call: kept as intermediate code.

Numba optimises a function together with everything it calls and writes machine code for the whole,
and does so again for each of its callers: in a deep engine the same code is compiled dozens of
times. An inner function stops short of that. It is typed, lowered and linked, and its LLVM code
waits until a door (a function called from Python) takes it in; there it is optimised once.

This leans on Numba's own classes, so it is used with the versions it was written for (`SUITS`);
with others inner functions are compiled in Numba's way, which takes longer and gives the same.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import compiler, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.typed_passes import AnnotateTypes, DumpParforDiagnostics, NativeLowering

SUITS = numba.__version__.startswith("0.68.")

_FOR_READERS = (AnnotateTypes, DumpParforDiagnostics)
"""Passes that write for people who debug a function, of which nobody reads an inner one's."""


class _CodegenOfInner:
    """Numba's code generator for a library that has no machine code."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: an environment is for objects of Python, which engine code never touches."""


class InnerLibrary(JITCodeLibrary):
    """LLVM code of a function and all it calls, neither optimised nor made into machine code."""

    @property
    def codegen(self) -> Any:
        """The code generator, as Numba asks for it once the code is lowered."""
        return _CodegenOfInner(self._codegen)

    optimised = False
    """Whether the code is optimised here, and not in doors alone."""

    def finalize(self) -> None:
        """Take in what the function calls."""
        self._raise_if_finalized()
        if not self.optimised:  # the optimiser would take it for unused
            self._share()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        if self.optimised:
            self._optimize_final_module()
        self._finalize_dynamic_globals()
        self._finalized = True

    def _share(self) -> None:
        """Let several doors take the function in; Numba does so in a copy of all that it calls."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code to point at."""
        self._ensure_finalized()
        return 0

    def bitcode(self) -> bytes:
        """Return the LLVM code, to be kept."""
        return bytes(self._get_module_for_linking().as_bitcode())

    @classmethod
    def of_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> InnerLibrary:
        """Return the library whose `bitcode` was kept."""
        self = cls(codegen, name)
        self._final_module = self._shared_module = llvm.parse_bitcode(bitcode)
        self._finalized = True
        return self


class HotLibrary(InnerLibrary):
    """The same, optimised before its callers take it in."""

    optimised = True


def _number_of(identity: Any) -> int:
    """Return the number that a function bears in the names of its compiled code.

    Numba counts; then one function bears two names in code that two processes kept, and a third
    that links both takes it in twice. A function made by another function keeps Numba's number.
    """
    if identity.func.__closure__ is not None or not Path(identity.filename).is_file():
        return int(identity.unique_id)
    place = f"{identity.modname} {identity.func_qualname} {identity.firstlineno}"
    content = Path(identity.filename).read_bytes()
    return int(hashlib.sha256(place.encode() + content).hexdigest()[:15], 16)


@register_pass(mutates_CFG=False, analysis_only=True)
class _IntoInnerLibrary(LoweringPass):
    """Lower the function into an InnerLibrary."""

    _name = "spacecombat_into_inner_library"
    library = InnerLibrary

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Put the library where lowering looks for one, and number the function by its source."""
        state.func_id.unique_id = _number_of(state.func_id)
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _IntoHotLibrary(_IntoInnerLibrary):
    """Lower the function into a HotLibrary."""

    _name = "spacecombat_into_hot_library"
    library = HotLibrary


class _Passes(PassManager):
    """Numba's passes without what it tells of each to listeners, all types in words."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        """Run one pass."""
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


class InnerCompiler(compiler.CompilerBase):
    """Numba's pipeline with a library of ours."""

    step: type[_IntoInnerLibrary] = _IntoInnerLibrary

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = _Passes(usual.pipeline_name)
        passes.passes = [step for step in usual.passes if step[0] not in _FOR_READERS]
        names = [step[0] for step in passes.passes]
        before = names[names.index(NativeLowering) - 1]
        passes.add_pass_after(self.step, before)
        passes.finalize()
        return [passes]


class HotCompiler(InnerCompiler):
    """The same with a library that is optimised at once."""

    step = _IntoHotLibrary


def compile_inner(dispatcher: Any, signature: Any) -> Any:
    """Compile an inner function as `Dispatcher.compile` does, without clocks of its own.

    Numba starts two at each call of the compiler and tells all that run of each step into LLVM:
    deep in the engine a tenth of the time.
    """
    with global_compiler_lock, dispatcher._compiling_counter:
        arguments, answer = sigutils.normalize_signature(signature)
        done = dispatcher.overloads.get(tuple(arguments))
        if done is not None:
            return done.entry_point
        kept = dispatcher._cache.load_overload(signature, dispatcher.targetctx)
        if kept is not None:
            target = dispatcher.targetctx
            target.insert_user_function(kept.entry_point, kept.fndesc, [kept.library])
            dispatcher.add_overload(kept)
            return kept.entry_point
        made = dispatcher._compiler.compile(arguments, answer)
        dispatcher.add_overload(made)
        dispatcher._cache.save_overload(signature, made)
        return made.entry_point


def reduce(result: Any) -> tuple[Any, ...]:
    """Return what must be kept of a compiled inner function."""
    fndesc = result.fndesc
    fndesc.typemap = fndesc.calltypes = None  # large, and of no use to callers
    return (
        result.library.name,
        result.library.bitcode(),
        fndesc,
        result.environment,
        result.signature,
        result.reload_init,
        tuple(result._find_referenced_environments()),
    )


def rebuild(target: Any, name: str, bitcode: bytes, *kept: Any) -> Any:
    """Return the compiled inner function of which `reduce` kept this."""
    fndesc, environment, signature, reload_init, environments = kept
    for load in reload_init:
        load()
    library = InnerLibrary.of_bitcode(target.codegen(), name, bitcode)
    result: Any = compiler.CompileResult  # its type leaves out the fields
    return result(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, fndesc, environment),
        fndesc=fndesc,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )
