"""`spacecombat ship` for Interceptor: account, sheet, variants, exit status."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from spacecombat_agents.cli import run
from spacecombat_env.rulesets.interceptor.construction import shipped_design
from spacecombat_env.rulesets.interceptor.construction.writing_designs import as_file

PICTURE = Path(__file__).parents[3] / "docs" / "petal.svg"


def ship(capsys, *arguments):
    """Exit status, output and error of the command."""
    status = run(["ship", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def design_file(folder, **changes):
    """A file with the PETAL and changes."""
    path = folder / "own.yaml"
    path.write_text(yaml.safe_dump(as_file(shipped_design("FLUTTERING PETAL")) | changes))
    return path


@pytest.mark.parametrize("name", ["petal", "FLUTTERING PETAL", "fluttering petal"])
def test_an_account_step_by_step(capsys, name):
    status, out, err = ship(capsys, name)
    assert (status, err) == (0, "")
    assert "237     1,655,000" in out and "6,076,750 talents" in out
    assert "  12  powerplant 1650" in out and out.endswith("\nlegal\n")


def test_the_bundled_design_is_the_shipped_ship(capsys):
    """It has every key, so that it shows them."""
    made = [json.loads(ship(capsys, name, "--json")[1]) for name in ("petal", "fluttering petal")]
    assert made[0] == made[1]


def test_an_account_as_json(capsys):
    status, out, _ = ship(capsys, "CINGULUM", "--json")
    made = json.loads(out)
    assert status == 0 and made["legal"] and made["refusals"] == []
    assert made["after"]["13"] == {"tons_left": 0, "talents": 20_746_725}
    assert made["lines"][0] == {
        "step": 3,
        "item": "engine 1300",
        "tons": 20,
        "eps": 1300,
        "talents": 1_300_000,
    }
    assert made["totals"]["allocatable_eps"] == 5275
    assert made["class"]["tons"] == 1000 and len(made["layout"]["rows"]) == 73


def test_a_refused_design_names_step_rule_and_amount(capsys, tmp_path):
    path = design_file(tmp_path, powerplant=1600)
    status, out, err = ship(capsys, path)
    assert (status, err) == (1, "")
    refusal = "powerplant: step 12: 1,608 EPs needed, plant 1,600: 8 short (IN-CON-45)"
    assert f"refused: {refusal}" in out
    status, out, _ = ship(capsys, path, "--json")
    (found,) = json.loads(out)["refusals"]
    assert status == 1
    assert (found["step"], found["rule"], found["by"]) == (12, "IN-CON-45", 8)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"engine": [400]}, "engine: unknown key (did you mean engines?)"),
        ({"fixed": [{"type": "Laser 7.5/7"}]}, "(did you mean Laser 7.5/6"),
        ({"tonnage": "heavy"}, "tonnage: 'heavy' is not a whole number"),
        ({"layout": 3}, "layout: auto, or a mapping"),
        ({"shields": {"kind": "flicker"}}, "shields.kind: 'flicker' is unknown"),
    ],
)
def test_a_malformed_file_is_one_line_and_status_2(capsys, tmp_path, changes, error):
    status, out, err = ship(capsys, design_file(tmp_path, **changes))
    assert (status, out) == (2, "")
    assert error in err and err.count("\n") == 1


def test_a_record_sheet_is_one_page(capsys, tmp_path):
    path = tmp_path / "sheet.svg"
    for name in ("petal", "PEGASUS", "AUTUMN LEAF"):
        assert ship(capsys, name, "--sheet", path)[0] == 0
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        low = [float(node.get("y") or 0) for node in root.iter("{http://www.w3.org/2000/svg}text")]
        assert max(low) < 842
    assert "AUTUMN LEAF" in texts and any("Laser 5/3, forward, pilot" in t for t in texts if t)
    status, _, err = ship(capsys, "petal", "--sheet", tmp_path / "no" / "sheet.svg")
    assert status == 2 and "sheet:" in err


def test_the_layout_is_printed(capsys):
    _, out, _ = ship(capsys, "petal", "--layout")
    assert "  TR    CO    LS    SC    NC    FN    FC    SS    HC    TC" in out
    assert "on the armour at F: External Hardpoint, columns 1 to 3" in out


def test_a_variant(capsys, tmp_path):
    path = tmp_path / "swift.yaml"
    content = {
        "ruleset": "interceptor",
        "name": "SWIFT PETAL",
        "variant_of": "FLUTTERING PETAL",
        "removed": [{"type": "MDC 8", "count": 2}],
        "compensator": 6,
    }
    path.write_text(yaml.safe_dump(content))
    status, out, _ = ship(capsys, path)
    assert status == 0 and "thrust 6" in out and "conversion: 520,500 talents" in out
    status, out, _ = ship(capsys, path, "--json")
    assert json.loads(out)["conversion"] == {"talents": 520_500, "freed_eps": 0}


def test_options_of_interceptor_are_refused_for_battle_rider(capsys):
    status, _, err = ship(capsys, "halberd", "--layout")
    assert status == 2 and "for Interceptor" in err


def test_the_picture_of_the_page_is_current(capsys, tmp_path):
    """`spacecombat ship petal --sheet docs/petal.svg` would write the picture that is there."""
    path = tmp_path / "petal.svg"
    assert ship(capsys, "petal", "--sheet", path)[0] == 0
    assert path.read_text(encoding="utf-8") == PICTURE.read_text(encoding="utf-8")


def test_the_bundled_variant(capsys):
    status, out, _ = ship(capsys, "swift_petal")
    assert status == 0 and "SWIFT PETAL: CW/RL, 245 t, thrust 6" in out
