"""Texts with blanks, whatever the game is."""

from types import SimpleNamespace

import pytest

from spacecombat_env.core.presentation.perspective import distinct_name, pluralize
from spacecombat_env.core.presentation.sentences import EventFields, TemplateFields


class Fields(EventFields[str]):
    """Blanks of an event of which the ship is named."""

    def ship(self) -> str:
        """The ship."""
        return self.names

    def never(self) -> str:
        """A blank that no text here has."""
        raise AssertionError


def told(text, **columns):
    """The sentence of an event of Blue's with these columns."""
    return Fields("Hope", SimpleNamespace(side=1, **columns)).sentence(text)


@pytest.mark.parametrize(
    ("text", "number", "sentence"),
    [
        ("{side} has {a}.", 3, "Blue has 3."),
        ("{ship} gains {a:+d}.", 3, "Hope gains +3."),
        ("{ship} pays {a:point}.", 1, "Hope pays 1 point."),
        ("{ship} loses {a:box}.", 0, "Hope loses no boxes."),
        ("{ship} {a:misses|hits}.", 0, "Hope misses."),
        ("{ship} {a:misses|hits}.", -1, "Hope hits."),
        ("{ship} stops{a:| (roll {a})}.", 7, "Hope stops (roll 7)."),
    ],
)
def test_a_blank_is_a_method_or_a_column(text, number, sentence):
    assert told(text, a=number) == sentence


def test_a_sentence_may_be_a_function():
    assert told(lambda names, event: f"{names} {event.a}", a=2) == "Hope 2"


def test_blanks_need_only_what_a_text_names():
    class Move(TemplateFields):
        def ship(self) -> str:
            return "Hope"

        def never(self) -> str:
            raise AssertionError

    assert "Move {ship}.".format_map(Move()) == "Move Hope."


def test_plurals():
    assert [pluralize(n, "hex") for n in (0, 1, 2)] == ["no hexes", "1 hex", "2 hexes"]


@pytest.mark.parametrize(
    ("place", "name"),
    [(0, "Hope (ship 1)"), (1, "hope (ship 2)"), (2, "done (ship 3)"), (3, "ship 4"), (4, "Eye")],
)
def test_names_that_read_alike_are_numbered(place, name):
    names = ["Hope", "hope", "done", "", "Eye"]
    assert distinct_name(names, place, "ship", lambda text: text == "done") == name
