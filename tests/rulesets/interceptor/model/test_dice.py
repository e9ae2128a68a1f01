"""Draws that follow from secrets leave all other dice as they are."""

from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.model import Chance, own_index, pair, roll, roll_own

RED, BLUE = 0, 1
CLASSES = 7


def rolled(draws):
    """Dice that both sides see, and Blue's own, after this many of Red's own draws."""
    state = scene().state
    for n in range(draws):
        roll_own(state, Chance.WAKE, n, RED)
        own_index(state, Chance.SETUP, n, RED, 6)
    seen = [
        roll(state, Chance.INITIATIVE, pair(side, n)) for n in range(CLASSES) for side in (0, 1)
    ]
    return seen, [roll_own(state, Chance.ENTRY, k, BLUE) for k in range(12)]


def test_secret_draws_of_the_enemy_change_no_other_die():
    assert rolled(50) == rolled(0)


def test_one_roll_after_another_differs():
    state = scene().state
    assert len({roll_own(state, Chance.WOUND, 1, RED) for _ in range(20)}) > 1
    assert len({roll(state, Chance.WOUND, 1) for _ in range(20)}) > 1
