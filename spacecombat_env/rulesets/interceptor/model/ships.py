"""Ships as a whole: side, working parts, crew; used by every chapter."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from .constants.categories import Comp, Control, CrewStatus, Morale, Role, Status, Target, Tow
from .constants.sizes import NONE
from .record_types import Class, Craft, Crew, Rules, State


@native
def slots(state: State):
    """Return the craft slots of one side."""
    return len(state.craft) // 2


@native
def side_of(state: State, k):
    """Return the side of a craft."""
    return int(k) // slots(state)


@native
def class_of(state: State, rules: Rules, k) -> Class:
    """Return the class of a craft, as a record of the rules."""
    return rules.classes[int(state.craft[k].klass)]


@native
def is_there(craft: Craft):
    """Return whether it lies on the map, crewed or not, whole or broken."""
    return Status.ON_MAP <= craft.status <= Status.WRECK


@native
def is_active(craft: Craft):
    """Return whether it lies on the map and is crewed: it moves in its turn, and may be fought."""
    return craft.status == Status.ON_MAP


@native
def is_hull(craft: Craft):
    """Return whether it lies on the map and is a hull that can be shot at: anything but a wreck."""
    return Status.ON_MAP <= craft.status <= Status.DERELICT


@native
def is_silent(craft: Craft):
    """IN-ABN-07, 12 Whether it neither fires nor defends itself: it rescues, or is abandoned."""
    return craft.lowered != 0 or craft.left_in != 0


@native
def is_installation(craft: Craft):
    """IN-OIN-01 Whether it is an orbital installation: both sides see that."""
    return craft.installation == 1


@native
def is_out_of_control(craft: Craft):
    """IN-SOC-01 Whether it is seriously out of control."""
    return craft.control == Control.OUT


@native
def is_tug(craft: Craft):
    """IN-CON-27 Whether it has a ship in tow, and moves with it as one."""
    return craft.tow_state >= Tow.TOWING and not craft.towed


@native
def is_in_tow(craft: Craft):
    """IN-CON-27 Whether its tug moves it."""
    return craft.tow_state >= Tow.TOWING and craft.towed != 0


@native
def is_bare(craft: Craft):
    """IN-CON-26, 30, IN-ABN-07 Whether it has no shields: for a rescue, or while a tow changes."""
    steady = craft.tow_state == Tow.TOWING or craft.tow_state == Tow.ATTACHED
    return craft.lowered != 0 or (craft.tow_state != Tow.FREE and not steady)


@native
def end_run(craft: Craft):
    """IN-POW-10, IN-AMB-165 Its way into T-space is over, begun or declared."""
    craft.run = 0
    craft.run_turn = 0
    craft.transit = 0


@native
def towed_tons(state: State, rules: Rules, k):
    """IN-CON-27 Tons that the engines of a ship move: its own, and those of the ship in tow."""
    tons = int(class_of(state, rules, k).tons)
    if is_tug(state.craft[k]):
        tons += int(class_of(state, rules, int(state.craft[k].tow)).tons)
    return tons


# --- components ----------------------------------------------------------------------------------


@native
def is_out(craft: Craft, component):
    """Return whether a component (a row of its class) is disabled; False for NONE."""
    return component != NONE and (int(craft.disabled) >> int(component)) & 1 == 1


@native
def works(state: State, rules: Rules, k, kind):
    """Return whether a craft has a component of a kind (Comp) and its first one works."""
    component = int(class_of(state, rules, k).system[kind])
    return component != NONE and not is_out(state.craft[k], component)


@native
def is_broken(state: State, rules: Rules, k, kind):
    """Return whether a craft has a component of a kind and it is disabled."""
    return is_out(state.craft[k], class_of(state, rules, k).system[kind])


@native
def has_scanner(state: State, rules: Rules, k):
    """IN-IDE-16."""
    return works(state, rules, k, Comp.SCANNER)


@native
def has_command(craft: Craft):
    """IN-IDE-01, 03 Whether it is led: from its Bridge, from a backup, or needs neither."""
    return craft.command == 0


@native
def flees(rules: Rules, craft: Craft):
    """IN-CAM-04 Whether its crew has failed a check of morale, where the scenario has morale."""
    return bool(rules.option.morale) and craft.morale == Morale.BROKEN


# --- crew ----------------------------------------------------------------------------------------


@native
def crew_of(state: State, rules: Rules, k):
    """Return the slots of the crew of a craft."""
    first = int(state.craft[k].first_crew)
    return range(first, first + int(class_of(state, rules, k).crew))


@native
def crewman(state: State, k, place):
    """Return the slot of a crewman by his place in the class's crew.

    That is weapon.crewman, or component.crewman.
    """
    return int(state.craft[k].first_crew) + int(place)


@native
def is_awake(state: State, m):
    """IN-IDE-06 Whether a crewman (a slot, or NONE) can act."""
    return m != NONE and state.crew[m].status == CrewStatus.AWAKE


@native
def flier_of(state: State, rules: Rules, k):
    """IN-FLT-01, IN-IDE-01 Slot of the crewman who flies a craft and is awake, or NONE.

    Nobody flies a ship whose Bridge is out until a backup leads it.
    """
    if not has_command(state.craft[k]):
        return NONE
    for m in crew_of(state, rules, k):
        if state.crew[m].flies and state.crew[m].status == CrewStatus.AWAKE:
            return m
    return NONE


@native
def is_skilled(member: Crew):
    """IN-CRW-04 Whether a crewman has Piloting and Gunnery."""
    return member.role == Role.PILOT or member.role == Role.GUNNER


@native
def is_engineer(member: Crew):
    """IN-AMB-65 Whether a crewman is a flight engineer."""
    return member.role == Role.ENGINEER


# --- racks ---------------------------------------------------------------------------------------


@native
def racks_of(state: State, rules: Rules, k):
    """Return the slots of the racks of a craft."""
    first = int(state.craft[k].first_rack)
    return range(first, first + int(class_of(state, rules, k).racks))


@native
def rack_of(state: State, rules: Rules, k, weapon):
    """Return the slot of the rack of a weapon row, or NONE."""
    place = int(class_of(state, rules, k).weapon[weapon].rack)
    return NONE if place == NONE else int(state.craft[k].first_rack) + place


# --- targets -------------------------------------------------------------------------------------


@native
def target_bit(state: State, kind, target):
    """IN-DIR-09, IN-AMB-84 One bit a target: enemy craft, missiles, crews; 0 for rocks."""
    craft, missiles = slots(state), len(state.missile) // 2
    if kind == Target.CRAFT:
        return 1 << (int(target) % craft)
    if kind == Target.MISSILE:
        return 1 << (craft + int(target) % missiles)
    if kind == Target.ADRIFT:
        return 1 << (craft + missiles + int(target) % (len(state.adrift) // 2))
    return 0


@native
def take_slot(state: State, kind, n):
    """IN-DIR-09, IN-MSL-04 A new missile, or crew in space, takes slot n: a new target.

    A crewman who engaged the former one this turn counts it in addition to later ones.
    """
    pieces = len(state.missile) if kind == Target.MISSILE else len(state.adrift)
    bit = target_bit(state, kind, n)
    for m in side_range(state.crew, 1 - n // (pieces // 2)):
        member = state.crew[m]
        if int(member.engaged) & bit:
            member.engaged = int(member.engaged) & ~bit
            member.engaged_gone = int(member.engaged_gone) + 1


@native
def targets_of(member: Crew, mask):
    """IN-DIR-09 How many targets a crewman has engaged this turn, those of a mask included."""
    return bits(int(member.engaged) | mask) + int(member.engaged_gone)


@native
def bits(mask):
    """Return how many bits of a mask are set."""
    count, rest = 0, int(mask)
    while rest:
        rest &= rest - 1
        count += 1
    return count


@native
def nearest_enemy(state: State, k):
    """Return the nearest enemy hull on the map by steps, the lower slot of equals; or NONE."""
    found, best = NONE, 0
    me = state.craft[k]
    for other in side_range(state.craft, 1 - side_of(state, k)):
        it = state.craft[other]
        if not is_hull(it):
            continue
        dq, dr = int(it.q) - int(me.q), int(it.r) - int(me.r)
        steps = max(abs(dq), abs(dr), abs(dq + dr))
        if found == NONE or steps < best:
            found, best = other, steps
    return found
