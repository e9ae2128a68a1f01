"""Questions of this room: launching, spreads, their attacks, the defense against them."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.battle_rider.missiles import (
    attack,
    control,
    dampers,
    defense,
    flight,
    hits,
    launching,
    locks,
    semi_independent,
)
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room

CHAPTERS = (attack, control, dampers, defense, flight, hits, launching, locks, semi_independent)
legal, hear = answers_of(globals(), QUESTIONS, Room.MISSILES, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.MISSILES, *CHAPTERS)
