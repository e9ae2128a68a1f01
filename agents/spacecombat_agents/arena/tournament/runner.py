"""Play a tournament from its stored state to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.stop_signal import StopSignal
from spacecombat_agents.arena.tournament.executors import UnitExecutor
from spacecombat_agents.arena.tournament.game_rows import NORMAL, RUNNER, GameRow
from spacecombat_agents.arena.tournament.ladder import choose_matchups, round_sizes, round_units
from spacecombat_agents.arena.tournament.plan import (
    LadderSettings,
    TournamentPlan,
    plan_from,
)
from spacecombat_agents.arena.tournament.schedule import Unit, units
from spacecombat_agents.arena.tournament.standings import Standings
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import Tournament, check_unchanged
from spacecombat_agents.atomic_files import make_writable_folder
from spacecombat_agents.yaml_config import build_dataclass, differences
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import new_seed

__all__ = [
    "RESULTS",
    "TournamentProgress",
    "TournamentRunner",
    "extend_ladder",
    "open_tournament_store",
    "resume_tournament",
]

RESULTS = "results.db"
TOURNAMENT = "cup"
"""Kind of results in the store, next to that of a match."""


def open_tournament_store(tournament: Tournament, folder: Path) -> GameStore:
    """Return the store of a tournament in a folder; create it if missing, refuse another one's.

    A tournament without a seed uses the stored seed, or draws one.
    """
    make_writable_folder(folder, "out")
    file = folder / RESULTS
    if tournament.plan.seed is None:
        tournament.plan = replace(tournament.plan, seed=_stored_seed(file))
    about = tournament.about()
    plan = tournament.plan.as_json()
    content = {"kind": TOURNAMENT, "plan": plan, "about": about, "ladder": plan["ladder"]}
    if not file.exists():
        return GameStore.create(file, content)
    store = GameStore.open(file, write=True)
    before = tournament_content(store)
    for difference in differences(before["plan"], plan):
        field, _, reason = difference.partition(": ")
        raise ConfigError.at(file, field, f"the folder holds games of another tournament: {reason}")
    check_unchanged(file, before["about"], about)
    return store


def _stored_seed(file: Path) -> int:
    """Return the stored seed, or a new one if there is none."""
    if not file.exists():
        return new_seed()
    with GameStore.open(file) as store:
        return int(tournament_content(store)["plan"]["seed"])


def resume_tournament(folder: Path, threads: int | None = None) -> tuple[Tournament, GameStore]:
    """Return the tournament of a folder and its store; refuse changed rules or players."""
    store = GameStore.open(folder / RESULTS, write=True)
    content = tournament_content(store)
    tournament = Tournament(
        plan_from(content["plan"], str(store.file)), file=str(store.file), threads=threads
    )
    check_unchanged(store.file, content["about"], tournament.about())
    return tournament, store


def tournament_content(store: GameStore) -> dict[str, Any]:
    """Return the content of a tournament's store; raise ConfigError for the store of a match."""
    content = store.content()
    if content.get("kind") != TOURNAMENT:
        raise ConfigError.at(store.file, "kind", f"holds a {content.get('kind')}, not a cup")
    return content


def extend_ladder(
    plan: TournamentPlan, store: GameStore, pairs: int, step: int | None, couples: int | None
) -> None:
    """Extend the ladder of a tournament by some pairs; earlier rounds stay as they are."""
    before = store.content()["ladder"]
    settings = {"step": step or before["step"], "couples": couples or before["couples"]}
    file = str(store.file)
    if len(plan.entrants) < 2:
        raise ConfigError.at(file, "entrants", "a ladder needs two")
    for key, value in settings.items():
        if before["pairs"] and value != before[key]:
            raise ConfigError.at(file, key, f"the ladder started with {before[key]}, not {value}")
    cost = settings["step"] * len(plan.scenarios)
    if pairs < cost:
        reason = f"{pairs} are fewer than the {cost} of a matchup in one round; reduce step"
        raise ConfigError.at(file, "pairs", reason)
    store.set_value("ladder", {"pairs": before["pairs"] + pairs, **settings})


@dataclass
class TournamentProgress:
    """Progress of a tournament."""

    pairs: int = 0
    """Planned so far."""
    done: int = 0
    """Played or skipped."""
    skipped: int = 0
    """Skipped: a player is suspended, or the matchup has played enough."""
    faults: int = 0
    unplayed: int = 0
    """Games that could not be played, through no fault of the players."""
    suspended: list[str] = field(default_factory=list)


OnTournamentProgress = Callable[[TournamentProgress], None]


class TournamentRunner:
    """Plays a tournament and stores its games."""

    def __init__(
        self,
        plan: TournamentPlan,
        store: GameStore,
        executor: UnitExecutor,
        stop: StopSignal,
        on_progress: OnTournamentProgress = lambda status: None,
    ) -> None:
        self.plan, self.store, self.executor, self.stop, self.on_progress = (
            plan,
            store,
            executor,
            stop,
            on_progress,
        )
        self.status = TournamentProgress()
        self._under_way: set[Unit] = set()

    def play_all(self) -> TournamentProgress:
        """Play everything that is left; after Interrupted all finished units are stored."""
        self.store.delete_unplayed()
        planned = units(self.plan)
        self.status.pairs = sum(unit.pairs for unit in planned)
        standings = Standings(self.plan)
        self._play(planned, standings, standings.skips)
        self._play_ladder(standings)
        everybody = range(len(self.plan.entrants))
        self.status.suspended = [self.plan.label(e) for e in everybody if standings.suspended(e)]
        return self.status

    def _play_ladder(self, standings: Standings) -> None:
        """Play the rounds of the ladder, each after the results of all before it."""
        ladder = build_dataclass(
            LadderSettings, self.store.content()["ladder"], str(self.store.file), "ladder"
        )
        rounds = self.store.rounds()
        played = 0
        for number, matchups in enumerate(round_sizes(self.plan, ladder)):
            if number == len(rounds):
                rounds.append(choose_matchups(self.plan, self.store, standings, matchups))
                self.store.add_round(number, rounds[number])
            if not rounds[number]:
                return
            ladder_round = round_units(self.plan, ladder, rounds[: number + 1])
            played += sum(unit.pairs for unit in ladder_round)
            self.status.pairs += sum(unit.pairs for unit in ladder_round)
            self._play(ladder_round, standings, lambda unit: False)

    def _play(
        self, planned: list[Unit], standings: Standings, skips: Callable[[Unit], bool]
    ) -> None:
        """Play units in order; whether to skip one depends on results `ahead` units before it."""
        results: dict[Unit, list[GameRow]] = {}
        settled = 0
        for number, unit in enumerate(planned):
            while settled <= number - self.plan.ahead:
                self._wait_for(planned[settled], results)
                standings.add(planned[settled], results.pop(planned[settled]))
                settled += 1
            if skips(unit):
                results[unit] = []
                self.status.skipped += unit.pairs
                self._report_progress(unit, [])
            elif rows := self.store.unit_rows(unit):
                results[unit] = rows
                self._report_progress(unit, rows)
            else:
                while not self.executor.has_capacity():
                    self._collect(results)
                self.executor.submit(unit)
                self._under_way.add(unit)
        for unit in planned[settled:]:
            self._wait_for(unit, results)
            standings.add(unit, results.pop(unit))

    def _wait_for(self, unit: Unit, results: dict[Unit, list[GameRow]]) -> None:
        """Wait for the results of a unit."""
        while unit not in results:
            self._collect(results)

    def _collect(self, results: dict[Unit, list[GameRow]]) -> None:
        """Wait for any unit and store it."""
        unit, rows = self.executor.collect()
        with self.stop.deferred():
            self.store.add_rows(rows)
        self._under_way.remove(unit)
        results[unit] = rows
        self._report_progress(unit, rows)

    def _report_progress(self, unit: Unit, rows: list[GameRow]) -> None:
        """Report progress."""
        self.status.done += unit.pairs
        self.status.unplayed += sum(row.cause == RUNNER for row in rows)
        self.status.faults += sum(row.cause not in (NORMAL, RUNNER) for row in rows)
        self.on_progress(self.status)
