"""The questions, a row each: who hears the answer, what it is, whose it is, how it is put.

Rows stand by room. Ask.JAM is answered by `legal_jam` and `hear_jam`, in a chapter of its room
(core/answers.py).
"""

from enum import IntEnum

from spacecombat_env.core.asks import Answer, Question, by_ask, column
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Delegate


class Room(IntEnum):
    """The rooms that ask."""

    SHIPS = 0
    MOVEMENT = 1
    SENSORS = 2
    BEAMS = 3
    MISSILES = 4
    FORCES = 5
    FLEETS = 6
    VICTORY = 7


class Whose(IntEnum):
    """Whose of several players of a side a question is (BR-MPL-01)."""

    WHO_ACTS = 0  # who has the round, moves a spread or is under attack
    EACH = 1  # it is put to each player in turn
    CRAFT = 2  # whose the craft of the order is
    FORCE = 3  # whose the task force of the order is
    SPREAD = 4  # who controls the spread of the order
    LEADER = 5  # the fleet commander


WORD, NUMBER = Answer.WORD, Answer.NUMBER
# fmt: off
ROWS = (
    # ships
    Question(Ask.GLOBE_SHIP, Room.SHIPS, WORD,
             text="{round}: which ship sets its black globe?"),
    Question(Ask.GLOBE_SETTING, Room.SHIPS, WORD,
             text="Black globe of {craft}: 0 off, 1 to 9 flicker in tenths, or 10 full?"),
    # movement
    Question(Ask.THRUST, Room.MOVEMENT, WORD,
             text="{tf} moves{thrust}: a direction to thrust in, evade, or go?"),
    Question(Ask.EVADE_NUMBER, Room.MOVEMENT, NUMBER,
             text="{tf} moves{thrust} and evades: with how many Gs{bounds}?"),
    Question(Ask.THRUST_SIDE, Room.MOVEMENT, WORD, delegate=Delegate.TIES, whose=Whose.LEADER,
             text="{target_tf} thrusts: which of two hexsides shows its exhaust?"),
    Question(Ask.FACING, Room.MOVEMENT, WORD, delegate=Delegate.GUNNERY, whose=Whose.CRAFT,
             text="{craft} has moved: which hexside does it face?"),
    # sensors
    Question(Ask.STATUS_SUBJECT, Room.SENSORS, WORD,
             text="{round}, {verb}: all ships, or which one?"),
    Question(Ask.DETECT_TARGET, Room.SENSORS, WORD,
             text="{round} detects: which contact?"),
    Question(Ask.DETECT_SUBJECT, Room.SENSORS, WORD,
             text="{round} detects {target}: all ships, or which one?"),
    Question(Ask.DETECT_SENSOR, Room.SENSORS, WORD,
             text="{craft} detects {target}: active or passive sensor?"),
    Question(Ask.DETECT_CHAIN, Room.SENSORS, WORD, delegate=Delegate.CHAINS,
             text="{actor} has found something in {attempted} ({sensor} sensor): continue with "
                  "the next, or stop?"),
    Question(Ask.EASIEST, Room.SENSORS, WORD, delegate=Delegate.TIES, whose=Whose.FORCE,
             text="{tf} is scanned ({sensor} sensor): which of these equally easy craft is "
                  "found, if any is?"),
    Question(Ask.JAM, Room.SENSORS, WORD, delegate=Delegate.JAMMING, whose=Whose.FORCE,
             text="{target_tf} scans {tf} with an active sensor: which ship jams? Or no jam."),
    Question(Ask.SURVEY_SHIP, Room.SENSORS, WORD,
             text="{round} scans for damage: which ship?"),
    Question(Ask.SURVEY_TARGET, Room.SENSORS, WORD,
             text="{craft} scans for damage: which enemy ship?"),
    Question(Ask.READINESS, Room.SENSORS, WORD, delegate=Delegate.TASK_FORCES,
             text="Readiness this turn: 0 cruising, 1 alert, or 2 battle stations?"),
    # beams
    Question(Ask.FIRE_TARGET, Room.BEAMS, WORD,
             text="{round} fires: at which target?"),
    Question(Ask.FIRE_SUBJECT, Room.BEAMS, WORD,
             text="{round} fires at {fire_target}: all ships, or which one?"),
    Question(Ask.FIRE_SENSOR, Room.BEAMS, WORD, delegate=Delegate.GUNNERY,
             text="{craft} locks on {fire_target}: active or passive sensor?"),
    Question(Ask.WEAPONS, Room.BEAMS, WORD, delegate=Delegate.GUNNERY,
             text="{craft} fires at {fire_target}{beams}: all weapons, a row of them, or open "
                  "fire?"),
    Question(Ask.WEAPON_NUMBER, Room.BEAMS, NUMBER,
             text="{craft} fires at {fire_target}, {row}: how many weapons{bounds}?"),
    Question(Ask.OVERPOWER_SHIP, Room.BEAMS, WORD,
             text="Overpower: which ship?"),
    Question(Ask.OVERPOWER_LEVEL, Room.BEAMS, NUMBER,
             text="{craft} overpowers: by which level{bounds}?"),
    Question(Ask.OVERPOWER_WEAPON, Room.BEAMS, WORD,
             text="{craft} overpowers by {level}{beams}: one more weapon of which row? Or done."),
    Question(Ask.SAND_NUMBER, Room.BEAMS, NUMBER, delegate=Delegate.SCREENS, whose=Whose.CRAFT,
             text="A {hit} strikes {craft}: how many sandcasters against it{bounds}?"),
    Question(Ask.FIRE_HEXSIDE, Room.BEAMS, WORD, delegate=Delegate.GUNNERY,
             text="{craft} fires at {fire_target}: through which hexside?"),
    # missiles
    Question(Ask.LAUNCH_MENU, Room.MISSILES, WORD, delegate=Delegate.LAUNCHES, whose=Whose.EACH,
             text="Launching: which ship launches missiles? Or done."),
    Question(Ask.LAUNCH_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.LAUNCHES, whose=Whose.EACH,
             text="{craft} launches: how many missiles{bounds}?"),
    Question(Ask.SPREAD_MENU, Room.MISSILES, WORD, delegate=Delegate.MISSILES, whose=Whose.LEADER,
             text="Missile movement: which spread is controlled? Or let the rest coast."),
    Question(Ask.CONTROL_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.MISSILES,
             whose=Whose.SPREAD,
             text="{spread}: how many of its missiles are controlled{bounds}?"),
    Question(Ask.SPREAD_WORDS, Room.MISSILES, WORD, delegate=Delegate.MISSILES, whose=Whose.SPREAD,
             text="{spread} moves{thrust}: a direction, split, attack, or go?"),
    Question(Ask.SPLIT_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.MISSILES,
             whose=Whose.SPREAD,
             text="{spread} splits: how many missiles make this move{bounds}?"),
    Question(Ask.ATTACK_TARGET, Room.MISSILES, WORD, delegate=Delegate.MISSILES, whose=Whose.SPREAD,
             text="{spread} attacks: which target?"),
    Question(Ask.ATTACK_SENSOR, Room.MISSILES, WORD, delegate=Delegate.MISSILES, whose=Whose.SPREAD,
             text="{spread} attacks {target}: lock with the active or the passive "
                  "sensor?{no_lock}"),
    Question(Ask.AIM_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.MISSILES, whose=Whose.SPREAD,
             text="{spread} attacks: how many missiles go for {aimed}{bounds}?"),
    Question(Ask.DEFENSE_MENU, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Missiles attack {attacked}: lock, shoot, shoot again, overpower, or end "
                  "defense?"),
    Question(Ask.DEFENSE_SHIP, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, lock: which ship tries?"),
    Question(Ask.DEFENSE_SPREAD, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} locks: on which missiles?"),
    Question(Ask.DEFENSE_SENSOR, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} locks on {missiles}: active or passive sensor?"),
    Question(Ask.SHOT_SPREAD, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, shoot: at which missiles?"),
    Question(Ask.SHOT_MEMBER, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, shoot at {missiles}: at those aimed at which ship?"),
    Question(Ask.SHOT_SHIP, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, a shot at {missiles} aimed at {member}{shot}: which ship adds beams? "
                  "Or open fire."),
    Question(Ask.SHOT_WEAPON, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} joins the shot: with which row?"),
    Question(Ask.SHOT_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.DEFENSIVE_FIRE,
             text="Defense, {craft} joins the shot, {row}: how many beams{bounds}?"),
    Question(Ask.DAMPER_MENU, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers: which ship uses them? Or done."),
    Question(Ask.DAMPER_SPREAD, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers of {craft}: against which missiles?"),
    Question(Ask.DAMPER_MEMBER, Room.MISSILES, WORD, delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers of {craft} against {missiles}: those aimed at which ship?"),
    Question(Ask.DAMPER_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.DEFENSIVE_FIRE,
             text="Dampers of {craft} against {missiles} aimed at {member}: how many{bounds}?"),
    Question(Ask.MISSILE_SAND_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.SCREENS,
             whose=Whose.CRAFT,
             text="{missiles} attack {craft}: how many {units} meet {nth} sandcaster{bounds}?"),
    Question(Ask.LAUNCH_KIND, Room.MISSILES, WORD, delegate=Delegate.LAUNCHES, whose=Whose.EACH,
             text="{craft} launches: controlled or semi-independent missiles? Or done."),
    Question(Ask.SIM_MENU, Room.MISSILES, WORD, delegate=Delegate.MISSILES,
             text="{spread} has moved: detect, or done?"),
    Question(Ask.SIM_TARGET, Room.MISSILES, WORD, delegate=Delegate.MISSILES,
             text="A missile of {spread} detects: which contact?"),
    # forces
    Question(Ask.FORCES_MENU, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.EACH,
             text="Task forces: launch craft, recover, transfer, dummy or merge? Or done."),
    Question(Ask.CRAFT_TO_LAUNCH, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES,
             whose=Whose.EACH,
             text="Launch craft: which one?"),
    Question(Ask.CRAFT_TO_RECOVER, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES,
             whose=Whose.EACH,
             text="Recover: which craft?"),
    Question(Ask.CRAFT_TO_TRANSFER, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES,
             whose=Whose.EACH,
             text="Transfer: which craft?"),
    Question(Ask.LAUNCH_TO, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.EACH,
             text="Launch {craft}: into which task force?"),
    Question(Ask.TRANSFER_TO, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.EACH,
             text="Transfer {craft}: to which task force?"),
    Question(Ask.DUMMY_FROM, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.EACH,
             text="Dummy: split off which task force?"),
    Question(Ask.MERGE_FROM, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.EACH,
             text="Merge: which task force is given up?"),
    Question(Ask.MERGE_INTO, Room.FORCES, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.EACH,
             text="Merge {tf}: into which task force?"),
    Question(Ask.CHOOSE_FORCE, Room.FORCES, WORD, whose=Whose.LEADER,
             text="Operations: which task force takes its round?"),
    Question(Ask.ROUND_MENU, Room.FORCES, WORD,
             text="Round of {round}: what does it do?"),
    Question(Ask.BOARDING_MENU, Room.FORCES, WORD, whose=Whose.EACH,
             text="Boarding: send a boarding party, recall one, or done?"),
    Question(Ask.BOARD_SHIP, Room.FORCES, WORD, whose=Whose.EACH,
             text="Boarding: which ship sends its party?"),
    Question(Ask.BOARD_TARGET, Room.FORCES, WORD, whose=Whose.EACH,
             text="{craft} boards: which enemy ship?"),
    Question(Ask.RECALL_SHIP, Room.FORCES, WORD, whose=Whose.EACH,
             text="Boarding: which ship recalls its party?"),
    Question(Ask.BOARDING_DEFENSE, Room.FORCES, WORD, whose=Whose.CRAFT,
             text="Boarders hold part of {craft}: defend what is left, or retake a section?"),
    # fleets
    Question(Ask.SETUP_FORCE, Room.FLEETS, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.CRAFT,
             text="Set-up: which task force does {craft} belong to?"),
    Question(Ask.SETUP_DUMMIES, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES,
             text="Set-up: how many dummy task forces{bounds}?"),
    Question(Ask.SETUP_COLUMN, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES,
             whose=Whose.FORCE,
             text="Set-up: in which column does {tf} enter{bounds}?"),
    Question(Ask.SETUP_VELOCITY, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES,
             whose=Whose.FORCE,
             text="Set-up: how many hexes per turn does {tf} enter with{bounds}?"),
    Question(Ask.SETUP_TURN, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES, whose=Whose.FORCE,
             text="Set-up: in which turn does {tf} enter{bounds}?"),
    Question(Ask.POOL_PICK, Room.FLEETS, NUMBER, delegate=Delegate.BUYING,
             text="Pools: which of these ships of equal points is yours: {equals}?"),
    Question(Ask.BUY_TACTICS, Room.FLEETS, NUMBER, delegate=Delegate.BUYING,
             text="Purchase, {funds} points: which level of Fleet Tactics{bounds}?"),
    Question(Ask.BUY_SHIP, Room.FLEETS, WORD, delegate=Delegate.BUYING,
             text="Purchase, {funds} points left: which ship or drone? Or done."),
    Question(Ask.BUY_KEEPER, Room.FLEETS, WORD, delegate=Delegate.BUYING,
             text="{craft} ({klass}): which ship {keeps}?"),
    Question(Ask.BUY_CREW, Room.FLEETS, WORD, delegate=Delegate.BUYING,
             text="{craft}: with which crew, {crews}?"),
    Question(Ask.BODY_COLUMN, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES,
             text="Bodies: in which column does your asteroid lie{bounds}?"),
    Question(Ask.BODY_ROW, Room.FLEETS, WORD, delegate=Delegate.TASK_FORCES,
             text="Bodies: in which row of its map, from your side, does your asteroid lie?"),
    Question(Ask.SECRET_ASTEROID, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES,
             text="Your mission: at which asteroid{asteroids}?"),
    Question(Ask.SETUP_PLACE, Room.FLEETS, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.FORCE,
             text="Set-up: where does {tf} start: 0 landed, 1 in orbit, 2 to 5 at the first to "
                  "fourth asteroid{asteroids}, 6 near the planet, 7 off the map?"),
    Question(Ask.NEAR_COLUMN, Room.FLEETS, NUMBER, delegate=Delegate.TASK_FORCES, whose=Whose.FORCE,
             text="Set-up: in which column does {tf} start{bounds}?"),
    Question(Ask.NEAR_ROW, Room.FLEETS, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.FORCE,
             text="Set-up: in which row does {tf} start?"),
    Question(Ask.NEAR_HEADING, Room.FLEETS, WORD, delegate=Delegate.TASK_FORCES, whose=Whose.FORCE,
             text="Set-up: which way does {tf} move at first, one hex per turn?"),
    Question(Ask.BUY_MERCHANT, Room.FLEETS, WORD, delegate=Delegate.BUYING,
             text="{craft}: does it sail as a merchant, or as a warship?"),
    Question(Ask.BUY_MISSILES, Room.FLEETS, WORD, delegate=Delegate.BUYING,
             text="{craft}: with which missiles: 0 controlled; semi-independent 1 half TL-12, 2 "
                  "all TL-12, 3 half TL-14, 4 all TL-14?"),
    # victory
    Question(Ask.EXTRACT_SHIP, Room.VICTORY, WORD, delegate=Delegate.TASK_FORCES,
             text="{round}: which ship takes the commandos up?"),
)
# fmt: on
QUESTIONS = by_ask(Ask, ROWS)
ROOM_OF = column(QUESTIONS, "room", nothing=-1)
"""The room that hears a question."""
ASKS_NUMBER = column(QUESTIONS, "answer") == NUMBER
"""Questions whose answer is a number."""
DELEGATION = column(QUESTIONS, "delegate")
"""The kind of decision that a question is, of those that can be delegated."""
WHOSE = column(QUESTIONS, "whose")
"""Whose of several players a question is."""
