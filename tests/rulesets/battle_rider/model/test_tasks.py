"""Chapter TSK: difficulty, cards and the deck."""

from __future__ import annotations

import csv
from collections import Counter

import numpy as np
import pytest
from kit.battle_rider.table import Table, position, side, started

from spacecombat_env.rulesets.battle_rider.beams.gunnery import hit_difficulty
from spacecombat_env.rulesets.battle_rider.model import (
    BULLSEYE,
    CARDS,
    IMPOSSIBLE,
    MISS,
    Chance,
    Crew,
    Decision,
    Grade,
    Sensor,
    attempt_task,
    base_difficulty,
    grade_of,
    pair_key,
    random_bits,
    tables,
    turn_card,
)

RULES = Table("duel", begin=False).rules
BODY = 8  # slot of the first Blue craft
FAILURE, SUCCESS, OUTSTANDING = Grade.FAILURE, Grade.SUCCESS, Grade.OUTSTANDING


def card_with(value):
    """The first card that shows a value."""
    return int(np.flatnonzero(RULES.card["hit"] == value)[0])


def grade(value, difficulty):
    """What a card of a value means at a difficulty."""
    return grade_of(RULES, card_with(value), difficulty)


def quiet(distance, target=None, scanner=None):
    """Red looks at one Blue ship at a distance along a column; no card value but these matters.

    The scanner has TL 12, active range 5 and passive range 5; the target is TL 12, size 0.
    """
    eyes = {"tech_level": 12, "size_mod": 0, "g_rating": 4, "points": 1}
    eyes |= {"active_range": 5, "passive_range": 5, "turret": "L5:1-1-1-1", **(scanner or {})}
    body = {"tech_level": 12, "size_mod": 0, "g_rating": 4, "points": 1, **(target or {})}
    red = side([{"name": "Eyes", "values": eyes}], [{"ships": ["Eyes"], "hex": [10, 1]}])
    blue = side(
        [{"name": "Body", "values": body}], [{"ships": ["Body"], "hex": [10, 1 + distance]}]
    )
    return position(red, blue, map={"columns": 19, "rows": 60})


def scan(source, value, active=True):
    """Red scans Blue's task force while every card shows a value; whether it finds the ship."""
    game = started(source, 0).always(value)
    game.skip_to(Decision.ROUND_MENU)
    assert game.state.seat == 0
    if active:
        game.say("ACTIVATE", "ALL")
    if not game.can_say("DETECT"):
        return None
    game.say("DETECT")
    game.say(("craft", 0))
    if game.decision == Decision.DETECT_SENSOR:
        game.say("ACTIVE" if active else "PASSIVE")
    game.skip_to(Decision.DETECT_CHAIN, Decision.ROUND_MENU)
    return bool(game.state.craft[BODY].detected)


def difficulty_of_scan(source, active=True):
    """The lowest card value that finds the ship: its difficulty, from 1 to 5."""
    found = [value for value in range(1, 6) if scan(source, value, active)]
    assert found == list(range(found[0], 6))
    return found[0]


# -- difficulty ----------------------------------------------------------------------------------


@pytest.mark.rule("BR-TSK-03")
def test_range_bands_of_short_range_5():
    """RULES.md TSK-03: 0-5 is 1, 6-10 is 2, 11-20 is 3, 21-40 is 4, beyond 40 not allowed."""
    wanted = [1] * 6 + [2] * 5 + [3] * 10 + [4] * 20 + [IMPOSSIBLE] * 5
    assert [base_difficulty(distance, 5) for distance in range(46)] == wanted


@pytest.mark.rule("BR-TSK-02", "BR-TSK-03")
@pytest.mark.parametrize(
    "distance,difficulty", [(5, 1), (6, 2), (10, 2), (11, 3), (20, 3), (21, 4)]
)
def test_detection_is_a_ranged_task(distance, difficulty):
    """Source p.4: detection is ranged; short range 5, no modifiers for an active sensor."""
    assert difficulty_of_scan(quiet(distance)) == difficulty


@pytest.mark.rule("BR-TSK-03", "BR-TSK-05")
def test_beyond_extreme_range_nothing_is_tried():
    assert scan(quiet(40), "bullseye") is True
    assert scan(quiet(41), "bullseye") is None


@pytest.mark.rule("BR-TSK-02")
def test_fire_is_a_ranged_task_and_evasion_an_absolute_one():
    """Source p.4: fire by range (1, 2, 3, 4), other tasks by the difficulty their rule gives."""
    game = Table(quiet(6, scanner={"fire_control": 20}))
    fire = [hit_difficulty(game.state, game.rules, 0, 3, at, 0, 0) for at in (5, 6, 11, 21, 41)]
    assert fire[:4] == [1, 2, 3, 4] and fire[4] >= IMPOSSIBLE
    for distance in (0, 6, 41):  # evasion: base 5, less 2 for 2 Gs
        for value, marker in ((2, 0), (3, 1)):
            game = started(quiet(distance), 0).always(value).skip_to(Decision.ROUND_MENU)
            game.say("MOVE", "EVADE", 2)
            assert game.state.tf[0].evade == marker


@pytest.mark.rule("BR-TSK-02", "BR-TSK-04")
def test_jamming_is_a_ranged_task():
    """Jammer range 5 at distance 6: difficulty 2; a success adds 1 to the scan's 2."""
    source = quiet(6, target={"jammer_range": 5})
    for value, found in ((2, False), (3, True)):  # at 2 the jammer works and the scan needs 3
        game = started(source, 0).always(value).skip_to(Decision.ROUND_MENU)
        game.say("ACTIVATE", "ALL", "DETECT", ("craft", 0), "ACTIVE")
        assert game.decision == Decision.JAM
        game.say(("craft", BODY))
        assert bool(game.state.craft[BODY].detected) == found


@pytest.mark.rule("BR-TSK-04")
def test_modifiers_of_both_signs_add_up():
    """Medium range 2, masked +1, evading +1, a target of 2 TL more +2, size -3: 3."""
    source = quiet(6, target={"masked": 1, "tech_level": 14, "size_mod": -3})
    source["sides"]["blue"]["task_forces"][0]["evade"] = 1
    assert difficulty_of_scan(source) == 3
    assert difficulty_of_scan(quiet(6, target={"masked": 1})) == 3
    assert difficulty_of_scan(quiet(6, target={"tech_level": 10})) == 1 == 2 + (10 - 12) + 1


# -- reading the card ----------------------------------------------------------------------------


@pytest.mark.rule("BR-TSK-01")
@pytest.mark.parametrize("value", range(1, 6))
def test_a_task_succeeds_at_the_value_of_the_card_and_below(value):
    for difficulty in range(-3, 6):
        assert (grade(value, difficulty) != FAILURE) == (value >= difficulty)


@pytest.mark.rule("BR-TSK-01", "BR-TSK-05")
def test_the_example_of_difficulty_2():
    """Source p.4: medium range, no modifiers: a 1 fails, a 2 or more succeeds."""
    assert [grade(value, 2) != FAILURE for value in (1, 2, 3, 4, 5)] == [False] + [True] * 4


@pytest.mark.rule("BR-TSK-05")
def test_above_5_nothing_is_turned_and_below_1_a_card_still_is():
    game = Table("duel").always("bullseye")
    dealt = int(game.state.chance.dealt)
    assert attempt_task(game.state, game.rules, Chance.HIT, pair_key(0, 0), 6) == FAILURE
    assert game.state.chance.dealt == dealt
    assert attempt_task(game.state, game.rules, Chance.HIT, pair_key(0, 0), 5) == OUTSTANDING
    game.always(1)
    assert attempt_task(game.state, game.rules, Chance.HIT, pair_key(0, 0), -4) == SUCCESS
    assert game.state.chance.dealt == dealt + 2


@pytest.mark.rule("BR-TSK-06")
def test_a_miss_fails_even_below_difficulty_1():
    assert [grade(MISS, difficulty) for difficulty in range(-5, 6)] == [FAILURE] * 11


@pytest.mark.rule("BR-TSK-07", "BR-TSK-08")
def test_a_bulls_eye_always_succeeds_and_is_outstanding():
    assert [grade(BULLSEYE, difficulty) for difficulty in range(-5, 6)] == [OUTSTANDING] * 11


@pytest.mark.rule("BR-TSK-08")
def test_outstanding_success_of_fives_and_fours():
    """Source p.4: a 5 at difficulty 2 or less, a 4 at difficulty 1 (or less)."""
    assert [grade(5, difficulty) for difficulty in (0, 1, 2, 3, 5)] == [OUTSTANDING] * 3 + [1, 1]
    assert [grade(4, difficulty) for difficulty in (0, 1, 2, 4)] == [OUTSTANDING] * 2 + [1, 1]
    assert [grade(3, difficulty) for difficulty in (-2, 0, 1)] == [SUCCESS] * 3


@pytest.mark.rule("BR-TSK-08")
def test_outstanding_success_agrees_with_the_star_of_every_card():
    """The star field of the list on p.29 (cards.csv) states the highest difficulty."""
    for number, row in enumerate(printed_cards()):
        if row["os_max_difficulty"]:
            star = int(row["os_max_difficulty"])
            grades = [grade_of(RULES, number, difficulty) for difficulty in range(-2, 6)]
            assert [g == OUTSTANDING for g in grades] == [d <= star for d in range(-2, 6)]


def printed_cards():
    """The 95 rows of cards.csv."""
    with (tables.DATA / "cards.csv").open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["hit"]][:CARDS]


@pytest.mark.rule("BR-TSK-09")
@pytest.mark.parametrize(
    "difficulty,successes,outstanding",
    [(0, 90, 20), (1, 90, 20), (2, 62, 10), (3, 34, 5), (4, 20, 5), (5, 10, 5)],
)
def test_odds_of_the_95_cards(difficulty, successes, outstanding):
    """RULES.md TAB-4, average crew."""
    grades = Counter(grade_of(RULES, card, difficulty) for card in range(CARDS))
    assert CARDS - grades[FAILURE] == successes
    assert grades[OUTSTANDING] == outstanding


@pytest.mark.rule("BR-TSK-09")
def test_odds_follow_from_the_value_counts():
    """Closed form: of 28, 28, 14, 10, 5 cards of value 1..5 and 5 Bull's-eyes, those that reach."""
    counts = {1: 28, 2: 28, 3: 14, 4: 10, 5: 5}
    for difficulty in range(1, 6):
        reach = 5 + sum(count for value, count in counts.items() if value >= difficulty)
        stars = 5 + (5 if difficulty <= 2 else 0) + (10 if difficulty <= 1 else 0)
        grades = [grade_of(RULES, card, difficulty) for card in range(CARDS)]
        assert sum(g != FAILURE for g in grades) == reach
        assert sum(g == OUTSTANDING for g in grades) == stars


@pytest.mark.rule("BR-TSK-11")
def test_crew_fields_are_ignored():
    """Crack and green values of a card change nothing in the basic rules."""
    differing = [n for n, row in enumerate(printed_cards()) if row["crack"] or row["green"]]
    assert len(differing) > 10
    for number in differing:
        value = int(RULES.card[number].hit)
        for difficulty in range(1, 6):
            same = next(c for c in range(CARDS) if RULES.card[c].hit == value)
            assert grade_of(RULES, number, difficulty) == grade_of(RULES, same, difficulty)
    wins = sum(grade_of(RULES, card, 2) != FAILURE for card in range(CARDS))
    assert wins == 62  # crack 71, green 53
    game = Table("duel")
    assert not game.rules.option.crew_quality
    for number in differing[:10]:
        game.rules.crew[:] = Crew.CRACK
        game.stack(number + 1)
        value = int(RULES.card[number].hit)
        assert attempt_task(game.state, game.rules, Chance.HIT, pair_key(0, 0), value) != FAILURE
        game.stack(number + 1)
        assert (
            attempt_task(game.state, game.rules, Chance.HIT, pair_key(0, 0), value + 1) == FAILURE
        )


# -- the deck ------------------------------------------------------------------------------------


def turn(game, times, kind=Chance.HIT):
    """Turn cards."""
    return [turn_card(game.state, game.rules, kind, pair_key(0, n)) for n in range(times)]


@pytest.mark.rule("BR-TSK-10", "BR-AMB-16", "BR-GEN-11")
def test_the_deck_is_dealt_without_replacement_and_then_reshuffled():
    game = Table("duel")
    game.state.chance.deck_left = CARDS
    first, second, third = (turn(game, CARDS) for _ in range(3))
    assert sorted(first) == sorted(second) == sorted(third) == list(range(CARDS))
    assert first != second != third
    assert game.state.chance.deck_left == 0
    assert len(set(turn(game, 1))) == 1 and game.state.chance.deck_left == CARDS - 1


@pytest.mark.rule("BR-TSK-10", "BR-AMB-16")
def test_a_volley_goes_on_through_the_reshuffle():
    """94 cards are out: the next five are the last one and four of a new deck."""
    game = Table("duel")
    left = int(game.state.chance.deck_left)
    visible = turn(game, left - 1)
    last = set(range(CARDS)) - set(visible)
    turned = turn(game, 5)
    assert turned[0] in last and len(set(turned[1:])) == 4
    assert game.state.chance.deck_left == CARDS - 4


@pytest.mark.rule("BR-TSK-10")
def test_one_deck_serves_both_sides_and_differs_by_seed():
    orders = []
    for seed in (1, 1, 2):
        game = Table("duel", seed)  # two initiative cards are out
        assert game.state.chance.deck_left == CARDS - 2
        orders.append(turn(game, 30, Chance.HIT))
    assert orders[0] == orders[1] != orders[2]


@pytest.mark.rule("BR-TSK-10")
def test_every_place_of_the_deck_is_even():
    """The first card of 2000 shuffled decks: each of the 95 within 5 sigma of 2000 / 95."""
    game = Table("duel")
    counts = np.zeros(CARDS)
    for seed in range(2000):
        game.state.chance.seed_lo, game.state.chance.dealt = seed, 0
        game.state.chance.deck[:] = np.arange(CARDS)
        game.state.chance.deck_left = CARDS
        counts[turn(game, 1)[0]] += 1
    mean = 2000 / CARDS
    assert np.abs(counts - mean).max() < 5 * np.sqrt(mean)


@pytest.mark.rule("BR-TSK-10", "BR-AMB-16")
def test_a_keyed_deck_draws_with_replacement_and_by_event():
    """Two games of one seed turn the same card for the same event, though one turned more before.

    Uses are counted in 64 buckets, so one card more disturbs about one event in 64.
    """
    one = Table("duel", options={"deck": "keyed"})
    two = Table("duel", options={"deck": "keyed"})
    turn(two, 1, Chance.TUMBLE)
    assert sum(a == b for a, b in zip(turn(one, 30), turn(two, 30), strict=True)) >= 28
    shuffled = [Table("duel"), Table("duel")]
    turn(shuffled[1], 1, Chance.TUMBLE)
    assert turn(shuffled[0], 28) != turn(shuffled[1], 28)
    assert len(set(turn(one, CARDS))) < CARDS
    again = [turn_card(one.state, one.rules, Chance.HIT, pair_key(0, 1)) for _ in range(10)]
    assert len(set(again)) > 1  # asked again, the same event is another card


@pytest.mark.rule("BR-TSK-10")
def test_keyed_randomness_knows_seed_turn_kind_and_pieces():
    game = Table("duel", options={"deck": "keyed"})
    chance = game.state.chance

    def fresh(kind, who, turn=1, seed=1):
        game.state.turn, chance.seed_lo = turn, seed
        chance.uses[:] = 0
        return random_bits(game.state, kind, who)

    base = fresh(Chance.HIT, pair_key(0, 1))
    assert base == fresh(Chance.HIT, pair_key(0, 1))
    others = {
        fresh(Chance.LOCK, pair_key(0, 1)),
        fresh(Chance.HIT, pair_key(1, 1)),
        fresh(Chance.HIT, pair_key(0, 1), turn=2),
        fresh(Chance.HIT, pair_key(0, 1), seed=2),
    }
    assert len(others | {base}) == 5


@pytest.mark.rule("BR-TSK-10")
def test_missile_values_are_a_six_sided_die():
    """Source p.29: values 1-5 on 16 cards each, 6 on 15."""
    counts = Counter(int(card.missile_value) for card in RULES.card)
    assert counts == {1: 16, 2: 16, 3: 16, 4: 16, 5: 16, 6: 15}


def test_active_and_passive_are_distinguished():
    """A passive scan of a force that has spent no G is one harder (the helper's own check)."""
    assert difficulty_of_scan(quiet(6), active=False) == 3
    assert Sensor.PASSIVE != Sensor.ACTIVE
