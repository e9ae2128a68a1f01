"""The doctrines: their parameters, the captain's constants, the chances of a task."""

from spacecombat_agents.scripted.parameters import OFF, ON, number, switch
from spacecombat_env.core.native import native

__all__ = [
    "AGGRESSIVE",
    "ALONGSIDE_RANGE",
    "BEFORE_MOVING",
    "CLOSE_RANGE",
    "DOCTRINES",
    "EASY_SPEED",
    "FAR",
    "FLEEING_RANGE",
    "HEAVY",
    "LOOK_AHEAD",
    "PARAMETERS",
    "SAFE_RANGE",
    "SALVO",
    "SHORT_REACH",
    "chance",
]

AGGRESSIVE = 1
DOCTRINES = {"captain": 0, "aggressive": AGGRESSIVE}

FAR = 99
# fmt: off
PARAMETERS = (
    number("active_range", 0, FAR, {"captain": 24, "aggressive": FAR},
           "hexes to the nearest enemy counter at which active sensors go on, and plants that are "
           "down start with a crash"),
    switch("active_when_found", {"captain": ON, "aggressive": ON},
           "the same as soon as the enemy has detected the task force, however far it is"),
    number("fighting_range", 1, FAR, {"captain": 22, "aggressive": 3},
           "hexes it likes to keep from the enemy it steers by; it fires before it moves up to "
           "three hexes beyond"),
    number("open_fire_range", 1, FAR, {"captain": FAR, "aggressive": FAR},
           "hexes within which beams fire at all"),
    number("launch_range", 0, FAR, {"captain": 24, "aggressive": 13},
           "hexes to a detected enemy within which missiles are launched; a larger "
           "blind_launch_range decides where no mission is sailed"),
    number("blind_launch_range", 0, FAR, {"captain": 32, "aggressive": 0},
           "the same at an enemy not yet detected, where no mission is sailed: the first salvo "
           "decides much"),
    number("salvoes", 0, 9, {"captain": 9, "aggressive": 1},
           "salvoes of a ship on their way at a time, 0 for none: it may not live to launch the "
           "next"),
    number("salvo_missiles", 1, 999, {"captain": 999, "aggressive": 999},
           "missiles of a salvo at most; never more than the ship can steer"),
    switch("pickets", {"captain": ON},
           "drones by themselves go ahead to search for the enemy and to draw its fire"),
    number("picket_range", 1, FAR, {"captain": 5},
           "hexes at which they keep from it"),
    number("evasion_range", 0, FAR, {"captain": 20},
           "hexes to the enemy within which spare Gs go into evasion, once detected"),
    number("withdraw_at", 1, FAR, {"captain": 3},
           "known enemy craft to each own one at which it fights no more and keeps away"),
    number("globe", 0, 9, {"captain": 5, "aggressive": 5},
           "tenths at which a black globe flickers while the enemy sees the ship, 0 for never "
           "(switch black_globes)"),
    switch("jamming", {"captain": ON, "aggressive": ON},
           "what can jam an active scan does (where `jamming` is not delegated)"),
    switch("boarding", {"captain": ON},
           "goes alongside disabled ships and boards them (switch boarding)"),
    number("force_ships", 1, 7, {"captain": 7, "aggressive": 7},
           "craft it puts into a task force at most as it sets up, besides what Fleet Tactics "
           "allow (where `task_forces` is not delegated)"),
    switch("dummy_orders", {"captain": OFF, "aggressive": OFF},
           "dummies sail as the ships nearest to them do, as they would if `task_forces` were "
           "delegated; off: as if they were ships that fight (where it is not)"),
)
# fmt: on
BEFORE_MOVING = 3  # Hexes beyond the fighting range up to which it fires first, then moves.
CLOSE_RANGE = 5  # Hexes a low-tech force keeps: from afar it is seen, and sees little.
FLEEING_RANGE = 60  # Hexes that a beaten captain puts between itself and the enemy.
EASY_SPEED = 4  # Hexes a turn beyond which a force can no longer turn before the edge.
SALVO = 1  # Missile directors from which a force fights by its salvoes, from afar.
HEAVY = 5  # Damage at short range that makes a gun worth going near for.
SHORT_REACH = 8  # Hexes; a short range below it is doubled.
SAFE_RANGE = 20  # Hexes around a disabled ship in which no armed enemy may be for boarding it.
ALONGSIDE_RANGE = 4  # Hexes within which matching a vector counts for more than closing in.
LEAVE_TO_GUNS, LEAVE_TO_SALVOES = 2, 2  # Armed enemies spared by a side that must not end the game.
LOOK_AHEAD = 5  # Turns of coasting that must stay on the map.

# Chances in 95 of a success at difficulty 1..5 (BR-TSK-09).
CHANCES = (90, 62, 34, 20, 10)


@native
def chance(difficulty):
    """BR-TSK-09 Chance of a success."""
    if difficulty > 5:
        return 0.0
    return CHANCES[max(0, difficulty - 1)] / 95.0
