"""Replays: recorded, saved, verified, refused where anything is amiss, and shown as a page."""

from __future__ import annotations

import dataclasses
import gzip
import itertools
import json
import re
from typing import Any

import numpy as np
import pytest
from kit import toy_ruleset

from spacecombat_agents.analysis.replay_summary import _describe_replay
from spacecombat_env import registry
from spacecombat_env.core.errors import ReplayError
from spacecombat_env.core.presentation.svg import BRIGHT, changeable
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.replay import (
    TRUTH,
    Recorder,
    Replay,
    frames,
    load_replay,
    open_replay,
    record,
    save_replay,
    verify,
)
from spacecombat_env.replay.outcomes import outcome_of
from spacecombat_env.replay.page import build_page, write_page

registry.add(toy_ruleset.RULESET)
TOY = "hidden_number"
GAMES = [(TOY, "skirmish", None), ("battle_rider", "duel", 3), ("battle_rider", "skirmish", 2)]


def played(name: str, scenario: Any, turns: int | None = None, seed: int = 5) -> Replay:
    """Return the replay of a random game."""
    rules = registry.ruleset(name)
    opened = open_scenario(rules, scenario, None, turns)
    recorder = Recorder(rules, opened, seed, ("first", "second"), digest_every=10)
    generator = np.random.default_rng(seed)
    while recorder.playback.seat >= 0:
        recorder.add(int(generator.choice(recorder.playback.mask.nonzero()[0])))
    return recorder.replay()


@pytest.fixture(scope="module", params=GAMES, ids=["toy", "duel", "skirmish"])
def game(request: pytest.FixtureRequest) -> Replay:
    """Return a replay of each kind."""
    return played(*request.param)


@pytest.fixture(scope="module")
def toy() -> Replay:
    return played(*GAMES[0])


@pytest.fixture(scope="module")
def skirmish() -> Replay:
    return played(*GAMES[2])


def refusal(found: pytest.ExceptionInfo[ReplayError]) -> str:
    """Return an error's text, which is one line."""
    assert "\n" not in str(found.value)
    return str(found.value)


# -- recording and verifying ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["game.json", "game.json.gz"])
def test_a_saved_replay_is_the_same_and_can_be_verified(game, name, tmp_path):
    path = save_replay(game, tmp_path / name)
    loaded = load_replay(path)
    assert loaded == game
    assert verify(loaded) == game.outcome
    assert save_replay(loaded, tmp_path / f"again_{name}").read_bytes() == path.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"again_{name}", name]


def test_a_game_is_recorded_from_its_actions_alone(game):
    scenario = open_replay(game).scenario
    words = np.array(game.actions, np.int32)
    again = record(game.ruleset, scenario, game.seed, words, game.agents.values())
    assert again.actions == game.actions and again.checks == game.checks
    assert again.outcome == game.outcome and again.agents == game.agents


def test_an_open_game_can_be_replayed(toy):
    rules = registry.ruleset(TOY)
    recorder = Recorder(rules, open_scenario(rules, "skirmish"), toy.seed)
    for action in toy.actions[:3]:
        recorder.add(action)
    assert recorder.replay().outcome is None
    assert verify(recorder.replay()) is None


def test_a_game_lost_by_an_illegal_action_can_be_replayed(tmp_path):
    rules = registry.ruleset("battle_rider")
    recorder = Recorder(rules, open_scenario(rules, "duel"), 3)
    recorder.add(int(recorder.playback.mask.argmin()))
    game = recorder.replay()
    assert game.outcome is not None and rules.reasons[game.outcome.reason] == "illegal order"
    assert verify(load_replay(save_replay(game, tmp_path / "a.json"))) == game.outcome
    with pytest.raises(ReplayError, match="after the end"):
        recorder.add(0)


# -- what is refused -----------------------------------------------------------------------------


def changed(game: Replay, at: int) -> Replay:
    """Return a replay with another legal action at a decision (from 1) at which there is one."""
    playback = open_replay(game)
    for number, action in enumerate(game.actions, start=1):
        others = [int(t) for t in playback.mask.nonzero()[0] if t != action]
        if number >= at and others:
            actions = (*game.actions[: number - 1], others[0], *game.actions[number:])
            return dataclasses.replace(game, actions=actions)
        playback.step(action)
    raise AssertionError("no choice")


@pytest.mark.parametrize("at", [1, 7, 15])
def test_a_changed_order_is_found_at_its_decision(game, at, tmp_path):
    other = changed(game, min(at, len(game.actions)))
    path = save_replay(other, tmp_path / "changed.json")
    at = next(
        n for n, (a, b) in enumerate(zip(game.actions, other.actions, strict=True), 1) if a != b
    )
    with pytest.raises(ReplayError) as found:
        verify(load_replay(path))
    assert re.match(rf"{path}: tokens\[{at}\]: decision {at}, \w+ says '.+': ", refusal(found))


def test_an_illegal_order_is_found_at_its_decision(game):
    playback, at = open_replay(game), len(game.actions) // 2
    for action in game.actions[: at - 1]:
        playback.step(action)
    actions = (*game.actions[: at - 1], int(playback.mask.argmin()), *game.actions[at:])
    with pytest.raises(ReplayError) as found:
        verify(dataclasses.replace(game, actions=actions))
    assert f"tokens[{at}]: decision {at}, " in refusal(found) and "not legal" in refusal(found)
    with pytest.raises(ReplayError, match="not legal"):
        list(frames(dataclasses.replace(game, actions=actions)))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("seed", 6, "seed: "),
        ("ruleset", "chess", "ruleset: "),
        ("ruleset_version", 9, "ruleset_version: "),
        ("scenario_digest", "0" * 64, "scenario: "),
        ("outcome", None, "outcome: "),
        ("scenario", {"sides": {}}, "scenario: "),
    ],
)
def test_what_does_not_fit_is_refused(skirmish, field, value, said):
    with pytest.raises(ReplayError) as found:
        verify(dataclasses.replace(skirmish, **{field: value}))
    assert refusal(found).startswith(f"<replay>: {said}")


def test_actions_after_the_end_are_refused(skirmish):
    longer = dataclasses.replace(
        skirmish, actions=(*skirmish.actions, 0), checks=skirmish.checks + "0000"
    )
    with pytest.raises(ReplayError, match=r"the game is over after decision \d+"):
        verify(longer)


def test_other_sources_are_mentioned_where_the_game_differs(skirmish):
    other = dataclasses.replace(changed(skirmish, 3), rules_hash="ab" * 32)
    with pytest.raises(ReplayError, match="recorded with other sources: abababab"):
        verify(other)
    assert verify(dataclasses.replace(skirmish, rules_hash="ab" * 32)) == skirmish.outcome


BAD = [
    ({"format": "save game"}, "format: "),
    ({"format_version": 2}, "format_version: "),
    ({"tokens": "1 2 3"}, "tokens: "),
    ({"tokens": [1, -2]}, "tokens[2]: "),
    ({"tokens": [1, True]}, "tokens[2]: "),
    ({"seed": -1}, "seed: "),
    ({"seed": 1.5}, "seed: "),
    ({"checks": "12"}, "checks: "),
    ({"digests": []}, "digests: "),
    ({"digest_every": 0}, "digest_every: "),
    ({"rules_hash": "xyz"}, "rules_hash: "),
    ({"scenario": []}, "scenario: "),
    ({"delegate": {"red_0": []}}, "delegate: "),
    ({"delegate": [[1], []]}, "delegate[1]: "),
    ({"agents": {"red_0": 1}}, "agents: "),
    ({"outcome": {"verdict": 1}}, "outcome: "),
    ({"made_by": None}, "made_by: "),
    ({"colour": "red"}, "colour: unknown key"),
]


@pytest.mark.parametrize(("change", "said"), BAD, ids=[said for _, said in BAD])
def test_a_malformed_file_is_refused_by_field(toy, change, said, tmp_path):
    path = save_replay(toy, tmp_path / "bad.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ReplayError) as found:
        load_replay(path)
    assert refusal(found).startswith(f"{path}: {said}")


def test_a_missing_field_is_refused(toy, tmp_path):
    path = save_replay(toy, tmp_path / "bad.json")
    content = json.loads(path.read_text())
    del content["seed"]
    path.write_text(json.dumps(content))
    with pytest.raises(ReplayError, match="seed: missing"):
        load_replay(path)


@pytest.mark.parametrize("name", ["cut.json", "cut.json.gz"])
def test_a_truncated_file_is_refused(toy, name, tmp_path):
    path = save_replay(toy, tmp_path / name)
    for size in (0, 1, 40, path.stat().st_size - 9):
        path.write_bytes(path.read_bytes()[:size])
        with pytest.raises(ReplayError) as found:
            load_replay(path)
        assert refusal(found).startswith(f"{path}: file: ")


def test_what_is_no_replay_is_refused(tmp_path):
    for content in (b"[]", b"\xff\xfe", b"\x1f\x8b\x08rubbish", gzip.compress(b"{")):
        path = tmp_path / "what.json"
        path.write_bytes(content)
        with pytest.raises(ReplayError, match="file: "):
            load_replay(path)
    with pytest.raises(ReplayError, match="cannot be read"):
        load_replay(tmp_path / "absent.json")


def test_nothing_is_left_where_writing_fails(toy, tmp_path):
    with pytest.raises(ReplayError, match="cannot be written"):
        save_replay(toy, tmp_path / "absent" / "game.json")
    with pytest.raises(ReplayError, match="cannot be written"):
        write_page(toy, tmp_path / "absent" / "game.html")
    with pytest.raises(ReplayError):
        write_page(dataclasses.replace(toy, ruleset="chess"), tmp_path / "game.html")
    assert list(tmp_path.iterdir()) == []


# -- frames --------------------------------------------------------------------------------------


def test_frames_show_the_whole_game(game):
    found = list(frames(game))
    assert found[0].decision == 0 and found[-1].decision == len(game.actions)
    assert found[-1].seat == -1
    spoken = [word for frame in found for _, words in frame.utterances for word in words]
    assert len(spoken) == len(game.actions)
    assert all(set(frame.looks) == {TRUTH, 0, 1} for frame in found)
    assert len(list(frames(game, (), every=True))) == len(game.actions) + 1


def test_each_frame_logs_what_is_new(skirmish):
    rules = registry.ruleset("battle_rider")
    playback = open_replay(skirmish)
    before, whole = 0, []
    for action in (None, *skirmish.actions):
        if action is not None:
            playback.step(action)
        whole += rules.log(playback.games, 0, playback.scenario, TRUTH, before)
        before = int(playback.games.states[0].log_count)
    shown = [line for frame in frames(skirmish, (TRUTH,)) for line in frame.looks[TRUTH].lines]
    assert shown == whole
    assert sum(line.startswith("Turn ") for line in shown) == skirmish.outcome.turns


def test_a_seat_reads_in_its_frames_what_its_own_log_says(skirmish):
    looks = [frame.looks[0].lines for frame in frames(skirmish, (0,))]
    assert any("e" in line for lines in looks for line in lines)
    assert not any("Blue TF-" in line or "Red TF-" in line for lines in looks for line in lines)


def test_an_overlay_lies_under_the_pieces_of_seats_alone(skirmish):
    def overlay(seat: int, visible: Games, scenario: Scenario) -> list[str]:
        hidden = visible.states[0].craft[(1 - seat) * (len(visible.states[0].craft) // 2)]
        assert not hidden.missiles, "only what the seat may know is handed over"
        return [f'<circle r="{seat + 1}" class="{scenario.name}"/>', "<path/>"]

    pairs = zip(frames(skirmish), frames(skirmish, overlay=overlay), strict=True)
    for plain, laid in itertools.islice(pairs, 30):
        assert laid.looks[TRUTH].svg == plain.looks[TRUTH].svg
        for seat in (0, 1):
            lines = f'<circle r="{seat + 1}" class="skirmish"/>\n<path/>\n'
            before, found, rest = plain.looks[seat].svg.partition('<g id="pieces">\n')
            assert laid.looks[seat].svg == f"{before}{found}{lines}{rest}"
    assert "<path/>" in lines_of(data_of(build_page(skirmish, overlay=overlay)))


def test_a_picture_without_pieces_takes_no_overlay(toy):
    pairs = zip(frames(toy), frames(toy, overlay=lambda *_: ["<path/>"]), strict=True)
    assert all(plain == laid for plain, laid in pairs)


# -- the page ------------------------------------------------------------------------------------


def data_of(page: str) -> dict[str, Any]:
    """Return what a page holds."""
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    assert found is not None
    return json.loads(found[1])


def lines_of(content: dict[str, Any]) -> list[str]:
    """Return the lines of SVG that a page holds: a form each, and the numbers in its gaps."""
    found = []
    for line in content["lines"]:
        form, *numbers = line.split(" ")
        parts = content["forms"][int(form)].split("¤")
        found.append(
            "".join(part + number for part, number in zip(parts, [*numbers, ""], strict=True))
        )
    return found


def test_a_page_is_one_file_that_requests_nothing(game, tmp_path):
    path = write_page(game, tmp_path / "game.html", title="A <fine> game")
    page = path.read_text(encoding="utf-8")
    links = set(re.findall(r"https?://[^\s\"'<>\\]*", page))
    assert links == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(?:link|img|script)[^>]*(?:src|href)=\"(?!data:)", page)
    assert path.stat().st_size < 5_000_000
    assert "A &lt;fine&gt; game" in page and "__DATA__" not in page
    content = data_of(page)
    assert content["title"] == "A <fine> game"
    assert [seat["agent"] for seat in content["seats"]] == ["first", "second"]
    assert len(content["frames"]) == len(list(frames(game, ())))


def test_a_page_shows_the_pictures_of_the_frames(skirmish):
    content = data_of(build_page(skirmish))
    drawn = lines_of(content)
    visible: dict[int, list[int]] = {reader: [] for reader in (TRUTH, 0, 1)}
    for frame, shown in zip(frames(skirmish, for_page=True), content["frames"], strict=True):
        for reader, look in zip((TRUTH, 0, 1), shown["v"], strict=True):
            for first, many, *fresh in look["p"]:
                visible[reader][first : first + many] = fresh
            lines = [drawn[n] for n in visible[reader]]
            still = "\n".join(drawn[n] for n in content["stills"][look["b"]])
            again = still.removesuffix("</g></svg>") + "\n" + "\n".join(lines) + "\n</g></svg>"
            assert again == changeable(frame.looks[reader].svg).replace('"', "'")
            assert "var(--bright0)" in again and BRIGHT[0] not in again
            assert [content["texts"][n] for n in look["l"]] == frame.looks[reader].lines
    assert len(content["stills"]) == 1


def test_a_page_for_one_seat_holds_nothing_it_did_not_know(tmp_path):
    scenario = {
        "name": "strangers",
        "sides": {
            side: {
                "fleet_tactics": 2,
                "ships": [{"class": klass, "name": name, "missiles": 0}],
                "task_forces": [
                    {"name": f"{name} force", "ships": [name], "hex": [9, row]},
                    {"name": f"{name} dummy", "ships": [], "hex": [12, row]},
                ],
            }
            for side, name, klass, row in (
                ("red", "Alpha", "Valor", 1),
                ("blue", "Bravo", "Gazelle", 33),
            )
        },
    }
    game = played("battle_rider", scenario, 2)
    words = {0: ("Bravo", "Gazelle"), 1: ("Alpha", "Valor")}
    for seat, secret in words.items():
        page = build_page(game, readers=(seat,))
        assert not [word for word in secret if word in page]
        spoken = [said[0] for frame in data_of(page)["frames"] for said in frame["v"][0]["o"]]
        assert set(spoken) <= {seat}
    assert "Bravo" in build_page(game, readers=(TRUTH,))


@pytest.mark.rule("IN-SCN-14")
@pytest.mark.parametrize("readers", [(TRUTH,), (0,)])
def test_a_game_with_an_outcome_table_reports_how_great_the_victory_is(
    readers: tuple[int, ...],
) -> None:
    """A turn without losses: the first side's zero row, in the command's answer and on the page."""
    replay = played("interceptor", "asteroid_field", 1, seed=4)
    assert outcome_of(replay) == _describe_replay(replay, "asteroid_field")["outcome"] == "marginal"
    page = build_page(replay, readers=readers)
    assert "marginal victory" in page
