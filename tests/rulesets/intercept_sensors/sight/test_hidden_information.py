"""A seat learns nothing it cannot know, by any way of looking.

Over random games the true record is changed in what a seat cannot know. All that the seat gets of
both records must be the same: redacted record, observation, legal words, view, question, pictures,
log. Each change is one function below; a failure names those that show.
"""

from __future__ import annotations

import functools

import numpy as np
import pytest
from kit.intercept_sensors.table import (
    BLUE,
    RED,
    Table,
    brawl,
    duel,
    position,
    random_word,
    sensors,
    ship,
)

from spacecombat_env.core.record import field_names
from spacecombat_env.core.ruleset import games_of, make_games
from spacecombat_env.rulesets.intercept_sensors import entry
from spacecombat_env.rulesets.intercept_sensors.entry import tell_readers
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOXES,
    LOG_LENGTH,
    NONE,
    RECENT_SCANS,
    TRACE,
    Ask,
    Event,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.told import draw, notation, story, views

pytestmark = pytest.mark.compiled

# --- what a seat gets ----------------------------------------------------------------------------


def redacted(game, games, seat):
    """What a seat may know, as the engine says."""
    seen = make_games(game.table.opening.dtype, 1)
    entry.redact(games, 0, seen, 0, seat)
    return seen


def looks(game, games, seat, pictures, redact=redacted):
    """Everything that a seat gets of a game, by name."""
    scenario, table = game.scenario, game.table
    seen = redact(game, games, seat)
    row = np.zeros(scenario.observation.size, np.int8)
    entry.observe_seat(seen, 0, table, seat, row)
    mask = np.zeros(scenario.actions.size, np.int8)
    if games.states[0].seat == seat:
        entry.legal_words(seen, 0, table, mask)
    got = {"record": seen.raw[0].tobytes(), "observation": row.tobytes(), "mask": mask.tobytes()}
    if pictures:
        got["log"] = story.log(seen, 0, scenario, seat, 0)
        got["view"] = views.view(seen, 0, scenario, seat)
        got["picture"] = draw.draw_text(seen, 0, scenario, seat)
        got["drawing"] = draw.draw_svg(seen, 0, scenario, seat)
        got["question"] = notation.question(seen, 0, scenario, seat)
        got["words"] = [notation.word(seen, 0, scenario, seat, k) for k in np.flatnonzero(mask)]
    return got


def true_mask(game):
    """The legal words of the seat to act by the true record."""
    mask = np.zeros(game.scenario.actions.size, np.int8)
    entry.legal_words(game.games, 0, game.table, mask)
    return mask.tobytes()


# --- what a seat cannot know ---------------------------------------------------------------------


class Secrets:
    """The units of the other side, and what of them may be changed in secret."""

    def __init__(self, game, games, seat, lots):
        self.state, self.rules = games.states[0], game.rules
        self.enemy, self.lots = 1 - seat, lots
        half = len(self.state.unit_of) // 2
        self.slots = range(self.enemy * half, (self.enemy + 1) * half)

    def unknown(self):
        """Untracked enemy units on the map."""
        units = [self.state.unit_of[k] for k in self.slots]
        return [unit for unit in units if unit.status == Status.ON_MAP and not unit.tracked]


def move_untracked(s):
    """Squares, vectors and facings."""
    for unit in s.unknown():
        unit.x = s.lots.integers(1, s.rules.option.columns + 1)
        unit.y = s.lots.integers(1, s.rules.option.rows + 1)
        unit.vx, unit.vy = s.lots.integers(-6, 7, 2)
        unit.facing = s.lots.integers(8)


def change_what_untracked_do(s):
    """Thrust, plant, sensors, radar, fuel, damage."""
    for unit in s.unknown():
        unit.thrust, unit.power = s.lots.integers(0, 7), s.lots.integers(0, 4)
        unit.popped, unit.radar_used = s.lots.integers(0, 2, 2)
        unit.surface, unit.core, unit.crew = s.lots.integers(0, 3, 3)
        unit.held, unit.burns = s.lots.integers(0, 9, 2)


def change_classes(s):
    """What an untracked unit is, as long as it has never been tracked."""
    for unit in s.unknown():
        if not unit.identified:
            unit.klass = s.lots.integers(1, 10)


def lose_or_launch(s):
    """Whether an untracked unit has been lost, or what is aboard has been launched."""
    for k in s.slots:
        unit = s.state.unit_of[k]
        if unit.klass and not unit.tracked and unit.status >= Status.ABOARD:
            unit.status = s.lots.integers(Status.ABOARD, Status.GONE + 1)
            unit.carrier = s.lots.choice(list(s.slots))
            unit.loss = s.lots.integers(4)


def change_number_of_units(s):
    """Units that never showed may not be there at all, and empty slots be filled."""
    for k in s.slots:
        unit = s.state.unit_of[k]
        if not unit.tracked and not unit.identified:
            there = s.lots.integers(2)
            unit.klass = s.lots.integers(1, 10) if there else 0
            unit.status = Status.ON_MAP if there else Status.UNUSED


def change_plots(s):
    """Orders, spoken and unspoken, of tracked units as well; which sensors have scanned."""
    for k in s.slots:
        unit = s.state.unit_of[k]
        unit.plotted, unit.moved, unit.plot_popped = s.lots.integers(0, 2, 3)
        unit.changed, unit.plot_facing = s.lots.integers(0, 8, 2)
        unit.plot_thrust, unit.plot_power = s.lots.integers(0, 4, 2)
        unit.plot_launch = s.lots.choice([NONE, *s.slots])
        unit.used, unit.found = s.lots.integers(32), s.lots.integers(4)


def change_order(s):
    """The words the other side has spoken."""
    order = s.state.order[s.enemy]
    for name in field_names(order.dtype):
        order[name] = s.lots.integers(0, 3)


def change_scanners(s):
    """Which of its ships has scanned."""
    for k in range(RECENT_SCANS):
        if s.state.scan[s.enemy, k].side > 0:
            s.state.scan[s.enemy, k].unit = s.lots.choice(list(s.slots))


def change_passing(s):
    """Whether it would not scan, or could not."""
    s.state.passed[s.enemy] = 1 - s.state.passed[s.enemy]


def change_search_maps(s):
    """What it remembers of its own searches."""
    s.state.quiet[s.enemy] = s.lots.integers(0, TRACE, BOXES)
    s.state.traces[s.enemy] = s.lots.integers(0, TRACE, BOXES)


def change_luck(s):
    """The seeds."""
    s.state.chance.seed_lo, s.state.chance.seed_hi = s.lots.integers(0, 2**31, 2)


def change_number_of_decisions(s):
    """How much the other side has been asked."""
    s.state.chance.decisions += s.lots.integers(1, 50)


def change_what_was_told_to_the_enemy(s):
    """Events that only the other side may read, and whom public ones do not name."""
    seat = 1 - s.enemy
    for event in (*s.state.log, *s.state.told[s.enemy]):
        if event.kind and event.known == 1 << s.enemy:
            event.kind = s.lots.integers(2, 8)
            event.unit, event.a, event.b, event.c = s.lots.integers(0, 4, 4)
        elif event.kind and int(event.hidden) >> seat & 1:
            event.unit = s.lots.choice(list(s.slots))
        if event.kind and event.side == s.enemy:
            if event.kind == Event.ROLL:
                event.b = s.lots.integers(4)
            elif event.kind == Event.LOST:
                event.a = s.lots.integers(4)


def tell_the_enemy_more(s):
    """Further events that only the other side has been told."""
    s.state.told_count[s.enemy] += s.lots.integers(1, 200)
    s.state.told[s.enemy] = s.state.told[s.enemy][s.lots.permutation(LOG_LENGTH)]


def change_question(s):
    """Where the engine stands, and what the other side is asked about which unit."""
    state = s.state
    if state.ask != Ask.NOTHING:
        state.step = s.lots.integers(1, 11)
    if state.seat == s.enemy:
        state.ask = s.lots.choice([Ask.PLOT, Ask.THRUST, Ask.SCAN, Ask.SIZE])
        state.unit = s.lots.choice(list(s.slots))


CHANGES = (
    move_untracked,
    change_what_untracked_do,
    change_classes,
    lose_or_launch,
    change_number_of_units,
    change_plots,
    change_order,
    change_scanners,
    change_passing,
    change_search_maps,
    change_luck,
    change_number_of_decisions,
    change_what_was_told_to_the_enemy,
    tell_the_enemy_more,
    change_question,
)


# --- the games -----------------------------------------------------------------------------------

SCENES = {"duel": "duel", "infiltrator": "infiltrator", "picket": "picket", "brawl": brawl()}
DELEGATES = ("setup", "emissions", "launches")


@functools.cache
def scene(name, delegate):
    """A table set for a scenario."""
    return Table(SCENES[name], delegate=delegate, begin=False)


def walk(game, seed, length):
    """Play at random; yield after each word."""
    lots = np.random.default_rng(seed)
    entry.start(game.games, 0, game.table, seed)
    for _ in range(length):
        if game.over:
            return
        game.hear(random_word(game, lots))
        yield lots


def copied(games):
    """The same games in memory of their own."""
    raw = games.raw.copy()
    return games_of(raw.view(games.states.dtype).reshape(len(raw)))


def retold(games, seat):
    """What a seat would be told if all that is kept of the true log were told anew."""
    changed = copied(games)
    state = changed.states[0]
    state.log_told = max(0, int(state.log_count) - len(state.log))
    state.told[:], state.told_count[:] = np.zeros((), state.told.dtype), 0
    tell_readers(state)
    return state.told[seat].tobytes(), int(state.told_count[seat])


def showing(game, seat, changes, seed, pictures, redact=redacted):
    """Names of what shows a seat that something was changed in secret."""
    changed = copied(game.games)
    secrets = Secrets(game, changed, seat, np.random.default_rng(seed))
    for change in changes:
        change(secrets)
    before, after = (looks(game, g, seat, pictures, redact) for g in (game.games, changed))
    before["retold"], after["retold"] = retold(game.games, seat), retold(changed, seat)
    return [name for name in before if before[name] != after[name]]


WALKS = [
    ("duel", (), 1),
    ("duel", DELEGATES, 2),
    ("infiltrator", (), 3),
    ("infiltrator", DELEGATES, 4),
    ("picket", (), 5),
    ("picket", DELEGATES, 6),
    ("brawl", (), 7),
    ("brawl", ("emissions",), 8),
]


@pytest.mark.rule("IC-SEQ-05", "IC-SIG-02", "IC-SNS-04", "IC-SCAN-05")
@pytest.mark.parametrize(("name", "delegate", "seed"), WALKS)
def test_nothing_secret_shows(name, delegate, seed):
    game = scene(name, delegate)
    asked = set()
    for n, lots in enumerate(walk(game, seed, 200)):
        question = (game.ask, game.state.phase, bool(game.state.unit_of["tracked"].any()))
        again = question in asked
        if game.over or (again and lots.random() > 0.06):
            continue
        asked.add(question)
        for seat in (RED, BLUE):
            luck = int(lots.integers(2**31))
            found = showing(game, seat, CHANGES, luck, pictures=not again)
            if found:
                guilty = {
                    one.__name__: shown
                    for one in CHANGES
                    if (shown := showing(game, seat, (one,), luck, True))
                }
                raise AssertionError(f"word {n}, {game.ask.name}, seat {seat}: {found}; {guilty}")
        assert true_mask(game) == looks(game, game.games, int(game.state.seat), False)["mask"]
    assert len(asked) > 5


# --- the test can fail ---------------------------------------------------------------------------


def test_every_change_changes_something():
    """Guard of the test itself: each of the functions above does find secrets to change."""
    game, idle = scene("brawl", ()), set(CHANGES)
    for n, lots in enumerate(walk(game, 7, 250)):
        if n % 4 == 0:
            for one in list(idle):
                changed = copied(game.games)
                one(Secrets(game, changed, n // 4 % 2, lots))
                if changed.raw.tobytes() != game.games.raw.tobytes():
                    idle.discard(one)
    assert not idle, {one.__name__ for one in idle}


def unredacted(game, games, seat):
    """A redaction that leaves everything open."""
    return copied(games)


def leaking(*names):
    """A redaction that forgets some fields of the enemy's units."""

    def redact(game, games, seat):
        seen = redacted(game, games, seat)
        half = len(seen.states[0].unit_of) // 2
        for k in range((1 - seat) * half, (2 - seat) * half):
            for name in names:
                seen.states[0].unit_of[k][name] = games.states[0].unit_of[k][name]
        return seen

    return redact


LEAKS = [
    (unredacted, move_untracked),
    (unredacted, change_search_maps),
    (leaking("x"), move_untracked),
    (leaking("vy"), move_untracked),
    (leaking("facing"), move_untracked),
    (leaking("power"), change_what_untracked_do),
    (leaking("popped"), change_what_untracked_do),
    (leaking("status"), lose_or_launch),
    (leaking("klass"), change_classes),
    (leaking("plot_thrust"), change_plots),
    (leaking("used"), change_plots),
]


@pytest.mark.parametrize(("redact", "change"), LEAKS)
def test_a_leak_is_found(redact, change):
    """Mutation check: with a hole in the redaction the comparison above fails."""
    game = scene("brawl", ())
    for n, _ in enumerate(walk(game, 3, 120)):
        if n % 10 == 9 and showing(game, RED, (change,), n, False, redact):
            return
    raise AssertionError("it would not be noticed")


# --- twins: the same public course of two games that differ in secret ----------------------------


def assert_twins(first, second):
    """Both look the same."""
    assert {name for name in first if first[name] != second[name]} == set()


def course(seed, turns=5, **ship_more):
    """What Red gets at each of its decisions while Blue, far away, does as its lots say; nobody
    scans."""
    more = {"blue_ship": ship_more} if ship_more else {}
    game = Table(duel(red=(4, 18), blue=(25, 18), turn_limit=turns, **more), seed=1)
    lots, got = np.random.default_rng(seed), []
    own = np.random.default_rng(0)
    while not game.over:
        if game.state.seat == RED:
            got.append(looks(game, game.games, RED, False))
            game.hear(
                int(own.choice(sorted(game.legal())))
            ) if game.ask != Ask.SCAN else game.idle()
        else:
            game.hear(
                int(lots.choice(sorted(game.legal())))
            ) if game.ask != Ask.SCAN else game.idle()
    return got, game


@pytest.mark.rule("IC-SEQ-05")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_decisions_of_a_seat_do_not_depend_on_what_the_other_does_in_secret(seed):
    """Blue moves, shuts down, pops in, as it likes: Red is asked the same, as often."""
    (first, one), (second, other) = course(0), course(seed)
    assert one["Blue"].tobytes() != other["Blue"].tobytes()
    assert len(first) == len(second) > 10
    for a, b in zip(first, second, strict=True):
        assert_twins(a, b)


@pytest.mark.rule("IC-SEQ-05", "IC-SCAN-10")
def test_who_cannot_scan_looks_like_who_will_not():
    """Blue passes, or is shut down and not asked: Red sees no scan either way."""
    twins = []
    for power in ("idle", "off"):
        game = Table(duel(blue_ship={"power": power}))
        game.to_plot("Blue").say("COAST").to_scans(RED, 2)
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)


@pytest.mark.rule("IC-SIG-02")
def test_silence_and_emptiness_are_twins():
    """One Blue in the area gives -1, the other is elsewhere: the same to Red."""
    twins = []
    for blue in ((15, 20), (28, 33)):
        game = sensors(duel(blue=blue)).scan("Red", "mass", "2x2_boxes", (11, 16)).say("PASS")
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)


@pytest.mark.rule("IC-SIG-03", "IC-SIG-06")
def test_contacts_are_told_alike_whichever_ship_answers():
    """The same two places and signatures, the two ships exchanged."""
    twins = []
    for places in (((15, 20), (14, 19)), ((14, 19), (15, 20))):
        blues = [ship("One", (28, 33)), ship("Two", (28, 34))]
        game = sensors(position([ship("Red", (5, 20))], blues)).dice(12)
        for name, at in zip(("One", "Two"), places, strict=True):
            game.set(name, at=at, popped=at == (14, 19))
        game.scan("Red", "visual", "2x2_boxes", (11, 16)).say("PASS")
        assert len(game.told()) == 2
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)


@pytest.mark.rule("IC-TRK-04", "IC-SEQ-05")
def test_a_secret_launch_is_secret():
    twins = []
    for words in (("COAST",), ("LAUNCH", "COAST")):
        game = Table(duel(blue_ship={"carries": ["Missile volley"]}))
        game.to_plot("Blue").say(*words).to_scans(RED)
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)


@pytest.mark.rule("IC-LOST-03", "IC-SEQ-05")
def test_missiles_lost_in_secret_are_lost_in_secret():
    twins = []
    for words in (("COAST",), ("POP_IN", "COAST")):
        game = Table(duel(blue_ship={"carries": ["Missile volley"]}))
        game.to_plot("Blue").say("LAUNCH", "COAST").to_plot("Blue").say(*words).to_scans(RED, 2)
        lost = game["Missile volley"].status == Status.GONE
        assert lost == (len(words) == 2)
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)
