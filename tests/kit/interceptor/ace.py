"""The ace of the fighter rules at a scene: what it says, and a move that it flies."""

from __future__ import annotations

import numpy as np

from kit.interceptor.moves import begin, run, say
from spacecombat_agents.scripted import interceptor
from spacecombat_agents.scripted.interceptor import answer
from spacecombat_agents.scripted.interceptor.workspace import new_workspace
from spacecombat_agents.scripted.parameters import style_argument
from spacecombat_env.core.ruleset import make_games, wrap_games
from spacecombat_env.rulesets.interceptor.dispatch import apply, legal
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import NONE, Decision, Disclosed, action_count

ACE, PLAIN = (style_argument(interceptor, name)[0] for name in ("ace", "ace:plain"))
RED, BLUE = 0, 1
ALL_GUNS = (1 << 16) - 1
N, NE, SE, S, SW, NW = range(6)


def redacted(table):
    """What the seat to act may know."""
    visible = make_games(table.states.dtype, 1)
    KERNELS.redact(wrap_games(table.states), 0, visible, 0, int(table.state.seat))
    return visible


def mask_of(table):
    """The legal actions."""
    mask = np.zeros((1, int(action_count(table.state))), np.int8)
    legal(table.state, table.rules, mask[0])
    return mask


def fly(table, k, doctrine=ACE, actions=60):
    """Let the ace fly a whole move of a ship that has fired; return the hexes it was in."""
    state = table.state
    state.craft[k].acted, state.craft[k].fired = 0, ALL_GUNS
    begin(table, k)
    hexes = []
    for _ in range(actions):
        if state.mover == NONE:
            break
        action = ace_action(table, doctrine)
        if state.decision == Decision.SPEED:
            apply(state, table.rules, action)
            run(table)
        else:
            say(table, action)
        hexes.append((int(state.craft[k].q), int(state.craft[k].r)))
    craft = state.craft[k]
    craft.spent, craft.hexes = 0, 0
    return hexes


def ace_action(table, doctrine=ACE, random_bits=5):
    """The ace's action to the question on the table, from his redacted record alone."""
    mask, state = mask_of(table), redacted(table).states[0]
    action = answer(state, table.rules, new_workspace(), mask[0], doctrine, random_bits)
    assert 0 <= action < len(mask[0]) and mask[0, action], (
        Decision(int(table.state.decision)).name,
        action,
    )
    return int(action)


def disclose_class(table, k):
    """The enemy has been told what a ship is."""
    table.state.craft[k].disclosed |= Disclosed.CLASS


def mask_with(table, *actions):
    """A mask with these actions alone."""
    mask = np.zeros(int(action_count(table.state)), np.int8)
    mask[list(actions)] = 1
    return mask
