"""The command `spacecombat benchmark`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import FAILED, INTERRUPTED, json_option

FOLDER = Path("docs/benchmark")
results_option = click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=FOLDER,
    show_default=True,
    help="Folder that keeps results.",
)


@click.group()
def benchmark() -> None:
    """A benchmark for learners: tracks, budgets, five seeds, and submissions that are measured."""


@benchmark.command("list")
@json_option
def list_tracks(as_json: bool) -> None:
    """List tracks, budgets and anchors."""
    from spacecombat_agents.benchmark.measuring import anchors_of
    from spacecombat_agents.benchmark.tracks import BUDGETS, TRACKS, UNTRAINED, track
    from spacecombat_agents.terminal import print_json, print_table

    names = [name for name in BUDGETS if name != UNTRAINED]
    tracks = []
    for each in TRACKS:
        setting = track(each.name).setting()
        about: dict[str, Any] = {
            "track": each.name,
            "ruleset": each.ruleset,
            "scenario": each.scenario,
        }
        about |= {"what": each.what, "digest": setting.scenario.digest}
        about |= {name: each.budget(name) for name in names}
        about |= {"anchors": [] if each.is_exact else anchors_of(setting)}
        tracks.append({**about, "attacker_decisions": each.attack})
    if as_json:
        print_json(tracks)
        return
    shown = ["track", "ruleset", "scenario", *names, "what"]
    rows: list[list[str]] = [
        [f"{v:,}" if isinstance(v := each[key], int) else v for key in shown] for each in tracks
    ]
    print_table(shown, rows)


@benchmark.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def check(folders: tuple[Path, ...], as_json: bool) -> None:
    """Check the folders of entries: entry.json, seeds, actions, and whether each policy plays."""
    from spacecombat_agents.benchmark.measuring import open_policies
    from spacecombat_agents.benchmark.submission import read_entry
    from spacecombat_agents.terminal import print_json

    found = []
    for folder in folders:
        entry = read_entry(folder)
        open_policies(folder, entry)
        found.append({"folder": str(folder), "entry": entry.name, "policies": len(entry.policies)})
        if not as_json:
            print(f"{folder}: {entry.name}, {len(entry.policies)} policies, nothing wrong")
    if as_json:
        print_json(found)


@benchmark.command("run")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@results_option
@click.option("--track", "tracks", multiple=True, help="Track; repeatable; default: all.")
@click.option("--budget", "budgets", multiple=True, help="Budget; repeatable; default: all.")
@click.option("--pairs", type=click.IntRange(2), default=500, show_default=True, help="Pairs.")
@click.option(
    "--attackers",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="Seeds of the reference attackers; 0 trains none.",
)
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    default=Path("runs/benchmark"),
    show_default=True,
    help="Folder of the attackers' runs.",
)
@click.option(
    "--public",
    default="",
    help="A public value that appeared after the policies, such as the hash of a commit: it draws "
    "the games.",
)
@json_option
def run_benchmark(
    folders: tuple[Path, ...],
    results: Path,
    tracks: tuple[str, ...],
    budgets: tuple[str, ...],
    pairs: int,
    attackers: int,
    runs: Path,
    public: str,
    as_json: bool,
) -> int:
    """Measure the entries of folders, also against each other.

    Every row is kept when it is measured: run the same command again after an interruption. Exit
    status 1 if a policy failed in a game.
    """
    from spacecombat_agents.arena.stop_signal import Interrupted
    from spacecombat_agents.benchmark.measuring import Plan, measure_entry
    from spacecombat_agents.terminal import print_json, print_stderr

    plan = Plan(results, pairs, folders, attackers, runs, public, tracks, budgets)
    measured = []
    try:
        for folder in folders:
            measured += measure_entry(folder, plan)
    except Interrupted:
        print_stderr(f"interrupted: {results} keeps what was measured")
        return INTERRUPTED
    if not measured:
        raise click.UsageError("no entry has policies for these tracks and budgets")
    rows = [row for each in measured for row in each["rows"]]
    failed = sum(sum(row.get("failures", {}).values()) for row in rows)
    if as_json:
        print_json(measured)
    else:
        print(f"{results}: {len(measured)} results with {len(rows)} rows")
    if failed:
        print_stderr(f"{failed} games were lost by a failure: see `failures` in the results")
    return FAILED if failed else 0


@benchmark.command("page")
@results_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("docs/benchmark.md"),
    show_default=True,
    help="Page whose part from `## Results` on is written.",
)
@json_option
def page(results: Path, out: Path, as_json: bool) -> None:
    """Write the results into the page."""
    from spacecombat_agents.benchmark.page import write_page
    from spacecombat_agents.terminal import print_json

    count = write_page(results, out)
    if as_json:
        print_json({"page": str(out), "results": count})
    else:
        print(f"{out}: {count} results")
