"""What the index of rules says of the book: all is done but the parts that are to come."""

from spacecombat_agents.info.rule_coverage import rules_report
from spacecombat_env.rulesets.interceptor import RULESET


def test_every_rule_is_done_or_of_a_part_that_is_to_come() -> None:
    report = rules_report(RULESET)
    assert report["not_done"] == list(report["to_come"])
    assert "planets" in report["to_come"].values()
