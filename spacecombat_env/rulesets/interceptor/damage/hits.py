"""Hits: queued, then applied together (IN-CMB-04)."""

from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    MAX_HITS,
    MAX_VOLLEYS,
    MEMORY_HITS,
    NONE,
    Chance,
    Event,
    Source,
    Step,
    Target,
    Template,
    is_hull,
    name_actor,
    note_target,
    proceed,
    roll,
    side_of,
)
from ..model.record_types import Rules, State
from .armour import strike
from .derelicts import judge_crew
from .firewall import stops_missile
from .internals import settle_components
from .turrets import turret_of_hit
from .widowing import widow


@native
def clear_exchange(state: State):
    """Blank volleys and hits."""
    exchange = state.exchange
    for n in range(MAX_VOLLEYS):
        volley = exchange.volley[n]
        volley.firer = NONE
        volley.target_kind = Target.CRAFT
        volley.target = NONE
        volley.weapons = 0
        volley.missiles = 0
        volley.distance = 0
        volley.q = 0
        volley.r = 0
        volley.facing = 0
        volley.answered = False
    exchange.volleys = 0
    exchange.crash = NONE
    exchange.rock = NONE
    clear_hits(state)


@native
def clear_hits(state: State):
    """Blank hits; the volleys stay."""
    for n in range(int(state.exchange.hits)):
        write_hit(state, n, NONE, Source.FIRE, 0, Template.NONE, 0, NONE, NONE, NONE, NONE)
    state.exchange.hits = 0


@native
def write_hit(
    state: State, n, target, source, facing, template, points, firer, crewman, weapon, missile
):
    """Write a hit; turret and column are not rolled yet."""
    hit = state.exchange.hit[n]
    hit.target = target
    hit.source = source
    hit.facing = facing
    hit.turret = NONE
    hit.column = 0
    hit.template = template
    hit.points = points
    hit.firer = firer
    hit.crewman = crewman
    hit.weapon = weapon
    hit.missile = missile


@native
def queue_hit(
    state: State, target, source, facing, template, points, firer, crewman, weapon, missile
):
    """Append to state.exchange.hit; hits beyond MAX_HITS are lost (no two ships fire that many).

    In a collision `firer` is the other ship (IN-DES-03).
    """
    n = int(state.exchange.hits)
    if n == MAX_HITS or points == 0:
        return
    write_hit(state, n, target, source, facing, template, points, firer, crewman, weapon, missile)
    state.exchange.hits = n + 1


@native
def is_second_part(state: State, n):
    """IN-DIR-15 Whether hit n is the other part of the shot before it (LEPC): one place."""
    if n == 0:
        return False
    hit, before = state.exchange.hit[n], state.exchange.hit[n - 1]
    if hit.weapon == NONE or hit.missile != NONE or before.missile != NONE:
        return False
    return hit.weapon == before.weapon and hit.firer == before.firer and hit.target == before.target


@native
def place_hit(state: State, rules: Rules, k, n):
    """IN-DMG-03, 10, IN-AMB-41 Turret and column by dice; full rows have neither (IN-COL-07)."""
    hit = state.exchange.hit[n]
    if hit.template == Template.ROWS:
        return
    if is_second_part(state, n):
        hit.turret = state.exchange.hit[n - 1].turret
        hit.column = state.exchange.hit[n - 1].column
        return
    hit.turret = turret_of_hit(state, rules, k)
    hit.column = roll(state, Chance.COLUMN, k)


@native
def note_hit(state: State, k, n):
    """Log the place of a hit, for both sides."""
    hit = state.exchange.hit[n]
    event = note_target(state, Event.HIT, k)
    name_actor(state, event, int(hit.firer))
    event.a = hit.points
    event.b = hit.template
    event.c = hit.facing
    event.d = hit.column
    event.e = hit.turret


@native
def remember_hit(state: State, k, n):
    """Keep the place of a hit in the memory of the game."""
    hit, side = state.exchange.hit[n], side_of(state, k)
    past = state.memory_hits[side, state.memory_hit_count[side] % MEMORY_HITS]
    past.target = k
    past.points = hit.points
    past.template = hit.template
    past.facing = hit.facing
    past.column = hit.column
    past.turret = hit.turret
    state.memory_hit_count[side] += 1


@native
def apply_hit(state: State, rules: Rules, n):
    """IN-DMG-01..12, IN-DEF-16 One hit: its place, the Firewall, boxes, components."""
    hit = state.exchange.hit[n]
    k = int(hit.target)
    if not is_hull(state.craft[k]):
        return
    place_hit(state, rules, k, n)
    note_hit(state, k, n)
    if hit.crewman != NONE:
        state.craft[k].hit_by = hit.crewman
    if stops_missile(state, rules, k, n):
        return
    remember_hit(state, k, n)
    strike(state, rules, k, n)
    settle_components(state, rules, k)


@native
def finish_hit(state: State, rules: Rules, n):
    """IN-DMG-07, 13, IN-DES-08 After all hits: widowed armour where hit n has struck; the crew."""
    hit = state.exchange.hit[n]
    k = int(hit.target)
    if not is_hull(state.craft[k]):
        return
    if hit.turret != NONE:
        widow(state, rules, k, DIRECTIONS + int(hit.turret))
    widow(state, rules, k, int(hit.facing))
    settle_components(state, rules, k)
    judge_crew(state, rules, k)


@native
def apply_step(state: State, rules: Rules):
    """Run Step.APPLY: apply each hit, then widowing, components, and wounds due.

    A hit is Firewall, turret, column die, strike. Writes state.last, then proceeds to BLASTS.
    """
    hits = int(state.exchange.hits)
    for n in range(hits):
        apply_hit(state, rules, n)
    for n in range(hits):
        finish_hit(state, rules, n)
    write_last(state)
    proceed(state, Step.BLASTS)


@native
def write_last(state: State):
    """Write the result of the attack in this exchange.

    `held` is counted where shields are rolled. The hits of a blast that follows leave the result as
    it is.
    """
    volley, last = state.exchange.volley[0], state.last
    blast = state.exchange.hits > 0 and state.exchange.hit[0].source == Source.BLAST
    if volley.firer == NONE or blast:
        return
    last.firer = volley.firer
    last.target = volley.target if volley.target_kind == Target.CRAFT else NONE
    last.facing = volley.facing
    last.column = 0
    last.hits = 0
    last.points = 0
    for n in range(int(state.exchange.hits)):
        hit = state.exchange.hit[n]
        if hit.firer == volley.firer:
            last.facing = hit.facing
            last.column = hit.column
            last.hits = int(last.hits) + 1
            last.points = int(last.points) + int(hit.points)
