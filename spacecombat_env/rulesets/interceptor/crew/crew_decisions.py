"""Decisions of this chapter: pilots and the crewmen of weapons."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import takeover

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.CREW, takeover)
