"""The work of the tournament commands, with progress shown."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.stop_signal import Interrupted, StopSignal
from spacecombat_agents.arena.tournament.executors import (
    LocalExecutor,
    ProcessExecutor,
    UnitExecutor,
)
from spacecombat_agents.arena.tournament.plan import TournamentPlan, read_plan
from spacecombat_agents.arena.tournament.runner import (
    RESULTS,
    TournamentProgress,
    TournamentRunner,
    extend_ladder,
    open_tournament_store,
    resume_tournament,
)
from spacecombat_agents.arena.tournament.seeds import load_secret
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.atomic_files import atomic_write, make_writable_folder
from spacecombat_agents.players.roster import missing_extra_error
from spacecombat_agents.terminal import Progress, print_stderr, print_table, write_json
from spacecombat_env.core.errors import ConfigError

__all__ = [
    "print_tournament",
    "report_tournament",
    "resume_tournament_folder",
    "run_ladder",
    "run_tournament",
]


def run_tournament(
    plan: Path, folder: Path, *, workers: int, threads: int | None, ray: str | None
) -> dict[str, Any]:
    """Play the tournament of a file."""
    tournament = Tournament(read_plan(plan), file=str(plan), threads=threads)
    _check_statistics(tournament.plan)
    tournament.open_all()
    is_drawn = tournament.plan.seed is None
    store = open_tournament_store(tournament, folder)
    if is_drawn:
        print_stderr(f"drawn seed: {tournament.plan.seed}")
    return play_to_end(tournament, store, folder, workers=workers, ray=ray)


def resume_tournament_folder(
    folder: Path, *, workers: int, threads: int | None, ray: str | None
) -> dict[str, Any]:
    """Resume the tournament of a folder."""
    tournament, store = resume_tournament(folder, threads)
    tournament.open_all()
    return play_to_end(tournament, store, folder, workers=workers, ray=ray)


def run_ladder(
    folder: Path,
    pairs: int,
    step: int | None,
    couples: int | None,
    *,
    workers: int,
    threads: int | None,
    ray: str | None,
) -> dict[str, Any]:
    """Extend a tournament by further pairs, and play them."""
    tournament, store = resume_tournament(folder, threads)
    _check_statistics(tournament.plan, more=True)
    tournament.open_all()
    store.lock()
    extend_ladder(tournament.plan, store, pairs, step, couples)
    return play_to_end(tournament, store, folder, workers=workers, ray=ray)


def _check_statistics(plan: TournamentPlan, more: bool = False) -> None:
    """Raise ConfigError early if a plan needs statistics that are not installed."""
    stop = plan.stop
    if more or plan.ladder.pairs or stop.decided or stop.half_width is not None or stop.sprt:
        try:
            import spacecombat_agents.arena.ratings.elo_ratings
            import spacecombat_agents.arena.statistics.sequential  # noqa: F401
        except ModuleNotFoundError as cause:
            raise missing_extra_error(cause, "arena") from None


def play_to_end(
    tournament: Tournament, store: GameStore, folder: Path, *, workers: int, ray: str | None
) -> dict[str, Any]:
    """Play a tournament to its end, or until it is stopped; write its report."""
    interrupted = False
    store.lock()
    tournament.secret = load_secret(folder)
    with StopSignal() as stop, Progress(1.0, tournament.plan.name) as bar:
        run = TournamentRunner(
            tournament.plan,
            store,
            _make_executor(tournament, store, workers, ray),
            stop,
            _progress_callback(bar),
        )
        try:
            run.play_all()
        except Interrupted:
            interrupted = True
        finally:
            with stop.deferred():
                run.executor.close()
    return {"seed": tournament.plan.seed, **_summarize(run.status, store, folder, interrupted)}


def _make_executor(
    tournament: Tournament, store: GameStore, workers: int, ray: str | None
) -> UnitExecutor:
    """Return the executor."""
    about = store.content()["about"]
    if ray is not None:
        from spacecombat_agents.arena.tournament.ray_executor import RayExecutor

        return RayExecutor(tournament, ray, about, workers if workers > 1 else None)
    return (
        LocalExecutor(tournament) if workers == 1 else ProcessExecutor(tournament, workers, about)
    )


def _progress_callback(bar: Progress) -> Any:
    """Return a callback that updates a progress bar."""
    started, first = time.monotonic(), [-1]

    def show(status: TournamentProgress) -> None:
        if first[0] < 0 or status.done == 0:
            first[0] = status.done
        bar.total = status.pairs
        played, elapsed = status.done - first[0], time.monotonic() - started
        notes = [f"{status.done:,} of {status.pairs:,} pairs"]
        if played > 0:
            notes.append(f"about {(status.pairs - status.done) / played * elapsed:,.0f} s left")
        if status.faults:
            notes.append(f"{status.faults} faults")
        bar.reach(status.done, ", ".join(notes))

    return show


def _summarize(
    status: TournamentProgress, store: GameStore, folder: Path, interrupted: bool
) -> dict[str, Any]:
    """Return a tournament's result, and write its report."""
    result = {
        "folder": str(folder),
        "interrupted": interrupted,
        "pairs_planned": status.pairs,
        "pairs_done": status.done,
        "pairs_skipped": status.skipped,
        "games": store.count(),
        "faults": status.faults,
        "unplayed": status.unplayed,
        "suspended": status.suspended,
        "rows_sha": store.digest(),
    }
    store.close()
    if not interrupted:
        try:
            numbers = report_tournament(folder, None, pages=False)[0]
            result["entrants"], result["faulty"] = (
                numbers["entrants"],
                numbers["faults"]["by_entrant"],
            )
        except ConfigError as cause:
            print_stderr(f"no report written: {cause}")
    return result


def report_tournament(place: Path, out: Path | None, *, pages: bool) -> tuple[dict[str, Any], Path]:
    """Write the report of a store and the pages of its games; return its numbers and its file."""
    file = place / RESULTS if place.is_dir() else place
    folder = out or file.parent
    make_writable_folder(folder, "out")
    try:
        from spacecombat_agents.arena.tournament.report_data import report_data
        from spacecombat_agents.arena.tournament.report_page import render_page
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "arena") from None
    with GameStore.open(file) as store:
        if not store.count():
            raise ConfigError.at(file, "file", "has no games yet")
        numbers = report_data(store)
        if pages:
            _write_pages(store, folder)
    write_json(folder / f"{REPORT}.json", numbers)
    with atomic_write(folder / f"{REPORT}.html") as opened:
        opened.write(render_page(numbers, has_game_pages=pages).encode())
    return numbers, folder / f"{REPORT}.html"


REPORT = "report"


def _write_pages(store: GameStore, folder: Path) -> None:
    """Write the pages of games that a report names, except existing ones."""
    from spacecombat_agents.arena.tournament.featured_games import write_game_pages
    from spacecombat_agents.arena.tournament.report_page import GAMES_FOLDER

    make_writable_folder(folder / GAMES_FOLDER, "out")
    with Progress(1.0, "pages") as bar:
        write_game_pages(store, folder / GAMES_FOLDER, lambda share: bar.reach(share))


def print_tournament(result: dict[str, Any]) -> None:
    """Print the result of a tournament."""
    done, planned = result["pairs_done"], result["pairs_planned"]
    skipped = f", {result['pairs_skipped']:,} skipped" if result["pairs_skipped"] else ""
    print(f"{result['games']:,} games; {done:,} of {planned:,} pairs done{skipped}")
    for key, label in (
        ("faults", "ended by faults"),
        ("unplayed", "unplayed: resume tries again"),
    ):
        if result[key]:
            print(f"  {result[key]:,} games {label}")
    for each in result.get("faulty", []):
        causes = ", ".join(f"{cause} {count:,}" for cause, count in each["causes"].items())
        print(f"    {each['label']}: {causes}")
    if result["suspended"]:
        print(f"  suspended: {', '.join(result['suspended'])}")
    if result["interrupted"]:
        print(f"interrupted; resume with: spacecombat arena resume {shlex.quote(result['folder'])}")
    if "entrants" in result:
        print()
        _print_ratings(result["entrants"])
        print(f"\nwritten: {Path(result['folder']) / REPORT}.html")


def _print_ratings(players: list[dict[str, Any]]) -> None:
    """Print the table of ratings."""
    rows = []
    for each in players:
        low, high = ("" if end is None else f"{end:+.0f}" for end in each["interval"])
        ranks = each["ranks"]
        rank = str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}-{ranks[1]}"
        score = "" if each["score"] is None else f"{each['score']:.1%}"
        elo = f"{each['elo']:+.0f}"
        rows.append([rank, each["label"], elo, f"{low} to {high}", score, str(each["games"])])
    print_table(["rank", "entrant", "Elo", "95 % interval", "score", "games"], rows)
