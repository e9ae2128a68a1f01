"""Chapter DIR: range (model/geometry.py counts it), and the columns of the tables by range."""

from spacecombat_env.core.native import inlined, native

from ..model import DIRECT_RANGE, NONE
from ..model.record_types import Rules


@native
def in_direct_range(distance):
    """IN-DIR-01 Whether a range is within that of direct fire."""
    return 0 <= distance <= DIRECT_RANGE


@inlined
def band_of(rules: Rules, distance):
    """IN-DIR-02 Column of the weapons table for a range; NONE beyond the last."""
    return int(rules.band[distance]) if in_direct_range(distance) else NONE


@native
def base_to_hit(rules: Rules, distance):
    """IN-DIR-02, IN-AMB-28 Base To-Hit Number of a range, by the table; 0 beyond the last."""
    return int(rules.base_to_hit[distance]) if in_direct_range(distance) else 0
