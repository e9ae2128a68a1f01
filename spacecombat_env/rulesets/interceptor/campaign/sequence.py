"""A campaign from act to act: sealed orders, answers to contact, battles; then the next morning.

An act is what one side decides (`give_orders`, `answer`), or the result of a battle (`finish`).
Between acts the days pass by themselves. The sequence is this project's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from spacecombat_env.core.errors import IllegalOrderError

from ..model import Side
from .contact import Battle, avoid, contacts, may_avoid
from .day import evening, is_over, morning, travel
from .knowledge import view_of
from .loads import load_hull
from .muster import assign, begin, choose_loss, choose_raise, order_repairs
from .orders import seal
from .purchases import buy_hull
from .state import CampaignEvent, EventKind, Skill
from .war import Order, War, WarState


class CampaignPhase(Enum):
    """Acts for which a campaign waits."""

    ORDERS = "orders"
    """A side's orders of the day: Red's, then Blue's."""
    ANSWER = "answer"
    """Whether a side avoids a battle: Red, then Blue."""
    BATTLE = "battle"
    OVER = "over"


@dataclass(frozen=True)
class StaffAct:
    """A choice about persons or repairs, which holds at once."""

    kind: str
    """raise, lose, crew, repair, load or buy."""
    subject: int
    """A person for raise and lose, else a hull; none to buy one."""
    values: tuple[str | int, ...] = ()
    """The skill; the crew's ids by seat; systems, most urgent first; loads by rack; a class."""
    urgency: int = 0
    """Of the hull's repairs."""


@dataclass(frozen=True)
class Contact:
    """A battle that is about to begin, as one side sees it."""

    area: str
    hulls: tuple[int, ...]
    """Its own hulls there."""
    enemies: int
    """Number of enemy hulls there."""


@dataclass(frozen=True)
class Campaign:
    """A campaign between two acts."""

    state: WarState
    phase: CampaignPhase = CampaignPhase.ORDERS
    side: Side | None = Side.RED
    """The side that decides; None where none does."""
    battles: tuple[Battle, ...] = ()
    """Battles of the day that have not been fought; the first is next."""
    avoids: tuple[bool | None, bool | None] = (None, None)
    """Answers to the next battle."""
    news: tuple[tuple[CampaignEvent, ...], tuple[CampaignEvent, ...]] = ((), ())
    """Of each side, since its last orders."""


@dataclass(frozen=True)
class SideView:
    """A campaign as one side may see it."""

    state: WarState
    side: Side
    phase: CampaignPhase
    to_act: bool
    contact: Contact | None
    """The next battle, where the side decides whether to avoid it, or fights it."""
    news: tuple[CampaignEvent, ...]


def side_view(campaign: Campaign, side: Side) -> SideView:
    """Return what a side may see. It is the same for all sealed decisions of the enemy's."""
    to_act = campaign.side == side
    contact = None
    if campaign.battles:
        battle = campaign.battles[0]
        contact = Contact(battle.area, battle.hulls[side], len(battle.hulls[1 - side]))
    view = view_of(campaign.state, side)
    return SideView(view, side, campaign.phase, to_act, contact, campaign.news[side])


# -- acts ----------------------------------------------------------------------------------------


def begin_campaign(war: War) -> Campaign:
    """Return a campaign on its first morning."""
    return _next_day(Campaign(begin(war)))


def staff_act(state: WarState, side: Side, act: StaffAct) -> WarState:
    """Return the state after a choice of a side's; raise IllegalOrderError."""
    if act.kind == "crew":
        hull = state.hulls.get(act.subject)
        if hull is None or hull.side != side:
            raise IllegalOrderError.at(f"hull {act.subject}", "hull", "no hull of this side")
        return assign(state, side, act.subject, [int(each) for each in act.values])
    if act.kind == "load":
        return load_hull(state, side, act.subject, [str(each) for each in act.values])
    if act.kind == "buy":
        return buy_hull(state, side, str(act.values[0]))
    if act.kind == "repair":
        systems = [str(each) for each in act.values]
        return order_repairs(state, side, act.subject, systems, act.urgency)
    person = state.persons.get(act.subject)
    if person is None or person.side != side:
        raise IllegalOrderError.at(f"person {act.subject}", "person", "nobody of this side")
    try:
        skill = Skill(act.values[0])
        if act.kind == "raise":
            return choose_raise(state, act.subject, skill)
        return choose_loss(state, act.subject, skill)[0]
    except ValueError as cause:
        raise IllegalOrderError.at(person.name, act.kind, str(cause)) from None


def give_orders(
    campaign: Campaign, side: Side, staff: Sequence[StaffAct], orders: Sequence[Order]
) -> Campaign:
    """Return the campaign after a side's choices and its sealed orders of the day.

    Raises IllegalOrderError for orders against the rules, and out of turn.
    """
    _expect(campaign, CampaignPhase.ORDERS, side)
    state = campaign.state
    for act in staff:
        state = staff_act(state, side, act)
    state = seal(state, side, orders)
    news = [() if n == side else old for n, old in enumerate(campaign.news)]
    campaign = replace(campaign, state=state, news=(news[0], news[1]))
    if side == Side.RED:
        return replace(campaign, side=Side.BLUE)
    state, events = travel(state)
    campaign = _with_news(replace(campaign, state=state), events)
    return _next_battle(replace(campaign, battles=tuple(contacts(state))))


def answer(campaign: Campaign, side: Side, avoids: bool) -> Campaign:
    """Return the campaign after a side has said whether it avoids the next battle.

    Both sides answer, neither knows the other's. A side that is not fast enough cannot avoid, and
    learns it so: `contact.may_avoid` would tell it the enemy's thrust.
    """
    _expect(campaign, CampaignPhase.ANSWER, side)
    red, blue = campaign.avoids
    campaign = replace(campaign, avoids=(avoids, blue) if side == Side.RED else (red, avoids))
    if side == Side.RED:
        return replace(campaign, side=Side.BLUE)
    battle, state = campaign.battles[0], campaign.state
    for each in Side:
        if campaign.avoids[each] and may_avoid(state, battle, each):
            state, events = avoid(state, battle, each)
            return _after_battle(replace(campaign, state=state), events)
    return replace(campaign, phase=CampaignPhase.BATTLE, side=None)


def finish(campaign: Campaign, state: WarState, events: Sequence[CampaignEvent]) -> Campaign:
    """Return the campaign after its next battle, with the state and events that it gave."""
    _expect(campaign, CampaignPhase.BATTLE, None)
    return _after_battle(replace(campaign, state=state), events)


def _expect(campaign: Campaign, phase: CampaignPhase, side: Side | None) -> None:
    """Raise IllegalOrderError unless a side is to decide this."""
    if campaign.phase is not phase or campaign.side != side:
        whose = "" if campaign.side is None else f" of {campaign.side.name.lower()}"
        reason = f"the campaign waits for {campaign.phase.value}{whose}"
        raise IllegalOrderError.at(campaign.state.war.name, phase.value, reason)


# -- days ----------------------------------------------------------------------------------------


def _after_battle(campaign: Campaign, events: Sequence[CampaignEvent]) -> Campaign:
    """Return the campaign without its next battle, which is over or avoided."""
    rest = replace(campaign, battles=campaign.battles[1:])
    return _next_battle(_with_news(rest, events))


def _next_battle(campaign: Campaign) -> Campaign:
    """Return the campaign before its next battle, or on the next morning."""
    if campaign.battles:
        return replace(campaign, phase=CampaignPhase.ANSWER, side=Side.RED, avoids=(None, None))
    state, events = evening(campaign.state)
    return _next_day(_with_news(replace(campaign, state=state), events))


def _next_day(campaign: Campaign) -> Campaign:
    """Return the campaign on a morning, or at its end."""
    if is_over(campaign.state):
        return replace(campaign, phase=CampaignPhase.OVER, side=None)
    state, events = morning(campaign.state)
    return _with_news(
        replace(campaign, state=state, phase=CampaignPhase.ORDERS, side=Side.RED), events
    )


def _with_news(campaign: Campaign, events: Sequence[CampaignEvent]) -> Campaign:
    """Return the campaign with events added to the news of the sides that learn of them."""
    news = [
        (*old, *(event for event in events if event.side == side or _is_public(event)))
        for side, old in enumerate(campaign.news)
    ]
    return replace(campaign, news=(news[0], news[1]))


def _is_public(event: CampaignEvent) -> bool:
    """Whether the enemy learns of an event: a battle that was avoided."""
    return event.kind is EventKind.AVOIDED
