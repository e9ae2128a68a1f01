"""The JavaScript package plays opponent files as Python does: same random numbers, actions, answers, refusals."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.every_step import every_step
from kit.javascript import PACKAGE, needs_node, node
from kit.printed import ROOT
from kit.slowly import quick_of

import spacecombat_env
from spacecombat_agents import cli
from spacecombat_agents.export.golden_vectors import unclear_actions
from spacecombat_agents.export.json_form import write_as_json
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import unit_uniforms
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.bundles.bundle_checks import GOLDEN_GAME
from spacecombat_agents.players.bundles.levels import StrengthLevel, strongest_level
from spacecombat_agents.players.bundles.runtimes import NUMPY, open_policy
from spacecombat_agents.players.sampling import decision_random_bits, sample_actions
from spacecombat_agents.players.steps.json_policy import JsonPolicy
from spacecombat_env.protocol.vectors import vector

ROWS, SEED = 1024, 2**40 + 3
pytestmark = needs_node


# -- drawing --------------------------------------------------------------------------------------


def test_random_numbers_are_the_same() -> None:
    seeds, games = (0, 5, 2**64 - 1), (0, 3, 2**32 - 1)
    found = node(f"""
        const found = [];
        for (const seed of {[str(seed) for seed in seeds]})
            for (const game of {list(games)})
                for (let n = 0; n < 20; n++) found.push(lot(BigInt(seed), game, n, 1));
        tell(found);
    """)
    ours = [decision_random_bits(seed, game, np.arange(20), 1) for seed in seeds for game in games]
    assert found == unit_uniforms(np.concatenate(ours)).tolist()


@pytest.mark.parametrize(
    "level", [StrengthLevel("a", temperature=0.6, min_p=0.02), StrengthLevel("b")]
)
def test_actions_are_the_same(level: StrengthLevel, tmp_path: Path) -> None:
    player_seeds = np.random.default_rng(4)
    logits = player_seeds.normal(0, 2, (2000, 16)).astype(np.float32)
    legal = (player_seeds.random((2000, 16)) < 0.4).astype(np.int8)
    legal[:, 7] = 1
    random_bits = player_seeds.integers(2**64, size=2000, dtype=np.uint64)
    asked = {
        "logits": logits.tolist(),
        "legal": legal.tolist(),
        "u": unit_uniforms(random_bits).tolist(),
    }
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    found = node(f"""
        const asked = JSON.parse(await readFile({json.dumps(str(tmp_path / "asked.json"))}));
        const level = {{ temperature: {level.temperature}, min_p: {level.min_p} }};
        tell(asked.u.map((u, i) => word(level, Float32Array.from(asked.logits[i]), asked.legal[i], u)));
    """)
    assert (
        found == sample_actions(logits, legal, random_bits, level.temperature, level.min_p).tolist()
    )


# -- whole files ----------------------------------------------------------------------------------


def check_words(path: Path, folder: Path) -> None:
    """Every level says in JavaScript what it says in Python, on as many drawn rows as are asked."""
    bundle = read_bundle(path)
    golden = bundle.golden()
    rows = np.arange(ROWS) % len(golden["masks"])
    asked = {"obs": golden["observations"].tolist(), "masks": golden["masks"].tolist()}
    (folder / "asked.json").write_text(json.dumps(asked))
    said = node(f"""
        const opponent = await opened({json.dumps(str(path))});
        const {{ obs, masks }} = JSON.parse(await readFile({json.dumps(str(folder / "asked.json"))}));
        const words = {{}};
        for (const {{ id }} of opponent.levels) {{
            words[id] = [];
            for (let n = 0; n < {ROWS}; n++) {{
                const random = {{ seed: {SEED}n, game: {GOLDEN_GAME}, decision: n }};
                const row = n % masks.length;
                words[id].push(await opponent.choose(obs[row], masks[row], id, random));
            }}
        }}
        const {{ logits, value, wdl }} = await opponent.answers(obs[5], masks[5]);
        const answers = {{ logits: [...logits], value: [value], wdl: wdl && [...wdl] }};
        tell({{ words, checked: opponent.checked, usual: opponent.level().id, answers }});
    """)
    observations, masks = golden["observations"][rows], golden["masks"][rows]
    random_bits = decision_random_bits(SEED, GOLDEN_GAME, np.arange(ROWS))
    for level in bundle.levels:
        logits = open_policy(bundle, level.policy)(observations, masks).logits
        clear = ~unclear_actions(level, logits, masks, SEED)
        ours = level.choose_actions(logits, masks, random_bits)
        assert clear.mean() > 0.9
        assert (ours == np.array(said["words"][level.id]))[clear].all(), level.id
        known = golden[f"words.{level.id}"]
        assert said["checked"]["levels"][level.id] == (known >= 0).sum() > known.size * 0.8
    assert max(said["checked"]["policies"].values()) < 1e-4
    usual = strongest_level(bundle.levels)
    assert said["usual"] == usual.id
    wanted = open_policy(bundle, usual.policy, NUMPY)(observations[5:6], masks[5:6])
    for name, array in zip(("logits", "value", "wdl"), wanted, strict=True):
        given = said["answers"][name]
        assert (given is None) == (array is None)
        if array is not None:
            np.testing.assert_allclose(given, array.ravel(), atol=1e-4)


def test_the_nets_of_the_library_choose_the_same_actions(in_json: Path, tmp_path: Path) -> None:
    check_words(in_json, tmp_path)


def test_every_step_is_done_as_in_python(tmp_path: Path) -> None:
    data, outputs, given = every_step()
    (tmp_path / "policy.json").write_bytes(data)
    found = node(f"""
        import {{ read }} from {json.dumps((PACKAGE / "steps.js").as_uri())};
        const policy = read(await readFile({json.dumps(str(tmp_path / "policy.json"))}));
        const given = {json.dumps({name: row[0].tolist() for name, row in given.items()})};
        const rows = policy.run(Float32Array.from(given.obs), Float32Array.from(given.action_mask));
        tell({json.dumps(outputs)}.map((name) => [...rows.get(name)]));
    """)
    wanted = JsonPolicy(data).run(outputs, given)
    for step, ours, theirs in zip(json.loads(data)["steps"], found, wanted, strict=True):
        theirs = np.broadcast_to(theirs, (1, theirs.shape[1]))[0]
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, err_msg=str(step))


@pytest.mark.parametrize("name", quick_of(builtin_opponents(), ["intercept_sensors_duel.opp"]))
def test_shipped_opponents_choose_the_same_actions(name: str, tmp_path: Path) -> None:
    write_as_json(read_bundle(builtin_opponents()[name]), tmp_path / name)
    check_words(tmp_path / name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pair", "trunk", "blocks"])
def test_every_kind_of_net_chooses_the_same_actions(form: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from spacecombat_agents.export.write_opponent import write_opponent
    from spacecombat_agents.players.nets.architectures import build_net
    from spacecombat_agents.players.nets.net_config import Network

    setting = GameSetting.of("intercept_sensors", "duel")
    sizes: Any = {"policy_layers": (24, 16), "value_layers": (12,), "layers": (24, 16), "slot": 8}
    torch.manual_seed(3)
    network = Network(form, **sizes)
    net = build_net(network, setting.scenario.observation, setting.scenario.actions, 3)
    with torch.no_grad():
        for name, weight in net.named_parameters():
            weight.mul_(60.0 if name.startswith(("words", "cells")) else 1.0)
    levels = [
        StrengthLevel("a", temperature=0.7),
        StrengthLevel("b", temperature=0.5, min_p=0.05),
        StrengthLevel("c"),
    ]
    write_opponent(tmp_path / "onnx.opp", setting, {"policy.onnx": net}, levels, form)
    write_as_json(read_bundle(tmp_path / "onnx.opp"), tmp_path / "x.opp")
    check_words(tmp_path / "x.opp", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("runtime", ["onnxruntime-node", "onnxruntime-web"])
def test_onnx_policies_play_by_a_runtime_that_is_handed_in(runtime: str, opponent: Path) -> None:
    """Where it is to be found: NODE_PATH may name the folder it lies in."""
    found = subprocess.run(["node", "-e", f"require.resolve('{runtime}')"], capture_output=True)
    if found.returncode:
        pytest.skip(f"no {runtime}")
    command = ["node", PACKAGE / "check.js", opponent, runtime]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result["levels"]) == {"cadet", "officer", "steady", "admiral"}
    assert max(result["policies"].values()) < 1e-4


# -- the protocol, and the package itself ---------------------------------------------------------


def test_vectors_of_the_protocol_are_read(tmp_path: Path) -> None:
    setting = GameSetting.of("intercept_sensors", "duel")
    name = "intercept_sensors_duel.opp"
    write_as_json(read_bundle(builtin_opponents()[name]), tmp_path / name)
    env = setting.batch(4, threads=1)
    env.start(np.arange(4))
    env.play_random(3)
    rows = np.arange(4)
    sent = [vector(env.out.observation[row], env.out.mask[row]) for row in rows]
    found = node(f"""
        const opponent = await opened({json.dumps(str(tmp_path / name))});
        tell({json.dumps(sent)}.map((each) => opponent.question(each))
            .map(({{ obs, mask }}) => [[...obs], [...mask]]));
    """)
    assert [obs for obs, _ in found] == env.floats(rows).tolist()
    assert [mask for _, mask in found] == env.out.mask[rows].tolist()
    env.close()


def test_the_bot_of_the_page_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (PACKAGE / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```js\n// bot.js\n(.*?)```", page, re.S)
    (tmp_path / "bot.mjs").write_text(code)
    name = "intercept_sensors_duel.opp"
    write_as_json(read_bundle(builtin_opponents()[name]), tmp_path / name)
    monkeypatch.chdir(tmp_path)
    bot = f"bot:node bot.mjs {name} admiral {PACKAGE / 'opponent.js'}"
    words = ["--ruleset", "intercept_sensors", "--pairs", "1", "--max-turns", "4", "--seed", "5"]
    assert cli.run(["match", bot, "random", *words]) == 0
    assert "failures             none" in capsys.readouterr().out


def test_the_code_of_the_page_runs(tmp_path: Path) -> None:
    page = (PACKAGE / "README.md").read_text(encoding="utf-8")
    code = re.findall(r"```js\n(.*?)```", page, re.S)[0]
    assert "./opponent.js" in code and "duel.opp" in code
    write_as_json(
        read_bundle(builtin_opponents()["intercept_sensors_duel.opp"]), tmp_path / "duel.opp"
    )
    (tmp_path / "page.mjs").write_text(
        code.replace("./opponent.js", (PACKAGE / "opponent.js").as_uri())
    )
    command = ["node", "page.mjs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    levels, word = done.stdout.splitlines()
    assert "admiral" in levels and word.isdigit()


def test_types_and_package_name_what_is_there() -> None:
    types = (PACKAGE / "opponent.d.ts").read_text(encoding="utf-8")
    names = node("tell(Object.keys(module))")
    assert sorted(re.findall(r"export (?:class|function) (\w+)", types)) == sorted(names)
    package = json.loads((PACKAGE / "package.json").read_text())
    assert package["version"] == spacecombat_env.__version__
    assert "dependencies" not in package
    assert (PACKAGE / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert (PACKAGE / package["main"]).is_file() and (PACKAGE / package["types"]).is_file()
