"""Speed by number of games, threads and scenario size, and a page that plots it."""

from __future__ import annotations

import html
import io
import statistics
from pathlib import Path
from typing import Any

import click

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.bench.throughput import (
    ROUNDS,
    connect_four_turn,
    machine,
    measure,
    random_turn,
    ratio,
)
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import Progress, print_table
from spacecombat_env.env.vector.threads import cores

__all__ = ["GAMES", "every_scenario", "print_scaling", "run_scaling", "write_page"]

GAMES = (32, 128, 512, 2048, 4096)


KEYS = ["scenario", "games", "threads", "decisions_per_s", "least", "most", "over_connect_four"]


def thread_counts() -> list[int]:
    """Return 1, 2, 4, ... up to the cores of this machine."""
    counts, count = [], 1
    while count <= cores():
        counts.append(count)
        count *= 2
    return counts


def every_scenario(setting: GameSetting) -> list[GameSetting]:
    """Return the bundled scenarios of a setting's rule set, one of each record size."""
    settings = [GameSetting.of(setting.ruleset, name) for name in setting.ruleset.scenarios()]
    by_size = {each.scenario.table.opening.dtype.itemsize: each for each in reversed(settings)}
    return list(by_size.values())


def run_scaling(settings: list[GameSetting], seconds: float) -> dict[str, Any]:
    """Measure every scenario with every number of games and threads, in turn.

    The figures of a scenario and of connect_four come from the same rounds, so that their ratio is
    fair.
    """
    rows = []
    with Progress(len(settings) * ROUNDS, "scaling") as progress:
        for setting in settings:
            work = {
                f"{games} {threads}": random_turn(setting, games, threads)
                for games in GAMES
                for threads in thread_counts()
            }
            rates = measure({**work, "four": connect_four_turn()}, seconds, progress)
            for key in work:
                games, threads = map(int, key.split())
                rows.append(
                    {
                        "scenario": setting.scenario.name,
                        "games": games,
                        "threads": threads,
                        "record_bytes": setting.scenario.table.opening.dtype.itemsize,
                        "decisions_per_s": statistics.median(rates[key]),
                        "least": min(rates[key]),
                        "most": max(rates[key]),
                        "over_connect_four": ratio(rates, key, "four"),
                    }
                )
    return {"ruleset": settings[0].ruleset.name, "rows": rows, "machine": machine()}


def write_page(result: dict[str, Any], path: Path) -> None:
    """Write the page: three plots and their table."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise click.ClickException(
            "--html needs matplotlib: pip install 'spacecombat-env[report]'"
        ) from None
    rows = result["rows"]
    threads = max(row["threads"] for row in rows)
    figure = Figure(figsize=(11, 3.8), layout="constrained")
    by_games, by_threads, by_size = figure.subplots(1, 3)
    for scenario in dict.fromkeys(row["scenario"] for row in rows):
        of = [row for row in rows if row["scenario"] == scenario]
        one = [row for row in of if row["threads"] == threads]
        by_games.plot(_column(one, "games"), _speeds(one), marker="o", label=scenario)
        most = [row for row in of if row["games"] == max(GAMES)]
        by_threads.plot(_column(most, "threads"), _speeds(most), marker="o", label=scenario)
        best = max(of, key=lambda row: row["decisions_per_s"])
        by_size.plot(best["record_bytes"], best["decisions_per_s"] / 1e3, marker="o")
        by_size.annotate(scenario, (best["record_bytes"], best["decisions_per_s"] / 1e3), size=8)
    by_games.set(xscale="log", xlabel=f"games at once ({threads} threads)", ylabel="1,000/s")
    by_threads.set(xlabel=f"threads ({max(GAMES):,} games)", xticks=thread_counts())
    by_size.set(xlabel="bytes of a game", yscale="log")
    by_games.legend(fontsize=7)
    for axes in (by_games, by_threads, by_size):
        axes.grid(alpha=0.3)
    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    with atomic_write(path) as file:
        file.write(_page(result, drawn.getvalue()).encode())


def _column(rows: list[dict[str, Any]], key: str) -> list[float]:
    return [row[key] for row in rows]


def _speeds(rows: list[dict[str, Any]]) -> list[float]:
    return [row["decisions_per_s"] / 1e3 for row in rows]


def print_scaling(result: dict[str, Any]) -> None:
    """Print the table."""
    print_table(KEYS, [[_cell(row[key]) for key in KEYS] for row in result["rows"]])


def _page(result: dict[str, Any], svg: str) -> str:
    """Return the page's HTML."""
    head = "".join(f"<th>{html.escape(key.replace('_', ' '))}</th>" for key in KEYS)
    body = "".join(
        "<tr>" + "".join(f"<td>{_cell(row[key])}</td>" for key in KEYS) + "</tr>"
        for row in result["rows"]
    )
    about = result["machine"]
    caption = (
        f"{about['processor']}, {about['cores']} cores, Python {about['python']}, "
        f"{about['engine']} engine; random legal play, medians of {ROUNDS} rounds"
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Speed of '
        f"{html.escape(result['ruleset'])}</title><style>{STYLE}</style><h1>Decisions a second</h1>"
        f"<p>{html.escape(caption)}</p>{svg[svg.index('<svg') :]}"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></html>\n"
    )


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"
    return html.escape(str(value))


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem;
       background: #fff; color: #111; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; }
"""
