"""Another language plays an opponent file: the same lots, the same words, the same answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents.players.base import unit_lots
from spacecombat_agents.players.drawing import counted_lots, drawn_words
from spacecombat_agents.players.levels import Level

SCRIPT = Path(__file__).parents[3] / "scripts" / "opponent.mjs"
RUNTIME = "onnxruntime-node"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no node")


def node(source: str) -> str:
    """What a module prints."""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", source], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_node
def test_javascript_draws_the_same_lots() -> None:
    seeds, games = (0, 5, 2**64 - 1), (0, 3, 2**32 - 1)
    source = f"""
        import {{ lot }} from {json.dumps(SCRIPT.as_uri())};
        const found = [];
        for (const seed of {[str(seed) for seed in seeds]})
            for (const game of {list(games)})
                for (let n = 0; n < 20; n++) found.push(lot(BigInt(seed), game, n, 1));
        console.log(JSON.stringify(found));
    """
    ours = [counted_lots(seed, game, np.arange(20), 1) for seed in seeds for game in games]
    assert json.loads(node(source)) == unit_lots(np.concatenate(ours)).tolist()


@needs_node
@pytest.mark.parametrize("level", [Level("a", temperature=0.6, min_p=0.02), Level("b")])
def test_javascript_speaks_the_same_words(level: Level, tmp_path: Path) -> None:
    luck = np.random.default_rng(4)
    logits = luck.normal(0, 2, (2000, 16)).astype(np.float32)
    legal = (luck.random((2000, 16)) < 0.4).astype(np.int8)
    legal[:, 7] = 1
    lots = luck.integers(2**64, size=2000, dtype=np.uint64)
    asked = {"logits": logits.tolist(), "legal": legal.tolist(), "u": unit_lots(lots).tolist()}
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    source = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ word }} from {json.dumps(SCRIPT.as_uri())};
        const asked = JSON.parse(readFileSync({json.dumps(str(tmp_path / "asked.json"))}));
        const level = {{ temperature: {level.temperature}, min_p: {level.min_p} }};
        console.log(JSON.stringify(asked.u.map((u, i) =>
            word(level, Float32Array.from(asked.logits[i]), asked.legal[i], u))));
    """
    ours = drawn_words(logits, legal, lots, level.temperature, level.min_p)
    assert json.loads(node(source)) == ours.tolist()


@needs_node
@pytest.mark.slow
def test_javascript_reproduces_the_golden_vectors(opponent: Path) -> None:
    """Where onnxruntime-node is to be found: NODE_PATH may name the folder it lies in."""
    found = subprocess.run(["node", "-e", f"require.resolve('{RUNTIME}')"], capture_output=True)
    if found.returncode:
        pytest.skip(f"no {RUNTIME}")
    done = subprocess.run(["node", SCRIPT, opponent], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result["levels"]) == {"cadet", "officer", "steady", "admiral"}
    assert all(each["same"] == each["compared"] > 150 for each in result["levels"].values())
    assert max(result["policies"].values()) < 1e-4
