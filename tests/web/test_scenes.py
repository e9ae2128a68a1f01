"""Scenes of playback, in Node: the events of recorded games, as one actor who does one thing."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from kit.javascript import needs_node

import spacecombat_env
from spacecombat_env.protocol.transcript_files import read_transcript, shipped

SCENES = Path(spacecombat_env.__file__).parent / "web" / "board" / "scenes.js"
FILES = shipped()
MOST = 12_000
"""Milliseconds that the playback of a piece may last."""


def events_of(file: Path) -> list[Any]:
    """Return the events that a seat was told, one list a message."""
    messages = [json.loads(line[2:]) for line in read_transcript(file).lines]
    return [message["events"] for message in messages if message.get("events")]


def played_back(pieces: list[Any]) -> Any:
    """Return scenes of pieces with their spans, and the spans where a clock runs.

    There is no time, no luck and no page: scenes and how long they last follow from events alone.
    """
    source = f"""
        import {{ readFileSync }} from "node:fs";
        globalThis.Date = globalThis.performance = globalThis.document = undefined;
        Math.random = undefined;
        import {{ scenesOf, spansOf, headOf, HURRIED }} from {json.dumps(SCENES.as_uri())};
        const told = JSON.parse(readFileSync(0, "utf8")).map(scenesOf);
        console.log(JSON.stringify(told.map(scenes => ({{ scenes, spans: spansOf(scenes),
            hurried: spansOf(scenes, HURRIED), heads: scenes.map(headOf) }}))));
    """
    done = subprocess.run(
        ["node", "--input-type=module", "-e", source],
        input=json.dumps(pieces),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_node
@pytest.mark.parametrize("rules", ["battle_rider", "interceptor", "intercept_sensors"])
def test_each_event_is_in_one_scene_in_order_and_no_round_is_long(rules: str) -> None:
    pieces = [piece for file in FILES if rules in file.name for piece in events_of(file)]
    for piece, back in zip(pieces, played_back(pieces), strict=True):
        assert [event for scene in back["scenes"] for event in scene["events"]] == piece
        assert sum(back["spans"]) <= MOST + 1e-6 and sum(back["hurried"]) <= 5_000 + 1e-6
        for scene in back["scenes"]:
            parts = [event["scene"] for event in scene["events"] if "scene" in event]
            for key in ("from", "to") if scene["does"] in ("fire", "scan") else ():
                named = {part[key] for part in parts if key in part}
                assert len(named - {None}) <= 1, scene
            assert scene["isLoss"] == any(part["does"] == "lose" for part in parts)


@needs_node
def test_a_long_round_becomes_few_scenes() -> None:
    pieces = [piece for file in FILES if "battle_rider" in file.name for piece in events_of(file)]
    longest = max(pieces, key=len)
    (back,) = played_back([longest])
    assert len(longest) > 60 and len(back["scenes"]) < len(longest) / 2.5


@needs_node
def test_a_volley_with_its_effects_is_one_scene() -> None:
    texts = ["A locks on B [needs 2].", "A fires at B: 3 hits [needs 2; card 5].", "B: Spine gone."]
    parts = [
        {"does": "aim", "to": "f1"},
        {"does": "fire", "from": "f0", "to": "f1"},
        {"does": "follow"},
    ]
    told = [
        {"n": n, "kind": "k", "text": text, "scene": part}
        for n, (text, part) in enumerate(zip(texts, parts, strict=True))
    ]
    lost = {"n": 3, "kind": "destroyed", "text": "B is destroyed!", "scene": {"does": "lose"}}
    again = {**told[0], "n": 4}
    (back,) = played_back([[*told, lost, again]])
    assert [len(scene["events"]) for scene in back["scenes"]] == [4, 1]
    assert back["heads"][0] == ["A fires at B: 3 hits.", "B is destroyed!"]
    assert back["spans"][0] == 1400


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_a_scene_says_no_more_than_its_sentence(file: Path) -> None:
    for event in (event for piece in events_of(file) for event in piece):
        scene = event.get("scene", {})
        if "path" in scene and not event["text"].endswith("leaves the map."):
            assert scene["path"][-1] in event["text"], event
        if scene.get("hits"):
            assert re.search(rf"\b{scene['hits']} (hit|missile)", event["text"]), event
