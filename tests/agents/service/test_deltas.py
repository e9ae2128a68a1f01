"""States that are sent as changes: put together again, they are the whole states, line by line."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.javascript import needs_node
from kit.serving import HUNTER, PERSON, Player, made
from starlette.testclient import TestClient

import spacecombat_env
from spacecombat_agents.players.scripted import ScriptedAgent, captain_module
from spacecombat_agents.service.games.deltas import (
    END,
    DeltaEncoder,
    Grounds,
    apply_line_changes,
    apply_merge_patch,
    line_changes,
    merge_patch,
    without_nulls,
)
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.registry import ruleset

SCENARIOS = {"battle_rider": "skirmish", "interceptor": "pair", "intercept_sensors": "duel"}
DELTAS_JS = Path(spacecombat_env.__file__).parent / "web" / "deltas.js"
Message = dict[str, Any]


class Decoder:
    """Puts states together again, as the page does."""

    def __init__(self, grounds: Grounds) -> None:
        self.grounds, self.lines, self.view, self.stamp = grounds, list[str](), dict[str, Any](), ""

    def take(self, parts: Message, stamp: str) -> tuple[Any, str]:
        """Return the view and the picture of a message."""
        assert parts["base"] in ("", self.stamp)
        self.lines = apply_line_changes(self.lines if parts["base"] else [], parts["lines"])
        view = parts["view"] if parts["full"] else apply_merge_patch(self.view, parts["view"])
        self.view, self.stamp = view, stamp
        ground = self.grounds.compressed(parts["ground"])
        assert ground is not None
        return view, gzip.decompress(ground).decode() + "\n".join(self.lines) + END


def states(rules: str, seed: int, every: int = 1) -> Iterator[tuple[str, Any, str, str]]:
    """Play a game of captains; yield reader, view, picture and stamp of states that are sent."""
    table = Table(ruleset(rules), open_scenario(ruleset(rules), SCENARIOS[rules]), seed=seed)
    doctrine = next(iter(captain_module(rules).DOCTRINES))
    agents = {seat: ScriptedAgent(table.scenario, doctrine) for seat in table.ruleset.seats}
    for number in range(2000):
        seat = table.to_act
        if seat is None:
            return
        if number % every == 0:
            state = table.state(seat)
            view = json.loads(json.dumps(state.view))
            picture = table.picture(seat, for_page=True, moment=state.moment)
            yield seat, view, picture, f"{seat} {number}"
        table.let(seat, agents[seat])


def check_game(rules: str, seed: int, every: int) -> None:
    """Check every state of a game, and that most of them are sent as changes."""
    grounds = Grounds()
    coders = {seat: (DeltaEncoder(grounds), Decoder(grounds)) for seat in ruleset(rules).seats}
    sizes, readers, count = [], set(), 0
    for seat, view, picture, stamp in states(rules, seed, every):
        encoder, decoder = coders[seat]
        parts = json.loads(json.dumps(encoder.parts(view, picture, stamp)))
        assert decoder.take(parts, stamp) == (without_nulls(view), picture)
        sizes.append(len(json.dumps(parts)) / len(json.dumps([view, picture])))
        readers.add(seat)
        count += not parts["full"]
    assert count == len(sizes) - len(readers)  # all but the first of each seat
    assert sorted(sizes)[len(sizes) // 2] < 0.5


def test_a_list_of_named_objects_changes_by_their_names() -> None:
    before = {"ships": [{"name": "a", "g": 1}, {"name": "b", "g": 2}]}
    after = {"ships": [{"name": "a", "g": 1}, {"name": "b", "g": 3}]}
    assert merge_patch(before, after) == {"ships": {"b": {"g": 3}}}
    assert apply_merge_patch(before, merge_patch(before, after)) == after
    fewer = {"ships": before["ships"][:1]}
    assert merge_patch(before, fewer) == fewer and apply_merge_patch(before, fewer) == fewer


@pytest.mark.parametrize("rules", SCENARIOS)
def test_states_put_together_from_changes_are_the_whole_ones(rules: str) -> None:
    check_game(rules, 1, 9)


@pytest.mark.slow
@pytest.mark.parametrize("rules", SCENARIOS)
def test_so_they_are_over_200_games(rules: str) -> None:
    for seed in range(200):
        check_game(rules, seed, 1 + seed % 5)


@needs_node
def test_the_page_puts_them_together_alike() -> None:
    grounds, told = Grounds(), []
    encoder = DeltaEncoder(grounds)
    for seat, view, picture, stamp in states("intercept_sensors", 3):
        if seat == "red_0":
            parts = {**encoder.parts(view, picture, stamp), "stamp": stamp}
            told.append([parts, without_nulls(view), picture])
    ground = gzip.decompress(grounds.compressed(told[0][0]["ground"]) or b"").decode()
    done = subprocess.run(
        [
            "node",
            "--input-type=module",
            "-e",
            f"""import {{ Deltas }} from {json.dumps(DELTAS_JS.as_uri())};
            import assert from "node:assert";
            import {{ readFileSync }} from "node:fs";
            const {{ told, ground }} = JSON.parse(readFileSync(0)), deltas = new Deltas(async () => ground);
            for (const [m, view, picture] of told) {{
              if (deltas.lacks(m)) await deltas.fetch(m.ground);
              assert.ok(deltas.take(m));
              assert.deepStrictEqual([m.view, m.picture], [view, picture]);
            }}
            assert.ok(!deltas.take({{ ...told[0][0], base: "another" }}));
            console.log(told.length);""",
        ],
        input=json.dumps({"told": told, "ground": ground}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 4


def test_what_is_null_is_left_out() -> None:
    encoder, picture = DeltaEncoder(Grounds()), f'<svg><g id="pieces">\n<a/>{END}'
    assert encoder.parts({"a": None, "b": 2}, picture, "1")["view"] == {"b": 2}
    assert encoder.parts({"a": 2, "b": 2}, picture, "2")["view"] == {"a": 2}
    assert encoder.parts({"a": None, "b": [None]}, picture, "3")["view"] == {"a": None, "b": [None]}


def test_a_picture_without_pieces_is_sent_whole() -> None:
    parts = DeltaEncoder(Grounds()).parts({}, "<svg/>", "1")
    assert parts == {"view": {}, "full": True, "picture": "<svg/>"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([], []),
        ([], ["a"]),
        (["a", "b", "c"], ["c", "x", "a"]),
        (["a"], []),
        (list("abab"), list("ba")),
    ],
)
def test_lines_are_spliced(before: list[str], after: list[str]) -> None:
    assert apply_line_changes(before, line_changes(before, after)) == after


def test_a_merge_patch_is_that_of_rfc_7396() -> None:
    before, after = {"a": {"b": 1, "c": 2}, "d": [1, 2], "e": 5}, {"a": {"b": 1}, "d": [1], "f": {}}
    assert merge_patch(before, after) == {"a": {"c": None}, "d": [1], "e": None, "f": {}}
    assert apply_merge_patch(before, merge_patch(before, after)) == after


def test_the_oldest_grounds_are_forgotten() -> None:
    grounds = Grounds(2)
    first, second, third = (grounds.add(text) for text in "abc")
    assert grounds.compressed(first) is None
    assert grounds.compressed(second) and grounds.compressed(third)


def test_a_reader_that_wants_changes_is_sent_them(client: TestClient) -> None:
    game = made(client, PERSON, HUNTER)
    with client.websocket_connect("/v1/ws") as socket:
        red = Player(socket)
        red.send(
            "join",
            game=game["game"],
            reader="red_0",
            key=game["keys"]["red_0"],
            wants={"delta": True},
        )
        first = red.until("ask")
        assert "picture" not in first and first["base"] == "" and first["full"]
        answer = client.get(f"/v1/ground/{first['ground']}")
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        assert answer.text.endswith('<g id="pieces">\n')
        red.send("let", id=1, at=first["at"], until="order")
        second = red.until("ask")
        before = [each["stamp"] for each in red.heard[:-1] if "stamp" in each][-1]
        assert second["base"] == before and second["ground"] == first["ground"]
        red.send("state", game=game["game"])
        again = red.until("ask")
        assert again["base"] == "" and again["full"]
    assert client.get("/v1/ground/none").status_code == 404
