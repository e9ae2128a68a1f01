"""Whole wars with random orders and random ends of battles."""

import numpy as np
import pytest
from kit.interceptor.games import Play

from spacecombat_env.rulesets.interceptor.campaign.contact import contacts, scenario_of, settle
from spacecombat_env.rulesets.interceptor.campaign.day import evening, is_over, morning, travel
from spacecombat_env.rulesets.interceptor.campaign.muster import begin
from spacecombat_env.rulesets.interceptor.campaign.orders import refusals, seal
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.state import Fate, Mission, Trade
from spacecombat_env.rulesets.interceptor.campaign.war import Order, points, trade_of
from spacecombat_env.rulesets.interceptor.model import NONE, CrewStatus, Role, Side, Status
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED

STATUSES = (Status.ON_MAP, Status.BROKEN_OFF, Status.ABANDONED, Status.DESTROYED)


def orders_of(state, side, generator):
    """Random legal orders."""
    areas = [area.name for area in state.war.areas]
    given = []
    for hull in state.own(side):
        mission = generator.choice(list(Mission))
        order = Order(hull.id, mission, "" if mission is Mission.REST else generator.choice(areas))
        if not list(refusals(state, side, order)):
            given.append(order)
    return given


def fought(state, battle, generator):
    """The war after a battle whose end is drawn at random."""
    play = Play(scenario_of(state, battle), delegate=RECOMMENDED)
    record, half = play.state, len(play.state.craft) // 2
    record.verdict = generator.integers(3)
    for k, craft in enumerate(record.craft):
        if not craft.card:
            continue
        craft.status = generator.choice(STATUSES)
        klass, first = play.rules.classes[craft.klass], int(craft.first_row)
        rows = record.rows[k // half]
        for row in range(int(klass.inner), int(klass.rows)):
            rows[first + row] &= ~(1 << generator.integers(10))
        pilot = record.crew[craft.first_crew]
        pilot.hits, pilot.kills = generator.integers(3), generator.integers(2)
        if craft.status == Status.DESTROYED:
            pilot.status = generator.choice((CrewStatus.DEAD, CrewStatus.GONE))
        elif craft.status == Status.ABANDONED:
            pilot.status = CrewStatus.GONE
    return settle(state, battle, record, play.rules)[0]


def is_sound(state):
    """Whether persons and hulls agree about who serves where."""
    for hull in state.hulls.values():
        assert not (hull.destroyed and (hull.crew or hull.damage))
        assert all(state.persons[person].hull == hull.id for person in hull.crew)
        assert len({each.system for each in hull.damage}) == len(hull.damage)
    for person in state.persons.values():
        gone = person.fate in (Fate.DEAD, Fate.CAPTURED, Fate.MISSING)
        assert not gone or person.hull == NONE
        assert person.hull == NONE or person.id in state.hulls[person.hull].crew
        for skill, least in zip(
            (person.skills.piloting, person.skills.gunnery),
            (person.initial.piloting, person.initial.gunnery),
            strict=True,
        ):
            assert skill == least is None or skill >= least, "engineers have neither"


def run(seed, days, war="ciria"):
    """A war at random, for some days."""
    generator = np.random.default_rng(seed)
    state, battles = begin(read_war(war)), 0
    while not is_over(state) and state.day < days:
        state, _ = morning(state)
        for side in Side:
            state = seal(state, side, orders_of(state, side, generator))
        state, _ = travel(state)
        for battle in contacts(state):
            state = fought(state, battle, generator)
            battles += 1
        before = points(state)
        state, _ = evening(state)
        is_sound(state)
        assert all(new >= old for new, old in zip(points(state), before, strict=True))
    return state, battles


@pytest.mark.parametrize(("war", "seed"), [("ciria", 0), ("ciria", 1), ("xiphias", 0)])
def test_a_war_at_random_stays_sound(war, seed):
    state, battles = run(seed, 8, war)
    assert battles > 0 and sum(points(state)) > 0
    if seed == 0:
        assert run(seed, 8, war) == (state, battles)


@pytest.mark.rule("IN-CRW-05")
def test_a_gunner_of_an_installation_has_its_own_trade():
    assert trade_of(Role.GUNNER, True) is Trade.INSTALLATION_GUNNER
    assert trade_of(Role.GUNNER, False) is Trade.GUNNER
    assert trade_of(Role.NAVIGATOR, True) is Trade.NAVIGATOR
