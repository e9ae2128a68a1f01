"""Words, questions, sentences: every blank can be filled, every event has a sentence."""

from string import Formatter
from types import SimpleNamespace

import pytest
from kit.interceptor.games import Play

from spacecombat_env.core.telling import UMPIRE
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Told
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.words import (
    enemy_craft_word,
    load_word,
    side_word,
    weapon_word,
)
from spacecombat_env.rulesets.interceptor.told import notation, story
from spacecombat_env.rulesets.interceptor.told.names import Names
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
    assert question(play.games, 0, play.scenario, 1 - int(play.state.seat)).endswith("is to act.")
