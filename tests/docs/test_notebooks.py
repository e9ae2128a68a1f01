"""The notebooks run from their first cell to their last, and are kept without outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kit.printed import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    """Return the cells of a kind."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    return [cell for cell in content["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_nothing_that_a_run_has_left_is_kept(notebook: Path) -> None:
    for cell in cells(notebook, "code"):
        assert cell["outputs"] == [] and cell["execution_count"] is None
    assert cells(notebook, "markdown")[0]["source"][0].startswith("# ")


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(
    notebook: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for package in ("sb3_contrib", "scipy"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for cell in cells(notebook, "code"):
        exec("".join(cell["source"]), names)
    said = capsys.readouterr().out
    if notebook.stem == "first_training":  # the numbers that its text mentions
        assert (tmp_path / "first.zip").is_file()
        assert "100%" in names["curve"][-1][1] and names["curve"][-1][0] >= names["DECISIONS"]
    else:
        assert [arm.verdict.value for arm in names["found"].arms] == ["worse", "worse"]
        assert names["found"].aa_test.verdict.value == "undecided"
    assert said.strip()


def test_there_are_notebooks() -> None:
    assert [notebook.stem for notebook in NOTEBOOKS] == ["first_study", "first_training"]
