"""Configuration of a training run: frozen dataclasses read from YAML; unknown keys are errors."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.nets.net_config import Network
from spacecombat_agents.yaml_config import (
    build_dataclass,
    choice_field,
    number_field,
    parse_yaml,
    read_text,
    tuples_to_lists,
)
from spacecombat_env.core.errors import ConfigError

CONFIG_FILE = "config.yaml"
"""File of a run's configuration, in its folder."""
UNIFORM = "uniform"
"""As `fast.magnet`: the uniform policy over legal actions."""
AUTO_GAMES = "auto"
"""As `rollout.games`: as many as the budget and the length of a game suggest."""


@dataclass(frozen=True)
class Budget:
    """When a run ends: at the first limit that it reaches."""

    minutes: float | None = number_field(4.0, 0.0)
    """Wall-clock minutes of training, evaluations included; null for no limit."""
    decisions: int | None = number_field(None, 1)
    """Decisions of the learner; null for no limit."""


@dataclass(frozen=True)
class Rollout:
    """How experience is gathered between two updates."""

    games: int | str = number_field(512, 2, text=AUTO_GAMES)
    """Games played at once; in about half of them it is the learner's turn at any moment. `auto`:
    from 64 to 1,024, so that the first games end at about 2 % of the budget (rollout/games.py).
    """
    decisions: int = number_field(16384, 16)
    """Decisions of the learner per update."""


@dataclass(frozen=True)
class Ppo:
    """Hyperparameters of MaskablePPO; its own names in brackets."""

    learning_rate: float = number_field(1e-3, 0.0, 1.0)
    """Step size at the start [learning_rate]."""
    final_learning_rate: float = number_field(1e-4, 0.0, 1.0)
    """Step size at the end; linear in the share of the budget used."""
    batch: int = number_field(4096, 2)
    """Decisions per gradient step [batch_size]."""
    epochs: int = number_field(3, 1, 100)
    """Passes over each rollout [n_epochs]."""
    gamma: float = number_field(0.999, 0.0, 1.0)
    """Discount per decision, not per turn [gamma]."""
    gae_lambda: float = number_field(0.97, 0.0, 1.0)
    """Bias against variance of advantages [gae_lambda]."""
    clip: float = number_field(0.2, 0.0, 1.0)
    """Clip range of the policy ratio [clip_range]."""
    entropy: float = number_field(0.01, 0.0)
    """Entropy bonus at the start [ent_coef]."""
    final_entropy: float = number_field(0.002, 0.0)
    """The same at the end; linear in the share of the budget used."""
    value: float = number_field(0.5, 0.0)
    """Weight of the value loss [vf_coef]."""
    max_grad_norm: float = number_field(0.5, 0.0)
    """Gradient clipping [max_grad_norm]."""
    target_kl: float | None = number_field(None, 0.0)
    """Stop an update early beyond this divergence; null for never [target_kl]."""
    average: float = number_field(0.0, 0.0, 1.0)
    """Always 0. Only the fast learner plays by an average of weights (`fast.average`)."""


@dataclass(frozen=True)
class Fast:
    """Hyperparameters of the fast learner; docs/lab/training.md has the experiments behind them."""

    learning_rate: float = number_field(1e-3, 0.0, 1.0)
    """Step size at the start."""
    final_learning_rate: float = number_field(1e-4, 0.0, 1.0)
    """Step size at the end; linear in the share of the budget used."""
    batch: int = number_field(2048, 2)
    """Decisions per gradient step."""
    passes: int = number_field(2, 1, 100)
    """Passes over each rollout."""
    kept: float = number_field(1.0, 0.0, 1.0)
    """Share of the decisions that is learned from: those with the largest advantages."""
    spared: float = number_field(0.0, 0.0, 1.0)
    """Share of the decisions that is sampled from the rest and weighted to stand for all of it, so
    that learning stays unbiased; 0 for none.
    """
    clip: float = number_field(0.2, 0.0, 1.0)
    """Clip range of the policy ratio."""
    gamma: float = number_field(1.0, 0.0, 1.0)
    """Discount per decision."""
    by_order: bool = False
    """Whether lambda is 1 between the actions of one order."""
    advantage_lambda: float = number_field(0.95, 0.0, 1.0)
    """Bias against variance of advantages."""
    value_lambda: float = number_field(0.97, 0.0, 1.0)
    """The same for the value targets."""
    normalise: bool = True
    """Normalise the advantages of each batch to mean 0 and deviation 1, as MaskablePPO does;
    otherwise tau and kappa are results per nat.
    """
    standardise: bool = False
    """Take the first layers' steps as if inputs had mean 0 and deviation 1, in behaviour cloning
    too.
    """
    tau: float = number_field(0.003, 0.0)
    """Regularisation at the start towards the magnet."""
    magnet: str = choice_field(UNIFORM, "average")
    """`uniform`: over legal actions. `average`: a copy of the averaged policy, taken now and then;
    then tau slows changes and does not by itself keep actions from dying out.
    """
    magnet_every: int = number_field(1_000_000, 1)
    """Decisions between two copies."""
    tau_growth: float = number_field(0.0, 0.0)
    """How fast tau decays: tau (1 + growth x share of the budget) ^ -power; 0 for never."""
    tau_power: float = number_field(0.5, 0.0, 10.0)
    """The exponent of that decay."""
    floor: float = number_field(0.0, 0.0)
    """The reverse KL to the uniform policy, at the start; it decays as tau does. It does not weaken
    for rare actions, so the policy keeps exploring them while the opponent still learns.
    """
    setup_floor: float = number_field(0.0, 0.0)
    """Added to `floor` in decisions of the set-up, before the first turn."""
    kappa: float = number_field(0.0, 0.0)
    """Regularisation towards the policy that collected the rollout."""
    value: float = number_field(0.5, 0.0)
    """Weight of the value loss."""
    outcomes: bool = True
    """The value head predicts probabilities of win, draw and loss; otherwise one number, for games
    with more than three results.
    """
    max_grad_norm: float = number_field(0.5, 0.0)
    """Gradient clipping."""
    lanes: int = number_field(1, 1, 64)
    """Worker threads. Each samples actions, queries opponents and the teacher, and computes the
    gradient for its share of the rows. With `device: cuda` they only query. They share
    `torch_threads`.
    """
    average: float = number_field(0.995, 0.0, 1.0)
    """Decay of the average of weights per gradient step. The average plays in evaluations, as a
    checkpoint opponent and in the exported file; 0 for the learner itself.
    """


@dataclass(frozen=True)
class Opponents:
    """The players of the other seat. Each game samples an opponent by weight."""

    weights: Mapping[str, float] = field(
        default_factory=lambda: {"random": 0.2, "scripted:captain": 0.3, "self": 0.5}
    )
    """Roster name -> share of the games. `self` stands for checkpoints of the learner, `mirror` for
    the learner in both seats, which learns from both.
    """
    keep: int = number_field(20, 1)
    """Number of checkpoints kept; beyond that, a random one except the newest is removed."""
    active: int = number_field(3, 1, 64)
    """Number of checkpoints that new games start against; updates replace them, the newest first. A
    game keeps its opponent to the end.
    """
    every: int = number_field(10, 1)
    """Updates between two checkpoints."""


@dataclass(frozen=True)
class Imitation:
    """Behaviour cloning of a scripted player before self-play. Off by default."""

    agent: str | None = None
    """Roster name of the teacher, which plays itself; null for no behaviour cloning."""
    decisions: int = number_field(200_000, 1)
    """The teacher's decisions to learn from."""
    epochs: int = number_field(3, 1, 100)
    """Passes over them."""
    learning_rate: float = number_field(1e-3, 0.0, 1.0)
    """Step size."""


@dataclass(frozen=True)
class Kickstart:
    """A teacher that advises the fast learner in its games; its weight decays. Off by default."""

    agent: str | None = None
    """Roster name of the teacher, queried at each of the learner's decisions; null for none."""
    weight: float = number_field(1.0, 0.0)
    """Weight of the teacher's cross-entropy in the loss at the start."""
    until: float = number_field(0.5, 0.0, 1.0)
    """Share of the budget after which the weight is 0; linear up to there."""


@dataclass(frozen=True)
class Shaping:
    """Potential-based rewards for points during the game; in sum they change no game's value."""

    weight: float = number_field(0.0, 0.0)
    """Potential of a large lead at the start, in results; 0 for none."""
    until: float = number_field(0.25, 0.0, 1.0)
    """Share of the budget after which the weight is 0; linear up to there."""


@dataclass(frozen=True)
class Evaluation:
    """Paired matches of the learner while it trains."""

    temperature: float = number_field(0.0, 0.0)
    """0 takes the likeliest action; above, actions are sampled, at 1 from the policy itself."""
    min_p: float = number_field(0.0, 0.0, 1.0)
    """Actions less likely than this share of the likeliest are not sampled."""
    every_minutes: float | None = number_field(1.0, 0.0)
    """Minutes between evaluations; null for a single one at the end."""
    pairs: int = number_field(50, 1)
    """Pairs of games against each opponent while training."""
    final_pairs: int = number_field(200, 1)
    """The same for the evaluation at the end, which the model card quotes."""
    opponents: tuple[str, ...] = ("random", "scripted:captain")
    """Roster names."""


@dataclass(frozen=True)
class TrainConfig:
    """A training run."""

    ruleset: str = "battle_rider"
    """Rule set to learn."""
    scenario: str | None = None
    """Shipped scenario or path of one; null for the rule set's default."""
    delegate: str | tuple[str, ...] = "recommended"
    """Kinds of decision left to standing orders: `recommended`, `none`, or a list."""
    max_turns: int | None = number_field(None, 1)
    """Turn limit; null for the scenario's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Switches of the scenario's `rules:` section: {deck: keyed}."""
    reward: str = choice_field("terminal", "margin")
    """The return of a game in training: its result, or the margin of points as the rule set scales
    it. Evaluations always use results.
    """
    learner: str = choice_field("sb3", "fast")
    """`sb3`: sb3-contrib's MaskablePPO, configured under `ppo`. `fast`: the built-in learner,
    configured under `fast`.
    """
    device: str = choice_field("cpu", "cuda")
    """Where the fast learner computes."""
    start: str | None = None
    """Initial weights of the fast learner, of the same network: a run's folder or its
    policy.safetensors (the averaged weights), FILE.opp or FILE.opp@LEVEL; null for none. Those of
    another scenario are taken by the names of inputs and actions.
    """
    seed: int = number_field(1, 0)
    """Seed of all randomness in the run."""
    torch_threads: int = number_field(2, 1, 256)
    """Threads of torch; `fast.lanes` share them."""
    engine_threads: int = number_field(2, 1, 256)
    """Threads of the rules engine."""
    budget: Budget = Budget()
    """When the run ends."""
    rollout: Rollout = Rollout()
    """How experience is gathered."""
    ppo: Ppo = Ppo()
    """How MaskablePPO learns."""
    fast: Fast = Fast()
    """How the fast learner learns."""
    network: Network = Network()
    """The network to train."""
    imitation: Imitation = Imitation()
    """Behaviour cloning before self-play."""
    kickstart: Kickstart = Kickstart()
    """A teacher for the fast learner's first updates."""
    shaping: Shaping = Shaping()
    """Shaped rewards for the fast learner's first updates."""
    opponents: Opponents = Opponents()
    """The players of the other seat."""
    evaluation: Evaluation = Evaluation()
    """How its strength is measured."""


def load_config(path: str | Path) -> TrainConfig:
    """Read a run's configuration; ConfigError names the file, the field and the reason."""
    file = Path(path)
    return config_from(parse_yaml(read_text(file), file), str(file))


def config_from(content: Any, file: str = "config") -> TrainConfig:
    """Build a configuration from nested mappings, as read from YAML or JSON."""
    config: TrainConfig = build_dataclass(TrainConfig, content, file)
    for name, weight in config.opponents.weights.items():
        is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not is_number or not 0.0 <= weight < math.inf:
            raise ConfigError.at(file, f"opponents.weights.{name}", f"{weight!r} is not a weight")
    if not sum(config.opponents.weights.values()) > 0:
        raise ConfigError.at(file, "opponents.weights", "no weight is above 0")
    if config.budget.minutes is None and config.budget.decisions is None:
        raise ConfigError.at(
            file, "budget", "set minutes or decisions; without a limit the run never ends"
        )
    for field_, is_contradicted, reason in _contradictions(config):
        if is_contradicted:
            raise ConfigError.at(file, field_, reason)
    return config


def _contradictions(config: TrainConfig) -> tuple[tuple[str, bool, str], ...]:
    """Return combinations that are not allowed: field, whether it occurs, and the reason."""
    is_sb3 = config.learner == "sb3"
    form, fast = config.network.form, config.fast
    is_taught = config.kickstart.agent is not None
    one_result = fast.outcomes and config.reward != "terminal"
    return (
        ("network.form", is_sb3 and form != "pair", f"{form!r} needs `learner: fast`"),
        ("ppo.average", config.ppo.average > 0.0, "is 0: use `fast.average` with `learner: fast`"),
        ("start", is_sb3 and config.start is not None, "needs `learner: fast`"),
        ("kickstart.agent", is_sb3 and is_taught, "needs `learner: fast`"),
        ("shaping.weight", is_sb3 and config.shaping.weight > 0, "needs `learner: fast`"),
        ("device", is_sb3 and config.device != "cpu", "`learner: sb3` runs on the cpu only"),
        ("fast.outcomes", not is_sb3 and one_result, "a margin has no classes win, draw and loss"),
        (
            "fast.kept",
            fast.kept + fast.spared <= 0.0,
            "kept and spared are both 0: nothing to learn from",
        ),
    )


def config_to_dict(config: TrainConfig) -> dict[str, Any]:
    """Return a configuration as nested dicts and lists, as `config_from` reads them."""
    return {key: tuples_to_lists(value) for key, value in dataclasses.asdict(config).items()}


def save_config(config: TrainConfig, path: Path) -> None:
    """Write a configuration as YAML."""
    with atomic_write(path) as file:
        file.write(yaml.safe_dump(config_to_dict(config), sort_keys=False).encode())


def setting_of(config: TrainConfig) -> GameSetting:
    """Return the game setting of a run."""
    return GameSetting.of(
        config.ruleset, config.scenario, config.delegate, config.max_turns, config.options
    )
