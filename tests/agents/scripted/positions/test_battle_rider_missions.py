"""Battle Rider's captain in a pocket empire: what he decides for his mission, in positions."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.scripted import battle_rider
from spacecombat_agents.scripted.battle_rider import choose_action
from spacecombat_agents.scripted.battle_rider.missions.mission_goals import (
    AHEAD,
    FIGHT,
    NEAREST,
    PLANET,
    goal_of,
    is_stronger,
    missiles_to_spare,
)
from spacecombat_agents.scripted.battle_rider.missions.mission_thrust import turns_to_rest
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.hexgrid import axial_row, distance
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider.dispatch import apply, legal
from spacecombat_env.rulesets.battle_rider.fleets.purchase import clear_slot
from spacecombat_env.rulesets.battle_rider.model import (
    BlueMission,
    BodyKind,
    CraftStatus,
    Damage,
    Decision,
    Errand,
    ForceStatus,
    Phase,
    RedMission,
    Result,
    Side,
    Step,
    Surface,
    Verb,
    actions,
)
from spacecombat_env.rulesets.battle_rider.scenario import load

CAPTAIN = style_argument(battle_rider, "captain")[0]
HOME_HEX = (10, axial_row(10, 24))
ASTEROID = (2, axial_row(2, 23))
SOURCE = load("pocket_empires").source
ROWS = 33


class War:
    """A game under way, with one task force a side; the missions are fixed."""

    def __init__(self, side, number, ships, place, vector=(0, 0)):
        names = ("red", "blue")
        content = {key: value for key, value in SOURCE.items() if key != "resolved"}
        content["missions"] = {names[side]: int(number), names[1 - side]: 3}
        self.scenario = load(content, delegate=())
        self.rules = self.scenario.table.rules[0]
        games = make_games(self.scenario.table.opening.dtype, 1)
        games.int64[0][:] = self.scenario.table.opening_int64[0]
        self.state = games.states[0]
        self.side = int(side)
        self.classes = self.scenario.source["resolved"]["classes"]
        state = self.state
        state.turn, state.phase = 5, Phase.OPERATIONS
        for seat in range(2):
            state.mission[seat].number = self.rules.option.mission[seat]
        for craft in state.craft:
            clear_slot(craft)
        state.body[1].kind, state.body[1].q, state.body[1].r = BodyKind.ASTEROID, *ASTEROID
        self.tf = self.side * (len(state.tf) // 2)
        force = state.tf[self.tf]
        force.status, force.strength = ForceStatus.ON_MAP, len(ships)
        force.q, force.r = place
        force.vq, force.vr = vector
        self.first = self.side * (len(state.craft) // 2)
        for at, name in enumerate(ships):
            craft = state.craft[self.first + at]
            craft.klass = self.classes.index(name)
            craft.missiles = self.rules.classes[craft.klass].missiles
            craft.status, craft.tf = CraftStatus.IN_FORCE, self.tf

    def requested(self, decision):
        """Put a question to the captain in his task force's round; his action."""
        state = self.state
        state.decision, state.seat, state.mover, state.round_tf = (
            decision,
            self.side,
            self.side,
            self.tf,
        )
        state.step = Step.ROUND
        state.order[self.side].tf = self.tf
        return self.action()

    def action(self):
        """The captain's action to the present question; it is legal."""
        mask = np.zeros(self.scenario.actions.size, np.int8)
        legal(self.state, self.rules, mask)
        action = int(choose_action(self.state, self.rules, mask, CAPTAIN, 0))
        assert mask[action]
        return action

    def thrust(self):
        """Ask for the whole course of a turn; the vector that comes of it."""
        action, order = self.requested(Decision.THRUST), self.state.order[self.side]
        for _ in range(12):
            if action in (Verb.GO, Verb.EVADE):
                break
            apply(self.state, self.rules, action)
            action = self.action()
        force = self.state.tf[self.tf]
        return int(force.vq) + int(order.dq), int(force.vr) + int(order.dr)


# --- in the planet's orbit -----------------------------------------------------------------------


def test_a_troop_ship_by_its_planet_lands_troops_once_it_is_bombarded():
    war = War(Side.RED, RedMission.INVADE_AND_SECURE, ["Voroshilef"], HOME_HEX)
    war.state.tf[war.tf].moved = 1
    assert war.requested(Decision.ROUND_MENU) != Verb.LAND_TROOPS
    war.state.mission[0].bombardments = 4
    assert war.requested(Decision.ROUND_MENU) == Verb.LAND_TROOPS


def test_commandos_come_up_ten_turns_after_they_landed():
    war = War(Side.RED, RedMission.SURFACE_RAID, ["Starburst"], HOME_HEX)
    war.state.tf[war.tf].moved = 1
    mission = war.state.mission[0]
    mission.bombardments, mission.landing_turn, war.state.turn = 2, 5, 14
    assert war.requested(Decision.ROUND_MENU) != Verb.EXTRACT
    war.state.turn = 15
    assert war.requested(Decision.ROUND_MENU) == Verb.EXTRACT
    war.state.craft[war.first].klass = war.classes.index("dual_mode_tl12")
    assert war.requested(Decision.ROUND_MENU) != Verb.EXTRACT


@pytest.mark.parametrize(
    ("mission", "done", "bombards"),
    [(2, 3, True), (4, 1, True), (4, 2, False), (5, 1, True), (5, 2, False), (6, 0, False)],
)
def test_bombardment_goes_on_until_the_mission_has_enough_of_it(mission, done, bombards):
    war = War(Side.RED, mission, ["Starburst"], HOME_HEX)
    war.state.mission[0].bombardments = done
    assert (war.requested(Decision.LAUNCH_MENU) == Verb.BOMBARD) == bombards


@pytest.mark.parametrize(("mission", "launches"), [(5, False), (6, True)])
def test_missiles_for_the_planet_are_not_launched_at_ships(mission, launches):
    war = War(Side.RED, mission, ["Chrysanthemum"], (10, 0))
    state, half = war.state, len(war.state.craft) // 2
    enemy = state.craft[half]
    enemy.klass, enemy.detected = war.classes.index("Lancer"), 1
    enemy.status, enemy.tf = CraftStatus.IN_FORCE, len(state.tf) // 2
    state.tf[enemy.tf].status = ForceStatus.ON_MAP
    state.tf[enemy.tf].q, state.tf[enemy.tf].r = 10, 4
    assert missiles_to_spare(state) == (20 if launches else 0)
    assert (war.requested(Decision.LAUNCH_MENU) != Verb.DONE) == launches


# --- courses -------------------------------------------------------------------------------------


def test_a_merchant_runs_for_reds_edge_at_full_thrust():
    place = (10, axial_row(10, ROWS))
    war = War(Side.BLUE, BlueMission.CONVOY_RUN, ["Starburst merchant"], place)
    assert war.thrust() == (0, -6)
    other = War(Side.BLUE, BlueMission.CONVOY_RUN, ["Starburst"], place)
    assert goal_of(other.state, other.rules, other.tf) == FIGHT


def test_a_captain_whose_bombardment_is_done_leaves_over_the_native_edge():
    war = War(Side.RED, RedMission.BOMBARDMENT, ["Starburst"], HOME_HEX)
    assert war.thrust() == (0, 0)
    war = War(Side.RED, RedMission.BOMBARDMENT, ["Starburst"], HOME_HEX)
    war.state.mission[0].bombardments = 2
    vq, vr = war.thrust()
    assert 2 * vr + vq == 12


def test_ships_that_cannot_jump_stay_when_the_others_leave():
    for name, goal in (("Starburst", AHEAD), ("Gallant", FIGHT)):
        war = War(Side.RED, RedMission.BOMBARDMENT, ["Starburst", name], HOME_HEX)
        war.state.mission[0].bombardments = 2
        assert goal_of(war.state, war.rules, war.tf) == goal


@pytest.mark.parametrize(("surface", "goal"), [(Surface.UNDER_WATER, PLANET), (0, FIGHT)])
def test_an_enemy_on_the_ground_is_sought_out_in_orbit(surface, goal):
    war = War(Side.RED, RedMission.COMMAND_OF_THE_SPACEWAYS, ["Gallant"], (10, 0))
    enemy = war.state.tf[len(war.state.tf) // 2]
    enemy.status, enemy.q, enemy.r, enemy.surface = ForceStatus.ON_MAP, *HOME_HEX, surface
    assert goal_of(war.state, war.rules, war.tf) == goal


def test_the_commandos_go_aboard_a_ship_that_can_jump():
    war = War(Side.RED, RedMission.SURFACE_RAID, ["Gallant", "Starburst"], HOME_HEX)
    war.state.mission[0].landing_turn, war.state.turn = 2, 14
    action = war.requested(Decision.EXTRACT_SHIP)
    assert actions.decode_craft(war.state, 0, action) == 1


def test_a_ship_that_has_refuelled_leaves_and_one_that_has_not_stays():
    war = War(Side.RED, RedMission.TRANSIT, ["Starburst"], ASTEROID)
    war.state.mission[0].asteroid = 1
    assert war.thrust() == (0, 0)
    war = War(Side.RED, RedMission.TRANSIT, ["Starburst"], ASTEROID)
    war.state.mission[0].asteroid = 1
    war.state.craft[war.first].errand = Errand.REFUELLED
    vq, vr = war.thrust()
    assert abs(2 * vr + vq) >= 10


def test_the_last_fugitive_makes_for_reds_edge():
    war = War(Side.BLUE, BlueMission.ESCAPE, ["Valor"], HOME_HEX)
    vq, vr = war.thrust()
    assert 2 * vr + vq == -12


@pytest.mark.parametrize(
    ("side", "mission"),
    [
        (Side.BLUE, BlueMission.ESCAPE),
        (Side.BLUE, BlueMission.CONVOY_RUN),
        (Side.RED, RedMission.TRANSIT),
        (Side.RED, RedMission.SNOOP_N_SCOOT),
        (Side.RED, RedMission.HIT_AND_RUN),
        (Side.RED, RedMission.SURFACE_RAID),
        (Side.RED, RedMission.DEEP_BLACK),
    ],
)
@pytest.mark.parametrize("result", [None, Result.JUMP_DRIVE, Result.COMPUTER])
def test_a_ship_that_can_no_longer_jump_does_not_run_off_the_map(side, mission, result):
    """There it would be lost; a sound ship has nothing more to do here, and goes."""
    convoy = (side, mission) == (Side.BLUE, BlueMission.CONVOY_RUN)
    name = "Starburst merchant" if convoy else "Starburst"
    war = War(side, mission, [name], HOME_HEX)
    state = war.state
    state.turn, state.mission[0].team, state.points_lost[1] = 30, war.first, 9
    state.craft[war.first].errand = Errand.REFUELLED
    if result is not None:
        state.craft[war.first].damage[result] = Damage.PERMANENT
    leaves = goal_of(state, war.rules, war.tf) in (AHEAD, NEAREST)
    assert leaves == (result is None)


@pytest.mark.parametrize("g", [1, 2, 4, 6])
def test_a_course_to_the_asteroid_ends_there_at_rest(g):
    war = War(Side.RED, RedMission.DEEP_BLACK, ["Valor"], (10, axial_row(10, 3)), (0, 1))
    war.state.mission[0].asteroid = 1
    war.rules.classes[war.classes.index("Valor")].g = g
    force, bound = war.state.tf[war.tf], None
    for turns in range(1, 30):
        away = (ASTEROID[0] - int(force.q), ASTEROID[1] - int(force.r))
        if bound is None:
            bound = turns_to_rest(away, (0, 1), g)
        force.vq, force.vr = war.thrust()
        force.q, force.r = force.q + force.vq, force.r + force.vr
        order = war.state.order[0]
        order.dq = order.dr = order.gs = 0
        at_rest = (force.q, force.r) == ASTEROID and force.vq == 0 and force.vr == 0
        if at_rest:
            assert bound <= turns <= bound + 3
            return
    raise AssertionError("it never comes to rest")


# --- who is the stronger, and what is bought -----------------------------------------------------


def test_what_has_been_seen_of_the_enemy_changes_the_guess():
    war = War(Side.BLUE, BlueMission.ACTIVE_DEFENSE, ["Valor"], HOME_HEX)
    assert not is_stronger(war.state, war.rules, Side.BLUE)
    for at, name in enumerate(("Sylea", "Triumph")):
        craft = war.state.craft[at]
        craft.klass, craft.detected = war.classes.index(name), 1
        craft.status, craft.tf = CraftStatus.IN_FORCE, 0
    assert is_stronger(war.state, war.rules, Side.BLUE)


def bought(side, number, pool, funds):
    """Classes that the captain buys of a pool until he is done."""
    war = War(side, number, [], HOME_HEX)
    state = war.state
    state.tf[war.tf].status = ForceStatus.UNUSED
    state.phase, state.funds[side] = Phase.SETUP, funds
    state.mission[side].limit, state.mission[side].late = funds, 1
    for at, name in enumerate(pool):
        craft = state.craft[war.first + at]
        craft.klass, craft.status = war.classes.index(name), CraftStatus.OFFERED
        craft.missiles = war.rules.classes[craft.klass].missiles
    fleet = []
    for _ in range(20):
        state.decision, state.seat = Decision.BUY_SHIP, side
        action = war.action()
        if action == Verb.DONE:
            return fleet
        apply(state, war.rules, action)
        while state.decision != Decision.NOTHING:
            apply(state, war.rules, war.action())
        index = actions.decode_craft(state, side, action)
        fleet.append(war.classes[int(state.craft[index].klass)])
    raise AssertionError("he never stops")


POOL = ["Lancer", "Valor", "Starburst", "Cleon", "Fiery"]


def test_an_invader_buys_missiles_then_troop_ships_then_what_fights():
    fleet = bought(Side.RED, RedMission.INVADE_AND_SECURE, POOL, 300)
    assert fleet[:3] == ["Valor", "Starburst", "Cleon"]
    assert sorted(fleet[3:]) == ["Fiery", "Lancer"]


@pytest.mark.parametrize(
    ("turn", "missiles", "surface", "fights"),
    [
        (12, 41, Surface.SPACE, True),
        (13, 41, Surface.SPACE, False),
        (12, 40, Surface.SPACE, False),
        (12, 41, Surface.LANDED, False),
    ],
)
def test_an_invader_fights_first_while_he_has_missiles_for_it(turn, missiles, surface, fights):
    war = War(Side.RED, RedMission.INVADE_AND_SECURE, ["Starburst"], (10, 0))
    state = war.state
    enemy = state.tf[len(state.tf) // 2]
    enemy.status, enemy.q, enemy.r, enemy.surface = ForceStatus.ON_MAP, *HOME_HEX, surface
    state.turn, state.craft[war.first].missiles = turn, missiles
    assert (goal_of(state, war.rules, war.tf) == FIGHT) == fights


def test_who_has_to_refuel_sends_a_fast_ship_and_escorts():
    fleet = bought(Side.RED, RedMission.TRANSIT, POOL, 150)
    assert fleet[0] == "Starburst"
    assert sorted(fleet[1:]) == ["Fiery", "Valor"]


def test_a_convoy_sails_with_one_fast_merchant():
    assert "Starburst merchant" in bought(Side.BLUE, BlueMission.CONVOY_RUN, POOL, 100)


def test_an_asteroid_of_reds_lies_far_from_the_planet():
    war = War(Side.RED, RedMission.TRANSIT, ["Valor"], (10, 0))
    state = war.state
    for k, place in enumerate(((10, axial_row(10, 22)), (9, axial_row(9, 22)), ASTEROID), 1):
        state.body[k].kind, state.body[k].q, state.body[k].r = BodyKind.ASTEROID, *place
    begin_number(state.order[0], 1, 3)
    assert war.requested(Decision.SECRET_ASTEROID) == actions.amount_action(state, 3)
    assert distance(*ASTEROID, *HOME_HEX) >= 4
