"""Crewmen on a Bridge or in quarters: their wounds, and how they wake."""

import pytest
from kit.interceptor.damaging import class_of, lose_boxes, parts
from kit.interceptor.designs import SCALES, large_ship
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.crew import stations, wounds
from spacecombat_env.rulesets.interceptor.crew.stations import wound_column, wound_number
from spacecombat_env.rulesets.interceptor.damage.life_support import command_step
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    NONE,
    Chance,
    Comp,
    CrewStatus,
    Event,
    Status,
    Step,
    crew_of,
    is_out,
)

OLD = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}
NEW = {one["id"]: one for one in read_yaml(DATA / "oracles_ii.yaml")["oracles"]}


def corvette(kind=Comp.BRIDGE, hits=0):
    """A CINGULUM, and its Bridge or quarters with some boxes lost."""
    table = scene()
    k = table.put("CINGULUM")
    place = parts(table, k, kind)[0]
    if hits:
        lose_boxes(table, k, place, hits)
    return table, k, place


def people(table, k):
    """The crew of a ship."""
    return [table.state.crew[m] for m in crew_of(table.state, table.rules, k)]


@pytest.mark.rule("IN-IDE-04")
def test_all_seven_of_a_corvette_serve_on_its_bridge():
    table, k, bridge = corvette()
    assert [int(member.station) for member in people(table, k)] == [bridge] * 7
    assert class_of(table, k).component[bridge].boxes == 50
    single = table.put("CHEETAH")
    assert table.pilot(single).station == parts(table, single, Comp.COCKPIT)[0]


@pytest.mark.rule("IN-IDE-04", "IN-IDE-05", "IN-AMB-43")
def test_orc_ide_1_or_ide_1_chance_and_column_round_up():
    """OR-IDE-1, ORC-IDE-1 The book's example, and numbers close to it."""
    old = OLD["OR-IDE-1"]
    lost, boxes = old["given"]["hits"], old["given"]["bridge"]
    assert wound_number(lost, boxes) == old["expect"]["wound_on_or_below"]
    assert wound_column(lost, boxes) == old["expect"]["column"]
    given, expected = NEW["ORC-IDE-1"]["given"], NEW["ORC-IDE-1"]["expect"]
    for n, hits in enumerate(given["hits"]):
        assert wound_number(hits, given["bridge"]) == expected["wound_on_or_below"][n]
        assert wound_column(hits, given["bridge"]) == expected["column"][n]
        table, k, bridge = corvette(hits=hits)
        assert is_out(table.state.craft[k], bridge) == expected["disabled"][n]


@pytest.mark.rule("IN-IDE-04", "IN-ICB-10")
@pytest.mark.parametrize("scale", SCALES)
def test_a_scaled_bridge_is_counted_in_its_boxes(scale, monkeypatch):
    """Both the boxes that it has and those lost are boxes of the scaled sheet."""
    table = scene("large")
    sheet = large_ship(SCALES[scale])
    table.add(sheet)
    k = table.put(sheet.name)
    bridge = parts(table, k, Comp.BRIDGE)[0]
    klass = class_of(table, k)
    boxes = int((klass.cell == bridge).sum())
    assert klass.component[bridge].boxes == boxes > 4
    lose_boxes(table, k, bridge, boxes // 4)
    numbers = []
    monkeypatch.setattr(
        stations, "face_wound", lambda state, rules, m, number, column: numbers.append(number)
    )
    command_step(table.state, table.rules)
    assert set(numbers) == {-(-10 * (boxes // 4) // boxes)}


@pytest.mark.rule("IN-IDE-04", "IN-IDE-05")
def test_on_or_below_the_chance_a_crewman_is_wounded_and_rolls_in_the_column(monkeypatch):
    table, k, _ = corvette(hits=15)
    requested = fixed_dice(monkeypatch, stations, 3, 1, 4, 10, 10, 10, 10)
    fixed_dice(monkeypatch, wounds, 6, 7)  # Humans in the column of two hits: 6
    table.state.step = Step.COMMAND
    command_step(table.state, table.rules)
    assert table.state.step == Step.COLLAPSE and table.state.craft[k].stations_hit == 0
    assert requested == [(Chance.BRIDGE, m) for m in crew_of(table.state, table.rules, k)]
    crew = people(table, k)
    assert [int(member.column) for member in crew] == [2, 2, 0, 0, 0, 0, 0]
    assert [int(member.status) for member in crew[:3]] == [
        CrewStatus.AWAKE,
        CrewStatus.UNCONSCIOUS,
        CrewStatus.AWAKE,
    ]
    assert table.state.craft[k].out == crew[1].weapons != 0
    events = table.events(Event.STATION)
    assert [(one.known, one.c, one.d, one.e, one.f) for one in events[::2][:2]] == [
        (1, 0, 3, 3, 1),
        (1, 2, 3, 4, 0),
    ]


@pytest.mark.rule("IN-IDE-04")
def test_a_turn_without_hits_wounds_nobody(monkeypatch):
    table, k, _ = corvette(hits=15)
    fixed_dice(monkeypatch, stations, *[10] * 7)
    command_step(table.state, table.rules)
    command_step(table.state, table.rules)  # no further die
    assert all(member.column == 0 for member in people(table, k))


@pytest.mark.rule("IN-IDE-05")
def test_more_than_three_quarters_kill(monkeypatch):
    table, k, _ = corvette(hits=38)
    fixed_dice(monkeypatch, stations, *[8] * 7)
    fixed_dice(monkeypatch, wounds)
    command_step(table.state, table.rules)
    assert {int(member.status) for member in people(table, k)} == {CrewStatus.DEAD}
    assert table.state.craft[k].status == Status.DERELICT


@pytest.mark.rule("IN-IDE-07", "IN-IDE-05")
def test_he_wakes_by_the_column_of_his_wound(monkeypatch):
    table, k, _ = corvette(hits=15)
    pilot = table.pilot(k)
    pilot.status, pilot.column = CrewStatus.UNCONSCIOUS, 2
    fixed_dice(monkeypatch, wounds, 7, 6)
    wounds.wake_crews(table.state, table.rules)
    assert pilot.status == CrewStatus.UNCONSCIOUS
    wounds.wake_crews(table.state, table.rules)
    assert pilot.status == CrewStatus.AWAKE


@pytest.mark.rule("IN-IDE-05")
def test_one_who_is_unconscious_can_be_wounded_worse(monkeypatch):
    table, k, _ = corvette(hits=26)
    pilot = table.pilot(k)
    pilot.status, pilot.column = CrewStatus.UNCONSCIOUS, 1
    fixed_dice(monkeypatch, stations, 6, *[10] * 6)
    fixed_dice(monkeypatch, wounds)
    command_step(table.state, table.rules)
    assert (pilot.status, pilot.column) == (CrewStatus.UNCONSCIOUS, 3)


@pytest.mark.rule("IN-IDE-34", "IN-IDE-04")
def test_orc_ide_3_quarters_hurt_those_in_them_alone(monkeypatch):
    """ORC-IDE-3 Nine of 35 boxes."""
    given, expected = NEW["ORC-IDE-3"]["given"], NEW["ORC-IDE-3"]["expect"]
    table, k, quarters = corvette(Comp.QUARTERS, given["hits"])
    assert class_of(table, k).component[quarters].boxes == given["quarters"]
    passenger = people(table, k)[6]
    passenger.station = quarters
    requested = fixed_dice(monkeypatch, stations, expected["wound_on_or_below"])
    fixed_dice(monkeypatch, wounds, 7)
    command_step(table.state, table.rules)
    assert len(requested) == 1
    assert (passenger.status, passenger.column) == (CrewStatus.UNCONSCIOUS, expected["column"])


@pytest.mark.rule("IN-IDE-34")
def test_without_a_bridge_or_a_cockpit_he_is_in_his_quarters():
    table = scene()
    row = table.put("CINGULUM", side=1)
    klass = class_of(table, row)
    klass.system[Comp.BRIDGE] = NONE
    k = table.put("CINGULUM")
    assert table.pilot(k).station == parts(table, k, Comp.QUARTERS)[0]
