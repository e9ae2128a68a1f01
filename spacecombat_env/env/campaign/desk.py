"""A side's decisions one by one, from what it may see; at the end they are one act.

    desk = Desk(side_view(campaign, Side.RED))
    while not desk.is_done:
        desk.apply(commander.choose(desk))
    campaign = desk.act(campaign)

Levels gained and lost come first. Then the side chooses hulls, each at most once a day, and gives
them an order; those without one stay, or fly on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from spacecombat_env.core.errors import IllegalOrderError, ScenarioError
from spacecombat_env.env.campaign import actions as a
from spacecombat_env.env.campaign.actions import ACTIONS, SideDecision
from spacecombat_env.rulesets.interceptor.campaign.crews.experience import losable
from spacecombat_env.rulesets.interceptor.campaign.forces import has_replacements
from spacecombat_env.rulesets.interceptor.campaign.hull_classes import hull_class_names
from spacecombat_env.rulesets.interceptor.campaign.loads import MISSILES, missile_loads
from spacecombat_env.rulesets.interceptor.campaign.muster import (
    IDS_APART,
    may_serve,
    needed_modules,
)
from spacecombat_env.rulesets.interceptor.campaign.orders import refusals
from spacecombat_env.rulesets.interceptor.campaign.purchases import on_offer
from spacecombat_env.rulesets.interceptor.campaign.sequence import (
    Campaign,
    CampaignPhase,
    SideView,
    StaffAct,
    answer,
    give_orders,
    staff_act,
)
from spacecombat_env.rulesets.interceptor.campaign.state import Fate, Hull, Mission, Person, Seat
from spacecombat_env.rulesets.interceptor.campaign.war import Order, War, WarState, ship_class
from spacecombat_env.rulesets.interceptor.model import NONE, Side

SIDES = {"red_0": Side.RED, "blue_0": Side.BLUE}
"""The side of each agent."""


def check_size(war: War) -> None:
    """Raise ScenarioError for a war with more hulls or areas than the action space has."""
    for field, count, most in (
        ("areas", len(war.areas), a.AREAS),
        ("sides.red.hulls", len(war.sides[0].hulls), a.HULLS),
        ("sides.blue.hulls", len(war.sides[1].hulls), a.HULLS),
    ):
        if count > most:
            raise ScenarioError.at(war.name, field, f"{count}, the action space has {most}")


class Desk:
    """The decisions of a side until its orders are sealed, or its answer is given."""

    def __init__(self, view: SideView) -> None:
        self.view = view
        """At the beginning."""
        self.side = view.side
        self.state: WarState = view.state
        """The side's view after its choices so far."""
        self.staff: list[StaffAct] = []
        self.orders: list[Order] = []
        self.avoids = False
        self.is_done = view.phase not in (CampaignPhase.ORDERS, CampaignPhase.ANSWER)
        self.hull: Hull | None = None
        """The hull that gets an order."""
        self.crew: list[int] = []
        """Persons chosen for its first seats."""
        self.decision = SideDecision.ANSWER if view.phase is CampaignPhase.ANSWER else self._next()
        self._handled: set[int] = set()
        self._changed: set[SideDecision] = set()

    # -- what is legal ---------------------------------------------------------------------------

    def mask(self) -> np.ndarray:
        """Return the legal actions, int8 (ACTIONS,)."""
        mask = np.zeros(ACTIONS, np.int8)
        if not self.is_done:
            mask[list(self._legal())] = 1
        return mask

    def _legal(self) -> Iterator[int]:
        """Yield the legal actions of the decision."""
        if self.decision is SideDecision.ANSWER:
            yield from (a.FIGHT, a.AVOID)
        elif self.decision in (SideDecision.RAISE, SideDecision.LOSE):
            yield from self._skills()
        elif self.decision is SideDecision.HULL:
            yield a.DONE
            yield from (a.HULL + self.slot(hull.id) for hull in self._ready())
            yield from (
                a.BUY + hull_class_names().index(n) for n in on_offer(self.state, self.side)
            )
        elif self.decision is SideDecision.TASK:
            yield from self._tasks()
        elif self.decision is SideDecision.CREW:
            yield from (a.PERSON + self.slot(person.id) for person in self.candidates())
        elif self.decision is SideDecision.LOAD:
            yield from (a.LOAD + MISSILES.index(kind) for kind in self._loads())
        else:
            damage = self.selected.damage[: a.SYSTEMS]
            yield from (a.SYSTEM + n for n in range(len(damage)))

    def _skills(self) -> Iterator[int]:
        """Yield the skills that the person in question can raise or lose."""
        person = self.person
        assert person is not None
        lost = losable(person) if self.decision is SideDecision.LOSE else a.SKILLS
        for n, skill in enumerate(a.SKILLS):
            if skill in lost and person.skills.of(skill) is not None:
                yield a.SKILL + n

    def _ready(self) -> list[Hull]:
        """Return the hulls that can get an order."""
        return [
            hull
            for hull in self.state.own(self.side)
            if hull.id not in self._handled and hull.arrives <= self.state.hour
        ]

    def _tasks(self) -> Iterator[int]:
        """Yield missions of the chosen hull, and changes of its crew and repairs."""
        yield a.REST
        for mission in a.JOURNEYS:
            for n, area in enumerate(self.state.war.areas):
                order = Order(self.selected.id, mission, area.name)
                if not any(refusals(self.state, self.side, order)):
                    yield a.journey_action(mission, n)
        if SideDecision.CREW not in self._changed and self._can_change_crew():
            yield a.CHANGE_CREW
        if SideDecision.REPAIR not in self._changed and len(self.selected.damage) > 1:
            yield a.REORDER_REPAIRS
        is_new = SideDecision.LOAD not in self._changed and self.state.is_home(self.selected)
        if is_new and self._loads():
            yield a.RELOAD

    def _loads(self) -> dict[str, tuple[str, ...]]:
        """Return the missiles that can fill the racks of the chosen hull."""
        nation = self.state.war.sides[self.side].nation
        return missile_loads(self.selected.ship_class, nation)

    def _can_change_crew(self) -> bool:
        """Whether there are persons for its seats, and a choice of them where it has a crew."""
        hull = self.selected
        if not self.state.is_home(hull):
            return False
        found = [person.trade for person in self._available(hull)]
        trades = ship_class(hull.ship_class).trades
        enough = all(found.count(trade) >= trades.count(trade) for trade in trades)
        return enough and (len(found) > len(trades) or not self.state.is_manned(hull))

    def candidates(self) -> list[Person]:
        """Return the persons for the next seat of the chosen hull."""
        trade = ship_class(self.selected.ship_class).trades[len(self.crew)]
        people = self._available(self.selected)
        return [each for each in people if each.trade is trade and each.id not in self.crew]

    def _available(self, hull: Hull) -> list[Person]:
        """Return the persons who can serve in a hull."""
        trades = ship_class(hull.ship_class).trades
        depot = has_replacements(self.state.area(hull.area).base)
        return [
            person
            for person in self.state.persons.values()
            if person.side == self.side
            and self.slot(person.id) < a.PERSONS
            and person.fate is Fate.FIT
            and person.trade in trades
            and self._fits(person, hull)
            and (depot if person.hull == NONE else self._is_near(person, hull))
        ]

    def _fits(self, person: Person, hull: Hull) -> bool:
        """Whether a person's race fits all seats of his trade, with modules for whole crews."""
        kind = ship_class(hull.ship_class)
        races = [person.race] * len(kind.trades)
        seats = [n for n, trade in enumerate(kind.trades) if trade is person.trade]
        spare = self.state.stores[self.side].modules >= kind.seats.count(Seat.MULTIRACIAL)
        fits = all(may_serve(hull, place, person.race) for place in seats)
        return fits and (spare or not needed_modules(hull, races))

    def _is_near(self, person: Person, hull: Hull) -> bool:
        """Whether a person's own hull is in the same place, on the ground."""
        other = self.state.hulls[person.hull]
        return other.area == hull.area and other.arrives <= self.state.hour

    def slot(self, number: int) -> int:
        """Return the place of a hull or person of the side by its id."""
        return number - self.side * IDS_APART

    # -- decisions -------------------------------------------------------------------------------

    @property
    def selected(self) -> Hull:
        """The chosen hull; raises ValueError without one."""
        if self.hull is None:
            raise ValueError("no hull is chosen")
        return self.state.hulls[self.hull.id]

    @property
    def person(self) -> Person | None:
        """The person whose level is gained or lost; None without one."""
        for person in self.state.persons.values():
            if person.raises_due or (person.losses_due and losable(person)):
                return person
        return None

    def _next(self) -> SideDecision:
        """Return the next decision between hulls."""
        person = self.person
        if person is None:
            return SideDecision.HULL
        return SideDecision.RAISE if person.raises_due else SideDecision.LOSE

    def apply(self, action: int) -> None:
        """Apply a legal action; raise IllegalOrderError for another."""
        if not (0 <= action < ACTIONS and self.mask()[action]):
            raise IllegalOrderError.at(self.state.war.name, "action", f"{action} is not legal now")
        if self.decision is SideDecision.ANSWER:
            self.avoids, self.is_done = action == a.AVOID, True
        elif self.decision in (SideDecision.RAISE, SideDecision.LOSE):
            self._choose_skill(action)
        elif self.decision is SideDecision.HULL:
            self._choose_hull(action)
        elif self.decision is SideDecision.TASK:
            self._choose_task(action)
        elif self.decision is SideDecision.CREW:
            self._choose_person(action)
        elif self.decision is SideDecision.LOAD:
            racks = self._loads()[MISSILES[action - a.LOAD]]
            self._do(StaffAct("load", self.selected.id, racks))
            self.decision = SideDecision.TASK
        else:
            system = self.selected.damage[action - a.SYSTEM].system
            self._do(StaffAct("repair", self.selected.id, (system,)))
            self.decision = SideDecision.TASK

    def _do(self, act: StaffAct) -> None:
        """Carry out a choice on the side's view, and keep it."""
        self.state = staff_act(self.state, self.side, act)
        self.staff.append(act)

    def _choose_skill(self, action: int) -> None:
        """Raise or lower a skill of the person in question."""
        person = self.person
        assert person is not None
        kind = "raise" if self.decision is SideDecision.RAISE else "lose"
        self._do(StaffAct(kind, person.id, (a.SKILLS[action - a.SKILL].value,)))
        self.decision = self._next()

    def _choose_hull(self, action: int) -> None:
        """Choose the next hull, buy one, or end the orders."""
        if action == a.DONE:
            self.is_done = True
            return
        if action >= a.BUY:
            self._do(StaffAct("buy", NONE, (hull_class_names()[action - a.BUY],)))
            return
        self.hull = self.state.hulls[action - a.HULL + self.side * IDS_APART]
        self._handled.add(self.hull.id)
        self._changed.clear()
        self.decision = SideDecision.TASK

    def _choose_task(self, action: int) -> None:
        """Give the chosen hull its order, or change its crew or repairs first."""
        if action == a.CHANGE_CREW:
            self.crew = []
            self.decision = SideDecision.CREW
            self._changed.add(SideDecision.CREW)
        elif action == a.REORDER_REPAIRS:
            self.decision = SideDecision.REPAIR
            self._changed.add(SideDecision.REPAIR)
        elif action == a.RELOAD:
            self.decision = SideDecision.LOAD
            self._changed.add(SideDecision.LOAD)
        else:
            self._order(action)
            self.hull, self.decision = None, self._next()

    def _order(self, action: int) -> None:
        """Keep the order of the chosen hull."""
        mission, area = Mission.REST, ""
        if action != a.REST:
            mission, number = a.journey_of(action)
            area = self.state.war.areas[number].name
        self.orders.append(Order(self.selected.id, mission, area))

    def _choose_person(self, action: int) -> None:
        """Seat a person; after the last seat the crew is assigned."""
        self.crew.append(action - a.PERSON + self.side * IDS_APART)
        if len(self.crew) == len(ship_class(self.selected.ship_class).trades):
            self._do(StaffAct("crew", self.selected.id, tuple(self.crew)))
            self._drop_unmanned()
            self.decision = SideDecision.TASK

    def _drop_unmanned(self) -> None:
        """Take back the orders of hulls whose crewmen have gone to this one."""
        self.orders = [
            order for order in self.orders if not any(refusals(self.state, self.side, order))
        ]

    # -- the act ---------------------------------------------------------------------------------

    def act(self, campaign: Campaign) -> Campaign:
        """Return the campaign after the side's act."""
        if self.view.phase is CampaignPhase.ANSWER:
            return answer(campaign, self.side, self.avoids)
        return give_orders(campaign, self.side, self.staff, self.orders)

    def draft(self) -> SideView:
        """Return the side's view after its choices so far."""
        return replace(self.view, state=self.state)


def side_of(agent: str) -> Side:
    """Return the side of an agent, `red_0` or `blue_0`. Raises ValueError for another."""
    if agent not in SIDES:
        raise ValueError(f"agent={agent!r}: must be one of {', '.join(SIDES)}")
    return SIDES[agent]
