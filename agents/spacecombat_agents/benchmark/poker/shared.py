"""Rule sets made of the rules of betting: layouts, a scenario, texts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from spacecombat_agents.benchmark.poker import betting, tables
from spacecombat_env.core.kernels.batch import random_actions
from spacecombat_env.core.model.layout import Block, Layout
from spacecombat_env.core.model.record import allocate, as_int64
from spacecombat_env.core.ruleset import Kernels, RuleSet, Scenario, ScenarioData

TEXTS = ("fold", "call", "raise")
ACTIONS = Layout((Block("words", (betting.ACTION_COUNT,), "fold, call or check, raise or bet"),))


def observation(rules: Any) -> Layout:
    """Return the layout of observations: every value is 0 or 1."""
    ranks, rounds, longest = int(rules.ranks), int(rules.rounds), int(rules.raises) + 2
    shown = [Block("open_card", (ranks,), "rank of the open card")] if rounds > 1 else []
    return Layout(
        (
            Block("seat", (2,), "which seat this is"),
            Block("own_card", (ranks,), "rank of the own card"),
            *shown,
            Block(
                "spoken",
                (rounds, longest, betting.ACTION_COUNT),
                "every action of each round of bets",
            ),
        )
    )


def rules_of(ranks: int, suits: int, raises: int, ante: int, stakes: tuple[int, ...]) -> np.ndarray:
    """Return the rules of a game with a round of bets for each stake."""
    made = allocate(betting.rules_dtype, 1)
    rules = made[0]
    rules.ranks, rules.suits, rules.rounds, rules.raises = ranks, suits, len(stakes), raises
    rules.ante, rules.most = ante, ante + raises * sum(stakes)
    rules.stakes[: len(stakes)] = stakes
    return made


def kernels() -> Kernels:
    """Return the kernels."""
    return Kernels(
        betting.start,
        betting.apply,
        betting.legal,
        betting.redact,
        betting.observe,
        betting.returns,
        betting.determinize,
        tables.advance,
        random_actions,
    )


def view(visible: Any, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return the visible cards, the actions and the pot."""
    state = visible.states[k]
    return {
        "card": int(state.cards[seat]),
        "open_card": int(state.cards[betting.PUBLIC]),
        "paid": [int(chips) for chips in state.paid],
        "spoken": [
            [TEXTS[action_text - 1] for action_text in actions if action_text]
            for actions in state.spoken.tolist()
        ],
    }


def action_text(visible: Any, k: int, scenario: Scenario, seat: int, action: int) -> str:
    """Return the text of an action."""
    return TEXTS[action]


def decision_text(visible: Any, k: int, scenario: Scenario, seat: int) -> str:
    """Return the decision."""
    return "Fold, call or raise?"


def nothing(*_: Any) -> Any:
    """Stand in for functions that players never call."""
    return ""


def ruleset(name: str, title: str, rules: np.ndarray) -> RuleSet:
    """Return a rule set of one scenario, `plain`."""
    layout = observation(rules[0])

    def load(scenario: Any = "plain", **_: Any) -> Scenario:
        """Build the only scenario."""
        opening = allocate(betting.state_dtype, 1)
        source: Mapping[str, Any] = {"name": "plain"}
        digest = hashlib.sha256(name.encode() + rules.tobytes()).hexdigest()
        table = ScenarioData(rules, opening, as_int64(opening))
        nobody: tuple[tuple[str, ...], ...] = ((), ())
        return Scenario(name, "plain", source, table, ACTIONS, layout, nobody, "small", digest)

    return RuleSet(
        name=name,
        title=title,
        version=1,
        seats=("red_0", "blue_0"),
        kernels=kernels,
        load=load,
        scenarios=lambda: {"plain": "the only one"},
        delegates={},
        recommended=(),
        view=view,
        action_text=action_text,
        decision_text=decision_text,
        log=nothing,
        draw_text=nothing,
        draw_svg=nothing,
        rules_index=list,
        reasons=betting.REASONS,
        default_scenario="plain",
        hidden="the enemy's card",
        chance="the cards",
    )
