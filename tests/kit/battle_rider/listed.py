"""Standing orders that ask the rules for their word, stated over the list of all legal words."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.rulesets.battle_rider.missiles.defense import shot_beams
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import VERBS, Ask, Verb

FIRST = (
    *(Ask.DEFENSE_SHIP, Ask.DEFENSE_SPREAD, Ask.DEFENSE_SENSOR, Ask.SHOT_SPREAD),
    *(Ask.SHOT_MEMBER, Ask.SHOT_WEAPON),
)
"""Questions answered with the first legal word."""
WANTED = {
    Ask.DEFENSE_MENU: (Verb.LOCK, Verb.AGAIN, Verb.SHOOT),
    Ask.FORCES_MENU: (Verb.LAUNCH_CRAFT,),
    Ask.SPREAD_WORDS: (Verb.ATTACK,),
    Ask.DETECT_CHAIN: (Verb.CONTINUE,),
    Ask.WEAPONS: (Verb.ALL,),
}
"""Questions of which these words are said, the first that is legal, before any other."""
DULL = {
    Ask.DEFENSE_MENU: (Verb.END_DEFENSE,),
    Ask.FORCES_MENU: (Verb.TRANSFER, Verb.DONE),
    Ask.ROUND_MENU: (Verb.MOVE, Verb.END_ROUND),
}
"""What else may be said to these."""
PIECE = {Ask.SPREAD_MENU: Verb.COAST, Ask.SHOT_SHIP: Verb.OPEN_FIRE}
"""Questions answered with the first legal piece, or this word if there is none."""
BEAMS_PER_MISSILE = 2


def may_be_said(state: Any, mask: np.ndarray) -> list[int]:
    """Return the legal words among which a standing order's word must be."""
    question = Ask(int(state.ask))
    words = np.flatnonzero(mask).tolist()
    if question in FIRST:
        return words[:1]
    for word in WANTED.get(question, ()):
        if mask[word]:
            return [int(word)]
    if question == Ask.SHOT_SHIP and mask[Verb.OPEN_FIRE]:
        if shot_beams(state.order[state.seat]) >= BEAMS_PER_MISSILE:
            return [int(Verb.OPEN_FIRE)]
    if question in PIECE:
        return [*(word for word in words if word >= VERBS), int(PIECE[question])][:1]
    if question in DULL:
        return [int(word) for word in DULL[question] if mask[word]]
    return words
