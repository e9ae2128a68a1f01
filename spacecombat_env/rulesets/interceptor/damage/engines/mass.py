"""Chapter MAS: variable mass (switch `variable_mass`): a lighter ship has more thrust.

The printed tonnage is that of full racks: a hardpoint weighs what it may carry.
"""

from spacecombat_env.core.native import native

from ...model import FIRST_POD, HALF_TONS, NONE, Comp, class_of, racks_of, towed_tons, works
from ...model.record_types import Class, Rack, Rules, State

HALF = 2


@native
def load_of(rules: Rules, rack: Rack):
    """IN-MAS-03 Half tons in a rack: its missiles, or its pod."""
    weight = 0 if rack.pod == NONE else int(rules.pod[int(rack.pod)].half_tons)
    for kind in range(FIRST_POD):
        weight += int(rack.load[kind]) * int(rules.missile[kind].half_tons)
    return weight


@native
def mass_of(state: State, rules: Rules, k):
    """IN-MAS-01, 03 Half tons of a ship now: what its racks could carry and do not is missing."""
    klass = class_of(state, rules, k)
    mass = HALF_TONS * int(klass.tons)
    for n in racks_of(state, rules, k):
        place = n - int(state.craft[k].first_rack)
        capacity = int(rules.mount[int(klass.mount[place])].half_tons)
        mass -= max(capacity - load_of(rules, state.rack[n]), 0)
    return mass


@native
def endured_thrust(state: State, rules: Rules, k, klass: Class):
    """IN-MAS-02 The thrust that a crew bears: its compensator's and half of its race's limit.

    Without a compensator that works the limit alone counts (IN-AMB-45).
    """
    limit = int(rules.tolerance[int(klass.race)])
    if not works(state, rules, k, Comp.COMPENSATOR):
        return limit
    return int(klass.compensator) + limit // HALF


@native
def thrust_at_mass(state: State, rules: Rules, k, power):
    """IN-MAS-01, 02 Engine power by present tonnage, half rounded up; no more than a crew bears."""
    mass = mass_of(state, rules, k)
    thrust = (HALF * HALF_TONS * int(power) + mass) // (HALF * mass)
    return min(thrust, endured_thrust(state, rules, k, class_of(state, rules, k)))


@native
def thrust_in_tow(state: State, rules: Rules, k, power):
    """IN-CON-27, IN-AMB-121 Engine power of a tug by the tons of both ships, half rounded up."""
    tons = int(towed_tons(state, rules, k))
    return (HALF * int(power) + tons) // (HALF * tons)
