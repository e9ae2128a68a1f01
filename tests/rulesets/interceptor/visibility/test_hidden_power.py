"""Nobody learns how an enemy allots its power: not from a record, a question, a text or a picture."""

import numpy as np
import pytest
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene
from kit.interceptor.secrets import SECRETS, other_power
from kit.interceptor.soundness import check_state
from kit.interceptor.twins import Twins

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.combat.shields import penetrates
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import (
    Decision,
    Event,
    Verb,
    allot,
    is_active,
    may_switch,
    starve,
)
from spacecombat_env.rulesets.interceptor.presentation import decision_text, game_log
from spacecombat_env.rulesets.interceptor.presentation.pictures import draw
from spacecombat_env.rulesets.interceptor.presentation.views import game_view
from spacecombat_env.rulesets.interceptor.visibility.event_redaction import redact_event

SETUP = ("terrain", "setup", "loads")
RED, BLUE = 0, 1


def visible_to(play, seat):
    """What a seat knows."""
    visible = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(play.games, 0, visible, 0, seat)
    return visible


def reports(play, seat):
    """Everything that a seat gets at this point."""
    visible, scenario = visible_to(play, seat), play.scenario
    row = np.zeros(scenario.observation.size, np.int8)
    KERNELS.observe(visible, 0, play.table, seat, row)
    mask = np.zeros(scenario.actions.size, np.int8)
    KERNELS.legal(visible, 0, play.table, mask)
    texts = game_log.log(visible, 0, scenario, seat, 0)
    texts.append(decision_text.decision_text(visible, 0, scenario, seat))
    view = game_view.view(visible, 0, scenario, seat)
    picture = draw.draw_svg(visible, 0, scenario, seat)
    return visible.raw.tobytes(), row.tobytes(), mask.tobytes(), texts, view, picture


def corvettes_of(play, seat):
    """Ships of a side that can switch power."""
    slots = len(play.state.craft) // 2
    sides = range(seat * slots, (seat + 1) * slots)
    return [k for k in sides if may_switch(play.state, play.rules, k)]


def at_red(decision, seed=1):
    """A game in which Red is asked this, its corvette near the enemy's."""
    play = Play("corvettes", seed=seed, delegate=SETUP)
    while play.decision != decision or play.state.seat != RED:
        play.say(min(play.legal_actions()))
    (mine,), (its,) = corvettes_of(play, RED), corvettes_of(play, BLUE)
    here, there = play.state.craft[mine], play.state.craft[its]
    there.q, there.r = here.q, int(here.r) + 3
    return play, mine, its


@pytest.mark.rule("IN-POW-01", "IN-POW-08", "IN-LOS-02")
@pytest.mark.parametrize("decision", [Decision.POWER, Decision.DECIDE, Decision.OPPORTUNITY])
def test_what_the_enemy_feeds_changes_nothing_that_a_seat_gets(decision):
    play, _, its = at_red(decision)
    before = reports(play, RED)
    craft = play.state.craft[its]
    for fed in (False, True):
        starve(play.state, play.rules, its)
        if fed:
            allot(play.state, play.rules, its, 3)
        settle_thrust(play.state, play.rules, its)
        craft.deeds = 256 * fed
        assert reports(play, RED) == before
    play.state.order[BLUE].heads, play.state.order[BLUE].direction = 63, 3
    assert reports(play, RED) == before
    visible = visible_to(play, RED).states[0].craft[its]
    assert (visible.fed, visible.eps, visible.shield.any()) == (0, 0, False)


@pytest.mark.rule("IN-POW-08", "IN-DEF-15")
def test_a_shot_tells_nothing_of_the_rate_of_a_variable_shield():
    table = scene("medium")
    mine = table.put("LANCEA", at=(10, 10))
    its = table.put("CINGULUM", side=BLUE, at=(10, 13))
    penetrates(table.state, table.rules, its, 0, mine)
    (event,) = table.events(Event.SHIELD)
    assert event.a == table.state.craft[its].shield[0] > 0
    redact_event(event, RED)
    assert event.a == 0


@pytest.mark.rule("IN-POW-01")
def test_who_allots_power_tells_nobody_else():
    play, mine, _ = at_red(Decision.POWER)
    said = [int(play.state.delivered_count[seat]) for seat in (RED, BLUE)]
    play.say(max(play.legal_actions()))
    play.say(Verb.NONE)
    play.say(Verb.DONE)
    now = [int(play.state.delivered_count[seat]) for seat in (RED, BLUE)]
    assert (now[RED] - said[RED], now[BLUE] - said[BLUE]) == (1, 0)
    assert play.state.craft[mine].fed == 0


@pytest.mark.rule("IN-POW-01")
@pytest.mark.parametrize("seed", range(4))
def test_a_determinized_enemy_is_fed_by_the_standing_order(seed):
    rng = np.random.default_rng(seed)
    play = Play("corvettes", seed=seed, delegate=SETUP)
    count = 0
    for n in range(120):
        if play.is_over:
            break
        seat = int(play.state.seat)
        if n % 15 == 0:
            visible, other = visible_to(play, seat), make_games(play.table.opening.dtype, 1)
            KERNELS.determinize(visible, 0, play.table, seat, n, other, 0)
            check_state(other.states[0], play.rules, determinized=True)
            slots = len(play.state.craft) // 2
            for k in range((1 - seat) * slots, (2 - seat) * slots):
                craft = other.states[0].craft[k]
                klass = play.rules.classes[int(craft.klass)]
                if is_active(craft) and klass.switches and not craft.disabled and not craft.left_in:
                    assert craft.thrust == klass.thrust and min(craft.shield) >= 60
                    count += 1
            for name in ("fed", "eps", "shield"):
                own = slice(seat * slots, (seat + 1) * slots)
                assert (other.states[0].craft[name][own] == play.state.craft[name][own]).all()
        play.say(int(rng.choice(play.legal_actions())))
    assert count > 2


@pytest.mark.rule("IN-POW-01", "IN-LOS-02")
@pytest.mark.parametrize("delegate", [(), SETUP])
def test_twins_that_feed_something_else_have_the_same_decisions(delegate):
    secrets = (*SECRETS, other_power, other_power, other_power)
    twins = Twins("corvettes", delegate=delegate, secrets=secrets, actions=60)
    for seed in range(4):
        twins.history(seed)
    assert sum(twins.requested.values()) > 50
    assert twins.changed["other_power"] > 0


@pytest.mark.rule("IN-POW-01")
def test_a_seat_that_delegates_power_is_never_asked_and_has_everything_worth_it_fed():
    play = Play("corvettes", seed=5, delegate=("power", *SETUP))
    for _ in range(60):
        assert not play.decision.name.startswith("POWER")
        if play.is_over:
            break
        play.say(min(play.legal_actions()))
    for seat in (RED, BLUE):
        for k in corvettes_of(play, seat):
            craft = play.state.craft[k]
            assert craft.thrust > 0 and min(craft.shield) >= 60
            assert craft.deeds & 256
