"""The doctrines of the ace: one number for each preference; values are boxes of damage."""

from enum import IntEnum

from spacecombat_agents.scripted.parameters import OFF, ON, number, switch

__all__ = [
    "AFAR",
    "APPROACH",
    "BEST",
    "BEST_RANGE",
    "CARE",
    "COMPANY",
    "CONTROL",
    "CONTROL_NEAR_EDGE",
    "CROWD",
    "DEAR",
    "DECOY_AT",
    "DOCTRINES",
    "EDGE",
    "FAR",
    "FAR_APPROACH",
    "FASTEST",
    "FOCUS",
    "FRAIL",
    "HURT",
    "INSIDE",
    "IN_HAND",
    "LARGE_SHIELD",
    "LATER",
    "LEAST_NUMBER",
    "LEAST_SHOT",
    "NEAR_EDGE",
    "NODES",
    "PARAMETERS",
    "PERCENT",
    "PRIZE",
    "RACK_THREAT",
    "RACK_TURNS",
    "REPLY",
    "RETURN_SHARE",
    "RISK",
    "ROCK",
    "SHARED",
    "SHARE_FIRED",
    "SPENT",
    "TAIL",
    "TAILED",
    "USUAL_GUNNERY",
    "USUAL_PILOTING",
    "USUAL_SHIELD",
    "VARIABLE_SHIELD",
    "USUAL_THRUST",
    "WHIM",
    "WORN",
    "WOUNDED",
]


class Doctrine(IntEnum):
    """Numbers of DOCTRINES."""

    ACE = 0
    PLAIN = 1  # No second turn; all enemies coast; damaged ships go home; random loads; no wear.


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
           "racks carry missiles for short range, the heaviest; off: a random mix"),
    switch("weighed", {"ace": ON, "ace:plain": OFF},
           "who has still to move holds a shot against what its guns are worth to its whole plot; "
           "off: against the best shot of that plot"),
    switch("levels", {"ace": ON, "ace:plain": OFF},
           "on a map with levels it climbs and dives; off: it keeps its level"),
    number("shot_in_hand", 0, 200, {"ace": 95, "ace:plain": 80},
           "percent of that at which a shot at a passing enemy is taken; weighed, returned too"),
    number("passing_shot", 0, 200, {"ace": 60, "ace:plain": 60},
           "percent of the best shot that a passing enemy can still give at which who has moved "
           "fires at it"),
)
# fmt: on

# --- assumptions about an unknown ship -----------------------------------------------------------

USUAL_GUNNERY = 5
USUAL_PILOTING = 5
USUAL_SHIELD = 40
LARGE_SHIELD = 70  # Of an unknown ship of a size that often feeds its shields.
VARIABLE_SHIELD = 90  # A corvette that feeds its shields as the standing order has it.
USUAL_THRUST = (0, 3, 3, 4, 4, 5, 6, 8, 10)  # By size class.
RACK_THREAT = 2.0  # Boxes: threat of an enemy's rack at a DAP's range; its load is hidden.
RACK_TURNS = 4  # Turns in which that halves.
SHARE_FIRED = 0.0  # Share of its guns that an unknown ship has left after it was seen to fire.

# --- the value of a place ------------------------------------------------------------------------

RISK = 0.8  # Weight of an own box against an enemy's.
TAIL = 0.5  # For a tail on a ship: one moves first next turn.
TAILED = 0.7
LATER = 0.5  # Weight of the turn after this one.
REPLY = 0.5  # Weight of the best reply of an enemy that has still to move.
THIN, THICK = 0.0, 40.0  # Boxes on a facing: all damage goes inside, none does.
INSIDE = 2.0  # A box inside counts this many boxes of armour more.
APPROACH = 0.06  # Per hex nearer the best range.
FAR_APPROACH = 0.15  # Per hex nearer where it is farther than FAR.
FAR = 12
BEST_RANGE = 1
EDGE = 30.0  # A course that cannot stay on the map next turn.
NEAR_EDGE = 0.4  # Per hex by which the edge ahead is nearer than the velocity.
ROCK = 60.0  # A crash.
CROWD = 3.0  # Another ship in the same hex at the end of the turn.
COMPANY = 0.1  # A friend within a hex.
CONTROL = 15.0  # Control lost: the ship tumbles for turns, an easy target.
CONTROL_NEAR_EDGE = 40.0  # The same where the course leads off the map within two turns.
LEAST_NUMBER = 6  # Smallest number at which a manoeuvre beyond safe thrust is tried.
SPENT = 0.01  # Per thrust point, so that the easiest of equal plots wins.
SHARED = 0.1  # Bonus for a ship that friends have fired at this turn, per crewman.
FOCUS = 0.5  # Bonus for a ship that is all but destroyed.
PRIZE = 2.0  # Bonus for the ship that has the man whom both sides want.
WORN = 2.0  # Bonus for a ship that has lost all its armour.
CARE = 2.0  # The same for boxes of one's own ship.
WHIM = 0.02  # Range of the random tie-break.

# --- plots ---------------------------------------------------------------------------------------

FASTEST = 11  # Velocity beyond which no plot is laid, except by a ship that already has it.
NODES = 6000
BEST = 24  # Ends that are followed for a second turn.
COAST, GREEDY, HARD = 0.4, 0.3, 0.3  # Likelihood of an enemy's three ways.

# --- fire ----------------------------------------------------------------------------------------

IN_HAND = 0.8  # Share of the best moment of one's own plot at which a shot is taken.
RETURN_SHARE = 0.5  # Share of a good shot that is returned before one's own move.
AFAR = 3  # Hexes beyond which missiles fly alone while the guns may yet come nearer.
LEAST_SHOT = 0.05  # Boxes: anything less is no shot.

# --- the rest ------------------------------------------------------------------------------------

FRAIL = 4  # Ship Destroyed boxes lost beyond which a hull is left.
DEAR = 1 / 3  # Share of the cost of a lost ship beyond which no ship is sent home.
HURT = 0.5  # Share of the inside lost at which a ship goes home.
WOUNDED = 2  # Hits of a pilot at which a ship goes home.
DECOY_AT = 1  # Hexes that a missile has to go when a Decoy is launched.
