"""Asteroids, standing and moving."""

import pytest
from kit.interceptor.moves import (
    ahead,
    begin,
    collect_hits,
    put_rock,
    run,
    say,
    say_number,
    steady_skill,
)
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.model import (
    Control,
    Decision,
    Event,
    Facing,
    Phase,
    Rock,
    Source,
    Status,
    Step,
    Template,
    Verb,
    neighbour,
)
from spacecombat_env.rulesets.interceptor.model.geometry import opposite
from spacecombat_env.rulesets.interceptor.movement import (
    asteroid_field,
    asteroids,
    random_movement,
)
from spacecombat_env.rulesets.interceptor.movement.asteroids import hurt_rock, rock_at, strain


def flight(monkeypatch, *dice, velocity=6, skill=6, rock=2):
    """A ship two hexes from an asteroid straight ahead; its hits."""
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=velocity, piloting=9)
    craft = table.state.craft[k]
    n = put_rock(table, 10, int(craft.r) + rock)
    steady_skill(monkeypatch, asteroids, skill)
    requested = fixed_dice(monkeypatch, asteroids, *dice)
    return table, k, craft, n, collect_hits(monkeypatch, asteroids), requested


@pytest.mark.rule("IN-AST-01", "IN-COL-01")
@pytest.mark.parametrize(("die", "hit"), [(4, False), (5, True)])
def test_entering_an_asteroids_hex_is_a_piloting_roll(monkeypatch, die, hit):
    table, k, craft, n, hits, requested = flight(monkeypatch, die, 1)  # 6 less 2 at velocity 6
    begin(table, k)
    say_number(table, 6)
    ahead(table, 6)
    assert bool(hits) == hit
    assert [(e["c"], e["d"]) for e in table.events(Event.ASTEROID)] == [(die, hit)]
    assert table.state.decision == Decision.MOVE and craft.hexes == 2, "the word ends there"
    say(table, Verb.FACE_PORT)
    assert len(table.events(Event.ASTEROID)) == 1, "one roll for one hex entered"


@pytest.mark.rule("IN-AST-01", "IN-AST-03")
@pytest.mark.parametrize(
    ("velocity", "modifier"),
    [(0, 0), (2, 0), (3, 1), (6, 2), (8, 3), (9, 4), (14, 5), (20, 6), (21, 7), (60, 7)],
)
def test_velocity_and_random_movement_make_it_harder(velocity, modifier):
    table = scene()
    k = table.put("CHEETAH", velocity=velocity)
    assert strain(table.state, table.rules, k, velocity) == modifier
    table.state.craft[k].control = Control.OUT
    assert strain(table.state, table.rules, k, velocity) == modifier + 2


@pytest.mark.rule("IN-AST-02", "IN-AST-04", "IN-COL-05", "IN-COL-07")
def test_damage_is_that_of_ramming_an_installation(monkeypatch):
    table, k, craft, n, hits, _ = flight(monkeypatch, 10, 1)
    begin(table, k)
    say_number(table, 6)
    ahead(table, 2)
    points = 73 * 2
    assert len(hits) == 1 and hits[0]["points"] == points and hits[0]["target"] == k
    assert hits[0]["facing"] == Facing.F and hits[0]["template"] == Template.ROWS
    assert hits[0]["source"] == Source.ASTEROID
    assert table.state.rock[n].hits == 200 - points, "it takes the same"


@pytest.mark.rule("IN-AST-02", "IN-AST-03")
@pytest.mark.parametrize(
    ("die", "facing"),
    [(1, Facing.F), (4, Facing.F), (5, Facing.LF), (8, Facing.RF), (9, Facing.LA), (10, Facing.RA)],
)
def test_out_of_control_the_side_is_rolled(monkeypatch, die, facing):
    table, k, craft, n, hits, _ = flight(monkeypatch, 5, die, velocity=2, skill=6, rock=1)
    craft.control, craft.points = Control.OUT, 0
    table.state.mover, table.state.step = k, Step.MOVE
    run(table)
    assert [hit["facing"] for hit in hits] == [facing]


@pytest.mark.rule("IN-AST-05", "IN-SOC-12")
@pytest.mark.parametrize(("die", "out"), [(6, False), (7, True)])
def test_a_survivor_rolls_again_or_loses_control(monkeypatch, die, out):
    table, k, craft, n, hits, requested = flight(monkeypatch, 10, die)
    begin(table, k)
    say_number(table, 6)
    monkeypatch.setattr(random_movement, "roll", lambda state, kind, who: 2)
    lost, lose = [], asteroids.lose_control
    monkeypatch.setattr(
        asteroids,
        "lose_control",
        lambda s, r, k, points: (lost.append(points), lose(s, r, k, points)),
    )
    ahead(table, 2)
    assert len(requested) == 2
    assert (craft.control == Control.OUT) == out
    assert table.state.rock[n].moving and 0 <= table.state.rock[n].heading < 6
    assert lost == ([10] if out else []), "worth its thrust"
    assert bool(table.events(Event.MANOEUVRE)) == out


@pytest.mark.rule("IN-AST-01", "IN-AST-05", "IN-FLT-02")
def test_a_stand_in_avoids_asteroids_less_easily(monkeypatch):
    table = scene()
    k = table.put("GLADIUS", gunner=(6, 6), velocity=2)
    table.pilot(k).flies, table.state.crew[1].flies = False, True
    n, state = put_rock(table, 3, 3), table.state
    fixed_dice(monkeypatch, asteroids, 3, 4, 3, 4)
    hits = [asteroids.graze(state, table.rules, k, n, 2, Facing.F) for _ in range(2)]
    assert hits == [False, True], "6 less 3"
    for out in (False, True):
        asteroids.after_crash(state, table.rules, k)
        assert (state.craft[k].control == Control.OUT) == out


@pytest.mark.rule("IN-AST-05", "IN-DES-06")
def test_who_does_not_survive_rolls_no_more(monkeypatch):
    table, k, craft, n, hits, requested = flight(monkeypatch, 10)
    begin(table, k)
    say_number(table, 6)
    state = table.state
    monkeypatch.setattr(
        asteroids, "queue_hit", lambda state, k, *rest: setattr(state.craft[k], "status", 7)
    )
    ahead(table, 2)
    assert craft.status == Status.DESTROYED and len(requested) == 1 and state.step == Step.NEXT_GO


@pytest.mark.rule("IN-AST-01")
def test_the_last_of_as_many_asteroids_as_there_may_be_lies_in_its_hex():
    table = scene()
    slots = range(len(table.state.rock))
    assert [put_rock(table, 1 + n, 5) for n in slots] == [*slots]
    assert [rock_at(table.state, 1 + n, 5, 0) for n in slots] == [*slots]


@pytest.mark.rule("IN-AST-04")
def test_two_hundred_points_are_the_end_of_an_asteroid():
    table = scene()
    n = put_rock(table, 5, 5)
    hurt_rock(table.state, n, 199)
    assert table.state.rock[n].hits == 1 and rock_at(table.state, 5, 5, 0) == n
    hurt_rock(table.state, n, 1)
    assert table.state.rock[n].kind == Rock.NONE and rock_at(table.state, 5, 5, 0) == -1
    assert [event["a"] for event in table.events(Event.ROCK_HIT)] == [1, 0]
    assert rock_at(table.state, 9, 9, 0) == -1


# --- a field that moves --------------------------------------------------------------------------


def field(table, moves=True):
    """Run the asteroids' part of a turn."""
    table.rules.option.field_moves = moves
    table.state.step, table.state.cursor, table.state.mover = Step.FIELD, 0, -1
    for _ in range(50):
        if table.state.step != Step.FIELD:
            if table.state.step == Step.DRIFT:
                return
            crash = int(table.state.exchange.crash)
            if crash != -1:
                asteroids.after_crash(table.state, table.rules, crash)
            table.state.step = table.state.back
        asteroid_field.field_step(table.state, table.rules)
    raise AssertionError("the field does not come to rest")


@pytest.mark.rule("IN-AST-06")
def test_the_whole_field_moves_one_way():
    table = scene()
    rocks = [put_rock(table, q, 5) for q in (4, 8, 12)]
    field(table)
    headings = {int(table.state.rock[n].heading) for n in rocks}
    assert len(headings) == 1
    steps = [(int(table.state.rock[n].q), int(table.state.rock[n].r)) for n in rocks]
    assert {(q - at, r - 5) for (q, r), at in zip(steps, (4, 8, 12), strict=True)} != {(0, 0)}
    assert len({(q - at, r - 5) for (q, r), at in zip(steps, (4, 8, 12), strict=True)}) == 1
    assert [event["c"] for event in table.events(Event.FIELD)] == list(headings)
    assert table.state.phase == Phase.DRIFTING and table.state.cursor == 0
    table.state.turn = 2
    field(table)
    assert {int(table.state.rock[n].heading) for n in rocks} == headings


@pytest.mark.rule("IN-AST-06", "IN-AST-05")
def test_a_standing_field_stands_but_for_what_was_pushed():
    table = scene()
    still, pushed = put_rock(table, 4, 5), put_rock(table, 8, 5, heading=0, moving=True)
    field(table, moves=False)
    assert (table.state.rock[still].q, table.state.rock[still].r) == (4, 5)
    assert (table.state.rock[pushed].q, table.state.rock[pushed].r) == (8, 6)


@pytest.mark.rule("IN-AST-06")
def test_an_asteroid_that_leaves_the_map_is_gone():
    table = scene()
    n = put_rock(table, 1, 5, heading=5, moving=True)
    field(table, moves=False)
    assert table.state.rock[n].kind == Rock.NONE


@pytest.mark.rule("IN-AST-07")
@pytest.mark.parametrize(
    ("heading", "rolled", "facing"),
    [(0, 0, Facing.A), (3, 0, Facing.F), (2, 0, Facing.LF), (2, 1, Facing.RF)],
)
def test_an_asteroid_runs_a_ship_down(monkeypatch, heading, rolled, facing):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10), velocity=2)
    craft = table.state.craft[k]
    craft.rolled = rolled
    q, r = neighbour(craft.q, craft.r, opposite(heading))
    put_rock(table, q, r, heading=heading, moving=True)
    steady_skill(monkeypatch, asteroids, 6)
    requested = fixed_dice(monkeypatch, asteroids, 6, 1)  # 6 - 1 at velocity 2 + 1
    hits = collect_hits(monkeypatch, asteroids)
    field(table, moves=False)
    assert [hit["facing"] for hit in hits] == [facing] and len(requested) == 2
    assert hits[0]["points"] == 73


@pytest.mark.rule("IN-AST-07")
def test_a_ship_that_lies_by_a_standing_asteroid_does_not_roll(monkeypatch):
    table = scene()
    k = table.put("CHEETAH", at=(10, 10))
    put_rock(table, 10, int(table.state.craft[k].r))
    requested = fixed_dice(monkeypatch, asteroids)
    field(table, moves=False)
    assert not requested


@pytest.mark.rule("IN-AST-08", "IN-AST-04")
def test_asteroids_collide_and_part(monkeypatch):
    table = scene()
    one = put_rock(table, 8, 5, heading=0, moving=True)
    two = put_rock(table, 8, 7, heading=3, moving=True)
    field(table, moves=False)
    rocks = table.state.rock
    assert rocks[one].hits == rocks[two].hits == 100
    ways = iter([1, 4])
    monkeypatch.setattr(asteroids, "random_index", lambda state, kind, who, count: next(ways))
    field(table, moves=False)
    assert (rocks[one].heading, rocks[two].heading) == (1, 4)
    assert rock_at(table.state, 8, 6, 0) == -1 and rocks[one].hits == 100


@pytest.mark.rule("IN-AST-08")
def test_an_asteroid_that_outlasts_the_other_takes_a_new_direction(monkeypatch):
    table = scene()
    one = put_rock(table, 8, 5, heading=0, moving=True)
    two = put_rock(table, 8, 6)
    table.state.rock[one].hits = 100
    monkeypatch.setattr(asteroids, "random_index", lambda state, kind, who, count: 4)
    field(table, moves=False)
    rocks = table.state.rock
    assert rocks[one].kind == Rock.NONE and rocks[two].hits == 100
    assert (rocks[two].moving, rocks[two].heading) == (1, 4)


@pytest.mark.rule("IN-AST-07", "IN-AST-08")
def test_each_asteroid_that_comes_is_rolled_for_and_what_lay_there_is_not(monkeypatch):
    table = scene()
    craft = table.state.craft[table.put("CHEETAH", at=(10, 10), velocity=2)]
    put_rock(table, int(craft.q), int(craft.r))
    for heading in (0, 3):
        q, r = neighbour(craft.q, craft.r, opposite(heading))
        put_rock(table, q, r, heading=heading, moving=True)
    steady_skill(monkeypatch, asteroids, 6)
    requested = fixed_dice(monkeypatch, asteroids, 1, 6, 1)  # clear; hit, and it keeps control
    hits = collect_hits(monkeypatch, asteroids)
    field(table, moves=False)
    assert len(requested) == 3 and [hit["facing"] for hit in hits] == [Facing.F]


@pytest.mark.rule("IN-AST-08")
def test_alike_directions_are_rolled_again_next_turn(monkeypatch):
    table = scene()
    one = put_rock(table, 8, 5)
    two = put_rock(table, 8, 5)
    table.state.rock[one].hits = table.state.rock[two].hits = 150
    requested = []

    def random_index(state, kind, who, count):
        requested.append(who)
        return 0

    monkeypatch.setattr(asteroids, "random_index", random_index)
    field(table, moves=False)
    assert requested == [one, two] and table.state.rock[one].hits == 50
    field(table, moves=False)
    assert requested == [one, two, one, two] and table.state.rock[one].kind == Rock.NONE
