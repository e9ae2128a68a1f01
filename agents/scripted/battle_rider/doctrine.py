"""The doctrines: one number each for what a captain likes, and the chances of a task."""

from spacecombat_env.core.jit import jit

AGGRESSIVE = 1

# One number a doctrine, in the order of DOCTRINES.
CONTACT_RANGES = (24, 99)  # hexes at which the active sensors go on
FIGHTING_RANGES = (22, 3)  # hexes it likes to keep from the enemy it steers by
SALVO_RANGES = (24, 13)  # hexes within which a salvo is launched
BLIND_RANGES = (32, 0)  # the same at an enemy not yet detected: the first salvo decides much
SALVOES = 9  # of a ship on their way at a time: it may not live to launch the next
PICKET_RANGE = 5  # hexes at which drones by themselves search for the enemy and draw its fire
CLOSE_RANGE = 5  # hexes that a force of low tech level keeps: from afar it is seen, and sees little
FAR = 99
FLEEING_RANGE = 60  # what a beaten captain wants between himself and the enemy
BEATEN = 3  # known enemies to each own ship at which he is
EASY_SPEED = 4  # hexes a turn beyond which a force can no longer turn before the edge
EVASION_RANGE = 20  # hexes within which spare Gs go into evasion
SALVO = 1  # missile directors from which a force fights by its salvoes, from afar
HEAVY = 5  # damage at short range that makes a gun worth going near for
SHORT_REACH = 8  # hexes; a short range below it is doubled
SAFE_RANGE = 20  # hexes around a disabled ship in which no armed enemy may be for boarding it
ALONGSIDE_RANGE = 4  # hexes within which matching a vector counts for more than closing in
FLICKER = 5  # tenths at which a black globe flickers under fire
LEAVE_TO_GUNS, LEAVE_TO_SALVOES = 2, 2  # armed enemies left alone by who must not end the game
LOOK_AHEAD = 5  # turns of coasting that must stay on the map

# Chances in 95 of a success at difficulty 1..5 (BR-TSK-09).
CHANCES = (90, 62, 34, 20, 10)


@jit
def chance(difficulty):
    """BR-TSK-09 Chance of a success."""
    if difficulty > 5:
        return 0.0
    return CHANCES[max(0, difficulty - 1)] / 95.0
