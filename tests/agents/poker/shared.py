"""What makes a rule set of the rules of betting: layouts, a scenario, words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from poker import betting
from spacecombat_env.core.batch import random_words
from spacecombat_env.core.layout import Block, Layout
from spacecombat_env.core.record import allocate, as_words
from spacecombat_env.core.ruleset import Kernels, RuleSet, Scenario, Table

TEXTS = ("fold", "call", "raise")
ACTIONS = Layout((Block("words", (betting.WORDS,), "fold, call or check, raise or bet"),))


def observation(rules: Any) -> Layout:
    """Return the blocks of what a seat sees: every value is 0 or 1."""
    ranks, rounds, longest = int(rules.ranks), int(rules.rounds), int(rules.raises) + 2
    shown = [Block("open_card", (ranks,), "rank of the open card")] if rounds > 1 else []
    return Layout(
        (
            Block("seat", (2,), "which seat this is"),
            Block("own_card", (ranks,), "rank of the own card"),
            *shown,
            Block("spoken", (rounds, longest, betting.WORDS), "every word of each round of bets"),
        )
    )


def rules_of(ranks: int, suits: int, raises: int, ante: int, stakes: tuple[int, ...]) -> np.ndarray:
    """Return the rules of a game of as many rounds of bets as there are stakes."""
    made = allocate(betting.rules_dtype, 1)
    rules = made[0]
    rules.ranks, rules.suits, rules.rounds, rules.raises = ranks, suits, len(stakes), raises
    rules.ante, rules.most = ante, ante + raises * sum(stakes)
    rules.stakes[: len(stakes)] = stakes
    return made


def kernels() -> Kernels:
    """Return the doors."""
    return Kernels(
        betting.start,
        betting.apply,
        betting.legal,
        betting.redact,
        betting.observe,
        betting.returns,
        betting.resample,
        betting.advance,
        random_words,
    )


def view(seen: Any, k: int, scenario: Scenario, seat: int) -> dict[str, Any]:
    """Return the cards that are seen, the words and what is in the pot."""
    state = seen.states[k]
    return {
        "card": int(state.cards[seat]),
        "open_card": int(state.cards[betting.PUBLIC]),
        "paid": [int(chips) for chips in state.paid],
        "spoken": [[TEXTS[word - 1] for word in words if word] for words in state.spoken.tolist()],
    }


def word(seen: Any, k: int, scenario: Scenario, seat: int, token: int) -> str:
    """Return a word in words."""
    return TEXTS[token]


def question(seen: Any, k: int, scenario: Scenario, seat: int) -> str:
    """Return what is asked."""
    return "What do you say?"


def nothing(*_: Any) -> Any:
    """Stand in for what players never call."""
    return ""


def ruleset(name: str, title: str, rules: np.ndarray) -> RuleSet:
    """Return a rule set of one scenario, `plain`."""
    layout = observation(rules[0])

    def load(scenario: Any = "plain", **_: Any) -> Scenario:
        """Build the only scenario."""
        opening = allocate(betting.state_dtype, 1)
        source: Mapping[str, Any] = {"name": "plain"}
        digest = hashlib.sha256(name.encode() + rules.tobytes()).hexdigest()
        table = Table(rules, opening, as_words(opening))
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
        word=word,
        question=question,
        log=nothing,
        draw_text=nothing,
        draw_svg=nothing,
        rules_index=list,
        reasons=betting.REASONS,
        default_scenario="plain",
        hidden="the enemy's card",
        chance="the cards",
    )
