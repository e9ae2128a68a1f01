"""Commands that list environments, rules and ships."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from spacecombat_agents.cli_options import json_option, ruleset_option

__all__ = ["envs", "opponents", "rules", "ship"]


@click.command()
@click.option(
    "--agents", is_flag=True, help="List the scripted players and their parameters instead."
)
@json_option
def envs(agents: bool, as_json: bool) -> None:
    """List rule sets, their scenarios, and the decisions that can be delegated to the engine."""
    from spacecombat_agents.info.environments import environments, print_environments
    from spacecombat_agents.info.scripted_players import print_scripted, scripted_players
    from spacecombat_agents.terminal import print_json

    listed = scripted_players() if agents else environments()
    if as_json:
        print_json(listed)
    elif agents:
        print_scripted(listed)
    else:
        print_environments(listed)


@click.group()
def opponents() -> None:
    """Opponent files that are found by name: list them, and get more."""


source_option = click.option(
    "--from",
    "source",
    envvar="SPACECOMBAT_OPPONENT_SOURCE",
    help="Folder, or URL or file of a manifest opponents.json.  [env: SPACECOMBAT_OPPONENT_SOURCE]",
)


@opponents.command("list")
@source_option
@json_option
def list_opponents(source: str | None, as_json: bool) -> None:
    """List the installed opponent files; with --from, those of a release or a folder.

    The output of --from FOLDER --json is the manifest of that folder.
    """
    from spacecombat_agents.info.opponent_list import print_opponents, release_manifest
    from spacecombat_agents.terminal import print_json

    if as_json:
        print_json(release_manifest(source))
    else:
        print_opponents(source)


@opponents.command("get")
@click.argument("name")
@source_option
@json_option
def get_opponent(name: str, source: str | None, as_json: bool) -> None:
    """Download the opponent file NAME; afterwards it plays wherever a player is named.

    Its SHA-256 is checked against the manifest's. An interrupted download resumes. Files lie in
    ~/.local/share/spacecombat/opponents, or in the folder SPACECOMBAT_OPPONENTS.
    """
    from spacecombat_agents.info.opponent_list import get
    from spacecombat_agents.terminal import print_json

    if source is None:
        raise click.UsageError("use --from, or set SPACECOMBAT_OPPONENT_SOURCE")
    path, is_new = get(source, name)
    if as_json:
        print_json({"file": str(path), "is_new": is_new})
    else:
        print(f"{path}: {'downloaded' if is_new else 'is already there'}")


@click.command()
@ruleset_option
@click.option("--tier", type=click.Choice(["B", "A", "O", "R"]), help="Only rules of one tier.")
@click.option("--tests", type=click.Path(path_type=Path), help="Folder of the tests.")
@json_option
def rules(ruleset: str, tier: str | None, tests: Path | None, as_json: bool) -> None:
    """Count the implemented and tested rules of a rulebook, from code and tests.

    Tiers: B basic, A advanced, O optional, R reference.
    """
    from spacecombat_agents.info.rule_coverage import TESTS, print_rules, rules_report
    from spacecombat_agents.terminal import print_json
    from spacecombat_env import registry

    report = rules_report(registry.ruleset(ruleset), tests or TESTS, tier)
    if as_json:
        print_json(report)
    else:
        print_rules(report)


@click.command()
@click.argument("design")
@click.option(
    "--sheet", type=click.Path(path_type=Path), help="Write the record sheet as SVG (Interceptor)."
)
@click.option("--layout", is_flag=True, help="Also print the internal boxes (Interceptor).")
@json_option
def ship(design: str, sheet: Path | None, layout: bool, as_json: bool) -> int:
    """Evaluate a ship from its design sheet.

    DESIGN is a YAML file or the name of a bundled one. A file with `ruleset: interceptor`, or one
    of the fifteen ships of Interceptor by name, gives the account of the design step by step. The
    exit status is 1 if the design breaks a rule. Any other file is a ship of Battle Rider. Its card
    is printed field by field, then as an entry for `ships` in a scenario file. An impossible design
    is an error. The bundled designs halberd and petal show all fields.
    """
    from spacecombat_agents.config_files import DESIGNS, find_config
    from spacecombat_agents.info.interceptor_ships import is_interceptor, shipped_name, show_ship
    from spacecombat_agents.terminal import print_json
    from spacecombat_env.core.errors import ConfigError
    from spacecombat_env.rulesets.battle_rider.scenario.evaluation import evaluate

    found = shipped_name(design) or find_config(DESIGNS, design)
    if isinstance(found, str) or is_interceptor(found):
        return show_ship(found, sheet, layout, as_json)
    if sheet or layout:
        raise ConfigError.at(design, "arguments", "--sheet and --layout are for Interceptor")
    made = evaluate(found).as_json()
    if as_json:
        print_json(made)
    else:
        print_ship(made)
    return 0


def print_ship(made: Mapping[str, Any]) -> None:
    """Print a ship's card, then the ship as an entry of a scenario file."""
    import yaml

    for label, text in made["card"]:
        print(f"  {label:<14} {text}")
    crews = f"{made['price_crack']} with a crack crew, {made['price_green']} with a green one"
    print(f"  {'price':<14} {crews}")
    for note in made["notes"]:
        print(f"  note: {note}")
    print("\n# an entry for `ships` in a scenario file")
    print(yaml.safe_dump([made["ship"]], sort_keys=False), end="")
