"""What a fleet that is determinized needs: task forces, dummies that are left, points for what shows."""

import numpy as np
import pytest
from kit.battle_rider.determinizations import determinization
from kit.battle_rider.missions import empires, war
from kit.battle_rider.table import Table

from spacecombat_env.rulesets.battle_rider.fleets.prices import is_rider
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    BlueMission,
    CraftStatus,
    Crew,
    Event,
    ForceStatus,
    Phase,
    RedMission,
    Sensor,
    class_row,
    crew_price,
    log_event,
)
from spacecombat_env.rulesets.battle_rider.orders.buying import next_drone
from spacecombat_env.rulesets.battle_rider.visibility.determinization.buyers import buys_by_worth
from spacecombat_env.rulesets.battle_rider.visibility.determinization.choice import (
    place_known_fleet,
    reseed,
    try_purchase,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.craft import (
    has_launched,
    late_part_waits,
    packs_of,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.cup import assign_keepers
from spacecombat_env.rulesets.battle_rider.visibility.determinization.entries import dummies_left
from spacecombat_env.rulesets.battle_rider.visibility.determinization.payments import (
    pay_usual_prices,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.requirements import (
    least_visible_cost,
)


@pytest.mark.rule("BR-TF-02", "BR-ASG-04")
@pytest.mark.parametrize(
    ("mission", "packs"), [(RedMission.SURFACE_RAID, 3), (RedMission.TRANSIT, 5)]
)
def test_on_missions_ships_of_one_speed_sail_together_and_on_errands_each_alone(mission, packs):
    """Of four Rapiers three are a task force of Fleet Tactics 3; the Maggart is slower."""
    game = empires(1, 2)
    state = game.state
    fleet = state.craft[: len(state.craft) // 2]
    fleet["status"] = CraftStatus.UNUSED
    state.tf["status"] = 0
    for k, name in enumerate(["Rapier"] * 4 + ["Maggart LT"]):
        fleet[k]["klass"] = class_row(name)
        fleet[k]["status"], fleet[k]["tf"], fleet[k]["detected"] = CraftStatus.IN_FORCE, NONE, 0
    assert game.rules.classes[class_row("Rapier")].g != game.rules.classes[fleet[4]["klass"]].g
    state.tactics[0], state.mission[0].number = 3, mission
    assert packs_of(state, game.rules, 0, False) == packs


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06")
def test_the_rest_of_a_fleet_waits_until_something_enters_in_turn_6():
    game = empires(1, BlueMission.AMBUSH)
    state = game.state
    state.log_count = 0
    for turn, phase, waits in [
        (5, Phase.MISSILE_ATTACK, True),
        (6, Phase.INITIATIVE, True),
        (6, Phase.OPERATIONS, True),
        (6, Phase.MISSILE_MOVEMENT, False),
        (7, Phase.INITIATIVE, False),
    ]:
        state.turn, state.phase = turn, phase
        assert late_part_waits(state, 1) == waits, (turn, phase)
    state.turn, state.phase = 6, Phase.OPERATIONS
    log_event(state, Event.ENTER, 0)
    assert late_part_waits(state, 1)
    log_event(state, Event.ENTER, 1)
    assert not late_part_waits(state, 1)


@pytest.mark.rule("BR-LCH-01", "BR-ASG-04", "BR-SEQ-03")
def test_what_starts_on_the_map_has_launched_in_turn_1():
    """Blue of the missions does; Red enters, and launches in turn 2."""
    game = empires(1, 2)
    state, opening = game.state, game.table.opening[0]
    state.phase = Phase.OPERATIONS
    for turn, launched in [(1, [False, True]), (2, [True, True])]:
        state.turn = turn
        sides = [has_launched(state, opening, game.rules, side) for side in (0, 1)]
        assert sides == launched


@pytest.mark.rule("BR-DRN-03", "BR-TF-09", "BR-DET-07")
def test_a_drone_that_was_lost_with_its_controller_leaves_an_empty_task_force():
    game = Table("skirmish_purchase", delegate=())
    state, opening, half = game.state, game.table.opening[0], len(game.state.craft) // 2
    state.turn, state.phase, state.tactics[1] = 2, Phase.OPERATIONS, 3
    assert dummies_left(state, opening, game.rules, 1) == 2
    ship, drone = state.craft[half], state.craft[half + 1]
    ship.klass, ship.status = class_row("Rapier"), CraftStatus.LOST
    drone.klass = int(np.flatnonzero(game.rules.classes["drone"])[0])
    drone.status, drone.keeper = CraftStatus.LOST, half
    assert dummies_left(state, opening, game.rules, 1) == 3
    state.dummies_found[1] = 2
    assert dummies_left(state, opening, game.rules, 1) == 1
    ship.status = CraftStatus.IN_FORCE
    assert dummies_left(state, opening, game.rules, 1) == 0


@pytest.mark.rule("BR-AMB-88", "BR-DRN-02", "BR-DRN-03")
def test_a_drone_that_must_be_what_shows_is_not_lost_with_its_controller():
    """Of two ships known, one is lost; a force shows an Active marker, and only a drone is left."""
    game = Table("skirmish_purchase", delegate=())
    state, half = game.state, len(game.state.craft) // 2
    drones = np.flatnonzero(game.rules.classes["drone"])
    active = next(k for k in drones if game.rules.classes["sensor_range"][k][Sensor.ACTIVE])
    for k, status in ((half, CraftStatus.IN_FORCE), (half + 1, CraftStatus.DESTROYED)):
        ship = state.craft[k]
        ship.klass, ship.status, ship.detected = class_row("Midu Agashaam"), status, 1

    def keepers(drones=1):
        found = set()
        for seed in range(24):
            reseed(state, seed, 0)
            for k in range(half + 2, half + 2 + drones):
                drone = state.craft[k]
                drone.klass, drone.status, drone.keeper = active, CraftStatus.ABOARD, NONE
            assign_keepers(state, game.rules, 1)
            found.add(tuple(int(state.craft[k].keeper) - half for k in range(half + 2, k + 1)))
        return found

    assert keepers() == {(0,), (1,)}
    force = state.tf[len(state.tf) // 2]
    force.status, force.emitting = ForceStatus.ON_MAP, 1
    assert keepers() == {(0,)}
    assert keepers(2) == {(0, 0), (0, 1), (1, 0)}


@pytest.mark.rule("BR-DRN-02", "BR-DRN-03", "BR-AMB-88")
@pytest.mark.parametrize(("name", "may"), [("Midu Agashaam", True), ("Lancer", False)])
def test_a_lost_ship_that_might_have_been_its_controller_is_as_advanced_as_the_drone(name, may):
    """Neither a lost drone is."""
    game = Table("skirmish_purchase", delegate=())
    state, classes, half = game.state, game.rules.classes, len(game.state.craft) // 2
    drones = np.flatnonzero(classes["drone"])
    best = drones[classes["tech_level"][drones].argmax()]
    level = int(classes[best].tech_level)
    assert (classes[class_row(name)].tech_level >= level) == may
    ship, other, drone = (state.craft[half + n] for n in range(3))
    ship.klass, other.klass, drone.klass = class_row(name), best, best
    for craft in (ship, other):
        craft.status, craft.detected = CraftStatus.DESTROYED, 1
    drone.status, drone.keeper, drone.detected = CraftStatus.ABOARD, NONE, 0
    assign_keepers(state, game.rules, 1)
    assert drone.keeper == (half if may else NONE)


@pytest.mark.rule("BR-SCN-11", "BR-CRW-06", "BR-CTR-12")
def test_a_known_rider_without_a_known_tender_has_cost_its_second_price():
    """Blue of First Clash buys riders at either price, all with green crews."""
    game = Table("first_clash_purchase", delegate=())
    state, half = game.state, len(game.state.craft) // 2
    opening, classes = game.table.opening[0], game.rules.classes
    pool = [k for k in range(half, 2 * half) if opening.craft[k].klass]
    rider = next(k for k in pool if classes[opening.craft[k].klass].points_without_tender > 0)
    klass = classes[opening.craft[rider].klass]
    craft = state.craft[rider]
    craft.klass, craft.detected, craft.crew = opening.craft[rider].klass, 1, Crew.GREEN
    state.funds[1] = 100
    pay_usual_prices(state, opening, game.rules, 1, False)
    more = crew_price(int(klass.points_without_tender), Crew.GREEN)
    more -= crew_price(int(klass.points), Crew.GREEN)
    assert more > 0 and state.funds[1] == 100 - more
    tender = state.craft[next(k for k in pool if k > rider)]
    tender.detected, tender.crew = 1, Crew.GREEN
    tender.klass = int(np.flatnonzero(classes["rider_klass"] == int(craft.klass))[0])
    assert classes[tender.klass].riders > 0
    state.funds[1] = 100
    pay_usual_prices(state, opening, game.rules, 1, False)
    assert state.funds[1] == 100


@pytest.mark.rule("BR-AMB-88", "BR-SCN-11")
def test_what_may_be_bought_is_not_dealt_with_what_the_scenario_gives():
    """Offers stay offers until they are bought; a given ship is there as at the start."""
    game = Table("first_clash_purchase", delegate=())
    opening, half = game.table.opening[0].copy(), len(game.state.craft) // 2
    given = next(k for k in range(half, 2 * half) if opening.craft[k].klass)
    opening.craft[given].status = CraftStatus.IN_FORCE
    for k in range(half, 2 * half):
        craft = game.state.craft[k]
        craft.status, craft.detected, craft.klass = CraftStatus.UNUSED, 0, 0
    place_known_fleet(game.state, opening, game.rules, 1)
    dealt = [k for k in range(half, 2 * half) if game.state.craft[k].klass]
    assert dealt == [given] and game.state.craft[given].status == CraftStatus.IN_FORCE


@pytest.mark.rule("BR-ASG-05", "BR-AMB-88", "BR-CTR-12")
def test_an_active_marker_implies_the_cheapest_ship_that_may_have_been_bought():
    """Neither for one that is known, nor for one of those that the scenario gives."""
    game = Table("first_clash_purchase", delegate=())
    state, half = game.state, len(game.state.craft) // 2
    opening, classes = game.table.opening[0].copy(), game.rules.classes
    ships = {}
    for k in range(half, 2 * half):
        klass = classes[opening.craft[k].klass]
        if opening.craft[k].klass and not klass.drone and not is_rider(klass):
            ships.setdefault(int(klass.points), []).append(k)
    cheapest, dearer, *_ = sorted(ships)
    force = state.tf[len(state.tf) // 2]
    force.status, force.emitting = ForceStatus.ON_MAP, 1

    def shown():
        return least_visible_cost(state, opening, game.rules, 1)

    assert shown() == cheapest
    for k in ships[cheapest]:
        state.craft[k].detected = 1
    assert shown() == dearer
    for k in ships[cheapest]:
        state.craft[k].detected, opening.craft[k].status = 0, CraftStatus.IN_FORCE
    assert shown() == dearer


@pytest.mark.rule("BR-SCN-11", "BR-DRN-02")
@pytest.mark.parametrize("status", [CraftStatus.IN_FORCE, CraftStatus.LOST])
def test_drones_that_are_known_are_among_the_two_that_are_bought(status):
    """Launched or lost, they were bought as well as those aboard."""
    game = Table("skirmish_purchase", delegate=())
    state, half = game.state, len(game.state.craft) // 2
    ship = state.craft[half]
    ship.klass, ship.status = class_row("Rapier"), CraftStatus.IN_FORCE
    fleet = state.craft[half:]
    drones = np.flatnonzero(game.rules.classes["drone"][fleet["klass"]]) + half
    for bought, k in enumerate(drones[:2]):
        assert next_drone(state, game.rules, 1) != NONE, bought
        state.craft[k].status = status
    assert next_drone(state, game.rules, 1) == NONE


@pytest.mark.rule("BR-SCN-11", "BR-DET-09")
def test_who_shows_itself_in_turn_1_buys_in_the_usual_way():
    """Ships bought by worth search passively at first; the more act unheard, the likelier they are."""
    game = Table("skirmish_purchase", delegate=())
    state, forces = game.state, game.state.tf[len(game.state.tf) // 2 :]
    state.turn = 1

    def share():
        found = 0
        for seed in range(60):
            reseed(state, seed, 0)
            found += int(buys_by_worth(state, game.rules, 1))
        return found / 60

    assert 0.3 < share() < 0.7
    forces["status"][:3], forces["acted"][:3] = ForceStatus.ON_MAP, 1
    assert 0.75 < share() < 1
    forces["emitting"][0] = 1
    assert share() == 0
    state.turn = 2
    assert 0.3 < share() < 0.7


@pytest.mark.rule("BR-SCN-11", "BR-TF-02")
def test_ships_that_do_not_go_with_the_usual_fleet_tactics_are_a_misfit():
    """They are bought first, two levels or one; the known ships cost all points but five."""
    game = Table("skirmish_purchase", delegate=())
    state, half = game.state, len(game.state.craft) // 2
    state.turn = 2
    opening, fleet = game.table.opening[0], state.craft[half:]

    def unusual():
        return {try_purchase(state, opening, game.rules, 1, seed, 0) for seed in range(12)}

    assert unusual() == {0}
    classes = opening.craft["klass"][half:]
    ships = np.flatnonzero((classes > 0) & (game.rules.classes["drone"][classes] == 0))
    fleet["klass"][ships], fleet["detected"][ships] = classes[ships], 1
    fleet["status"][ships] = CraftStatus.IN_FORCE
    game.rules.buying[1].points = int(game.rules.classes["points"][classes[ships]].sum()) + 5
    assert unusual() == {1, 2}
    fleet["detected"] = 0
    known = ships[np.argsort(game.rules.classes["points"][classes[ships]])[:5]]
    fleet["detected"][known], fleet["klass"][known] = 1, classes[known]
    fleet["status"][known], fleet["tf"][known] = CraftStatus.IN_FORCE, len(state.tf) // 2
    game.rules.buying[1].points = 208
    assert unusual() == {2, 3}  # five ships in one force need five levels


@pytest.mark.rule("BR-CRW-06", "BR-SCN-11")
@pytest.mark.parametrize(("left", "crew"), [(1, Crew.GREEN), (3, Crew.AVERAGE), (4, Crew.CRACK)])
def test_a_known_ship_has_the_best_crew_that_the_points_pay(left, crew):
    """Of twelve points: ten with a green crew, fourteen with a crack one."""
    game = Table("first_clash_purchase", delegate=())
    state, opening, classes = game.state, game.table.opening[0], game.rules.classes
    ship = next(k for k in range(8) if classes[opening.craft[k].klass].points == 12)
    craft = state.craft[ship]
    craft.klass, craft.detected, craft.crew = opening.craft[ship].klass, 1, Crew.GREEN
    state.funds[0] = left
    pay_usual_prices(state, opening, game.rules, 0, True)
    assert craft.crew == crew
    assert state.funds[0] == left - crew_price(12, crew) + crew_price(12, Crew.GREEN)


@pytest.mark.rule("BR-ASG-14", "BR-AMB-88")
def test_nothing_is_left_of_a_side_on_a_mission_that_shows_no_task_force():
    """The game goes on without its ships: no unseen one still enters."""
    game = war(RedMission.PROBING_ATTACK, BlueMission.VAMPIRE, ["Rapier"], ["Midu Agashaam"])
    state, half = game.state, len(game.state.craft) // 2
    state.turn, state.phase = 8, Phase.OPERATIONS
    state.craft[half].status, state.craft[half].tf = CraftStatus.DESTROYED, NONE
    state.craft[half].detected = state.craft[0].detected = 1
    state.tf["status"][len(state.tf) // 2 :] = ForceStatus.UNUSED
    for seed in range(12):
        other = determinization(game, 0, seed, Table)
        assert not (other.state.craft["status"][half:] == CraftStatus.IN_FORCE).any()
