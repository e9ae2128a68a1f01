"""Who may be played against: by names that tell no path and run no code."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kit.serving import PERSON, Player, client_of, service_in

from spacecombat_agents.players import seat_agent
from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.scripted import captain_player
from spacecombat_agents.players.seat_agent import SeatAgents
from spacecombat_agents.service.players.opponents import Opponents
from spacecombat_env import registry
from spacecombat_env.core.errors import BundleError, ConfigError
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table

FILE = Path(__file__).parents[1] / "export" / "first_schema.opp"


def test_a_file_is_offered_by_its_own_name_for_its_own_rules() -> None:
    known = Opponents([str(FILE)])
    auction, sensors = registry.ruleset("auction"), registry.ruleset("intercept_sensors")
    offered = [each.as_json() for each in known.of(auction)]
    (file,) = [each for each in offered if each["level"]]
    assert file["name"].endswith("@argmax") and str(FILE.parent) not in json.dumps(offered)
    assert file["name"] not in [each.name for each in known.of(sensors)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("none.opp", "opponent: none.opp: none.opp: file: there is no such file"),
        (f"{FILE}@admiral", "no level 'admiral'; levels: argmax"),
    ],
)
def test_what_cannot_be_offered_is_refused_at_once(given: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        Opponents([given])


def test_a_file_is_not_given_twice() -> None:
    with pytest.raises(ConfigError, match="occurs twice"):
        Opponents([str(FILE), str(FILE)])


def test_captains_may_have_parameters() -> None:
    known, rules = Opponents(), registry.ruleset("battle_rider")
    assert known.named(rules, "scripted:captain(pickets=off)").player.endswith("(pickets=off)")
    with pytest.raises(ConfigError):
        known.named(rules, "scripted:captain(rockets=off)")
    with pytest.raises(ConfigError, match="unknown player 'ismcts:8'"):
        known.named(rules, "ismcts:8")
    assert Opponents(["ismcts:8"]).named(rules, "ismcts:8").rules is None


def test_an_action_depends_on_its_place_alone() -> None:
    """So a game goes on after a restart as it would have."""
    rules = registry.ruleset("intercept_sensors")
    scenario = open_scenario(rules, "duel")
    table = Table(rules, scenario, 1)
    seat_agents = [
        SeatAgents().make(table, "red_0", 5, captain_player(rules.name)) for _ in range(2)
    ]
    for _ in range(12):
        seat = table.to_act
        assert seat is not None
        asked = table.observe(seat, seat_agents[0].needs)
        word = seat_agents[0].choose_action(asked)
        seat_agents[0].choose_action(
            asked._replace(at=asked.at + 100)
        )  # another question in between
        assert seat_agents[1].choose_action(asked) == word
        table.say(seat, asked.at, [word])


def test_who_draws_its_own_random_numbers_begins_again_after_a_restart(monkeypatch: Any) -> None:
    rules = registry.ruleset("intercept_sensors")
    scenario = open_scenario(rules, "duel")
    seeds: list[int] = []

    class Own:
        name, needs = "own", Needs.MASKS

        def reset(self, seed: int) -> None:
            seeds.append(seed)

    monkeypatch.setattr("spacecombat_agents.players.seat_agent.make_agent", lambda *about: Own())
    known, made = SeatAgents(), []
    for said in (0, 7, 7):
        table: Any = SimpleNamespace(ruleset=rules, scenario=scenario, counts=(said, 0))
        made.append(known.make(table, "red_0", 5, captain_player(rules.name)))
    assert seeds[0] != seeds[1] == seeds[2]
    assert made[1].agent is not made[2].agent


def test_a_file_is_played_against(tmp_path: Path, monkeypatch: Any) -> None:
    rules = registry.ruleset("auction")
    service = service_in(tmp_path, given=(str(FILE),))
    name = service.opponents.of(rules)[-1].name
    with client_of(service) as client:
        seats = {"red_0": PERSON, "blue_0": {"player": name}}
        body = {"ruleset": "auction", "scenario": "plain", "seats": seats}
        game = client.post("/v1/games", json=body).json()
        with client.websocket_connect("/v1/ws") as socket:
            player = Player(socket)
            player.join(game, "red_0")
            assert player.play()["verdict"] in ("win", "loss", "draw")
        seats["blue_0"] = {"player": "random"}
        refusal = BundleError.at("/home/ann/net.opp", "layouts", "made for others")
        monkeypatch.setattr(seat_agent, "make_agent", lambda *about: raising(refusal))
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 400
        assert answer.json()["error"] == "seats.blue_0.player: random: layouts: made for others"


def raising(cause: Exception) -> Any:
    raise cause
