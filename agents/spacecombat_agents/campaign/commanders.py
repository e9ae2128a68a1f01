"""Commanders: players of the decisions of a campaign between battles.

A commander sees a desk (`env.campaign.desk.Desk`), which holds its own side's view alone, and
chooses one of the legal actions.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from spacecombat_agents.players.plugins.loading import load_class
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.campaign import actions as a
from spacecombat_env.env.campaign.actions import SideDecision
from spacecombat_env.env.campaign.desk import Desk
from spacecombat_env.rulesets.interceptor.campaign.hull_classes import hull_class_names
from spacecombat_env.rulesets.interceptor.campaign.orders import refusals
from spacecombat_env.rulesets.interceptor.campaign.purchases import on_offer
from spacecombat_env.rulesets.interceptor.campaign.state import Area, Fate, Hull, Mission, Person
from spacecombat_env.rulesets.interceptor.campaign.war import Order, WarState, ship_class
from spacecombat_env.rulesets.interceptor.model import NONE, Comp, Side

__all__ = ["COMMANDERS", "Commander", "RandomCommander", "ScriptedCommander", "make_commander"]

GROUP = 3
"""Hulls that the scripted commander sends to an area together."""
RAIDERS = 5
"""Fewest hulls that it sends to an enemy base."""
WORN = 12
"""Lost boxes with which it leaves a hull in repair."""


class Commander(Protocol):
    """Chooses the actions of a side."""

    name: str

    def reset(self, seed: int) -> None:
        """Start again; all its random numbers follow from the seed. Called before each act."""

    def choose(self, desk: Desk) -> int:
        """Return a legal action."""
        ...


class RandomCommander:
    """Takes each legal action with equal chance."""

    name = "random"

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start again."""
        self._rng = np.random.default_rng(seed)

    def choose(self, desk: Desk) -> int:
        """Return a legal action."""
        return int(self._rng.choice(np.flatnonzero(desk.mask())))


class ScriptedCommander:
    """Sends fit hulls in groups to the areas that are worth most, and rests the others.

    Areas that its side does not hold come first, then raids in force on enemy bases, which deny
    their points. It buys hulls for which it has crews, fills empty seats with the best
    replacements, and avoids a battle against more hulls than its own. It uses no random numbers.
    """

    name = "scripted:commander"

    def reset(self, seed: int) -> None:
        """Start again: there is nothing to forget."""

    def choose(self, desk: Desk) -> int:
        """Return a legal action."""
        decision = desk.decision
        if decision is SideDecision.ANSWER:
            contact = desk.view.contact
            outnumbered = contact is not None and contact.enemies > len(contact.hulls)
            return a.AVOID if outnumbered else a.FIGHT
        if decision is SideDecision.HULL:
            return _next_hull(desk)
        if decision is SideDecision.TASK:
            return _task(desk)
        if decision is SideDecision.CREW:
            return a.PERSON + desk.slot(_best(desk).id)
        if decision is SideDecision.RAISE:
            return _last_legal(desk)
        return int(np.flatnonzero(desk.mask())[0])


COMMANDERS = {each.name: each for each in (RandomCommander, ScriptedCommander)}
"""By name."""


def make_commander(name: str) -> Commander:
    """Return a commander by name, or of a class `MODULE:CLASS`; raise ConfigError."""
    place, colon, _ = name.rpartition(":")
    is_class = colon and place not in ("scripted", "bot") and name not in COMMANDERS
    if name not in COMMANDERS and not is_class:
        known = ", ".join(COMMANDERS)
        raise ConfigError.at(name, "commander", f"unknown; there are {known}, MODULE:CLASS")
    try:
        made: Commander = load_class(name)() if is_class else COMMANDERS[name]()
    except TypeError as cause:
        raise ConfigError.at(name, "class", f"cannot be built: {cause}") from None
    if not all(hasattr(made, each) for each in ("name", "reset", "choose")):
        raise ConfigError.at(name, "class", "lacks one of: name, reset, choose")
    return made


# -- the scripted commander ----------------------------------------------------------------------


def _last_legal(desk: Desk) -> int:
    """Return the last legal action: Gunnery before Piloting."""
    return int(np.flatnonzero(desk.mask())[-1])


def _next_hull(desk: Desk) -> int:
    """Return a purchase, the next hull that needs a crew or flies, or the end of the orders."""
    bought = _purchase(desk)
    if bought:
        return a.BUY + hull_class_names().index(bought)
    planned = {order.hull for order in _plan(desk)}
    legal = desk.mask()
    for hull in desk.state.own(desk.side):
        action = a.HULL + desk.slot(hull.id)
        if legal[action] and (hull.id in planned or _needs_crew(desk.state, hull)):
            return action
    return a.DONE


def _purchase(desk: Desk) -> str:
    """Return the dearest class that the side can buy and man; empty for none."""
    state = desk.state
    free = [person for person in state.persons.values() if person.hull == NONE]
    empty = sum(not hull.crew for hull in state.own(desk.side))
    found = []
    for name in on_offer(state, desk.side):
        kind = ship_class(name)
        fit = [p.trade for p in free if p.fate is Fate.FIT and p.race == kind.race]
        if all(fit.count(trade) >= kind.trades.count(trade) * (empty + 1) for trade in kind.trades):
            found.append((kind.talents, name))
    return max(found, default=(0, ""))[1]


def _task(desk: Desk) -> int:
    """Return a new crew where seats are empty, else the planned mission."""
    legal, hull = desk.mask(), desk.selected
    if legal[a.CHANGE_CREW] and _needs_crew(desk.state, hull):
        return a.CHANGE_CREW
    areas = [area.name for area in desk.state.war.areas]
    for order in _plan(desk):
        if order.hull == hull.id:
            action = a.journey_action(order.mission, areas.index(order.area))
            if legal[action]:
                return action
    return a.REST


def _needs_crew(state: WarState, hull: Hull) -> bool:
    """Whether a hull lacks fit crewmen, and there are enough replacements for all its seats."""
    if state.is_manned(hull) or not state.is_home(hull):
        return False
    trades = ship_class(hull.ship_class).trades
    spare = [person.trade for person in state.persons.values() if _is_spare(person, hull)]
    return all(spare.count(trade) >= trades.count(trade) for trade in trades)


def _is_spare(person: Person, hull: Hull) -> bool:
    """Whether a person is free for a hull."""
    fits = person.race == ship_class(hull.ship_class).race
    return fits and person.fate is Fate.FIT and person.hull in (NONE, hull.id)


def _best(desk: Desk) -> Person:
    """Return the best candidate for a seat, if possible one without another hull."""
    hull = desk.selected
    return max(
        desk.candidates(),
        key=lambda person: (_is_spare(person, hull), _skill(person), -person.id),
    )


def _skill(person: Person) -> int:
    """Return the sum of a person's skills."""
    return (person.skills.piloting or 0) + (person.skills.gunnery or 0)


def _plan(desk: Desk) -> list[Order]:
    """Return the missions of the day, from what the side knew in the morning."""
    state = desk.view.state
    free = [hull for hull in state.own(desk.side) if _can_fight(state, hull)]
    free.sort(key=lambda hull: (-hull.thrust, hull.id))
    plan: list[Order] = []
    for area in _goals(desk):
        mission = Mission.PATROL if area.base is None else Mission.RAID
        group = [Order(hull.id, mission, area.name) for hull in free]
        group = [order for order in group if not any(refusals(state, desk.side, order))]
        if mission is Mission.RAID and len(group) < RAIDERS:
            continue
        count = len(group) if len(group) < 2 * GROUP or mission is Mission.RAID else GROUP
        plan += group[:count]
        gone = {order.hull for order in group[:count]}
        free = [hull for hull in free if hull.id not in gone]
    return plan


def _can_fight(state: WarState, hull: Hull) -> bool:
    """Whether a hull is fit for a battle; those that serve others stay out of it."""
    lost = sum(each.lost for each in hull.damage)
    lame = hull.disabled(Comp.ENGINE) or any(d.kind == Comp.SHIP_DESTROYED for d in hull.damage)
    serves = hull.facilities or hull.hospitals
    ready = state.is_manned(hull) and hull.arrives <= state.hour and not serves
    return ready and lost < WORN and not lame


def _goals(desk: Desk) -> list[Area]:
    """Return the areas to go to, in turn: those not held, enemy bases, those held, by value.

    A raid denies the enemy the points of a base.
    """
    state, side = desk.view.state, desk.side
    every = (state.area(area.name) for area in state.war.areas)
    areas = [area for area in every if area.base is None or area.base.side != side]
    return sorted(areas, key=lambda area: (_rank(area, side), -area.value))


def _rank(area: Area, side: Side) -> int:
    """Return the rank of a goal: 0 not held, 1 an enemy base, 2 held."""
    return 1 if area.base is not None else 2 * (area.holder == side)
