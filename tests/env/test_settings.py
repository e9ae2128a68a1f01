"""What environments can be asked for: one list of keywords, heeded and refused alike by every form."""

from __future__ import annotations

from typing import Any

import pytest

import spacecombat_env
from spacecombat_env import battle_rider_v0
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.parallel import SpaceCombatParallel
from spacecombat_env.env.seat import SeatEnv
from spacecombat_env.env.settings import DEFAULTS, GAME_DEFAULTS, GameSettings, Settings
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.env.vector.gym_vector import GymVectorEnv
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

TOY = "hidden_number"
ONE = [SpaceCombatAEC, SpaceCombatParallel, SeatEnv]
MANY = [BatchEnv, SeatVecEnv, GymVectorEnv]
OTHERS: dict[str, Any] = {
    "delegate": (),
    "max_turns": 2,
    "reward": "margin",
    "options": {},
    "render_mode": "ansi",
    "render_view": "all",
    "max_cycles": 4,
    "flat": True,
    "mask": "info",
}
"""A value of each that is not the usual one."""
DOORS = {
    "env": lambda **settings: battle_rider_v0.env("duel", **settings).unwrapped,
    "raw_env": lambda **settings: battle_rider_v0.raw_env("duel", **settings),
    "parallel_env": lambda **settings: battle_rider_v0.parallel_env("duel", **settings),
    **{form.__name__: lambda form=form, **settings: form(TOY, **settings) for form in ONE},
}
CROWDS = {
    "make_vec": lambda **settings: spacecombat_env.make_vec(TOY, num_envs=2, **settings),
    **{
        form.__name__: lambda form=form, **settings: form(TOY, num_envs=2, **settings)
        for form in MANY
    },
}


def test_each_has_a_usual_value() -> None:
    assert set(DEFAULTS) == set(Settings.__annotations__) == set(OTHERS)
    assert set(GAME_DEFAULTS) == set(GameSettings.__annotations__)
    assert all(DEFAULTS[name] != value for name, value in OTHERS.items())  # type: ignore[literal-required]


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_every_form_of_one_game_keeps_what_was_requested(door: Any) -> None:
    kept = door(**OTHERS)._settings
    assert {name: kept[name] for name in OTHERS} == OTHERS
    usual = {**DEFAULTS, "render_view": door()._settings["render_view"]}
    assert usual["render_view"] in ("acting", "own")
    assert {name: door()._settings[name] for name in DEFAULTS} == usual


def batch_of(many: Any) -> BatchEnv:
    """Return the batch at the bottom of a form of many games."""
    seats = many.seats if isinstance(many, GymVectorEnv) else many
    return seats.batch if isinstance(seats, SeatVecEnv) else seats


@pytest.mark.parametrize("door", CROWDS.values(), ids=CROWDS)
def test_every_form_of_many_games_takes_what_says_how_they_are_played(door: Any) -> None:
    batch, plain = (
        batch_of(door(**{name: OTHERS[name] for name in GAME_DEFAULTS})),
        batch_of(door()),
    )
    assert (batch._flags[1], plain._flags[1]) == (1, 0)
    assert batch.scenario.digest != plain.scenario.digest


@pytest.mark.parametrize("door", [*DOORS.values(), *CROWDS.values()], ids=[*DOORS, *CROWDS])
@pytest.mark.parametrize("name", ["rewards", "windows"])
def test_an_unknown_one_is_named(door: Any, name: str) -> None:
    with pytest.raises(
        TypeError, match=rf"__init__\(\) got an unexpected keyword argument '{name}'"
    ):
        door(**{name: 1})


@pytest.mark.parametrize("door", [*DOORS.values(), *CROWDS.values()], ids=[*DOORS, *CROWDS])
def test_an_impossible_one_is_refused_alike(door: Any) -> None:
    with pytest.raises(ConfigError, match="no reward is called 'glory'"):
        door(reward="glory")
