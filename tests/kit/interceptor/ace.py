"""The ace of the fighter rules at a scene: what it says, and a move that it flies."""

from __future__ import annotations

import numpy as np

from kit.interceptor.moves import begin, run, say
from spacecombat_agents.scripted import interceptor
from spacecombat_agents.scripted.interceptor import answer
from spacecombat_agents.scripted.interceptor.desk import new_desk
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.ruleset import games_of, make_games
from spacecombat_env.rulesets.interceptor.actions import hear, legal
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Told,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask
from spacecombat_env.rulesets.interceptor.pieces.words import (
    word_count,
)

ACE, PLAIN = (style_argument(interceptor, name)[0] for name in ("ace", "ace:plain"))
RED, BLUE = 0, 1
ALL_GUNS = (1 << 16) - 1
N, NE, SE, S, SW, NW = range(6)


def redacted(table):
    """What the seat to act may know."""
    seen = make_games(table.states.dtype, 1)
    KERNELS.redact(games_of(table.states), 0, seen, 0, int(table.state.seat))
    return seen


def mask_of(table):
    """The legal words."""
    mask = np.zeros((1, int(word_count(table.state))), np.int8)
    legal(table.state, table.rules, mask[0])
    return mask


def fly(table, k, doctrine=ACE, words=60):
    """Let the ace fly a whole move of a ship that has fired; return the hexes it was in."""
    state = table.state
    state.craft[k].acted, state.craft[k].fired = 0, ALL_GUNS
    begin(table, k)
    hexes = []
    for _ in range(words):
        if state.mover == NONE:
            break
        word = says(table, doctrine)
        if state.ask == Ask.SPEED:
            hear(state, table.rules, word)
            run(table)
        else:
            say(table, word)
        hexes.append((int(state.craft[k].q), int(state.craft[k].r)))
    craft = state.craft[k]
    craft.spent, craft.hexes = 0, 0
    return hexes


def says(table, doctrine=ACE, luck=5):
    """The ace's word to the question on the table, from his redacted record alone."""
    mask, state = mask_of(table), redacted(table).states[0]
    word = answer(state, table.rules, new_desk(), mask[0], doctrine, luck)
    assert 0 <= word < len(mask[0]) and mask[0, word], (Ask(int(table.state.ask)).name, word)
    return int(word)


def know(table, k):
    """The enemy has been told what a ship is."""
    table.state.craft[k].told |= Told.CLASS


def mask_with(table, *words):
    """A mask with these words alone."""
    mask = np.zeros(int(word_count(table.state)), np.int8)
    mask[list(words)] = 1
    return mask
