"""The book's third scenario as it is played: who flies how, lowers shields, and picks up.

hunt = Hunt()                                  # the standing orders set up; nobody moves by himself
hunt.put(0, at=(13, 16), heading=3, velocity=1)
hunt.lowers.add(0); hunt.play_turn()           # a Renegade picks up the man whom both sides want
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kit.interceptor.games import Play
from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.rulesets.interceptor.cases import rescue
from spacecombat_env.rulesets.interceptor.model import (
    VERBS,
    Decision,
    Status,
    Verb,
    amount_action,
    craft_action,
)
from spacecombat_env.rulesets.interceptor.presentation import game_log

NAME = "search_and_rescue"
ORDERS = ("terrain", "setup", "loads", "power", "crew", "gunnery", "return_fire", "defence")
DEDUCO = 8
"""The slot of the corvette; those of the Renegades are 0 to 5, dealt at random."""
NORTH, SOUTH = 0, 3
RACE = {
    "name": "race",
    "planet": {"edge": "bottom", "interface": 1},
    "gravity": {"from_row": {"map": 1, "row": 14}},
    "sides": {
        "red": {
            "nation": "CW/RL",
            "enters": {"map": 1, "hexes": ["1312", "1313"], "die": 5, "last_turn": 2},
            **{"velocity": 1, "heading": 4, "facing": 4},
            "ships": ["FLUTTERING PETAL", "SPACE GULL"],
        },
        "blue": {
            "nation": "TOG",
            "zone": {"map": 1, "columns": [13, 13], "rows": [13, 13]},
            **{"velocity": 1, "heading": 4, "facing": 4},
            "ships": ["GLADIUS", "GLADIUS"],
        },
    },
    "adrift": [{"side": "blue", "hex": "1313", "velocity": 1, "heading": 4, "thrust": 1}],
    "pursuit": True,
    "victory": {"destroyed": 10, "prize": 150, "tie": "red"},
    "turn_limit": 8,
}
"""The same race from near: every ship starts or enters beside the man."""
UMPIRE = -1
MOST_HEXES = 23


class Hunt(Play):
    """A game in which ships hold their velocity and fly straight on, and nobody fires."""

    def __init__(self, seed: int = 1, **more: Any) -> None:
        super().__init__(NAME, seed=seed, delegate=ORDERS, **more)
        self.speeds: dict[int, int] = {}
        """Velocity that a ship changes to, where it can."""
        self.lowers: set[int] = set()
        """Ships that lower their shields."""
        self.verbs: dict[int, Verb] = {}
        """What a ship does in its next Decision Phase."""

    @property
    def man(self) -> Any:
        """The man whom both sides want, as a crew in space."""
        return self.state.adrift[len(self.state.adrift) // 2]

    def put(self, k: int, at: tuple[int, int], heading: int = NORTH, velocity: int = 1) -> None:
        """Put a ship on the map."""
        craft = self.state.craft[k]
        craft.status, craft.q, craft.r = Status.ON_MAP, at[0], axial_row(*at)
        craft.heading = craft.facing = heading
        craft.velocity = craft.start_velocity = velocity

    def remove(self, *ships: int) -> None:
        """Let ships be out of the combat."""
        for k in ships:
            self.state.craft[k].status = Status.BROKEN_OFF

    def take(self, k: int) -> None:
        """Put the man whom both sides want aboard a ship, as a rescue does."""
        n = len(self.state.adrift) // 2
        rescue.take_aboard(self.state, self.rules, k, n)

    def row(self, piece: Any) -> int:
        """Return the row of a piece, from 1 at the planet."""
        return int(offset_row(int(piece.q), int(piece.r)))

    def status(self, k: int) -> Status:
        """Return what has become of a ship."""
        return Status(int(self.state.craft[k].status))

    def play_turn(self, turns: int = 1) -> None:
        """Play to the first decision of a later turn, or to the end."""
        last = int(self.state.turn) + turns
        while not self.is_over and self.state.turn < last:
            legal = self.legal_actions()
            self.say(next(action for action in self._wishes() if action in legal))

    def play_out(self) -> None:
        """Play to the end."""
        self.play_turn(200)

    def log(self, *words: str) -> list[str]:
        """Return the sentences of the log that contain one of the words."""
        lines = game_log.log(self.games, 0, self.scenario, UMPIRE, 0)
        return [line for line in lines if any(word in line for word in words)]

    def _wishes(self) -> Iterator[int]:
        """Yield actions in the order in which they are wanted."""
        state, k = self.state, int(self.state.mover)
        if self.decision == Decision.SPEED:
            order, speed = state.order[int(state.seat)], int(state.craft[k].velocity)
            speed = min(max(self.speeds.get(k, speed), int(order.low)), int(order.high))
            yield amount_action(state, speed)
        if self.decision == Decision.MOVE:
            if k in self.lowers:
                yield int(Verb.LOWER)
            yield from (amount_action(state, hexes) for hexes in range(MOST_HEXES, 0, -1))
        if self.decision in (Decision.RESCUE, Decision.ENTRY):
            yield from (action for action in self.legal_actions() if action >= VERBS)
        if self.decision == Decision.DECIDE:
            yield from (int(craft_action(state, ship)) for ship in self.verbs)
        if self.decision == Decision.DECIDE_VERB:
            yield int(self.verbs.pop(int(state.order[int(state.seat)].craft), Verb.DONE))
        yield from (int(Verb.DONE), int(Verb.PASS), int(Verb.ENTER), *self.legal_actions())
