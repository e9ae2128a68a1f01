"""The map of a side's own searches, as it is kept, fades, and is observed; and what is determinized."""

import pytest
from kit.intercept_sensors.maps import observed
from kit.intercept_sensors.table import BLUE, RED, duel, sensors

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import entry
from spacecombat_env.rulesets.intercept_sensors.model import BOX_COLUMNS, BOXES

SCANNED = {20, 21, 26, 27}
"""Boxes C4, D4, C5, D5: a visual scan of 2x2 boxes, strength 0 for a military set."""


def scanned(dice=12, **fields):
    """Red has scanned the four boxes; Blue on (15, 20) in C4 gives the visual signal 7."""
    game = sensors(duel()).set("Blue", popped=0, **fields)
    return game.dice(dice).scan("Red", "visual", "2x2_boxes", (11, 16)).say("PASS")


def marks(grid):
    """Boxes that bear a mark, and the marks."""
    return {box: int(mark) for box, mark in enumerate(grid) if mark}


def test_boxes_searched_in_vain_are_quiet_and_fade():
    game = scanned(at=(29, 34))
    assert marks(game.state.quiet[RED]) == dict.fromkeys(SCANNED, 8)
    assert marks(game.state.traces[RED]) == marks(game.state.quiet[BLUE]) == {}
    game.to_turn(2)
    assert marks(game.state.quiet[RED]) == dict.fromkeys(SCANNED, 6)


def test_a_contact_leaves_a_fainter_trace_in_a_wider_area_and_fades():
    game = scanned(dice=12)  # 12 is above 7 + 3: a contact, place unknown
    assert marks(game.state.traces[RED]) == dict.fromkeys(SCANNED, 16 - 10 // 2)
    assert marks(game.state.quiet[RED]) == {}
    game.to_turn(2)
    assert marks(game.state.traces[RED]) == dict.fromkeys(SCANNED, 9)


@pytest.mark.rule("IC-SNS-04")
def test_a_position_marks_its_box_alone():
    assert marks(scanned(dice=9).state.traces[RED]) == {20: 16}


def test_each_side_observes_its_own_map_alone():
    game = scanned(dice=12)
    assert marks(observed(game, RED, "trace").ravel()) == dict.fromkeys(SCANNED, 11)
    assert not observed(game, BLUE, "trace").any()
    game.state.traces[BLUE, 7] = 5  # B2 of the map is E2 in Blue's mirror
    assert marks(observed(game, BLUE, "trace").ravel()) == {BOX_COLUMNS + 4: 5}
    assert len(observed(game, RED, "quiet").ravel()) == BOXES


@pytest.mark.rule("IC-SEQ-05")
def test_neither_side_is_shown_the_map_of_the_other():
    game = sensors(duel())
    game.state.quiet[:], game.state.traces[:] = 7, 5
    for seat in (RED, BLUE):
        visible = game.visible(seat)
        assert (visible.quiet[seat] == 7).all() and (visible.traces[seat] == 5).all()
        assert not visible.quiet[1 - seat].any() and not visible.traces[1 - seat].any()


def test_a_determinized_enemy_stands_where_its_position_was_shown():
    game = scanned(dice=9)
    assert game["Blue"].found and not game["Blue"].tracked
    game.until(lambda: game.state.seat == RED)
    game.state.turn = game.last_scan().turn
    visible, determinization = (make_games(game.table.opening.dtype, 1) for _ in range(2))
    entry.redact(game.games, 0, visible, 0, RED)
    for seed in range(5):
        entry.determinize(visible, 0, game.table, RED, seed, determinization, 0)
        unit = determinization.states[0].unit_of[game.index("Blue")]
        assert (unit.x, unit.y) == (15, 20)
