"""Results as people read them: tables and sentences on stdout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from spacecombat_agents.arena.match import MatchResult
from spacecombat_agents.terminal import print_table
from spacecombat_env import registry


def environments() -> list[dict[str, Any]]:
    """Return every rule set with its scenarios and delegates."""
    listed = []
    for name in registry.names():
        rules = registry.ruleset(name)
        listed.append(
            {
                "ruleset": rules.name,
                "title": rules.title,
                "version": rules.version,
                "seats": list(rules.seats),
                "scenarios": rules.scenarios(),
                "delegates": dict(rules.delegates),
                "recommended": list(rules.recommended),
            }
        )
    return listed


def print_environments(listed: Sequence[Mapping[str, Any]]) -> None:
    """Print rule sets, scenarios and delegates."""
    for rules in listed:
        print(f"{rules['title']}: --ruleset {rules['ruleset']} (version {rules['version']})\n")
        print_table(["scenario", "what it is"], [list(row) for row in rules["scenarios"].items()])
        if rules["delegates"]:
            print()
            marks = {kind: kind in rules["recommended"] for kind in rules["delegates"]}
            rows = [
                [kind, "yes" if marks[kind] else "", doing]
                for kind, doing in rules["delegates"].items()
            ]
            print_table(["delegate", "recommended", "what the engine then does"], rows)
        print()


def percent(result: MatchResult) -> str:
    """Return a score with its interval."""
    low, high = result.interval
    return f"{result.score_a:.1%} (95 % interval {low:.1%} to {high:.1%})"


def print_match(result: MatchResult) -> None:
    """Print a match."""
    low, high = result.first_seat_interval
    seats = result.median_decisions_per_seat
    print(f"{result.agent_a} against {result.agent_b}: {percent(result)}")
    if result.interrupted:
        print("  interrupted: these are the pairs that were finished, short games before long ones")
    rows = {
        "games": f"{result.games} in {result.pairs} pairs, seed {result.seed}",
        "wins, draws, losses": f"{result.wins}, {result.draws}, {result.losses}",
        "turns a game": f"{result.mean_turns:.1f} on average",
        "decisions a game": f"{result.mean_decisions:.0f} on average",
        "decisions a seat": ", ".join(f"{s} {n:.0f}" for s, n in seats.items()) + " (median)",
        "first seat's score": f"{result.first_seat_score:.1%} ({low:.1%} to {high:.1%})",
        "games ended by": ", ".join(f"{why} {count}" for why, count in result.ends.items()),
        **_outcomes(result),
        "failures": _causes(result),
        "left to the engine": ", ".join(result.delegate) or "nothing",
        "speed": f"{result.decisions_per_s:,.0f} decisions/s, {result.seconds:.1f} s",
    }
    for key, value in rows.items():
        print(f"  {key:<20} {value}")
    if result.first_failure:
        print(f"  first failure: {result.first_failure.strip()}")


def _outcomes(result: MatchResult) -> dict[str, str]:
    """Return by how much games were won, where the scenario tells it."""
    if not result.outcomes:
        return {}
    counts = (f"{step.replace('.', ' ')} {n}" for step, n in result.outcomes.items())
    return {"outcomes": ", ".join(counts)}


def _causes(result: MatchResult) -> str:
    """Return failures by cause."""
    causes = (f"{cause} {count}" for cause, count in result.failures_by_cause.items())
    return ", ".join(causes) or "none"


def print_evaluation(results: Sequence[MatchResult]) -> None:
    """Print an agent's scores against several opponents."""
    print(f"{results[0].agent_a} in {results[0].scenario}\n")
    rows = [
        [
            result.agent_b,
            f"{result.score_a:.1%}",
            f"{result.interval.low:.1%} to {result.interval.high:.1%}",
            f"{result.wins}/{result.draws}/{result.losses}",
            f"{result.mean_turns:.1f}",
            str(result.failures),
        ]
        for result in results
    ]
    print_table(["against", "score", "95 % interval", "won/drawn/lost", "turns", "failures"], rows)


def print_training(result: Mapping[str, Any]) -> None:
    """Print what a run has come to."""
    print(
        f"Trained {result['decisions']:,} decisions in {result['games']:,} games, "
        f"{result['seconds'] / 60:.1f} minutes: {result['decisions_per_s']:,.0f} decisions/s "
        f"({result['words_per_s']:,.0f} with the opponents' own)."
    )
    for played in result["evaluations"]:
        low, high = played["interval"]
        print(
            f"  against {played['agent_b']}: {played['score_a']:.1%} ({low:.1%} to {high:.1%}), "
            f"{played['games']} games"
        )
    print(f"Run folder: {result['folder']}")


def print_export(result: Mapping[str, Any]) -> None:
    """Print what was written."""
    print(f"{result['path']}: {result['bytes']:,} bytes, hash {result['bundle_hash'][:16]}")
    print(f"  levels, weakest first: {', '.join(result['levels'])}")
    if result["checked"]:
        print(
            f"  same word as the policy in training: {result['same']} of {result['checked']} "
            f"recorded decisions; logits differ by {result['largest_difference']:.1e} at most"
        )


def print_rules(report: Mapping[str, Any]) -> None:
    """Print how far a rulebook is implemented."""
    if not report["tests"]:
        print("The tests are not here to be read (an installed package leaves them out), so what")
        print("is tested is not known; --tests FOLDER names them in a checkout.\n")
    rows = []
    for tier, counts in report["tiers"].items():
        tested = "?" if counts["tested"] is None else str(counts["tested"])
        numbers = [counts["total"], counts["implemented"], tested, counts["not_applicable"]]
        rows.append([tier, *map(str, numbers)])
    print_table(["tier", "rules", "implemented", "tested", "not applicable"], rows)
    part = "not_done" if report["tests"] else "not_implemented"
    words = part.replace("_", " ").capitalize()
    print(f"{words}: {len(report[part])} rules (--json lists them).")
    if report["to_come"]:
        missing = sum(rule not in report["to_come"] for rule in report[part])
        print(f"Of these {missing} are of parts of the book that are in; the others are to come:")
        for name, count in Counter(report["to_come"].values()).items():
            print(f"  {name}: {count}")


def print_ship(made: Mapping[str, Any]) -> None:
    """Print a ship's card, then the ship as a scenario file takes it."""
    import yaml

    for label, text in made["card"]:
        print(f"  {label:<14} {text}")
    crews = f"{made['price_crack']} with a crack crew, {made['price_green']} with a green one"
    print(f"  {'price':<14} {crews}")
    for note in made["notes"]:
        print(f"  note: {note}")
    print("\n# for `ships` in a scenario file")
    print(yaml.safe_dump([made["ship"]], sort_keys=False), end="")
