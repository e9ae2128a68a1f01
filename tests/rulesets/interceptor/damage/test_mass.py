"""Variable mass."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.damage.engines import mass
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.model import Comp, Load, Race
from spacecombat_env.rulesets.interceptor.sequence import begin_turn

FULL = [(3, 70, 10), (2, 67, 10), (1, 64, 11), (0, 61, 11)]


def lancea(missiles):
    """A LANCEA of 70 t with as many of its three missiles of 3 t."""
    table = scene()
    table.rules.option.variable_mass = 1
    k = table.put("LANCEA", side=1)
    first = int(table.state.craft[k].first_rack)
    for place in range(missiles):
        table.state.rack[first + place].load[Load.SSS] = 1
    return table, k


@pytest.mark.rule("IN-MAS-01", "IN-MAS-03", "IN-AMB-166")
@pytest.mark.parametrize(("missiles", "tons", "thrust"), FULL)
def test_the_thrust_of_the_example(missiles, tons, thrust):
    """OR-MAS-1, OR-MAS-2, OR-MAS-3."""
    table, k = lancea(missiles)
    assert mass.mass_of(table.state, table.rules, k) == 2 * tons
    begin_turn(table.state, table.rules)
    assert table.state.craft[k].thrust == thrust


@pytest.mark.rule("IN-MAS-01")
@pytest.mark.parametrize(("half_tons", "power", "thrust"), [(121, 700, 12), (140, 735, 11)])
def test_half_rounds_up(monkeypatch, half_tons, power, thrust):
    """OR-MAS-4: 700 by 60.5 is 11.57; 735 by 70 is 10.5."""
    table, k = lancea(0)
    monkeypatch.setattr(mass, "mass_of", lambda *_: half_tons)
    assert mass.thrust_at_mass(table.state, table.rules, k, power) == thrust


@pytest.mark.rule("IN-MAS-01")
def test_without_the_switch_the_printed_thrust_counts():
    table, k = lancea(0)
    table.rules.option.variable_mass = 0
    begin_turn(table.state, table.rules)
    assert table.state.craft[k].thrust == 10


@pytest.mark.rule("IN-MAS-02")
def test_what_a_crew_bears():
    """OR-MAS-5: Baufrin bear 4, with a compensator of 4 and half of their own limit 6."""
    table, k = lancea(3)
    klass = table.rules.classes[table.state.craft[k].klass]
    klass.race, klass.compensator = Race.BAUFRIN, 4
    klass.tons, klass.power = 1000, 8000
    for component in klass.component:
        component.rating = 4000 if component.kind == Comp.ENGINE else component.rating
    settle_thrust(table.state, table.rules, k)
    assert table.state.craft[k].thrust == 6
    table.state.craft[k].disabled = 1 << int(klass.system[Comp.COMPENSATOR])
    settle_thrust(table.state, table.rules, k)
    assert table.state.craft[k].thrust == 4


@pytest.mark.rule("IN-MAS-01")
def test_engines_that_are_out_give_none():
    table, k = lancea(0)
    klass = table.rules.classes[table.state.craft[k].klass]
    table.state.craft[k].disabled = 1 << int(klass.system[Comp.ENGINE])
    settle_thrust(table.state, table.rules, k)
    assert table.state.craft[k].thrust == 6, "350 by 61 is 5.74"
