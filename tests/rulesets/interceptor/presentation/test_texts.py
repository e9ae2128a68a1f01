"""Actions, questions, sentences: every blank can be filled, every event has a sentence."""

import re
from string import Formatter
from types import SimpleNamespace

import pytest
from kit.interceptor.games import Play

from spacecombat_env.core.presentation.perspective import UMPIRE, WAITING
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import Table
from spacecombat_env.registry import ruleset
from spacecombat_env.rulesets.interceptor.model import (
    DECISIONS,
    NONE,
    UNDISCLOSED,
    Collapse,
    Disclosed,
    Event,
    Facing,
    MissileStatus,
    Status,
    Tumble,
    enemy_craft_action,
    load_action,
    missile_action,
    side_action,
    weapon_action,
)
from spacecombat_env.rulesets.interceptor.presentation import action_text, game_log
from spacecombat_env.rulesets.interceptor.presentation.action_meaning import action_meaning
from spacecombat_env.rulesets.interceptor.presentation.coordinates import hex_number
from spacecombat_env.rulesets.interceptor.presentation.decision_text import (
    DecisionTextFields,
    decision_text,
)
from spacecombat_env.rulesets.interceptor.presentation.picture_keys import craft_key, missile_key
from spacecombat_env.rulesets.interceptor.presentation.piece_names import Names

RED, BLUE = 0, 1


@pytest.fixture(scope="module")
def play():
    """A pair of fighters a side, about to be set up."""
    return Play("pair")


def test_every_blank_of_a_decision_can_be_filled():
    for row in DECISIONS.values():
        for _, blank, _, _ in Formatter().parse(row.text):
            assert blank is None or callable(getattr(DecisionTextFields, blank, None)), (
                row.decision.name,
                blank,
            )


@pytest.mark.parametrize("kind", [kind for kind in Event if kind])
def test_every_event_has_a_sentence(play, kind):
    names = Names.of(play.games, 0, play.scenario, UMPIRE)
    columns = {"actor": 0, "target": 4, "side": 0, **dict.fromkeys("abcdef", 0)}
    fields = game_log.EventTextFields(names, SimpleNamespace(kind=kind, **columns))
    said = fields.sentence(game_log.EVENT_TEXT[kind])
    assert said[0].isupper() or said[0].isdigit() or said.startswith("no ")
    assert said.endswith((".", "!"))


def test_a_ship_has_its_name_and_an_enemy_what_is_known(play):
    own = Names(play.state, play.scenario, RED)
    assert own.craft(0).startswith("CHEETAH") and own.craft(NONE) == "nobody"
    assert Names(play.state, play.scenario, UMPIRE).craft(4).startswith("Blue LANCEA")
    contact = int(play.state.craft[4].contact)
    assert own.contact(contact, 0) == f"Contact {contact + 1}"
    assert own.contact(contact, 3) == f"LANCEA ({contact + 1})"
    assert Disclosed.CLASS  # which redaction asks before it leaves the class there


def test_actions_of_weapons_loads_and_sides(play):
    play.state.order[RED].craft = 0

    def say(action):
        return action_text.action_text(play.games, 0, play.scenario, RED, action)

    assert say(weapon_action(play.state, 2)) == "w3 EPC 9"
    assert say(load_action(play.state, 7)) == "Decoys"
    assert say(side_action(play.state, 1)) == "NE"
    assert say(enemy_craft_action(play.state, 4)).endswith(
        f"({int(play.state.craft[4].contact) + 1})"
    )


def test_a_decision_is_put_in_plain_english(play):
    said = decision_text(play.games, 0, play.scenario, int(play.state.seat))
    assert said == "Set-up: which ship is placed next?"
    assert decision_text(play.games, 0, play.scenario, 1 - int(play.state.seat)) == WAITING


@pytest.mark.parametrize(("away", "said"), [(0, "0 hexes"), (1, "1 hex"), (2, "2 hexes")])
def test_the_way_of_a_missile_is_counted_in_hexes(play, away, said):
    missile, target = play.state.missile[0], play.state.craft[4]
    missile.target, missile.q, missile.r = 4, target.q, int(target.r) - away
    play.state.order[RED].missile = 0
    assert DecisionTextFields(Names(play.state, play.scenario, RED)).distance() == said


# --- each event is a sentence ---------------------------------------------------------------------


def told(play, *rows):
    """Return the log of some events as the umpire reads it."""
    state, common = play.state, {"actor": 0, "target": 4, "side": 0, "known": 3}
    count = int(state.log_count)
    for n, (kind, row) in enumerate(rows):
        event = state.log[n]
        for name in event.dtype.names:
            event[name] = {**common, "kind": kind, **row}.get(name, 0)
    state.log_count = len(rows)
    said = game_log.log(play.games, 0, play.scenario, UMPIRE, 0)
    state.log_count = count
    return said


def test_a_shot_its_shield_the_blow_and_its_losses(play):
    said = told(
        play,
        (Event.SHOT, {"a": 0, "c": 7, "d": 3, "e": 1, "f": Facing.A}),
        (Event.SHIELD, {"c": 2, "d": 1, "e": Facing.A}),
        (Event.SHOT, {"a": 1, "c": 0, "d": 9, "f": Facing.A}),
        (Event.HIT, {"a": 4, "b": 1, "c": Facing.A, "d": 8, "e": NONE}),
        (Event.DAMAGE, {"a": 1, "b": 3, "c": Facing.A}),
    )
    assert said[0].endswith("hits (roll 3 of 7).")
    assert said[1] == "The rear shield of Blue LANCEA 2 is passed (roll 2)."
    assert said[2].endswith("misses (roll 9 of 0).")  # a number of 0 is a number
    assert said[3].endswith("is hit by a laser for 4 points: rear, column 8.")
    assert said[4].endswith("1 box of armour and 3 boxes inside lost (rear).")


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ({}, "nothing lost"),
        ({"d": 1}, "1 box on the armour lost"),
        ({"a": 2, "d": 3}, "3 boxes on the armour and 2 boxes of armour lost"),
    ],
)
def test_a_box_of_a_hardpoint_is_a_loss(play, lost, said):
    assert said in told(play, (Event.DAMAGE, {"c": Facing.F, **lost}))[0]


def test_a_number_that_is_not_shown_is_left_out(play):
    for kind, number, die in (
        (Event.SHOT, "c", "d"),
        (Event.LOCK, "c", "d"),
        (Event.GUARD, "c", "d"),
        (Event.INTERCEPTED, "e", "c"),
    ):
        row = {die: 4, "b": NONE}
        assert "(roll 4 of 0)" in told(play, (kind, {**row, number: 0}))[0]
        assert "(roll 4)" in told(play, (kind, {**row, number: UNDISCLOSED}))[0]


def test_a_missile_is_launched_at_a_missile_and_reaches_it(play):
    second = len(play.state.missile) // 2
    aimed = {"target": NONE, "a": 0, "b": second, "c": NONE}
    launched, locked, reached = told(
        play,
        (Event.LAUNCH, aimed),
        (Event.LOCK, {**aimed, "c": 7, "d": 3, "e": 1}),
        (Event.INTERCEPTED, {"target": NONE, "a": second, "b": 0, "d": 1}),
    )
    assert launched.endswith("launches Red missile 1 at Blue missile 1.")
    assert locked.endswith("locks on to Blue missile 1 (roll 3 of 7).")
    assert reached == "Red missile 1 reaches Blue missile 1 and destroys it."


def test_a_shield_that_meets_a_missile_says_so(play):
    shield = {"c": 9, "e": Facing.F}
    assert told(play, (Event.SHIELD, shield))[0].endswith("holds (roll 9).")
    said = told(play, (Event.SHIELD, {**shield, "f": 1}))[0]
    assert said.endswith("holds against the missile (roll 9).")


@pytest.mark.parametrize(
    ("tumble", "said"),
    [
        (Tumble.MADE, "turns right twice at random."),
        (Tumble.TOO_DEAR, "drifts a hex at random: the manoeuvre rolled is too dear (roll 8)."),
        (Tumble.TOO_SLOW, "drifts a hex at random: it cannot slow down so much (roll 8)."),
        (Tumble.STUCK, "does nothing at random: it cannot slow down so much (roll 8)."),
    ],
)
def test_what_comes_of_a_manoeuvre(play, tumble, said):
    assert told(play, (Event.MANOEUVRE, {"c": 8, "d": tumble}))[0].endswith(said)


def test_a_hull_that_fails_shows_both_dice_each_against_its_own(play):
    holds = told(play, (Event.COLLAPSE, {"c": 2, "d": 9}))[0]
    assert holds.endswith("holds (roll 9 against 2).")
    failed = {"a": 10, "c": 2, "d": 1, "e": 1, "f": Collapse.AT_ONCE}
    said = told(play, (Event.COLLAPSE, failed))[0]
    assert said.endswith("explodes at once (roll 1 against 2, roll 10 on the table)!")
    secret = told(play, (Event.COLLAPSE, {**failed, "c": UNDISCLOSED, "d": UNDISCLOSED}))[0]
    assert secret.endswith("explodes at once (roll 10 on the table)!")


def test_who_drifts_off_the_map_has_not_broken_off(play):
    assert told(play, (Event.LEFT_MAP, {}))[0].endswith("leaves the map and has broken off.")
    drifted = told(play, (Event.LEFT_MAP, {"c": 1}))[0]
    assert drifted.endswith("drifts off the map, nobody at its controls, and is lost.")


def test_the_crewman_of_an_event_is_one_of_the_ship(play):
    """Column c is his place in the crew, not his slot."""
    lines = [
        told(play, (Event.WOUND, {"actor": k, "c": 0, "d": 8, "e": 1, "f": 1}))[0] for k in (1, 4)
    ]
    assert all(line.endswith(": pilot is awake (roll 1 of 8).") for line in lines)
    assert "roll" not in told(play, (Event.WOUND, {"f": 3}))[0]


def test_racks_that_launch_are_missiles(play):
    klass = play.scenario.table.rules[0].classes[int(play.state.craft[0].klass)]
    every = (1 << int(klass.weapons)) - 1
    said = told(play, (Event.FIRE, {"a": every, "d": 3}))[0]
    assert said.count("missiles") == 1 and "Hardpoint" not in said and "EPC 9" in said


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_an_enemy_is_meant_by_its_contact_though_an_own_piece_has_the_same(seat):
    play = Play("pair")
    state, enemy = play.state, 1 - seat
    crafts, missiles = (
        [of * (len(pieces) // 2) for of in (RED, BLUE)] for pieces in (state.craft, state.missile)
    )
    for of in (RED, BLUE):
        craft, missile = state.craft[crafts[of]], state.missile[missiles[of]]
        craft.status, missile.status = Status.ON_MAP, MissileStatus.FLYING
        craft.contact = missile.contact = 0
        craft.q, craft.r, missile.q, missile.r = 3 + of, 9, 6 + of, 9
    names = Names(state, play.scenario, seat)
    actions = enemy_craft_action(state, crafts[enemy]), missile_action(state, missiles[enemy])
    keys = craft_key(names, crafts[enemy]), missile_key(names, missiles[enemy])
    meant = [action_meaning(play.games, 0, play.scenario, seat, action) for action in actions]
    assert [each.piece for each in meant] == list(keys)
    hexes = [
        hex_number(play.scenario, seat, 3 + enemy, 9),
        hex_number(play.scenario, seat, 6 + enemy, 9),
    ]
    assert [each.place for each in meant] == hexes


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_an_action_names_the_enemy_craft_of_every_slot(seat):
    slots = len(Play("pair").state.craft) // 2
    for slot in range((1 - seat) * slots, (2 - seat) * slots):
        play = Play("pair", delegate=["setup"])
        craft = play.games.states["craft"][0]
        first = craft[(1 - seat) * slots].copy()
        craft["status"][(1 - seat) * slots : (2 - seat) * slots] = Status.UNUSED
        craft[slot] = first
        action = enemy_craft_action(play.state, slot)
        named = action_meaning(play.games, 0, play.scenario, seat, action)
        assert named.piece == craft_key(Names(play.state, play.scenario, seat), slot), slot


def test_a_sheet_counts_both_sides_of_of_alike() -> None:
    rules = ruleset("interceptor")
    picture = Table(rules, open_scenario(rules, "pair"), 3).picture("red_0", for_page=True)
    found = re.findall(r"(\d+) of (\d+) boxes left", picture)
    assert found and all(left == whole for left, whole in found)  # nothing is lost yet
