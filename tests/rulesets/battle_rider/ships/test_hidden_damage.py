"""Chapter HID: damage markers lie face down."""

import numpy as np
import pytest
from kit.battle_rider.table import battle, ship

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import RULESET, entry
from spacecombat_env.rulesets.battle_rider.model import CraftStatus, Damage, Result
from spacecombat_env.rulesets.battle_rider.presentation import game_log

ON = {"options": {"hidden_damage": True}}
RED, BLUE = 0, 8


def hit(result="POWER_PLANT", shots=1, **options):
    """Blue's ship has taken some hits of one point, all of one kind of marker."""
    game = battle([ship("Gun", turret=f"M(x{shots})40:1")], [ship("Target")], **(options or ON))
    game.only_marker(result)
    return game.always(4).aim().always(3).say("ALL")


def told(game, seat):
    """The log as a seat reads it."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return " ".join(game_log.log(visible, 0, game.scenario, seat, 0))


@pytest.mark.rule("BR-HID-01")
def test_the_result_counts_and_its_owner_alone_knows_it():
    game = hit()
    assert game.state.craft[BLUE].damage[Result.POWER_PLANT] == Damage.PERMANENT
    assert game.visible(1).craft[BLUE].damage[Result.POWER_PLANT] == Damage.PERMANENT
    visible = game.visible(0)
    assert not visible.craft[BLUE].damage.any() and visible.craft[BLUE].markers == 1
    assert "Power Plant" in told(game, 1)
    assert "Power Plant" not in told(game, 0) and "face down" in told(game, 0)


@pytest.mark.rule("BR-HID-01")
def test_the_cup_does_not_show_either():
    """All results look alike: to the enemy the cup lacks the markers of its own ships alone."""
    views = []
    for result in ("POWER_PLANT", "COMPUTER"):
        game = hit(result)
        game.state.pool[:] = game.rules.marker_count
        game.state.pool[Result[result]] -= 1
        views.append(game.visible(0).pool.tolist())
    assert views[0] == views[1] == game.rules.marker_count.tolist()
    assert game.visible(1).pool[Result.COMPUTER] == game.rules.marker_count[Result.COMPUTER] - 1


@pytest.mark.rule("BR-HID-01", "BR-AMB-37")
def test_no_effect_stays_as_a_bluff():
    game = hit("NO_EFFECT")
    assert game.visible(0).craft[BLUE].markers == 1
    assert game.state.craft[BLUE].damage[Result.NO_EFFECT] == Damage.PERMANENT


@pytest.mark.rule("BR-HID-02", "BR-AMB-82")
def test_duplicates_go_back_unseen():
    game = hit("COMPUTER", shots=3)
    assert game.visible(0).craft[BLUE].markers == 1
    assert len(game.events("MARKER")) == 1
    assert game.state.pool[Result.COMPUTER] == 35


@pytest.mark.rule("BR-HID-02")
def test_an_explosion_is_obvious():
    game = hit("SHIP_EXPLODES")
    assert game.state.craft[BLUE].status == CraftStatus.DESTROYED
    assert "is destroyed!" in told(game, 0)
    assert [int(m.timer) for m in game.visible(0).whiteout[:2]] == [2, 0]


def test_without_the_switch_both_see_the_marker():
    game = battle([ship("Gun", turret="M40:1")], [ship("Target")]).only_marker("COMPUTER")
    game.always(4).aim().always(3).say("ALL")
    assert game.visible(0).craft[BLUE].damage[Result.COMPUTER] and not game.events("MARKER")


@pytest.mark.rule("BR-HID-01")
def test_a_determinized_ship_has_as_many_markers():
    game = battle([ship("Gun", turret="M(x5)40:2")], [ship("Target")], **ON)
    game.state.pool[:] = game.rules.marker_count
    game.state.pool[Result.SHIP_EXPLODES] = 0
    game.always(4).aim().always(3).say("ALL")
    visible, other = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, visible, 0, 0)
    count, kinds = int(visible.states[0].craft[BLUE].markers), set()
    assert count > 2
    for seed in range(8):
        entry.determinize(visible, 0, game.table, 0, seed, other, 0)
        damage = other.states[0].craft[BLUE].damage
        kinds.add(damage.tobytes())
        assert (damage > 0).sum() == count and not damage[Result.SHIP_EXPLODES]
        again = make_games(game.table.opening.dtype, 1)
        entry.redact(other, 0, again, 0, 0)
        assert again.states[0].craft[BLUE].markers == count
    assert len(kinds) > 1


SHOWS = {
    "active": {Result.POWER_PLANT},
    "globe": {Result.POWER_PLANT, Result.BRIDGE},
    "jamming": {Result.POWER_PLANT, Result.BRIDGE, Result.SENSORS},
}
"""Damage that switches off what a ship shows."""


@pytest.mark.rule("BR-HID-01", "BR-DMG-10", "BR-DMG-12", "BR-DMG-13")
@pytest.mark.parametrize("shown", SHOWS)
def test_what_a_determinized_ship_shows_works(shown):
    game = battle([ship("Gun")], [ship("Target")], **ON)
    target = game.state.craft[BLUE]
    for result in (Result.FIRE_CONTROL, Result.LIFE_SUPPORT, Result.SPINE, Result.COMPUTER):
        target.damage[result] = Damage.PERMANENT
    dealt = [damage_dealt(game, seed) for seed in range(30)]
    assert SHOWS[shown] <= set().union(*dealt)
    setattr(target, shown, 1)
    for seed in range(30):
        damage = damage_dealt(game, seed)
        assert len(damage) == 4 and not damage & SHOWS[shown]


def damage_dealt(game, seed):
    """The damage of Blue's ship in one of Red's determinizations."""
    visible, other = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, visible, 0, 0)
    entry.determinize(visible, 0, game.table, 0, seed, other, 0)
    return {Result(k) for k in np.flatnonzero(other.states[0].craft[BLUE].damage)}


def test_the_view_counts_markers():
    game = hit()
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, 0)
    enemy = RULESET.view(visible, 0, game.scenario, 0)["enemy_ships"][0]
    assert enemy["damage_markers"] == 1 and enemy["damage"] == []
    row = np.zeros(game.scenario.observation.size, np.int8)
    entry.observe_visible(visible, 0, game.table, 0, row)
    names = game.scenario.observation.block("advanced_enemy_craft").columns
    assert row[game.scenario.observation.slice("advanced_enemy_craft")][names.index("markers")] == 1
