"""Whether a seat is asked tells nothing: two games that differ in secret ask it the same.

Pairs of games are played from the set-up on (kit/interceptor/twins.py): of one the enemy's cards,
loads, skills, hulls, people and unseen actions are others. Whatever the watcher gets, and which
questions are put to it, in which order, is the same until dice or a look make it public.

HISTORIES is how many pairs are played of each scenario in the slow test, ten thousand in all for a
figure to be told.
"""

import os

import numpy as np
import pytest
from kit.interceptor.rescues import RACE
from kit.interceptor.scenes import scene
from kit.interceptor.seat_view import ABOVE_AIR, CLOSE
from kit.interceptor.secrets import SECRETS, other_loads, other_skills, redeal
from kit.interceptor.twins import Leak, Twins
from kit.knowing import change_hidden
from kit.slowly import quick_of

from spacecombat_env.rulesets.interceptor import RULESET, dispatch
from spacecombat_env.rulesets.interceptor.engagement import opportunity
from spacecombat_env.rulesets.interceptor.missiles import flight
from spacecombat_env.rulesets.interceptor.model import proceed
from spacecombat_env.rulesets.interceptor.turn import tailing
from spacecombat_env.rulesets.interceptor.visibility.knowledge import KNOWLEDGE

HISTORIES = int(os.environ.get("HISTORIES", "400"))
MANY = 2500  # histories in which every secret is met, and every question
SOME = 100
SETUP = ("terrain", "setup", "loads")
RARE = {"other_missiles"}
"""Secrets that a few hundred histories may leave unchanged, among asteroids thousands: there are not
many missiles that fly or lie in wait unseen."""
TO_ACT = {"OPPORTUNITY", "RETURN", "DEFENCE", "TAIL", "LAST_SHOTS", "MOVE", "DECIDE"}
SELDOM = {"TAIL", "LAST_SHOTS"}  # a few hundred may go without
PLACES = {"close": CLOSE, "air": ABOVE_AIR, "race": RACE} | {
    name: name for name in ("pair", "asteroid_field", "deep_space")
}
"""The records of `deep_space` are larger: they would be compiled for one test alone, so there a few
are played interpreted, and thousands among the slow tests."""


def played(name, histories, first=0, **more):
    """Twins of a scenario after this many pairs, in half of which the set-up is played too."""
    for delegate in ((), SETUP):
        twins = Twins(PLACES[name], delegate=delegate, **more)
        for seed in range(first, first + histories // 2):
            twins.history(seed)
        yield twins


@pytest.mark.rule("IN-LOS-02", "IN-CMB-01")
@pytest.mark.parametrize("name", ["close", "asteroid_field", "deep_space", "race"])
def test_a_few_twins_have_the_same_decisions(name):
    for twins in played(name, 4, actions=40):
        assert sum(twins.requested.values()) > 0


@pytest.mark.compiled
@pytest.mark.rule("IN-LOS-02", "IN-CMB-01", "IN-CMB-04", "IN-SEQ-07", "IN-DEF-01", "IN-DEF-11")
@pytest.mark.parametrize(
    "name", quick_of([each for each in PLACES if each != "deep_space"], ["pair", "close"])
)
def test_a_seat_has_the_same_decisions_whatever_the_enemy_hides(name):
    for twins in played(name, SOME):
        assert sum(twins.requested.values()) > 4 * SOME, twins.requested
        assert twins.ends["the enemy cannot do the same"] < SOME // 4, twins.ends


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.rule("IN-LOS-02", "IN-CMB-01", "IN-CMB-04", "IN-SEQ-07", "IN-DEF-01", "IN-DEF-11")
@pytest.mark.parametrize("name", PLACES)
def test_ten_thousand_histories_have_the_same_decisions(name):
    found = list(played(name, HISTORIES, first=1000, actions=200))
    for twins in found:
        print(name, dict(twins.ends), dict(twins.requested), dict(twins.changed))
    changed = {secret for twins in found for secret in twins.changed}
    rare = RARE if HISTORIES < MANY or name == "asteroid_field" else set()
    assert {secret.__name__ for secret in SECRETS} - changed <= rare
    requested = {decision for twins in found for decision in twins.requested}
    assert TO_ACT - requested <= (SELDOM if HISTORIES < MANY else set())


# --- the test can fail ---------------------------------------------------------------------------


def odd_card(state, k):
    """Which card lies there."""
    return int(state.craft[k].card) % 2


def odd_loads(state, k):
    """What hangs in its first rack."""
    return int(state.rack[int(state.craft[k].first_rack)].load.sum()) % 2


def odd_skill(state, k):
    """How well its pilot flies."""
    return int(state.crew[int(state.craft[k].first_crew)].piloting) % 2


BREAKS = [(odd_card, redeal, 10), (odd_loads, other_loads, 286), (odd_skill, other_skills, 20)]
"""What it reads, in what the twins differ, and a history that shows it when asked to fire."""
SKILLS = [(odd_skill, other_skills)]


def assert_noticed(broken, secret, first, delegate=(), histories=100):
    """Twins that differ in a secret show that something depends on it, and only while it does.

    The history that has shown it before is played `first`, then others, until one does.
    """
    twins = Twins(CLOSE, delegate=delegate, secrets=(secret,), actions=80)
    for seed in (first, *range(histories)):
        try:
            twins.history(seed)
        except Leak:
            broken.undo()
            twins.history(seed)
            return
    raise AssertionError("it would not be noticed")


def asked_by(odd):
    """Step.OPPORTUNITY that leaves the other seat unasked by a secret of the mover."""

    def step(state, rules):
        if odd(state, int(state.mover)):
            state.moment = 0
            proceed(state, int(state.back))
        else:
            opportunity.opportunity_step(state, rules)

    return step


@pytest.mark.parametrize(("odd", "secret", "first"), BREAKS)
def test_an_opportunity_that_reads_a_secret_is_noticed(monkeypatch, odd, secret, first):
    monkeypatch.setattr(dispatch, "opportunity_step", asked_by(odd))
    assert_noticed(monkeypatch, secret, first)


@pytest.mark.parametrize(("odd", "secret"), SKILLS)
def test_a_value_of_a_shot_that_reads_a_secret_is_noticed(monkeypatch, odd, secret):
    value = opportunity.shot_value

    def read(state, rules, seat, target):
        return value(state, rules, seat, target) // (1 + odd(state, target))

    monkeypatch.setattr(opportunity, "shot_value", read)
    assert_noticed(monkeypatch, secret, 10)


@pytest.mark.parametrize(("odd", "secret"), SKILLS)
def test_a_claim_that_reads_a_secret_is_noticed(monkeypatch, odd, secret):
    may = tailing.may_claim

    def read(state, rules, pursuer, target):
        return may(state, rules, pursuer, target) or bool(odd(state, target))

    monkeypatch.setattr(tailing, "may_claim", read)
    assert_noticed(monkeypatch, secret, 6)


@pytest.mark.parametrize(("odd", "secret"), SKILLS)
def test_a_defence_that_reads_a_secret_is_noticed(monkeypatch, odd, secret):
    requested = flight.is_to_act

    def read(state, rules, seat, n):
        firer = int(state.missile[n].craft)
        return requested(state, rules, seat, n) and not odd(state, firer)

    monkeypatch.setattr(flight, "is_to_act", read)
    assert_noticed(monkeypatch, secret, 1, SETUP)


# --- the value itself ----------------------------------------------------------------------------


@pytest.mark.rule("IN-LOS-02", "IN-CMB-01")
def test_what_a_shot_is_worth_reads_nothing_hidden():
    table = scene()
    table.put("LANCEA", at=(10, 5))
    it = table.put("CHEETAH", side=1, at=(10, 8), heading=3)
    state, rules, rng = table.state, table.rules, np.random.default_rng(3)
    value = opportunity.shot_value(state, rules, 0, it)
    assert value > 0
    for _ in range(40):
        change_hidden(KNOWLEDGE["small"], state, 0, rng)
        assert opportunity.shot_value(state, rules, 0, it) == value


def test_the_rule_set_delegates_what_these_games_delegate():
    assert set(SETUP) <= set(RULESET.recommended)
