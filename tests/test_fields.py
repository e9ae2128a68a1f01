"""What follows from declared fields, for every rule set: bounds, redaction, no secret that shows.

None of this is written down a second time for a rule set: it brings `RuleSet.knowledge`.
"""

from __future__ import annotations

import importlib
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from kit.battle_rider.scenes import fleets
from kit.intercept_sensors.table import brawl
from kit.knowing import (
    Moment,
    Secrets,
    another,
    change_all_that_is_declared_hidden,
    copied,
    fill,
    looks,
    moments,
    out_of_bounds,
    visible_to,
    wrongly_redacted,
)
from kit.switches import every_switch

from spacecombat_env import registry
from spacecombat_env.core.model.fields import every_record, hidden_places, places
from spacecombat_env.core.ruleset import Games, Scenario, make_games

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
    printed = importlib.import_module(f"spacecombat_env.rulesets.{name}.model.printed")
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
            assert not wrongly_redacted(now.knowledge, now.state, visible_to(now, seat), seat)


@played
def test_nobody_sees_whether_the_other_seat_acts(name: str, switched: bool) -> None:
    """Its question, none at all, or one's own that has passed: who is not asked sees the same."""
    for now in decisions(name, switched):
        asked = int(now.state.seat)
        shown = visible_to(now, 1 - asked).tobytes()
        for seat in (asked, 1 - asked):
            none = copied(now.games)
            none.states[0].decision, none.states[0].seat = 0, seat
            assert visible_to(now, 1 - asked, none).tobytes() == shown


@played
def test_redaction_is_what_is_declared_of_values_that_play_never_reaches(
    name: str, switched: bool
) -> None:
    """A wrong level, or a field that redaction forgets, though random play leaves it blank."""
    rng = np.random.default_rng(5)
    for now in decisions(name, switched):
        for seat in (0, 1):
            filled = copied(now.games)
            fill(now.knowledge, filled.states[0], rng)
            shown = visible_to(now, seat, filled)
            assert not wrongly_redacted(now.knowledge, filled.states[0], shown, seat)


@played
def test_a_field_that_redaction_forgets_is_found(name: str, switched: bool) -> None:
    """Each number that is hidden and not blank by chance, laid open, is named."""
    found = set()
    for now in decisions(name, switched):
        shown = visible_to(now, 0)
        by_path = {place.path: place for place in places(now.knowledge.state, shown)}
        for place in hidden_places(now.knowledge, now.state, 0):
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
            rng = np.random.default_rng(seat)
            change_all_that_is_declared_hidden(Secrets(game, changed, seat, rng))
            assert changed.raw.tobytes() != now.games.raw.tobytes()
            before, after = (looks(game, games, seat, True) for games in (now.games, changed))
            assert not [what for what in before if before[what] != after[what]]


# --- what a side knows is shown to it ------------------------------------------------------------

PIECE = {"battle_rider": "craft", "intercept_sensors": "unit", "interceptor": "craft"}
"""What the pieces of a side are called, of which all that it knows should be in its view."""
AT_HAND = "of the step at hand: the legal words say what is left of it"
LEFT_OUT = "left out of the view so far"
OF_ENEMIES = "shown of the enemy's, of which it tells"
UNSEEN: dict[str, dict[str, str]] = {
    "battle_rider": {
        **dict.fromkeys(("decided", "facings", "party_sent", "globe_marks", "errand"), AT_HAND),
        **dict.fromkeys(("tried", "tried_spreads", "lock_tried", "lock_spread_tried"), AT_HAND),
        **dict.fromkeys(("lock", "lock_spread"), AT_HAND),
        **dict.fromkeys(("bridge_shifted", "suiting", "boarders", "fight"), LEFT_OUT),
        **dict.fromkeys(("globe_drain", "fatigue"), LEFT_OUT),
        "crew": "shown where crews are bought",
        "player": "shown where a side has several players",
        "report": OF_ENEMIES,
    },
    "intercept_sensors": {
        "changed": AT_HAND,
        "identified": OF_ENEMIES,
        **dict.fromkeys(("last_turn", "last_x", "last_y", "last_vx", "last_vy"), OF_ENEMIES),
    },
    "interceptor": {
        **dict.fromkeys(("deeds", "guard", "decoyed", "stopped", "leaving", "arrived"), AT_HAND),
        **dict.fromkeys(("guarded", "defended", "run_turn"), AT_HAND),
        **dict.fromkeys(("collapse_due", "struck", "hit_by", "start_velocity"), AT_HAND),
        **dict.fromkeys(("collapse", "jam", "ecm", "plant_lost", "points"), LEFT_OUT),
        **dict.fromkeys(("air", "bays_used", "may_enter", "stations_hit"), AT_HAND),
        **dict.fromkeys(("carrier", "cover_side", "bay", "bay_hits"), LEFT_OUT),
        **dict.fromkeys(("missiles_launched", "decoys_launched", "weapons_used"), LEFT_OUT),
        **dict.fromkeys(("opportunities", "sendable"), LEFT_OUT),
        **dict.fromkeys(("altitude", "dived", "gained"), "of the altitude switch"),
        **dict.fromkeys(("eps", "fed", "shaken", "tow_state", "tow_turns", "towed"), LEFT_OUT),
        **dict.fromkeys(
            ("armed_as", "disclosed_kinds", "disclosed_weapons", "inside_turn"), OF_ENEMIES
        ),
        **dict.fromkeys(("last_seen_armour", "last_seen_disabled", "last_seen_inside"), OF_ENEMIES),
        **dict.fromkeys(("disclosed_streamlined", "disclosed_tons"), OF_ENEMIES),
    },
}
"""Fields of a side's own pieces that its view does not show, and why."""
FEW, MANY = 12, 400


@pytest.mark.parametrize("name", NAMES)
def test_what_a_side_knows_of_its_pieces_is_in_its_view(name: str) -> None:
    """Another value of a field makes another view, sooner or later."""
    tries: Counter[str] = Counter()
    shown: set[str] = set()
    for switched in (True, False):
        for now in decisions(name, switched):
            for seat in (0, 1):
                look_at_pieces(name, now, seat, tries, shown)
    assert set(tries) - shown == set(UNSEEN[name])


def look_at_pieces(name: str, now: Moment, seat: int, tries: Counter[str], shown: set[str]) -> None:
    """Change what a seat knows of its own pieces, one number at a time, and see if that shows."""
    ruleset, rng = registry.ruleset(name), np.random.default_rng(seat)
    visible = make_games(now.games.states.dtype, 1)
    now.kernels.redact(now.games, 0, visible, 0, seat)
    before = ruleset.view(visible, 0, now.scenario, seat)
    for place in places(now.knowledge.state, visible.states[0]):
        field, was = place.field, place.value
        if place.record != PIECE[name] or place.owner != seat or field.name in shown:
            continue
        if tries[field.name] == (FEW if field.name in UNSEEN[name] else MANY):
            continue
        tries[field.name] += 1
        place.put(another(field, now.knowledge.state, rng))
        try:
            is_seen = ruleset.view(visible, 0, now.scenario, seat) != before
        except (IndexError, KeyError, ValueError):  # it is read, and no piece can be so
            is_seen = True
        place.put(was)
        if is_seen:
            shown.add(field.name)


# --- what is hidden is determinized --------------------------------------------------------------------

FRESH = "of the turn or round at hand, in which the dreamt enemy has done nothing yet"
WHOLE = "an unknown piece is dreamt as it began"
UNTOLD = "damage that was not told is dreamt as none"
UNDREAMT: dict[str, dict[str, str]] = {
    "battle_rider": {
        **dict.fromkeys(("controlled", "decided", "fired", "fired_before", "forgone_g"), FRESH),
        **dict.fromkeys(("launched", "overpower", "overpowered", "dampers_used"), FRESH),
        **dict.fromkeys(("sand_used", "tried", "tried_spreads", "party_sent", "facings"), FRESH),
        **dict.fromkeys(("lock", "lock_tried", "lock_spread", "lock_spread_tried"), FRESH),
        **dict.fromkeys(("damage", "extended", "facing", "power", "stunned", "fatigue"), WHOLE),
    },
    "intercept_sensors": {
        **dict.fromkeys(("plotted", "moved", "changed", "plot_facing", "plot_thrust"), FRESH),
        **dict.fromkeys(("plot_power", "plot_popped", "plot_launch"), FRESH),
        **dict.fromkeys(("thrust", "used"), FRESH),
        "loss": WHOLE,
    },
    "interceptor": {
        **dict.fromkeys(("deeds", "hit_by", "pushed", "spent"), FRESH),
        **dict.fromkeys(("inside", "out", "plant_lost"), UNTOLD),
        **dict.fromkeys(
            ("rescuer", "berth", "way"), "who left his ship and is not in space is dead"
        ),
        "fuse": "an enemy is not expected to blow itself up",
    },
}
"""Hidden fields of pieces that determinized games leave blank, and why."""
SEEDS = (1, 2, 3)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_of_a_piece_is_determinized(name: str) -> None:
    """What play fills some determinized game fills, too: the enemy has what the switch gives it."""
    filled: set[str] = set()
    determinized: set[str] = set()
    for switched in (True, False):
        for now in decisions(name, switched):
            for seat in (0, 1):
                paths = {place.path for place in hidden_places(now.knowledge, now.state, seat)}
                filled |= filled_fields(name, now, now.state, paths)
                for seed in SEEDS:
                    determinization = dream_of(now, seat, seed).states[0]
                    determinized |= filled_fields(name, now, determinization, paths)
    assert filled & determinized
    assert filled - determinized <= set(UNDREAMT[name])


def dream_of(now: Moment, seat: int, seed: int) -> Games:
    """A game determinized from what a seat knows."""
    visible, determinization = (make_games(now.games.states.dtype, 1) for _ in range(2))
    now.kernels.redact(now.games, 0, visible, 0, seat)
    now.kernels.determinize(visible, 0, now.scenario.table, seat, seed, determinization, 0)
    return determinization


def filled_fields(name: str, now: Moment, state: Any, paths: set[str]) -> set[str]:
    """The fields of pieces that are not blank at some of the places given."""
    return {
        place.field.name
        for place in places(now.knowledge.state, state)
        if place.record == PIECE[name] and place.path in paths
        if place.value != place.field.blank
    }
