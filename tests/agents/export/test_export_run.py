"""Run folders as opponent files: the learner at the end, and older selves as levels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("onnxscript")
pytest.importorskip("onnxruntime")

from spacecombat_agents.export.checkpoint_sources import find_checkpoint, public_source  # noqa: E402
from spacecombat_agents.export.export_run import (  # noqa: E402
    _lineage,
    export_run,
    public_configuration,
)
from spacecombat_agents.export.run_levels import parse_level  # noqa: E402
from spacecombat_agents.export.trained_nets import Sb3TrainedNet  # noqa: E402
from spacecombat_agents.players.bundles.bundle import read_bundle  # noqa: E402
from spacecombat_agents.training.config import config_from, load_config  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two thousand decisions that kept two checkpoints."""
    folder = tmp_path_factory.mktemp("run") / "run"
    content = {
        "ruleset": "auction",
        "scenario": "plain",
        "torch_threads": 1,
        "engine_threads": 1,
        "rollout": {"games": 32, "decisions": 512},
        "network": {"policy_layers": [16], "value_layers": [16]},
        "ppo": {"batch": 256},
        "budget": {"decisions": 2000},
        "opponents": {"every": 2, "weights": {"random": 1, "self": 3}},
        "evaluation": {"every_minutes": None, "final_pairs": 5, "opponents": ["random"]},
    }
    train(config_from(content), folder)
    return folder


def test_a_run_and_its_past_selves_become_levels(run: Path, tmp_path: Path) -> None:
    kept = sorted(file.name for file in (run / "opponents").glob("*.npz"))
    levels = [f"cadet={kept[0]},temperature=1", f"officer={kept[-1]}", "captain_net=model,min_p=0"]
    result = export_run(run, tmp_path / "a.opp", name="A", check=200, levels=levels)
    assert result["levels"] == ["cadet", "officer", "captain_net", "admiral"]
    assert result["same"] == result["checked"] == 600
    bundle = read_bundle(tmp_path / "a.opp")
    cadet, officer, captain, admiral = bundle.levels
    assert (cadet.policy, cadet.temperature, cadet.min_p) == ("policy_cadet.onnx", 1.0, 0.02)
    assert (captain.policy, captain.temperature, captain.min_p) == ("policy.onnx", 0.6, 0.0)
    assert (admiral.policy, admiral.temperature, admiral.min_p) == ("policy.onnx", 0.6, 0.02)
    assert cadet.made_of == f"the learner after {int(kept[0][:-4]):,} decisions"
    assert bundle.files[cadet.policy] != bundle.files[officer.policy] != bundle.files["policy.onnx"]
    assert bundle.manifest["lineage"]["opponents"] == {"random": 0.25, "self": 0.75}
    assert "by share of games: random 25%, self 75%" in bundle.files["card.md"].decode()


def test_the_file_is_held_against_the_library_that_trained_it(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where sb3-contrib said other actions than the file does, it would be told."""

    def least(_: Sb3TrainedNet, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.where(masks > 0, 2, 3).argmin(axis=1)  # the first legal action

    monkeypatch.setattr(Sb3TrainedNet, "greedy_actions", least)
    result = export_run(run, tmp_path / "a.opp", name="A", check=100)
    assert result["checked"] == 100 > result["same"]


def test_a_mixture_may_take_the_place_of_the_admiral(run: Path, tmp_path: Path) -> None:
    """Of a source that is named twice there is one network, in twice as many games."""
    first, last = (file.stem for file in sorted((run / "opponents").glob("*.npz"))[-2:])
    levels = [f"admiral=mixture:{first}+{last}+{first},temperature=1"]
    result = export_run(run, tmp_path / "a.opp", name="A", check=50, levels=levels)
    assert result["same"] == result["checked"] == 100
    bundle = read_bundle(tmp_path / "a.opp")
    (admiral,) = bundle.levels
    assert admiral.policies == ("policy_admiral_1.onnx", "policy_admiral_2.onnx")
    assert admiral.weights == (2 / 3, 1 / 3) and admiral.policy == admiral.policies[1]
    assert bundle.policies == list(admiral.policies), "the learner's last state plays no level"
    ages = "; ".join(f"the learner after {int(each):,} decisions" for each in (first, last))
    assert admiral.made_of == f"one of 2 for each game: {ages}"
    with pytest.raises(ConfigError, match="is a mixture, which has no weights of its own"):
        level = f"cadet={tmp_path / 'a.opp'}@admiral"
        export_run(run, tmp_path / "b.opp", name="B", check=0, levels=[level])


@pytest.mark.slow
def test_levels_of_one_past_self_share_its_file(run: Path, tmp_path: Path) -> None:
    first = min((run / "opponents").glob("*.npz")).stem
    levels = [f"cadet={first},temperature=2", f"officer={first}"]
    export_run(run, tmp_path / "a.opp", name="A", check=0, levels=levels)
    bundle = read_bundle(tmp_path / "a.opp")
    assert [level.policy for level in bundle.levels] == [
        "policy_cadet.onnx",
        "policy_cadet.onnx",
        "policy.onnx",
    ]
    assert bundle.policies == ["policy.onnx", "policy_cadet.onnx"]


@pytest.mark.slow
def test_a_level_may_come_out_of_another_file(run: Path, tmp_path: Path) -> None:
    """So that a run goes on from a file, and the file it makes keeps the weaker levels."""
    kept = sorted(file.name for file in (run / "opponents").glob("*.npz"))
    first = tmp_path / "first.opp"
    export_run(run, first, name="A", check=0, levels=[f"cadet={kept[0]},temperature=1"])
    levels = [f"cadet={first}@cadet,temperature=2", f"officer={first}@cadet"]
    result = export_run(run, tmp_path / "second.opp", name="B", check=200, levels=levels)
    assert result["same"] == result["checked"] == 400, "two networks, not three"
    old, new = read_bundle(first), read_bundle(tmp_path / "second.opp")
    assert new.files["policy_cadet.onnx"] == old.files["policy_cadet.onnx"]
    cadet, officer, _ = new.levels
    assert (cadet.temperature, officer.policy) == (2.0, "policy_cadet.onnx")
    age = f"the learner after {int(kept[0][:-4]):,} decisions"
    assert cadet.made_of == f"cadet of first.opp: {age}"
    with pytest.raises(ConfigError, match="none"):
        export_run(run, tmp_path / "third.opp", name="C", levels=[f"cadet={first}@none"])


def test_a_run_is_written_as_json_and_held_against_the_learner(run: Path, tmp_path: Path) -> None:
    first = min((run / "opponents").glob("*.npz")).stem
    how: dict[str, Any] = {"levels": [f"cadet={first}"], "weights": "json", "mantissa": 10}
    result = export_run(run, tmp_path / "a.opp", name="A", check=100, **how)
    assert result["checked"] == result["same"] == 200
    bundle = read_bundle(tmp_path / "a.opp")
    assert bundle.policies == ["policy.json", "policy_cadet.json"]
    assert result["bundle_hash"] == bundle.manifest["bundle_hash"]
    card = json.loads(bundle.files["card.json"])
    assert list(card["parameters"]) == bundle.policies
    assert "--mantissa 10 --weights json" in card["commands"][1]
    written = forms_of(bundle.files["policy.json"])
    assert [name for name, form in written.items() if form != "float16"] == []


def forms_of(policy: bytes) -> dict[str, str]:
    """How the weights of a policy are written; constants, the -1e8 of illegal actions, left out."""
    weights = json.loads(policy)["weights"]
    return {name: list(each)[-1] for name, each in weights.items() if "constant" not in name}


def test_the_usual_export_has_one_level_with_the_knobs_that_are_set(
    run: Path, tmp_path: Path
) -> None:
    export_run(run, tmp_path / "a.opp", name="A", check=0, temperature=0.0, min_p=0.1)
    (level,) = read_bundle(tmp_path / "a.opp").levels
    assert (level.id, level.temperature, level.min_p) == ("admiral", 0.0, 0.1)


def test_the_card_says_how_to_make_the_file_again_and_names_no_place(
    run: Path, tmp_path: Path
) -> None:
    first = min((run / "opponents").glob("*.npz"))
    config = load_config(run / "config.yaml")
    export_run(run, tmp_path / "a.opp", name="A", check=0, mantissa=8, levels=[f"cadet={first}"])
    bundle = read_bundle(tmp_path / "a.opp")
    card = json.loads(bundle.files["card.json"])
    assert card["commands"] == [
        "spacecombat train --config configuration.yaml --out run",
        "spacecombat export run a.opp --temperature 0.6 --min-p 0.02 --mantissa 8 "
        f"--level cadet={first.name}",
    ]
    assert card["configuration"] == public_configuration(config)
    started = replace(config, start=str(tmp_path / "other" / "p.st"))
    assert public_configuration(started) == {**card["configuration"], "start": "other/p.st"}
    assert _lineage(config, {})["parent"] is None
    assert _lineage(started, {})["parent"] == "other/p.st"
    for content in bundle.files.values():
        assert str(tmp_path).encode() not in content and str(run).encode() not in content
    assert all(line in bundle.files["card.md"].decode() for line in card["commands"])


def test_a_level_is_the_mean_of_past_selves(run: Path, tmp_path: Path) -> None:
    kept = sorted((run / "opponents").glob("*.npz"))
    last = int(kept[-1].stem)
    levels = [
        f"steady=mean:0..{last},temperature=1",
        f"late=mean:{last}..{last}",
        f"same={kept[-1].name}",
    ]
    result = export_run(run, tmp_path / "a.opp", name="A", check=100, levels=levels)
    assert result["same"] == result["checked"] == 400
    bundle = read_bundle(tmp_path / "a.opp")
    steady, late, same, _ = bundle.levels
    told = f"the mean weights of {len(kept)} checkpoints, after 0 to {last:,} decisions"
    assert len(kept) > 1 and steady.made_of == told
    assert bundle.files[late.policy] == bundle.files[same.policy], "a mean of one is that one"
    assert bundle.files[steady.policy] != bundle.files[same.policy]
    commands = json.loads(bundle.files["card.json"])["commands"]
    assert (
        f"--level steady=mean:0..{last},temperature=1 --level late=mean:{last}..{last} "
        in commands[1]
    )


def test_a_checkpoint_of_another_run_is_shown_with_its_run(run: Path, tmp_path: Path) -> None:
    """A run that began with the weights of another takes its weaker levels from there."""
    first = min((run / "opponents").glob("*.npz"))
    earlier = tmp_path / "earlier" / "opponents" / first.name
    earlier.parent.mkdir(parents=True)
    earlier.write_bytes(first.read_bytes())
    levels = [f"cadet={earlier},temperature=2"]
    export_run(run, tmp_path / "a.opp", name="A", check=0, levels=levels)
    bundle = read_bundle(tmp_path / "a.opp")
    card = json.loads(bundle.files["card.json"])
    told = f"--level cadet=earlier/opponents/{first.name},temperature=2"
    assert card["commands"][1].endswith(told)
    age = f"the learner after {int(first.stem):,} decisions"
    assert bundle.levels[0].made_of == f"earlier: {age}"
    level = "a.opp@cadet,temperature=2"
    assert public_source(run, f"agents/spacecombat_agents/opponents/{level}") == level, (
        "a file is of no run"
    )


def test_levels_that_search_come_last_with_all_their_settings(run: Path, tmp_path: Path) -> None:
    levels = ["master=model,worlds=4,turn=off,temperature=1", "quick=model,search"]
    export_run(run, tmp_path / "a.opp", name="A", check=0, levels=levels)
    admiral, master, quick = read_bundle(tmp_path / "a.opp").levels
    assert admiral.search is None
    assert master.search is not None and quick.search is not None
    assert (master.search["worlds"], master.search["turn"], master.temperature) == ("4", "off", 1.0)
    assert quick.search["worlds"] == "32" and set(quick.search) == set(master.search)
    assert read_bundle(tmp_path / "a.opp").manifest["kind"] == "net+engine"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cadet", "level: cadet: is not of the form ID=FILE or ID=model"),
        ("cadet=", "is not of the form ID=FILE"),
        ("cadet=x.npz,heat=2", "cadet=x.npz,heat=2: heat: no such parameter of search; there are"),
        ("master=model,worlds=many", "worlds: 'many' is not a whole number from 1 to 256"),
        ("cadet=x.npz,min_p=much", "'much' is not a number"),
        ("cadet=x.npz,min_p=2", "min_p: 2.0 is not from 0.0 to 1.0"),
    ],
)
def test_levels_that_are_not_written_so_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_level(text)
    assert reason in str(caught.value)


def test_a_past_self_that_is_not_there_is_refused_with_those_there_are(
    run: Path, tmp_path: Path
) -> None:
    kept = sorted(file.name for file in (run / "opponents").glob("*.npz"))
    with pytest.raises(ConfigError, match=f"there are: {kept[0]}"):
        find_checkpoint(run, "999.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"PK")
    with pytest.raises(ConfigError, match="broken.npz: file: not a checkpoint of this run"):
        export_run(run, tmp_path / "a.opp", name="A", levels=[f"cadet={broken}"])
    with pytest.raises(
        ConfigError, match=r"levels\[1\].id: 'Cadet' is not a valid name of a level"
    ):
        export_run(run, tmp_path / "a.opp", name="A", levels=["Cadet=model"])
    assert not (tmp_path / "a.opp").exists()
