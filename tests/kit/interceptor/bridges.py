"""Corvettes in the Decision Phase, where they switch power."""

import numpy as np

from kit.interceptor.damaging import parts
from kit.interceptor.scenes import scene
from spacecombat_env.core.loading.tables import Column, read_csv, read_yaml
from spacecombat_env.rulesets.interceptor.model import (
    DATA,
    Decision,
    Step,
    craft_action,
    is_fed,
    side_action,
    weapon_action,
)
from spacecombat_env.rulesets.interceptor.turn import decision_phase, power

ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles_ii.yaml")["oracles"]}
EPS = [0] + [
    int(row["eps_recommended"])
    for row in read_csv(DATA / "shields.csv", {"eps_recommended": Column(str)})[:20]
]
"""EPs of a side of 1,000 t by flicker rate / 10."""

RED = 0


class Bridge:
    """A corvette in its Decision Phase."""

    def __init__(self, name="CINGULUM", **more):
        self.table = scene("medium")
        self.state, self.rules = self.table.state, self.table.rules
        self.k = self.table.put(name, **more)
        self.craft = self.state.craft[self.k]
        self.klass = self.rules.classes[self.craft.klass]
        self.state.step, self.state.first, self.state.cursor = Step.DECISION, RED, 0
        self.run()

    def run(self):
        """Go on until a seat is to act or the phase is over."""
        while self.state.decision == Decision.NOTHING and self.state.step == Step.DECISION:
            decision_phase.decision_step(self.state, self.rules)

    @property
    def decision(self):
        return Decision(int(self.state.decision))

    def legal(self):
        """Legal actions; of a number the numbers."""
        if self.decision in (Decision.POWER_ENGINE, Decision.POWER_RATE):
            order = self.state.order[RED]
            return set(range(int(order.low), int(order.high) + 1))
        mask = np.zeros(400, np.int8)
        name = self.decision.name.lower()
        getattr(power, f"legal_{name}")(self.state, self.rules, RED, mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def say(self, *actions):
        """Say some legal actions or numbers."""
        for action in actions:
            assert int(action) in self.legal(), (self.decision.name, int(action))
            apply = getattr(power, f"apply_{self.decision.name.lower()}")
            self.state.decision = Decision.NOTHING
            apply(self.state, self.rules, RED, int(action))
            self.run()

    def begin(self):
        self.say(craft_action(self.state, self.k))
        return self

    def side(self, side):
        return side_action(self.state, side)

    def weapon(self, w):
        return weapon_action(self.state, w)

    def fed(self, kind):
        return [is_fed(self.state, self.rules, self.k, c) for c in parts(self.table, self.k, kind)]

    def shields(self):
        return [int(rate) for rate in self.craft.shield]
