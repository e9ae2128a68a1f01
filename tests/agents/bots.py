"""Bots that misbehave, each in its way; they are named `bots:Class` and play in a process of their
own. `trouble` is a position in which about half of the games are at a first decision."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np

from spacecombat_agents.players.base import Needs

NOTES = "SPACECOMBAT_TEST_NOTES"
"""Where `Spy` writes what it was given."""


def trouble(masks):  # type: ignore[no-untyped-def]
    """Tell in which games the third action is offered and the fourth and fifth are not."""
    return (masks[:, 2] == 1) & (masks[:, 3] == 0) & (masks[:, 4] == 0)


class First:
    """Takes the first legal action."""

    name = "first"
    needs = Needs.MASKS

    def reset(self, seed):  # type: ignore[no-untyped-def]
        pass

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        return masks.argmax(axis=1)


class Informed(First):
    """Wants to know what it plays."""

    def __init__(self, ruleset, scenario) -> None:  # type: ignore[no-untyped-def]
        self.name = f"{ruleset.name} {scenario.actions.size}"


class Seated(First):
    """Notes which process plays which seat."""

    name = "seated"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        with Path(os.environ[NOTES]).open("a") as notes:
            notes.writelines(f"{os.getpid()} {seat}\n" for seat in set(seats.tolist()))
        return super().act(observations, masks, visible, seats)


class Nobody:
    """No player."""


class Sleeper(First):
    """Sleeps for ever."""

    name = "sleeper"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        while True:
            time.sleep(3600)


class Spinner(First):
    """Thinks for ever, in some games."""

    name = "spinner"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        while trouble(masks).any():
            pass
        return masks.argmax(axis=1)


class Slow(First):
    """Takes a while for each game: many at once are too many."""

    name = "slow"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        time.sleep(0.05 * len(masks))
        return masks.argmax(axis=1)


class Crasher(First):
    """Raises, in some games."""

    name = "crasher"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        if trouble(masks).any():
            raise RuntimeError("no idea")
        return masks.argmax(axis=1)


class Exiter(First):
    """Ends its process, in some games."""

    name = "exiter"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        if trouble(masks).any():
            os._exit(7)
        return masks.argmax(axis=1)


class Talker(First):
    """Prints, and reads what is not there."""

    name = "talker"

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        print("thinking", sys.stdin.read())
        return masks.argmax(axis=1)


class Drawing(First):
    """Draws its actions from its own randomness."""

    name = "drawing"

    def reset(self, seed):  # type: ignore[no-untyped-def]
        self.rng = np.random.default_rng(seed)

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        return (masks * self.rng.random(masks.shape)).argmax(axis=1)


class Spy(First):
    """Notes what it is given."""

    name = "spy"
    needs = Needs.RECORDS | Needs.OBSERVATIONS

    def __init__(self, ruleset, scenario) -> None:  # type: ignore[no-untyped-def]
        self.opening = int(scenario.table.opening["seed"][0])

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        note = {
            "observations": observations.tolist(),
            "masks": masks.tolist(),
            "raw": visible.raw.tolist(),
            "seeds": visible.states["seed"].tolist(),
            "seats": seats.tolist(),
            "opening": self.opening,
            "pid": os.getpid(),
        }
        with open(Path(os.environ[NOTES]), "a", encoding="utf-8") as file:
            file.write(json.dumps(note) + "\n")
        return masks.argmax(axis=1)


class Waiting(First):
    """Notes, while nobody asks it, whether the system is going to end its process."""

    name = "waiting"

    def __init__(self) -> None:
        self.left: list[float] = []
        note = lambda: self.left.append(signal.getitimer(signal.ITIMER_REAL)[0])  # noqa: E731
        threading.Timer(0.5, note).start()

    def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
        if self.left != [0.0]:
            raise RuntimeError(f"ended in {self.left} s")
        return masks.argmax(axis=1)
