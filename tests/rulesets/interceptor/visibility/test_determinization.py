"""Imagined games look the same to the seat, and go on."""

import numpy as np
import pytest
from kit.interceptor.games import Play
from kit.interceptor.scenes import scene
from kit.interceptor.seat_view import ABOVE_AIR, CLOSE, legal_mask, redacted, walk

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.cases import small_craft
from spacecombat_env.rulesets.interceptor.damage import hits
from spacecombat_env.rulesets.interceptor.damage.hits import queue_hit
from spacecombat_env.rulesets.interceptor.entry import KERNELS, deliver_events
from spacecombat_env.rulesets.interceptor.model import (
    LOG_LENGTH,
    MISSILES,
    NONE,
    Comp,
    Control,
    Disclosed,
    Event,
    Facing,
    Load,
    Mode,
    Mount,
    Source,
    Status,
    Step,
    Template,
    note_target,
)
from spacecombat_env.rulesets.interceptor.turn import setup
from spacecombat_env.rulesets.interceptor.visibility import engine_position, intelligence
from spacecombat_env.rulesets.interceptor.visibility.determinize_loads import is_loadable
from spacecombat_env.rulesets.interceptor.visibility.determinize_ships import fits, nth_free_contact

RED, BLUE = 0, 1
WALKS = [
    ("outpost", 6),
    (CLOSE, 1),
    (CLOSE, 2),
    ("asteroid_field", 3),
    ("deep_space", 4),
    (ABOVE_AIR, 5),
]


def determinized(play, seed):
    """A game determinized by the seat to act, and what it knows of the real one."""
    seat = int(play.state.seat)
    visible = redacted(play, seat)
    games = make_games(play.table.opening.dtype, 1)
    KERNELS.determinize(visible, 0, play.table, seat, seed, games, 0)
    return visible, games


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_determinization_looks_as_the_game_does(name, seed):
    for n, play in enumerate(walk(name, seed, 200)):
        if n % 5:
            continue
        seat = int(play.state.seat)
        visible, games = determinized(play, n)
        again = redacted(play, seat, games)
        assert again.raw.tobytes() == visible.raw.tobytes(), play.decision
        assert (legal_mask(play, games) == legal_mask(play, play.games)).all()


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_determinization_stands_where_the_game_stands(name, seed):
    for play in walk(name, seed, 150):
        state = determinized(play, 1)[1].states[0]
        same = (state.step, state.back, state.cursor)
        assert state.step == play.state.step, (play.decision, same)
        mover, first = int(play.state.mover), not play.state.begun
        if mover != NONE and not first and play.state.craft[mover].control != Control.STEADY:
            continue  # whether its random movement is over shows in points that are hidden
        at_first = first and play.state.step == Step.SPEED
        if at_first or play.state.step in (Step.MOVE, Step.OPPORTUNITY, Step.LAST_SHOTS):
            assert state.back == play.state.back, (play.decision, same)
        if play.state.step in (Step.SETUP, Step.DECISION):
            assert state.cursor == play.state.cursor, (play.decision, same)


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_a_determinization_continues(name, seed):
    rng = np.random.default_rng(seed)
    for n, play in enumerate(walk(name, seed, 120)):
        if n % 20:
            continue
        games = determinized(play, n)[1]
        for _ in range(40):
            if games.states[0].step == Step.OVER:
                break
            actions = np.flatnonzero(legal_mask(play, games))
            assert not KERNELS.apply(games, 0, play.table, int(rng.choice(actions)))


def test_cards_are_those_of_the_opening_and_fit_what_was_shown():
    for n, play in enumerate(walk("asteroid_field", 5, 150)):
        if n % 10:
            continue
        state = determinized(play, n)[1].states[0]
        for side in (0, 1):
            here = slice(side * len(state.craft) // 2, (side + 1) * len(state.craft) // 2)
            dealt = sorted(state.craft["card"][here])
            assert dealt == sorted(play.table.opening[0].craft["card"][here])
        for k in range(len(state.craft)):
            if state.craft[k].status >= Status.ON_MAP:
                assert fits(state, play.rules, k, int(state.craft[k].card))


def test_a_card_that_contradicts_what_was_shown_is_refused():
    table = scene()
    table.put("LANCEA", at=(10, 10))
    k = table.put("CHEETAH", side=1, at=(10, 12))
    other = table.put("AUTUMN LEAF", side=1, at=(3, 3))
    card, it = int(table.state.craft[k].card), int(table.state.craft[other].card)
    assert fits(table.state, table.rules, k, it)
    intelligence.disclose(table.state, table.rules, k, int(Disclosed.STREAMLINING))
    assert fits(table.state, table.rules, k, card)
    assert not fits(table.state, table.rules, k, it)


@pytest.mark.rule("IN-LOS-02")
@pytest.mark.parametrize("facing", Facing)
def test_a_card_with_less_armour_than_was_seen_is_refused(facing):
    table = scene()
    k = table.put("CHEETAH", side=1)
    craft = table.state.craft[k]
    craft.last_seen_armour[facing] = table.rules.classes[craft.klass].armour[facing]
    assert fits(table.state, table.rules, k, int(craft.card))
    craft.last_seen_armour[facing] += 1
    assert not fits(table.state, table.rules, k, int(craft.card))


def struck(play, k, facing, column, points=10):
    """A shot has come through: as the exchange applies it, told to both sides."""
    state, rules = play.state, play.rules
    n = int(state.exchange.hits)
    queue_hit(state, k, Source.FIRE, facing, Template.LASER, points, NONE, NONE, NONE, NONE)
    place = hits.roll
    hits.roll = lambda state, kind, who: column
    try:
        hits.apply_hit(state, rules, n)
        hits.finish_hit(state, rules, n)
    finally:
        hits.roll = place
    hits.clear_hits(state)
    deliver_events(state)


def remembered(state, k, facing, column, template=Template.LASER, points=10):
    """The memory of the game holds a hit on a craft that is not struck."""
    n = int(state.exchange.hits)
    hits.write_hit(state, n, k, Source.FIRE, facing, template, points, NONE, NONE, NONE, NONE)
    state.exchange.hit[n].column = column
    hits.remember_hit(state, k, n)
    hits.write_hit(state, n, NONE, Source.FIRE, 0, Template.NONE, 0, NONE, NONE, NONE, NONE)


def last_of(walked):
    """The play as a walk has left it."""
    return list(walked)[-1]


@pytest.mark.rule("IN-LOS-02", "IN-CMB-05", "IN-DMG-03")
def test_hits_since_the_last_look_are_struck_anew():
    """In a duel the class is no question: the determinized armour is the true one, box by box."""
    play = last_of(walk("duel", 3, 16))
    state, enemy = play.state, 1 - int(play.state.seat)
    k = enemy * len(state.craft) // 2
    klass = play.rules.classes[state.craft[k].klass]
    whole = state.craft[k].armour.copy()
    for facing, column in ((0, 3), (0, 4), (0, 3), (5, 10)):
        struck(play, k, facing, column)
    assert (state.craft[k].armour != whole).any()
    for seed in range(3):
        determinization = determinized(play, seed)[1].states[0]
        assert list(determinization.craft[k].armour) == list(state.craft[k].armour)
        assert determinization.craft[k].inside == state.craft[k].inside > 0
        first = int(determinization.craft[k].first_row)
        rows = slice(first, first + int(klass.rows))
        assert (determinization.rows[enemy, rows] == state.rows[enemy, rows]).all()


@pytest.mark.rule("IN-LOS-02", "IN-CMB-05")
def test_hits_are_struck_anew_when_the_log_has_forgotten_them():
    """Between the looks at the inside and at the armour they go through the holes of earlier ones."""
    play = last_of(walk("duel", 3, 16))
    state, seat = play.state, int(play.state.seat)
    me, k = seat * len(state.craft) // 2, (1 - seat) * len(state.craft) // 2
    struck(play, k, 0, 3, points=4)
    look(play, me, k, away=0)
    for column in (3, 4):
        struck(play, k, 0, column)
    look(play, me, k, away=2)
    struck(play, k, 0, 4)
    for _ in range(2 * LOG_LENGTH):
        note_target(state, Event.DAMAGE, k)
        deliver_events(state)
    determinization = determinized(play, 1)[1].states[0]
    assert state.craft[k].inside > state.craft[k].last_seen_inside
    assert determinization.craft[k].inside == state.craft[k].inside
    assert (determinization.rows[1 - seat] == state.rows[1 - seat]).all()


def look(play, me, k, away):
    """A craft looks at another from some hexes away."""
    state = play.state
    state.craft[k].q, state.craft[k].r = state.craft[me].q + away, state.craft[me].r
    intelligence.observe_craft(state, play.rules, me, k)
    deliver_events(state)


@pytest.mark.rule("IN-LOS-02")
def test_a_hit_that_was_looked_at_is_not_struck_again():
    play = last_of(walk("duel", 3, 16))
    state, seat = play.state, int(play.state.seat)
    me, k = seat * len(state.craft) // 2, (1 - seat) * len(state.craft) // 2
    struck(play, k, 0, 3)
    look(play, me, k, away=0)
    determinization = determinized(play, 1)[1].states[0]
    assert (determinization.rows[1 - seat] == state.rows[1 - seat]).all()


@pytest.mark.rule("IN-LOS-02", "IN-DMG-12")
def test_what_hangs_on_armour_is_as_last_seen_after_a_look_at_the_armour():
    """A hit before that look may have met it in a determinization, but it was seen whole."""
    play = last_of(walk("duel", 3, 16))
    state, seat = play.state, int(play.state.seat)
    me, k = seat * len(state.craft) // 2, (1 - seat) * len(state.craft) // 2
    klass = play.rules.classes[state.craft[k].klass]
    for facing, column in np.argwhere(klass.external_cell != NONE):
        remembered(state, k, facing, column + 1)
    look(play, me, k, away=2)
    determinization = determinized(play, 1)[1].states[0]
    assert not int(determinization.craft[k].disabled) & int(klass.external_mask)
    assert (determinization.craft[k].armour == klass.armour).all()


@pytest.mark.rule("IN-DES-06", "IN-IDE-30")
def test_a_ship_that_flies_is_not_determinized_as_gone():
    play = last_of(walk("duel", 3, 16))
    state, enemy = play.state, 1 - int(play.state.seat)
    k = enemy * len(state.craft) // 2
    for column in (*range(1, 11), *range(1, 11)):
        remembered(state, k, 0, column, Template.ROWS, 200)
    determinization = determinized(play, 1)[1].states[0]
    assert determinization.craft[k].armour[0] == 0
    outside = int(play.rules.classes[determinization.craft[k].klass].external_mask)
    assert (
        determinization.craft[k].collapse < 10
        and not int(determinization.craft[k].disabled) & ~outside
    )


@pytest.mark.rule("IN-IDE-23", "IN-IDE-36", "IN-AMB-123")
def test_a_magazine_is_determinized_full_before_a_hit_blows_it_up():
    """A laser has come down to the first box of it; empty it would have lost that box alone."""
    play = last_of(walk("corvettes", 1, 25))
    state, enemy = play.state, 1 - int(play.state.seat)
    k = enemy * len(state.craft) // 2
    klass = play.rules.classes[state.craft[k].klass]
    magazine = next(n for n in range(klass.components) if klass.component[n].kind == Comp.MAGAZINE)
    lying = klass.cell[: klass.depth] == magazine
    row, column = np.argwhere(lying)[0]
    outside = klass.armour_rows[Facing.F] + (klass.external_cell[Facing.F, column] != NONE)
    remembered(state, k, Facing.F, column + 1, points=outside + row + 1)
    determinization = determinized(play, 1)[1].states[0]
    craft = determinization.craft[k]
    assert craft.klass == state.craft[k].klass and int(craft.disabled) >> magazine & 1
    first = int(craft.first_row) + int(klass.inner)
    left = determinization.rows[enemy, first : first + int(klass.depth)]
    bits = (left[:, None] >> np.arange(9, -1, -1)) & 1
    assert lying.sum() == 30 and not bits[lying].any()


@pytest.mark.rule("IN-HPT-02", "IN-HPT-03")
@pytest.mark.parametrize(
    ("mount", "loads"),
    [
        (Mount.EXTERNAL, {Load.SSS, Load.DECOY}),
        (Mount.EXTERNAL_HEAVY, {Load.SSS, Load.HELL, Load.DECOY}),
    ],
)
def test_a_rack_is_determinized_with_what_its_card_allows_and_its_tons_bear(mount, loads):
    """A Hell is too heavy for a plain rack; a DAP is not, but the card has none."""
    rules = scene().rules
    allowed = 1 << Load.SSS | 1 << Load.HELL | 1 << Load.DECOY | 1 << Load.ECM_POD
    bears = int(rules.mount[mount].half_tons)
    missiles = list(Load)[:MISSILES]
    assert {load for load in missiles if is_loadable(rules, load, allowed, bears)} == loads


@pytest.mark.parametrize("free", range(4))
def test_a_determinized_craft_gets_the_number_that_is_left(free):
    table = scene()
    slots = len(table.state.craft) // 2
    for k, contact in enumerate(n for n in range(slots) if n != free):
        table.state.craft[slots + k].contact = contact
    table.state.craft[2 * slots - 1].contact = NONE
    assert nth_free_contact(table.state, BLUE, 0) == free
    assert nth_free_contact(table.state, BLUE, 1) == NONE
    table.state.craft[2 * slots - 1].contact = free
    assert nth_free_contact(table.state, BLUE, 0) == NONE


def test_randomness_differs_and_does_not_follow_the_game():
    play = next(walk("pair", 1, 1))
    one, other = (
        determinized(play, 1)[1].states[0].chance,
        determinized(play, 2)[1].states[0].chance,
    )
    real = play.state.chance
    assert len({int(one.seed_lo), int(other.seed_lo), int(real.seed_lo)}) == 3


def test_stages_are_those_of_the_steps():
    assert setup.FIRST_SIDE == engine_position.FIRST_SIDE
    assert setup.SECOND_SIDE == engine_position.SECOND_SIDE
    assert setup.FIRST_LOADS == engine_position.FIRST_LOADS


@pytest.mark.rule("IN-PLN-11")
@pytest.mark.parametrize(
    ("mode", "names"),
    [
        (Mode.STREAMLINED, {"LANCEA", "SPICULUM"}),
        (Mode.ANTIGRAV, {"SPICULUM", "GLADIUS"}),
        (Mode.SPACE, {"LANCEA", "SPICULUM", "GLADIUS"}),
    ],
)
def test_a_card_has_the_wings_or_lifters_that_are_seen(mode, names):
    play = Play(ABOVE_AIR, seed=1)
    craft, cards = play.state.craft[4], play.scenario.source["resolved"]["cards"]
    craft.mode = mode
    blue = [n for n in range(1, len(cards)) if play.rules.cards[n].side == 1]
    fitting = {cards[n].rsplit(" ", 1)[0] for n in blue if fits(play.state, play.rules, 4, n)}
    assert fitting == names


@pytest.mark.rule("IN-AMB-191", "IN-TSK-03")
def test_ships_that_are_not_seen_lie_in_bays():
    """One of Blue's fighters is launched, and a raider has gone: each unseen ship has a carrier."""
    play = Play("outpost", seed=1, delegate=("terrain", "setup", "loads", "decisions"))
    state, rules = play.state, play.rules
    aboard = [k for k in range(8, 16) if state.craft[k].status == Status.ABOARD]
    carrier = int(state.craft[aboard[0]].carrier)
    small_craft.launch(state, carrier, aboard[0], 0, 0, 4)
    for seed in range(6):
        state.seat = RED
        _, games = determinized(play, seed)
        craft = games.states[0].craft
        unseen = [k for k in range(8, 16) if craft[k].status == Status.ABOARD]
        assert unseen == aboard[1:]
        assert all(craft[k].status != Status.WAITING for k in range(16))
        klass = rules.classes[craft[int(craft[unseen[0]].carrier)].klass]
        assert craft[int(craft[unseen[0]].carrier)].status == Status.ON_MAP
        assert not klass.bay[craft[unseen[0]].bay].cargo and klass.bays == 3


def test_contact_numbers_of_ships_that_are_not_seen_are_drawn():
    play = Play("outpost", seed=1, delegate=("terrain", "setup", "loads", "decisions"))
    state = play.state
    state.seat = RED
    used = [k for k in range(8, 16) if state.craft[k].status != Status.UNUSED]
    seen = [k for k in used if state.craft[k].status == Status.ON_MAP]
    found = {tuple(determinized(play, n)[1].states[0].craft["contact"][used]) for n in range(60)}
    assert all(sorted(numbers) == list(range(len(used))) for numbers in found)
    own = [[numbers[used.index(k)] for k in seen] for numbers in found]
    assert all(numbers == [state.craft[k].contact for k in seen] for numbers in own)
    assert len(found) > 1
