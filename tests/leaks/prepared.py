"""Moments at which something rare is about to happen: pairs of games begin there.

Each function puts a ship of a game of Interceptor so, in what both sides see, and returns whether it
could.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from kit.interceptor.secrets import half
from pairs import Pairs, Place

from spacecombat_env.env.game import Game
from spacecombat_env.rulesets.interceptor.cases.small_craft import (
    DOCKING_VELOCITY,
    begin_bay,
    may_recover,
)
from spacecombat_env.rulesets.interceptor.damage.berths import free_places
from spacecombat_env.rulesets.interceptor.damage.carried import bay_for
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    WIDTH,
    Comp,
    Decision,
    DecisionStage,
    Deed,
    Disclosed,
    Event,
    Phase,
    Status,
    Tow,
    Verb,
)

Prepare = Callable[[Any, Any, int], bool]
"""prepare(state, rules, side)."""
TRANSIT_SPEED, MOST_TONS = 30, 30_000


def ships(state: Any, side: int) -> list[int]:
    """Return the slots of the crewed ships of a side on the map."""
    return [k for k in half(state.craft, side) if state.craft[k].status == Status.ON_MAP]


def beside(piece: Any, other: Any) -> None:
    """Put a piece in the hex of another, which flies as it does."""
    for name in ("q", "r", "heading", "velocity"):
        piece[name] = other[name]


def rescue(state: Any, rules: Any, side: int) -> bool:
    """A crew that has moved lies beside a ship that has moved, and has lowered its shields."""
    crews = [n for n in range(len(state.adrift)) if state.adrift[n].people]
    mine = [n for n in crews if state.adrift[n].prize or n in half(state.adrift, side)]
    moved = [k for k in ships(state, side) if state.craft[k].acted and free_places(state, rules, k)]
    if state.phase != Phase.MOVEMENT or not mine or not moved:
        return False
    beside(state.adrift[mine[0]], state.craft[moved[0]])
    state.adrift[mine[0]].moved, state.adrift[mine[0]].conscious = 1, 1
    state.craft[moved[0]].lowered = 1
    return True


def recovery(state: Any, rules: Any, side: int) -> bool:
    """A carrier whose side decides, or does so next, can take in a craft; no other has a task."""
    stage = DecisionStage.FIRST_SIDE if state.first == side else DecisionStage.SECOND_SIDE
    is_near = DecisionStage.FIRST_SIDE <= state.cursor <= stage
    if state.phase != Phase.DECISION or not is_near:
        return False
    mine = ships(state, side)
    for carrier, k in itertools.permutations(mine, 2):
        if bay_for(state, rules, carrier, k) == NONE:
            continue
        ship, craft = state.craft[carrier], state.craft[k]
        beside(craft, ship)
        craft.facing = ship.facing
        if ship.installation:
            craft.heading, craft.velocity = ship.facing, DOCKING_VELOCITY
        for other in mine:
            state.craft[other].deeds = int(state.craft[other].deeds) | Deed.DECIDED
        ship.deeds = Deed.MANNED | Deed.DROPPED | Deed.COVERED
        if state.seat == side and state.decision == Decision.DECIDE:
            begin_bay(state, side, carrier, Verb.RECOVER)
        return bool(may_recover(state, rules, carrier))
    return False


def hangar(state: Any, rules: Any, side: int) -> bool:
    """A craft lies in a bay, and its powerplant has no box left: it explodes there."""
    aboard = [k for k in half(state.craft, side) if state.craft[k].status == Status.ABOARD]
    if not aboard:
        return False
    lose_plant(state, rules, aboard[state.turn % len(aboard)])
    return True


def departure(state: Any, rules: Any, side: int) -> bool:
    """A ship that has moved, and is fast enough, has declared its entry into T-space."""
    for k in ships(state, side):
        craft = state.craft[k]
        may_go = rules.classes[int(craft.klass)].ftl and craft.acted
        if may_go and state.phase == Phase.MOVEMENT:
            craft.run, craft.run_turn, craft.transit = 1, int(state.turn) - 1, 1
            craft.velocity = craft.start_velocity = TRANSIT_SPEED
            return True
    return False


def morale(state: Any, rules: Any, side: int) -> bool:
    """Crews check their morale, and a ship has lost most of its inside."""
    rules.option.morale = True
    for k in ships(state, side):
        lose_half(state, rules, side, k)
        state.craft[k].shaken = 0
    return bool(state.phase == Phase.MOVEMENT and ships(state, side))


def tow(state: Any, rules: Any, side: int) -> bool:
    """A ship whose class is known, and which has gear now, holds a friend without thrust.

    It is about to have locked on to it, or to have let it go.
    """
    mine = [k for k in ships(state, side) if state.craft[k].tow == NONE]
    known = [k for k in mine if int(state.craft[k].disclosed) & Disclosed.CLASS]
    if state.phase != Phase.DECISION or not known or len(mine) < 2:
        return False
    tug = known[0]
    other = next(k for k in mine if k != tug)
    klass = rules.classes[int(state.craft[tug].klass)]
    gear = klass.component[int(klass.components) - 1]
    gear.kind, gear.rating = Comp.TOWING, MOST_TONS
    beside(state.craft[other], state.craft[tug])
    state.craft[other].facing, state.craft[other].thrust = state.craft[tug].facing, 0
    state.craft[tug].tow, state.craft[other].tow, state.craft[other].towed = other, tug, 1
    stage = Tow.LOCKING if state.turn % 2 else Tow.UNLOCKING
    for k in (tug, other):
        state.craft[k].tow_state, state.craft[k].tow_turns = stage, 1
    return True


def klass_of(state: Any, rules: Any, k: int) -> Any:
    """Return the class of a ship."""
    return rules.classes[int(state.craft[k].klass)]


def lose_plant(state: Any, rules: Any, k: int) -> None:
    """Clear the boxes of the powerplant of a ship."""
    craft, klass = state.craft[k], klass_of(state, rules, k)
    plant, side = int(klass.system[Comp.PLANT]), k // (len(state.craft) // 2)
    first = int(craft.first_row) + int(klass.inner)
    for row in range(int(klass.depth)):
        boxes = sum(1 << WIDTH - 1 - n for n in range(WIDTH) if klass.cell[row, n] == plant)
        state.rows[side, first + row] &= ~boxes
    craft.disabled = int(craft.disabled) | 1 << plant


def lose_half(state: Any, rules: Any, side: int, k: int) -> None:
    """Clear rows inside a ship until more than half of its boxes are lost."""
    craft, klass = state.craft[k], rules.classes[int(state.craft[k].klass)]
    first = int(craft.first_row) + int(klass.inner)
    for row in range(first, first + int(klass.depth)):
        if 2 * int(craft.inside) <= int(klass.boxes):
            craft.inside += int(state.rows[side, row]).bit_count()
            state.rows[side, row] = 0


class Case(NamedTuple):
    """What is prepared, where, and events of it that pairs must reach."""

    prepare: Prepare
    scenarios: tuple[str, ...]
    events: set[str]
    musts: frozenset[int] = frozenset()
    """Events of an enemy that are due in one game alone, besides those of kit/allowed.py."""


FLEES = frozenset({int(Event.TURNED)})
"""How a crew whose check of morale has failed leaves (IN-CAM-04); the check is secret."""


CASES = {
    "rescue": Case(rescue, ("search_and_rescue",), {"RESCUE"}),
    "recovery": Case(recovery, ("outpost",), {"RECOVERED", "LAUNCHED"}),
    "hangar": Case(hangar, ("outpost",), {"DAMAGE"}),
    "departure": Case(departure, ("corvettes", "search_and_rescue"), {"T_SPACE", "STAYS"}),
    "tow": Case(tow, ("deep_space", "corvettes", "outpost"), {"TOW", "TOW_LOST"}),
    "morale": Case(morale, ("pair", "asteroid_field"), {"MORALE"}, FLEES),
}


class PreparedPairs(Pairs):
    """Pairs that begin at such moments."""

    def __init__(self, case: Case) -> None:
        super().__init__("interceptor", scenarios=case.scenarios)
        self.prepare = case.prepare
        self.on.allowed = self.on.allowed._replace(musts=self.on.allowed.musts | case.musts)
        self.seen: set[str] = set()
        """Kinds of events that the watchers read."""

    def moments(self, first: int) -> Iterator[tuple[Place, Game]]:
        """Yield moments, each prepared on the side of the watcher or on the other."""
        for place, game in super().moments(first):
            rules = game.scenario.table.rules[0]
            side = (game.seat + place.word // 23) % 2
            if self.prepare(game.games.states[0], rules, side):
                game.refresh()
                if game.mask.any():  # else the target of a decision has gone
                    yield place, game

    def history(self, place: Place, game: Game) -> None:
        """Play one; note what both sides read."""
        before = int(game.games.states["log_count"][0])
        super().history(place, game)
        log = self.on.forms[0].game.games.states[0]["log"]
        count = int(self.on.forms[0].game.games.states["log_count"][0])
        kinds = np.array([log[n % len(log)]["kind"] for n in range(before, count)][-len(log) :])
        self.seen |= {self.on.allowed.names(int(kind)).name for kind in kinds}
