"""Functions generated from declarations, with one line for each field.

A loop over declared fields would cost time in compiled code; generated lines are as fast as code
written by hand. A generated function belongs to the module that requests it, and is cached with
that module.
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
    """Compile a function of these lines for a module with the `globals()` `own`.

    The module must define the names that the lines use. `generated_source` returns the text.
    """
    body = "\n".join(f"    {line}" for line in lines)
    source = f'def {name}({parameters}):\n    """{meaning}"""\n{body}\n'
    found: dict[str, Any] = {}
    exec(compile(source, own["__file__"], "exec"), own, found)
    _texts[own["__name__"], name] = source
    return jit(found[name])


_texts: dict[tuple[str, str], str] = {}


def generated_source(function: Callable[..., Any]) -> str:
    """Return the source text of a generated function."""
    return _texts[function.__module__, function.__name__]


# --- from the fields of a record -----------------------------------------------------------------


def generate_redaction(
    own: dict[str, Any], name: str, record: Record, known: Enum
) -> Callable[..., Any]:
    """Generate `name(piece)`: set every field of a level to its blank."""
    lines = [line for one in record if _known(record, one) is known for line in _blanked(one)]
    return generate_function(own, name, "piece", f"Hide the fields of {known}.", lines or ["pass"])


def generate_opening(
    own: dict[str, Any], name: str, record: Record, known: Enum
) -> Callable[..., Any]:
    """Generate `name(piece, start)`: set the `as_begun` fields of a level to their opening
    values.
    """
    begun = [one for one in record if one.known is known and one.as_begun]
    lines = [f"piece.{_single(record, one)} = start.{one.name}" for one in begun]
    about = f"As at the start: fields of {known}."
    return generate_function(own, name, "piece, start", about, lines or ["pass"])


def generate_observation(
    own: dict[str, Any], name: str, record: Record, columns: Any
) -> Callable[..., Any]:
    """Generate `name(piece, row, at)`: write the declared columns, clipped to their divisors."""
    lines = [
        f"row[at + {getattr(columns, _single(record, one))}] = {_within(one)}"
        for one in record
        if one.column
    ]
    return generate_function(
        own, name, "piece, row, at", "Columns of declared fields.", lines or ["pass"]
    )


def _known(record: Record, one: Field) -> Enum | None:
    """Return the level of a field. Raise TypeError for a record with levels of its own."""
    if one.record is not None:
        raise TypeError(f"{record.name}.{one.name} is a record: hide it by hand")
    return one.known


def _blanked(one: Field) -> Iterator[str]:
    """Yield the lines that set a number, or each of several, to its blank."""
    if one.shape:
        yield f"for n in range(len(piece.{one.name})):"
        yield f"    piece.{one.name}[n] = {int(one.blank)}"
    else:
        yield f"piece.{one.name} = {int(one.blank)}"


def _single(record: Record, one: Field) -> str:
    """Return the name of a field that is one number. Raise TypeError if it is not."""
    if one.shape or one.record is not None:
        raise TypeError(f"{record.name}.{one.name} is no single number: write it by hand")
    return one.name


def _within(one: Field) -> str:
    """Return the expression for a field's value, clipped to its divisor."""
    value = f"piece.{one.name}"
    return value if one.is_flag else f"max(-{one.column}, min({one.column}, int({value})))"
