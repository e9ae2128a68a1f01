"""DesignStep 13: fuel and cargo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..catalogue import missiles
from ..design import Cargo, Design
from ..parts import HALF_TON, DesignStep, Line, Part, Place, Refusal, amount, up
from .crew import is_long

ENGINE_SHARE = Fraction(1, 100)
ENGINE_DAYS, PLANT_DAYS = 30, 300
LONG_FACTOR = 10
"""Ships with FTL drive or long life support burn a tenth."""
FUEL_PRICE, SUPPLY_PRICE, BAY_PRICE = 10_000, 100, 250
"""Talents a ton."""
SUPPLY_TONS = Fraction(1, 4)
"""A person and month."""
RESERVE_FACTOR = Fraction(3, 2)
RESERVE_HOURS = 12
LAUNCHER = "Autoloader"


def lines(design: Design) -> Iterator[Line]:
    """Yield fuel, supplies and the cargo bay."""
    if design.fuel_days:
        tons = amount(Fraction(engine_fuel(design)) + Fraction(plant_fuel(design)))
        item = f"fuel {design.fuel_days} day(s)"
        yield Line(DesignStep.CARGO, Part.FUEL, item, tons, 0, int(FUEL_PRICE * tons))
    if design.supplies_months:
        tons, talents = supplies(design.people, design.supplies_months)
        item = f"supplies {design.supplies_months} month(s), {tons:g} t in the bay"
        yield Line(DesignStep.CARGO, Part.SUPPLIES, item, 0, 0, talents, Place.BAY)
    if design.cargo_bay:
        tons, talents = bay(design.cargo_bay)
        yield Line(DesignStep.CARGO, Part.CARGO, f"cargo bay {tons:g} t", tons, 0, talents)


def engine_fuel(design: Design) -> float:
    """IN-CON-49 Return the tons of fuel for the engines: 1 % of tons times thrust, by the day."""
    slow = LONG_FACTOR if design.ftl or is_long(design) else 1
    daily = ENGINE_SHARE * design.tonnage * design.thrust / (ENGINE_DAYS * slow)
    return fuel_for(daily, design.fuel_days)


def plant_fuel(design: Design) -> float:
    """IN-CON-49 Return the tons of fuel for the plant, by its rating."""
    slow = LONG_FACTOR if design.ftl or is_long(design) else 1
    return fuel_for(Fraction(design.powerplant, PLANT_DAYS * slow), design.fuel_days)


def fuel_for(daily: Fraction, days: int) -> float:
    """IN-AMB-61, 126 Return the tons for some days: multiplied first, then up to half a ton."""
    return up(daily * days, HALF_TON)


def supplies(people: int, months: int) -> tuple[float, int]:
    """IN-CON-51 Return tons and price of general supplies."""
    tons = amount(SUPPLY_TONS * people * months)
    return tons, int(SUPPLY_PRICE * tons)


def reload_tons(cargo: Cargo) -> float:
    """IN-CON-52 Return the tons of missile reloads."""
    return sum(count * missiles()[kind] for kind, count in cargo.reloads)


def reserve_tons(craft: Sequence[int]) -> float:
    """IN-CON-53 Return the tons of crated craft: one and a half times their own."""
    return amount(RESERVE_FACTOR * sum(craft))


def bay(tons: float) -> tuple[float, int]:
    """IN-CON-54 Return tons and price of a cargo bay; its load lies within these tons."""
    return tons, int(BAY_PRICE * tons)


def load(design: Design) -> float:
    """IN-CON-54 Return the tons in the bay."""
    stored, _ = supplies(design.people, design.supplies_months)
    crated = reserve_tons([craft.tons for craft in design.cargo.reserve])
    return stored + reload_tons(design.cargo) + crated + design.cargo.other


def refusals(design: Design, lines: Sequence[Line]) -> Iterator[Refusal]:
    """Yield what is wrong with fuel and cargo."""
    if design.fuel_days < 1:
        yield Refusal(DesignStep.CARGO, "fuel_days", "CON-49", "fuel for a day at least", 1)
    if is_long(design) and design.supplies_months < 1:
        reason = "over 24 hours: a month of supplies at least"
        yield Refusal(DesignStep.CARGO, "supplies_months", "CON-51", reason, 1)
    if load(design) > design.cargo_bay:
        over = amount(load(design) - design.cargo_bay)
        reason = f"{load(design):g} t in a bay of {design.cargo_bay:g} t: {over:g} t over"
        yield Refusal(DesignStep.CARGO, "cargo_bay", "CON-54", reason, over)
    if design.cargo.reloads and not may_reload(design):
        reason = "reloads need an Autoloader or carried ships"
        yield Refusal(DesignStep.CARGO, "contents.reloads", "CON-60", reason)


def may_reload(design: Design) -> bool:
    """IN-CON-60 Whether a ship may carry reloads: with a launcher or with carried ships."""
    return bool(design.carried()) or any(arm.type == LAUNCHER for arm, _ in design.arms())
