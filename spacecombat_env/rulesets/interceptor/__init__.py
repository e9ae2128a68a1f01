"""Interceptor: fighters and corvettes, moved hex by hex, shot at whenever they come into sight.

Two sides fly craft with a heading and a facing across a map of hexes. Thrust is limited each turn,
and only part of it is safe. Ships move by size and initiative; at any moment of a move others may
fire, and fire is returned. Hits cut columns, squares and cones out of six blocks of armour, then
out of the inside. Knowledge of an enemy grows as it comes near. The book's rules by number are in
RULES.md; reconstructed values are marked in data/.

    from spacecombat_env import interceptor_v1

    env = interceptor_v1.env(scenario="duel")
    env.reset(seed=1)

| | |
|---|---|
| Seats       | `red_0` (Commonwealth, Renegades or KessRith), `blue_0` (TOG) |
| Actions     | `Discrete(N)` with a mask: an order takes one or more actions (model/actions.py) |
| Observation | a flat vector of named blocks, relative to the seat (visibility/observe.py) |
| Rewards     | +1 win, -1 loss, 0 draw; or the margin of points over 40 |
| End of game | a side has no craft left in the fight, or the turn limit; points (victory.py) |
| Scenarios   | `duel`, `pair`, the book's first two with variants, your files (scenario/) |
| Hidden      | class, load, crew and damage of the enemy, until range discloses them |

`redact_state` reduces the record to a seat's information state. View, picture, log and texts derive
from that alone (presentation/).

## Version History

* v1: wider actions and observation, for the second half of the book.
* v0: fighters and corvettes in open space and among asteroids.
"""

from __future__ import annotations

from spacecombat_env.core.loading.definition import define_ruleset

from . import scenario
from .model import REASONS, Delegate

__all__ = ["RULESET"]

IN_AN_EXCHANGE = Delegate.GUNNERY | Delegate.RETURN_FIRE | Delegate.DEFENCE
"""Kinds of decision that an exchange of fire needs: with these it is played to its end."""

RULESET = define_ruleset(
    scenario,
    extras=["outcome", "grave", "routes", "salvos"],
    salvo_orders=IN_AN_EXCHANGE,
    title="Interceptor",
    reasons=REASONS,
    default_scenario="asteroid_field",
    hidden="yes: class, load, crew and damage of the enemy, as far as range has not disclosed them",
    chance="one ten-sided die a roll, keyed by the seed",
)
