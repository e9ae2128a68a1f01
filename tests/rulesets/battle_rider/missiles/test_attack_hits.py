"""Chapter MIS, the Missile Attack Phase: hits of the missiles left, and what stays behind."""

import pytest
from kit.battle_rider.attacks import attacked, carrier, count, laser
from kit.battle_rider.table import Battle, battle, position, ship, side

from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Decision


def hits(value, *defenders, before=None, **more):
    """Hits of three missiles when every card shows a value."""
    game = attacked(*(defenders or [ship("Red", dampers=1)]), **more)
    assert game.decision == Decision.DAMPER_MENU
    if before:
        before(game)
    game.always(value).say("DONE")
    return int(game.events("MISSILES_FIRE")[-1].b)


@pytest.mark.rule("BR-MIS-28", "BR-MIS-01")
@pytest.mark.parametrize(("size", "difficulty"), [(-3, 1), (0, 1), (1, 2), (2, 3)])
def test_missiles_hit_at_base_one_plus_size(size, difficulty):
    found = [hits(value, ship("Red", dampers=1, size_mod=size)) for value in range(1, 4)]
    assert found == [3 if value >= difficulty else 0 for value in range(1, 4)]


@pytest.mark.rule("BR-MIS-28", "BR-SEQ-10")
@pytest.mark.parametrize(
    ("away", "rating", "difficulty"), [(0, 0, 1), (3, 0, 2), (9, 0, 4), (9, 2, 2), (9, 5, 1)]
)
def test_the_range_of_the_controlling_ship_less_its_fire_control(away, rating, difficulty):
    """9 hexes +3; FC 2 ignores 2 of them, FC 5 all, and never the base."""
    blue = [carrier(fire_control=rating)]
    found = [hits(value, away=away, blue=blue) for value in range(1, 5)]
    assert found == [3 if value >= difficulty else 0 for value in range(1, 5)]


@pytest.mark.rule("BR-MIS-28")
@pytest.mark.parametrize("evade", [1, 2])
def test_evasion_counts_against_missiles(evade):
    def evading(game):
        game.state.tf[0].evade = evade

    blue = [carrier(fire_control=0)]
    assert hits(evade, before=evading, blue=blue) == 0
    assert hits(evade + 1, before=evading, blue=blue) == 3


@pytest.mark.rule("BR-MIS-28", "BR-FIR-16")
def test_fire_control_is_shared_by_range_and_evasion():
    """3 hexes +1, Evade +1: FC 2 ignores both, FC 1 one of them."""

    def evading(game):
        game.state.tf[0].evade = 1

    found = [hits(1, before=evading, away=3, blue=[carrier(fire_control=k)]) for k in (1, 2)]
    assert found == [0, 3]


@pytest.mark.rule("BR-MIS-28", "BR-DMG-22")
def test_task_penalties_of_the_controlling_ship_count():
    blue = [carrier(damage=["life_support", "computer"])]
    assert [hits(value, blue=blue) for value in (2, 3)] == [0, 3]


@pytest.mark.rule("BR-MIS-29", "BR-AMB-49", "BR-DMG-02")
@pytest.mark.parametrize(
    ("card", "value", "armor", "size", "left"),
    [
        (3, 4, 0, 0, 4),
        (3, 4, 10, 0, 3),
        (3, 4, 9, -2, 2),
        (3, 6, 19, -5, 0),
        ("bullseye", 2, 0, 0, 4),
        ("bullseye", 3, 10, -1, 4),
    ],
)
def test_a_hit_turns_another_card_for_its_damage(card, value, armor, size, left):
    """The missile value, doubled by outstanding success, then the rules for lasers."""
    target = ship("Red", dampers=1, armor=armor, size_mod=size)
    game = attacked(target, missiles=1).missile_value(value)
    game.always(card).say("DONE")
    permanent = [e for e in game.events("DAMAGE") if e.b == Damage.PERMANENT]
    assert len(permanent) == left


@pytest.mark.rule("BR-MIS-30", "BR-MIS-01", "BR-AMB-07")
@pytest.mark.parametrize("card", ["miss", 3])
def test_after_firing_the_spread_is_a_white_out(card):
    """Hit or not, one White Out-2 for a spread, which Turn Record makes a 1."""
    game = attacked(ship("Red", dampers=1), spreads=2)
    game.always(card).say("DONE")
    force = game.state.tf[0]
    markers = [m for m in game.state.whiteout if m.timer]
    assert len(markers) == 2
    assert all((m.timer, m.q, m.r) == (1, force.q, force.r) for m in markers)
    assert count(game, 12) == count(game, 13) == 0


@pytest.mark.rule("BR-MIS-30")
def test_the_white_out_lies_until_the_end_of_the_next_turn():
    game = attacked(ship("Red", dampers=1)).always("miss").say("DONE")
    turn = int(game.state.turn)
    while game.state.turn == turn:
        assert (game.state.whiteout["timer"] > 0).sum() == 1
        game.idle()
    assert (game.state.whiteout["timer"] > 0).sum() == 0


@pytest.mark.rule("BR-SEQ-10", "BR-MIS-11", "BR-AMB-48")
def test_a_ship_destroyed_earlier_in_the_phase_still_controls_its_missiles():
    """Blue's missiles destroy Red's ship first; Red's missiles fire nevertheless, then are gone."""
    red = [ship("Red", missile_directors=9, ready_missiles=9), ship("Mate")]
    game = battle(red, [carrier(), ship("Second")]).always(3)
    mine, theirs = game.launch(0, 2, force=12), game.launch(8, 2, force=0)
    rest = game.launch(0, 4, force=12, slot=1)
    game.only_marker("SHIP_EXPLODES", 1)
    for _ in range(6):
        game.skip_to(Decision.SPREAD_MENU, Decision.AIM_NUMBER)
        if game.decision == Decision.AIM_NUMBER:
            break
        slot = mine if game.state.seat == 0 else theirs
        if not game.can_say(("spread", slot)):
            game.say("COAST")
            continue
        game.say(("spread", slot), "ATTACK")
        game.answer(ATTACK_TARGET=("enemy_force", 12 if slot == mine else 0))
        if game.decision == Decision.EASIEST:
            game.apply(min(game.legal()))
    assert game.decision == Decision.AIM_NUMBER and game.state.attack_tf == 0
    game.say(2)  # both at Red, which explodes
    assert game.state.craft[0].status == CraftStatus.DESTROYED
    assert game.decision == Decision.AIM_NUMBER and game.state.attack_tf == 12
    assert count(game, rest) == 4  # not removed before the end of the phase
    game.say(2)
    assert game.events("MISSILES_FIRE")[-1].a == 2
    assert count(game, rest) == 0


@pytest.mark.rule("BR-MIS-19", "BR-SEQ-10")
def test_each_task_force_is_finished_before_the_next():
    """Defence and missile fire of the first, then those of the second."""
    forces = [{"ships": [name], "hex": "1010"} for name in ("Red", "Other")]
    red = side([laser(), laser(name="Other")], forces)
    source = position(red, side([carrier()], [{"ships": ["Carrier"], "hex": "1010"}]))
    game = next(g for g in (Battle(source, seed=k) for k in range(1, 40)) if not g.state.initiative)
    game.to_round(0).only_marker("NO_EFFECT").always(3)
    game.launch(8, 2)
    game.launch(8, 3, slot=13)
    game.attack(12, force=0).attack(13, force=1)
    assert game.decision == Decision.DEFENSE_MENU and game.state.attack_tf == 0
    game.say("END_DEFENSE")
    assert [e.a for e in game.events("MISSILES_FIRE")] == [2]
    assert game.decision == Decision.DEFENSE_MENU and game.state.attack_tf == 1
    game.say("END_DEFENSE")
    assert [e.a for e in game.events("MISSILES_FIRE")] == [2, 3]
