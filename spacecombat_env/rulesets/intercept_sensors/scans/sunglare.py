"""Chapter QST: the target's questions about a scan before it answers.

Each question has one true answer, so the engine answers it. Sunglare is handled here, planetary
shadow and line of sight in planets.py (IC-QST-07). The answers lower the strength or void squares.
"""

from spacecombat_env.core.native import native

from ..model import InterceptEvent, Sensor, note
from ..model.record_types import Rules, Scan, State, Unit
from .planets import is_shadowed


@native
def knows_glare(sensor):
    """IC-QST-05 Radar and mass scans skip the question of sunglare."""
    return sensor != Sensor.RADAR and sensor != Sensor.MASS


@native
def touches_column(unit: Unit, scan: Scan):
    """IC-QST-04 Whether an area touches the column above a ship, up to the top edge of the map."""
    if not scan.left <= unit.x < int(scan.left) + int(scan.side):
        return False
    return max(int(scan.top), 1) <= min(int(scan.top) + int(scan.side) - 1, int(unit.y) - 1)


@native
def is_in_sunshine(state: State, rules: Rules, unit: Unit, sensor):
    """IC-QST-03, 06 A ship in planetary shadow has no sunglare, except for neutrino scans."""
    if rules.option.sunfactor == 0:
        return False
    return sensor == Sensor.NEUTRINO or not is_shadowed(state, rules, unit.x, unit.y)


@native
def has_glare(state: State, rules: Rules, scan: Scan):
    """IC-QST-02, IC-AMB-08 Whether the scan touches the scanning ship's own sunglare."""
    unit = state.unit_of[scan.unit]
    if not knows_glare(scan.sensor) or not touches_column(unit, scan):
        return False
    return is_in_sunshine(state, rules, unit, scan.sensor)


@native
def apply_sunglare(state: State, rules: Rules, side, scan: Scan):
    """IC-QST-01, 03, IC-AMB-07 A scan into the glare loses the Sunfactor; both sides know it."""
    if has_glare(state, rules, scan):
        scan.glare = 1
        scan.strength -= rules.option.sunfactor
        event = note(state, InterceptEvent.GLARE, side)
        event.known = 3
        event.a = scan.strength
        event.b = scan.left
        event.c = scan.top
