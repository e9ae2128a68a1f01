"""The hunter of Intercept's sensor rules, compiled: it looks where the enemy can be, and hides.

`hunter` keeps a belief over the squares: at first the enemy may be anywhere that can be reached
from its set-up zone; a lost track, a position or a contact gathers the belief, a scan without an
answer empties its area, an enemy's scan tells how far away it can be, and each turn it widens. The
record remembers the last scans, so the belief is made anew from them at every question and nothing
has to be carried along. Of all scans it may declare it takes the one that should gain most: a track
first, then a position, then a contact in a small area. It keeps near the sun, where its own glare
is short and the enemy must look into the light, and does not put a tracked enemy behind its drive.
When it is the side that must cross, it accelerates once, goes dark, and drifts through.
"""

from __future__ import annotations

import numpy as np

from spacecombat_agents.scripted.intercept_sensors.doctrine import DOCTRINES, PARAMETERS
from spacecombat_agents.scripted.intercept_sensors.learning import fill_belief
from spacecombat_agents.scripted.intercept_sensors.movement import plot_word, thrust_word
from spacecombat_agents.scripted.intercept_sensors.scans import scan_word
from spacecombat_agents.scripted.intercept_sensors.words import drawn_word, first_word
from spacecombat_env.core.jit import jit
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import ROOM_OF, Ask, Room
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import NONE

__all__ = ["DOCTRINES", "LUCK", "PARAMETERS", "answer", "belief", "choose", "overlay"]
LUCK = True
"""`choose` takes a number a row, drawn afresh: set-up by design would be no secret."""


@jit
def answer(state, rules, seat, mask, luck, doctrine):
    """The hunter's word."""
    question = int(state.ask)
    if question == Ask.PLACE_BOX or question == Ask.PLACE_SQUARE:
        return drawn_word(mask, luck)
    if question == Ask.PLOT:
        return plot_word(state, rules, seat, mask, luck, doctrine)
    if question == Ask.THRUST:
        return thrust_word(state, rules, seat, mask, doctrine)
    if ROOM_OF[question] == Room.SCANS:
        return scan_word(state, rules, seat, mask, doctrine)
    return first_word(mask)


@jit
def choose(seen, table, masks, doctrine, rows, tokens, luck):
    """Write a legal word into tokens[i] for each rows[i] of redacted records."""
    rules, style = table.rules[0], doctrine[0]
    for i in range(len(rows)):
        state, mask = seen.states[rows[i]], masks[rows[i]]
        tokens[i] = NONE
        if state.ask == Ask.NOTHING:
            continue
        word = answer(state, rules, int(state.seat), mask, luck[i], style)
        if word < 0 or word >= len(mask) or not mask[word]:
            word = first_word(mask)
        tokens[i] = word


def belief(seen: Games, k: int, scenario: Scenario, seat: int) -> np.ndarray:
    """Return the hunter's belief in a seat: float32 (rows, columns) of the map, summing to 1."""
    rules = scenario.table.rules[0]
    shape = (int(rules.option.rows), int(rules.option.columns))
    believed, scratch = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    fill_belief(seen.states[k], rules, seat, believed, scratch)
    return believed


def overlay(seat: int, seen: Games, scenario: Scenario) -> list[str]:
    """Return the hunter's belief as lines of SVG, to lie under the picture of a seat."""
    from spacecombat_env.rulesets.intercept_sensors.told.pictures.board import Board
    from spacecombat_env.rulesets.intercept_sensors.told.pictures.draw import belief_layer

    return belief_layer(Board.of(scenario, False), belief(seen, 0, scenario, seat).ravel().tolist())
