"""Functions written out from declarations: a line for each of their rows, as a hand would write it.

Compiled code has no way to go through declared rows that costs nothing; a text of such lines is the
code that stood there by hand. It belongs to the module that asks for it, and is kept like its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.model.fields import Field, Record


def generate_function(
    own: dict[str, Any], name: str, parameters: str, meaning: str, lines: Iterable[str]
) -> Callable[..., Any]:
    """Compile a function of these lines for a module, whose `globals()` are `own`.

    What the lines call, the module must know. `generated_source` tells what was written.
    """
    body = "\n".join(f"    {line}" for line in lines)
    source = f'def {name}({parameters}):\n    """{meaning}"""\n{body}\n'
    found: dict[str, Any] = {}
    exec(compile(source, own["__file__"], "exec"), own, found)
    _texts[own["__name__"], name] = source
    return jit(found[name])


_texts: dict[tuple[str, str], str] = {}


def generated_source(function: Callable[..., Any]) -> str:
    """Return the text of a function that was written, for people who look into one."""
    return _texts[function.__module__, function.__name__]


# --- from the fields of a record -----------------------------------------------------------------


def generate_redaction(
    own: dict[str, Any], name: str, record: Record, known: Enum
) -> Callable[..., Any]:
    """Write `name(piece)`: every field of a level is blank."""
    lines = [line for one in record if _known(record, one) is known for line in _blanked(one)]
    return generate_function(own, name, "piece", f"Hide the fields of {known}.", lines or ["pass"])


def generate_opening(
    own: dict[str, Any], name: str, record: Record, known: Enum
) -> Callable[..., Any]:
    """Write `name(piece, start)`: every field of a level that is imagined so is as at the start."""
    begun = [one for one in record if one.known is known and one.as_begun]
    lines = [f"piece.{_single(record, one)} = start.{one.name}" for one in begun]
    about = f"As at the start: fields of {known}."
    return generate_function(own, name, "piece, start", about, lines or ["pass"])


def generate_observation(
    own: dict[str, Any], name: str, record: Record, columns: Any
) -> Callable[..., Any]:
    """Write `name(piece, row, at)`: the columns that fields declare, within their divisors."""
    lines = [
        f"row[at + {getattr(columns, _single(record, one))}] = {_within(one)}"
        for one in record
        if one.column
    ]
    return generate_function(
        own, name, "piece, row, at", "Columns of declared fields.", lines or ["pass"]
    )


def _known(record: Record, one: Field) -> Enum | None:
    """Return the level of a field; TypeError where it is a record with levels of its own."""
    if one.record is not None:
        raise TypeError(f"{record.name}.{one.name} is a record: hide it by hand")
    return one.known


def _blanked(one: Field) -> Iterator[str]:
    """Yield the lines that blank a number, or each of several."""
    if one.shape:
        yield f"for n in range(len(piece.{one.name})):"
        yield f"    piece.{one.name}[n] = {int(one.blank)}"
    else:
        yield f"piece.{one.name} = {int(one.blank)}"


def _single(record: Record, one: Field) -> str:
    """Return the name of a field that is one number; TypeError where it is not."""
    if one.shape or one.record is not None:
        raise TypeError(f"{record.name}.{one.name} is no single number: write it by hand")
    return one.name


def _within(one: Field) -> str:
    """Return the text of a field's value, held within its divisor either way."""
    value = f"piece.{one.name}"
    return value if one.is_flag else f"max(-{one.column}, min({one.column}, int({value})))"
