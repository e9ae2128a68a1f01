"""`spacecombat analyse`: tables, JSON, a page, readers, one-line errors and exit statuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bidding import Bidder, bid, but_once, dearest

from spacecombat_agents import cli
from spacecombat_agents.analysis import game_report
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.replay import save_replay

PLANTED = 4
BRIEF = ("--worlds", "4", "--decisions", "3", "--seed", "1")


@pytest.fixture
def game(setting: GameSetting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a blunder of Red's, and a net that is called `bidder`."""
    made = game_report.make_agent

    def make_agent(name: str, where: GameSetting) -> Any:
        return Bidder() if name == "bidder" else made(name, where)

    monkeypatch.setattr(game_report, "make_agent", make_agent)
    return save_replay(bid(setting, 11, but_once(PLANTED), dearest), tmp_path / "game.json")


def spacecombat(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command line in this process."""
    status = cli.run(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def test_tables(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = spacecombat(capsys, "analyse", str(game), "--with", "bidder", *BRIEF)
    assert status == 0
    assert "red_0 (" in out and "blue_0 (" in out and "luck and opponent" in out
    [row] = [
        line for line in out.splitlines() if line.startswith(f"{PLANTED} ") and "word " in line
    ]
    assert row.split()[1] == str(PLANTED + 1) and "0.0%" in row
    assert "16 worlds per order" in out


def test_json_of_all_readers_and_of_one(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("analyse", str(game), "--with", "bidder", *BRIEF, "--json")
    whole = json.loads(spacecombat(capsys, *command)[1])
    assert list(whole["readers"]) == ["red_0", "blue_0"]
    assert (whole["with"], whole["worlds"], whole["turns"]) == ("bidder", 4, 2)
    [dear] = whole["readers"]["red_0"]["dearest"]
    assert dear["order"] == PLANTED + 1 and whole["readers"]["blue_0"]["dearest"] == []
    alone = json.loads(spacecombat(capsys, *command, "--reader", "red_0")[1])
    assert alone["readers"] == {"red_0": whole["readers"]["red_0"]}


def test_who_is_queried_and_who_plays_on(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("analyse", str(game), "--with", "bidder", *BRIEF, "--json")
    usual = json.loads(spacecombat(capsys, *command)[1])
    assert usual["ask"] == ["scripted:captain"]
    assert usual["play_on"] == ["bidder", "scripted:captain"]
    made_with = [each["name"] for each in usual["provenance"]["agents"]]
    assert made_with == ["bidder", "scripted:captain"]
    alone = json.loads(spacecombat(capsys, *command, "--ask", "none")[1])
    assert (alone["ask"], alone["play_on"]) == ([], ["bidder"])
    shared = ("--ask", "random", "--play-on", "random", "--play-on", "scripted:captain")
    told = json.loads(spacecombat(capsys, *command, *shared)[1])
    assert (told["ask"], told["play_on"]) == (["random"], ["random", "scripted:captain"])
    status, _, err = spacecombat(capsys, *command, "--play-on", "nobody")
    assert status == 2 and "nobody: agent: unknown player" in err


def test_a_page_of_one_reader(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    command = ("analyse", str(game), "--with", "bidder", *BRIEF, "--html", str(page))
    status, out, _ = spacecombat(capsys, *command, "--reader", "red_0")
    assert status == 0 and f"page: {page}" in out
    text = page.read_text(encoding="utf-8")
    assert "Win probability by bidder" in text and '"remarks":{"0":' in text
    assert "blue bot" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--with", "random"), "random: with: is not a network"),
        (("--with", "nobody"), "nobody: agent: unknown player"),
        (("--with", "no.opp"), "no.opp: file: there is no such file"),
        (("--with", "bidder", "--reader", "green_0"), "green_0: reader: unknown; there are: "),
        (("--with", "bidder", "--reader", "truth"), "analyse: reader: truth is not a seat"),
        (("--with", "bidder", "--worlds", "1"), "arguments: Invalid value for '--worlds'"),
        (("--with", "bidder", "--html", "no/such/page.html"), "no/such/page.html: html: "),
        ((), "arguments: Missing option '--with'"),
    ],
)
def test_errors_name_file_field_and_reason(
    game: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    status, out, err = spacecombat(capsys, "analyse", str(game), *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_file_that_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text("{}", encoding="utf-8")
    status, _, err = spacecombat(capsys, "analyse", str(file), "--with", "bidder")
    assert status == 2 and err.startswith(f"error: {file}: format: missing")


def test_interrupted(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(game_report.Analyst, "seat", stop)
    status, out, err = spacecombat(capsys, "analyse", str(game), "--with", "bidder")
    assert (status, out) == (1, "") and "interrupted" in err
