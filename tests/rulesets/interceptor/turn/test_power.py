"""Power of ships that can switch it: who may, what it costs, and what is without it."""

from itertools import product

import numpy as np
import pytest
from kit.interceptor.damaging import lose, parts
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene

from spacecombat_env.core.loading.tables import Column, read_csv, read_yaml
from spacecombat_env.rulesets.interceptor.combat.allotting import allot_standing, side_toward_enemy
from spacecombat_env.rulesets.interceptor.combat.weapons import is_sound
from spacecombat_env.rulesets.interceptor.damage.engines.engineering import (
    has_thrust,
    settle_thrust,
)
from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    DATA,
    DIRECTIONS,
    NONE,
    Comp,
    CrewStatus,
    Decision,
    DecisionStage,
    Deed,
    Event,
    Facing,
    Family,
    Role,
    Step,
    Verb,
    class_names,
    craft_action,
    feed,
    feed_engines,
    first_of,
    highest_rate,
    is_fed,
    lay_power,
    may_switch,
    printed_rules,
    raise_shields,
    rate_eps,
    set_rate,
    settle_eps,
    side_action,
    starve,
    supply,
    weapon_action,
)
from spacecombat_env.rulesets.interceptor.model.observation import OWN_CRAFT
from spacecombat_env.rulesets.interceptor.turn import decision_phase, power
from spacecombat_env.rulesets.interceptor.visibility.own_rows import write_own_craft

RED, BLUE = 0, 1
FORWARD_LASERS, MDC_G, AUTOLOADER = (0, 1), 4, 2
ORACLES = {one["id"]: one for one in read_yaml(DATA / "oracles_ii.yaml")["oracles"]}
EPS = [0] + [
    int(row["eps_recommended"])
    for row in read_csv(DATA / "shields.csv", {"eps_recommended": Column(str)})[:20]
]
"""EPs of a side of 1,000 t by flicker rate / 10."""


class Bridge:
    """A corvette in its Decision Phase."""

    def __init__(self, name="CINGULUM", **more):
        self.table = scene("medium")
        self.state, self.rules = self.table.state, self.table.rules
        self.k = self.table.put(name, **more)
        self.craft = self.state.craft[self.k]
        self.klass = self.rules.classes[self.craft.klass]
        self.state.step, self.state.first, self.state.cursor = Step.DECISION, RED, 0
        self.run()

    def run(self):
        """Go on until a seat is to act or the phase is over."""
        while self.state.decision == Decision.NOTHING and self.state.step == Step.DECISION:
            decision_phase.decision_step(self.state, self.rules)

    @property
    def decision(self):
        return Decision(int(self.state.decision))

    def legal(self):
        """Legal actions; of a number the numbers."""
        if self.decision in (Decision.POWER_ENGINE, Decision.POWER_RATE):
            order = self.state.order[RED]
            return set(range(int(order.low), int(order.high) + 1))
        mask = np.zeros(400, np.int8)
        name = self.decision.name.lower()
        getattr(power, f"legal_{name}")(self.state, self.rules, RED, mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def say(self, *actions):
        """Say some legal actions or numbers."""
        for action in actions:
            assert int(action) in self.legal(), (self.decision.name, int(action))
            apply = getattr(power, f"apply_{self.decision.name.lower()}")
            self.state.decision = Decision.NOTHING
            apply(self.state, self.rules, RED, int(action))
            self.run()

    def begin(self):
        self.say(craft_action(self.state, self.k))
        return self

    def side(self, side):
        return side_action(self.state, side)

    def weapon(self, w):
        return weapon_action(self.state, w)

    def fed(self, kind):
        return [is_fed(self.state, self.rules, self.k, c) for c in parts(self.table, self.k, kind)]

    def shields(self):
        return [int(rate) for rate in self.craft.shield]


# --- the class -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-01", "IN-AMB-65", "IN-AMB-113")
def test_who_can_switch_and_what_can_be_allotted():
    rules = printed_rules()[0]
    ships = read_yaml(DATA / "ships.yaml")["ships"]
    names = [name for n, name in enumerate(class_names()) if rules.classes[n].switches]
    assert names == ["CINGULUM", "PEGASUS"]
    expected = ORACLES["ORC-CON-25"]["expect"]
    for n, name in enumerate(class_names()[1:], start=1):
        klass = rules.classes[n]
        total = klass.component["eps"].sum() + klass.permanent
        assert total == ships[name]["computed"]["eps_all_systems"] + (6 if klass.variable else 0)
    klass = rules.classes[class_names().index("CINGULUM")]
    assert klass.permanent == sum(expected["permanent"].values())
    assert klass.plant - klass.permanent == expected["allocatable"]
    eps = {Comp(p["kind"]): int(p["eps"]) for p in klass.component[: klass.components] if p["eps"]}
    assert (eps[Comp.ANTIGRAV], eps[Comp.FTL_DRIVE], eps[Comp.AUTOLOADER]) == (50, 100, 2)


@pytest.mark.rule("IN-POW-01")
def test_a_ship_that_cannot_switch_has_everything_fed_as_long_as_its_plant_works():
    table = scene()
    k = table.put("CHEETAH")
    assert all(is_fed(table.state, table.rules, k, c) for c in parts(table, k, Comp.WEAPON))
    assert not is_fed(table.state, table.rules, k, NONE)
    assert (table.state.craft[k].fed, table.state.craft[k].eps) == (0, 0)
    lose(table, k, Comp.PLANT)
    assert not is_fed(table.state, table.rules, k, parts(table, k, Comp.ENGINE)[0])


@pytest.mark.rule("IN-AMB-65", "IN-AMB-114")
def test_any_engineer_who_is_awake_switches_and_without_one_the_last_allotment_stays():
    bridge = Bridge()
    state, k = bridge.state, bridge.k
    before = int(bridge.craft.fed), bridge.shields()
    first = int(bridge.craft.first_crew)
    engineers = [first + n for n in range(7) if bridge.klass.role[n] == Role.ENGINEER]
    assert len(engineers) == 4
    for m in engineers[:3]:
        state.crew[m].status = CrewStatus.UNCONSCIOUS
    assert may_switch(state, bridge.rules, k)
    state.crew[engineers[3]].status = CrewStatus.DEAD
    assert not may_switch(state, bridge.rules, k)
    state.decision, state.cursor = Decision.NOTHING, DecisionStage.FIRST_POWER
    bridge.run()
    assert bridge.decision == Decision.DECIDE
    power.begin_power(state, bridge.rules)
    assert (int(bridge.craft.fed), bridge.shields()) == before


@pytest.mark.rule("IN-AMB-114", "IN-POW-02")
def test_what_is_disabled_gets_nothing_and_nothing_carries_over():
    bridge = Bridge()
    starve(bridge.state, bridge.rules, bridge.k)
    feed_engines(bridge.state, bridge.rules, bridge.k, 3)
    assert bridge.craft.eps == 5275 - 4000
    power.begin_power(bridge.state, bridge.rules)
    assert bridge.craft.eps == 5275 - 4000  # what was left over last turn is lost
    lose(bridge.table, bridge.k, Comp.ENGINE)
    settle_eps(bridge.state, bridge.rules, bridge.k)
    assert bridge.craft.eps == 5275 - 4000 + 1300
    lose(bridge.table, bridge.k, Comp.PLANT)
    assert (bridge.craft.fed, bridge.craft.eps, bridge.craft.thrust) == (0, 0, 0)
    power.begin_power(bridge.state, bridge.rules)
    assert supply(bridge.state, bridge.rules, bridge.k) == 0
    assert not may_switch(bridge.state, bridge.rules, bridge.k)


# --- engines -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-03", "IN-POW-04", "IN-IDE-37")
def test_orc_pow_3_thrust_is_that_of_the_engines_fed():
    given, expected = ORACLES["ORC-POW-3"]["given"], ORACLES["ORC-POW-3"]["expect"]
    for fed, thrust in zip(given["engines_fed"], expected["thrust"], strict=True):
        bridge = Bridge(given["ship"])
        starve(bridge.state, bridge.rules, bridge.k)
        left = list(fed)
        for c in parts(bridge.table, bridge.k, Comp.ENGINE):
            if int(bridge.klass.component[c].rating) in left:
                left.remove(int(bridge.klass.component[c].rating))
                feed(bridge.state, bridge.rules, bridge.k, c)
        settle_thrust(bridge.state, bridge.rules, bridge.k)
        assert bridge.craft.thrust == thrust
        assert bridge.craft.eps == 5275 - sum(fed)


@pytest.mark.rule("IN-POW-03")
def test_engines_are_fed_by_their_number_the_strongest_first():
    bridge = Bridge().begin()
    assert bridge.fed(Comp.ENGINE) == [True] * 3
    bridge.say(Verb.ENGINES)
    assert bridge.legal() == {0, 1, 2, 3}
    left = int(bridge.craft.eps)
    bridge.say(1)
    assert bridge.fed(Comp.ENGINE) == [False, True, False]
    assert (bridge.craft.eps, bridge.craft.thrust) == (left + 2650, 2)
    assert Verb.ENGINES not in bridge.legal()  # each head once
    assert has_thrust(bridge.state, bridge.rules, bridge.k)


@pytest.mark.rule("IN-POW-03", "IN-AMB-87")
def test_an_engine_that_is_out_or_not_linked_is_not_fed():
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.LINKAGE)
    power.begin_power(bridge.state, bridge.rules)
    bridge.begin().say(Verb.ENGINES)
    assert bridge.legal() == {0, 1, 2}
    bridge.say(2)
    assert bridge.fed(Comp.ENGINE) == [True, False, True] or bridge.fed(Comp.ENGINE) == [
        True,
        True,
        False,
    ]
    assert bridge.craft.thrust == 3


@pytest.mark.rule("IN-SCN-06")
def test_engines_that_are_cut_off_are_no_loss():
    bridge = Bridge()
    starve(bridge.state, bridge.rules, bridge.k)
    settle_thrust(bridge.state, bridge.rules, bridge.k)
    assert bridge.craft.thrust == 0 and has_thrust(bridge.state, bridge.rules, bridge.k)
    for n in range(3):
        lose(bridge.table, bridge.k, Comp.ENGINE, n)
    assert not has_thrust(bridge.state, bridge.rules, bridge.k)


# --- weapons -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-05")
def test_a_weapon_without_eps_cannot_fire_and_those_of_racks_need_none():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE)
    sound = [is_sound(bridge.state, bridge.rules, bridge.k, w) for w in range(bridge.klass.weapons)]
    racks = [weapon.family == Family.RACK for weapon in bridge.klass.weapon[: bridge.klass.weapons]]
    assert racks[AUTOLOADER]
    racks[AUTOLOADER] = False  # it needs 2 EPs
    assert sound == racks
    bridge.say(bridge.weapon(MDC_G + 1))
    assert not bridge.craft.fed & 1 << int(bridge.klass.weapon[AUTOLOADER].component)
    assert sum(
        is_sound(bridge.state, bridge.rules, bridge.k, w) for w in range(bridge.klass.weapons)
    ) == 1 + sum(racks)


@pytest.mark.rule("IN-POW-05")
def test_a_weapon_is_fed_or_cut_off_once_a_turn():
    bridge = Bridge().begin()
    guns = [w for w in range(bridge.klass.weapons) if bridge.klass.weapon[w].turret != NONE]
    w = next(w for w in guns if bridge.klass.weapon[w].family != Family.RACK)
    left = int(bridge.craft.eps)
    bridge.say(bridge.weapon(w))
    assert bridge.craft.eps == left + 20 and not is_sound(bridge.state, bridge.rules, bridge.k, w)
    assert bridge.weapon(w) not in bridge.legal()


@pytest.mark.rule("IN-POW-06")
def test_orc_pow_4_a_tot_array_is_fed_as_a_whole():
    first, second = (row - 1 for row in ORACLES["ORC-POW-4"]["given"]["tot_group"])
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, bridge.weapon(first))
    assert bridge.craft.eps == 5275 - 70
    sound = [is_sound(bridge.state, bridge.rules, bridge.k, w) for w in (first, second)]
    assert sound == [True, True]
    assert bridge.weapon(second) not in bridge.legal()
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.TOT_GEAR)
    bridge.begin().say(Verb.NONE, bridge.weapon(first))
    assert bridge.craft.eps == 5275 - 35 and bridge.weapon(second) in bridge.legal()


# --- shields -------------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-08")
def test_or_pow_1_and_orc_pow_1_a_rate_costs_its_whole_price():
    table = scene()
    oracle = {one["id"]: one for one in read_yaml(DATA / "oracles.yaml")["oracles"]}["OR-POW-1"]
    petal = table.rules.classes[class_names().index("FLUTTERING PETAL")]
    assert petal.tons == oracle["given"]["tons"]
    price = rate_eps(table.rules, petal, oracle["given"]["flicker"])
    assert price == oracle["expect"]["eps_of_the_side"]
    bridge = Bridge()
    starve(bridge.state, bridge.rules, bridge.k)
    raise_shields(bridge.state, bridge.rules, bridge.k)
    for side, rate in ORACLES["ORC-POW-1"]["given"]["rates"].items():
        set_rate(bridge.state, bridge.rules, bridge.k, Facing[side], rate)
    assert 5275 - bridge.craft.eps == ORACLES["ORC-POW-1"]["expect"]["eps"]
    klass = bridge.klass.copy()
    klass.tons = 2001
    assert rate_eps(bridge.rules, klass, 80) == 210
    assert highest_rate(bridge.rules, bridge.klass, 69) == 70
    assert highest_rate(bridge.rules, bridge.klass, 70) == 80
    assert highest_rate(bridge.rules, bridge.klass, 0) == 0


@pytest.mark.rule("IN-POW-07", "IN-POW-08")
def test_variable_shields_come_up_at_ten_on_all_sides_and_each_side_is_reinforced():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, Verb.SHIELDS)
    assert bridge.shields() == [10] * 6 and bridge.craft.eps == 5275 - 6
    bridge.say(bridge.side(Facing.A))
    assert bridge.legal() == set(range(1, 15 + 1))  # 150 costs 3,615, 160 costs 6,325
    bridge.say(8)
    assert bridge.shields() == [10, 10, 10, 80, 10, 10]
    assert bridge.craft.eps == 5275 - 5 - 70
    assert not {bridge.side(Facing.A), Verb.NONE} & bridge.legal()
    bridge.say(bridge.side(Facing.F), 1, Verb.DONE)
    assert bridge.decision == Decision.POWER_HEAD and Verb.SHIELDS not in bridge.legal()


@pytest.mark.rule("IN-POW-07")
def test_variable_shields_fall_together_or_not_at_all():
    bridge = Bridge().begin()
    before = int(bridge.craft.eps)
    cost = sum(EPS[rate // 10] for rate in bridge.shields())
    bridge.say(Verb.SHIELDS, Verb.NONE)
    assert bridge.shields() == [0] * 6 and bridge.craft.eps == before + cost
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.SHIELD, 2)
    bridge.begin().say(Verb.NONE, Verb.SHIELDS)
    assert sorted(bridge.shields()) == [0, 10, 10, 10, 10, 10]
    assert bridge.craft.eps == 5275 - 5


@pytest.mark.rule("IN-POW-07")
def test_shields_need_the_eps_for_ten_on_all_sides():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE)
    bridge.craft.eps = 5
    assert Verb.SHIELDS not in bridge.legal()
    bridge.craft.eps = 6
    bridge.say(Verb.SHIELDS)
    assert bridge.legal() == {Verb.DONE, Verb.NONE}


@pytest.mark.rule("IN-AMB-66")
def test_fixed_shields_go_on_or_off_as_a_set():
    table = scene("medium")
    k = table.put("GLADIUS")
    klass = table.rules.classes[table.state.craft[k].klass]
    klass.switches, klass.role[1] = 1, Role.ENGINEER
    table.state.crew[int(table.state.craft[k].first_crew) + 1].role = Role.ENGINEER
    lay_power(table.state, table.rules, k)
    craft = table.state.craft[k]
    printed = [int(rate) for rate in klass.shield]
    assert [int(rate) for rate in craft.shield] == printed
    price = sum(EPS[rate // 10] for rate in printed)
    left = int(craft.eps)
    order = table.state.order[RED]
    order.craft = k
    power.apply_power_head(table.state, table.rules, RED, Verb.SHIELDS)
    assert not craft.shield.any() and craft.eps == left + price
    assert table.state.decision == Decision.POWER_HEAD
    order.heads = 0
    power.apply_power_head(table.state, table.rules, RED, Verb.SHIELDS)
    assert [int(rate) for rate in craft.shield] == printed and craft.eps == left


# --- the phase -----------------------------------------------------------------------------------


@pytest.mark.rule("IN-POW-01")
def test_each_side_allots_before_anybody_decides_and_each_ship_once():
    bridge = Bridge()
    assert (bridge.decision, bridge.state.seat) == (Decision.POWER, RED)
    ship = craft_action(bridge.state, bridge.k)
    assert bridge.legal() == {Verb.DONE, ship}
    bridge.say(ship, Verb.DONE)
    assert bridge.craft.deeds & Deed.POWERED
    (event,) = bridge.table.events(Event.POWER)
    assert (event.known, event.a, event.b) == (1, bridge.craft.eps, 5275)
    assert bridge.decision == Decision.DECIDE
    table = scene("medium")
    table.put("CINGULUM")
    table.put("PEGASUS", side=BLUE, at=(10, 20))
    table.state.step, table.state.first = Step.DECISION, BLUE
    for seat in (BLUE, RED):
        while table.state.decision == Decision.NOTHING:
            decision_phase.decision_step(table.state, table.rules)
        assert (table.state.decision, table.state.seat) == (Decision.POWER, seat)
        table.state.decision = Decision.NOTHING
        power.apply_power(table.state, table.rules, seat, Verb.DONE)


@pytest.mark.rule("IN-POW-01")
def test_lifters_and_drive_are_fed_or_cut_off():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, Verb.LIFTERS)
    assert bridge.craft.eps == 5225 and bridge.fed(Comp.ANTIGRAV) == [True]
    assert Verb.LIFTERS not in bridge.legal()
    bridge.say(Verb.DRIVE)
    assert bridge.craft.eps == 5125 and bridge.fed(Comp.FTL_DRIVE) == [True]
    bridge = Bridge()
    lose(bridge.table, bridge.k, Comp.FTL_DRIVE)
    bridge.begin().say(Verb.NONE)
    assert Verb.DRIVE not in bridge.legal() and Verb.LIFTERS in bridge.legal()
    assert Verb.LIFTERS not in Bridge("PEGASUS").begin().legal()


@pytest.mark.rule("IN-POW-01")
def test_the_standing_allotment_is_thrust_the_side_toward_the_enemy_weapons_then_all_sides():
    bridge = Bridge(facing=1)
    bridge.table.put("LANCEA", side=BLUE, at=(10, 17))
    side = side_toward_enemy(bridge.state, bridge.k)
    assert side == Facing.LF  # the enemy is ahead in row 17, and it points a hexside to the right
    allot_standing(bridge.state, bridge.rules, bridge.k)
    rates = bridge.shields()
    assert rates[side] == max(rates) and max(rates) - min(rates) <= 10 and min(rates) >= 60
    assert bridge.fed(Comp.ENGINE) == [True] * 3 and all(bridge.fed(Comp.WEAPON))
    bridge.klass.plant = 4000 + 175 + 6 + 70 + 50  # thrust, shields at 10, little else
    allot_standing(bridge.state, bridge.rules, bridge.k)
    rates = bridge.shields()
    assert bridge.fed(Comp.ENGINE) == [True] * 3
    assert rates[side] == 60 and max(r for s, r in enumerate(rates) if s != side) <= 30
    assert any(bridge.fed(Comp.WEAPON)) and not all(bridge.fed(Comp.WEAPON))


# --- slow twin -----------------------------------------------------------------------------------


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


# --- what is seen --------------------------------------------------------------------------------


def test_a_side_sees_its_own_power():
    bridge = Bridge().begin()
    bridge.say(Verb.NONE, Verb.ENGINES, 3)
    row = np.zeros(200, np.int8)
    write_own_craft(bridge.state, bridge.rules, row, bridge.k)
    left = 10 * 1275 // 5275
    assert (row[OWN_CRAFT.eps_left], row[OWN_CRAFT.fed]) == (left, 10 - left)
    assert (row[OWN_CRAFT.plant_share], row[OWN_CRAFT.can_switch]) == (10, 1)
    assert not row[OWN_CRAFT.forward_1 : OWN_CRAFT.forward_1 + 5].any()  # no gun is fed


def test_corvettes_is_played_to_its_end():
    play = Play("corvettes", seed=2)
    assert play.play_at_random(2, 20000) < 20000
    assert play.is_over


@pytest.mark.rule("IN-POW-07", "IN-POW-01")
def test_fixed_shields_that_cannot_be_fed_are_down_from_the_start():
    bridge = Bridge()
    bridge.klass.variable, bridge.klass.plant = 0, bridge.klass.permanent
    bridge.craft.shield[:] = 60
    lay_power(bridge.state, bridge.rules, bridge.k)
    assert bridge.craft.fed == 0 and not bridge.craft.shield.any()


@pytest.mark.rule("IN-ABN-12")
def test_no_power_is_switched_on_a_ship_that_is_being_abandoned():
    bridge = Bridge()
    assert may_switch(bridge.state, bridge.rules, bridge.k)
    bridge.craft.left_in = 1
    assert not may_switch(bridge.state, bridge.rules, bridge.k)
