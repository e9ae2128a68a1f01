"""What the commands about cups do, with progress shown."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.cups.opening import Cup
from spacecombat_agents.arena.cups.plan import read_plan
from spacecombat_agents.arena.cups.running import Left, Run, begin, go_on
from spacecombat_agents.arena.cups.store import Store
from spacecombat_agents.arena.cups.workers import Carrier, Here, Processes
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.terminal import Progress


def run_cup(
    plan: Path, folder: Path, *, workers: int, threads: int | None, ray: str | None
) -> dict[str, Any]:
    """Play the cup of a file."""
    cup = Cup(read_plan(plan), file=str(plan), threads=threads)
    cup.open_all()
    return play_on(cup, begin(cup, folder), folder, workers=workers, ray=ray)


def resume_cup(
    folder: Path, *, workers: int, threads: int | None, ray: str | None
) -> dict[str, Any]:
    """Go on with the cup of a folder."""
    cup, store = go_on(folder, threads)
    cup.open_all()
    return play_on(cup, store, folder, workers=workers, ray=ray)


def ladder_cup(
    folder: Path,
    pairs: int,
    step: int | None,
    couples: int | None,
    *,
    workers: int,
    threads: int | None,
    ray: str | None,
) -> dict[str, Any]:
    """Let a cup have further pairs, and play them."""
    cup, store = go_on(folder, threads)
    store.alone()
    more_laps(store, cup, pairs, step, couples)
    return play_on(cup, store, folder, workers=workers, ray=ray)


def play_on(
    cup: Cup, store: Store, folder: Path, *, workers: int, ray: str | None
) -> dict[str, Any]:
    """Play a cup to its end, or until somebody stops it; write its report."""
    interrupted = False
    store.alone()
    with Stop() as stop, Progress(1.0, cup.plan.name) as bar:
        run = Run(cup.plan, store, _carrier(cup, store, workers, ray), stop, _teller(bar))
        try:
            run.to_the_end()
        except Interrupted:
            interrupted = True
        finally:
            with stop.whole():
                run.carrier.close()
    return _summary(run.left, store, folder, interrupted)


def _carrier(cup: Cup, store: Store, workers: int, ray: str | None) -> Carrier:
    """Return who plays."""
    if ray is not None:
        raise NotImplementedError
    return Here(cup) if workers == 1 else Processes(cup, workers, store.content()["about"])


def _teller(bar: Progress) -> Any:
    """Return what moves a bar."""
    begun, first = time.monotonic(), [-1]

    def say(left: Left) -> None:
        if first[0] < 0 or left.done == 0:
            first[0] = left.done
        bar.total = left.pairs
        played, spent = left.done - first[0], time.monotonic() - begun
        notes = [f"{left.done:,} of {left.pairs:,} pairs"]
        if played > 0:
            notes.append(f"about {(left.pairs - left.done) / played * spent:,.0f} s left")
        if left.faults:
            notes.append(f"{left.faults} faults")
        bar.reach(left.done, ", ".join(notes))

    return say


def _summary(left: Left, store: Store, folder: Path, interrupted: bool) -> dict[str, Any]:
    """Return what a cup has come to."""
    return {
        "folder": str(folder),
        "interrupted": interrupted,
        "pairs_planned": left.pairs,
        "pairs_done": left.done,
        "pairs_skipped": left.skipped,
        "games": store.count(),
        "faults": left.faults,
        "unplayed": left.unplayed,
        "suspended": left.suspended,
        "rows_sha": store.digest(),
    }


def print_cup(result: dict[str, Any]) -> None:
    """Print what a cup has come to."""
    print(result)
