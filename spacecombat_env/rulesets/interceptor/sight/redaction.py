"""What a seat may know: the one door through which observation, mask, view and picture look.

`hide` turns a copy of a state into what one seat knows of it (paper 4.1, 4.3): everything else is
zero, or NONE where the field says so. It reads no rules: what an enemy was told is in the record.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    MISSILES,
    Load,
    Status,
    Told,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import (
    DIRECTIONS,
    MAX_HITS,
    MAX_TURRETS,
    NONE,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask
from spacecombat_env.rulesets.interceptor.sight.retelling import hide_event

__all__ = ["hide", "hide_event"]

CLASS = int(Told.CLASS)


@jit
def hide(state, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and chance."""
    enemy = 1 - seat
    hide_engine(state, seat)
    for k in range(len(state.craft)):
        state.craft[k].hit_by = NONE
    for k in half(state.craft, enemy):
        hide_craft(state.craft[k])
    for m in half(state.crew, enemy):
        blank_crewman(state.crew[m])
    for n in half(state.rack, enemy):
        blank_rack(state.rack[n])
    for n in range(len(state.missile)):
        state.missile[n].passed = 0
    for n in half(state.missile, enemy):
        hide_missile(state.missile[n])
    for n in half(state.adrift, enemy):
        hide_adrift(state.adrift[n])
    state.rows[enemy, :] = 0
    blank_order(state.order[enemy])


@jit
def hide_engine(state, seat):
    """Where the engine stands, and what the other seat is asked, is not for a player."""
    state.step = 0
    state.back = 0
    state.cursor = 0
    state.log_count = 0
    if state.seat != seat:
        state.ask = Ask.NOTHING
    for n in range(MAX_HITS):
        state.exchange.hit[n].crewman = NONE


# --- craft ---------------------------------------------------------------------------------------


@jit
def hide_craft(craft):
    """IN-LOS-01, 02 Place, course and what was told of an enemy stay; one not on the map is not."""
    hide_who(craft)
    hide_thrust(craft)
    hide_state(craft)
    craft.fired = int(craft.fired) & int(craft.weapons_told)
    if craft.status < Status.ON_MAP:
        blank_place(craft)
        blank_told(craft)


@jit
def hide_who(craft):
    """IN-LOS-02, 04 Who it is; its class stays once it was told."""
    craft.card = 0
    craft.carrier = NONE
    if not has_class(craft):
        craft.klass = 0
    craft.first_crew = 0
    craft.first_rack = 0


@jit
def has_class(craft):
    """IN-LOS-04 Whether its class was told."""
    return craft.status >= Status.ON_MAP and int(craft.told) & CLASS != 0


@jit
def hide_thrust(craft):
    """What it can still do this turn, and how well it obeys."""
    craft.thrust = 0
    craft.pushed = 0
    craft.spent = 0
    craft.heading_points = 0
    craft.facing_points = 0
    craft.points = 0
    craft.deeds = 0


@jit
def hide_state(craft):
    """What is left of it: the enemy has what he saw last."""
    craft.collapse = 0
    craft.collapse_due = 0
    craft.ecm = 0
    craft.decoyed = 0
    craft.stopped = 0
    craft.guard = 0
    for side in range(DIRECTIONS):
        craft.shield[side] = 0
        craft.armour[side] = 0
    craft.inside = 0
    craft.disabled = 0
    craft.struck = 0
    craft.plant_lost = 0
    craft.out = 0
    for turret in range(MAX_TURRETS):
        craft.jam[turret] = 0
    craft.leaving = 0
    craft.morale = 0


@jit
def blank_place(craft):
    """One that has not entered the map, or lies in a bay."""
    craft.status = Status.UNUSED
    craft.size_class = 0
    craft.contact = NONE
    craft.q = 0
    craft.r = 0
    craft.heading = 0
    craft.facing = 0
    craft.velocity = 0
    craft.rolled = 0
    craft.hexes = 0
    craft.start_velocity = 0
    craft.control = 0
    craft.acted = 0
    craft.cover = NONE
    craft.cover_side = 0
    craft.ram = NONE
    craft.arrived = 0
    craft.fired = 0
    craft.first_row = 0


@jit
def blank_told(craft):
    """Nothing was told of it."""
    craft.told = 0
    craft.weapons_told = 0
    craft.armour_turn = 0
    craft.inside_turn = 0
    for side in range(DIRECTIONS):
        craft.seen_armour[side] = 0
    craft.seen_inside = 0
    craft.seen_disabled = 0
    craft.seen_tons = 0
    craft.seen_streamlined = 0
    craft.armed_as = 0
    craft.kinds_told = 0


# --- the rest ------------------------------------------------------------------------------------


@jit
def blank_crewman(member):
    """IN-CRW Skills, wounds and tasks of the enemy's people are never told."""
    member.craft = NONE
    member.role = 0
    member.piloting = 0
    member.gunnery = 0
    member.fam_piloting = 0
    member.fam_gunnery = 0
    member.hits = 0
    member.wits = 0
    member.flies = 0
    member.overload = 0
    member.kills = 0
    member.service = 0
    member.weapons = 0
    member.given_up = 0
    member.engaged = 0


@jit
def blank_rack(rack):
    """IN-HPT What a rack carries is known by what is launched from it alone."""
    rack.craft = NONE
    rack.weapon = 0
    rack.pod = 0
    rack.shots = 0
    rack.barred = 0
    for kind in range(MISSILES):
        rack.load[kind] = 0


@jit
def hide_missile(missile):
    """IN-DEF-04 A HELL is known as such, other missiles by what they do."""
    if missile.kind != Load.HELL:
        missile.kind = NONE


@jit
def hide_adrift(crew):
    """IN-ABN Of a crew in space: where it is, and how many they are."""
    crew.crew = 0
    crew.thrust = 0
    crew.air = 0
    crew.conscious = 0


@jit
def blank_order(order):
    """The words of the other seat are its own."""
    order.verb = 0
    order.craft = NONE
    order.crewman = NONE
    order.rack = NONE
    order.load = 0
    order.target_kind = 0
    order.target = NONE
    order.missile = NONE
    order.column = 0
    order.direction = 0
    order.speed = 0
    order.ahead = 0
    order.weapons = 0
    order.locks = 0
    order.low = 0
    order.high = 0
    order.tens = NONE
    order.watch = 0
    order.passed = 0
    order.passed_defence = 0
    order.value = 0
    order.done = 0
    order.served = 0
