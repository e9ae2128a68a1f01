"""A unit is a pure function: its games do not depend on what is played beside or before them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spacecombat_agents.arena.tournament import unit_games as module
from spacecombat_agents.arena.tournament.game_rows import GameRow, unpack_actions, words_sha
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.seeds import pair_game_seeds, pair_seed, player_seed
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.arena.tournament.unit_games import play_unit
from spacecombat_agents.players.base import random_bits_at, unit_uniforms
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env.core.model.seeds import TWIN

PLACE = {"ruleset": "auction", "scenario": "plain"}
DUEL = {"ruleset": "intercept_sensors", "scenario": "duel"}


def cup_of(*players: str, place: dict[str, Any] = PLACE, **more: Any) -> Tournament:
    """Return a cup of some players."""
    entrants = [{"player": name, "label": f"{at}"} for at, name in enumerate(players)]
    return Tournament(plan_from({"entrants": entrants, "scenarios": [place], "seed": 0, **more}))


@pytest.fixture(scope="module")
def duel() -> Tournament:
    return cup_of("random", "scripted:hunter", place=DUEL, mirror=True)


def test_a_game_goes_alone_as_it_goes_beside_others(duel: Tournament) -> None:
    beside = play_unit(duel, Unit(0, 0, 1, 0, 6))
    alone = [row for number in range(6) for row in play_unit(duel, Unit(0, 0, 1, number, 1))]
    assert alone == beside
    assert [(row.pair, row.game) for row in beside] == [(n // 2, n % 2) for n in range(12)]
    assert len({row.words_sha for row in beside}) == 12


@pytest.mark.parametrize("entrant", [0, 1])
def test_mirror_games_are_exactly_antisymmetric(duel: Tournament, entrant: int) -> None:
    """A player that meets itself plays one game twice, names exchanged; random streams are the seat's."""
    rows = play_unit(duel, Unit(0, entrant, entrant, 0, 6))
    for one, other in zip(rows[0::2], rows[1::2], strict=True):
        assert (one.seed ^ other.seed, one.words_sha) == (TWIN, other.words_sha)
        assert one.verdict == other.verdict
        assert one.score == 1.0 - other.score


def test_a_seed_follows_from_all_that_a_pair_is() -> None:
    known = 7, "digest", ("a", "b"), 3
    others = [(8, *known[1:]), (7, "other", *known[2:]), (7, "digest", ("a", "c"), 3)]
    seeds = {pair_seed(*each) for each in [known, *others, (*known[:3], 4)]}  # type: ignore[arg-type]
    assert len(seeds) == 5 and all(0 <= seed < 2**63 for seed in seeds)
    assert pair_seed(*known) == pair_seed(7, "digest", ("b", "a"), 3)


def test_no_player_has_the_randomness_of_another() -> None:
    """Neither of the other in its game, nor of the other in the same seat of the other game."""
    _, seat_of_a, player_seeds = pair_game_seeds([11, 12], ("x", "y"))
    assert len(set(player_seeds.ravel().tolist())) == 8
    assert player_seeds[0].tolist() == [player_seed(11, 0, "x"), player_seed(11, 1, "y")]
    assert player_seeds[1].tolist() == [player_seed(11, 0, "y"), player_seed(11, 1, "x")]
    assert seat_of_a.tolist() == [0, 1, 0, 1]


def test_random_numbers_are_even_and_of_their_own() -> None:
    rng = unit_uniforms(random_bits_at(np.arange(2000, dtype=np.uint64), np.zeros(2000, np.int64)))
    again = unit_uniforms(random_bits_at(np.zeros(2000, np.uint64), np.arange(2000)))
    for drawn in (rng, again):
        assert drawn.min() >= 0.0 and drawn.max() < 1.0
        assert abs(drawn.mean() - 0.5) < 0.02
        assert abs(np.histogram(drawn, 10, (0, 1))[0] - 200).max() < 60
    masks = np.tile(np.array([0, 1, 0, 1, 1], np.int8), (2000, 1))
    given = random_bits_at(np.arange(2000, dtype=np.uint64), np.ones(2000, np.int64))
    words = RandomAgent().act(None, masks, random_bits=given)
    assert (abs(np.bincount(words, minlength=5) - [0, 667, 0, 667, 667]) < 80).all()


def test_rows_show_the_game(duel: Tournament) -> None:
    rows = play_unit(duel, Unit(0, 0, 1, 0, 2))
    first = rows[0]
    assert first.actions is not None and rows[2].actions is None  # of the first pair alone
    words = unpack_actions(first.actions)
    assert first.words_sha == words_sha(words)
    assert len(words) == first.decisions_first + first.decisions_second
    assert (first.cause, first.owner, first.note, first.seat_of_a) == ("normal", "", "", 0)


def by_cause(rows: list[GameRow]) -> dict[tuple[str, str], list[GameRow]]:
    """Return rows by cause and owner."""
    found: dict[tuple[str, str], list[GameRow]] = {}
    for row in rows:
        found.setdefault((row.cause, row.owner), []).append(row)
    return found


def test_a_fault_loses_its_game_and_says_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(module.__file__))
    tournament = cup_of("random", "bots:Crasher")
    try:
        rows = play_unit(tournament, Unit(0, 0, 1, 0, 8))
    finally:
        tournament.close()
    found = by_cause(rows)
    assert set(found) == {("normal", ""), ("crash", "b")}
    for row in found["crash", "b"]:
        assert row.verdict == row.seat_of_a and row.reason == "crash"
        assert "RuntimeError: no idea" in row.note
        assert row.actions is not None
