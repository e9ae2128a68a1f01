"""What `spacecombat study whatif` does: a recorded game taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.commands.studying import hand_out
from spacecombat_agents.files import check_file
from spacecombat_agents.players.scripted import captains
from spacecombat_agents.studies import page, plots, words
from spacecombat_agents.studies.forks import Course, Pilots, course_of
from spacecombat_agents.studies.whatif import (
    Fork,
    Story,
    fork_json,
    orders_of,
    story,
    story_json,
    what_if,
)
from spacecombat_agents.terminal import Progress, tell
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import Replay, load_replay


def run_whatif(file: Path, asked: dict[str, Any], report: Path | None, as_json: bool) -> int:
    """Fork a game or tell its story, and write the page."""
    if report is not None:
        check_file(report, "report")
    replay = load_replay(file)
    course = course_of(replay, seat_of(replay, asked["seat"]))
    check_order(course, asked["turn"], asked["say"])
    pilots = Pilots(course, pilots_of(course, asked["pilots"]), asked["seed"])
    said = {"seed": asked["seed"], "pilots": list(pilots.names), "limits": words.LIMITS}
    said["provenance"] = provenance(course.ruleset, pilots.players)
    if asked["say"] is not None:
        tell(f"Playing {2 * asked['games']} games on from turn {asked['turn']}")
        fork = what_if(course, pilots, asked["turn"], asked["say"], asked["games"], asked["seed"])
        title = f"{fork.seat}, turn {fork.turn}: {fork.instead}"
        lines = fork_sentences(fork)
        hand_out(title, lines, fork_json(fork) | said, lambda: fork_sections(fork), report, as_json)
        return 0
    turns = len({moment.turn for moment in course.moments})
    with Progress(turns, "Turn by turn") as bar:
        told = story(course, pilots, asked["games"], asked["seed"], bar.reach)
    lines = story_sentences(told)
    title = f"Where {told.seat} won or lost"
    hand_out(title, lines, story_json(told) | said, lambda: story_sections(told), report, as_json)
    return 0


def check_order(course: Course, turn: int | None, say: str | None) -> None:
    """Raise ConfigError where an order is half named; with a turn alone it lists the turn's."""
    if turn is None and say is not None:
        raise ConfigError.at("whatif", "turn", "--say wants --turn")
    if turn is not None and say is None:
        given = "; ".join(orders_of(course, turn))
        reason = f"--turn wants --say; the orders of turn {turn} were: {given}"
        raise ConfigError.at("whatif", "say", reason)
    if turn is not None:
        orders_of(course, turn)


def seat_of(replay: Replay, name: str | None) -> int:
    """Return the number of a seat; ConfigError where there is none of that name."""
    seats = replay.rules().seats
    if name is None:
        return 0
    if name not in seats:
        raise ConfigError.at("whatif", "seat", f"{name!r} is none of {', '.join(seats)}")
    return seats.index(name)


def pilots_of(course: Course, names: tuple[str, ...]) -> list[str]:
    """Return the pilots of both seats."""
    if len(names) > 2:
        raise ConfigError.at("whatif", "pilot", f"{len(names)} are named, there are two seats")
    usual = f"scripted:{next(iter(captains(course.ruleset.name).DOCTRINES))}"
    chosen = names or (usual,)
    return [chosen[0], chosen[-1]]


def fork_sentences(found: Fork) -> list[str]:
    """Return a fork in words."""
    change = found.change
    lines = [
        f"{found.seat}, turn {found.turn}: {found.instead!r} instead of {found.said!r} changes its "
        f"score by {words.points(change.difference)} points ({words.between(change.interval)}; "
        f"95%), from {found.said_score:.0%} to {found.instead_score:.0%}, {found.games:,} imagined "
        f"games each: {change.verdict.value}."
    ]
    if found.whole < 1.0:
        lines.append(f"The whole sentence could be said in {found.whole:.0%} of them.")
    lines.append("What was hidden was dealt anew as it could have been for all that the seat knew.")
    return [*lines, words.LIMITS]


def fork_sections(found: Fork) -> list[str]:
    """Return the sections of a fork's page."""
    row = plots.bar(found.instead, found.change.difference, found.change.interval)
    plot = plots.intervals([row], f"points more than: {found.said}")
    return [page.section("What it would have changed", page.figure(plot, "95 % interval."))]


def story_sentences(found: Story) -> list[str]:
    """Return a story in words."""
    decisions = sum(turn.decision for turn in found.turns)
    luck = sum(turn.luck for turn in found.turns)
    first = found.turns[0].before
    end = {1.0: "won", 0.0: "lost"}.get(found.score, "drawn")
    lines = [
        f"{found.seat} {end}, from {first:.0%} at its first order: its decisions changed "
        f"{words.points(decisions)} points against the pilots', luck and the enemy "
        f"{words.points(luck)}."
    ]
    for name in ("decision", "luck"):
        most = max(found.turns, key=lambda turn: abs(getattr(turn, name)))
        interval = getattr(most, f"{name}_interval")
        lines.append(
            f"Most by {name}: turn {most.turn}, {words.points(getattr(most, name))} "
            f"({words.between(interval)}; 95%)."
        )
    for turn in found.turns:
        lines.append(
            f"  turn {turn.turn}: {turn.before:.0%}; decision {words.points(turn.decision)}, "
            f"luck {words.points(turn.luck)}"
        )
    lines.append(
        f"{found.games:,} imagined games a turn, twice. A decision is the seat's words against "
        "the pilot's, as long as the same questions came; luck is the rest."
    )
    return [*lines, words.LIMITS]


def story_sections(found: Story) -> list[str]:
    """Return the sections of a story's page."""
    turns = found.turns
    at = [turn.turn for turn in turns]
    shares = (
        [turn.before for turn in turns],
        [turn.before_interval.low for turn in turns],
        [turn.before_interval.high for turn in turns],
    )
    sections = []
    if len(at) > 1:
        plot = plots.curve(at, shares, ("turn", f"score of {found.seat} in percent"), [50.0])
        caption = "What pilots make of it from each turn on; each turn alone, 95 %."
        sections.append(page.section("How it stood", page.figure(plot, caption)))
    for name, css in (("decision", "a"), ("luck", "b")):
        bars = [
            plots.bar(
                f"turn {turn.turn}", getattr(turn, name), getattr(turn, f"{name}_interval"), css
            )
            for turn in turns
        ]
        plot = plots.intervals(bars, "points of a hundred games")
        sections.append(page.section(name.capitalize(), page.figure(plot, "95 %, each alone.")))
    return sections
