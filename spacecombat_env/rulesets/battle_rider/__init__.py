"""Battle Rider: fleets of starships on a hex map, moving by vectors, hidden until detected.

Two sides, Red and Blue, lead squadrons of a few to some forty ships (GDW, 1994; rules in
RULES.md, by number). Ships sail in task forces whose composition the enemy learns only by sensors;
some task forces are dummies. Each turn has an initiative phase (launching, reconfiguring), rounds
of operations in which one task force at a time detects, moves and fires, and missile phases.

    from spacecombat_env import battle_rider_v0

    env = battle_rider_v0.env(scenario="skirmish")
    env.reset(seed=1)

| | |
|---|---|
| Seats | `red_0` (enters over row 1), `blue_0` (enters over the last row) |
| Actions | `Discrete(N)` with a mask: an order is spoken word by word (pieces/words.py) |
| Observation | a flat vector of named blocks, relative to the seat (sight/observe.py) |
| Rewards | +1 win, -1 loss, 0 draw; or the margin of points |
| End of game | one side has no ship left that can attack, or the turn limit |
| Scenarios | those in scenarios/, the book's among them, and files of your own (scenario/) |
| Hidden | fleets bought, what is in an undetected task force, dummies, stores, missiles |

What a seat knows is what `redact` leaves of the record; view, picture, log and words are made
from that alone (told/notation.py, told/story.py, told/views.py, told/draw.py).

## Version History

* v0: all rules of the book, its scenarios with their variants, its twenty missions.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_env.core.matrix import read_matrix
from spacecombat_env.core.ruleset import Kernels, RuleSet, Scenario
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import REASONS
from spacecombat_env.rulesets.battle_rider.scenario import (
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
    from spacecombat_env.rulesets.battle_rider.entry import KERNELS

    return KERNELS


def view(seen: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return the JSON-ready view of a seat; see told/views.py."""
    from spacecombat_env.rulesets.battle_rider.told import views

    return views.view(seen, k, scenario, seat)


def word(seen: Games, k: int, scenario: Scenario, seat: int, token: int) -> str:
    """Return a token in words; see told/notation.py."""
    from spacecombat_env.rulesets.battle_rider.told import notation

    return notation.word(seen, k, scenario, seat, token)


def question(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and what is asked; see told/notation.py."""
    from spacecombat_env.rulesets.battle_rider.told import notation

    return notation.question(seen, k, scenario, seat)


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return events in words; see told/story.py."""
    from spacecombat_env.rulesets.battle_rider.told import story

    return story.log(seen, k, scenario, seat, since)


def draw_text(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return an ASCII picture; see told/draw.py."""
    from spacecombat_env.rulesets.battle_rider.told import draw

    return draw.draw_text(seen, k, scenario, seat)


def draw_svg(
    seen: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = True,
    for_page: bool = False,
) -> str:
    """Return an SVG picture; see told/draw.py."""
    from spacecombat_env.rulesets.battle_rider.told import draw

    return draw.draw_svg(seen, k, scenario, seat, since, turned, for_page)


def knowledge(scenario: Scenario) -> Knowledge:
    """Return what is declared of the fields of a state; see sight/knowledge.py."""
    from spacecombat_env.rulesets.battle_rider.sight import knowledge as declared

    return declared.knowledge(scenario)


def rules_index() -> list[dict[str, str]]:
    """Return the rule matrix as id, chapter, tier, title (the first sentence in RULES.md)."""
    return read_matrix(FOLDER)


RULESET = RuleSet(
    name=NAME,
    title="Battle Rider",
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
    knowledge=knowledge,
    hidden="yes: composition of undetected task forces, dummies, stores",
    chance="95 cards and 36 damage markers, keyed by the seed",
)
