"""The log: equal lines are one, and a line opens to its numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kit.pretended import Pretended, asks, happened

AFTER = {"a": "14", "b": "86"}
Open = Callable[..., Pretended]
pytestmark = pytest.mark.slow


def test_equal_lines_are_one_and_open_to_their_numbers(begun: Open) -> None:
    game = begun(motion="reduce")
    told = [
        happened(1, "White-out at 14.", kind="white_out"),
        happened(2, "White-out at 14.", kind="white_out"),
        happened(
            3, "b scans a with a sensor: nothing [needs 4; card 2].", "a", does="scan", to="a"
        ),
        happened(
            4, "b scans a with a sensor: nothing [needs 4; card 2].", "a", does="scan", to="a"
        ),
        happened(
            5, "b scans a with a sensor: contact [needs 4; card 5].", "a", does="scan", to="a"
        ),
    ]
    game.send(asks(9, AFTER, told))
    game.written(2)
    assert game.lines() == ["White-out at 14.\n2 lines", "b scans a.\n3 lines"]
    line = game.page.locator("#log .said").nth(1)
    line.hover()
    assert game.page.locator("#board #told circle").count() == 1
    line.click()
    assert game.page.locator("#log .lines:not([hidden]) p").all_inner_texts() == [
        "b scans a with a sensor: nothing.2 ×\nneeds 4; card 2",
        "b scans a with a sensor: contact.\nneeds 4; card 5",
    ]
    assert line.get_attribute("aria-expanded") == "true"


def test_equal_tasks_of_a_line_are_counted(begun: Open) -> None:
    game = begun(motion="reduce")
    numbers = "; ".join(["needs 0 = base 1, beams -1; card 3: 1"] * 8)
    game.send(asks(9, AFTER, [happened(1, f"a fires at missiles: 8 destroyed [{numbers}].", "a")]))
    game.written(1)
    (line,) = game.lines()
    assert line.count("needs 0") == 1 and "8 × needs 0 = base 1, beams -1" in line
