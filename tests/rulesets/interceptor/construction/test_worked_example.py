"""The FLUTTERING PETAL of chapter 7, line by line, and the four places where the book disagrees."""

import pytest
from kit.interceptor.designs import PETAL, expected, petal

from spacecombat_env.rulesets.interceptor.construction import DesignStep, evaluate
from spacecombat_env.rulesets.interceptor.construction.catalogue import accessories, engines
from spacecombat_env.rulesets.interceptor.construction.parts import Part

ACCOUNT = evaluate(PETAL)
LINES = [
    (3, "engine 400", 1, 400, 400_000),
    (3, "engine 400", 1, 400, 400_000),
    (3, "engine 450", 1, 450, 450_000),
    (3, "linkage 1", 0.5, 1, 100_000),
    (3, "linkage 2", 0.5, 1, 100_000),
    (3, "DCS set 1", 1, 25, 200_000),
    (4, "compensator 5", 3, 3, 5_000),
    (5, "MDC 8", 24, 6, 168_000),
    (5, "MDC 8", 24, 6, 168_000),
    (5, "Laser 7.5/5", 20, 20, 240_000),
    (5, "Laser 7.5/5", 20, 20, 240_000),
    (5, "External Hardpoint", 3, 0, 10_000),
    (5, "Laser 5/5", 17, 17, 204_000),
    (5, "Laser 5/5", 17, 17, 204_000),
    (5, "Laser 5/4", 14, 14, 168_000),
    (5, "Laser 5/4", 14, 14, 168_000),
    (5, "Turret Hardpoint", 3, 0, 10_000),
    (5, "turret 1 structure", 4, 7, 40_000),
    (6, "shield F 80", 1, 70, 40_000),
    *((6, f"shield {side} 60", 1, 24, 30_000) for side in ("RF", "RA", "A", "LA", "LF")),
    (7, "anti-grav lifters", 3, 13, 15_000),
    *((8, f"armour {side} 100", 5, 0, 250) for side in ("F", "RF", "RA", "A", "LA", "LF")),
    (8, "armour turret 1 100", 5, 0, 250),
    (10, "cockpit pilot", 1, 1, 10_000),
    (10, "cockpit gunner", 1, 1, 10_000),
    (11, "basic life support for 2", 2, 2, 20_000),
    (12, "powerplant 1650", 22, 0, 2_475_000),
    (13, "fuel 1 day(s)", 6, 0, 60_000),
    (14, "External RC", 1, 0, 20_000),
]


@pytest.mark.rule("IN-CON-01")
def test_the_account_of_the_petal_line_by_line():
    lines = evaluate(PETAL).lines
    found = [(int(line.step), line.item, line.tons, line.eps, line.talents) for line in lines]
    assert found == LINES
    assert ACCOUNT.is_legal


@pytest.mark.parametrize("oracle", ["OR-CON-18", "ORC-CON-29"])
def test_running_totals_are_those_of_the_book(oracle):
    totals = expected(oracle)
    left = totals.get("tons_left", totals.get("tons_left_after_step"))
    spent = totals.get("cost", totals.get("cost_after_step"))
    assert len(left) == 11
    for step, tons in left.items():
        assert ACCOUNT.after(DesignStep(step)) == (tons, spent[step])


@pytest.mark.rule("IN-CON-55")
def test_the_last_ton_buys_a_rescue_compartment():
    """OR-CON-10: before it a ton is left, after it none."""
    bare = evaluate(petal(accessories=()))
    assert (bare.tons_left, bare.talents) == (1, 6_056_750)
    assert (ACCOUNT.tons_left, ACCOUNT.talents) == (0, expected("OR-CON-10")["cost"])


def test_the_eps_of_the_book():
    """OR-CON-17: the list of EPs under step 12."""
    parts = {
        "engines": (Part.ENGINE,),
        "linkages": (Part.LINKAGE,),
        "dcs": (Part.DCS,),
        "compensator": (Part.COMPENSATOR,),
        "turret": (Part.TURRET,),
        "weapons": (Part.WEAPON, Part.RACK),
        "shields": (Part.SHIELD,),
        "antigrav": (Part.ANTIGRAV,),
        "cockpits": (Part.COCKPIT,),
        "life_support": (Part.LIFE_SUPPORT,),
    }
    for name, eps in expected("OR-CON-17")["eps"].items():
        assert sum(line.eps for line in ACCOUNT.lines if line.part in parts[name]) == eps


# -- where the book disagrees with itself: a table that is "corrected" fails here -----------------


def test_disagreement_a_tons_left_after_the_compensator():
    """The text prints 237.747; the sum, and the next total of the text, say 237."""
    assert ACCOUNT.after(DesignStep.COMPENSATOR)[0] == 237 != 237.747


def test_disagreement_b_price_of_a_single_engine():
    """The text: 400,000 less. By the table engines cost alike, only the linkages are saved."""
    single = evaluate(petal(engines=(1250,)))
    saved = ACCOUNT.after(DesignStep.ENGINES)[1] - single.after(DesignStep.ENGINES)[1]
    assert saved == 200_000 != 400_000


def test_disagreement_c_tons_of_a_single_engine():
    """The text: 13 t more. The table has 18 t, against 4 t for three engines and two linkages."""
    single = evaluate(petal(engines=(1250,)))
    more = ACCOUNT.after(DesignStep.ENGINES)[0] - single.after(DesignStep.ENGINES)[0]
    assert (engines()[1250].tons, more) == (18, 14)
    assert more != 13


def test_disagreement_d_price_of_the_rescue_compartment():
    """The table prints 2 t and 50,000 for an External RC; the example pays 1 t and 20,000."""
    external, internal = accessories()["External RC"][0], accessories()["Internal RC"][0]
    assert external == (1, 0, 20_000) != (2, 0, 50_000)
    assert internal == (2, 0, 50_000)
    by_the_table = ACCOUNT.talents - external.talents + 50_000
    assert (ACCOUNT.tons - external.tons + 2, by_the_table) == (246, 6_106_750)
