"""Write the parts of the pages on rule sets that follow from the code and from RULES.md.

    python scripts/rules_page.py [--check]

Pages mark them by the comments `generated: battle_rider.switches` and `end generated`.
"""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable
from pathlib import Path

from spacecombat_env import registry
from spacecombat_env.core.ruleset import RuleSet

ROOT = Path(__file__).parents[1]
PAGES = ("docs/**/*.md", "spacecombat_env/rulesets/*/scenarios/*.md")
"""Where pages may hold generated parts."""
BLOCK = re.compile(
    r"(?P<begin><!-- generated: (?P<name>\w+)\.(?P<part>\w+) -->\n)"
    r".*?(?P<end><!-- end generated -->)",
    re.S,
)
RULING = re.compile(
    r"- \*\*(?P<id>[A-Z]+-AMB-\d+)\*\* (?P<point>.*?) "
    r"\*\*Ruling:\*\* (?P<ruling>.*?) \*Reason:\* (?P<reason>.*)"
)
"""A line of RULES.md with a ruling on an unclear point."""


def specifications(ruleset: RuleSet) -> str:
    """Return the table of specifications of the default scenario."""
    scenario = ruleset.load(ruleset.default_scenario)
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


def actions(ruleset: RuleSet) -> str:
    """Return the table of the action space of the default scenario."""
    return ruleset.load(ruleset.default_scenario).actions.table()


def observation(ruleset: RuleSet) -> str:
    """Return the table of the observation of the default scenario."""
    return ruleset.load(ruleset.default_scenario).observation.table()


def rulings(ruleset: RuleSet) -> str:
    """Return the rulings of RULES.md, each under its number."""
    lines = (ruleset.package / "RULES.md").read_text(encoding="utf-8").splitlines()
    found = [match for line in lines if (match := RULING.match(line))]
    return "\n\n".join(
        f"### {ruling['id']}\n\n**{ruling['point']}** {sentence(ruling['ruling'])}\n\n"
        f"*Reason:* {ruling['reason']}"
        for ruling in found
    )


def sentence(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def scenarios(ruleset: RuleSet) -> str:
    """Return a table of the scenarios."""
    rows = [f"| `{name}` | {text} |" for name, text in ruleset.scenarios().items()]
    return "\n".join(["| scenario | description |", "|---|---|", *rows])


def delegation(ruleset: RuleSet) -> str:
    """Return a table of the kinds of decision that can be delegated, with the defaults."""
    unknown = set(ruleset.recommended) - set(ruleset.delegates)
    if unknown:
        raise ValueError(f"{ruleset.name} recommends {unknown}, which nobody can delegate")
    rows = [
        f"| `{kind}` | {text} | {'yes' if kind in ruleset.recommended else ''} |"
        for kind, text in dict(ruleset.delegates).items()
    ]
    lines = ["| kind of decision | what its standing order does | default |", "|---|---|---|"]
    return "\n".join([*lines, *rows])


def ends(ruleset: RuleSet) -> str:
    """Return a list of the reasons for which a game ends."""
    return "\n".join(f"- {sentence(reason)}." for reason in ruleset.reasons[1:])


def switches(ruleset: RuleSet) -> str:
    """Return a table of the switches of the `rules:` section."""
    lines = ["| switch | values (default first) | meaning |", "|---|---|---|"]
    for key, switch in ruleset.switches.items():
        values = list(dict.fromkeys(map(str, switch.values)))
        values.insert(0, values.pop(switch.default))
        shown = ", ".join(f"`{value.lower()}`" for value in values)
        lines.append(f"| `{key}` | {shown} | {switch.doc} |")
    return "\n".join(lines)


ANSWERS = {"ACTION": "choice", "NUMBER": "number"}


def decisions(ruleset: RuleSet) -> str:
    """Return a table of the decisions of a seat, from their declarations."""
    rows = importlib.import_module(
        f"spacecombat_env.rulesets.{ruleset.name}.model.decisions"
    ).DECISIONS
    lines = ["| chapter | decision | answer | delegated by |", "|---|---|---|---|"]
    for row in sorted(rows.values(), key=lambda row: int(row.chapter)):
        kind = f"`{row.delegate.name.lower()}`" if row.delegate else ""
        if kind and kind.strip("`") not in ruleset.delegates:
            raise ValueError(f"{row.ask.name}: {kind} is no kind of decision")
        cells = row.chapter.name.lower(), row.text, ANSWERS[row.answer.name], kind
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def history(ruleset: RuleSet) -> str:
    """Return the version history from the rule set's docstring."""
    package = __import__(f"spacecombat_env.rulesets.{ruleset.name}", fromlist=["RULESET"])
    return (package.__doc__ or "").partition("## Version History")[2].strip()


PARTS: dict[str, Callable[[RuleSet], str]] = {
    "specifications": specifications,
    "scenarios": scenarios,
    "switches": switches,
    "decisions": decisions,
    "actions": actions,
    "observation": observation,
    "delegation": delegation,
    "ends": ends,
    "rulings": rulings,
    "history": history,
}
"""Generated parts, by their name in pages."""


def pages() -> list[Path]:
    """Return the pages that hold generated parts."""
    return [
        page
        for page in sorted(page for pattern in PAGES for page in ROOT.glob(pattern))
        if BLOCK.search(page.read_text(encoding="utf-8"))
    ]


def parts_of(text: str) -> set[tuple[str, str]]:
    """Return rule set and name of the generated parts of a page."""
    return {(block["name"], block["part"]) for block in BLOCK.finditer(text)}


def current(text: str) -> str:
    """Return the text of a page with its generated parts updated."""

    def block(found: re.Match[str]) -> str:
        part = PARTS[found["part"]](registry.ruleset(found["name"]))
        return f"{found['begin']}\n{part}\n\n{found['end']}"

    return BLOCK.sub(block, text)


def main() -> None:
    """Write the generated parts of all pages, or check that they are current."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail where a page is out of date")
    check = parser.parse_args().check
    for target in pages():
        text = target.read_text(encoding="utf-8")
        new = current(text)
        if not check:
            target.write_text(new, encoding="utf-8")
        elif text != new:
            raise SystemExit(f"{target}: out of date; run scripts/rules_page.py")


if __name__ == "__main__":
    main()
