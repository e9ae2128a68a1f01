"""Chapter SNS: one roll of 2D6 a scan, and what it makes of each signal."""

import pytest
from kit.intercept_sensors.table import BLUE, RED, duel, position, sensors, ship

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.loading.tables import Column, read_csv
from spacecombat_env.rulesets.intercept_sensors.model import DATA, Power, Result, roll_2d6
from spacecombat_env.rulesets.intercept_sensors.scans.signals import result_of

IN_BOX = ("visual", "2x2_boxes", (11, 16))
"""Strength 0 for a military set; the boxes C4 and D5, clear of the glare of column 5."""


def two(dice, skill=0, **bright):
    """Two frigates in one area: one with the visual signal 7, the other with 8 (or `bright`)."""
    blues = [ship("Seven", (15, 20)), ship("Eight", (14, 19))]
    reds = [ship("Red", (5, 20), values={"skill": skill})]
    game = sensors(position(reds, blues)).set("Seven", popped=0).set("Eight", **bright)
    return game.dice(dice).scan("Red", *IN_BOX).say("PASS")


def one(dice, skill=0, sensor="visual", size="2x2_boxes", **fields):
    """Blue alone on (15, 20); by visual, sensors in, its signal is 7."""
    game = sensors(duel(red_ship={"values": {"skill": skill}})).set("Blue", popped=0, **fields)
    middle = (11, 16) if size == "2x2_boxes" else (15, 20)
    return game.dice(dice).scan("Red", sensor, size, middle).say("PASS")


@pytest.mark.rule("IC-SNS-01")
def test_no_roll_without_a_signal():
    game = one(7, at=(29, 34))
    assert game.last_scan().roll == 0 and game.events("ROLL") == []


@pytest.mark.rule("IC-SNS-01", "IC-SNS-03")
@pytest.mark.parametrize("dice", range(2, 13))
def test_a_signal_of_7(dice):
    """2D6 on or below 7 tracks, on or below 10 shows the square, more leaves a contact."""
    game = one(dice)
    expected = "TRACKED" if dice <= 7 else "POSITION" if dice <= 10 else "CONTACT"
    assert game.told() == [(expected, 7, [7])]
    assert game.last_scan().roll == dice
    assert bool(game["Blue"].tracked) == (expected == "TRACKED")


@pytest.mark.rule("IC-SNS-03")
@pytest.mark.parametrize(
    ("skill", "dice", "expected"),
    [
        (1, 8, "TRACKED"),
        (1, 9, "POSITION"),
        (1, 12, "CONTACT"),
        (2, 9, "TRACKED"),
        (2, 12, "POSITION"),
        (6, 12, "TRACKED"),
    ],
)
def test_skill_is_taken_off_the_roll(skill, dice, expected):
    assert one(dice, skill).told()[0][0] == expected


@pytest.mark.rule("IC-SNS-03")
def test_the_printed_odds_are_those_of_the_roll():
    """data/sense_roll.csv: percent of 36 throws, skill 0."""
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    columns = ("signal", "tracked_pct_skill0", "position_or_better_pct_skill0")
    rows = read_csv(DATA / "sense_roll.csv", dict.fromkeys(columns, Column(int)), ScenarioError)
    assert [row["signal"] for row in rows] == list(range(13))
    for row in rows:
        results = [result_of(row["signal"], throw, 0) for throw in throws]
        for column, least in zip(columns[1:], (Result.TRACKED, Result.POSITION), strict=True):
            share = sum(result >= least for result in results) / 36
            assert row[column] == round(100 * share), row


@pytest.mark.rule("IC-SNS-02", "IC-AMB-04")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        (7, ["TRACKED", "TRACKED"]),
        (8, ["TRACKED", "POSITION"]),
        (10, ["POSITION", "POSITION"]),
        (11, ["POSITION", "CONTACT"]),
        (12, ["CONTACT", "CONTACT"]),
    ],
)
def test_one_roll_serves_all_signals_of_a_scan(dice, expected):
    """Signals 8 and 7."""
    game = two(dice)
    assert [(result, signal) for result, signal, _ in game.told()] == list(
        zip(expected, (8, 7), strict=True)
    )
    assert len(game.events("ROLL")) == 1


@pytest.mark.rule("IC-SIG-06")
def test_the_signatures_of_two_units_are_two_contacts():
    """So the scanner learns as much as its record holds: how many units the scan has found."""
    game = two(12)
    contacts = game.events("CONTACT", RED)
    assert sorted({int(event.d) for event in contacts}) == [1, 2] == [1, game.last_scan().finds]
    assert [int(event.d) for event in contacts] == sorted(int(event.d) for event in contacts)


@pytest.mark.rule("IC-AMB-04", "IC-SNS-02")
def test_the_other_scan_has_a_roll_of_its_own():
    """Blue stays a contact of both (12 and 12 would do); over some seeds the rolls differ."""
    rolls = set()
    for seed in range(8):
        game = sensors(duel(red_ship={"values": {"skill": 0}}), seed=seed)
        game.set("Blue", power=Power.OFF, popped=0)
        game.scan("Red", "ir", "1_box", (15, 20))  # hull 0 + 3
        game.scan("Red", "mass", "3x3", (15, 20))  # 1 + 2
        if game.last_scan(back=1).find[0].result != Result.TRACKED:
            rolls.add(tuple(int(game.last_scan(back=back).roll) for back in (1, 0)))
    assert len(rolls) > 3 and any(first != second for first, second in rolls)
    assert all(2 <= roll <= 12 for pair in rolls for roll in pair)


@pytest.mark.rule("IC-SNS-01", "IC-SIG-04")
def test_a_roll_for_the_weak_signal_beside_a_strong_one():
    """3 x 3 squares, strength 5: 5 + 8 = 13 needs none, 5 + 5 (a black hull, in) gets it."""
    blues = [ship("Seen", (15, 20)), ship("Dim", (14, 19), "Raider")]
    game = sensors(position([ship("Red", (5, 20), values={"skill": 0})], blues))
    game.set("Dim", popped=0).dice(11).scan("Red", "visual", "3x3", (14, 20)).say("PASS")
    assert game.told() == [("TRACKED", 13, [8]), ("POSITION", 10, [5])]
    assert game.last_scan().roll == 11


@pytest.mark.rule("IC-SNS-04")
def test_a_position_is_shown_and_the_unit_stays_untracked():
    game = one(9)
    assert not game["Blue"].tracked
    find = game.visible(RED).scan[RED, 0].find[0]
    assert (find.x, find.y) == (15, 20)
    event = game.events("POSITION", RED)[-1]
    assert (event.a, event.b, event.unit) == (15, 20, -1)
    assert game.events("POSITION", BLUE)[-1].unit == game.index("Blue")
    hidden = game.visible(RED).unit_of[game.index("Blue")]
    assert (hidden.x, hidden.klass, hidden.vx) == (0, 0, 0)


@pytest.mark.rule("IC-SNS-04")
def test_its_owner_knows_for_the_turn_that_it_was_found():
    game = one(9)
    assert game.visible(BLUE).unit_of[game.index("Blue")].found == Result.POSITION
    game.to_scans(BLUE, 2).say("PASS").to_scans(RED, 2).say("PASS")
    assert game.visible(BLUE).unit_of[game.index("Blue")].found == Result.NOTHING


@pytest.mark.rule("IC-SNS-05")
def test_the_best_signal_of_a_unit_counts():
    """IR of a burning frigate in a box, strength 3: hull 0, power 4, thrust 4 + 2 G: 8; best 11."""
    game = one(11, sensor="ir", size="1_box", thrust=3, power=Power.FULL)
    assert game.told() == [("TRACKED", 11, [0, 4, 8])]


@pytest.mark.rule("IC-SNS-02", "IC-SNS-03")
def test_the_dice_are_two_of_six_faces():
    game = sensors(duel())
    counts = dict.fromkeys(range(2, 13), 0)
    for seed in range(3600):
        game.state.chance.seed_lo = seed
        counts[int(roll_2d6(game.state, RED, 0))] += 1
    for total, count in counts.items():
        assert abs(count - 100 * (6 - abs(7 - total))) < 100, (total, count)
    assert min(counts.values()) > 50


@pytest.mark.rule("IC-SNS-02")
def test_rolls_of_a_turn_are_distinguished():
    """By side, number of the scan, and turn."""
    game = sensors(duel())
    rows = []
    for side, number, turn in ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1), (0, 0, 2)):
        game.state.turn = turn
        row = []
        for seed in range(40):
            game.state.chance.seed_lo = seed
            row.append(int(roll_2d6(game.state, side, number)))
        rows.append(tuple(row))
    assert len(set(rows)) == 5


@pytest.mark.rule("IC-SNS-02")
def test_both_sides_see_the_roll():
    game = one(9, skill=2)
    for seat in (RED, BLUE):
        assert [int(event.a) for event in game.events("ROLL", seat)] == [9]
