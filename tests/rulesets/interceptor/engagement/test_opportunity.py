"""Chapter CMB: when a seat decides whether it fires; hold, watch, pass (INTERCEPTOR.md 2.3)."""

import numpy as np
import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.combat.to_hit import number_as_known
from spacecombat_env.rulesets.interceptor.engagement import values
from spacecombat_env.rulesets.interceptor.engagement.opportunity import (
    apply_last_shots,
    apply_opportunity,
    begin_watch,
    last_shots_step,
    legal_last_shots,
    legal_opportunity,
    opportunity_step,
    shot_value,
)
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Decision,
    Load,
    Phase,
    Status,
    Step,
    Target,
    Verb,
    WatchMode,
    action_count,
    craft_action,
)

PATH = [(10, row) for row in range(17, 2, -1)]
"""A mover flies down a column, through the field of a ship that looks up it."""


def watched():
    """A table with a LANCEA of Blue about to pass a CHEETAH of Red, which looks up its column."""
    table = scene()
    red = table.put("CHEETAH", at=(10, 4), heading=0, velocity=2, gunnery=5)
    blue = table.put("LANCEA", side=1, at=PATH[0], heading=3, velocity=8, load={Load.SSS: 2})
    table.state.mover = blue
    table.state.craft[blue].start_velocity = 8
    begin_watch(table.state)
    return table, red, blue


def legal(table, write):
    """The legal actions of the seat to act."""
    mask = np.zeros(action_count(table.state), dtype=np.int8)
    write(table.state, table.rules, int(table.state.seat), mask)
    return mask


def fly(table, blue, answer=Verb.PASS, hops=PATH):
    """Fly a path; return what Red may choose at each hop, with its actions and its value."""
    state, told = table.state, []
    for hop, (column, row) in enumerate(hops):
        state.craft[blue].q, state.craft[blue].r = column, axial_row(column, row)
        state.last_moment = hop == len(hops) - 1
        state.back = Step.MOVE
        state.step = Step.OPPORTUNITY
        opportunity_step(state, table.rules)
        requested = 0
        while state.decision == Decision.OPPORTUNITY:
            requested += 1
            actions = legal(table, legal_opportunity)
            if actions.sum() > 1:
                told.append((hop, int(state.seat), actions.tobytes(), int(state.order[0].value)))
            apply_opportunity(state, table.rules, 0, answer if actions.sum() > 1 else Verb.PASS | 0)
            assert state.step == Step.OPPORTUNITY and requested < 5
            opportunity_step(state, table.rules)
        assert state.step == Step.MOVE
    return told


def change_shield(table, blue):
    table.state.craft[blue].shield[:] = 0


def change_armour(table, blue):
    table.state.craft[blue].armour[:] = 1
    table.state.rows[1, :] = 0


def change_pilot(table, blue):
    pilot = table.pilot(blue)
    pilot.piloting, pilot.gunnery, pilot.fam_piloting = 1, 9, 3


def change_wits(table, blue):
    table.pilot(blue).status = CrewStatus.UNCONSCIOUS


def change_class(table, blue):
    other = table.put("GLADIUS", side=1, at=(1, 1))
    craft = table.state.craft[blue]
    craft.klass, craft.card = table.state.craft[other].klass, table.state.craft[other].card
    table.state.craft[other].status = Status.UNUSED


def change_card(table, blue):
    table.state.craft[blue].card = 0


def change_thrust(table, blue):
    craft = table.state.craft[blue]
    craft.thrust, craft.spent, craft.pushed, craft.heading_points = 1, 1, 1, 2


def change_systems(table, blue):
    craft = table.state.craft[blue]
    craft.disabled, craft.out, craft.inside, craft.collapse = (1 << 40) - 1, 255, 50, 3


def change_ecm(table, blue):
    craft = table.state.craft[blue]
    craft.ecm, craft.guard, craft.deeds, craft.fired = 1, 1, 127, 255


def change_loads(table, blue):
    rack = table.state.rack[table.state.craft[blue].first_rack]
    rack.load[:] = 0
    rack.load[Load.DAP] = 1


def change_crew_tally(table, blue):
    pilot = table.pilot(blue)
    pilot.engaged, pilot.overload, pilot.weapons = 255, 5, 0


def change_orders(table, blue):
    order = table.state.order[1]
    order.value, order.passed, order.ahead, order.watch = 30000, 30000, 4, WatchMode.HOLD


HIDDEN = [value for name, value in list(globals().items()) if name.startswith("change_")]


@pytest.mark.rule("IN-CMB-01")
@pytest.mark.parametrize("change", HIDDEN)
def test_what_is_hidden_of_the_mover_changes_no_decision(change):
    plain, _, blue = watched()
    expected = fly(plain, blue)
    assert 3 <= len(expected) < len(PATH)  # it decides, but not at every moment
    changed, _, blue = watched()
    change(changed, blue)
    assert fly(changed, blue) == expected


@pytest.mark.rule("IN-CMB-01")
@pytest.mark.parametrize("change", HIDDEN)
def test_nor_of_a_ship_that_watches_every_moment(change):
    counts = []
    for alter in (None, change):
        table, _, blue = watched()
        if alter:
            alter(table, blue)
        table.state.order[0].watch = WatchMode.WATCH
        counts.append(fly(table, blue))
    assert counts[0] == counts[1] and len(counts[0]) > len(fly(*watched()[::2]))


@pytest.mark.rule("IN-CMB-01")
def test_a_seat_decides_again_only_for_a_shot_that_is_an_eighth_better():
    table, _, blue = watched()
    told = fly(table, blue)
    values = [value for _, _, _, value in told]
    for passed, value in zip(values, values[1:], strict=False):
        assert value * 8 > passed * 9
    assert told[-1][0] < len(PATH) - 1  # at the end the mover is out of its field


@pytest.mark.rule("IN-CMB-01")
def test_at_the_last_moment_any_shot_will_do_unless_it_holds():
    table, _, blue = watched()
    near = PATH[:9]
    assert fly(table, blue, hops=[*near, near[-3]])[-1][0] == len(near)
    table, _, blue = watched()
    held = fly(table, blue, answer=Verb.HOLD, hops=near)
    assert len(held) == 1 and table.state.order[0].watch == WatchMode.HOLD


@pytest.mark.rule("IN-CMB-01")
def test_who_watches_decides_at_every_moment_with_a_shot():
    table, _, blue = watched()
    told = fly(table, blue, answer=Verb.WATCH, hops=PATH[:1])
    assert not told or table.state.order[0].watch == WatchMode.WATCH
    begin_watch(table.state)
    table.state.order[0].watch = WatchMode.WATCH
    told = fly(table, blue)
    assert [hop for hop, *_ in told] == list(range(told[0][0], told[-1][0] + 1))
    begin_watch(table.state)
    assert table.state.order[0].watch == WatchMode.NORMAL and table.state.order[0].passed == 0


@pytest.mark.rule("IN-CMB-01")
def test_a_ship_that_fires_does_so_from_the_decision():
    table, red, blue = watched()
    craft = table.state.craft[blue]
    craft.q, craft.r = 10, axial_row(10, 6)
    table.state.step, table.state.back = Step.OPPORTUNITY, Step.MOVE
    opportunity_step(table.state, table.rules)
    assert table.state.decision == Decision.OPPORTUNITY and table.state.seat == 0
    action = craft_action(table.state, red)
    assert legal(table, legal_opportunity)[action]
    apply_opportunity(table.state, table.rules, 0, action)
    assert table.state.decision == Decision.FIRE_TARGET and table.state.order[0].craft == red


@pytest.mark.rule("IN-CMB-01")
def test_nobody_decides_while_nobody_moves_or_in_other_phases():
    table, _, blue = watched()
    table.state.craft[blue].r = axial_row(10, 6)
    for mover, phase in ((NONE, Phase.MOVEMENT), (blue, Phase.DRIFTING), (blue, Phase.DECISION)):
        table.state.mover, table.state.phase = mover, phase
        table.state.back = Step.LAST_SHOTS
        opportunity_step(table.state, table.rules)
        assert table.state.decision == Decision.NOTHING and table.state.step == Step.LAST_SHOTS


@pytest.mark.rule("IN-CMB-01")
def test_the_value_of_a_shot_is_chance_times_damage_in_hundredths_of_a_box(monkeypatch):
    monkeypatch.setattr(values, "number_as_known", lambda *args: 6)
    table, _, blue = watched()
    table.state.craft[blue].r = axial_row(10, 6)  # range 2: two lasers of 3, two EPC 9 of 5
    assert shot_value(table.state, table.rules, 0, blue) == 6 * 10 * (3 + 3 + 5 + 5)
    monkeypatch.setattr(values, "number_as_known", lambda *args: 14)
    assert shot_value(table.state, table.rules, 0, blue) == 9 * 10 * 16


@pytest.mark.rule("IN-CMB-01", "IN-MSL-04")
def test_a_missile_that_may_lock_is_worth_its_intelligence_times_its_damage(monkeypatch):
    monkeypatch.setattr(
        values, "is_launchable", lambda state, rules, k, w, load, *target: load == Load.SSS
    )
    table, red, blue = watched()
    table.state.rack[table.state.craft[red].first_rack].load[Load.SSS] = 1
    table.state.craft[red].fired = 15
    assert shot_value(table.state, table.rules, 0, blue) == 8 * 10 * 20
    table.pilot(red).engaged = 0b110
    assert shot_value(table.state, table.rules, 0, blue) == 6 * 10 * 20


@pytest.mark.rule("IN-CMB-01")
def test_each_seat_has_last_shots_until_it_is_done():
    table, red, blue = watched()
    state = table.state
    craft = state.craft[blue]
    craft.r, state.mover = axial_row(10, 6), NONE
    told = []
    last_shots_step(state, table.rules)
    while state.decision == Decision.LAST_SHOTS:
        seat = int(state.seat)
        told.append(seat)
        own = craft_action(state, red if seat == 0 else blue)
        actions = legal(table, legal_last_shots)
        assert actions[own] and actions[Verb.DONE] and actions.sum() == 2
        assert state.back == Step.LAST_SHOTS
        apply_last_shots(state, table.rules, seat, Verb.DONE | 0)
        last_shots_step(state, table.rules)
    assert told == [0, 1] and state.step == Step.FIELD
    state.order[0].done = 0
    last_shots_step(state, table.rules)
    apply_last_shots(state, table.rules, 0, craft_action(state, red))
    assert state.decision == Decision.FIRE_TARGET


@pytest.mark.rule("IN-MSL-10", "IN-AMB-27")
def test_a_cluster_is_worth_less_where_its_spread_is_a_penalty():
    table, red, blue = watched()
    state, rules = table.state, table.rules
    state.craft[blue].q, state.craft[blue].r = 10, axial_row(10, 8)
    chances = []
    for option in (0, 1):
        rules.option.dfm_penalty = option
        chances.append(values.missile_chance(state, rules, red, 4, Load.DFM | 0, blue))
    number = number_as_known(state, rules, red, 4, Target.CRAFT, blue)
    assert chances == [values.tenths(number + 4), values.tenths(number - 4)]
    assert chances[0] > chances[1]
