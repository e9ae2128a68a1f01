"""The levels of knowledge of this rule set: the sides that may know a field (BR-AMB-88)."""

from enum import Enum


class Level(Enum):
    """The sides that know a field; visibility/knowledge.py evaluates the levels on a state."""

    ALL = "both sides"
    OWNER = "its side"
    NOBODY = "neither side"
    DELIVERED = "each side its own version, as far as the event was delivered to it"
    # of pieces
    DETECTED = "its side; the enemy once it is detected"
    SHOWN = "its side; the enemy while it is on the map and, played double-blind, found"
    AIMED = "its side; the enemy as SHOWN, while the force that it attacks defends (BR-MIS-20)"
    STATUS = "its side; the enemy once it is detected, but where missions are secret not its escape"
    DAMAGE = "its side; the enemy once it is detected, unless damage is hidden (BR-HID-01)"
    SAND = "its side; the enemy once it is detected, unless played double-blind"
    SEARCHED = "its side, unless played double-blind: who searched in vain does not know where"
    REPORTED = "the enemy that scanned it (BR-REF-02)"
    PLAYERS = "its side; the enemy where the side has one player"
    # of the game
    TO_ACT = "the side to act"
    ROUND = (
        "both sides, but not while an enemy force waits to enter or, played double-blind, is not"
        " found or has tumbled"
    )
    BOUGHT = "its side; the enemy where the fleet is not bought (BR-SCN-11)"
    LOSSES = "both sides, unless missions are secret"
    EMPTIES = "its side; the enemy unless played double-blind (BR-REF-01)"
    CUP = "both sides, unless damage is hidden (BR-HID-02)"
    DEFENDING = "both sides, but not an enemy craft that is undetected"
    BATTERIES = "the side whose batteries fire (BR-BAT-03)"
    MISSION = "its side; the enemy where missions are not secret (BR-ASG-05)"
    FULFILLED = "both sides, unless missions are secret: then neither (BR-ASG-14)"
    HITS = "the side that is hit, while it decides about sand"
    FOUND = "its side; played double-blind not what is not found"
    # of a sensor attempt, while a side decides about it; the log holds the outcome
    ANNOUNCED = "the side that decides"
    SENSING = "the sensing side, while it decides whether to continue"
    TARGETED = "the side searched, while it chooses the easiest craft or a jammer"
    EMITTED = "the side that decides; the side searched only if the sensor is active (BR-JAM-03)"
