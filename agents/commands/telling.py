"""Commands that tell what there is: environments, rules, ships."""

from __future__ import annotations

from pathlib import Path

import click

from spacecombat_agents.commands.options import json_option, ruleset_option


@click.command()
@click.option(
    "--agents", is_flag=True, help="Instead: the scripted players, and what can be set of them."
)
@json_option
def envs(agents: bool, as_json: bool) -> None:
    """List rule sets, their scenarios, and the decisions that can be left to the engine."""
    from spacecombat_agents.commands.overview import environments, print_environments
    from spacecombat_agents.commands.players_list import print_scripted, scripted_players
    from spacecombat_agents.terminal import print_json

    listed = scripted_players() if agents else environments()
    if as_json:
        print_json(listed)
    elif agents:
        print_scripted(listed)
    else:
        print_environments(listed)


@click.command()
@ruleset_option
@click.option("--tier", type=click.Choice(["B", "A", "O", "R"]), help="Only rules of one tier.")
@click.option("--tests", type=click.Path(path_type=Path), help="Folder of the tests.")
@json_option
def rules(ruleset: str, tier: str | None, tests: Path | None, as_json: bool) -> None:
    """Count which rules of a rulebook are implemented and tested, by reading code and tests.

    Tiers: B basic, A advanced, O optional, R reference.
    """
    from spacecombat_agents.commands.overview import print_rules
    from spacecombat_agents.commands.rules_report import TESTS, rules_report
    from spacecombat_agents.terminal import print_json
    from spacecombat_env import registry

    report = rules_report(registry.ruleset(ruleset), tests or TESTS, tier)
    if as_json:
        print_json(report)
    else:
        print_rules(report)


@click.command()
@click.argument("design")
@json_option
def ship(design: str, as_json: bool) -> None:
    """Evaluate a Battle Rider ship: from a design sheet to its card and point value.

    The card is printed field by field, then as an entry for `ships` in a scenario file. The example
    DESIGN is a YAML file, or the name of one that ships: halberd shows what a design may say. An
    impossible design is bad input.
    """
    from spacecombat_agents.commands.overview import print_ship
    from spacecombat_agents.commands.shipped import DESIGNS, find
    from spacecombat_agents.terminal import print_json
    from spacecombat_env.rulesets.battle_rider.scenario.evaluation import evaluate

    made = evaluate(find(DESIGNS, design)).as_json()
    if as_json:
        print_json(made)
    else:
        print_ship(made)
