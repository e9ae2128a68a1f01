"""The JavaScript package in a browser: it opens a file over HTTP and says Python's actions there."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.javascript import PACKAGE

from spacecombat_agents.export.golden_vectors import unclear_actions
from spacecombat_agents.export.json_form import write_as_json
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.bundles.bundle_checks import GOLDEN_GAME
from spacecombat_agents.players.bundles.runtimes import open_policy
from spacecombat_agents.players.sampling import decision_random_bits

SEED, LEVEL = 11, "officer"
PLAY = """async ([file, rows, seed, level]) => {
    const { Opponent } = await import("/opponent.js");
    const bytes = await (await fetch(file)).arrayBuffer();
    const opponent = await Opponent.open(bytes, { name: file });
    const words = [];
    for (const [n, { obs, mask }] of rows.entries())
        words.push(await opponent.choose(obs, mask, level, { seed, game: 0, decision: n }));
    const broken = new Uint8Array(bytes);
    broken[broken.length >> 1] ^= 1;
    const refused = await Opponent.open(broken, { name: file }).catch((error) => error.message);
    return { words, refused, levels: opponent.checked.levels };
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves the package and a folder of files, and says nothing."""

    files: Path

    def translate_path(self, path: str) -> str:
        """Return the file that is asked for."""
        there = self.files / Path(path).name
        return str(there if there.is_file() else PACKAGE / Path(path).name)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server of this machine."""
    handler = type("Handler", (Quiet,), {"files": tmp_path})
    (tmp_path / "index.html").write_text("<!doctype html><title>opponent</title>")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", builtin_opponents())
def test_a_page_chooses_the_actions_of_python(
    name: str, browser: Any, address: str, tmp_path: Path
) -> None:
    write_as_json(read_bundle(builtin_opponents()[name]), tmp_path / name)
    bundle = read_bundle(tmp_path / name)
    golden = bundle.golden()
    observations, masks = golden["observations"], golden["masks"]
    rows = [
        {"obs": row.tolist(), "mask": mask.tolist()}
        for row, mask in zip(observations, masks, strict=True)
    ]
    page = browser.new_page()
    page.goto(f"{address}/index.html")
    found = page.evaluate(PLAY, [f"/{name}", rows, SEED, LEVEL])
    page.close()
    (level,) = (each for each in bundle.levels if each.id == LEVEL)
    logits = open_policy(bundle, level.policy)(observations, masks).logits
    ours = level.choose_actions(
        logits, masks, decision_random_bits(SEED, GOLDEN_GAME, np.arange(len(rows)))
    )
    clear = ~unclear_actions(level, logits, masks, SEED)
    assert (ours == np.array(found["words"]))[clear].all() and clear.mean() > 0.9
    assert found["refused"].startswith(f"/{name}: policy")
    for each in bundle.levels:
        assert found["levels"][each.id] == (golden[f"words.{each.id}"] >= 0).sum()
