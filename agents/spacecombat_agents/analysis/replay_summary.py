"""Describe a replay: verify it, write its page, or print its messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_agents.atomic_files import check_writable_file
from spacecombat_agents.terminal import print_stderr
from spacecombat_env.core.errors import ConfigError, ReplayError

if TYPE_CHECKING:
    from spacecombat_env.replay import Replay

__all__ = ["reader_numbers", "run_replay", "seat_messages"]


def run_replay(
    file: Path,
    *,
    verify: bool,
    html: Path | None,
    readers: Sequence[str] = (),
    belief: str | None = None,
) -> dict[str, Any]:
    """Open a replay, verify it or write its page if requested, and return its description."""
    from spacecombat_env import replay as replays

    if belief is not None and html is None:
        raise ConfigError.at("replay", "belief", "applies to a page: add --html")
    if readers and html is None:
        raise ConfigError.at("replay", "reader", "applies to a page: add --html")
    if html is not None:
        check_writable_file(html, "html")
    replay = replays.load_replay(file)
    playback = replays.open_replay(replay)
    result = {"file": str(file), **_describe_replay(replay, playback.scenario.name)}
    if verify:
        print_stderr("Verifying ...")
        try:
            replays.verify(replay)
            result["verified"] = True
        except ReplayError as cause:
            result.update(verified=False, difference=str(cause))
    if html is not None:
        from spacecombat_agents.players.scripted import belief_overlay
        from spacecombat_env.replay.page import write_page

        print_stderr("Writing the page ...")
        overlay = belief_overlay(replay.ruleset, belief) if belief is not None else None
        write_page(replay, html, readers=reader_numbers(replay.ruleset, readers), overlay=overlay)
        result["page"] = str(html)
    return result


def _describe_replay(replay: Replay, scenario: str) -> dict[str, Any]:
    """Return the description of a recorded game and its end."""
    from spacecombat_env import registry
    from spacecombat_env.replay.outcomes import outcome_of

    description: dict[str, Any] = {
        "ruleset": replay.ruleset,
        "scenario": scenario,
        "seed": replay.seed,
        "agents": dict(replay.agents),
        "decisions": len(replay.actions),
        "made_by": replay.made_by,
        "ruleset_version": replay.ruleset_version,
        "rules_hash": replay.rules_hash,
        "provenance": dict(replay.provenance),
    }
    if replay.outcome is not None:
        ruleset, outcome = registry.ruleset(replay.ruleset), replay.outcome
        winners = dict(enumerate(ruleset.seats))
        description["winner"] = winners.get(outcome.verdict, "draw")
        description["ended_by"] = ruleset.reasons[outcome.reason]
        description["turns"] = outcome.turns
        description["margin"] = outcome.margin
        step = outcome_of(replay)
        if step:
            description["outcome"] = step
    return description


def seat_messages(file: Path, seat: str) -> Iterator[str]:
    """Yield the messages that a seat received in a recorded game."""
    from spacecombat_env.protocol.transcript import transcript_lines
    from spacecombat_env.replay import load_replay

    yield from transcript_lines(load_replay(file), seat)


def reader_numbers(ruleset: str, names: Sequence[str]) -> list[int] | None:
    """Return the readers of a page by number; None for all."""
    from spacecombat_env import registry
    from spacecombat_env.replay import TRUTH

    known = {"truth": TRUTH, **{n: k for k, n in enumerate(registry.ruleset(ruleset).seats)}}
    for name in names:
        if name not in known:
            raise ConfigError.at(name, "reader", f"unknown; there are: {', '.join(known)}")
    return [known[name] for name in names] or None
