"""Random decisions over random scenarios with random combinations of the switches.

No illegal state, no empty mask, no game that fails to end; what a seat may say and see is the same
by the true record and by what it knows; everything can be worded, drawn and determinized again.
"""

from __future__ import annotations

import os
from types import SimpleNamespace

import numpy as np
import pytest
from kit.interceptor.damaging import lose, parts
from kit.interceptor.fuzzing import random_planet, random_scenario
from kit.interceptor.games import Play
from kit.interceptor.positions import ammunition, recount
from kit.interceptor.rescues import DEDUCO, Hunt
from kit.interceptor.soundness import check_state
from kit.interceptor.stations import bastion

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor import scenario as scenarios
from spacecombat_env.rulesets.interceptor.cases import towing
from spacecombat_env.rulesets.interceptor.construction.class_rows import class_row
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import settle_thrust
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import (
    CAPACITIES,
    LOG_LENGTH,
    NONE,
    VERBS,
    Comp,
    Decision,
    Event,
    Load,
    Status,
    Step,
    Tow,
    Verb,
    Verdict,
    class_names,
    craft_action,
    load_action,
    printed_rules,
)
from spacecombat_env.rulesets.interceptor.presentation import action_text, decision_text, game_log
from spacecombat_env.rulesets.interceptor.presentation.pictures import draw
from spacecombat_env.rulesets.interceptor.presentation.views import game_view as views
from spacecombat_env.rulesets.interceptor.scenario import RECOMMENDED
from spacecombat_env.rulesets.interceptor.visibility.determinize_ships import fits

SEEDS = int(os.environ.get("FUZZ_SEEDS", "4"))
FIRST = int(os.environ.get("FUZZ_FIRST", "1"))
DECISIONS = int(os.environ.get("FUZZ_DECISIONS", "30"))
CLOSELY = 20
"""One decision in this many is looked at closely."""
IDLE = (Verb.PASS, Verb.HOLD, Verb.DONE, Verb.NONE)
UMPIRE = -1


def random_game(seed, capacity_name=""):
    """A game of a random scenario: every question asked, or those that are recommended."""
    delegate = RECOMMENDED if seed % 2 else ()
    return Play(random_scenario(seed, capacity_name), seed=seed, delegate=delegate)


def mask_of(play, games):
    """Legal actions of the seat to act by a record."""
    mask = np.zeros(play.scenario.actions.size, np.int8)
    KERNELS.legal(games, 0, play.table, mask)
    return np.flatnonzero(mask).tolist()


def visible_to(play, seat):
    """What a seat knows."""
    visible = make_games(play.table.opening.dtype, 1)
    KERNELS.redact(play.games, 0, visible, 0, seat)
    return visible


def look(play, rng, closely):
    """The actions of the seat to act by what it may know; `closely`: as pictures and determinizations, too."""
    seat = int(play.state.seat)
    visible = visible_to(play, seat)
    actions = mask_of(play, visible)
    assert actions == play.legal_actions(), play.decision.name
    if closely:
        look_closely(play, visible, seat, actions)
        dream_of(play, visible, seat, int(rng.integers(2**31)), actions)
    return actions


def look_closely(play, visible, seat, actions):
    """Every report of a position can be made."""
    scenario = play.scenario
    row = np.zeros(scenario.observation.size, np.int8)
    KERNELS.observe(visible, 0, play.table, seat, row)
    assert decision_text.decision_text(visible, 0, scenario, seat)
    assert all(action_text.action_text(visible, 0, scenario, seat, action) for action in actions)
    assert all(game_log.log(visible, 0, scenario, seat, 0))
    for k, craft in enumerate(play.state.craft):
        if craft.status != Status.UNUSED:
            assert fits(play.state, play.rules, k, int(craft.card)), "it was told what is not so"
    for games, reader in ((visible, seat), (play.games, UMPIRE)):
        views.view(games, 0, scenario, reader)
        draw.draw_text(games, 0, scenario, reader)
        assert draw.draw_svg(games, 0, scenario, reader).startswith("<svg")


def dream_of(play, visible, seat, seed, actions):
    """A position determinized from what a seat knows is sound, and asks it the same."""
    other = make_games(play.table.opening.dtype, 1)
    KERNELS.determinize(visible, 0, play.table, seat, seed, other, 0)
    check_state(other.states[0], play.rules, determinized=True)
    assert mask_of(play, other) == actions, play.decision.name


def spoken(rng, actions):
    """One of the actions; now and then one that does something, where there is such a verb."""
    deeds = [action for action in actions if action < VERBS and action not in IDLE]
    return int(rng.choice(deeds if deeds and rng.random() < 0.4 else actions))


def check_end(play):
    """A game that is over has a verdict, by points as they are counted plainly."""
    state = play.state
    assert state.step == Step.OVER and not play.legal_actions() and state.verdict != Verdict.OPEN
    assert recount(state, play.rules) == state.points.tolist()


def check_play(play, rng, decisions):
    """Play at random; everything that must hold is checked on the way."""
    left = None
    for n in range(decisions):
        check_state(play.state, play.rules)
        if play.is_over:
            return check_end(play)
        assert play.decision != Decision.NOTHING and play.state.seat in (0, 1)
        actions = look(play, rng, closely=n % CLOSELY == CLOSELY // 2)
        assert len(actions) > 1, f"nothing to decide at {play.decision.name}"
        play.say(spoken(rng, actions))
        now = ammunition(play.state) if play.state.turn else None
        assert left is None or (now <= left).all(), "ammunition has grown"
        left = now
    return None


@pytest.mark.rule("IN-SEQ-01", "IN-DMG-01", "IN-DMG-09")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_every_combination_of_rules_plays(seed):
    check_play(random_game(seed), np.random.default_rng(seed), DECISIONS)


def hells(side, heading):
    """Three HELLs in the autoloader of a large ship, and two fighters."""
    rows = [16, 20] if side else [8, 11]
    return {
        "nation": "TOG",
        "zone": {"columns": [9, 18], "rows": rows},
        **{"velocity": 2, "heading": heading, "facing": heading},
        "ships": [{"class": "CINGULUM", "loads": [["HELL"] * 3]}, "LANCEA", "LANCEA"],
    }


def tense(play, rng):
    """An action of a battle of HELLs: ships fly on and launch where they can."""
    actions = play.legal_actions()
    launch = int(load_action(play.state, Load.HELL))
    if play.decision == Decision.MOVE:
        fire = [int(Verb.FIRE)] if Verb.FIRE in actions else []
        return (fire or [action for action in actions if action >= VERBS] or [int(Verb.DONE)])[0]
    if play.decision == Decision.LAUNCH_KIND and launch in actions:
        return launch
    if play.decision == Decision.FIRE_WEAPONS:
        return int(rng.choice([action for action in actions if action >= VERBS] or actions))
    return spoken(rng, [action for action in actions if action not in IDLE] or actions)


@pytest.mark.rule("IN-MSL-17", "IN-MSL-22")
def test_a_battle_of_hells_is_sound():
    """Detonations are seen by both sides, and positions after them are determinized."""
    scenario = {
        "name": "hells",
        "map": {"columns": 26, "rows": 28},
        "sides": {"red": hells(0, 1), "blue": hells(1, 4)},
        "turn_limit": 4,
    }
    delegate = ("setup", "loads", "decisions", "crew")
    play, rng, seen = Play(scenario, seed=4, delegate=delegate), np.random.default_rng(4), 0
    detonated = False
    for n in range(250):
        check_state(play.state, play.rules)
        if play.is_over:
            break
        look(play, rng, closely=n % CLOSELY == 0)
        play.say(tense(play, rng))
        log, count = play.state.log, int(play.state.log_count)
        fresh = range(max(seen, count - LOG_LENGTH), count)
        detonated |= any(log[n % LOG_LENGTH].kind == Event.DETONATED for n in fresh)
        seen = count
    assert detonated


def with_station():
    """The printed rules with one more class, an installation."""
    rules = printed_rules()
    rules[0].classes[len(class_names())] = class_row(bastion())
    return rules


@pytest.mark.rule("IN-OIN-01", "IN-OIN-03")
def test_a_raid_on_an_installation_is_sound(monkeypatch):
    """An installation and a fighter against three; it stays where it was set up."""
    monkeypatch.setattr(scenarios, "printed_rules", with_station)
    monkeypatch.setattr(scenarios, "class_names", lambda: (*class_names(), "BASTION"))
    fleets = {"red": ["BASTION", "CHEETAH"], "blue": ["LANCEA", "LANCEA", "GLADIUS"]}
    zones = {"red": [12, 13], "blue": [19, 20]}
    scenario = {
        "name": "raid",
        "map": {"columns": 26, "rows": 28},
        "sides": {
            side: {
                "zone": {"columns": [9, 18], "rows": zones[side]},
                **{"velocity": 3, "heading": 4, "facing": 4},
                "ships": fleets[side],
            }
            for side in fleets
        },
        "turn_limit": 5,
    }
    play, rng = Play(scenario, seed=4, delegate=("loads", "crew")), np.random.default_rng(4)
    placed = None
    for n in range(90):
        check_state(play.state, play.rules)
        if play.is_over:
            break
        look(play, rng, closely=n % CLOSELY == 0)
        play.say(spoken(rng, play.legal_actions()))
        (station,) = [craft for craft in play.state.craft if craft.installation]
        now = [int(station[name]) for name in ("q", "r", "heading", "facing", "velocity")]
        placed = now if placed is None and play.state.turn else placed
        assert placed is None or now == placed
        assert not placed or now[2:] == [0, 0, 0]
    assert placed


@pytest.mark.rule("IN-PLN-02", "IN-ATM-01", "IN-GRV-02", "IN-ADV-01")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_every_ship_plays_near_a_planet(seed):
    rng = np.random.default_rng(seed)
    content = random_scenario(seed, "small")
    rows = int(content["map"].get("rows", 28))
    content = {**content, "gravity": None, **random_planet(rng, rows)}
    content["rules"]["altitude"] = bool(seed % 2)
    for side in content["sides"].values():
        side["velocity"] = int(rng.integers(0, 8))
        side["altitude"] = int(rng.integers(6, 9))
    content = {key: value for key, value in content.items() if value is not None}
    play = Play(content, seed=seed, delegate=RECOMMENDED)
    check_play(play, rng, DECISIONS)


def with_tug():
    """The printed rules with one more class, a PEGASUS with towing gear for cargo and fuel."""
    rules, new = printed_rules(), len(class_names())
    rules[0].classes[new] = rules[0].classes[class_names().index("PEGASUS")]
    row = rules[0].classes[new]
    for part in row.component[: row.components]:
        if part.kind in (Comp.CARGO, Comp.FUEL):
            part.kind = Comp.TOWING if part.kind == Comp.CARGO else Comp.JUMPERS
            part.rating = 500
    return rules


def tie(play, tug, other):
    """The second ship loses its engines and lies in tow of the first."""
    table = SimpleNamespace(state=play.state, rules=play.rules, capacity=CAPACITIES["medium"])
    for which in range(len(parts(table, other, Comp.ENGINE))):
        lose(table, other, Comp.ENGINE, which)
    for name in ("q", "r", "heading", "facing", "velocity"):
        play.state.craft[other][name] = play.state.craft[tug][name]
    towing.lock(play.state, tug, other)
    towing.change_tow(play.state, tug, Tow.TOWING, 0)
    settle_thrust(play.state, play.rules, tug)


@pytest.mark.rule("IN-CON-27")
def test_a_battle_around_a_tow_is_sound(monkeypatch):
    """A tug and a fighter in tow; it is released and locked on to, as chance has it."""
    monkeypatch.setattr(scenarios, "printed_rules", with_tug)
    monkeypatch.setattr(scenarios, "class_names", lambda: (*class_names(), "MULE"))
    fleets = {"red": ["MULE", "CHEETAH"], "blue": ["LANCEA", "GLADIUS"]}
    scenario = {
        "name": "tow",
        "capacity": "medium",
        "map": {"columns": 26, "rows": 28},
        "sides": {
            side: {"velocity": 3, "heading": 4, "facing": 4, "ships": ships}
            for side, ships in fleets.items()
        },
        "turn_limit": 6,
    }
    play, rng = Play(scenario, seed=4, delegate=("setup", "loads")), np.random.default_rng(4)
    tug, tied, seen = 0, False, set()
    for n in range(150):
        check_state(play.state, play.rules)
        if play.is_over:
            break
        if not tied and play.decision == Decision.DECIDE and play.state.seat == 0:
            tug = max(range(2), key=lambda k: play.rules.classes[play.state.craft[k].klass].tons)
            tie(play, tug, 1 - tug)
            tied = True
        actions = look(play, rng, closely=n % CLOSELY == 0 or play.decision == Decision.TOW)
        seen.add(play.decision)
        wanted = {Decision.DECIDE: craft_action(play.state, tug), Decision.DECIDE_VERB: Verb.TOW}
        action = wanted.get(play.decision)
        play.say(action if action in actions and rng.random() < 0.7 else spoken(rng, actions))
        for craft in play.state.craft:
            if craft.towed and craft.tow_state >= Tow.TOWING and play.state.mover == NONE:
                pulled = play.state.craft[craft.tow]
                assert (craft.q, craft.r, craft.heading) == (pulled.q, pulled.r, pulled.heading)
    assert tied and Decision.TOW in seen


@pytest.mark.rule("IN-SCN-08", "IN-SCN-09", "IN-SCN-10")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_a_race_for_a_man_above_a_planet_is_sound(seed):
    play = Play("search_and_rescue", seed=seed, delegate=RECOMMENDED if seed % 2 else ())
    check_play(play, np.random.default_rng(seed), DECISIONS)


@pytest.mark.rule("IN-SCN-12", "IN-AMB-119")
@pytest.mark.parametrize("seed", range(FIRST, FIRST + SEEDS))
def test_a_pursuit_is_sound(seed):
    """A ship of either side flees over the top edge with the man; others follow, or stay."""
    rng, play = np.random.default_rng(seed), Hunt(seed)
    play.play_turn(2)
    taker = DEDUCO if seed % 2 else 0
    play.put(taker, at=(13, 26), velocity=6)
    play.take(taker)
    for k in (1, 2, DEDUCO, 0):
        if k != taker:
            play.put(k, at=(10 + k, int(rng.integers(15, 29))), velocity=int(rng.integers(2, 9)))
    check_play(play, rng, DECISIONS)
    play.play_turn()
    check_play(play, rng, DECISIONS)


GAMES, LONGEST, SPARSELY = 16, 20_000, 97
MANY = int(os.environ.get("FUZZ_MANY", "1000000"))


@pytest.mark.slow
@pytest.mark.compiled
def test_a_million_decisions_end_in_sound_games():
    """Compiled: scenario after scenario, each with many games, every one played to its end."""
    made, seed = 0, 10_000
    while made < MANY:
        seed += 1
        play = random_game(seed, "medium" if seed % 4 == 0 else "small")
        for k in range(GAMES):
            made += finish(play, seed * GAMES + k)
    assert made >= MANY


def finish(play, seed):
    """Play a game to its end; return how many actions that took."""
    rng = np.random.default_rng(seed)
    KERNELS.start(play.games, 0, play.table, seed)
    mask = np.zeros(play.scenario.actions.size, np.int8)
    left = None
    for made in range(LONGEST):
        if play.state.step == Step.OVER:
            check_state(play.state, play.rules)
            check_end(play)
            return made
        assert KERNELS.legal(play.games, 0, play.table, mask) > 1
        if (seed + made) % SPARSELY == 0:
            check_state(play.state, play.rules)
            now = ammunition(play.state) if play.state.turn else None
            assert left is None or (now <= left).all(), "ammunition has grown"
            left = now
        action = spoken(rng, np.flatnonzero(mask).tolist())
        assert not KERNELS.apply(play.games, 0, play.table, action)
    raise AssertionError(f"game {seed} does not end")
