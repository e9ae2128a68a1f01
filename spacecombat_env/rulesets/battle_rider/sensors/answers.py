"""Questions of this room: sensors, detection, jamming, searching, surprise."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask
from spacecombat_env.rulesets.battle_rider.sensors.detection import (
    hear_chain,
    hear_easiest,
    legal_chain,
    legal_easiest,
)
from spacecombat_env.rulesets.battle_rider.sensors.jamming import hear_jam, legal_jam
from spacecombat_env.rulesets.battle_rider.sensors.orders import (
    hear_detect_sensor,
    hear_detect_subject,
    hear_detect_target,
    legal_detect_sensor,
    legal_detect_subject,
    legal_detect_target,
)
from spacecombat_env.rulesets.battle_rider.sensors.searching import (
    hear_survey_ship,
    hear_survey_target,
    legal_survey_ship,
    legal_survey_target,
)
from spacecombat_env.rulesets.battle_rider.sensors.status import (
    hear_status_subject,
    legal_status_subject,
)
from spacecombat_env.rulesets.battle_rider.sensors.surprise import hear_readiness, legal_readiness


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.STATUS_SUBJECT:
        legal_status_subject(state, rules, side, mask)
    elif question == Ask.DETECT_TARGET:
        legal_detect_target(state, rules, side, mask)
    elif question == Ask.DETECT_SUBJECT:
        legal_detect_subject(state, rules, side, mask)
    elif question == Ask.DETECT_SENSOR:
        legal_detect_sensor(state, rules, side, mask)
    elif question == Ask.DETECT_CHAIN:
        legal_chain(mask)
    elif question == Ask.EASIEST:
        legal_easiest(state, rules, mask)
    elif question == Ask.JAM:
        legal_jam(state, rules, mask)
    elif question == Ask.SURVEY_SHIP:
        legal_survey_ship(state, rules, side, mask)
    elif question == Ask.SURVEY_TARGET:
        legal_survey_target(state, side, mask)
    elif question == Ask.READINESS:
        legal_readiness(state, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.STATUS_SUBJECT:
        hear_status_subject(state, rules, word)
    elif question == Ask.DETECT_TARGET:
        hear_detect_target(state, rules, word)
    elif question == Ask.DETECT_SUBJECT:
        hear_detect_subject(state, rules, word)
    elif question == Ask.DETECT_SENSOR:
        hear_detect_sensor(state, rules, word)
    elif question == Ask.DETECT_CHAIN:
        hear_chain(state, rules, word)
    elif question == Ask.EASIEST:
        hear_easiest(state, rules, word)
    elif question == Ask.JAM:
        hear_jam(state, rules, word)
    elif question == Ask.SURVEY_SHIP:
        hear_survey_ship(state, rules, word)
    elif question == Ask.SURVEY_TARGET:
        hear_survey_target(state, rules, word)
    elif question == Ask.READINESS:
        hear_readiness(state, rules, word)
