"""What a reader learns of an event, and what not."""

import pytest
from kit.interceptor.scenes import scene

from spacecombat_env.rulesets.interceptor.model import NONE, Event, Load, note
from spacecombat_env.rulesets.interceptor.visibility.redaction import redact_event

COLUMNS = ("a", "b", "c", "d", "e", "f")
OWN, ENEMY = 0, 1
HIDDEN = {
    # what an enemy's event does not tell: skills, shields, hulls, people, gear
    Event.SHOT: {"c"},
    Event.LOCK: {"c"},
    Event.INTERCEPTED: {"e"},
    Event.SHIELD: {"a"},
    Event.LAUNCH: {"c"},
    Event.EJECTED: {"c"},
    Event.OUT_OF_CONTROL: {"c"},
    Event.GUARD: {"c"},
    Event.COLLAPSE: {"c", "d"},
    Event.RESCUE: {"c"},
}
HIDDEN_OF_OWN = {Event.SHOT: {"c"}, Event.LOCK: {"c"}, Event.INTERCEPTED: {"e"}}
"""Numbers in which the enemy's Piloting, ECM or the kind of his missile is."""


def told(kind, reader, **columns):
    """The columns of an event of Red's, as a reader has it, that are not as they were noted."""
    state = scene().state
    event = note(state, kind, OWN)
    for name in COLUMNS:
        event[name] = columns.get(name, 7)
    redact_event(event, reader)
    assert event.known == 1 << reader
    return {name for name in COLUMNS if event[name] != columns.get(name, 7)}


@pytest.mark.rule("IN-LOS-02", "IN-DEF-04")
@pytest.mark.parametrize("kind", [kind for kind in Event if kind != Event.NONE])
def test_an_enemy_event_shows_no_skill_and_no_gear(kind):
    assert told(kind, ENEMY) == HIDDEN.get(kind, set())


@pytest.mark.rule("IN-LOS-02")
@pytest.mark.parametrize("kind", [kind for kind in Event if kind != Event.NONE])
def test_an_own_event_is_shown_but_for_numbers_that_hold_a_secret(kind):
    assert told(kind, OWN) == HIDDEN_OF_OWN.get(kind, set())


@pytest.mark.rule("IN-DEF-04")
def test_a_hell_is_known_when_it_is_launched():
    assert told(Event.LAUNCH, ENEMY, c=int(Load.HELL)) == set()
    assert told(Event.LAUNCH, ENEMY, c=int(Load.DAP)) == {"c"}
    assert told(Event.LAUNCH, ENEMY, c=NONE) == set()
