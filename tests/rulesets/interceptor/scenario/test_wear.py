"""Wear of earlier battles: read from a scenario, and laid with the ship."""

import numpy as np
import pytest
from kit.interceptor.games import Play
from kit.interceptor.seat_view import CLOSE

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.interceptor.campaign.aftermath import damage_of
from spacecombat_env.rulesets.interceptor.campaign.battle_entries import wear_of
from spacecombat_env.rulesets.interceptor.campaign.state import Hull
from spacecombat_env.rulesets.interceptor.crew.overload import TURRET_OUT
from spacecombat_env.rulesets.interceptor.damage.internals import lost_of, settle_component
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Role,
    Side,
    Status,
    class_names,
    component_name,
    printed_rules,
)
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED, load


def class_record(name):
    """The record of a class."""
    return printed_rules()[0].classes[class_names().index(name)]


def content(wear, ship="CHEETAH", **more):
    """A duel in which Red's ship has the wear."""
    sides = {
        "red": {**CLOSE["sides"]["red"], "ships": [{"class": ship, "wear": wear, **more}]},
        "blue": {**CLOSE["sides"]["blue"], "ships": ["LANCEA"]},
    }
    return {**CLOSE, "name": "worn", "sides": sides}


def begun(wear, ship="CHEETAH", **more):
    """Such a game; its only red ship is in slot 0."""
    return Play(content(wear, ship, **more), seed=2)


def place_of(ship, kind, nth=0):
    """Row and places of all boxes of a component inside."""
    klass = class_record(ship)
    row = [n for n in range(klass.components) if klass.component[n].kind == kind][nth]
    cells = np.argwhere(klass.cell[: int(klass.depth)] == row)
    return row, [(int(klass.inner) + int(r)) * 10 + int(c) for r, c in cells]


def test_a_ship_without_wear_is_whole():
    worn, whole = begun({}), Play(content(None), seed=2)
    assert worn.rules.wear[1].worn and not whole.rules.wear[1].worn
    assert worn.state.craft[0].tobytes() == whole.state.craft[0].tobytes()
    assert worn.state.rows.tobytes() == whole.state.rows.tobytes()


def test_lost_boxes_are_counted():
    klass = class_record("CHEETAH")
    front = int(klass.armour_row[0])
    state = begun({"rows": [front], "boxes": [int(klass.inner) * 10]}).state
    craft = state.craft[0]
    assert craft.armour[0] == klass.armour[0] - 10
    assert list(craft.armour)[1:] == list(klass.armour)[1:]
    assert craft.inside == 1
    assert state.rows[0, front] == 0


def test_a_broken_engine_costs_thrust():
    row, boxes = place_of("CHEETAH", Comp.ENGINE)
    klass = class_record("CHEETAH")
    craft = begun({"boxes": boxes[: int(klass.component[row].fatal)]}).state.craft[0]
    assert int(craft.disabled) >> row & 1 and craft.thrust < klass.thrust
    named = begun({"disabled": [component_name(klass, row)]}).state.craft[0]
    assert named.thrust == craft.thrust and named.inside == 0


def test_quarters_of_the_plant_cost_thrust():
    klass = class_record("CHEETAH")
    craft = begun({"plant_lost": 2}).state.craft[0]
    assert craft.thrust == (klass.thrust + 1) // 2 and craft.plant_lost == 2


def test_disabled_weapons_racks_and_shields_are_out():
    klass = class_record("CHEETAH")
    rack = int(klass.weapon[int(klass.rack_weapon[0])].component)
    names = [component_name(klass, n) for n in (0, rack, int(klass.shield_part[0]))]
    state = begun({"disabled": names}, loads=[["DAP"]]).state
    craft = state.craft[0]
    assert int(craft.out) == 1 | 1 << int(klass.rack_weapon[0])
    assert craft.shield[0] == 0 and craft.shield[1] == klass.shield[1]
    assert not state.rack[0].load.any()


@pytest.mark.rule("IN-HPT-02")
def test_a_broken_rack_is_not_loaded():
    klass = class_record("CHEETAH")
    rack = component_name(klass, int(klass.weapon[int(klass.rack_weapon[0])].component))
    play = Play(content({"disabled": [rack]}), seed=2, delegate=RECOMMENDED)
    assert not play.state.rack[0].load.any() and play.state.rack[0].pod < 0


def test_the_weapons_of_a_broken_turret_are_out():
    name = next(n for n in class_names()[1:] if _turret(n) is not None)
    klass, row = class_record(name), _turret(name)
    craft = begun({"disabled": [component_name(klass, row)]}, name).state.craft[0]
    turret = int(klass.component[row].turret)
    assert craft.jam[turret] == TURRET_OUT
    for w in range(klass.weapons):
        assert bool(int(craft.out) >> w & 1) == (klass.weapon[w].turret == turret)


def _turret(name):
    """The first structure of a turret, or None."""
    klass = class_record(name)
    kinds = list(klass.component["kind"][: int(klass.components)])
    return kinds.index(Comp.TURRET) if Comp.TURRET in kinds else None


@pytest.mark.rule("IN-IDE-08")
def test_wounds_count_on_from_those_of_earlier_battles():
    """One wound from before, in a cockpit that was repaired; a box lost now makes two."""
    row, boxes = place_of("CHEETAH", Comp.COCKPIT)
    play = begun({"hits": [1]})
    state, rules = play.state, play.rules
    assert state.crew[0].hits == 1 and lost_of(state, rules, 0, row) == 0
    state.rows[0, boxes[0] // 10] &= ~(1 << 9 - boxes[0] % 10)
    settle_component(state, rules, 0, row)
    assert state.crew[0].hits == 2


@pytest.mark.rule("IN-IDE-08")
def test_a_damaged_cockpit_does_not_wound_another_man():
    row, boxes = place_of("CHEETAH", Comp.COCKPIT)
    play = begun({"boxes": boxes[:1]})
    state, rules = play.state, play.rules
    assert state.crew[0].hits == 0 and lost_of(state, rules, 0, row) == 1
    state.rows[0, boxes[1] // 10] &= ~(1 << 9 - boxes[1] % 10)
    settle_component(state, rules, 0, row)
    assert state.crew[0].hits == 1


@pytest.mark.parametrize("seed", range(3))
def test_damage_of_a_battle_is_the_wear_of_the_next(seed):
    """Rows, armour, components, quarters of the plant: as the battle has left them."""
    compared = 0
    play = Play("duel", seed=seed, delegate=RECOMMENDED)
    play.play_at_random(seed, 700)
    for k, craft in enumerate(play.state.craft):
        if not craft.card or not Status.ON_MAP <= craft.status <= Status.ABANDONED:
            continue
        klass = play.rules.classes[int(craft.klass)]
        half, first = len(play.state.craft) // 2, int(craft.first_row)
        rows = play.state.rows[k // half][first : first + int(klass.rows)]
        damage = damage_of(klass, rows, int(craft.disabled))
        name = class_names()[int(craft.klass)]
        hull = Hull(1, "A", Side.RED, name, 1, damage=damage, plant_lost=int(craft.plant_lost))
        if not damage or any(each.kind == Comp.COCKPIT for each in damage):
            continue
        again = begun(wear_of(hull, ()), name).state
        left = again.rows[0][int(again.craft[0].first_row) :][: int(klass.rows)]
        assert list(left) == list(rows)
        for field in ("armour", "inside", "disabled", "plant_lost", "collapse"):
            assert np.array_equal(again.craft[0][field], craft[field]), field
        compared += 1
    assert compared


def test_gunners_have_skills_of_their_own():
    names = class_names()[1:]
    ship = max(names, key=lambda name: list(class_record(name).role).count(Role.GUNNER))
    klass = class_record(ship)
    places = np.flatnonzero(klass.role[: int(klass.crew)] == Role.GUNNER)
    each = [{"piloting": 1, "gunnery": n} for n in range(len(places))]
    card = load(content(None, ship, gunners=each)).table.rules[0].cards[1]
    assert len(places) > 0
    assert [int(card.crew[place].gunnery) for place in places] == list(range(len(places)))


ERRORS = [
    ({"boxes": [320]}, "wear.boxes[1]: 320 is above 319"),
    ({"rows": [-1]}, "wear.rows[1]: -1 is negative"),
    ({"disabled": ["engine 9"]}, "wear.disabled[1]: 'engine 9' is unknown"),
    ({"plant_lost": 4}, "wear.plant_lost: 4 is above 3"),
    ({"hits": [3]}, "wear.hits[1]: 3 is above 2"),
    ({"hits": [0, 0]}, "wear.hits: 2 crewmen; it has 1"),
    ({"holes": 2}, "wear.holes: unknown key"),
    ({"rows": [31]}, "wear: a ship without its last row breaks up (IN-DES-06)"),
    ({"boxes": place_of("CHEETAH", Comp.PLANT)[1]}, "wear: a ship without a plant explodes"),
    ({"boxes": place_of("CHEETAH", Comp.COCKPIT)[1][:3]}, "wear: cockpit 14 is disabled"),
]


@pytest.mark.parametrize(("wear", "reason"), ERRORS)
def test_errors_name_the_field(wear, reason):
    with pytest.raises(ScenarioError) as refused:
        load(content(wear))
    assert str(refused.value).startswith(f"<scenario>: sides.red.ships[1].{reason}")


def test_too_many_gunners_are_refused():
    with pytest.raises(ScenarioError, match=r"gunners: 1 of them; it has 0"):
        load(content(None, gunners=[{}]))
    with pytest.raises(ScenarioError, match=r"pilot: pilot or pilots, not both"):
        load(content(None, pilot={}, pilots=[{}]))
