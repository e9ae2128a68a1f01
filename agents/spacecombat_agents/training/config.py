"""What a training run is told: frozen dataclasses, read from YAML, unknown keys refused."""

from __future__ import annotations

import dataclasses
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


@dataclass(frozen=True)
class Budget:
    """When a run is over: whichever limit comes first."""

    minutes: float | None = number_field(4.0, 0.0)
    """Wall-clock minutes of training, evaluations included; null for no limit."""
    decisions: int | None = number_field(None, 1)
    """Decisions of the learner; null for no limit."""


@dataclass(frozen=True)
class Rollout:
    """How experience is gathered between two updates."""

    games: int = number_field(512, 2)
    """Games under way at once; in about half of them it is the learner's turn at any moment."""
    decisions: int = number_field(16384, 16)
    """Decisions of the learner per update."""


@dataclass(frozen=True)
class Ppo:
    """MaskablePPO's own numbers; their names there in brackets."""

    learning_rate: float = number_field(1e-3, 0.0, 1.0)
    """Step size at the start [learning_rate]."""
    final_learning_rate: float = number_field(1e-4, 0.0, 1.0)
    """Step size at the end; linear in the share of the budget used."""
    batch: int = number_field(4096, 2)
    """Decisions per gradient step [batch_size]."""
    epochs: int = number_field(3, 1, 100)
    """Passes over each rollout [n_epochs]."""
    gamma: float = number_field(0.999, 0.0, 1.0)
    """Discount per decision: words, not turns [gamma]."""
    gae_lambda: float = number_field(0.97, 0.0, 1.0)
    """Bias against variance of advantages [gae_lambda]."""
    clip: float = number_field(0.2, 0.0, 1.0)
    """Clip range of the policy ratio [clip_range]."""
    entropy: float = number_field(0.01, 0.0)
    """Reward of keeping options open at the start [ent_coef]."""
    final_entropy: float = number_field(0.002, 0.0)
    """The same at the end; linear in the share of the budget used."""
    value: float = number_field(0.5, 0.0)
    """Weight of the value loss [vf_coef]."""
    max_grad_norm: float = number_field(0.5, 0.0)
    """Gradient clipping [max_grad_norm]."""
    target_kl: float | None = number_field(None, 0.0)
    """Stop an update early beyond this divergence; null for never [target_kl]."""
    average: float = number_field(0.0, 0.0, 1.0)
    """How much of the average of weights stays at a gradient step; see `fast.average`."""


@dataclass(frozen=True)
class Fast:
    """The fast learner's own numbers; docs/lab/training.md has the experiments behind them."""

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
    """Share that is drawn from the others and stands for all of them, so that nothing is learned
    askew; 0 for none."""
    clip: float = number_field(0.2, 0.0, 1.0)
    """Clip range of the policy ratio."""
    gamma: float = number_field(1.0, 0.0, 1.0)
    """Discount per decision."""
    by_order: bool = False
    """Whether lambda is 1 between the words of one order."""
    advantage_lambda: float = number_field(0.95, 0.0, 1.0)
    """Bias against variance of advantages."""
    value_lambda: float = number_field(0.97, 0.0, 1.0)
    """The same of what the value learns."""
    normalise: bool = True
    """Bring the advantages of each batch to mean 0 and deviation 1, as MaskablePPO does; otherwise
    tau and kappa are results per nat."""
    standardise: bool = False
    """Take the first layers' steps as if inputs had mean 0 and deviation 1."""
    tau: float = number_field(0.003, 0.0)
    """Pull towards the magnet, which holds all legal words equal, at the start."""
    tau_growth: float = number_field(0.0, 0.0)
    """How soon it fades: tau (1 + growth x share of the budget) ^ -power; 0 for never."""
    tau_power: float = number_field(0.5, 0.0, 10.0)
    """The power in it."""
    floor: float = number_field(0.0, 0.0)
    """The same pull the other way round, at the start; it fades as tau does. It does not weaken
    where a word has become rare, so none is given up for good while the enemy still learns."""
    kappa: float = number_field(0.0, 0.0)
    """Pull towards the policy that played."""
    value: float = number_field(0.5, 0.0)
    """Weight of the value loss."""
    outcomes: bool = True
    """The value is a chance each of win, draw and loss; otherwise one number, for games whose
    results are more than that."""
    max_grad_norm: float = number_field(0.5, 0.0)
    """Gradient clipping."""
    lanes: int = number_field(1, 1, 64)
    """Threads that each draw their share of the learner's words, ask their share of the others and
    of the teacher, and work out the gradient of their share of each batch; with `device: cuda` they
    ask alone. `torch_threads` are divided among them."""
    average: float = number_field(0.995, 0.0, 1.0)
    """How much of the average of weights stays at a gradient step: it is the average that plays in
    evaluations, as past self and in the exported file; 0 for the learner as it is."""


@dataclass(frozen=True)
class Opponents:
    """Who sits in the other seat. An opponent is drawn anew for each game, by weight."""

    weights: Mapping[str, float] = field(
        default_factory=lambda: {"random": 0.2, "scripted:captain": 0.3, "self": 0.5}
    )
    """Roster name -> share of the games; `self` stands for past selves, `mirror` for the learner in
    both seats, which learns from both."""
    keep: int = number_field(20, 1)
    """Past selves kept, the oldest but one in turn forgotten."""
    active: int = number_field(3, 1, 64)
    """Past selves that new games are begun against; others take their places from update to update,
    the newest first. A game keeps its opponent to its end."""
    every: int = number_field(10, 1)
    """Updates between two snapshots."""


@dataclass(frozen=True)
class Imitation:
    """A head start before self-play: learn to say what a scripted player says. Off by default."""

    agent: str | None = None
    """Roster name of the teacher, which plays itself; null for no head start."""
    decisions: int = number_field(200_000, 1)
    """The teacher's decisions to learn from."""
    epochs: int = number_field(3, 1, 100)
    """Passes over them."""
    learning_rate: float = number_field(1e-3, 0.0, 1.0)
    """Step size."""


@dataclass(frozen=True)
class Kickstart:
    """A teacher beside the fast learner in its own games, who fades out. Off by default."""

    agent: str | None = None
    """Roster name of who says, at each of the learner's decisions, what it would do; null for
    nobody."""
    weight: float = number_field(1.0, 0.0)
    """Weight at the start of the teacher's words in the loss (their cross-entropy)."""
    until: float = number_field(0.5, 0.0, 1.0)
    """Share of the budget after which it is 0; linear up to there."""


@dataclass(frozen=True)
class Shaping:
    """Rewards for points on the way to the result, which in sum change no game's worth."""

    weight: float = number_field(0.0, 0.0)
    """What a large lead counts for at the start, in results; 0 for none."""
    until: float = number_field(0.25, 0.0, 1.0)
    """Share of the budget after which it is 0; linear up to there."""


@dataclass(frozen=True)
class Evaluation:
    """Paired matches of the learner while it trains."""

    temperature: float = number_field(0.0, 0.0)
    """0: the likeliest words; above, words are drawn, at 1 as likely as the policy holds them."""
    min_p: float = number_field(0.0, 0.0, 1.0)
    """Words are not drawn that are less likely than this share of the likeliest."""
    every_minutes: float | None = number_field(1.0, 0.0)
    """Minutes between evaluations; null for one at the end only."""
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
    """Shipped scenario or path of one; null for the usual one of the rule set."""
    delegate: str | tuple[str, ...] = "recommended"
    """Kinds of decision left to the engine: `recommended`, `none`, or a list."""
    max_turns: int | None = number_field(None, 1)
    """Turn limit; null for the scenario's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Switches of the scenario's `rules:` section: {deck: keyed}."""
    reward: str = choice_field("terminal", "margin")
    """What a game is worth in training: its result, or the margin of points as the rule set scales
    it. Evaluations always count results."""
    learner: str = choice_field("sb3", "fast")
    """`sb3`: sb3-contrib's MaskablePPO with the numbers under `ppo`. `fast`: our own, with those
    under `fast`."""
    device: str = choice_field("cpu", "cuda")
    """Where the fast learner computes."""
    start: str | None = None
    """Weights that the fast learner starts from, of the same network: a policy.safetensors (those
    of the average), FILE.opp or FILE.opp@LEVEL; null for none."""
    seed: int = number_field(1, 0)
    """All luck of the run."""
    torch_threads: int = number_field(2, 1, 256)
    """Threads of the network's arithmetic; `fast.lanes` share them."""
    engine_threads: int = number_field(2, 1, 256)
    """Threads of the rules engine."""
    budget: Budget = Budget()
    """When the run is over."""
    rollout: Rollout = Rollout()
    """How experience is gathered."""
    ppo: Ppo = Ppo()
    """How it is learned from by MaskablePPO."""
    fast: Fast = Fast()
    """How it is learned from by the fast learner."""
    network: Network = Network()
    """What learns."""
    imitation: Imitation = Imitation()
    """How it starts."""
    kickstart: Kickstart = Kickstart()
    """Who advises the fast learner at first."""
    shaping: Shaping = Shaping()
    """What else than the result the fast learner hears of at first."""
    opponents: Opponents = Opponents()
    """Who plays against it."""
    evaluation: Evaluation = Evaluation()
    """How its strength is watched."""


def load_config(path: str | Path) -> TrainConfig:
    """Read a run's configuration; ConfigError names file, field and reason."""
    file = Path(path)
    return config_from(parse_yaml(read_text(file), file), str(file))


def config_from(content: Any, file: str = "config") -> TrainConfig:
    """Build a configuration from nested mappings, as YAML or JSON hold them."""
    config: TrainConfig = build_dataclass(TrainConfig, content, file)
    for name, weight in config.opponents.weights.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight >= 0:
            raise ConfigError.at(file, f"opponents.weights.{name}", f"{weight!r} is no weight")
    if not sum(config.opponents.weights.values()) > 0:
        raise ConfigError.at(file, "opponents.weights", "nobody has a weight above 0")
    if config.budget.minutes is None and config.budget.decisions is None:
        raise ConfigError.at(file, "budget", "neither minutes nor decisions: it would never end")
    for field_, wrong, reason in _contradictions(config):
        if wrong:
            raise ConfigError.at(file, field_, reason)
    return config


def _contradictions(config: TrainConfig) -> tuple[tuple[str, bool, str], ...]:
    """Return what may not be said together: field, whether it is, and why not."""
    is_sb3 = config.learner == "sb3"
    form, fast = config.network.form, config.fast
    is_taught = config.kickstart.agent is not None
    one_result = fast.outcomes and config.reward != "terminal"
    return (
        ("network.form", is_sb3 and form != "pair", f"{form!r} is for `learner: fast`"),
        ("start", is_sb3 and config.start is not None, "is for `learner: fast`"),
        ("kickstart.agent", is_sb3 and is_taught, "is for `learner: fast`"),
        ("shaping.weight", is_sb3 and config.shaping.weight > 0, "is for `learner: fast`"),
        ("device", is_sb3 and config.device != "cpu", "MaskablePPO learns on the cpu here"),
        ("fast.outcomes", not is_sb3 and one_result, "the margin is no win, draw or loss"),
        ("fast.kept", fast.kept + fast.spared <= 0.0, "nothing would be learned from"),
    )


def config_to_dict(config: TrainConfig) -> dict[str, Any]:
    """Return a configuration as nested dicts and lists, as `config_from` reads them."""
    return {key: tuples_to_lists(value) for key, value in dataclasses.asdict(config).items()}


def save_config(config: TrainConfig, path: Path) -> None:
    """Write a configuration as YAML."""
    with atomic_write(path) as file:
        file.write(yaml.safe_dump(config_to_dict(config), sort_keys=False).encode())


def setting_of(config: TrainConfig) -> GameSetting:
    """Return what a run plays."""
    return GameSetting.of(
        config.ruleset, config.scenario, config.delegate, config.max_turns, config.options
    )
