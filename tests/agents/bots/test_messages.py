"""Every message of whole games is what the schema declares, and tells a seat what it may know.

MESSAGE_GAMES is how many of each rule set are played, 200 for a figure to report.
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import pytest
from kit.messages import Lots, Recording, assert_valid, recorded

from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env.protocol import check
from spacecombat_env.protocol.vectors import read_record, read_vector

GAMES = int(os.environ.get("MESSAGE_GAMES", "30"))
PLACES = {
    "battle_rider": [("duel", "recommended"), ("skirmish", "recommended"), ("picket", "none")],
    "intercept_sensors": [("duel", "recommended"), ("infiltrator", "none"), ("picket", "none")],
    "interceptor": [("duel", "recommended"), ("duel", "none"), ("pair", "none")],
}
WANTS: list[dict[str, bool]] = [
    {"delta": True},
    {"delta": True, "vector": True, "record": True},
    {"view": False, "events": False},
    {},
]
rulesets = pytest.mark.parametrize("ruleset", PLACES)


class Curious(Lots):
    """Looks ahead now and then, resigns rarely, says nonsense, lets the captain speak."""

    def say(self, ask: dict[str, Any]) -> Any:
        lot = self.draw(60)
        if lot == 0:
            return "xyzzy"
        if lot == 1:
            return {"type": "let", "until": "phase"}
        if lot == 2 and self.draw(10) == 0:
            return {"type": "resign"}
        if lot == 3:
            return {"type": "state"}
        return super().say(ask)


def played(ruleset: str, games: int, most: int | None = None) -> list[Recording]:
    """Play games of two bots and return what was said in them."""
    made = []
    for number in range(games):
        scenario, delegate = PLACES[ruleset][number % len(PLACES[ruleset])]
        setting = GameSetting.of(ruleset, scenario, delegate, most)
        wants = WANTS[number % len(WANTS)]
        one, ones = recorded(lambda wants=wants: Curious(**wants), setting)
        two, twos = recorded(Lots, setting)
        end = play_game(setting, (one, two), 1000 + number, number % 2)
        assert end.cause in ("", "a.illegal"), end.note
        made += [*ones, *twos]
        one.close(), two.close()
    return made


def check_lines(recording: Recording) -> int:
    """Check every message of a conversation; return how many there were."""
    at, told, asked = -1, 0, 0
    for line in recording.lines:
        message = json.loads(line[2:])
        if line.startswith("<"):
            check(message)
        if message["type"] == "game_over":
            at, told = -1, 0
        if message["type"] == "ask":
            assert message["id"] > asked and message["at"] >= at
            asked, at = message["id"], message["at"]
        whole = message.get("full")  # also of a first question, after the bot asked for `state`
        if message["type"] in ("ask", "told") and message["events"]:
            numbers = [event["n"] for event in message["events"]]
            first = 1 if whole and numbers[0] == 1 else told + 1
            assert numbers == list(range(first, first + len(numbers)))
            told = numbers[-1]
    return len(recording.lines)


@rulesets
def test_messages_of_some_games_validate(ruleset: str) -> None:
    assert sum(map(check_lines, played(ruleset, 2, most=2))) > 40


@pytest.mark.slow
@rulesets
def test_messages_of_many_games_validate(ruleset: str) -> None:
    assert sum(map(check_lines, played(ruleset, GAMES))) > 60 * GAMES


@pytest.mark.parametrize(
    "field", ["seed", "digest", "checks", "log_count", "steps", "decisions", "chance"]
)
def test_no_field_counts_or_shows_what_is_hidden(field: str) -> None:
    (recording, _) = played("battle_rider", 1, most=3)
    sent = [json.loads(line[2:]) for line in recording.lines if line.startswith(">")]
    keys: set[str] = set()
    for message in sent:
        if message["type"] == "new_game":
            message["scenario"].pop("digest")  # of what everybody can read
        _gather(message, keys)
    assert "text" in keys and field not in keys


def _gather(part: Any, keys: set[str]) -> None:
    """Collect the keys of all objects."""
    if isinstance(part, dict):
        keys.update(part)
        for value in part.values():
            _gather(value, keys)
    elif isinstance(part, list):
        for value in part:
            _gather(value, keys)


def test_changes_make_up_the_whole_view() -> None:
    setting = GameSetting.of("battle_rider", "duel")
    games = {}
    for delta in (False, True):
        player, made = recorded(lambda delta=delta: Lots(delta=delta), setting)
        play_game(setting, (player, RandomAgent()), 5, 0)
        games[delta] = made[0].sent("ask")
    view: dict[str, Any] = {}
    for whole, change in zip(games[False], games[True], strict=True):
        view = change["view"] if change["full"] else {**view, **change["view"]}
        assert view == whole["view"] and whole["full"]
        assert {**whole, "view": 0, "full": 0} == {**change, "view": 0, "full": 0}
    assert sum(len(ask["view"]) for ask in games[True][1:]) < 10 * len(games[True])


@rulesets
def test_vector_and_record_are_what_the_engine_gives(ruleset: str) -> None:
    scenario, delegate = PLACES[ruleset][0]
    setting = GameSetting.of(ruleset, scenario, delegate)
    opened = setting.scenario
    player, made = recorded(lambda: Lots(vector=True, record=True), setting)
    end = play_game(setting, (player, RandomAgent()), 7, 0)
    env = setting.batch(1, keep_visible=True)
    out = env.start(np.array([7]))
    asks = iter(made[0].sent("ask"))
    for word in end.actions:
        if out.seat[0] == 0:
            ask = next(asks)
            sizes = opened.observation.size, opened.actions.size
            observation, mask = read_vector(ask["vector"], *sizes)
            assert np.array_equal(observation, out.observation[0])
            assert np.array_equal(mask, out.mask[0])
            assert [offer["token"] for offer in ask["words"]] == mask.nonzero()[0].tolist()
            record = read_record(ask["record"], out.visible.raw.shape[1])
            assert np.array_equal(record, out.visible.raw[0])
        env.step(np.array([word]))
    assert next(asks, None) is None and out.seat[0] == -1
    assert np.array_equal(out.tally[0], end.tally)
    env.close()


def test_scales_in_hello_are_those_of_the_observation() -> None:
    setting = GameSetting.of("battle_rider", "duel")
    player, made = recorded(Lots, setting)
    player.connection("red_0")
    (hello,) = made[0].sent("hello")
    scales: list[float] = []
    for block in hello["vector"]["blocks"]:
        assert block["offset"] == len(scales)
        size = int(np.prod(block["shape"]))
        scale = block["scale"]
        wide = scale if isinstance(scale, list) else [scale]
        scales += wide * (size // len(wide))
    expected = setting.scenario.observation.scales
    assert np.array_equal(np.array(scales, np.float32), expected)
    assert hello["vector"]["size"] == len(expected)
    player.close()


@pytest.mark.parametrize("text", ["", "AAAA", "!", "eJwDAAAAAAE="])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_record(text, 100)


def test_a_message_with_an_undeclared_field_would_be_noticed() -> None:
    said = {"type": "said", "id": 1, "game": "g", "at": 1, "tokens": [1], "settled": 0}
    assert_valid(said)
    with pytest.raises(AssertionError):
        assert_valid({**said, "seed": 1})
