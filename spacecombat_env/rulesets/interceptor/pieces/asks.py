"""The questions, a row each: who hears the answer, what it is, and how the question is put.

Ask.RAM is answered by `legal_ram` and `hear_ram`, in a chapter of its room (core/answers.py).
"""

from enum import IntEnum

from spacecombat_env.core.asks import Answer, Question, by_ask, column
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Delegate


class Room(IntEnum):
    """The rooms that ask."""

    TURN = 0
    CREW = 1
    COMBAT = 2
    MISSILES = 3
    ENGAGEMENT = 4
    MOVEMENT = 5
    CASES = 6


WORD, NUMBER = Answer.WORD, Answer.NUMBER
# fmt: off
ROWS = (
    # turn: set-up, decisions, order of movement
    Question(Ask.ROCK_COLUMN, Room.TURN, NUMBER, delegate=Delegate.TERRAIN,
             text="Asteroids, {rocks} to come: in which column does yours lie{bounds}?"),
    Question(Ask.ROCK_ROW, Room.TURN, NUMBER, delegate=Delegate.TERRAIN,
             text="Asteroids: in which row of column {column} does yours lie{bounds}?"),
    Question(Ask.SETUP_CRAFT, Room.TURN, WORD, delegate=Delegate.SETUP,
             text="Set-up: which ship is placed next?"),
    Question(Ask.SETUP_COLUMN, Room.TURN, NUMBER, delegate=Delegate.SETUP,
             text="Set-up: in which column does {craft} start{bounds}?"),
    Question(Ask.SETUP_ROW, Room.TURN, NUMBER, delegate=Delegate.SETUP,
             text="Set-up: in which row of column {column} does {craft} start{bounds}?"),
    Question(Ask.SETUP_HEADING, Room.TURN, WORD, delegate=Delegate.SETUP,
             text="Set-up: which way does {craft} fly?"),
    Question(Ask.SETUP_FACING, Room.TURN, WORD, delegate=Delegate.SETUP,
             text="Set-up: which way does {craft} point?"),
    Question(Ask.SETUP_SPEED, Room.TURN, NUMBER, delegate=Delegate.SETUP,
             text="Set-up: how fast does {craft} fly{bounds}?"),
    Question(Ask.DECIDE, Room.TURN, WORD, delegate=Delegate.DECISIONS,
             text="Decisions: which ship does something special? Or done."),
    Question(Ask.DECIDE_VERB, Room.TURN, WORD, delegate=Delegate.DECISIONS,
             text="{craft} decides: change crew roles, drop a load, take cover, abandon ship, or "
                  "done?"),
    Question(Ask.TAIL, Room.TURN, WORD, delegate=Delegate.GUNNERY,
             text="{target} is about to move: which of your ships is on its tail and moves after "
                  "it? Or pass."),
    Question(Ask.FORCE, Room.TURN, WORD, delegate=Delegate.GUNNERY,
             text="{craft} is to move: which enemy on whose tail it is must move first? Or pass."),
    Question(Ask.CHOOSE_CRAFT, Room.TURN, WORD,
             text="{size}, {goes} to move: which ship moves?"),
    # crew
    Question(Ask.CREW, Room.CREW, WORD, delegate=Delegate.CREW,
             text="{craft}: which crewman changes what he does? Or done."),
    Question(Ask.CREW_WEAPON, Room.CREW, WORD, delegate=Delegate.CREW,
             text="{crewman} of {craft}: take or give up a weapon, which one? Or done."),
    # combat
    Question(Ask.COVER, Room.COMBAT, WORD, delegate=Delegate.DECISIONS,
             text="{craft} takes cover: behind which ship?"),
    Question(Ask.COVER_SIDE, Room.COMBAT, WORD, delegate=Delegate.DECISIONS,
             text="{craft} takes cover behind {target}: on which of its hexsides?"),
    # missiles
    Question(Ask.LOAD_CRAFT, Room.MISSILES, WORD, delegate=Delegate.LOADS,
             text="Loads: which ship is loaded? Or done."),
    Question(Ask.LOAD_RACK, Room.MISSILES, WORD, delegate=Delegate.LOADS,
             text="Loads of {craft}: which rack? Or done."),
    Question(Ask.LOAD_KIND, Room.MISSILES, WORD, delegate=Delegate.LOADS,
             text="Loads of {craft}, {weapon}{tons}: what does it carry? Or done."),
    Question(Ask.LOAD_NUMBER, Room.MISSILES, NUMBER, delegate=Delegate.LOADS,
             text="Loads of {craft}, {weapon}: how many {load}{bounds}?"),
    Question(Ask.DROP_RACK, Room.MISSILES, WORD, delegate=Delegate.LOADS,
             text="{craft} drops loads: of which rack? Or done."),
    Question(Ask.LAUNCH_KIND, Room.MISSILES, WORD, delegate=Delegate.GUNNERY,
             text="{craft} launches from {weapon} at {fire_target}: which missile?"),
    Question(Ask.LAY_SPEED, Room.MISSILES, NUMBER, delegate=Delegate.GUNNERY,
             text="{craft} lays a missile: at what velocity{bounds}?"),
    Question(Ask.DEFENCE, Room.MISSILES, WORD, delegate=Delegate.DEFENCE,
             text="{missile} flies at {target}, {distance} to go: who fires at it, a Decoy, "
                  "hold or pass?"),
    Question(Ask.DECOY_SIDE, Room.MISSILES, WORD, delegate=Delegate.DEFENCE,
             text="{craft} launches a Decoy: in which direction?"),
    Question(Ask.DECOY_RANGE, Room.MISSILES, NUMBER, delegate=Delegate.DEFENCE,
             text="{craft} launches a Decoy: how many hexes away{bounds}?"),
    Question(Ask.GUARD, Room.MISSILES, WORD, delegate=Delegate.DEFENCE,
             text="{craft}: are its MDC-G kept from direct fire this turn?"),
    # engagement
    Question(Ask.OPPORTUNITY, Room.ENGAGEMENT, WORD, delegate=Delegate.OPPORTUNITY,
             text="{moving}: which of your ships fires now? Or pass{waiting}."),
    Question(Ask.LAST_SHOTS, Room.ENGAGEMENT, WORD, delegate=Delegate.OPPORTUNITY,
             text="Movement is over: which of your ships fires? Or done."),
    Question(Ask.FIRE_SHIP, Room.ENGAGEMENT, WORD, delegate=Delegate.OPPORTUNITY,
             text="{deed}: which ship?"),
    Question(Ask.FIRE_TARGET, Room.ENGAGEMENT, WORD, delegate=Delegate.OPPORTUNITY,
             text="{craft} fires: at what?"),
    Question(Ask.FIRE_COLUMN, Room.ENGAGEMENT, NUMBER, delegate=Delegate.GUNNERY,
             text="{craft} fires at an asteroid: in which column{bounds}?"),
    Question(Ask.FIRE_ROW, Room.ENGAGEMENT, WORD, delegate=Delegate.GUNNERY,
             text="{craft} fires at an asteroid of column {column}: which, from your edge?"),
    Question(Ask.FIRE_WEAPONS, Room.ENGAGEMENT, WORD, delegate=Delegate.GUNNERY,
             text="{craft} fires at {fire_target}{range}{named}: which weapon? Or all, or done."),
    Question(Ask.RETURN, Room.ENGAGEMENT, WORD, delegate=Delegate.RETURN_FIRE,
             text="{target} is fired at by {firer}: does it return fire, and at what? Or pass."),
    Question(Ask.ARC, Room.ENGAGEMENT, WORD, delegate=Delegate.GUNNERY,
             text="{craft} is in one hex with {target}: which of its arcs look at it?"),
    Question(Ask.STRUCK, Room.ENGAGEMENT, WORD, delegate=Delegate.GUNNERY,
             text="{craft} is fired at by {firer}: which of two facings is struck?"),
    # movement
    Question(Ask.SPEED, Room.MOVEMENT, NUMBER,
             text="{craft} moves{thrust}: at what velocity{bounds}?"),
    Question(Ask.PUSH, Room.MOVEMENT, NUMBER,
             text="{craft}: how many thrust points more by pushing the plant{bounds}?"),
    Question(Ask.RAM, Room.MOVEMENT, WORD, delegate=Delegate.DECISIONS,
             text="{craft} moves: whom does it ram? Or pass."),
    Question(Ask.MOVE, Room.MOVEMENT, WORD,
             text="{craft} moves: {hexes}{thrust}{costs}."),
    Question(Ask.STORE, Room.MOVEMENT, WORD,
             text="{craft} stores turning points{thrust}: for which change?"),
    Question(Ask.DRIFT_MOVE, Room.MOVEMENT, WORD, delegate=Delegate.DEFENCE,
             text="Crews adrift: how does {adrift} move? Or done."),
    # cases
    Question(Ask.EJECT_SIDE, Room.CASES, WORD, delegate=Delegate.DEFENCE,
             text="{leaving}: to which side{alone}?"),
    Question(Ask.EJECT_RANGE, Room.CASES, NUMBER, delegate=Delegate.DEFENCE,
             text="{leaving}: how many hexes away{bounds}?"),
)
# fmt: on
QUESTIONS = by_ask(Ask, ROWS)
ROOM_OF = column(QUESTIONS, "room", nothing=-1)
"""The room that hears a question."""
ASKS_NUMBER = column(QUESTIONS, "answer") == NUMBER
"""Questions whose answer is a number."""
DELEGATION = column(QUESTIONS, "delegate")
"""The kind of decision that a question is, of those that can be delegated."""
