"""The example of docs/arena.md is a cup; docs/arena/cup_file.md names every field and default."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
import yaml

from spacecombat_agents.arena.tournament.plan import TournamentPlan, plan_from, read_plan
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.config_files import TOURNAMENTS, find_config
from spacecombat_agents.package_paths import STARTERS

DOCS = Path(__file__).parents[4] / "docs"
PAGE = (DOCS / "arena.md").read_text(encoding="utf-8")
REFERENCE = (DOCS / "arena" / "cup_file.md").read_text(encoding="utf-8")


def test_the_example_can_be_played() -> None:
    block = re.search(r"```yaml\n(.*?)```", PAGE, re.S)
    assert block is not None
    plan = plan_from(yaml.safe_load(block[1]))
    assert plan.labels == ["random", "hunter", "dice"]
    assert len(Tournament(plan).settings) == 2


def test_every_field_is_on_the_page() -> None:
    rows = re.findall(r"^\| (`[^|]*`) \|", REFERENCE, re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert set(named) == {field.name for field in dataclasses.fields(TournamentPlan)}


@pytest.mark.slow
def test_the_cup_that_ships_can_be_played() -> None:
    tournament = Tournament(read_plan(find_config(TOURNAMENTS, "example")))
    tournament.open_all()
    bot = next(at for at in range(len(tournament.plan.entrants)) if tournament.plan.is_bot(at))
    assert (
        Path(tournament.player(bot, 0).name.split()[-1].format(starters=STARTERS))
        == STARTERS / "bot.js"
    )
    assert len(set(tournament.hashes)) == len(tournament.plan.entrants)
    tournament.close()


def test_the_kept_report_is_of_the_cup_that_ships() -> None:
    """And nobody learns where it was played."""
    told = json.loads((DOCS / "examples" / "report.json").read_text(encoding="utf-8"))
    plan = read_plan(find_config(TOURNAMENTS, "example"))
    assert plan_from(told["how"]["plan"]) == plan
    page = (DOCS / "examples" / "cup.html").read_text(encoding="utf-8")
    assert told["how"]["rows_sha"] in page and "games/" not in page
    assert not re.search(r"/(work|tmp|home|root|Users)/", page + json.dumps(told))
