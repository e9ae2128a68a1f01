"""Every rule set and every shipped scenario keeps the promises of the contract."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from kit import toy_ruleset

from spacecombat_env import registry
from spacecombat_env.env.conformance import check_ruleset

SHORT = {"hidden_number": None}
"""Turns of the test games by rule set; where not named, two."""
if "hidden_number" not in registry.names():
    registry.add(toy_ruleset.RULESET)


def case(name: str, scenario: str) -> Any:
    """A case; scenarios of many pieces compile an engine of their own, and are slow for that."""
    large = registry.ruleset(name).load(scenario).capacity in ("medium", "large")
    return pytest.param(name, scenario, marks=[pytest.mark.slow] if large else [])


CASES = [
    case(name, scenario)
    for name in registry.names()
    for scenario in registry.ruleset(name).scenarios()
]


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_rule_sets_keep_the_contract(name: str, scenario: str) -> None:
    turns = SHORT.get(name, 2)
    report = check_ruleset(name, scenario, games=2, max_turns=turns, every=11)
    assert report.games == 2


@pytest.mark.parametrize("name", registry.names())
def test_rule_sets_keep_the_contract_with_nothing_delegated(name: str) -> None:
    check_ruleset(name, games=1, max_turns=SHORT.get(name, 2), delegate=(), every=11)


# -- the kit finds what is broken: the toy, with one kernel spoilt ---------------------------------


def leaky_redact(games: Any, k: int, visible: Any, j: int, seat: int) -> None:
    visible.raw[j, :] = games.raw[k, :]


def lax_apply(games: Any, k: int, table: Any, action: int) -> int:
    toy_ruleset.apply(games, k, table, action)
    return 0


def loud_observe(visible: Any, k: int, table: Any, seat: int, row: Any) -> None:
    row[:] = 100


def generous_returns(games: Any, k: int, table: Any, row: Any) -> None:
    row[:] = 1.0 if games.states[k].verdict >= 0 else 0.0


def peeking_legal(visible: Any, k: int, table: Any, mask: Any) -> int:
    """Offers only the right number: a mask that gives the secret away."""
    count = toy_ruleset.legal(visible, k, table, mask)
    state = visible.states[k]
    if state.guessing:
        mask[:] = 0
        mask[3 + int(state.secret_number[1 - int(state.seat)])] = 1
        return 1
    return count


@pytest.mark.parametrize(
    ("kernel", "spoilt", "words"),
    [
        ("redact", leaky_redact, "looks different|another mask"),
        ("apply", lax_apply, "apply\\(\\) takes it"),
        ("observe", loud_observe, "guessing is 100.0, beyond 1"),
        ("returns", generous_returns, "do not sum to zero"),
        ("legal", peeking_legal, "another mask|counts"),
    ],
)
def test_the_kit_names_a_broken_promise(kernel: str, spoilt: Any, words: str) -> None:
    kernels = toy_ruleset.kernels()._replace(**{kernel: spoilt})
    broken = dataclasses.replace(toy_ruleset.RULESET, kernels=lambda: kernels)
    with pytest.raises(AssertionError, match=words):
        check_ruleset(broken, games=3, every=1)
