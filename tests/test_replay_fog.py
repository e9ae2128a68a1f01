"""The page of one side: two games that differ in what it was never told make one and the same page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.replay import TRUTH, Playback, Recorder, Replay, frames, open_replay
from spacecombat_env.replay.page import build_page

RED, BLUE = 0, 1
Chooser = Callable[[int, dict[str, int]], int | None]
"""(decisions of the seat so far, legal actions) -> an action, or None for the quiet one."""

QUIET = ("done", "end round", "go", "no jam", "stay", "coast", "pass")


def played(ruleset: str, scenario: dict[str, Any], seed: int, busy: Chooser) -> Replay:
    """Return a game in which Red is quiet and Blue says what `busy` chooses."""
    rules = registry.ruleset(ruleset)
    recorder = Recorder(rules, open_scenario(rules, scenario, ()), seed, ("red bot", "blue bot"))
    playback, said = recorder.playback, [0, 0]
    while playback.seat >= 0:
        words = {playback.action_text(int(t)): int(t) for t in playback.mask.nonzero()[0]}
        chosen = busy(said[BLUE], words) if playback.seat == BLUE else None
        said[playback.seat] += 1
        recorder.add(_quiet(playback, words) if chosen is None else chosen)
    return recorder.replay()


def _quiet(playback: Playback, words: dict[str, int]) -> int:
    """Return an action that does as little as may be."""
    return next((words[word] for word in QUIET if word in words), min(words.values()))


# -- Battle Rider: other ships, other loads, and more actions than are needed ---------------------


def far_fleets(blue: str, klass: str, real: int) -> dict[str, Any]:
    """Return two fleets out of sight; Blue's ship is in the first or the second task force."""

    def side(name: str, klass: str, row: int, place: int) -> dict[str, Any]:
        ships: list[list[str]] = [[], []]
        ships[place] = [name]
        return {
            "fleet_tactics": 2,
            "ships": [{"class": klass, "name": name, "missiles": 0}],
            "task_forces": [
                {"ships": held, "hex": [9 + 3 * n, row]} for n, held in enumerate(ships)
            ],
        }

    sides = {"red": side("Alpha", "Fiery", 1, 0), "blue": side(blue, klass, 33, real)}
    return {"name": "far fleets", "sides": sides, "turn_limit": 2}


def silent(said: int, words: dict[str, int]) -> int | None:
    """Say nothing but the quiet action."""
    return None


def roundabout(said: int, words: dict[str, int]) -> int | None:
    """Give in two actions what one action gives: the enemy sees the same course."""
    return words.get("move")


# -- Intercept: other ships on other courses, unseen -------------------------------------------------


def far_ships(klass: str, count: int) -> dict[str, Any]:
    """Return one ship of Red and some of Blue, out of reach of each other's passive sensors."""
    red = [{"class": "Frigate", "name": "Alpha", "square": [3, 4], "vector": [0, 1]}]
    blue = [
        {"class": klass, "name": f"Bravo {n}", "square": [24 + n, 28], "vector": [0, -n]}
        for n in range(count)
    ]
    return {
        "name": "far ships",
        "sides": {"red": {"ships": red}, "blue": {"ships": blue}},
        "turn_limit": 3,
    }


def wandering(said: int, words: dict[str, int]) -> int | None:
    """Close the shutters, then thrust this way and that."""
    return words.get("pop in", words.get(("W", "N", "E")[said % 3], words.get("1")))


# -- Interceptor: other crews, and a course that is said in more actions -------------------------------


def far_fighters(skill_of_blue: int) -> dict[str, Any]:
    """Return two fighters a side, too far apart for anything but tonnage to be revealed."""

    def side(nation: str, klass: str, row: int, heading: int, skill: int) -> dict[str, Any]:
        return {
            "nation": nation,
            "zone": {"columns": [5, 20], "rows": [row, row + 1]},
            "velocity": 3,
            "heading": heading,
            "facing": heading,
            "ships": [{"class": klass, "pilot": {"piloting": skill, "gunnery": skill}}] * 2,
        }

    return {
        "name": "far fighters",
        "map": {"columns": 26, "rows": 28},
        "sides": {
            "red": side("CW/RL", "CHEETAH", 1, 1, 5),
            "blue": side("TOG", "LANCEA", 27, 4, skill_of_blue),
        },
        "victory": {
            "destroyed": 20,
            "broke_off": 5,
            "destroyed_means": "wide",
            "outcome": [[31, "decisive"], [11, "substantive"], [0, "marginal"]],
        },
        "turn_limit": 2,
    }


def straight(said: int, words: dict[str, int]) -> int | None:
    """Fly as far as may be in one action."""
    return _ahead(words, max)


def step_by_step(said: int, words: dict[str, int]) -> int | None:
    """Fly the same hexes one by one."""
    return _ahead(words, min)


def _ahead(words: dict[str, int], which: Callable[[list[int]], int]) -> int | None:
    """Return the action for hexes ahead, where a ship flies, or for its velocity, which is 3."""
    if "face port" not in words:
        return words.get("3")
    hexes = [int(word) for word in words if word.isdigit() and int(word)]
    return words[str(which(hexes))] if hexes else None


# -- the twins ---------------------------------------------------------------------------------------

TWINS = {
    "battle_rider": (
        (far_fleets("Bravo", "Fiery", 0), silent),
        (far_fleets("Basilisk", "Midu Agashaam", 0), roundabout),
        (7,),  # the cards of another seed would be told
    ),
    "intercept_sensors": (
        (far_ships("Raider", 1), silent),
        (far_ships("Corvette", 3), wandering),
        range(100, 140),
    ),
    "interceptor": (
        (far_fighters(5), straight),
        (far_fighters(8), step_by_step),
        (7,),
    ),
}


@pytest.fixture(scope="module", params=TWINS)
def twins(request: pytest.FixtureRequest) -> tuple[Replay, Replay]:
    """Return two games that Red cannot tell apart, on seeds that brought it the same randomness."""
    (plain, quiet), (other, busy), seeds = TWINS[request.param]
    first = played(request.param, plain, 7, quiet)
    for seed in seeds:
        second = played(request.param, other, seed, busy)
        if _told(second) == _told(first):
            assert len(first.actions) != len(second.actions)
            return first, second
    raise AssertionError("no twin found")


def _told(game: Replay) -> list[str]:
    """Return all that Red's log says."""
    return [line for frame in frames(game, (RED,)) for line in frame.looks[RED].lines]


def test_twin_games_make_one_page(twins):
    pages = [build_page(game, readers=(RED,)) for game in twins]
    assert pages[0] == pages[1]
    assert len({build_page(game, readers=(BLUE,)) for game in twins}) == 2


def test_twin_games_make_one_page_while_they_are_played(twins):
    halves = [[_cut(game, asked) for asked in (1, 3, 5)] for game in twins]
    for pair in zip(*halves, strict=True):
        assert all(half.outcome is None for half in pair)
        pages = [build_page(half, readers=(RED,)) for half in pair]
        assert pages[0] == pages[1]


def _cut(game: Replay, asked: int) -> Replay:
    """Return a game as it was after this many decisions of Red and Blue's answers."""
    playback, times = open_replay(game), 0
    recorder = Recorder(playback.ruleset, playback.scenario, game.seed, game.agents.values())
    for action in game.actions:
        times += recorder.playback.seat == RED
        if times > asked:
            break
        recorder.add(action)
    return recorder.replay()


def test_a_page_for_one_side_shows_no_seed_no_count_and_no_enemy(twins):
    game = twins[1]
    page = build_page(game, readers=(RED,))
    content = data_of(page)
    shown = " ".join([*content["sub"], *content["end"]])
    assert "seed" not in shown and "decisions" not in shown
    assert [seat["agent"] for seat in content["seats"]] == ["red bot", ""]
    assert f"seed {game.seed}" in " ".join(data_of(build_page(game))["sub"])


def test_a_side_is_shown_what_it_sees_when_it_acts(twins):
    for game in twins:
        found = list(frames(game, (RED,)))
        assert all(frame.seat in (RED, -1) for frame in found[1:])
        assert all(seat == RED for frame in found for seat, _ in frame.utterances)
        spoken = [word for frame in found for _, words in frame.utterances for word in words]
        playback, own = open_replay(game), 0
        for action in game.actions:
            own += playback.seat == RED
            playback.step(action)
        assert found[-1].decision == len(spoken) == own
        whole = [line for frame in frames(game, (TRUTH,)) for line in frame.looks[TRUTH].lines]
        assert _told(game) and set(whole) - set(_told(game))


def data_of(page: str) -> dict[str, Any]:
    """Return what a page holds."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])
