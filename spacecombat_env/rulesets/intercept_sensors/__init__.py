"""Intercept's sensor rules: hide and seek in space, nothing on the map until a scan finds it.

Two sides move by vectors on a map of squares, in secret, under a sun that shines from above. Each
turn a side declares up to two scans, areas on the map; the other side answers truthfully whether
anything there gave a signal. Tracked ships move in the open. From a post of 2019 (rules in
RULES.md, by number); values that the post leaves out are reconstructed and marked in data/.

    from spacecombat_env import intercept_sensors_v0

    env = intercept_sensors_v0.env(scenario="duel")
    env.reset(seed=1)

| | |
|---|---|
| Seats       | `red_0` (side A, scans first on odd turns), `blue_0` (side B) |
| Actions     | `Discrete(N)` with a mask: an order takes one or more actions (model/actions.py) |
| Observation | a flat vector of named blocks, relative to the seat (visibility/observe.py) |
| Rewards     | +1 win, -1 loss, 0 draw; or the margin of points over 20 |
| End of game | as the scenario says: a track held, a crossing, points (victory.py) |
| Scenarios   | `duel`, `infiltrator`, `picket`, and your files (scenario/) |
| Hidden      | place, course, identity and plots of untracked enemies |

`redact_state` reduces the record to a seat's information state. View, picture, log and texts derive
from that alone (presentation/).

## Version History

* v0: the sensor rules, with movement and scenarios of our own.
"""

from __future__ import annotations

from spacecombat_env.core.loading.definition import define_ruleset

from . import scenario
from .model import REASONS

__all__ = ["RULESET"]

RULESET = define_ruleset(
    scenario,
    extras=["plans", "grave", "reach", "belief", "tie_break"],
    title="Intercept sensors",
    reasons=REASONS,
    default_scenario="duel",
    hidden="yes: where untracked enemies are, how they move, what they are, what they plot",
    chance="one roll of 2D6 a scan, keyed by the seed",
)
