"""Numbers chosen by actions: small ones by one action, larger ones by tens and then units.

The incomplete order stores the bounds (`low`, `high`) and, once chosen, the `tens`.
"""

from spacecombat_env.core.model.fields import NONE
from spacecombat_env.core.native import native

TEN = 10


@native
def begin_number(order, low, high):
    """Begin the choice of a number from low to high."""
    order.low = low
    order.high = high
    order.tens = NONE


@native
def legal_number(order, first, amounts, mask):
    """Mark the actions that can still lead to a number within bounds.

    The actions for 0, 1, ... begin at `first`; there are `amounts` of them.
    """
    low, high = int(order.low), int(order.high)
    if high < amounts:
        for amount in range(low, high + 1):
            mask[first + amount] = 1
    elif order.tens == NONE:
        for tens in range(low // TEN, high // TEN + 1):
            mask[first + tens] = 1
    else:
        for units in range(TEN):
            if low <= TEN * int(order.tens) + units <= high:
                mask[first + units] = 1


@native
def apply_number(order, amount, amounts):
    """Apply a chosen amount; return the number, or NONE if the units are still missing."""
    if int(order.high) < amounts:
        return amount
    if order.tens == NONE:
        order.tens = amount
        return NONE
    return TEN * int(order.tens) + amount
