"""What fuzzing has found: a position that a seat imagines holds together as a real one does."""

from __future__ import annotations

import numpy as np
import pytest
from kit.interceptor.games import Play
from kit.interceptor.positions import Position, recount
from kit.interceptor.scenes import scene
from kit.interceptor.sound_pools import check_adrift

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import NONE, Comp, CrewStatus, Load, Phase, Status
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED
from spacecombat_env.rulesets.interceptor.visibility.determinize_loads import (
    load_racks,
    spend_loads,
)
from spacecombat_env.rulesets.interceptor.visibility.determinize_ships import restore_ship


def begun(name):
    """A game in its first turn; who is asked, and the slots of the enemy."""
    play = Play(name, seed=5, delegate=RECOMMENDED)
    rng = np.random.default_rng(5)
    while play.state.phase != Phase.MOVEMENT:
        play.say(int(rng.choice(play.legal_actions())))
    seat, half = int(play.state.seat), len(play.state.craft) // 2
    return play, seat, range((1 - seat) * half, (2 - seat) * half)


def determinized(play, seat, seed=1):
    """What a seat takes the game for."""
    visible, games = (make_games(play.table.opening.dtype, 1) for _ in range(2))
    KERNELS.redact(play.games, 0, visible, 0, seat)
    KERNELS.determinize(visible, 0, play.table, seat, seed, games, 0)
    return games.states[0]


def put_adrift(play, side, people):
    """A crew of a side in space beside its first ship."""
    k = side * (len(play.state.craft) // 2)
    n = side * (len(play.state.adrift) // 2)
    crew = play.state.adrift[n]
    crew.people, crew.thrust, crew.air, crew.conscious = len(people), 3, 30, 1
    crew.q, crew.r = play.state.craft[k].q, play.state.craft[k].r
    for m in people:
        crew.crew |= 1 << m % (len(play.state.crew) // 2)
        play.state.crew[m].status, play.state.crew[m].flies = CrewStatus.GONE, 0
    return n


@pytest.mark.rule("IN-SCN-06")
def test_who_has_broken_off_is_not_assumed_dead():
    """Duel counts a dead pilot as a loss: twice the points of one who left."""
    play, seat, enemies = begun("duel")
    play.state.craft[enemies[0]].status = Status.BROKEN_OFF
    determinization = determinized(play, seat)
    assert (
        determinization.crew[determinization.craft[enemies[0]].first_crew].status
        == CrewStatus.AWAKE
    )
    assert recount(determinization, play.rules)[seat] == play.rules.option.broke_off[seat]


@pytest.mark.rule("IN-DES-08")
def test_a_hull_without_crew_is_assumed_shut_down():
    play, seat, enemies = begun("duel")
    k = enemies[0]
    play.state.craft[k].status = Status.DERELICT
    craft = determinized(play, seat).craft[k]
    assert not craft.shield.any() and craft.thrust == 0 and not craft.ecm and craft.out


@pytest.mark.rule("IN-ABN-02")
def test_who_is_assumed_in_space_is_aboard_nowhere():
    """One ship of two was left; the crew in space is its crew, and the other ship has its own."""
    play, seat, enemies = begun("pair")
    left, other = enemies[1], enemies[0]
    state = play.state
    m = int(state.craft[left].first_crew)
    put_adrift(play, 1 - seat, [m])
    state.craft[left].status = Status.ABANDONED
    determinization = determinized(play, seat)
    check_adrift(Position(determinization, play.rules))
    assert determinization.crew[determinization.craft[left].first_crew].status == CrewStatus.GONE
    assert determinization.crew[determinization.craft[other].first_crew].status == CrewStatus.AWAKE


@pytest.mark.rule("IN-ABN-03")
def test_who_has_left_and_is_not_in_space_is_assumed_dead():
    play, seat, enemies = begun("duel")
    play.state.craft[enemies[0]].status = Status.ABANDONED
    determinization = determinized(play, seat)
    assert (
        determinization.crew[determinization.craft[enemies[0]].first_crew].status == CrewStatus.DEAD
    )


def break_part(play, k, kind):
    """A component of a kind is seen to be gone; return its row."""
    klass = play.rules.classes[play.state.craft[k].klass]
    part = next(c for c in range(int(klass.components)) if klass.component[c].kind == kind)
    play.state.craft[k].disabled |= 1 << part
    play.state.craft[k].last_seen_disabled |= 1 << part
    play.state.craft[k].inside_turn = 1
    return part


@pytest.mark.rule("IN-IDE-22")
@pytest.mark.parametrize("loaded", [0, 1])
def test_a_hardpoint_that_is_gone_is_assumed_empty(loaded):
    play, _, enemies = begun("duel")
    state, rules, k = play.state, play.rules, enemies[0]
    card, klass = rules.cards[state.craft[k].card], rules.classes[state.craft[k].klass]
    part = next(
        c for c in range(int(klass.components)) if klass.component[c].kind == Comp.HARDPOINT
    )
    rack = state.rack[int(state.craft[k].first_rack)]
    assert klass.weapon[rack.weapon].component == part
    rack.pod, rack.load[:] = NONE, 0
    rack.load[Load.DAP] = loaded
    state.craft[k].disabled = state.craft[k].last_seen_disabled = 1 << part
    restore_ship(state, rules, k)
    card.loaded = loaded
    load_racks(state, rules, k)
    spend_loads(state, rules, k)
    assert not rack.load.any()


@pytest.mark.rule("IN-IDE-30")
def test_a_ship_without_power_is_assumed_without_shields():
    play, _, enemies = begun("duel")
    state, rules, k = play.state, play.rules, enemies[0]
    break_part(play, k, Comp.PLANT)
    restore_ship(state, rules, k)
    assert not state.craft[k].shield.any() and state.craft[k].thrust == 0


@pytest.mark.rule("IN-DMG-12")
def test_what_was_seen_gone_from_the_armour_is_assumed_out():
    """A look from near shows the boxes on armour; what is disabled is seen in the same hex only."""
    table = scene()
    k = table.put("MARTIOBARBULUS", side=1, at=(10, 10))
    state, rules = table.state, table.rules
    klass, craft = rules.classes[state.craft[k].klass], state.craft[k]
    side = next(side for side in range(6) if klass.external_row[side] != NONE)
    craft.armour_turn, craft.last_seen_armour[:] = 1, craft.armour
    state.last_seen_rows[1] = state.rows[1]
    state.last_seen_rows[1, int(craft.first_row) + int(klass.external_row[side])] = 0
    restore_ship(state, rules, k)
    lying = {int(c) for c in klass.external_cell[side] if c != NONE}
    assert lying and all(int(craft.disabled) >> c & 1 for c in lying)
