"""Compiled functions that only compiled functions call: cached as intermediate code.

Numba optimises a function together with everything it calls, makes machine code of the whole, and
does so again for each of its callers. In a deep engine the same code is compiled dozens of times.
An inner function stops short of that: it is typed and lowered. Its own LLVM code waits until an
entry point (a function called from Python) includes it with all its callees; there it is optimised
once. Numba's own work is shortened too (lean.py).

This uses Numba's internals, so it needs the versions for which it was written (suits.py). With
others, inner functions are compiled in Numba's way, which takes longer and gives the same results.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import compiler, ir_utils, postproc, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import AnalysisPass, LoweringPass, PassManager, register_pass
from numba.core.typed_passes import (
    AnnotateTypes,
    DumpParforDiagnostics,
    InlineOverloads,
    IRLegalization,
    NativeLowering,
    NopythonRewrites,
)
from numba.core.untyped_passes import InlineClosureLikes, WithLifting

from spacecombat_env.core.engine.calls import IsLoudError
from spacecombat_env.core.engine.capacities import any_capacity, capacity_of
from spacecombat_env.core.engine.lean import lean
from spacecombat_env.core.engine.libraries import DoorLibrary, InnerLibrary

_LEFT_OUT = (
    *(AnnotateTypes, DumpParforDiagnostics),  # written for people who debug a function
    *(WithLifting, InlineClosureLikes, InlineOverloads, NopythonRewrites),
)
"""Passes for what inner functions are not: objects, closures, sums of whole arrays."""


def _number_of(identity: Any, capacity: int | None = None) -> int:
    """Return the number that a function bears in the names of its compiled code.

    Numba counts; then one function bears two names in code that two processes kept, and a third
    that links both takes it in twice. A function made by another function keeps Numba's number.
    """
    if identity.func.__closure__ is not None or not Path(identity.filename).is_file():
        return int(identity.unique_id)
    place = f"{identity.modname} {identity.func_qualname} {identity.firstlineno} {capacity}"
    content = Path(identity.filename).read_bytes()
    return int(hashlib.sha256(place.encode() + content).hexdigest()[:15], 16)


@register_pass(mutates_CFG=False, analysis_only=True)
class _IntoInnerLibrary(LoweringPass):
    """Lower the function into an InnerLibrary."""

    _name = "spacecombat_into_inner_library"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Put the library where lowering looks for one, and number the function by its source."""
        state.func_id.unique_id = _number_of(state.func_id)
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        checks_bounds = state.targetctx.enable_boundscheck
        state.library.is_quiet = not checks_bounds and state.func_id.func not in _loud
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _Legalization(AnalysisPass):
    """Numba's, but that the ends of variables are written down only where some own memory."""

    _name = "spacecombat_legalization"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Check the code; let what arrays are counted for go where it is not used any more."""
        ir_utils.enforce_no_phis(state.func_ir)
        models = state.targetctx.data_model_manager
        counts = any(models[kind].contains_nrt_meminfo() for kind in set(state.typemap.values()))
        postproc.PostProcessor(state.func_ir).run(counts)
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class _IntoDoorLibrary(LoweringPass):
    """Lower the function into a DoorLibrary, which is kept as machine code."""

    _name = "spacecombat_into_door_library"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Put the library where lowering looks for one; number the function by its class too.

        Doors of several classes take the same types, and must not bear the same name.
        """
        state.library = DoorLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.library.place = _place
        if _place is not None:
            state.func_id.unique_id = _number_of(state.func_id, _place)
        return False


class _Passes(PassManager):
    """Numba's passes without what it tells of each to listeners, all types in words."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        """Run one pass."""
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


class InnerCompiler(compiler.CompilerBase):
    """Numba's pipeline with an `InnerLibrary`."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = _Passes(usual.pipeline_name)
        passes.passes = [
            (_Legalization, words) if step is IRLegalization else (step, words)
            for step, words in usual.passes
            if step not in _LEFT_OUT
        ]
        return [_before_lowering(passes, _IntoInnerLibrary)]


class DoorCompiler(compiler.CompilerBase):
    """Numba's pipeline with a library that takes in inner functions."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        return [_before_lowering(passes, _IntoDoorLibrary)]


def _before_lowering(passes: Any, step: type[LoweringPass]) -> Any:
    """Return passes, ready to run, with one more that chooses the library."""
    names = [each for each, _ in passes.passes]
    passes.add_pass_after(step, names[names.index(NativeLowering) - 1])
    passes.finalize()
    return passes


def compile_inner(dispatcher: Any, signature: Any) -> Any:
    """Compile an inner function as `Dispatcher.compile` does, without clocks of its own.

    Numba starts two at each call of the compiler and tells all that run of each step into LLVM:
    deep in the engine a tenth of the time.
    """
    with global_compiler_lock, lean(), dispatcher._compiling_counter:
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
        made = _compiled(dispatcher, arguments, answer)
        dispatcher.add_overload(made)
        dispatcher._cache.save_overload(signature, made)
        return made.entry_point


_loud: set[Callable[..., Any]] = set()
"""Functions in which something can be raised (calls.py)."""


def _compiled(dispatcher: Any, arguments: Any, answer: Any) -> Any:
    """Return the function compiled again: quiet, or in Numba's way if it cannot be."""
    try:
        return dispatcher._compiler.compile(arguments, answer)
    except IsLoudError:
        _loud.add(dispatcher.py_func)
        return dispatcher._compiler.compile(arguments, answer)


_place: int | None = None
"""The capacity class of which a door is made just now; set under the compiler's lock."""


def compile_door(compile_it: Callable[..., Any], arguments: Any, answer: Any) -> Any:
    """Compile a door as `compile_it`, Numba's, does, with types that stand for every capacity."""
    global _place
    before, _place = _place, capacity_of(arguments)
    try:
        made = compile_it(tuple(any_capacity(kind) for kind in arguments), answer)
    finally:
        _place = before
    made.fndesc.argtypes = tuple(arguments)
    return made._replace(signature=made.signature.replace(args=tuple(arguments)))


def reduce(result: Any) -> tuple[Any, ...]:
    """Return what must be kept of a compiled inner function."""
    fndesc = result.fndesc
    fndesc.typemap = fndesc.calltypes = None  # large, and of no use to callers
    return (
        result.library.name,
        result.library.bitcode(),
        [callee.kept_at for callee in result.library.callees],
        fndesc,
        result.environment,
        result.signature,
        result.reload_init,
        result.library.is_quiet,
        tuple(result._find_referenced_environments()),
    )


def rebuild_library(
    target: Any, kept: tuple[Any, ...], find: Callable[[str], InnerLibrary]
) -> InnerLibrary:
    """Return the library of which `reduce` kept this; `find` gives that of a callee's file."""
    name, bitcode, files, *_, is_quiet, _ = kept
    callees = [find(file) for file in files]
    library = InnerLibrary.of_bitcode(target.codegen(), name, bitcode, callees)
    library.is_quiet = is_quiet
    return library


def rebuild(target: Any, library: InnerLibrary, kept: tuple[Any, ...]) -> Any:
    """Return the compiled inner function of which `reduce` kept this, with its library."""
    _, _, _, fndesc, environment, signature, reload_init, _, environments = kept
    for load in reload_init:
        load()
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
