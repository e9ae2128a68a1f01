"""A seat learns nothing it cannot know, by any way of looking.

Over random games the true record is changed in what a seat cannot know: every field above its level
(kit/knowing.py), and events. All that the seat gets of both records must be the same: redacted
record, observation, legal actions, view, question, pictures, log. A failure names the changes that
show.
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
    random_action,
    sensors,
    ship,
)
from kit.knowing import (
    assert_nothing_shows,
    assert_twins,
    change_all_that_is_declared_hidden,
    idle_changes,
    looks,
    showing,
    true_mask,
    wrongly_redacted,
)
from kit.slowly import first_quick

from spacecombat_env.rulesets.intercept_sensors import RULESET, entry
from spacecombat_env.rulesets.intercept_sensors.model import (
    LOG_LENGTH,
    InterceptDecision,
    InterceptEvent,
    Status,
)

pytestmark = pytest.mark.compiled

# --- what a seat cannot know, beside fields ------------------------------------------------------


def change_what_was_told_to_the_enemy(s):
    """Events that only the other side may read, and whom public ones do not name."""
    seat = 1 - s.enemy
    for event in (*s.state.log, *s.state.delivered[s.enemy]):
        if event.kind and event.known == 1 << s.enemy:
            event.kind = s.rng.integers(2, 8)
            event.unit, event.a, event.b, event.c = s.rng.integers(0, 4, 4)
        elif event.kind and int(event.hidden) >> seat & 1:
            event.unit = s.rng.choice(list(s.slots(s.state.unit_of)))
        if event.kind and event.side == s.enemy:
            if event.kind == InterceptEvent.ROLL:
                event.b = s.rng.integers(4)
            elif event.kind == InterceptEvent.LOST:
                event.a = s.rng.integers(4)


def log_the_enemy_more(s):
    """Further events that only the other side has received."""
    s.state.delivered_count[s.enemy] += s.rng.integers(1, 200)
    s.state.delivered[s.enemy] = s.state.delivered[s.enemy][s.rng.permutation(LOG_LENGTH)]


CHANGES = (
    change_all_that_is_declared_hidden,
    change_what_was_told_to_the_enemy,
    log_the_enemy_more,
)


# --- the games -----------------------------------------------------------------------------------

SCENES = {"duel": "duel", "infiltrator": "infiltrator", "picket": "picket", "brawl": brawl()}
DELEGATES = ("setup", "emissions", "launches")


@functools.cache
def scene(name, delegate):
    """A table set for a scenario."""
    return Table(SCENES[name], delegate=delegate, begin=False)


def walk(game, seed, length):
    """Play at random; yield after each action."""
    rng = np.random.default_rng(seed)
    entry.start(game.games, 0, game.table, seed)
    for _ in range(length):
        if game.over:
            return
        game.apply(random_action(game, rng))
        yield rng


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
@pytest.mark.parametrize("length", first_quick([80, 250]))
@pytest.mark.parametrize(("name", "delegate", "seed"), WALKS)
def test_nothing_secret_shows(name, delegate, seed, length):
    game = scene(name, delegate)
    requested = set()
    for n, rng in enumerate(walk(game, seed, length)):
        decision = (game.decision, game.state.phase, bool(game.state.unit_of["tracked"].any()))
        again = decision in requested
        if game.over or (again and rng.random() > 0.06):
            continue
        requested.add(decision)
        knowledge = RULESET.knowledge(game.scenario)
        for seat in (RED, BLUE):
            random_bits = int(rng.integers(2**31))
            when = f"word {n}, {game.decision.name}"
            assert not wrongly_redacted(knowledge, game.state, game.visible(seat), seat), when
            assert_nothing_shows(game, seat, CHANGES, random_bits, not again, when)
        assert true_mask(game) == looks(game, game.games, int(game.state.seat), False)["mask"]
    assert len(requested) > 5


# --- the test can fail ---------------------------------------------------------------------------


def test_every_change_changes_something():
    """Guard of the test itself: each of the functions above does find secrets to change."""
    game = scene("brawl", ())
    games = ((game, n // 4 % 2, rng) for n, rng in enumerate(walk(game, 7, 250)) if n % 4 == 0)
    assert not idle_changes(games, CHANGES)


def leaking(*names):
    """A redaction that forgets some fields of the enemy's units; without names, one that hides
    nothing at all."""

    def redact(games, k, visible, j, seat):
        entry.redact(games, k, visible, j, seat)
        if not names:
            visible.raw[j] = games.raw[k]
        half = len(visible.states[j].unit_of) // 2
        for unit in range((1 - seat) * half, (2 - seat) * half):
            for name in names:
                visible.states[j].unit_of[unit][name] = games.states[k].unit_of[unit][name]

    return redact


LEAKS = ["", "x", "vy", "facing", "power", "popped", "status", "klass", "plot_thrust", "used"]


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(name):
    """Mutation check: with a hole in the redaction the comparison above fails."""
    game, redact = scene("brawl", ()), leaking(*([name] if name else []))
    secrets = (change_all_that_is_declared_hidden,)
    positions = (n for n, _ in enumerate(walk(game, 3, 120)) if n % 10 == 9)
    assert any(showing(game, RED, secrets, n, False, redact) for n in positions)


# --- twins: the same public course of two games that differ in secret ----------------------------


def course(seed, turns=5, **ship_more):
    """What Red gets at each of its decisions while Blue, far away, does as its random numbers say; nobody
    scans."""
    more = {"blue_ship": ship_more} if ship_more else {}
    game = Table(duel(red=(4, 18), blue=(25, 18), turn_limit=turns, **more), seed=1)
    rng, got = np.random.default_rng(seed), []
    own = np.random.default_rng(0)
    while not game.over:
        if game.state.seat == RED:
            got.append(looks(game, game.games, RED, False))
            game.apply(
                int(own.choice(sorted(game.legal())))
            ) if game.decision != InterceptDecision.SCAN else game.idle()
        else:
            game.apply(
                int(rng.choice(sorted(game.legal())))
            ) if game.decision != InterceptDecision.SCAN else game.idle()
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
def test_contacts_are_shown_alike_whichever_ship_answers():
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
    for actions in (("COAST",), ("LAUNCH", "COAST")):
        game = Table(duel(blue_ship={"carries": ["Missile volley"]}))
        game.to_plot("Blue").say(*actions).to_scans(RED)
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)


@pytest.mark.rule("IC-LOST-03", "IC-SEQ-05")
def test_missiles_lost_in_secret_are_lost_in_secret():
    twins = []
    for actions in (("COAST",), ("POP_IN", "COAST")):
        game = Table(duel(blue_ship={"carries": ["Missile volley"]}))
        game.to_plot("Blue").say("LAUNCH", "COAST").to_plot("Blue").say(*actions).to_scans(RED, 2)
        lost = game["Missile volley"].status == Status.GONE
        assert lost == (len(actions) == 2)
        twins.append(looks(game, game.games, RED, True))
    assert_twins(*twins)
