"""Questions of this room: cover."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.interceptor.combat import cover
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room

legal, hear = answers_of(globals(), QUESTIONS, Room.COMBAT, cover)
