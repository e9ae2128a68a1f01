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

from functools import partial
from pathlib import Path

from spacecombat_env.core.engine import choose_kernels
from spacecombat_env.core.kernels.codegen import generated_modules
from spacecombat_env.core.loading.matrix import read_matrix
from spacecombat_env.core.loading.scenarios import SEATS
from spacecombat_env.core.ruleset import Kernels, LazyFunction, RuleSet, lazy_functions

from .model import REASONS
from .scenario import DELEGATES, NAME, RECOMMENDED, VERSION, load, scenarios

__all__ = ["RULESET"]

FOLDER = Path(__file__).parent


def interpreted_kernels() -> Kernels:
    """Return the functions of entry.py, as Python."""
    with generated_modules(__name__):
        from .entry import KERNELS
    return KERNELS


RULESET = RuleSet(
    name=NAME,
    title="Battle Rider",
    version=VERSION,
    seats=SEATS,
    kernels=partial(choose_kernels, __name__, interpreted_kernels),
    load=load,
    scenarios=scenarios,
    delegates=DELEGATES,
    recommended=RECOMMENDED,
    rules_index=partial(read_matrix, FOLDER),
    reasons=REASONS,
    package=FOLDER,
    hidden="yes: composition of undetected task forces, dummies, stores",
    chance="95 cards and 36 damage markers, keyed by the seed",
    plans=LazyFunction(f"{__name__}.presentation.plans", "plans"),
    **lazy_functions(__name__),
)
