"""Games with determinizations: a walk through a game, and a determinization held against the truth.

A determinization is what `Game.determinized` returns: a game that should look the same to a seat in everything
that the seat is given, and go on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env import registry
from spacecombat_env.core.model.record import diff
from spacecombat_env.core.ruleset import Scenario, make_games, make_out
from spacecombat_env.env.game import Game
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, ForceStatus, Phase

CAPTAINS = {"battle_rider": "captain", "intercept_sensors": "hunter", "interceptor": "ace"}
WHIMS = 0.15
"""Share of actions drawn at random in a game of captains: they lead to questions captains avoid."""
LONGEST = 60_000
IN_FORCE, UNUSED = CraftStatus.IN_FORCE, ForceStatus.UNUSED

GLOBE = {"globe_capacity": 8, "globe_rate": 3}
SIMS = {"tech_level": 12, "load": "half"}
SECRETS = {
    "fleet_tactics": 3,
    "ships": [
        {"class": "Rapier", "name": "Flag", "values": GLOBE, "sims": SIMS},
        {"class": "Midu Agashaam", "values": GLOBE},
        {"class": "Valor", "sims": SIMS},
        {"class": "Chrysanthemum", "powered_down": True},
        "Maggart LT",
        {"class": "Manticore", "aboard": "Maggart LT"},
    ],
    "drones": [{"type": "dual_mode_tl12", "controller": "Flag"}],
}
"""A side with black globes, semi-independent missiles, a rider and a drone."""
OWN = {
    "secrets": {
        "name": "secrets",
        "sides": {"red": SECRETS, "blue": SECRETS},
        "rules": {
            "black_globes": True,
            "semi_independent_missiles": True,
            "powered_down": True,
        },
        "turn_limit": 20,
    }
}
"""Scenarios of the tests' own."""


@cache
def opened(
    name: str, scenario: str, delegated: bool, options: str, more: tuple[str, ...] = ()
) -> Scenario:
    """A scenario with the recommended delegation and more, or with none."""
    rules = registry.ruleset(name)
    delegate = (*rules.recommended, *more) if delegated else ()
    return rules.load(
        OWN.get(scenario, scenario), delegate=(delegate,) * 2, options=json.loads(options) or None
    )


def walk(
    name: str,
    scenario: str,
    seed: int,
    options: Mapping[str, Any] | None = None,
    delegated: bool | None = None,
    whims: float | None = None,
    more: tuple[str, ...] = (),
    doctrine: str | None = None,
) -> Iterator[Game]:
    """Play a game and yield it before each decision; by seed delegated or not, with captains'
    actions or, in a fifth of the games, actions at random. `doctrine` is theirs, if it is not the usual."""
    rules = registry.ruleset(name)
    rng = np.random.default_rng(seed)
    delegated = seed % 2 == 0 if delegated is None else delegated
    loaded = opened(name, scenario, delegated, json.dumps(options or {}), more)
    if whims is None:
        whims = 1.0 if seed % 5 == 4 else WHIMS
    captain = ScriptedAgent(loaded, doctrine or CAPTAINS[name])
    captain.reset(seed)
    game = Game(rules, loaded)
    game.start(seed)
    for _ in range(LONGEST):
        if game.seat < 0:
            return
        yield game
        game.step(word(game, captain, whims, rng))
    raise AssertionError(f"{scenario}: the game on seed {seed} does not end")


def word(game: Game, captain: Agent, whims: float, rng: np.random.Generator) -> int:
    """Return a legal action of the seat to act: the captain's, or one at random."""
    if rng.random() < whims:
        words = game.mask.nonzero()[0]
        return int(words[int(rng.random() * len(words))])
    seats = np.array([game.seat])
    return int(captain.act(None, game.mask[None], game.visible_to(game.seat), seats)[0])


def told(game: Game, seat: int) -> dict[str, Any]:
    """Return all that a seat is given of a game."""
    rules, scenario = game.ruleset, game.scenario
    visible = make_games(scenario.table.opening.dtype, 1)
    game.kernels.redact(game.games, 0, visible, 0, seat)
    return {
        "record": visible.raw[0].tobytes(),
        "observation": game.observation_of(seat).tobytes(),
        "mask": game.mask_of(seat).tobytes(),
        "log": rules.log(visible, 0, scenario, seat, 0),
        "question": rules.decision_text(visible, 0, scenario, seat) if seat == game.seat else "",
        "player": game.player if seat == game.seat else 0,
        "seat": game.seat,
    }


def differences(truth: Game, determinization: Game, seat: int) -> list[str]:
    """Return what differs for a seat between a game and a determinization of it."""
    known, determinized = told(truth, seat), told(determinization, seat)
    names = [name for name in known if known[name] != determinized[name]]
    if "record" in names:
        a, b = (game.copy().visible_to(seat) for game in (truth, determinization))
        names += [f"record: {line}" for line in diff(a.states[0], b.states[0])[:6]]
    return names


def play_out(determinizations: list[Game], seed: int) -> Counter[int]:
    """Play determinizations to the end by random actions; return how they ended, reason by reason."""
    first = determinizations[0]
    kernels, table, count = first.kernels, first.scenario.table, len(determinizations)
    games = make_games(table.opening.dtype, count)
    for k, determinization in enumerate(determinizations):
        games.raw[k] = determinization.games.raw[0]
    out, actions = make_out(first.scenario, count), np.full(count, -1, np.int64)
    seeds = np.random.default_rng(seed).integers(2**62, size=count)
    kernels.advance(games, table, actions, out, (0, count, 0, 0))
    for k, determinization in enumerate(determinizations):
        assert out.seat[k] == determinization.seat and (out.mask[k] == determinization.mask).all()
    for _ in range(LONGEST):
        if not (out.seat >= 0).any():
            break
        assert out.mask[out.seat >= 0].any(axis=1).all(), "a dream asks what nobody can answer"
        kernels.random_actions(out.mask, seeds, actions, 0, count)
        actions[out.seat < 0] = -1
        kernels.advance(games, table, actions, out, (0, count, 0, 0))
    assert (out.seat < 0).all(), "a dream does not end"
    return Counter(out.tally[:, 1].tolist())


class Tally(NamedTuple):
    """What came of the determinizations of a scenario."""

    determinizations: int
    games: int
    differ: int
    played: int
    """How many were played to the end by random actions."""
    examples: dict[str, tuple[int, list[str]]]
    """By what differs: how often it did, and the first such difference in full."""


def shipped() -> list[tuple[str, str]]:
    """Return every shipped scenario with its rule set."""
    return [
        (name, scenario) for name in CAPTAINS for scenario in registry.ruleset(name).scenarios()
    ]


def dream_of(
    name: str,
    scenario: str,
    options: Mapping[str, Any],
    *,
    determinizations: int,
    played: float = 0.1,
    rate: float = 0.1,
    waiting: float = 0.2,
) -> Tally:
    """Determinize at one decision in ten of game after game; a fifth for the seat that waits."""
    rng = np.random.default_rng(determinizations)
    made, differ, ended, seed = 0, 0, 0, 0
    examples: dict[str, tuple[int, list[str]]] = {}
    pending: dict[Any, list[Game]] = {}
    while made < determinizations:
        for game in walk(name, scenario, seed, options):
            if made == determinizations:
                break
            if rng.random() > rate:
                continue
            waits = rng.random() < waiting
            seat = 1 - game.seat if waits else game.seat
            determinization = game.determinize(seat, int(rng.integers(2**62)))
            found = differences(game, determinization, seat)
            made += 1
            if found:
                differ += 1
                kind = re.sub(r"\d+", "#", " ".join(found))[:200]
                count, first = examples.get(kind, (0, [f"seed {seed}", *found]))
                examples[kind] = (count + 1, first)
            elif not waits and rng.random() < played:
                pending.setdefault(game.scenario.delegate, []).append(determinization)
        for games in pending.values():
            ended += play_out(games, seed).total() if games else 0
        pending.clear()
        seed += 1
    return Tally(made, seed, differ, ended, examples)


def unknown_forces(state: Any, side: int) -> list[bool]:
    """For each task force of a Battle Rider side of which no craft is known, whether it is empty."""
    half, forces = len(state.craft) // 2, len(state.tf) // 2
    craft = state.craft[side * half : (side + 1) * half]
    craft = craft[craft["status"] == IN_FORCE]
    found = []
    for tf in range(side * forces, (side + 1) * forces):
        if state.tf[tf].status == UNUSED or state.tf[tf].shadow_found:
            continue
        inside = craft[craft["tf"] == tf]
        if not inside["detected"].any():
            found.append(len(inside) == 0)
    return found


def dummies(
    scenario: str, options: Mapping[str, Any], *, games: int, rate: float = 0.02
) -> tuple[list[bool], list[bool]]:
    """Return, for every unknown force of captains' games and of determinizations of them, if it is empty.

    Fleets are set up by the standing orders, and bought by them in every other game, as
    determinizations expect (`buys_by_worth`). Many games count for more than many moments of one, in
    which the truth is always the same.
    """
    rng = np.random.default_rng(games)
    truth: list[bool] = []
    determinized: list[bool] = []
    for seed in range(games):
        bought = ("buying",) if seed % 2 else ()
        for game in walk("battle_rider", scenario, seed, options, True, 0.0, bought):
            state = game.games.states[0]
            if state.phase == Phase.SETUP or rng.random() > rate:
                continue
            determinization = game.determinize(game.seat, int(rng.integers(2**62)))
            truth += unknown_forces(state, 1 - game.seat)
            determinized += unknown_forces(determinization.games.states[0], 1 - game.seat)
    return truth, determinized
