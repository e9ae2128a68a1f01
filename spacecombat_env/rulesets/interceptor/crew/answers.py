"""Questions of this room: who flies, who works which weapon."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.interceptor.crew import takeover
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room

legal, hear = answers_of(globals(), QUESTIONS, Room.CREW, takeover)
