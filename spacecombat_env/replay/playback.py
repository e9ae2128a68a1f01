"""One game, played action by action."""

from __future__ import annotations

from spacecombat_env.core.game import Game
from spacecombat_env.core.ruleset import RuleSet, Scenario


class Playback(Game):
    """A game that has started, with the number of its actions."""

    def __init__(self, ruleset: RuleSet, scenario: Scenario, seed: int) -> None:
        super().__init__(ruleset, scenario)
        self.decisions = 0
        self.start(seed)

    def step(self, action: int) -> None:
        """Apply an action of the seat to act. An illegal action loses the game."""
        super().step(action)
        self.decisions += 1

    def action_text(self, action: int) -> str:
        """Return the text of an action of the seat to act, or the number of an unknown one."""
        return super().action_text(action) if action < len(self.mask) else str(action)
