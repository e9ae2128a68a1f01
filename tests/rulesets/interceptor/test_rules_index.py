"""What the index of rules says of the book: all is done."""

from spacecombat_agents.info.rule_coverage import rules_report
from spacecombat_env.rulesets.interceptor import RULESET


def test_every_rule_is_done() -> None:
    report = rules_report(RULESET)
    assert report["not_done"] == [] and report["to_come"] == {}
