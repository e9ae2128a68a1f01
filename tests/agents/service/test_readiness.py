"""Nothing is compiled while somebody waits: it is read beside, or compiled by another process."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest
from kit.serving import RULES, SCENARIO

from spacecombat_agents.service.games import readiness
from spacecombat_agents.service.games.readiness import NotReady, Readiness, engine_key, is_compiled
from spacecombat_agents.service.http import catalog
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario

rules = registry.ruleset(RULES)


@pytest.fixture
def scenario() -> Any:
    return open_scenario(rules, SCENARIO)


def test_what_is_not_ready_is_made_so_beside(scenario: Any, monkeypatch: Any) -> None:
    begun, held = threading.Event(), threading.Event()

    def reading(*about: Any) -> None:
        begun.set()
        held.wait(20)

    monkeypatch.setattr(Readiness, "_play_sample_game", reading)
    warm = Readiness(Opponents())
    for _ in range(2):
        with pytest.raises(
            NotReady, match="ruleset: .* is being (read|compiled); try again in"
        ) as cold:
            warm.check(rules, scenario)
        assert cold.value.seconds >= 1
    assert begun.wait(20) and not warm.is_ready(engine_key(rules, scenario))
    held.set()
    warm._threads.shutdown(wait=True)
    warm.check(rules, scenario)


def test_what_is_not_compiled_is_by_another_process(scenario: Any, monkeypatch: Any) -> None:
    called: list[Any] = []

    class Child:
        def __init__(self, command: list[str], **more: Any) -> None:
            called.append(command)

        def wait(self) -> int:
            return 0

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(readiness, "is_compiled", lambda *about: False)
    monkeypatch.setattr(readiness.subprocess, "Popen", Child)
    monkeypatch.setattr(Readiness, "_play_sample_game", lambda *about: called.append("read"))
    warm = Readiness(Opponents())
    warm.make_ready(rules, scenario)
    place = ["--ruleset", RULES, "--scenario", SCENARIO]
    assert called == [
        [sys.executable, "-m", "spacecombat_agents.cli", "warm", *place],
        "read",
    ]
    warm.check(rules, scenario)
    warm.close()


def test_what_could_not_be_made_ready_is_tried_again(scenario: Any, monkeypatch: Any) -> None:
    tries: list[int] = []

    def failing(*about: Any) -> None:
        tries.append(1)
        raise OSError("no room on the disk")

    monkeypatch.setattr(Readiness, "_play_sample_game", failing)
    warm = Readiness(Opponents())
    for number in (1, 2):
        with pytest.raises(NotReady):
            warm.check(rules, scenario)
        while warm._started:
            pass
        assert len(tries) == number
    warm.close()


def test_a_rule_set_without_a_folder_has_nothing_to_compile() -> None:
    toy = registry.ruleset("auction")
    assert is_compiled(toy, open_scenario(toy, "plain"))


def test_what_takes_least_to_compile_is_offered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sensor rules are the smallest; among what is compiled the usual order stands."""
    compiled: set[str] = set()
    monkeypatch.setattr(catalog, "names", registry.names)
    monkeypatch.setattr(catalog, "is_compiled", lambda rules, scenario: rules.name in compiled)
    monkeypatch.setattr(catalog, "_describe_rules", lambda rules, opponents, readiness: rules.name)

    def offered() -> list[str]:
        found: list[str] = catalog.build_catalog(Opponents(), Readiness(Opponents()))["rules"]
        return found

    assert offered()[0] == "intercept_sensors"
    compiled.add("interceptor")
    assert offered()[:2] == ["interceptor", "intercept_sensors"]
    compiled.update(registry.names())
    assert offered() == list(registry.names())
