"""Seeds that nobody named are drawn and told, and no bot finds one."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml

from spacecombat_agents import cli
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds, play_match
from spacecombat_agents.arena.tournament import seeds
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.runner import open_tournament_store, resume_tournament
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.bots.match_game import agent_seed, bot_seed, play_game
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed, new_secret, new_seed
from spacecombat_env.protocol.transcript import transcript_bot_seed

PLACE = ("--ruleset", "auction", "--scenario", "plain")
GUESSABLE = 2**32
CUP: dict[str, Any] = {
    "entrants": ["random", "scripted:captain"],
    "scenarios": [{"ruleset": "auction", "scenario": "plain"}],
    "pairs": 2,
}


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[Any, str]:
    """What a command prints as JSON, and what it tells people."""
    assert cli.run([*words, "--json"]) == 0
    said = capsys.readouterr()
    return json.loads(said.out), said.err


# -- drawn where none is named ---------------------------------------------------------------------


def test_a_match_without_a_seed_has_one_drawn_and_shows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("match", "random", "scripted:captain", *PLACE, "--pairs", "3")
    (one, said), (other, _) = told(capsys, *words), told(capsys, *words)
    assert one["seed"] != other["seed"] and min(one["seed"], other["seed"]) > GUESSABLE
    assert f"--seed {one['seed']}" in said
    again, said = told(capsys, *words, "--seed", str(one["seed"]))
    same = ("seed", "score_a", "mean_decisions", "mean_margin_a", "ends")
    assert [again[key] for key in same] == [one[key] for key in same]
    assert "drawn" not in said


def test_an_evaluation_without_a_seed_has_one_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("evaluate", "random", "--against", "scripted:captain", *PLACE, "--pairs", "2")
    (one, said), (other, _) = told(capsys, *words), told(capsys, *words)
    drawn = [each["evaluations"][0]["seed"] for each in (one, other)]
    assert drawn[0] != drawn[1] and min(drawn) > GUESSABLE
    assert f"--seed {drawn[0]}" in said


def test_a_match_by_program_has_one_drawn(setting: GameSetting) -> None:
    players = RandomAgent(), RandomAgent()
    drawn = {play_match(setting, players, pairs=1).seed for _ in range(3)}
    assert len(drawn) == 3 and min(drawn) > GUESSABLE
    assert play_match(setting, players, pairs=1, seed=0).seed == 0


def test_what_is_drawn_has_63_bits() -> None:
    drawn = [new_seed() for _ in range(200)]
    assert len(set(drawn)) == 200 and 2**62 < max(drawn) < 2**63
    assert len({new_secret() for _ in range(20)}) == 20


def test_a_cup_without_a_seed_has_one_drawn_and_goes_on_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cup.yaml").write_text(yaml.safe_dump(CUP))
    drawn = []
    for folder in ("one", "other"):
        words = ("arena", "run", str(tmp_path / "cup.yaml"), "--out", str(tmp_path / folder))
        found, said = told(capsys, *words)
        again, _ = told(capsys, *words)
        resumed, _ = told(capsys, "arena", "resume", str(tmp_path / folder))
        assert found["seed"] == again["seed"] == resumed["seed"]
        assert found["rows_sha"] == again["rows_sha"] and f"seed: {found['seed']}" in said
        drawn.append(found["seed"])
    assert drawn[0] != drawn[1] and min(drawn) > GUESSABLE
    words = ("arena", "run", str(tmp_path / "cup.yaml"), "--out", str(tmp_path / "third"))
    (tmp_path / "cup.yaml").write_text(yaml.safe_dump({**CUP, "seed": drawn[1]}))
    assert told(capsys, *words)[0]["rows_sha"] == found["rows_sha"]


# -- what bots are given ---------------------------------------------------------------------------


class Disclosed(RandomAgent):
    """A built-in player that notes what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[int] = []

    def reset(self, seed: int) -> None:
        """A new game begins."""
        self.given.append(seed)
        super().reset(seed)


def test_a_bots_seed_leads_to_no_seed_of_a_game() -> None:
    games = paired_game_seeds(pair_seeds(0, 4)).tolist()
    secret = new_secret()
    tried = {
        derived_seed(seed, "bot", seat)
        for start in range(500)
        for seed in (start, *pair_seeds(start, 2).tolist())
        for seat in ("red_0", "blue_0")
    }
    given = {bot_seed(secret, seed, seat) for seed in games for seat in ("red_0", "blue_0")}
    assert len(given) == 16 and not given & tried
    assert not given & {bot_seed(new_secret(), seed, "red_0") for seed in games}


def test_ours_are_given_the_same_again_whatever_the_secret(setting: GameSetting) -> None:
    player = Disclosed()
    for secret in (None, None, new_secret()):
        play_game(setting, (player, RandomAgent()), 5, 0, secret=secret)
    seat = setting.ruleset.seats[0]
    assert player.given == [agent_seed(5, seat)] * 3


def test_a_recital_gives_what_shows_nothing_of_the_game() -> None:
    given = {transcript_bot_seed(seat) for seat in ("red_0", "blue_0")}
    assert len(given) == 2
    assert not given & {
        derived_seed(seed, "bot", seat) for seed in range(500) for seat in ("red_0", "blue_0")
    }


# -- the secret of a cup ---------------------------------------------------------------------------


def test_a_cup_keeps_its_secret_for_its_owner(tmp_path: Path) -> None:
    secret = seeds.load_secret(tmp_path)
    file = tmp_path / seeds.SECRET_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and len(secret) == 32
    file.chmod(0o644)
    assert seeds.load_secret(tmp_path) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_secret_that_was_cut_is_reported(tmp_path: Path) -> None:
    (tmp_path / seeds.SECRET_FILE).write_text("00ff\n")
    with pytest.raises(ConfigError, match="does not hold 32 bytes"):
        seeds.load_secret(tmp_path)


def test_a_secret_that_was_not_finished_is_drawn_anew(tmp_path: Path) -> None:
    (tmp_path / f"{seeds.SECRET_FILE}.new").write_text("00")
    assert len(seeds.load_secret(tmp_path)) == 32
    assert [file.name for file in tmp_path.iterdir()] == [seeds.SECRET_FILE]


def test_the_secret_is_not_kept_with_the_games(tmp_path: Path) -> None:
    tournament = Tournament(plan_from({**CUP, "seed": 3}))
    open_tournament_store(tournament, tmp_path).close()
    tournament.secret = seeds.load_secret(tmp_path)
    for file in tmp_path.glob("results.db*"):
        assert tournament.secret not in file.read_bytes()
        assert tournament.secret.hex().encode() not in file.read_bytes()
    resumed, store = resume_tournament(tmp_path, None)
    store.close()
    assert resumed.plan.seed == 3
