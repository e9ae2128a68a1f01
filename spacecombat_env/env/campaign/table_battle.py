"""Battles without play: losses at random, for tests and fast planning. The book has no such table.

The numbers were fitted to battles of the war `ciria` that the ace played against itself
(docs/lab/interceptor.md). A hull's chances follow the enemy's share of all strength.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.rulesets.interceptor.campaign.aftermath import (
    Aftermath,
    blocks_of,
    damage_of,
    rows_of,
)
from spacecombat_env.rulesets.interceptor.campaign.contact import Battle, conclude
from spacecombat_env.rulesets.interceptor.campaign.crews.experience import (
    credit,
    fly_combat,
    forget_hull,
)
from spacecombat_env.rulesets.interceptor.campaign.hull_classes import class_record
from spacecombat_env.rulesets.interceptor.campaign.state import (
    CampaignEvent,
    EventKind,
    Fate,
    Hull,
    Outcome,
    Person,
)
from spacecombat_env.rulesets.interceptor.campaign.tracks import Track, TrackFate
from spacecombat_env.rulesets.interceptor.campaign.war import WarState, ship_class
from spacecombat_env.rulesets.interceptor.model import (
    FULL_ROW,
    NONE,
    WIDTH,
    Side,
)

ODDS = 2
"""Power of the strengths to which the chances to win are proportional."""
LOST, DAMAGED = {False: 1.0, True: 0.18}, 2.0
"""Chance of a hull's loss by whether its side has won, and of damage to others; at a share of 1."""
HITS = 56
"""Mean number of boxes that a damaged hull loses."""
DIES, MISSING = 0.82, 0.05
"""Chances of a crewman of a lost hull; the others are captured."""
WOUNDED = 0.34
NAMED = 0.9
"""Chance that the enemy learns a hull's class."""
HARM = 300
"""Lost boxes that leave a hull without strength."""


def fight_by_table(state: WarState, battle: Battle) -> tuple[WarState, list[CampaignEvent]]:
    """Return the war after a battle whose losses are drawn by its seed, and events."""
    rng = np.random.default_rng(derived_seed(battle.seed, "table"))
    strengths = [sum(_strength(state, n) for n in battle.hulls[side]) for side in Side]
    total = sum(strengths) or 1.0
    odds = [strength**ODDS for strength in strengths]
    winner = Side.RED if rng.random() * sum(odds) < odds[Side.RED] else Side.BLUE
    outcomes = {side: Outcome.WON_STAYED if side == winner else Outcome.LOST for side in Side}
    hulls: list[Hull] = []
    people: list[Person] = []
    sighted: tuple[list[Track], list[Track]] = ([], [])
    events: list[CampaignEvent] = []
    kills = [0, 0]
    for side in Side:
        share = strengths[1 - side] / total
        for number in battle.hulls[side]:
            hull, track = _hull_after(rng, state, state.hulls[number], side == winner, share)
            hulls.append(hull)
            sighted[1 - side].append(track)
            if hull.destroyed:
                kills[1 - side] += 1
                events.append(CampaignEvent(EventKind.HULL_LOST, side, number))
            for person in state.crew_of(state.hulls[number]):
                people.append(_person_after(rng, person, hull))
    for side in Side:
        pilots = [n for n, person in enumerate(people) if person.side == side]
        for _ in range(kills[side]):
            n = pilots[int(rng.integers(len(pilots)))]
            people[n], more = credit(people[n], 1)
            events += more
    done = Aftermath(tuple(hulls), tuple(people), (), tuple(events))
    return conclude(state, battle, done, outcomes, sighted)


def _strength(state: WarState, number: int) -> float:
    """Return the strength of a hull: its price by its crew's skills and its damage."""
    hull = state.hulls[number]
    skills = [p.skills.gunnery or 0 for p in state.crew_of(hull)]
    skill = 1 + max(skills, default=0) / 10
    harm = sum(each.lost for each in hull.damage) / HARM
    return ship_class(hull.ship_class).million_talents * skill * max(0.2, 1 - harm)


def _hull_after(
    rng: np.random.Generator, state: WarState, hull: Hull, won: bool, share: float
) -> tuple[Hull, Track]:
    """Return a hull after the battle, and what the enemy knows of it.

    `share` is the enemy's share of all strength.
    """
    name = hull.ship_class if rng.random() < NAMED else ""
    if rng.random() < LOST[won] * share:
        track = Track(state.hour, name, hull.tons, fate=TrackFate.DESTROYED)
        return replace(hull, destroyed=True, damage=(), queue=(), crew=()), track
    track = Track(state.hour, name, hull.tons)
    if rng.random() >= DAMAGED * share:
        return hull, track
    return _damaged(rng, hull, 1 + int(rng.exponential(HITS - 1))), track


def _damaged(rng: np.random.Generator, hull: Hull, boxes: int) -> Hull:
    """Return a hull with some boxes lost in its rows, outer and inner ones."""
    klass = class_record(hull.ship_class)
    rows = rows_of(klass, hull.damage)
    blocks = [block for block in blocks_of(klass) if block.rows]
    for _ in range(boxes):
        block = blocks[int(rng.integers(len(blocks)))]
        row = block.first + int(rng.integers(block.rows))
        rows[row] &= FULL_ROW & ~(1 << int(rng.integers(WIDTH)))
    return replace(hull, damage=damage_of(klass, rows, 0))


def _person_after(rng: np.random.Generator, person: Person, hull: Hull) -> Person:
    """Return a crewman after the battle; those who drift are searched for afterwards."""
    person = fly_combat(person, hull.id)
    die = rng.random()
    if not hull.destroyed:
        return replace(person, hits=person.hits + 1) if die < WOUNDED else person
    person = replace(forget_hull(person, hull.id), hull=NONE)
    if die < DIES:
        return replace(person, fate=Fate.DEAD)
    return replace(person, fate=Fate.MISSING if die < DIES + MISSING else Fate.CAPTURED)
