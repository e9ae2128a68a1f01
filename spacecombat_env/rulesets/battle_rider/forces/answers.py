"""Questions of this room: task forces, rounds, boarding."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.battle_rider.forces import (
    boarding,
    initiative_phase,
    launching,
    operations,
    reconfiguring,
    round_menu,
)
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room

legal, hear = answers_of(
    globals(),
    QUESTIONS,
    Room.FORCES,
    boarding,
    initiative_phase,
    launching,
    operations,
    reconfiguring,
    round_menu,
)
