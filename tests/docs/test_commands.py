"""Every command that a page prints exists, with its arguments and options; nothing is run here."""

from __future__ import annotations

import re
from typing import Any

import click
import pytest
from kit import printed
from kit.printed import ROOT
from kit.trying import NOT_RUN

from spacecombat_agents import cli
from spacecombat_agents.config_files import shipped_configs
from spacecombat_env import registry

ALL = {
    each.text: each
    for each in [*(line for lines in printed.sessions() for line in lines), *printed.all_in_text()]
}
OURS = sorted(text for text, each in ALL.items() if each.words[0] == "spacecombat")
OTHERS = ("--build-arg", "--file", "--format", "--publish", "--volume")
"""Options on the pages that are of other programs."""


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """Return the command that some actions call, and what it is given."""
    command: click.Command = cli.spacecombat
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.commands.get(words[0])
        assert found is not None, f"{command.name} has no command {words[0]!r}"
        command, words = found, words[1:]
    return command, words


def check_command(words: list[str]) -> None:
    """Read a command line as `spacecombat` would, and run nothing; UsageError where it is none."""
    command, given = command_of(words)
    wanted = isinstance(command, click.Group) or any(p.required for p in command.params)
    if not given and wanted:  # spoken of by its name, not shown in full
        return
    try:
        read = command.make_context(command.name, given, parent=click.Context(cli.spacecombat))
    except click.exceptions.Exit as shown:  # --help
        assert shown.exit_code == 0
        return
    check_names(read.params)


def check_names(given: dict[str, Any]) -> None:
    """Raise where a rule set, a scenario or a configuration that is named does not ship."""
    if given.get("ruleset"):
        rules = registry.ruleset(given["ruleset"])
        for name in (given.get("scenario") or rules.default_scenario).split(","):
            assert name in rules.scenarios(), name
    if given.get("config"):
        assert given["config"] in shipped_configs("train"), given["config"]


def options_of(command: click.Command) -> set[str]:
    """Return all long options of a command and of those in it."""
    own = {name for param in command.params for name in (*param.opts, *param.secondary_opts)}
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    return own.union(*(options_of(each) for each in inner))


@pytest.mark.parametrize("text", OURS)
def test_a_printed_command_is_one(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_command(list(ALL[text].words[1:]))


@pytest.mark.parametrize(
    "line", ["match A B --pears 3", "match A", "mach A B", "bench --games x", "bench --scenario x"]
)
def test_what_is_no_command_is_noticed(line: str) -> None:
    with pytest.raises((click.UsageError, AssertionError)):
        check_command(line.split())


def test_an_option_that_is_mentioned_exists() -> None:
    known = options_of(cli.spacecombat) | {"--help"}
    scripts = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("scripts/*.py"))
    for page in printed.PAGES:
        for line, span in printed.spans(page):
            for option in re.findall(r"^(--[a-z][a-z-]+)", span):
                is_known = option in known or f'"{option}"' in scripts or option in OTHERS
                assert is_known, f"{printed.name(page)}:{line}: {option}"


def test_shell_lines_stand_in_shell_blocks_alone() -> None:
    """So none escapes these tests."""
    for page in printed.PAGES:
        for block in printed.blocks(page):
            if block.language not in printed.SHELLS:
                lines = [line for line in block.text.splitlines() if printed.STARTS.match(line)]
                assert lines == [], f"{block.page}:{block.line}"


def test_targets_of_make_and_scripts_and_extras_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)
    table = (ROOT / "pyproject.toml").read_text().split("[project.optional-dependencies]\n")[1]
    extras = re.findall(r"^(\w+) = \[", table.split("\n[project.scripts]")[0], re.M)
    for each in ALL.values():
        match each.words:
            case ("make", target, *_):
                assert target in targets, each
            case ("python" | "pytest" | "node", *words):
                for word in words:
                    if re.match(r"(scripts|tests)/", word):
                        assert (ROOT / word).exists(), each
            case ("pip", "install", *what):
                for names in re.findall(r"\.\[([\w,]+)\]", " ".join(what)):
                    assert set(names.split(",")) <= set(extras), each


def test_every_exception_is_printed_somewhere() -> None:
    assert set(NOT_RUN) <= set(ALL), sorted(set(NOT_RUN) - set(ALL))
    assert all(reason for reason in NOT_RUN.values())


def test_pages_print_commands() -> None:
    """A collector that finds nothing would prove nothing."""
    assert len(OURS) > 70
    assert ("make", "demo") in [line.words for line in printed.sessions()[0]]
    assert "spacecombat study power --effect 5 --pairs 400" in OURS
