"""Intercept's sensor rules: hide and seek in space, nothing on the map until a scan finds it.

Two sides move by vectors on a map of squares, in secret, under a sun that shines from above. Each
turn a side declares up to two scans, areas on the map; the other side answers truthfully whether
anything there gave a signal. Tracked ships move in the open. From a post of 2019 (rules in
RULES.md, by number); what the post leaves out is reconstructed and marked so in data/.

    from spacecombat_env import intercept_sensors_v0

    env = intercept_sensors_v0.env(scenario="duel")
    env.reset(seed=1)

| | |
|---|---|
| Seats | `red_0` (side A, scans first on odd turns), `blue_0` (side B) |
| Actions | `Discrete(N)` with a mask: an order is spoken word by word (pieces/words.py) |
| Observation | a flat vector of named blocks, relative to the seat (sight/observe.py) |
| Rewards | +1 win, -1 loss, 0 draw; or the margin of points over 20 |
| End of game | as the scenario says: a track held, a crossing, points (victory.py) |
| Scenarios | `duel`, `infiltrator`, `picket`, and files of your own (scenario/) |
| Hidden | where untracked enemies are, how they move, what they are and what they plot |

What a seat knows is what `redact` leaves of the record; view, picture, log and words are made
from that alone (told/notation.py, told/story.py, told/views.py, told/draw.py).

## Version History

* v0: the sensor rules, with movement and scenarios of our own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_env.core.matrix import read_matrix
from spacecombat_env.core.ruleset import Kernels, RuleSet, Scenario
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import REASONS
from spacecombat_env.rulesets.intercept_sensors.scenario import (
    DELEGATES,
    NAME,
    RECOMMENDED,
    SEATS,
    VERSION,
    load,
    scenarios,
)

if TYPE_CHECKING:
    from spacecombat_env.core.fields import Knowledge
    from spacecombat_env.core.ruleset import Games

__all__ = ["RULESET"]

FOLDER = Path(__file__).parent


def kernels() -> Kernels:
    """Return the doors of entry.py; imports Numba."""
    from spacecombat_env.rulesets.intercept_sensors.entry import KERNELS

    return KERNELS


def view(seen: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return the JSON-ready view of a seat; see told/views.py."""
    from spacecombat_env.rulesets.intercept_sensors.told import views

    return views.view(seen, k, scenario, seat)


def word(seen: Games, k: int, scenario: Scenario, seat: int, token: int) -> str:
    """Return a token in words; see told/notation.py."""
    from spacecombat_env.rulesets.intercept_sensors.told import notation

    return notation.word(seen, k, scenario, seat, token)


def question(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and what is asked; see told/notation.py."""
    from spacecombat_env.rulesets.intercept_sensors.told import notation

    return notation.question(seen, k, scenario, seat)


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return events in words; see told/story.py."""
    from spacecombat_env.rulesets.intercept_sensors.told import story

    return story.log(seen, k, scenario, seat, since)


def draw_text(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return an ASCII picture; see told/draw.py."""
    from spacecombat_env.rulesets.intercept_sensors.told import draw

    return draw.draw_text(seen, k, scenario, seat)


def draw_svg(
    seen: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = False,
    for_page: bool = False,
) -> str:
    """Return an SVG picture; see told/draw.py."""
    from spacecombat_env.rulesets.intercept_sensors.told import draw

    return draw.draw_svg(seen, k, scenario, seat, since, turned, for_page)


def knowledge(scenario: Scenario) -> Knowledge:
    """Return what is declared of the fields of a state; see sight/knowledge.py."""
    from spacecombat_env.rulesets.intercept_sensors.sight import knowledge as declared

    return declared.knowledge(scenario)


def rules_index() -> list[dict[str, str]]:
    """Return the rule matrix as id, chapter, tier, title (the first sentence in RULES.md)."""
    return read_matrix(FOLDER)


RULESET = RuleSet(
    name=NAME,
    title="Intercept sensors",
    version=VERSION,
    seats=SEATS,
    kernels=kernels,
    load=load,
    scenarios=scenarios,
    delegates=DELEGATES,
    recommended=RECOMMENDED,
    view=view,
    word=word,
    question=question,
    log=log,
    draw_text=draw_text,
    draw_svg=draw_svg,
    rules_index=rules_index,
    reasons=REASONS,
    package=FOLDER,
    default_scenario="duel",
    knowledge=knowledge,
    hidden="yes: where untracked enemies are, how they move, what they are, what they plot",
    chance="one roll of 2D6 a scan, keyed by the seed",
)
