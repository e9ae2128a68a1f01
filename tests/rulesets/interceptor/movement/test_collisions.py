"""Collisions and rams."""

import pytest
from kit.interceptor.colliding import collide, declaration, two
from kit.interceptor.damaging import lose_plant
from kit.interceptor.moves import (
    begin,
    collect_hits,
    legal,
    run,
    say,
    say_number,
    steady_skill,
)
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.damage import explosions
from spacecombat_env.rulesets.interceptor.damage.blasts import blast_queue
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Deed,
    Event,
    Facing,
    Phase,
    Source,
    Status,
    Step,
    Template,
    Verb,
    yaml_of,
)
from spacecombat_env.rulesets.interceptor.movement import collisions, ramming
from spacecombat_env.rulesets.interceptor.movement.collisions import (
    armour_of,
    damage_through,
    impact,
    less,
    shield_cut,
)

ORACLES = {row["id"]: row for row in yaml_of("oracles.yaml")["oracles"]}
SIDES = {"front": (Facing.F, Facing.RF, Facing.LF), "rear": (Facing.A, Facing.RA, Facing.LA)}


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("IN-COL-05")
@pytest.mark.parametrize("name", ["OR-COL-1", "OR-COL-2"])
def test_oracles_of_damage(name):
    given, expect = ORACLES[name]["given"], ORACLES[name]["expect"]
    table, me, it = two((given["v_ram"], given["v_target"]), names=("FLUTTERING PETAL", "CHEETAH"))
    assert table.rules.classes[table.state.craft[me].klass].tons == given["ram_tons"]
    for side in SIDES[given["side"]]:
        assert damage_through(table.state, table.rules, me, it, side) == expect["damage"]


@pytest.mark.rule("IN-COL-05")
def test_the_velocity_term_is_never_below_one():
    assert impact(73, -4) == impact(73, 0) == impact(73, 5) == 73
    assert impact(73, 6) == 146


@pytest.mark.rule("IN-COL-06", "IN-AMB-26")
def test_percentages_add_and_ten_points_are_left():
    assert less(400, 0) == 400 and less(400, 25) == 300 and less(400, 75) == 100
    assert less(400, 100) == less(400, 150) == less(20, 75) == 10


@pytest.mark.rule("IN-COL-06")
def test_a_stronger_shield_takes_a_tenth_for_each_ten():
    table, me, it = two()
    table.state.craft[it].shield[Facing.A] = 80
    assert shield_cut(table.state, me, 0, it, Facing.A) == 30
    assert shield_cut(table.state, me, 0, it, Facing.F) == 0
    assert shield_cut(table.state, it, Facing.A, me, 0) == 0


@pytest.mark.rule("IN-MOV-09", "IN-COL-03")
def test_a_roll_swaps_the_armour_that_is_struck():
    table, me, _ = two()
    craft = table.state.craft[me]
    assert [armour_of(craft, side) for side in range(6)] == [0, 1, 2, 3, 4, 5]
    craft.rolled = 1
    assert [armour_of(craft, side) for side in range(6)] == [0, 5, 4, 3, 2, 1]


# --- two ships in one hex ------------------------------------------------------------------------


@pytest.mark.rule("IN-COL-01", "IN-COL-02", "IN-COL-06", "IN-COL-07")
@pytest.mark.parametrize(("dice", "hit"), [((4, 4), True), ((4, 5), False)])
def test_equal_dice_collide(monkeypatch, dice, hit):
    table, me, it = two((9, 3))
    fixed_dice(monkeypatch, collisions, *dice)
    hits = collect_hits(monkeypatch, collisions)
    collide(table)
    assert bool(hits) == hit and table.state.phase == Phase.END
    if hit:
        points = 73 * 2 * 25 // 100  # from behind, unintended
        assert [(h["target"], h["facing"], h["points"]) for h in hits] == [
            (it, Facing.A, points),
            (me, Facing.F, points),
        ]
        assert {h["template"] for h in hits} == {Template.ROWS}
        assert (table.state.step, table.state.back) == (Step.APPLY, Step.COLLIDE)
        assert [e["a"] for e in table.events(Event.COLLIDED)] == [points]
        collide(table)
    assert table.state.step == Step.COMMAND and table.state.cursor == 0


@pytest.mark.rule("IN-COL-01")
def test_the_ship_in_the_last_slot_is_met_too(monkeypatch):
    table, me, it = two()
    craft = table.state.craft
    craft[len(craft) - 1] = craft[it].copy()
    craft[it].status = Status.UNUSED
    fixed_dice(monkeypatch, collisions, 4, 4)
    hits = collect_hits(monkeypatch, collisions)
    collide(table)
    assert {h["target"] for h in hits} == {me, len(craft) - 1}


@pytest.mark.rule("IN-COL-02", "IN-AMB-26")
@pytest.mark.parametrize(
    ("velocity", "names", "first"),
    [
        ((3, 9), ("CHEETAH", "CHEETAH"), False),
        ((9, 3), ("CHEETAH", "CHEETAH"), True),
        ((4, 4), ("CHEETAH", "FLUTTERING PETAL"), False),
        ((4, 4), ("FLUTTERING PETAL", "CHEETAH"), True),
    ],
)
def test_the_faster_then_the_larger_is_the_rammer(monkeypatch, velocity, names, first):
    table, me, it = two(velocity, names=names)
    assert collisions.is_rammer(table.state, table.rules, me, it) == first


@pytest.mark.rule("IN-COL-02", "IN-COL-01")
def test_friends_may_collide_and_ships_apart_do_not(monkeypatch):
    table, me, it = two()
    friend = table.put("CHEETAH", at=(10, 10))
    far = table.put("CHEETAH", at=(10, 12))
    state = table.state
    assert collisions.is_meeting(state, me, friend) and collisions.is_meeting(state, me, it)
    assert not collisions.is_meeting(state, me, far)
    state.craft[it].status = Status.DESTROYED
    assert not collisions.is_meeting(state, me, it)
    state.craft[friend].cover = me
    assert not collisions.is_meeting(state, me, friend), "in cover"


@pytest.mark.rule("IN-AMB-89")
def test_a_wreck_is_met_and_takes_nothing(monkeypatch):
    table, me, it = two()
    table.state.craft[it].status = Status.WRECK
    fixed_dice(monkeypatch, collisions, 3, 3)
    hits = collect_hits(monkeypatch, collisions)
    collide(table)
    assert [hit["target"] for hit in hits] == [me]
    table.state.craft[me].status = Status.WRECK
    assert not collisions.is_meeting(table.state, me, it)


@pytest.mark.rule("IN-COL-03")
@pytest.mark.parametrize(
    ("dice", "side", "own"),
    [((1, 2), 1, 4), ((3, 4), 2, 5), ((5, 6), 3, 0), ((7, 8), 4, 1), ((9, 10), 5, 2)],
)
def test_where_it_is_not_plain_the_side_is_rolled(monkeypatch, dice, side, own):
    table, me, it = two()
    table.state.craft[it].arrived = 9  # the other came last
    fixed_dice(monkeypatch, collisions, *dice)
    assert collisions.struck_sides(table.state, me, it) == (side, own)


@pytest.mark.rule("IN-COL-03")
@pytest.mark.parametrize(
    ("heading", "facing", "side"), [(0, 0, 3), (3, 0, 0), (2, 0, 5), (2, 5, 0)]
)
def test_the_hexside_from_which_it_came_is_struck(heading, facing, side):
    table, me, it = two(heading=(heading, 0))
    table.state.craft[it].facing = facing
    table.state.craft[me].facing = (heading + 1) % 6
    assert collisions.struck_sides(table.state, me, it) == (side, 5)


@pytest.mark.rule("IN-ABN-11")
@pytest.mark.parametrize(("die", "people"), [(6, 0), (7, 2)])
def test_a_crew_in_space_may_be_run_down(monkeypatch, die, people):
    table, me, it = declaration(velocity=0)
    slot = len(table.state.adrift) // 2
    crew, craft = table.state.adrift[slot], table.state.craft[me]
    crew.people, crew.crew, crew.q, crew.r = 2, 0b11, craft.q, craft.r
    steady_skill(monkeypatch, ramming, 9)
    fixed_dice(monkeypatch, ramming, die)
    begin(table, me)
    say_number(table, 0)
    say(table, Verb.RAM)
    assert crew.people == people
    assert Verb.RAM not in legal(table) and int(craft.deeds) & Deed.RAMMED
    first = len(table.state.crew) // 2
    assert (table.state.crew[first].status == CrewStatus.DEAD) == (people == 0)


@pytest.mark.rule("IN-DES-03", "IN-COL-02", "IN-COL-11")
@pytest.mark.parametrize("loser", [0, 1])
def test_a_ship_that_explodes_in_a_collision_takes_the_other_for_its_partner(monkeypatch, loser):
    table, *ships = two((9, 3))
    fixed_dice(monkeypatch, collisions, 4, 4)
    collide(table)
    lose_plant(table, ships[loser])
    explosions.explode_plants(table.state, table.rules)
    blast = table.state.blast[0]
    assert (blast.craft, blast.partner) == (ships[loser], ships[1 - loser])


@pytest.mark.rule("IN-DES-03")
@pytest.mark.parametrize("hits", [0, 1, 2])
def test_the_partner_of_a_collision_is_found_among_the_hits_that_are_applied(hits):
    """The last of them, too, and none beyond."""
    table, me, it = two((9, 3))
    exchange = table.state.exchange
    exchange.hits = hits
    for n in range(2):
        is_last = n == max(hits - 1, 0)
        exchange.hit[n].source = Source.COLLISION if is_last else Source.FIRE
        exchange.hit[n].target, exchange.hit[n].firer = me, it
    found = blast_queue.collided_with(table.state, me)
    assert found == (it if hits else NONE)


@pytest.mark.rule("IN-DES-03")
def test_who_struck_and_who_was_struck_are_partners_and_nobody_else():
    table, me, it = two((9, 3))
    other = table.put("LANCEA", at=(20, 20))
    exchange = table.state.exchange
    exchange.hits = 1
    exchange.hit[0].source = Source.COLLISION
    exchange.hit[0].target, exchange.hit[0].firer = me, it
    found = [int(blast_queue.collided_with(table.state, k)) for k in (me, it, other)]
    assert found == [it, me, NONE]


@pytest.mark.rule("IN-ABN-11", "IN-FLT-02")
@pytest.mark.parametrize(("die", "people"), [(1, 0), (2, 1)])
def test_a_stand_in_runs_a_crew_down_less_easily(monkeypatch, die, people):
    table = scene()
    me = table.put("GLADIUS", at=(10, 10), gunner=(7, 6))
    table.pilot(me).flies, table.state.crew[1].flies = False, True
    crew, craft = table.state.adrift[len(table.state.adrift) // 2], table.state.craft[me]
    crew.people, crew.crew, crew.q, crew.r = 1, 1, craft.q, craft.r
    fixed_dice(monkeypatch, ramming, die)
    ramming.ram_crew(table.state, table.rules, me)
    assert crew.people == people, "7 less 3 for the crew, 3 for the gunner"


@pytest.mark.rule("IN-COL-11")
def test_hits_of_a_collision_are_applied_and_their_blasts_follow(monkeypatch):
    table, me, it = two((9, 3))
    fixed_dice(monkeypatch, collisions, 4, 4)
    collect_hits(monkeypatch, collisions)
    collide(table)
    assert table.state.step == Step.APPLY, "APPLY goes on to BLASTS: a lost plant explodes there"
    run(table)
    assert table.state.step == Step.COMMAND
