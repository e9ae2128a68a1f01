"""The notebooks run from their first cell to their last, and print what is kept in them."""

from __future__ import annotations

import copy
import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from kit.printed import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
TRAINED = ("cell-10", "cell-12")
"""Cells of the training whose numbers depend on the version of torch and the processor."""
LONGEST = 4000
"""Characters that all outputs of a notebook have at most."""


def script() -> Any:
    """Return `scripts/notebooks.py` as a module."""
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "scripts" / "notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outputs(content: dict[str, Any]) -> dict[str, str]:
    """Return the text that each code cell has printed, by the id of the cell."""
    code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    return {
        cell["id"]: "".join(line for out in cell["outputs"] for line in out["text"])
        for cell in code
    }


def without_numbers(printed: str) -> str:
    """Return a text with its numbers replaced, as they are with another version of torch."""
    return re.sub(r"\d+", "#", printed)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_kept_and_small(notebook: Path) -> None:
    content = json.loads(notebook.read_text(encoding="utf-8"))
    kept = outputs(content)
    assert 200 < sum(map(len, kept.values())) < LONGEST
    code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    for cell in code:
        if "print(" in "".join(cell["source"]).partition("def ")[0]:
            assert kept[cell["id"]], cell["id"]
    assert content["cells"][0]["source"][0].startswith("# ")


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_holds(notebook: Path) -> None:
    for package in ("sb3_contrib", "scipy"):
        pytest.importorskip(package)
    content = json.loads(notebook.read_text(encoding="utf-8"))
    again = copy.deepcopy(content)
    names = script().run(again)
    kept, printed = outputs(content), outputs(again)
    for cell, text in kept.items():
        if cell in TRAINED and notebook.stem == "first_training":
            assert without_numbers(printed[cell]) == without_numbers(text), cell
        else:
            assert printed[cell] == text, cell
    if notebook.stem == "first_training":  # the numbers that its text mentions
        assert "100%" in names["curve"][-1][1] and names["curve"][-1][0] >= names["DECISIONS"]
    else:
        assert [arm.verdict.value for arm in names["found"].arms] == ["worse", "worse"]
        assert names["found"].aa_test.verdict.value == "undecided"


def test_there_are_notebooks() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == ["first_study", "first_training"]
