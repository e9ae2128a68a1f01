"""What a determinized fleet tells of its mission: crews, merchants, ships that cannot be found yet."""

import numpy as np
import pytest
from kit.battle_rider.missions import empires
from kit.battle_rider.table import Table

from spacecombat_env.rulesets.battle_rider.model import (
    MISSIONS,
    NONE,
    BlueMission,
    CraftStatus,
    Crew,
    Errand,
    Event,
    ForceStatus,
    Phase,
    RedMission,
    class_row,
    crew_price,
    log_event,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization import purchases
from spacecombat_env.rulesets.battle_rider.visibility.determinization.buyers import preferred_crew
from spacecombat_env.rulesets.battle_rider.visibility.determinization.choice import (
    TRIES,
    is_found_so_far,
    try_purchase,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.entries import has_misfit
from spacecombat_env.rulesets.battle_rider.visibility.determinization.forces import distribute_craft
from spacecombat_env.rulesets.battle_rider.visibility.determinization.payments import (
    pay_usual_prices,
)
from spacecombat_env.rulesets.battle_rider.visibility.determinization.purchases import (
    may_be_mission,
)

CREWS = {Crew.GREEN: 1 << Crew.GREEN, Crew.AVERAGE: 1 << Crew.AVERAGE, Crew.CRACK: 1 << Crew.CRACK}


def known(game, points):
    """Detected ships of Red, with green crews: the first of the pool of each price."""
    state, opening, classes = game.state, game.table.opening[0], game.rules.classes
    found = []
    for price in points:
        half = len(state.craft) // 2
        k = next(
            k
            for k in range(half)
            if k not in found and classes[opening.craft[k].klass].points == price
        )
        craft = state.craft[k]
        craft.klass, craft.detected, craft.crew = opening.craft[k].klass, 1, Crew.GREEN
        found.append(k)
    return found


@pytest.mark.rule("BR-CRW-06", "BR-SCN-11")
@pytest.mark.parametrize(
    ("missing", "crews", "dear"),
    [
        (0, [Crew.AVERAGE, Crew.AVERAGE, Crew.AVERAGE], 0),
        (1, [Crew.AVERAGE, Crew.GREEN, Crew.AVERAGE], 0),
        (3, [Crew.AVERAGE, Crew.AVERAGE, Crew.GREEN], 0),
        (4, [Crew.GREEN, Crew.AVERAGE, Crew.AVERAGE], 0),
        (6, [Crew.GREEN, Crew.GREEN, Crew.AVERAGE], 2),
    ],
)
def test_points_are_missing_for_the_crew_of_one_ship_as_cheap_as_it_can_be(missing, crews, dear):
    """Average crews cost 4, 2 and 3 points more: without them for two ships, one has paid too much."""
    game = Table("first_clash_purchase", delegate=())
    state, opening = game.state, game.table.opening[0]
    ships = known(game, [18, 12, 15])
    more = [crew_price(p, Crew.AVERAGE) - crew_price(p, Crew.GREEN) for p in (18, 12, 15)]
    assert more == [4, 2, 3]
    state.funds[0] = sum(more) - missing
    assert pay_usual_prices(state, opening, game.rules, 0, False) == dear
    assert [state.craft[k].crew for k in ships] == crews


@pytest.mark.rule("BR-CRW-06", "BR-ASG-05")
@pytest.mark.parametrize(
    ("mission", "by_worth", "crew"),
    [
        (RedMission.PROBING_ATTACK, False, Crew.AVERAGE),
        (RedMission.PROBING_ATTACK, True, Crew.AVERAGE),
        (RedMission.TRANSIT, False, Crew.AVERAGE),
        (RedMission.TRANSIT, True, Crew.CRACK),
        (RedMission.INVADE_AND_SECURE, False, Crew.AVERAGE),
        (RedMission.INVADE_AND_SECURE, True, Crew.GREEN),
    ],
)
def test_the_crew_that_a_way_to_buy_prefers_on_a_mission(mission, by_worth, crew):
    game = empires(mission, BlueMission.VAMPIRE)
    game.state.mission[0].number = mission
    assert preferred_crew(game.state, game.rules, 0, by_worth) == crew
    for only, sold in CREWS.items():
        game.rules.buying[0].crews = sold
        assert preferred_crew(game.state, game.rules, 0, by_worth) == only


@pytest.mark.rule("BR-MIB-06", "BR-ASG-05")
@pytest.mark.parametrize("by_worth", [True, False])
def test_a_convoy_has_the_merchants_that_it_must_have(by_worth, monkeypatch):
    """Bought by worth, the fastest alone; else warships as well, if they can be paid for."""
    monkeypatch.setattr(purchases, "buys_by_worth", lambda *_: by_worth)
    game = empires(1, BlueMission.CONVOY_RUN)
    state, opening, classes = game.state, game.table.opening[0], game.rules.classes
    state.turn, state.mission[0].number = 3, 1
    game.rules.option.mission[1] = BlueMission.CONVOY_RUN
    fleet, warships = state.craft[len(state.craft) // 2 :], 0
    for seed in range(8):
        try_purchase(state, opening, game.rules, 1, seed, 0)
        late = fleet[(fleet["klass"] > 0) & (fleet["errand"] & Errand.LATE != 0)]
        late = late[classes["drone"][late["klass"]] == 0]
        traders = late[classes["merchant"][late["klass"]] > 0]
        assert len(traders) >= 1
        if by_worth:
            assert len(late) == 1
            pool = opening.craft["klass"][len(state.craft) // 2 :]
            sold = pool[game.rules.merchant[pool] > 0]
            assert classes["g"][traders["klass"]] == classes["g"][sold].max()
        warships += int((game.rules.merchant[late["klass"]] > 0).sum())  # that jump
    assert (warships > 0) != by_worth


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06")
def test_ships_that_cannot_have_entered_are_not_searched_for():
    """All others of the fleet are found, so it fits; once the rest is there, it rarely does."""
    game = empires(1, BlueMission.AMBUSH)
    state, half = game.state, len(game.state.craft) // 2
    fleet = state.craft[half:]
    fleet["status"], fleet["klass"] = CraftStatus.UNUSED, 0
    for k in range(6):
        fleet[k]["klass"], fleet[k]["status"] = class_row("Rapier"), CraftStatus.IN_FORCE
        fleet[k]["tf"], fleet[k]["detected"] = NONE, k == 0
        fleet[k]["errand"] = Errand.LATE if k else 0
    state.phase = Phase.OPERATIONS

    def accepted():
        return sum(is_found_so_far(state, game.rules, 1, 1, nth) for nth in range(TRIES))

    state.turn = 5
    assert accepted() == TRIES
    state.turn = 7
    assert accepted() < TRIES // 2


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06", "BR-ASG-05")
def test_what_enters_in_turn_6_is_of_a_fleet_in_two_parts():
    """Before, all known ships must be of the part on the map: of 150 points at most."""
    game = empires(1, BlueMission.AMBUSH)
    state, opening = game.state, game.table.opening[0]
    half, classes = len(state.craft) // 2, game.rules.classes
    ship = next(k for k in range(half, 2 * half) if classes[opening.craft[k].klass].points > 190)
    state.turn, state.phase, state.log_count = 6, Phase.OPERATIONS, 0

    def fitting():
        missions = range(1, MISSIONS + 1)
        return {m for m in missions if may_be_mission(state, game.rules, 1, m, 0)}

    parts = {BlueMission.AMBUSH, BlueMission.CONVOY_RUN}
    assert fitting() == set(range(1, MISSIONS + 1))
    state.craft[ship].klass, state.craft[ship].detected = opening.craft[ship].klass, 1
    assert fitting() and not fitting() & parts
    log_event(state, Event.ENTER, 1)
    assert fitting() == parts


@pytest.mark.rule("BR-MIB-01", "BR-MIB-06")
def test_the_rest_of_a_fleet_enters_one_task_force_after_the_other():
    """One of two has entered, so the other is not missing: it waits, and holds the other ship."""
    game = empires(1, BlueMission.AMBUSH)
    state, opening = game.state, game.table.opening[0]
    half, forces = len(state.craft) // 2, len(state.tf) // 2
    fleet = state.craft[half:]
    fleet["status"], fleet["klass"] = CraftStatus.UNUSED, 0
    for k, name in enumerate(("Rapier", "Maggart LT")):
        fleet[k]["klass"], fleet[k]["status"] = class_row(name), CraftStatus.IN_FORCE
        fleet[k]["tf"], fleet[k]["detected"], fleet[k]["errand"] = NONE, 0, Errand.LATE
    state.mission[1].number = BlueMission.AMBUSH
    state.tf["status"][forces:] = ForceStatus.UNUSED
    state.tf[forces].status, state.dummies_found[1], state.tactics[1] = ForceStatus.ON_MAP, 9, 3
    state.turn, state.phase, state.log_count = 6, Phase.OPERATIONS, 0
    log_event(state, Event.ENTER, 1)
    assert has_misfit(state, opening, game.rules, 1) == 0
    distribute_craft(state, opening, game.rules, 1)
    waiting = np.flatnonzero(state.tf["status"][forces:] == ForceStatus.WAITING)
    assert len(waiting) == 1
    assert sorted(fleet["tf"][:2]) == [forces, forces + waiting[0]]
    state.tf["status"][forces:][waiting], state.phase = ForceStatus.UNUSED, Phase.MISSILE_MOVEMENT
    fleet["tf"] = NONE
    assert has_misfit(state, opening, game.rules, 1) == 1
