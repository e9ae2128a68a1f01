"""Allotments of power against a slow twin that adds up the sheet."""

from itertools import product

import numpy as np
import pytest
from kit.interceptor.bridges import EPS, Bridge

from spacecombat_env.rulesets.interceptor.combat.weapons import is_sound
from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    DIRECTIONS,
    Comp,
    Verb,
    first_of,
)


class Sheet:
    """The power of a whole CINGULUM by its files alone: an allotment as sets, its price as a sum."""

    ENGINES = (1350, 1350, 1300)
    WEAPONS = {(0, 1): 70, (2,): 2, (5,): 6, (6,): 20, (7,): 20, (8,): 20, (9,): 20}
    LIFTERS, DRIVE, SUPPLY = 50, 100, 5275

    def __init__(self):
        self.engines, self.armed, self.lifters, self.drive = 0, set(), False, False
        self.rates = [0] * 6

    @property
    def left(self):
        spent = sum(self.ENGINES[: self.engines]) + sum(self.WEAPONS[rows] for rows in self.armed)
        spent += self.LIFTERS * self.lifters + self.DRIVE * self.drive
        return self.SUPPLY - spent - sum(EPS[rate // 10] for rate in self.rates)

    def most_engines(self):
        free = self.left + sum(self.ENGINES[: self.engines])
        return max(n for n in range(4) if sum(self.ENGINES[:n]) <= free)

    def highest(self, side):
        free = self.left + EPS[self.rates[side] // 10]
        return max(step for step in range(21) if EPS[step] <= free)


def rows_of(w):
    return next(rows for rows in Sheet.WEAPONS if w in rows)


def legal_heads(bridge, sheet, named):
    """What may be said at POWER_HEAD, by brute force."""
    found = {int(Verb.DONE)}
    if Verb.ENGINES not in named:
        found.add(int(Verb.ENGINES))
    if Verb.SHIELDS not in named and (any(sheet.rates) or sheet.left >= 6):
        found.add(int(Verb.SHIELDS))
    if Verb.LIFTERS not in named and (sheet.lifters or sheet.left >= sheet.LIFTERS):
        found.add(int(Verb.LIFTERS))
    if Verb.DRIVE not in named and (sheet.drive or sheet.left >= sheet.DRIVE):
        found.add(int(Verb.DRIVE))
    for rows, price in sheet.WEAPONS.items():
        if rows not in named and (rows in sheet.armed or sheet.left >= price):
            found |= {bridge.weapon(w) for w in rows}
    return found if named else found | {int(Verb.ALL), int(Verb.NONE)}


def check_same(bridge, sheet):
    """The engine's allotment is the sheet's."""
    assert bridge.craft.eps == sheet.left >= 0
    assert bridge.shields() == sheet.rates
    assert sum(bridge.fed(Comp.ENGINE)) == sheet.engines
    armed = {rows for rows in sheet.WEAPONS if is_sound(bridge.state, bridge.rules, 0, rows[0])}
    assert armed == sheet.armed
    assert bridge.fed(Comp.ANTIGRAV) == [sheet.lifters]
    assert bridge.fed(Comp.FTL_DRIVE) == [sheet.drive]


def copy_of(bridge):
    """The sheet of what is fed now."""
    sheet = Sheet()
    sheet.engines, sheet.rates = sum(bridge.fed(Comp.ENGINE)), bridge.shields()
    sheet.armed = {
        rows for rows in Sheet.WEAPONS if is_sound(bridge.state, bridge.rules, 0, rows[0])
    }
    (sheet.lifters,), (sheet.drive,) = bridge.fed(Comp.ANTIGRAV), bridge.fed(Comp.FTL_DRIVE)
    return sheet


def shields_at_random(bridge, sheet, rng):
    """One round of POWER_SIDE and POWER_RATE in both."""
    if not any(sheet.rates):
        sheet.rates = [10] * 6
    named = set()
    while True:
        sides = {side for side in range(6) if side not in named and sheet.highest(side) > 1}
        actions = {bridge.side(side) for side in sides} | {int(Verb.DONE)}
        assert bridge.legal() == (actions if named else actions | {int(Verb.NONE)})
        action = int(rng.choice(sorted(bridge.legal())))
        bridge.say(action)
        if action == Verb.NONE:
            sheet.rates = [0] * 6
        if action in (Verb.NONE, Verb.DONE):
            return
        side = action - first_of(bridge.state, ACTIONS.sides)
        assert bridge.legal() == set(range(1, sheet.highest(side) + 1))
        rate = int(rng.choice(sorted(bridge.legal())))
        bridge.say(rate)
        sheet.rates[side] = 10 * rate
        named.add(side)


def head_at_random(bridge, sheet, named, rng):
    """One head in both; False at `done`."""
    action = int(rng.choice(sorted(legal_heads(bridge, sheet, named))))
    if action == Verb.DONE and len(named) < 4:
        return True
    bridge.say(action)
    if action == Verb.DONE:
        return False
    if action == Verb.ENGINES:
        assert bridge.legal() == set(range(sheet.most_engines() + 1))
        number = int(rng.choice(sorted(bridge.legal())))
        bridge.say(number)
        sheet.engines = number
    elif action == Verb.SHIELDS:
        shields_at_random(bridge, sheet, rng)
    elif action == Verb.LIFTERS:
        sheet.lifters = not sheet.lifters
    elif action == Verb.DRIVE:
        sheet.drive = not sheet.drive
    elif action in (Verb.ALL, Verb.NONE):
        sheet = copy_of(bridge) if action == Verb.ALL else Sheet()
        bridge.sheet = sheet
    else:
        rows = rows_of(action - first_of(bridge.state, ACTIONS.weapons))
        sheet.armed ^= {rows}
        action = rows
    named.add(action if action not in (Verb.ALL, Verb.NONE) else "whole")
    return True


@pytest.mark.rule("IN-POW-01", "IN-POW-03", "IN-POW-05", "IN-POW-06", "IN-POW-07", "IN-POW-08")
@pytest.mark.parametrize("seed", range(25))
def test_masks_are_those_of_a_sheet_that_is_added_up(seed):
    rng = np.random.default_rng(seed)
    bridge = Bridge().begin()
    bridge.sheet, named = copy_of(bridge), set()
    going = True
    while going:
        assert bridge.legal() == legal_heads(bridge, bridge.sheet, named)
        going = head_at_random(bridge, bridge.sheet, named, rng)
        check_same(bridge, bridge.sheet)


@pytest.mark.rule("IN-POW-01")
def test_every_allotment_that_the_plant_can_feed_can_be_named():
    choices = product(range(4), (False, True), (False, True), (0, 10, 80, 110), (0, 3, 7))
    count = 0
    for engines, lifters, drive, rate, guns in choices:
        sheet = Sheet()
        sheet.engines, sheet.lifters, sheet.drive = engines, lifters, drive
        sheet.armed, sheet.rates = set(list(Sheet.WEAPONS)[:guns]), [rate] * 6
        bridge = Bridge().begin()
        try:
            bridge.say(Verb.NONE)
            if engines:
                bridge.say(Verb.ENGINES, engines)
            bridge.say(*[bridge.weapon(rows[0]) for rows in sheet.armed])
            bridge.say(*[Verb.LIFTERS] * lifters, *[Verb.DRIVE] * drive)
            if rate:
                bridge.say(Verb.SHIELDS)
                for side in range(DIRECTIONS):
                    bridge.say(*[bridge.side(side), rate // 10] if rate > 10 else [])
                bridge.say(Verb.DONE)
        except AssertionError:
            assert sheet.left < 0
        else:
            check_same(bridge, sheet)
            count += 1
    assert count > 100
