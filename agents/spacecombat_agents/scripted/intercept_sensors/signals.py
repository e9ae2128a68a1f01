"""Expected signatures of an enemy that is not seen, and the chance that it shows."""

from spacecombat_agents.scripted.intercept_sensors.doctrine import ROLLS, SHOWN
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.intercept_sensors.model import Power, Sensor, Type, unit_slots

__all__ = ["assumed_class", "assumed_signature", "chance_of", "shown"]


@native
def chance_of(limit):
    """Return the chance of 2D6 at or below a limit."""
    return ROLLS[max(0, min(12, limit))] / 36.0


@native
def assumed_class(state, rules, seat):
    """Return the class to expect: of an enemy ship once identified, else of the first own ship."""
    slots = unit_slots(state)
    for k in range((1 - seat) * slots, (2 - seat) * slots):
        unit = state.unit_of[k]
        if unit.identified and not unit.tracked:
            if rules.classes[unit.klass].type == Type.SHIP:
                return int(unit.klass)
    return int(state.unit_of[seat * slots].klass)


@native
def assumed_signature(rules, klass, sensor, sun):
    """Return the signature to expect of an enemy that coasts with its sensors out."""
    card, light = rules.classes[klass], rules.emission
    if sensor == Sensor.VISUAL:
        return int(card.visual) + sun + int(light.popped_visual)
    if sensor == Sensor.IR:
        return int(card.ir) + max(int(light.ir_hull) + sun, int(light.ir_power[Power.IDLE]))
    if sensor == Sensor.RADAR:
        return int(card.radar) + int(light.popped_radar)
    if sensor == Sensor.NEUTRINO:
        return int(light.neutrino_power[Power.IDLE])
    return int(card.mass)


@native
def shown(signal):
    """Return how surely a unit of an expected signal shows; it may be darker than expected."""
    if signal >= 3:
        return SHOWN[3]
    if signal >= 0:
        return SHOWN[2]
    if signal >= -3:
        return SHOWN[1]
    return SHOWN[0]
