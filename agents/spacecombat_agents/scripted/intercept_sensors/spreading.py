"""Belief maps: values per square, and sums over an area."""

import numpy as np

from spacecombat_env.core.native import native

__all__ = ["fade", "gather", "mass", "normalise", "sum_up", "widen"]


@native
def widen(belief, scratch, reach):
    """Spread every square evenly over its neighbourhood, row by row, then column by column.

    Whole rows are added to a line of totals, the nearest edge first: several squares at a time.
    """
    rows, columns = belief.shape
    totals = np.zeros(columns)
    width = 2 * reach + 1
    for y in range(rows):
        totals[:] = 0.0
        for step in range(-reach, reach + 1):
            first, last = max(0, -step), min(columns, columns - step)
            add(totals[first:last], belief[y, first + step : last + step])
        share(totals, width, scratch[y])
    for y in range(rows):
        totals[:] = 0.0
        for n in range(max(0, y - reach), min(rows - 1, y + reach) + 1):
            add(totals, scratch[n])
        share(totals, width, belief[y])


@native
def add(totals, row):
    """Add a row to totals."""
    for x in range(len(totals)):
        totals[x] += row[x]


@native
def share(totals, width, row):
    """Write totals, divided by a width, into a row."""
    for x in range(len(totals)):
        row[x] = totals[x] / width


@native
def gather(belief, x, y, reach, weight):
    """Add a unit that must be within reach of a square."""
    rows, columns = belief.shape
    left, right = max(1, x - reach), min(columns, x + reach)
    top, bottom = max(1, y - reach), min(rows, y + reach)
    if left > right or top > bottom:
        return
    share = weight / ((right - left + 1) * (bottom - top + 1))
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            belief[row - 1, column - 1] += share


@native
def fade(belief, factor):
    """Scale the belief down everywhere."""
    for y in range(belief.shape[0]):
        for x in range(belief.shape[1]):
            belief[y, x] *= factor


@native
def normalise(belief):
    """Scale the belief so that it sums to 1."""
    total = 0.0
    for y in range(belief.shape[0]):
        for x in range(belief.shape[1]):
            total += belief[y, x]
    if total > 0.0:
        fade(belief, 1.0 / total)


@native
def sum_up(belief, sums):
    """Write the sums over the rectangles that begin at the first square."""
    for y in range(belief.shape[0]):
        line = 0.0
        for x in range(belief.shape[1]):
            line += belief[y, x]
            sums[y + 1, x + 1] = sums[y, x + 1] + line


@native
def mass(sums, left, top, side):
    """Return the belief within an area, which may reach over the edges."""
    rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
    x1, x2 = max(0, left - 1), min(columns, left + side - 1)
    y1, y2 = max(0, top - 1), min(rows, top + side - 1)
    if x1 >= x2 or y1 >= y2:
        return 0.0
    return sums[y2, x2] - sums[y1, x2] - sums[y2, x1] + sums[y1, x1]
