"""Chapters LCH and DRN: launching and recovering, and sensor drones."""

from __future__ import annotations

import pytest
from kit.battle_rider.table import Table, position, side, started

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Decision,
    ForceStatus,
    Phase,
    Sensor,
    Verb,
)

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
NORTH = ("direction", 0)
FAR = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528", "vector": [0, -1]}])
TENDER, FIRST, SECOND, DRONE = range(4)


def family(tactics=4, tender=None, aboard=True, drone="dual_mode_tl12", blue=FAR):
    """Red: a Maggart LT with two Manticores and a drone, aboard or next to it in one force."""
    ships = [tender or "Maggart LT"]
    for name in ("Sting", "Fang"):
        rider = {"class": "Manticore", "name": name}
        ships.append({**rider, "aboard": "Maggart LT"} if aboard else rider)
    drones = [{"type": drone, "controller": "Maggart LT", "name": "Eye", "aboard": aboard}]
    names = ["Maggart LT"] if aboard else ["Maggart LT", "Sting", "Fang", "Eye"]
    force = {"ships": names, "hex": "0505", "vector": [0, 1]}
    return position(side(ships, [force], tactics, drones), blue)


def menu(source, decision=Decision.FORCES_MENU):
    """Red, without the initiative, decides first."""
    game = started(source, 1).skip_to(decision)
    assert game.state.seat == 0
    return game


def craft_words(game, count=8):
    """Own craft that may be named now."""
    return {slot for slot in range(count) if game.can_say(("craft", slot))}


def place(force):
    """Hex and vector of a task force."""
    return int(force.q), int(force.r), int(force.vq), int(force.vr)


# -- launching -----------------------------------------------------------------------------------


@pytest.mark.rule("BR-LCH-01", "BR-SEQ-03")
def test_launching_and_recovery_belong_to_the_initiative_phase():
    game = menu(family())
    assert game.state.phase == Phase.INITIATIVE and game.can_say("LAUNCH_CRAFT")
    game.to_round(0)
    actions = {Verb.LAUNCH, Verb.LAUNCH_CRAFT, Verb.RECOVER}
    assert game.state.phase == Phase.OPERATIONS and not actions & game.legal()


@pytest.mark.rule("BR-LCH-01", "BR-LCH-02", "BR-MIS-02")
def test_missiles_are_launched_in_the_initiative_phase_up_to_the_supply():
    game = menu(family(), Decision.LAUNCH_MENU)
    game.say(("craft", TENDER))
    assert [n for n in range(20) if game.can_say(n)] == list(range(1, 9))  # 8 ready missiles
    game.say(5)
    assert game.state.craft[TENDER].missiles == 3
    assert game.state.spread[0].count == 5
    assert game.state.phase == Phase.INITIATIVE


@pytest.mark.rule("BR-LCH-02")
@pytest.mark.parametrize("launched", [0, 1, 3])
def test_all_some_or_none_are_launched_in_one_turn(launched):
    game = menu(family())
    for slot in (FIRST, SECOND, DRONE)[:launched]:
        game.say("LAUNCH_CRAFT")
        if game.decision == Decision.CRAFT_TO_LAUNCH:
            game.say(("craft", slot))
        game.say(("force", 0))
    assert game.state.tf[0].strength == 1 + launched
    assert game.can_say("LAUNCH_CRAFT") == (launched < 3)
    assert game.can_say("DONE")


@pytest.mark.rule("BR-LCH-03")
def test_launched_riders_join_the_launcher_or_form_new_forces():
    game = menu(family())
    game.say("LAUNCH_CRAFT", ("craft", FIRST), ("force", 0))
    second = game.say("LAUNCH_CRAFT", ("craft", SECOND), "NEW_FORCE").opened()
    last = game.say("LAUNCH_CRAFT", "NEW_FORCE").opened()
    assert game.state.craft["tf"][:4].tolist() == [0, 0, second, last]
    assert game.state.tf["strength"][[0, second, last]].tolist() == [2, 1, 1]


@pytest.mark.rule("BR-LCH-03", "BR-TF-02")
def test_a_full_force_takes_no_launched_rider():
    game = menu(family(tactics=1))
    game.say("LAUNCH_CRAFT", ("craft", FIRST))  # a new force is the only choice
    assert game.state.craft[FIRST].tf == game.opened()


@pytest.mark.rule("BR-LCH-04", "BR-AMB-29", "BR-AMB-96")
def test_launched_craft_get_the_launchers_hex_and_vector_and_are_unknown():
    game = menu(family())
    first = game.say("LAUNCH_CRAFT", ("craft", FIRST), "NEW_FORCE").opened()
    drone = game.say("LAUNCH_CRAFT", ("craft", DRONE), "NEW_FORCE").opened()
    assert place(game.state.tf[first]) == place(game.state.tf[drone]) == place(game.state.tf[0])
    assert not game.state.craft[FIRST].detected and not game.state.craft[DRONE].detected


@pytest.mark.rule("BR-LCH-04", "BR-LCH-05", "BR-MIS-07")
def test_a_spread_starts_undetected_with_the_launchers_vector():
    game = menu(family(), Decision.LAUNCH_MENU)
    game.say(("craft", TENDER), 8)
    spread, force = game.state.spread[0], game.state.tf[0]
    assert (spread.q, spread.r, spread.vq, spread.vr) == place(force)
    assert spread.detected == 0
    visible = game.visible(1).spread[0]
    assert visible.count == 1 and not visible.detected  # a marker, its number unknown


@pytest.mark.rule("BR-LCH-05", "BR-MIS-08")
def test_a_spread_of_a_detected_ship_is_undetected_too():
    tender = {"class": "Maggart LT", "detected": True}
    game = menu(family(tender=tender), Decision.LAUNCH_MENU)
    game.say(("craft", TENDER), 3)
    assert game.state.craft[TENDER].detected and not game.state.spread[0].detected


@pytest.mark.rule("BR-LCH-05", "BR-REF-01")
def test_missiles_launched_are_not_those_the_enemy_fired_at_before():
    """They take the slot of a spread that is gone; in double-blind play they may come into view."""
    game = menu(family(), Decision.LAUNCH_MENU)
    game.state.order[1].target_spread = 0
    game.say(("craft", TENDER), 3)
    assert game.state.spread[0].count == 3 and game.state.order[1].target_spread == NONE


# -- recovery ------------------------------------------------------------------------------------


@pytest.mark.rule("BR-LCH-06", "BR-LCH-09", "BR-AMB-96")
def test_riders_and_drones_are_recovered_in_one_force_with_their_ship():
    game = menu(family(aboard=False))
    game.say("RECOVER")
    assert craft_words(game) == {FIRST, SECOND, DRONE}
    game.say(("craft", FIRST))
    game.say("RECOVER", ("craft", DRONE))
    assert game.state.craft["status"][FIRST] == CraftStatus.ABOARD
    assert game.state.craft["status"][DRONE] == CraftStatus.ABOARD
    assert game.state.craft["keeper"][FIRST] == TENDER
    assert game.state.tf[0].strength == 2


@pytest.mark.rule("BR-LCH-06")
def test_a_rider_in_another_force_cannot_be_recovered():
    source = family(aboard=False)
    red = source["sides"]["red"]
    red["task_forces"] = [
        {"ships": ["Maggart LT", "Eye"], "hex": "0505"},
        {"ships": ["Sting", "Fang"], "hex": "0505"},
    ]
    game = menu(source)
    game.say("RECOVER")  # the drone is the only one
    assert game.state.craft["status"][:4].tolist() == [1, 1, 1, CraftStatus.ABOARD]


@pytest.mark.rule("BR-LCH-09", "BR-AMB-96")
def test_missiles_are_never_recovered():
    game = menu(family(aboard=False), Decision.LAUNCH_MENU)
    game.say(("craft", TENDER), 8)
    game.skip_to(Decision.FORCES_MENU).say("RECOVER")
    assert craft_words(game) == {FIRST, SECOND, DRONE}
    assert game.state.spread[0].count == 8 and game.state.craft[TENDER].missiles == 0


@pytest.mark.rule("BR-LCH-07")
def test_a_tender_takes_its_own_kind_up_to_its_capacity():
    """Maggart LC: one Manticore (tenders.csv). A Gallant is none of its."""
    riders = [{"class": "Manticore", "name": name} for name in ("Sting", "Fang")]
    force = {"ships": ["Maggart LC", "Sting", "Fang", "Gallant"], "hex": "0505"}
    game = menu(position(side(["Maggart LC", *riders, "Gallant"], [force]), FAR))
    game.say("RECOVER")
    assert craft_words(game) == {1, 2}
    game.say(("craft", 2))
    assert game.state.craft[2].status == CraftStatus.ABOARD
    assert not game.can_say("RECOVER")


@pytest.mark.rule("BR-LCH-07", "BR-DRN-04")
def test_a_stowed_drone_takes_no_riders_place():
    """Two Manticores and the drone find room on the Maggart LT, which carries two riders."""
    game = menu(family(aboard=False))
    game.say("RECOVER", ("craft", DRONE), "RECOVER", ("craft", FIRST), "RECOVER")
    assert game.state.craft["status"][:4].tolist() == [CraftStatus.IN_FORCE] + [2, 2, 2]


@pytest.mark.rule("BR-LCH-07")
@pytest.mark.parametrize("tender,rider", [("Triumph", "Gallant"), ("Cleon", "Admiral")])
def test_the_other_pairs(tender, rider):
    """Source p.5: Triumph and Gallant, Cleon and Admiral, each alone."""
    wrong = {"Gallant": "Admiral", "Admiral": "Gallant"}[rider]
    force = {"ships": [tender, rider, wrong], "hex": "0505"}
    game = menu(position(side([tender, rider, wrong], [force]), FAR))
    game.say("RECOVER")
    assert game.state.craft["status"][:3].tolist() == [1, CraftStatus.ABOARD, 1]


@pytest.mark.rule("BR-LCH-08", "BR-DMG-20", "BR-AMB-98")
@pytest.mark.parametrize("damage", [["computer"], [{"computer": "temporary"}]])
def test_without_a_computer_no_small_craft_are_launched(damage):
    """Missiles may be, and recovery stays possible."""
    tender = {"class": "Maggart LT", "damage": damage}
    game = menu(family(tender=tender), Decision.LAUNCH_MENU)
    assert craft_words(game) == {TENDER}
    game.skip_to(Decision.FORCES_MENU)
    assert not game.can_say("LAUNCH_CRAFT")
    game = menu(family(tender=tender, aboard=False))
    assert game.can_say("RECOVER")


@pytest.mark.rule("BR-LCH-03", "BR-DET-02", "BR-AMB-29")
def test_a_rider_found_recovered_and_launched_again_and_again_keeps_its_number():
    """It is found once, and the enemy can always name it."""
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "0505", "vector": [0, 1]}], 1)
    game = menu(family(blue=blue)).always("bullseye")
    contacts = set()
    for turn in range(4):
        game.say("LAUNCH_CRAFT", ("craft", FIRST), ("force", 0)).to_round(BLUE_FORCE)
        if turn == 0:
            game.say("DETECT", ("craft", BLUE_SHIP))
        while game.decision == Decision.DETECT_CHAIN:
            game.say("CONTINUE")
        assert game.state.craft[FIRST].detected
        contacts.add(int(game.state.craft[FIRST].contact))
        while not (game.decision == Decision.FORCES_MENU and game.state.seat == 0):
            game.idle()
        game.say("RECOVER")
        if game.decision == Decision.CRAFT_TO_RECOVER:
            game.say(("craft", FIRST))
        assert game.state.craft[FIRST].status == CraftStatus.ABOARD
    assert len(contacts) == 1 and max(contacts) < 8


# -- drones --------------------------------------------------------------------------------------


@pytest.mark.rule("BR-DRN-01", "BR-MOV-10")
def test_a_tl14_drone_has_four_g_turns_in_all_and_a_tl12_one_no_limit():
    for kind, left in (("passive_tl14", 0), ("dual_mode_tl12", -1)):
        ship = "Rapier"
        drones = [{"type": kind, "controller": ship, "name": "Eye", "aboard": False}]
        forces = [{"ships": ["Eye"], "hex": "0505"}, {"ships": [ship], "hex": "0705"}]
        game = started(position(side([ship], forces, 4, drones), FAR), 0)
        for turn in range(4):
            game.to_round(0).say("MOVE", NORTH)  # one G is all it has in a turn
            assert game.state.tf[0].vr == turn + 1
        assert game.state.craft[1].fuel == left
        game.to_round(0)
        game.say("MOVE")
        assert game.state.tf[0].moved == (kind == "passive_tl14")  # nothing left to spend


@pytest.mark.rule("BR-DRN-02")
def test_a_drone_is_recorded_with_a_ship_of_at_least_its_tl():
    ships = ["Maggart LT", "Rapier"]  # TL-12 and TL-15
    forces = [{"ships": ["Maggart LT", "Rapier"], "hex": "0505"}]
    for kind, ship, good in (
        ("dual_mode_tl12", "Maggart LT", True),
        ("passive_tl14", "Maggart LT", False),
        ("passive_tl14", "Rapier", True),
    ):
        source = position(side(ships, forces, 4, [{"type": kind, "controller": ship}]), FAR)
        if good:
            assert Table(source).state.craft[2].keeper == ships.index(ship)
        else:
            with pytest.raises(ScenarioError, match="needs TL-14"):
                Table(source)


def under_fire(result, damage=5, detected=False):
    """Blue hits the controller of a drone that is out; every marker drawn is `result`."""
    ship = "Patrol Cruiser"
    ships = [{"class": ship, "detected": True}]
    drones = [{"type": "dual_mode_tl12", "controller": ship, "name": "Eye", "aboard": False}]
    forces = [
        {"ships": [ship], "hex": "0505", "detected_shadow": True},
        {"ships": ["Eye"], "hex": "0705"},
        {"ships": [], "hex": "0905"},
    ]
    gun = {"tech_level": 15, "size_mod": -2, "g_rating": 1, "points": 1, "passive_range": 8}
    gun["turret"] = f"P10:{damage}"
    ships2 = [{"name": "Gun", "values": gun}]
    blue = side(ships2, [{"ships": ["Gun"], "hex": "0507"}])
    game = started(position(side(ships, forces, 4, drones), blue), 1).to_round(BLUE_FORCE)
    game.always(1).only_marker(result)
    game.say("FIRE", ("craft", BLUE_SHIP))
    game.state.craft[1].detected = detected
    game.say("ALL")
    return game


@pytest.mark.rule("BR-DRN-03", "BR-AMB-50")
@pytest.mark.parametrize(
    "result,damage,gone",
    [
        ("BRIDGE", 5, True),
        ("BRIDGE", 3, True),  # 3 - 2 armor - 1 size = 0: a temporary result counts
        ("SHIP_EXPLODES", 5, True),
        ("COMPUTER", 5, False),
        ("BRIDGE", 2, False),  # below 0: nothing
    ],
)
def test_a_drone_is_lost_with_its_controllers_bridge_or_its_controller(result, damage, gone):
    game = under_fire(result, damage)
    assert (game.state.craft[1].status != CraftStatus.IN_FORCE) == gone
    assert len(game.told(0, "DRONE_LOST")) == gone


@pytest.mark.rule("BR-DRN-03", "BR-DET-02")
@pytest.mark.parametrize("detected", [False, True])
def test_a_drone_that_is_lost_goes_before_the_eyes_of_who_has_found_it(detected):
    game = under_fire("BRIDGE", 5, detected=detected)
    assert game.state.craft[1].status == CraftStatus.LOST
    assert [event.actor for event in game.told(1, "DRONE_LOST")] == [1] * detected


@pytest.mark.rule("BR-DRN-03", "BR-AMB-89")
def test_a_stowed_drone_is_lost_with_its_ship_only():
    source = family(tender={"class": "Maggart LT", "damage": ["bridge"]})
    assert started(source, 0).state.craft[DRONE].status == CraftStatus.ABOARD


@pytest.mark.rule("BR-DRN-04")
def test_a_drone_is_a_member_of_its_force_and_slows_it():
    """Manticores have 6 Gs, the tender 2, the drone 1."""
    game = started(family(aboard=False), 0).to_round(0)
    game.say("MOVE", NORTH)
    assert game.state.tf[0].moved and game.state.tf[0].gs == 1


@pytest.mark.rule("BR-DRN-04", "BR-TF-04")
def test_a_drone_alone_is_no_dummy_and_detects():
    ship = "Rapier"
    drones = [{"type": "dual_mode_tl12", "controller": ship, "name": "Eye", "aboard": False}]
    forces = [{"ships": ["Eye"], "hex": "1527"}, {"ships": [ship], "hex": "0705"}]
    game = started(position(side([ship], forces, 1, drones), FAR), 0)
    game.skip_to(Decision.FORCES_MENU, Decision.ROUND_MENU)
    assert game.state.tf[0].strength == 1
    game.to_round(0).always(5).say("EXTEND", "ALL", "DETECT", ("craft", 1))
    assert game.state.craft[BLUE_SHIP].detected
    assert game.state.attempt.sensor == Sensor.PASSIVE


@pytest.mark.rule("BR-DRN-04", "BR-LCH-02")
def test_drones_are_launched_and_recovered_in_the_initiative_phase():
    game = menu(family())
    game.say("LAUNCH_CRAFT", ("craft", DRONE), ("force", 0))
    assert game.state.phase == Phase.INITIATIVE
    assert game.state.craft[DRONE].status == CraftStatus.IN_FORCE
    game.say("RECOVER")
    assert game.state.craft[DRONE].status == CraftStatus.ABOARD
    assert game.state.craft[DRONE].keeper == TENDER


@pytest.mark.rule("BR-DRN-03")
def test_a_drone_does_not_outlive_its_controllers_leaving_the_map():
    """Nobody controls it any more."""
    ship = "Rapier"
    drones = [{"type": "dual_mode_tl12", "controller": ship, "name": "Eye", "aboard": False}]
    forces = [
        {"ships": [ship], "hex": "0733", "vector": [0, 3]},
        {"ships": ["Eye"], "hex": "0705"},
        {"ships": [], "hex": "0905"},
    ]
    forces.append({"ships": ["Fiery"], "hex": "1101"})
    source = position(side([ship, "Fiery"], forces, 4, drones), FAR)
    game = started(source, 0)
    game.to_round(0).say("END_ROUND")
    assert game.state.craft[0].status == CraftStatus.ESCAPED
    assert game.state.craft[2].status == CraftStatus.LOST
    assert game.state.craft[1].status == CraftStatus.IN_FORCE
    assert game.state.tf[1].status == ForceStatus.ON_MAP


@pytest.mark.rule("BR-LCH-06", "BR-AMB-77", "BR-BGL-08")
def test_what_is_taken_aboard_leaves_facing_and_globe_behind():
    game = menu(family(aboard=False))
    rider = game.state.craft[FIRST]
    rider.facing, rider.globe, rider.globe_drain = 3, 10, 2
    game.say("RECOVER", ("craft", FIRST))
    assert rider.status == CraftStatus.ABOARD
    assert (rider.facing, rider.globe, rider.globe_drain) == (NONE, 0, 0)
