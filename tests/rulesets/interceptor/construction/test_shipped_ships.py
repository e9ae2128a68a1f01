"""The fifteen ships of data/ships.yaml: legal, with the sums and layouts that are shipped."""

from dataclasses import replace

import pytest

from spacecombat_env.rulesets.interceptor.construction import evaluate, shipped_design
from spacecombat_env.rulesets.interceptor.model import class_names, yaml_of

NAMES = class_names()[1:]
SHIPS = yaml_of("ships.yaml")["ships"]


def test_there_are_fifteen():
    assert len(NAMES) == 15


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_ship_is_legal(name):
    account = evaluate(shipped_design(name))
    assert [str(refusal) for refusal in account.refusals] == []
    assert account.remarks == ()


@pytest.mark.parametrize("name", NAMES)
def test_its_sums_are_those_of_its_file(name):
    assert evaluate(shipped_design(name)).totals() == SHIPS[name]["computed"]


@pytest.mark.rule("IN-ICB-06", "IN-ICB-07", "IN-ICB-09", "IN-ICB-10", "IN-ICB-11")
@pytest.mark.parametrize("name", NAMES)
def test_the_automatic_layout_is_the_shipped_one(name):
    layout, shipped = evaluate(shipped_design(name)).layout, yaml_of("icb_layouts.yaml")[name]
    assert (layout.as_file() if layout else None) == shipped
    assert list(layout.legend) == list(shipped["legend"])


@pytest.mark.rule("IN-ICB-13")
@pytest.mark.parametrize("name", NAMES)
def test_a_given_layout_is_kept(name):
    """The shipped layouts pass the check of layouts made by hand."""
    shipped = yaml_of("icb_layouts.yaml")[name]
    account = evaluate(replace(shipped_design(name), layout=shipped))
    assert [str(refusal) for refusal in account.refusals] == []
    assert account.layout is not None and account.layout.as_file() == shipped
