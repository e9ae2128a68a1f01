"""Every blank of a question can be filled, and every event has a sentence for each of its readers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from enum import IntEnum
from functools import cache
from importlib import import_module
from itertools import product
from string import Formatter
from typing import Any

import pytest

from spacecombat_env import registry
from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.core.ruleset import Games, Scenario, make_games

RED = 0
NAMES = ("battle_rider", "intercept_sensors", "interceptor")
rulesets = pytest.mark.parametrize("name", NAMES)
KEPT = "nothing notes it any more; its number is kept for replays"
WORDLESS = {
    "battle_rider": {
        "TURN": "told with its initiative, or else with the first thing that happens in it",
        "ROUND": "told with the first thing that happens in it",
        "ENTER": "told in the sentence of its move",
        "THRUST": "told in the sentence of its move",
        "EVADE": "told in the sentence of its move",
        "SALVO": "from here on it is reported what missiles do, when they have fired",
        "DUEL": "the tasks of missiles that fire at missiles are reported with it",
        "NOT_FOUND": KEPT,
        "HITS": KEPT,
        "CARDS": "further cards of a task, told with it",
    },
    "intercept_sensors": {
        "POPPED": "told in the sentence of its move",
        "POWER": "told in the sentence of its move",
    },
    "interceptor": {},
}
"""Events without a sentence of their own, and why."""


def is_filler(kind: Any, module: Any) -> bool:
    """Whether it is the class of a module that fills the blanks of decisions."""
    return (
        isinstance(kind, type) and kind.__module__ == module.__name__ and "Fields" in kind.__name__
    )


@rulesets
def test_every_blank_of_a_decision_can_be_filled(name: str) -> None:
    decisions = import_module(f"spacecombat_env.rulesets.{name}.model.decisions")
    module = import_module(f"spacecombat_env.rulesets.{name}.presentation.decision_text")
    (filler,) = [kind for kind in vars(module).values() if is_filler(kind, module)]
    blanks = {
        (decision.name, blank)
        for decision, row in decisions.DECISIONS.items()
        for _, blank, _, _ in Formatter().parse(row.text)
        if blank is not None
    }
    assert len(blanks) > 5
    assert not [one for one in blanks if not callable(getattr(filler, one[1], None))]


@rulesets
def test_every_blank_of_an_event_is_a_column_or_can_be_filled(name: str) -> None:
    module = import_module(f"spacecombat_env.rulesets.{name}.presentation.game_log")
    fields = getattr(module, "EventTextFields", None) or module.InterceptEventFields
    columns = opened(name)[1].states[0].log[0].dtype.names
    blanks = {
        (kind.name, blank)
        for kind, text in event_texts(module).items()
        if isinstance(text, str)
        for _, blank, _, _ in Formatter().parse(text)
        if blank is not None
    }
    assert len(blanks) > 5
    unfilled = [one for one in blanks if not callable(getattr(fields, one[1], None))]
    assert {blank for _, blank in unfilled} <= set(columns)


def event_texts(module: Any) -> dict[IntEnum, Any]:
    """The sentences of a log: texts with blanks, or functions."""
    if hasattr(module, "EVENT_TEXT"):
        return dict(module.EVENT_TEXT)
    return {kind: row.text for kind, row in module.SENTENCES.items()}


@rulesets
@pytest.mark.parametrize("reader", [RED, UMPIRE], ids=["own side", "umpire"])
def test_every_event_has_a_sentence_for_whom_it_is_shown(name: str, reader: int) -> None:
    """Whatever it may hold: one of the values of its columns makes a sentence."""
    silent = {kind.name for kind in kinds(name) if not any(sentences(name, kind, reader))}
    assert silent == set(WORDLESS[name])


@rulesets
def test_every_phase_has_a_name(name: str) -> None:
    """In the order of the phases, so that a reader can be shown where the turn stands."""
    ruleset = registry.ruleset(name)
    phases = ruleset.knowledge(opened(name)[0]).state["phase"].enum  # type: ignore[misc]
    named = ruleset.phases()
    assert len(named) == len(set(named)) == len(phases)


@cache
def opened(name: str) -> tuple[Scenario, Games]:
    """A rule set's usual scenario, and a game at its first decision."""
    ruleset = registry.ruleset(name)
    scenario = ruleset.load(ruleset.default_scenario)
    games = make_games(scenario.table.opening.dtype, 1)
    ruleset.kernels().start(games, 0, scenario.table, 1)
    return scenario, games


def kinds(name: str) -> list[IntEnum]:
    """The events that a rule set's log may hold, but for NOTHING."""
    declared = registry.ruleset(name).knowledge(opened(name)[0])  # type: ignore[misc]
    return [kind for kind in declared.state["log"].record["kind"].enum if kind]


def sentences(name: str, kind: IntEnum, reader: int) -> Iterator[str]:
    """What a reader learns of an event of Red's first piece that Red alone may read."""
    ruleset, (scenario, games) = registry.ruleset(name), opened(name)
    entry = import_module(f"spacecombat_env.rulesets.{name}.entry")
    for first, others in product(range(40), (1, 0)):
        note(games.states[0], kind, first, others)
        entry.deliver_events(games.states[0])
        shown = games
        if reader != UMPIRE:
            shown = make_games(games.states.dtype, 1)
            ruleset.kernels().redact(games, 0, shown, 0, reader)
        with suppress(KeyError, IndexError, ValueError):  # what such an event never holds
            yield " ".join(ruleset.log(shown, 0, scenario, reader, 0))


def note(state: Any, kind: IntEnum, first: int, others: int) -> None:
    """Put one event alone into the log: `first` in its column a, `others` in those that follow."""
    event = state.log[0]
    for column in event.dtype.names:
        event[column] = others if column in ("b", "c", "d", "e") else 0
    event["kind"], event["known"], event["a"] = kind, 1 << RED, first
    state.log_count, state.log_delivered = 1, 0
    state.delivered_count[:] = 0
