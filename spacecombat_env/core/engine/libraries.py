"""Compiled code as Numba's libraries: of one inner function, and of an entry point with its
callees.

See inner.py for their purpose, and capacities.py for the constants of entry points.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary

from spacecombat_env.core.engine.capacities import definitions
from spacecombat_env.core.engine.halves import in_halves

FOR_WHEEL = "SPACECOMBAT_FOR_WHEEL"
"""Set in the environment where a wheel is built: doors are optimised for twice as long, and play
faster by a fifteenth."""


class _CodegenOfInner:
    """Numba's code generator for a library that has no machine code."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: an environment is for objects of Python, which engine code never touches."""


class InnerLibrary(JITCodeLibrary):
    """LLVM code of one function, not optimised, without machine code and without its callees.

    Callees stay in libraries of their own; machine code includes each once.
    """

    kept_at: str | None = None
    """The file that holds it, once there is one (kept.py)."""
    is_quiet = True
    """Whether nothing can be raised in it (calls.py)."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.callees: list[InnerLibrary] = []
        self._whole: Any = None

    @property
    def codegen(self) -> Any:
        """The code generator, as Numba asks for it once the code is lowered."""
        return _CodegenOfInner(self._codegen)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Make memory into values and leave out what is plainly idle: there is less to keep."""
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes = llvm.create_new_function_pass_manager()
                passes.add_sroa_pass()
                passes.add_simplify_cfg_pass()
                passes.add_instruction_combine_pass()
                passes.add_simplify_cfg_pass()
                passes.run(function, self._codegen._pass_builder())

    def finalize(self) -> None:
        """Note what the function calls; take in what is Numba's."""
        self._raise_if_finalized()
        self._share()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            if isinstance(library, InnerLibrary):
                self.callees.append(library)
            else:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _share(self) -> None:
        """Let several doors take the function in; Numba does so in a copy of all that it calls."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module

    def own_module(self) -> Any:
        """Return the code of this function alone."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return the code of this function and of all it calls, for libraries of Numba's own."""
        if self._whole is None:
            self._whole = self.own_module().clone()
            for library in with_callees(self.callees):
                self._whole.link_in(own_module(library), preserve=True)
        return self._whole

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code to point at."""
        self._ensure_finalized()
        return 0

    def bitcode(self) -> bytes:
        """Return the LLVM code, to be kept."""
        return bytes(self.own_module().as_bitcode())

    @classmethod
    def of_bitcode(
        cls, codegen: Any, name: str, bitcode: bytes, callees: list[InnerLibrary]
    ) -> InnerLibrary:
        """Return the library whose `bitcode` was kept."""
        self = cls(codegen, name)
        self._final_module = self._shared_module = llvm.parse_bitcode(bitcode)
        self.callees = callees
        self._finalized = True
        return self


class DoorLibrary(JITCodeLibrary):
    """A library with machine code, into which all inner functions go that it calls."""

    place: int | None = None
    """Of which capacity class it is, None where there are none (capacities.py)."""
    linked: Callable[[list[InnerLibrary]], Any]
    """Returns the code of inner functions and all they call as one module (kept.py)."""

    other_half: bytes = b""
    """The object file that belongs to the one which Numba knows (halves.py)."""

    def finalize(self) -> None:
        """Take in each function once, optimise, make machine code."""
        libraries = list(dict.fromkeys(self._linking_libraries))
        inner = [library for library in libraries if isinstance(library, InnerLibrary)]
        self._linking_libraries = [library for library in libraries if library not in inner]
        for library in with_callees(inner):
            self._reload_init.update(library._reload_init)
        self._final_module.link_in(DoorLibrary.linked(inner))
        if self.place is not None:
            names = [each.name for each in self._final_module.global_variables]
            numbers = llvm.parse_assembly(definitions(names, self.place))
            self._final_module.link_in(numbers)
        if FOR_WHEEL in os.environ:
            self._shut()
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise; then keep what is left of inner functions from doors of other classes.

        They bear the same names there, and LLVM would take those of the first door for all.
        """
        self._ways_in = [
            each.name
            for each in self._final_module.functions
            if not each.is_declaration and each.linkage == llvm.Linkage.external
        ]
        made = None if FOR_WHEEL in os.environ else in_halves(self._codegen, self._final_module)
        if made is None:
            super()._optimize_final_module()
            self._shut()
            return
        self._machine_code, self.other_half = made
        self._set_compiled_object(self._machine_code)
        self._final_module = llvm.parse_assembly("")  # as where machine code was kept

    def _finalize_final_module(self) -> None:
        """Let the machine code be loaded, and before it the other half of it."""
        load(self._codegen, self.other_half)
        super()._finalize_final_module()
        self._codegen._engine._load_defined_symbols(self._named_ways_in())

    def _named_ways_in(self) -> Any:
        """Return a module that names the ways in."""
        text = (f'define void @"{name}"() {{ unreachable }}' for name in self._ways_in)
        return llvm.parse_assembly("\n".join(text))

    def _shut(self) -> None:
        """Let nobody else call inner functions; LLVM puts those of one caller into it."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """Return what is kept: machine code, and the names of its ways in.

        Numba keeps the LLVM code as well, for callers to take in, who have inner functions here.
        """
        self._ensure_finalized()
        code = self._machine_code if self.other_half else self._get_compiled_object()
        return self.name, "object", (code, self._named_ways_in().as_bitcode())


def load(codegen: Any, other_half: bytes) -> None:
    """Load the other half of a door, whose first half is loaded next."""
    if other_half:
        codegen._engine._ee.add_object_file(llvm.ObjectFileRef.from_data(other_half))


def with_callees(libraries: Iterable[Any]) -> list[Any]:
    """Return libraries and those of all inner functions that they call, each once."""
    found: dict[Any, None] = {}
    waiting = list(libraries)[::-1]
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            waiting += getattr(library, "callees", ())[::-1]
    return list(found)


def link(libraries: Iterable[Any]) -> Any:
    """Return the code of libraries and of all inner functions that they call as one module."""
    libraries = list(libraries)
    function_names = {each.name for library in libraries for each in own_module(library).functions}
    # LLVM takes in what is declared already.
    module = llvm.parse_assembly("\n".join(f'declare void @"{name}"()' for name in function_names))
    for library in with_callees(libraries):
        module.link_in(own_module(library), preserve=True)
    return module


DoorLibrary.linked = staticmethod(link)


def own_module(library: Any) -> Any:
    """Return the code to be linked of a library, without what stays in others."""
    if isinstance(library, InnerLibrary):
        return library.own_module()
    return library._get_module_for_linking()
