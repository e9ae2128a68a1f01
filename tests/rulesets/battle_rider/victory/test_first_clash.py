"""Chapter S3: the fleets of First Clash, and how it is won."""

import pytest
from kit.battle_rider.losses import disarm, lose, slot, strand, verdict
from kit.battle_rider.table import Table, position, side

from spacecombat_env.rulesets.battle_rider.model import NONE, CraftStatus, Crew, Verdict
from spacecombat_env.rulesets.battle_rider.scenario import load
from spacecombat_env.rulesets.battle_rider.victory.scenario_verdicts import (
    clash_verdict,
    judge_conditions,
)

RED, BLUE = 0, 1


# --- its special rules ---------------------------------------------------------------------------


@pytest.mark.rule("BR-S3-03", "BR-S3-04")
@pytest.mark.parametrize(
    ("destroyed", "lost", "escaped", "verdict"),
    [
        (50, 0, 99, Verdict.RED),
        (49, 0, 99, Verdict.BLUE),
        (49, 0, 24, Verdict.DRAW),
        (50, 40, 0, Verdict.RED),
        (50, 41, 0, Verdict.DRAW),
        (50, 60, 0, Verdict.DRAW),
        (50, 41, 25, Verdict.BLUE),
        (99, 89, 0, Verdict.RED),
        (99, 90, 0, Verdict.DRAW),
    ],
)
def test_first_clash_is_won_with_50_points_and_a_lead_of_ten(destroyed, lost, escaped, verdict):
    """At least 50 Blue points destroyed and 10 more than Red's; else 25 Blue points away."""
    state = Table("first_clash", begin=False).state
    state.points_lost[:] = lost, destroyed
    state.points_escaped[1] = escaped
    assert clash_verdict(state) == verdict


# --- First Clash ---------------------------------------------------------------------------------


def clash(**more):
    """First Clash's conditions on two small squadrons that lie on the map."""
    red = [{"class": name, "detected": True} for name in ("Lancer", "Fusilier", "Maggart LC")]
    red.append({"class": "Manticore", "aboard": "Maggart LC"})
    blue = [{"class": name, "detected": True} for name in ("Rapier", "Midu Agashaam", "Valor")]
    reds, blues = ["Lancer", "Fusilier", "Maggart LC"], ["Rapier", "Midu Agashaam", "Valor"]
    sides = (
        side(red, [{"ships": reds, "hex": "1004"}]),
        side(blue, [{"ships": blues, "hex": "1030"}]),
    )
    return Table(position(*sides, **{"victory": "first_clash", **more}))


@pytest.mark.rule("BR-S3-01")
def test_the_fleets_of_first_clash():
    scenario = load("first_clash")
    state, rules = scenario.table.opening[0], scenario.table.rules[0]
    half = len(state.craft) // 2
    assert state.tactics.tolist() == [4, 3]
    points = [rules.classes[c.klass].points for c in state.craft[:7]]
    assert sum(int(p) for p in points) == 116
    riders = [c for c in state.craft[:half] if c.status == CraftStatus.ABOARD]
    assert [int(c.keeper) for c in riders] == [0, 0, 1, 2, 3]  # 2 on the LT, 1 on the LC, drones
    blue = [rules.classes[c.klass].points for c in state.craft[half : half + 7]]
    assert sum(int(p) for p in blue) == 187
    assert rules.crew[:9].tolist() == 9 * [Crew.CRACK]
    assert rules.crew[half : half + 7].tolist() == 7 * [Crew.GREEN]


@pytest.mark.rule("BR-S3-02", "BR-S3-03")
def test_red_needs_fifty_points_and_ten_more_than_it_loses():
    # Rapier 45, Midu Agashaam 25, Valor 9; Lancer and Fusilier 30, Maggart LC 18
    assert verdict(clash()) == Verdict.OPEN
    short = disarm(lose(clash(), "Rapier"), "Midu Agashaam", "Valor")
    assert verdict(short) == Verdict.DRAW
    enough = disarm(lose(clash(), "Rapier", "Valor"), "Midu Agashaam")
    assert verdict(enough) == Verdict.RED
    assert verdict(lose(clash(), "Rapier", "Midu Agashaam", "Valor", "Lancer")) == Verdict.RED
    costly = lose(clash(), "Rapier", "Midu Agashaam", "Valor", "Lancer", "Fusilier")
    assert verdict(costly) == Verdict.RED  # 79 to 60
    costly = lose(clash(), "Rapier", "Midu Agashaam", "Lancer", "Fusilier")
    assert verdict(lose(costly, "Valor", status=CraftStatus.ESCAPED)) == Verdict.RED  # 70 to 60
    costly = lose(clash(), "Rapier", "Midu Agashaam", "Lancer", "Fusilier", "Maggart LC")
    assert verdict(disarm(costly, "Valor")) == Verdict.DRAW  # 70 to 60 + 18 + 7


@pytest.mark.rule("BR-S3-04")
def test_blue_wins_by_escaping_with_25_points():
    def escaped(*names):
        game = lose(clash(), *names, status=CraftStatus.ESCAPED)
        rest = {"Rapier", "Midu Agashaam", "Valor"} - set(names)
        return verdict(disarm(game, *rest))

    assert escaped("Midu Agashaam") == Verdict.BLUE
    assert escaped("Valor") == Verdict.DRAW
    game = lose(clash(), "Rapier", "Valor")  # Red's conditions go first
    assert verdict(lose(game, "Midu Agashaam", status=CraftStatus.ESCAPED)) == Verdict.RED


@pytest.mark.rule("BR-S3-05")
def test_ships_left_that_cannot_jump_are_destroyed_while_an_enemy_can_attack():
    game = disarm(lose(clash(), "Rapier"), "Midu Agashaam", "Valor")
    assert verdict(strand(game, "Midu Agashaam")) == Verdict.RED  # 45 and 25 points
    assert game.state.points_lost[BLUE] == 70
    game = disarm(clash(), "Lancer", "Fusilier", "Maggart LC", "Manticore")
    assert verdict(strand(game, "Lancer")) == Verdict.DRAW and game.state.points_lost[RED] == 30


@pytest.mark.rule("BR-S3-05")
def test_a_rider_aboard_goes_with_its_tender():
    for stranded, lost in (((), 0), (("Maggart LC",), 18 + 7)):
        game = disarm(clash(), "Lancer", "Fusilier", "Maggart LC", "Manticore")
        verdict(strand(game, *stranded))
        assert game.state.points_lost[RED] == lost
    game = disarm(clash(), "Lancer", "Fusilier", "Maggart LC", "Manticore")
    rider = game.state.craft[slot(game, "Manticore")]
    rider.status, rider.keeper, rider.tf = CraftStatus.IN_FORCE, NONE, 0
    judge_conditions(game.state, game.rules)
    assert game.state.points_lost[RED] == 7  # launched, it has no jump drive
