"""Cups of commanders: whole campaigns as games of a tournament."""

import json

import pytest
import yaml

from spacecombat_agents.arena.tournament import tournament_runs, unit_games
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.schedule import units
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.config_files import TOURNAMENTS, find_config
from spacecombat_env.core.errors import ConfigError

pytestmark = pytest.mark.filterwarnings("ignore")
COMMANDER = """
from pathlib import Path

class Sleeper:
    name = "sleeper"

    def reset(self, seed):
        self.tell("act")

    def choose(self, desk):
        self.tell(desk.side.name)
        return int(desk.mask().argmax())

    def tell(self, word):
        with Path(__file__).with_name("told.txt").open("a") as file:
            print(word, file=file)
"""


def plan_of(**changes):
    """A cup of two commanders in a war of four days by the table."""
    war = {"ruleset": "interceptor_campaign", "scenario": "ciria", "max_turns": 4}
    return {
        "name": "wars",
        "seed": 3,
        "entrants": ["scripted:commander", "random"],
        "scenarios": [{**war, "options": {"battles": "table"}}],
        "pairs": 3,
        **changes,
    }


def played(folder, content):
    """The result of a cup, and its rows."""
    folder.mkdir(exist_ok=True)
    file = folder / "cup.yaml"
    file.write_text(yaml.safe_dump(content))
    result = tournament_runs.run_tournament(file, folder / "out", workers=1, threads=None, ray=None)
    with GameStore.open(folder / "out" / "results.db") as store:
        return result, list(store.rows())


def test_a_cup_is_played_and_reported(tmp_path):
    result, rows = played(tmp_path, plan_of())
    assert result["pairs_done"] == 3 and len(rows) == 6
    assert {row.turns for row in rows} == {4} and {row.reason for row in rows} == {"last day"}
    for row in rows:
        winner = 2 if not row.margin else int(row.margin < 0)
        assert row.verdict == winner and row.decisions_first and row.words_sha
        assert row.seat_of_a == row.game
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert [each["label"] for each in report["scenarios"]] == ["ciria"]
    assert {each["label"] for each in report["entrants"]} == {"scripted:commander", "random"}
    assert report["entrants"][0]["interval"][0] is not None
    assert "Interceptor campaign" in (tmp_path / "out" / "report.html").read_text()


def test_an_interrupted_cup_resumes_to_the_same_rows(tmp_path, monkeypatch):
    whole = played(tmp_path / "whole", plan_of())[0]
    played(tmp_path / "part", plan_of())
    with GameStore.open(tmp_path / "part" / "out" / "results.db", write=True) as store:
        with store._transaction() as database:
            database.execute("DELETE FROM game WHERE pair > 0")
        assert store.count() == 2
    resumed = tournament_runs.resume_tournament_folder(
        tmp_path / "part" / "out", workers=1, threads=None, ray=None
    )
    assert resumed["games"] == 6 and resumed["rows_sha"] == whole["rows_sha"]


def test_campaigns_are_stored_pair_by_pair():
    plan = plan_from(plan_of())
    assert [unit.pairs for unit in units(plan)] == [1, 1, 1]
    tournament = Tournament(plan)
    rows = unit_games.play_unit(tournament, units(plan)[1])
    assert [(row.pair, row.game) for row in rows] == [(1, 0), (1, 1)]


def test_a_commander_of_ones_own_enters(tmp_path, monkeypatch):
    (tmp_path / "sleepers.py").write_text(COMMANDER)
    own = {"player": f"{tmp_path}/sleepers.py:Sleeper", "label": "sleeper"}
    result, rows = played(tmp_path, plan_of(entrants=["scripted:commander", own], pairs=2))
    assert {each["label"] for each in result["entrants"]} == {"scripted:commander", "sleeper"}
    acts = (tmp_path / "told.txt").read_text().split("act\n")[1:]
    assert [set(act.split()) for act in acts] == [
        {side}
        for row in rows
        for side in (["RED"] * row.decisions_first, ["BLUE"] * row.decisions_second)[1 - row.game]
    ], "all acts of its side are its own"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"entrants": ["scripted:commander", "scripted:ace"]}, "unknown; there are random"),
        ({"entrants": ["random", "bot:node bot.js"]}, "unknown; there are random"),
        ({"scenarios": [{"ruleset": "interceptor_campaign", "options": {"deck": 1}}]}, "deck"),
        ({"scenarios": [{"ruleset": "interceptor_campaign", "scenario": "moon"}]}, "moon"),
    ],
)
def test_what_does_not_fit_is_refused_before_the_first_game(tmp_path, changes, reason):
    with pytest.raises(ConfigError, match=reason):
        played(tmp_path, plan_of(**changes))


def test_the_shipped_cup_can_be_read():
    content = yaml.safe_load(find_config(TOURNAMENTS, "campaigns").read_text(encoding="utf-8"))
    plan = plan_from(content)
    assert [each.is_campaign for each in plan.scenarios] == [True, True]
    Tournament(plan).open_all()
