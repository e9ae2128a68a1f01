"""Scenarios, ships and designs as they are shown before a game; scenarios of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kit.serving import HUNTER, PERSON, RULES, Player, asked_for, made
from starlette.testclient import TestClient

from spacecombat_agents.baselines.page import lengths
from spacecombat_agents.package_paths import LENGTHS
from spacecombat_agents.service.http import scenario_preview
from spacecombat_agents.service.http.rate_limits import RateLimiter

ROOT = Path(__file__).parents[3]
OWN = """
name: own
title: Two in the dark
sides:
  red:
    zone: {columns: [1, 10], rows: [1, 35]}
    ships: [{class: Frigate, name: Alcyone}]
  blue:
    zone: {columns: [21, 30], rows: [1, 35]}
    ships: [{class: Scout, name: Electra}]
victory: {kind: points}
turn_limit: 3
turn_limit_verdict: points
"""


def shown(client: TestClient, **content: Any) -> Any:
    return client.post("/v1/scenarios", json={"ruleset": RULES, **content})


def test_a_scenario_is_shown_as_it_begins(client: TestClient) -> None:
    found = shown(client, scenario="duel").json()
    assert [side["title"] for side in found["sides"]] == ["Red", "Blue"]
    assert [row["name"] for side in found["sides"] for row in side["rows"]] == [
        "Alcyone",
        "Electra",
    ]
    assert found["turn_limit"] == 24 and found["picture"].startswith("<svg")
    assert "style" not in found["picture"]  # the page's policy forbids it
    assert shown(client, scenario="duel", max_turns=5).json()["turn_limit"] == 5


def test_a_scenario_of_ones_own_is_checked_and_played(client: TestClient) -> None:
    content = shown(client, text=OWN).json()["content"]
    assert content["title"] == "Two in the dark"
    game = made(client, PERSON, HUNTER, scenario=content, max_turns=None)
    with client.websocket_connect("/v1/ws") as socket:
        red = Player(socket)
        red.join(game, "red_0")
        assert red.until("ask")["view"]["turn_limit"] == 3
    assert client.get(f"/v1/games/{game['game']}").json()["scenario"]["title"] == content["title"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"text": OWN.replace("Scout", "Scuot")}, "sides.blue.ships[1].class: 'Scuot'"),
        ({"text": "sides: ["}, "text: line 2: "),
        ({"text": "- 1"}, "text: the file is no mapping"),
        ({"text": "a: &a [1]\nb: " + "[*a, " * 40}, "text: "),
        ({"text": 1}, "text: is not a text"),
        ({"scenario": "../duel.yaml"}, "scenario: is not one of"),
        ({"scenario": {"sides": {"red": {}, "blue": {}}}}, "scenario: sides.red"),
        ({"scenario": {"name": "x" * 70_000}}, "scenario: is larger than"),
        ({"file": "duel"}, "file: unknown field"),
    ],
)
def test_what_is_wrong_is_said_in_the_loaders_words(
    client: TestClient, content: Any, reason: str
) -> None:
    answer = shown(client, **content)
    assert answer.status_code == 400 and reason in answer.json()["error"], answer.text
    if "scenario" in content:
        asked = asked_for(PERSON, HUNTER, scenario=content["scenario"])
        assert client.post("/v1/games", json=asked).status_code == 400


def test_previews_are_limited(client: TestClient, service: Any) -> None:
    service.previews = RateLimiter(0.001, 1)
    answers = [shown(client, scenario="duel").status_code for _ in range(3)]
    assert answers[0] == 200 and 429 in answers


def test_a_seat_is_told_whether_it_is_to_act(client: TestClient) -> None:
    game = made(client, PERSON, {"person": "Ben"})
    said = {}
    for seat, key in game["keys"].items():
        headers = {"Authorization": f"Bearer {key}"}
        answer = client.get(f"/v1/games/{game['game']}/seat?reader={seat}", headers=headers)
        said[seat] = answer.json()
    assert sorted(seat for seat in said if said[seat]["asked"]) == ["red_0"]
    assert said["red_0"]["question"] and not said["blue_0"]["question"]
    assert client.get(f"/v1/games/{game['game']}/seat?reader=red_0").status_code == 403


def test_the_list_says_no_more_than_joining(client: TestClient) -> None:
    """For both seats after each order of the other one: what the list says stands in the message."""
    game = made(client, PERSON, HUNTER)
    headers = {"Authorization": f"Bearer {game['keys']['red_0']}"}
    with client.websocket_connect("/v1/ws") as socket:
        red = Player(socket)
        red.join(game, "red_0")
        for number in range(1, 6):
            ask = red.until("ask")
            path = f"/v1/games/{game['game']}/seat?reader=red_0"
            summary = client.get(path, headers=headers).json()
            assert (summary["turn"], summary["phase"]) == (ask["turn"], ask["phase"])
            assert summary["question"] == ask["question"] and summary["asked"]
            assert set(summary) == {"turn", "phase", "asked", "question", "over"}
            red.send("say", id=number, at=ask["at"], words=[ask["words"][0]["token"]])


def test_the_catalog_says_what_a_game_is_like(client: TestClient) -> None:
    (rules,) = client.get("/v1/catalog").json()["rules"]
    duel = next(each for each in rules["scenarios"] if each["name"] == "duel")
    assert duel["forces"] == [["Frigate"], ["Frigate"]]
    assert duel["turns"] > 1 and duel["decisions"] > 10 and 0 < duel["first_seat"] < 1
    picket = next(each for each in rules["scenarios"] if each["name"] == "picket")
    assert picket["first_seat"] is None and picket["ground"] == ["large planet", "asteroid"]
    assert "intercept_sensors_duel@cadet" in duel["opponents"]
    assert "intercept_sensors_duel@cadet" not in picket["opponents"]
    assert all(switch["values"] and switch["title"] for switch in rules["switches"])


def test_lengths_are_those_of_the_baselines() -> None:
    kept = json.loads(LENGTHS.read_text(encoding="utf-8"))
    for path in (ROOT / "docs" / "baselines").glob("*/*.json"):
        result = json.loads(path.read_text(encoding="utf-8"))
        assert kept[result["ruleset"]][result["scenario"]] == lengths(result["rows"])


def test_ships_have_cards_and_designs_are_evaluated() -> None:
    cards = scenario_preview.ships_for_sale()
    assert len(cards) == 27 and all(card["points"] for card in cards)
    halberd = (ROOT / "configs" / "designs" / "halberd.yaml").read_text(encoding="utf-8")
    found = scenario_preview.design_card(halberd)
    assert found["card"]["points"] == found["entry"]["values"]["points"] == 40
    with pytest.raises(scenario_preview.InvalidRequest, match="text: name: "):
        scenario_preview.design_card("tons: 100")


def test_files_and_catalogs_are_compressed_where_the_client_offers_it(client: TestClient) -> None:
    for path in ("/static/game.js", "/v1/catalog"):
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["Content-Encoding"] == "gzip" and packed.content == plain.content
        assert "Content-Encoding" not in plain.headers and packed.headers["Vary"]
        assert int(packed.headers["Content-Length"]) < len(plain.content) / 2
