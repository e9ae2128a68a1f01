"""The first call: who waits for the compiler is told so, once for each size of records."""

from __future__ import annotations

import io
import subprocess

import pytest

from spacecombat_env import registry, warming

RULESET = registry.ruleset("battle_rider")


@pytest.fixture
def started(tmp_path, monkeypatch):
    """The second processes started; nothing is compiled, and nothing kept outside `tmp_path`."""
    monkeypatch.setattr(warming, "cache_folder", lambda entry: tmp_path / "kept")
    monkeypatch.setattr(warming, "_prepared", set())
    monkeypatch.delenv(warming.BUSY, raising=False)
    children = []

    class Child:
        def __init__(self, command, **options):
            children.append(command[-1])
            self.stdin = io.BytesIO()

    monkeypatch.setattr(subprocess, "Popen", Child)
    return children


def test_the_first_game_says_that_it_compiles_and_starts_a_second_process(started, capsys) -> None:
    for _ in range(2):
        warming.prepare(RULESET, RULESET.load("skirmish"))
    assert started == ["battle_rider"]
    assert capsys.readouterr().err.count("Compiling Battle Rider for this machine") == 1


def test_another_process_says_nothing_for_records_of_that_size(
    started, capsys, monkeypatch
) -> None:
    warming.prepare(RULESET, RULESET.load("skirmish"))
    monkeypatch.setattr(warming, "_prepared", set())
    warming.prepare(RULESET, RULESET.load("skirmish", delegate=()))
    assert len(started) == 1


def test_a_larger_scenario_is_compiled_for_by_itself(started) -> None:
    warming.prepare(RULESET, RULESET.load("skirmish"))
    warming.prepare(RULESET, RULESET.load("battle_royal"))
    assert len(started) == 2


def test_nothing_is_compiled_where_the_compiler_is_off(started, monkeypatch) -> None:
    monkeypatch.setattr(warming.SETTINGS, "DISABLE_JIT", 1)
    warming.prepare(RULESET, RULESET.load("skirmish"))
    assert started == []
