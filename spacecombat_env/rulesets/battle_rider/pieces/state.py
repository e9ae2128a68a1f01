"""The records of a game: what lies on the table, what each player holds, chance, and the log.

One game is one packed record of integers. Index arrays hold both sides: slots 0..n-1 are Red's,
n..2n-1 Blue's, and a slot never moves, so an index is an identity. Masks are int64 with one bit
per slot.
"""

from functools import cache

import numpy as np

from spacecombat_env.core.record import FLAG, INT8, INT16, INT32, INT64, record, words_from
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    CAPACITIES,
    CARDS,
    DETAILS,
    DIE,
    DIRECTIONS,
    LOG_LENGTH,
    MAX_BODIES,
    MAX_DIRECTED,
    MAX_HITS,
    MAX_PICKS,
    MAX_PLAYERS,
    MAX_WHITEOUTS,
    RESULTS,
    SET_ASIDE,
    WEAPON_ROWS,
    Capacity,
)

MAX_MEMBERS = 8  # craft of one task force: Fleet Tactics is at most 7
SAND_LEVELS = 12  # sandcasters on one missile; its damage is 12 at most, so more do nothing

craft_dtype = record(
    [
        ("klass", INT16),  # row of rules.classes; 0 = empty slot
        ("status", INT8),  # CraftStatus
        ("tf", INT8),  # task force slot, or NONE
        ("keeper", INT8),  # craft slot: tender that carries a rider, controller of a drone
        ("detected", FLAG),  # on the map for good (BR-DET-02)
        ("contact", INT8),  # number under which the enemy knows it, in order of detection
        ("missiles", INT16),  # ready missiles left (BR-MIS-02)
        ("fuel", INT16),  # G-turns left, NONE = unlimited; or RESERVE_BURNED
        ("damage", FLAG, (RESULTS,)),  # Damage per Result
        ("bridge_shifted", FLAG),  # auxiliary bridge used up (BR-AMB-38)
        ("overload", INT8),  # Circuitry Overload marker 0, 1, 2 (BR-FIR-15)
        ("tumble", INT8),  # Tumble
        ("active", FLAG),  # Active marker (BR-DET-09)
        ("extended", FLAG),  # folding array extended (BR-DET-10)
        ("jamming", FLAG),  # area jammer switched on (BR-JAM-10)
        ("decided", INT8),  # this round: 1 active sensor, 2 array, 4 area jammer, 8 power
        ("overpower", INT8),  # 0, 1, 2: level announced this turn (BR-FIR-11)
        ("overpowered", INT8, (WEAPON_ROWS,)),  # weapons of each row announced and not yet fired
        ("forgone_g", INT8),  # Gs given up this turn for overpowering (BR-FIR-13)
        ("fired", INT8, (WEAPON_ROWS,)),  # beams fired this phase, per row (BR-FIR-08)
        ("fired_before", INT8, (WEAPON_ROWS,)),  # beams fired in the Operations Phase this turn
        ("sand_used", INT8),  # sandcasters used in the current enemy round (BR-SCR-07)
        ("dampers_used", INT8),  # dampers used this Missile Attack Phase (BR-AMB-45)
        ("launched", FLAG),  # has launched its spread this turn (BR-MIS-03)
        ("controlled", INT16),  # missiles controlled this turn (BR-MIS-02)
        ("tried", INT64, (2,)),  # per Sensor: enemy task forces attempted this round (BR-DET-03)
        ("tried_spreads", INT64, (2,)),  # per Sensor: enemy spreads attempted this round
        ("lock_tried", INT64),  # enemy craft a lock was attempted on this phase (BR-AMB-32)
        ("lock", INT64),  # enemy craft locked this phase
        ("lock_spread_tried", INT64),  # enemy spreads a lock was attempted on this phase
        ("lock_spread", INT64),  # enemy spreads locked this phase
        ("suiting", INT8),  # what a crew that suits up misses: ships/life_support.py
        ("crew", INT8),  # Crew it was bought with; other crews are in rules.crew (BR-ASG-11)
        ("power", INT8),  # Power
        ("party_sent", FLAG),  # has sent a boarding party this turn
        ("party_away", FLAG),  # its boarding party is away (BR-BRD-03)
        ("boarders", INT8),  # craft slot whose party is aboard, or NONE (BR-BRD-02)
        ("sections", INT8),  # hull sections held by the boarders (BR-BRD-04)
        ("fight", INT8),  # Fight: the last turn of the boarding action
        ("globe", INT8),  # black globe: 0 off, 1..9 flicker in tenths, 10 full (BR-BGL-01)
        ("globe_drain", INT8),  # what full use has taken off its capacity (BR-BGL-07)
        ("markers", INT8),  # damage markers face down; only in what the enemy sees (BR-HID-01)
        ("report", INT8),  # what an enemy scan for damage said of it, or 0 (BR-REF-02)
        ("facing", INT8),  # hexside faced, NONE = any (BR-FAC-04)
        ("facings", INT8),  # bit per hexside to choose from after a move (BR-FAC-03)
        ("fatigue", INT8),  # penalty of its tired crew on all tasks (BR-SUR-04)
        ("stunned", INT8),  # surprised: 1 battle stations to be tried, 2 failed (BR-SUR-02)
        ("sims", INT16),  # of the ready missiles, the semi-independent ones (BR-SIM-04)
        ("globe_marks", INT8),  # bits of ships/black_globes.py: strained this round, overloaded
        ("errand", INT8),  # bits of Errand
        ("player", INT8),  # number of the player of its side whose it is (BR-MPL-01)
    ]
)

force_dtype = record(
    [
        ("status", INT8),  # ForceStatus
        ("contact", INT8),  # number under which the enemy knows it, in order of appearance
        ("q", INT16),  # axial position, hexes
        ("r", INT16),
        ("vq", INT16),  # vector, hexes per turn: PEM = position + vector, PPM = position - vector
        ("vr", INT16),
        ("strength", INT8),  # craft in it
        ("acted", FLAG),  # has had its round this turn
        ("moved", FLAG),  # has moved in its current round
        ("spent_g", FLAG),  # burned any G this turn (BR-DET-13, BR-AMB-21)
        ("gs", INT8),  # Gs of maneuver and evasion burned this turn
        ("thrust_side", INT8),  # hexside of the Thrust marker, or NONE (BR-MOV-07)
        ("evade", INT8),  # Evade marker 0, 1, 2 (BR-EVA-02)
        ("shadow_found", FLAG),  # sensor shadow detected (BR-DET-06)
        ("entry_turn", INT8),  # BR-SCN-04
        ("fire_over", FLAG),  # this part of the round, before or after the move, has had its fire
        ("detecting", INT8),  # detect step: 0 to come, 1 open, 2 over (BR-SEQ-05)
        ("firing", FLAG),  # a fire step is open
        ("emitting", FLAG),  # shows an Active marker; kept for what the enemy sees (BR-AMB-88)
        ("settled", FLAG),  # sensor status can no longer change this round (BR-AMB-20)
        ("surface", INT8),  # Surface
        ("near_side", INT8),  # hexside by which it is fired at from its own hex, or NONE
        ("flickering", FLAG),  # the enemy was told of a flickering globe in it (BR-BGL-15)
    ]
)

spread_dtype = record(
    [
        ("count", INT16),  # missiles; 0 = empty slot
        ("owner", INT8),  # craft slot of the launching and controlling ship
        ("contact", INT8),  # number under which the enemy knows it
        ("g_left", INT8),  # G-turns left (BR-MIS-05)
        ("q", INT16),
        ("r", INT16),
        ("vq", INT16),
        ("vr", INT16),
        ("detected", FLAG),
        ("moved", FLAG),  # has moved this turn
        ("burned", FLAG),  # burned Gs in this turn's Missile Movement Phase (BR-AMB-44)
        ("target_tf", INT8),  # task force under attack, or NONE
        ("target_spread", INT8),  # spread under attack, or NONE (BR-AMB-43)
        ("aim", INT16, (MAX_MEMBERS,)),  # missiles per defender of the task force (BR-MIS-20)
        ("fire_control", INT8),  # controlling ship's FC when the attack phase began (BR-SEQ-10)
        ("penalty", INT8),  # its task penalties then
        ("reach", INT16),  # range from it to the target hex then (BR-MIS-28)
        ("fired", FLAG),  # at least one missile fired (BR-AMB-07)
        ("sand", INT16, (SAND_LEVELS,)),  # missiles at the present defender met by 1, 2, .. casters
        ("sim", INT8),  # tech level of semi-independent missiles, 0 = controlled (BR-SIM-01)
        ("scanned", INT16),  # of them, those that have tried to detect this turn (BR-SIM-02)
        ("ship_lock", INT8),  # the controller's lock for them: 0 untried, 1 failed, 2 won
    ]
)

whiteout_dtype = record(
    [
        ("timer", INT8),  # White Out marker 0 = none, 1, 2
        ("q", INT16),
        ("r", INT16),
    ]
)

body_dtype = record(
    [
        ("kind", INT8),  # BodyKind
        ("q", INT16),
        ("r", INT16),
    ]
)

# A side's secret mission and what has been done for it (chapters ASG, MIR, MIB).
mission_dtype = record(
    [
        ("number", INT8),  # RedMission or BlueMission; 0 = none
        ("asteroid", INT8),  # place in state.body that was written down in secret, or 0
        ("late", FLAG),  # buys the part of its fleet that enters later
        ("limit", INT16),  # points left for the part that is bought, where it is split
        ("bombing", INT64),  # own craft that have missiles on their way to the planet
        ("bombardments", INT8),  # turns of bombardment carried out
        ("landers", INT64),  # own craft that have landed troops this turn
        ("troops", INT16),  # ground troops landed, less casualties
        ("secured", FLAG),  # enough of them in an Initiative Phase
        ("landing_turn", INT16),  # turn in which commandos landed, or 0
        ("team", INT8),  # own craft with the commandos or the team aboard, or NONE
        ("team_lost", FLAG),
        ("since", INT16),  # turn since which the conditions hold, or 0 (BR-ASG-13)
        ("escaped_before", INT8),  # own ships that had escaped by turn 20 (BR-MIB-08)
        ("too_late", FLAG),  # the enemy's conditions were fulfilled by turn 20
    ]
)

# The words one seat has spoken of its current order.
order_dtype = record(
    [
        ("verb", INT8),
        ("together", FLAG),  # the whole task force does it, ship by ship
        ("craft", INT8),  # own craft slot spoken of
        ("tf", INT8),  # own task force slot
        ("spread", INT8),  # own spread slot
        ("target_craft", INT8),
        ("target_tf", INT8),
        ("target_spread", INT8),
        ("sensor", INT8),
        ("member", INT8),  # defender whose attackers are meant
        ("row", INT8),  # weapon row
        ("low", INT16),  # bounds of the number being spoken
        ("high", INT16),
        ("tens", INT16),  # tens already spoken, or NONE
        ("dq", INT16),  # shift of the projected endpoint so far
        ("dr", INT16),
        ("gs", INT8),  # Gs of maneuver so far
        ("evasion", INT8),  # Gs of evasion
        ("beams", INT8, (WEAPON_ROWS,)),  # weapons named so far, per row
        ("shot", INT8, (MAX_MEMBERS, WEAPON_ROWS)),  # beams on one missile, per defender and row
        ("shot_kept", FLAG),  # `shot` can be fired again
        ("level", INT8),  # overpower level, or sandcaster level on missiles
        ("step", INT8),  # where a list of questions stands
        ("hexside", INT8),  # hexside through which a battery fires, or NONE
    ]
)

# The sensor attempt under way; both sides know parts of it.
attempt_dtype = record(
    [
        ("purpose", INT8),
        ("actor", INT8),  # craft slot of the sensing ship
        ("sensor", INT8),
        ("target_tf", INT8),  # or NONE for a spread
        ("target_spread", INT8),
        ("target_craft", INT8),  # NONE = the shadow; hidden from the sensing side until found
        ("ties", INT64),  # own craft equally easy to find, when the target player must choose
        ("range", INT16),
        ("tech_level", INT8),  # of the sensing ship; announced with a scan that may be jammed
        ("jammer", INT8),  # craft slot, NONE = undecided or none
        ("jam_modifier", INT8),
        ("grade", INT8),
        ("successes", INT8),  # craft found by this chain
        ("sim", INT8),  # spread slot of the missile that senses, or NONE (BR-SIM-02)
    ]
)

hit_dtype = record(
    [
        ("kind", INT8),  # Beam
        ("value", INT8),  # damage value, doubled if outstanding
        ("sand", INT8),  # sandcasters assigned
    ]
)

volley_dtype = record(
    [
        ("shooter", INT8),
        ("target", INT8),
        ("tech_level", INT8),
        ("hits", INT8),
        ("next_hit", INT8),
        ("hit", hit_dtype, (MAX_HITS,)),
    ]
)

watch_dtype = record(
    [
        ("level", INT8),  # Readiness
        ("alert", INT16),  # turns at alert since the crew last rested
        ("stations", INT16),  # turns at battle stations since then
        ("rest", INT16),  # turns at normal cruising without a break
        ("fatigue", INT8),  # what that adds to every task (BR-SUR-04)
        ("stale", INT8),  # what manning battle stations cost when the crew stood down (BR-SUR-06)
        ("asked", FLAG),  # readiness is ordered for the turn that begins
        ("caught", FLAG),  # the scenario has this side surprised on turn 1
    ]
)

# The players of a side, where there are several (chapter MPL).
team_dtype = record(
    [
        ("count", INT8),  # players; 0 = one
        ("commander", INT8),  # fleet commander; NONE until the ships are divided
        ("planner", INT8),  # player who is asked to launch, reconfigure or board
        ("tactics", INT8, (MAX_PLAYERS,)),  # Fleet Tactics by card; the commander's: state.tactics
    ]
)

event_dtype = record(
    [
        ("kind", INT8),  # Event
        ("side", INT8),  # side that acts, NONE = neither
        ("known", INT8),  # bit per side that may read it in full
        ("actor", INT8),
        ("target", INT8),
        ("a", INT16),
        ("b", INT16),
        ("c", INT16),
        ("card", INT8),  # number of the card turned, 1..95; 0 = none
        ("detail", INT8, (DETAILS,)),  # of TASK: modifiers; of CARDS: further cards
    ]
)

chance_dtype = record(
    [
        ("seed_lo", INT64),
        ("seed_hi", INT64),
        ("deck", FLAG, (CARDS,)),  # cards 0..94; those before deck_left are still face down
        ("deck_left", INT16),
        ("dealt", INT32),  # cards turned this game
        ("decisions", INT32),  # asked of both seats so far
        ("changes", INT32),  # steps of the engine so far: while it stands still, only words change
        ("uses", INT16, (64,)),  # how often a luck key of this bucket was used this turn
    ]
)


@cache
def state_dtype(capacity: Capacity) -> np.dtype:
    """Return the packed record of one game for a capacity class."""
    return record(
        [
            ("turn", INT16),
            ("phase", INT8),
            ("step", INT8),  # Step
            ("ask", INT8),  # Ask
            ("seat", INT8),  # Side asked
            ("initiative", INT8),  # Side with the initiative
            ("mover", INT8),  # Side whose round, launch or spread move it is
            ("round_tf", INT8),  # task force whose round it is, or NONE
            ("verdict", INT8),
            ("reason", INT8),
            ("passed", FLAG, (2,)),  # side moves no more controlled spreads this turn
            ("tactics", INT8, (2,)),
            ("points_lost", INT16, (2,)),  # printed points destroyed or lost (BR-SCN-06)
            ("points_escaped", INT16, (2,)),
            ("known_lost", INT16, (2,)),  # of those, the points of craft the enemy had detected
            ("known_escaped", INT16, (2,)),
            ("contacts", INT8, (2,)),  # craft of each side detected so far
            ("boarding_stage", INT8),  # where boarding actions stand (forces/boarding.py)
            ("pool", INT8, (RESULTS,)),  # damage markers left in the cup (BR-AMB-37)
            ("attack_member", INT8),  # defender whose sandcasters are being assigned
            ("attack_spread", INT8),  # spread they are assigned against
            ("attack_level", INT8),  # which caster on one missile
            ("attack_tf", INT8),  # task force whose attackers are being resolved, or NONE
            ("defender", INT8, (MAX_MEMBERS,)),  # its craft, NONE after the last
            ("craft", craft_dtype, (2 * capacity.craft,)),
            ("tf", force_dtype, (2 * capacity.task_forces,)),
            ("spread", spread_dtype, (2 * capacity.spreads,)),
            ("whiteout", whiteout_dtype, (MAX_WHITEOUTS,)),
            ("body", body_dtype, (MAX_BODIES,)),
            ("order", order_dtype, (2,)),
            ("attempt", attempt_dtype),
            ("volley", volley_dtype),
            ("buyer", FLAG, (2,)),  # buys its fleet: its Fleet Tactics are secret (BR-SCN-11)
            ("funds", INT16, (2,)),  # points it has left to spend
            ("picker", INT8),  # Side that picks the next ship set aside; NONE before the cards
            ("picks", INT8, (2, MAX_PICKS)),  # class rows picked so far, 0 = none (BR-SCN-10)
            ("battery_side", INT8),  # side whose craft `battery_fire` counts, or NONE
            # Weapons fired this phase through each hexside, by secondary and turret rows (BAT).
            ("battery_fire", INT8, (capacity.craft, DIRECTIONS, WEAPON_ROWS - 1)),
            # Sandcasters used this round or phase against what came through each hexside.
            ("battery_sand", INT8, (capacity.craft, DIRECTIONS)),
            ("directed", INT32, (MAX_DIRECTED,)),  # what directors serve (ships/fire_control.py)
            ("watch", watch_dtype, (2,)),  # readiness of each side (BR-SUR-07)
            ("surprise_over", FLAG),  # the one surprise of the game has been tried (BR-SUR-01)
            ("secrecy", INT8),  # bits of Secrecy, set by the scenario
            ("mission", mission_dtype, (2,)),
            ("team", team_dtype, (2,)),
            # Where a rule puts what it counts; zero before and after.
            ("drawn", INT8, (RESULTS,)),  # damage markers drawn together, by Result (BR-DMG-06)
            ("share", INT32, (MAX_PLAYERS,)),  # points handed to each player (BR-MPL-01)
            ("unit", INT8, (capacity.craft,)),  # craft of a side that stay together (BR-MPL-01)
            ("log_count", INT64),  # events so far; the last LOG_LENGTH are kept
            ("log", event_dtype, (LOG_LENGTH,)),
            ("log_told", INT32),  # events that have been judged and told to their readers
            ("told_count", INT32, (2,)),  # events that each side has been told so far
            ("told", event_dtype, (2, LOG_LENGTH)),  # the last of them, as that side reads them
            ("chance", chance_dtype),  # last, so that a look at the table need not copy it
        ]
    )


UNSEEN_WORDS = words_from(state_dtype(next(iter(CAPACITIES.values()))), "log_count")
"""Words at the end of a state of any capacity that no look shows: the log and chance."""

weapon_dtype = record(
    [
        ("kind", INT8),  # Beam
        ("spinal", FLAG),
        ("number", INT8),  # weapons in one battery
        ("overpower", INT8),  # built-in overpower as a positive level 0, 1, 2
        ("range", INT8),  # short range, hexes
        ("damage", INT8, (4,)),  # per range band; NONE = may not be fired (BR-AMB-34)
    ]
)

class_dtype = record(
    [
        ("size_mod", INT8),
        ("tech_level", INT8),
        ("fire_control", INT8),
        ("directors", INT16),
        ("missiles", INT16),
        ("sensor_range", INT8, (2,)),  # per Sensor
        ("folding", FLAG),
        ("jammer", INT8),
        ("masked", FLAG),
        ("area_jammer", FLAG),
        ("jump", INT8),
        ("g", INT8),
        ("fuel", INT16),  # G-turns in all, NONE = unlimited
        ("limited_fuel", FLAG),
        ("armor", INT8),
        ("aux_bridge", FLAG),
        ("meson_screen", INT8),
        ("sandcasters", INT8),
        ("dampers", INT8),
        ("black_globe", FLAG),
        ("rider_klass", INT8),  # row of rules.classes, 0 = none
        ("riders", INT8),
        ("socket_extenders", FLAG),
        ("points", INT16),
        ("points_without_tender", INT16),
        ("restricted_directors", INT8),
        ("drone", FLAG),
        ("globe_capacity", INT8),  # damage points of the capacitors (BR-BGL-05)
        ("globe_rate", INT8),  # highest flicker rate, tenths
        ("sim_level", INT8),  # tech level of its semi-independent missiles, 0 = none
        ("merchant", FLAG),  # BR-MIB-06
        ("weapon", weapon_dtype, (WEAPON_ROWS,)),
    ]
)

MAX_CRAFT = 2 * max(capacity.craft for capacity in CAPACITIES.values())
MAX_CLASSES = 96  # printed classes, drones, and classes a scenario brings

card_dtype = record(
    [
        ("hit", INT8),  # 1..5, BULLSEYE or MISS
        ("missile_value", INT8),
        ("crack", INT8),  # value for a crack crew; the main one where its field is empty
        ("green", INT8),  # the same for a green crew
    ]
)
BULLSEYE = 9
MISS = 0

options_dtype = record(
    [
        ("columns", INT8),
        ("rows", INT8),
        ("turn_limit", INT16),
        ("margin_decides", FLAG),  # at the turn limit the margin of points decides, else a draw
        ("deck_keyed", FLAG),  # cards drawn by key with replacement, for paired studies
        ("no_effect_stays", FLAG),  # switch of BR-AMB-37
        ("spreads_attack_spreads", FLAG),  # switch of BR-AMB-43
        ("non_initiative_first", FLAG),  # switch of BR-AMB-17
        ("victory", INT8),  # Victory
        ("suits_up", FLAG, (2,)),  # per side: a Life Support result stops the crew (BR-S2-03)
        ("redraws", FLAG, (2,)),  # per side: No Effect markers are drawn again (BR-S2-04)
        ("crew_quality", FLAG),  # chapter CRW
        ("crossing_movement", FLAG),  # chapter XMV
        ("limited_fuel", FLAG),  # chapter FUE
        ("powered_down", FLAG),  # chapter PWR
        ("gravity", FLAG),  # chapter AST
        ("bodies_move", FLAG),  # chapter AST
        ("landing", FLAG),  # chapter LND
        ("jump_line", INT16),  # hexes from the planet beyond which ships may jump, 0 = by the edge
        ("jump_body", INT8),  # that planet: index of state.body
        ("advanced_tech", FLAG),  # chapter ATL
        ("multiple_batteries", FLAG),  # chapter BAT
        ("socket_extenders", FLAG),  # chapter SOC
        ("restricted_fire_control", FLAG),  # chapter RFC
        ("boarding", FLAG),  # chapter BRD
        ("black_globes", FLAG),  # chapter BGL
        ("sims", FLAG),  # chapter SIM
        ("hidden_damage", FLAG),  # chapter HID
        ("double_blind", FLAG),  # chapter REF
        ("facing", FLAG),  # chapter FAC
        ("surprise", FLAG),  # chapter SUR
        ("damage_table", FLAG),  # chapter LRG: two dice instead of a marker
        ("barrage", INT8),  # chapter LRG: missiles of a barrage, 0 = each for itself
        ("mission", INT8, (2,)),  # RedMission and BlueMission; 0 = drawn
        ("scale", INT8),  # times the points of missions (BR-ASG-06)
        ("advanced", FLAG),  # any of the rules that sight/advanced.py shows is in use
    ]
)

buying_dtype = record(
    [
        ("points", INT16),  # to spend; 0 = the side does not buy
        ("tactics_cost", INT16),  # per level of Fleet Tactics above the first (BR-SCN-11)
        ("jumpless", INT8),  # Jumpless
        ("crews", INT8),  # bit per Crew on sale; 0 = no choice
        ("leave_out", INT8),  # ships drawn from a cup that do not take part (BR-S2-09)
    ]
)

# What a scenario says of a body of state.body, by the same index.
world_dtype = record(
    [
        ("vq", INT8),  # hexes per turn over the map
        ("vr", INT8),
        ("gravity", INT32),  # square of its 1G threshold, in hundredths of a hex squared
        ("reach", INT8),  # hexes within its 1G threshold, from the centre
        ("surface_g", INT8),  # whole Gs at its surface, the most it pulls with
        ("radius", INT8),  # hexes, rounded
        ("cover", INT8),  # Atmosphere
        ("water", FLAG),  # hydrographic rating 1 or more
        ("glare", INT8),  # added to sensor tasks against targets within the 1G threshold
    ]
)

rules_dtype = record(
    [
        ("option", options_dtype),
        ("delegated", INT32, (2,)),  # Delegate bits per side
        ("card", card_dtype, (CARDS,)),
        ("marker_count", INT8, (RESULTS,)),
        ("rolled", INT8, (2 * DIE + 1,)),  # Result of two dice (BR-LRG-08)
        ("rolled_again", INT8, (DIE,)),  # Result of the die after a 7 (BR-LRG-07)
        ("classes", class_dtype, (MAX_CLASSES,)),
        ("buying", buying_dtype, (2,)),
        ("set_aside", INT8, (SET_ASIDE,)),  # class rows in the order of picking, 0 = none
        ("set_aside_group", INT8, (SET_ASIDE,)),  # those of equal points, which the picker orders
        ("bundle", INT8, (2,)),  # class rows of a ship set aside and the rider that goes with it
        ("crew", INT8, (MAX_CRAFT,)),  # Crew by craft slot; a drone's is its controller's
        ("worlds", world_dtype, (MAX_BODIES,)),
        ("merchant", INT8, (MAX_CLASSES,)),  # row of a class as merchant, 0 = none (BR-MIB-06)
    ]
)
