"""A seat learns nothing it cannot know, by any way of looking.

Over random games the true record is changed in what a seat cannot know: every field above its level
(kit/knowing.py), and what is known in part (kit/battle_rider/secrecy.py). All that the seat gets of
both records must be the same: redacted record, observation, legal actions, view, question, pictures,
log. A failure names the changes that show.
"""

from __future__ import annotations

import pytest
from kit.battle_rider.scenes import SCENES
from kit.battle_rider.secrecy import CHANGES, check_twins, scene, twin, walk
from kit.battle_rider.table import Table, position, ship, side
from kit.knowing import (
    assert_nothing_shows,
    assert_twins,
    idle_changes,
    looks,
    true_mask,
    wrongly_redacted,
)

from spacecombat_env.rulesets.battle_rider import RULESET
from spacecombat_env.rulesets.battle_rider.model import Damage, Decision, ForceStatus, Result
from spacecombat_env.rulesets.battle_rider.scenario import load

WALKS = [
    ("fleets", (), 1),
    pytest.param("fleets", (), 2, marks=pytest.mark.slow),
    ("fleets", RULESET.recommended, 3),
    pytest.param("hidden damage", (), 8, marks=pytest.mark.slow),
    pytest.param("hidden damage", RULESET.recommended, 9, marks=pytest.mark.slow),
    pytest.param("double-blind", (), 10, marks=pytest.mark.slow),
    pytest.param("double-blind", (), 11, marks=pytest.mark.slow),
    pytest.param("double-blind", RULESET.recommended, 12, marks=pytest.mark.slow),
    ("skirmish", (), 4),
    pytest.param("skirmish", RULESET.recommended, 5, marks=pytest.mark.slow),
    ("picket", (), 6),
    pytest.param("picket", RULESET.recommended, 7, marks=pytest.mark.slow),
    ("purchase", (), 8),
    pytest.param("cups bought", (), 8, marks=pytest.mark.slow),
    ("worlds", (), 8),
    pytest.param("worlds", RULESET.recommended, 9, marks=pytest.mark.slow),
    ("advanced", (), 8),
    pytest.param("advanced", RULESET.recommended, 9, marks=pytest.mark.slow),
    ("boarding", RULESET.recommended, 10),
    ("arms", (), 12),
    pytest.param("arms", (), 13, marks=pytest.mark.slow),
    ("everything", (), 16),
    pytest.param("everything", RULESET.recommended, 17, marks=pytest.mark.slow),
    ("watches", (), 14),
    pytest.param("watches", RULESET.recommended, 15, marks=pytest.mark.slow),
    pytest.param("missions", RULESET.recommended, 11, marks=pytest.mark.slow),
]
ALONE = ("purchase", "cups bought", "missions")
"""Scenes of a capacity that would be compiled for them alone: quicker interpreted."""


SHORT, LONG = 40, 500
"""Actions of a walk of the usual suite, and of a slow one."""


def as_played(walk):
    """A walk, how long it is, marked as it is run."""
    values, marks = getattr(walk, "values", walk), list(getattr(walk, "marks", ()))
    length = LONG if marks else SHORT
    marks += [] if values[0] in ALONE else [pytest.mark.compiled]
    return pytest.param(*values, length, marks=marks)


def walks():
    """All walks; those of the usual suite are there again as slow ones, as long as the others."""
    again = [pytest.param(*walk, marks=pytest.mark.slow) for walk in WALKS if type(walk) is tuple]
    return [as_played(walk) for walk in (*WALKS, *again)]


@pytest.mark.rule("BR-DET-01", "BR-DET-06", "BR-DET-26", "BR-DET-27", "BR-AMB-88")
@pytest.mark.parametrize(("name", "delegate", "seed", "length"), walks())
def test_nothing_secret_shows(name, delegate, seed, length):
    game = scene(name, delegate)
    requested = set()
    for n, rng in enumerate(walk(game, seed, length)):
        decision, again = game.decision, game.decision in requested
        if game.over or (again and rng.random() > 0.08):
            continue
        requested.add(decision)
        knowledge = RULESET.knowledge(game.scenario)
        for seat in (0, 1):
            random_bits = int(rng.integers(2**31))
            when = f"word {n}, {decision.name}"
            assert not wrongly_redacted(knowledge, game.state, game.visible(seat), seat), when
            assert_nothing_shows(game, seat, CHANGES, random_bits, not again, when)
        assert true_mask(game) == looks(game, game.games, int(game.state.seat), False)["mask"]
    assert len(requested) > 5


@pytest.mark.slow
def test_every_change_changes_something():
    """Guard of the test itself: each of those functions does find secrets to change."""
    blind = (("hidden damage", 1), ("hidden damage", 2), ("double-blind", 2))
    more = (("advanced", 1), ("advanced", 2), ("purchase", 1), ("missions", 3))
    games = (
        (game, n // 4 % 2, rng)
        for name, seed in (*blind, *more)
        for game in (scene(name, RULESET.recommended if name == "missions" else ()),)
        for n, rng in enumerate(walk(game, seed, 400))
        if n % 4 == 0
    )
    assert not idle_changes(games, CHANGES)


# --- twins: the same public course of two games that differ in secret ----------------------------


@pytest.mark.rule("BR-ASG-05", "BR-ASG-14", "BR-AMB-88")
@pytest.mark.parametrize(("seat", "numbers"), [(1, (7, 8)), (0, (7, 9))])
def test_two_missions_of_the_enemy_look_alike_as_play_goes_on(seat, numbers):
    """Mission 7 or 8 of Red, 7 or 9 of Blue, from the first turn on."""
    source = {**load("pocket_empires").source}
    source.pop("resolved", None)
    fixed = {"red": 7, "blue": 7} | {("blue", "red")[seat]: numbers[0]}
    game = Table({**source, "missions": fixed}, delegate=RULESET.recommended, seed=3)
    game.skip_to(Decision.CHOOSE_FORCE)

    def other_mission(state):
        mission = state.mission[1 - seat]
        mission.number, mission.asteroid = numbers[1], 2 if numbers[1] == 8 else 0

    check_twins(game, seat, other_mission, 24)


@pytest.mark.compiled
@pytest.mark.rule("BR-HID-01", "BR-HID-02", "BR-AMB-88")
def test_two_markers_face_down_look_alike_as_play_goes_on():
    """No Effect or a broken jump drive: neither shows in a fight."""
    game = Table(SCENES["hidden damage"], delegate=(), seed=2)
    half = len(game.state.craft) // 2
    hurt = game.state.craft[half + 4]
    hurt.damage[Result.NO_EFFECT], hurt.detected, hurt.contact = Damage.PERMANENT, 1, 0
    game.state.contacts[1] = 1
    game.state.pool[Result.NO_EFFECT] -= 1

    def other_marker(state):
        damage = state.craft[half + 4].damage
        damage[Result.NO_EFFECT], damage[Result.JUMP_DRIVE] = 0, Damage.PERMANENT
        state.pool[Result.NO_EFFECT] += 1
        state.pool[Result.JUMP_DRIVE] -= 1

    check_twins(game, 0, other_marker, 40)
    assert game.visible(0).craft[half + 4].markers == 1


@pytest.mark.rule("BR-REF-01", "BR-AMB-88")
def test_two_places_of_an_unseen_force_look_alike_as_play_goes_on():
    """Double-blind: a force out of reach of every sensor may be here or there."""
    eyes = side([ship("Eye", passive_range=1)], [{"ships": ["Eye"], "hex": "0303"}])
    dark = side(
        [ship("Dark", detected=False, passive_range=1)], [{"ships": ["Dark"], "hex": "1028"}]
    )
    rules = {"double_blind": True}
    game = Table(position(eyes, dark, rules=rules, turn_limit=9), delegate=(), seed=2)

    def elsewhere(state):
        state.tf[len(state.tf) // 2].q += 4

    check_twins(game, 0, elsewhere, 40)


HERE, THERE = {"hex": "1010", "vector": [0, -12]}, {"hex": "0505"}


@pytest.mark.rule("BR-DET-01", "BR-TF-01")
def test_an_unknown_force_that_leaves_the_map_takes_its_secret_along():
    """A dummy, one ship or two leave over the edge: a counter is taken off, no more is revealed."""

    def leave(game):
        game.to_round(0).say("END_ROUND")

    ships = ["Rapier", "Valor", "Starburst"]
    courses = [
        twin(ships, [{"ships": gone, **HERE}, {"ships": rest, **THERE}], leave)
        for gone, rest in (
            ([], ships),
            (["Rapier"], ["Valor", "Starburst"]),
            (["Rapier", "Valor"], ["Starburst"]),
        )
    ]
    for course in courses[1:]:
        assert_twins(courses[0], course)


@pytest.mark.rule("BR-DET-01", "BR-TF-06")
def test_a_new_task_force_may_be_a_dummy_or_a_ship():
    """Split off in the Initiative Phase: the enemy sees a counter more."""

    def reach(game):
        while game.decision.name != "FORCES_MENU" or game.state.seat != 0:
            game.idle()

    def dummy(game):
        reach(game)
        game.say("DUMMY", *(() if game.decision.name == "FORCES_MENU" else (("force", 0),)))

    def ship(game):
        reach(game)
        game.say("TRANSFER", ("craft", 1))
        if game.decision.name == "TRANSFER_TO":
            game.say("NEW_FORCE")

    forces = [{"ships": ["Rapier", "Valor"], "hex": "1010"}]
    assert_twins(twin(["Rapier", "Valor"], forces, dummy), twin(["Rapier", "Valor"], forces, ship))


@pytest.mark.rule("BR-DET-01", "BR-PWR-01")
@pytest.mark.parametrize("verb", ["POWER_DOWN", "END_ROUND"])
def test_an_unknown_ship_powers_down_unseen(verb):
    """Its force coasts in either case; with its sensor off before, nothing public changes."""

    def actions(spoken):
        def round_of(game):
            game.to_round(0).say(spoken)
            if game.decision == Decision.STATUS_SUBJECT:
                game.say("ALL")
            while game.state.round_tf == 0:
                game.idle()

        return round_of

    forces, rules = [{"ships": ["Rapier"], "hex": "1010"}], {"powered_down": True}
    assert_twins(
        twin(["Rapier"], forces, actions(verb), rules=rules),
        twin(["Rapier"], forces, actions("MOVE"), rules=rules),
    )


@pytest.mark.rule("BR-DET-01", "BR-MIS-04")
def test_missiles_of_unknown_ships_show_neither_number_nor_launcher():
    def launch(ship, number):
        def actions(game):
            while game.decision.name != "LAUNCH_MENU" or game.state.seat != 0:
                game.idle()
            game.say(("craft", ship), number)

        return actions

    forces = [{"ships": ["Midu Agashaam", "Rapier"], "hex": "1010"}]
    ships = ["Midu Agashaam", "Rapier"]
    # numbers above 23 would be spoken as tens and units
    twins = [twin(ships, forces, launch(0, 3)), twin(ships, forces, launch(0, 12))]
    assert_twins(*twins)


@pytest.mark.rule("BR-TF-04", "BR-DET-01")
def test_a_number_of_a_task_force_distinguishes_no_dummy_from_ships():
    """Set-up in play: dummies are the last to be made, and get any number all the same."""
    places = set()
    for seed in range(1, 13):
        game = Table("skirmish", seed=seed, delegate=("task_forces",))
        own = game.state.tf[:12]
        in_play = [k for k in range(12) if own[k].status != ForceStatus.UNUSED]
        for k in in_play:
            craft = [c for c in game.state.craft[:8] if c.tf == k and c.status]
            assert len(craft) == own[k].strength
        places.update(k for k in in_play if own[k].strength == 0)
    assert 0 in places and len(places) > 2
