"""Designs are read strictly: a design, or one line that names the field."""

import json
import random
from copy import deepcopy

import pytest
from kit.interceptor.designs import CINGULUM, PETAL, refused

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.interceptor.construction import (
    evaluate,
    read_design,
    shipped_design,
)
from spacecombat_env.rulesets.interceptor.construction.catalogue import accessories, equipment
from spacecombat_env.rulesets.interceptor.construction.writing_designs import as_file
from spacecombat_env.rulesets.interceptor.model import class_names, yaml_of
from spacecombat_env.rulesets.interceptor.presentation.pictures.record_sheet import (
    record_sheet_svg,
)
from spacecombat_env.rulesets.interceptor.presentation.ship_account import (
    account_json,
    account_lines,
)


def test_parts_may_be_nested_as_in_the_file_of_ships():
    ship = yaml_of("ships.yaml")["ships"]["CINGULUM"]
    assert read_design({"name": "CINGULUM", **ship}) == CINGULUM
    assert read_design(as_file(CINGULUM)) == CINGULUM


def test_little_is_required():
    bare = {"name": "GNAT", "nationality": "TOG", "race": "Human", "tonnage": 60, "thrust": 9}
    design = read_design(bare)
    assert design.races == ("Human",) and design.dcs_sets == 0
    assert {(3, "CON-05"), (3, "CON-58"), (10, "CON-34")} <= refused(design)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"nationality": "TOGA"}, "nationality: 'TOGA' is unknown (did you mean TOG"),
        ({"fixed": [{"count": 2}]}, "fixed[1].type: missing"),
        (
            {"fixed": [{"type": "MDC 8", "columns": [3]}]},
            "fixed[1].columns: the first and the last",
        ),
        ({"cockpits": [{"crew": "gunner", "in": "turret"}]}, "cockpits[1].in: hull, or turret 1"),
        ({"accessories": [{"type": "hangar", "carries": ["CHETAH"]}]}, "did you mean CHEETAH"),
        ({"accessories": [{"type": "VLCA"}]}, "accessories[1].type: 'VLCA' is unknown"),
        ({"contents": {"reloads": [{"type": "Decoy"}]}}, "contents.reloads[1].type: 'Decoy'"),
    ],
)
def test_an_error_names_the_field(changes, error):
    with pytest.raises(ScenarioError) as caught:
        read_design(as_file(PETAL) | changes)
    assert error in str(caught.value)


def test_an_unknown_ship_is_named():
    with pytest.raises(ScenarioError, match="did you mean CHEETAH"):
        shipped_design("CHEETA")


def test_carried_craft_by_name_and_by_numbers():
    carries = ["CHEETAH", {"tons": 40, "crew": 2}]
    source = as_file(CINGULUM) | {"accessories": [{"type": "hangar", "carries": carries}]}
    assert [(c.tons, c.crew) for c in read_design(source).carried()] == [(73, 1), (40, 2)]


def test_contents_of_the_bay_are_written_and_read():
    contents = {"reloads": [{"type": "SSS", "count": 4}], "reserve": ["LANCEA"], "other": 2.5}
    design = read_design(as_file(CINGULUM) | {"contents": contents})
    assert read_design(as_file(design)) == design
    assert design.cargo.reloads == (("SSS", 4),) and design.cargo.other == 2.5


# -- random files --------------------------------------------------------------------------------

NUMBERS = (0, 1, 2, 5, 15, 50, 240, 2000, 9999)
NAMES = (*equipment(), *accessories(), "hangar", "gunner 2", "none", "left", "side 1", "turret 2")


def places(value, path=()):
    """The paths of all numbers, flags and texts in nested lists and mappings."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        if isinstance(item, dict | list):
            yield from places(item, (*path, key))
        else:
            yield (*path, key)


def change(draw, source):
    """Another value of its kind at a random place."""
    *path, last = draw.choice(list(places(source)))
    for key in path:
        source = source[key]
    kind = type(source[last])
    choices = {bool: (True, False), int: NUMBERS, str: NAMES}.get(kind, (None, 3))
    source[last] = draw.choice(choices)


@pytest.mark.parametrize("seed", range(8))
def test_any_file_is_an_account_or_an_error(seed):
    """Account, JSON and sheet can be drawn up of whatever can be read."""
    draw = random.Random(seed)
    read = 0
    for _ in range(25):
        source = deepcopy(as_file(shipped_design(draw.choice(class_names()[1:]))))
        for _ in range(draw.randint(1, 4)):
            change(draw, source)
        try:
            account = evaluate(read_design(source))
        except ScenarioError as error:
            assert "\n" not in str(error)
            continue
        read += 1
        assert json.dumps(account_json(account)) and list(account_lines(account))
        assert account.layout is None or record_sheet_svg(account)
    assert read > 5


def test_an_unknown_ship_is_refused_with_the_names_of_all():
    with pytest.raises(ScenarioError) as refusal:
        shipped_design("GNAT")
    assert str(refusal.value).endswith(f"there are: {', '.join(class_names()[1:])}")
