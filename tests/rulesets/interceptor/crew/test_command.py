"""Command of a ship with a Bridge: its loss, what goes on, and who takes over."""

from types import SimpleNamespace
from typing import Any

import pytest
from kit.interceptor.damaging import class_of, lose, lose_boxes, parts
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.combat.weapons import is_usable
from spacecombat_env.rulesets.interceptor.crew.command import (
    has_backup,
    pass_command,
    working_bridge,
)
from spacecombat_env.rulesets.interceptor.missiles.point_defence import safeguard_of
from spacecombat_env.rulesets.interceptor.model import (
    CAPACITIES,
    DATA,
    NONE,
    UNLED,
    Comp,
    CrewStatus,
    Decision,
    Event,
    Phase,
    class_names,
    crew_of,
    flier_of,
    has_command,
    is_out,
)
from spacecombat_env.rulesets.interceptor.turn.decision_phase import settle_fliers

OLD = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}


def corvette(backup=None, name="CINGULUM"):
    """A corvette; its first rescue compartment may be a second Bridge, or its pilot's cockpit."""
    table = scene()
    klass = table.rules.classes[class_names().index(name)]
    if backup is not None:
        part = klass.component[int(klass.system[Comp.RESCUE])]
        part.kind = backup
        if backup == Comp.COCKPIT:
            part.crewman = 0
    return table, table.put(name, velocity=3)


def shoot_out(table, k):
    """Disable the first Bridge; return it."""
    bridge = int(class_of(table, k).system[Comp.BRIDGE])
    lose_boxes(table, k, bridge, int(class_of(table, k).component[bridge].fatal))
    return bridge


def usable(table, k):
    """Weapon rows that could be fired."""
    return [
        w for w in range(class_of(table, k).weapons) if is_usable(table.state, table.rules, k, w)
    ]


def flier(table, k):
    """Who flies a ship."""
    return flier_of(table.state, table.rules, k)


def next_turn(table):
    """What the Decision Phase does for command."""
    pass_command(table.state, table.rules)
    settle_fliers(table.state, table.rules)


@pytest.mark.rule("IN-IDE-01")
def test_without_its_bridge_a_ship_neither_flies_nor_fires():
    table, k = corvette()
    assert flier(table, k) == table.state.craft[k].first_crew and usable(table, k)
    shoot_out(table, k)
    assert table.state.craft[k].command == UNLED
    assert flier(table, k) == NONE and usable(table, k) == []
    event = table.events(Event.UNLED)[0]
    assert (event.known, event.actor, event.c) == (1, k, 0)


@pytest.mark.rule("IN-IDE-01")
def test_a_bridge_of_half_its_boxes_still_leads():
    table, k = corvette()
    lose_boxes(table, k, parts(table, k, Comp.BRIDGE)[0], 25)
    assert has_command(table.state.craft[k]) and flier(table, k) != NONE and usable(table, k)


@pytest.mark.rule("IN-IDE-01", "IN-IDE-02")
def test_shields_and_safeguard_go_on_without_a_bridge():
    table, k = corvette(name="PEGASUS")
    craft = table.state.craft[k]
    craft.shield[:] = (40, 30, 20, 10, 20, 30)
    shoot_out(table, k)
    assert not has_command(craft)
    assert craft.shield.tolist() == [40, 30, 20, 10, 20, 30]
    assert safeguard_of(table.state, table.rules, k) > 0


@pytest.mark.rule("IN-IDE-03")
def test_without_a_backup_nobody_ever_leads_it_again():
    table, k = corvette()
    shoot_out(table, k)
    for _ in range(4):
        next_turn(table)
    assert table.state.craft[k].command == UNLED and flier(table, k) == NONE


@pytest.mark.rule("IN-IDE-03", "IN-AMB-131")
@pytest.mark.parametrize("backup", [Comp.BRIDGE, Comp.COCKPIT])
def test_or_ide_2_a_backup_leads_after_a_whole_turn(backup):
    """OR-IDE-2 Lost in turn 1, out of command in turn 2, led again in turn 3."""
    table, k = corvette(backup)
    turn = OLD["OR-IDE-2"]["given"]["bridge_lost_turn"]
    shoot_out(table, k)
    assert table.events(Event.UNLED)[0].c == 1
    while not has_command(table.state.craft[k]):
        assert flier(table, k) == NONE and usable(table, k) == []
        turn += 1
        next_turn(table)
    assert turn == OLD["OR-IDE-2"]["expect"]["control_back_turn"]
    assert flier(table, k) == table.state.craft[k].first_crew and usable(table, k)
    assert table.events(Event.LED)[0].known == 1


@pytest.mark.rule("IN-IDE-03")
def test_the_crew_goes_to_the_second_bridge_and_is_lost_with_it():
    table, k = corvette(Comp.BRIDGE)
    first, second = parts(table, k, Comp.BRIDGE)
    if first != class_of(table, k).system[Comp.BRIDGE]:
        first, second = second, first
    shoot_out(table, k)
    next_turn(table)
    next_turn(table)
    crew = [table.state.crew[m] for m in crew_of(table.state, table.rules, k)]
    assert {int(member.station) for member in crew} == {second}
    lose_boxes(table, k, second, int(class_of(table, k).component[second].fatal))
    assert working_bridge(table.state, table.rules, k) == NONE
    assert table.state.craft[k].command == UNLED and is_out(table.state.craft[k], first)


@pytest.mark.rule("IN-IDE-03")
def test_a_spare_bridge_that_goes_first_is_no_loss_of_command():
    table, k = corvette(Comp.BRIDGE)
    first = int(class_of(table, k).system[Comp.BRIDGE])
    second = next(part for part in parts(table, k, Comp.BRIDGE) if part != first)
    table.state.craft[k].command = 0
    main, spare = max(first, second), min(first, second)
    class_of(table, k).system[Comp.BRIDGE] = main
    lose_boxes(table, k, spare, int(class_of(table, k).component[spare].fatal))
    assert has_command(table.state.craft[k])
    lose_boxes(table, k, main, int(class_of(table, k).component[main].fatal))
    assert table.state.craft[k].command == UNLED


@pytest.mark.rule("IN-AMB-131")
@pytest.mark.parametrize("out", [CrewStatus.UNCONSCIOUS, CrewStatus.DEAD])
def test_a_cockpit_is_a_backup_only_with_a_pilot_awake_in_it(out):
    table, k = corvette(Comp.COCKPIT)
    shoot_out(table, k)
    assert has_backup(table.state, table.rules, k)
    table.pilot(k).status = out
    assert not has_backup(table.state, table.rules, k)
    next_turn(table)
    next_turn(table)
    assert table.state.craft[k].command == UNLED
    other, it = corvette(Comp.COCKPIT)
    other.pilot(it).status = out
    shoot_out(other, it)
    assert other.state.craft[it].command == UNLED


@pytest.mark.rule("IN-IDE-03", "IN-AMB-131")
def test_with_the_backup_cockpit_command_is_lost_for_good():
    table, k = corvette(Comp.COCKPIT)
    shoot_out(table, k)
    next_turn(table)
    next_turn(table)
    assert flier(table, k) == table.state.craft[k].first_crew
    table.pilot(k).status = CrewStatus.DEAD
    lose(table, k, Comp.COCKPIT)
    assert table.state.craft[k].command == UNLED


@pytest.mark.rule("IN-IDE-01")
def test_a_cockpit_of_a_fighter_is_no_command_post():
    table = scene()
    k = table.put("GLADIUS")
    lose(table, k, Comp.COCKPIT)
    assert table.state.craft[k].command == 0


# --- a fight -------------------------------------------------------------------------------------


FIGHT = {
    "name": "corvettes",
    "map": {"columns": 26, "rows": 28},
    "sides": {
        "red": {
            "name": "Commonwealth",
            "nation": "CW/RL",
            "zone": {"columns": [10, 14], "rows": [4, 6]},
            "velocity": 2,
            "heading": 1,
            "facing": 1,
            "ships": [{"class": "PEGASUS"}],
        },
        "blue": {
            "name": "TOG",
            "nation": "TOG",
            "zone": {"columns": [10, 14], "rows": [12, 16]},
            "velocity": 2,
            "heading": 4,
            "facing": 4,
            "ships": [{"class": "CINGULUM"}],
        },
    },
    "victory": {"destroyed": 40, "broke_off": 20, "outcome": [[0, "marginal"]]},
    "turn_limit": 8,
}


def fight(backup=None, seed=3):
    """A fight of two corvettes: CINGULUM's Bridge is gone in turn 1; what it does in each turn.

    A row a turn: the decisions of its own about its flight and its fire, and how it flew.
    """
    play = Play(FIGHT, seed=seed, delegate=("setup", "loads", "terrain"))
    table = play.table.rules[0].classes[class_names().index("CINGULUM")]
    part = table.component[int(table.system[Comp.RESCUE])]
    before = (int(part.kind), int(part.crewman))
    if backup is not None:
        part.kind, part.crewman = backup, 0 if backup == Comp.COCKPIT else NONE
    k = len(play.state.craft) // 2
    turns = {}
    while not play.is_over and play.state.turn <= 4:
        craft, turn = play.state.craft[k], int(play.state.turn)
        if turn == 1 and play.state.phase == Phase.MOVEMENT and has_command(craft):
            if backup == Comp.COCKPIT:
                play.state.crew[craft.first_crew].station = int(table.system[Comp.RESCUE])
            wreck_bridge(play, k)
        if play.state.seat == 1 and play.state.mover == k:
            turns.setdefault(turn, set()).add(play.decision)
        play.say(play.legal_actions()[0])
    part.kind, part.crewman = before
    return play, k, turns


def wreck_bridge(play, k):
    """Take the first 26 boxes of the Bridge in a game."""

    table: Any = SimpleNamespace(
        state=play.state, rules=play.rules, capacity=CAPACITIES[play.scenario.capacity]
    )
    lose_boxes(table, k, int(class_of(table, k).system[Comp.BRIDGE]), 26)


@pytest.mark.rule("IN-IDE-01", "IN-IDE-03")
def test_a_corvette_shot_in_its_bridge_drifts_through_the_fight():
    play, k, turns = fight()
    assert Decision.SPEED not in {one for turn in (2, 3, 4) for one in turns.get(turn, ())}
    assert play.state.craft[k].command == UNLED and play.state.craft[k].velocity == 2
    assert play.state.turn == 5 and not play.is_over


@pytest.mark.rule("IN-IDE-03", "IN-AMB-131")
@pytest.mark.parametrize("backup", [Comp.BRIDGE, Comp.COCKPIT])
def test_with_a_backup_it_is_flown_again_in_the_third_turn(backup):
    play, k, turns = fight(backup)
    assert Decision.SPEED not in turns.get(2, ())
    assert Decision.SPEED in turns[3] and has_command(play.state.craft[k])
