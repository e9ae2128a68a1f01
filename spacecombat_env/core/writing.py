"""Functions written out from declarations: a line for each of their rows, as a hand would write it.

Compiled code has no way to go through declared rows that costs nothing; a text of such lines is the
code that stood there by hand. It belongs to the module that asks for it, and is kept like its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from spacecombat_env.core.jit import jit


def written(
    own: dict[str, Any], name: str, parameters: str, meaning: str, lines: Iterable[str]
) -> Callable[..., Any]:
    """Compile a function of these lines for a module, whose `globals()` are `own`.

    What the lines call, the module must know. `written_text` tells what was written.
    """
    body = "\n".join(f"    {line}" for line in lines)
    source = f'def {name}({parameters}):\n    """{meaning}"""\n{body}\n'
    found: dict[str, Any] = {}
    exec(compile(source, own["__file__"], "exec"), own, found)
    _texts[own["__name__"], name] = source
    return jit(found[name])


_texts: dict[tuple[str, str], str] = {}


def written_text(function: Callable[..., Any]) -> str:
    """Return the text of a function that was written, for people who look into one."""
    return _texts[function.__module__, function.__name__]
