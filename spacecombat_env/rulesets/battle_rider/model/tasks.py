"""Chapter TSK: tasks and cards. This module turns every card of the game."""

from spacecombat_env.core.model.rng import fold, keyed, pick, shared_half
from spacecombat_env.core.native import native

from .actions import craft_slots, force_slots, spread_slots
from .constants.categories import Result
from .constants.log import DETAILS, LOG_LENGTH, TASK_NOTES, Event, TaskNote
from .constants.sizes import CARDS, MAX_DIFFICULTY, NONE
from .constants.turn import Chance, Grade, Phase
from .crew import crew_of_task, crew_value
from .printed import BULLSEYE, MISS
from .record_types import Craft, EventRecord, Rules, State
from .referee import is_blind

IMPOSSIBLE = 99  # a difficulty that forbids any attempt


@native
def log_event(state: State, kind, side) -> EventRecord:
    """Append an event to the log and return its record, known to both sides, for filling in."""
    event = state.log[state.log_count % LOG_LENGTH]
    state.log_count += 1
    event.kind = kind
    event.side = side
    event.known = 3
    event.actor = NONE
    event.target = NONE
    event.a = 0
    event.b = 0
    event.c = 0
    event.card = 0
    for n in range(DETAILS):
        event.detail[n] = 0
    return event


@native
def pair_key(actor, target):
    """Combine two pieces into one number, the last part of the key of a card."""
    return (int(actor) + 1) * 256 + int(target) + 1


@native
def seed_half(state: State, kind):
    """High half of the seed for a random stream; set-up draws use the game's own.

    Otherwise a game's missions and places would be the enemy's in the other game of a pair.
    """
    hidden = kind == Chance.SETUP or kind == Chance.FUEL or state.phase == Phase.SETUP
    high = int(state.chance.seed_hi)
    return high if hidden else shared_half(high)


@native
def random_bits(state: State, kind, who):
    """32 random bits keyed by game, turn, kind, pieces and number of draws this turn."""
    chance = state.chance
    key = keyed(chance.seed_lo, seed_half(state, kind), kind | 0, who, int(state.turn))
    bucket = key % len(chance.uses)
    nth = int(chance.uses[bucket])
    chance.uses[bucket] = nth + 1
    return fold(key, nth)


@native
def turn_card(state: State, rules: Rules, kind, who):
    """BR-TSK-10, BR-GEN-11, BR-AMB-16 The next of the 95 cards; all used ones are reshuffled."""
    chance = state.chance
    if rules.option.deck_keyed:
        return pick(random_bits(state, kind, who), CARDS)
    if chance.deck_left == 0:
        chance.deck_left = CARDS
    half = seed_half(state, kind)
    key = keyed(chance.seed_lo, half, Chance.SHUFFLE | 0, int(chance.dealt), 0)
    chosen = pick(key, int(chance.deck_left))
    chance.dealt += 1
    chance.deck_left -= 1
    last = int(chance.deck_left)
    card = int(chance.deck[chosen])
    chance.deck[chosen] = chance.deck[last]
    chance.deck[last] = card
    return card


@native
def grade_of(rules: Rules, card, difficulty):
    """BR-TSK-11 Outcome of a card at a difficulty for an average crew."""
    return grade_of_value(int(rules.card[card].hit), difficulty)


@native
def grade_of_value(value, difficulty):
    """BR-TSK-01, 06, 07, 08, 09, BR-AMB-75 Outcome of a card's value at a difficulty."""
    if value == MISS:
        return Grade.FAILURE
    if value == BULLSEYE:
        return Grade.OUTSTANDING
    if value < difficulty:
        return Grade.FAILURE
    if (value == 5 and difficulty <= 2) or (value == 4 and difficulty <= 1):
        return Grade.OUTSTANDING
    return Grade.SUCCESS


@native
def attempt_task(state: State, rules: Rules, kind, who, difficulty):
    """BR-TSK-04, 05 A card for a task, its modifiers added up; above 5 it fails untried."""
    if difficulty > MAX_DIFFICULTY:
        log_task(state, kind, who, difficulty, NONE, 0)
        return Grade.FAILURE
    card = turn_card(state, rules, kind, who)
    if rules.option.crew_quality:
        crew = crew_of_task(state, rules, kind, who)
        log_task(state, kind, who, difficulty, card, crew)
        return grade_of_value(crew_value(rules, card, crew), difficulty)
    log_task(state, kind, who, difficulty, card, 0)
    return grade_of(rules, card, difficulty)


@native
def base_difficulty(distance, short_range):
    """BR-TSK-02, 03 Base difficulty 1..4 of a ranged task: bands of 1, 2, 4 and 8 times short."""
    if distance <= short_range:
        return 1
    if distance <= 2 * short_range:
        return 2
    if distance <= 4 * short_range:
        return 3
    if distance <= 8 * short_range:
        return 4
    return IMPOSSIBLE


@native
def task_penalty(craft: Craft):
    """BR-DMG-14, 20, 22, 26, BR-BRD-03, BR-SUR-04 Penalty on all tasks of a craft."""
    penalty = int(craft.tumble) + int(craft.party_away) + int(craft.fatigue)
    if craft.damage[Result.LIFE_SUPPORT]:
        penalty += 1
    if craft.damage[Result.COMPUTER]:
        penalty += 1
    return penalty


# --- tasks in the log ----------------------------------------------------------------------------


@native
def log_task(state: State, kind, who, difficulty, card, crew):
    """Log a task and its card (NONE: none was turned); like tasks of one step share an event."""
    actor, target = (int(who) >> 8) - 1, (int(who) & 255) - 1
    if kind == Chance.DEFENSE_HIT:
        actor, target = int(state.attack_tf), actor
    side = side_of_task(state, kind, actor)
    for n in range(int(state.log_count) - 1, int(state.log_delivered) - 1, -1):
        event = state.log[n % LOG_LENGTH]
        if event.kind != Event.TASK and event.kind != Event.CARDS:
            continue
        same = event.a == kind and event.b == difficulty and event.side == side
        if same and event.actor == actor and event.target == target:
            add_card(state, event, card)
            return
    event = log_event(state, Event.TASK, side)
    event.actor = actor
    event.target = target
    event.a = kind
    event.b = difficulty
    event.card = card + 1
    event.known = task_readers(state, kind, actor, side)
    event.c = int(crew) * (TASK_NOTES + 1)
    if is_covered(state, kind):
        event.c = int(event.c) | TaskNote.COVERED
        if is_blind(state):
            event.c = int(event.c) | TaskNote.UNKNOWN


@native
def add_card(state: State, event: EventRecord, card):
    """Log a further card of an event's task, in the event or in a new one."""
    if card == NONE:
        return
    if event.kind == Event.CARDS and event.card < DETAILS:
        event.detail[event.card] = card + 1
        event.card += 1
        return
    saved = int(event.c)
    more = log_event(state, Event.CARDS, int(event.side))
    more.actor = event.actor
    more.target = event.target
    more.a = event.a
    more.b = event.b
    more.c = saved
    more.known = 0 if saved & TASK_NOTES else int(event.known)
    more.card = 1
    more.detail[0] = card + 1


@native
def side_of_task(state: State, kind, actor):
    """The side that does a task, by the first part of the key of its card."""
    if kind == Chance.SURPRISE:
        return actor
    if kind == Chance.EVASION or kind == Chance.DEFENSE_HIT:
        return actor // force_slots(state)
    if kind == Chance.MISSILE_HIT:
        return actor // spread_slots(state)
    return actor // craft_slots(state)


@native
def is_covered(state: State, kind):
    """BR-REF-01, 02, BR-AMB-83 Whether the referee turns the card, or it is secret."""
    if kind == Chance.SURVEY:
        return True
    hit = kind == Chance.HIT or kind == Chance.MISSILE_HIT
    return is_blind(state) and (hit or kind == Chance.DETECTION or kind == Chance.LOCK)


@native
def task_readers(state: State, kind, actor, side):
    """BR-DET-25, 27, BR-AMB-105 Readers of a task: its side; both for jamming and visible ships.

    sensors/reports.py sets the readers of a sensor task.
    """
    own = 1 << side
    if is_blind(state):
        return own
    if kind == Chance.JAMMING:
        return 3
    if kind == Chance.HIT or kind == Chance.DAMPER or kind == Chance.CRASH_START:
        return 3 if state.craft[actor].detected else own
    if kind == Chance.SANDCASTER or kind == Chance.MESON_SCREEN or kind == Chance.OVERLOAD:
        return 3 if state.craft[actor].detected else own
    return own


@native
def log_modifier(state: State, kind, modifier, value):
    """Write a modifier (TaskDM, SensorDM) into the task of a kind that has just been noted.

    Further cards of the task change nothing.
    """
    event = state.log[(int(state.log_count) - 1) % LOG_LENGTH]
    if event.kind == Event.TASK and event.a == kind:
        event.detail[modifier] = value
