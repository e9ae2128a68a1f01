"""What the file of a cup may say, and the error messages where it may not."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from spacecombat_agents.arena.tournament.plan import plan_from, read_plan
from spacecombat_agents.arena.tournament.schedule import units
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.yaml_config import differences
from spacecombat_env.core.errors import ConfigError

CUP = {
    "entrants": ["random", {"player": "random", "label": "other"}, "scripted:captain"],
    "scenarios": [{"ruleset": "auction", "scenario": "plain"}],
    "pairs": 10,
    "unit": 4,
}


def test_a_plan_is_what_its_json_says() -> None:
    plan = plan_from(CUP)
    assert plan_from(plan.as_json()) == plan
    assert plan.labels == ["random", "other", "scripted:captain"]
    assert plan.matchups() == [(0, 1), (0, 2), (1, 2)]


def test_a_gauntlet_is_the_first_against_all_and_a_mirror_everybody_against_itself() -> None:
    plan = plan_from({**CUP, "format": "gauntlet", "mirror": True})
    assert plan.matchups() == [(0, 1), (0, 2), (0, 0), (1, 1), (2, 2)]


def test_units_are_all_pairs_once_and_the_early_ones_of_all_couples_come_first() -> None:
    plan = plan_from(CUP)
    made = units(plan)
    numbers = [(u.a, u.b, n) for u in made for n in range(u.first, u.first + u.pairs)]
    assert sorted(numbers) == [(*matchup, n) for matchup in plan.matchups() for n in range(10)]
    assert [unit.first for unit in made] == [0] * 3 + [4] * 3 + [8] * 3


def test_with_a_bot_a_unit_is_a_pair() -> None:
    plan = plan_from({**CUP, "entrants": ["random", "bot:cat", "scripted:captain"]})
    pairs = {unit.matchup: unit.pairs for unit in units(plan) if unit.first == 0}
    assert pairs == {(0, 1): 1, (0, 2): 4, (1, 2): 1}


def test_an_entrant_may_play_some_scenarios_only() -> None:
    places = [*CUP["scenarios"], {"ruleset": "auction", "scenario": "long", "label": "far"}]
    far = {"player": "scripted:captain", "scenarios": ["far"]}
    plan = plan_from({**CUP, "entrants": [*CUP["entrants"][:2], far], "scenarios": places})
    assert plan_from(plan.as_json()) == plan
    results = {(unit.matchup, unit.scenario) for unit in units(plan)}
    assert results == {((0, 1), 0), ((0, 1), 1), ((0, 2), 1), ((1, 2), 1)}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"entrants": ["random", {"player": "scripted:captain", "scenarios": ["far"]}]},
            "entrants[2].scenarios: 'far' is not one of: plain",
        ),
        ({"pairs": 0}, "pairs: 0 is not from 1 to "),
        ({"pears": 3}, "pears: unknown key (did you mean pairs?); valid keys: entrants"),
        ({"seed": "x"}, "seed: 'x' is not a whole number"),
        ({"entrants": None}, "entrants: is missing"),
        ({"entrants": ["random"]}, "entrants: name at least two"),
        ({"entrants": ["random", "random"]}, "entrants[2].player: 'random' occurs twice"),
        ({"entrants": ["random", {"label": "x"}]}, "entrants[2].player: is missing"),
        ({"entrants": ["random", {"player": "a", "lable": "x"}]}, "entrants[2].lable: unknown"),
        ({"entrants": ["random", "bot: "]}, "entrants[2].player: bot: needs a command"),
        ({"entrants": ["random", {"player": "a", "label": "x" * 41}]}, "entrants[2].label: "),
        (
            {"entrants": ["random", "a\x1b[2Jb"]},
            "entrants[2].player: 'a\\x1b[2Jb' is not printable",
        ),
        ({"scenarios": []}, "scenarios: at least one is needed"),
        ({"scenarios": "plain"}, "scenarios: 'plain' is not a list"),
        ({"anchor": "nobody"}, "anchor: 'nobody' is not one of: random, other"),
        ({"format": "swiss"}, "format: 'swiss' is not one of: all, gauntlet"),
        ({"clock": {"kind": "sand"}}, "clock.kind: 'sand' is not one of: none, order, bank"),
        ({"stop": {"sprt": {"low": 50, "high": 10}}}, "stop.sprt.low: 50 and 10 must be in order"),
        (
            {"stop": {"sprt": {"alpha": 0.5, "beta": 0.5}}},
            "stop.sprt.alpha: alpha and beta are too large",
        ),
        ({"faults": {"suspend_above": 2}}, "faults.suspend_above: 2 is not from 0.0 to 1.0"),
        ({"ladder": {"pairs": -1}}, "ladder.pairs: -1 is less than 0"),
    ],
)
def test_every_error_names_file_field_and_reason(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    file = tmp_path / "cup.yaml"
    file.write_text(yaml.safe_dump({**CUP, **change}))
    with pytest.raises(ConfigError) as error:
        read_plan(file)
    assert str(error.value).startswith(f"{file}: {words}")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scenarios": ["none such"]}, "cup: scenarios[1]: "),
        ({"scenarios": CUP["scenarios"] * 2}, "cup: scenarios[2]: is the same as scenarios[1]"),
        ({"entrants": ["random", "bot:none-such x"]}, "cup: entrants[2].player: bot:none-such x: "),
        (
            {"entrants": ["random", "nobody"]},
            "cup: entrants[2].player: nobody: agent: unknown player",
        ),
        (
            {"entrants": ["random", {"player": "scripted:captain", "files": ["gone"]}]},
            "cup: entrants[2].files: no such file: gone",
        ),
    ],
)
def test_whatever_cannot_be_opened_is_named(change: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError) as error:
        tournament = Tournament(plan_from({**CUP, **change}))
        _ = tournament.hashes
        tournament.open_all()
    assert str(error.value).startswith(words)


def test_a_file_that_changes_is_another_player(tmp_path: Path) -> None:
    bot = tmp_path / "bot.js"
    bot.write_text("1")
    plan = plan_from({**CUP, "entrants": [f"bot:node {bot}", "random"]})
    before = Tournament(plan).hashes
    bot.write_text("2")
    after = Tournament(plan).hashes
    assert before[0] != after[0] and before[1] == after[1]
    assert Tournament(plan_from({**CUP, "entrants": ["random", "bot:cat"]})).hashes[0] == before[1]


def test_what_differs_between_two_plans_is_named() -> None:
    changed = plan_from({**CUP, "pairs": 11, "faults": {"after": 3}}).as_json()
    assert list(differences(plan_from(CUP).as_json(), changed)) == [
        "faults.after: 10, not 3",
        "pairs: 10, not 11",
    ]
