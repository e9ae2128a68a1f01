"""Run the commands of `spacecombat study`: open, play, print, write the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from spacecombat_agents.arena.provenance import command_line, provenance
from spacecombat_agents.atomic_files import atomic_write, check_writable_file
from spacecombat_agents.cli_options import INTERRUPTED
from spacecombat_agents.reports import page
from spacecombat_agents.reports.charts import IntervalRow
from spacecombat_agents.studies import prose, sample_size
from spacecombat_agents.studies.arms import expand_opponents, parameter_family
from spacecombat_agents.studies.blocks import StudyGames, StudyScenarios
from spacecombat_agents.studies.compare import ArmResult, Comparison, ComparisonRules, compare
from spacecombat_agents.studies.compare import as_json as compared_json
from spacecombat_agents.studies.study_store import StudyStore, games_description
from spacecombat_agents.studies.sweep import SweepResult, sweep, sweep_arms
from spacecombat_agents.studies.sweep import as_json as swept_json
from spacecombat_agents.terminal import Progress, print_json

__all__ = ["publish", "split_names"]

POINTS = prose.POINTS
TOP_LEVEL_COMMAS = re.compile(r",(?![^()]*\))")
"""Commas outside parentheses."""
LEVEL = 0.95


def split_names(text: str) -> tuple[str, ...]:
    """Split names at commas, except within parentheses."""
    return tuple(name.strip() for name in TOP_LEVEL_COMMAS.split(text) if name.strip())


def open_scenarios(setting_options: dict[str, Any]) -> StudyScenarios:
    """Return the requested scenarios."""
    from spacecombat_agents.game_setting import parse_options

    scenarios: Sequence[str | None] = split_names(setting_options["scenario"] or "") or (None,)
    options = parse_options(setting_options["options"])
    return StudyScenarios.of(
        setting_options["ruleset"],
        list(scenarios),
        setting_options["deck"],
        setting_options["delegate"],
        setting_options["max_turns"],
        options,
    )


def open_games(arms: Sequence[str], setting_options: dict[str, Any]) -> StudyGames:
    """Return the games of some arms; the last arm is the A/A arm."""
    scenarios = open_scenarios(setting_options)
    others = expand_opponents(setting_options["ruleset"], split_names(setting_options["against"]))
    games = StudyGames(scenarios, arms, others, setting_options["seed"], setting_options["threads"])
    for scenario in range(len(scenarios.settings)):
        for name in {*arms, *others}:
            games.agent(scenario, name)  # refuses unknown names before anything is played
    return games


def same_action_arms(games: StudyGames, arms: Iterable[int]) -> list[str]:
    """Return the arms that act exactly like the first one."""
    return [games.arms[arm] for arm in arms if games.plays_same_actions(0, arm)]


def study_metadata(games: StudyGames) -> dict[str, Any]:
    """Return the description of how a study was made."""
    setting = games.scenarios.settings[0]
    agents = [games.agent(0, name) for name in dict.fromkeys([*games.arms, *games.opponents])]
    return {
        "seed": games.seed,
        "luck": games.scenarios.dealing,
        "delegate": setting.delegated,
        "limits": prose.LIMITS,
        "provenance": provenance(setting.ruleset, agents),
    }


def write_page(path: Path, text: str) -> None:
    """Write a page atomically."""
    with atomic_write(path) as file:
        file.write(text.encode())


def publish(
    title: str,
    lines: Sequence[str],
    numbers: dict[str, Any],
    sections: Callable[[], Sequence[Markup]],
    report: Path | None,
    as_json: bool,
) -> None:
    """Print a result, and write its page if requested."""
    content = {"title": title, "sentences": list(lines), **numbers}
    if report is not None:
        write_page(report, page.render_page(title, lines, sections(), content, command_line()))
    if as_json:
        print_json(content)
    else:
        print("\n".join(lines))
        if report is not None:
            print(f"Page: {report}")


# --- compare -------------------------------------------------------------------------------------


def run_compare(
    arms: tuple[str, ...],
    arguments: dict[str, Any],
    setting_options: dict[str, Any],
    report: Path | None,
    as_json: bool,
) -> int:
    """Compare arms, print the result, and write the page."""
    from spacecombat_env.core.errors import ConfigError

    if len(arms) < 2:
        raise ConfigError.at("compare", "arms", "a baseline and at least one other arm are needed")
    if report is not None:
        check_writable_file(report, "report")
    games = open_games([*arms, arms[0]], setting_options)
    rules = ComparisonRules(
        arguments["pairs"], arguments["look"], LEVEL, arguments["matters"] / POINTS
    )
    store = StudyStore(arguments["kept"], games_description(games))
    with store, Progress(rules.pairs, "Comparing") as bar:
        player = store.scores(games)
        found = compare(player, arms, games.cells, rules, lambda done, _: bar.reach(done))
    unchanged = same_action_arms(games, range(1, len(arms)))
    numbers = compared_json(found, games.scenarios.names, games.opponents) | study_metadata(games)
    numbers["silent"] = unchanged
    title = f"{arms[0]} and {len(arms) - 1} more" if len(arms) > 2 else f"{arms[0]} or {arms[1]}"
    lines = prose.same_actions_sentences(unchanged, arms[0]) + prose.comparison_sentences(found)
    publish(title, lines, numbers, lambda: compared_sections(found, games), report, as_json)
    return INTERRUPTED if found.interrupted else 0


def compared_sections(found: Comparison, games: StudyGames) -> list[Markup]:
    """Return the sections of a comparison's page."""
    rules = found.rules
    rows = [
        IntervalRow.of(arm.name, arm.difference.difference, arm.interval(rules), colour)
        for arm, colour in [*((arm, 0) for arm in found.arms), (found.aa_test, 1)]
    ]
    caption = (
        "95 % intervals; the last row is the baseline against itself: it shows the noise. "
        f"{found.pairs:,} pairs for each scenario and opponent; {games.scenarios.dealing}."
    )
    sections = [
        page.render_section(
            "How much better",
            page.intervals_figure(rows, f"points more than {found.baseline}", caption),
            _arm_table(found),
        )
    ]
    for title, names, parts in (
        ("By scenario", games.scenarios.names, "by_scenario"),
        ("By opponent", games.opponents, "by_opponent"),
    ):
        bars = _strata_bars(found, names, parts)
        if bars:
            plot = page.intervals_figure(
                bars, "points more than the baseline", "Simultaneous 95 % intervals."
            )
            sections.append(page.render_section(title, plot))
    return sections


def _arm_table(found: Comparison) -> Markup:
    """Return the table of the arms' numbers."""
    head = ["arm", "score", "difference", "95 % interval", "verdict", "variance ratio", "margin"]
    rows = [[found.baseline, prose.share(found.baseline_score), "", "", "baseline", "", ""]]
    for arm in (*found.arms, found.aa_test):
        rows.append(
            [
                arm.name,
                prose.share(arm.score),
                prose.points(arm.difference.difference),
                prose.between(arm.interval(found.rules)),
                arm.verdict.value,
                f"{arm.difference.variance_ratio:.2f}",
                f"{arm.margin:+.1f}",
            ]
        )
    return page.render_table(head, rows)


def _strata_bars(found: Comparison, names: Sequence[str], which: str) -> list[IntervalRow]:
    """Return the rows of a plot of strata."""
    bars = []
    for arm in found.arms:
        parts = _parts_of(arm, which)
        for number, part in parts.items():
            name = f"{names[number]}: {arm.name}" if len(found.arms) > 1 else names[number]
            bars.append(IntervalRow.of(name, part.difference, part.simultaneous))
    return bars


def _parts_of(arm: ArmResult, which: str) -> dict[int, Any]:
    """Return an arm's strata by scenario or opponent."""
    strata = arm.by_scenario if which == "by_scenario" else arm.by_opponent
    return {} if strata is None else strata.parts


# --- sweep ---------------------------------------------------------------------------------------


def run_sweep(
    arm: str,
    pairs: int,
    kept: Path | None,
    setting_options: dict[str, Any],
    report: Path | None,
    as_json: bool,
) -> int:
    """Vary a parameter, print the result, and write the page."""
    if report is not None:
        check_writable_file(report, "report")
    family = parameter_family(setting_options["ruleset"], arm)
    games = open_games(sweep_arms(family), setting_options)
    store = StudyStore(kept, games_description(games))
    with store, Progress(pairs, f"Varying {family.parameter}") as bar:
        found = sweep(store.scores(games), family, games.cells, pairs, progress=bar.reach)
    unchanged = same_action_arms(games, range(1, len(family.values) + 1))
    others = set(family.names) - {family.default}
    numbers = swept_json(found) | study_metadata(games) | {"silent": unchanged}
    title = (
        f"{family.default}: {family.parameter} from {min(family.values)} to {max(family.values)}"
    )
    unchanged_default = sorted(others) if others <= set(unchanged) else []
    lines = prose.same_actions_sentences(unchanged_default, family.default) + prose.sweep_sentences(
        found
    )
    publish(title, lines, numbers, lambda: swept_sections(found, games), report, as_json)
    return 0


def swept_sections(found: SweepResult, games: StudyGames) -> list[Markup]:
    """Return the sections of a sweep's page."""
    shares = (found.scores, [band.low for band in found.band], [band.high for band in found.band])
    caption = (
        f"The band holds the whole curve with 95 % confidence; {found.pairs:,} pairs per value, "
        f"{games.scenarios.dealing}; against {', '.join(games.opponents)}."
    )
    rows = [
        [
            found.value_text(value),
            prose.share(mean),
            prose.points(each.difference),
            prose.between(each.simultaneous),
        ]
        + ["best set" if value in found.best else ""]
        for value, mean, each in zip(found.values, found.scores, found.differences, strict=True)
    ]
    head = [
        found.parameter,
        "score",
        f"more than {found.default}",
        "simultaneous 95 % interval",
        "",
    ]
    plot = page.band_figure(
        "Score in percent", found.parameter, found.values, shares, [50.0], caption
    )
    return [page.render_section("Response", plot, page.render_table(head, rows))]


# --- power ---------------------------------------------------------------------------------------


def run_power(
    effect: float, deviation: float | None, chance: float, pairs: int | None, as_json: bool
) -> int:
    """Print how many pairs an experiment needs."""
    spread = deviation or sample_size.DEVIATION
    found = sample_size.plan_sample_size(effect, deviation=spread, chance=chance, pairs=pairs)
    sentence = sample_size.plan_sentence(found)
    if as_json:
        print_json({"sentence": sentence, **sample_size.as_json(found)})
    else:
        print(sentence)
        row = sample_size.wins_in_a_row()
        print(f"In single games, {row}-0 is needed to rule out chance.")
    return 0
