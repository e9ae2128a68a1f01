"""The report on how long people wait."""

from __future__ import annotations

import json

import pytest

from spacecombat_agents import cli
from spacecombat_agents.bench import service_latency


def test_figures_are_held_against_their_aims() -> None:
    times = {"p50_ms": 1.0, "p95_ms": 16.0, "count": 2}
    found = {
        "start": {"page_s": 5.0},
        "alone": {"state": times, "say": times, "peek": times},
        "crowd": {"say": times},
    }
    missed = [
        place for place, each in service_latency.check_targets(found).items() if not each["met"]
    ]
    assert missed == ["alone.state.p95_ms", "alone.peek.p95_ms"]
    found["alone"]["plan"] = {"p95_ms": 151.0}
    assert not service_latency.check_targets(found)["alone.plan.p95_ms"]["met"]


def test_medians_and_percentiles_are_of_milliseconds() -> None:
    told = service_latency.summary([float(n) for n in range(101)])
    assert told == {"p50_ms": 50.0, "p95_ms": 95.0, "count": 101}


def test_people_come_from_more_addresses_than_one() -> None:
    """An address may make only a limited number of games at once."""
    assert [service_latency.address_of(person) for person in (0, 19, 20)] == [
        "127.0.0.1",
        "127.0.0.1",
        "127.0.0.2",
    ]


@pytest.mark.slow
def test_the_command_measures_a_real_service(capfd: pytest.CaptureFixture[str]) -> None:
    place = ["--ruleset", "intercept_sensors", "--scenario", "duel"]
    assert cli.run(["bench", "--service", *place, "--people", "2", "--words", "2", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    no_plans = {"alone.plan.p95_ms"}  # nothing coasts on a track in the sensor rules
    assert told["crowd"]["say"]["count"] <= 4
    assert set(told["aims"]) == set(service_latency.TARGETS) - no_plans
