"""Determinizations in real games: they look the same to the seat, hold as many dummies, and play on.

DREAMS is how many are determinized of each scenario, ten thousand for a figure to report:
    DREAMS=10000 pytest -m slow tests/test_determinizations.py -k look
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from kit import switches
from kit.determinizing import Tally, dream_of, dummies, shipped

DETERMINIZATIONS = int(os.environ.get("DREAMS", "600"))
FEW = 40
STANDING = 400  # games with the standing set-up
MORE = {"pocket_empires": 1200}  # its missions differ so much that 400 games leave two points open
BLIND = {"double_blind": True}
HIDING = {**switches.HIDING, "limited_fuel": True}
PLAYERS = {"players": {"red": 2, "blue": 3}}
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("skirmish", BLIND),
    ("skirmish", HIDING),
    ("skirmish", BLIND | HIDING),
    ("skirmish", PLAYERS),
    ("secrets", {}),
    ("secrets", BLIND | HIDING),
    ("first_clash", BLIND),
    ("first_clash_purchase", BLIND | HIDING | PLAYERS),
    ("pocket_empires", HIDING),
    ("pocket_empires", BLIND),
    ("task_force_dagger_cup_crews", HIDING | PLAYERS),
]


def named(case: tuple[Any, ...]) -> str:
    """A short name of a case."""
    return "-".join(str(part) if isinstance(part, str) else "+".join(part) for part in case if part)


LOOKS = [(name, scenario, {}) for name, scenario in shipped()]
LOOKS += [("battle_rider", scenario, options) for scenario, options in OPTIONS]


@pytest.mark.slow
@pytest.mark.parametrize("case", LOOKS, ids=named)
def test_determinizations_look_the_same_and_play_to_the_end(
    case: tuple[str, str, dict[str, Any]],
) -> None:
    """Record byte for byte, observation, mask, log, question, player; one in ten is played out."""
    tally = dream_of(*case, determinizations=DETERMINIZATIONS)
    assert tally.determinizations == DETERMINIZATIONS and tally.played > 0
    assert tally.differ == 0, tally


SOME = [("battle_rider", "duel"), ("battle_rider", "skirmish"), ("interceptor", "pair")]


@pytest.mark.parametrize(("name", "scenario"), SOME)
def test_some_determinizations_look_the_same(name: str, scenario: str) -> None:
    tally: Tally = dream_of(name, scenario, {}, determinizations=FEW, played=0.05)
    assert tally.differ == 0, tally


DUMMIES: list[tuple[str, dict[str, Any]]] = [
    ("skirmish", {}),
    ("skirmish", BLIND),
    ("skirmish_purchase", {}),
    ("first_clash", {}),
    ("first_clash", BLIND),
    ("first_clash_purchase", {}),
    ("task_force_dagger", {}),
    ("task_force_dagger_cup", {}),
    ("task_force_dagger_purchase", {}),
    ("battle_royal", {}),
    ("pocket_empires", {}),
]


@pytest.mark.slow
@pytest.mark.rule("BR-TF-04")
@pytest.mark.parametrize("case", DUMMIES, ids=named)
def test_as_many_unknown_forces_hold_nothing_in_determinizations_as_in_truth(
    case: tuple[str, dict[str, Any]],
) -> None:
    """Within three points of a hundred, in games of captains whose set-up is the standing one."""
    truth, determinized = dummies(*case, games=MORE.get(case[0], STANDING))
    assert abs(np.mean(truth) - np.mean(determinized)) < 0.03, (
        np.mean(truth),
        np.mean(determinized),
    )
