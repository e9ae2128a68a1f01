"""Run `spacecombat study saturate|fair|worth`: the value of Battle Rider's ships and fleets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from spacecombat_agents.arena.provenance import agent_hash, provenance
from spacecombat_agents.atomic_files import check_writable_file
from spacecombat_agents.config_files import DESIGNS, FLEETS, find_config, shipped_configs
from spacecombat_agents.game_setting import parse_options
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.reports import page
from spacecombat_agents.reports.charts import IntervalRow, MatrixCell, matrix
from spacecombat_agents.studies import prose
from spacecombat_agents.studies.arms import RANGE
from spacecombat_agents.studies.fleets import dose_response
from spacecombat_agents.studies.fleets.balance import (
    FleetBalance,
    PilotResult,
    fleet_matchups,
    measure_balance,
)
from spacecombat_agents.studies.fleets.balance import as_json as fair_json
from spacecombat_agents.studies.fleets.component_worth import (
    SWITCHES,
    ComponentWorth,
    check_change,
    measure_worth,
    squadron,
    without_component,
)
from spacecombat_agents.studies.fleets.component_worth import as_json as worth_json
from spacecombat_agents.studies.fleets.fleet import (
    RULESET,
    BattlePlayer,
    Fleet,
    battle_setting,
    read_fleet,
)
from spacecombat_agents.studies.fleets.saturation import (
    MAX_MISSILES,
    RangeSetup,
    SalvoPlayer,
    response_sentences,
)
from spacecombat_agents.studies.study_runs import publish, split_names
from spacecombat_agents.studies.study_store import StudyStore
from spacecombat_agents.terminal import Progress
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import closest_name
from spacecombat_env.rulesets.battle_rider.model import class_names
from spacecombat_env.rulesets.battle_rider.scenario.evaluation import evaluate

__all__: list[str] = []

PERCENT = 100.0
NOT_DESCRIBED = ("kept", "threads", "pairs", "runs", "missiles")
"""Arguments that may change when a kept study resumes."""


def metadata(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the description of how a result was made."""
    return {
        "seed": arguments["seed"],
        "luck": f"deck {arguments['deck']}",
        "limits": prose.LIMITS,
        "provenance": provenance(registry.ruleset(RULESET)),
    }


def check_class(field: str, name: str) -> None:
    """Raise ConfigError unless a ship class is printed."""
    if name not in class_names()[1:]:
        close = closest_name(name, class_names()[1:]) or f"; valid: {', '.join(class_names()[1:])}"
        raise ConfigError.at(field, name, f"unknown ship class{close}")


def ship_card(ship: str) -> Any:
    """Return a printed class, or the ship of a design sheet; raise ConfigError."""
    if ship in class_names()[1:]:
        return ship
    is_sheet = ship in shipped_configs(DESIGNS) or Path(ship).suffix or Path(ship).exists()
    if not is_sheet:
        check_class("worth", ship)
    return evaluate(find_config(DESIGNS, ship)).ship


# --- saturate ------------------------------------------------------------------------------------


def run_saturate(arguments: dict[str, Any], report: Path | None, as_json: bool) -> int:
    """Try salvoes of all sizes, print the result, and write the page."""
    if report is not None:
        check_writable_file(report, "report")
    for field in ("target", "launcher"):
        check_class(field, arguments[field])
    doses = parse_sizes(arguments["missiles"])
    fixed = RangeSetup(arguments["target"], arguments["launcher"], arguments["hexes"])
    options = parse_options(arguments["options"])
    salvoes = SalvoPlayer(
        fixed, arguments["seed"], arguments["deck"], options, arguments["threads"]
    )
    store = StudyStore(arguments["kept"], _description(arguments, fixed.target))
    with store, Progress(len(doses), "Salvoes") as bar:
        found = dose_response.measure_response(
            store.counts(salvoes),
            doses,
            arguments["runs"],
            seed=arguments["seed"],
            progress=bar.reach,
        )
    numbers = {"fixed": fixed._asdict(), **dose_response.as_json(found), **metadata(arguments)}
    title = f"How many missiles saturate a {fixed.target}"
    lines = response_sentences(found, fixed)
    publish(title, lines, numbers, lambda: saturate_sections(found), report, as_json)
    return 0


def _description(
    arguments: Mapping[str, Any], subject: Any, agents: Sequence[Agent] = ()
) -> dict[str, Any]:
    """Return what the results of a study's games depend on, besides the block."""
    rules = registry.ruleset(RULESET)
    described = {key: each for key, each in arguments.items() if key not in NOT_DESCRIBED}
    players = list(map(agent_hash, agents))
    return {**described, "subject": subject, "version": rules.version, "players": players}


def parse_sizes(text: str) -> list[int]:
    """Return the salvoes of `5..60`, `5..60:5` or `8`."""
    found = RANGE.fullmatch(text)
    if found is None and not text.isdecimal():
        raise ConfigError.at("saturate", "missiles", f"{text!r} must be written 5..60 or 5..60:5")
    low, high, step = (int(found[k] or 1) for k in (1, 2, 3)) if found else (int(text),) * 2 + (1,)
    if not 1 <= low <= high <= MAX_MISSILES or step < 1:
        reason = f"{text} must be from 1 to {MAX_MISSILES}, the smaller number first"
        raise ConfigError.at("saturate", "missiles", reason)
    return list(range(low, high + 1, step))


def saturate_sections(found: dose_response.DoseResponse) -> list[Markup]:
    """Return the sections of the page."""
    levels = [PERCENT * each.chance for each in found.smallest]
    caption = f"Each size with its own 95 % interval;  {found.runs:,} salvoes of each size."
    rows = [
        [str(size), str(worked), f"{fit:.1%}", f"{low:.1%} to {high:.1%}"]
        for size, worked, fit, low, high in zip(
            found.doses, found.worked, found.fitted, found.low, found.high, strict=True
        )
    ]
    head = ["missiles", f"out of action, of {found.runs}", "isotonic fit", "95 % interval"]
    plot = page.band_figure(
        "Percent out of action",
        "missiles of the salvo",
        found.doses,
        (found.fitted, found.low, found.high),
        levels,
        caption,
    )
    return [page.render_section("Salvoes", plot, page.render_table(head, rows, numbers=True))]


# --- fair ----------------------------------------------------------------------------------------


def run_fair(
    files: tuple[str, ...], arguments: dict[str, Any], report: Path | None, as_json: bool
) -> int:
    """Compare fleets with their prices, print the result, and write the page."""
    if report is not None:
        check_writable_file(report, "report")
    fleets = [read_fleet(find_config(FLEETS, file)) for file in files]
    if len(fleets) < 2:
        raise ConfigError.at("fair", "fleets", "at least two are needed")
    if len({fleet.name for fleet in fleets}) < len(fleets):
        raise ConfigError.at("fair", "fleets", "two have the same name")
    for fleet in fleets:
        if len(fleet.side["ships"]) < 2:
            raise ConfigError.at("fair", fleet.name, "a fleet must have at least two ships")
    options, pilots = parse_options(arguments["options"]), split_names(arguments["pilots"])
    setting = battle_setting(fleets[0], fleets[1], arguments["deck"], options)
    agents = [make_agent(pilot, setting) for pilot in pilots]
    battles = {
        pilot: BattlePlayer(
            pilot, arguments["seed"], arguments["deck"], options, arguments["threads"]
        )
        for pilot in pilots
    }
    steps = len(fleet_matchups(fleets)) * arguments["pairs"] * len(pilots)
    store = StudyStore(arguments["kept"], _description(arguments, fleets, agents))
    with store, Progress(steps, "Weighing fleets") as bar:
        kept_battles = {pilot: store.scores(each, pilot) for pilot, each in battles.items()}
        found = measure_balance(
            fleets, kept_battles, arguments["pairs"], seed=arguments["seed"], progress=bar.reach
        )
    lines = fair_sentences(found)
    numbers = fair_json(found) | metadata(arguments)
    title = "Are these fleets worth their points"
    publish(title, lines, numbers, lambda: fair_sections(found), report, as_json)
    return 0


def fair_sentences(found: FleetBalance) -> list[str]:
    """Return a balance as sentences."""
    lines = []
    for pilot_result in found.pilots:
        for at in pilot_result.order:
            fleet, part = found.fleets[at], float(pilot_result.fair.worth[at])
            low, high = pilot_result.fair.intervals[at]
            judgement = (
                "too cheap" if low > 1.0 else "too expensive" if high < 1.0 else "fairly priced"
            )
            sure = "" if low > 1.0 or high < 1.0 else ", but not surely"
            lines.append(
                f"{fleet.name}: {fleet.points:g} points printed, {part * fleet.points:.0f} fair "
                f"({fleet.points * low:.0f} to {fleet.points * high:.0f}; 95%), {judgement}{sure}; "
                f"played by {pilot_result.pilot}."
            )
        lines.append(_slope_sentence(pilot_result))
        lines.extend(_odd_sentence(found, pilot_result))
    if not found.agree:
        lines.append("The pilots disagree: the bargain depends on the player.")
    lines.append(f"{found.pairs:,} pairs for each two fleets. {prose.LIMITS}")
    return lines


def _slope_sentence(pilot_result: PilotResult) -> str:
    """Return a sentence about the value of a point."""
    odds = [1.1**value for value in (pilot_result.fair.slope, *pilot_result.fair.slope_interval)]
    shares = [f"{worst / (1.0 + worst):.0%}" for worst in odds]
    return (
        f"Ten percent more points of the same ships score {shares[0]} ({shares[1]} to {shares[2]}) "
        f"with {pilot_result.pilot}."
    )


def _odd_sentence(found: FleetBalance, pilot_result: PilotResult) -> list[str]:
    """Return a sentence about what prices do not explain, if anything."""
    worst = pilot_result.worst_predicted
    if worst is None:
        return []
    a, b = found.fleets[worst.a].name, found.fleets[worst.b].name
    return [
        "But prices do not explain all results: strength alone does not decide. With "
        f"{pilot_result.pilot} {a} scores {worst.score:.0%} against {b}, where these prices "
        f"predict {worst.expected:.0%}. The intervals above do not include this; see the table."
    ]


def fair_sections(found: FleetBalance) -> list[Markup]:
    """Return the sections of the page."""
    sections = []
    for pilot_result in found.pilots:
        bars = [
            IntervalRow.of(
                f"{found.fleets[at].name} ({found.fleets[at].points:g})",
                float(pilot_result.fair.worth[at]) - 1.0,
                [end - 1.0 for end in pilot_result.fair.intervals[at]],
            )
            for at in pilot_result.order
        ]
        caption = "Against the other fleets; 95 %."
        sections.append(
            page.render_section(
                pilot_result.pilot,
                page.intervals_figure(bars, "percent of value above price", caption),
                *_matrix(found.fleets, pilot_result),
            )
        )
    return sections


def _matrix(fleets: tuple[Fleet, ...], pilot_result: PilotResult) -> tuple[Markup, Markup]:
    """Return the scores of all matchups as a table: the row's score; and a note."""
    cells: list[list[MatrixCell | None]] = [[None for _ in fleets] for _ in fleets]
    names = [fleet.name for fleet in fleets]
    for result in pilot_result.results:
        cell = MatrixCell(result.score, *result.interval)
        for a, b, each in ((result.a, result.b, cell), (result.b, result.a, cell.reverse())):
            title = f"{names[a]} against {names[b]}: {each.low:.0%} to {each.high:.0%}"
            cells[a][b] = each._replace(title=title)
    note = (
        "Percentage of points of the row against the column, and half the width of the "
        "95 % interval."
    )
    return matrix(names, cells, "Scores"), page.render_text(note, "note")


# --- worth ---------------------------------------------------------------------------------------


def run_worth(arguments: dict[str, Any], report: Path | None, as_json: bool) -> int:
    """Measure a component, print the result, and write the page."""
    if report is not None:
        check_writable_file(report, "report")
    if arguments["escort"] is not None:
        check_class("escort", arguments["escort"])
    ship = ship_card(arguments["ship"])
    component, number = arguments["without"].replace("-", "_").replace(" ", "_"), arguments["ships"]
    options = {**SWITCHES.get(component, {}), **parse_options(arguments["options"])}
    whole = squadron(ship, number)
    stripped_fleet = without_component(whole, component)
    check_change(whole, stripped_fleet, component, options)
    setting = battle_setting(whole, stripped_fleet, arguments["deck"], options)
    agents = [make_agent(arguments["pilot"], setting)]
    play = BattlePlayer(
        arguments["pilot"], arguments["seed"], arguments["deck"], options, arguments["threads"]
    )
    store = StudyStore(arguments["kept"], _description(arguments, whole, agents))
    with store, Progress(4 * arguments["pairs"], f"With and without {component}") as bar:
        found = measure_worth(
            store.scores(play),
            ship,
            component,
            arguments["escort"],
            arguments["pairs"],
            number=number,
            seed=arguments["seed"],
            progress=bar.reach,
        )
    lines = worth_sentences(found)
    numbers = worth_json(found) | {"pilot": arguments["pilot"]} | metadata(arguments)
    title = f"What {component} is worth to {found.ship}"
    publish(title, lines, numbers, lambda: worth_sections(found), report, as_json)
    return 0


def worth_sentences(found: ComponentWorth) -> list[str]:
    """Return a component's value as sentences."""
    score, low_high = found.score, prose.between(found.score.interval)
    lines = [
        f"{found.component} is worth {prose.points(score.difference)} points per hundred games "
        f"({low_high}; 95%) to {found.ship}, {found.pairs:,} pairs: {score.verdict.value}."
    ]
    helped = found.escort_score
    measure = (
        f"{found.escort} for {found.escort_price:g} points, added to those that lack it, "
        f"is worth {prose.points(helped.difference)} ({prose.between(helped.interval)})"
    )
    if found.points is None or found.points_interval is None:
        lines.append(f"Its value in purchase points cannot be measured: {measure}.")
    else:
        low, high = found.points_interval
        lines.append(
            f"That is {found.points:.1f} purchase points per ship ({low:.1f} to {high:.1f}): "
            f"{measure}."
        )
    noise = found.aa_test
    lines.append(
        f"Noise: the same squadron under another name, {prose.points(noise.difference)} "
        f"({prose.between(noise.interval)})."
    )
    return [*lines, prose.LIMITS]


def worth_sections(found: ComponentWorth) -> list[Markup]:
    """Return the sections of the page."""
    bars = [
        IntervalRow.of(name, each.difference, each.interval, colour)
        for name, each, colour in (
            (found.component, found.score, 0),
            (f"one {found.escort} more", found.escort_score, 0),
            ("nothing, under another name", found.aa_test, 1),
        )
    ]
    plot = page.intervals_figure(bars, "points per hundred games", "Individual 95 % intervals.")
    return [page.render_section("What it does", plot)]
