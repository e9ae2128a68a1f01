"""The JavaScript package plays opponent files as Python does: same lots, words, answers, refusals."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.every_step import every_step

import spacecombat_env
from spacecombat_agents import cli
from spacecombat_agents.export.amending import amend
from spacecombat_agents.export.forms import write_as_json
from spacecombat_agents.export.golden import npz_bytes, unclear_words
from spacecombat_agents.players.base import unit_lots
from spacecombat_agents.players.bundle import MANIFEST, read_bundle, write_bundle
from spacecombat_agents.players.bundle_checks import GOLDEN_GAME
from spacecombat_agents.players.drawing import counted_lots, drawn_words
from spacecombat_agents.players.levels import Level, strongest
from spacecombat_agents.players.runtimes import NUMPY, open_policy
from spacecombat_agents.players.shipped import shipped_opponents
from spacecombat_agents.players.steps import Policy
from spacecombat_agents.setting import Setting
from spacecombat_env.protocol.vectors import vector

PACKAGE = Path(spacecombat_env.__file__).parent / "web" / "opponent"
ROWS, SEED = 1024, 2**40 + 3
pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")


def node(source: str) -> Any:
    """What a module prints, as JSON; it has Opponent, readFile and `opened(path)`."""
    head = f"""
        import {{ readFile }} from "node:fs/promises";
        import * as module from {json.dumps((PACKAGE / "opponent.js").as_uri())};
        const {{ Opponent, lot, word }} = module;
        const opened = async (path) => Opponent.open(await readFile(path), {{ name: path }});
        const tell = (found) => console.log(JSON.stringify(found));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", head + source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="session")
def in_json(opponent: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small opponent with its policies as JSON."""
    path = tmp_path_factory.mktemp("json") / "x.opp"
    write_as_json(read_bundle(opponent), path)
    return path


# -- drawing --------------------------------------------------------------------------------------


def test_lots_are_the_same() -> None:
    seeds, games = (0, 5, 2**64 - 1), (0, 3, 2**32 - 1)
    found = node(f"""
        const found = [];
        for (const seed of {[str(seed) for seed in seeds]})
            for (const game of {list(games)})
                for (let n = 0; n < 20; n++) found.push(lot(BigInt(seed), game, n, 1));
        tell(found);
    """)
    ours = [counted_lots(seed, game, np.arange(20), 1) for seed in seeds for game in games]
    assert found == unit_lots(np.concatenate(ours)).tolist()


@pytest.mark.parametrize("level", [Level("a", temperature=0.6, min_p=0.02), Level("b")])
def test_words_are_the_same(level: Level, tmp_path: Path) -> None:
    luck = np.random.default_rng(4)
    logits = luck.normal(0, 2, (2000, 16)).astype(np.float32)
    legal = (luck.random((2000, 16)) < 0.4).astype(np.int8)
    legal[:, 7] = 1
    lots = luck.integers(2**64, size=2000, dtype=np.uint64)
    asked = {"logits": logits.tolist(), "legal": legal.tolist(), "u": unit_lots(lots).tolist()}
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    found = node(f"""
        const asked = JSON.parse(await readFile({json.dumps(str(tmp_path / "asked.json"))}));
        const level = {{ temperature: {level.temperature}, min_p: {level.min_p} }};
        tell(asked.u.map((u, i) => word(level, Float32Array.from(asked.logits[i]), asked.legal[i], u)));
    """)
    assert found == drawn_words(logits, legal, lots, level.temperature, level.min_p).tolist()


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
    lots = counted_lots(SEED, GOLDEN_GAME, np.arange(ROWS))
    for level in bundle.levels:
        logits = open_policy(bundle, level.policy)(observations, masks).logits
        clear = ~unclear_words(level, logits, masks, SEED)
        ours = level.words(logits, masks, lots)
        assert clear.mean() > 0.9
        assert (ours == np.array(said["words"][level.id]))[clear].all(), level.id
        known = golden[f"words.{level.id}"]
        assert said["checked"]["levels"][level.id] == (known >= 0).sum() > known.size * 0.8
    assert max(said["checked"]["policies"].values()) < 1e-4
    usual = strongest(bundle.levels)
    assert said["usual"] == usual.id
    wanted = open_policy(bundle, usual.policy, NUMPY)(observations[5:6], masks[5:6])
    for name, array in zip(("logits", "value", "wdl"), wanted, strict=True):
        given = said["answers"][name]
        assert (given is None) == (array is None)
        if array is not None:
            np.testing.assert_allclose(given, array.ravel(), atol=1e-4)


def test_the_nets_of_the_library_say_the_same_words(in_json: Path, tmp_path: Path) -> None:
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
    wanted = Policy(data).run(outputs, given)
    for step, ours, theirs in zip(json.loads(data)["steps"], found, wanted, strict=True):
        theirs = np.broadcast_to(theirs, (1, theirs.shape[1]))[0]
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, err_msg=str(step))


@pytest.mark.parametrize("name", shipped_opponents())
def test_shipped_opponents_say_the_same_words(name: str, tmp_path: Path) -> None:
    write_as_json(read_bundle(shipped_opponents()[name]), tmp_path / name)
    check_words(tmp_path / name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["pair", "trunk", "blocks"])
def test_every_kind_of_net_says_the_same_words(form: str, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from spacecombat_agents.export.opponent import export
    from spacecombat_agents.players.nets import build_net
    from spacecombat_agents.players.network import Network

    setting = Setting.of("intercept_sensors", "duel")
    sizes: Any = {"policy_layers": (24, 16), "value_layers": (12,), "layers": (24, 16), "slot": 8}
    torch.manual_seed(3)
    network = Network(form, **sizes)
    net = build_net(network, setting.scenario.observation, setting.scenario.actions, 3)
    with torch.no_grad():
        for name, weight in net.named_parameters():
            weight.mul_(60.0 if name.startswith(("words", "cells")) else 1.0)
    levels = [Level("a", temperature=0.7), Level("b", temperature=0.5, min_p=0.05), Level("c")]
    export(tmp_path / "onnx.opp", setting, {"policy.onnx": net}, levels, form)
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


# -- refusals -------------------------------------------------------------------------------------

Files = dict[str, bytes]


def manifest_with(**fields: Any) -> Callable[[Files], None]:
    """Return an edit of the manifest that leaves its hash as it was."""

    def edit(files: Files) -> None:
        files[MANIFEST] = json.dumps({**json.loads(files[MANIFEST]), **fields}).encode()

    return edit


def flipped(name: str) -> Callable[[Files], None]:
    """Return an edit that changes one bit of a file."""

    def edit(files: Files) -> None:
        data = bytearray(files[name])
        data[len(data) // 2] ^= 1
        files[name] = bytes(data)

    return edit


CORRUPTED = {
    "policy.json: its SHA-256 is not the one in manifest.json": flipped("policy.json"),
    "golden.npz: its SHA-256 is not": flipped("golden.npz"),
    "card.json: is missing": lambda files: files.pop("card.json"),
    "more.txt: is not listed in manifest.json": lambda files: files.update({"more.txt": b""}),
    "manifest.json: is missing": lambda files: files.pop(MANIFEST),
    "manifest.json: no JSON": lambda files: files.update({MANIFEST: b"{"}),
    "manifest.json: is no JSON object": lambda files: files.update({MANIFEST: b"3"}),
    "manifest.json bundle_hash: does not fit": manifest_with(name="Another"),
    "manifest.json files: is no list": manifest_with(files=3),
}


@pytest.mark.parametrize("reason", CORRUPTED)
def test_a_changed_file_is_refused_by_name(reason: str, in_json: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.opp"
    with zipfile.ZipFile(in_json) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    CORRUPTED[reason](files)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    assert refused(path).startswith(f"{path.name}: {reason}")


def refused(path: Path) -> str:
    """What the command says of a file that it does not open."""
    command = ["node", PACKAGE / "check.js", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and not done.stdout
    return done.stderr.strip()


def test_damaged_zips_are_refused(in_json: Path, tmp_path: Path) -> None:
    whole, path = in_json.read_bytes(), tmp_path / "x.opp"
    luck = np.random.default_rng(2)
    broken = [b"", whole[:-30], whole[: len(whole) // 2], whole[5000:], b"PK\5\6" + bytes(40)]
    for place in luck.integers(len(whole), size=12).tolist():
        broken.append(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
    for data in broken:
        path.write_bytes(data)
        said = refused(path)
        assert said.startswith("x.opp: ") and "\n" not in said and "Cannot read" not in said, said


FORGED = {
    "manifest.json schema: opp/9: opp/2 is read here": {"schema": "opp/9"},
    "manifest.json state: policies with a memory": {"state": {}},
    "manifest.json decision.rng: is not philox4x32-10": {"decision": {}},
    "manifest.json policies: ../a.json is no policy": {"policies": ["../a.json"]},
    "manifest.json outputs: are not": {"outputs": []},
    "manifest.json levels: there is none": {"levels": []},
    "manifest.json levels[1].boldness: is unknown": {"levels": [{"id": "a", "boldness": 1}]},
    "manifest.json levels[1].policy: x is none of": {"levels": [{"id": "a", "policy": "x"}]},
}


@pytest.mark.parametrize("reason", FORGED)
def test_what_is_not_played_here_is_refused(reason: str, in_json: Path, tmp_path: Path) -> None:
    bundle = read_bundle(in_json)
    manifest = {**bundle.manifest, **FORGED[reason]}
    write_bundle(tmp_path / "forged.opp", manifest, bundle.files)
    assert refused(tmp_path / "forged.opp").startswith(f"forged.opp: {reason}")


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ({"form": "steps/3"}, "form: steps/3, not steps/1"),
        ({"inputs": {"obs": 3, "action_mask": 16}}, r"steps\[1\] \(product\): does not fit 3, "),
        ({"steps": [{"do": "sine", "of": ["obs"], "out": "a"}]}, r"steps\[1\].do: sine is no step"),
        ({"steps": [{"do": "add", "of": ["obs"], "out": "a"}]}, r"steps\[1\].of: is not what add"),
        ({"steps": [{"do": "relu", "of": ["x"], "out": "a"}]}, r"\(relu\): x is not known"),
        (
            {"steps": [{"do": "relu", "of": ["obs"], "out": "logits"}]},
            "logits is not of 16 entries",
        ),
        ({"steps": []}, "logits is not of 16 entries"),
        (
            {"steps": [{"do": "take", "of": ["obs"], "places": [99], "out": "a"}]},
            r"\(take\): does not fit 34 entries",
        ),
    ],
)
def test_steps_that_cannot_be_done_are_refused(
    edit: dict[str, Any], reason: str, in_json: Path, tmp_path: Path
) -> None:
    bundle = read_bundle(in_json)
    content = {**json.loads(bundle.files["policy.json"]), **edit}
    files = {**bundle.files, "policy.json": json.dumps(content).encode()}
    write_bundle(tmp_path / "x.opp", bundle.manifest, files)
    said = refused(tmp_path / "x.opp")
    assert said.startswith("x.opp: policy.json: ") and re.search(reason, said), said


def test_other_numbers_and_other_words_do_not_pass_the_golden_vectors(
    in_json: Path, tmp_path: Path
) -> None:
    bundle, path = read_bundle(in_json), tmp_path / "x.opp"
    content = bundle.files["policy.json"].replace(b'"tanh"', b'"relu"', 1)
    write_bundle(path, bundle.manifest, {**bundle.files, "policy.json": content})
    assert refused(path).startswith("x.opp: golden.npz: policy.json: outputs differ by")
    golden = bundle.golden()
    golden["words.officer"] = (golden["words.officer"] + 1) % 16
    write_bundle(path, bundle.manifest, {**bundle.files, "golden.npz": npz_bytes(golden)})
    said = "x.opp: golden.npz: level officer: other words are chosen on this runtime"
    assert refused(path) == said


def test_a_file_that_is_longer_than_it_says_is_not_unpacked(in_json: Path, tmp_path: Path) -> None:
    data, path = bytearray(in_json.read_bytes()), tmp_path / "x.opp"
    entry = data.index(b"PK\x01\x02")  # of the first file: the manifest
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    said = "x.opp: manifest.json: cannot be unpacked: it is longer than it says"
    assert refused(path) == said


def test_questions_that_do_not_fit_are_refused(in_json: Path, opponent: Path) -> None:
    found = node(f"""
        const opponent = await opened({json.dumps(str(in_json))});
        const [obs, mask] = [new Float32Array(34), new Int8Array(16)];
        const found = [];
        for (const asked of [[obs, mask], [obs, mask, "guru"], [mask, mask], [obs, obs]])
            await opponent.choose(...asked).catch(({{ field, reason }}) => found.push(`${{field}}: ${{reason}}`));
        await opened({json.dumps(str(opponent))}).catch((error) => found.push(error.reason));
        tell(found);
    """)
    assert found == [
        "mask: no word of it can be said",
        "level: guru is none of: cadet, officer, steady, admiral",
        "obs: 16 entries where it takes 34",
        "mask: 34 entries where it takes 16",
        "is ONNX: hand in a runtime, or export with --weights json",
    ]


def test_a_level_that_searches_is_refused_and_never_the_usual_one(
    in_json: Path, tmp_path: Path
) -> None:
    bundle, path = read_bundle(in_json), tmp_path / "x.opp"
    cadet, officer, steady, admiral = bundle.levels
    searching = dataclasses.replace(
        admiral, search={"worlds": "8"}, rating=900.0, interval=(800.0, 1000.0)
    )
    rated = dataclasses.replace(cadet, rating=10.0, interval=(0.0, 20.0))
    amend(bundle, path, [rated, officer, steady, searching])
    found = node(f"""
        const opponent = await opened({json.dumps(str(path))});
        let reason;
        try {{ opponent.level("admiral"); }} catch (error) {{ reason = error.reason; }}
        tell([opponent.level().id, reason]);
    """)
    assert found == ["cadet", "admiral searches with the rules engine"]


# -- the protocol, and the package itself ---------------------------------------------------------


def test_vectors_of_the_protocol_are_read(tmp_path: Path) -> None:
    setting = Setting.of("intercept_sensors", "duel")
    name = "intercept_sensors_duel.opp"
    write_as_json(read_bundle(shipped_opponents()[name]), tmp_path / name)
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
    write_as_json(read_bundle(shipped_opponents()[name]), tmp_path / name)
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
        read_bundle(shipped_opponents()["intercept_sensors_duel.opp"]), tmp_path / "duel.opp"
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
    assert (PACKAGE / package["main"]).is_file() and (PACKAGE / package["types"]).is_file()
