"""Questions of this room: set-up, purchase, asteroids, places at the start."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.battle_rider.fleets import deployment, missions, pools, purchase
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room

CHAPTERS = (deployment, missions, pools, purchase)
legal, hear = answers_of(globals(), QUESTIONS, Room.FLEETS, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.FLEETS, *CHAPTERS)
