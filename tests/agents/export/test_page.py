"""docs/opponents/ describes the format as it is, and its Python loaders choose the same actions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.every_step import every_step

from spacecombat_agents.players.base import unit_uniforms
from spacecombat_agents.players.bundles.bundle_checks import OPSETS, TOLERANCE, UNCLEAR
from spacecombat_agents.players.onnx.onnx_graph import OPERATORS
from spacecombat_agents.players.sampling import (
    action_weights,
    decision_random_bits,
    philox4x32,
    sample_actions,
)
from spacecombat_agents.players.steps.json_policy import (
    JSON_FORM,
    MAX_ENTRIES,
    STEP_KINDS,
    JsonPolicy,
)

PAGES = Path(__file__).parents[3] / "docs" / "opponents"
PAGE = (PAGES / "format.md").read_text(encoding="utf-8")
LOADER, STEPS_LOADER = re.findall(
    r"```python\n(.*?)```", (PAGES / "loaders.md").read_text(encoding="utf-8"), re.S
)
MOST_LINES = 40


def section(name: str) -> str:
    """The text under a heading."""
    return PAGE.split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_the_operators_are_those_of_the_page() -> None:
    named = section("What a policy may compute").split(" Tensors that")[0]
    assert sorted(re.findall(r"`(\w+)`", named)) == sorted(OPERATORS)
    assert f"operator set {OPSETS[0]} to {OPSETS[1]}" in named
    assert f"within {TOLERANCE:.0e}".replace("e-04", "e-4") in section("How a loader opens a file")


def test_the_example_is_drawn_as_the_page_says() -> None:
    logits = np.array([[1.2, -1e8, 0.5, 0.9, -1.5]], np.float32)
    mask = np.array([[1, 0, 1, 1, 1]], np.int8)
    text = section("How an action is drawn")
    numbers = philox4x32(np.array([[3, 12, 0, 0]], np.uint32), np.array([7, 0], np.uint32))[0]
    assert " ".join(f"{number:08x}" for number in numbers) in text
    random_bits = decision_random_bits(7, 3, np.array([12]))
    assert f"| u | {float(unit_uniforms(random_bits)[0])!r} |" in text
    weights = action_weights(logits, mask, 0.6)[0]
    assert f"| weights | 1, 0, {', '.join(f'{each:.7f}' for each in weights[2:])} |" in text
    sums = action_weights(logits, mask, 0.6, 0.02)[0].cumsum()
    assert f"sums | 1, 1, {', '.join(f'{each:.7f}' for each in sums[2:])} |" in text
    assert f"| u x {sums[-1]:.7f} | {unit_uniforms(random_bits)[0] * sums[-1]:.7f} |" in text
    (word,) = sample_actions(logits, mask, random_bits, 0.6, 0.02)
    assert f"action {word} |" in text


def test_every_field_of_a_manifest_is_on_the_page(opponent: Path) -> None:
    from spacecombat_agents.players.bundles.bundle import read_bundle

    bundle = read_bundle(opponent)
    text = section("Content")
    for field in [*bundle.manifest, *bundle.manifest["levels"][0], *bundle.files]:
        assert f"`{field}`" in text or field.startswith("policy_"), field
    arrays = {re.sub(r"^words\..*", "words.<level>", name) for name in bundle.golden()}
    for name in arrays:
        assert f"`{name}`" in text or name.startswith("policy_"), name


def check_loader(names: dict[str, Any], path: Path) -> None:
    """The page's `Opponent` says the golden actions of a file."""
    from spacecombat_agents.players.bundles.bundle import read_bundle

    golden = read_bundle(path).golden()
    for level in ("cadet", "officer", "steady", "admiral"):
        for at, seed in enumerate(golden["seeds"].tolist()):
            player = names["Opponent"](path, level, seed)
            wanted = golden[f"words.{level}"][at]
            asked = zip(golden["observations"], golden["masks"], strict=True)
            words = [player.action(*each, 0, row) for row, each in enumerate(asked)]
            assert np.where(wanted == UNCLEAR, UNCLEAR, words).tolist() == wanted.tolist()


def lines_of(code: str) -> int:
    """How many lines of a loader hold something."""
    return len([line for line in code.splitlines() if line.strip()])


def test_the_loader_is_short_and_chooses_the_golden_actions(opponent: Path) -> None:
    pytest.importorskip("onnxruntime")
    assert lines_of(LOADER) <= MOST_LINES
    names: dict[str, Any] = {}
    exec(LOADER, names)
    check_loader(names, opponent)


def test_the_loader_of_steps_is_short_and_chooses_the_golden_actions(opponent: Path) -> None:
    assert lines_of(STEPS_LOADER) <= MOST_LINES
    page = (PAGES / "loaders.md").read_text(encoding="utf-8")
    (steps,) = re.findall(r"write `(Steps\(.*?\))` in place", page, re.S)
    session = 'onnxruntime.InferenceSession(self.files.read(self.level["policy"]))'
    names: dict[str, Any] = {}
    exec(LOADER.replace("import onnxruntime\n", "").replace(session, steps), names)
    exec(STEPS_LOADER, names)
    check_loader(names, opponent)


def test_the_loader_of_steps_knows_every_step() -> None:
    names: dict[str, Any] = {}
    exec(STEPS_LOADER, names)
    data, outputs, given = every_step()
    wanted = JsonPolicy(data).run(outputs, given)
    found = names["Steps"](data).run(outputs, given)
    for step, ours, theirs in zip(json.loads(data)["steps"], found, wanted, strict=True):
        np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-5, err_msg=str(step))


def test_the_steps_are_those_of_the_page() -> None:
    text = (PAGES / "json_policies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|[^|]*\|([^|]*)\|", text, re.M)
    named = {
        do: re.findall(r"`(\w+)`", fields)
        for dos, fields in rows
        for do in re.findall(r"`(\w+)`", dos)
    }
    told = {do: fields for do, fields in named.items() if do in STEP_KINDS}
    assert told == {do: list(kind.fields) for do, kind in STEP_KINDS.items()}
    assert f"`{JSON_FORM}`" in text and f"2^{MAX_ENTRIES.bit_length() - 1} entries" in text
    for field in ("form", "inputs", "weights", "steps"):
        assert f"| `{field}` |" in text


def test_the_card_has_its_fields(opponent: Path) -> None:
    from spacecombat_agents.players.bundles.bundle import read_bundle

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
