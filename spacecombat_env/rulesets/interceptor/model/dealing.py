"""Writing a card into a slot: class, crew, racks, rows.

Used by the opening and by determinization.
"""

from spacecombat_env.core.native import native

from .constants.categories import Comp, CrewStatus, Role
from .constants.sizes import NONE
from .constants.weapons import MISSILES, Load
from .power.allotment import lay_power
from .racks import has_pod
from .record_types import Class, Rules, State
from .towers import make_whole


@native
def lay_card(state: State, rules: Rules, k, card):
    """Make a slot the whole ship of a card; first_row, first_crew and first_rack must be set."""
    craft = state.craft[k]
    craft.card = card
    craft.klass = rules.cards[card].klass
    klass = rules.classes[int(craft.klass)]
    craft.size_class = klass.size_class
    craft.thrust = klass.thrust
    craft.installation = klass.installation
    craft.out = 0
    craft.command = 0
    craft.stations_hit = 0
    craft.led = rules.cards[card].led
    craft.shaken = 0
    make_whole(state, rules, k)
    lay_crew(state, rules, k, klass)
    lay_racks(state, rules, k, klass)
    settle_ecm_of(state, rules, k, klass)
    lay_power(state, rules, k)


@native
def lay_crew(state: State, rules: Rules, k, klass: Class):
    """IN-CRW-01, 04, IN-OVL-01, IN-FLT-01 Its crew: skills of the card, weapons of the class."""
    first, card = int(state.craft[k].first_crew), rules.cards[int(state.craft[k].card)]
    for place in range(int(klass.crew)):
        member = state.crew[first + place]
        member.craft = k
        member.role = klass.role[place]
        member.piloting = card.crew[place].piloting
        member.gunnery = card.crew[place].gunnery
        member.fam_piloting = card.crew[place].fam_piloting
        member.fam_gunnery = card.crew[place].fam_gunnery
        member.hits = 0
        member.status = CrewStatus.AWAKE
        member.flies = member.role == Role.PILOT
        member.weapons = 0
        member.given_up = 0
        member.way = 0
        member.rescuer = NONE
        member.berth = NONE
        member.station = station_of(klass, place)
        member.column = 0
    for row in range(int(klass.weapons)):
        member = state.crew[first + int(klass.weapon[row].crewman)]
        member.weapons = int(member.weapons) | (1 << row)


@native
def station_of(klass: Class, place):
    """IN-CON-40, 41 Where a crewman serves: in his cockpit, else on the Bridge, else in quarters.

    NONE in a class with none of these.
    """
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind == Comp.COCKPIT and part.crewman == place:
            return component
    bridge, quarters = int(klass.system[Comp.BRIDGE]), int(klass.system[Comp.QUARTERS])
    return quarters if bridge == NONE else bridge


@native
def lay_racks(state: State, rules: Rules, k, klass: Class):
    """IN-HPT-02 Its racks with the loads of the card."""
    first, card = int(state.craft[k].first_rack), rules.cards[int(state.craft[k].card)]
    for place in range(int(klass.racks)):
        rack = state.rack[first + place]
        rack.craft = k
        rack.weapon = klass.rack_weapon[place]
        rack.pod = card.pod[place]
        rack.shots = 0 if rack.pod == NONE else int(rules.pod[int(rack.pod)].shots)
        rack.barred = 0
        for kind in range(MISSILES):
            rack.load[kind] = card.load[place, kind]


@native
def settle_ecm_of(state: State, rules: Rules, k, klass: Class):
    """IN-MSL-03, IN-IDE-27 Whether a whole ship has ECM: a set of its own, or a pod."""
    craft = state.craft[k]
    pod = has_pod(state, k, craft.first_rack, klass.racks, Load.ECM_POD)
    craft.ecm = klass.system[Comp.ECM] != NONE or pod
