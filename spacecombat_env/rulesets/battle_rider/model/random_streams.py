"""What a lot is for: the second half of its key (`pair` in tasks.py), after a piece or a side.

Each value keeps its own luck: to change one is to change every game of its seed.
"""

from enum import IntEnum


class RandomStream(IntEnum):
    """Lots of the set-up."""

    CONTACT = 1  # which task forces of the set-up change contact numbers
    ENTRY_COLUMN = 2  # where a standing order lets a task force enter
    SLOT = 3  # BR-AMB-88 the slots over which task forces are dealt
    FIRST_PICK = 4  # BR-SCN-10 who picks first from the pool
    CUP = 5  # BR-S2-09 the ships left in the cup; and the number drawn before
    BUY = 8  # the ship that a standing order buys
    MISSION = 11  # BR-ASG-05 the mission drawn
    ACTION = 13  # one of the legal words
    KEPT_NUMBER = 15  # BR-AMB-88 whether a dummy that splits off keeps the number
    COLUMN = 16  # where a standing order of a mission places a task force
    NEAR_PLACE = 17  # and how near the planet
    NEAR = 18
    HELD_BACK = 19
    FREE_SLOT = 20  # BR-AMB-88 the slot of a task force that has just come to be
    SKILL = 32  # BR-MPL-01 a player's Fleet Tactics; and his number


class DeterminizationStream(IntEnum):
    """Lots of determinized games: their luck is another's, so these may meet those above."""

    LAUNCHER = 4  # the ship that launched a spread; and the ship asked about
    DAMAGE = 5  # BR-HID-01 a marker that lies face down
    KEEPER = 9  # the ship that carries or controls another
    CUP = 10  # BR-S2-09 the ships left in the cup; and the number drawn before
    MISSION = 12  # BR-ASG-05 the enemy's mission
    ASTEROID = 13  # and its asteroid
    MERCHANT = 14  # BR-MIB-06 whether a ship sails as a merchant
    FOUND = 15  # whether no more ships of a fleet were found
    FORCE = 20  # which task force, of those that may be meant
    CRAFT = 21  # which craft
    COLUMN = 22  # where a task force enters
    DUMMY = 23  # whether a task force is a dummy
