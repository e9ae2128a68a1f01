"""Decisions of this chapter: black globes."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import black_globes

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.SHIPS, black_globes)
