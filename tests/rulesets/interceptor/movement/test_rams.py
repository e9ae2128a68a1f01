"""Rams: their declaration, and what they strike."""

import pytest
from kit.interceptor.colliding import collide, declaration, two
from kit.interceptor.moves import (
    ahead,
    begin,
    collect_hits,
    legal,
    say,
    say_number,
)
from kit.interceptor.scenes import fixed_dice

from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Decision,
    Event,
    Morale,
    Step,
    Verb,
    enemy_craft_action,
)
from spacecombat_env.rulesets.interceptor.movement import collisions, ramming

# --- rams ----------------------------------------------------------------------------------------


@pytest.mark.rule("IN-COL-10", "IN-COL-06", "IN-COL-09")
@pytest.mark.parametrize(("dice", "cut"), [((5, 5), 0), ((5, 6), 25), ((7, 5), 50), ((2, 5), 75)])
def test_a_ram_within_three_strikes(monkeypatch, dice, cut):
    table, me, it = two((9, 3))
    table.state.craft[me].ram = it
    fixed_dice(monkeypatch, ramming, *dice)
    hits = collect_hits(monkeypatch, collisions)
    collide(table)
    assert [hit["points"] for hit in hits] == [73 * 2 * (100 - cut) // 100] * 2
    assert [hit["firer"] for hit in hits] == [me, it], "each is the other of the other"
    assert [hit["crewman"] for hit in hits] == [0, NONE], "a kill is the rammer's"
    assert [event["e"] for event in table.events(Event.COLLIDED)] == [1]


@pytest.mark.rule("IN-COL-10")
def test_a_ram_four_apart_misses(monkeypatch):
    table, me, it = two((9, 3))
    table.state.craft[it].ram = me
    fixed_dice(monkeypatch, ramming, 1, 5)
    hits = collect_hits(monkeypatch, collisions)
    collide(table)
    assert not hits and [e["a"] for e in table.events(Event.COLLIDED)] == [0]
    assert table.state.step == Step.COMMAND


@pytest.mark.rule("IN-COL-09")
def test_a_ram_that_does_not_meet_its_target_comes_to_nothing(monkeypatch):
    table, me, it = two()
    table.state.craft[me].ram = it
    table.state.craft[it].q += 1
    requested = fixed_dice(monkeypatch, ramming)
    collide(table)
    assert not requested and table.state.step == Step.COMMAND


@pytest.mark.rule("IN-COL-08", "IN-COL-09")
@pytest.mark.parametrize(("die", "morale"), [(2, Morale.FIRM), (3, Morale.BROKEN)])
def test_a_ram_is_declared_before_moving_and_needs_morale(monkeypatch, die, morale):
    table, me, it = declaration()
    requested = fixed_dice(monkeypatch, ramming, die)
    begin(table, me)
    say_number(table, 4)
    assert table.state.decision == Decision.RAM
    assert legal(table) == {Verb.PASS, enemy_craft_action(table.state, it)}
    say(table, enemy_craft_action(table.state, it))
    craft = table.state.craft[me]
    assert craft.morale == morale and len(requested) == 1
    assert craft.ram == (it if morale == Morale.FIRM else NONE)
    assert [(e["target"], e["c"], e["d"]) for e in table.events(Event.RAM)] == [
        (it, die, morale == Morale.BROKEN)
    ]
    assert table.state.decision == Decision.MOVE
    ahead(table, 3)
    assert craft.hexes == 3, "it takes all fire on its way"
    craft.hexes = 0
    assert ramming.may_ram(table.state, table.rules, me) == (morale == Morale.FIRM)


@pytest.mark.rule("IN-COL-08")
def test_familiarity_steadies_and_a_ten_never_does():
    table, me, _ = declaration()
    table.pilot(me).fam_piloting = 9
    firm = [
        die
        for die in range(1, 11)
        if ramming.is_firm(table.state, table.rules, me, die, ramming.RAM_STRAIN)
    ]
    assert firm == list(range(1, 10))


@pytest.mark.rule("IN-COL-08")
def test_firm_pilots_and_kessrith_need_no_check(monkeypatch):
    requested = fixed_dice(monkeypatch, ramming)
    for name, morale in (("CHEETAH", Morale.FIRM), ("FLUTTERING PETAL BIS", Morale.UNTESTED)):
        table, me, it = declaration(name)
        table.state.craft[me].morale = morale
        begin(table, me)
        say_number(table, 4)
        say(table, enemy_craft_action(table.state, it))
        assert table.state.craft[me].ram == it and table.state.craft[me].morale == morale
    assert not requested


@pytest.mark.rule("IN-COL-08")
def test_who_has_fired_or_cannot_meet_anybody_does_not_decide():
    table, me, it = declaration()
    craft, rules = table.state.craft[me], table.rules
    assert ramming.may_ram(table.state, rules, me)
    craft.fired = 1
    assert not ramming.may_ram(table.state, rules, me)
    craft.fired, craft.velocity = 0, 2
    assert not ramming.may_ram(table.state, rules, me)
    table.state.craft[it].velocity = 1
    assert ramming.may_ram(table.state, rules, me), "it has still to move"
    table.state.craft[it].acted = 1
    assert not ramming.may_ram(table.state, rules, me)
    craft.velocity = 4
    table.pilot(me).status = CrewStatus.UNCONSCIOUS
    assert not ramming.may_ram(table.state, rules, me)
