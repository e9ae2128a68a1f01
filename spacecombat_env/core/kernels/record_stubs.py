"""Generate the types of a rule set's records for type checkers and editors."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

import numpy as np

from spacecombat_env.core.kernels.codegen import module_source
from spacecombat_env.core.model.fields import Field, Record, every_record

ARRAYS = ("Rows", "Matrix", "Cube")
"""The types of arrays of one, two and three dimensions (core/model/record_types.pyi)."""
ARRAYS_MODULE = "spacecombat_env.core.model.record_types"


def record_stubs(origin: str, records: Iterable[Record], taken: Container[str] = ()) -> str:
    """Return the text of a stub with a class for each of these records and the records in them.

    The class of `event` is `Event`, or `EventRecord` where that name is `taken`.
    """
    found = {one.name: one for outer in records for one in every_record(outer)}
    names = {name: _class_name(name, taken) for name in found}
    classes = ["\n".join(_class_lines(one, names)) for one in found.values()]
    used = [name for name in ARRAYS if any(f": {name}[" in text for text in classes)]
    text = module_source(origin, "The records of the rule set.", {ARRAYS_MODULE: used}, *classes)
    return text.replace("\n\n\n", "\n\n")  # as the formatter wants stubs


def _class_name(record: str, taken: Container[str]) -> str:
    """Return the name of the class of a record: `ScanSize` for `scan_size`."""
    name = "".join(part.capitalize() for part in record.split("_"))
    return f"{name}Record" if name in taken else name


def _class_lines(record: Record, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a record's class; `names` are those of classes, by record."""
    yield f"class {names[record.name]}:"
    for one in record:
        yield f"    {one.name}: {_type_of(one, names)}"


def _type_of(one: Field, names: Mapping[str, str]) -> str:
    """Return the type of a field: a record or a number, or an array of them."""
    if one.record is not None:
        item = names[one.record.name]
    else:
        item = "float" if np.issubdtype(one.dtype, np.floating) else "int"
    return f"{ARRAYS[len(one.shape) - 1]}[{item}]" if one.shape else item
