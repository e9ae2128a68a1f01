"""A blank record: NONE where zero would mean a piece."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.model.fields import NONE, Record
from spacecombat_env.core.model.record import allocate

from ..model import Capacity, Decision, Step, Verdict, state_dtype, state_record


def blank_state(capacity: Capacity) -> np.ndarray:
    """Return an array of one blank state."""
    states = allocate(state_dtype(capacity), 1)
    _blank(state_record(capacity), states[0])
    state = states[0]
    state.step, state.decision, state.verdict = Step.SETUP, Decision.NOTHING, Verdict.OPEN
    return states


def _blank(declared: Record, holder: Any) -> None:
    """Write NONE into every field of a record, and of nested records, that may be NONE."""
    for one in declared:
        if one.derived and one.record is not None:
            continue
        if one.record is not None:
            for index in np.ndindex(one.shape):
                _blank(one.record, holder[one.name][index] if index else holder[one.name])
        elif one.pieces or one.least == NONE:
            holder[one.name] = NONE if not one.shape else holder[one.name] * 0 + NONE
