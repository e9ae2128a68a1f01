"""Source text of generated modules, and of functions with one line for each declared field.

A loop over declared fields would cost time in native code; generated lines are as fast as code
written by hand. `generate.py` writes the modules to the rule set's folders.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import NamedTuple

from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.model.fields import Field, Record, every_record

COMMAND = "python -m spacecombat_env.core.kernels.generate"
MARK = "# Generated from "
"""How the first line of a generated module begins."""
WIDTH = 100
"""Columns of a line."""
NATIVE_IMPORT = {"spacecombat_env.core.native": {"native"}}


class GeneratedModule(NamedTuple):
    """A module of generated functions that a rule set declares."""

    name: str
    about: str
    functions: tuple[str, ...]
    """The sources of its functions."""


def is_generated(source: str) -> bool:
    """Whether the text of a module is generated."""
    return source.startswith(MARK)


@contextmanager
def generated_modules(package: str) -> Iterator[None]:
    """Tell how to generate a rule set if an import of one of its modules fails in the context.

    Raises GenerationError instead of ModuleNotFoundError.
    """
    try:
        yield
    except ModuleNotFoundError as cause:
        if not (cause.name or "").startswith(f"{package}."):
            raise
        raise GenerationError(
            f"{package} is not generated: it has no module {cause.name}; run {COMMAND} {package}"
        ) from cause


def module_source(
    origin: str, about: str, imports: Mapping[str, Iterable[str]], *parts: str
) -> str:
    """Return the text of a module with these imports and parts, generated from a file `origin`."""
    head = f"{MARK}{origin} by {COMMAND}\n{_docstring(about)}\n\n" + "\n".join(_imports(imports))
    text = "\n\n\n".join(part.strip("\n") for part in parts)
    return head + ("\n\n\n" if text.startswith("@") else "\n\n") + text + "\n"


def function_source(name: str, parameters: str, meaning: str, lines: Iterable[str]) -> str:
    """Return the text of a native function of these lines."""
    body = [_docstring(meaning, WIDTH - 4), *lines]
    return f"@native\ndef {name}({parameters}):\n" + textwrap.indent("\n".join(body), "    ")


def _docstring(text: str, width: int = WIDTH) -> str:
    """Return a docstring, wrapped where it is too long for a line."""
    if len(text) + 6 <= width and "\n" not in text:
        return f'"""{text}"""'
    blocks = f'"""{text}'.split("\n\n")
    return "\n\n".join(textwrap.fill(" ".join(b.split()), width) for b in blocks) + '\n"""'


def _imports(imports: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield import statements in the order of ruff: packages, a blank line, relative ones."""
    packages = sorted(module for module in imports if not module.startswith("."))
    own = sorted(
        (module for module in imports if module.startswith(".")),
        key=lambda module: (len(module.lstrip(".")) - len(module), module),  # `..` before `.`
    )
    yield from (_import(module, imports[module]) for module in packages)
    if packages and own:
        yield ""
    yield from (_import(module, imports[module]) for module in own)


def _import(module: str, names: Iterable[str]) -> str:
    """Return an import statement, with a line for each name where one line is too short."""
    ordered = sorted(set(names), key=_import_order)
    line = f"from {module} import {', '.join(ordered)}"
    if len(line) <= WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in ordered) + ")"


def _import_order(name: str) -> tuple[bool, bool, str]:
    """Return the key by which imported names are ordered."""
    is_constant = name.isupper() and len(name) > 1
    return not is_constant, not name[0].isupper(), name


# --- from the fields of a record -----------------------------------------------------------------


class Redaction(NamedTuple):
    """A generated function that blanks the fields of some levels of a record."""

    name: str
    record: Record
    known: Enum | tuple[Enum, ...]
    """The levels whose fields it blanks."""
    meaning: str
    """Its docstring."""
    under: Enum | None = None
    """It blanks the fields that declare these rules, or those that declare none."""

    def blanks(self, record: Record, one: Field) -> bool:
        """Whether it blanks a field of a record."""
        same = record.name == self.record.name and one.under is self.under
        return same and one.known in _levels(self.known)


def generate_redactions(
    rows: Iterable[Redaction], declared: Record, elsewhere: Iterable[Enum | str]
) -> tuple[str, ...]:
    """Return the sources of the functions that hide the fields of a state.

    `elsewhere` are levels that hide nothing or are hidden by hand, and names of such records. Raise
    GenerationError for any other field that no function blanks.
    """
    functions, others = tuple(rows), set(elsewhere)
    for record in every_record(declared):
        for one in () if record.name in others else record:
            known = one.record is not None or one.known in others
            if not known and not any(row.blanks(record, one) for row in functions):
                raise GenerationError(f"{record.name}.{one.name}: no function hides {one.known}")
    return tuple(generate_redaction(row) for row in functions)


def generate_redaction(row: Redaction) -> str:
    """Return the source of `name(piece)`, which sets every field of some levels to its blank.

    It is `name(piece, side)`, for one side, if the fields have an entry for each side.
    """
    blanked = [one for one in row.record if one.record is None and row.blanks(row.record, one)]
    sides = {one.sides for one in blanked}
    if len(sides) > 1:
        raise GenerationError(f"{row.name} blanks fields of one side and fields of none")
    lines = [line for one in blanked for line in _blanked(one)]
    parameters = "piece, side" if sides == {"each"} else "piece"
    return function_source(row.name, parameters, row.meaning, lines)


def generate_opening(
    name: str, record: Record, known: Enum | tuple[Enum, ...], meaning: str
) -> str:
    """Return the source of `name(piece, start)`: set the `as_begun` fields of some levels to their
    opening values.
    """
    begun = [one for one in record if one.known in _levels(known) and one.as_begun]
    return function_source(
        name, "piece, start", meaning, [line for b in begun for line in _begun(b)]
    )


def generate_observation(
    name: str,
    record: Record,
    columns: Mapping[str, int],
    meaning: str,
    known: Enum | tuple[Enum, ...] = (),
) -> str:
    """Return the source of `name(piece, row, at)`: write the columns that fields declare.

    `columns` are those of a row with their divisors. With levels, write only theirs. Raise
    GenerationError where a field declares another divisor.
    """
    places = {column: place for place, column in enumerate(columns)}
    lines, levels = [], _levels(known)
    for one in record:
        if one.column and one.name in places and (not levels or one.known in levels):
            if columns[_single(record, one)] != one.column:
                raise GenerationError(f"{record.name}.{one.name} and its column differ in divisor")
            lines.append(f"row[at + {places[one.name]}] = {_within(one)}")
    return function_source(name, "piece, row, at", meaning, lines)


def _levels(known: Enum | tuple[Enum, ...]) -> tuple[Enum, ...]:
    """Return levels as a tuple."""
    return known if isinstance(known, tuple) else (known,)


def _places(one: Field) -> tuple[list[str], str]:
    """Return the loops over the numbers of a field, and their index."""
    name, places = f"piece.{one.name}", "nmk"[: len(one.shape)]
    counts = [f"{name}.shape[{d}]" for d in range(len(places))] if len(places) > 1 else []
    loops = [
        f"{'    ' * depth}for {place} in range({counts[depth] if counts else f'len({name})'}):"
        for depth, place in enumerate(places)
    ]
    return loops, f"[{', '.join(places)}]" if places else ""


def _begun(one: Field) -> Iterator[str]:
    """Yield the lines that set a field to its opening value."""
    loops, index = _places(one)
    yield from loops
    yield f"{'    ' * len(loops)}piece.{one.name}{index} = start.{one.name}{index}"


def _blanked(one: Field) -> Iterator[str]:
    """Yield the lines that set a number, or each of several, to its blank."""
    name, blank = f"piece.{one.name}", int(one.blank)
    if one.sides == "each":
        yield f"{name}[side{', :' * (len(one.shape) - 1)}] = {blank}"
        return
    loops, index = _places(one)
    yield from loops
    yield f"{'    ' * len(loops)}{name}{index} = {blank}"


def _single(record: Record, one: Field) -> str:
    """Return the name of a field that is one number. Raise GenerationError if it is not."""
    if one.shape or one.record is not None:
        raise GenerationError(f"{record.name}.{one.name} is not a single number: write it by hand")
    return one.name


def _within(one: Field) -> str:
    """Return the expression for a field's value, clipped to its divisor if it may exceed it."""
    value, (least, most) = f"piece.{one.name}", one.bounds()
    if -one.column <= min(least, one.blank) and most <= one.column:
        return value
    return f"max(-{one.column}, min({one.column}, int({value})))"
