"""Run `spacecombat study whatif`: fork a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markupsafe import Markup

from spacecombat_agents.arena.provenance import agent_hash, provenance
from spacecombat_agents.arena.statistics.intervals import Interval
from spacecombat_agents.atomic_files import check_writable_file
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.reports import page
from spacecombat_agents.reports.charts import IntervalRow
from spacecombat_agents.search.trajectory import Trajectory
from spacecombat_agents.studies import prose
from spacecombat_agents.studies.game_forks import Pilots, whole_trajectory
from spacecombat_agents.studies.study_runs import publish
from spacecombat_agents.studies.study_store import StudyStore
from spacecombat_agents.studies.whatif import (
    ForkResult,
    GameStory,
    analyse_turns,
    evaluate_order,
    fork_json,
    orders_of,
    story_json,
)
from spacecombat_agents.terminal import Progress, print_stderr
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import Replay, load_replay

__all__ = ["check_order_named"]


def run_whatif(file: Path, arguments: dict[str, Any], report: Path | None, as_json: bool) -> int:
    """Fork a game or analyse its turns, and write the page."""
    if report is not None:
        check_writable_file(report, "report")
    replay = load_replay(file)
    trajectory = whole_trajectory(replay, seat_number(replay, arguments["seat"]))
    check_order_named(trajectory, arguments["turn"], arguments["say"])
    if arguments["turn"] is not None and arguments["say"] is None:
        return list_orders(trajectory, arguments["turn"], report, as_json)
    pilots = Pilots(trajectory, choose_pilots(trajectory, arguments["pilots"]), arguments["seed"])
    metadata = {"seed": arguments["seed"], "pilots": list(pilots.names), "limits": prose.LIMITS}
    metadata["provenance"] = provenance(trajectory.ruleset, pilots.players)
    with StudyStore(arguments["kept"], _description(trajectory, pilots)) as store:
        pilots.keep = store.result
        return _study_game(trajectory, pilots, arguments, metadata, report, as_json)


def _description(trajectory: Trajectory, pilots: Pilots) -> dict[str, Any]:
    """Return what the results of forked games depend on, besides the games."""
    return {
        "ruleset": trajectory.ruleset.name,
        "version": trajectory.ruleset.version,
        "scenario": trajectory.scenario.digest,
        "seat": trajectory.seat_name,
        "pilots": [[each.name, agent_hash(each)] for each in pilots.players],
        "seed": pilots.seed,
    }


def _study_game(
    trajectory: Trajectory,
    pilots: Pilots,
    arguments: dict[str, Any],
    metadata: dict[str, Any],
    report: Path | None,
    as_json: bool,
) -> int:
    """Fork a game or analyse its turns, and publish the result."""
    if arguments["say"] is not None:
        print_stderr(f"Playing {2 * arguments['games']} games on from turn {arguments['turn']}")
        fork = evaluate_order(
            trajectory,
            pilots,
            arguments["turn"],
            arguments["say"],
            arguments["games"],
            arguments["seed"],
        )
        title = f"{fork.seat}, turn {fork.turn}: {fork.instead}"
        lines = fork_sentences(fork)
        publish(
            title, lines, fork_json(fork) | metadata, lambda: fork_sections(fork), report, as_json
        )
        return 0
    turns = len({order.turn for order in trajectory.orders})
    with Progress(turns, "Turn by turn") as bar:
        found_story = analyse_turns(
            trajectory, pilots, arguments["games"], arguments["seed"], bar.reach
        )
    lines = story_sentences(found_story)
    title = f"Where {found_story.seat} won or lost"
    publish(
        title,
        lines,
        story_json(found_story) | metadata,
        lambda: story_sections(found_story),
        report,
        as_json,
    )
    return 0


def check_order_named(trajectory: Trajectory, turn: int | None, say: str | None) -> None:
    """Raise ConfigError for an order without a turn, or a turn without orders."""
    if turn is None and say is not None:
        raise ConfigError.at("whatif", "turn", "--say needs --turn")
    if turn is not None:
        orders_of(trajectory, turn)


def list_orders(trajectory: Trajectory, turn: int, report: Path | None, as_json: bool) -> int:
    """Print the orders that the seat gave in a turn: each may be replaced with --say."""
    orders = orders_of(trajectory, turn)
    title = f"{trajectory.seat_name}, turn {turn}: orders"
    lines = [f"{trajectory.seat_name} gave in turn {turn} (replace one with --say):"]
    lines += [f"  {order}" for order in orders]
    numbers = {"seat": trajectory.seat_name, "turn": turn, "orders": orders}
    publish(
        title,
        lines,
        numbers,
        lambda: [page.render_section("Orders", *map(page.render_text, orders))],
        report,
        as_json,
    )
    return 0


def seat_number(replay: Replay, name: str | None) -> int:
    """Return the number of a seat; raise ConfigError for an unknown name."""
    seats = replay.rules().seats
    if name is None:
        return 0
    if name not in seats:
        raise ConfigError.at("whatif", "seat", f"{name!r} is not one of {', '.join(seats)}")
    return seats.index(name)


def choose_pilots(trajectory: Trajectory, names: tuple[str, ...]) -> list[str]:
    """Return the pilots of both seats."""
    if len(names) > 2:
        raise ConfigError.at("whatif", "pilot", f"{len(names)} pilots for two seats")
    usual = f"scripted:{next(iter(captain_module(trajectory.ruleset.name).DOCTRINES))}"
    chosen = names or (usual,)
    return [chosen[0], chosen[-1]]


def fork_sentences(found: ForkResult) -> list[str]:
    """Return a fork as sentences."""
    change = found.change
    lines = [
        f"{found.seat}, turn {found.turn}: {found.instead!r} instead of {found.said!r} changes its "
        f"score by {prose.points(change.difference)} points ({prose.between(change.interval)}; "
        f"95%), from {found.said_score:.0%} to {found.instead_score:.0%}, {found.games:,} sampled "
        f"games each: {change.verdict.value}."
    ]
    if found.whole < 1.0:
        lines.append(f"The whole text was legal in {found.whole:.0%} of them.")
    lines.append("Hidden information was sampled consistently with what the seat knew.")
    return [*lines, prose.LIMITS]


def fork_sections(found: ForkResult) -> list[Markup]:
    """Return the sections of a fork's page."""
    row = IntervalRow.of(found.instead, found.change.difference, found.change.interval)
    plot = page.intervals_figure([row], f"points more than: {found.said}", "95 % interval.")
    return [page.render_section("Effect of the other order", plot)]


def story_sentences(found: GameStory) -> list[str]:
    """Return a story as sentences."""
    first = found.turns[0]
    end = {1.0: "won", 0.0: "lost"}.get(found.score, "drawn")
    lines = [
        f"{found.seat} {end}, from {first.before:.0%} ({shares(first.before_interval)}) at its "
        f"first order: its decisions changed {with_interval(*found.decisions)} points against the "
        f"pilots', luck and the enemy {with_interval(*found.total_luck)}; 95%."
    ]
    for name in ("decision", "luck"):
        most = max(found.turns, key=lambda turn: abs(getattr(turn, name)))
        interval = getattr(most, f"{name}_interval")
        lines.append(
            f"Most by {name}: turn {most.turn}, {prose.points(getattr(most, name))} "
            f"({prose.between(interval)}; 95%)."
        )
    for turn in found.turns:
        lines.append(
            f"  turn {turn.turn}: {turn.before:.0%} ({shares(turn.before_interval)}); "
            f"decision {with_interval(turn.decision, turn.decision_interval)}, "
            f"luck {with_interval(turn.luck, turn.luck_interval)}"
        )
    lines.append(
        f"{found.games:,} sampled games per turn, twice. The decision part compares the seat's "
        "actions with the pilot's, as long as the decisions are the same; luck is the rest."
    )
    return [*lines, prose.LIMITS]


def with_interval(value: float, interval: Interval) -> str:
    """Return a difference in points with its interval."""
    return f"{prose.points(value)} ({prose.between(interval)})"


def shares(interval: Interval) -> str:
    """Return an interval of scores in percent."""
    return f"{interval.low:.0%} to {interval.high:.0%}"


def story_sections(found: GameStory) -> list[Markup]:
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
        caption = "The pilots' score from each turn on, with individual 95 % intervals."
        title = f"Score of {found.seat} in percent"
        plot = page.band_figure(title, "turn", at, shares, [50.0], caption)
        sections.append(page.render_section("Expected score", plot))
    for colour, name in enumerate(("decision", "luck")):
        bars = [
            IntervalRow.of(
                f"turn {turn.turn}", getattr(turn, name), getattr(turn, f"{name}_interval"), colour
            )
            for turn in turns
        ]
        plot = page.intervals_figure(bars, "points per hundred games", "Individual 95 % intervals.")
        sections.append(page.render_section(name.capitalize(), plot))
    return sections
