"""Compiled doors that came with the package: what a wheel holds, so that nobody waits.

`scripts/build_wheel.py` puts them into a wheel, compiled for the least processor of its kind that
is served (`LEAST`). A door is taken where everything fits that its code depends on: the sources,
the types it is called with, Python's minor version, NumPy's major one, Numba, operating system and
processor. Where anything does not, where a switch of Numba's asks for other code, or the file is
not as it was written, it is compiled as from a checkout.

NumPy's minor version is no part of that: compiled code sees of an array its address, shape and
strides, which Numba's own C code reads out, and records are bytes laid out by us.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import sys
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.codegen import get_host_cpu_features
from numba.core.serialize import dumps

from spacecombat_env.core.engine.suits import SUITS

FOLDER = Path(__file__).resolve().parents[2] / "compiled"
"""Where a wheel has them; there is no such folder in a checkout."""
HEAD = b"spacecombat-env door 1\n"
SEAL = 32
"""Bytes of the hash that follows the head."""
OTHER_CODE = ("NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DEBUGINFO")
"""Switches that ask for code that is not in a wheel."""


class Processor(NamedTuple):
    """The least processor of its kind that a wheel serves."""

    name: str
    """LLVM's name."""
    features: frozenset[str] = frozenset()
    """Its features that others of its kind may lack, as LLVM names them."""


X86_64_V3 = Processor(
    "x86-64-v3",
    frozenset(
        {"avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sahf"}
        | {"sse3", "sse4.1", "sse4.2", "ssse3", "xsave"}
    ),
)
LEAST = {
    "x86_64": X86_64_V3,
    "amd64": X86_64_V3,
    "aarch64": Processor("generic"),
    "arm64": Processor("apple-m1" if platform.system() == "Darwin" else "generic"),
}
"""By `platform.machine()` in small letters."""


def least_processor() -> Processor | None:
    """Return the processor that wheels for this machine are made for; None where there is none."""
    return LEAST.get(platform.machine().lower())


def is_served() -> bool:
    """Whether this machine can run the code of a wheel, and no switch requires other code."""
    if not SUITS or any(switch in os.environ for switch in OTHER_CODE):
        return False
    least = least_processor()
    return least is not None and least.features <= _features_here()


def _features_here() -> set[str]:
    """Return what this machine's processor has, in LLVM's words."""
    listed = get_host_cpu_features().split(",")
    return {word[1:] for word in listed if word.startswith("+")}


def versions() -> tuple[str, ...]:
    """Return what outside the sources the doors of a wheel are tied to."""
    python = f"{sys.implementation.cache_tag}{sys.abiflags if hasattr(sys, 'abiflags') else ''}"
    return python, np.__version__.split(".")[0], numba.__version__


def name_of(function: str, signature: Any) -> str:
    """Return the file name of a door: function, and a hash of its types and this platform."""
    least = least_processor()
    place = str((signature, llvm.get_process_triple(), least and least.name))
    return f"{function}.{hashlib.sha256(place.encode()).hexdigest()[:16]}.door"


def write(path: Path, code: Any) -> None:
    """Keep compiled code in a file that knows whether it is whole."""
    body = zlib.compress(dumps(code), 9)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(HEAD + _seal(path, body) + body)


def _seal(path: Path, body: bytes) -> bytes:
    """Return what tells a whole file in its place from any other."""
    place = f"{path.parent.name}/{path.name} "
    return hashlib.sha256(place.encode() + body).digest()


def read(path: Path) -> Any:
    """Return the compiled code in a file; None where there is none, or it is not whole."""
    try:
        data = path.read_bytes()
        body = data[len(HEAD) + SEAL :]
        if data[: -len(body)] != HEAD + _seal(path, body):
            return None
        return pickle.loads(zlib.decompress(body))
    except Exception:  # whatever is wrong with it, the door is compiled
        return None
