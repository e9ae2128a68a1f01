"""The doctrines: what the ace likes and minds, one number each; values are boxes of damage."""

from enum import IntEnum

from spacecombat_agents.scripted.parameters import OFF, ON, number, switch


class Doctrine(IntEnum):
    """Numbers of DOCTRINES."""

    ACE = 0
    PLAIN = 1  # no second turn; all coast; who is hurt goes home; loads by lot; wear makes no odds


DOCTRINES = {"ace": int(Doctrine.ACE), "ace:plain": int(Doctrine.PLAIN)}
PERCENT = 100.0
# fmt: off
PARAMETERS = (
    switch("second_turn", {"ace": ON, "ace:plain": OFF},
           "the best plots are followed for a second turn, and through the replies of those that "
           "have still to move"),
    switch("hypotheses", {"ace": ON, "ace:plain": OFF},
           "enemies that have still to move may coast, close in or come as hard as they can; off: "
           "everybody coasts"),
    switch("wear", {"ace": ON, "ace:plain": OFF},
           "enemies that have lost armour are shot at first, and ships of its own that have are "
           "kept out of the fire"),
    switch("homing", {"ace": OFF, "ace:plain": ON},
           "who is hurt goes home though that costs much; off: only where it is cheap"),
    switch("near_loads", {"ace": ON, "ace:plain": OFF},
           "racks carry missiles for short range, the heaviest; off: a mix by lot"),
    switch("weighed", {"ace": ON, "ace:plain": OFF},
           "who has still to move holds a shot against what its guns are worth to its whole plot; "
           "off: against the best shot of that plot"),
    number("shot_in_hand", 0, 200, {"ace": 95, "ace:plain": 80},
           "percent of that at which a shot at a passing enemy is taken; weighed, returned too"),
    number("passing_shot", 0, 200, {"ace": 60, "ace:plain": 60},
           "percent of the best shot that a passing enemy can still give at which who has moved "
           "fires at it"),
)
# fmt: on

# --- what an unknown ship is taken for -----------------------------------------------------------

USUAL_GUNNERY = 5
USUAL_PILOTING = 5
USUAL_SHIELD = 40
USUAL_THRUST = (0, 3, 3, 4, 4, 5, 6, 8, 10)  # by size class
RACK_THREAT = 2.0  # boxes that its rack is feared for at a DAP's range: what it holds is not known
RACK_TURNS = 4  # turns in which that halves
SHARE_FIRED = 0.0  # of its guns that an unknown ship has left once it was seen to fire

# --- the value of a place ------------------------------------------------------------------------

RISK = 0.8  # a box of one's own against one of the enemy's
TAIL = 0.5  # a ship on whose tail I am moves first next turn
TAILED = 0.7
LATER = 0.5  # what the turn after this one counts
REPLY = 0.5  # what the best reply of an enemy counts that has still to move
THIN, THICK = 0.0, 40.0  # boxes on a facing: all damage goes inside, none does
INSIDE = 2.0  # a box inside counts so many more than one of armour
APPROACH = 0.06  # a hex nearer the best range
FAR_APPROACH = 0.15  # a hex nearer where it is farther than FAR
FAR = 12
BEST_RANGE = 1
EDGE = 30.0  # a course that cannot be kept on the map next turn
NEAR_EDGE = 0.4  # a hex less than the velocity to the edge ahead
ROCK = 60.0  # a crash
CROWD = 3.0  # another ship in the same hex at the end of the turn
COMPANY = 0.1  # a friend within a hex
CONTROL = 15.0  # control lost: it tumbles for turns, an easy target
CONTROL_NEAR_EDGE = 40.0  # the same where the course leads off the map within two turns
LEAST_NUMBER = 6  # below which no manoeuvre beyond safe thrust is tried
SPENT = 0.01  # a thrust point, so that of equal plots the easiest is flown
SHARED = 0.1  # more for a ship that friends have fired at this turn, a crewman each
FOCUS = 0.5  # more for one that is all but destroyed
WORN = 2.0  # more for one that has lost all its armour
CARE = 2.0  # and so much more a ship minds a box of its own that has
WHIM = 0.02  # by how much taste varies

# --- plots ---------------------------------------------------------------------------------------

FASTEST = 11  # velocity beyond which no plot is laid, but by who is as fast already
NODES = 6000
BEST = 24  # ends that are followed for a second turn
COAST, GREEDY, HARD = 0.4, 0.3, 0.3  # how likely an enemy's three ways are

# --- fire ----------------------------------------------------------------------------------------

IN_HAND = 0.8  # share of the best moment of one's own plot at which a shot is taken
RETURN_SHARE = 0.5  # share of a good shot that is returned before one's own move
AFAR = 3  # hexes beyond which missiles fly alone while the guns may yet come nearer
LEAST_SHOT = 0.05  # boxes: what is less is no shot

# --- the rest ------------------------------------------------------------------------------------

FRAIL = 4  # Ship Destroyed boxes lost beyond which a hull is left
DEAR = 1 / 3  # share of what a lost ship costs beyond which nobody is sent home
HURT = 0.5  # share of the inside lost at which a ship goes home
WOUNDED = 2  # hits of a pilot at which it does
DECOY_AT = 1  # hexes that a missile has to go when a Decoy is launched
