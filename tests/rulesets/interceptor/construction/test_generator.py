"""Random designs are legal; spoilt ones are refused at their step."""

from itertools import cycle, islice, product

import pytest
from kit.interceptor.designs import NATIONS, refused
from kit.interceptor.spoils import SPOILS

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.rulesets.interceptor.construction import evaluate, read_design
from spacecombat_env.rulesets.interceptor.construction.class_rows import class_row
from spacecombat_env.rulesets.interceptor.construction.generator import (
    engine_set,
    generate,
    generate_force,
)
from spacecombat_env.rulesets.interceptor.construction.writing_designs import as_file
from spacecombat_env.rulesets.interceptor.model import Size, size_class

SIZES = [size for size in Size if size != Size.NONE]
GROUPS = list(product(SIZES, NATIONS))


def designs(count, first=0):
    """Some random designs of all sizes and nations in turn."""
    turns = islice(enumerate(cycle(GROUPS), start=first), count)
    return [generate(size, nation, seed) for seed, (size, nation) in turns]


def check_legal(design):
    """A design is legal, is read as it is written, and becomes a class if a record can hold it."""
    account = evaluate(design)
    assert account.is_legal, [str(refusal) for refusal in account.refusals]
    assert account.tons_left >= 0
    assert read_design(as_file(design)) == design
    try:
        row = class_row(account)
    except CapacityError:
        assert design.power > 32_767 or design.powerplant > 32_767
    else:
        assert (int(row.tons), int(row.cost)) == (design.tonnage, account.talents)
        assert (
            int(row.boxes)
            == sum(account.totals()["turret_icb_boxes"]) + (account.totals()["icb_boxes"])
        )


def check_spoils(design, first):
    """Two spoils of a design, each refused at its step."""
    spoils = list(SPOILS.items())
    for n in (2 * first, 2 * first + 1):
        name, (step, spoil) = spoils[n % len(spoils)]
        assert step in {step for step, _ in refused(spoil(design))}, (name, design.name)


def test_thirty_random_designs_are_legal():
    for design in designs(30):
        check_legal(design)


def test_each_spoil_is_refused_at_its_step():
    found = [generate(Size.LIGHT, nation, 7) for nation in NATIONS]
    found.append(generate(Size.PCS_1000, "TOG", 7))
    for name, (step, spoil) in SPOILS.items():
        for design in found:
            assert step not in {refusal.step for refusal in evaluate(design).refusals}
            assert step in {step for step, _ in refused(spoil(design))}, (name, design.name)


@pytest.mark.slow
def test_a_thousand_random_designs_are_legal_and_a_thousand_spoilt_are_not():
    for number, design in enumerate(designs(1000, first=1000)):
        check_legal(design)
        if number < 500:
            check_spoils(design, number)


def test_the_same_seed_gives_the_same_design():
    assert generate(Size.HEAVY, "TOG", 3) == generate(Size.HEAVY, "TOG", 3)
    assert generate(Size.HEAVY, "TOG", 3) != generate(Size.HEAVY, "TOG", 4)
    assert size_class(generate(Size.MEDIUM, "KessRith", 1).tonnage) == Size.MEDIUM


def test_the_lightest_set_of_engines():
    """Three of 400 to 450 weigh 4 t with their linkages; a single one of 1,250 weighs 18 t."""
    assert engine_set(245, 5) == (400, 400, 450)
    assert sum(engine_set(10_000, 3) or ()) == 30_000


def test_a_force_costs_no_more_than_its_talents():
    force = generate_force(12_000_000, [Size.LIGHT, Size.MEDIUM], "TOG", 5, most=4)
    assert 9_000_000 < sum(account.talents for account in force) <= 12_000_000
    assert 1 < len(force) <= 4 and all(account.is_legal for account in force)
