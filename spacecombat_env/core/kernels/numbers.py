"""Numbers spoken word by word: small ones in one word, larger ones the tens first, then the units.

The order that is being spoken keeps the bounds (`low`, `high`) and the `tens` once they are said.
"""

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.model.fields import NONE

TEN = 10


@jit
def begin_number(order, low, high):
    """Start asking for a number from low to high."""
    order.low = low
    order.high = high
    order.tens = NONE


@jit
def legal_number(order, first, amounts, mask):
    """Offer the words that can still become a number within bounds.

    The words of 0, 1, .. begin at `first`, and there are so many `amounts`.
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


@jit
def apply_number(order, amount, amounts):
    """Take an amount spoken; return the number, or NONE while units are still to come."""
    if int(order.high) < amounts:
        return amount
    if order.tens == NONE:
        order.tens = amount
        return NONE
    return TEN * int(order.tens) + amount
