"""Chapter TF: task forces, Fleet Tactics, dummies, reconfiguring."""

from __future__ import annotations

import numpy as np
import pytest
from kit.battle_rider.table import Table, position, side, started

from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    CraftStatus,
    Decision,
    ForceStatus,
    Verb,
)

BLUE_SHIP, BLUE_FORCE = 8, 12  # first slots of Blue in capacity small
RAPIER, STARBURST, FIERY, VALOR, GAZELLE = range(5)
NORTH, SOUTH = ("direction", 0), ("direction", 3)


def squadron(tactics=3, blue=None, **more):
    """Red: a pair, a ship next to it, one in the same hex but faster, one in the next hex."""
    ships = ["Rapier", "Starburst", "Fiery", "Valor", "Gazelle"]
    forces = [
        {"ships": ["Rapier", "Starburst"], "hex": "0505", "vector": [0, 1]},
        {"ships": ["Fiery"], "hex": "0505", "vector": [0, 1]},
        {"ships": ["Valor"], "hex": "0505", "vector": [0, 2]},
        {"ships": ["Gazelle"], "hex": "0605", "vector": [0, 1]},
    ]
    far = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528", "vector": [0, -1]}])
    return position(side(ships, forces, tactics), blue or far, **more)


def menu(source, seat=0):
    """The first side to reconfigure is the one without the initiative; its menu."""
    game = started(source, 1 - seat).skip_to(Decision.FORCES_MENU)
    assert game.state.seat == seat
    return game


def members(game, force):
    """Craft of a task force."""
    craft = game.state.craft
    in_it = (craft["status"] == CraftStatus.IN_FORCE) & (craft["tf"] == force)
    assert in_it.sum() == game.state.tf[force].strength
    return {int(k) for k in in_it.nonzero()[0]}


def blocks(game, block, slots):
    """Slots of a block of actions that are legal now."""
    return {slot for slot in slots if game.can_say((block, slot))}


# -- one force, one counter ----------------------------------------------------------------------


@pytest.mark.rule("BR-TF-01", "BR-DET-01")
def test_the_enemy_sees_a_counter_and_nothing_of_its_ships():
    game = menu(squadron())
    visible = game.visible(1)
    assert (visible.craft["status"][:BLUE_SHIP] == CraftStatus.UNUSED).all()
    assert (visible.tf["status"][:4] == ForceStatus.ON_MAP).all()
    assert (visible.tf["strength"][:BLUE_FORCE] == 0).all()
    assert (visible.tf["q"][0], visible.tf["r"][0]) == (game.state.tf[0].q, game.state.tf[0].r)


@pytest.mark.rule("BR-TF-01", "BR-TF-08", "BR-SEQ-06")
def test_all_ships_of_a_force_move_and_evade_together():
    game = started(squadron(), 0).to_round(0).always("bullseye")
    game.say("MOVE", NORTH, "EVADE", 2)
    force = game.state.tf[0]
    assert members(game, 0) == {RAPIER, STARBURST}
    assert (force.vq, force.vr, force.evade, force.gs) == (0, 2, 2, 3)
    assert force.moved


@pytest.mark.rule("BR-TF-08", "BR-MOV-05")
def test_the_weakest_ship_sets_the_limit_for_maneuver_and_evasion():
    """Rapier G4, Starburst G6: four Gs for both, in any mixture."""
    game = started(squadron(), 0).to_round(0)
    game.say("MOVE", NORTH, NORTH, NORTH)
    assert game.can_say("EVADE") and game.can_say(NORTH)
    game.say(NORTH)  # the fourth G is the last: it goes
    assert game.state.tf[0].moved and game.state.tf[0].gs == 4
    assert game.state.tf[0].vr == 1 + 4


@pytest.mark.rule("BR-TF-08")
def test_the_limit_counts_evasion_and_damage():
    """Three Gs of maneuver leave one for evasion; a ship without drive stops its whole force."""
    game = started(squadron(), 0).to_round(0)
    game.say("MOVE", NORTH, NORTH, NORTH, "EVADE")  # of the one G that is left
    assert game.state.tf[0].moved and game.state.tf[0].gs == 4
    source = squadron()
    source["sides"]["red"]["ships"][0] = {"class": "Rapier", "damage": ["maneuver_drive"]}
    game = started(source, 0).to_round(0)
    before = int(game.state.tf[0].vr)
    game.say("MOVE")
    assert game.state.tf[0].moved and game.state.tf[0].vr == before


# -- Fleet Tactics -------------------------------------------------------------------------------


@pytest.mark.rule("BR-TF-02", "BR-TF-07")
def test_no_force_grows_beyond_fleet_tactics():
    """At level 2 the pair is full; at level 3 one more may join."""
    game = menu(squadron(2))
    game.say("TRANSFER")
    assert blocks(game, "craft", range(5)) == {RAPIER, STARBURST}  # to split off; no room for Fiery
    game = menu(squadron(3))
    game.say("TRANSFER", ("craft", FIERY))
    assert members(game, 0) == {RAPIER, STARBURST, FIERY}


@pytest.mark.rule("BR-TF-02")
def test_merging_stays_within_fleet_tactics():
    assert menu(squadron(3)).can_say("MERGE")
    assert not menu(squadron(2)).can_say("MERGE")


@pytest.mark.rule("BR-TF-02", "BR-AMB-31")
def test_drones_count_and_riders_aboard_do_not():
    """Fleet Tactics 1 is no bar to two riders aboard, but a launched drone needs its own force."""
    ships = ["Maggart LT", {"class": "Manticore", "aboard": "Maggart LT"}]
    drones = [{"type": "dual_mode_tl12", "controller": "Maggart LT"}]
    forces = [{"ships": ["Maggart LT"], "hex": "0505"}]
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    game = menu(position(side(ships, forces, 1, drones), blue))
    game.say("LAUNCH_CRAFT", ("craft", 2))  # the only place is a new force
    assert members(game, 0) == {0} and members(game, game.opened()) == {2}


@pytest.mark.rule("BR-TF-03")
def test_every_ship_may_be_a_task_force_of_its_own():
    """Set-up of six ships: each may open a new force; six forces and four dummies."""
    game = Table("skirmish")
    for ship in range(1, 6):  # the first has no choice
        assert game.decision == Decision.SETUP_FORCE and game.can_say(("force", ship))
        game.say(("force", ship))
    assert (game.state.tf["strength"][:6] == 1).all()
    game.say(4)
    waiting = game.state.tf["status"][:BLUE_FORCE] == ForceStatus.WAITING
    assert waiting.sum() == 10 and game.state.tf["strength"][:BLUE_FORCE][waiting].sum() == 6
    assert sorted(game.state.craft["tf"][:6]) == sorted(
        k for k in range(BLUE_FORCE) if game.state.tf[k].strength
    )


@pytest.mark.rule("BR-TF-04", "BR-AMB-88")
def test_task_forces_of_a_set_up_are_dealt_over_all_slots():
    """One ship and no dummy, 600 set-ups: each of the twelve slots 50 times, give or take 28 (4 s).

    Were it dealt over as many slots as there are forces, the slots seen would tell their number.
    """
    counts = np.zeros(BLUE_FORCE, int)
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    for seed in range(600):
        game = Table(position(side(["Gazelle"], None), blue), seed=seed).skip_to(
            Decision.SETUP_COLUMN
        )
        counts[game.state.craft[0].tf] += 1
    assert counts.sum() == 600 and abs(counts - 50).max() <= 28


@pytest.mark.rule("BR-TF-06", "BR-AMB-88")
def test_a_new_task_force_takes_any_free_slot():
    """Eight free slots beside four forces, 100 games: every one of them is taken some time."""
    taken = set()
    for seed in range(100):
        game = Table(squadron(), seed=seed).skip_to(Decision.FORCES_MENU)
        if game.state.seat == 0:
            taken.add(game.say("TRANSFER", ("craft", STARBURST), "NEW_FORCE").opened())
    assert taken == set(range(4, BLUE_FORCE))


@pytest.mark.rule("BR-TF-06", "BR-REF-01")
def test_a_new_task_force_is_not_the_one_the_enemy_searched_before():
    """It takes the slot of one that is gone."""
    new = menu(squadron()).say("TRANSFER", ("craft", STARBURST), "NEW_FORCE").opened()
    for slot, kept in ((new, NONE), (0, 0)):
        game = menu(squadron())
        game.state.order[1].target_tf = slot
        assert game.say("TRANSFER", ("craft", STARBURST), "NEW_FORCE").opened() == new
        assert game.state.order[1].target_tf == kept


# -- dummies -------------------------------------------------------------------------------------


@pytest.mark.rule("BR-TF-04", "BR-AMB-30")
def test_at_most_fleet_tactics_dummies_at_set_up():
    game = Table("skirmish")
    game.skip_to(Decision.SETUP_DUMMIES)
    assert [n for n in range(12) if game.can_say(n)] == [0, 1, 2, 3, 4]


@pytest.mark.rule("BR-TF-04", "BR-TF-05")
def test_dummies_split_off_until_the_limit():
    game = menu(squadron(3))
    parent, forces = 0, len(game.forces())
    for count in range(1, 4):
        ships = members(game, parent)
        game.say("DUMMY", ("force", parent))
        new = game.opened()
        assert len(game.forces()) == forces + count
        assert game.state.tf[new].status == ForceStatus.ON_MAP
        kept = members(game, parent)
        assert (kept, members(game, new)) in ((ships, set()), (set(), ships))
        parent = parent if kept else new
    assert not game.can_say("DUMMY")
    dummy, parent = game.state.tf[new], game.state.tf[0]
    assert (dummy.q, dummy.r, dummy.vq, dummy.vr) == (parent.q, parent.r, parent.vq, parent.vr)


@pytest.mark.rule("BR-TF-04", "BR-AMB-30")
def test_a_force_emptied_by_losses_blocks_new_dummies():
    """Fleet Tactics 1: one dummy. A force whose ship is gone, shadow unknown, counts as one."""
    game = menu(squadron(2))
    assert game.can_say("DUMMY")
    game.say("DUMMY", ("force", 0), "DUMMY", ("force", 0))
    assert not game.can_say("DUMMY")


@pytest.mark.rule("BR-TF-04", "BR-TF-06")
def test_a_ship_may_change_places_with_a_dummy_at_the_limit():
    """Three dummies, Fleet Tactics 3: Fiery may go over to one of them, but not to other ships."""
    game = menu(squadron(3))
    for _ in range(3):
        pair = next(k for k in game.forces() if RAPIER in members(game, k))
        game.say("DUMMY", ("force", pair))
    assert not game.can_say("DUMMY")
    game.say("TRANSFER", ("craft", FIERY))
    left = int(game.state.craft[FIERY].tf)
    dummies = {k for k in game.forces() if k < BLUE_FORCE and not members(game, k)}
    assert len(dummies) == 3 and blocks(game, "force", range(BLUE_FORCE)) == dummies
    game.say(("force", min(dummies)))
    assert members(game, min(dummies)) == {FIERY} and members(game, left) == set()


@pytest.mark.rule("BR-TF-05", "BR-TF-09", "BR-DET-07")
def test_a_dummy_is_removed_when_its_shadow_is_detected():
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "0510"}])
    forces = [{"ships": ["Fiery"], "hex": "0104"}, {"ships": [], "hex": "0506"}]
    source = position(side(["Fiery"], forces), blue)
    for value, status in (("miss", ForceStatus.ON_MAP), ("bullseye", ForceStatus.UNUSED)):
        game = started(source, 1).to_round(BLUE_FORCE).always(value)
        game.say("DETECT", ("enemy_force", 1), ("craft", BLUE_SHIP))
        assert game.state.tf[1].status == status
        assert game.state.tf[0].status == ForceStatus.ON_MAP


@pytest.mark.rule("BR-TF-05", "BR-AMB-28")
def test_dummies_split_off_undetected_forces_only():
    """All forces detected (shadow found): none can be recreated. One undetected: from that one."""
    ships = [{"class": "Fiery", "detected": True}, "Valor"]
    known = {"ships": ["Fiery"], "hex": "0505", "detected_shadow": True}
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    game = menu(position(side(ships, [known, {"ships": ["Valor"], "hex": "0705"}]), blue))
    game.say("DUMMY")  # Valor's force is the only one to split it off
    assert game.state.tf[game.opened()].q == 7
    assert {1} in (members(game, 1), members(game, game.opened()))
    ships = [ships[0], {"class": "Valor", "detected": True}]
    other = {"ships": ["Valor"], "hex": "0705", "detected_shadow": True}
    game = started(position(side(ships, [known, other]), blue), 1).skip_to(Decision.FORCES_MENU)
    assert game.state.seat == 1  # Red had nothing that could be done


@pytest.mark.rule("BR-TF-05", "BR-AMB-28")
def test_a_force_split_off_a_detected_one_is_detected():
    ships = [{"class": "Fiery", "detected": True}, {"class": "Valor", "detected": True}]
    known = {"ships": ["Fiery", "Valor"], "hex": "0505", "detected_shadow": True}
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    game = menu(position(side(ships, [known]), blue))
    game.say("TRANSFER", ("craft", 1))
    new = game.opened()
    assert members(game, new) == {1} and game.state.tf[new].shadow_found
    game.say("TRANSFER", ("craft", 1))  # back: the empty, detected force goes at once
    assert game.state.tf[new].status == ForceStatus.UNUSED


# -- reconfiguring -------------------------------------------------------------------------------


@pytest.mark.rule("BR-TF-06")
def test_a_ship_changes_over_in_the_same_hex_with_the_same_vector_only():
    game = menu(squadron())
    game.say("TRANSFER", ("craft", RAPIER))
    assert blocks(game, "force", range(4)) == {1}  # not the faster one, not the next hex
    game.say(("force", 1))
    assert members(game, 0) == {STARBURST} and members(game, 1) == {RAPIER, FIERY}


@pytest.mark.rule("BR-TF-06")
def test_a_force_splits_into_several():
    game = menu(squadron())
    game.say("TRANSFER", ("craft", STARBURST), "NEW_FORCE")
    assert members(game, game.opened()) == {STARBURST} and members(game, 0) == {RAPIER}
    new, old = game.state.tf[game.opened()], game.state.tf[0]
    assert (new.q, new.r, new.vq, new.vr) == (old.q, old.r, old.vq, old.vr)


@pytest.mark.rule("BR-TF-06")
def test_forces_merge_in_the_same_hex_with_the_same_vector_only():
    game = menu(squadron())
    game.say("MERGE")
    assert blocks(game, "force", range(4)) == {0, 1}
    game.say(("force", 1))  # its only partner is the pair
    assert members(game, 0) == {RAPIER, STARBURST, FIERY}
    assert game.state.tf[1].status == ForceStatus.UNUSED
    assert not game.can_say("MERGE")


@pytest.mark.rule("BR-TF-06", "BR-TF-07")
def test_full_forces_can_swap_ships_by_way_of_a_third():
    """The limit holds at the end of the phase; at level 2 two full pairs exchange a ship."""
    source = squadron(2)
    forces = source["sides"]["red"]["task_forces"]
    forces[1]["ships"] = ["Fiery", "Valor"]
    del forces[2]
    game = menu(source)
    game.say("TRANSFER", ("craft", RAPIER))  # to a new force: there is no other room
    game.say("TRANSFER", ("craft", FIERY), ("force", 0))
    game.say("TRANSFER", ("craft", RAPIER))
    assert members(game, 0) == {STARBURST, FIERY} and members(game, 1) == {RAPIER, VALOR}
    assert (game.state.tf["strength"][:BLUE_FORCE] <= 2).all()


@pytest.mark.rule("BR-TF-06")
def test_reconfiguring_is_a_matter_of_the_initiative_phase_only():
    """In its round a force has no action to split, merge or transfer."""
    game = started(squadron(), 0).to_round(0)
    actions = {Verb.TRANSFER, Verb.MERGE, Verb.DUMMY, Verb.LAUNCH_CRAFT, Verb.RECOVER}
    assert not actions & game.legal()


@pytest.mark.rule("BR-TF-06", "BR-AMB-28")
def test_an_undetected_ship_that_joins_hides_the_shadow_again():
    ships = [{"class": "Fiery", "detected": True}, "Valor"]
    forces = [
        {"ships": ["Fiery"], "hex": "0505", "detected_shadow": True},
        {"ships": ["Valor"], "hex": "0505"},
    ]
    blue = side(["Fiery"], [{"ships": ["Fiery"], "hex": "1528"}])
    game = menu(position(side(ships, forces), blue))
    game.say("TRANSFER", ("craft", 1))
    assert members(game, 0) == {0, 1} and not game.state.tf[0].shadow_found
    assert members(game, 1) == set() and game.state.tf[1].status == ForceStatus.ON_MAP


@pytest.mark.rule("BR-TF-09", "BR-DET-08")
def test_an_emptied_force_stays_until_its_shadow_is_found():
    """Source p.7: the ship was found and is destroyed; the force stays, with nobody in it."""
    source = position(
        side(["Rapier"], [{"ships": ["Rapier"], "hex": "0505"}]),
        side(
            [{"class": "Fiery", "detected": True}, "Rapier"],
            [{"ships": ["Fiery"], "hex": "0507"}, {"ships": ["Rapier"], "hex": "1830"}],
        ),
    )
    game = started(source, 0).to_round(0).always("bullseye").only_marker("SHIP_EXPLODES")
    game.say("FIRE", ("craft", 0), "ALL")
    game.skip_to(Decision.ROUND_MENU)
    assert game.state.craft[BLUE_SHIP].status == CraftStatus.DESTROYED
    assert game.state.tf[BLUE_FORCE].status == ForceStatus.ON_MAP
    assert game.state.tf[BLUE_FORCE].strength == 0
    game.say("DETECT", ("enemy_force", BLUE_FORCE), ("craft", 0))
    assert game.state.tf[BLUE_FORCE].status == ForceStatus.UNUSED


@pytest.mark.rule("BR-TF-09", "BR-AMB-28")
def test_a_force_whose_shadow_was_found_goes_with_its_last_ship():
    source = position(
        side(["Rapier"], [{"ships": ["Rapier"], "hex": "0505"}]),
        side(
            [{"class": "Fiery", "detected": True}, "Rapier"],
            [
                {"ships": ["Fiery"], "hex": "0507", "detected_shadow": True},
                {"ships": ["Rapier"], "hex": "1830"},
            ],
        ),
    )
    game = started(source, 0).to_round(0).always("bullseye").only_marker("SHIP_EXPLODES")
    game.say("FIRE", ("craft", 0), "ALL")
    game.skip_to(Decision.ROUND_MENU)
    assert game.state.tf[BLUE_FORCE].status == ForceStatus.UNUSED
