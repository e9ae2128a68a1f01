"""Standing orders that ask the rules say what they would choose from all legal actions."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from kit.battle_rider.attacks import attacked, laser
from kit.battle_rider.fuzzing import drawn_empires, drawn_scenario
from kit.battle_rider.listed_orders import DULL, FIRST, PIECE, WANTED, standing_choices
from kit.battle_rider.table import Table

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry, scenario
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision, Verb, WeaponRow
from spacecombat_env.rulesets.battle_rider.orders.defense import shot_weapon_action
from spacecombat_env.rulesets.battle_rider.scenario import RECOMMENDED

DECISIONS = 40


class Listened(Table):
    """A game in which each action of a standing order is held against all legal ones."""

    def __init__(self, source, monkeypatch, **more):
        self.answered = Counter()
        self.ready_action = entry.ready_action
        monkeypatch.setattr(entry, "ready_action", self.ready)
        super().__init__(source, **more)

    def ready(self, state, rules):
        """The action, which draws no lot and is known to the seat."""
        before = state.tobytes()
        action = self.ready_action(state, rules)
        assert state.tobytes() == before
        if action != NONE:
            mask = np.zeros(entry.action_count(state), np.int8)
            entry.legal(state, rules, mask)
            assert action in standing_choices(state, mask), Decision(int(state.decision)).name
            assert action == self.by_what_is_seen(state, rules)
            self.answered[Decision(int(state.decision))] += 1
        return action

    def by_what_is_seen(self, state, rules):
        """The action of the seat that knows its own record alone."""
        visible = make_games(self.table.opening.dtype, 1)
        entry.redact(self.games, 0, visible, 0, int(state.seat))
        return self.ready_action(visible.states[0], rules)

    def play(self, seed, decisions=DECISIONS):
        """Random actions of the seats; what standing orders have answered."""
        rng = np.random.default_rng(seed)
        for _ in range(decisions):
            if self.over:
                break
            self.apply(rng.choice(sorted(self.legal())))
        return self.answered


@pytest.mark.rule("BR-MIS-23")
def test_beams_left_in_the_turrets_alone_are_shot_at_missiles():
    """The turrets are the last row; the beams of the bays come first as long as they last."""
    game = attacked(laser(secondary="L10:1")).always(3).say("LOCK")
    state, order = game.state, game.state.order[0]
    order.craft, order.target_spread = 0, 12
    assert shot_weapon_action(state, game.rules, order) == Verb.SECONDARY_1
    state.craft[0].fired[WeaponRow.SECONDARY_1] = 1
    assert shot_weapon_action(state, game.rules, order) == Verb.TURRET
    state.craft[0].fired[WeaponRow.TURRET] = 4
    assert shot_weapon_action(state, game.rules, order) == NONE


def test_actions_of_standing_orders_are_those_of_the_list(monkeypatch):
    """In a game in which each question is met for which the list says more than what is legal."""
    answered = Listened("skirmish", monkeypatch, delegate=RECOMMENDED).play(2, 250)
    assert answered.keys() >= {*FIRST, *WANTED, *DULL, *PIECE}


@pytest.mark.parametrize("delegate", [RECOMMENDED, ("all",)], ids=["recommended", "all"])
@pytest.mark.parametrize("name", scenario.scenarios())
def test_so_they_are_in_every_scenario(name, delegate, monkeypatch):
    assert Listened(name, monkeypatch, delegate=delegate).play(1) or delegate == RECOMMENDED


@pytest.mark.parametrize("seed", range(12))
def test_so_they_are_with_random_switches(seed, monkeypatch):
    source = drawn_scenario(seed) if seed % 4 else drawn_empires(seed)
    answered = Listened(source, monkeypatch, seed=seed, delegate=RECOMMENDED).play(seed)
    assert answered or seed % 4 == 0, "only a set-up of pocket empires may take this many decisions"
