"""Chapter MSL: the flight, hex by hex."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Step
from spacecombat_env.rulesets.interceptor.pieces.dice import proceed


@jit
def flight_step(state, rules):
    """Step.FLIGHT: missiles of the exchange, attacker's first (LOCKED, then FLYING); each hex:

    obstacle, Ask.DEFENCE to the other seat as interception.is_asked says; in the target's hex
    point defence, then ARRIVED; none left: proceed(RESOLVE).
    """
    proceed(state, Step.RESOLVE)


@jit
def advance_missile(state, rules, n):
    """IN-MSL-06 One hex on the shortest path to its target."""


@jit
def lose_missile(state, n):
    """It is gone."""
