"""What the commands about cups do, with progress shown."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.cups.opening import Cup
from spacecombat_agents.arena.cups.plan import Plan, read_plan
from spacecombat_agents.arena.cups.running import RESULTS, Left, Run, begin, go_on, more_laps
from spacecombat_agents.arena.cups.seeds import kept_secret
from spacecombat_agents.arena.cups.store import Store
from spacecombat_agents.arena.cups.workers import Carrier, Here, Processes
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.files import check_folder, whole
from spacecombat_agents.players.roster import missing_extra
from spacecombat_agents.terminal import Progress, print_table, tell, write_json
from spacecombat_env.core.errors import ConfigError


def run_cup(
    plan: Path, folder: Path, *, workers: int, threads: int | None, ray: str | None
) -> dict[str, Any]:
    """Play the cup of a file."""
    cup = Cup(read_plan(plan), file=str(plan), threads=threads)
    _check_statistics(cup.plan)
    cup.open_all()
    is_drawn = cup.plan.seed is None
    store = begin(cup, folder)
    if is_drawn:
        tell(f"drawn: seed: {cup.plan.seed}")
    return play_on(cup, store, folder, workers=workers, ray=ray)


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
    _check_statistics(cup.plan, more=True)
    cup.open_all()
    store.alone()
    more_laps(cup.plan, store, pairs, step, couples)
    return play_on(cup, store, folder, workers=workers, ray=ray)


def _check_statistics(plan: Plan, more: bool = False) -> None:
    """Before long work: ConfigError where a plan wants statistics that are not installed."""
    stop = plan.stop
    if more or plan.ladder.pairs or stop.decided or stop.half_width is not None or stop.sprt:
        try:
            import spacecombat_agents.arena.ratings
            import spacecombat_agents.arena.sequential  # noqa: F401
        except ModuleNotFoundError as cause:
            raise missing_extra(cause, "arena") from None


def play_on(
    cup: Cup, store: Store, folder: Path, *, workers: int, ray: str | None
) -> dict[str, Any]:
    """Play a cup to its end, or until somebody stops it; write its report."""
    interrupted = False
    store.alone()
    cup.secret = kept_secret(folder)
    with Stop() as stop, Progress(1.0, cup.plan.name) as bar:
        run = Run(cup.plan, store, _carrier(cup, store, workers, ray), stop, _teller(bar))
        try:
            run.to_the_end()
        except Interrupted:
            interrupted = True
        finally:
            with stop.whole():
                run.carrier.close()
    return {"seed": cup.plan.seed, **_summary(run.left, store, folder, interrupted)}


def _carrier(cup: Cup, store: Store, workers: int, ray: str | None) -> Carrier:
    """Return who plays."""
    about = store.content()["about"]
    if ray is not None:
        from spacecombat_agents.arena.cups.nodes import Nodes

        return Nodes(cup, ray, about, workers if workers > 1 else None)
    return Here(cup) if workers == 1 else Processes(cup, workers, about)


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
    """Return what a cup has come to, and write its report."""
    result = {
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
    store.close()
    if not interrupted:
        try:
            numbers = report_cup(folder, None, pages=False)[0]
            result["entrants"], result["faulty"] = (
                numbers["entrants"],
                numbers["faults"]["by_entrant"],
            )
        except ConfigError as cause:
            tell(f"no report: {cause}")
    return result


def report_cup(place: Path, out: Path | None, *, pages: bool) -> tuple[dict[str, Any], Path]:
    """Write the report of a store, and the pages of its games; return its numbers and its file."""
    file = place / RESULTS if place.is_dir() else place
    folder = out or file.parent
    check_folder(folder, "out")
    try:
        from spacecombat_agents.arena.cups.figures import figures
        from spacecombat_agents.arena.cups.page import page
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "arena") from None
    with Store.open(file) as store:
        if not store.count():
            raise ConfigError.at(file, "file", "holds no games yet")
        numbers = figures(store)
        if pages:
            _write_games(store, folder)
    write_json(folder / f"{REPORT}.json", numbers)
    with whole(folder / f"{REPORT}.html") as opened:
        opened.write(page(numbers, links=pages).encode())
    return numbers, folder / f"{REPORT}.html"


REPORT = "report"


def _write_games(store: Store, folder: Path) -> None:
    """Write the pages of games that a report names, but those that are there."""
    from spacecombat_agents.arena.cups.page import FOLDER
    from spacecombat_agents.arena.cups.replays import write_games

    check_folder(folder / FOLDER, "out")
    with Progress(1.0, "pages") as bar:
        write_games(store, folder / FOLDER, lambda share: bar.reach(share))


def print_cup(result: dict[str, Any]) -> None:
    """Print what a cup has come to."""
    done, planned = result["pairs_done"], result["pairs_planned"]
    skipped = f", {result['pairs_skipped']:,} not wanted" if result["pairs_skipped"] else ""
    print(f"{result['games']:,} games; {done:,} of {planned:,} pairs done{skipped}")
    for key, words in (
        ("faults", "ended by faults"),
        ("unplayed", "not played: resume tries again"),
    ):
        if result[key]:
            print(f"  {result[key]:,} games {words}")
    for each in result.get("faulty", []):
        causes = ", ".join(f"{cause} {count:,}" for cause, count in each["causes"].items())
        print(f"    {each['label']}: {causes}")
    if result["suspended"]:
        print(f"  suspended: {', '.join(result['suspended'])}")
    if result["interrupted"]:
        print(f"interrupted; go on with: spacecombat arena resume {shlex.quote(result['folder'])}")
    if "entrants" in result:
        print()
        _print_ratings(result["entrants"])
        print(f"\nwritten: {Path(result['folder']) / REPORT}.html")


def _print_ratings(entrants: list[dict[str, Any]]) -> None:
    """Print the table of ratings."""
    rows = []
    for each in entrants:
        low, high = ("" if end is None else f"{end:+.0f}" for end in each["interval"])
        ranks = each["ranks"]
        rank = str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}-{ranks[1]}"
        score = "" if each["score"] is None else f"{each['score']:.1%}"
        elo = f"{each['elo']:+.0f}"
        rows.append([rank, each["label"], elo, f"{low} to {high}", score, str(each["games"])])
    print_table(["rank", "entrant", "Elo", "95 % interval", "score", "games"], rows)
