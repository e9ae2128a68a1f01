"""HELL missiles in flight and their blasts."""

from kit.interceptor.missiles import disarm, fill, send
from kit.interceptor.scenes import scene
from spacecombat_env.core.model.hexgrid import axial_row
from spacecombat_env.rulesets.interceptor.damage.explosions import blasts_step
from spacecombat_env.rulesets.interceptor.damage.hits import apply_step
from spacecombat_env.rulesets.interceptor.model import (
    LOG_LENGTH,
    Event,
    Load,
    MissileStatus,
    Step,
    Target,
)

ROW = 0  # of the weapons of a LANCEA: see rack_row


def rack_row(table, k):
    """The row of the first rack of a ship."""
    return int(table.rules.classes[table.state.craft[k].klass].rack_weapon[0])


def facing_off(distance=12, target="CHEETAH", load=Load.HELL, count=1):
    """A LANCEA of Red and an enemy that looks at it; the first rack of the LANCEA holds HELLs."""
    table = scene()
    k = table.put("LANCEA", at=(10, 4))
    e = table.put(target, side=1, at=(10, 4 + distance), heading=3, velocity=4)
    fill(table, k, rack_row(table, k), load, count)
    return table, k, e


def in_flight(distance=12, **more):
    """A HELL of Red that has locked on to an enemy, alone in the exchange."""
    table, k, e = facing_off(distance, **more)
    for one in (k, e):
        disarm(table, one)
    volley = table.state.exchange.volley[0]
    volley.firer, volley.target, volley.target_kind = k, e, Target.CRAFT
    volley.distance, table.state.exchange.volleys = distance, 1
    return table, k, e, send(table, k, Load.HELL, e)


def lay(table, side, load, at, status=MissileStatus.FLYING, heading=0):
    """A missile of a side in a hex; return its slot."""
    first = side * (len(table.state.missile) // 2)
    n = next(n for n in range(first, first + 8) if table.state.missile[n].status == 0)
    it = table.state.missile[n]
    it.kind, it.status, it.craft, it.heading = load, status, side * table.capacity.craft, heading
    it.q, it.r = at[0], axial_row(*at)
    return n


def settle(table):
    """Run the blasts to their end; return how many hits were applied at a time."""
    state, applied = table.state, []
    state.step, table.told = Step.BLASTS, []
    for _ in range(60):
        if state.step == Step.AFTER_EXCHANGE:
            return applied
        if state.step == Step.APPLY:
            applied.append(int(state.exchange.hits))
        first = int(state.log_count)
        (apply_step if state.step == Step.APPLY else blasts_step)(state, table.rules)
        recorded = range(max(first, int(state.log_count) - LOG_LENGTH), int(state.log_count))
        table.told += [state.log[n % LOG_LENGTH].copy() for n in recorded]
    raise AssertionError("blasts without end")


def blasts(table, k):
    """Points of blasts on a ship by facing; several on one facing add up."""
    found = {}
    for event in table.told:
        if event.kind == Event.BLAST and event.target == k:
            found[int(event.c)] = found.get(int(event.c), 0) + int(event.a)
    return found


def flicker(table, k, *rates):
    """Set the shields of a ship: of all facings, or one by one."""
    table.state.craft[k].shield[:] = rates if len(rates) > 1 else rates[0]
