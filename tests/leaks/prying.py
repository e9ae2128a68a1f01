"""The way to a bot that pries: it tries what cannot be said, looks ahead, and has all told again."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from kit.tables import NONSENSE

from spacecombat_agents.bots.process import BotReply
from spacecombat_env.protocol.lines import as_line


class Prying:
    """The way to a bot that tries two things at every question, and then says a word by lot."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        """What it was sent since the lines were last taken."""
        self.rng = np.random.default_rng(0)
        self.answers: deque[dict[str, Any]] = deque()
        self.pried = -1

    def start(self) -> None:
        """There is nothing to start."""

    def send(self, obj: dict[str, Any]) -> None:
        """Write a message down, and answer it."""
        self.lines.append(as_line(obj))
        about = {"id": obj.get("id"), "game": obj.get("game"), "at": obj.get("at")}
        if obj["type"] == "hello":
            wants = {"delta": True, "vector": True, "record": True}
            ready = {"type": "ready", "id": 1, "protocol": "1.0", "name": "prying", "wants": wants}
            self.answers.append(ready)
        elif obj["type"] == "ask":
            if obj["at"] != self.pried:
                self.pried = obj["at"]
                self.answers.extend({**about, **each} for each in self._tries(obj["words"]))
            self.answers.append({**about, **self._word(obj["words"])})

    def _tries(self, words: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Things to try, of which none is an answer that stands."""
        every = [word["token"] for word in words]
        begun = [word["token"] for word in words if "ends" not in word][:1]
        places = [word["place"] for word in words if "place" in word] or ["0404", "A2 (3,9)"]
        tries = [
            {"type": "peek", "words": begun, "depth": 2},
            {"type": "peek", "words": begun, "odds": True},
            {"type": "peek", "words": [int(self.rng.choice(every)), NONSENSE], "depth": 3},
            {"type": "plan", "place": str(self.rng.choice(places))},
            {"type": "say", "words": [*begun, NONSENSE]},
            {"type": "say", "words": [*begun, max(every) + 1000]},
            {"type": "state"},
            {"type": "let", "at": self.pried + 1},
        ]
        return [tries[n] for n in self.rng.choice(len(tries), 2, replace=False)]

    def _word(self, words: list[dict[str, Any]]) -> dict[str, Any]:
        """A word by lot, or the captain's."""
        if self.rng.random() < 0.1:
            return {"type": "let"}
        lot = int(self.rng.integers(len(words)))
        return {"type": "say", "words": [words[lot]["token"]]}

    def ready(self, seconds: float) -> bool:
        """Whether an answer is there: at once."""
        return True

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next answer."""
        return BotReply(self.answers.popleft(), 0.0)

    def stderr_tail(self) -> str:
        """It writes nothing."""
        return ""

    def close(self) -> None:
        """There is nothing to end."""

    def taken(self) -> list[str]:
        """Return what it was sent since the last time."""
        lines, self.lines = self.lines, []
        return lines
