"""A hull's condition between battles, as the rules of battle read it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ..damage.engines.engineering import power_of, thrust_by_power
from ..model import WIDTH, Comp, working_engines
from .aftermath import blocks_of, disabled_of, rows_of
from .hull_classes import class_record, hull_class_names, hull_rules
from .state import Hull


def class_of(hull: Hull) -> Any:
    """Return the class record of a hull."""
    return class_record(hull.ship_class)


def as_craft(hull: Hull) -> Any:
    """Return a record with a hull as craft 0, as far as the numbers of the rules read it."""
    klass = class_of(hull)
    inside = {
        row
        for block in blocks_of(klass)
        if not block.armour
        for row in range(block.first, block.first + block.rows)
    }
    craft = SimpleNamespace(
        klass=hull_class_names().index(hull.ship_class),
        disabled=disabled_of(hull.damage),
        inside=sum(box // WIDTH in inside for each in hull.damage for box in each.boxes),
        first_row=0,
        rolled=False,
    )
    return SimpleNamespace(craft=[craft, craft], rows=[rows_of(klass, hull.damage)])


def present_thrust(hull: Hull) -> int:
    """IN-CAM-13, IN-POW-04, IN-IDE-37 Return the thrust that plant and engines still give."""
    if hull.disabled(Comp.PLANT) or not hull.thrust:
        return 0
    if not hull.damage:
        return hull.thrust
    state, rules = as_craft(hull), hull_rules()
    power = power_of(state, rules, 0, working_engines(state, rules, 0))
    return int(thrust_by_power(hull.thrust, class_of(hull).power, power, hull.plant_lost))
