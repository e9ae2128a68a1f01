"""The page's line to the service, in Node: how it comes by an invitation."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from kit.javascript import needs_node

import spacecombat_env

WIRE = Path(spacecombat_env.__file__).parent / "web" / "wire.js"
SERVED = """
    globalThis.location = { origin: "http://here" };
    globalThis.setInterval = () => 0;
    const sent = [], kept = [], heard = [];
    globalThis.WebSocket = class {
      static OPEN = 1;
      constructor() { this.readyState = 1; globalThis.socket = this; }
      send(text) { sent.push([JSON.parse(text).type, JSON.parse(text).key, kept.length]); }
    };
    const wire = new Wire("g", "blue_0", "invitation", "",
      { message: m => heard.push(m.type), line: () => 0, key: own => kept.push(own) });
    const say = m => socket.onmessage({ data: JSON.stringify(m) });
"""


def told(source: str) -> Any:
    """What is printed at the end, as JSON."""
    head = f"import {{ Wire }} from {json.dumps(WIRE.as_uri())};"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", head + SERVED + source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_node
def test_the_key_of_an_invitation_is_kept_and_then_used() -> None:
    sent, kept, heard = told("""
        socket.onopen();
        say({ type: "joined", game: "g", reader: "blue_0", key: "own" });
        say({ type: "joined", game: "g", reader: "blue_0" });
        socket.onopen();  // the line was cut
        console.log(JSON.stringify([sent, kept, heard]));
    """)
    assert sent == [["join", "invitation", 0], ["join", "own", 1], ["join", "own", 1]]
    assert kept == ["own"] and heard == ["joined"]


@needs_node
def test_a_lost_answer_is_requested_again() -> None:
    sent, kept = told("""
        socket.onopen();
        socket.onopen();
        say({ type: "joined", game: "g", reader: "blue_0", key: "own" });
        console.log(JSON.stringify([sent, kept]));
    """)
    assert [each[1] for each in sent] == ["invitation", "invitation", "own"] and kept == ["own"]


def test_a_service_that_cannot_go_on_says_why_and_is_tried_later() -> None:
    assert told("""
        const lines = [], waits = [];
        globalThis.setTimeout = (_, after) => waits.push(after);
        wire.on.line = (...line) => lines.push(line);
        say({ type: "joined", game: "g", reader: "blue_0" });
        say({ type: "refused", id: 0, code: "cold", reason: "store: the disk is full" });
        socket.onclose({ code: 1013 });
        socket.onclose({ code: 1006 });
        console.log(JSON.stringify([lines, waits]));
    """) == [
        [
            [True],
            [False, "store: the disk is full", True],
            [False, "store: the disk is full", True],
        ],
        [8000, 8000],
    ]
