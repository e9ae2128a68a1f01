"""What is revealed by range, and dated; values of the book's table (data/tactical_intelligence.csv)."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Disclosed,
    Event,
    Family,
    Load,
    Seeing,
    Status,
    class_names,
)
from spacecombat_env.rulesets.interceptor.visibility.intelligence import (
    bracket,
    disclosed_tonnage,
    first_armed_alike,
    learn,
    learn_all,
)

SHAPE, EXACT = Disclosed.STREAMLINING, Disclosed.TONS_20 | Disclosed.TONS_10 | Disclosed.TONS
AT_RANGE = [
    (16, Disclosed.TONS_20),
    (15, SHAPE | Disclosed.TONS_20 | Disclosed.TONS_10),
    (11, SHAPE | Disclosed.TONS_20 | Disclosed.TONS_10),
    (10, SHAPE | EXACT | Disclosed.WEAPONS),
    (4, SHAPE | EXACT | Disclosed.WEAPONS),
    (3, SHAPE | EXACT | Disclosed.CLASS | Disclosed.KINDS),
    (1, SHAPE | EXACT | Disclosed.CLASS | Disclosed.KINDS),
    (0, SHAPE | EXACT | Disclosed.CLASS | Disclosed.WEAPONS),
]


def facing_off(distance, mine="LANCEA", its="CHEETAH", **more):
    """A ship of each side this many hexes apart."""
    table = scene()
    me = table.put(mine, at=(10, 5), **more)
    it = table.put(its, side=1, at=(10, 5 + distance), heading=3)
    return table, me, it


def break_down(table, k, kind):
    """A computer of a craft is out."""
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.craft[k].disabled |= 1 << int(klass.system[kind])


@pytest.mark.rule("IN-LOS-02")
@pytest.mark.parametrize(("distance", "told"), AT_RANGE)
def test_each_bracket_shows_what_is_printed(distance, told):
    table, me, it = facing_off(distance)
    assert learn(table.state, table.rules, me)
    assert table.state.craft[it].disclosed == told
    assert table.state.craft[me].disclosed == told  # both look


@pytest.mark.rule("IN-LOS-02", "IN-AMB-148")
def test_what_was_shown_only_grows_and_is_shown_once():
    table, me, it = facing_off(3)
    state, rules = table.state, table.rules
    assert learn(state, rules, me)
    near = int(state.craft[it].disclosed)
    assert not learn(state, rules, me)
    assert [int(e.actor) for e in table.events(Event.SEEN)] == [me, it]
    assert [int(e.known) for e in table.events(Event.SEEN)] == [3, 3]  # it has to answer
    state.craft[it].r += 12
    assert not learn(state, rules, me)
    assert state.craft[it].disclosed == near


@pytest.mark.rule("IN-LOS-02")
@pytest.mark.parametrize("tons", [70, 73, 95, 148, 245, 1000])
def test_tonnage_within_20_percent_then_10_then_exact(tons):
    rough = disclosed_tonnage(tons, int(Disclosed.TONS_20))
    finer = disclosed_tonnage(tons, int(Disclosed.TONS_20 | Disclosed.TONS_10))
    assert abs(rough - tons) <= 0.2 * tons + 1
    assert abs(finer - tons) <= 0.1 * tons + 1
    assert disclosed_tonnage(tons, int(EXACT)) == tons
    assert disclosed_tonnage(tons, 0) == 0


@pytest.mark.rule("IN-LOS-02")
def test_two_of_one_step_are_shown_alike():
    assert disclosed_tonnage(70, int(Disclosed.TONS_20)) == disclosed_tonnage(
        73, int(Disclosed.TONS_20)
    )


@pytest.mark.rule("IN-LOS-03", "IN-AMB-55")
def test_a_sensor_pod_sees_one_bracket_nearer():  # OR-LOS-3
    table, me, it = facing_off(16, pod=Load.SENSOR_POD)
    assert bracket(table.state, table.rules, me, it) == Seeing.LONG
    assert bracket(table.state, table.rules, it, me) == Seeing.FAR


@pytest.mark.rule("IN-LOS-04")
def test_a_class_that_nobody_knows_is_shown_as_its_tonnage():
    table, me, it = facing_off(2)
    table.rules.option.known_class[int(table.state.craft[it].klass)] = 0
    learn(table.state, table.rules, me)
    told = int(table.state.craft[it].disclosed)
    assert not told & Disclosed.CLASS
    assert told & Disclosed.TONS and table.state.craft[it].disclosed_tons == 73
    assert table.state.craft[me].disclosed & Disclosed.CLASS


@pytest.mark.rule("IN-LOS-05")
def test_a_large_ship_is_looked_at_as_any_other():
    table, me, it = facing_off(5, its="PEGASUS")
    learn(table.state, table.rules, me)
    assert table.state.craft[it].disclosed_tons == 1000


@pytest.mark.rule("IN-LOS-09")
def test_behind_a_friend_a_ship_is_two_brackets_farther():
    table, me, it = facing_off(3)
    big = table.put("PEGASUS", side=1, at=(10, 8), heading=3)
    craft = table.state.craft[it]
    craft.cover, craft.cover_side = big, 0  # ahead of its friend looks at me: away from me is 3
    open_side = bracket(table.state, table.rules, me, it)
    craft.cover_side = 3
    behind = bracket(table.state, table.rules, me, it)
    assert {int(open_side), int(behind)} == {int(Seeing.NEAR), int(Seeing.LONG)}


@pytest.mark.rule("IN-LOS-01")
def test_what_lies_behind_an_asteroid_is_no_more_than_there():
    table, me, it = facing_off(6)
    rock = table.state.rock[0]
    rock.kind, rock.q, rock.r = 1, table.state.craft[me].q, table.state.craft[me].r + 3
    learn(table.state, table.rules, me)
    assert table.state.craft[it].disclosed == Disclosed.TONS_20


@pytest.mark.rule("IN-IDE-14", "IN-AMB-102")
def test_without_communications_nothing_is_shared():
    table, me, it = facing_off(2)
    break_down(table, me, Comp.COMMUNICATIONS)
    assert not learn(table.state, table.rules, me)
    assert table.state.craft[it].disclosed == 0
    assert table.state.craft[me].disclosed != 0


@pytest.mark.rule("IN-IDE-16")
def test_without_a_scanner_streamlining_alone_is_seen():
    table, me, it = facing_off(0)
    break_down(table, me, Comp.SCANNER)
    learn(table.state, table.rules, me)
    craft = table.state.craft[it]
    assert craft.disclosed == Disclosed.STREAMLINING
    assert craft.disclosed_streamlined == 1 and craft.disclosed_tons == 0 and craft.armour_turn == 0


@pytest.mark.rule("IN-LOS-02")
def test_weapons_are_shown_by_number_size_and_type_not_by_class():
    table, me, it = facing_off(6, its="FLUTTERING PETAL BIS")
    learn(table.state, table.rules, me)
    craft, names = table.state.craft[it], class_names()
    assert names[craft.armed_as] == "FLUTTERING PETAL"  # the same weapons: told apart by class
    assert not craft.disclosed & Disclosed.CLASS
    assert bin(craft.disclosed_weapons).count("1") == 10
    assert craft.disclosed_kinds >> Family.LASER & 1 and craft.disclosed_kinds >> Family.RACK & 1
    row = names.index("CHEETAH")
    assert first_armed_alike(table.rules, row) == row


@pytest.mark.rule("IN-LOS-02")
def test_armour_is_seen_within_3_hexes_and_dated():
    table, me, it = facing_off(4)
    state, rules = table.state, table.rules
    learn(state, rules, me)
    assert state.craft[it].armour_turn == 0 and not state.last_seen_rows.any()
    state.craft[it].r -= 1
    state.turn = 5
    assert learn(state, rules, me)
    craft = state.craft[it]
    assert craft.armour_turn == 5 and craft.inside_turn == 0
    assert list(craft.last_seen_armour) == list(craft.armour)
    inner = int(craft.first_row) + int(rules.classes[craft.klass].inner)
    assert (
        state.last_seen_rows[1, int(craft.first_row)] != 0 and state.last_seen_rows[1, inner] == 0
    )


@pytest.mark.rule("IN-LOS-02")
def test_damage_done_out_of_sight_is_not_seen_until_one_looks_again():
    table, me, it = facing_off(2)
    state, rules = table.state, table.rules
    learn(state, rules, me)
    craft, row = state.craft[it], int(state.craft[it].first_row)
    before = int(state.last_seen_rows[1, row])
    craft.r += 12
    state.rows[1, row] ^= 1
    craft.armour[0] -= 1
    assert not learn(state, rules, me)
    assert state.last_seen_rows[1, row] == before
    craft.r -= 12
    state.turn = 7
    assert learn(state, rules, me)
    assert state.last_seen_rows[1, row] == state.rows[1, row] and craft.armour_turn == 7


@pytest.mark.rule("IN-LOS-02")
def test_the_inside_is_seen_in_its_own_hex_alone():
    table, me, it = facing_off(0)
    state, rules = table.state, table.rules
    craft, klass = state.craft[it], rules.classes[state.craft[it].klass]
    craft.inside, craft.disabled = 3, 1 << 4
    learn(state, rules, me)
    assert craft.last_seen_inside == 3 and craft.last_seen_disabled == 1 << 4
    first = int(craft.first_row) + int(klass.inner)
    assert list(state.last_seen_rows[1, first : first + 3]) == list(
        state.rows[1, first : first + 3]
    )


@pytest.mark.rule("IN-LOS-02")
def test_a_craft_without_crew_sees_nothing_but_is_seen():
    table, me, it = facing_off(2)
    table.state.craft[it].status = Status.DERELICT
    learn_all(table.state, table.rules)
    assert table.state.craft[it].disclosed != 0 and table.state.craft[me].disclosed == 0


@pytest.mark.rule("IN-LOS-02", "IN-AMB-148")
def test_a_look_that_finds_nothing_new_is_shown_once_a_turn():
    """Its date is public, and so is that the scanner of who looks works."""
    table, me, it = facing_off(2)
    state, rules = table.state, table.rules
    state.turn = 5
    learn(state, rules, me)
    state.turn = 6
    assert not learn(state, rules, me) and state.craft[it].armour_turn == 6
    assert not learn(state, rules, me)
    looks = [event for event in table.events(Event.SEEN) if event.actor == me]
    assert [int(event.b) for event in looks] == [1, 0]
    break_down(table, me, Comp.SCANNER)
    state.turn = 7
    learn(state, rules, me)
    assert state.craft[it].armour_turn == 6
    assert len([event for event in table.events(Event.SEEN) if event.actor == me]) == 2
