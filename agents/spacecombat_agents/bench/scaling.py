"""Speed by number of games, threads and scenario size, and a page that plots it."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

from markupsafe import Markup

from spacecombat_agents.arena.provenance import command_line
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
from spacecombat_agents.reports import page
from spacecombat_agents.reports.charts import ChartFrame, Curve, Point, short_number
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
    """Write the page: three charts and their table."""
    about, rows = result["machine"], result["rows"]
    caption = (
        f"{about['processor']}, {about['cores']} cores, Python {about['python']}, "
        f"{about['engine']} engine; random legal play, medians of {ROUNDS} rounds"
    )
    head = [key.replace("_", " ") for key in KEYS]
    table = page.render_table(head, [[_cell(row[key]) for key in KEYS] for row in rows], True)
    sections = [
        page.render_section("Decisions a second", page.render_grid(_figures(rows))),
        page.render_section("All numbers", table),
    ]
    title = f"Speed of {result['ruleset']}"
    text = page.render_page(title, [caption], sections, result, command_line())
    with atomic_write(path) as file:
        file.write(text.encode())


def _figures(rows: list[dict[str, Any]]) -> list[Markup]:
    """Return the speed by games, by threads and by size, a curve for each scenario."""
    scenarios = dict.fromkeys(row["scenario"] for row in rows)
    threads, games = (max(row[key] for row in rows) for key in ("threads", "games"))
    by_games, by_threads, by_size = [], [], []
    for name in scenarios:
        of = [row for row in rows if row["scenario"] == name]
        by_games.append(_curve(name, "games", [row for row in of if row["threads"] == threads]))
        by_threads.append(_curve(name, "threads", [row for row in of if row["games"] == games]))
        best = max(of, key=lambda row: row["decisions_per_s"])
        by_size.append(_curve(name, "record_bytes", [best]))
    log = ChartFrame(x="bytes of a game", from_zero=False, log_x=True)
    return [
        _figure(f"By games ({threads} threads)", by_games, log._replace(x="games at once")),
        _figure(f"By threads ({games:,} games)", by_threads, log._replace(x="threads")),
        _figure("By size, at best", by_size, log._replace(log_y=True)),
    ]


def _curve(name: str, key: str, rows: list[dict[str, Any]]) -> Curve:
    """Return the speeds of a scenario, over the values of a key."""
    return Curve(name, [Point(row[key], row["decisions_per_s"]) for row in rows])


def _figure(title: str, curves: list[Curve], frame: ChartFrame) -> Markup:
    """Return a chart with the last speed of each scenario."""
    last = [short_number(round(curve.points[-1].y)) for curve in curves]
    return page.curves_figure(title, curves, frame, last=last)


def print_scaling(result: dict[str, Any]) -> None:
    """Print the table."""
    print_table(KEYS, [[_cell(row[key]) for key in KEYS] for row in result["rows"]])


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"
    return str(value)
