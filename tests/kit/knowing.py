"""What follows from declared fields, for any rule set: bounds, the check of redaction, changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.core.fields import Field, Knowledge, Record, hidden, places
from spacecombat_env.core.ruleset import Games, Kernels, RuleSet, Scenario, make_games


class Look(NamedTuple):
    """A moment of a random game."""

    games: Games
    scenario: Scenario
    kernels: Kernels
    knowledge: Knowledge
    lots: np.random.Generator

    @property
    def state(self) -> Any:
        """The truth."""
        return self.games.states[0]


def looks(ruleset: RuleSet, scenario: Scenario, seed: int, words: int) -> Iterator[Look]:
    """Play at random; yield each decision before it is made."""
    assert ruleset.knowledge is not None
    kernels, lots = ruleset.kernels(), np.random.default_rng(seed)
    games = make_games(scenario.table.opening.dtype, 1)
    mask = np.zeros(scenario.actions.size, np.int8)
    kernels.start(games, 0, scenario.table, seed)
    now = Look(games, scenario, kernels, ruleset.knowledge(scenario), lots)
    for _ in range(words):
        yield now
        if games.states[0].verdict >= 0:
            return
        kernels.legal(games, 0, scenario.table, mask)
        kernels.apply(games, 0, scenario.table, int(lots.choice(mask.nonzero()[0])))


def seen_by(now: Look, seat: int, games: Games | None = None) -> Any:
    """What a seat may know, as the engine says."""
    seen = make_games(now.scenario.table.opening.dtype, 1)
    now.kernels.redact(games or now.games, 0, seen, 0, seat)
    return seen.states[0]


def out_of_bounds(knowledge: Knowledge, state: Any) -> list[str]:
    """Numbers of a state that their fields do not allow."""
    return [
        f"{place.path} = {place.value}"
        for place in places(knowledge.state, state)
        if not place.field.allows(place.value, knowledge.state)
    ]


def wrongly_redacted(knowledge: Knowledge, state: Any, seen: Any, seat: int) -> list[str]:
    """Where what a seat is shown is not the state, blanked by the declared levels.

    A number that is not known is blank, unless redaction writes another there on purpose.
    """
    wrong = []
    shown = places(knowledge.state, seen)
    for place, other in zip(places(knowledge.state, state), shown, strict=True):
        if knowledge.knows(state, seat, place):
            wanted = place.value
        elif place.field.derived:
            continue
        else:
            wanted = place.field.blank
        if other.value != wanted:
            wrong.append(f"{place.path}: {place.value} shows as {other.value}, not {wanted}")
    return wrong


def another(field: Field, state: Record, lots: np.random.Generator) -> int:
    """Draw a value that a field may hold."""
    if field.enum is not None:
        return int(lots.choice(list(field.enum)))
    least, most = field.bounds(state)
    return int(lots.integers(least, min(most, least + 99) + 1))


def change(now: Look, games: Games, seat: int, lots: np.random.Generator) -> set[str]:
    """Change every field that a seat cannot know; return which.

    Left as they are: fields of which something is known all the same (`shows`).
    """
    knowledge = now.knowledge
    secret = hidden(knowledge, games.states[0], seat)
    secret = [place for place in secret if not place.field.shows and place.record != "state.log"]
    for place in secret:
        place.put(another(place.field, knowledge.state, lots))
    return {f"{place.record}.{place.field.name}" for place in secret}


def copied(games: Games) -> Games:
    """The same games in memory of their own."""
    raw = games.raw.copy()
    return Games(raw.view(games.states.dtype).reshape(len(raw)), raw)


def every_field(record: Record) -> Iterator[tuple[Record, Field]]:
    """Yield all fields of a record and of the records in it."""
    for field in record:
        yield record, field
        if field.record is not None:
            yield from every_field(field.record)
