"""Test whether an analysis finds a planted blunder: is it among the costliest orders?

    python scripts/planted_blunders.py --with skirmisher.opp
    python scripts/planted_blunders.py --with intercept_sensors_duel.opp \
            --ruleset intercept_sensors --scenario duel --against intercept_sensors_duel.opp@cadet

The captain plays a weaker opponent. Once in the game he chooses an idle action where he would have
fired, launched or scanned: he ends the round or the turn without it. The captain's own playouts
choose the moment, independently of the net that analyses. Candidates are the orders that he gave in
another course of the same game. The one with the largest loss is planted; both alternatives are
played on by captains to the end of the game. If no loss reaches --least points, the next game is
taken.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings
from spacecombat_agents.analysis.game_report import choose_pilots, other_advisers
from spacecombat_agents.analysis.luck_decomposition import HALF
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.analysis.rollouts import CandidateOrders, Rollouts
from spacecombat_agents.analysis.seat_analysis import Analyst
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.net_player import Net
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.search.trajectory import Trajectory, record_trajectory
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.replay import Recorder, Replay

POINTS = 100.0
IDLE = ("end round", "done", "pass", "coast")
"""Texts of idle actions in the rule sets."""
DEEDS = ("fire", "Launching", "Scan")
"""Beginnings of the orders, or of their decisions, that can be left out."""
FINALISTS = 4
"""Number of idle actions that are evaluated again."""
NEAR = 3
"""A planted blunder is found if it is among this many costliest orders."""


class Plant(NamedTuple):
    """An action that replaces an order."""

    first_action: int
    """Actions of the seat before it."""
    action: int
    text: str
    instead: str
    """The order that the captain gave."""
    points: float
    """The loss, in points of a hundred games."""


def played(
    setting: GameSetting, players: Sequence[Agent], seed: int, seat: int, plant: Plant | None = None
) -> Replay:
    """Return a game of two players in which `seat` plays the plant at one moment."""
    recorder = Recorder(setting.ruleset, setting.scenario, seed, [p.name for p in players])
    for number, player in enumerate(players):
        player.reset(derived_seed(seed, "player", number))
    course, first_action = recorder.playback, 0
    scales = setting.scenario.observation.scales
    while course.seat >= 0:
        out = course.out
        given = np.multiply(out.observation, scales), out.mask, out.visible, out.seat
        action = int(players[course.seat].act(*given)[0])
        if course.seat == seat:
            action = (
                plant.action if plant is not None and first_action == plant.first_action else action
            )
            first_action += 1
        recorder.add(action)
    return recorder.replay()


class _Blind:
    """No net: playouts end with the game, and no position is evaluated."""

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        raise AssertionError("a captain's playouts end with the game")


def idle_words(trajectory: Trajectory) -> list[tuple[int, int, str]]:
    """Return the decisions of a trajectory with a legal idle action: number, token, text."""
    found = []
    for number, order in enumerate(trajectory.orders):
        if not (order.text.startswith(DEEDS) or order.decision_text.startswith(DEEDS)):
            continue
        legal = np.flatnonzero(trajectory.masks[order.first_action])
        texts = {
            trajectory.ruleset.action_text(
                trajectory.visible, number, trajectory.scenario, trajectory.seat, t
            ): t
            for t in legal
        }
        idle = next((word for word in IDLE if word in texts), None)
        if idle is not None and order.text != idle:
            found.append((number, int(texts[idle]), idle))
    return found


def planted(trajectory: Trajectory, playouts: Playouts, worlds: int, seed: int) -> Plant | None:
    """Return the idle action with the largest loss; None if there is none.

    The candidates with the largest losses are tried again in four times as many new worlds.
    """
    words = idle_words(trajectory)
    net: Net = _Blind()
    rollouts = Rollouts(trajectory, NetEvaluator(net, "captain"), playouts, seed)
    trials = [
        CandidateOrders(n, (trajectory.orders[n].actions, (action,))) for n, action, _ in words
    ]
    if not trials:
        return None
    once = _missed(rollouts, trials, worlds, "captain")
    worst = np.argsort(once)[-FINALISTS:].tolist()
    again = _missed(rollouts, [trials[n] for n in worst], 4 * worlds, "captain again")
    best = int(np.argmax(again))
    number, action, text = words[worst[best]]
    order = trajectory.orders[number]
    return Plant(order.first_action, action, text, order.text, again[best])


def _missed(
    rollouts: Rollouts, trials: list[CandidateOrders], worlds: int, purpose: str
) -> list[float]:
    """Return the captain's loss without each order, in points of a hundred games."""
    values = rollouts.play(trials, worlds, purpose, Horizon(), lambda lines: None)
    return [POINTS * HALF * float((said - idle).mean()) for said, idle in values]


def rank_of(found_in: Analyst, replay: Replay, seat: int, plant: Plant) -> tuple[int | None, str]:
    """Return the rank of the plant among the costliest orders (None if it is not there), and a
    remark.
    """
    found = found_in.seat(replay, seat)
    owns = [found.trajectory.orders[each.order].first_action for each in found.costs]
    first = found.costs[0]
    told = f"dearest {found.trajectory.orders[first.order].text!r} {POINTS * first.cost.value:.0f}"
    if plant.first_action not in owns:
        return None, told
    at = owns.index(plant.first_action)
    mean = found.costs[at].cost
    return at + 1, f"cost {POINTS * mean.value:.0f} ± {POINTS * mean.error:.0f}; {told}"


def main() -> None:
    """Play games, plant, analyse, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with", dest="net", required=True)
    parser.add_argument("--ruleset", default="battle_rider")
    parser.add_argument("--scenario", default="skirmish")
    parser.add_argument("--captain", default="scripted:captain")
    parser.add_argument("--against", default="random")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--least", type=float, default=15.0)
    parser.add_argument("--worlds", type=int, default=AnalysisSettings.worlds)
    parser.add_argument("--ask", action="append", default=[], help="as analyse has it")
    parser.add_argument("--play-on", action="append", default=[], help="as analyse has it")
    parser.add_argument("--turns", type=int, default=AnalysisSettings.turns)
    parser.add_argument("--playouts", type=int, default=48, help="of the captain, an order")
    asked = parser.parse_args()
    setting = GameSetting.of(asked.ruleset, asked.scenario)
    captain, other = make_agent(asked.captain, setting), make_agent(asked.against, setting)
    playouts = Playouts(setting, (captain, captain))
    settings = dataclasses.replace(AnalysisSettings(), worlds=asked.worlds, turns=asked.turns)
    others = [make_agent(name, setting) for name in other_advisers(setting, asked.ask)]
    net = make_agent(asked.net, setting)
    pilots = choose_pilots(setting, net, asked.ask, asked.play_on)
    analyst = Analyst(setting, net, settings, others, pilots)
    ranks: list[int | None] = []
    seed = asked.seed
    while len(ranks) < asked.games:
        seat = seed % 2
        players = (captain, other) if seat == 0 else (other, captain)
        plain = record_trajectory(played(setting, players, seed, seat), seat)
        plant = planted(plain, playouts, asked.playouts, seed)
        seed += 1
        if plant is None or plant.points < asked.least:
            print(f"game {seed - 1}: nothing to plant, {plant and round(plant.points)}", flush=True)
            continue
        replay = played(setting, players, seed - 1, seat, plant)
        rank, told = rank_of(analyst, replay, seat, plant)
        ranks.append(rank)
        print(
            f"game {seed - 1}, seat {seat}, word {plant.first_action + 1}: "
            f"{plant.text!r} instead of "
            f"{plant.instead!r}, missed by {plant.points:.0f}; rank {rank or 'none'}; {told}",
            flush=True,
        )
    near = sum(rank is not None and rank <= NEAR for rank in ranks)
    print(f"{near} of {len(ranks)} among the {NEAR} dearest, in {seed - asked.seed} games")


if __name__ == "__main__":
    main()
