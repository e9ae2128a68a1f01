"""Games in which dreams are dreamt: a walk through a game, and a dream held against the truth.

A dream is what `Game.imagined` returns: a game that should look the same to a seat in everything
that the seat is given, and go on.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from spacecombat_agents.base import Agent
from spacecombat_agents.scripted import ScriptedAgent
from spacecombat_env import registry
from spacecombat_env.core.record import diff
from spacecombat_env.core.ruleset import RuleSet, Scenario, make_games, make_out
from spacecombat_env.env.game import Game

CAPTAINS = {"battle_rider": "captain", "intercept_sensors": "hunter"}
WHIMS = 0.15
"""Share of words drawn by lot in a game of captains: they lead to questions captains avoid."""
LONGEST = 60_000


@cache
def opened(name: str, scenario: str, delegated: bool, options: str) -> Scenario:
    """A scenario with the recommended delegation, or with none."""
    rules = registry.ruleset(name)
    delegate = rules.recommended if delegated else ()
    return rules.load(scenario, delegate=(delegate,) * 2, options=json.loads(options) or None)


def walk(
    name: str,
    scenario: str,
    seed: int,
    options: Mapping[str, Any] | None = None,
    delegated: bool | None = None,
) -> Iterator[Game]:
    """Play a game and yield it before each decision; by seed with captains, or by lot."""
    rules = registry.ruleset(name)
    lots = np.random.default_rng(seed)
    delegated = seed % 2 == 0 if delegated is None else delegated
    loaded = opened(name, scenario, delegated, json.dumps(options or {}))
    whims = 1.0 if seed % 5 == 4 else WHIMS
    captain = ScriptedAgent(loaded, CAPTAINS[name])
    captain.reset(seed)
    game = Game(rules, loaded)
    game.start(seed)
    for _ in range(LONGEST):
        if game.seat < 0:
            return
        yield game
        game.speak(word(game, captain, whims, lots))
    raise AssertionError(f"{scenario}: the game on seed {seed} does not end")


def word(game: Game, captain: Agent, whims: float, lots: np.random.Generator) -> int:
    """Return a legal word of the seat to act: the captain's, or one by lot."""
    if lots.random() < whims:
        words = game.mask.nonzero()[0]
        return int(words[int(lots.random() * len(words))])
    seats = np.array([game.seat])
    return int(captain.act(None, game.mask[None], game.seen_by(game.seat), seats)[0])


def told(game: Game, seat: int) -> dict[str, Any]:
    """Return all that a seat is given of a game."""
    rules, scenario = game.ruleset, game.scenario
    seen = make_games(scenario.table.opening.dtype, 1)
    game.kernels.redact(game.games, 0, seen, 0, seat)
    return {
        "record": seen.raw[0].tobytes(),
        "observation": game.observed_by(seat).tobytes(),
        "mask": game.mask_of(seat).tobytes(),
        "log": rules.log(seen, 0, scenario, seat, 0),
        "question": rules.question(seen, 0, scenario, seat) if seat == game.seat else "",
        "player": game.player if seat == game.seat else 0,
        "seat": game.seat,
    }


def differences(truth: Game, dream: Game, seat: int) -> list[str]:
    """Return what differs for a seat between a game and a dream of it."""
    known, dreamt = told(truth, seat), told(dream, seat)
    names = [name for name in known if known[name] != dreamt[name]]
    if "record" in names:
        a, b = (game.copy().seen_by(seat) for game in (truth, dream))
        names += [f"record: {line}" for line in diff(a.states[0], b.states[0])[:6]]
    return names


def play_out(dreams: list[Game], seed: int) -> Counter[int]:
    """Play dreams to the end by random words; return how they ended, reason by reason."""
    first = dreams[0]
    kernels, table, count = first.kernels, first.scenario.table, len(dreams)
    games = make_games(table.opening.dtype, count)
    for k, dream in enumerate(dreams):
        games.raw[k] = dream.games.raw[0]
    out, tokens = make_out(first.scenario, count), np.full(count, -1, np.int64)
    seeds = np.random.default_rng(seed).integers(2**62, size=count)
    kernels.advance(games, table, tokens, out, (0, count, 0, 0))
    for k, dream in enumerate(dreams):
        assert out.seat[k] == dream.seat and (out.mask[k] == dream.mask).all()
    for _ in range(LONGEST):
        if not (out.seat >= 0).any():
            break
        assert out.mask[out.seat >= 0].any(axis=1).all(), "a dream asks what nobody can answer"
        kernels.random_words(out.mask, seeds, tokens, 0, count)
        tokens[out.seat < 0] = -1
        kernels.advance(games, table, tokens, out, (0, count, 0, 0))
    assert (out.seat < 0).all(), "a dream does not end"
    return Counter(out.tally[:, 1].tolist())


def ruleset(name: str) -> RuleSet:
    """Return a rule set by name."""
    return registry.ruleset(name)
