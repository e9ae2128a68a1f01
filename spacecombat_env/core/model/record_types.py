"""The types of records for type checkers and editors, which read record_types.pyi instead.

At run time these types do not exist: records are NumPy's. The model/record_types.py of a rule set
takes its `__getattr__` from here.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Return `Any` for the name of a record. Raise AttributeError for a private name."""
    if name.startswith("_"):
        raise AttributeError(name)
    return Any
