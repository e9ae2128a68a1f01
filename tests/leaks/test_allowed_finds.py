"""What twins of Battle Rider have otherwise by finds, hits and attacks; see test_allowed.py."""

from __future__ import annotations

import pytest
from kit.allowed import allowed, is_open
from pairs import ends, event, openings

from spacecombat_env.rulesets.battle_rider.model import NONE, CraftStatus, Decision
from spacecombat_env.rulesets.battle_rider.model import Event as Fleet

SHIP = 1
"""The slot of a ship."""


@pytest.mark.rule("BR-MIS-04", "BR-REF-01")
def test_missiles_that_are_found_are_laid_on_the_map() -> None:
    """In double-blind play a spread that nobody sees burns in one twin alone, and is then found."""
    assert ends("battle_rider", 790_087, 175) == {"seen, not told"}


@pytest.mark.rule("BR-MIS-04", "BR-REF-01")
@pytest.mark.parametrize(
    ("line", "actor", "is_seen"),
    [
        ("spread[58].vr", NONE, True),
        ("spread[57].vr", NONE, False),
        ("spread[58].count", NONE, False),
        ("spread[58].vr", SHIP, False),  # a craft is found, in the force of that slot
        ("tf[58].r", NONE, False),
        ("tf[58].r", SHIP, True),
    ],
)
def test_only_the_place_of_the_missiles_found_is_seen(line: str, actor: int, is_seen: bool) -> None:
    told = [event(Fleet.DETECTED, actor=actor, target=58)]
    assert is_open("battle_rider", [f"{line}: 4 -> 3"], told, 0) == is_seen


@pytest.mark.rule("BR-AMB-28", "BR-LCH-03")
def test_a_craft_launched_into_a_force_hides_its_shadow_again() -> None:
    """In one twin the tender of that force has no craft left."""
    assert ends("battle_rider", 790_485, 297) == {"seen, not told"}


@pytest.mark.rule("BR-AMB-28", "BR-DET-06")
@pytest.mark.parametrize(("seat", "is_seen"), [(0, True), (1, False), (-1, False)])
def test_only_shadows_of_the_enemy_are_hidden_again(seat: int, is_seen: bool) -> None:
    records = openings()
    for record in records:
        record["seat"] = seat
    line = ["tf[14].shadow_found: 1 -> 0"]
    assert is_open("battle_rider", line, [], 0, records) == is_seen


@pytest.mark.rule("BR-TF-04", "BR-TF-06")
def test_a_force_at_the_limit_of_dummies_is_left_like_any_other() -> None:
    """A ship goes over to a new force; in one twin it was alone, and changes places with a dummy."""
    assert ends("battle_rider", 790_341, 107) == {"the enemy cannot: SCAN"}


@pytest.mark.rule("BR-REF-01", "BR-MIS-12")
def test_the_last_target_is_forgotten_when_other_missiles_take_its_slot() -> None:
    """Double-blind; the end of the game brings them into view."""
    assert ends("battle_rider", 790_637, 35) == {"over"}


@pytest.mark.rule("BR-MIS-20", "BR-MIS-27")
@pytest.mark.parametrize(("seed", "word"), [(860_115, 375), (971_277, 355)])
def test_how_many_missiles_attack_is_declared_and_as_many_casters_may_be_used(
    seed: int, word: int
) -> None:
    """In the first pair one twin has a spread of twenty missiles, the other of one."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-MIS-20", "BR-AMB-88")
@pytest.mark.parametrize(
    ("line", "target", "defends", "is_seen"),
    [
        ("spread[14].aim[0]", 2, 2, True),
        ("spread[13].aim[0]", 2, 2, False),
        ("spread[14].count", 2, 2, False),
        ("spread[14].aim[0]", 2, 1, False),
        ("spread[14].aim[0]", NONE, NONE, False),
    ],
)
def test_only_aims_at_the_force_that_defends_are_declared(
    line: str, target: int, defends: int, is_seen: bool
) -> None:
    records = openings()
    for record in records:
        record["spread"][14]["target_tf"], record["attack_tf"] = target, defends
    assert is_open("battle_rider", [f"{line}: 1 -> 2"], [], 0, records) == is_seen


@pytest.mark.rule("BR-DET-03", "BR-JAM-02")
def test_each_ship_that_searches_may_be_jammed() -> None:
    """One twin has a second ship in the force that searches."""
    number = int(Decision.JAM)
    assert ends("battle_rider", 1_030_017, 169) == {f"the enemy must: put question {number}"}


@pytest.mark.rule("BR-MIS-27")
def test_only_who_sands_missiles_knows_how_many_casters_it_may_use() -> None:
    where = {
        each for each in Decision if is_open("battle_rider", ["order[1].high: 2 -> 1"], [], each)
    }
    assert where == {Decision.MISSILE_SAND_NUMBER}


@pytest.mark.rule("BR-S2-03", "BR-AMB-102")
def test_a_hit_draws_life_support_once_more() -> None:
    """The cup is hidden with the damage; the crew of the ship that was hit suits up again."""
    assert ends("battle_rider", 830_278, 323) == {"seen, not told"}


@pytest.mark.rule("BR-S2-03")
@pytest.mark.parametrize(
    ("field", "kind", "ship", "is_seen"),
    [
        ("suiting", Fleet.SCREENED, SHIP, True),
        ("suiting", Fleet.SCREENED, SHIP + 1, False),
        ("suiting", Fleet.FIRE, SHIP, False),
        ("missiles", Fleet.SCREENED, SHIP, False),
    ],
)
def test_only_the_crew_of_a_ship_that_was_hit_suits_up(
    field: str, kind: Fleet, ship: int, is_seen: bool
) -> None:
    line = f"craft[{ship}].{field}: 1 -> 0"
    assert is_open("battle_rider", [line], [event(kind, actor=SHIP)], 0) == is_seen


@pytest.mark.rule("BR-MIB-06", "BR-AMB-88")
@pytest.mark.parametrize("word", [110, 133])
def test_drones_of_ships_that_have_not_entered_explain_no_marker(word: int) -> None:
    """Two forces show one: a mission whose fleet has a single ship there is not dealt."""
    assert ends("battle_rider", 830_272, word)


@pytest.mark.rule("BR-AMB-88")
def test_a_dummy_of_its_own_may_be_next_whatever_the_enemy_searches_for() -> None:
    assert ends("battle_rider", 801_286, 12) == {"the watcher's own: ROUND"}


@pytest.mark.rule("BR-MIS-12", "BR-REF-01")
def test_standing_orders_steer_missiles_at_a_force_that_was_found() -> None:
    """It has moved unseen, one way or another."""
    assert ends("battle_rider", 930_086, 127) == {"comes of it: SPREAD_MOVE"}


@pytest.mark.rule("BR-MIS-12")
@pytest.mark.parametrize(
    ("kind", "side", "found", "is_excused"),
    [
        (Fleet.SPREAD_MOVE, 0, [1], True),
        (Fleet.SPREAD_MOVE, 1, [1], False),  # its own missiles are no news to it
        (Fleet.SPREAD_MOVE, 0, [], False),
        (Fleet.SPREAD_ATTACK, 0, [1], False),
    ],
)
def test_only_missiles_of_the_side_that_found_something_are_steered(
    kind: Fleet, side: int, found: list[int], is_excused: bool
) -> None:
    before = [event(Fleet.DETECTED, side=each) for each in found]
    comes_of = allowed("battle_rider").comes_of
    assert comes_of(event(kind, side=side), before) == is_excused


@pytest.mark.rule("BR-AMB-89", "BR-AMB-29")
def test_cargo_seen_before_does_not_show_which_unseen_ship_has_left() -> None:
    """A drone was recovered by a tender that nobody has seen; in one twin that leaves the map."""
    assert ends("battle_rider", 1_060_800, 339) == {"seen, not told"}


@pytest.mark.rule("BR-AMB-89")
def test_a_ship_that_was_found_takes_its_cargo_with_it() -> None:
    """In one twin the drone seen before is aboard the ship that leaves, in view."""
    assert ends("battle_rider", 1_180_302, 310) == {"seen, not told"}


@pytest.mark.rule("BR-AMB-89", "BR-AMB-37")
@pytest.mark.parametrize(
    ("line", "kind", "is_seen"),
    [
        ("craft[9].status: 2 -> 5", Fleet.LEFT_MAP, True),
        ("craft[9].damage[3]: 1 -> 0", Fleet.DESTROYED, True),
        ("known_lost[1]: 2 -> 4", Fleet.LEFT_MAP, True),
        ("craft[9].fuel: 2 -> 5", Fleet.LEFT_MAP, False),
        ("craft[10].status: 2 -> 5", Fleet.LEFT_MAP, False),  # not seen before
        ("craft[11].status: 1 -> 5", Fleet.LEFT_MAP, False),  # not aboard
        ("craft[1].status: 2 -> 5", Fleet.LEFT_MAP, False),  # the other side's
        ("craft[9].status: 2 -> 5", Fleet.FORCE_REMOVED, False),
    ],
)
def test_only_cargo_goes_with_a_ship(line: str, kind: Fleet, is_seen: bool) -> None:
    records = openings()
    for record, status in zip(records, (CraftStatus.ABOARD, CraftStatus.LOST), strict=True):
        record["craft"]["detected"] = 1
        record["craft"]["status"] = status
        record["craft"][10]["detected"] = 0
        record["craft"][11]["status"] = CraftStatus.IN_FORCE
    told = [event(kind, actor=8)]
    assert is_open("battle_rider", [line], told, 0, records) == is_seen


@pytest.mark.parametrize(("seed", "word"), [(1_060_800, 339), (1_180_302, 310)])
def test_cargo_seen_before_does_not_show_which_ship_carried_it(seed: int, word: int) -> None:
    """In one twin its carrier leaves the map: unseen, or in view."""
    assert ends("battle_rider", seed, word)


@pytest.mark.rule("BR-S2-08", "BR-SCN-07")
@pytest.mark.parametrize(("seed", "word"), [(1_141_345, 384), (1_160_795, 376)])
def test_the_end_tells_which_ships_could_not_get_away(seed: int, word: int) -> None:
    """The totals are compared; secret damage and fuel decide who jumps."""
    assert ends("battle_rider", seed, word) == {"seen, not told"}


@pytest.mark.rule("BR-S2-08")
@pytest.mark.parametrize(
    ("field", "kind", "is_seen"),
    [
        ("known_lost[1]", Fleet.OUTCOME, True),
        ("points_escaped[1]", Fleet.OUTCOME, False),
        ("points_lost[1]", Fleet.DRONE_LOST, False),
    ],
)
def test_only_the_end_tells_the_losses_of_all(field: str, kind: Fleet, is_seen: bool) -> None:
    assert is_open("battle_rider", [f"{field}: 2 -> 19"], [event(kind)], 0) == is_seen
