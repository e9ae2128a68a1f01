"""Chapter TSK: tasks and cards. Every card of the game is turned here."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.rng import fold, keyed, pick, shared_half
from spacecombat_env.rulesets.battle_rider.constants import (
    CARDS,
    LOG_LENGTH,
    MAX_DIFFICULTY,
    NONE,
    Ask,
    Chance,
    Grade,
    Phase,
    Result,
)
from spacecombat_env.rulesets.battle_rider.crew import crew_of_task, crew_value
from spacecombat_env.rulesets.battle_rider.state import BULLSEYE, MISS

IMPOSSIBLE = 99  # a difficulty at which nothing may be attempted


@jit
def note(state, kind, side):
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
    return event


@jit
def ask(state, question, seat):
    """Put a question to a seat; the engine stops until it is answered."""
    state.ask = question
    state.seat = seat


@jit
def proceed(state, step):
    """Let the engine go on with a step."""
    state.ask = Ask.NOTHING
    state.step = step


@jit
def pair(actor, target):
    """One number for two pieces: the last part of the key of a card."""
    return (int(actor) + 1) * 256 + int(target) + 1


@jit
def luck_half(state, kind):
    """High half of the seed for a kind of luck: what is drawn in the set-up is each game's own.

    Else the missions and places of one game of a pair would be the enemy's in the other.
    """
    hidden = kind == Chance.SETUP or kind == Chance.FUEL or state.phase == Phase.SETUP
    high = int(state.chance.seed_hi)
    return high if hidden else shared_half(high)


@jit
def luck(state, kind, who):
    """32 random bits keyed by game, turn, kind, pieces and how often that was asked this turn."""
    chance = state.chance
    key = keyed(chance.seed_lo, luck_half(state, kind), kind | 0, who, int(state.turn))
    bucket = key & 63
    nth = int(chance.uses[bucket])
    chance.uses[bucket] = nth + 1
    return fold(key, nth)


@jit
def turn_card(state, rules, kind, who):
    """BR-TSK-10, BR-GEN-11, BR-AMB-16 The next of the 95 cards; all used ones are reshuffled."""
    chance = state.chance
    if rules.option.deck_keyed:
        return pick(luck(state, kind, who), CARDS)
    if chance.deck_left == 0:
        chance.deck_left = CARDS
    half = luck_half(state, kind)
    key = keyed(chance.seed_lo, half, Chance.SHUFFLE | 0, int(chance.dealt), 0)
    chosen = pick(key, int(chance.deck_left))
    chance.dealt += 1
    chance.deck_left -= 1
    last = int(chance.deck_left)
    card = int(chance.deck[chosen])
    chance.deck[chosen] = chance.deck[last]
    chance.deck[last] = card
    return card


@jit
def grade_of(rules, card, difficulty):
    """BR-TSK-11 What a card means at a difficulty for an average crew."""
    return grade_of_value(int(rules.card[card].hit), difficulty)


@jit
def grade_of_value(value, difficulty):
    """BR-TSK-01, 06, 07, 08, 09, BR-AMB-75 What a card's value means at a difficulty."""
    if value == MISS:
        return Grade.FAILURE
    if value == BULLSEYE:
        return Grade.OUTSTANDING
    if value < difficulty:
        return Grade.FAILURE
    if (value == 5 and difficulty <= 2) or (value == 4 and difficulty <= 1):
        return Grade.OUTSTANDING
    return Grade.SUCCESS


@jit
def attempt_task(state, rules, kind, who, difficulty):
    """BR-TSK-04, 05 A card for a task, its modifiers added up; above 5 it fails untried."""
    if difficulty > MAX_DIFFICULTY:
        return Grade.FAILURE
    card = turn_card(state, rules, kind, who)
    if rules.option.crew_quality:
        crew = crew_of_task(state, rules, kind, who)
        return grade_of_value(crew_value(rules, card, crew), difficulty)
    return grade_of(rules, card, difficulty)


@jit
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


@jit
def task_penalty(craft):
    """BR-DMG-14, 20, 22, 26, BR-BRD-03, BR-SUR-04 On all tasks: what is broken, away or tired."""
    penalty = int(craft.tumble) + int(craft.party_away) + int(craft.fatigue)
    if craft.damage[Result.LIFE_SUPPORT]:
        penalty += 1
    if craft.damage[Result.COMPUTER]:
        penalty += 1
    return penalty
