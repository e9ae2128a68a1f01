"""One parameter varied: how families are written, the curve, the best set."""

from __future__ import annotations

import pytest
from kit.studied import Luck

from spacecombat_agents.arena.statistics.differences import ArmVerdict
from spacecombat_agents.studies.arms import ParameterFamily, expand_opponents, parameter_family
from spacecombat_agents.studies.blocks import Cell
from spacecombat_agents.studies.prose import sweep_sentences
from spacecombat_agents.studies.sweep import as_json, sweep, sweep_arms
from spacecombat_env.core.errors import ConfigError

VALUES = (2, 4, 6, 8)
KIN = ParameterFamily("speed", VALUES, tuple(f"c(speed={v})" for v in VALUES), "c")
CHANCES = (0.35, 0.55, 0.6, 0.4)
USUAL = 0.55


def luck(seed: int) -> Luck:
    """Games of the usual arm, each value, and the usual arm once more."""
    return Luck(seed, (USUAL, *CHANCES, USUAL))


def test_the_curve_and_the_best_set() -> None:
    found = sweep(luck(1), KIN, [Cell(0, 0)], 400)
    assert [low <= truth <= high for truth, (low, high) in zip(CHANCES, found.band, strict=True)]
    assert found.scores == pytest.approx(CHANCES, abs=0.06)
    assert 6 in found.best and not {2, 8} & set(found.best)
    assert found.differences[0].verdict is ArmVerdict.WORSE
    assert found.aa_test.interval.low < 0.0 < found.aa_test.interval.high
    assert sweep_arms(KIN)[0] == sweep_arms(KIN)[-1] == "c"
    assert as_json(found)["games"] == 2 * 400 * 6
    assert sweep_sentences(found)[0].startswith("speed=6 scored most")


def test_a_switch_is_off_or_on_and_one_best_value_is_no_set() -> None:
    kin = ParameterFamily("pickets", (0, 1), ("c(pickets=off)", "c"), "c", is_switch=True)
    found = sweep(Luck(1, (0.8, 0.2, 0.8, 0.8)), kin, [Cell(0, 0)], 400)
    lines = sweep_sentences(found)
    assert lines[0].startswith("pickets=on scored most") and "the best value is on with" in lines[0]
    assert lines[1].startswith("  pickets=off: ")
    assert "is among off, on with" in sweep_sentences(found._replace(best=(0, 1)))[0]


def test_families_are_written_as_ranges_steps_and_choices() -> None:
    kin = parameter_family("battle_rider", "scripted:captain(open_fire_range=2..14:4, pickets=off)")
    assert kin.values == (2, 6, 10, 14) and kin.parameter == "open_fire_range"
    assert kin.names[1] == "scripted:captain(open_fire_range=6,pickets=off)"
    assert kin.default == "scripted:captain(pickets=off)"
    chosen = parameter_family("battle_rider", "scripted:captain(active_range=0|24|99)")
    assert chosen.values == (0, 24, 99) and chosen.names[1] == "scripted:captain"
    switch = parameter_family("battle_rider", "scripted:captain(pickets=off|on)")
    assert switch.values == (0, 1) and switch.is_switch and not chosen.is_switch
    assert expand_opponents("battle_rider", ("pool", "random")) == (
        *("scripted:captain", "scripted:aggressive", "random"),
    )


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("random", "must be scripted:DOCTRINE(name=2..14)"),
        ("scripted:captain", "one parameter must have several values"),
        ("scripted:captain(salvoes=1..3,globe=1..3)", "one parameter must have several values"),
        ("scripted:captain(salvoes=3..3)", "3..3 has 1 values"),
        ("scripted:captain(salvoes=5..14)", "salvoes: '10' is not a whole number from 0 to 9"),
        ("scripted:captain(speed=1..3)", "speed: no such parameter of captain"),
    ],
)
def test_what_is_no_family_is_refused(written: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parameter_family("battle_rider", written)
    assert reason in str(caught.value)
