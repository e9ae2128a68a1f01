"""Write docs/<rule set>.md: everything on the page that the code can say itself."""

from __future__ import annotations

import argparse
import importlib
import re
from pathlib import Path

from spacecombat_env import registry
from spacecombat_env.core.ruleset import RuleSet, Scenario

DOCS = Path(__file__).parents[1] / "docs"
RULING = re.compile(r"- \*\*[A-Z]+-AMB-\d+\*\*.*\*\*")
"""A line of RULES.md that rules on an unclear point."""


def specifications(ruleset: RuleSet, scenario: Scenario) -> str:
    """Return the table of specifications for a scenario."""
    rows = {
        "Import": f"`from spacecombat_env import {ruleset.name}_v{ruleset.version}`",
        "Seats": ", ".join(f"`{seat}`" for seat in ruleset.seats),
        "Actions": f"`Discrete({scenario.actions.size})` with a mask (`{scenario.capacity}`)",
        "Observation": f"`Box(-1, 1, ({scenario.observation.size},), float32)` and `action_mask`",
        "Hidden information": ruleset.hidden,
        "Chance": ruleset.chance,
        "Rule set version": str(ruleset.version),
    }
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines])


def rulings(ruleset: RuleSet) -> str:
    """Return the rulings of the rule matrix, one line each."""
    lines = (ruleset.package / "RULES.md").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if RULING.match(line)]
    return "\n".join(kept)


def listed(table: dict[str, str]) -> str:
    """Return a bullet list of a mapping."""
    return "\n".join(f"- `{name}`: {text}" for name, text in table.items())


def switches(ruleset: RuleSet) -> str:
    """Return a table of the switches of the `rules:` section."""
    table = importlib.import_module(f"spacecombat_env.rulesets.{ruleset.name}.scenario").SWITCHES
    lines = ["| switch | values (default first) | meaning |", "|---|---|---|"]
    for key, switch in table.items():
        values = list(dict.fromkeys(map(str, switch.values)))
        values.insert(0, values.pop(switch.default))
        shown = ", ".join(f"`{value.lower()}`" for value in values)
        lines.append(f"| `{key}` | {shown} | {switch.doc} |")
    return "\n".join(lines)


def questions(ruleset: RuleSet) -> str:
    """Return a table of the questions that a seat may be asked, as their rows have them."""
    rows = importlib.import_module(
        f"spacecombat_env.rulesets.{ruleset.name}.model.decisions"
    ).DECISIONS
    lines = ["| room | question | answer | left to standing orders by |", "|---|---|---|---|"]
    for row in sorted(rows.values(), key=lambda row: int(row.room)):
        kind = f"`{row.delegate.name.lower()}`" if row.delegate else ""
        if kind and kind.strip("`") not in ruleset.delegates:
            raise ValueError(f"{row.ask.name}: {kind} is no kind of decision")
        cells = row.room.name.lower(), row.text, row.answer.name.lower(), kind
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def history(ruleset: RuleSet) -> str:
    """Return the version history from the rule set's docstring."""
    package = __import__(f"spacecombat_env.rulesets.{ruleset.name}", fromlist=["RULESET"])
    return (package.__doc__ or "").partition("## Version History")[2].strip()


def page(name: str) -> str:
    """Return the page of a rule set as Markdown."""
    ruleset = registry.ruleset(name)
    scenario = ruleset.load(ruleset.default_scenario)
    prose = (ruleset.package / "PAGE.md").read_text(encoding="utf-8")
    parts = {
        "SPECIFICATIONS": specifications(ruleset, scenario),
        "ACTIONS": scenario.actions.table(),
        "OBSERVATION": scenario.observation.table(),
        "DELEGATES": listed(dict(ruleset.delegates)),
        "RECOMMENDED": ", ".join(f"`{kind}`" for kind in ruleset.recommended),
        "SCENARIOS": listed(ruleset.scenarios()),
        "QUESTIONS": questions(ruleset),
        "ENDS": ", ".join(ruleset.reasons[1:]),
        "RULINGS": rulings(ruleset),
        "HISTORY": history(ruleset),
    }
    if "<!-- SWITCHES -->" in prose:
        parts["SWITCHES"] = switches(ruleset)
    for key, text in parts.items():
        prose = prose.replace(f"<!-- {key} -->", text)
    return prose


def main() -> None:
    """Write the pages of all rule sets, or check that they are current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a page is out of date")
    check = parser.parse_args().check
    DOCS.mkdir(exist_ok=True)
    for name in registry.names():
        target, text = DOCS / f"{name}.md", page(name)
        if not check:
            target.write_text(text, encoding="utf-8")
        elif not target.is_file() or target.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{target}: out of date; run scripts/rules_page.py")


if __name__ == "__main__":
    main()
