"""Levels that mix policies: one is drawn for each game, in its share, and plays all of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.javascript import needs_node, node

pytest.importorskip("torch")
pytest.importorskip("onnxruntime")

from spacecombat_agents.arena.matches.batch_games import FinishedGame, play  # noqa: E402
from spacecombat_agents.arena.matches.match import pair_seeds, paired_game_seeds  # noqa: E402
from spacecombat_agents.benchmark import exploitability  # noqa: E402
from spacecombat_agents.benchmark.tracks import track  # noqa: E402
from spacecombat_agents.bots.agent_bot import AgentBot  # noqa: E402
from spacecombat_agents.export.edit_bundle import edit_bundle  # noqa: E402
from spacecombat_agents.export.json_form import write_as_json  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.agent_opponent import AgentOpponent  # noqa: E402
from spacecombat_agents.players.base import (  # noqa: E402
    game_uniforms,
    random_bits_at,
    unit_uniforms,
)
from spacecombat_agents.players.bundles.bundle import MANIFEST, read_bundle  # noqa: E402
from spacecombat_agents.players.bundles.bundle_checks import POLICY_DRAW  # noqa: E402
from spacecombat_agents.players.bundles.levels import PolicyShare, StrengthLevel  # noqa: E402
from spacecombat_agents.players.bundles.runtimes import NetOutputs, open_policy  # noqa: E402
from spacecombat_agents.players.onnx_agent import OnnxAgent  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.players.sampling import decision_random_bits  # noqa: E402
from spacecombat_agents.training.config import Opponents  # noqa: E402
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv  # noqa: E402
from spacecombat_env.core.errors import BundleError, ConfigError  # noqa: E402
from spacecombat_env.env.vector.seat_batch import SeatVecEnv  # noqa: E402
from spacecombat_env.protocol.vectors import vector  # noqa: E402

FIRST, SECOND = "policy.onnx", "policy_cadet.onnx"
MIXTURE = (PolicyShare(FIRST, 1.0), PolicyShare(SECOND, 3.0))
MIXED = StrengthLevel("mixed", FIRST, mixture=MIXTURE)


@pytest.fixture
def mixed(opponent: Path, tmp_path: Path) -> Path:
    """A file whose last level plays the first policy in one game of four."""
    edit_bundle(read_bundle(opponent), tmp_path / "mixed.opp", [MIXED])
    return tmp_path / "mixed.opp"


def ends_of_mask(first: bool) -> Any:
    """Return a policy that always takes the first legal action, or the last."""

    def forward(observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        slope = np.arange(masks.shape[1], dtype=np.float32) * (-1 if first else 1)
        logits = np.where(masks > 0, slope, np.float32(-1e8)).astype(np.float32)
        return NetOutputs(logits, np.zeros(len(masks), np.float32), None)

    return forward


@pytest.fixture
def player(mixed: Path) -> OnnxAgent:
    """A mixture whose actions show which policy played."""
    forwards = {FIRST: ends_of_mask(True), SECOND: ends_of_mask(False)}
    return OnnxAgent(read_bundle(mixed), MIXED, forwards)


def policies_shown(actions: Sequence[int], masks: Sequence[np.ndarray]) -> set[bool]:
    """Return which policies took some actions: True for the first; none where one was legal."""
    choices = [(a, mask.nonzero()[0]) for a, mask in zip(actions, masks, strict=True)]
    return {bool(action == legal[0]) for action, legal in choices if len(legal) > 1}


def check_share(first: Sequence[bool]) -> None:
    """The first policy played one game of four, within four standard errors."""
    assert len(first) >= 100
    assert abs(np.mean(first) - 0.25) < 4 * np.sqrt(0.25 * 0.75 / len(first))


def test_a_number_belongs_to_a_stream_and_is_evenly_spread() -> None:
    streams = np.random.default_rng(1).integers(2**64, size=4000, dtype=np.uint64)
    decisions = [random_bits_at(streams, np.full(4000, n)) for n in (0, 1, 17, 1000)]
    numbers = [game_uniforms(bits) for bits in decisions]
    assert all(np.array_equal(each, numbers[0]) for each in numbers)
    assert np.abs(np.histogram(numbers[0], 10, (0.0, 1.0))[0] - 400).max() < 80
    assert abs(np.corrcoef(numbers[0], unit_uniforms(decisions[0]))[0, 1]) < 0.06


class Recorder(OnnxAgent):
    """Remembers the actions of each game in a match, which it tells apart by their streams."""

    def __init__(self, player: OnnxAgent) -> None:
        self.__dict__.update(player.__dict__)
        self.games: dict[float, list[tuple[int, np.ndarray]]] = {}

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        actions = super().choose_actions(observations, masks, random_bits)
        for game, *decision in zip(game_uniforms(random_bits), actions, masks, strict=True):
            self.games.setdefault(float(game), []).append(tuple(decision))  # type: ignore[arg-type]
        return actions

    def shown(self) -> list[bool]:
        """Return of each game whether the first policy played it; fail if both did."""
        shown = [policies_shown(*zip(*game, strict=True)) for game in self.games.values()]
        assert all(len(each) < 2 for each in shown), "a game changed its policy"
        return [next(iter(each)) for each in shown if each]


def test_a_match_draws_a_policy_for_each_game(player: OnnxAgent, setting: GameSetting) -> None:
    pairs = 150
    seeds = paired_game_seeds(pair_seeds(3, pairs))
    player_seeds = np.random.default_rng(8).integers(2**63, size=(2 * pairs, 2)).astype(np.uint64)
    recorder, finished = Recorder(player), list[FinishedGame]()
    play(
        setting.batch(2 * pairs, threads=1),
        (recorder, make_agent("random", setting)),
        seeds,
        np.tile(np.array([0, 1], np.int8), pairs),
        on_game=finished.append,
        player_seeds=player_seeds,
    )
    assert len(recorder.games) == len(finished) == 2 * pairs
    check_share(recorder.shown())


class SeenOpponent(AgentOpponent):
    """Remembers its actions in the game of each row, and those of finished games."""

    def __init__(self, player: OnnxAgent) -> None:
        super().__init__(player)
        self.current: dict[int, list[tuple[int, np.ndarray]]] = {}
        self.games: list[list[tuple[int, np.ndarray]]] = []

    def begin(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        super().begin(rows, seats, seeds)
        self.games += [self.current.pop(row) for row in rows.tolist() if row in self.current]

    def __call__(self, observations: Any, masks: Any, visible: Any, rows: Any, seats: Any) -> Any:
        actions = super().__call__(observations, masks, visible, rows, seats)
        for row, *decision in zip(rows.tolist(), actions, masks, strict=True):
            self.current.setdefault(row, []).append(tuple(decision))  # type: ignore[arg-type]
        return actions


def test_each_game_of_a_vector_environment_has_its_own(player: OnnxAgent) -> None:
    opponent = SeenOpponent(player)
    env = SeatVecEnv("auction", "plain", num_envs=16, opponent=opponent)
    env.reset(seed=4)
    while len(opponent.games) < 300:
        env.step(env.masks().argmax(axis=1))
    shown = [policies_shown(*zip(*game, strict=True)) for game in opponent.games]
    assert all(len(each) < 2 for each in shown)
    check_share([next(iter(each)) for each in shown if each])


@pytest.mark.parametrize("workers", [1, 2])
def test_training_games_keep_their_policy(
    player: OnnxAgent, setting: GameSetting, workers: int, tmp_path: Path
) -> None:
    from spacecombat_agents.training.rollout.worker_pool import WorkerPool

    recorder = Recorder(player)
    pool = OpponentPool(Opponents(weights={"random": 1.0}), setting, None, tmp_path, 1)  # type: ignore[arg-type]
    pool.players = [recorder]
    env = setting.batch(16, threads=1, auto_reset=True)
    games = SelfPlayEnv(env, pool, 1, WorkerPool(workers))
    while games.games < 300:
        rows = games.learner_rows()
        games.step(rows, env.out.mask[rows].argmax(axis=1))
    assert games.games <= len(recorder.games) <= games.games + 16, "a stream for each game"
    check_share(recorder.shown())


def test_by_its_own_numbers_it_plays_one_policy_until_it_is_reset(
    player: OnnxAgent, setting: GameSetting
) -> None:
    env = setting.batch(4, threads=1)
    masks = env.start(np.arange(4)).mask
    observations = env.floats(np.arange(4))
    first = []
    for seed in range(200):
        player.reset(seed)
        actions = [player.act(observations, masks) for _ in range(5)]
        (only,) = policies_shown(np.concatenate(actions).tolist(), [*masks] * 5)
        first.append(only)
    check_share(first)


def test_a_bot_keeps_its_policy_in_games_side_by_side(
    player: OnnxAgent, setting: GameSetting
) -> None:
    bot = AgentBot(player, setting)
    env = setting.batch(1, threads=1)
    out = env.start(np.zeros(1, np.int64))
    asked = {"vector": vector(out.observation[0], out.mask[0])}
    games = [str(number) for number in range(200)]
    for number, game in enumerate(games):
        bot.new_game({"game": game, "seat": "red_0", "bot_seed": 1000 + number})
    first = []
    for game in games:
        actions = [bot.say({"game": game, "at": at, **asked}) for at in range(5)]
        (only,) = policies_shown(actions, [out.mask[0]] * 5)
        first.append(only)
    check_share(first)


def test_golden_actions_are_those_of_the_policy_drawn(mixed: Path, setting: GameSetting) -> None:
    bundle = read_bundle(mixed)
    golden = bundle.golden()
    (level,) = bundle.levels
    assert level == MIXED
    for row, seed in enumerate(golden["seeds"].tolist()):
        u = unit_uniforms(decision_random_bits(seed, 0, 0, POLICY_DRAW))
        policy = FIRST if u < 0.25 else SECOND
        likeliest = golden[f"{policy[:-5]}.logits"].argmax(axis=1)
        known = golden["words.mixed"][row]
        assert (likeliest == known)[known >= 0].all() and (known >= 0).mean() > 0.9
    for runtime in ("numpy", "onnxruntime"):
        OnnxAgent.load(mixed, setting.ruleset, setting.scenario, runtime=runtime)


def test_the_outputs_of_a_mixture_are_the_mean(mixed: Path, setting: GameSetting) -> None:
    bundle = read_bundle(mixed)
    observations, masks = (bundle.golden()[name] for name in ("observations", "masks"))
    outputs = [open_policy(bundle, policy)(observations, masks) for policy in (FIRST, SECOND)]
    found = make_agent(str(mixed), setting).evaluate(observations, masks)  # type: ignore[attr-defined]
    probs = [np.exp(each.logits - each.logits.max(axis=1, keepdims=True)) for each in outputs]
    mean = 0.25 * probs[0] / probs[0].sum(axis=1, keepdims=True)
    mean += 0.75 * probs[1] / probs[1].sum(axis=1, keepdims=True)
    assert np.allclose(np.exp(found.logits), mean, atol=1e-5)
    assert np.allclose(found.values, 0.25 * outputs[0].values + 0.75 * outputs[1].values, atol=1e-5)


def test_exact_answers_are_refused_as_the_mean_is_no_policy(
    player: OnnxAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it will do depends on what it did: the policy drawn shows in its actions."""
    monkeypatch.setattr(exploitability, "make_agent", lambda *_: player)
    with pytest.raises(ConfigError, match="it draws a policy for each game"):
        exploitability.chips_lost("mixed.opp", track("kuhn"))


@pytest.mark.parametrize(
    ("mixture", "field"),
    [
        ((PolicyShare(FIRST), PolicyShare("policy_x.onnx")), r"mixture\[2\].policy"),
        ((PolicyShare(SECOND),), "mixture: does not hold policy.onnx"),
        ((PolicyShare(FIRST), PolicyShare(FIRST)), "mixture: does not hold"),
        ((PolicyShare(FIRST), PolicyShare(SECOND, 0.0)), "mixture: has a weight"),
    ],
)
def test_a_wrong_mixture_is_refused(
    mixture: tuple[PolicyShare, ...], field: str, opponent: Path, tmp_path: Path
) -> None:
    with pytest.raises(Exception, match=rf"levels\[1\].{field}"):
        edit_bundle(read_bundle(opponent), tmp_path / "x.opp", [replace(MIXED, mixture=mixture)])


def test_a_level_that_searches_has_one_policy(opponent: Path, tmp_path: Path) -> None:
    level = replace(MIXED, search={"worlds": "2"})
    with pytest.raises(Exception, match="a level that searches has one policy"):
        edit_bundle(read_bundle(opponent), tmp_path / "x.opp", [level])


def test_files_without_mixtures_are_as_older_readers_know_them(opponent: Path) -> None:
    levels = json.loads(read_bundle(opponent).files["card.json"])["levels"]
    assert all("mixture" not in each for each in levels)
    assert all("mixture" not in each for each in read_bundle(opponent).manifest["levels"])


# -- in JavaScript --------------------------------------------------------------------------------


@pytest.fixture
def mixed_in_json(mixed: Path, tmp_path: Path) -> Path:
    """The file with its policies as plain steps."""
    write_as_json(read_bundle(mixed), tmp_path / "steps.opp")
    return tmp_path / "steps.opp"


@needs_node
def test_javascript_draws_the_same_policies(mixed_in_json: Path) -> None:
    bundle = read_bundle(mixed_in_json)
    golden = bundle.golden()
    clear = golden["words.mixed"].min(axis=0) >= 0
    other = golden["policy.logits"].argmax(axis=1) != golden["policy_cadet.logits"].argmax(axis=1)
    row = int(np.flatnonzero(clear & other)[0])
    obs, mask = (golden[name][row].tolist() for name in ("observations", "masks"))
    seeds = [1, 2**40 + 3, 2**64 - 1]
    said = node(f"""
        const opponent = await opened({json.dumps(str(mixed_in_json))});
        const said = [];
        for (const seed of {[str(seed) for seed in seeds]})
            for (let game = 0; game < 20; game++) {{
                const random = {{ seed: BigInt(seed), game, decision: 5 }};
                said.push(await opponent.choose({obs}, {mask}, "mixed", random));
            }}
        const refusal = await opponent.choose({obs}, {mask}, "mixed", 0.5).catch((error) => error.message);
        tell({{ said, refusal, compared: opponent.checked.levels.mixed }});
    """)
    draws = [decision_random_bits(s, g, 0, POLICY_DRAW) for s in seeds for g in range(20)]
    first = unit_uniforms(np.array(draws)) < 0.25
    actions = [golden[f"{name}.logits"][row].argmax() for name in ("policy", "policy_cadet")]
    assert said["said"] == np.where(first, *actions).tolist() and 0 < first.sum() < 60
    assert "mixed draws a policy for each game" in said["refusal"]
    assert said["compared"] == (golden["words.mixed"] >= 0).sum()


@needs_node
def test_javascript_refuses_a_wrong_mixture(mixed_in_json: Path, tmp_path: Path) -> None:
    from kit.javascript import refused

    from spacecombat_agents.players.bundles.bundle import write_bundle

    bundle = read_bundle(mixed_in_json)
    for mixture, reason in (
        ([{"policy": "x"}], "x is none of"),
        ([{"policy": "policy.json", "weight": 0}], "has a weight that is not above 0"),
        ([{"policy": "policy.json", "chance": 1}], "chance is unknown"),
        ([{"policy": "policy_cadet.json"}], "does not hold policy.json"),
    ):
        level = {**bundle.manifest["levels"][0], "mixture": mixture}
        write_bundle(tmp_path / "forged.opp", {**bundle.manifest, "levels": [level]}, bundle.files)
        assert refused(tmp_path / "forged.opp").startswith(
            f"forged.opp: {MANIFEST} levels[1].mixture: {reason}"
        )


def test_an_unknown_field_of_a_share_is_refused_by_name(mixed: Path, tmp_path: Path) -> None:
    from spacecombat_agents.players.bundles.bundle import write_bundle

    bundle = read_bundle(mixed)
    level = {**bundle.manifest["levels"][0], "mixture": [{"policy": FIRST, "chance": 1}]}
    write_bundle(tmp_path / "x.opp", {**bundle.manifest, "levels": [level]}, bundle.files)
    with pytest.raises(BundleError, match=r"levels\[1\].mixture\[1\].chance: unknown key"):
        read_bundle(tmp_path / "x.opp")
