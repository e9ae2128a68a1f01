"""Parameters of doctrines: names, refusals, defaults that change nothing, effects."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.arena.matches.batch_games import play
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.parameters import parameters_of, read_style, style_argument
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError

PAIRS = 3
GLOBES = {
    "name": "globes",
    "sides": {
        side: {
            "fleet_tactics": 2,
            "ships": ["Rapier", {"class": "Starburst", "values": GLOBE}],
        }
        for side, GLOBE in (
            ("red", {"black_globe": True, "globe_capacity": 60, "globe_rate": 9}),
            ("blue", {"black_globe": True, "globe_capacity": 60, "globe_rate": 9}),
        )
    },
    "rules": {"black_globes": True},
    "turn_limit": 25,
}
PRIZE = {
    "name": "prize",
    "sides": {
        "red": {
            "fleet_tactics": 2,
            "ships": ["Rapier"],
            "task_forces": [
                {"ships": ["Rapier"], "hex": "1010", "vector": {"direction": "N", "speed": 1}}
            ],
        },
        "blue": {
            "fleet_tactics": 2,
            "ships": [
                {
                    "class": "Fiery",
                    "name": "Hulk",
                    "damage": ["power_plant", "fire_control", "bridge"],
                    "detected": True,
                },
                {"class": "Fiery", "name": "Far"},
            ],
            "task_forces": [
                {"ships": ["Hulk"], "hex": "1012", "vector": {"direction": "N", "speed": 1}},
                {"ships": ["Far"], "hex": "0233"},
            ],
        },
    },
    "rules": {"boarding": True},
    "turn_limit": 10,
}
ACTIONS = {
    ("battle_rider", "skirmish", "recommended", "captain", "aggressive", 3): "aa3617a517041410",
    ("battle_rider", "skirmish", "none", "captain", "captain", 2): "67973e261ea63d7f",
    ("battle_rider", "picket", "none", "captain", "aggressive", 2): "16287ade0cb589a0",
    ("battle_rider", "first_clash", "recommended", "captain", "captain", 2): "55ef495288a99aa7",
    ("intercept_sensors", "duel", "recommended", "hunter", "hunter", 2): "a6a799ea1e55d6d7",
}
"""The actions of captains before their doctrines had parameters, hashed."""
LARGE = next(case for case in ACTIONS if case[1] == "first_clash")
"""Another capacity class: its code is compiled for this test alone."""
QUICK = [case for case in ACTIONS if case != LARGE]


@functools.cache
def opened(ruleset: str, scenario: str, delegate: str) -> GameSetting:
    """Return a setting; a name of one of this file's scenarios stands for it."""
    own: dict[str, Any] = {"globes": GLOBES, "prize": PRIZE}
    return GameSetting.of(ruleset, own.get(scenario, scenario), delegate)


def said(setting: GameSetting, first: str, second: str, pairs: int) -> bytes:
    """Return all actions of some games, hashed."""
    players = tuple(make_agent(f"scripted:{name}", setting) for name in (first, second))
    for number, player in enumerate(players):
        player.reset(number)
    seeds = paired_game_seeds(pair_seeds(5, pairs))
    actions: dict[int, bytes] = {}
    with_seats = np.tile(np.array([0, 1], np.int8), pairs)
    play(
        setting.batch(len(seeds), threads=1),
        players,  # type: ignore[arg-type]
        seeds,
        with_seats,
        on_game=lambda game: actions.__setitem__(game.number, game.actions.tobytes()),
    )
    return b"|".join(actions[number] for number in sorted(actions))


@pytest.mark.parametrize("case", [*QUICK, pytest.param(LARGE, marks=pytest.mark.slow)])
def test_without_parameters_captains_say_what_they_always_said(case: tuple[Any, ...]) -> None:
    ruleset, scenario, delegate, first, second, pairs = case
    actions = said(opened(ruleset, scenario, delegate), first, second, pairs)
    assert hashlib.sha256(actions).hexdigest()[:16] == ACTIONS[case]


EFFECTS = [
    ("battle_rider", "skirmish", "recommended", "captain", value)
    for value in (
        *("active_range=50", "active_range=0,active_when_found=off", "fighting_range=10"),
        *(
            "open_fire_range=8",
            "blind_launch_range=0;launch_range=8",
            "blind_launch_range=10",
            "salvoes=3",
        ),
        *("salvo_missiles=1", "evasion_range=0", "withdraw_at=1"),
    )
]
EFFECTS += [
    ("battle_rider", "skirmish", "none", "captain", value)
    for value in ("jamming=off", "force_ships=1", "dummy_orders=on")
]
EFFECTS += [
    ("battle_rider", "globes", "recommended", "captain", "globe=0"),
    ("battle_rider", "picket", "recommended", "captain", "pickets=off"),
    ("battle_rider", "picket", "recommended", "captain", "picket_range=15"),
    ("battle_rider", "prize", "recommended", "captain", "boarding=off"),
]
EFFECTS += [
    ("intercept_sensors", "duel", "recommended", "hunter", value)
    for value in (
        *("radar=0", "position=0", "contact=0", "sunny_row=20", "closing=100", "glow=0"),
        *("dodge=100", "whim=0", "cruise=6", "holding_range=3", "patience=20", "dark=on"),
    )
]
EFFECTS += [("intercept_sensors", "infiltrator", "recommended", "hunter", "run=8")]
EFFECTS += [
    ("intercept_sensors", "duel", "recommended", "lurker", value)
    for value in (
        *("radar=0", "position=0", "contact=0", "sunny_row=20", "closing=100", "glow=100"),
        *("dodge=100", "whim=50", "cruise=6", "holding_range=20", "patience=0", "dark=off"),
    )
]
EFFECTS += [("intercept_sensors", "infiltrator", "recommended", "lurker", "run=8")]
COSTLY = [
    ("battle_rider", "skirmish", "none", "aggressive", value)
    for value in ("jamming=off", "force_ships=1", "dummy_orders=on")
]
COSTLY += [
    ("battle_rider", "skirmish", "recommended", "aggressive", value)
    for value in (
        *("active_range=0", "active_range=0,active_when_found=off", "fighting_range=10"),
        *("open_fire_range=8", "launch_range=5", "blind_launch_range=40", "salvoes=3"),
        "salvo_missiles=1",
    )
]
COSTLY += [("battle_rider", "globes", "recommended", "aggressive", "globe=9")]
COSTLY += [
    ("interceptor", "duel", "recommended", doctrine, value)
    for doctrine, other in (("ace", "off"), ("ace:plain", "on"))
    for value in (
        f"second_turn={other}",
        f"hypotheses={other}",
        "shot_in_hand=20",
        "passing_shot=10",
    )
]
COSTLY += [
    ("interceptor", "pair", "recommended", doctrine, value)
    for doctrine, values in (
        ("ace", ("wear=off", "homing=on", "weighed=off")),
        ("ace:plain", ("wear=on", "homing=off", "weighed=on")),
    )
    for value in values
]
COSTLY += [
    ("interceptor", "pair", "none", doctrine, f"near_loads={value}")
    for doctrine, value in (("ace", "off"), ("ace:plain", "on"))
]
DOGFIGHT = Path(__file__).parents[2] / "golden/interceptor/prepared/dogfight.yaml"
COSTLY += [
    ("interceptor", str(DOGFIGHT), "recommended", doctrine, f"levels={value}")
    for doctrine, value in (("ace", "off"), ("ace:plain", "on"))
]


@functools.cache
def against_itself(ruleset: str, scenario: str, delegate: str, doctrine: str, name: str) -> bytes:
    """Return all actions of a doctrine, as `name` has it, against itself as it is."""
    return said(opened(ruleset, scenario, delegate), name, doctrine, PAIRS)


def has_effect(case: tuple[str, ...]) -> bool:
    """Tell whether a parameter changes an action; those before a semicolon are set in both arms."""
    *place, doctrine, value = case
    before, _, set_too = value.rpartition(";")
    whole = ",".join(filter(None, (before, set_too)))
    plain = against_itself(*place, doctrine, f"{doctrine}({before})")
    return against_itself(*place, doctrine, f"{doctrine}({whole})") != plain


@pytest.mark.parametrize("case", EFFECTS, ids=lambda case: f"{case[3]}-{case[4]}")
def test_a_parameter_changes_what_is_said(case: tuple[str, ...]) -> None:
    assert has_effect(case)


@pytest.mark.slow
@pytest.mark.parametrize("case", COSTLY, ids=lambda case: f"{case[3]}-{case[4]}")
def test_a_parameter_of_the_others_changes_what_is_said(case: tuple[str, ...]) -> None:
    assert has_effect(case)


def test_every_parameter_of_every_doctrine_is_shown_to_matter() -> None:
    shown = {
        (ruleset, doctrine, part.partition("=")[0])
        for ruleset, _, _, doctrine, value in EFFECTS + COSTLY
        for part in value.rpartition(";")[2].split(",")
    }
    declared = set()
    for ruleset in ("battle_rider", "intercept_sensors", "interceptor"):
        for each in parameters_of(captain_module(ruleset)):
            declared |= {(ruleset, doctrine, each.name) for doctrine in each.defaults}
            assert set(each.defaults) <= set(captain_module(ruleset).DOCTRINES)
            assert all(each.low <= value <= each.high for value in each.defaults.values())
    assert shown == declared


def test_one_name_for_all_that_play_alike() -> None:
    module = captain_module("battle_rider")
    declared = parameters_of(module)
    for written, name in (
        ("captain", "captain"),
        ("captain()", "captain"),
        ("captain(active_range=24)", "captain"),
        ("captain( pickets = off , open_fire_range=8)", "captain(open_fire_range=8,pickets=off)"),
        ("aggressive(globe=0)", "aggressive(globe=0)"),
    ):
        style = read_style(module, written)
        assert style.canonical_name(declared) == name
        assert read_style(module, name) == style
    chosen = style_argument(module, "captain(pickets=off, open_fire_range=8)")
    assert chosen[0].pickets == 0 and chosen[0].open_fire_range == 8 and chosen[0].salvoes == 9
    setting = opened("battle_rider", "skirmish", "recommended")
    assert make_agent("scripted:captain(jamming=yes)", setting).name == "scripted:captain"


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (
            "captain(x=3)",
            "captain(x=3): x: no such parameter of captain; there are: active_range, ",
        ),
        (
            "aggressive(pickets=on)",
            "pickets: no such parameter of aggressive; there are: active_range, ",
        ),
        ("captain(globe=30)", "globe: '30' is not a whole number from 0 to 9"),
        ("captain(globe=2.5)", "globe: '2.5' is not a whole number from 0 to 9"),
        ("captain(pickets=2)", "pickets: '2' is not on or off"),
        ("captain(pickets)", "pickets: is not written name=value"),
        ("captain(globe=1, globe=2)", "globe: is given twice"),
        ("captain(globe=1", "doctrine: is not written DOCTRINE or DOCTRINE(name=value, ...)"),
        ("coward(globe=1)", "doctrine: unknown; there are: aggressive, captain"),
    ],
)
def test_what_cannot_be_set_is_refused_with_what_can(written: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_style(captain_module("battle_rider"), written)
    assert f"scripted:{written}" in str(caught.value) and reason in str(caught.value)


def test_a_captain_without_parameters_has_its_number(setting: GameSetting) -> None:
    assert style_argument(captain_module("auction"), "aggressive") == 1
    with pytest.raises(ConfigError, match="of aggressive; there are: none"):
        make_agent("scripted:aggressive(speed=1)", setting)


def test_registered_rule_sets_are_listed_with_their_players() -> None:
    from spacecombat_agents.info.scripted_players import scripted_players

    listed = {row["ruleset"]: row for row in scripted_players()}
    assert set(listed) <= set(registry.names())
    globe = next(row for row in listed["battle_rider"]["parameters"] if row["name"] == "globe")
    assert (globe["low"], globe["high"]) == (0, 9)
    assert globe["defaults"] == {"captain": 5, "aggressive": 5}
