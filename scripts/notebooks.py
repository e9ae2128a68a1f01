"""Run the notebooks of `docs/notebooks` from top to bottom and keep what their cells print.

    python scripts/notebooks.py [NAME ...]

It needs the extra `[train]`, but no Jupyter, and takes minutes. `tests/docs/test_notebooks.py` runs
the notebooks again and compares.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"


def run(content: dict[str, Any]) -> dict[str, Any]:
    """Run the code cells of a notebook in a temporary folder.

    Args:
        content: the notebook, as its file has it (nbformat 4). Its cells get their outputs.

    Returns:
        the names that the cells have defined.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, working_in(folder):
        code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(code, start=1):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec("".join(cell["source"]), names)
            cell["execution_count"], cell["outputs"] = number, outputs(printed.getvalue())
    return names


@contextlib.contextmanager
def working_in(folder: str) -> Iterator[None]:
    """Change the current folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def outputs(printed: str) -> list[dict[str, Any]]:
    """Return the outputs of a cell that has printed a text."""
    lines = printed.splitlines(keepends=True)
    return [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []


def main() -> None:
    """Run the named notebooks, or all, and write their files."""
    chosen = [NOTEBOOKS / f"{name}.ipynb" for name in sys.argv[1:]]
    for path in chosen or sorted(NOTEBOOKS.glob("*.ipynb")):
        content = json.loads(path.read_text(encoding="utf-8"))
        run(content)
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
