"""Decisions of this chapter: leaving a ship."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import ejecting

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.CASES, ejecting)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.CASES, ejecting)
