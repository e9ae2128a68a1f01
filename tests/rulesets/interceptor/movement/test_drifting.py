"""What drifts: crews with their suits, hulls that nobody flies, wrecks."""

import pytest
from kit.interceptor.moves import collect_hits, legal, put_rock, run, say, steady_skill
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Decision,
    Event,
    Phase,
    Rock,
    Status,
    Step,
    Target,
    Verb,
    amount_action,
)
from spacecombat_env.rulesets.interceptor.movement import asteroids, drifting


def space(monkeypatch):
    """An empty table in the drifting phase; dormant missiles that were told to drift."""
    table = scene()
    missiles = []
    monkeypatch.setattr(drifting, "drift_missiles", lambda state, rules: missiles.append(1))
    table.state.mover, table.state.step, table.state.cursor = NONE, Step.DRIFT, 0
    return table, missiles


def crew_at(table, n=0, q=10, r=5, heading=0, velocity=2, thrust=3, members=0b1):
    """A crew in space."""
    crew = table.state.adrift[n]
    crew.people, crew.crew = members.bit_count(), members
    crew.q, crew.r, crew.heading, crew.velocity = q, r, heading, velocity
    crew.thrust, crew.air, crew.conscious = thrust, 30, 1
    return crew


def drift(table):
    """Drift until a seat is to act or ships collide."""
    table.state.cursor, table.state.step = 0, Step.DRIFT
    while table.state.step == Step.DRIFT and table.state.decision == Decision.NOTHING:
        drifting.drift_step(table.state, table.rules)


@pytest.mark.rule("IN-ABN-03", "IN-AMB-94")
def test_a_crew_without_thrust_drifts_and_breathes(monkeypatch):
    table, missiles = space(monkeypatch)
    crew = crew_at(table, thrust=0)
    drift(table)
    assert (crew.q, crew.r, crew.air, crew.moved) == (10, 7, 29, 0)
    assert table.state.step == Step.WELL and table.state.cursor == 0 and missiles == [1]
    assert table.state.phase == Phase.DRIFTING


@pytest.mark.rule("IN-ABN-05", "IN-AMB-94")
@pytest.mark.parametrize("field", ["thrust", "conscious"])
def test_every_crew_moves_before_hulls_whatever_it_has_left(monkeypatch, field):
    """Who can still steer is a secret, which the order must not show."""
    for left in (1, 0):
        table, _ = space(monkeypatch)
        crew, found = crew_at(table), set()
        crew[field] = left
        monkeypatch.setattr(
            drifting, "drift_hull", lambda *_, crew=crew, found=found: found.add(int(crew.r))
        )
        drift(table)
        if left:
            say(table, Verb.DONE)
        assert found == {7}, "it had moved"


@pytest.mark.rule("IN-ABN-05", "IN-AMB-94")
def test_a_crew_with_thrust_decides_first(monkeypatch):
    table, missiles = space(monkeypatch)
    slots = len(table.state.adrift) // 2
    crew = crew_at(table, n=slots + 1, velocity=2)
    other = crew_at(table, n=0, thrust=0)
    drift(table)
    state = table.state
    assert (state.decision, state.seat) == (Decision.DRIFT_MOVE, 1) and not missiles
    assert (state.order[1].target_kind, state.order[1].target) == (Target.ADRIFT, slots + 1)
    assert (other.q, other.r, other.moved) == (10, 7, 1), "it lies in an earlier slot"
    speeds = {amount_action(state, speed) for speed in (1, 3, 4, 5)}  # a step slower costs 2
    assert legal(table) == speeds | {Verb.DONE, Verb.PORT, Verb.STARBOARD}
    say(table, Verb.STARBOARD)
    assert crew.thrust == 2 and crew.heading == 1
    say(table, amount_action(state, 4))
    told = [(e.side, e.a, e.b, e.c, e.known) for e in table.events(Event.STEERED)]
    assert told == [(1, slots + 1, 2, 1, 3), (1, slots + 1, 4, 1, 3)], "all see it"
    assert crew.thrust == 0 and crew.velocity == 4, "none left: it drifts"
    assert (crew.q, crew.r) == (14, 5) and (other.q, other.r) == (10, 7)
    assert missiles == [1]


@pytest.mark.rule("IN-ABN-05")
def test_thrust_is_used_up_for_good_and_may_be_kept(monkeypatch):
    table, _ = space(monkeypatch)
    crew = crew_at(table, velocity=3)
    drift(table)
    assert Verb.PORT in legal(table), "velocity 3 turns for 2"
    say(table, Verb.DONE)
    assert crew.thrust == 3 and crew.r == 8
    crew.thrust = 1
    drift(table)
    assert Verb.PORT not in legal(table)
    say(table, amount_action(table.state, 4))
    assert crew.thrust == 0 and (crew.velocity, crew.r) == (4, 12)
    drift(table)
    assert table.state.decision == Decision.NOTHING and crew.r == 16


@pytest.mark.rule("IN-AMB-145", "IN-ABN-05")
def test_to_brake_costs_a_suit_two_points_a_step_as_it_costs_a_ship(monkeypatch):
    table, _ = space(monkeypatch)
    crew = crew_at(table, velocity=3)
    drift(table)
    assert amount_action(table.state, 1) not in legal(table), "two steps slower cost 4 of 3"
    say(table, amount_action(table.state, 2))
    assert (crew.thrust, crew.velocity) == (1, 2)
    assert legal(table) == {Verb.DONE, Verb.PORT, Verb.STARBOARD, amount_action(table.state, 3)}


@pytest.mark.rule("IN-AMB-145", "IN-AMB-14")
def test_with_symmetric_thrust_it_costs_one(monkeypatch):
    table, _ = space(monkeypatch)
    table.rules.option.symmetric = 1
    crew = crew_at(table, velocity=3)
    drift(table)
    say(table, amount_action(table.state, 1))
    assert (crew.thrust, crew.velocity) == (1, 1)


@pytest.mark.rule("IN-ABN-05", "IN-IDE-06")
def test_nobody_steers_who_is_unconscious(monkeypatch):
    table, _ = space(monkeypatch)
    crew_at(table).conscious = 0
    drift(table)
    assert table.state.decision == Decision.NOTHING and table.state.step == Step.WELL


@pytest.mark.rule("IN-ABN-06", "IN-AMB-89")
@pytest.mark.parametrize("kind", [Rock.ASTEROID, Rock.WRECK])
def test_each_of_a_crew_must_miss_an_asteroid(monkeypatch, kind):
    table, _ = space(monkeypatch)
    crew = crew_at(table, velocity=3, thrust=0, members=0b101)
    table.state.rock[put_rock(table, 10, 7)].kind = kind
    requested = fixed_dice(monkeypatch, drifting, 7, 8)  # on or below 10 - 3
    drift(table)
    assert len(requested) == 2 and crew.people == 1 and crew.crew == 0b1 and crew.r == 8
    assert (
        table.state.crew[2].status == CrewStatus.DEAD
        and table.state.crew[0].status != CrewStatus.DEAD
    )


@pytest.mark.rule("IN-ABN-06")
def test_an_asteroid_in_the_last_slot_is_in_the_way_too(monkeypatch):
    table, _ = space(monkeypatch)
    crew, last = crew_at(table), table.state.rock[len(table.state.rock) - 1]
    last.q, last.r, last.kind = crew.q, crew.r, Rock.ASTEROID
    assert drifting.is_obstructed(table.state, crew)
    last.r += 1
    assert not drifting.is_obstructed(table.state, crew)


@pytest.mark.rule("IN-ABN-06")
def test_the_dice_at_a_rock_are_those_of_a_counter_whoever_is_in_it(monkeypatch):
    """Two men of four, in either case: a watcher who cannot tell them apart sees the same luck."""
    kept = set()
    for members in (0b0011, 0b1010):
        table, _ = space(monkeypatch)
        crew = crew_at(table, velocity=4, thrust=0, members=members)
        put_rock(table, 10, 7)
        requested = fixed_dice(monkeypatch, drifting, 6, 7)
        drift(table)
        kept.add((tuple(requested), int(crew.people)))
    (requested, people) = kept.pop()
    assert not kept and people == 1 and len(requested) == 2


@pytest.mark.rule("IN-ABN-06", "IN-AMB-89", "IN-AMB-110")
@pytest.mark.parametrize(("velocity", "heading", "met"), [(2, 0, 0), (1, 0, 1), (2, 1, 1)])
def test_a_wreck_that_flies_alongside_is_not_met(monkeypatch, velocity, heading, met):
    table, _ = space(monkeypatch)
    craft = table.state.craft[table.put("CHEETAH", at=(10, 10), velocity=velocity)]
    craft.status, craft.heading, craft.hexes = Status.WRECK, heading, velocity
    r = int(craft.r)
    table.state.rock[put_rock(table, 10, r)].kind = Rock.WRECK
    crew_at(table, q=10, r=r - 1, velocity=2, thrust=0)
    requested = fixed_dice(monkeypatch, drifting, *[1] * met)
    drift(table)
    assert len(requested) == met


@pytest.mark.rule("IN-ABN-03")
def test_a_crew_is_lost_off_the_map_and_without_air(monkeypatch):
    table, _ = space(monkeypatch)
    gone = crew_at(table, n=0, q=1, heading=5, velocity=3, thrust=0)
    spent = crew_at(table, n=1, velocity=0, thrust=0, members=0b10)
    spent.air = 1
    drift(table)
    assert gone.people == spent.people == 0
    assert table.state.crew[0].status == table.state.crew[1].status == CrewStatus.DEAD


@pytest.mark.rule("IN-AMB-94", "IN-DES-08")
@pytest.mark.parametrize("status", [Status.ABANDONED, Status.DERELICT])
def test_a_hull_that_nobody_flies_drifts_what_it_has_not_moved(monkeypatch, status):
    table, _ = space(monkeypatch)
    k = table.put("CHEETAH", at=(10, 10), velocity=4)
    craft = table.state.craft[k]
    r = int(craft.r)
    craft.status, craft.hexes = status, 1
    drift(table)
    assert craft.r == r + 3 and craft.hexes == 4
    drift(table)
    assert craft.r == r + 3, "it has moved"


@pytest.mark.rule("IN-AST-01", "IN-AMB-94")
def test_a_derelict_runs_into_an_asteroid(monkeypatch):
    table, _ = space(monkeypatch)
    k = table.put("CHEETAH", at=(10, 10), velocity=4)
    craft = table.state.craft[k]
    r = int(craft.r)
    craft.status = Status.DERELICT
    put_rock(table, 10, r + 2)
    steady_skill(monkeypatch, asteroids, 0)
    hits = collect_hits(monkeypatch, asteroids)
    drift(table)
    assert len(hits) == 1 and (table.state.step, table.state.back) == (Step.APPLY, Step.DRIFT)
    assert craft.hexes == 2
    run(table)
    assert craft.hexes == 4 and table.state.step == Step.COMMAND


@pytest.mark.rule("IN-DES-07", "IN-AMB-94")
def test_a_wreck_takes_its_counter_along(monkeypatch):
    table, _ = space(monkeypatch)
    k = table.put("CHEETAH", at=(10, 10), velocity=2)
    craft = table.state.craft[k]
    craft.status = Status.WRECK
    r = int(craft.r)
    n = put_rock(table, 10, r)
    table.state.rock[n].kind = Rock.WRECK
    put_rock(table, 10, r + 1)
    drift(table)
    assert (craft.r, table.state.rock[n].r) == (r + 2, r + 2), "no roll: it is wreckage already"
    table.state.craft[k].velocity, craft.hexes = 60, 0
    drift(table)
    assert craft.status == Status.DESTROYED and table.state.rock[n].kind == Rock.NONE
