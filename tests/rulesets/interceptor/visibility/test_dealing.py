"""A slot, a contact number, the room in the pools: none of them tells the card."""

from collections import Counter

import pytest
from kit.interceptor.games import Play
from kit.interceptor.seat_view import CLOSE, redacted

from spacecombat_env.rulesets.interceptor.entry import KERNELS

GAMES = 90


def dealt():
    """Games begun from many seeds: the play, begun again each time."""
    play = Play(CLOSE, seed=1)
    for seed in range(GAMES):
        KERNELS.start(play.games, 0, play.table, seed)
        yield play


@pytest.mark.rule("IN-LOS-02")
def test_each_card_lies_in_each_slot_and_under_each_number():
    slots, contacts, pairs = Counter(), Counter(), Counter()
    for play in dealt():
        for k in range(3):
            craft = play.state.craft[k]
            slots[int(craft.card), k] += 1
            contacts[int(craft.card), int(craft.contact)] += 1
            pairs[k, int(craft.contact)] += 1
    for counter in (slots, contacts, pairs):
        assert len(counter) == 9  # three light fighters a side
        assert min(counter.values()) > GAMES // 3 // 2
        assert max(counter.values()) < GAMES // 3 * 2


@pytest.mark.rule("IN-LOS-02")
def test_room_and_size_are_those_of_the_slot_not_of_the_card():
    rooms = set()
    for play in dealt():
        craft = play.state.craft
        names = ("first_row", "first_crew", "first_rack", "size_class")
        rooms.add(tuple(tuple(craft[name].tolist()) for name in names))
    assert len(rooms) == 1


@pytest.mark.rule("IN-LOS-02")
def test_before_an_enemy_is_placed_all_deals_look_the_same():
    visible = set()
    for play in dealt():
        seat = int(play.state.seat)
        craft = redacted(play, seat).states[0].craft
        enemy = slice(4, 8) if seat == 0 else slice(0, 4)
        visible.add(craft[enemy].tobytes())
    assert len(visible) == 1
