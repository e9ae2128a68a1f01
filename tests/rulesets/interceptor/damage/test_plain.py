"""Damage against its slow plain twin: every template on every ship, 10,000 random hits."""

import random

import pytest
from kit.interceptor.designs import SCALES, large_ship
from kit.interceptor.plain_damage import PlainShip, boxes_of, codes_out, components_out, shipped
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.damage.armour import strike
from spacecombat_env.rulesets.interceptor.damage.hits import clear_exchange, queue_hit
from spacecombat_env.rulesets.interceptor.damage.internals import settle_components
from spacecombat_env.rulesets.interceptor.damage.widowing import widow
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Source,
    Template,
    class_names,
    template_names,
)

NAMES = class_names()[1:]
HITS, MANY = 2_000, 10_000
HITS_A_SHIP = 60
SHAPES = [name for name in template_names() if name]


def random_points(dice, shape):
    """Points of a hit: a laser and full rows have any number."""
    return {"laser": dice.randint(1, 25), "rows": dice.randint(1, 120)}.get(shape, 0) or 1


def one_hit(table, k, facing, turret, column, shape, points):
    """Apply one hit to a ship of the engine, its place given."""
    state, rules = table.state, table.rules
    clear_exchange(state)
    template = template_names().index(shape)
    queue_hit(state, k, Source.FIRE, facing, template, points, NONE, NONE, NONE, NONE)
    state.exchange.hit[0].turret = NONE if turret is None else turret
    state.exchange.hit[0].column = 0 if template == Template.ROWS else column
    strike(state, rules, k, 0)
    settle_components(state, rules, k)


@pytest.mark.rule("IN-DMG-01", "IN-DMG-02", "IN-DMG-03", "IN-DMG-04", "IN-DMG-05")
@pytest.mark.rule("IN-DMG-07", "IN-DMG-08", "IN-DMG-09", "IN-DMG-12", "IN-DMG-13", "IN-AMB-42")
@pytest.mark.parametrize("hits", [HITS, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_random_hits_do_what_the_plain_twin_says(name, hits):
    check_hits(shipped(name), hits // len(NAMES) + 1)


def check_hits(sheet, hits, a_ship=HITS_A_SHIP, every=1):
    """Hit ships of a design at random, and compare them with the plain twin every few hits."""
    name = sheet.name
    dice = random.Random(name)
    done = 0
    while done < hits:
        table = scene("large")
        table.add(sheet)
        k = table.put(name)
        plain = PlainShip.of(sheet)
        few = dice.choice([1, 2, 6])  # facings that are hit: much on few goes deep
        for number in range(a_ship):
            facing, column = dice.randrange(few), dice.randint(1, 10)
            shape = dice.choice(SHAPES)
            points = random_points(dice, shape)
            alive = [n for n, turret in enumerate(plain.turrets) if turret[2]]
            turret = dice.choice(alive) if alive and dice.random() < 0.3 else None
            one_hit(table, k, facing, turret, column, shape, points)
            plain.hit(facing, turret, column, shape, points)
            if number % every == 0:
                assert boxes_of(table.state, table.rules, k) == plain, (name, shape, column)
            if dice.random() < 0.5:
                removed = widow(table.state, table.rules, k, facing)
                assert removed == len(plain.widow(facing))
                if turret is not None:
                    widow(table.state, table.rules, k, 6 + turret)
                    plain.widow_turret(turret)
            done += 1
        assert boxes_of(table.state, table.rules, k) == plain, (name, "widowed")
        settle_components(table.state, table.rules, k)
        assert codes_out(table.state, table.rules, k, sheet) == components_out(sheet, plain)
        craft, klass = table.state.craft[k], table.rules.classes[table.state.craft[k].klass]
        assert craft.armour.tolist() == [len(plain.armour[side]) for side in range(6)]
        left = len(plain.inside) + sum(len(turret[2]) for turret in plain.turrets)
        assert craft.inside == klass.boxes - left
        assert craft.collapse == 10 - sum(row == plain.depth for row, _ in plain.inside)


@pytest.mark.rule("IN-DMG-14", "IN-DMG-15", "IN-DMG-16", "IN-IDE-35", "IN-IDE-36")
@pytest.mark.parametrize("hits", [HITS // 10, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("scale", SCALES)
def test_boxes_of_large_ships_take_several_hits(scale, hits):
    sheet = large_ship(SCALES[scale])
    assert sheet.layout["scale"] == scale
    check_hits(sheet, hits, min(hits, scale * HITS_A_SHIP), every=10)
