"""The decisions, one row each: chapter, kind of choice, text.

Functions `legal_ram` and `apply_ram`, in the chapter of Decision.RAM, handle that decision
(core/kernels/decision_functions.py).
"""

from enum import IntEnum

from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision, column

from .constants.turn import Delegate


class Decision(IntEnum):
    """The decision of the seat to act; each has a row in the table below.

    The number of a decision is its place in arrays and in the observation: new ones come last.
    """

    NOTHING = 0
    # set-up (turn/setup.py)
    ROCK_COLUMN = 1
    ROCK_ROW = 2
    SETUP_CRAFT = 3
    SETUP_COLUMN = 4
    SETUP_ROW = 5
    SETUP_HEADING = 6
    SETUP_FACING = 7
    SETUP_SPEED = 8
    LOAD_CRAFT = 9
    LOAD_RACK = 10
    LOAD_KIND = 11
    LOAD_NUMBER = 12
    # decisions (turn/decision_phase.py)
    DECIDE = 13
    DECIDE_VERB = 14
    CREW = 15
    CREW_WEAPON = 16
    DROP_RACK = 17
    COVER = 18
    COVER_SIDE = 19
    # movement
    TAIL = 20
    CHOOSE_CRAFT = 21
    SPEED = 22
    PUSH = 23
    RAM = 24
    MOVE = 25
    STORE = 26
    DRIFT_MOVE = 27
    # combat
    OPPORTUNITY = 28
    LAST_SHOTS = 29
    FIRE_SHIP = 30
    FIRE_TARGET = 31
    FIRE_COLUMN = 32
    FIRE_ROW = 33
    FIRE_WEAPONS = 34
    LAUNCH_KIND = 35
    LAY_SPEED = 36
    RETURN = 37
    ARC = 38
    STRUCK = 39
    # defence
    DEFENCE = 40
    DECOY_SIDE = 41
    DECOY_RANGE = 42
    GUARD = 43
    # cases
    EJECT_SIDE = 44
    EJECT_RANGE = 45
    # order of movement (turn/tailing.py)
    FORCE = 46
    # cases, continued
    ENTRY = 47
    ENTRY_HEX = 48
    BAY = 54
    LAUNCH_SIDE = 55
    LAUNCH_SPEED = 56
    FUSE = 57
    ESCAPE = 58
    RESCUE = 61
    TOW = 62
    # power (turn/power.py)
    POWER = 49
    POWER_HEAD = 50
    POWER_ENGINE = 51
    POWER_SIDE = 52
    POWER_RATE = 53
    # planets
    ZONE = 59
    BOUNCE = 60


NUM_DECISIONS = 72
"""Columns of the observation: reserve for the decisions of later chapters."""


class Chapter(IntEnum):
    """Packages that request decisions."""

    TURN = 0
    CREW = 1
    COMBAT = 2
    MISSILES = 3
    ENGAGEMENT = 4
    MOVEMENT = 5
    CASES = 6
    PLANET = 7


_ACTION, _NUMBER = AnswerKind.ACTION, AnswerKind.NUMBER
# fmt: off
_ROWS = (
    # turn: set-up, decisions, order of movement
    DecisionSpec(Decision.ROCK_COLUMN, Chapter.TURN, _NUMBER, delegate=Delegate.TERRAIN,
             text="Asteroids, {rocks} to come: in which column does yours lie{bounds}?"),
    DecisionSpec(Decision.ROCK_ROW, Chapter.TURN, _NUMBER, delegate=Delegate.TERRAIN,
             text="Asteroids: in which row of column {column} does yours lie{bounds}?"),
    DecisionSpec(Decision.SETUP_CRAFT, Chapter.TURN, _ACTION, delegate=Delegate.SETUP,
             text="Set-up: which ship is placed next?"),
    DecisionSpec(Decision.SETUP_COLUMN, Chapter.TURN, _NUMBER, delegate=Delegate.SETUP,
             text="Set-up: in which column does {craft} start{bounds}?"),
    DecisionSpec(Decision.SETUP_ROW, Chapter.TURN, _NUMBER, delegate=Delegate.SETUP,
             text="Set-up: in which row of column {column} does {craft} start{bounds}?"),
    DecisionSpec(Decision.SETUP_HEADING, Chapter.TURN, _ACTION, delegate=Delegate.SETUP,
             text="Set-up: which way does {craft} fly?"),
    DecisionSpec(Decision.SETUP_FACING, Chapter.TURN, _ACTION, delegate=Delegate.SETUP,
             text="Set-up: which way does {craft} point?"),
    DecisionSpec(Decision.SETUP_SPEED, Chapter.TURN, _NUMBER, delegate=Delegate.SETUP,
             text="Set-up: how fast does {craft} fly{bounds}?"),
    DecisionSpec(Decision.DECIDE, Chapter.TURN, _ACTION, delegate=Delegate.DECISIONS,
             text="Decisions: which ship does something special? Or done."),
    DecisionSpec(Decision.DECIDE_VERB, Chapter.TURN, _ACTION, delegate=Delegate.DECISIONS,
             text="{craft} decides: a special task, or done?"),
    DecisionSpec(Decision.ENTRY, Chapter.TURN, _ACTION, delegate=Delegate.SETUP,
             text="Which ship enters the map now? Or done."),
    DecisionSpec(Decision.ENTRY_HEX, Chapter.TURN, _NUMBER, delegate=Delegate.SETUP,
             text="{craft} enters: in which of {entries}{bounds}?"),
    DecisionSpec(Decision.TAIL, Chapter.TURN, _ACTION, delegate=Delegate.GUNNERY,
             text="{target} is about to move: which of your ships is on its tail and moves after "
                  "it? Or pass."),
    DecisionSpec(Decision.FORCE, Chapter.TURN, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} is to move: which enemy on whose tail it is must move first? Or pass."),
    DecisionSpec(Decision.CHOOSE_CRAFT, Chapter.TURN, _ACTION,
             text="{size}, {goes} to move: which ship moves?"),
    # crew
    DecisionSpec(Decision.CREW, Chapter.CREW, _ACTION, delegate=Delegate.CREW,
             text="{craft}: which crewman changes what he does? Or done."),
    DecisionSpec(Decision.CREW_WEAPON, Chapter.CREW, _ACTION, delegate=Delegate.CREW,
             text="{crewman} of {craft}: take or give up a weapon, which one? Or done."),
    DecisionSpec(Decision.POWER, Chapter.TURN, _ACTION, delegate=Delegate.POWER,
             text="Power: which ship allots its Energy Points? Or done."),
    DecisionSpec(Decision.POWER_HEAD, Chapter.TURN, _ACTION, delegate=Delegate.POWER,
             text="{craft}, {eps} left{unfed}: what is fed or cut off? Or done."),
    DecisionSpec(Decision.POWER_ENGINE, Chapter.TURN, _NUMBER, delegate=Delegate.POWER,
             text="{craft}, {eps} left: how many engines are fed{bounds}?"),
    DecisionSpec(Decision.POWER_SIDE, Chapter.TURN, _ACTION, delegate=Delegate.POWER,
             text="{craft}, {eps} left: which shield? None of them, or done."),
    DecisionSpec(Decision.POWER_RATE, Chapter.TURN, _NUMBER, delegate=Delegate.POWER,
             text="{craft}, {eps} left: flicker rate of the {side} shield in tens{bounds}?"),
    # combat
    DecisionSpec(Decision.COVER, Chapter.COMBAT, _ACTION, delegate=Delegate.DECISIONS,
             text="{craft} takes cover: behind which ship?"),
    DecisionSpec(Decision.COVER_SIDE, Chapter.COMBAT, _ACTION, delegate=Delegate.DECISIONS,
             text="{craft} takes cover behind {target}: on which of its hexsides?"),
    # missiles
    DecisionSpec(Decision.LOAD_CRAFT, Chapter.MISSILES, _ACTION, delegate=Delegate.LOADS,
             text="Loads: which ship is loaded? Or done."),
    DecisionSpec(Decision.LOAD_RACK, Chapter.MISSILES, _ACTION, delegate=Delegate.LOADS,
             text="Loads of {craft}: which rack? Or done."),
    DecisionSpec(Decision.LOAD_KIND, Chapter.MISSILES, _ACTION, delegate=Delegate.LOADS,
             text="Loads of {craft}, {weapon}{tons}: what does it carry? Or done."),
    DecisionSpec(Decision.LOAD_NUMBER, Chapter.MISSILES, _NUMBER, delegate=Delegate.LOADS,
             text="Loads of {craft}, {weapon}: how many {load}{bounds}?"),
    DecisionSpec(Decision.DROP_RACK, Chapter.MISSILES, _ACTION, delegate=Delegate.LOADS,
             text="{craft} drops loads: of which rack? Or done."),
    DecisionSpec(Decision.LAUNCH_KIND, Chapter.MISSILES, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} launches from {weapon} at {fire_target}: which missile?"),
    DecisionSpec(Decision.LAY_SPEED, Chapter.MISSILES, _NUMBER, delegate=Delegate.GUNNERY,
             text="{craft} lays a missile: at what velocity{bounds}?"),
    DecisionSpec(Decision.DEFENCE, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENCE,
             text="{missile} flies at {target}, {distance} to go: who fires at it, a Decoy, "
                  "hold or pass?"),
    DecisionSpec(Decision.DECOY_SIDE, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENCE,
             text="{craft} launches a Decoy: in which direction?"),
    DecisionSpec(Decision.DECOY_RANGE, Chapter.MISSILES, _NUMBER, delegate=Delegate.DEFENCE,
             text="{craft} launches a Decoy: how many hexes away{bounds}?"),
    DecisionSpec(Decision.GUARD, Chapter.MISSILES, _ACTION, delegate=Delegate.DEFENCE,
             text="{craft}: are its MDC-G kept from direct fire this turn?"),
    # engagement
    DecisionSpec(Decision.OPPORTUNITY, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.OPPORTUNITY,
             text="{moving}: which of your ships fires now? Or pass{waiting}."),
    DecisionSpec(Decision.LAST_SHOTS, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.OPPORTUNITY,
             text="Movement is over: which of your ships fires? Or done."),
    DecisionSpec(Decision.FIRE_SHIP, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.OPPORTUNITY,
             text="{deed}: which ship?"),
    DecisionSpec(Decision.FIRE_TARGET, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.OPPORTUNITY,
             text="{craft} fires: at what?"),
    DecisionSpec(Decision.FIRE_COLUMN, Chapter.ENGAGEMENT, _NUMBER, delegate=Delegate.GUNNERY,
             text="{craft} fires at an asteroid: in which column{bounds}?"),
    DecisionSpec(Decision.FIRE_ROW, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} fires at an asteroid of column {column}: which, from your edge?"),
    DecisionSpec(Decision.FIRE_WEAPONS, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} fires at {fire_target}{range}{named}: which weapon? Or all, or done."),
    DecisionSpec(Decision.RETURN, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.RETURN_FIRE,
             text="{target} is fired at by {firer}: does it return fire, and at what? Or pass."),
    DecisionSpec(Decision.ARC, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} is in one hex with {target}: which of its arcs look at it?"),
    DecisionSpec(Decision.STRUCK, Chapter.ENGAGEMENT, _ACTION, delegate=Delegate.GUNNERY,
             text="{craft} is fired at by {firer}: which of two facings is struck?"),
    # movement
    DecisionSpec(Decision.SPEED, Chapter.MOVEMENT, _NUMBER,
             text="{craft} moves{thrust}: at what velocity{bounds}?"),
    DecisionSpec(Decision.PUSH, Chapter.MOVEMENT, _NUMBER,
             text="{craft}: how many thrust points more by pushing the plant{bounds}?"),
    DecisionSpec(Decision.RAM, Chapter.MOVEMENT, _ACTION, delegate=Delegate.DECISIONS,
             text="{craft} moves: whom does it ram? Or pass."),
    DecisionSpec(Decision.MOVE, Chapter.MOVEMENT, _ACTION,
             text="{craft} moves: {hexes}{thrust}{costs}."),
    DecisionSpec(Decision.STORE, Chapter.MOVEMENT, _ACTION,
             text="{craft} stores turning points{thrust}: for which change?"),
    DecisionSpec(Decision.DRIFT_MOVE, Chapter.MOVEMENT, _ACTION, delegate=Delegate.DEFENCE,
             text="Crews adrift: how does {adrift} move? Or done."),
    # cases
    DecisionSpec(Decision.EJECT_SIDE, Chapter.CASES, _ACTION, delegate=Delegate.DEFENCE,
             text="{leaving}: to which side{alone}?"),
    DecisionSpec(Decision.EJECT_RANGE, Chapter.CASES, _NUMBER, delegate=Delegate.DEFENCE,
             text="{leaving}: how many hexes away{bounds}?"),
    DecisionSpec(Decision.BAY, Chapter.CASES, _ACTION, delegate=Delegate.DECISIONS,
             text="{craft}: which craft does it {bay_deed}? Or done."),
    DecisionSpec(Decision.LAUNCH_SIDE, Chapter.CASES, _ACTION, delegate=Delegate.DECISIONS,
             text="{fire_target} is launched: which way does it fly and point?"),
    DecisionSpec(Decision.LAUNCH_SPEED, Chapter.CASES, _NUMBER, delegate=Delegate.DECISIONS,
             text="{fire_target} is launched: at what velocity{bounds}?"),
    DecisionSpec(Decision.FUSE, Chapter.CASES, _NUMBER, delegate=Delegate.DECISIONS,
             text="{craft} blows itself up: in how many turns{bounds}?"),
    DecisionSpec(Decision.ESCAPE, Chapter.CASES, _ACTION, delegate=Delegate.DEFENCE,
             text="{craft} is left by an airlock: by all, whom alone, or in which craft?"),
    DecisionSpec(Decision.RESCUE, Chapter.CASES, _ACTION, delegate=Delegate.DEFENCE,
             text="{craft} may pick up a crew ({number} or less): which? Or pass."),
    DecisionSpec(Decision.TOW, Chapter.CASES, _ACTION, delegate=Delegate.DECISIONS,
             text="{craft} as a tug: which ship? Or release, or done."),
    # planets
    DecisionSpec(Decision.ZONE, Chapter.PLANET, _ACTION,
             text="{craft} reaches the interface ({entry} or less): enter, or bounce?"),
    DecisionSpec(Decision.BOUNCE, Chapter.PLANET, _ACTION,
             text="{craft} bounces off the interface: which way does it fly?"),
)
# fmt: on
DECISIONS = by_decision(Decision, _ROWS)
CHAPTER_OF = column(DECISIONS, "chapter", nothing=-1)
"""The chapter whose rules apply a decision."""
TAKES_NUMBER = column(DECISIONS, "answer") == _NUMBER
"""Decisions that take a number."""
DELEGATION = column(DECISIONS, "delegate")
"""The kind of each decision, for delegation."""
