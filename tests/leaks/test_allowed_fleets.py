"""What twins of Battle Rider may have otherwise in the open; see test_allowed.py."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from forms import InRoom, InTurns
from kit.allowed import allowed, is_open
from kit.twins_on import Form, TwinsOn
from pairs import Pairs, ends, event, openings

from spacecombat_env.rulesets.battle_rider.model import Decision, Secrecy
from spacecombat_env.rulesets.battle_rider.model import Event as Fleet

SHIP = 1
"""The slot of a ship."""


def is_open_at(line: str, asked: int) -> bool:
    """Whether a difference is open to who is asked something, and nothing was told."""
    return is_open("battle_rider", [f"{line}: 15 -> 12"], [], asked)


@pytest.mark.rule("BR-JAM-02", "BR-JAM-03")
def test_only_one_enemy_has_an_advanced_ship_to_search_with() -> None:
    assert ends("battle_rider", 500_127, 153) == {"seen, not told"}


@pytest.mark.rule("BR-JAM-02", "BR-JAM-03", "BR-DET-27")
@pytest.mark.parametrize("field", ["range", "tech_level"])
def test_a_search_is_open_to_who_may_jam_alone(field: str) -> None:
    """A difference at any other question is still shown."""
    where = {each for each in Decision if is_open_at(f"attempt.{field}", each)}
    assert where == {Decision.JAM}
    assert not is_open_at("attempt.actor", Decision.JAM)
    assert not is_open_at("attempt.grade", Decision.JAM)


@pytest.mark.rule("BR-JAM-02", "BR-DET-27")
@pytest.mark.parametrize(("seed", "word"), [(710_937, 145), (760_527, 262)])
def test_another_ship_elsewhere_searches_for_another_force(seed: int, word: int) -> None:
    """The only ship of tech level 15 is 20 hexes from the force in one twin, and 31 in the other.

    In the second pair it tries a lock at 17 hexes, where the other has a ship at 18 that searches.
    """
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-JAM-02", "BR-DET-27")
@pytest.mark.parametrize(("ask", "range_", "is_excused"), [
    (Decision.JAM, 7, True), (Decision.JAM, 8, False), (Decision.EASIEST, 7, False),
])  # fmt: skip
def test_whom_the_same_ship_searches_for_is_not_open(
    ask: Decision, range_: int, is_excused: bool
) -> None:
    records = openings()
    for record, each in zip(records, (8, range_), strict=True):
        record["decision"], record["attempt"]["range"] = ask, each
    line = ["attempt.target_tf: 3 -> 4"]
    assert is_open("battle_rider", line, [], int(ask), records) == is_excused


@pytest.mark.rule("BR-MIS-25")
@pytest.mark.parametrize(("seed", "word"), [(710_086, 283), (720_217, 248)])
def test_dampers_of_a_ship_out_of_sight_take_its_attackers(seed: int, word: int) -> None:
    assert ends("battle_rider", seed, word) == {"comes of it: SPREAD_GONE"}


@pytest.mark.rule("BR-SCR-02", "BR-SCR-04", "BR-SCR-05")
def test_a_task_force_of_other_ships_fires_other_weapons() -> None:
    """In one twin those that hit are less advanced, and do less damage."""
    assert ends("battle_rider", 800_454, 261) == {"seen, not told"}


@pytest.mark.rule("BR-DET-03", "BR-DET-05")
def test_each_ship_that_searches_puts_the_question_of_a_tie() -> None:
    """In one twin the force that searches has a second ship that can; its order is given already."""
    number = int(Decision.EASIEST)
    assert ends("battle_rider", 900_285, 180) == {f"the enemy must: put question {number}"}


@pytest.mark.rule("BR-DET-03", "BR-REF-01")
def test_a_force_found_nearer_was_in_reach_of_a_search() -> None:
    assert ends("battle_rider", 500_067, 93) == {"seen, not told"}


@pytest.mark.rule("BR-DET-03", "BR-REF-01")
def test_the_ship_whose_search_finds_a_force_is_the_one_in_reach() -> None:
    """An unseen force is found by one ship or the other."""
    assert ends("battle_rider", 861_006, 139) == {"seen, not told"}


@pytest.mark.rule("BR-DET-03", "BR-REF-01")
@pytest.mark.parametrize(("bits", "is_seen"), [(1 << 2, True), (1 << 2 | 1, False)])
def test_only_searches_for_the_force_found_are_seen(bits: int, is_seen: bool) -> None:
    records = openings()
    records[0]["craft"]["tried"][SHIP][0] = bits
    told = [event(Fleet.DETECTED, actor=5, target=len(records[0]["tf"]) // 2 + 2)]
    line = f"craft[{SHIP}].tried[0]: {bits} -> 0"
    assert is_open("battle_rider", [line], told, 0, records) == is_seen
    assert not is_open("battle_rider", [line], [], 0, records)


@pytest.mark.rule("BR-SCR-02", "BR-SCR-04", "BR-DMG-01")
@pytest.mark.parametrize("field", ["next_hit", "tech_level", "hit[0].kind", "hit[3].value"])
def test_a_hit_is_open_to_who_assigns_sandcasters_alone(field: str) -> None:
    where = {each for each in Decision if is_open_at(f"volley.{field}", each)}
    assert where == {Decision.SAND_NUMBER}


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
@pytest.mark.parametrize(("seed", "word"), [(1704, 324), (970_935, 243)])
def test_sandcasters_are_of_the_hexside_by_which_the_fire_comes(seed: int, word: int) -> None:
    """The shooter is in another task force, so the fire comes by another hexside as well."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-BAT-02", "BR-AMB-70")
@pytest.mark.parametrize(
    ("line", "asked", "sand", "is_seen"),
    [
        ("battery_sand[2,0]", Decision.SAND_NUMBER, (3, 2), True),
        ("order[1].high", Decision.SAND_NUMBER, (3, 2), True),
        ("order[0].high", Decision.SAND_NUMBER, (3, 2), False),
        ("battery_sand[3,0]", Decision.SAND_NUMBER, (3, 2), False),
        ("battery_sand[2,0]", Decision.SAND_NUMBER, (3, 1), False),  # less in all
        ("order[1].high", Decision.SAND_NUMBER, (1, 0), True),  # at the same hexside
        ("order[1].high", Decision.SAND_NUMBER, (0, 0), False),  # nothing is cast yet
        ("battery_sand[2,0]", Decision.MISSILE_SAND_NUMBER, (3, 2), False),
        ("craft[2].sand_used", Decision.SAND_NUMBER, (3, 2), False),
    ],
)
def test_only_hexsides_of_sand_are_open_to_who_casts_it(
    line: str, asked: Decision, sand: tuple[int, int], is_seen: bool
) -> None:
    records = openings()
    other = (1, sand[1]) if sand[1] else sand
    for record, hexsides in zip(records, ((sand[0], 0), other), strict=True):
        record["decision"], record["seat"] = asked, 1
        record["volley"]["target"] = len(record["craft"]) // 2 + 2
        record["battery_sand"][2][:2] = hexsides
    assert is_open("battle_rider", [f"{line}: 1 -> 0"], [], asked, records) == is_seen


@pytest.mark.rule("BR-SCR-02")
@pytest.mark.parametrize("field", ["shooter", "target", "hits", "hit[0].sand"])
def test_nothing_else_of_a_volley_is_open(field: str) -> None:
    assert not is_open_at(f"volley.{field}", Decision.SAND_NUMBER)


@pytest.mark.rule("BR-MIS-07", "BR-MIS-12")
@pytest.mark.parametrize(("seed", "word"), [(700_010, 327), (700_008, 256)])
def test_spreads_are_launched_elsewhere_or_divided_otherwise(seed: int, word: int) -> None:
    """By a ship in another task force; by an enemy that can control fewer missiles."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-MIS-07", "BR-MIS-12")
@pytest.mark.parametrize(
    ("field", "kind", "n", "is_seen"),
    [
        ("q", Fleet.LAUNCH_MISSILES, 5, True),
        ("vr", Fleet.LAUNCH_MISSILES, 5, True),
        ("q", Fleet.LAUNCH_MISSILES, 6, False),
        ("count", Fleet.LAUNCH_MISSILES, 5, False),
        ("count", Fleet.SPREAD_MOVE, 6, True),  # the one that moves has been divided
        ("contact", Fleet.SPREAD_ATTACK, 6, True),
        ("aim[0]", Fleet.SPREAD_ATTACK, 5, False),
        ("g_left", Fleet.SPREAD_MOVE, 6, False),
        ("count", Fleet.SPREAD_MOVE, -1, False),  # the watcher's last
        ("q", Fleet.MOVE, 5, False),
    ],
)
def test_only_a_launch_or_a_move_shows_spreads(
    field: str, kind: Fleet, n: int, is_seen: bool
) -> None:
    records = openings()
    n = n if n >= 0 else len(records[0]["spread"]) - 1
    told = [event(kind, actor=5, target=5)]
    line = f"spread[{n}].{field}: 3 -> 4"
    assert is_open("battle_rider", [line], told, 0, records) == is_seen
    assert not is_open("battle_rider", [line], [], 0, records)


@pytest.mark.rule("BR-AMB-88")
def test_the_slot_of_a_task_force_is_drawn() -> None:
    """The watcher launches a rider; its enemy drew more while it set up in one of the twins."""
    assert ends("battle_rider", 700_567, 33) == {"the watcher's own: NEW_FORCE"}


@pytest.mark.rule("BR-AMB-88")
@pytest.mark.parametrize(
    ("changed", "watcher", "is_drawn"),
    [
        ({"target": 82, "c": 75}, 1, True),
        ({"target": 82, "actor": 1}, 1, False),
        ({"target": 82, "a": 3, "c": 75}, 1, True),
        ({"b": 3}, 1, False),
        ({"target": 82}, 0, False),
        ({"kind": Fleet.LAUNCH_CRAFT}, 1, False),
    ],
)
def test_only_the_slots_of_its_own_are_drawn(
    changed: dict[str, int], watcher: int, is_drawn: bool
) -> None:
    names = ("kind", "side", "actor", "target", "a", "b", "c")
    new = np.zeros(2, [(name, np.int16) for name in names])
    for each in new:
        each["kind"], each["side"], each["target"], each["c"] = Fleet.NEW_FORCE, 1, 80, 83
    for name, value in changed.items():
        new[1][name] = value
    on: Any = SimpleNamespace(allowed=allowed("battle_rider"), watcher=watcher)
    assert TwinsOn._is_drawn(on, new[0], new[1]) == is_drawn


@pytest.mark.rule("BR-S2-07", "BR-S2-08")
@pytest.mark.parametrize("form", [InTurns, InRoom])
def test_the_end_tells_how_many_points_ships_count_that_were_left_behind_unseen(
    form: type[Form],
) -> None:
    pairs = Pairs("battle_rider", form, 12).again(1003, 336)
    assert not pairs.shown, pairs.report()
    assert set(pairs.on.ends) == {"over, another result"}


@pytest.mark.rule("BR-S2-07")
@pytest.mark.parametrize(
    ("name", "message", "is_told"),
    [
        ("battle_rider", "{'verdict': 1, 'margin': -8}", True),
        ("battle_rider", '{"verdict": "win", "margin": 28}', True),
        ("battle_rider", "{'verdict': 0, 'margin': 0}", False),  # another side has won
        ("battle_rider", "{'verdict': 1, 'margin': 0, 'turns': 12}", False),
        ("interceptor", "{'verdict': 1, 'margin': -8}", False),
    ],
)
def test_the_margin_alone_is_told_at_the_end(name: str, message: str, is_told: bool) -> None:
    """Of Battle Rider alone: in Interceptor both sides see the points."""
    on: Any = SimpleNamespace(allowed=allowed(name))
    quote = "'" if "'" in message else '"'
    left = {"'": "{'verdict': 1, }", '"': '{"verdict": "win", }'}[quote]
    assert (TwinsOn._without_result(on, [message]) == [left]) == is_told


@pytest.mark.rule("BR-AMB-88")
def test_forces_enter_in_the_order_of_their_slots() -> None:
    """So the contact number of a force that divides follows from slots that are drawn."""
    assert ends("battle_rider", 5_000_752, 23) == {"the watcher's own: NEW_FORCE"}


@pytest.mark.rule("BR-TF-06", "BR-AMB-88")
def test_orders_leave_hulks_behind() -> None:
    """Hidden damage has made a hulk of a ship in one game alone; in the other a dummy splits off."""
    assert ends("battle_rider", 5_000_155, 369) == {"the enemy must: RECONFIGURE"}
    kept = allowed("battle_rider")
    assert Fleet.RECONFIGURE in kept.acts & kept.musts
    assert Fleet.RECONFIGURE not in kept.dice | kept.loud | kept.own


@pytest.mark.rule("BR-AMB-43")
def test_how_many_missiles_shoot_at_a_spread_is_secret() -> None:
    """Four attack that of the watcher in one game, 188 in the other, and only these destroy it."""
    assert ends("battle_rider", 3_000_436, 155) == {"comes of it: SPREAD_GONE"}


@pytest.mark.rule("BR-AMB-43")
@pytest.mark.parametrize(
    ("attack", "gone", "is_excused"),
    [
        ({}, {}, True),
        ({"kind": Fleet.SPREAD_MOVE}, {}, False),
        ({"c": 48}, {}, False),  # another spread was attacked
        ({"side": 1}, {}, False),
        ({}, {"kind": Fleet.LEFT_MAP}, False),
    ],
)
def test_only_a_spread_that_was_attacked_may_be_gone(
    attack: dict[str, int], gone: dict[str, int], is_excused: bool
) -> None:
    told = event(**{"kind": Fleet.SPREAD_ATTACK, "side": 0, "c": 49, **attack})
    lost = event(**{"kind": Fleet.SPREAD_GONE, "a": 49, **gone})
    assert allowed("battle_rider").comes_of(lost, [told]) == is_excused
    assert not allowed("battle_rider").comes_of(lost, [])


# --- a mend --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DET-09", "BR-SCN-02")
def test_each_force_that_shows_an_active_marker_is_dealt_a_ship_that_can() -> None:
    """Two ships that begin together show a marker each now, and the third is a drone without one."""
    assert ends("battle_rider", 700_161, 386) == {"dice: DETECTED"}


@pytest.mark.rule("BR-REF-01", "BR-DMG-25")
def test_the_move_of_a_ship_that_tumbles_out_of_a_force_in_view_is_reported() -> None:
    """The follower's force has a G less; missiles under standing orders fly at where it ends."""
    assert ends("battle_rider", 1186, 266) == {"the enemy cannot: THRUST"}


@pytest.mark.rule("BR-REF-01", "BR-DMG-25", "BR-AMB-52")
@pytest.mark.parametrize(
    ("last", "secrecy", "is_excused"),
    [
        (Fleet.TUMBLE, Secrecy.BLIND, False),
        (Fleet.TUMBLE, 0, True),
        (Fleet.DAMAGE, Secrecy.BLIND, True),
    ],
)
def test_a_split_after_a_tumble_is_not_excused(last: int, secrecy: int, is_excused: bool) -> None:
    """In double-blind play; else the other enemy may be unable to divide a task force."""
    games = SimpleNamespace(states=[SimpleNamespace(secrecy=secrecy)])
    forms = [SimpleNamespace(game=SimpleNamespace(games=games))]
    on: Any = SimpleNamespace(allowed=allowed("battle_rider"), last=int(last), forms=forms)
    for kinds in (on.allowed.acts, on.allowed.musts):
        assert (Fleet.NEW_FORCE in TwinsOn._chosen(on, kinds)) == is_excused
        assert Fleet.ROUND in TwinsOn._chosen(on, kinds)


@pytest.mark.rule("BR-DMG-25")
def test_a_ship_that_tumbles_out_of_a_force_of_several_splits_off_in_view() -> None:
    """In one twin it is alone in its force."""
    assert ends("battle_rider", 720_150, 112) == {"the enemy must: NEW_FORCE"}


@pytest.mark.rule("BR-MIS-12", "BR-MIS-28")
@pytest.mark.parametrize(("seed", "word"), [(720_288, 319), (1_120_329, 206)])
def test_missiles_burn_and_divide_in_view_if_they_are_controlled(seed: int, word: int) -> None:
    """In the second pair the watcher fired last at missiles that had the slot of the new ones."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-BAT-03", "BR-RFC-02")
def test_the_fire_of_a_determinized_enemy_is_counted_in_its_round() -> None:
    """Its use of batteries stays hidden as the true one's."""
    assert ends("battle_rider", 720_345, 307) == {"the enemy cannot: FIRE"}


@pytest.mark.rule("BR-FIR-06", "BR-FIR-07")
@pytest.mark.parametrize(("seed", "word"), [(227, 20), (246, 315)])
def test_who_has_a_lock_fires(seed: int, word: int) -> None:
    """The same card gives a rested crew a lock, and a tired one none; the target learns of neither."""
    assert ends("battle_rider", seed, word) == {"the enemy must: FIRE"}
