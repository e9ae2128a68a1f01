"""Chapter IDE: from a component to its effect.

Steering, avionics and gear have no stored effect: callers test them where they matter
(damage/steering.py, damage/avionics.py, damage/life_support.py, ships.works). Fuel and cargo are
free hits in battle (IN-IDE-32); quarters hurt those in them (damage/life_support.py).
"""

from spacecombat_env.core.native import native

from ..crew.command import lose_post
from ..model import Comp, Event, class_of, note_target_own
from ..model.record_types import Rules, State
from .berths import lose_berth
from .engines.engineering import lose_engineering, lose_lift
from .large_ships.tows import lose_tow_gear
from .weaponry import lose_weaponry


@native
def take_effect(state: State, rules: Rules, k, component):
    """Call command, weaponry or engineering by kind; no other component has an effect (IN-IDE-32).

    The event is COMPONENT, for its side.
    """
    event = note_target_own(state, Event.COMPONENT, k)
    event.a = component
    kind = class_of(state, rules, k).component[component].kind
    if Comp.BRIDGE <= kind <= Comp.COCKPIT:
        lose_post(state, rules, k, component)
    elif Comp.HARDPOINT <= kind <= Comp.TURRET:
        lose_weaponry(state, rules, k, component)
    elif Comp.PLANT <= kind <= Comp.LINKAGE:
        lose_engineering(state, rules, k, component)
    elif kind == Comp.RESCUE:
        lose_berth(state, k, component)
    elif Comp.FTL_DRIVE <= kind <= Comp.ANTIGRAV:
        lose_lift(state, rules, k, component)
    elif kind == Comp.TOWING or kind == Comp.JUMPERS:
        lose_tow_gear(state, rules, k)
