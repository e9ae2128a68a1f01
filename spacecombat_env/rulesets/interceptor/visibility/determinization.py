"""Determinization: a full state that looks the same to a seat, for search.

The enemy's undisclosed cards are dealt again among the slots of their size class, except where they
contradict what is disclosed. Ships are as last seen, and whole elsewhere, except for later hits.
Loads are random, and so are the random streams.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import fold
from spacecombat_env.core.native import native

from ..crew.takeover import release_weapons
from ..damage.berths import berth_for
from ..damage.carried import bay_for
from ..damage.leaving import has_ejectors
from ..model import (
    DELEGATION,
    NONE,
    CrewStatus,
    Delegate,
    DeterminizationStream,
    Load,
    MissileStatus,
    Phase,
    Status,
    class_of,
    is_there,
    side_of,
)
from ..model.record_types import Crew, Rules, State
from .determinize_loads import load_racks, spend_loads
from .determinize_ships import deal_cards, restore_ship, sample_index
from .engine_position import restore_engine

IN_FLIGHT = tuple(int(load) for load in (Load.DAP, Load.RIS, Load.SSS))
"""Kinds that an unknown missile in flight may have."""
THRUST, AIR = 3, 30
"""Suits of an unknown crew in space (paper 8)."""


@native
def determinize_state(state: State, opening: State, rules: Rules, seat, seed):
    """Complete a redacted record for the seat to act with a plausible truth and fresh streams."""
    enemy = 1 - seat
    reseed(state, seed)
    deal_cards(state, opening, rules, enemy)
    stow_unseen(state, rules, enemy)
    loaded = is_loaded(state, enemy)
    for k in side_range(state.craft, enemy):
        if state.craft[k].status == Status.UNUSED:
            continue
        if loaded:
            load_racks(state, rules, k)  # before hits: reloads that are struck blow up (IN-IDE-23)
        restore_ship(state, rules, k)
        if loaded:
            spend_loads(state, rules, k)
    determinize_missiles(state, enemy)
    determinize_adrift(state, opening, rules, enemy)
    seat_prize(state, opening, rules)
    restore_engine(state, rules, seat)


@native
def stow_unseen(state: State, rules: Rules, enemy):
    """IN-TSK-03, IN-AMB-191 Unseen ships lie in bays: in that of their card, or in another.

    A card that was dealt to a ship on the map has left its bay for that of another card.
    """
    for k in side_range(state.craft, enemy):
        craft = state.craft[k]
        if craft.status != Status.WAITING:
            continue
        carrier, bay = home_of(state, rules, k), int(rules.cards[int(craft.card)].bay)
        if carrier == NONE and is_stowed(state, rules, enemy):
            carrier = carrier_for(state, rules, enemy, k)
            bay = hangar_for(state, rules, carrier, k)
        if carrier != NONE:
            craft.carrier = carrier
            craft.bay = bay
            craft.status = Status.ABOARD


@native
def is_stowed(state: State, rules: Rules, enemy):
    """Return whether ships of the enemy that are not seen lie in bays: none is still to come."""
    return state.phase != Phase.SETUP and rules.option.entry_hexes[enemy] == 0


@native
def home_of(state: State, rules: Rules, k):
    """Return the slot of the ship in whose bay a card begins, if that ship is still in play."""
    card = int(rules.cards[int(state.craft[k].card)].carrier)
    for other in side_range(state.craft, side_of(state, k)):
        craft = state.craft[other]
        if card > 0 and craft.card == card and (is_there(craft) or craft.status == Status.WAITING):
            return other
    return NONE


@native
def carrier_for(state: State, rules: Rules, enemy, k):
    """Return a ship with a hangar that has room for craft k; else any with a hangar; or NONE."""
    found = NONE
    for other in side_range(state.craft, enemy):
        if other == k or not is_there(state.craft[other]):
            continue
        if bay_for(state, rules, other, k) != NONE:
            return other
        if first_hangar(state, rules, other) != NONE:
            found = other
    return found


@native
def hangar_for(state: State, rules: Rules, carrier, k):
    """Return a hangar of a ship with room for craft k, else its first one; NONE without a ship."""
    if carrier == NONE:
        return NONE
    bay = bay_for(state, rules, carrier, k)
    return bay if bay != NONE else first_hangar(state, rules, carrier)


@native
def first_hangar(state: State, rules: Rules, carrier):
    """Return the first bay of a ship that is a hangar, or NONE."""
    klass = class_of(state, rules, carrier)
    for bay in range(int(klass.bays)):
        if not klass.bay[bay].cargo:
            return bay
    return NONE


@native
def reseed(state: State, seed):
    """Set random streams that are independent of the real game's."""
    chance = state.chance
    chance.seed_lo = fold(int(seed) & 0xFFFFFFFF, 1)
    chance.seed_hi = fold(int(seed) >> 32, 2) & 0x7FFFFFFF
    chance.decisions = 0
    for bucket in range(len(chance.uses)):
        chance.uses[bucket] = 0


@native
def is_loaded(state: State, side):
    """IN-HPT-02 Whether a side has loaded its racks: Red does so first, once all are placed."""
    if state.phase != Phase.SETUP:
        return True
    loads = DELEGATION[int(state.decision)] == Delegate.LOADS
    return loads and state.seat > side


@native
def determinize_missiles(state: State, enemy):
    """IN-DEF-04 Kinds of missiles: TGMs where they lie in wait, any other in flight."""
    for n in side_range(state.missile, enemy):
        missile = state.missile[n]
        if missile.status == MissileStatus.NONE or missile.kind == Load.HELL:
            continue
        missile.kind = IN_FLIGHT[sample_index(state, n, DeterminizationStream.LOAD, len(IN_FLIGHT))]
        if missile.status == MissileStatus.DORMANT:
            missile.kind = Load.TGM_1


@native
def determinize_adrift(state: State, opening: State, rules: Rules, enemy):
    """IN-ABN Crews in space: suits as they were, one man awake; the rest is sampled.

    A crewman who has left a ship and is in none of them is dead.
    """
    taken = 0
    for n in side_range(state.adrift, enemy):
        crew = state.adrift[n]
        if crew.people == 0:
            continue
        if crew.prize:
            m = restore_prize(state, opening, n)
            taken |= 1 << (m % (len(state.crew) // 2))
            crew.crew = opening.adrift[n].crew
            crew.thrust = opening.adrift[n].thrust
            crew.air = max(int(opening.adrift[n].air) - int(state.turn), 1)
            crew.conscious = 1
            continue
        crew.crew = 0
        for _ in range(int(crew.people)):
            m = sample_missing_crewman(state, rules, enemy, taken)
            if m != NONE:
                release_weapons(state, rules, m)
                state.crew[m].status = CrewStatus.GONE
                state.crew[m].flies = 0
                place = m % (len(state.crew) // 2)
                taken |= 1 << place
                crew.crew = int(crew.crew) | (1 << place)
        crew.thrust = THRUST
        crew.air = AIR
        crew.conscious = 1
    for m in side_range(state.crew, enemy):
        if (
            state.crew[m].status == CrewStatus.GONE
            and not (taken >> (m % (len(state.crew) // 2))) & 1
        ):
            state.crew[m].status = CrewStatus.DEAD


@native
def prize_crewman(state: State, opening: State, n):
    """IN-SCN-09 Slot of the man whom both sides want, who began in counter n."""
    crewmen = len(state.crew) // 2
    side = n // (len(state.adrift) // 2)
    for place in range(crewmen):
        if (int(opening.adrift[n].crew) >> place) & 1:
            return side * crewmen + place
    return NONE


@native
def restore_prize(state: State, opening: State, n):
    """IN-SCN-09 Both sides know all about the man whom both want; return his slot."""
    m = prize_crewman(state, opening, n)
    state.crew[m].role = opening.crew[m].role
    state.crew[m].status = opening.crew[m].status
    return m


@native
def seat_prize(state: State, opening: State, rules: Rules):
    """IN-SCN-10 He rides in a ship that has picked him up."""
    if state.prize_holder == NONE:
        return
    for n in range(len(opening.adrift)):
        if opening.adrift[n].prize:
            m = restore_prize(state, opening, n)
            state.crew[m].rescuer = NONE
            state.crew[m].berth = berth_for(state, rules, int(state.prize_holder))
            state.crew[m].rescuer = state.prize_holder


@native
def sample_missing_crewman(state: State, rules: Rules, enemy, taken):
    """Return the crewman who may be in space; NONE if there is none.

    He is from a ship that was left, else from one that is lost. Otherwise his ship can spare him;
    one with an ejector is preferred. `taken` are bits of those in space already.
    """
    lost, spare = NONE, NONE
    for m in side_range(state.crew, enemy):
        member = state.crew[m]
        if member.craft == NONE or (taken >> (m % (len(state.crew) // 2))) & 1:
            continue
        if member.status == CrewStatus.GONE:
            return m
        if member.status == CrewStatus.DEAD:
            lost = m
        elif not member.flies and (spare == NONE or can_eject(state, rules, member)):
            spare = m
    return spare if lost == NONE else lost


@native
def can_eject(state: State, rules: Rules, member: Crew):
    """IN-ABN-01 Whether a crewman's ship has ejectors."""
    return has_ejectors(class_of(state, rules, int(member.craft)))
