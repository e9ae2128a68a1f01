"""A training run as one HTML file: what it came to, its curves, and what to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import yaml

from spacecombat_agents.files import check_file, whole
from spacecombat_agents.studies.page import page, section, table
from spacecombat_agents.training import curves
from spacecombat_agents.training.curves import number
from spacecombat_agents.training.report import drawn
from spacecombat_agents.training.report.charts import (
    MOST_POINTS,
    SHARE,
    Curve,
    Frame,
    Point,
    chart,
    colour,
    short,
)
from spacecombat_agents.training.report.drawn import Drawn, curves_of
from spacecombat_agents.training.report.told import Score, Told, interval, read_run
from spacecombat_agents.training.report.words import MINUTE, lead, percent, warnings

FILE = "report.html"
STYLE = Path(__file__).parent / "report.css"


def write_report(folder: Path, out: Path | None = None) -> tuple[dict[str, Any], Path]:
    """Write the page of a run, report.html in its folder; return what it says, and its file.

    It follows from the files of the folder alone. ConfigError where the folder is no run's, or
    where a file of it is damaged.
    """
    told = read_run(folder)
    file, content = out or folder / FILE, numbers(told)
    check_file(file, "out")
    text = page(
        f"Training run {told.name}",
        lead(told),
        [part for part in sections(told) if part],
        content,
        _command(told),
        STYLE.read_text(encoding="utf-8"),
    )
    with whole(file) as opened:
        opened.write(text.encode())
    return content, file


def numbers(told: Told) -> dict[str, Any]:
    """Return what a page says, for programs."""
    last = {each.name: each._asdict() for each in told.scores}
    content: dict[str, Any] = {
        "run": told.name,
        "sentences": lead(told),
        "warnings": warnings(told),
        "state": dict(told.state),
        "last_scores": last,
        "last_update": told.updates[-1] if told.updates else {},
        "scores": [each._asdict() for each in told.scores],
        "calibration": {"bins": [each._asdict() for each in told.bins], "brier": told.brier},
        "exploit": dict(told.exploit),
    }
    plain: dict[str, Any] = curves.plain(content)
    return plain


def _command(told: Told) -> str | None:
    """Return the command that trained the run, where its result tells."""
    made = told.result.get("provenance")
    command = made.get("command") if isinstance(made, Mapping) else None
    return command if isinstance(command, str) else None


# -- sections -------------------------------------------------------------------------------------


def sections(told: Told) -> Iterator[str]:
    """Yield the parts of the page, empty ones too."""
    found = warnings(told)
    if found:
        said = "".join(f"<p class='warn'>{escape(each)}</p>" for each in found)
        yield section("Look at this", said)
    yield _charts("Strength", _strength(told))
    yield _charts("Policy", _each(told, drawn.POLICY))
    yield _charts("Value", [*_each(told, drawn.VALUE), *_calibration(told)])
    yield _charts("Best response", _exploit(told), _exploit_note(told))
    yield _charts("Learning", _each(told, drawn.LEARNING))
    yield _charts("More", _each(told, drawn.others(told.updates)))
    yield _tables(told)


def _charts(title: str, figures: Sequence[str], note: str = "") -> str:
    """Return charts beside each other under a heading; nothing where there is nothing to show."""
    if not figures and not note:
        return ""
    said = f"<p>{escape(note)}</p>" if note else ""
    grid = f"<div class='charts'>{''.join(figures)}</div>" if figures else ""
    return section(title, said, grid)


def _figure(title: str, curves: Sequence[Curve], frame: Frame, note: str = "") -> str:
    """Return a chart with its title, a legend with the last values, and what it means."""
    rows = []
    for place, each in enumerate(curves):
        name = escape(each.name or "last")
        last = _told(each.points[-1].y, frame)
        rows.append(f"<li><i class='{colour(each, place)}'></i>{name} <b>{last}</b></li>")
    said = f"<figcaption>{escape(note)}</figcaption>" if note else ""
    legend = f"<ul class='legend'>{''.join(rows)}</ul>"
    return f"<figure><h3>{escape(title)}</h3>{chart(title, curves, frame)}{legend}{said}</figure>"


def _told(value: float, frame: Frame) -> str:
    """Return a value in words."""
    return f"{value:.1%}" if frame.times != 1.0 else short(value)


def _each(told: Told, wanted: Sequence[Drawn]) -> list[str]:
    """Return the charts of some keys, as far as the run tells of them."""
    found = [(each, curves_of(told.updates, each.key)) for each in wanted]
    return [_figure(each.title, made, each.frame, each.note) for each, made in found if made]


def _strength(told: Told) -> list[str]:
    """Return scores against opponents, one colour each: in matches, and in training."""
    frame = SHARE._replace(level=50.0)
    running = curves_of(told.updates, drawn.SCORES.key)
    names = [each.name for each in told.scores] + [each.name for each in running]
    colours = {name: number for number, name in enumerate(dict.fromkeys(names))}
    timed = [
        each._replace(decisions=each.seconds / MINUTE)
        for each in told.scores
        if each.seconds is not None
    ]
    note = "Paired matches, points in per cent with 95 % intervals."
    wanted = (
        ("Matches", _by_name(told.scores), frame, note),
        ("Matches over time", _by_name(timed), frame._replace(x="minutes"), note),
        (drawn.SCORES.title, running, drawn.SCORES.frame, drawn.SCORES.note),
    )
    return [
        _figure(title, [each._replace(colour=colours[each.name]) for each in made], its, said)
        for title, made, its, said in wanted
        if made
    ]


def _by_name(scores: Sequence[Score]) -> list[Curve]:
    """Return a curve for each name."""
    found: dict[str, list[Point]] = {}
    for each in scores:
        low, high = each.interval or (None, None)
        found.setdefault(each.name, []).append(Point(each.decisions, each.score, low, high))
    return [Curve(name, points) for name, points in found.items()]


def _calibration(told: Told) -> list[str]:
    """Return how often it came as the value said."""
    if not told.bins:
        return []
    points = [Point(each.said, each.came) for each in sorted(told.bins)]
    brier = f" Brier score {told.brier:.4f}." if told.brier is not None else ""
    count = sum(each.decisions for each in told.bins)
    note = (
        f"What was won (upwards) where the value said so much (across), in per cent; on the broken "
        f"line it says what comes. {count:,.0f} decisions.{brier}"
    )
    frame = SHARE._replace(x="said", diagonal=True)
    rows = "".join(
        f"<tr><td>{each.said:.1%}</td><td>{each.came:.1%}</td><td>{each.decisions:,.0f}</td></tr>"
        for each in sorted(told.bins)
    )
    heads = "<tr><th>said</th><th>came</th><th>decisions</th></tr>"
    bins = f"<details><summary>The bins</summary><table>{heads}{rows}</table></details>"
    svg = chart("Win chances", [Curve("came", points)], frame)
    said = f"<figcaption>{escape(note)}</figcaption>{bins}"
    return [f"<figure><h3>Win chances</h3>{svg}{said}</figure>"]


def _exploit(told: Told) -> list[str]:
    """Return the curve of the best response."""
    if not told.attacks:
        return []
    note = "What an attacker scored that was trained against this player alone, frozen; 95 %."
    frame = SHARE._replace(x="the attacker's decisions", level=50.0)
    return [_figure("Attackers", _by_name(told.attacks), frame, note)]


def _exploit_note(told: Told) -> str:
    """Return in a sentence what the best response came to."""
    score, span = number(told.exploit.get("score")), interval(told.exploit.get("interval"))
    if score is None:
        return ""
    end = Score("attacker", 0.0, None, score, span)
    budget, method = number(told.exploit.get("budget_decisions")), told.exploit.get("method")
    paid = f" with {budget:,.0f} decisions" if budget is not None else ""
    how = f" Method: {method}." if isinstance(method, str) else ""
    return f"The best response found{paid} scores {percent(end)}: at least so much can be won.{how}"


def _tables(told: Told) -> str:
    """Return every match, and the configuration, folded away."""
    rows = [
        [
            f"{each.decisions:,.0f}",
            "" if each.seconds is None else f"{each.seconds / MINUTE:,.1f}",
            each.name,
            percent(each),
        ]
        for each in told.scores
    ]
    matches = table(["decisions", "minutes", "against", "score"], rows) if rows else ""
    parts = [f"<details><summary>Every match</summary>{matches}</details>"] if rows else []
    text = yaml.safe_dump(dict(told.config), sort_keys=False, allow_unicode=True)
    if len(told.updates) > MOST_POINTS:
        said = f"{len(told.updates):,} updates; neighbours are drawn as their mean."
        parts.append(f"<p class='note'>{said}</p>")
    parts.append(f"<details><summary>Configuration</summary><pre>{escape(text)}</pre></details>")
    return section("All of it", *parts)
