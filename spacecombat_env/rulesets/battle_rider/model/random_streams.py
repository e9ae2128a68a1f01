"""Random streams: the second part of a key (`pair_key` in tasks.py), after a piece or a side.

Do not change a value: it would change every game of a given seed.
"""

from enum import IntEnum


class RandomStream(IntEnum):
    """Random streams of the set-up."""

    CONTACT = 1  # Swaps of contact numbers among task forces of the set-up.
    ENTRY_COLUMN = 2  # Entry column chosen by a standing order.
    SLOT = 3  # BR-AMB-88 the slots over which task forces are dealt.
    FIRST_PICK = 4  # BR-SCN-10 the side that picks first from the pool.
    CUP = 5  # BR-S2-09 the ships left in the cup; and the number drawn before.
    BUY = 8  # The ship bought by a standing order.
    MISSION = 11  # BR-ASG-05 the mission drawn.
    ACTION = 13  # One of the legal actions.
    KEPT_NUMBER = 15  # BR-AMB-88 whether a dummy that splits off keeps the number.
    COLUMN = 16  # Column chosen by a mission's standing order.
    NEAR_PLACE = 17  # Distance to the planet, likewise.
    NEAR = 18
    HELD_BACK = 19
    FREE_SLOT = 20  # BR-AMB-88 the slot of a new task force
    SKILL = 32  # BR-MPL-01 a player's Fleet Tactics, and number


class DeterminizationStream(IntEnum):
    """Random streams of determinized games, whose seeds differ: values may equal those above."""

    LAUNCHER = 4  # The ship that launched a spread, or the ship of a decision.
    DAMAGE = 5  # BR-HID-01 a face-down marker.
    KEEPER = 9  # The ship that carries or controls another.
    CUP = 10  # BR-S2-09 the ships left in the cup; and the number drawn before.
    MISSION = 12  # BR-ASG-05 the enemy's mission.
    ASTEROID = 13  # The enemy's asteroid.
    FOUND = 15  # Whether no more ships of a fleet were found.
    BY_WORTH = 16  # Whether a fleet is bought by the worth of its ships.
    FUEL = 17  # Whether a ship has burned its limited fuel.
    FORCE = 20  # A task force among candidates.
    CRAFT = 21  # A craft among candidates.
    COLUMN = 22  # Entry column of a task force.
    DUMMY = 23  # Whether a task force is a dummy.
