"""One game, played action by action."""

from __future__ import annotations

from collections.abc import Iterable

from spacecombat_env.core.game import Game
from spacecombat_env.core.ruleset import RuleSet, Scenario


class Playback(Game):
    """A game that has started, with the number of its actions."""

    def __init__(
        self,
        ruleset: RuleSet,
        scenario: Scenario,
        seed: int,
        luck: Iterable[tuple[int, int]] = (),
    ) -> None:
        super().__init__(ruleset, scenario)
        self.decisions = 0
        self.luck = dict(luck)
        """Seeds from which chance is drawn again, by number of actions; see `Replay.luck`."""
        self.start(seed)
        self._draw_again()

    def _draw_again(self) -> None:
        """Draw chance again if that is due after this many actions."""
        if self.decisions in self.luck:
            self.redraw(self.luck[self.decisions])

    def step(self, action: int) -> None:
        """Apply an action of the seat to act. An illegal action loses the game."""
        super().step(action)
        self.decisions += 1
        self._draw_again()

    def action_text(self, action: int) -> str:
        """Return the text of an action of the seat to act, or the number of an unknown one."""
        return super().action_text(action) if action < len(self.mask) else str(action)
