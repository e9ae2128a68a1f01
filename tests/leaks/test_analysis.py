"""An analysis reads what its seat was shown: games that look the same to it are analysed alike."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings
from spacecombat_agents.analysis.candidates import player_orders
from spacecombat_agents.analysis.game_report import other_advisers
from spacecombat_agents.analysis.report_data import seat_to_json, to_remarks
from spacecombat_agents.analysis.seat_analysis import Analyst, setting_of
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search import trajectory
from spacecombat_agents.search.determinization import HIDDEN_INT64, engine_constant, view_hashes
from spacecombat_agents.search.trajectory import record_trajectory
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.replay import Playback, Recorder, Replay
from spacecombat_env.replay.page import build_page

pytestmark = pytest.mark.compiled
RED, BLUE = 0, 1
TINY = AnalysisSettings(worlds=2, decisions=2, candidates=4, turns=1)
MOST = 24
"""Words of Red after which its games are cut, if they still look the same."""
LEAST = 3
"""Of Red's words that twins have in common."""


class Anything:
    """A net for a setting: weights by lot."""

    name = "anything"

    def __init__(self, setting: GameSetting) -> None:
        rng = np.random.default_rng(2)
        size = setting.scenario.observation.size
        self.weights = rng.normal(size=(size, setting.scenario.actions.size)) / np.sqrt(size)
        self.worth = rng.normal(size=size) / np.sqrt(size)

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits = np.where(masks > 0, observations @ self.weights, -1e8)
        return logits, np.tanh(observations @ self.worth)


def twins(ruleset: str, scenario: str) -> tuple[Replay, Replay]:
    """Return two open games that Red cannot tell apart, in which Blue has said different things.

    Red's words are the first legal ones, Blue's drawn: they are cut where Red would see it.
    """
    rules = registry.ruleset(ruleset)
    opened = open_scenario(rules, scenario, ())
    first = _played(rules, opened, 0)
    for blue in range(1, 12):
        second = _played(rules, opened, blue)
        alike = 0
        for one, other in zip(first[1], second[1], strict=False):
            if one != other:
                break
            alike += 1
        cut = [_cut(rules, opened, actions, alike - 1) for actions, _ in (first, second)]
        if alike > LEAST and cut[0].actions != cut[1].actions:
            return cut[0], cut[1]
    raise AssertionError("no twins were found")


def _played(rules: Any, opened: Any, blue: int) -> tuple[list[int], list[bytes]]:
    """Return the words of a game, and what Red was shown at each of its own."""
    playback, rng = Playback(rules, opened, 3), np.random.default_rng(blue)
    actions: list[int] = []
    shown: list[bytes] = []
    while playback.seat >= 0 and len(shown) < MOST:
        legal = np.flatnonzero(playback.mask)
        if playback.seat == RED:
            shown.append(playback.out.visible.raw[0].tobytes() + playback.mask.tobytes())
        actions.append(int(legal[0] if playback.seat == RED else rng.choice(legal)))
        playback.step(actions[-1])
    return actions, shown


def _cut(rules: Any, opened: Any, actions: list[int], words: int) -> Replay:
    """Return a game up to Red's next question after this many words of Red."""
    recorder = Recorder(rules, opened, 3, ("red bot", "blue bot"))
    for action in actions:
        words -= recorder.playback.seat == RED
        if words < 0:
            break
        recorder.add(action)
    return recorder.replay()


PLACES = [("battle_rider", "skirmish"), ("intercept_sensors", "duel")]
"""By the fighter rules Red sees at once where Blue flies: there are no twins of any length."""


@pytest.fixture(scope="module", params=PLACES, ids=lambda place: place[0])
def pair(request: pytest.FixtureRequest) -> tuple[Replay, Replay]:
    return twins(*request.param)


def told(game: Replay, seat: int) -> tuple[str, str]:
    """Return the analysis of a seat as JSON, and its page."""
    setting = setting_of(game)
    captain = captain_of(setting)
    found = Analyst(setting, Anything(setting), TINY, [captain], [captain]).seat(game, seat)
    said = to_remarks(found, "anything")
    return json.dumps(seat_to_json(found)), build_page(game, readers=(seat,), remarks={seat: said})


def captain_of(setting: GameSetting) -> Agent:
    """Return the captain who is asked where nobody is named."""
    [name] = other_advisers(setting, ())
    return make_agent(name, setting)


class Listener:
    """A captain, and the records that it was given."""

    def __init__(self, captain: Agent, unseen: int) -> None:
        self.captain, self.name, self.needs = captain, captain.name, captain.needs
        self.unseen = unseen
        """Words of luck and log at the end of a record."""
        self.given: list[bytes] = []

    def reset(self, seed: int) -> None:
        """Begin the captain's luck again."""
        self.captain.reset(seed)

    def act(
        self, observations: Any, masks: np.ndarray, visible: Any = None, seats: Any = None
    ) -> np.ndarray:
        """Return the captain's words; what it was shown is kept, without luck and log."""
        shown = view_hashes(visible, self.unseen, np.arange(len(masks)))
        self.given += [*shown, masks.tobytes(), seats.tobytes()]
        return self.captain.act(observations, masks, visible, seats)


def test_the_queried_agent_is_shown_what_the_seat_would_be(pair: tuple[Replay, Replay]) -> None:
    """A captain asked about twins cannot tell one from the other, word by word."""
    setting, heard = setting_of(pair[0]), []
    analyst = Analyst(setting, Anything(setting), TINY)
    unseen = int(engine_constant(analyst.order_batch.kernels, HIDDEN_INT64, 0))
    for game in pair:
        listener = Listener(captain_of(setting), unseen)
        trajectory = record_trajectory(game, RED)
        seeds = np.arange(1, 1 + len(trajectory.orders))
        player_orders(trajectory, analyst.evaluator, listener, analyst.order_batch, seeds)
        heard.append(listener.given)
    assert heard[0] == heard[1] and len(heard[0]) > LEAST


def test_games_that_look_the_same_to_a_seat_are_shown_the_same(pair: tuple[Replay, Replay]) -> None:
    for one, other in zip(*(told(game, RED) for game in pair), strict=True):
        assert one == other
    assert told(pair[0], BLUE)[0] != told(pair[1], BLUE)[0]


def test_an_analysis_that_peeks_is_found_out(
    pair: tuple[Replay, Replay], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above has teeth: with the truth in place of what is seen, something differs."""
    record_action = trajectory._TrajectoryRecorder.record_action

    def peek(recorder: Any, action: int) -> None:
        record_action(recorder, action)
        if len(recorder.records) and recorder.texts[-1:] and len(recorder.texts[-1]) == 1:
            recorder.records[-1] = recorder.playback.games.int64[0].copy()

    monkeypatch.setattr(trajectory._TrajectoryRecorder, "record_action", peek)
    records = [record_trajectory(game, RED).visible.raw.tobytes() for game in pair]
    assert records[0] != records[1]


def test_a_page_of_one_seat_holds_the_remarks_of_no_other(pair: tuple[Replay, Replay]) -> None:
    game = pair[0]
    setting = setting_of(game)
    analyst = Analyst(setting, Anything(setting), TINY)
    remarks = {seat: to_remarks(analyst.seat(game, seat), f"net of {seat}") for seat in (RED, BLUE)}
    page = build_page(game, readers=(RED,), remarks=remarks)
    assert "net of 0" in page and "net of 1" not in page
    assert "net of 1" in build_page(game, remarks=remarks)
