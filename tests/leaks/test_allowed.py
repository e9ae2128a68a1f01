"""What twins of Interceptor may have otherwise in the open (kit/allowed.py): each entry is needed, and narrow.

A pair that was once dealt shows that an entry is needed, for those of which one is known; other
lines show that nothing wider is excused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from kit.allowed import TELLING, allowed, is_open
from pairs import ends, event

from spacecombat_env import registry
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.model import Event as Fight
from spacecombat_env.rulesets.interceptor.model import Look
from spacecombat_env.rulesets.interceptor.planet.altitude import Ascent
from spacecombat_env.rulesets.interceptor.scenario import FOLDER

FIGHTERS = (
    *("asteroid_field", "asteroid_field_kessrith", "deep_space", "deep_space_kessrith"),
    *("duel", "pair"),
)
"""Scenarios of the games in which these pairs are dealt."""
HULL, CREW = 1, 4
"""Slots of a craft and of a crew in space."""


def position() -> Any:
    """Return an empty record of Interceptor."""
    opening = registry.ruleset("interceptor").load("pair").table.opening
    return make_games(opening.dtype, 1).states[0]


@pytest.mark.rule("IN-ABN-01", "IN-AMB-103", "IN-SEQ-04")
@pytest.mark.parametrize(
    ("line", "is_seen"),
    [
        (f"adrift[{CREW}].q", True),
        (f"adrift[{CREW}].moved", True),
        (f"adrift[{CREW + 1}].moved", False),
        (f"adrift[{CREW + 1}].q", False),
        (f"adrift[{CREW}].people", False),
        (f"adrift[{CREW}].air", False),
        (f"craft[{HULL}].acted", True),
        (f"craft[{HULL}].start_velocity", True),
        (f"craft[{HULL}].velocity", False),
        (f"memory_looks[0,{len(Look) * HULL}]", True),
        (f"memory_looks[0,{len(Look) * (HULL + 1)}]", False),
        (f"craft[{HULL + 1}].acted", False),
        (f"craft[{HULL}].inside", False),
        ("goes[0]", True),
        ("goes[1]", False),
        ("mover", False),
    ],
)
def test_only_the_crew_that_leaves_and_the_move_of_its_ship_are_seen(
    line: str, is_seen: bool
) -> None:
    records = [position(), position()]
    told = [event(Fight.EJECTED, actor=HULL, a=CREW)]
    assert is_open("interceptor", [f"{line}: 1 -> 0"], told, 0, records) == is_seen
    assert not is_open("interceptor", [f"{line}: 1 -> 0"], [], 0, records)


@pytest.mark.parametrize(
    ("line", "is_seen"),
    [
        ("craft[1].velocity: 8 -> 0", True),
        ("craft[1].start_velocity: 8 -> 0", True),
        ("craft[1].thrust: 8 -> 0", False),
        ("craft[2].velocity: 8 -> 0", False),
    ],
)
def test_a_craft_that_is_launched_flies_in_view(line: str, is_seen: bool) -> None:
    """Of all that is launched only its velocity is seen."""
    told = [event(Fight.LAUNCHED, actor=HULL)]
    assert is_open("interceptor", [line], told, 0) == is_seen
    assert not is_open("interceptor", [line], [], 0)


@pytest.mark.rule("IN-ABN-13")
@pytest.mark.parametrize(
    ("line", "is_seen"),
    [
        (f"adrift[{CREW}].people: 2 -> 1", True),
        (f"adrift[{CREW + 1}].people: 2 -> 1", False),
        (f"adrift[{CREW}].air: 2 -> 1", False),
    ],
)
def test_how_many_leave_by_an_airlock_is_seen(line: str, is_seen: bool) -> None:
    told = [event(Fight.OUTSIDE, actor=HULL, a=CREW)]
    assert is_open("interceptor", [line], told, 0) == is_seen
    assert not is_open("interceptor", [line], [], 0)


# --- near planets, and leaving by airlock --------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "seed", "word", "end"),
    [
        pytest.param("low_orbit", 3_000_036, 54, "dice: INTERFACE", id="IN-PLN-02"),
        pytest.param("low_orbit", 3_012_186, 83, "dice: LANDED", id="IN-CAM-19"),
        pytest.param("low_orbit", 4_000_506, 70, "dice: TOO_FAST", id="IN-PLN-08"),
        pytest.param(
            "search_and_rescue", 4_001_659, 4, "the enemy cannot: ENTERED", id="IN-SCN-08 place"
        ),
        pytest.param(
            "asteroid_field_kessrith", 3_000_441, 91, "the enemy cannot: LEFT_IN", id="IN-AMB-103"
        ),
        pytest.param("outpost", 7_001_667, 99, "seen, not told", id="IN-TSK-03"),
        pytest.param("outpost", 3_001_257, 217, "the enemy cannot: LAUNCHED", id="IN-ABN-14"),
        *(
            pytest.param("search_and_rescue", 3_000_039, word, end, id=f"IN-DES-10 {word}")
            for word, end in [
                (126, "the enemy must: LOST_AWAY"),
                (172, "the enemy cannot: LOST_AWAY"),
            ]
        ),
        pytest.param(
            "search_and_rescue", 1_232_079, 130, "the enemy cannot: DETONATED", id="IN-DES-05"
        ),
        pytest.param("outpost", 1_400_847, 239, "seen, not told", id="IN-LOS-02 begun"),
        pytest.param(
            "deep_space_kessrith", 1_401_714, 324, "seen, not told", id="IN-ABN-13 people"
        ),
        pytest.param("search_and_rescue", 8_000_179, 66, "comes of it: SPEED", id="IN-PLN-10"),
    ],
)
def test_rolls_and_orders_of_a_hidden_crew_are_seen(
    scenario: str, seed: int, word: int, end: str
) -> None:
    """Piloting and damage are in the rolls; orders written in secret are carried out in view."""
    assert ends("interceptor", seed, word, (scenario,)) == {end}


@pytest.mark.parametrize(
    ("kind", "sets"),
    [
        (Fight.INTERFACE, {"dice"}),
        (Fight.LANDED, {"dice"}),
        *((kind, {"dice"}) for kind in (Fight.TOO_FAST, Fight.RESCUE, Fight.T_SPACE, Fight.STAYS)),
        (Fight.LOWERED, {"acts"}),
        (Fight.ENTERED, {"acts"}),
        (Fight.LEFT_IN, {"acts"}),
        (Fight.OUTSIDE, {"acts", "musts"}),
        (Fight.LAUNCHED, {"acts"}),
        (Fight.LOST_AWAY, {"acts", "musts"}),
        (Fight.DETONATED, {"acts", "musts"}),
    ],
)
def test_such_events_are_excused_in_no_other_way(kind: Fight, sets: set[str]) -> None:
    found = allowed("interceptor")._asdict()
    assert {
        name for name in ("dice", "acts", "loud", "musts", "asks", "own") if kind in found[name]
    } == sets
    assert kind not in TELLING["interceptor"] or kind in {Fight.LAUNCHED, Fight.OUTSIDE}


@pytest.mark.rule("IN-DEF-01")
def test_events_that_are_no_longer_kept_are_not_compared() -> None:
    """Where the enemy has no Decoys to launch, its missiles make more events than the log holds."""
    assert ends("interceptor", 1_232_824, 24, ("deep_space_kessrith",)) == {"dice: FIREWALL"}


@pytest.mark.rule("IN-SCN-08")
def test_dice_put_no_other_question() -> None:
    assert not allowed("interceptor").asks


@pytest.mark.rule("IN-PLN-10")
@pytest.mark.parametrize(
    ("before", "slowed", "is_excused"),
    [
        ([{}], {}, True),
        ([], {}, False),
        ([{"kind": Fight.MODE}], {}, False),
        ([{"actor": HULL + 1}], {}, False),
        ([{}, {"kind": Fight.DRAWN}], {}, False),  # something was told in between
        ([{}], {"b": 4}, False),
        ([{}], {"b": 6}, False),
        ([{}], {"kind": Fight.TURNED}, False),
    ],
)
def test_only_the_interface_slows_a_ship_that_nothing_carries(
    before: list[dict[str, int]], slowed: dict[str, int], is_excused: bool
) -> None:
    told = [event(**{"kind": Fight.INTERFACE, "actor": HULL, **each}) for each in before]
    speed = event(**{"kind": Fight.SPEED, "actor": HULL, "a": 6, "b": 5, **slowed})
    assert allowed("interceptor").comes_of(speed, told) == is_excused
    assert not allowed("intercept_sensors").comes_of(speed, told)


@pytest.mark.rule("IN-ATM-06", "IN-POW-09", "IN-IDE-31")
@pytest.mark.parametrize(
    ("kind", "how", "is_excused"),
    [
        (Fight.SANK, 5, True),
        (Fight.ALTITUDE, Ascent.SANK, True),
        (Fight.ALTITUDE, Ascent.CLIMBED, False),
        (Fight.ALTITUDE, Ascent.DIVED, False),
        (Fight.ALTITUDE, Ascent.DRAWN, False),
    ],
)
def test_a_ship_sinks_whose_lifters_are_out(kind: Fight, how: int, is_excused: bool) -> None:
    """Other changes of level are acts of its side."""
    assert allowed("interceptor").comes_of(event(kind, actor=HULL, d=how), []) == is_excused


@pytest.mark.rule("IN-ATM-06", "IN-IDE-31")
def test_a_ship_with_damaged_lifters_sinks_in_view(tmp_path: Path) -> None:
    """In one game only its lifters are fed."""
    low = yaml.safe_load((Path(FOLDER) / "low_orbit.yaml").read_text(encoding="utf-8"))
    for side in low["sides"].values():
        side |= {"altitude": 4, "velocity": 2}
    low["sides"]["red"]["ships"][1]["class"] = "FLUTTERING PETAL"
    path = tmp_path / "low_air.yaml"
    path.write_text(yaml.safe_dump(low))
    assert ends("interceptor", 9160, 52, (str(path),)) == {"comes of it: ALTITUDE"}


@pytest.mark.rule("IN-LOS-01", "IN-ATM-08")
@pytest.mark.parametrize(
    ("scenario", "seed", "word"),
    [("outpost", 3_000_027, 68), ("search_and_rescue", 3_000_189, 0), ("low_orbit", 3_000_906, 73)],
)
def test_drawn_numbers_and_thrust_used_in_air_need_no_entry(
    scenario: str, seed: int, word: int
) -> None:
    """The twins share them (kit/interceptor/secrets.py)."""
    assert ends("interceptor", seed, word, (scenario,)) <= {"words", "over"}


@pytest.mark.rule("IN-SEQ-02", "IN-SEQ-09", "IN-SCN-08")
@pytest.mark.parametrize(
    ("scenarios", "seed", "word"),
    [
        pytest.param(("search_and_rescue",), 7_000_799, 13, id="initiative"),
        pytest.param(("search_and_rescue",), 4_001_019, 8, id="entry"),
        pytest.param(FIGHTERS, 600_584, 77, id="order of ships out of control"),
    ],
)
def test_secret_dice_of_the_enemy_change_no_other(
    scenarios: tuple[str, ...], seed: int, word: int
) -> None:
    """In one game only a crew wakes, or flies beyond its safe thrust (model/dice.py)."""
    assert ends("interceptor", seed, word, scenarios)


@pytest.mark.rule("IN-LOS-02", "IN-DMG-12")
def test_a_determinization_knows_what_was_seen_whole_on_armour() -> None:
    """A hit that came before the look has taken nothing off."""
    assert ends("interceptor", 7_001_583, 245, ("deep_space",))
