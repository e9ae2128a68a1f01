"""The command `spacecombat analyse`: analyse a recorded game for each reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.analysis.analysis_settings import AGAIN, AnalysisSettings
from spacecombat_agents.analysis.luck_decomposition import MeanEstimate, TurnBreakdown
from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.analysis.replay_summary import reader_numbers
from spacecombat_agents.analysis.report_data import POINTS, RESULTS, seat_to_json, to_remarks
from spacecombat_agents.analysis.seat_analysis import Analyst, SeatAnalysis, setting_of
from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.atomic_files import check_writable_file
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.terminal import Progress, print_json, print_stderr, print_table
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import TRUTH, Replay, load_replay

__all__ = ["choose_pilots", "other_advisers", "run_analysis"]

MAX_WIDTH = 40
"""Characters of an order in a table."""
NO_OTHERS = "none"
"""Stands for no further advisers."""


def run_analysis(
    file: Path,
    opponent: str,
    readers: Sequence[str],
    arguments: dict[str, Any],
    html: Path | None,
    as_json: bool,
    others: Sequence[str] = (),
    pilots: Sequence[str] = (),
) -> None:
    """Analyse a game, print it, and write the page.

    `others` are further advisers, by default the rule set's captain; `pilots` play the worlds, by
    default the net and the advisers.
    """
    if html is not None:
        check_writable_file(html, "html")
    replay = load_replay(file)
    seats = seat_numbers(replay, readers)
    settings = AnalysisSettings(**arguments)
    setting = _setting_of_seats(setting_of(replay), seats)
    agent = make_agent(opponent, setting)
    advisers = [make_agent(name, setting) for name in other_advisers(setting, others)]
    pilot_agents = choose_pilots(setting, agent, others, pilots)
    analyst = Analyst(setting, agent, settings, advisers, pilot_agents)
    found: dict[int, SeatAnalysis] = {}
    with Progress(len(seats), "Analysing") as bar:
        for done, seat in enumerate(seats):
            found[seat] = analyst.seat(replay, seat, _seat_progress(bar, done))
    if html is not None:
        from spacecombat_env.replay.page import write_page

        print_stderr("Writing the page ...")
        remarks = {seat: to_remarks(each, agent.name) for seat, each in found.items()}
        write_page(replay, html, readers=list(seats) if readers else None, remarks=remarks)
    if as_json:
        content = _as_json(found, setting, arguments, agent, advisers, pilot_agents)
        print_json({**content, **({"page": str(html)} if html is not None else {})})
        return
    for each in found.values():
        print_seat(each, agent.name)
    worlds = AGAIN * settings.worlds
    print(f"Points of win probability, with one standard error; {worlds} worlds per order.")
    if html is not None:
        print(f"page: {html}")


def _setting_of_seats(setting: GameSetting, seats: Sequence[int]) -> GameSetting:
    """Return the setting that an analysis may know; ConfigError if it is of several seats."""
    if not setting.scenario.seat_scenarios:
        return setting
    if len(seats) > 1:
        reason = "the sides hide their ships from each other; name one seat"
        raise ConfigError.at("analyze", "reader", reason)
    return setting.known_to(seats[0])


def _as_json(
    found: Mapping[int, SeatAnalysis],
    setting: GameSetting,
    arguments: Mapping[str, Any],
    agent: Agent,
    advisers: Sequence[Agent],
    pilot_agents: Sequence[Agent],
) -> dict[str, Any]:
    """Return an analysis as JSON: adviser, pilots, and each seat."""
    seats = setting.ruleset.seats
    made_with = list({each.name: each for each in (agent, *advisers, *pilot_agents)}.values())
    return {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "with": agent.name,
        **arguments,
        "ask": [each.name for each in advisers],
        "play_on": [each.name for each in pilot_agents],
        "readers": {seats[seat]: seat_to_json(each) for seat, each in found.items()},
        "provenance": provenance(setting.ruleset, made_with),
    }


def _seat_progress(bar: Progress, done: int) -> Callable[[float], None]:
    """Return a callback that shows the progress of the next seat."""
    return lambda part: bar.reach(done + part)


def seat_numbers(replay: Replay, names: Sequence[str]) -> list[int]:
    """Return the seats to analyse; ConfigError for a reader without an information state."""
    seats = replay.rules().seats
    readers = reader_numbers(replay.ruleset, names)
    if readers is None:
        return list(range(len(seats)))
    if TRUTH in readers:
        reason = f"truth is not a seat; there are: {', '.join(seats)}"
        raise ConfigError.at("analyse", "reader", reason)
    return list(dict.fromkeys(readers))


def other_advisers(setting: GameSetting, names: Sequence[str]) -> list[str]:
    """Return the further advisers: those named, none, or the rule set's captain."""
    if names:
        return [name for name in names if name != NO_OTHERS]
    try:
        return [f"scripted:{next(iter(captain_module(setting.ruleset.name).DOCTRINES))}"]
    except ConfigError:
        return []


def choose_pilots(
    setting: GameSetting, agent: Agent, others: Sequence[str], pilots: Sequence[str]
) -> list[Agent]:
    """Return the players that play the worlds: those named, or the net and the other advisers.

    A costly order in one style of play may cost nothing in another; by default the cost is the mean
    of both.
    """
    if pilots:
        return [make_agent(name, setting) for name in pilots]
    return [
        NetEvaluator(agent).player,
        *(make_agent(name, setting) for name in other_advisers(setting, others)),
    ]


def print_seat(found: SeatAnalysis, opponent: str) -> None:
    """Print the analysis of one seat."""
    trajectory = found.trajectory
    name = trajectory.ruleset.seats[trajectory.seat]
    print(f"{name} ({RESULTS[trajectory.result]}), from its own information; net: {opponent}\n")
    rows = [_row(str(turn.turn), turn) for turn in found.turns]
    if found.game is not None:
        rows.append(_row("all", found.game))
    print_table(["turn", "before", "after", "decisions", "luck and opponent", "rest"], rows)
    print()
    head = ["turn", "action", "cost", "order", "prob.", "better", "prob.", "by"]
    listed = []
    for each in found.costs:
        order, best = trajectory.orders[each.order], found.best(each)
        listed.append(
            [
                str(order.turn),
                str(order.first_action + 1),
                points(each.cost),
                _truncate(order.text),
                f"{found.played_probs[each.order]:.1%}",
                _truncate(best.text),
                f"{best.chance:.1%}",
                best.by,
            ]
        )
    if listed:
        print_table(head, listed)
        print()


def _row(name: str, turn: TurnBreakdown) -> list[str]:
    """Return a turn as a table row."""
    return [
        name,
        f"{turn.before:.0%}",
        f"{turn.after:.0%}",
        points(turn.decisions),
        points(turn.luck),
        f"{POINTS * turn.rest:+.1f}",
    ]


def points(mean: MeanEstimate) -> str:
    """Return a difference of probabilities in points, with its error."""
    return f"{POINTS * mean.value:+.1f} ({POINTS * mean.error:.1f})"


def _truncate(text: str) -> str:
    """Return a text shortened to a table's column."""
    return text if len(text) <= MAX_WIDTH else text[: MAX_WIDTH - 3] + "..."
