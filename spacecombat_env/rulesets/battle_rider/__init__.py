"""Battle Rider: fleets of starships on a hex map, moving by vectors, hidden until detected.

Two sides, Red and Blue, lead squadrons of up to about forty ships (GDW, 1994; rules in RULES.md, by
rule id). Ships sail in task forces whose composition the enemy learns only by sensors; some task
forces are dummies. Each turn has an initiative phase (launching, reconfiguring), rounds of
operations in which one task force at a time detects, moves and fires, and missile phases.

    from spacecombat_env import battle_rider_v0

    env = battle_rider_v0.env(scenario="skirmish")
    env.reset(seed=1)

| | |
|---|---|
| Seats       | `red_0` (enters over row 1), `blue_0` (enters over the last row) |
| Actions     | `Discrete(N)` with a mask: an order takes one or more actions (model/actions.py) |
| Observation | a flat vector of named blocks, relative to the seat (visibility/observe.py) |
| Rewards     | +1 win, -1 loss, 0 draw; or the margin of points |
| End of game | one side has no ship left that can attack, or the turn limit |
| Scenarios   | those in scenarios/, the book's among them, and your own files (scenario/) |
| Hidden      | fleets bought, what is in an undetected task force, dummies, stores, missiles |

A seat knows what `redact` leaves of the record; view, picture, log and texts derive from that alone
(presentation/).

## Version History

* v0: all rules of the book, its scenarios with their variants, its twenty missions.
"""

from __future__ import annotations

from spacecombat_env.core.loading.definition import define_ruleset

from . import scenario
from .model import REASONS

__all__ = ["RULESET"]

RULESET = define_ruleset(
    scenario,
    extras=["plans", "grave", "reach", "salvos"],
    title="Battle Rider",
    reasons=REASONS,
    hidden="yes: composition of undetected task forces, dummies, stores",
    chance="95 cards and 36 damage markers, keyed by the seed",
)
