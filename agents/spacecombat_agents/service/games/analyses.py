"""Analyses of finished games, in the background: the curve at once, then the costly orders."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from spacecombat_agents.analysis.analysis_settings import AnalysisSettings
from spacecombat_agents.analysis.luck_decomposition import win_probs
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.analysis.report_data import seat_to_json
from spacecombat_agents.analysis.seat_analysis import Analyst, setting_of
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_player
from spacecombat_agents.search.trajectory import Trajectory, record_trajectory
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.replay import Replay

__all__ = ["NOT_BEGUN", "Analyses", "Analysis"]

MOST_KEPT = 64
"""Analyses that are remembered."""
SETTINGS = AnalysisSettings(decisions=5)
"""Of a service: the usual ones, and a short list."""
NOT_BEGUN, RUNNING, DONE, FAILED = "none", "running", "done", "failed"


@dataclass
class Analysis:
    """The analysis of a game, as far as it has come."""

    state: str = RUNNING
    progress: float = 0.0
    """Share of the work that is done."""
    by: str = ""
    """The network whose opinion it is."""
    curve: list[dict[str, Any]] = field(default_factory=list)
    readers: dict[str, Any] = field(default_factory=dict)
    """For each seat the content of `spacecombat analyse --json`."""
    reason: str = ""

    def message(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "state": self.state,
            "progress": round(self.progress, 3),
            "with": self.by,
            "curve": self.curve,
            "readers": self.readers,
            "reason": self.reason,
        }


class Analyses:
    """The analyses of a service.

    `quick` runs what takes seconds, `slow` what takes minutes.
    """

    def __init__(
        self,
        opponents: Opponents,
        quick: Executor,
        slow: Executor,
        settings: AnalysisSettings = SETTINGS,
    ) -> None:
        self.opponents, self._quick, self._slow, self.settings = opponents, quick, slow, settings
        self._found: OrderedDict[str, Analysis] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: str) -> Analysis | None:
        """Return the analysis of a game; None if none was begun."""
        return self._found.get(game)

    def begin(self, game: str, replay: Callable[[], Replay | None]) -> Analysis:
        """Begin the analysis of a game, unless that was done; return it."""
        with self._lock:
            found = self._found.get(game)
            if found is not None and found.state != FAILED:
                return found
            found = self._found[game] = Analysis()
            while len(self._found) > MOST_KEPT:
                self._found.popitem(last=False)
            self._quick.submit(self._draw_curve, found, replay)
            return found

    def _draw_curve(self, found: Analysis, told: Callable[[], Replay | None]) -> None:
        """Find the curve of a game, then have its costs measured."""
        with _failing(found):
            replay = told()
            if replay is None:
                raise ConfigError("game: has no replay")
            setting = setting_of(replay)
            agent = self._network(setting)
            evaluator = NetEvaluator(agent)
            seats = range(len(setting.ruleset.seats))
            found.by = evaluator.name
            found.curve = curve_of([record_trajectory(replay, seat) for seat in seats], evaluator)
            self._slow.submit(self._measure, found, replay, setting, agent)

    def _measure(self, found: Analysis, replay: Replay, setting: GameSetting, agent: Agent) -> None:
        """Measure the orders of each seat."""
        with _failing(found):
            self._measure_seats(found, replay, setting, agent)
            found.state, found.progress = DONE, 1.0

    def _measure_seats(
        self, found: Analysis, replay: Replay, setting: GameSetting, agent: Agent
    ) -> None:
        """Fill in the seats of an analysis, one after the other."""
        ruleset = setting.ruleset
        captain = make_agent(captain_player(ruleset.name), setting)
        analyst = Analyst(setting, agent, self.settings, [captain], [agent, captain])
        seats = range(len(ruleset.seats))
        for seat in seats:
            begun = seat / len(seats)

            def reach(part: float, begun: float = begun) -> None:
                found.progress = begun + part / len(seats)

            found.readers[ruleset.seats[seat]] = seat_to_json(analyst.seat(replay, seat, reach))

    def _network(self, setting: GameSetting) -> Agent:
        """Return the strongest network that plays a setting; ConfigError if there is none."""
        known = [each for each in self.opponents.of(setting.ruleset) if each.level is not None]
        for each in sorted(known, key=lambda each: -(each.rating or 0)):
            with contextlib.suppress(ConfigError):
                agent = make_agent(each.player, setting)
                NetEvaluator(agent)
                return agent
        raise ConfigError("analysis: no network here plays this scenario")


@contextlib.contextmanager
def _failing(found: Analysis) -> Iterator[None]:
    """Say in an analysis what goes wrong with it."""
    try:
        yield
    except SpaceCombatError as cause:
        found.state, found.reason = FAILED, str(cause)
    except Exception:
        found.state, found.reason = FAILED, "analysis: failed"
        raise


def curve_of(games: Sequence[Trajectory], evaluator: NetEvaluator) -> list[dict[str, Any]]:
    """Return how a game stood for the first seat, at each order of either seat.

    Each seat is judged by what it knew, and both are judged too well: the two chances add up to
    more than one. The curve is their middle, so that it and the other side's add up to one; its
    error is half of the gap between them. `at` counts turns.
    """
    points = []
    for seat, game in enumerate(games):
        values = evaluator.evaluate(game.observations, game.masks).values
        turns = [order.turn for order in game.orders]
        for n, (order, chance) in enumerate(
            zip(game.orders, win_probs(game, values), strict=False)
        ):
            first, count = turns.index(order.turn), turns.count(order.turn)
            at = order.turn + (n - first) / count
            points.append((at, seat, order.first_action + 1, order.turn, float(chance)))
    now, curve = [0.5, 0.5], []
    known = set[int]()
    for at, seat, word, turn, chance in sorted(points):
        now[seat] = chance
        known.add(seat)
        if len(known) < len(games):
            continue
        middle, error = (now[0] + 1 - now[1]) / 2, abs(now[0] + now[1] - 1) / 2
        point = {"at": round(at, 3), "turn": turn, "seat": games[seat].seat_name, "word": word}
        curve.append({**point, "chance": round(middle, 4), "error": round(error, 4)})
    return curve
