"""Recorded games told again: shipped transcripts, and conversations as they were."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.messages import Lots, Recording, assert_valid, recorded

from spacecombat_agents.bots.bot_players import BotPlayer
from spacecombat_agents.bots.match_game import play_game
from spacecombat_agents.bots.transport import InProcessTransport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env import registry
from spacecombat_env.core.errors import ReplayError
from spacecombat_env.protocol import MessageOptions, check
from spacecombat_env.protocol.transcript import transcript_bot_seed, transcript_lines
from spacecombat_env.protocol.transcript_files import Transcript, read_transcript, shipped
from spacecombat_env.replay import record

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "spacecombat_env" / "rulesets"
FILES = shipped()
NAMES = [name for name in registry.names() if registry.ruleset(name).package.parent == RULESETS]
"""Rule sets that ship; tests elsewhere add others."""
SHORT = [next(file for file in FILES if file.name.startswith(name)) for name in NAMES]
LARGEST = 1_000_000


@pytest.fixture(autouse=True)
def _seeds_of_a_recital(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are given the seed that a recital names: else a secret of the run is in it."""
    path = "spacecombat_agents.bots.match_game.bot_seed"
    monkeypatch.setattr(path, lambda secret, seed, seat: transcript_bot_seed(seat))


class Speaker:
    """An agent that says recorded actions."""

    name, needs = "speaker", Needs.MASKS

    def __init__(self, words: list[int]) -> None:
        self.words = iter(words)

    def reset(self, seed: int) -> None:
        pass

    def act(self, observations: Any, masks: Any, visible: Any = None, seats: Any = None) -> Any:
        return np.array([next(self.words)])


class Reciter:
    """A bot that says what the player of a transcript said."""

    def __init__(self, transcript: Transcript) -> None:
        said = [json.loads(line[2:]) for line in transcript.lines if line.startswith("< ")]
        self.greeting, *answers = said
        self.answers = {answer["at"]: answer["words"] for answer in answers}

    def ready(self, hello: Any) -> Any:
        return {"name": self.greeting["name"], "wants": self.greeting["wants"]}

    def say(self, ask: Any) -> Any:
        return self.answers[ask["at"]]


def conversation(transcript: Transcript) -> list[str]:
    """Play a transcript's game with a bot that answers alike; return what was said."""
    played = transcript.played
    setting = GameSetting.of(
        played.ruleset, played.scenario, tuple(played.delegate), played.max_turns
    )
    seat = setting.ruleset.seats.index(played.seat)
    theirs = _words_of_the_other(setting, played.seed, played.words, seat)
    made: list[Recording] = []

    def transport() -> Recording:
        made.append(Recording(InProcessTransport(lambda: Reciter(transcript))))
        return made[-1]

    with BotPlayer("bot", setting, transport) as bot:
        end = play_game(setting, (bot, Speaker(theirs)), played.seed, seat)
    assert end.actions.tolist() == played.words and end.cause == ""
    return made[0].lines


def _words_of_the_other(setting: GameSetting, seed: int, words: list[int], seat: int) -> list[int]:
    """Return the actions of the other seat."""
    env = setting.batch(1)
    out = env.start(np.array([seed]))
    theirs = []
    for word in words:
        if out.seat[0] != seat:
            theirs.append(word)
        env.step(np.array([word]))
    env.close()
    return theirs


def test_ten_of_each_rule_set_are_shipped_and_small() -> None:
    for name in NAMES:
        if (ROOT / "docs" / f"{name}.md").is_file():
            assert sum(file.name.startswith(name) for file in FILES) == 10
    assert sum(file.stat().st_size for file in FILES) < LARGEST


@pytest.mark.parametrize("file", SHORT, ids=lambda file: file.name)
def test_a_transcript_played_against_a_bot_gives_the_same_bytes(file: Path) -> None:
    transcript = read_transcript(file)
    assert conversation(transcript) == transcript.lines
    assert transcript.again() == transcript.lines


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_all_transcripts_played_against_a_bot_give_the_same_bytes(file: Path) -> None:
    transcript = read_transcript(file)
    assert conversation(transcript) == transcript.lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_transcripts_are_messages(file: Path) -> None:
    for line in read_transcript(file).lines:
        message = json.loads(line[2:])
        assert_valid(message)
        if line.startswith("< "):
            check(message)


@pytest.mark.slow
def test_transcripts_are_shown_alike_today() -> None:
    path = ROOT / "scripts" / "transcripts.py"
    spec = importlib.util.spec_from_file_location("transcripts", path)
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.check_all() == []


def test_a_game_that_was_played_is_shown_again_as_it_was() -> None:
    setting = GameSetting.of("intercept_sensors", "duel")
    player, made = recorded(lambda: Lots(delta=True), setting)
    end = play_game(setting, (player, RandomAgent()), 4, 0)
    replay = record(setting.ruleset, setting.scenario, 4, end.actions.tolist())
    lines = list(transcript_lines(replay, "red_0", MessageOptions(delta=True)))
    kinds = ("ask", "game_over", "new_game")
    assert _of(lines, "new_game", "game_over") == _of(made[0].lines, "new_game", "game_over")
    first = [json.loads(line[2:]) for line in made[0].lines if '"type":"ask"' in line]
    again = [json.loads(line[2:]) for line in lines if '"type":"ask"' in line]
    asked = {ask["at"]: ask["words"] for ask in first}
    assert all(asked[ask["at"]] == ask["words"] for ask in again)
    assert len(kinds) == 3 and 1 < len(again) <= len(first)


def _of(lines: list[str], *kinds: str) -> list[str]:
    """Return the messages of some types."""
    return [line for line in lines if json.loads(line[2:])["type"] in kinds]


def test_an_open_game_and_one_that_was_given_up_are_shown_as_far_as_they_went() -> None:
    import dataclasses

    setting = GameSetting.of("intercept_sensors", "duel")
    end = play_game(setting, (RandomAgent(), RandomAgent()), 4, 0)
    some = end.actions.tolist()[:9]
    replay = record(setting.ruleset, setting.scenario, 4, some)
    kinds = [json.loads(line[2:])["type"] for line in transcript_lines(replay, "red_0")]
    assert "game_over" not in kinds and kinds[-1] == "bye"
    given_up = dataclasses.replace(replay, result_cause="red_0: resigned")
    last = [json.loads(line[2:]) for line in transcript_lines(given_up, "red_0")][-2]
    assert (last["type"], last["verdict"], last["reason"]) == ("game_over", "loss", "resigned")


def test_no_such_seat(tmp_path: Path) -> None:
    setting = GameSetting.of("intercept_sensors", "duel")
    replay = record(setting.ruleset, setting.scenario, 4, [])
    with pytest.raises(ReplayError, match="seat: no seat is called 'umpire'"):
        list(transcript_lines(replay, "umpire"))
    file = tmp_path / "x.jsonl.gz"
    file.write_bytes(b"nothing")
    with pytest.raises(ReplayError, match="is not a transcript"):
        read_transcript(file)
