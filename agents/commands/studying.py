"""What the commands of `spacecombat study` do: open, play, tell, write the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.arena.provenance import command, provenance
from spacecombat_agents.commands.options import INTERRUPTED
from spacecombat_agents.files import check_file, whole
from spacecombat_agents.studies import page, planning, plots, words
from spacecombat_agents.studies.arms import family, opponents
from spacecombat_agents.studies.blocks import Games, Places
from spacecombat_agents.studies.compare import Arm, Compared, Rules, compare
from spacecombat_agents.studies.compare import as_json as compared_json
from spacecombat_agents.studies.sweep import Swept, arms_of, sweep
from spacecombat_agents.studies.sweep import as_json as swept_json
from spacecombat_agents.terminal import Progress, print_json

POINTS = words.POINTS
COMMAS = re.compile(r",(?![^()]*\))")
"""Commas outside brackets."""
LEVEL = 0.95


def split_names(text: str) -> tuple[str, ...]:
    """Return names written with commas; those within brackets stay."""
    return tuple(name.strip() for name in COMMAS.split(text) if name.strip())


def open_places(place: dict[str, Any]) -> Places:
    """Return the scenarios that are asked for."""
    from spacecombat_agents.setting import parse_options

    scenarios: Sequence[str | None] = split_names(place["scenario"] or "") or (None,)
    options = parse_options(place["options"])
    return Places.of(
        place["ruleset"],
        list(scenarios),
        place["deck"],
        place["delegate"],
        place["max_turns"],
        options,
    )


def open_games(arms: Sequence[str], place: dict[str, Any]) -> Games:
    """Return what plays the blocks of some arms; the last is the null arm."""
    places = open_places(place)
    others = opponents(place["ruleset"], split_names(place["against"]))
    games = Games(places, arms, others, place["seed"], place["threads"])
    for scenario in range(len(places.settings)):
        for name in {*arms, *others}:
            games.agent(scenario, name)  # a name that is none is refused before anything is played
    return games


def silent(games: Games, arms: Iterable[int]) -> list[str]:
    """Return the arms that say what the first says, word for word."""
    return [games.arms[arm] for arm in arms if games.alike(0, arm)]


def told_of(games: Games) -> dict[str, Any]:
    """Return what every study says of how it was made."""
    setting = games.places.settings[0]
    agents = [games.agent(0, name) for name in dict.fromkeys([*games.arms, *games.opponents])]
    return {
        "seed": games.seed,
        "luck": games.places.luck,
        "delegate": setting.delegated,
        "limits": words.LIMITS,
        "provenance": provenance(setting.ruleset, agents),
    }


def write_page(path: Path, text: str) -> None:
    """Write a page whole or not at all."""
    with whole(path) as file:
        file.write(text.encode())


def hand_out(
    title: str,
    lines: Sequence[str],
    numbers: dict[str, Any],
    sections: Callable[[], Sequence[str]],
    report: Path | None,
    as_json: bool,
) -> None:
    """Print a result, and write its page where one is wanted."""
    content = {"title": title, "sentences": list(lines), **numbers}
    if report is not None:
        write_page(report, page.page(title, lines, sections(), content, command()))
    if as_json:
        print_json(content)
    else:
        print("\n".join(lines))
        if report is not None:
            print(f"Page: {report}")


# --- compare -------------------------------------------------------------------------------------


def run_compare(
    arms: tuple[str, ...],
    asked: dict[str, Any],
    place: dict[str, Any],
    report: Path | None,
    as_json: bool,
) -> int:
    """Compare arms, tell, and write the page."""
    from spacecombat_env.core.errors import ConfigError

    if len(arms) < 2:
        raise ConfigError.at("compare", "arms", "a baseline and at least one other are wanted")
    if report is not None:
        check_file(report, "report")
    games = open_games([*arms, arms[0]], place)
    rules = Rules(asked["pairs"], asked["look"], LEVEL, asked["matters"] / POINTS)
    with Progress(rules.pairs, "Comparing") as bar:
        found = compare(games, arms, games.cells, rules, lambda done, _: bar.reach(done))
    same = silent(games, range(1, len(arms)))
    numbers = compared_json(found, games.places.names, games.opponents) | told_of(games)
    numbers["silent"] = same
    title = f"{arms[0]} and {len(arms) - 1} more" if len(arms) > 2 else f"{arms[0]} or {arms[1]}"
    lines = words.silent(same, arms[0]) + words.compared(found)
    hand_out(title, lines, numbers, lambda: compared_sections(found, games), report, as_json)
    return INTERRUPTED if found.interrupted else 0


def compared_sections(found: Compared, games: Games) -> list[str]:
    """Return the sections of a comparison's page."""
    rules = found.rules
    rows = [
        plots.bar(arm.name, arm.difference.difference, arm.interval(rules), css)
        for arm, css in [*((arm, "a") for arm in found.arms), (found.null, "b")]
    ]
    plot = plots.intervals(rows, f"points more than {found.baseline}")
    caption = (
        "95 % intervals; the last row is the baseline against itself: what noise looks like. "
        f"{found.pairs:,} pairs of each couple of scenario and opponent; {games.places.luck}."
    )
    sections = [page.section("How much better", page.figure(plot, caption), _arm_table(found))]
    for title, names, parts in (
        ("By scenario", games.places.names, "by_scenario"),
        ("By opponent", games.opponents, "by_opponent"),
    ):
        bars = _strata_bars(found, names, parts)
        if bars:
            plot = plots.intervals(bars, "points more than the baseline")
            sections.append(page.section(title, page.figure(plot, "95 %, all parts at once.")))
    return sections


def _arm_table(found: Compared) -> str:
    """Return the arms' numbers."""
    head = ["arm", "score", "difference", "95 % interval", "verdict", "variance ratio", "margin"]
    rows = [[found.baseline, words.share(found.baseline_score), "", "", "baseline", "", ""]]
    for arm in (*found.arms, found.null):
        rows.append(
            [
                arm.name,
                words.share(arm.score),
                words.points(arm.difference.difference),
                words.between(arm.interval(found.rules)),
                arm.verdict.value,
                f"{arm.difference.variance_ratio:.2f}",
                f"{arm.margin:+.1f}",
            ]
        )
    return page.table(head, rows)


def _strata_bars(found: Compared, names: Sequence[str], which: str) -> list[plots.Bar]:
    """Return the rows of a plot of parts."""
    bars = []
    for arm in found.arms:
        parts = _parts_of(arm, which)
        for number, part in parts.items():
            name = f"{names[number]}: {arm.name}" if len(found.arms) > 1 else names[number]
            bars.append(plots.bar(name, part.difference, part.together))
    return bars


def _parts_of(arm: Arm, which: str) -> dict[int, Any]:
    """Return an arm's parts by scenario or opponent."""
    strata = arm.by_scenario if which == "by_scenario" else arm.by_opponent
    return {} if strata is None else strata.parts


# --- sweep ---------------------------------------------------------------------------------------


def run_sweep(
    arm: str, pairs: int, place: dict[str, Any], report: Path | None, as_json: bool
) -> int:
    """Vary a parameter, tell, and write the page."""
    if report is not None:
        check_file(report, "report")
    kin = family(place["ruleset"], arm)
    games = open_games(arms_of(kin), place)
    with Progress(pairs, f"Varying {kin.parameter}") as bar:
        found = sweep(games, kin, games.cells, pairs, progress=bar.reach)
    same = silent(games, range(1, len(kin.values) + 1))
    others = set(kin.names) - {kin.usual}
    numbers = swept_json(found) | told_of(games) | {"silent": same}
    title = f"{kin.usual}: {kin.parameter} from {min(kin.values)} to {max(kin.values)}"
    unheard = sorted(others) if others <= set(same) else []
    lines = words.silent(unheard, kin.usual) + words.swept(found)
    hand_out(title, lines, numbers, lambda: swept_sections(found, games), report, as_json)
    return 0


def swept_sections(found: Swept, games: Games) -> list[str]:
    """Return the sections of a sweep's page."""
    shares = (found.scores, [band.low for band in found.band], [band.high for band in found.band])
    plot = plots.curve(found.values, shares, (found.parameter, "score in percent"), [50.0])
    caption = (
        f"The band holds the whole curve with 95 % confidence; {found.pairs:,} pairs a value, "
        f"{games.places.luck}; against {', '.join(games.opponents)}."
    )
    rows = [
        [
            found.tell(value),
            words.share(mean),
            words.points(each.difference),
            words.between(each.together),
        ]
        + ["best set" if value in found.best else ""]
        for value, mean, each in zip(found.values, found.scores, found.differences, strict=True)
    ]
    head = [found.parameter, "score", f"more than {found.usual}", "95 %, all at once", ""]
    return [page.section("Response", page.figure(plot, caption), page.table(head, rows))]


# --- power ---------------------------------------------------------------------------------------


def run_power(
    effect: float, deviation: float | None, chance: float, pairs: int | None, as_json: bool
) -> int:
    """Tell how many pairs a question takes."""
    spread = deviation or planning.DEVIATION
    found = planning.planned(effect, deviation=spread, chance=chance, pairs=pairs)
    said = planning.sentence(found)
    if as_json:
        print_json({"sentence": said, **planning.as_json(found)})
    else:
        print(said)
        row = planning.wins_in_a_row()
        print(f"In single games, {row}-0 is needed to rule out a coin.")
    return 0
