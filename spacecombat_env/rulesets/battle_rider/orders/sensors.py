"""Standing orders for sensors: chains go on, what can jam jams, crews stay as ready as they are."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import CraftStatus
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import MAX_DIFFICULTY, NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Verb
from spacecombat_env.rulesets.battle_rider.pieces.tasks import IMPOSSIBLE
from spacecombat_env.rulesets.battle_rider.pieces.words import amount_word, craft_word
from spacecombat_env.rulesets.battle_rider.sensors.jamming import jam_difficulty


@jit
def sensors_ready(state, rules, side):
    """Chains go on; ties and jamming as they serve best; crews stay at their readiness."""
    question = int(state.ask)
    if question == Ask.DETECT_CHAIN:
        return Verb.CONTINUE
    if question == Ask.JAM:
        return jam_word(state, rules, side)
    if question == Ask.EASIEST:
        return craft_word(state, int(state.attempt.target_craft))
    if question == Ask.READINESS:
        return amount_word(state, int(state.watch[side].level))
    return NONE


@jit
def jam_word(state, rules, side):
    """The jammer with the easiest task, if any can try."""
    best, word = IMPOSSIBLE, Verb.NO_JAM
    for k in half(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == state.attempt.target_tf:
            difficulty = jam_difficulty(state, rules, k, state.attempt)
            if difficulty <= MAX_DIFFICULTY and difficulty < best:
                best = difficulty
                word = craft_word(state, k)
    return word
