"""Decisions of this chapter: scans, their sensors and areas."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, InterceptChapter
from . import declaring

legal, apply = generate_decision_functions(globals(), DECISIONS, InterceptChapter.SCANS, declaring)
