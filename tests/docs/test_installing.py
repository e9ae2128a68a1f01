"""Lines that install are true as printed: pip resolves them in an empty environment."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest
from kit import printed
from kit.trying import INSTALLS

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = "--index-url"
"""Lines that name an index of their own are not tried: it may be out of reach."""


def test_no_line_asks_an_index_for_what_is_not_published() -> None:
    """Until the first release a reader installs from a checkout."""
    lines = [line for session in printed.sessions() for line in session] + printed.all_in_text()
    asked = [words for words in (each.words for each in lines) if words[1:2] == ("install",)]
    by_pip = [words[2:] for words in asked if Path(words[0]).name == "pip"]
    assert len(by_pip) > 5
    assert [words for words in by_pip if any("spacecombat" in word for word in words)] == []


@pytest.fixture(scope="module")
def pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment's pip."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=True)
    return folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in INSTALLS if ELSEWHERE not in line])
def test_pip_resolves_a_line(line: str, pip: Path) -> None:
    command = line.replace("pip install", f"{pip} -m pip install --dry-run --quiet")
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
