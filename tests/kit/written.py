"""Which entries of an observation its writers fill, and how often."""

from __future__ import annotations

import re

import numpy as np


class Watched(np.ndarray):
    """An observation that counts what is written to each entry, of its parts too, by index."""

    counts: np.ndarray | None = None

    def __getitem__(self, key):
        found = super().__getitem__(key)
        if self.counts is not None and isinstance(key, slice):
            found.counts = self.counts[key]
        return found

    def __setitem__(self, key, value):
        if self.counts is not None and not isinstance(key, slice):
            self.counts[key] += 1
        super().__setitem__(key, value)


def writings(layout, observe, state, rules, seat):
    """How often `observe`, interpreted, writes each entry: int (n,)."""
    row = np.zeros(layout.size, np.int8).view(Watched)
    row.counts = np.zeros(layout.size, np.int64)
    observe(state, rules, seat, row)
    return row.counts


def columns_in(layout, entries):
    """The columns that hold some entries, bool (n,); entries without columns by themselves."""
    names = [layout.describe(int(entry)) for entry in np.flatnonzero(entries)]
    return {re.sub(r"\[[\d,]+\]\.", ".", name) for name in names}


def fill(pieces, **fields):
    """Give all records of an array a value in each of some fields."""
    for name, value in fields.items():
        pieces[name] = value
