"""DesignStep 3: engines, linkages and directional control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from ..catalogue import Cost, engines
from ..design import Design
from ..parts import HALF_TON, DesignStep, Line, Part, Refusal, up

ENGINES_MOST = 3
POWER_STEP = 50
LINKAGE_SHARE = Fraction(5, 100)
"""Of the engines' tons."""
LINKAGE_PRICE, DCS_PRICE = 100_000, 200_000
"""Talents a ton, and the least price of a set."""


def lines(design: Design) -> Iterator[Line]:
    """IN-CON-05 Yield engines, linkages and sets of directional control."""
    for power in design.engines:
        if power in engines():
            tons, _, talents = engines()[power]
            yield Line(DesignStep.ENGINES, Part.ENGINE, f"engine {power}", tons, power, talents)
    for number in range(1, len(design.engines)):
        yield Line(DesignStep.ENGINES, Part.LINKAGE, f"linkage {number}", *linkage(design.engines))
    for number in range(1, design.dcs_sets + 1):
        cost = dcs_set(design.tonnage, design.power)
        yield Line(DesignStep.ENGINES, Part.DCS, f"DCS set {number}", *cost)


def needed_power(tons: int, thrust: int) -> int:
    """IN-CON-05 Return the engine power for a thrust: tons times thrust, up to the next 50."""
    return int(up(tons * thrust, POWER_STEP))


def thrust_of(power: int, tons: float) -> int:
    """IN-AMB-115 Return the thrust of an engine power, rounded half up."""
    return int(Fraction(power) / Fraction(tons) + Fraction(1, 2)) if tons else 0


def linkage(powers: Sequence[int]) -> Cost:
    """IN-CON-06 Return the cost of one linkage between engines."""
    tons = linkage_tons(sum(engines()[power].tons for power in powers if power in engines()))
    return Cost(tons, ceil(tons), max(LINKAGE_PRICE, int(LINKAGE_PRICE * tons)))


def linkage_tons(engine_tons: float) -> float:
    """IN-AMB-59 Return the tons of a linkage: 5 % of the engines, up to half tons."""
    return max(0.5, up(LINKAGE_SHARE * Fraction(engine_tons), HALF_TON))


def dcs_set(tons: int, power: int) -> Cost:
    """IN-CON-07 Return the cost of one set of directional control."""
    weight = int(max(1, up(Fraction(power, 2000))))
    return Cost(weight, ceil(tons / 10), DCS_PRICE * weight)


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with the engines."""
    if design.installation:
        yield from installation_refusals(design)
        return
    for number, power in enumerate(design.engines, start=1):
        if power not in engines():
            reason = f"no engine has a power of {power:,}"
            yield Refusal(DesignStep.ENGINES, f"engines[{number}]", "CON-05", reason)
    yield from power_refusals(design)
    yield from control_refusals(design)


def power_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-05 Yield a refusal for too many engines, too little power, or another thrust."""
    if len(design.engines) > ENGINES_MOST:
        reason = f"{len(design.engines)} engines, {ENGINES_MOST} allowed"
        many = len(design.engines) - ENGINES_MOST
        yield Refusal(DesignStep.ENGINES, "engines", "CON-05", reason, many)
    needed = needed_power(design.tonnage, design.thrust)
    if design.power < needed:
        short = needed - design.power
        reason = f"engine power {design.power:,}, {needed:,} needed: {short:,} short"
        yield Refusal(DesignStep.ENGINES, "engines", "CON-05", reason, short)
    elif thrust_of(design.power, design.tonnage) != design.thrust:
        given = thrust_of(design.power, design.tonnage)
        reason = f"engine power {design.power:,} gives thrust {given}, not {design.thrust}"
        yield Refusal(DesignStep.ENGINES, "thrust", "CON-05", reason, given - design.thrust)


def control_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-58, IN-AMB-127 Yield a refusal for a ship without directional control."""
    if design.dcs_sets < 1:
        reason = "a ship needs at least one set of directional control"
        yield Refusal(DesignStep.ENGINES, "dcs_sets", "CON-58", reason, 1)


def installation_refusals(design: Design) -> Iterator[Refusal]:
    """IN-CON-20 Yield engines and directional control of an installation."""
    if design.engines:
        reason = "an installation has no engines"
        yield Refusal(DesignStep.ENGINES, "engines", "CON-20", reason, len(design.engines))
    if design.dcs_sets:
        reason = "an installation has no directional control"
        yield Refusal(DesignStep.ENGINES, "dcs_sets", "CON-20", reason, design.dcs_sets)
