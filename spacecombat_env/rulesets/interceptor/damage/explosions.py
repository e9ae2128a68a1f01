"""Chapter DES: explosions and their chains.

A blast waits in state.blast until Step.BLASTS takes it. It queues hits, Step.APPLY applies them,
and the engine returns here; so a chain is a loop of steps.
"""

from spacecombat_env.core.native import native

from ..combat.shields import flicker_of, penetrates, penetration
from ..crew.service import count_kill
from ..crew.wounds import is_alive
from ..model import (
    DIE,
    MAX_HITS,
    NONE,
    Blast,
    CrewStatus,
    Event,
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
    steps_between,
)
from ..model.record_types import Rules, State
from .armour import blow_up_bay
from .berths import lose_riders
from .blasts.blast_queue import drop_blast, queue_blast
from .blasts.hell import chain, explode_load, facing_of_blast, queue_hell_hits, reach_of, sweep
from .carried import destroy_carried, lose_carried
from .counters import lose_counter
from .engines.plant import plant_gone
from .hits import clear_hits, queue_hit

__all__ = ["blasts_step", "explode", "explode_in_bay", "explode_plants", "queue_blast"]

FACINGS = 3  # of a craft that one blast hits at most
NEXT_HEX, SAME_HEX, COLLISION = 100, 50, 10  # divisors of a plant's rating (IN-DES-02, 03)


@native
def explode(state: State, rules: Rules, k, kind):
    """IN-DES-01, IN-CRW-07 Craft k explodes: DESTROYED, all aboard die, a blast is queued.

    The event is EXPLODED. The HELLs aboard follow.
    """
    craft = state.craft[k]
    if is_active(craft):
        count_kill(state, rules, int(craft.hit_by), k)
    craft.status = Status.DESTROYED
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            state.crew[m].status = CrewStatus.DEAD
    lose_riders(state, k)
    lose_carried(state, rules, k)
    queue_blast(state, kind, craft, k, class_of(state, rules, k).plant)
    explode_load(state, rules, k)
    event = note_craft(state, Event.EXPLODED, k)
    event.c = kind


@native
def explode_plants(state: State, rules: Rules):
    """IN-IDE-30, IN-DES-01, IN-COL-11 Hulls whose plant has no box left explode."""
    for k in range(len(state.craft)):
        if is_hull(state.craft[k]) and plant_gone(state, rules, k):
            explode(state, rules, k, Blast.PLANT)
        elif state.craft[k].status == Status.ABOARD and plant_gone(state, rules, k):
            explode_in_bay(state, rules, k)


@native
def explode_in_bay(state: State, rules: Rules, k):
    """IN-IDE-38, IN-AMB-196 Craft k explodes in its bay, which its carrier alone notices."""
    destroy_carried(state, rules, k)
    blow_up_bay(state, rules, int(state.craft[k].carrier), int(state.craft[k].bay))


@native
def blast_points(state: State, rules: Rules, k, facing):
    """IN-DES-02, 03, IN-AMB-47 Points of state.blast[0] on a facing of craft k, rounded down.

    The chance of penetration reduces them, unless a ship in collision fails to hold it off.
    """
    blast, craft = state.blast[0], state.craft[k]
    strength = int(blast.strength)
    chance = penetration(rules, flicker_of(craft, facing))
    if blast.partner == k:
        if penetrates(state, rules, k, facing, int(blast.craft)):
            return strength // COLLISION
        return strength * chance // (COLLISION * DIE)
    away = steps_between(blast, craft)
    if away > 1:
        return 0
    return strength * chance // ((SAME_HEX if away == 0 else NEXT_HEX) * DIE)


@native
def queue_plant_hit(state: State, rules: Rules, k):
    """IN-DES-02, 03 The hit of state.blast[0], a plant, on the nearest facing of craft k."""
    facing = facing_of_blast(state, k)
    points = blast_points(state, rules, k, facing)
    if points == 0:
        return
    event = note_target(state, Event.BLAST, k)
    event.a = points
    event.c = facing
    queue_hit(state, k, Source.BLAST, facing, Template.ROWS, points, NONE, NONE, NONE, NONE)


@native
def set_off(state: State, rules: Rules):
    """IN-DES-02..04, IN-MSL-18..21 state.blast[0]: hits on hulls in reach, from blast.next on.

    It stops where the hits of another craft may find no room: the rest follows after Step.APPLY.
    """
    blast = state.blast[0]
    k = int(blast.next)
    while k < len(state.craft) and int(state.exchange.hits) + FACINGS <= MAX_HITS:
        if is_hull(state.craft[k]):
            if blast.kind == Blast.HELL:
                queue_hell_hits(state, rules, k)
            else:
                queue_plant_hit(state, rules, k)
        k += 1
    blast.next = k


@native
def end_blast(state: State, rules: Rules):
    """IN-DES-05, IN-MSL-22 Missiles and crews in the area of state.blast[0] are gone.

    HELLs among them go off. The blast is dropped.
    """
    blast, first = state.blast[0], int(state.blasts)
    sweep(state, rules, int(blast.q), int(blast.r), int(blast.altitude), reach_of(state))
    chain(state, rules, first)
    kill_adrift(state, reach_of(state))
    drop_blast(state)


@native
def kill_adrift(state: State, reach):
    """IN-DES-05, IN-MSL-22 Crews adrift in the area of state.blast[0]."""
    for n in range(len(state.adrift)):
        adrift = state.adrift[n]
        if adrift.people > 0 and steps_between(state.blast[0], adrift) <= reach:
            lose_counter(state, n)


@native
def blasts_step(state: State, rules: Rules):
    """Run Step.BLASTS: craft whose plant is gone explode, and one blast is taken.

    Clears the hits, queues some for craft in reach (IN-DES-02..05), and proceeds to APPLY; without
    a blast to AFTER_EXCHANGE. A blast with too many hits comes back for the other craft.
    """
    explode_plants(state, rules)
    if state.blasts == 0:
        proceed(state, Step.AFTER_EXCHANGE)
        return
    clear_hits(state)
    set_off(state, rules)
    if int(state.blast[0].next) == len(state.craft):
        end_blast(state, rules)
    proceed(state, Step.APPLY if state.exchange.hits > 0 else Step.BLASTS)
