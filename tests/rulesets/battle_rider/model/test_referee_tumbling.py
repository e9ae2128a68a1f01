"""Chapter REF: ships that tumble in double-blind play, seen or unseen."""

import pytest
from kit.battle_rider.blind import ON, dark, search, told
from kit.battle_rider.determinizations import determinization, look
from kit.battle_rider.table import battle, ship

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    Damage,
    Decision,
    ForceStatus,
    Result,
    is_sighted,
)

RED, BLUE = 0, 8
HALF = 12


def tumbling(others, forces=1):
    """Red's ship in view, with others, moves with a broken spine; that many slots are in use."""
    game = battle([ship("Seen"), *others], [ship("Eye")], 5, **ON)
    game.state.tf["status"][1:forces] = ForceStatus.ON_MAP
    game.state.craft[RED].damage[Result.SPINE] = Damage.PERMANENT
    return game.always(1).say("MOVE", ("direction", 0), "GO")


def seen_by_blue(game):
    """All that Blue is given, but for class numbers of its ships, which follow Red's list."""
    visible = game.visible(1)
    visible.craft["klass"][BLUE:] = 0
    return told(game, 1), visible.tobytes()


@pytest.mark.rule("BR-REF-01", "BR-DMG-25", "BR-AMB-52")
@pytest.mark.parametrize("others", [[dark()], [dark("One"), dark("Two")]])
def test_a_ship_tumbles_in_view_whether_unseen_ships_were_with_it_or_not(others):
    """At once, at the end of its round, and of the next turns."""
    games = [tumbling([]), tumbling(others)]
    assert all(game.state.craft[RED].tumble for game in games)
    assert seen_by_blue(games[0]) == seen_by_blue(games[1])
    for game in games:
        while game.state.round_tf != NONE and game.state.round_tf < HALF:
            game.idle()
    assert seen_by_blue(games[0]) == seen_by_blue(games[1])
    for turn in (2, 3):
        for game in games:
            while game.state.turn < turn:
                game.idle()
        assert seen_by_blue(games[0]) == seen_by_blue(games[1])
    assert all(game.state.craft[RED].tumble == 0 for game in games)


@pytest.mark.rule("BR-REF-01", "BR-DMG-25", "BR-AMB-52")
def test_the_move_in_which_a_ship_tumbles_is_reported_and_no_split():
    game = tumbling([dark()])
    assert is_sighted(game.state, 0)
    lines = told(game, 1)
    assert "eTF-1 burns 1 S and moves to 1011." in lines
    assert not any("splits off" in line for line in lines)
    assert any("splits off" in line for line in told(game, 0))


@pytest.mark.rule("BR-DMG-25", "BR-AMB-52")
def test_unseen_ships_that_stay_behind_go_on_with_their_round():
    """They have the new counter; the ship that tumbles has had its round."""
    game = tumbling([dark()])
    state, seen = game.state, game.state.craft[RED]
    new = int(state.craft[RED + 1].tf)
    assert (seen.tf, state.round_tf) == (0, new) and new != 0
    assert [int(state.tf[k].strength) for k in (0, new)] == [1, 1]
    assert state.tf[0].acted and not state.tf[new].acted
    for name in ("q", "r", "vq", "vr", "moved", "evade", "settled", "detecting", "fire_over"):
        assert state.tf[new][name] == state.tf[0][name]
    assert not is_sighted(state, new) and state.tf[new].contact == NONE
    game.say("END_ROUND")
    assert state.tf[new].acted


@pytest.mark.rule("BR-DMG-24", "BR-DMG-25", "BR-REF-01")
def test_each_ship_of_a_force_that_divides_takes_its_own_test():
    """The second and third move as one force that is out of view: both are tested there."""
    ships = [ship("Seen"), dark("One"), dark("Two")]
    game = battle(ships, [ship("Eye")], 5, **ON)
    game.state.craft["damage"][:3, Result.SPINE] = Damage.PERMANENT
    game.always(1).say("MOVE", ("direction", 0), "GO")
    assert game.state.craft["tumble"][:3].all()
    forces = game.state.craft["tf"][:3].tolist()
    assert len(set(forces)) == 3 and forces[0] == 0


@pytest.mark.rule("BR-DMG-25", "BR-REF-01")
def test_a_ship_in_view_leaves_others_in_view():
    """Both know of them: the ship that tumbles has the new counter, as where nobody is blind."""
    game = tumbling([ship("Other"), dark()])
    state, new = game.state, int(game.state.craft[RED].tf)
    assert new != 0 and state.round_tf == 0 and state.tf[new].acted and not state.tf[0].acted
    assert "eTF-2 splits off eTF-1." in told(game, 1)


@pytest.mark.rule("BR-DMG-25", "BR-REF-01")
def test_without_a_free_counter_a_ship_that_tumbles_looks_the_same():
    games = [tumbling(others, HALF) for others in ([], [dark()])]
    assert games[1].state.craft[RED].tumble and games[1].state.craft["tf"][:2].tolist() == [0, 0]
    assert seen_by_blue(games[0]) == seen_by_blue(games[1])


@pytest.mark.rule("BR-REF-01", "BR-AMB-52")
@pytest.mark.parametrize("others", [[], [dark("Other", turret="L40:3-3-3-3", active_range=20)]])
@pytest.mark.parametrize("asked", [Decision.SAND_NUMBER, Decision.JAM])
def test_the_enemy_imagines_who_acts_in_the_round_of_a_ship_that_has_tumbled(others, asked):
    """The ship itself or one that it does not see; either way the round is hidden."""
    seen = ship("Seen", turret="L40:3-3-3-3", active_range=20, damage=["spine"])
    target = ship("Target", jammer_range=20, sandcasters=2, detected=asked != Decision.JAM)
    game = battle([seen, *others], [target], 5, **ON)
    game.state.craft["active"][RED : RED + 1 + len(others)] = 1
    game.always(1).say("MOVE", ("direction", 0), "GO").always(5)
    if asked == Decision.JAM:
        search(game, "miss", sensor="ACTIVE")
    else:
        game.aim().say("ALL")
    assert game.decision == asked and game.visible(1).round_tf == NONE
    game.state.pool[:] = game.rules.marker_count
    game.state.pool[Result.SPINE] -= 1
    for seed in range(4):
        assert look(determinization(game, 1, seed), 1) == look(game, 1)
