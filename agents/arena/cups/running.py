"""A cup from wherever it stands to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.cups.ladder import lap_couples, lap_units, laps_wanted
from spacecombat_agents.arena.cups.opening import Cup, check_same
from spacecombat_agents.arena.cups.plan import Ladder, Plan, differing, plan_from
from spacecombat_agents.arena.cups.rows import NORMAL, RUNNER, Row
from spacecombat_agents.arena.cups.schedule import Unit, units
from spacecombat_agents.arena.cups.standing import Standing
from spacecombat_agents.arena.cups.store import Store
from spacecombat_agents.arena.cups.workers import Carrier
from spacecombat_agents.arena.stopping import Stop
from spacecombat_agents.files import check_folder
from spacecombat_agents.reading import build
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.seeds import new_seed

RESULTS = "results.db"
CUP = "cup"
"""What kind of results are kept, beside those of a match."""


def begin(cup: Cup, folder: Path) -> Store:
    """Return the store of a cup in a folder, made where there is none; refuse another cup's.

    A cup without a seed goes on with the one that was drawn, or has one drawn now.
    """
    check_folder(folder, "out")
    file = folder / RESULTS
    if cup.plan.seed is None:
        cup.plan = replace(cup.plan, seed=_seed_kept(file))
    about = cup.about()
    plan = cup.plan.as_json()
    content = {"kind": CUP, "plan": plan, "about": about, "ladder": plan["ladder"]}
    if not file.exists():
        return Store.create(file, content)
    store = Store.open(file, write=True)
    before = kept_content(store)
    for words in differing(before["plan"], plan):
        field, _, reason = words.partition(": ")
        raise ConfigError.at(file, field, f"games of another cup are here: {reason}")
    check_same(file, before["about"], about)
    return store


def _seed_kept(file: Path) -> int:
    """Return the seed of the cup whose games are kept, or a new one where none are."""
    if not file.exists():
        return new_seed()
    with Store.open(file) as store:
        return int(kept_content(store)["plan"]["seed"])


def go_on(folder: Path, threads: int | None = None) -> tuple[Cup, Store]:
    """Return the cup of a folder and its store; refuse other rules and players than before."""
    store = Store.open(folder / RESULTS, write=True)
    content = kept_content(store)
    cup = Cup(plan_from(content["plan"], str(store.file)), file=str(store.file), threads=threads)
    check_same(store.file, content["about"], cup.about())
    return cup, store


def kept_content(store: Store) -> dict[str, Any]:
    """Return what a cup is; ConfigError where the store is a match's."""
    content = store.content()
    if content.get("kind") != CUP:
        raise ConfigError.at(store.file, "kind", f"holds a {content.get('kind')}, and no cup")
    return content


def more_laps(plan: Plan, store: Store, pairs: int, step: int | None, couples: int | None) -> None:
    """Let the ladder of a cup go on for so many pairs more; its laps stay as they were begun."""
    before = store.content()["ladder"]
    wanted = {"step": step or before["step"], "couples": couples or before["couples"]}
    file = str(store.file)
    if len(plan.entrants) < 2:
        raise ConfigError.at(file, "entrants", "a ladder wants two")
    for key, value in wanted.items():
        if before["pairs"] and value != before[key]:
            raise ConfigError.at(file, key, f"the ladder was begun with {before[key]}, not {value}")
    cost = wanted["step"] * len(plan.scenarios)
    if pairs < cost:
        reason = (
            f"{pairs} are fewer than the {cost} that a couple plays in a lap; step makes it less"
        )
        raise ConfigError.at(file, "pairs", reason)
    store.tell("ladder", {"pairs": before["pairs"] + pairs, **wanted})


@dataclass
class Left:
    """How far a cup is."""

    pairs: int = 0
    """Planned, so far."""
    done: int = 0
    """Played, or not to be played."""
    skipped: int = 0
    """Not to be played: somebody is suspended, or they have played enough."""
    faults: int = 0
    unplayed: int = 0
    """Games that could not be played, for no fault of players."""
    suspended: list[str] = field(default_factory=list)


Tell = Callable[[Left], None]


class Run:
    """Plays a cup and keeps what is played."""

    def __init__(
        self, plan: Plan, store: Store, carrier: Carrier, stop: Stop, tell: Tell = lambda left: None
    ) -> None:
        self.plan, self.store, self.carrier, self.stop, self.tell = plan, store, carrier, stop, tell
        self.left = Left()
        self._under_way: set[Unit] = set()

    def to_the_end(self) -> Left:
        """Play all that is left; Interrupted keeps all units that were finished."""
        self.store.forget_unplayed()
        planned = units(self.plan)
        self.left.pairs = sum(unit.pairs for unit in planned)
        standing = Standing(self.plan)
        self._play(planned, standing, standing.skips)
        self._climb(standing)
        everybody = range(len(self.plan.entrants))
        self.left.suspended = [self.plan.label(e) for e in everybody if standing.suspended(e)]
        return self.left

    def _climb(self, standing: Standing) -> None:
        """Play the laps of the ladder, each after the results of all before it."""
        ladder = build(Ladder, self.store.content()["ladder"], str(self.store.file), "ladder")
        begun = self.store.laps()
        played = 0
        for number, couples in enumerate(laps_wanted(self.plan, ladder)):
            if number == len(begun):
                begun.append(lap_couples(self.plan, self.store, standing, couples))
                self.store.begin_lap(number, begun[number])
            if not begun[number]:
                return
            lap = lap_units(self.plan, ladder, begun[: number + 1])
            played += sum(unit.pairs for unit in lap)
            self.left.pairs += sum(unit.pairs for unit in lap)
            self._play(lap, standing, lambda unit: False)

    def _play(self, planned: list[Unit], standing: Standing, skips: Callable[[Unit], bool]) -> None:
        """Play units in their order; whether one is played follows from those `ahead` before it."""
        results: dict[Unit, list[Row]] = {}
        taken = 0
        for number, unit in enumerate(planned):
            while taken <= number - self.plan.ahead:
                self._wait_for(planned[taken], results)
                standing.take(planned[taken], results.pop(planned[taken]))
                taken += 1
            if skips(unit):
                results[unit] = []
                self.left.skipped += unit.pairs
                self._done(unit, [])
            elif rows := self.store.of_unit(unit):
                results[unit] = rows
                self._done(unit, rows)
            else:
                while not self.carrier.room():
                    self._collect(results)
                self.carrier.submit(unit)
                self._under_way.add(unit)
        for unit in planned[taken:]:
            self._wait_for(unit, results)
            standing.take(unit, results.pop(unit))

    def _wait_for(self, unit: Unit, results: dict[Unit, list[Row]]) -> None:
        """Wait until there are results of a unit."""
        while unit not in results:
            self._collect(results)

    def _collect(self, results: dict[Unit, list[Row]]) -> None:
        """Wait for a unit and keep it."""
        unit, rows = self.carrier.collect()
        with self.stop.whole():
            self.store.book(rows)
        self._under_way.remove(unit)
        results[unit] = rows
        self._done(unit, rows)

    def _done(self, unit: Unit, rows: list[Row]) -> None:
        """Tell how far it is."""
        self.left.done += unit.pairs
        self.left.unplayed += sum(row.cause == RUNNER for row in rows)
        self.left.faults += sum(row.cause not in (NORMAL, RUNNER) for row in rows)
        self.tell(self.left)
