"""What `spacecombat study saturate|fair|worth` do: Battle Rider's ships and fleets, weighed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.commands.shipped import DESIGNS, FLEETS, find
from spacecombat_agents.commands.studying import hand_out, split_names
from spacecombat_agents.files import check_file
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import parse_options
from spacecombat_agents.studies import dose, page, plots, words
from spacecombat_agents.studies.arms import RANGE
from spacecombat_agents.studies.fair import Balance, Judged, balance, couples
from spacecombat_agents.studies.fair import as_json as fair_json
from spacecombat_agents.studies.fleets import RULESET, Battles, Fleet, battle, read_fleet
from spacecombat_agents.studies.saturate import MOST_MISSILES, Range, Salvoes, sentences
from spacecombat_agents.studies.worth import (
    SWITCHES,
    Component,
    check_change,
    squadron,
    stripped,
    worth,
)
from spacecombat_agents.studies.worth import as_json as worth_json
from spacecombat_agents.terminal import Progress
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.rulesets.battle_rider.pieces.tables import class_names
from spacecombat_env.rulesets.battle_rider.scenario.evaluation import evaluate

PERCENT = 100.0


def told_of(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what every result says of how it was made."""
    return {
        "seed": asked["seed"],
        "luck": f"deck {asked['deck']}",
        "limits": words.LIMITS,
        "provenance": provenance(registry.ruleset(RULESET)),
    }


def check_class(field: str, name: str) -> None:
    """Raise ConfigError unless a ship class is printed."""
    if name not in class_names()[1:]:
        raise ConfigError.at(field, name, "no ship class is called so; see data/ships.csv")


# --- saturate ------------------------------------------------------------------------------------


def run_saturate(asked: dict[str, Any], report: Path | None, as_json: bool) -> int:
    """Try salvoes of all sizes, tell, and write the page."""
    if report is not None:
        check_file(report, "report")
    for field in ("target", "launcher"):
        check_class(field, asked[field])
    doses = sizes(asked["missiles"])
    fixed = Range(asked["target"], asked["launcher"], asked["hexes"])
    options = parse_options(asked["options"])
    salvoes = Salvoes(fixed, asked["seed"], asked["deck"], options, asked["threads"])
    with Progress(len(doses), "Salvoes") as bar:
        found = dose.response(salvoes, doses, asked["runs"], seed=asked["seed"], progress=bar.reach)
    numbers = {"fixed": fixed._asdict(), **dose.as_json(found), **told_of(asked)}
    title = f"How many missiles saturate a {fixed.target}"
    lines = sentences(found, fixed)
    hand_out(title, lines, numbers, lambda: saturate_sections(found), report, as_json)
    return 0


def sizes(text: str) -> list[int]:
    """Return the salvoes of `5..60`, `5..60:5` or `8`."""
    found = RANGE.fullmatch(text)
    if found is None and not text.isdecimal():
        raise ConfigError.at("saturate", "missiles", f"{text!r} is not written 5..60 or 5..60:5")
    low, high, step = (int(found[k] or 1) for k in (1, 2, 3)) if found else (int(text),) * 2 + (1,)
    if not 1 <= low <= high <= MOST_MISSILES or step < 1:
        reason = f"{text}: from 1 to {MOST_MISSILES}, the smaller first"
        raise ConfigError.at("saturate", "missiles", reason)
    return list(range(low, high + 1, step))


def saturate_sections(found: dose.Response) -> list[str]:
    """Return the sections of the page."""
    levels = [PERCENT * each.chance for each in found.smallest]
    axes = ("missiles of the salvo", "percent out of action")
    plot = plots.curve(found.doses, (found.fitted, found.low, found.high), axes, levels)
    caption = f"Each size alone with its 95 % interval; {found.runs:,} salvoes of each size."
    rows = [
        [str(size), str(worked), f"{fit:.1%}", f"{low:.1%} to {high:.1%}"]
        for size, worked, fit, low, high in zip(
            found.doses, found.worked, found.fitted, found.low, found.high, strict=True
        )
    ]
    head = ["missiles", f"out of action, of {found.runs}", "made to rise", "95 % alone"]
    return [page.section("Salvoes", page.figure(plot, caption), page.table(head, rows))]


# --- fair ----------------------------------------------------------------------------------------


def run_fair(
    files: tuple[str, ...], asked: dict[str, Any], report: Path | None, as_json: bool
) -> int:
    """Weigh fleets, tell, and write the page."""
    if report is not None:
        check_file(report, "report")
    fleets = [read_fleet(find(FLEETS, file)) for file in files]
    if len(fleets) < 2:
        raise ConfigError.at("fair", "fleets", "two at least are wanted")
    if len({fleet.name for fleet in fleets}) < len(fleets):
        raise ConfigError.at("fair", "fleets", "two have one name")
    for fleet in fleets:
        if len(fleet.side["ships"]) < 2:
            raise ConfigError.at("fair", fleet.name, "a fleet has two ships at least")
    options, pilots = parse_options(asked["options"]), split_names(asked["pilots"])
    for pilot in pilots:
        make_agent(pilot, battle(fleets[0], fleets[1], asked["deck"], options))
    battles = {
        pilot: Battles(pilot, asked["seed"], asked["deck"], options, asked["threads"])
        for pilot in pilots
    }
    steps = len(couples(fleets)) * asked["pairs"] * len(pilots)
    with Progress(steps, "Weighing fleets") as bar:
        found = balance(fleets, battles, asked["pairs"], seed=asked["seed"], progress=bar.reach)
    lines = fair_sentences(found)
    numbers = fair_json(found) | told_of(asked)
    title = "Are these fleets worth their points"
    hand_out(title, lines, numbers, lambda: fair_sections(found), report, as_json)
    return 0


def fair_sentences(found: Balance) -> list[str]:
    """Return a balance in words."""
    lines = []
    for judged in found.pilots:
        for at in judged.order:
            fleet, part = found.fleets[at], float(judged.fair.worth[at])
            low, high = judged.fair.intervals[at]
            word = "too cheap" if low > 1.0 else "too dear" if high < 1.0 else "fairly priced"
            sure = "" if low > 1.0 or high < 1.0 else ", as far as this shows"
            lines.append(
                f"{fleet.name}: {fleet.points:g} points printed, {part * fleet.points:.0f} fair "
                f"({fleet.points * low:.0f} to {fleet.points * high:.0f}; 95%), {word}{sure}; "
                f"sailed by {judged.pilot}."
            )
        lines.append(_slope_sentence(judged))
        lines.extend(_odd_sentence(found, judged))
    if not found.agree:
        lines.append("The pilots disagree: what is a bargain depends on who sails.")
    lines.append(f"{found.pairs:,} pairs of each couple. {words.LIMITS}")
    return lines


def _slope_sentence(judged: Judged) -> str:
    """Return what a point does."""
    odds = [1.1**value for value in (judged.fair.slope, *judged.fair.slope_interval)]
    shares = [f"{odd / (1.0 + odd):.0%}" for odd in odds]
    return (
        f"Ten percent more points of the same ships score {shares[0]} ({shares[1]} to {shares[2]}) "
        f"with {judged.pilot}."
    )


def _odd_sentence(found: Balance, judged: Judged) -> list[str]:
    """Return what prices do not say, where they do not say it all."""
    odd = judged.odd
    if odd is None:
        return []
    a, b = found.fleets[odd.a].name, found.fleets[odd.b].name
    return [
        "But no price says it all: who beats whom is not a matter of strength alone. With "
        f"{judged.pilot} {a} scores {odd.score:.0%} against {b}, where these prices say "
        f"{odd.expected:.0%}. The intervals above do not count that; look at the table."
    ]


def fair_sections(found: Balance) -> list[str]:
    """Return the sections of the page."""
    sections = []
    for judged in found.pilots:
        bars = [
            plots.bar(
                f"{found.fleets[at].name} ({found.fleets[at].points:g})",
                float(judged.fair.worth[at]) - 1.0,
                [end - 1.0 for end in judged.fair.intervals[at]],
            )
            for at in judged.order
        ]
        plot = plots.intervals(bars, "percent that it is worth above its price")
        caption = "Against the other fleets; 95 %."
        sections.append(
            page.section(judged.pilot, page.figure(plot, caption), _matrix(found.fleets, judged))
        )
    return sections


def _matrix(fleets: tuple[Fleet, ...], judged: Judged) -> str:
    """Return who beats whom as a table: the row's score."""
    cells = [["" for _ in fleets] for _ in fleets]
    for met in judged.meetings:
        low, high = met.interval
        cells[met.a][met.b] = f"{met.score:.0%} ({low:.0%} to {high:.0%})"
        cells[met.b][met.a] = f"{1 - met.score:.0%} ({1 - high:.0%} to {1 - low:.0%})"
    names = [fleet.name for fleet in fleets]
    rows = [[name, *row] for name, row in zip(names, cells, strict=True)]
    return page.table(["scores of", *(f"against {name}" for name in names)], rows)


# --- worth ---------------------------------------------------------------------------------------


def run_worth(asked: dict[str, Any], report: Path | None, as_json: bool) -> int:
    """Weigh a component, tell, and write the page."""
    if report is not None:
        check_file(report, "report")
    if asked["escort"] is not None:
        check_class("escort", asked["escort"])
    ship: Any = asked["ship"]
    if ship not in class_names()[1:]:
        ship = evaluate(find(DESIGNS, ship)).ship
    component, number = asked["without"].replace("-", "_").replace(" ", "_"), asked["ships"]
    options = {**SWITCHES.get(component, {}), **parse_options(asked["options"])}
    whole = squadron(ship, number)
    bare = stripped(whole, component)
    check_change(whole, bare, component, options)
    make_agent(asked["pilot"], battle(whole, bare, asked["deck"], options))
    play = Battles(asked["pilot"], asked["seed"], asked["deck"], options, asked["threads"])
    with Progress(4 * asked["pairs"], f"With and without {component}") as bar:
        found = worth(
            play,
            ship,
            component,
            asked["escort"],
            asked["pairs"],
            number=number,
            seed=asked["seed"],
            progress=bar.reach,
        )
    lines = worth_sentences(found)
    numbers = worth_json(found) | {"pilot": asked["pilot"]} | told_of(asked)
    title = f"What {component} is worth to {found.ship}"
    hand_out(title, lines, numbers, lambda: worth_sections(found), report, as_json)
    return 0


def worth_sentences(found: Component) -> list[str]:
    """Return a component's worth in words."""
    score, low_high = found.score, words.between(found.score.interval)
    lines = [
        f"{found.component} is worth {words.points(score.difference)} points of a hundred games "
        f"({low_high}; 95%) to {found.ship}, {found.pairs:,} pairs: {score.verdict.value}."
    ]
    helped = found.escort_score
    measure = (
        f"{found.escort} for {found.escort_price:g} points, sailing with those that lack it, "
        f"is worth {words.points(helped.difference)} ({words.between(helped.interval)})"
    )
    if found.points is None or found.points_interval is None:
        lines.append(f"In points of the purchase it cannot be said: {measure}.")
    else:
        low, high = found.points_interval
        lines.append(
            f"That is {found.points:.1f} points of the purchase a ship ({low:.1f} to {high:.1f}): "
            f"{measure}."
        )
    noise = found.null
    lines.append(
        f"Noise: the same squadron under another name, {words.points(noise.difference)} "
        f"({words.between(noise.interval)})."
    )
    return [*lines, words.LIMITS]


def worth_sections(found: Component) -> list[str]:
    """Return the sections of the page."""
    bars = [
        plots.bar(name, each.difference, each.interval, css)
        for name, each, css in (
            (found.component, found.score, "a"),
            (f"one {found.escort} more", found.escort_score, "a"),
            ("nothing, under another name", found.null, "b"),
        )
    ]
    plot = plots.intervals(bars, "points of a hundred games")
    return [page.section("What it does", page.figure(plot, "95 % intervals, each alone."))]
