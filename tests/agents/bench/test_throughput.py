"""The usual figures of `spacecombat bench`: all of them, or a part alone."""

from __future__ import annotations

import json

import pytest

from spacecombat_agents import cli
from spacecombat_agents.bench import cli as bench_cli
from spacecombat_agents.bench.throughput import PARTS
from spacecombat_env.core.engine import load_engine

PLACE = ["--ruleset", "intercept_sensors", "--scenario", "duel", "--games", "16"]
SHORT = ["--threads", "1", "--seconds", "0.1"]


def bench(capsys, *more):
    """Return what `bench --json` printed."""
    assert cli.run(["bench", *PLACE, *SHORT, *more, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("parts", "there", "not_there"),
    [
        (["batch"], {"batch", "game"}, {"single", "sb3", "selfplay"}),
        (["single"], {"single"}, {"batch", "game", "sb3", "selfplay"}),
        (["single", "batch"], {"batch", "game", "single"}, {"sb3", "selfplay"}),
    ],
)
def test_a_part_is_measured_alone(capsys, parts, there, not_there):
    asked = [word for part in parts for word in ("--part", part)]
    found = bench(capsys, *asked)
    assert there <= set(found) and not not_there & set(found)
    assert found["machine"]["engine"] == load_engine()
    load = found["machine"]["load"]
    assert load is None or load == round(load, 1)
    for part in there & {"batch", "single"}:
        keys = {key.split(".")[1] for key in found["keys"] if key.startswith(f"{part}.")}
        assert keys == set(found[part])


def test_the_command_offers_the_parts_that_there_are():
    (offered,) = [each for each in bench_cli.bench.params if each.name == "parts"]
    assert tuple(offered.type.choices) == PARTS


def test_what_was_not_measured_is_not_printed(capsys):
    assert cli.run(["bench", *PLACE, *SHORT, "--part", "batch"]) == 0
    said = capsys.readouterr().out
    assert "batch.decisions_per_s" in said and "single." not in said and "sb3." not in said


@pytest.mark.parametrize(
    "other", [["--service"], ["--engines"], ["--against", "HEAD"], ["--html", "a.html"]]
)
def test_parts_are_of_the_usual_figures_alone(capsys, other):
    assert cli.run(["bench", *PLACE, "--part", "batch", *other]) == 2
    assert "--part cannot be combined" in capsys.readouterr().err
