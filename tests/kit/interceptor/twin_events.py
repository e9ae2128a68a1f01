"""Events and decisions that the twin games of Interceptor treat on their own."""

from spacecombat_env.rulesets.interceptor.model import Decision, Event, Verb

BY_DICE = frozenset(
    {
        # numbers and dice with an enemy's skills, shields, loads or hull in them
        *(Event.SHOT, Event.SHIELD, Event.LAUNCH, Event.LOCK, Event.GUARD, Event.INTERCEPTED),
        *(Event.DECOY, Event.ARRIVED, Event.FIREWALL, Event.RECOVERY, Event.OUT_OF_CONTROL),
        *(Event.MANOEUVRE, Event.ASTEROID, Event.COLLIDED),
        # what a planet does to a ship, by its pilot, its condition and the thrust that it has used
        *(Event.INTERFACE, Event.TOO_FAST, Event.LANDED, Event.SANK, Event.MODE, Event.BURNT),
        Event.ALTITUDE,
        # what comes of hits, by what is left of the ship
        *(Event.HIT, Event.EXPLODED, Event.BLAST, Event.COLLAPSE, Event.DERELICT),
        *(Event.ABANDONED, Event.EJECTED, Event.POINTS, Event.END),
        # what a look tells, by what is looked at, and with which devices
        Event.SEEN,
    }
)
"""Events that make public what was hidden: a difference may begin with one of them alone."""
WAIVES = {
    Decision.MOVE: Verb.DONE,
    Decision.LAST_SHOTS: Verb.DONE,
    Decision.POWER: Verb.DONE,
    Decision.POWER_HEAD: Verb.DONE,
    Decision.POWER_SIDE: Verb.DONE,
    Decision.DECIDE: Verb.DONE,
    Decision.DECIDE_VERB: Verb.DONE,
    Decision.CREW: Verb.DONE,
    Decision.CREW_WEAPON: Verb.DONE,
    Decision.DROP_RACK: Verb.DONE,
    Decision.LOAD_CRAFT: Verb.DONE,
    Decision.LOAD_RACK: Verb.DONE,
    Decision.LOAD_KIND: Verb.DONE,
    Decision.DRIFT_MOVE: Verb.DONE,
    Decision.OPPORTUNITY: Verb.PASS,
    Decision.RETURN: Verb.PASS,
    Decision.DEFENCE: Verb.PASS,
    Decision.GUARD: Verb.PASS,
    Decision.TAIL: Verb.PASS,
    Decision.FORCE: Verb.PASS,
    Decision.RAM: Verb.PASS,
    Decision.FIRE_WEAPONS: Verb.DONE,
}
"""How the enemy waives a decision that a secret has given it."""
UNSEEN_NUMBERS = (Decision.POWER_ENGINE, Decision.POWER_RATE)
"""Numbers of which the watcher learns nothing: any answer waives the decision."""
UNSEEN_ACTS = (
    Decision.MOVE,
    Decision.DECIDE,
    Decision.POWER,
    Decision.LOAD_CRAFT,
    Decision.LAST_SHOTS,
    Decision.OPPORTUNITY,
    Decision.RETURN,
)
"""Decisions at which a seat may say actions and come back to the question with nobody the wiser."""
SHOOTING = (Decision.FIRE_WEAPONS, Decision.LAY_SPEED)
"""Decisions amid a shot that its seat has begun, and cannot always take back."""
SHOTS = (Event.FIRE, Event.LAUNCH, Event.LAID)
"""What tells of such a shot."""
LOOKED = (
    *(f"craft[{{k}}].last_seen_{what}" for what in ("armour", "inside", "disabled")),
    *(f"craft[{{k}}].disclosed_{what}" for what in ("tons", "streamlined", "kinds:", "weapons:")),
    *(f"craft[{{k}}].{what}:" for what in ("klass", "armed_as")),
    "last_seen_rows[{enemy},",
)
"""What a look (SEEN) shows of the ship looked at."""
TUMBLED = ("craft[{actor}].velocity:", "craft[{actor}].heading:", "craft[{actor}].facing:")
"""What a manoeuvre at random (MANOEUVRE) changes of a ship, by the points that it has left."""
LOST = ("craft[{actor}].q:", "craft[{actor}].r:")
"""Where it is as well, if it leaves the map by it: no MOVED tells of that hex."""
LEFT = ("adrift[{slot}].people:",)
"""How many leave a ship (EJECTED), by those who are awake."""
ACTIONS_OF_EXCURSION = 6
MOST_WAIVED = 12
EXCURSIONS, CHANGES = 0.2, 0.03
"""Share of such questions at which it does so in one game; of decisions with a secret changed."""
