"""Chapter XMV: crossing movement."""

import numpy as np
import pytest
from kit.battle_rider.table import Battle, position, ship, side

from spacecombat_env.core.model.hexgrid import segments_meet
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.beams.gunnery import row_difficulty
from spacecombat_env.rulesets.battle_rider.model import NONE, Decision, Purpose, Secrecy, Sensor
from spacecombat_env.rulesets.battle_rider.sensors.crossing import crossing_modifier, move_line
from spacecombat_env.rulesets.battle_rider.sensors.detection import aim_attempt, begin_attempt
from spacecombat_env.rulesets.battle_rider.sensors.modifiers import attempt_difficulty

GUN = {"turret": "L10:1", "fire_control": 6}
ACROSS = {"hex": "0914", "vector": [2, -1]}  # to column 11, through the line 1010-1018
ALONG = {"hex": "1012", "vector": [0, 3]}  # on the line itself
BESIDE = {"hex": "0814", "vector": [0, 3]}
AWAY = {"hex": "0914", "vector": [-2, 1]}


def watched(*third, switch=True, row=18):
    """Red in 1010, Blue in 10`row`, both moving fast, at the menu of Red's round; Red's dummies as
    given."""
    red_forces = [{"ships": ["Eye"], "hex": "1010", "vector": [0, 2]}]
    red_forces += [{"ships": [], **place} for place in third]
    red = side([ship("Eye", **GUN)], red_forces, tactics=4)
    mark = {"ships": ["Mark"], "hex": f"10{row}", "vector": [0, -1]}
    blue = side([ship("Mark", **GUN)], [mark], tactics=4)
    source = position(red, blue, rules={"crossing_movement": switch})
    for seed in range(1, 60):
        game = Battle(source, seed=seed)
        if game.state.initiative == 0:
            return game.to_round(0)
    raise AssertionError("no such seed")


def target(game):
    """Blue's task force."""
    return len(game.state.tf) // 2


def crossings(game):
    """What crossing movement adds between the two."""
    return crossing_modifier(game.state, game.rules, 0, target(game), NONE)


@pytest.mark.rule("BR-XMV-01", "BR-AMB-73")
@pytest.mark.parametrize(
    ("line", "meets"),
    [
        (((9, 9), (11, 8)), True),
        (((9, 9), (10, 9)), True),  # touches the middle of the line
        (((10, 13), (12, 12)), True),  # touches an end
        (((10, 6), (10, 9)), True),  # lies along it
        (((10, 14), (10, 16)), False),  # in its direction, beyond the end
        (((8, 9), (9, 9)), False),
        (((9, 9), (9, 14)), False),
        (((10, 7), (10, 7)), True),
        (((9, 7), (9, 7)), False),
    ],
)
def test_when_two_lines_meet(line, meets):
    """Against the line from 1010 to 1018, axial (10, 5) to (10, 13); both ways round."""
    first = ((10, 5), (10, 13))
    assert segments_meet(*first, *line) is meets
    assert segments_meet(*line, *first) is meets
    assert segments_meet(*line[::-1], *first[::-1]) is meets


@pytest.mark.rule("BR-XMV-01", "BR-XMV-03", "BR-AMB-73")
@pytest.mark.parametrize(
    ("third", "modifier"),
    [
        ((), 0),
        ((ACROSS,), 1),
        ((ALONG,), 1),
        ((BESIDE,), 0),
        ((AWAY,), 0),
        ((ACROSS, ALONG), 2),
        ((ACROSS, ALONG, BESIDE), 2),
        (({"hex": "1014"},), 0),  # at rest: no marker, no line
    ],
)
def test_plus_one_for_each_task_force_that_crosses(third, modifier):
    """A +1 Diff Mod per crossing task force, friends and dummies too."""
    assert crossings(watched(*third)) == modifier
    assert crossings(watched(*third, switch=False)) == 0


@pytest.mark.rule("BR-XMV-01", "BR-AMB-73")
def test_the_marker_on_the_map_counts():
    """Before its move the line leads to the PEM, afterwards back to the PPM."""
    game = watched(ACROSS)
    force = game.state.tf[1]
    before = move_line(force)
    assert crossings(game) == 1
    force.q, force.r, force.moved = force.q + force.vq, force.r + force.vr, 1
    assert set(move_line(force)) == set(before) and crossings(game) == 1
    force.moved = 0  # the next turn: its PEM is ahead of it
    assert crossings(game) == 0


@pytest.mark.rule("BR-XMV-02")
def test_the_moves_of_both_ends_never_count():
    """Red's own PEM and Blue's lie on the line of sight."""
    assert crossings(watched()) == 0


@pytest.mark.rule("BR-XMV-02")
def test_an_enemy_force_counts_unless_it_is_the_target():
    game = watched(ACROSS)
    half = target(game)
    game.state.tf[half + 1] = game.state.tf[1]
    game.state.tf[1].status = 0
    assert crossings(game) == 1
    assert crossing_modifier(game.state, game.rules, 0, half + 1, NONE) == 0


@pytest.mark.rule("BR-XMV-01")
def test_within_one_hex_there_is_no_line():
    game = watched({"hex": "1010", "vector": [2, -1]}, row=10)
    assert crossings(game) == 0


def difficulties(game, sensor, purpose):
    """Difficulty of a sensor attempt and of a laser shot at Blue's ship."""
    half = len(game.state.craft) // 2
    begin_attempt(game.state, purpose, 0, sensor)
    aim_attempt(game.state, game.rules, target(game), NONE)
    order = game.state.order[0]
    order.target_craft, order.target_spread = half, NONE
    return (
        attempt_difficulty(game.state, game.rules, game.state.attempt),
        row_difficulty(game.state, game.rules, 0, 3, order),
    )


@pytest.mark.rule("BR-XMV-03")
@pytest.mark.parametrize("purpose", [Purpose.DETECTION, Purpose.BEAM_LOCK])
def test_sensor_tasks_and_hit_tasks_are_harder(purpose):
    """Fire control 6 offsets range and evasion only, not a force in between."""
    sensing, firing = difficulties(watched(ACROSS, ALONG), Sensor.PASSIVE, purpose)
    plain = difficulties(watched(ACROSS, ALONG, switch=False), Sensor.PASSIVE, purpose)
    assert (sensing - plain[0], firing - plain[1]) == (2, 2)


@pytest.mark.rule("BR-XMV-03", "BR-AMB-73")
def test_missiles_are_seen_through_crossing_movement_too():
    """BR-AMB-73: a spread is a target like any other; a moving spread crosses nothing."""
    game = watched(ACROSS)
    slot = game.launch(len(game.state.craft) // 2, 1, force=0)
    spread = game.state.spread[slot]
    spread.q, spread.r, spread.vq, spread.vr = 10, 11, 0, -3
    assert crossing_modifier(game.state, game.rules, 0, NONE, slot) == 1
    assert crossings(game) == 1  # not 2


@pytest.mark.rule("BR-XMV-03")
def test_a_shot_made_impossible_is_not_offered():
    """Range 8 of 1: base 4, size 0; one crossing force makes 5, two make 6."""
    offered = []
    for third in ((), (ACROSS,), (ACROSS, ALONG)):
        game = watched(*third)
        game.rules.classes[game.state.craft[0].klass].weapon[3].range = 1
        offered.append(game.can_say("FIRE"))
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, 0)
        mask = np.zeros(game.scenario.actions.size, np.int8)
        entry.legal_actions(visible, 0, game.table, mask)
        assert bool(mask[game.action("FIRE")]) == offered[-1]  # from what a seat knows as well
        row = np.zeros(game.scenario.observation.size, np.int8)
        entry.observe_visible(visible, 0, game.table, 0, row)
        names = game.scenario.observation.block("advanced_enemy_forces").columns
        block = row[game.scenario.observation.slice("advanced_enemy_forces")].reshape(
            -1, len(names)
        )
        assert block[:, names.index("crossings")].max() == len(third)
        assert game.decision == Decision.ROUND_MENU
    assert offered == [True, True, False]


@pytest.mark.rule("BR-XMV-03", "BR-REF-01", "BR-AMB-73")
@pytest.mark.parametrize("blind", [False, True])
def test_a_shot_that_what_is_not_seen_makes_impossible_is_offered_in_double_blind_play(blind):
    """Blue's dummies cross the line: Red sees them, or must not learn of them by what it may say."""
    game = watched(ACROSS, ALONG)
    game.rules.classes[game.state.craft[0].klass].weapon[3].range = 1
    half = target(game)
    for k in (1, 2):
        game.state.tf[half + k] = game.state.tf[k]
        game.state.tf[k].status = 0
    if blind:
        game.state.secrecy = int(game.state.secrecy) | Secrecy.BLIND
    assert crossings(game) == 2 and game.can_say("FIRE") == blind


@pytest.mark.rule("BR-XMV-03", "BR-REF-01", "BR-AMB-73")
@pytest.mark.parametrize("crossing", [0, 2])
def test_a_shot_that_what_is_not_seen_makes_impossible_misses(crossing):
    """Every card a bullseye: range 8 of 1 hits at difficulty 4, and with two unseen crossers never."""
    game = watched(ACROSS, ALONG).always("bullseye").only_marker("SENSORS")
    game.rules.classes[game.state.craft[0].klass].weapon[3].range = 1
    half, prey = target(game), len(game.state.craft) // 2
    for k in (1, 2):
        if k <= crossing:
            game.state.tf[half + k] = game.state.tf[k]
        game.state.tf[k].status = 0
    game.state.secrecy = int(game.state.secrecy) | Secrecy.BLIND
    game.say("FIRE")
    while game.decision != Decision.ROUND_MENU:
        game.apply(max(game.legal()) if game.decision == Decision.WEAPONS else min(game.legal()))
    assert (game.state.craft[prey].damage.sum() > 0) == (crossing == 0)
