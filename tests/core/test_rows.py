"""A row for each member of an enum: of questions, of events."""

from enum import IntEnum
from types import SimpleNamespace

import pytest

from spacecombat_env.core.model.events import EventText, by_event
from spacecombat_env.core.presentation.sentences import EventFields


class Event(IntEnum):
    """Kinds of events."""

    NOTHING = 0
    SEEN = 1
    LOST = 2


SEEN = EventText(Event.SEEN, "a: how many", "{who} sees {a:+d}.")
LOST = EventText(Event.LOST, "", "It is lost.")


class Teller(EventFields[None]):
    """What fills blanks."""

    def who(self) -> str:
        """Return who sees."""
        return "Red"


def test_a_sentence_is_found_by_its_event_and_its_blanks_are_filled():
    sentences = by_event(Event, [LOST, SEEN])
    assert sentences == {Event.SEEN: SEEN, Event.LOST: LOST}
    teller = Teller(None, SimpleNamespace(a=3))
    assert teller.sentence(sentences[Event.SEEN].text) == "Red sees +3."


def test_an_event_without_a_row_or_with_two_is_refused():
    with pytest.raises(ValueError, match="no row for LOST"):
        by_event(Event, [SEEN])
    with pytest.raises(ValueError, match="SEEN: two rows"):
        by_event(Event, [SEEN, LOST, SEEN])
