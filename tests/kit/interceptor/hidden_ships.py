"""Battles whose sides hide their ships, alike for one seat, which differ in all that it cannot know."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from kit.interceptor.seat_view import CLOSE
from kit.interceptor.twins import Leak, Twins
from spacecombat_env.core.ruleset import Games, make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import Step

BELIEVED = {
    "red": {"classes": ["CHEETAH"], "ships": [{"class": "LANCEA", "wear": {"rows": [2]}}]},
    "blue": {"classes": ["LANCEA"], "ships": [{"class": "CHEETAH", "name": "Old acquaintance"}]},
}
SHIPS = ["CHEETAH", "LANCEA", "LANCEA"]
OTHER_SHIPS = [
    {
        "class": "LANCEA",
        "name": "Nemesis",
        "pilot": {"piloting": 9, "gunnery": 1, "familiarity": [2, 1]},
        "wear": {"rows": [1, 4], "boxes": [300, 301, 302], "plant_lost": 1, "hits": [1]},
    },
    {"class": "CHEETAH", "wear": {"disabled": ["weapon 0"]}},
    {"class": "CHEETAH", "pilot": {"piloting": 2}, "loads": [["DAP"]]},
]


def hidden(red: list[Any] | None = None, blue: list[Any] | None = None) -> dict[str, Any]:
    """Three light fighters a side, far apart; neither side knows the other's.

    Their tonnage differs little, so that only a look from near tells one class from another.
    """
    content: dict[str, Any] = deepcopy(CLOSE)
    content["sides"]["red"]["zone"]["rows"] = [1, 2]
    content["sides"]["blue"]["zone"]["rows"] = [23, 24]
    content.pop("known_classes")
    content["sides"]["red"]["ships"] = deepcopy(red or SHIPS)
    content["sides"]["blue"]["ships"] = deepcopy(blue or SHIPS)
    return {**content, "name": "hidden", "believed": deepcopy(BELIEVED)}


class HiddenTwins(Twins):
    """Twin games with other ships of the enemy; a seat's determinizations are compared too."""

    def __init__(self, seat: int, **more: Any) -> None:
        other = hidden(blue=OTHER_SHIPS) if seat == 0 else hidden(red=OTHER_SHIPS)
        super().__init__(hidden(), other=other, **more)
        self.seat_tables = [play.scenario.known_to(seat).table for play in (self.play, self.other)]
        self.seat = seat

    def history(self, seed: int) -> int:
        """Play a pair for the seat."""
        return super().history(2 * seed + self.seat)

    def _compare_more(self) -> None:
        """Determinizations are equal, look like the game, and go on."""
        worlds = []
        for visible, table in zip(self.visible, self.seat_tables, strict=True):
            games = make_games(visible.states.dtype, 1)
            KERNELS.determinize(visible, 0, table, self.seat, 7, games, 0)
            worlds.append(games)
        if worlds[0].raw.tobytes() != worlds[1].raw.tobytes():
            raise Leak("the determinizations differ")
        self._check_world(worlds[0])

    def _check_world(self, world: Games) -> None:
        """A determinization shows the seat what it knows, and holds no secret card."""
        again, table = make_games(world.states.dtype, 1), self.seat_tables[0]
        KERNELS.redact(world, 0, again, 0, self.seat)
        if again.raw.tobytes() != self.visible[0].raw.tobytes():
            raise Leak("the determinization looks different")
        if world.states[0].step != Step.OVER:
            self.masks[1] = 0
            KERNELS.legal(world, 0, table, self.masks[1])
            if (self.masks[0] != self.masks[1]).any():
                raise Leak("the legal actions of the determinization differ")
