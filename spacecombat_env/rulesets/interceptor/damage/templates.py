"""Chapter DMG: shapes of damage."""

from spacecombat_env.core.jit import jit


@jit
def rows_of_template(rules, template, points):
    """Rows of a template (Template.LASER: points; ROWS: tens begun)."""
    return 0


@jit
def width_of(rules, template, points, row):
    """Width of one of its rows; of ROWS 10, the last the rest from column 1."""
    return 0


@jit
def mask_of(rules, template, points, row, bit):
    """IN-DMG-04 Its boxes of a row, as bits of the block, under an arrow at a column's bit."""
    return 0
