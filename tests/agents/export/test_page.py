"""docs/opponents.md says what is so, and the loader on it plays as ours does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.players.base import unit_lots
from spacecombat_agents.players.bundle_checks import OPSETS, TOLERANCE, UNCLEAR
from spacecombat_agents.players.drawing import (
    counted_lots,
    drawn_words,
    philox4x32,
    word_weights,
)
from spacecombat_agents.players.onnx_numpy import OPERATORS

PAGE = (Path(__file__).parents[3] / "docs" / "opponents.md").read_text(encoding="utf-8")
LOADER = re.findall(r"```python\n(.*?)```", PAGE, re.S)[0]


def section(name: str) -> str:
    """The text under a heading."""
    return PAGE.split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_the_operators_are_those_of_the_page() -> None:
    named = section("What a policy may compute").split(" Tensors that")[0]
    assert re.findall(r"`(\w+)`", named) == sorted(OPERATORS)
    assert f"operator set {OPSETS[0]} to {OPSETS[1]}" in named
    assert f"within {TOLERANCE:.0e}".replace("e-04", "e-4") in section("How it is opened")


def test_the_example_is_drawn_as_the_page_says() -> None:
    logits = np.array([[1.2, -1e8, 0.5, 0.9, -1.5]], np.float32)
    mask = np.array([[1, 0, 1, 1, 1]], np.int8)
    text = section("How a word is drawn")
    numbers = philox4x32(np.array([[3, 12, 0, 0]], np.uint32), np.array([7, 0], np.uint32))[0]
    assert " ".join(f"{number:08x}" for number in numbers) in text
    lots = counted_lots(7, 3, np.array([12]))
    assert f"| u | {float(unit_lots(lots)[0])!r} |" in text
    weights = word_weights(logits, mask, 0.6)[0]
    assert f"| weights | 1, 0, {', '.join(f'{each:.7f}' for each in weights[2:])} |" in text
    sums = word_weights(logits, mask, 0.6, 0.02)[0].cumsum()
    assert f"sums | 1, 1, {', '.join(f'{each:.7f}' for each in sums[2:])} |" in text
    assert f"| u x {sums[-1]:.7f} | {unit_lots(lots)[0] * sums[-1]:.7f} |" in text
    (word,) = drawn_words(logits, mask, lots, 0.6, 0.02)
    assert f"word {word} |" in text


def test_every_field_of_a_manifest_is_on_the_page(opponent: Path) -> None:
    from spacecombat_agents.players.bundle import read_bundle

    bundle = read_bundle(opponent)
    text = section("What is in it")
    for field in [*bundle.manifest, *bundle.manifest["levels"][0], *bundle.files]:
        assert f"`{field}`" in text or field.startswith("policy_"), field
    arrays = {re.sub(r"^words\..*", "words.<level>", name) for name in bundle.golden()}
    for name in arrays:
        assert f"`{name}`" in text or name.startswith("policy_"), name


def test_the_loader_is_short_and_speaks_the_golden_words(opponent: Path) -> None:
    pytest.importorskip("onnxruntime")
    from spacecombat_agents.players.bundle import read_bundle

    assert len(LOADER.splitlines()) <= 40
    names: dict[str, Any] = {}
    exec(LOADER, names)
    golden = read_bundle(opponent).golden()
    for level in ("cadet", "officer", "steady", "admiral"):
        for at, seed in enumerate(golden["seeds"].tolist()):
            player = names["Opponent"](opponent, level, seed)
            wanted = golden[f"words.{level}"][at]
            asked = zip(golden["observations"], golden["masks"], strict=True)
            words = [player.word(*each, 0, row) for row, each in enumerate(asked)]
            assert np.where(wanted == UNCLEAR, UNCLEAR, words).tolist() == wanted.tolist()


def test_the_card_has_its_fields(opponent: Path) -> None:
    from spacecombat_agents.players.bundle import read_bundle

    card = json.loads(read_bundle(opponent).files["card.json"])
    wanted = {
        "levels",
        "usual_level",
        "calibration",
        "evaluations",
        "exploitability",
        "lineage",
        "configuration",
        "commands",
    }
    assert wanted <= set(card)
    assert card["parameters"]["policy.onnx"] > 1000
