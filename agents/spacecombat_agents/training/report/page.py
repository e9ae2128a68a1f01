"""A training run as one HTML file: summary, curves and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from markupsafe import Markup

from spacecombat_agents.atomic_files import atomic_write, check_writable_file
from spacecombat_agents.reports import page
from spacecombat_agents.reports.charts import (
    MAX_POINTS,
    SHARE,
    ChartFrame,
    Curve,
    Point,
    short_number,
)
from spacecombat_agents.training.metrics import metrics_log
from spacecombat_agents.training.metrics.metrics_log import finite_number
from spacecombat_agents.training.report import metric_charts
from spacecombat_agents.training.report.metric_charts import MetricChart, curves_of
from spacecombat_agents.training.report.run_report import MatchScore, RunReport, interval, read_run
from spacecombat_agents.training.report.summary import (
    SECONDS_PER_MINUTE,
    score_text,
    summary_sentences,
    warnings,
)

__all__ = ["write_report"]

REPORT_FILE = "report.html"


def write_report(folder: Path, out: Path | None = None) -> tuple[dict[str, Any], Path]:
    """Write the page of a run, by default report.html in its folder; return its data and its file.

    It depends only on the files of the folder. ConfigError if the folder is not a run or a file in
    it is damaged.
    """
    report = read_run(folder)
    file, content = out or folder / REPORT_FILE, report_numbers(report)
    check_writable_file(file, "out")
    text = page.render_page(
        f"Training run {report.name}",
        summary_sentences(report),
        [part for part in sections(report) if part],
        content,
        _training_command(report),
    )
    with atomic_write(file) as opened:
        opened.write(text.encode())
    return content, file


def report_numbers(report: RunReport) -> dict[str, Any]:
    """Return the data of a page, for programs."""
    last = {each.name: each._asdict() for each in report.scores}
    content: dict[str, Any] = {
        "run": report.name,
        "sentences": summary_sentences(report),
        "warnings": warnings(report),
        "state": dict(report.state),
        "last_scores": last,
        "last_update": report.updates[-1] if report.updates else {},
        "scores": [each._asdict() for each in report.scores],
        "calibration": {"bins": [each._asdict() for each in report.bins], "brier": report.brier},
        "exploit": dict(report.exploit),
    }
    plain: dict[str, Any] = metrics_log.json_ready(content)
    return plain


def _training_command(report: RunReport) -> str | None:
    """Return the command that trained the run, if its result records it."""
    made = report.result.get("provenance")
    command = made.get("command") if isinstance(made, Mapping) else None
    return command if isinstance(command, str) else None


# -- sections -------------------------------------------------------------------------------------


def sections(report: RunReport) -> Iterator[Markup]:
    """Yield the sections of the page, including empty ones."""
    found = warnings(report)
    if found:
        yield page.render_section("Warnings", *(page.render_text(each, "warn") for each in found))
    yield _chart_section("Strength", _strength_figures(report))
    yield _chart_section("Policy", _metric_figures(report, metric_charts.POLICY))
    yield _chart_section(
        "Value", [*_metric_figures(report, metric_charts.VALUE), *_calibration_figures(report)]
    )
    yield _chart_section("Best response", _exploit_figures(report), _exploit_note(report))
    yield _chart_section("Learning", _metric_figures(report, metric_charts.LEARNING))
    yield _chart_section(
        "More", _metric_figures(report, metric_charts.other_charts(report.updates))
    )
    yield _tables(report)


def _chart_section(title: str, figures: Sequence[Markup], note: str = "") -> Markup:
    """Return charts side by side under a heading; empty without charts."""
    if not figures and not note:
        return Markup()
    parts = [page.render_text(note)] if note else []
    return page.render_section(title, *parts, *([page.render_grid(figures)] if figures else []))


def _figure(title: str, curves: Sequence[Curve], frame: ChartFrame, note: str = "") -> Markup:
    """Return a chart with its title, a legend with the last values, and its meaning."""
    last = [_value_text(each.points[-1].y, frame) for each in curves]
    return page.curves_figure(title, curves, frame, note, last)


def _value_text(value: float, frame: ChartFrame) -> str:
    """Return a value as text."""
    return f"{value:.1%}" if frame.times != 1.0 else short_number(value)


def _metric_figures(report: RunReport, charts: Sequence[MetricChart]) -> list[Markup]:
    """Return the charts of some keys, as far as the run has them."""
    found = [(each, curves_of(report.updates, each.key)) for each in charts]
    return [_figure(each.title, made, each.frame, each.note) for each, made in found if made]


def _strength_figures(report: RunReport) -> list[Markup]:
    """Return scores against opponents, one colour each: in matches and in training."""
    frame = SHARE._replace(levels=(50.0,))
    running = curves_of(report.updates, metric_charts.SCORES.key)
    names = [each.name for each in report.scores] + [each.name for each in running]
    colours = {name: finite_number for finite_number, name in enumerate(dict.fromkeys(names))}
    by_minutes = [
        each._replace(decisions=each.seconds / SECONDS_PER_MINUTE)
        for each in report.scores
        if each.seconds is not None
    ]
    note = "Paired matches, points in per cent with 95 % intervals."
    charts = (
        ("Matches", _curves_by_name(report.scores), frame, note),
        ("Matches over time", _curves_by_name(by_minutes), frame._replace(x="minutes"), note),
        (
            metric_charts.SCORES.title,
            running,
            metric_charts.SCORES.frame,
            metric_charts.SCORES.note,
        ),
    )
    return [
        _figure(title, [each._replace(colour=colours[each.name]) for each in made], its, caption)
        for title, made, its, caption in charts
        if made
    ]


def _curves_by_name(scores: Sequence[MatchScore]) -> list[Curve]:
    """Return a curve for each name."""
    found: dict[str, list[Point]] = {}
    for each in scores:
        low, high = each.interval or (None, None)
        found.setdefault(each.name, []).append(Point(each.decisions, each.score, low, high))
    return [Curve(name, points) for name, points in found.items()]


def _calibration_figures(report: RunReport) -> list[Markup]:
    """Return observed against predicted win probabilities."""
    if not report.bins:
        return []
    points = [Point(each.predicted, each.came) for each in sorted(report.bins)]
    brier = f" Brier score {report.brier:.4f}." if report.brier is not None else ""
    count = sum(each.decisions for each in report.bins)
    note = (
        f"Observed against predicted win probability, in per cent; a perfect value lies on the "
        f"dashed line. {count:,.0f} decisions.{brier}"
    )
    frame = SHARE._replace(x="predicted", diagonal=True)
    rows = [
        [f"{each.predicted:.1%}", f"{each.came:.1%}", f"{each.decisions:,.0f}"]
        for each in sorted(report.bins)
    ]
    head = ["predicted", "observed", "decisions"]
    bins = page.render_details("The bins", page.render_table(head, rows, numbers=True))
    curve = Curve("observed", points)
    return [page.curves_figure("Win probability", [curve], frame, note, more=bins)]


def _exploit_figures(report: RunReport) -> list[Markup]:
    """Return the curve of the best response."""
    if not report.attacks:
        return []
    note = "Scores of attackers trained against this player only; 95 % intervals."
    frame = SHARE._replace(x="the attacker's decisions", levels=(50.0,))
    return [_figure("Attackers", _curves_by_name(report.attacks), frame, note)]


def _exploit_note(report: RunReport) -> str:
    """Return a sentence with the score of the best response."""
    score, span = (
        finite_number(report.exploit.get("score")),
        interval(report.exploit.get("interval")),
    )
    if score is None:
        return ""
    end = MatchScore("attacker", 0.0, None, score, span)
    budget, method = (
        finite_number(report.exploit.get("budget_decisions")),
        report.exploit.get("method"),
    )
    paid = f" with {budget:,.0f} decisions" if budget is not None else ""
    how = f" Method: {method}." if isinstance(method, str) else ""
    return f"The best response found{paid} scores {score_text(end)}, a lower bound.{how}"


def _tables(report: RunReport) -> Markup:
    """Return all matches and the configuration, folded."""
    rows = [
        [
            f"{each.decisions:,.0f}",
            "" if each.seconds is None else f"{each.seconds / SECONDS_PER_MINUTE:,.1f}",
            each.name,
            score_text(each),
        ]
        for each in report.scores
    ]
    head = ["decisions", "minutes", "against", "score"]
    parts = [page.render_details("Every match", page.render_table(head, rows))] if rows else []
    text = yaml.safe_dump(dict(report.config), sort_keys=False, allow_unicode=True)
    if len(report.updates) > MAX_POINTS:
        caption = f"{len(report.updates):,} updates; neighbouring points are averaged."
        parts.append(page.render_text(caption, "note"))
    parts.append(page.render_details("Configuration", page.render_preformatted(text)))
    return page.render_section("All numbers", *parts)
