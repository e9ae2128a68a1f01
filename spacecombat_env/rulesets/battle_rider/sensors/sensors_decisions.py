"""Decisions of this chapter: sensors, detection, jamming, searching, surprise."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import detect_orders, detection, jamming, searching, status, surprise

legal, apply = generate_decision_functions(
    globals(),
    DECISIONS,
    Chapter.SENSORS,
    detection,
    jamming,
    detect_orders,
    searching,
    status,
    surprise,
)
