"""A game in the terminal, played by feeding it lines."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from spacecombat_agents import cli
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.play.cli import seat_players
from spacecombat_agents.play.local_game import PERSON, LocalGame
from spacecombat_agents.play.shell import COMMANDS, Shell
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.replay import load_replay, verify

START = "B4 3,3"
LOTS = {"red_0": PERSON, "blue_0": "random"}
BOTH = {"red_0": PERSON, "blue_0": PERSON}


def local_game(sits: dict[str, str], turns: int = 3, seed: int = 3) -> LocalGame:
    """A small game."""
    return LocalGame.new(GameSetting.of("intercept_sensors", "duel", max_turns=turns), sits, seed)


def fed(game: LocalGame, *lines: str, kept: Path | None = None) -> str:
    """What the terminal shows when it is fed lines."""
    shown = io.StringIO()
    given = io.StringIO("".join(f"{line}\n" for line in lines))
    Shell(game, kept, given, shown).run()
    return shown.getvalue()


def test_a_game_is_played_to_its_end() -> None:
    game, lines = local_game(LOTS), list[str]()
    game.play_until_person()
    while game.table.to_act is not None:
        state = game.table.state("red_0")
        lines.append(state.offers[0].text)
        game.table.say("red_0", state.at, lines[-1:])
        game.play_until_person()
    shown = fed(local_game(LOTS), *lines)
    assert shown.count("\nRed: ") >= len(lines) - 2
    assert re.search(r"\n(Red wins|Blue wins|A draw): .*\.\n$", shown)
    assert lines[0] == "A1" and "Alcyone starts at A1" in shown


def test_actions_are_put_together_and_taken_back() -> None:
    game = local_game(LOTS)
    shown = fed(game, START, "SE", "words", "undo", "undo", "S 1G", "log")
    assert "so far: SE" in shown
    assert "! there is nothing to undo; completed orders stand" in shown
    assert game.table.counts[0] == 4  # box and square; thrust and its number
    before = game.table.actions
    fed(game, "SE", "undo", "N", "undo all")
    assert game.table.actions == before


def test_actions_may_be_abbreviated_and_given_together() -> None:
    game = local_game(LOTS)
    shown = fed(game, "b4 3,3", "pop", "coa")
    assert game.table.counts[0] == 4 and "sensors in" in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("xyzzy", "! 'xyzzy' is not a legal action; legal: A1, B1"),
        ("b", "! 'b' is ambiguous: B1, B2"),
        ("b4 3,3 coast", "! the order ends with '3,3'; enter the rest afterwards"),
        (".xyzzy", "! 'xyzzy' is not a command; type help for help"),
        ("let admiral", "! let captain, or let captain order, phase, turn, game"),
        ("resign", "! type resign game to resign"),
        ("view warp", "! parts: "),
        ("save", "! save FILE"),
        ("map /nowhere/map.svg", "! /nowhere/map.svg: cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(line: str, answer: str) -> None:
    game = local_game(LOTS)
    shown = fed(game, line)
    assert answer in " ".join(shown.split())
    assert game.table.counts[0] == 0


def test_everything_can_be_looked_at(tmp_path: Path) -> None:
    game = local_game(LOTS)
    file = tmp_path / "map.svg"
    shown = fed(game, "help", START, "view turn", "map", f"map {file}", "log 2", "view")
    for name in COMMANDS:
        assert f"\n{name}" in shown or f"> {name}" in shown
    assert "> 1\n" in shown
    assert "what Red knows" in shown
    assert file.read_text().startswith("<svg")
    assert json.loads(shown[shown.index("> {") + 2 : shown.rindex("}") + 1])["seat"] == "red_0"


@pytest.mark.parametrize("until", ["", " phase", " turn", " game"])
def test_the_captain_acts(until: str) -> None:
    game = local_game(LOTS)
    fed(game, START, f"let captain{until}")
    state = game.table.state("red_0")
    assert game.table.counts[0] > 1
    if until == " turn":
        assert state.turn == 2 and state.offers
    assert (state.over is not None) == (until == " game")


def test_two_at_one_keyboard_are_shown_what_is_theirs() -> None:
    game = local_game(BOTH)
    shown = fed(game, "A1 1,1", "", "log")
    assert "\nBlue, are you there? Press Enter.\n" in shown
    red, blue = re.split(r"Blue, are you there.*", shown, maxsplit=1)
    assert "in which box does Alcyone start" in red
    assert "in which box does Electra start" in blue and "Alcyone" not in blue


def test_a_game_that_is_saved_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = [START, "coast", "let captain turn", "let captain turn", "let captain game"]
    whole = local_game(LOTS, 4)
    fed(whole, *lines)
    cut = local_game(LOTS, 4)
    fed(cut, lines[0], kept=file)
    for line in lines[1:]:
        cut = LocalGame.resumed(file)
        shown = fed(cut, line, kept=file)
    assert cut.table.actions == whole.table.actions
    assert "saved: " in shown
    replay = load_replay(file)
    assert verify(replay) == replay.outcome and replay.agents == LOTS


def test_a_game_that_play_did_not_save_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = local_game(LOTS)
    game.seating = {"red_0": "Ann", "blue_0": "random"}
    game.save(file)
    with pytest.raises(ConfigError, match="agents: no player is named 'person'"):
        LocalGame.resumed(file)


def test_giving_up_ends_the_game() -> None:
    assert fed(local_game(LOTS), "resign game").endswith("\nBlue wins: resigned.\n")


def test_actions_and_commands_are_completed() -> None:
    shell = Shell(local_game(LOTS), None, io.StringIO(), io.StringIO())
    shell.begin()
    assert shell.completenames("b") == [f"B{n}" for n in range(1, 8)]
    assert shell.completenames("un") == ["undo"]
    shell.onecmd(START)
    assert shell.completedefault("", "SE ", 3, 3) == [
        offer.text for offer in shell.table.look_ahead("red_0", ["SE"]).offers
    ]
    assert shell.completedefault("x", "xyzzy x", 6, 7) == []
    assert shell.order.offers == []


def test_who_sits_where() -> None:
    rules = registry.ruleset("intercept_sensors")
    assert seat_players(rules, None, None) == {"red_0": PERSON, "blue_0": "scripted:hunter"}
    assert seat_players(rules, "blue_0", "random") == {"red_0": "random", "blue_0": PERSON}
    assert seat_players(rules, "both", None) == BOTH


def test_the_command_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = iter([START, "coast"])

    def typed(prompt: str = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", typed)
    file = tmp_path / "game.json"
    place = ["--ruleset", "intercept_sensors", "--scenario", "duel", "--seed", "3"]
    assert cli.run(["play", *place, "--against", "random", "--save", str(file)]) == 0
    assert "Red: Set-up: in which box" in capsys.readouterr().out
    assert load_replay(file).seed == 3
    assert cli.run(["play", *place, "--seat", "green_0"]) == 2
    assert cli.run(["play", "--resume", str(tmp_path / "none.json")]) == 2


def test_a_player_that_is_not_there_is_named() -> None:
    with pytest.raises(SpaceCombatError, match="unknown player"):
        local_game({"red_0": PERSON, "blue_0": "nobody"})
