"""Chapter CMB: when a seat is asked whether it fires; hold, watch, pass (INTERCEPTOR.md 2.3)."""

import numpy as np
import pytest

from spacecombat_env.core.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.engagement.opportunity import (
    begin_watch,
    hear_opportunity,
    legal_opportunity,
    opportunity_step,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Load, Status, Watch, Wits
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Step, Verb
from spacecombat_env.rulesets.interceptor.pieces.words import word_count
from tests.kit.interceptor.scenes import scene

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
    """The legal words of the seat that is asked."""
    mask = np.zeros(word_count(table.state), dtype=np.int8)
    write(table.state, table.rules, int(table.state.seat), mask)
    return mask


def fly(table, blue, answer=Verb.PASS, hops=PATH):
    """Fly a path; return what was asked of Red at each hop, with its words and its value."""
    state, told = table.state, []
    for hop, (column, row) in enumerate(hops):
        state.craft[blue].q, state.craft[blue].r = column, axial_row(column, row)
        state.last_moment = hop == len(hops) - 1
        state.back = Step.MOVE
        state.step = Step.OPPORTUNITY
        opportunity_step(state, table.rules)
        asked = 0
        while state.ask == Ask.OPPORTUNITY:
            asked += 1
            words = legal(table, legal_opportunity)
            told.append((hop, int(state.seat), words.tobytes(), int(state.order[0].value)))
            hear_opportunity(state, table.rules, 0, answer | 0)
            assert state.step == Step.OPPORTUNITY and asked < 5
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
    table.pilot(blue).wits = Wits.UNCONSCIOUS


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
    order.value, order.passed, order.ahead, order.watch = 30000, 30000, 4, Watch.HOLD


HIDDEN = [value for name, value in list(globals().items()) if name.startswith("change_")]


@pytest.mark.rule("IN-CMB-01")
@pytest.mark.parametrize("change", HIDDEN)
def test_what_is_hidden_of_the_mover_changes_no_question(change):
    plain, _, blue = watched()
    expected = fly(plain, blue)
    assert 3 <= len(expected) < len(PATH)  # it is asked, but not at every moment
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
        table.state.order[0].watch = Watch.WATCH
        counts.append(fly(table, blue))
    assert counts[0] == counts[1] and len(counts[0]) > len(fly(*watched()[::2]))
