"""The corpus for authors of encoders: it is what the games give, and Node reads the same numbers."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
from typing import Any

import numpy as np
import pytest
from kit.javascript import PACKAGE, needs_node
from kit.printed import ROOT

from spacecombat_env import registry
from spacecombat_env.protocol.vectors import read_vector


def script() -> Any:
    """Return `scripts/encoder_corpus.py` as a module."""
    path = ROOT / "scripts" / "encoder_corpus.py"
    spec = importlib.util.spec_from_file_location("encoder_corpus", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kept(ruleset: str) -> dict[str, Any]:
    """Return the corpus of a rule set as it ships."""
    path = script().FOLDER / f"{ruleset}.json.gz"
    return dict(json.loads(gzip.decompress(path.read_bytes())))


@pytest.mark.parametrize("ruleset", sorted(script().SCENARIOS))
def test_the_corpus_is_what_the_games_give(ruleset: str) -> None:
    """`python scripts/encoder_corpus.py` would write the same first decisions."""
    whole = kept(ruleset)
    first = script().corpus(ruleset, decisions=3)
    assert json.loads(json.dumps(first["decisions"])) == whole.pop("decisions")[:3]
    first.pop("decisions")
    assert json.loads(json.dumps(first)) == whole


@pytest.mark.parametrize("ruleset", sorted(script().SCENARIOS))
def test_views_and_vectors_of_the_corpus_are_whole(ruleset: str) -> None:
    content = kept(ruleset)
    layout = registry.ruleset(ruleset).load(content["scenario"]).observation
    assert len(content["decisions"]) == script().DECISIONS
    for decision in content["decisions"]:
        row, mask = read_vector(decision["vector"], layout.size, content["observation"]["words"])
        assert mask.any() and decision["view"]["seat"] == decision["seat"]
        assert layout.view(np.asarray(row))["game"][0] == decision["view"]["turn"]


@needs_node
def test_node_reads_the_corpus_and_plays_it() -> None:
    done = subprocess.run(["node", "--test", PACKAGE / "test.js"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "# pass 6" in done.stdout
