"""What of a game of Battle Rider is secret as play begins, and a player who shows nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
from collecting import Given, numbers, varied
from reading import Questions

from spacecombat_env.rulesets.battle_rider.model import (
    CraftStatus,
    Decision,
    Event,
    ForceStatus,
    Verb,
)

CUP = 4  # ships in the cup of Task Force Dagger, first of the list


def quiet(state: Any, mask: np.ndarray) -> int:
    """Coast in silence and launch nothing; leave the rest, the set-up among it, to the player."""
    if state.decision == Decision.LAUNCH_MENU:
        return int(Verb.DONE)
    if state.decision == Decision.ROUND_MENU:
        return int(Verb.END_ROUND)
    if state.decision == Decision.THRUST:
        return int(Verb.GO)
    return -1


def unfound(given: Given) -> np.ndarray:
    """Return the games, bool (n,), in which nothing of the enemy was found or has shown itself.

    A task force that divides (in turn 2, before the other side's first word) is seen to.
    """
    craft = half(given.truth["craft"], 1 - given.seat)
    forces = half(given.truth["tf"], 1 - given.seat)
    log = given.visible["log"]
    shown = (log["kind"] == Event.FORCE_REMOVED) | (log["kind"] == Event.NEW_FORCE)
    shown &= log["side"] == 1 - given.seat
    found = craft["detected"].any(axis=1) | forces["shadow_found"].any(axis=1)
    return ~(found | shown.any(axis=1))


def half(pieces: np.ndarray, side: int) -> np.ndarray:
    """Return the columns of one side's pieces."""
    slots = pieces.shape[1] // 2
    return pieces[:, side * slots : (side + 1) * slots]


def of_contacts(given: Given) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return row, slot, and what is given of each contact: its own columns, then everything."""
    enemy = 1 - given.seat
    forces = half(given.visible["tf"], enemy)
    row, slot = np.nonzero(forces["status"] == ForceStatus.ON_MAP)
    contact = forces["contact"][row, slot]
    own = numbers(forces[row, slot])
    acts = acts_of(given, row, contact)
    everything = given.columns()[row]
    first = np.stack([slot, contact, (forces["status"] == 1).sum(axis=1)[row]], axis=1)
    return row, slot, acts, varied(np.concatenate([first, own, acts, everything], axis=1))


def acts_of(given: Given, row: np.ndarray, contact: np.ndarray) -> np.ndarray:
    """Return, of each contact, how often each kind of event tells of it, and where first."""
    log = given.visible["log"][row]
    told = (log["side"] == 1 - given.seat) & (log["actor"] == contact[:, None])
    columns = []
    for kind in Event:
        of_kind = told & (log["kind"] == kind)
        columns += [of_kind.sum(axis=1), np.where(of_kind.any(axis=1), of_kind.argmax(axis=1), -1)]
    return np.stack(columns, axis=1)


def dummies(given: Given) -> Questions:
    """Return, of each enemy task force on the map, whether it is a dummy.

    How many there are of both together is for all to see.
    """
    row, slot, _, columns = of_contacts(given)
    empty = half(given.truth["tf"], 1 - given.seat)["strength"][row, slot] == 0
    return Questions(given.game[row], columns, empty.astype(int), shown(given)[row])


def acting(given: Given) -> Questions:
    """Return the same where each side acts as it likes: what a task force did for all to see."""
    questions = dummies(given)
    row, slot, acts, _ = of_contacts(given)
    forces = half(given.visible["tf"], 1 - given.seat)
    public = [acts[:, 2 * kind] > 0 for kind in (Event.EVADE, Event.SCAN, Event.JAMMED)]
    public += [forces["spent_g"][row, slot], forces["emitting"][row, slot]]
    return questions._replace(public=np.stack(public, axis=1))


def crowded(given: Given) -> Questions:
    """Return, of each enemy task force with ships, whether there are more than two."""
    row, slot, _, columns = of_contacts(given)
    strength = half(given.truth["tf"], 1 - given.seat)["strength"][row, slot]
    full, public = strength > 0, np.zeros((len(row), 0), int)
    return Questions(given.game[row], columns, strength > 2, public).where(full)


def left_out(given: Given) -> Questions:
    """Return which ship of Red's was drawn from the cup and stays away (BR-S2-09)."""
    away = half(given.truth["craft"], 0)["status"][:, :CUP] == CraftStatus.UNUSED
    return once(given, away.argmax(axis=1))


def mission(given: Given) -> Questions:
    """Return the number of the enemy's mission; how many task forces are there is for all to see."""
    return once(given, given.truth["mission"]["number"][:, 1 - given.seat], shown(given))


def tactics(given: Given) -> Questions:
    """Return the Fleet Tactics that the enemy has bought."""
    return once(given, given.truth["tactics"][:, 1 - given.seat], shown(given))


def ships(given: Given) -> Questions:
    """Return whether the enemy has bought more ships than most."""
    craft = half(given.truth["craft"], 1 - given.seat)
    count = (craft["status"] == CraftStatus.IN_FORCE).sum(axis=1)
    return once(given, count > np.median(count), shown(given))


def dearest(given: Given) -> Questions:
    """Return the class of the first ship of the enemy's list that it has bought."""
    craft = half(given.truth["craft"], 1 - given.seat)
    have = craft["status"] == CraftStatus.IN_FORCE
    klass = craft["klass"][np.arange(len(craft)), have.argmax(axis=1)]
    return once(given, klass, shown(given))


def shown(given: Given) -> np.ndarray:
    """Return what the enemy's entry shows: how many task forces, and how fast the slowest is.

    And who was first to pick from the pools, in the open (BR-SCN-10): how many ships that leaves
    for the points of a mission, its number of task forces tells.
    """
    forces = half(given.visible["tf"], 1 - given.seat)
    there = forces["status"] == ForceStatus.ON_MAP
    speed = np.where(there, np.abs(forces["vq"]) + np.abs(forces["vr"]), 9).min(axis=1)
    first = given.visible["picks"][:, 0, 0]
    return np.stack([there.sum(axis=1), speed, first], axis=1)


def once(given: Given, answer: np.ndarray, public: np.ndarray | None = None) -> Questions:
    """Return a secret that each game has once."""
    if public is None:
        public = np.zeros((len(given.game), 0), int)
    return Questions(given.game, given.columns(), answer.astype(int), public)
