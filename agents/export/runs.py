"""A run folder of training as an opponent file: which states of the learner become which levels."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from torch import nn

from spacecombat_agents.export.forms import JSON, ONNX, in_json, write_as_json
from spacecombat_agents.export.golden import record_decisions
from spacecombat_agents.export.network import NetworkAgent
from spacecombat_agents.export.opponent import Origin, Parity, Words, check_parity, export
from spacecombat_agents.export.past_selves import (
    age,
    ages,
    find_past_self,
    find_past_selves,
    is_mean,
    mean_of,
    other_run,
    told_source,
)
from spacecombat_agents.export.rounding import MANTISSA, rounded
from spacecombat_agents.players.bundle import Bundle, read_bundle
from spacecombat_agents.players.levels import (
    POLICY,
    Level,
    level_named,
    split_level,
    strongest,
)
from spacecombat_agents.players.net_agent import WEIGHTS, NetAgent
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.players.sb3_agent import Sb3Agent
from spacecombat_agents.players.shipped import SUFFIX, opponent_file
from spacecombat_agents.players.starting import start_from
from spacecombat_agents.reading import build
from spacecombat_agents.search.naming import SEARCH, told_search
from spacecombat_agents.setting import Setting
from spacecombat_agents.training.config import TrainConfig, config_to_dict, load_config, setting_of
from spacecombat_agents.training.opponents import PAST_SELVES, load_snapshot
from spacecombat_env.core.errors import ConfigError

MODEL = "model"
"""As the source of a level: the learner as it is at the end."""
BEST = "admiral"
"""The level that every export has: the learner at the end, its words drawn."""
TEMPERATURE, MIN_P = 0.6, 0.02
"""Of levels, where nothing else is said."""


class Trained(Protocol):
    """What a learner leaves in a run folder, whichever it was."""

    algorithm: str
    """How it learned, for the manifest."""
    network: nn.Module
    """As network.py asks for."""

    def at(self, file: Path) -> nn.Module:
        """Return the network as it was in a past self's file; ConfigError where it is none."""

    def likeliest(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the likeliest words as the library says them that trained the network."""


class Sb3Trained:
    """What MaskablePPO leaves."""

    algorithm = "MaskablePPO, self-play in either seat against a pool"

    def __init__(self, run: Path, setting: Setting) -> None:
        self._agent = Sb3Agent.load(run / "model.zip", setting.scenario)
        self.network: nn.Module = cast(Any, self._agent.head)

    def at(self, file: Path) -> nn.Module:
        """Return the network with a past self's weights."""
        return with_snapshot(self.network, file)

    def likeliest(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return sb3-contrib's own answers, which do not go through our network."""
        model = self._agent.model
        words, _ = model.predict(observations, deterministic=True, action_masks=masks)
        return np.asarray(words)


class FastTrained:
    """What the fast learner leaves."""

    algorithm = "regularised self-play PPO, in both seats and against a pool"

    def __init__(self, run: Path, setting: Setting) -> None:
        self._agent = NetAgent.load(run / WEIGHTS, setting.scenario)
        self.network: nn.Module = cast(Any, self._agent.head)

    def at(self, file: Path) -> nn.Module:
        """Return the network with a past self's weights."""
        return with_snapshot(self.network, file)

    def likeliest(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the likeliest words."""
        return self._agent.forward(observations, masks)[0].argmax(axis=1)


def with_snapshot(network: nn.Module, file: Path) -> nn.Module:
    """Return a network with a past self's weights; ConfigError where the file holds none."""
    network = copy.deepcopy(network)
    load_snapshot(network, file)  # type: ignore[arg-type]
    return network.eval()


def open_trained(run: Path, setting: Setting) -> Trained:
    """Return what the learner of a run folder left."""
    return FastTrained(run, setting) if (run / WEIGHTS).is_file() else Sb3Trained(run, setting)


@dataclass(frozen=True)
class Asked:
    """A level as a command line asks for it."""

    id: str
    source: str
    """`model`, the file of a past self, a mean of several (past_selves.py), or FILE.opp@LEVEL."""
    level: Level


def parse_level(text: str) -> Asked:
    """Read `cadet=000000350000.npz`, maybe with `,temperature=1.2,min_p=0`; ConfigError.

    The source may be `model`, `mean` of past selves (past_selves.py), or a level of an opponent
    file: `cadet=a.opp@cadet`.

    `,search` makes it one that searches, as `search/settings.py` has it, or `,worlds=64` and so on.
    """
    first, *others = text.split(",")
    name, sign, source = first.partition("=")
    if not sign or not name.strip() or not source.strip():
        raise ConfigError.at("level", text, "is not written ID=FILE or ID=model")
    pairs = [(knob.strip(), value) for knob, _, value in (each.partition("=") for each in others)]
    knobs: dict[str, Any] = {"temperature": TEMPERATURE, "min_p": MIN_P}
    for knob, value in pairs:
        if knob not in knobs:
            continue
        try:
            knobs[knob] = float(value)
        except ValueError:
            raise ConfigError.at("level", text, f"{value!r} is no number") from None
    search = [pair for pair in pairs if pair[0] not in knobs]
    if search:
        knobs["search"] = told_search([pair for pair in search if pair != (SEARCH, "")], text)
    level: Level = build(Level, {"id": name.strip(), **knobs}, "level", text)
    return Asked(level.id, source.strip(), level)


def export_run(
    run: Path,
    path: Path,
    *,
    name: str,
    check: int = 1000,
    levels: Sequence[str] = (),
    temperature: float = TEMPERATURE,
    min_p: float = MIN_P,
    mantissa: int = MANTISSA,
    weights: str = ONNX,
    author: str = "",
    license: str = "",
    tell: Callable[[str], None] = lambda words: None,
) -> dict[str, Any]:
    """Export the opponent of a run folder, load the file, and compare all its policies.

    `levels` are others than `admiral`, weakest first, as `parse_level` reads them; those that
    search come last. `mantissa` is the bits that weights are rounded to (rounding.py), `weights`
    one of `FORMS` (forms.py); it is the network as it is in the file that is compared. Refuses
    nothing on its own: the caller judges `same` against `checked`.
    """
    config = load_config(run / "config.yaml")
    setting = setting_of(config)
    result = _result(run)
    trained = open_trained(run, setting)
    policies, made = _levels(run, trained, [parse_level(text) for text in levels], setting)
    policies = {file: rounded(network, mantissa) for file, network in policies.items()}
    made = _in_order(made, Level(BEST, POLICY, temperature, min_p, made_of=_words_of(result)))
    knobs = [f"--temperature {temperature:g}", f"--min-p {min_p:g}", f"--mantissa {mantissa}"]
    knobs += [f"--weights {weights}"] if weights != ONNX else []
    origin = Origin(
        trained.algorithm,
        told_configuration(config),
        result,
        _lineage(config, result),
        author,
        license,
        _commands(run, path.name, knobs, levels),
    )
    tell("Writing the network ...")
    manifest = export(path, setting, policies, made, name, origin)
    likeliest = {POLICY: trained.likeliest} if mantissa == MANTISSA else {}
    if weights == JSON:
        manifest = write_as_json(read_bundle(path), path)
        policies = {in_json(file): network for file, network in policies.items()}
        likeliest = {in_json(file): words for file, words in likeliest.items()}
    bundle = OnnxAgent.load(path, setting.ruleset, setting.scenario).bundle
    parity = Parity(0, 0, 0.0)
    if check:
        tell(f"Comparing {check} decisions ...")
        parity = _compared(bundle, setting, policies, likeliest, check)
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "bundle_hash": manifest["bundle_hash"],
        "levels": [level.id for level in made],
        "checked": parity.decisions,
        "same": parity.same,
        "largest_difference": parity.largest_difference,
    }


def _in_order(made: Sequence[Level], best: Level) -> list[Level]:
    """Return levels weakest first, the best after those without search."""
    alone = [level for level in made if level.search is None and level.id != BEST]
    return [*alone, best, *(level for level in made if level.search is not None)]


def _compared(
    bundle: Bundle,
    setting: Setting,
    policies: Mapping[str, nn.Module],
    likeliest: Mapping[str, Words],
    check: int,
) -> Parity:
    """Play the strongest level and compare all policies of the file on so many decisions."""
    usual = strongest(bundle.levels)
    player = NetworkAgent(policies[usual.policy], usual)
    decisions = record_decisions(setting, player, check, seed=1)
    return check_parity(bundle, policies, decisions, likeliest)


def _levels(
    run: Path, trained: Trained, asked: Sequence[Asked], setting: Setting
) -> tuple[dict[str, nn.Module], list[Level]]:
    """Return networks by file, and levels; two levels of one network share its file."""
    policies: dict[str, nn.Module] = {POLICY: trained.network}
    files: dict[tuple[Path, str], str] = {}
    levels = []
    for each in asked:
        policy, made_of = POLICY, "the learner at the end"
        if each.source != MODEL:
            place, network, made_of = _older(run, trained, each.source, setting)
            policy = files.setdefault(place, f"policy_{each.id}.onnx")
            policies.setdefault(policy, network)
        levels.append(replace(each.level, policy=policy, made_of=made_of))
    return policies, levels


def _older(
    run: Path, trained: Trained, source: str, setting: Setting
) -> tuple[tuple[Path, str], nn.Module, str]:
    """Return where the network of a level is from, the network, and what it is in words."""
    if is_mean(source):
        files = find_past_selves(run, source)
        return (run / PAST_SELVES, source), mean_of(map(trained.at, files)), ages(files)
    name, level = split_level(source)
    if not name.endswith(SUFFIX):
        file = find_past_self(run, source)
        other = other_run(run, file)
        made_of = f"{other}: {age(file)}" if other else age(file)
        return (file.resolve(), ""), trained.at(file), made_of
    bundle = read_bundle(opponent_file(name))
    taken = level_named(bundle.levels, level, str(bundle.path))
    network = copy.deepcopy(trained.network)
    start_from(network, source, setting)
    words = f"{taken.id} of {bundle.path.name}: {taken.made_of}"
    return (bundle.path.resolve(), taken.policy), network.eval(), words


def told_configuration(config: TrainConfig) -> dict[str, Any]:
    """Return the configuration without places on this machine."""
    told = config_to_dict(config)
    told["start"] = _told_start(config)
    return told


def _told_start(config: TrainConfig) -> str | None:
    """Return what the run started from, without places on this machine."""
    return None if config.start is None else "/".join(Path(config.start).parts[-2:])


def _commands(run: Path, file: str, knobs: Sequence[str], levels: Sequence[str]) -> list[str]:
    """Return how a run of this configuration becomes this file."""
    parts = ["spacecombat export run", file, *knobs]
    for text in levels:
        name, _, source = text.partition("=")
        parts.append(f"--level {name}={told_source(run, source)}")
    return ["spacecombat train --config configuration.yaml --out run", " ".join(parts)]


def _words_of(result: dict[str, Any]) -> str:
    """Return which state of the learner its last is, in words."""
    decisions = result.get("decisions")
    return "the learner at the end" + (f", after {decisions:,} decisions" if decisions else "")


def _result(run: Path) -> dict[str, Any]:
    """Return the measured results of a run; empty where it was not finished."""
    path = run / "result.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _lineage(config: TrainConfig, result: dict[str, Any]) -> dict[str, Any]:
    """Return what the learner came from and whom it met."""
    weights = config.opponents.weights
    total = sum(weights.values())
    return {
        "parent": _told_start(config),
        "decisions": result.get("decisions"),
        "games": result.get("games"),
        "opponents": {name: share / total for name, share in weights.items() if share > 0},
        "saw": sorted(name for name, share in weights.items() if share > 0 and name != "self"),
        "imitated": config.imitation.agent,
        "advised": config.kickstart.agent,
        "control": None,
    }
