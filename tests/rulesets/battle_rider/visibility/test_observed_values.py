"""Every column of the observation holds what its name says, in whole games."""

import numpy as np
import pytest
from kit.battle_rider.observed import differences
from kit.battle_rider.scenes import SCENES
from kit.battle_rider.table import Table
from kit.slowly import first_quick

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import VERBS

DELEGATES = {"purchase": (), "missions": ()}
LONG = ("missions", "cups bought")
ALONE = "purchase"  # of a capacity that would be compiled for it alone: quicker interpreted
SCENES_OF_LENGTH = [
    pytest.param(
        name,
        marks=[pytest.mark.slow] * (name in LONG) + [pytest.mark.compiled] * (name != ALONE),
    )
    for name in SCENES
]


def observed(game, visible, seat):
    """The observation of a seat, written into its redacted record's row."""
    row = np.zeros(game.scenario.observation.size, np.int8)
    entry.redact(game.games, 0, visible, 0, seat)
    entry.observe_visible(visible, 0, game.table, seat, row)
    return row


@pytest.mark.parametrize("seeds", first_quick([(3,), (4, 5)]), ids=str)
@pytest.mark.parametrize("name", SCENES_OF_LENGTH)
def test_every_column_says_what_its_name_says(name, seeds):
    """Some hundred decisions, both seats: the asked one and the one that waits."""
    delegate = DELEGATES.get(name, RULESET.recommended)
    game = Table(SCENES[name], delegate=delegate, begin=False)
    visible, rng = make_games(game.table.opening.dtype, 1), np.random.default_rng(5)
    layout, shown = game.scenario.observation, np.zeros(game.scenario.observation.size, bool)
    for seed in seeds:
        entry.start(game.games, 0, game.table, seed)
        for n in range(140):
            if game.over:
                break
            actions = sorted(game.legal())
            verbs = [
                action for action in actions if action < VERBS and action != game.action("DONE")
            ]
            game.apply(int(rng.choice(verbs if verbs and rng.random() < 0.6 else actions)))
            if n % 5 == 0:
                for seat in (0, 1):
                    row = observed(game, visible, seat)
                    shown |= row != 0
                    wrong = differences(layout, row, visible.states[0], game.rules, seat)
                    assert not wrong, f"word {n}, seat {seat}: {wrong[:5]}"
    assert shown.sum() > 100
