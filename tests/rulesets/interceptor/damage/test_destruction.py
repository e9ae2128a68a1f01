"""Explosions and their chains, collapse, derelicts; hits of an exchange together."""

import pytest
from kit.interceptor.damaging import class_of, hit, lose, lose_boxes, lose_plant, parts, queue
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.crew import wounds
from spacecombat_env.rulesets.interceptor.crew.wounds import kill_crewman
from spacecombat_env.rulesets.interceptor.damage import collapse, explosions, hits, turrets
from spacecombat_env.rulesets.interceptor.damage.collapse import collapse_step, holds
from spacecombat_env.rulesets.interceptor.damage.derelicts import judge_crew
from spacecombat_env.rulesets.interceptor.damage.explosions import (
    blasts_step,
    explode,
    queue_blast,
)
from spacecombat_env.rulesets.interceptor.damage.hits import apply_step, clear_exchange
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Blast,
    Comp,
    CrewStatus,
    Event,
    Load,
    MissileStatus,
    Rock,
    Source,
    Status,
    Step,
)

HALF = 5  # penetration of half


@pytest.fixture
def half(monkeypatch):
    """Every shield is passed at 5 of 10."""
    monkeypatch.setattr(explosions, "penetration", lambda rules, flicker: HALF)


def two(apart=1, enemy="CHEETAH"):
    """A PETAL (plant 1650) and an enemy this many hexes ahead of it."""
    table = scene()
    red = table.put("FLUTTERING PETAL", at=(10, 10))
    return table, red, table.put(enemy, side=1, at=(10, 10 + apart))


def points(table):
    """Points of the blasts so far."""
    return [int(event.a) for event in table.events(Event.BLAST)]


@pytest.mark.rule("IN-DES-01", "IN-IDE-30", "IN-CRW-07")
def test_a_ship_without_a_plant_explodes_with_all_aboard():
    table, red, blue = two()
    table.state.craft[red].hit_by = table.state.craft[blue].first_crew
    lose_plant(table, red)
    blasts_step(table.state, table.rules)
    assert table.state.craft[red].status == Status.DESTROYED
    assert [table.state.crew[m].status for m in (0, 1)] == [CrewStatus.DEAD] * 2
    assert table.state.crew[table.state.craft[blue].first_crew].kills == 1
    assert len(table.events(Event.EXPLODED)) == 1
    assert table.state.step == Step.APPLY and table.state.blasts == 0


@pytest.mark.rule("IN-DES-02", "IN-AMB-47")
@pytest.mark.parametrize(("apart", "expect"), [(0, [16]), (1, [8]), (2, [])])
def test_a_blast_is_felt_in_its_hex_and_the_next(half, apart, expect):
    table, red, blue = two(apart)
    explode(table.state, table.rules, red, Blast.PLANT)
    blasts_step(table.state, table.rules)
    assert points(table) == expect
    assert table.state.step == (Step.APPLY if expect else Step.BLASTS)
    if expect:
        apply_step(table.state, table.rules)
        assert table.state.step == Step.BLASTS
    blasts_step(table.state, table.rules)
    assert table.state.step == Step.AFTER_EXCHANGE


@pytest.mark.rule("IN-DES-04", "IN-AMB-49")
def test_explosion_damage_goes_from_left_to_right(half):
    table, red, blue = two(enemy="AUTUMN LEAF")
    explode(table.state, table.rules, red, Blast.PLANT)
    blasts_step(table.state, table.rules)
    facing = int(table.state.exchange.hit[0].facing)
    apply_step(table.state, table.rules)
    assert table.block(blue, facing)[0].tolist() == [0] * 8 + [1] * 2


@pytest.mark.rule("IN-DES-03", "IN-COL-11")
@pytest.mark.parametrize(("through", "expect"), [(True, 165), (False, 82)])
def test_in_a_collision_a_tenth_of_the_rating(half, monkeypatch, through, expect):
    monkeypatch.setattr(explosions, "penetrates", lambda *_: through)
    table, red, blue = two(0)
    queue(table, red, "rows", 10, source=Source.COLLISION, firer=blue)
    queue(table, blue, "rows", 10, source=Source.COLLISION, firer=red)
    lose_plant(table, red)
    apply_step(table.state, table.rules)
    blasts_step(table.state, table.rules)
    assert points(table) == [expect]


@pytest.mark.rule("IN-DES-05")
def test_missiles_and_crews_in_the_area_are_gone_and_a_chain_goes_on(half):
    table, red, blue = two(1)
    state = table.state
    for n, away in ((0, 1), (1, 2)):
        state.missile[n].status, state.missile[n].q = MissileStatus.DORMANT, 10
        state.missile[n].r = state.craft[red].r + away
        state.adrift[n].people, state.adrift[n].crew, state.adrift[n].q = 1, 1 << (n + 2), 10
        state.adrift[n].r = state.craft[red].r + away
    lose_plant(table, red)
    plant = parts(table, blue, Comp.PLANT)[0]
    lose_boxes(table, blue, plant, class_of(table, blue).plant_boxes)
    for _ in range(6):
        if state.step != Step.AFTER_EXCHANGE:
            (apply_step if state.step == Step.APPLY else blasts_step)(state, table.rules)
    assert state.step == Step.AFTER_EXCHANGE
    assert [int(state.craft[k].status) for k in (red, blue)] == [Status.DESTROYED] * 2
    assert [int(state.missile[n].status) for n in (0, 1)] == [MissileStatus.NONE] * 2
    assert [int(state.adrift[n].people) for n in (0, 1)] == [0, 0]
    assert state.crew[2].status == CrewStatus.DEAD


@pytest.mark.rule("IN-DES-02")
def test_blasts_wait_in_their_order():
    table, red, blue = two(9)
    for strength in (100, 200, 300):
        queue_blast(table.state, Blast.PLANT, table.state.craft[red], red, strength)
    blasts_step(table.state, table.rules)
    assert [int(table.state.blast[n].strength) for n in range(3)] == [200, 300, 0]


def damaged(boxes, name="CHEETAH"):
    """A ship that has lost boxes of its Ship Destroyed row."""
    table = scene()
    k = table.put(name, velocity=4)
    lose_boxes(table, k, parts(table, k, Comp.SHIP_DESTROYED)[0], boxes)
    assert table.state.craft[k].collapse == boxes and table.state.craft[k].collapse_due
    return table, k


@pytest.mark.rule("IN-DES-06")
@pytest.mark.parametrize(("die", "stands"), [(3, False), (4, True)])
def test_it_holds_above_the_boxes_lost(monkeypatch, die, stands):
    table, k = damaged(3)
    fixed_dice(monkeypatch, collapse, die, 10)
    assert holds(table.state, table.rules, k) == stands
    told = table.events(Event.COLLAPSE)[0]
    assert (told.known, told.e) == ((1, 0) if stands else (3, 1))


@pytest.mark.rule("IN-DES-06", "IN-AMB-48")
def test_a_whole_ship_rolls_nothing_and_ten_boxes_are_too_many(monkeypatch):
    table = scene()
    k = table.put("CHEETAH")
    fixed_dice(monkeypatch, collapse)
    assert holds(table.state, table.rules, k)
    table, k = damaged(10)
    fixed_dice(monkeypatch, collapse, 10, 8)
    assert not holds(table.state, table.rules, k)


@pytest.mark.rule("IN-DES-06")
def test_at_the_end_of_the_turn_only_who_was_hit_in_it_rolls(monkeypatch):
    table, k = damaged(3)
    dice = fixed_dice(monkeypatch, collapse, 4)
    collapse_step(table.state, table.rules)
    collapse_step(table.state, table.rules)
    assert len(dice) == 1 and table.state.step == Step.RESCUE


@pytest.mark.rule("IN-DES-07", "IN-ABN-02", "IN-ABN-03", "IN-ABN-05")
def test_one_to_four_it_breaks_up_and_the_crew_leaves(monkeypatch):
    table, k = damaged(3)
    fixed_dice(monkeypatch, collapse, 1, 4)
    collapse_step(table.state, table.rules)
    craft, adrift, rock = table.state.craft[k], table.state.adrift[0], table.state.rock[0]
    assert craft.status == Status.WRECK and table.state.step == Step.RESCUE
    assert (adrift.people, adrift.crew, adrift.thrust, adrift.air) == (1, 1, 3, 30)
    assert (adrift.heading, adrift.velocity, adrift.conscious) == (craft.heading, 4, 1)
    assert (adrift.q, adrift.r) == (craft.q, craft.r - 2)
    assert table.pilot(k).status == CrewStatus.GONE
    assert (rock.kind, rock.q, rock.r, rock.moving) == (Rock.WRECK, craft.q, craft.r, 1)


@pytest.mark.rule("IN-DES-07", "IN-ABN-02")
def test_each_who_leaves_a_hull_that_breaks_up_is_named(monkeypatch):
    table, k = damaged(3, "FLUTTERING PETAL")
    fixed_dice(monkeypatch, collapse, 1, 4)
    collapse_step(table.state, table.rules)
    told = [(event["actor"], event["a"], event["c"]) for event in table.events(Event.EJECTED)]
    assert told == [(k, 0, 0), (k, 0, 1)]
    assert table.state.adrift[0].people == 2


@pytest.mark.rule("IN-DES-07", "IN-AMB-112")
def test_who_is_unconscious_has_as_many_turns_as_boxes_are_left(monkeypatch):
    table, k = damaged(8)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    fixed_dice(monkeypatch, collapse, 1, 1)
    collapse_step(table.state, table.rules)
    for left in (2, 1):
        assert table.state.craft[k].leaving == left and table.state.adrift[0].people == 0
        assert table.pilot(k).status == CrewStatus.UNCONSCIOUS
        collapse_step(table.state, table.rules)
    assert table.pilot(k).status == CrewStatus.DEAD
    table, k = damaged(8)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    fixed_dice(monkeypatch, collapse, 1, 1)
    collapse_step(table.state, table.rules)
    table.pilot(k).status = CrewStatus.AWAKE
    collapse_step(table.state, table.rules)
    assert table.state.adrift[0].people == 1 and table.pilot(k).status == CrewStatus.GONE


@pytest.mark.rule("IN-DES-07")
@pytest.mark.parametrize(("die", "leaves"), [(5, True), (7, True), (8, False), (10, False)])
def test_from_five_on_it_explodes_after_ejections_or_at_once(monkeypatch, die, leaves):
    table, k = damaged(3)
    fixed_dice(monkeypatch, collapse, 1, die)
    collapse_step(table.state, table.rules)
    assert table.state.craft[k].status == Status.DESTROYED
    assert table.pilot(k).status == (CrewStatus.GONE if leaves else CrewStatus.DEAD)
    assert (table.state.step, table.state.back) == (Step.BLASTS, Step.COMMAND)
    told = table.events(Event.COLLAPSE)[0]
    assert (told.c, told.d, told.a) == (3, 1, die)  # the roll that failed, then the table's
    blasts_step(table.state, table.rules)
    assert table.state.adrift[0].people == leaves


@pytest.mark.rule("IN-DES-08", "IN-CRW-07")
@pytest.mark.parametrize(
    ("crew_status", "status"),
    [
        ((CrewStatus.DEAD, CrewStatus.DEAD), Status.DERELICT),
        ((CrewStatus.GONE, CrewStatus.DEAD), Status.ABANDONED),
        ((CrewStatus.DEAD, CrewStatus.UNCONSCIOUS), Status.ON_MAP),
    ],
)
def test_without_skilled_crew_alive_it_is_a_derelict(crew_status, status):
    table, red, blue = two()
    craft, enemy = table.state.craft[red], table.state.craft[blue].first_crew
    craft.hit_by = enemy
    for m in (0, 1):
        table.state.crew[m].status = crew_status[m]
    judge_crew(table.state, table.rules, red)
    assert craft.status == status
    lost = status != Status.ON_MAP
    assert table.state.crew[enemy].kills == lost
    assert (craft.shield.max() == 0) == lost and (craft.thrust == 0) == lost


@pytest.mark.rule("IN-DES-08", "IN-CRW-04")
def test_without_the_skilled_a_ship_with_a_bridge_flies_on():
    table = scene()
    k = table.put("CINGULUM")
    for m in (0, 1):
        kill_crewman(table.state, table.rules, m)
    judge_crew(table.state, table.rules, k)
    assert table.state.craft[k].status == Status.ON_MAP
    class_of(table, k).bridge = False
    judge_crew(table.state, table.rules, k)
    assert table.state.craft[k].status == Status.DERELICT


@pytest.mark.rule("IN-CMB-04", "IN-DMG-07", "IN-IDE-08", "IN-CRW-07")
def test_all_hits_of_an_exchange_fall_then_armour_is_widowed_then_the_crew_judged(monkeypatch):
    table, red, blue = two()
    fixed_dice(monkeypatch, hits, 5, 6, 5, 6, 7)
    fixed_dice(monkeypatch, wounds, 1, 1, 1, 1)
    table.state.exchange.volley[0].firer = red
    table.state.exchange.volley[0].target = blue
    for _ in range(2):
        queue(table, blue, "laser", 9, firer=red, crewman=1, weapon=2)
        queue(table, blue, "laser", 9, firer=red, crewman=0, weapon=3)
    queue(table, blue, "laser", 9, firer=red, crewman=0, weapon=4)
    apply_step(table.state, table.rules)
    assert table.block(blue, 0)[:, 4:6].sum() == 0 and table.pilot(blue).hits == 4
    assert table.state.craft[blue].status == Status.DERELICT and table.state.crew[0].kills == 1
    assert table.state.craft[blue].hit_by == 0
    last = table.state.last
    assert (last.firer, last.target, last.hits, last.points) == (red, blue, 5, 45)
    assert table.state.step == Step.BLASTS


@pytest.mark.rule("IN-DIR-15", "IN-DIR-16")
def test_both_parts_of_a_lepc_fall_in_one_place(monkeypatch):
    table, red, blue = two()
    requested = fixed_dice(monkeypatch, hits, 5, 7)
    queue(table, blue, "laser", 4, firer=red, weapon=2)
    queue(table, blue, "EPC_9", 9, firer=red, weapon=2)
    queue(table, blue, "laser", 1, firer=red, weapon=3)
    apply_step(table.state, table.rules)
    assert len(requested) == 2
    assert [int(e.d) for e in table.events(Event.HIT)] == [5, 5, 7]


@pytest.mark.rule("IN-DIR-15", "IN-DMG-10")
def test_the_second_part_of_a_lepc_strikes_the_turret_that_the_first_has_struck(monkeypatch):
    """A shot before it misses the turret, the laser of the LEPC strikes it."""
    table, red, blue = two()
    fixed_dice(monkeypatch, turrets, 2, 1)
    fixed_dice(monkeypatch, hits, 4, 6)
    queue(table, red, "laser", 1, firer=blue, weapon=1)
    queue(table, red, "laser", 1, firer=blue, weapon=2)
    queue(table, red, "EPC_9", 9, firer=blue, weapon=2)
    apply_step(table.state, table.rules)
    struck = [(int(event.d), int(event.e)) for event in table.events(Event.HIT)]
    assert struck == [(4, NONE), (6, 0), (6, 0)]


def test_an_exchange_is_blank_again():
    table, red, blue = two()
    blank = scene().state.exchange.copy()
    queue(table, blue, "laser", 4, firer=red, crewman=0, weapon=2, missile=1)
    table.state.exchange.volley[0].firer = red
    table.state.exchange.volleys = 1
    table.state.exchange.crash = red
    clear_exchange(table.state)
    assert table.state.exchange.tobytes() == blank.tobytes()


def test_what_has_exploded_is_hit_no_more():
    table, red, blue = two()
    explode(table.state, table.rules, blue, Blast.PLANT)
    queue(table, blue, "rows", 50)
    apply_step(table.state, table.rules)
    assert table.block(blue, 0).all()
    lose(table, red, Comp.HELM)
    hit(table, red, "laser", 1)


@pytest.mark.rule("IN-DES-07", "IN-AMB-48")
def test_with_no_box_left_who_cannot_leave_at_once_is_lost(monkeypatch):
    table, k = damaged(10)
    table.pilot(k).status = CrewStatus.UNCONSCIOUS
    fixed_dice(monkeypatch, collapse, 1, 1)
    collapse_step(table.state, table.rules)
    assert table.state.craft[k].leaving == 0 and table.pilot(k).status == CrewStatus.DEAD


@pytest.mark.rule("IN-ABN-01", "IN-DES-07", "IN-CON-39")
def test_no_kessrith_cockpit_has_an_ejector(monkeypatch):
    table, k = damaged(3, "AUTUMN LEAF")
    fixed_dice(monkeypatch, collapse, 1, 5)
    collapse_step(table.state, table.rules)
    assert table.state.adrift[0].people == 0 and table.pilot(k).status == CrewStatus.DEAD


@pytest.mark.rule("IN-DES-08", "IN-IDE-27")
def test_what_is_shut_down_jams_no_more_whatever_it_loses():
    table = scene()
    k = table.put("CHEETAH", pod=Load.ECM_POD)
    assert table.state.craft[k].ecm
    kill_crewman(table.state, table.rules, int(table.state.craft[k].first_crew))
    judge_crew(table.state, table.rules, k)
    lose(table, k, Comp.PLANT)
    assert table.state.craft[k].status == Status.DERELICT and not table.state.craft[k].ecm


@pytest.mark.rule("IN-DES-02", "IN-DIR-08", "IN-AMB-111")
def test_in_the_hex_of_a_blast_the_facing_is_the_targets_choice(half):
    table, red, blue = two(0)
    table.state.craft[blue].armour[2] = 99
    explode(table.state, table.rules, red, Blast.PLANT)
    blasts_step(table.state, table.rules)
    assert [int(e.c) for e in table.events(Event.BLAST)] == [2]


@pytest.mark.rule("IN-DES-05")
def test_the_slot_of_a_missile_in_a_blast_is_blank_again():
    table, red, _ = two(9)
    missile, blank = table.state.missile[0], table.state.missile[0].copy()
    missile.status, missile.kind, missile.craft = MissileStatus.DORMANT, Load.TGM_1, red
    missile.q, missile.r = table.state.craft[red].q, table.state.craft[red].r
    explode(table.state, table.rules, red, Blast.PLANT)
    blasts_step(table.state, table.rules)
    assert missile.tobytes() == blank.tobytes()
