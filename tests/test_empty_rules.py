"""The script that empties rules finds what is of a rule and empties that alone; and what it found
out is kept for every rule that counts as tested."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from spacecombat_agents.info.rule_coverage import read_emptied, rule_ids, rules_report
from spacecombat_env import registry

TESTS = Path(__file__).parent
TRIED = [name for name in registry.names() if read_emptied(TESTS, name) is not None]
"""Rule sets whose rules were emptied."""
SCRIPTS = TESTS.parent / "scripts"
CHAPTER = '''
class Crew:
    """X-A-04 A crew."""

    def rests(self):
        """Whether it does."""
        return True


def burn(state, fuel=3):
    """X-A-01 A burn costs fuel (X-A-02)."""
    state["fuel"] -= fuel
    # X-A-03 and heats the hull
    state["heat"] += 1


def may_burn(state):
    """X-A-02 Whether there is fuel."""
    left = state["fuel"]
    return left > 0


def cost(state):
    """X-A-05 What a burn costs."""
    return 2 * state["heat"]


def both(state):
    """X-A-06 Fuel and heat."""
    return state["fuel"], state["heat"]


def step(state):
    """X-A-08 A step of the turn."""
    if state["fuel"]:
        proceed(state, Step.BURN)
        return
    burn(state)
    proceed(state, Step.NEXT)


def every(state):
    """X-A-07 What there is."""
    yield from state
'''


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """What the script knows of rules, with a project of one chapter."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.syspath_prepend(str(tmp_path))
    emptying = importlib.import_module("emptying")
    monkeypatch.setattr(emptying, "ROOT", tmp_path)
    (tmp_path / "emptied_chapter.py").write_text(CHAPTER)
    emptying.parsed.cache_clear()
    yield emptying
    emptying.parsed.cache_clear()
    sys.modules.pop("emptied_chapter", None)


def test_what_is_of_a_rule(script, tmp_path):
    """What opens with it first; a statement under its comment; the methods of a class."""
    parts = script.parts_of_rules(tmp_path, [f"X-A-0{n}" for n in range(1, 6)])
    names = {rule: [str(part).partition("::")[2] for part in of] for rule, of in parts.items()}
    assert names == {
        "X-A-01": ["burn"],
        "X-A-02": ["may_burn", "burn"],
        "X-A-03": ["burn:14"],
        "X-A-04": ["Crew.rests"],
        "X-A-05": ["cost"],
    }


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("burn", ("None",)),
        ("step", ("proceed(state, Step.NEXT)", "None")),
        ("may_burn", ("False", "True")),
        ("cost", ("0", "1", "-1")),
        ("both", ("(0, 0)", "(1, 1)")),
        ("every", ("iter(())",)),
    ],
)
def test_the_neutral_value_is_of_the_kind_that_is_returned(script, name, values):
    """As far as the form of a function tells it."""
    assert script.neutral_values(script.Part("emptied_chapter.py", name)) == values


def test_an_emptied_function_does_nothing_wherever_it_was_imported(script):
    """The function is the same; its code is another's."""
    chapter = importlib.import_module("emptied_chapter")
    burn, may_burn = chapter.burn, chapter.may_burn
    state = {"fuel": 5, "heat": 0}
    script.empty_in_place(script.Part("emptied_chapter.py", "burn", 14), "None")
    burn(state)
    assert state == {"fuel": 2, "heat": 0}  # the statement was left out
    script.empty_in_place(script.Part("emptied_chapter.py", "burn"), "None")
    script.empty_in_place(script.Part("emptied_chapter.py", "may_burn"), "False")
    burn(state)
    assert state == {"fuel": 2, "heat": 0}
    assert not may_burn(state) and chapter.cost({"heat": 3}) == 6


def test_a_function_is_emptied_before_it_is_imported(script, monkeypatch):
    """So that what modules work out while they are imported comes from the emptied one."""
    loader = importlib.machinery.SourceFileLoader
    monkeypatch.setattr(loader, "get_code", loader.get_code)
    script.emptied_at_import(script.Part("emptied_chapter.py", "cost"), "0")
    assert importlib.import_module("emptied_chapter").cost({"heat": 3}) == 0


@pytest.mark.parametrize("name", TRIED)
def test_every_rule_that_a_test_is_marked_with_is_missed_when_it_is_emptied(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a reason tells why it cannot be; no other counts as tested."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    rules = importlib.import_module("empty_rules").rules_of(name)
    not_tested = rules_report(registry.ruleset(name))["not_tested"]
    assert [rule for rule in rules if rule in not_tested] == [], "run scripts/empty_rules.py"
    assert sorted(read_emptied(TESTS, name) or ()) == sorted(rules), "run scripts/empty_rules.py"


@pytest.mark.parametrize("name", TRIED)
def test_what_was_emptied_still_names_the_rule_and_what_noticed_is_still_marked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the rule has to be emptied again."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    emptying = importlib.import_module("emptying")
    rows = {r: row for r, row in (read_emptied(TESTS, name) or {}).items() if row["noticed_by"]}
    parts = emptying.parts_of_rules(registry.ruleset(name).package, rows)
    gone = []
    for rule, row in rows.items():
        names = {(part.file, part.name) for part in parts[rule]}
        file, _, function = row["emptied"].partition("::")
        emptied = (file, function.partition(":")[0]) in names
        if not (emptied and rule in marked(row["noticed_by"])):
            gone.append(rule)
    assert gone == [], "run scripts/empty_rules.py"


def marked(test: str) -> set[str]:
    """Return the rules in the marks of a test, in those of its class and of its file."""
    file, *names = test.split("::")
    tree = ast.parse((TESTS.parent / file).read_text(encoding="utf-8"))
    found = {rule for node in tree.body if isinstance(node, ast.Assign) for rule in ids_in(node)}
    for name in names:
        tree = next(n for n in tree.body if getattr(n, "name", "") == name)  # type: ignore[assignment]
        found |= {rule for mark in tree.decorator_list for rule in ids_in(mark)}  # type: ignore[attr-defined]
    return found


def ids_in(node: ast.AST) -> set[str]:
    """Return the rules that stand in the texts of a part of a tree."""
    texts = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant))
    return {rule for text in texts if isinstance(text, str) for rule in rule_ids(text)}


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_of_a_draw_of_rules_none_goes_by_unnoticed(name: str) -> None:
    """What is kept is true: forty rules a rule set are emptied again."""
    command = [sys.executable, str(SCRIPTS / "empty_rules.py"), "--sample", "40", "--check"]
    done = subprocess.run([*command, "--ruleset", name], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
