"""The current decision, in plain English."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize, waiting_text
from spacecombat_env.core.presentation.sentences import TemplateFields
from spacecombat_env.core.ruleset import Games, Scenario

from ..cases.ejecting import may_go_alone
from ..crew.skills import piloting_number
from ..engagement.opportunity import is_first_moment
from ..engagement.struck import volley_at
from ..model import (
    AMOUNTS,
    DECISIONS,
    HALF_TONS,
    NONE,
    REASONS,
    Decision,
    Facing,
    Size,
    Target,
    Verb,
    crew_of,
    is_in_air,
    steps_between,
)
from ..movement.thrust import safe_thrust, thrust_left
from ..movement.turning import facing_cost, heading_cost
from ..planet.altitude import climb_cost, usable_hexes
from ..planet.interface import interface_number
from .coordinates import hex_number
from .piece_names import Names
from .texts import FACING_TEXT, SIZE_TEXT
from .views.sheet_views import component_name


def decision_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the decision in plain English."""
    names = Names(visible.states[k], scenario, seat)
    if waiting := waiting_text(names.state, seat, REASONS):
        return waiting
    return DECISIONS[Decision(int(names.state.decision))].text.format_map(DecisionTextFields(names))


class DecisionTextFields(TemplateFields):
    """The blanks of the decisions (model/decisions.py), one method each."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.state: Any = names.state
        self.order: Any = names.state.order[names.seat]
        self.rules: Any = names.scenario.table.rules[0]

    # pieces

    def craft(self) -> str:
        return self.names.craft(self._craft())

    def _craft(self) -> int:
        """The current craft: the one that moves, is about to move, or was chosen."""
        if self.state.decision == Decision.FORCE:
            return int(self.state.picked)
        moves = self.state.decision in (
            Decision.SPEED,
            Decision.PUSH,
            Decision.RAM,
            Decision.MOVE,
            Decision.STORE,
            Decision.ZONE,
            Decision.BOUNCE,
        )
        return int(self.state.mover if moves else self.order.craft)

    def target(self) -> str:
        if self.state.decision == Decision.TAIL:
            return self.names.craft(self.state.picked)
        if self.state.decision == Decision.RETURN:
            return self.names.craft(self.state.exchange.volley[0].target)
        if self.state.decision == Decision.DEFENCE and self.order.missile != NONE:
            return self.names.craft(self.state.missile[int(self.order.missile)].target)
        return self.names.craft(self.order.target)

    def fire_target(self) -> str:
        return self.names.target(int(self.order.target_kind), int(self.order.target))

    def firer(self) -> str:
        """The ship that has fired first; where a facing is in doubt, the one that fires at that
        craft.
        """
        nth = 0
        if self.state.decision == Decision.STRUCK:
            nth = max(0, volley_at(self.state, self.names.seat))
        return self.names.craft(self.state.exchange.volley[nth].firer)

    def moving(self) -> str:
        """IN-CMB-01 The mover, and how far it has flown; or that it is about to."""
        mover = self.names.craft(self.state.mover)
        if is_first_moment(self.state, self.names.seat):
            return f"{mover} is about to move"
        hexes = pluralize(int(self.state.craft[int(self.state.mover)].hexes), "hex")
        return f"{mover} moves ({hexes} so far)"

    def waiting(self) -> str:
        first = is_first_moment(self.state, self.names.seat)
        return "" if first else ", hold, watch"

    def deed(self) -> str:
        return "A crew leaves" if self.order.verb == Verb.EJECT else "Fire"

    def bay_deed(self) -> str:
        return "recover" if self.order.verb == Verb.RECOVER else "launch"

    def leaving(self) -> str:
        """IN-ABN-02, IN-AMB-144 The crew that leaves a ship: all, or one alone."""
        if self.order.crewman == NONE:
            return f"{self.craft()} is abandoned"
        return f"{self.crewman()} leaves {self.craft()} alone"

    def number(self) -> str:
        """IN-ABN-08 On or below which the ship's flier picks up a crew at the first attempt."""
        return str(int(piloting_number(self.state, self.rules, self._craft())))

    def alone(self) -> str:
        k = int(self.order.craft)
        crew = crew_of(self.state, self.rules, k) if self.order.crewman == NONE else ()
        able = any(may_go_alone(self.state, self.rules, k, m) for m in crew)
        return ", or who leaves alone" if able else ""

    def missile(self) -> str:
        return self.names.missile(self.order.missile)

    def adrift(self) -> str:
        return self.names.adrift(max(int(self.order.target), 0))

    def crewman(self) -> str:
        return self.names.crew_slot(self.order.crewman)

    def weapon(self) -> str:
        rack = self.state.rack[int(self.order.rack)]
        return self.names.weapon(int(self.order.craft), int(rack.weapon))

    def load(self) -> str:
        return self.names.load(int(self.order.load))

    # numbers

    def rocks(self) -> str:
        return str(int(self.state.rocks))

    def entries(self) -> str:
        """IN-SCN-08 The hexes in which ships of the seat enter, as it counts them."""
        option, seat = self.rules.option, self.names.seat
        count = int(option.entry_hexes[seat])
        places = zip(option.entry_q[seat][:count], option.entry_r[seat][:count], strict=True)
        return ", ".join(hex_number(self.names.scenario, seat, q, r) for q, r in places)

    def column(self) -> str:
        column = int(self.order.column)
        return str(int(self.rules.option.columns) + 1 - column if self.names.seat else column)

    def size(self) -> str:
        return SIZE_TEXT[Size(int(self.state.size_class))].capitalize()

    def goes(self) -> str:
        return str(int(self.state.goes[self.names.seat]))

    def tons(self) -> str:
        rack = self.state.rack[int(self.order.rack)]
        missiles = self.rules.missile
        used = sum(int(n) * int(missiles[kind].half_tons) for kind, n in enumerate(rack.load))
        klass = self.names.class_of(int(self.order.craft))
        bears = int(self.rules.mount[klass.mount[klass.weapon[rack.weapon].rack]].half_tons)
        return f" ({(bears - used) / HALF_TONS:g} t left)"

    def distance(self) -> str:
        missile = self.state.missile[int(self.order.missile)]
        if missile.target == NONE:
            return "some hexes"
        away = steps_between(missile, self.state.craft[int(missile.target)])
        return f"{away} hex{'' if away == 1 else 'es'}"

    def entry(self) -> str:
        """IN-PLN-02 On or below which the mover makes its roll at the interface."""
        return str(int(interface_number(self.state, self.rules, self._craft())))

    def range(self) -> str:
        if self.order.target_kind != Target.CRAFT or self.order.target == NONE:
            return ""
        here, there = self.state.craft[self.order.craft], self.state.craft[self.order.target]
        return f", range {int(steps_between(here, there))}"

    def named(self) -> str:
        mask = int(self.order.weapons) | int(self.order.locks)
        return f", {self.names.weapons(int(self.order.craft), mask)} so far" if mask else ""

    def hexes(self) -> str:
        craft = self.state.craft[self._craft()]
        left = pluralize(int(self.state.lane), "hex")
        free = int(usable_hexes(self.state, self._craft()))
        left += f" ({free} of a dive)" if free else ""
        level = f", level {int(craft.altitude)}" if self.rules.option.altitude else ""
        return f"{left} left at velocity {int(craft.velocity)}{level}"

    def thrust(self) -> str:
        k = self._craft()
        left = int(thrust_left(self.state, self.rules, k))
        safe = int(safe_thrust(self.state, self.rules, k))
        return f", {left} thrust left (safe {max(safe - int(self.state.craft[k].spent), 0)})"

    def costs(self) -> str:
        k = self._craft()
        right = int(heading_cost(self.state, self.rules, k, 1))
        left = int(heading_cost(self.state, self.rules, k, 0))
        turn = f"{right}" if left == right else f"{left} to port, {right} to starboard"
        facing = int(facing_cost(self.state, self.rules, k))
        climbs = self.rules.option.altitude and is_in_air(
            self.state, self.rules, self.state.craft[k]
        )
        climb = f", a climb {int(climb_cost(self.state, self.rules, k))}" if climbs else ""
        return f", a turn costs {turn}, a facing {facing}{climb}"

    def eps(self) -> str:
        return pluralize(int(self.state.craft[int(self.order.craft)].eps), "EP")

    def unfed(self) -> str:
        """The working components without EPs of the ship under orders, like ones counted."""
        k = int(self.order.craft)
        row, craft = self.names.class_row(k), self.state.craft[k]
        parts = self.names.printed(row).component
        idle = [
            component_name(self.names, row, n)
            for n, part in enumerate(parts)
            if part.eps and not int(craft.fed | craft.disabled) >> n & 1
        ]
        counted = (f"{idle.count(name)} {name}" for name in dict.fromkeys(idle))
        text = ", ".join(each.removeprefix("1 ") for each in counted)
        return f", not fed: {text}" if text else ""

    def side(self) -> str:
        return FACING_TEXT[Facing(int(self.order.direction) % len(Facing))]

    def bounds(self) -> str:
        low, high, tens = int(self.order.low), int(self.order.high), int(self.order.tens)
        if high < AMOUNTS:
            return f" ({low} to {high})"
        return f" ({low} to {high}; the tens first)" if tens == NONE else f" ({10 * tens} and ..)"
