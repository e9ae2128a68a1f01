"""What follows from declared fields, for every rule set: bounds, redaction, no secret that shows.

None of this is written down a second time for a rule set: it brings `RuleSet.knowledge`.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from kit.battle_rider.scenes import fleets
from kit.intercept_sensors.table import brawl
from kit.knowing import (
    Moment,
    Secrets,
    change_all_that_is_declared_hidden,
    copied,
    fill,
    looks,
    moments,
    out_of_bounds,
    seen_by,
    wrongly_redacted,
)
from kit.switches import every_switch

from spacecombat_env import registry
from spacecombat_env.core.fields import every_record, hidden, places
from spacecombat_env.core.ruleset import Scenario

NAMES = [name for name in registry.names() if registry.ruleset(name).knowledge is not None]
WORDS, EVERY = 400, 40
SCENES = {"battle_rider": fleets, "intercept_sensors": brawl}
"""Rule sets with a scene in which every switch finds what it needs; else it is the usual one."""
PLAYED = [(name, switched) for name in NAMES for switched in (False, True)]
played = pytest.mark.parametrize(
    ("name", "switched"),
    PLAYED,
    ids=[f"{name}-{'every switch' if switched else 'usual'}" for name, switched in PLAYED],
)


class Game(NamedTuple):
    """A random game as the leak test wants it."""

    scenario: Scenario
    games: Any


@cache
def decisions(name: str, switched: bool = False) -> list[Moment]:
    """Some decisions of a random game: of a rule set's usual scenario, or with every switch on."""
    ruleset = registry.ruleset(name)
    scenario = ruleset.load(ruleset.default_scenario)
    if switched:
        source = SCENES[name]() if name in SCENES else ruleset.default_scenario
        scenario = ruleset.load(source, options=every_switch(name), delegate=())
    return [
        now._replace(games=copied(now.games))
        for n, now in enumerate(moments(ruleset, scenario, 3, WORDS))
        if n % EVERY == 0
    ]


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_set_declares_its_fields(name: str) -> None:
    """The state's dtype is that of the declaration, and every field says who knows it."""
    ruleset = registry.ruleset(name)
    if name not in NAMES:
        pytest.skip("a toy of the tests")
    scenario = ruleset.load(ruleset.default_scenario)
    declared = ruleset.knowledge(scenario).state  # type: ignore[misc]
    assert declared.dtype == scenario.table.opening.dtype
    printed = importlib.import_module(f"spacecombat_env.rulesets.{name}.pieces.printed")
    assert printed.RULES.dtype == scenario.table.rules.dtype
    for root in (declared, printed.RULES):
        for record in every_record(root):
            nameless = [one.name for one in record if one.known is None and one.record is None]
            assert not nameless, record.name


@played
def test_values_are_within_their_bounds(name: str, switched: bool) -> None:
    for now in decisions(name, switched):
        assert not out_of_bounds(now.knowledge, now.state)


@played
def test_redaction_is_what_is_declared(name: str, switched: bool) -> None:
    for now in decisions(name, switched):
        for seat in (0, 1):
            assert not wrongly_redacted(now.knowledge, now.state, seen_by(now, seat), seat)


@played
def test_redaction_is_what_is_declared_of_values_that_play_never_reaches(
    name: str, switched: bool
) -> None:
    """A wrong level, or a field that redaction forgets, though random play leaves it blank."""
    lots = np.random.default_rng(5)
    for now in decisions(name, switched):
        for seat in (0, 1):
            filled = copied(now.games)
            fill(now.knowledge, filled.states[0], lots)
            shown = seen_by(now, seat, filled)
            assert not wrongly_redacted(now.knowledge, filled.states[0], shown, seat)


@played
def test_a_field_that_redaction_forgets_is_found(name: str, switched: bool) -> None:
    """Each number that is hidden and not blank by chance, laid open, is named."""
    found = set()
    for now in decisions(name, switched):
        shown = seen_by(now, 0)
        by_path = {place.path: place for place in places(now.knowledge.state, shown)}
        for place in hidden(now.knowledge, now.state, 0):
            kind = f"{place.record}.{place.field.name}"
            if place.field.derived or place.value == place.field.blank or kind in found:
                continue
            other = by_path[place.path]
            before = other.value
            other.put(place.value)
            wrong = wrongly_redacted(now.knowledge, now.state, shown, 0)
            assert [one.split(":")[0] for one in wrong] == [place.path]
            other.put(before)
            found.add(kind)
    assert len(found) > 5


@played
def test_nothing_shows_of_what_is_declared_hidden(name: str, switched: bool) -> None:
    for now in decisions(name, switched):
        game = Game(now.scenario, now.games)
        for seat in (0, 1):
            changed = copied(now.games)
            lots = np.random.default_rng(seat)
            change_all_that_is_declared_hidden(Secrets(game, changed, seat, lots))
            assert changed.raw.tobytes() != now.games.raw.tobytes()
            before, after = (looks(game, games, seat, True) for games in (now.games, changed))
            assert not [what for what in before if before[what] != after[what]]
