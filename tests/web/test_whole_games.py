"""Whole games on the page: by clicks alone, by keys alone, by typing alone; all three rule sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kit.browsing import NARROW, Served, Watched, begin
from kit.hands import Clicks, Hands, Keys, Leading, Typing, guide, play

pytestmark = pytest.mark.slow
Look = Callable[..., Watched]
MOST_CLICKS = 40
"""Of a skirmish with standing orders and a captain."""
GAMES = [
    ("battle_rider", "skirmish"),
    ("battle_rider", "duel"),
    ("intercept_sensors", "duel"),
    ("interceptor", "duel"),
    ("interceptor", "pair"),
]


@pytest.mark.parametrize("manner", [Clicks, Keys, Typing], ids=lambda each: each.__name__.lower())
@pytest.mark.parametrize("game", GAMES, ids="_".join)
def test_a_whole_game(
    look: Look, site: Served, game: tuple[str, str], manner: type[Hands], record_property: Callable
) -> None:
    watched = look()
    name = begin(watched, *game)
    hands = manner(watched.page)
    words = play(watched.page, guide(site, name, "red_0"), hands)
    assert site.service.manager.open_session(name).table.to_act is None
    watched.page.wait_for_selector("#end[open]")
    record_property("words", words)
    record_property(manner.__name__.lower(), hands.count)
    print(f"{game}: {words} words, {hands.count} {manner.__name__.lower()}")


def test_a_delegated_skirmish_takes_few_clicks(look: Look, site: Served) -> None:
    """Fire by one's own hand, all else left to the captain."""
    game = ("battle_rider", "skirmish")
    watched = look()
    name = begin(watched, *game)
    hands = Leading(watched.page)
    words = play(watched.page, guide(site, name, "red_0"), hands)
    watched.page.wait_for_selector("#end[open]")
    print(f"{game}: {words} words, {hands.count} clicks with the captain")
    assert hands.count <= MOST_CLICKS


def test_a_whole_game_on_a_phone(look: Look, site: Served) -> None:
    watched = look(NARROW, "light")
    name = begin(watched, "intercept_sensors", "duel", seat="blue_0")
    play(watched.page, guide(site, name, "blue_0"), Clicks(watched.page))
    watched.page.wait_for_selector("#end[open]")
    assert site.service.manager.open_session(name).table.to_act is None
