"""7.17: high-thrust variants."""

from dataclasses import replace

import pytest
from kit.interceptor.designs import CINGULUM, PETAL, forward

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.rulesets.interceptor.construction import evaluate
from spacecombat_env.rulesets.interceptor.construction.parts import Part
from spacecombat_env.rulesets.interceptor.construction.variants import (
    Conversion,
    Swap,
    conversion_price,
    convert,
    freed_eps,
    new_thrust,
    read_variant,
    swap_refusals,
)

GUNS = (Swap(forward("MDC 8", 2)),)
RACK = (Swap(forward("Internal Hardpoint")),)
SWIFT = Conversion("SWIFT PETAL", PETAL, GUNS, RACK, 6)


def rules_of(conversion):
    """The rules by which a conversion is refused."""
    return {refusal.rule for refusal in convert(conversion).account.refusals}


@pytest.mark.rule("IN-HTV-01")
def test_guns_go_and_only_hardpoints_come():
    assert rules_of(SWIFT) == set()
    kept = {arm.type: arm.count for arm, _ in convert(SWIFT).account.design.arms()}
    assert "MDC 8" not in kept and kept["Internal Hardpoint"] == 1
    last = replace(SWIFT, removed=(Swap(forward("Laser 7.5/5")),), fitted=())
    left = {arm.type: arm.count for arm in convert(last).account.design.fixed}
    assert left == {"MDC 8": 2, "Laser 7.5/5": 1, "External Hardpoint": 1}
    for swap in (forward("External Hardpoint"), forward("NPC 9"), forward("MDC 8", 3)):
        refused = list(swap_refusals(replace(SWIFT, removed=(Swap(swap),))))
        assert [refusal.rule for refusal in refused[:1]] == ["HTV-01"]
    assert "HTV-01" in rules_of(replace(SWIFT, fitted=(Swap(forward("Laser 1.5/1")),)))
    assert "HTV-01" in rules_of(replace(SWIFT, fitted=(Swap(forward("Turret Hardpoint")),)))
    heavy = replace(SWIFT, removed=(), fitted=RACK)
    assert "HTV-01" in rules_of(heavy), "overweight"


@pytest.mark.rule("IN-HTV-02")
def test_thrust_follows_the_new_weight_and_the_compensator_follows():
    """245 t less 48 of guns, 5 of the rack and 1 of the compensator more: 203 t, 1,250 / 203."""
    assert new_thrust(PETAL, 203) == 6 and new_thrust(PETAL, 245) == 5
    variant = convert(SWIFT)
    assert (variant.account.tons, variant.account.design.thrust) == (203, 6)
    assert rules_of(replace(SWIFT, compensator=0)) == {"CON-08"}
    light = (Swap(forward("Laser 5/5", 1), 0),)
    small = replace(SWIFT, removed=light, fitted=())
    assert rules_of(small) == {"HTV-02"}, "thrust 5 still, so that no new one is due"
    assert rules_of(replace(small, compensator=0)) == set()


@pytest.mark.rule("IN-HTV-03")
def test_a_conversion_costs_half_as_much_again():
    prices = 2 * 168_000 + 20_000
    assert conversion_price(replace(SWIFT, compensator=0)) == 1.5 * prices
    assert conversion_price(SWIFT) == 1.5 * (prices + 5_000 + 6_000)


@pytest.mark.rule("IN-HTV-04")
def test_freed_power_needs_variable_shields_and_an_engineer():
    assert freed_eps(SWIFT) == 0
    lasers = Conversion("SWIFT CINGULUM", CINGULUM, (Swap(forward("Laser 7.5/10", 2)),), ())
    assert freed_eps(lasers) == 70
    nobody = replace(CINGULUM, crew={**CINGULUM.crew, "flight_engineer": 0})
    assert freed_eps(replace(lasers, parent=nobody)) == 0


@pytest.mark.rule("IN-HTV-04", "IN-ICB-13")
def test_new_racks_lie_in_the_freed_boxes():
    before, after = evaluate(PETAL).layout, convert(SWIFT).account.layout
    assert before is not None and after is not None
    freed, racks = 0, 0
    for old, new in zip(before.rows, after.rows, strict=True):
        for one, other in zip(old, new, strict=True):
            if one not in ("W1", "W2"):
                assert one == other
            else:
                freed += other == ".."
                racks += other == "H1"
    assert (freed, racks) == (43, 5)
    assert after.legend["H1"] == "Internal Hardpoint"
    one_gun = (Swap(forward("Laser 5/4", 1), 0),)
    too_large = replace(SWIFT, removed=one_gun, fitted=(Swap(forward("Internal Hardpoint")),))
    assert "HTV-04" in rules_of(too_large)


def test_a_turret_gets_a_hardpoint():
    swap = Conversion(
        "PETAL HT",
        PETAL,
        (Swap(forward("Laser 5/5"), 0),),
        (Swap(forward("Turret Hardpoint"), 0),),
    )
    account = convert(swap).account
    assert account.is_legal and account.layout is not None
    assert sum(row.count("TH2") for row in account.layout.turrets[0]) == 3
    assert sum(line.part is Part.RACK for line in account.lines) == 3


def test_variants_are_read(tmp_path):
    path = tmp_path / "swift.yaml"
    path.write_text(
        "name: SWIFT\nvariant_of: FLUTTERING PETAL\nremoved: [{type: Laser 5/5, in: turret 1}]\n"
    )
    read = read_variant(path)
    assert read.removed == (Swap(forward("Laser 5/5"), 0),)
    with pytest.raises(ScenarioError, match="neither one of the fifteen"):
        read_variant({"name": "X", "variant_of": "PETAL"})
