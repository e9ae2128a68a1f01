"""Chapter SIG, first part: emissions of a unit, kind by kind.

Every signature is a size part (data/signature_size.csv) and a state part
(data/signature_state.csv). Both are reconstructed, except the names and the Sunfactor.
"""

from spacecombat_env.core.native import native

from ..model import ABSENT, FIRST_SIGNATURE, Sensor, Signature
from ..model.record_types import Class, Rules, State, Unit
from .planets import sunfactor_at


@native
def signature(state: State, rules: Rules, unit: Unit, kind):
    """IC-SIG-01, IC-AMB-12 One signature of a ship, craft or missile volley; ABSENT for none."""
    klass = rules.classes[unit.klass]
    if kind == Signature.VISUAL_HULL:
        return visual_hull(state, rules, unit, klass)
    if kind == Signature.VISUAL_THRUST:
        return visual_thrust(rules, unit, klass)
    if kind == Signature.IR_HULL:
        sun = sunfactor_at(state, rules, int(unit.x), int(unit.y))
        return int(klass.ir) + int(rules.emission.ir_hull) + sun
    if kind == Signature.IR_POWER:
        return with_size(int(klass.ir), int(rules.emission.ir_power[unit.power]))
    if kind == Signature.IR_THRUST:
        return ir_thrust(rules, unit, klass)
    if kind == Signature.RADAR:
        return radar(rules, unit, klass)
    if kind == Signature.NEUTRINO_POWER:
        return int(rules.emission.neutrino_power[unit.power])
    return int(klass.mass)


@native
def with_size(size, state_part):
    """Return the sum of the two parts; ABSENT where the state gives nothing off."""
    return ABSENT if state_part == ABSENT else size + state_part


@native
def visual_hull(state: State, rules: Rules, unit: Unit, klass: Class):
    """IC-SIG-05 Visual(Hull): size, sunshine, black hull, sensors popped out."""
    value = int(klass.visual) + sunfactor_at(state, rules, int(unit.x), int(unit.y))
    if klass.black_hull:
        value += int(rules.emission.black_hull)
    if unit.popped:
        value += int(rules.emission.popped_visual)
    return value


@native
def visual_thrust(rules: Rules, unit: Unit, klass: Class):
    """Visual(Thrust): the light of the drive; none without thrust."""
    if unit.thrust == 0:
        return ABSENT
    light = rules.emission
    value = int(light.thrust_base[klass.drive])
    value += int(light.thrust_per_g[klass.drive]) * int(unit.thrust)
    return min(value, int(light.thrust_most[klass.drive]))


@native
def ir_thrust(rules: Rules, unit: Unit, klass: Class):
    """IR(Thrust): the heat of a plume; other drives give none."""
    heat = rules.emission
    if unit.thrust == 0 or heat.ir_thrust_base[klass.drive] == ABSENT:
        return ABSENT
    value = int(heat.ir_thrust_base[klass.drive])
    value += int(heat.ir_thrust_per_g[klass.drive]) * int(unit.thrust)
    return int(klass.ir) + min(value, int(heat.ir_thrust_most[klass.drive]))


@native
def radar(rules: Rules, unit: Unit, klass: Class):
    """Radar: size, stealth hull, sensors popped out, its own radar."""
    value = int(klass.radar)
    if klass.stealth:
        value += int(rules.emission.stealth_hull)
    if unit.popped:
        value += int(rules.emission.popped_radar)
    if unit.radar_used:
        value += int(rules.emission.own_radar)
    return value


@native
def best_signature(state: State, rules: Rules, unit: Unit, sensor):
    """IC-SNS-05 The greatest of the signatures that a sensor sees; ABSENT for none."""
    best = ABSENT
    for kind in range(FIRST_SIGNATURE[sensor], FIRST_SIGNATURE[sensor + 1]):
        best = max(best, signature(state, rules, unit, kind))
    return best


@native
def is_surface(sensor):
    """IC-SCAN-10, IC-LOST-05 Visual, IR and radar are mounted on the surface, the others in the
    core."""
    return sensor <= Sensor.RADAR
