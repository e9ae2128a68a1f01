"""What follows from declared fields, for any rule set: bounds, the check of redaction, changes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.model.fields import (
    Field,
    FieldPlace,
    Knowledge,
    Record,
    hidden_places,
    places,
)
from spacecombat_env.core.ruleset import Games, Kernels, RuleSet, Scenario, make_games, wrap_games

Redact = Callable[..., None]


class Moment(NamedTuple):
    """A moment of a random game."""

    games: Games
    scenario: Scenario
    kernels: Kernels
    knowledge: Knowledge
    rng: np.random.Generator

    @property
    def state(self) -> Any:
        """The truth."""
        return self.games.states[0]


def moments(ruleset: RuleSet, scenario: Scenario, seed: int, words: int) -> Iterator[Moment]:
    """Play at random; yield each decision before it is made."""
    assert ruleset.knowledge is not None
    kernels, rng = ruleset.kernels(), np.random.default_rng(seed)
    games = make_games(scenario.table.opening.dtype, 1)
    mask = np.zeros(scenario.actions.size, np.int8)
    kernels.start(games, 0, scenario.table, seed)
    now = Moment(games, scenario, kernels, ruleset.knowledge(scenario), rng)
    for _ in range(words):
        yield now
        if games.states[0].verdict >= 0:
            return
        kernels.legal(games, 0, scenario.table, mask)
        kernels.apply(games, 0, scenario.table, int(rng.choice(mask.nonzero()[0])))


def visible_to(now: Moment, seat: int, games: Games | None = None) -> Any:
    """What a seat may know, as the engine says."""
    visible = make_games(now.scenario.table.opening.dtype, 1)
    now.kernels.redact(games or now.games, 0, visible, 0, seat)
    return visible.states[0]


# --- what follows from the declaration -----------------------------------------------------------


def out_of_bounds(knowledge: Knowledge, state: Any) -> list[str]:
    """Numbers of a state that their fields do not allow."""
    return [
        f"{place.path} = {place.value}"
        for place in places(knowledge.state, state)
        if not place.field.allows(place.value, knowledge.state)
    ]


def wrongly_redacted(knowledge: Knowledge, state: Any, visible: Any, seat: int) -> list[str]:
    """Where what a seat is shown is not the state, blanked by the declared levels.

    A number that is not known is blank, unless redaction writes another there on purpose.
    """
    wrong = []
    shown = places(knowledge.state, visible)
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


def another(field: Field, state: Record, rng: np.random.Generator) -> int:
    """Draw a value that a field may hold."""
    if field.enum is not None:
        return int(rng.choice(list(field.enum)))
    least, most = field.bounds(state)
    value = int(rng.integers(max(least, -9), min(most, 99) + 1))
    return value & most if field.bits is not None else value


NOT_FILLED = ("secrecy",)
"""What the scenario says is in use, and with it which fields ever change."""


def fill(knowledge: Knowledge, state: Any, rng: np.random.Generator) -> None:
    """Put into every number of a state one that it may hold, whether play reaches it or not."""
    for place in places(knowledge.state, state):
        if place.path not in NOT_FILLED and not is_of_log(place):
            place.put(another(place.field, knowledge.state, rng))


def change_hidden(
    knowledge: Knowledge, state: Any, seat: int, rng: np.random.Generator
) -> set[str]:
    """Change what a seat cannot know, each field within its range; return which fields."""
    secret = [
        place
        for place in hidden_places(knowledge, state, seat)
        if not place.field.shows and not is_of_log(place)
    ]
    for place in secret:
        place.put(another(place.field, knowledge.state, rng))
    return {f"{place.record}.{place.field.name}" for place in secret}


def copied(games: Games) -> Games:
    """The same games in memory of their own."""
    raw = games.raw.copy()
    return wrap_games(raw.view(games.states.dtype).reshape(len(raw)))


# --- everything that a seat gets -----------------------------------------------------------------


def looks(
    game: Any, games: Games, seat: int, pictures: bool, redact: Redact | None = None
) -> dict[str, Any]:
    """Everything that a seat gets of a game, by name."""
    scenario = game.scenario
    rules = registry.ruleset(scenario.ruleset)
    kernels, table = rules.kernels(), scenario.table
    visible = make_games(table.opening.dtype, 1)
    (redact or kernels.redact)(games, 0, visible, 0, seat)
    row = np.zeros(scenario.observation.size, np.int8)
    kernels.observe(visible, 0, table, seat, row)
    mask = np.zeros(scenario.actions.size, np.int8)
    if games.states[0].seat == seat:
        kernels.legal(visible, 0, table, mask)
    got: dict[str, Any] = {
        "record": visible.raw[0].tobytes(),
        "observation": row.tobytes(),
        "mask": mask.tobytes(),
        "log": rules.log(visible, 0, scenario, seat, 0),
    }
    if pictures:
        for name in ("view", "draw_text", "draw_svg", "decision_text"):
            got[name] = getattr(rules, name)(visible, 0, scenario, seat)
        got["words"] = [
            rules.action_text(visible, 0, scenario, seat, int(k)) for k in mask.nonzero()[0]
        ]
    return got


def true_mask(game: Any) -> bytes:
    """The legal actions of the seat to act by the true record."""
    mask = np.zeros(game.scenario.actions.size, np.int8)
    rules = registry.ruleset(game.scenario.ruleset)
    rules.kernels().legal(game.games, 0, game.scenario.table, mask)
    return mask.tobytes()


def retold(game: Any, games: Games, seat: int) -> tuple[bytes, int]:
    """What a seat would receive if the whole stored log were sent again."""
    entry = importlib.import_module(f"spacecombat_env.rulesets.{game.scenario.ruleset}.entry")
    state = copied(games).states[0]
    state.log_delivered = max(0, int(state.log_count) - len(state.log))
    state.delivered[:], state.delivered_count[:] = np.zeros((), state.delivered.dtype), 0
    entry.deliver_events(state)
    return state.delivered[seat].tobytes(), int(state.delivered_count[seat])


# --- what a seat cannot know ---------------------------------------------------------------------


class Secrets:
    """A game, and what of it one seat cannot know."""

    def __init__(self, game: Any, games: Games, seat: int, rng: np.random.Generator) -> None:
        rules = registry.ruleset(game.scenario.ruleset)
        assert rules.knowledge is not None
        self.knowledge: Knowledge = rules.knowledge(game.scenario)
        self.state: Any = games.states[0]
        self.rules: Any = game.scenario.table.rules[0]
        self.seat, self.enemy, self.rng = seat, 1 - seat, rng

    def slots(self, pieces: Any) -> range:
        """The enemy's half of a block of pieces."""
        half = len(pieces) // 2
        return range(self.enemy * half, (self.enemy + 1) * half)


def change_all_that_is_declared_hidden(s: Secrets) -> None:
    """Every field above the seat's level, but those of which something is known all the same."""
    change_hidden(s.knowledge, s.state, s.seat, s.rng)


def is_of_log(place: FieldPlace) -> bool:
    """Whether a number counts events, which are changed one by one."""
    return place.path.split("[")[0] in ("log_count", "log_delivered", "delivered_count")


Change = Callable[[Secrets], None]


def showing(
    game: Any,
    seat: int,
    changes: Iterable[Change],
    seed: int,
    pictures: bool,
    redact: Redact | None = None,
) -> list[str]:
    """Names of what shows a seat that something was changed in secret."""
    changed = copied(game.games)
    secrets = Secrets(game, changed, seat, np.random.default_rng(seed))
    for change in changes:
        change(secrets)
    before, after = (
        looks(game, games, seat, pictures, redact) | {"retold": retold(game, games, seat)}
        for games in (game.games, changed)
    )
    return [name for name in before if before[name] != after[name]]


def assert_nothing_shows(
    game: Any, seat: int, changes: tuple[Change, ...], seed: int, pictures: bool, when: str
) -> None:
    """Fail with the names of what shows, and of the changes that show."""
    found = showing(game, seat, changes, seed, pictures)
    guilty = {
        one.__name__: shown
        for one in changes
        if found and (shown := showing(game, seat, (one,), seed, True))
    }
    assert not found, f"{when}, seat {seat}: {found}; {guilty}"


def idle_changes(
    games: Iterable[tuple[Any, int, np.random.Generator]], changes: Iterable[Change]
) -> set[str]:
    """The changes that found nothing to change in games: a guard of the tests that use them."""
    idle = set(changes)
    for game, seat, rng in games:
        for one in list(idle):
            changed = copied(game.games)
            one(Secrets(game, changed, seat, rng))
            if changed.raw.tobytes() != game.games.raw.tobytes():
                idle.discard(one)
        if not idle:
            break
    return {one.__name__ for one in idle}


def assert_twins(first: dict[str, Any], second: dict[str, Any]) -> None:
    """Two games look the same."""
    assert {name for name in first if first[name] != second[name]} == set()
