"""Chapter IDE: from a component to its effect.

Steering, avionics, gear and cockpits have no stored effect: callers test them where they matter
(damage/steering.py, damage/avionics.py, damage/life_support.py, ships.works). Fuel, cargo and
quarters are free hits in battle (IN-IDE-32).
"""

from spacecombat_env.core.native import native

from ..model import Comp, Event, class_of, note_target_own
from ..model.record_types import Rules, State
from .engineering import lose_engineering, lose_lift
from .weaponry import lose_weaponry


@native
def take_effect(state: State, rules: Rules, k, component):
    """Call weaponry or engineering by kind; no other component has an effect (IN-IDE-32).

    The event is COMPONENT, for its side.
    """
    event = note_target_own(state, Event.COMPONENT, k)
    event.a = component
    kind = class_of(state, rules, k).component[component].kind
    if Comp.HARDPOINT <= kind <= Comp.TURRET:
        lose_weaponry(state, rules, k, component)
    elif Comp.PLANT <= kind <= Comp.LINKAGE:
        lose_engineering(state, rules, k, component)
    elif Comp.FTL_DRIVE <= kind <= Comp.ANTIGRAV:
        lose_lift(state, rules, k, component)
