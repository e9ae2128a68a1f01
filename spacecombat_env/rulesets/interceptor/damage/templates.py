"""Chapter DMG: shapes of damage."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Template
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import FULL_ROW, WIDTH


@jit
def rows_of_template(rules, template, points):
    """Rows of a template (Template.LASER: points; ROWS: tens begun)."""
    if template == Template.LASER:
        return int(points)
    if template == Template.ROWS:
        return (int(points) + WIDTH - 1) // WIDTH
    return int(rules.template[template].rows)


@jit
def width_of(rules, template, points, row):
    """Width of one of its rows; of ROWS 10, the last the rest from column 1."""
    if template == Template.LASER:
        return 1
    if template == Template.ROWS:
        return min(int(points) - WIDTH * row, WIDTH)
    return int(rules.template[template].width[row])


@jit
def mask_of(rules, template, points, row, bit):
    """IN-DMG-04 Its boxes of a row, as bits of the block, under an arrow at a column's bit.

    What lies left or right of the block falls off the ends of the mask.
    """
    width = width_of(rules, template, points, row)
    if template == Template.ROWS:
        return FULL_ROW & ~(FULL_ROW >> width)
    return ((((1 << width) - 1) * int(bit)) >> (width // 2)) & FULL_ROW
