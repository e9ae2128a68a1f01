"""The table of decisions: chapter, kind of answer, owner, text.

Rows are grouped by chapter. Decision.JAM, for example, is handled by `legal_jam` and `apply_jam` in
a module of its chapter (core/kernels/decision_functions.py).
"""

from enum import IntEnum

from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision, column

from .constants.turn import Delegate


class Decision(IntEnum):
    """Kinds of decision, by their places in arrays and in the observation: new ones come last."""

    NOTHING = 0
    # set-up (fleets/deployment.py)
    SETUP_FORCE = 1
    SETUP_DUMMIES = 2
    SETUP_COLUMN = 3
    SETUP_VELOCITY = 4
    SETUP_TURN = 5
    # launching (missiles/missile_launching.py)
    LAUNCH_MENU = 6
    LAUNCH_NUMBER = 7
    # task forces (forces/initiative_phase.py, forces/craft_launching.py, forces/reconfiguring.py)
    FORCES_MENU = 8
    CRAFT_TO_LAUNCH = 9
    LAUNCH_TO = 10
    CRAFT_TO_RECOVER = 11
    CRAFT_TO_TRANSFER = 12
    TRANSFER_TO = 13
    DUMMY_FROM = 14
    MERGE_FROM = 15
    MERGE_INTO = 16
    # operations (forces/operations.py, forces/round_menu.py)
    CHOOSE_FORCE = 17
    ROUND_MENU = 18
    # sensors (sensors/: status.py, detect_orders.py, detection.py, jamming.py)
    STATUS_SUBJECT = 19
    DETECT_TARGET = 20
    DETECT_SUBJECT = 21
    DETECT_SENSOR = 22
    DETECT_CHAIN = 23
    EASIEST = 24
    JAM = 25
    # movement (movement/movement.py)
    THRUST = 26
    EVADE_NUMBER = 27
    THRUST_SIDE = 28
    # fire (beams/fire.py)
    FIRE_TARGET = 29
    FIRE_SUBJECT = 30
    FIRE_SENSOR = 31
    WEAPONS = 32
    WEAPON_NUMBER = 33
    OVERPOWER_SHIP = 34
    OVERPOWER_LEVEL = 35
    OVERPOWER_WEAPON = 36
    # screens (beams/screens.py)
    SAND_NUMBER = 37
    # missiles (missiles/control.py, missiles/flight.py)
    SPREAD_MENU = 38
    CONTROL_NUMBER = 39
    SPREAD_WORDS = 40
    SPLIT_NUMBER = 41
    ATTACK_TARGET = 42
    ATTACK_SENSOR = 43
    # missile attack (missiles/defense.py)
    AIM_NUMBER = 44
    DEFENSE_MENU = 45
    DEFENSE_SHIP = 46
    DEFENSE_SPREAD = 47
    DEFENSE_SENSOR = 48
    SHOT_SPREAD = 49
    SHOT_MEMBER = 50
    SHOT_SHIP = 51
    SHOT_WEAPON = 52
    SHOT_NUMBER = 53
    DAMPER_MENU = 54
    DAMPER_SPREAD = 55
    DAMPER_MEMBER = 56
    DAMPER_NUMBER = 57
    MISSILE_SAND_NUMBER = 58
    # purchase (fleets/pools.py, fleets/purchase.py)
    POOL_PICK = 59
    BUY_TACTICS = 60
    BUY_SHIP = 61
    BUY_KEEPER = 62
    BUY_CREW = 63
    # batteries (ships/batteries.py)
    FIRE_HEXSIDE = 64
    # boarding actions (forces/boarding.py)
    BOARDING_MENU = 65
    BOARD_SHIP = 66
    BOARD_TARGET = 67
    RECALL_SHIP = 68
    BOARDING_DEFENSE = 69
    # black globes (ships/black_globes.py)
    GLOBE_SHIP = 70
    GLOBE_SETTING = 71
    # semi-independent missiles (missiles/semi_independent.py)
    LAUNCH_KIND = 72
    SIM_MENU = 73
    SIM_TARGET = 74
    # double-blind play (sensors/searching.py)
    SURVEY_SHIP = 75
    SURVEY_TARGET = 76
    # facing (movement/facing.py)
    FACING = 77
    # surprise (sensors/surprise.py)
    READINESS = 78
    # missions (fleets/mission_setup.py, fleets/purchase.py, victory/mission_deeds.py)
    BODY_COLUMN = 79
    BODY_ROW = 80
    SECRET_ASTEROID = 81
    SETUP_PLACE = 82
    NEAR_COLUMN = 83
    NEAR_ROW = 84
    NEAR_HEADING = 85
    BUY_MERCHANT = 86
    EXTRACT_SHIP = 87
    # semi-independent missiles (fleets/purchase.py)
    BUY_MISSILES = 88


NUM_DECISIONS = len(Decision)


class Chapter(IntEnum):
    """The chapters that request decisions."""

    SHIPS = 0
    MOVEMENT = 1
    SENSORS = 2
    BEAMS = 3
    MISSILES = 4
    FORCES = 5
    FLEETS = 6
    VICTORY = 7


class DecisionOwner(IntEnum):
    """The player of a side to whom a decision belongs (BR-MPL-01)."""

    ACTING = 0  # Whose round it is, who moves a spread or is under attack.
    EACH = 1  # Each player in turn.
    CRAFT = 2  # Owner of the craft of the order.
    FORCE = 3  # Owner of the task force of the order.
    SPREAD = 4  # Controller of the spread of the order.
    LEADER = 5  # The fleet commander.


_ACTION, _NUMBER = AnswerKind.ACTION, AnswerKind.NUMBER
# fmt: off
_ROWS = (
    # ships
    DecisionSpec(Decision.GLOBE_SHIP, Chapter.SHIPS, _ACTION,
             text="{round}: which ship sets its black globe?"),
    DecisionSpec(Decision.GLOBE_SETTING, Chapter.SHIPS, _ACTION,
             text="Black globe of {craft}: 0 off, 1 to 9 flicker in tenths, or 10 full?"),
    # movement
    DecisionSpec(Decision.THRUST, Chapter.MOVEMENT, _ACTION,
             text="{tf} moves{thrust}: a direction to thrust in, evade, or go?"),
    DecisionSpec(Decision.EVADE_NUMBER, Chapter.MOVEMENT, _NUMBER,
             text="{tf} moves{thrust} and evades: with how many Gs{bounds}?"),
    DecisionSpec(Decision.THRUST_SIDE, Chapter.MOVEMENT, _ACTION, delegate=Delegate.TIES,
             owner=DecisionOwner.LEADER,
             text="{target_tf} thrusts: which of two hexsides shows its exhaust?"),
    DecisionSpec(Decision.FACING, Chapter.MOVEMENT, _ACTION, delegate=Delegate.GUNNERY,
             owner=DecisionOwner.CRAFT,
             text="{craft} has moved: which hexside does it face?"),
    # sensors
    DecisionSpec(Decision.STATUS_SUBJECT, Chapter.SENSORS, _ACTION,
             text="{round}, {verb}: all ships, or which one?"),
    DecisionSpec(Decision.DETECT_TARGET, Chapter.SENSORS, _ACTION,
             text="{round} detects: which contact?"),
    DecisionSpec(Decision.DETECT_SUBJECT, Chapter.SENSORS, _ACTION,
             text="{round} detects {target}: all ships, or which one?"),
    DecisionSpec(Decision.DETECT_SENSOR, Chapter.SENSORS, _ACTION,
             text="{craft} detects {target}: active or passive sensor?"),
    DecisionSpec(Decision.DETECT_CHAIN, Chapter.SENSORS, _ACTION, delegate=Delegate.CHAINS,
             text="{actor} has found something in {attempted} ({sensor} sensor): continue with "
                  "the next, or stop?"),
    DecisionSpec(Decision.EASIEST, Chapter.SENSORS, _ACTION, delegate=Delegate.TIES,
             owner=DecisionOwner.FORCE,
             text="{tf} is scanned ({sensor} sensor): which of these equally easy craft is "
                  "found, if any is?"),
    DecisionSpec(Decision.JAM, Chapter.SENSORS, _ACTION, delegate=Delegate.JAMMING,
             owner=DecisionOwner.FORCE,
             text="{target_tf} scans {tf} with an active sensor: which ship jams? Or no jam."),
    DecisionSpec(Decision.SURVEY_SHIP, Chapter.SENSORS, _ACTION,
             text="{round} scans for damage: which ship?"),
    DecisionSpec(Decision.SURVEY_TARGET, Chapter.SENSORS, _ACTION,
             text="{craft} scans for damage: which enemy ship?"),
    DecisionSpec(Decision.READINESS, Chapter.SENSORS, _ACTION, delegate=Delegate.TASK_FORCES,
             text="Readiness this turn: 0 cruising, 1 alert, or 2 battle stations?"),
    # beams
    DecisionSpec(Decision.FIRE_TARGET, Chapter.BEAMS, _ACTION,
             text="{round} fires: at which target?"),
    DecisionSpec(Decision.FIRE_SUBJECT, Chapter.BEAMS, _ACTION,
             text="{round} fires at {fire_target}: all ships, or which one?"),
    DecisionSpec(Decision.FIRE_SENSOR, Chapter.BEAMS, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} locks on {fire_target}: active or passive sensor?"),
    DecisionSpec(Decision.WEAPONS, Chapter.BEAMS, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} fires at {fire_target}{beams}: all weapons, a row of them, or open "
                  "fire?"),
    DecisionSpec(Decision.WEAPON_NUMBER, Chapter.BEAMS, _NUMBER,
             text="{craft} fires at {fire_target}, {row}: how many weapons{bounds}?"),
    DecisionSpec(Decision.OVERPOWER_SHIP, Chapter.BEAMS, _ACTION,
             text="Overpower: which ship?"),
    DecisionSpec(Decision.OVERPOWER_LEVEL, Chapter.BEAMS, _NUMBER,
             text="{craft} overpowers: by which level{bounds}?"),
    DecisionSpec(Decision.OVERPOWER_WEAPON, Chapter.BEAMS, _ACTION,
             text="{craft} overpowers by {level}{beams}: one more weapon of which row? Or done."),
    DecisionSpec(Decision.SAND_NUMBER, Chapter.BEAMS, _NUMBER, delegate=Delegate.SCREENS,
             owner=DecisionOwner.CRAFT,
             text="A {hit} strikes {craft}: how many sandcasters against it{bounds}?"),
    DecisionSpec(Decision.FIRE_HEXSIDE, Chapter.BEAMS, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} fires at {fire_target}: through which hexside?"),
    # missiles
    DecisionSpec(Decision.LAUNCH_MENU, Chapter.MISSILES, _ACTION, delegate=Delegate.LAUNCHES,
             owner=DecisionOwner.EACH,
             text="Launching: which ship launches missiles? Or done."),
    DecisionSpec(Decision.LAUNCH_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.LAUNCHES,
             owner=DecisionOwner.EACH,
             text="{craft} launches: how many missiles{bounds}?"),
    DecisionSpec(Decision.SPREAD_MENU, Chapter.MISSILES, _ACTION, delegate=Delegate.MISSILES,
             owner=DecisionOwner.LEADER,
             text="Missile movement: which spread is controlled? Or let the rest coast."),
    DecisionSpec(Decision.CONTROL_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.MISSILES,
             owner=DecisionOwner.SPREAD,
             text="{spread}: how many of its missiles are controlled{bounds}?"),
    DecisionSpec(Decision.SPREAD_WORDS, Chapter.MISSILES, _ACTION, delegate=Delegate.MISSILES,
             owner=DecisionOwner.SPREAD,
             text="{spread} moves{thrust}: a direction, split, attack, or go?"),
    DecisionSpec(Decision.SPLIT_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.MISSILES,
             owner=DecisionOwner.SPREAD,
             text="{spread} splits: how many missiles make this move{bounds}?"),
    DecisionSpec(Decision.ATTACK_TARGET, Chapter.MISSILES, _ACTION, delegate=Delegate.MISSILES,
             owner=DecisionOwner.SPREAD,
             text="{spread} attacks: which target?"),
    DecisionSpec(Decision.ATTACK_SENSOR, Chapter.MISSILES, _ACTION, delegate=Delegate.MISSILES,
             owner=DecisionOwner.SPREAD,
             text="{spread} attacks {target}: lock with the active or the passive "
                  "sensor?{no_lock}"),
    DecisionSpec(Decision.AIM_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.MISSILES,
             owner=DecisionOwner.SPREAD,
             text="{spread} attacks: how many missiles go for {aimed}{bounds}?"),
    DecisionSpec(Decision.DEFENSE_MENU, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Missiles attack {attacked}: lock, shoot, shoot again, overpower, or end "
                  "defense?"),
    DecisionSpec(Decision.DEFENSE_SHIP, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, lock: which ship tries?"),
    DecisionSpec(Decision.DEFENSE_SPREAD, Chapter.MISSILES, _ACTION,
             delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} locks: on which missiles?"),
    DecisionSpec(Decision.DEFENSE_SENSOR, Chapter.MISSILES, _ACTION,
             delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} locks on {missiles}: active or passive sensor?"),
    DecisionSpec(Decision.SHOT_SPREAD, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, shoot: at which missiles?"),
    DecisionSpec(Decision.SHOT_MEMBER, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, shoot at {missiles}: at those aimed at which ship?"),
    DecisionSpec(Decision.SHOT_SHIP, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, a shot at {missiles} aimed at {member}{shot}: which ship adds beams? "
                  "Or open fire."),
    DecisionSpec(Decision.SHOT_WEAPON, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} joins the shot: with which row?"),
    DecisionSpec(Decision.SHOT_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} joins the shot, {row}: how many beams{bounds}?"),
    DecisionSpec(Decision.DAMPER_MENU, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers: which ship uses them? Or done."),
    DecisionSpec(Decision.DAMPER_SPREAD, Chapter.MISSILES, _ACTION,
             delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers of {craft}: against which missiles?"),
    DecisionSpec(Decision.DAMPER_MEMBER, Chapter.MISSILES, _ACTION,
             delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers of {craft} against {missiles}: those aimed at which ship?"),
    DecisionSpec(Decision.DAMPER_NUMBER, Chapter.MISSILES, _NUMBER,
             delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers of {craft} against {missiles} aimed at {member}: how many{bounds}?"),
    DecisionSpec(Decision.MISSILE_SAND_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.SCREENS,
             owner=DecisionOwner.CRAFT,
             text="{missiles} attack {craft}: how many {units} meet {nth} sandcaster{bounds}?"),
    DecisionSpec(Decision.LAUNCH_KIND, Chapter.MISSILES, _ACTION, delegate=Delegate.LAUNCHES,
             owner=DecisionOwner.EACH,
             text="{craft} launches: controlled or semi-independent missiles? Or done."),
    DecisionSpec(Decision.SIM_MENU, Chapter.MISSILES, _ACTION, delegate=Delegate.MISSILES,
             text="{spread} has moved: detect, or done?"),
    DecisionSpec(Decision.SIM_TARGET, Chapter.MISSILES, _ACTION, delegate=Delegate.MISSILES,
             text="A missile of {spread} detects: which contact?"),
    # forces
    DecisionSpec(Decision.FORCES_MENU, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Task forces: launch craft, recover, transfer, dummy or merge? Or done."),
    DecisionSpec(Decision.CRAFT_TO_LAUNCH, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Launch craft: which one?"),
    DecisionSpec(Decision.CRAFT_TO_RECOVER, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Recover: which craft?"),
    DecisionSpec(Decision.CRAFT_TO_TRANSFER, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Transfer: which craft?"),
    DecisionSpec(Decision.LAUNCH_TO, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Launch {craft}: into which task force?"),
    DecisionSpec(Decision.TRANSFER_TO, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Transfer {craft}: to which task force?"),
    DecisionSpec(Decision.DUMMY_FROM, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Dummy: split off which task force?"),
    DecisionSpec(Decision.MERGE_FROM, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Merge: which task force is given up?"),
    DecisionSpec(Decision.MERGE_INTO, Chapter.FORCES, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.EACH,
             text="Merge {tf}: into which task force?"),
    DecisionSpec(Decision.CHOOSE_FORCE, Chapter.FORCES, _ACTION, owner=DecisionOwner.LEADER,
             text="Operations: which task force takes its round?"),
    DecisionSpec(Decision.ROUND_MENU, Chapter.FORCES, _ACTION,
             text="Round of {round}: what does it do?"),
    DecisionSpec(Decision.BOARDING_MENU, Chapter.FORCES, _ACTION, owner=DecisionOwner.EACH,
             text="Boarding: send a boarding party, recall one, or done?"),
    DecisionSpec(Decision.BOARD_SHIP, Chapter.FORCES, _ACTION, owner=DecisionOwner.EACH,
             text="Boarding: which ship sends its party?"),
    DecisionSpec(Decision.BOARD_TARGET, Chapter.FORCES, _ACTION, owner=DecisionOwner.EACH,
             text="{craft} boards: which enemy ship?"),
    DecisionSpec(Decision.RECALL_SHIP, Chapter.FORCES, _ACTION, owner=DecisionOwner.EACH,
             text="Boarding: which ship recalls its party?"),
    DecisionSpec(Decision.BOARDING_DEFENSE, Chapter.FORCES, _ACTION, owner=DecisionOwner.CRAFT,
             text="Boarders hold part of {craft}: defend what is left, or retake a section?"),
    # fleets
    DecisionSpec(Decision.SETUP_FORCE, Chapter.FLEETS, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.CRAFT,
             text="Set-up: which task force does {craft} belong to?"),
    DecisionSpec(Decision.SETUP_DUMMIES, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             text="Set-up: how many dummy task forces{bounds}?"),
    DecisionSpec(Decision.SETUP_COLUMN, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: in which column does {tf} enter{bounds}?"),
    DecisionSpec(Decision.SETUP_VELOCITY, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: how many hexes per turn does {tf} enter with{bounds}?"),
    DecisionSpec(Decision.SETUP_TURN, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: in which turn does {tf} enter{bounds}?"),
    DecisionSpec(Decision.POOL_PICK, Chapter.FLEETS, _NUMBER, delegate=Delegate.BUYING,
             text="Pools: which of these ships of equal points is yours: {equals}?"),
    DecisionSpec(Decision.BUY_TACTICS, Chapter.FLEETS, _NUMBER, delegate=Delegate.BUYING,
             text="Purchase, {funds} points: which level of Fleet Tactics{bounds}?"),
    DecisionSpec(Decision.BUY_SHIP, Chapter.FLEETS, _ACTION, delegate=Delegate.BUYING,
             text="Purchase, {funds} points left: which ship or drone? Or done."),
    DecisionSpec(Decision.BUY_KEEPER, Chapter.FLEETS, _ACTION, delegate=Delegate.BUYING,
             text="{craft} ({klass}): which ship {keeps}?"),
    DecisionSpec(Decision.BUY_CREW, Chapter.FLEETS, _ACTION, delegate=Delegate.BUYING,
             text="{craft}: with which crew, {crews}?"),
    DecisionSpec(Decision.BODY_COLUMN, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             text="Bodies: in which column does your asteroid lie{bounds}?"),
    DecisionSpec(Decision.BODY_ROW, Chapter.FLEETS, _ACTION, delegate=Delegate.TASK_FORCES,
             text="Bodies: in which row of its map, from your side, does your asteroid lie?"),
    DecisionSpec(Decision.SECRET_ASTEROID, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             text="Your mission: at which asteroid{asteroids}?"),
    DecisionSpec(Decision.SETUP_PLACE, Chapter.FLEETS, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: where does {tf} start: 0 landed, 1 in orbit, 2 to 5 at the first to "
                  "fourth asteroid{asteroids}, 6 near the planet, 7 off the map?"),
    DecisionSpec(Decision.NEAR_COLUMN, Chapter.FLEETS, _NUMBER, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: in which column does {tf} start{bounds}?"),
    DecisionSpec(Decision.NEAR_ROW, Chapter.FLEETS, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: in which row does {tf} start?"),
    DecisionSpec(Decision.NEAR_HEADING, Chapter.FLEETS, _ACTION, delegate=Delegate.TASK_FORCES,
             owner=DecisionOwner.FORCE,
             text="Set-up: which way does {tf} move at first, one hex per turn?"),
    DecisionSpec(Decision.BUY_MERCHANT, Chapter.FLEETS, _ACTION, delegate=Delegate.BUYING,
             text="{craft}: does it sail as a merchant, or as a warship?"),
    DecisionSpec(Decision.BUY_MISSILES, Chapter.FLEETS, _ACTION, delegate=Delegate.BUYING,
             text="{craft}: with which missiles: 0 controlled; semi-independent 1 half TL-12, 2 "
                  "all TL-12, 3 half TL-14, 4 all TL-14?"),
    # victory
    DecisionSpec(Decision.EXTRACT_SHIP, Chapter.VICTORY, _ACTION, delegate=Delegate.TASK_FORCES,
             text="{round}: which ship takes the commandos up?"),
)
# fmt: on
DECISIONS = by_decision(Decision, _ROWS)
CHAPTER_OF = column(DECISIONS, "chapter", nothing=-1)
"""The chapter whose rules apply a decision."""
TAKES_NUMBER = column(DECISIONS, "answer") == _NUMBER
"""Whether a decision takes a number."""
DELEGATION = column(DECISIONS, "delegate")
"""The delegation that covers a decision."""
DECISION_OWNER = column(DECISIONS, "owner")
"""The player to whom a decision belongs."""
