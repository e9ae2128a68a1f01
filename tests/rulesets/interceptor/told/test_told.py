"""Words, questions, sentences: every blank can be filled, every event has a sentence."""

from string import Formatter
from types import SimpleNamespace

import pytest
from kit.interceptor.games import Play

from spacecombat_env.core.telling import UMPIRE, WAITING
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Facing,
    MissileStatus,
    Status,
    Told,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.words import (
    enemy_craft_word,
    load_word,
    missile_word,
    side_word,
    weapon_word,
)
from spacecombat_env.rulesets.interceptor.told import notation, story
from spacecombat_env.rulesets.interceptor.told.keys import craft_key, missile_key
from spacecombat_env.rulesets.interceptor.told.meaning import meaning
from spacecombat_env.rulesets.interceptor.told.names import Names
from spacecombat_env.rulesets.interceptor.told.places import hex_number
from spacecombat_env.rulesets.interceptor.told.questions import Filler, question

RED, BLUE = 0, 1


@pytest.fixture(scope="module")
def play():
    """A pair of fighters a side, about to be set up."""
    return Play("pair")


def test_every_blank_of_a_question_can_be_filled():
    for row in QUESTIONS.values():
        for _, blank, _, _ in Formatter().parse(row.text):
            assert blank is None or callable(getattr(Filler, blank, None)), (row.ask.name, blank)


@pytest.mark.parametrize("kind", [kind for kind in Event if kind])
def test_every_event_has_a_sentence(play, kind):
    names = Names.of(play.games, 0, play.scenario, UMPIRE)
    event = {"actor": 0, "target": 4, "side": 0, **dict.fromkeys("abcdef", 0)}
    said = story.TELL[kind](names, SimpleNamespace(kind=kind, **event))
    assert said[0].isupper() or said[0].isdigit() or said.startswith("no ")
    assert said.endswith((".", "!"))


def test_a_ship_has_its_name_and_an_enemy_what_is_known(play):
    own = Names(play.state, play.scenario, RED)
    assert own.craft(0).startswith("CHEETAH") and own.craft(NONE) == "nobody"
    assert Names(play.state, play.scenario, UMPIRE).craft(4).startswith("Blue LANCEA")
    contact = int(play.state.craft[4].contact)
    assert own.contact(contact, 0) == f"Contact {contact + 1}"
    assert own.contact(contact, 3) == f"LANCEA ({contact + 1})"
    assert Told.CLASS  # which redaction asks before it leaves the class there


def test_words_of_weapons_loads_and_sides(play):
    play.state.order[RED].craft = 0

    def say(token):
        return notation.word(play.games, 0, play.scenario, RED, token)

    assert say(weapon_word(play.state, 2)) == "w3 EPC 9"
    assert say(load_word(play.state, 7)) == "Decoys"
    assert say(side_word(play.state, 1)) == "NE"
    assert say(enemy_craft_word(play.state, 4)).endswith(
        f"({int(play.state.craft[4].contact) + 1})"
    )


def test_a_question_is_put_in_plain_english(play):
    said = question(play.games, 0, play.scenario, int(play.state.seat))
    assert said == "Set-up: which ship is placed next?"
    assert question(play.games, 0, play.scenario, 1 - int(play.state.seat)) == WAITING


@pytest.mark.parametrize(("away", "said"), [(0, "0 hexes"), (1, "1 hex"), (2, "2 hexes")])
def test_the_way_of_a_missile_is_counted_in_hexes(play, away, said):
    missile, target = play.state.missile[0], play.state.craft[4]
    missile.target, missile.q, missile.r = 4, target.q, int(target.r) - away
    play.state.order[RED].missile = 0
    assert Filler(Names(play.state, play.scenario, RED)).distance() == said


# --- what belongs together is one sentence ---------------------------------------------------------


def told(play, *rows):
    """Return the log of some events as the umpire reads it."""
    state, common = play.state, {"actor": 0, "target": 4, "side": 0, "known": 3}
    count = int(state.log_count)
    for n, (kind, row) in enumerate(rows):
        event = state.log[n]
        for name in event.dtype.names:
            event[name] = {**common, "kind": kind, **row}.get(name, 0)
    state.log_count = len(rows)
    said = story.log(play.games, 0, play.scenario, UMPIRE, 0)
    state.log_count = count
    return said


def test_a_hit_is_told_with_the_shield_that_it_meets_and_a_blow_with_its_losses(play):
    said = told(
        play,
        (Event.SHOT, {"a": 0, "c": 7, "d": 3, "e": 1, "f": Facing.A}),
        (Event.SHIELD, {"c": 2, "d": 1, "e": Facing.A}),
        (Event.SHOT, {"a": 1, "c": 7, "d": 9, "f": Facing.A}),
        (Event.HIT, {"a": 4, "b": 1, "c": Facing.A, "d": 8, "e": NONE}),
        (Event.DAMAGE, {"a": 1, "b": 3, "c": Facing.A}),
    )
    assert [line.partition("; ")[2] for line in said] == [
        "the rear shield is passed (roll 2).",
        "",
        "1 box of armour and 3 boxes inside lost.",
    ]
    assert "hits (roll 3 of 7)" in said[0] and said[1].endswith("misses (roll 9 of 7).")
    assert "is hit by a laser for 4 points: rear, column 8" in said[2]


def test_a_shield_that_no_gun_has_met_has_met_the_missile(play):
    shield = (Event.SHIELD, {"c": 9, "e": Facing.F})
    missed = (Event.SHOT, {"c": 5, "d": 9, "f": Facing.F})
    arrived = (Event.ARRIVED, {"a": 0})
    assert told(play, missed, shield)[-1].endswith("holds (roll 9).")
    assert told(play, arrived, missed, shield)[-1].endswith("holds against the missile (roll 9).")


def test_the_crewman_of_an_event_is_one_of_the_ship(play):
    """Column c is his place in the crew, not his slot."""
    lines = [
        told(play, (Event.WOUND, {"actor": k, "c": 0, "d": 8, "e": 1, "f": 1}))[0] for k in (1, 4)
    ]
    assert all(line.endswith(": pilot is awake (roll 1 of 8).") for line in lines)
    assert "roll" not in told(play, (Event.WOUND, {"f": 3}))[0]


def test_racks_that_launch_are_missiles_and_loads_are_told_once(play):
    klass = play.scenario.table.rules[0].classes[int(play.state.craft[0].klass)]
    every = (1 << int(klass.weapons)) - 1
    said = told(play, (Event.FIRE, {"a": every, "d": 3}))[0]
    assert said.count("missiles") == 1 and "Hardpoint" not in said and "EPC 9" in said
    loaded = (Event.LOADED, {"target": NONE})
    assert len(told(play, loaded, loaded, loaded)) == 1
    rock = (Event.ROCK, {"c": 3, "d": 3})
    assert told(play, rock, rock)[0].startswith("Asteroids lie in ")


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
    words = enemy_craft_word(state, crafts[enemy]), missile_word(state, missiles[enemy])
    keys = craft_key(names, crafts[enemy]), missile_key(names, missiles[enemy])
    meant = [meaning(play.games, 0, play.scenario, seat, word) for word in words]
    assert [each.piece for each in meant] == list(keys)
    hexes = [
        hex_number(play.scenario, seat, 3 + enemy, 9),
        hex_number(play.scenario, seat, 6 + enemy, 9),
    ]
    assert [each.place for each in meant] == hexes


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_a_word_names_the_enemy_craft_of_every_slot(seat):
    slots = len(Play("pair").state.craft) // 2
    for slot in range((1 - seat) * slots, (2 - seat) * slots):
        play = Play("pair", delegate=["setup"])
        craft = play.games.states["craft"][0]
        first = craft[(1 - seat) * slots].copy()
        craft["status"][(1 - seat) * slots : (2 - seat) * slots] = Status.UNUSED
        craft[slot] = first
        word = enemy_craft_word(play.state, slot)
        named = meaning(play.games, 0, play.scenario, seat, word)
        assert named.piece == craft_key(Names(play.state, play.scenario, seat), slot), slot
