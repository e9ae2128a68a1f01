"""A replay names the digest of its scenario: one that changes makes replays unreadable.

After a change of rules or tables that is meant, write the file again:
`python tests/rulesets/test_scenario_digests.py`.
"""

from pathlib import Path

from spacecombat_env import registry

SHIPPED = ("battle_rider", "intercept_sensors", "interceptor")
FILE = Path(__file__).with_name("scenario_digests.txt")


def digests():
    """One line for each scenario that ships: rule set, name, digest."""
    for name in SHIPPED:
        ruleset = registry.ruleset(name)
        for scenario in ruleset.scenarios():
            yield f"{name} {scenario} {ruleset.load(scenario).digest}"


def test_the_digests_of_scenarios_are_those_of_replays_made_before():
    assert list(digests()) == FILE.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in digests()), encoding="utf-8")
