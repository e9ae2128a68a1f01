"""A pytest plugin that records which tests call which functions of the engine.

`@native` and `@inlined` return the function itself; here they return one that records its calls.
Each
process writes {test: [seconds, functions]} to the folder in CALLED_FUNCTIONS when it ends. A
function is named by file and first line, as `break_rules.py` needs it.
"""

from __future__ import annotations

import functools
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spacecombat_env.core import native

called: set[str] = set()
by_test: dict[str, tuple[float, list[str]]] = {}


def noting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that records each call and does the same."""
    code = function.__code__
    name = f"{code.co_filename}:{code.co_firstlineno}"

    @functools.wraps(function)
    def noted(*arguments: Any, **named: Any) -> Any:
        called.add(name)
        return function(*arguments, **named)

    return noted


native.native = native.inlined = noting  # type: ignore[assignment]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record the calls of a test with its fixtures, and its time."""
    called.clear()
    began = time.perf_counter()
    yield
    by_test[item.nodeid] = time.perf_counter() - began, sorted(called)


def pytest_sessionfinish() -> None:
    """Write the record."""
    folder = Path(os.environ["CALLED_FUNCTIONS"])
    (folder / f"{os.getpid()}.json").write_text(json.dumps(by_test), encoding="utf-8")
