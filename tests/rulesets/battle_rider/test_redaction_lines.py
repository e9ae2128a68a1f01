"""The leak test can fail: each line of the redaction, taken out, shows a seat a secret."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from redaction_lines import hide_without, hiding_lines
from scenes import SCENES
from test_hidden_information import CHANGES, Secrets, copied, scene, walk

from spacecombat_env.core.jit import SETTINGS
from spacecombat_env.rulesets.battle_rider import RULESET

LENGTHS = {"missions": 120, "purchase": 120}
NEEDLESS: dict[str, str] = {}
"""Lines that hide nothing by themselves, and why they stand."""


def pairs():
    """Games, and the same games with everything changed that one seat cannot know."""
    found = []
    for name in SCENES:
        for delegate in ((), RULESET.recommended):
            game = scene(name, delegate)
            for n, lots in enumerate(walk(game, 7, LENGTHS.get(name, 300))):
                if lots.random() > 0.05 and n != 3:
                    continue
                for seat in (0, 1):
                    changed = copied(game.games)
                    secrets = Secrets(game, changed, seat, np.random.default_rng(n))
                    for change in CHANGES:
                        change(secrets)
                    found.append((copied(game.games), changed, seat))
    return found


def shows(hide, pair) -> bool:
    """Whether a seat sees the difference of a pair through a redaction."""
    looks = [copied(games) for games in pair[:2]]
    for games in looks:
        hide(games.states[0], pair[2])
        games.states[0].log_count = 0
        games.states[0]["log"] = 0
        games.states[0]["chance"] = 0
    return looks[0].raw.tobytes() != looks[1].raw.tobytes()


def unnoticed() -> list[str]:
    """The lines of the redaction that can be taken out of it without a pair that shows."""
    corpus, missed = pairs(), []
    order = list(range(len(corpus)))
    for module, line in hiding_lines():
        hide = hide_without(module, line)
        for place, k in enumerate(order):
            if shows(hide, corpus[k]):
                order.insert(0, order.pop(place))  # what shows one secret shows the next
                break
        else:
            missed.append(f"{module.rsplit('.', 1)[1]}:{line}")
    return missed


@pytest.mark.slow
@pytest.mark.rule("BR-AMB-88", "BR-DET-01")
def test_every_line_of_the_redaction_is_needed_and_its_loss_noticed():
    """Interpreted, since each line is taken out of the source."""
    if not SETTINGS.DISABLE_JIT:
        command = [sys.executable, "-m", "pytest", "-q", "-m", "slow", __file__]
        done = subprocess.run(
            command,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-3000:]
        return
    missed = [line for line in unnoticed() if line.split(" ", 1)[1] not in NEEDLESS]
    assert not missed, "\n".join(missed)
