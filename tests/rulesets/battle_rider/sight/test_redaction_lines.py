"""The leak test can fail: each line of the redaction, taken out, shows a seat a secret."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from kit.battle_rider.redaction_lines import hide_without, hiding_lines
from kit.battle_rider.scenes import SCENES
from kit.battle_rider.secrecy import CHANGES, scene, walk
from kit.knowing import Secrets, copied

from spacecombat_env.core.ruleset import Games, games_of
from spacecombat_env.rulesets.battle_rider import RULESET

Pair = tuple[Games, Games, int]  # two games, and the seat that cannot tell them apart
LENGTHS = {"missions": 120, "purchase": 120, "cups bought": 120}
TESTS = Path(__file__).parents[3]
NEEDLESS: dict[str, str] = {}
"""Lines that hide nothing by themselves, and why they stand."""


def pairs() -> list[Pair]:
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


def shows(hide: Callable[..., None], pair: Pair) -> bool:
    """Whether a seat sees the difference of a pair through a redaction."""
    looks = [copied(games) for games in pair[:2]]
    for games in looks:
        hide(games.states[0], pair[2])
        games.states[0].log_count = 0
        games.states[0]["log"] = 0
        games.states[0]["chance"] = 0
    return looks[0].raw.tobytes() != looks[1].raw.tobytes()


def unnoticed(corpus: list[Pair]) -> list[str]:
    """The lines of the redaction that can be taken out of it without a pair that shows."""
    order, missed = list(range(len(corpus))), []
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
def test_every_line_of_the_redaction_is_needed_and_its_loss_noticed(tmp_path):
    """The games are played compiled; hiding is interpreted, as each line is taken out of it."""
    corpus = tmp_path / "corpus"
    corpus.write_bytes(pickle.dumps([(a.states, b.states, seat) for a, b, seat in pairs()]))
    done = subprocess.run(
        [sys.executable, __file__, corpus],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    missed = [line for line in done.stdout.splitlines() if line.split(" ", 1)[1] not in NEEDLESS]
    assert not missed, "\n".join(missed)


def main() -> None:
    """Print the lines that a file of pairs does not miss."""
    kept = pickle.loads(Path(sys.argv[1]).read_bytes())
    for line in unnoticed([(games_of(a), games_of(b), seat) for a, b, seat in kept]):
        print(line, flush=True)


if __name__ == "__main__":
    main()
