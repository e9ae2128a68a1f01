"""The record sheet as a page, and designs as classes of the engine."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from kit.interceptor.designs import CINGULUM, PETAL, forward, petal

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.interceptor.construction import (
    evaluate,
    read_design,
    shipped_design,
)
from spacecombat_env.rulesets.interceptor.construction.class_rows import class_row, ship_design
from spacecombat_env.rulesets.interceptor.construction.design import Accessory, Armour, Craft
from spacecombat_env.rulesets.interceptor.construction.generator import generate
from spacecombat_env.rulesets.interceptor.construction.writing_designs import as_file
from spacecombat_env.rulesets.interceptor.model import (
    Comp,
    Size,
    class_names,
    printed_rules,
)
from spacecombat_env.rulesets.interceptor.model.printed.components import kind_of
from spacecombat_env.rulesets.interceptor.presentation.pictures.record_sheet import (
    label_places,
    record_sheet_svg,
    weapon_texts,
    wrapped,
)

NAMES = class_names()[1:]
PRINTED = printed_rules()[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_design_becomes_its_own_class(name):
    design = shipped_design(name)
    row = PRINTED.classes[class_names().index(name)]
    assert class_row(evaluate(design)).tobytes() == row.tobytes()
    assert read_design(as_file(design)) == design


@pytest.mark.rule("IN-AMB-75")
def test_a_class_without_armour_is_struck_inside():
    bare = petal(armour=Armour(), fixed=PETAL.fixed[:2], accessories=())
    row = class_row(evaluate(bare))
    assert row.armour_rows.tolist() == [0] * 6
    assert (int(row.turret_rows[0]), int(row.turret_inner[0])) == (0, 0)
    assert int(row.inner) == int(row.turret_depth[0])


def test_a_second_gunner_and_a_second_turret():
    """In two thousand tons two turrets are legal; each has its gunner."""
    design = next(
        found
        for seed in range(60)
        if len((found := generate(Size.PCS_2500, "TOG", seed)).turrets) == 2
    )
    row = class_row(evaluate(design))
    turrets = [(int(w.turret), int(w.crewman)) for w in row.weapon[: row.weapons] if w.turret >= 0]
    assert sorted(set(turrets)) == [(0, 1), (1, 2)]
    parts = row.component[: row.components]
    assert {int(part.turret) for part in parts if part.kind == Comp.TURRET} == {0, 1}


def test_what_cannot_be_played_yet_is_named():
    cockpits = tuple(replace(each, crew="support") for each in petal().cockpits)
    bus = replace(evaluate(petal()), design=petal(cockpits=cockpits))
    with pytest.raises(ScenarioError, match="cannot be played yet: cockpits of support crew"):
        class_row(bus)
    with pytest.raises(ScenarioError, match="step 12"):
        class_row(evaluate(petal(powerplant=50)))
    assert kind_of("hangar for 50 t: 100 boxes") == Comp.HANGAR
    assert (
        kind_of("Internal ECM") == Comp.ECM and kind_of("Towing attachments 500 t") == Comp.TOWING
    )


def test_a_sheet_needs_a_layout():
    heavy = petal(tonnage=30)
    with pytest.raises(ScenarioError, match="boxes do not fit"):
        ship_design(evaluate(heavy))
    with pytest.raises(ValueError, match="has no layout"):
        record_sheet_svg(evaluate(heavy))


@pytest.mark.parametrize("name", ["FLUTTERING PETAL", "CINGULUM", "AUTUMN LEAF"])
def test_a_sheet_is_a_page_of_a4_with_its_blocks(name):
    account = evaluate(shipped_design(name))
    root = ElementTree.fromstring(record_sheet_svg(account))
    assert root.get("viewBox") == "0 0 595 842"
    texts = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == name
    codes = {"PP1", "SD", "E1", "FC", *(["TW1", "TS1"] if account.design.turrets else [])}
    assert codes <= set(texts)
    variable = "F ___" if name == "CINGULUM" else f"F {account.design.shields.rates[0]}"
    assert variable in texts


def test_the_largest_ships_fit_the_page_too():
    account = evaluate(generate(Size.PCS_OVER_5000, "CW/RL", 1))
    root = ElementTree.fromstring(record_sheet_svg(account))
    drawn = root.iter("{http://www.w3.org/2000/svg}text")
    assert max(float(node.get("y") or 0) for node in drawn) < 842


def test_texts_of_a_sheet():
    assert weapon_texts(PETAL)[:2] == [
        "1-2 MDC 8, forward, pilot, 6 EP: 8 8 8 0 0",
        "3-4 Laser 7.5/5, forward, pilot, 20 EP: 9 8 7 6 5",
    ]
    guard = petal(fixed=(forward("Safeguard-1", crew="none", arc="all"),), turrets=())
    assert weapon_texts(guard) == ["- Safeguard-1, all, 10 EP"]
    assert wrapped(["one", "two", "three"], 8) == ["one; two", "three"]
    assert label_places([[0, 0, 0], [-1, 1, 1]]) == {0: (0, 1), 1: (1, 1)}


def test_a_hangar_becomes_a_bay():
    carrier = replace(
        CINGULUM,
        tonnage=1200,
        accessories=(Accessory("hangar", carries=(Craft("craft", 50, 1),)),),
    )
    row = class_row(replace(evaluate(carrier), refusals=()))
    assert Comp.HANGAR in row.component["kind"][: row.components].tolist()
