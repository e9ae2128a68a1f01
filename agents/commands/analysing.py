"""What `spacecombat analyse` does: a recorded game, told by a net to each reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.analysis.seats import Analyst, SeatAnalysis, setting_of
from spacecombat_agents.analysis.settings import AGAIN, AnalysisSettings
from spacecombat_agents.analysis.told import POINTS, RESULTS, remarks_of, seat_json
from spacecombat_agents.analysis.turns import Mean, Turn
from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.commands.sessions import readers_of
from spacecombat_agents.files import check_file
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captains
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import Progress, print_json, print_table, tell
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import TRUTH, Replay, load_replay

WIDEST = 40
"""Characters of an order in a table."""
NOBODY = "none"
"""Asks no other player for orders."""


def run_analysis(
    file: Path,
    opponent: str,
    readers: Sequence[str],
    asked: dict[str, Any],
    html: Path | None,
    as_json: bool,
    others: Sequence[str] = (),
    pilots: Sequence[str] = (),
) -> None:
    """Analyse a game, tell it, and write the page.

    `others` are asked for orders too, by default the rule set's captain; `pilots` play worlds on,
    by default the net and whoever is asked beside it.
    """
    if html is not None:
        check_file(html, "html")
    replay = load_replay(file)
    seats = seats_of(replay, readers)
    settings = AnalysisSettings(**asked)
    setting = setting_of(replay)
    agent = make_agent(opponent, setting)
    heard = [make_agent(name, setting) for name in others_of(setting, others)]
    flown = pilots_of(setting, agent, others, pilots)
    analyst = Analyst(setting, agent, settings, heard, flown)
    found: dict[int, SeatAnalysis] = {}
    with Progress(len(seats), "Analysing") as bar:
        for done, seat in enumerate(seats):
            found[seat] = analyst.seat(replay, seat, _reaching(bar, done))
    if html is not None:
        from spacecombat_env.replay.page import write_page

        tell("Drawing it ...")
        remarks = {seat: remarks_of(each, agent.name) for seat, each in found.items()}
        write_page(replay, html, readers=list(seats) if readers else None, remarks=remarks)
    if as_json:
        told = _as_json(found, setting, asked, agent, heard, flown)
        print_json({**told, **({"page": str(html)} if html is not None else {})})
        return
    for each in found.values():
        print_seat(each, agent.name)
    worlds = AGAIN * settings.worlds
    print(f"Points of win chance, with one standard error; {worlds} imagined worlds an order.")
    if html is not None:
        print(f"page: {html}")


def _as_json(
    found: Mapping[int, SeatAnalysis],
    setting: Setting,
    asked: Mapping[str, Any],
    agent: Agent,
    heard: Sequence[Agent],
    flown: Sequence[Agent],
) -> dict[str, Any]:
    """Return an analysis as JSON: who was asked, who played on, and each seat."""
    seats = setting.ruleset.seats
    made_with = list({each.name: each for each in (agent, *heard, *flown)}.values())
    return {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "with": agent.name,
        **asked,
        "ask": [each.name for each in heard],
        "play_on": [each.name for each in flown],
        "readers": {seats[seat]: seat_json(each) for seat, each in found.items()},
        "provenance": provenance(setting.ruleset, made_with),
    }


def _reaching(bar: Progress, done: int) -> Callable[[float], None]:
    """Return what tells a bar how far the next seat is after so many."""
    return lambda part: bar.reach(done + part)


def seats_of(replay: Replay, names: Sequence[str]) -> list[int]:
    """Return the seats that are read for; ConfigError where one has no knowledge of its own."""
    seats = replay.rules().seats
    wanted = readers_of(replay.ruleset, names)
    if wanted is None:
        return list(range(len(seats)))
    if TRUTH in wanted:
        reason = f"truth is no seat: what is told is what one knew; there are: {', '.join(seats)}"
        raise ConfigError.at("analyse", "reader", reason)
    return list(dict.fromkeys(wanted))


def others_of(setting: Setting, names: Sequence[str]) -> list[str]:
    """Return who is asked beside the net: who is named, nobody, or the rule set's captain."""
    if names:
        return [name for name in names if name != NOBODY]
    try:
        return [f"scripted:{next(iter(captains(setting.ruleset.name).DOCTRINES))}"]
    except ConfigError:
        return []


def pilots_of(
    setting: Setting, agent: Agent, others: Sequence[str], pilots: Sequence[str]
) -> list[Agent]:
    """Return who plays worlds on: who is named, or the net and whoever is asked beside it.

    What is dear to one way of playing may cost another nothing: by default an order's cost is the
    mean of both.
    """
    if pilots:
        return [make_agent(name, setting) for name in pilots]
    return [
        Mind(agent).player,
        *(make_agent(name, setting) for name in others_of(setting, others)),
    ]


def print_seat(found: SeatAnalysis, opponent: str) -> None:
    """Print the analysis of one seat."""
    life = found.life
    name = life.ruleset.seats[life.seat]
    print(f"{name} ({RESULTS[life.result]}), as it knew the game; asked of {opponent}\n")
    rows = [_row(str(turn.turn), turn) for turn in found.turns]
    if found.game is not None:
        rows.append(_row("all", found.game))
    print_table(["turn", "before", "after", "decisions", "luck and the enemy", "rest"], rows)
    print()
    head = ["turn", "word", "cost", "said", "its chance", "better", "chance", "by"]
    listed = []
    for each in found.costs:
        order, best = life.orders[each.order], found.best(each)
        listed.append(
            [
                str(order.turn),
                str(order.own + 1),
                points(each.cost),
                _cut(order.text),
                f"{found.said[each.order]:.1%}",
                _cut(best.text),
                f"{best.chance:.1%}",
                best.by,
            ]
        )
    if listed:
        print_table(head, listed)
        print()


def _row(name: str, turn: Turn) -> list[str]:
    """Return a turn as a row."""
    return [
        name,
        f"{turn.before:.0%}",
        f"{turn.after:.0%}",
        points(turn.decisions),
        points(turn.luck),
        f"{POINTS * turn.rest:+.1f}",
    ]


def points(mean: Mean) -> str:
    """Return a difference of chances in points, with its error."""
    return f"{POINTS * mean.value:+.1f} ({POINTS * mean.error:.1f})"


def _cut(text: str) -> str:
    """Return a text as long as a table has room for."""
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."
