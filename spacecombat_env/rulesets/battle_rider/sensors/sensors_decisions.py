# Generated from model/decisions.py by python -m spacecombat_env.core.kernels.generate
"""Decisions of the chapter SENSORS: legal actions, and what an answer does."""

from spacecombat_env.core.native import native

from ..model.record_types import Rules, State
from .detect_orders import (
    apply_detect_sensor,
    apply_detect_subject,
    apply_detect_target,
    legal_detect_sensor,
    legal_detect_subject,
    legal_detect_target,
)
from .detection import apply_detect_chain, apply_easiest, legal_detect_chain, legal_easiest
from .jamming import apply_jam, legal_jam
from .searching import (
    apply_survey_ship,
    apply_survey_target,
    legal_survey_ship,
    legal_survey_target,
)
from .status import apply_status_subject, legal_status_subject
from .surprise import apply_readiness, legal_readiness


@native
def legal(state: State, rules: Rules, seat, mask):
    """Write the legal actions of a decision of this chapter."""
    decision = int(state.decision)
    if decision == 19:  # STATUS_SUBJECT
        legal_status_subject(state, rules, seat, mask)
    elif decision == 20:  # DETECT_TARGET
        legal_detect_target(state, rules, seat, mask)
    elif decision == 21:  # DETECT_SUBJECT
        legal_detect_subject(state, rules, seat, mask)
    elif decision == 22:  # DETECT_SENSOR
        legal_detect_sensor(state, rules, seat, mask)
    elif decision == 23:  # DETECT_CHAIN
        legal_detect_chain(mask)
    elif decision == 24:  # EASIEST
        legal_easiest(state, rules, mask)
    elif decision == 25:  # JAM
        legal_jam(state, rules, mask)
    elif decision == 75:  # SURVEY_SHIP
        legal_survey_ship(state, rules, seat, mask)
    elif decision == 76:  # SURVEY_TARGET
        legal_survey_target(state, seat, mask)
    elif decision == 78:  # READINESS
        legal_readiness(state, mask)


@native
def apply(state: State, rules: Rules, action):
    """Carry out a legal action."""
    decision = int(state.decision)
    if decision == 19:  # STATUS_SUBJECT
        apply_status_subject(state, rules, action)
    elif decision == 20:  # DETECT_TARGET
        apply_detect_target(state, rules, action)
    elif decision == 21:  # DETECT_SUBJECT
        apply_detect_subject(state, rules, action)
    elif decision == 22:  # DETECT_SENSOR
        apply_detect_sensor(state, rules, action)
    elif decision == 23:  # DETECT_CHAIN
        apply_detect_chain(state, rules, action)
    elif decision == 24:  # EASIEST
        apply_easiest(state, rules, action)
    elif decision == 25:  # JAM
        apply_jam(state, rules, action)
    elif decision == 75:  # SURVEY_SHIP
        apply_survey_ship(state, rules, action)
    elif decision == 76:  # SURVEY_TARGET
        apply_survey_target(state, rules, action)
    elif decision == 78:  # READINESS
        apply_readiness(state, rules, action)
