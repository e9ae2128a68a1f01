"""A rule set of forty lines for testing players: an auction of actions, seats in turn.

Each question offers a few of 16 actions, and the board shows what each is worth; a seat adds up what
its actions are worth. After `ROUNDS` actions a seat the richer one wins. So the best player takes
the dearest action, a random one loses to it, and a network learns the difference in seconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.model.layout import Block, Layout
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64, allocate, as_int64, record
from spacecombat_env.core.model.rng import fold, pick
from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.core.native import native
from spacecombat_env.core.ruleset import Kernels, RuleSet, Scenario, ScenarioData

WORDS = 16
ROUNDS = 12

state_dtype = record(
    [
        ("seed", INT64),
        ("turn", INT16),
        ("seat", INT8),
        ("verdict", INT8),
        ("reason", INT8),
        ("decisions", INT32),
        ("score", INT16, (2,)),
        ("offered", INT8, (WORDS,)),
        ("worth", INT8, (WORDS,)),
    ]
)
rules_dtype = record([("rounds", INT16)])


@native
def deal(state):
    """Draw which actions are offered and what each is worth."""
    for word in range(WORDS):
        h = fold(fold(fold(int(state.seed), int(state.turn)), int(state.seat)), word)
        state.offered[word] = 1 if word < 2 or h & 1 else 0
        state.worth[word] = pick(fold(h, 7), 10)


@native
def start(games, k, table, seed):
    """Set up game k."""
    games.int64[k, :] = table.opening_int64[0, :]
    games.states[k].seed = int(seed) & ~TWIN  # all its randomness is shared
    games.states[k].verdict = -1
    deal(games.states[k])


@native
def apply(games, k, table, action):
    """Apply one action; 1 if it is not legal."""
    state = games.states[k]
    if action < 0 or action >= WORDS or state.offered[action] == 0 or state.verdict >= 0:
        return 1
    state.score[state.seat] += state.worth[action]
    state.decisions += 1
    state.turn += state.seat
    state.seat = 1 - state.seat
    if state.turn >= table.rules[0].rounds:
        difference = int(state.score[0]) - int(state.score[1])
        state.verdict = 0 if difference > 0 else (1 if difference < 0 else 2)
        state.reason = 1
    else:
        deal(state)
    return 0


@native
def legal(visible, k, table, mask):
    """Fill the mask of the seat to act."""
    mask[:] = visible.states[k].offered
    return int(mask.sum())


@native
def redact(games, k, visible, j, seat):
    """Copy everything but the seed."""
    visible.raw[j, :] = games.raw[k, :]
    visible.states[j].seed = 0


@native
def observe(visible, k, table, seat, row):
    """Write scores and the worth of the offered actions."""
    state = visible.states[k]
    row[0] = state.turn
    row[1] = max(-100, min(100, int(state.score[seat]) - int(state.score[1 - seat])))
    for word in range(WORDS):
        row[2 + word] = state.worth[word] * state.offered[word]
        row[2 + WORDS + word] = state.offered[word]


@native
def returns(games, k, table, row):
    """Write +1, 0, -1 once the game is over."""
    verdict = games.states[k].verdict
    row[:] = 0
    if verdict == 0 or verdict == 1:
        row[verdict] = 1
        row[1 - verdict] = -1


@native
def determinize(visible, k, table, seat, seed, games, j):
    """Put fresh randomness under the same look."""
    games.raw[j, :] = visible.raw[k, :]
    games.states[j].seed = seed


@native
def finish(games, k, table, out, auto_reset):
    """Book a finished game and start the next."""
    state = games.states[k]
    returns(games, k, table, out.rewards[k])
    out.done[k] = 1
    out.tally[k, 0] = state.verdict
    out.tally[k, 1] = state.reason
    out.tally[k, 2] = state.turn
    out.tally[k, 3] = state.decisions
    out.tally[k, 4] = int(state.score[0]) - int(state.score[1])
    out.tally[k, 5] += 1
    if auto_reset:
        start(games, k, table, fold(int(state.seed), int(auto_reset)))


@native
def step_row(games, table, action, out, k, auto_reset):
    """Apply one action to one game; an illegal one loses."""
    state = games.states[k]
    if action == -1 or state.verdict >= 0:
        return
    if apply(games, k, table, action) != 0:
        state.verdict = 1 - state.seat
        state.reason = 2
    if state.verdict >= 0:
        finish(games, k, table, out, auto_reset)


@native
def advance(games, table, actions, out, span):
    """See the contract."""
    for k in range(span[0], span[1]):
        out.done[k] = 0
        out.rewards[k, :] = 0
        step_row(games, table, actions[k], out, k, span[2])
        state = games.states[k]
        if state.verdict >= 0:
            out.seat[k] = -1
            out.mask[k, :] = 0
            out.observation[k, :] = 0
        else:
            out.seat[k] = state.seat
            redact(games, k, out.visible, k, state.seat)
            legal(out.visible, k, table, out.mask[k])
            if out.observation.shape[1]:
                observe(out.visible, k, table, state.seat, out.observation[k])


@native
def random_actions(mask, seeds, actions, lo, hi):
    """Draw an even legal action for each row."""
    for k in range(lo, hi):
        count = int(mask[k].sum())
        seeds[k] = fold(int(seeds[k]), 1)
        left = pick(seeds[k], count) if count else -1
        actions[k] = -1
        for word in range(mask.shape[1]):
            if mask[k, word] and left >= 0:
                if left == 0:
                    actions[k] = word
                left -= 1


def choose(visible, table, masks, doctrine, rows, words):
    """Take the dearest action (doctrine 0) or the cheapest (1): a captain for the toy."""
    worth = visible.states["worth"][rows].astype(int) * (1 - 2 * doctrine)
    words[:] = np.where(masks[rows] > 0, worth, -100).argmax(axis=1)


DOCTRINES = {"captain": 0, "aggressive": 1}

ACTIONS = Layout((Block("words", (WORDS,), "words"),))
OBSERVATION = Layout(
    (
        Block("board", (2,), "turn and lead", columns=("turn", "lead"), scale=(0.1, 0.05)),
        Block("worth", (WORDS,), "worth of each offered word", scale=0.1),
        Block("offered", (WORDS,), "1 where the word is offered"),
    )
)


def load(scenario: Any = "plain", *, delegate: Any = None, **_: Any) -> Scenario:
    """Build the only scenario."""
    rules, opening = allocate(rules_dtype, 1), allocate(state_dtype, 1)
    rules["rounds"] = ROUNDS
    table = ScenarioData(rules, opening, as_int64(opening))
    return Scenario(
        "auction",
        "plain",
        {"name": "plain"},
        table,
        ACTIONS,
        OBSERVATION,
        ((), ()),
        "small",
        "0" * 64,
    )


def kernels() -> Kernels:
    """The doors."""
    return Kernels(
        start, apply, legal, redact, observe, returns, determinize, advance, random_actions
    )


def view(visible: Any, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Scores and what is offered."""
    state = visible.states[k]
    return {
        "turn": int(state.turn),
        "phase": "bidding",
        "lead": int(state.score[seat]) - int(state.score[1 - seat]),
        "offered": [int(word) for word in state.offered],
        "words": WORDS,
    }


def word(visible: Any, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """An action."""
    return f"word {action}"


def question(visible: Any, k: int, scenario: Scenario, seat: int) -> str:
    """The decision."""
    return f"Which word of round {int(visible.states[k].turn) + 1}?"


def nothing(*_: Any) -> Any:
    """Stand in for what players never call."""
    return ""


RULESET = RuleSet(
    name="auction",
    title="Auction of words",
    version=1,
    seats=("red_0", "blue_0"),
    kernels=kernels,
    load=load,
    scenarios=lambda: {"plain": "the only one"},
    delegates={},
    recommended=(),
    view=view,
    action_text=word,
    decision_text=question,
    log=nothing,
    draw_text=nothing,
    draw_svg=nothing,
    rules_index=list,
    reasons=("open", "turn limit", "illegal order"),
)
