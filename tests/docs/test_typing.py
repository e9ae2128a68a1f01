"""Every command that a page prints is typed, in a folder that holds what the page takes for granted."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit import printed
from kit.printed import Printed
from kit.trying import NOT_RUN, OPERATORS
from kit.workplace import Workplace, command_name, lacking

WHOLE = ("envs", "rules", "bench", "warm", "serve", "play")
"""Commands that say all they have to with their name alone."""


def spoken_of(each: Printed) -> bool:
    """Whether a text only names a command, and gives it nothing to do."""
    if each.words[0] != "spacecombat":
        return False
    name = command_name(each.words)
    return len(each.words) == 1 + len(name.split()) and name not in WHOLE


def lines_in_text() -> list[pytest.param]:
    """Return every command of a text once."""
    found = {each.text: each for each in printed.all_in_text() if not spoken_of(each)}
    return [
        pytest.param(each, id=text, marks=() if "--help" in text else pytest.mark.slow)
        for text, each in found.items()
        if text not in NOT_RUN
    ]


def blocks() -> list[pytest.param]:
    """Return the shell blocks in which anything is to be typed, but for those of operators."""
    return [
        pytest.param(lines, id=f"{lines[0].page}-{lines[0].line}")
        for lines in printed.sessions()
        if lines[0].page not in OPERATORS and any(line.text not in NOT_RUN for line in lines)
    ]


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is made once for all."""
    return tmp_path_factory.mktemp("store")


def skip_without(line: Printed) -> None:
    """Go no further where a program is not installed."""
    if lacking(line.words):
        pytest.skip(f"not installed: {', '.join(lacking(line.words))}")


@pytest.mark.parametrize("each", lines_in_text())
def test_a_line_in_a_text(each: Printed, tmp_path: Path, store: Path) -> None:
    skip_without(each)
    Workplace(tmp_path, store).check_line(each)


@pytest.mark.slow
@pytest.mark.parametrize("lines", blocks())
def test_a_block(lines: list[Printed], tmp_path: Path, store: Path) -> None:
    """Line by line, in one folder."""
    reader = Workplace(tmp_path, store)
    for line in lines:
        skip_without(line)
        reader.check_line(line)
