"""Chapter DMG: components on the armour."""

from spacecombat_env.core.native import native

from ..model import NONE, WIDTH, class_of, column_bit
from ..model.record_types import Rules, State
from .large_ships.scale import clear_slashes


@native
def lose_external(state: State, rules: Rules, k, facing, gone):
    """IN-DMG-12, 13, IN-HPT-01 Bits of an external row are gone: components struck."""
    klass, craft = class_of(state, rules, k), state.craft[k]
    for column in range(1, WIDTH + 1):
        component = int(klass.external_cell[facing, column - 1])
        if gone & column_bit(column) and component != NONE:
            craft.struck = int(craft.struck) | (1 << component)
    clear_slashes(state, rules, k, int(klass.cells) + int(facing), gone)
