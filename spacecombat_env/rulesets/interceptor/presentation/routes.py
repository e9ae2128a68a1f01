"""Where the moving craft can fly in open space, by its cheapest way: velocity, turns and hexes.

A way is what the craft can pay for. Whether it comes to its end depends on what is met: shots,
and rolls for thrust beyond what is safe. Ways through asteroids or off the map are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from spacecombat_env.core.model.reach import ReachEnd, Route
from spacecombat_env.core.ruleset import Games, Scenario

from ..damage.engines.steering import dcs_sets, may_turn
from ..model import (
    AMOUNTS,
    DIRECTIONS,
    NONE,
    Decision,
    Verb,
    amount_action,
    is_in_air,
    neighbour,
    on_board,
)
from ..movement.moving import MOST_AHEAD
from ..movement.thrust import thrust_left
from ..movement.turning import heading_price, holds_course, remaining_points, stored_points
from ..movement.velocity import speed_bounds, velocity_cost
from .coordinates import hex_number

TEN = 10


class _Pose(NamedTuple):
    """Where a craft is on its way, and where it heads."""

    q: int
    r: int
    heading: int
    points: int
    """Turning points stored, plus for clockwise."""


class _Flight(NamedTuple):
    """A way so far: what it has cost, and its turns and hexes as actions."""

    spent: int
    actions: tuple[int, ...]
    ahead: int = 0
    """Hexes at its end, not yet among the actions."""
    via: tuple[tuple[int, int], ...] = ()
    """The hexes in which it has turned."""


def routes(games: Games, k: int, scenario: Scenario, seat: int) -> list[Route]:
    """IN-MOV-01..08 Return the cheapest way to each hex; none where the seat flies no craft.

    The record may be a determinization for the seat.
    """
    state, rules = games.states[k], scenario.table.rules[0]
    if state.decision not in (Decision.SPEED, Decision.MOVE) or state.mover == NONE:
        return []
    pilot = _Pilot(state, rules, int(state.mover))
    if rules.option.planet or is_in_air(state, rules, pilot.craft):
        return []
    best: dict[str, Route] = {}
    for velocity, cost, choice in pilot.velocities():
        for pose, flight in pilot.fly(velocity, cost).items():
            place = hex_number(scenario, seat, pose.q, pose.r)
            if place not in best or flight.spent < best[place].end.cost:
                end = ReachEnd(place, flight.spent, pilot.thrust - flight.spent)
                via = tuple(hex_number(scenario, seat, q, r) for q, r in flight.via)
                best[place] = Route(end, (*choice, *pilot.actions(flight)), via)
    return list(best.values())


class _Pilot:
    """A craft about to fly, and what it can pay for."""

    def __init__(self, state: Any, rules: Any, k: int) -> None:
        self.state, self.rules, self.k, self.craft = state, rules, k, state.craft[k]
        self.thrust = int(thrust_left(state, rules, k))
        """Points that may be spent without pushing the plant."""
        self.spare = {
            clockwise: max(int(dcs_sets(state, rules, k, clockwise)) - 1, 0)
            for clockwise in (False, True)
            if may_turn(state, rules, k, clockwise) and not holds_course(self.craft)
        }
        """Velocity that further DCS sets take off, each way that it may turn."""
        rocks = (state.rock[n] for n in range(len(state.rock)))
        self.rocks = {(int(rock.q), int(rock.r)) for rock in rocks if rock.kind}

    def velocities(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield each velocity with its cost and the actions that choose it."""
        if self.state.decision == Decision.MOVE:
            yield int(self.craft.velocity), 0, ()
            return
        low, high = (int(bound) for bound in speed_bounds(self.state, self.rules, self.k))
        for velocity in range(low, high + 1):
            cost = int(velocity_cost(self.state, self.rules, self.k, velocity))
            choice = self._number(velocity, high)
            if cost <= self.thrust and velocity > 0 and choice:
                yield velocity, cost, choice

    def _number(self, number: int, high: int) -> tuple[int, ...]:
        """Return the actions that say a number; none if other tens have been chosen."""
        tens, units = divmod(number, TEN)
        chosen = int(self.state.order[self.state.seat].tens)
        if high < AMOUNTS:
            parts: tuple[int, ...] = (number,)
        elif chosen == NONE:
            parts = (tens, units)
        else:
            parts = (units,) if chosen == tens else ()
        return tuple(int(amount_action(self.state, part)) for part in parts)

    def fly(self, velocity: int, cost: int) -> dict[_Pose, _Flight]:
        """Return the poses after all hexes of a velocity, each with its cheapest way."""
        craft = self.craft
        is_under_way = self.state.decision == Decision.MOVE
        hexes = int(self.state.lane) if is_under_way else velocity
        start = _Pose(int(craft.q), int(craft.r), int(craft.heading), int(craft.heading_points))
        poses = {start: _Flight(cost, ())}
        for _ in range(hexes):
            poses = self._ahead(self._turned(poses, velocity))
        return poses

    def _ahead(self, poses: dict[_Pose, _Flight]) -> dict[_Pose, _Flight]:
        """Return the poses one hex on."""
        found: dict[_Pose, _Flight] = {}
        for pose, flight in poses.items():
            q, r = (int(part) for part in neighbour(pose.q, pose.r, pose.heading))
            if on_board(self.rules, q, r) and (q, r) not in self.rocks:
                found[pose._replace(q=q, r=r)] = flight._replace(ahead=flight.ahead + 1)
        return found

    def _turned(self, poses: dict[_Pose, _Flight], velocity: int) -> dict[_Pose, _Flight]:
        """Return the poses with all that turns in the same hex lead to."""
        found, new = dict(poses), list(poses.items())
        while new:
            pose, flight = new.pop()
            for clockwise, price in self.prices(velocity, pose.points):
                heading = (pose.heading + (1 if clockwise else -1)) % DIRECTIONS
                points = int(remaining_points(pose.points, clockwise))
                turned, spent = _Pose(pose.q, pose.r, heading, points), flight.spent + price
                if spent <= self.thrust and (turned not in found or spent < found[turned].spent):
                    verb = Verb.STARBOARD if clockwise else Verb.PORT
                    actions = (*self.actions(flight), int(verb))
                    found[turned] = _Flight(spent, actions, 0, (*flight.via, pose[:2]))
                    new.append((turned, found[turned]))
        return found

    def prices(self, velocity: int, points: int) -> Iterator[tuple[bool, int]]:
        """IN-MOV-04, 05, 13 Yield what a hexside of heading costs, each way that it may turn."""
        for clockwise, spare in self.spare.items():
            stored = int(stored_points(points, clockwise))
            yield clockwise, max(int(heading_price(velocity - spare)) - stored, 0)

    def actions(self, flight: _Flight) -> tuple[int, ...]:
        """Return the actions of a way, its last hexes in as few as possible."""
        whole, rest = divmod(flight.ahead, MOST_AHEAD)
        counts = [MOST_AHEAD] * whole + [rest] * bool(rest)
        return (*flight.actions, *(int(amount_action(self.state, n)) for n in counts))
