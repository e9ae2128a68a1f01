"""Chapter DES: explosions and their chains.

A blast waits in state.blast until Step.BLASTS takes it. It queues hits, Step.APPLY applies them,
and the engine returns here; so a chain is a loop of steps.
"""

from spacecombat_env.core.model.hexgrid import distance
from spacecombat_env.core.native import native

from ..combat.attitude import facing_toward, is_better
from ..combat.shields import penetrates, penetration
from ..crew.service import count_kill
from ..crew.wounds import is_alive
from ..model import (
    DIE,
    DIRECTIONS,
    MAX_BLASTS,
    NONE,
    Blast,
    CrewStatus,
    Event,
    MissileStatus,
    Source,
    Status,
    Step,
    Template,
    class_of,
    crew_of,
    is_active,
    is_hull,
    note_craft,
    note_target,
    proceed,
)
from ..model.record_types import BlastRecord, Rules, State
from .counters import lose_missile
from .hits import clear_hits, queue_hit
from .plant import plant_gone

NEXT_HEX, SAME_HEX, COLLISION = 100, 50, 10  # divisors of a plant's rating (IN-DES-02, 03)


@native
def queue_blast(state: State, kind, q, r, k, strength):
    """Append to state.blast; a blast beyond MAX_BLASTS is lost (no side has that many ships)."""
    n = int(state.blasts)
    if n == MAX_BLASTS:
        return
    blast = state.blast[n]
    blast.kind = kind
    blast.q = q
    blast.r = r
    blast.craft = k
    blast.strength = strength
    blast.partner = collided_with(state, k)
    state.blasts = n + 1


@native
def collided_with(state: State, k):
    """IN-DES-03 The other ship of a collision that is being applied, or NONE."""
    for n in range(int(state.exchange.hits)):
        hit = state.exchange.hit[n]
        if hit.source != Source.COLLISION:
            continue
        if hit.target == k:
            return int(hit.firer)
        if hit.firer == k:
            return int(hit.target)
    return NONE


@native
def explode(state: State, rules: Rules, k, kind):
    """IN-DES-01, IN-CRW-07 Craft k explodes: DESTROYED, all aboard die, a blast is queued.

    The event is EXPLODED.
    """
    craft = state.craft[k]
    if is_active(craft):
        count_kill(state, rules, int(craft.hit_by), k)
    craft.status = Status.DESTROYED
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            state.crew[m].status = CrewStatus.DEAD
    queue_blast(state, kind, craft.q, craft.r, k, class_of(state, rules, k).plant)
    event = note_craft(state, Event.EXPLODED, k)
    event.c = kind


@native
def explode_plants(state: State, rules: Rules):
    """IN-IDE-30, IN-DES-01, IN-COL-11 Hulls whose plant has no box left explode."""
    for k in range(len(state.craft)):
        if is_hull(state.craft[k]) and plant_gone(state, rules, k):
            explode(state, rules, k, Blast.PLANT)


@native
def blast_points(state: State, rules: Rules, k, facing):
    """IN-DES-02, 03, IN-AMB-47 Points of state.blast[0] on a facing of craft k, rounded down.

    The chance of penetration reduces them, unless a ship in collision fails to hold it off.
    """
    blast, craft = state.blast[0], state.craft[k]
    strength = int(blast.strength)
    chance = penetration(rules, int(craft.shield[facing]))
    if blast.partner == k:
        if penetrates(state, rules, k, facing, int(blast.craft)):
            return strength // COLLISION
        return strength * chance // (COLLISION * DIE)
    away = distance(blast.q, blast.r, craft.q, craft.r)
    if away > 1:
        return 0
    return strength * chance // ((SAME_HEX if away == 0 else NEXT_HEX) * DIE)


@native
def facing_of_blast(state: State, k):
    """IN-DES-02, IN-AMB-111 Facing of craft k nearest to state.blast[0]; in its hex the best."""
    blast, craft = state.blast[0], state.craft[k]
    if distance(blast.q, blast.r, craft.q, craft.r) > 0:
        return facing_toward(state, k, int(blast.q), int(blast.r))
    found = 0
    for facing in range(1, DIRECTIONS):
        if is_better(craft, facing, found):
            found = facing
    return found


@native
def set_off(state: State, rules: Rules):
    """IN-DES-02..05 state.blast[0]: hits on the nearest facing of each hull in reach.

    Missiles and crews there are gone.
    """
    blast = state.blast[0]
    for k in range(len(state.craft)):
        if not is_hull(state.craft[k]):
            continue
        facing = facing_of_blast(state, k)
        points = blast_points(state, rules, k, facing)
        if points == 0:
            continue
        event = note_target(state, Event.BLAST, k)
        event.a = points
        event.c = facing
        queue_hit(state, k, Source.BLAST, facing, Template.ROWS, points, NONE, NONE, NONE, NONE)
    destroy_missiles(state, blast)
    kill_adrift(state, blast)


@native
def destroy_missiles(state: State, blast: BlastRecord):
    """IN-DES-05 Missiles in flight in the area."""
    for n in range(len(state.missile)):
        missile = state.missile[n]
        if missile.status == MissileStatus.NONE:
            continue
        if distance(blast.q, blast.r, missile.q, missile.r) <= 1:
            lose_missile(state, n)


@native
def kill_adrift(state: State, blast: BlastRecord):
    """IN-DES-05 Crews adrift in the area."""
    slots, crewmen = len(state.adrift) // 2, len(state.crew) // 2
    for n in range(len(state.adrift)):
        adrift = state.adrift[n]
        if adrift.people == 0 or distance(blast.q, blast.r, adrift.q, adrift.r) > 1:
            continue
        for place in range(crewmen):
            if (int(adrift.crew) >> place) & 1:
                state.crew[(n // slots) * crewmen + place].status = CrewStatus.DEAD
        adrift.people = 0
        adrift.crew = 0


@native
def drop_blast(state: State):
    """Drop the first blast; the others move up."""
    last = int(state.blasts) - 1
    for n in range(last):
        here, there = state.blast[n], state.blast[n + 1]
        here.kind = there.kind
        here.q = there.q
        here.r = there.r
        here.craft = there.craft
        here.strength = there.strength
        here.partner = there.partner
    blank = state.blast[last]
    blank.kind = Blast.NONE
    blank.q = 0
    blank.r = 0
    blank.craft = NONE
    blank.strength = 0
    blank.partner = NONE
    state.blasts = last


@native
def blasts_step(state: State, rules: Rules):
    """Run Step.BLASTS: craft whose plant is gone explode, and one blast is taken.

    Clears the hits, queues one for each craft in reach (IN-DES-02..05), and proceeds to APPLY;
    without a blast to AFTER_EXCHANGE.
    """
    explode_plants(state, rules)
    if state.blasts == 0:
        proceed(state, Step.AFTER_EXCHANGE)
        return
    clear_hits(state)
    set_off(state, rules)
    drop_blast(state)
    proceed(state, Step.APPLY if state.exchange.hits > 0 else Step.BLASTS)
