"""A tiny rule set, "hidden number", that follows the contract: it tests the environments.

Each seat holds a secret number 0..7. In its turn a seat says `guess` and a number, or `peek` (a
coin: heads tells whether the enemy's number is high), or `pass`. The first right guess wins; after
the turn limit the game is drawn. Wrong guesses are public, what a peek showed is not.

Its kernels stand in toy_kernels.py.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from kit.toy_kernels import (
    LOG,
    NUMBERS,
    advance,
    apply,
    determinize,
    legal,
    observe,
    random_actions,
    redact,
    returns,
    rules_dtype,
    start,
    state_dtype,
    steps,
)
from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.model.layout import Block, Layout
from spacecombat_env.core.model.record import allocate, as_int64
from spacecombat_env.core.ruleset import Games, Kernels, RuleSet, Scenario, ScenarioData

SCENARIOS = {
    "skirmish": ("Twelve turns.", 12),
    "short": ("Three turns.", 3),
}
TEXTS = ["pass", "guess", "peek", *map(str, range(NUMBERS))]
OBSERVATION = Layout(
    (
        Block("own_number", (), "own secret number plus one", scale=1 / 8),
        Block("turn", (), "turn", scale=1 / 32),
        Block("clue", (), "what was seen", scale=1 / 2),
        Block("guessing", (), "a guess is being spoken"),
        Block("to_act", (), "this seat is to act"),
        Block("tried", (2, NUMBERS), "numbers guessed, own and enemy"),
    )
)
ACTIONS = Layout((Block("verbs", (3,), "verbs"), Block("numbers", (NUMBERS,), "numbers")))


def load(
    scenario: str | Mapping[str, Any] = "skirmish",
    *,
    delegate: tuple[tuple[str, ...], ...] = ((), ()),
    max_turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scenario:
    """RuleSet.load."""
    if isinstance(scenario, Mapping):
        source = dict(scenario)
    elif scenario in SCENARIOS:
        source = {"name": scenario, "turns": SCENARIOS[scenario][1]}
    else:
        raise ScenarioError.at(str(scenario), "name", f"unknown; there are {', '.join(SCENARIOS)}")
    source.update(options or {})
    source["turns"] = max_turns or source["turns"]
    rules = allocate(rules_dtype, 1)
    rules[0].turn_limit = source["turns"]
    for side in range(2):
        rules[0].auto_peek[side] = "peeking" in delegate[side]
    opening = allocate(state_dtype, 1)
    digest = hashlib.sha256(json.dumps(source).encode() + rules.tobytes()).hexdigest()
    table = ScenarioData(rules, opening, as_int64(opening))
    return Scenario(
        "hidden_number",
        source["name"],
        source,
        table,
        ACTIONS,
        OBSERVATION,
        delegate,
        "small",
        digest,
    )


def view(visible: Games, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """RuleSet.view."""
    state = visible.states[k]
    return {
        "seat": seat,
        "turn": int(state.turn),
        "own_number": int(state.secret_number[seat]),
        "clue": int(state.clue[seat]),
        "tried": [int(bits) for bits in state.tried],
    }


def word(visible: Games, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """RuleSet.action."""
    return TEXTS[action]


def question(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """RuleSet.decision_text."""
    return "guess: which number?" if visible.states[k].guessing else "what do you do?"


def log(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """RuleSet.log."""
    state = visible.states[k]
    count = int(state.log_count)
    rows = [state.log[i % LOG] for i in range(max(since, count - LOG), count)]
    return [f"{scenario.name} {int(e.side)} {TEXTS[e.kind]} {int(e.a)}" for e in rows]


def draw_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """RuleSet.draw_text."""
    state = visible.states[k]
    return f"turn {int(state.turn)}: numbers {[int(n) for n in state.secret_number]}"


def draw_svg(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """RuleSet.draw_svg."""
    text = draw_text(visible, k, scenario, seat)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100">'
        '<rect x="0" y="0" width="200" height="100" fill="#102030"/>'
        '<g transform="translate(30 40)"><circle cx="0" cy="0" r="12" fill="red" opacity="0.5"/>'
        '<path d="M 20 0 L 40 10 L 40 -10 Z" fill="none" stroke="white"/></g>'
        f'<text x="100" y="80" font-size="9" text-anchor="middle" fill="white">{text}</text></svg>'
    )


def kernels() -> Kernels:
    """RuleSet.kernels."""
    doors = start, apply, legal, redact, observe, returns, determinize, advance, random_actions
    return Kernels(*doors, steps=steps)


RULESET = RuleSet(
    name="hidden_number",
    title="Hidden Number",
    version=0,
    seats=("red_0", "blue_0"),
    kernels=kernels,
    load=load,
    scenarios=lambda: {name: line for name, (line, _) in SCENARIOS.items()},
    delegates={"peeking": "peeks by itself at the start of each turn until it has a clue"},
    recommended=(),
    view=view,
    action_text=word,
    decision_text=question,
    log=log,
    draw_text=draw_text,
    draw_svg=draw_svg,
    rules_index=lambda: [],
    reasons=("open", "right guess", "turn limit", "illegal order"),
)
