"""Standing orders that ask the rules for their action, stated over the list of all legal actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.rulesets.battle_rider.missiles.defense import shot_beams
from spacecombat_env.rulesets.battle_rider.model import VERBS, Decision, Verb

FIRST = (
    *(
        Decision.DEFENSE_SHIP,
        Decision.DEFENSE_SPREAD,
        Decision.DEFENSE_SENSOR,
        Decision.SHOT_SPREAD,
    ),
    *(Decision.SHOT_MEMBER, Decision.SHOT_WEAPON),
)
"""Questions answered with the first legal action."""
WANTED = {
    Decision.DEFENSE_MENU: (Verb.LOCK, Verb.AGAIN, Verb.SHOOT),
    Decision.FORCES_MENU: (Verb.LAUNCH_CRAFT,),
    Decision.SPREAD_WORDS: (Verb.ATTACK,),
    Decision.DETECT_CHAIN: (Verb.CONTINUE,),
    Decision.WEAPONS: (Verb.ALL,),
}
"""Questions of which these actions are said, the first that is legal, before any other."""
DULL = {
    Decision.DEFENSE_MENU: (Verb.END_DEFENSE,),
    Decision.FORCES_MENU: (Verb.TRANSFER, Verb.DONE),
    Decision.ROUND_MENU: (Verb.MOVE, Verb.END_ROUND),
}
"""Other legal actions of these."""
PIECE = {Decision.SPREAD_MENU: Verb.COAST, Decision.SHOT_SHIP: Verb.OPEN_FIRE}
"""Questions answered with the first legal piece, or this action if there is none."""
BEAMS_PER_MISSILE = 2


def standing_choices(state: Any, mask: np.ndarray) -> list[int]:
    """Return the legal actions among which a standing order's action must be."""
    decision = Decision(int(state.decision))
    actions = np.flatnonzero(mask).tolist()
    if decision in FIRST:
        return actions[:1]
    for action in WANTED.get(decision, ()):
        if mask[action]:
            return [int(action)]
    if decision == Decision.SHOT_SHIP and mask[Verb.OPEN_FIRE]:
        if shot_beams(state.order[state.seat]) >= BEAMS_PER_MISSILE:
            return [int(Verb.OPEN_FIRE)]
    if decision in PIECE:
        return [*(action for action in actions if action >= VERBS), int(PIECE[decision])][:1]
    if decision in DULL:
        return [int(action) for action in DULL[decision] if mask[action]]
    return actions
