"""Chapter DMG: shapes of damage."""

from spacecombat_env.core.native import native

from ..model import FULL_ROW, LEFTMOST, WIDTH, Template
from ..model.record_types import Rules


@native
def is_dug(template):
    """IN-AMB-49, 93 Whether damage has no shape: a laser, or full rows; a point a box."""
    return template == Template.LASER or template == Template.ROWS


@native
def leftmost(boxes, count):
    """IN-AMB-49 The first `count` of some boxes of a row, from the left."""
    found = 0
    for column in range(WIDTH):
        bit = LEFTMOST >> column
        if count > 0 and boxes & bit:
            found |= bit
            count -= 1
    return found


@native
def rows_of_template(rules: Rules, template):
    """Return the rows of a template."""
    return int(rules.template[template].rows)


@native
def mask_of(rules: Rules, template, row, bit):
    """IN-DMG-04 The boxes of one of its rows, as bits of the block.

    The arrow is at a column's bit. Boxes left or right of the block fall off the ends of the mask.
    """
    width = int(rules.template[template].width[row])
    return ((((1 << width) - 1) * int(bit)) >> (width // 2)) & FULL_ROW
