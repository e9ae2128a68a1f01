"""Chapter DEF: shields."""

import pytest
from kit.interceptor.scenes import fixed_dice, scene

from spacecombat_env.rulesets.interceptor.combat import shields
from spacecombat_env.rulesets.interceptor.combat.shields import (
    passes_own_shield,
    penetrates,
    penetration,
)
from spacecombat_env.rulesets.interceptor.model import Chance, Comp, Event, Facing, pair

PRINTED = {10: 8, 20: 7, 30: 7, 40: 6, 50: 6, 60: 5, 70: 5, 80: 4, 90: 4, 100: 4, 110: 3, 120: 3}
PRINTED |= {130: 2, 140: 2, 150: 2, 160: 2, 170: 1, 180: 1, 190: 1, 200: 1}


@pytest.mark.rule("IN-DEF-15")
def test_the_chart():
    rules = scene().rules
    assert {flicker: penetration(rules, flicker) for flicker in PRINTED} == PRINTED


@pytest.mark.rule("IN-DEF-15", "IN-AMB-38")
def test_a_hit_must_pass_the_shield_of_the_facing_struck(monkeypatch):
    table = scene()
    k, firer = table.put("CHEETAH"), table.put("LANCEA", side=1)
    table.state.craft[k].shield[Facing.A] = 0
    requested = fixed_dice(monkeypatch, shields, 6, 7)
    passed = [penetrates(table.state, table.rules, k, Facing.F, firer) for _ in range(2)]
    assert passed == [True, False]  # CHEETAH, forward 50: 1 to 6
    assert requested == [(Chance.SHIELD, pair(firer, k))] * 2
    assert penetrates(table.state, table.rules, k, Facing.A, firer)  # no die
    events = table.events(Event.SHIELD)
    assert [(int(e.a), int(e.c), int(e.d), int(e.e)) for e in events] == [
        (50, 6, 1, Facing.F),
        (50, 7, 0, Facing.F),
    ]


@pytest.mark.rule("IN-IDE-19", "IN-AMB-78")
def test_own_fire_must_pass_the_own_shield_once_the_synchronizer_is_out(monkeypatch):
    table = scene()
    k = table.put("CHEETAH")
    requested = fixed_dice(monkeypatch, shields, 7)
    assert passes_own_shield(table.state, table.rules, k, Facing.F) and not requested
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.craft[k].disabled = 1 << int(klass.system[Comp.SYNCHRONIZER])
    assert not passes_own_shield(table.state, table.rules, k, Facing.F)
    assert requested == [(Chance.OWN_SHIELD, k)]
