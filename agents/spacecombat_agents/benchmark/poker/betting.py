"""Poker of two seats with cards of a few ranks: the kernels of both rule sets.

Each seat pays the ante and gets a card. In each round of bets the seats act in turn, the first seat
first. FOLD is legal if the enemy has paid more, CALL (or check) always. RAISE (or bet) adds the
stake of the round and is legal as often as the rules allow. After the first round one card is laid
open. At the end a card of the same rank as the open one wins, else the higher rank; equal ranks
draw.

Recall is perfect: the observation holds the seat's card, the open card and all actions.
"""

from __future__ import annotations

from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64, record
from spacecombat_env.core.model.rng import fold, keyed, pick
from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.core.native import native

FOLD, CALL, RAISE = range(3)
ACTION_COUNT = 3
ROUNDS = 2
"""Largest number of rounds of bets."""
MAX_ACTIONS = 4
"""Actions of a round at most: check, bet, raise, call."""
PUBLIC = 2
"""Place of the open card, after the seats'."""
UNKNOWN = 0
"""In place of a card; the lowest rank is 1."""
DRAW = 2
FOLDED, SHOWN, ILLEGAL = 1, 2, 3
REASONS = ("open", "fold", "showdown", "illegal order")

state_dtype = record(
    [
        ("seed", INT64),
        ("decisions", INT32),
        ("turn", INT16),  # the round of bets, from 0
        ("seat", INT8),
        ("verdict", INT8),
        ("reason", INT8),
        ("raises", INT8),
        ("count", INT8),  # actions of this round
        ("cards", INT8, (3,)),
        ("paid", INT8, (2,)),
        ("spoken", INT8, (ROUNDS, MAX_ACTIONS)),  # each action plus one
    ]
)
rules_dtype = record(
    [
        ("ranks", INT8),
        ("suits", INT8),
        ("rounds", INT8),
        ("raises", INT8),  # in each round, at most
        ("ante", INT8),
        ("stakes", INT8, (ROUNDS,)),
        ("most", INT16),  # chips that a seat can lose
    ]
)


@native
def count_of_deals(rules):
    """The number of deals, all equally likely: card after card from the pack."""
    cards = int(rules.ranks) * int(rules.suits)
    deals = cards * (cards - 1)
    return deals * (cards - 2) if rules.rounds > 1 else deals


@native
def deal(state, rules, number):
    """Deal the cards of one deal, by its number from 0."""
    cards = int(rules.ranks) * int(rules.suits)
    first = number % cards
    number //= cards
    second = number % (cards - 1)
    number //= cards - 1
    second += 1 if second >= first else 0
    state.cards[0] = first % rules.ranks + 1
    state.cards[1] = second % rules.ranks + 1
    state.cards[PUBLIC] = UNKNOWN
    if rules.rounds > 1:
        low, high = min(first, second), max(first, second)
        third = number % (cards - 2)
        third += 1 if third >= low else 0
        third += 1 if third >= high else 0
        state.cards[PUBLIC] = third % rules.ranks + 1


@native
def start(games, k, table, seed):
    """Set up game k; both games of a pair have the same cards."""
    games.int64[k, :] = table.opening_int64[0, :]
    state, rules = games.states[k], table.rules[0]
    state.seed = int(seed) & ~TWIN
    state.verdict = -1
    state.paid[:] = rules.ante
    bits = keyed(int(state.seed), int(state.seed) >> 32, 0, 0, 0)
    deal(state, rules, pick(bits, count_of_deals(rules)))


@native
def settle(state, verdict, reason):
    """End a game."""
    state.verdict = verdict
    state.reason = reason


@native
def strength(state, seat):
    """The value of a seat's card at the end."""
    card = int(state.cards[seat])
    return card + 100 if card == state.cards[PUBLIC] else card


@native
def close_round(state, rules):
    """Start the next round of bets, or show the cards."""
    if state.turn + 1 < rules.rounds:
        state.turn += 1
        state.seat = 0
        state.raises = 0
        state.count = 0
        return
    difference = strength(state, 0) - strength(state, 1)
    settle(state, 0 if difference > 0 else (1 if difference < 0 else DRAW), SHOWN)


@native
def is_legal(state, rules, action):
    """Whether the seat to act may take an action."""
    if action == FOLD:
        return state.paid[1 - state.seat] > state.paid[state.seat]
    if action == RAISE:
        return state.raises < rules.raises
    return action == CALL


@native
def apply(games, k, table, action):
    """Apply one action; 1 if it is not legal."""
    state, rules = games.states[k], table.rules[0]
    if state.verdict >= 0 or not is_legal(state, rules, action):
        return 1
    seat, enemy, is_answer = int(state.seat), 1 - int(state.seat), state.count > 0
    state.spoken[state.turn, state.count] = action + 1
    state.count += 1
    state.decisions += 1
    state.seat = enemy
    if action == FOLD:
        settle(state, enemy, FOLDED)
        return 0
    state.paid[seat] = state.paid[enemy]
    if action == RAISE:
        state.paid[seat] += rules.stakes[state.turn]
        state.raises += 1
    elif is_answer:
        close_round(state, rules)
    return 0


@native
def legal(visible, k, table, mask):
    """Fill the mask of the seat to act."""
    for action in range(ACTION_COUNT):
        mask[action] = 1 if is_legal(visible.states[k], table.rules[0], action) else 0
    return int(mask.sum())


@native
def redact(games, k, visible, j, seat):
    """Hide the seed, the enemy's card, and the open one until it is open."""
    visible.raw[j, :] = games.raw[k, :]
    state = visible.states[j]
    state.seed = 0
    state.cards[1 - seat] = UNKNOWN
    if state.turn == 0:
        state.cards[PUBLIC] = UNKNOWN


@native
def observe(visible, k, table, seat, row):
    """Write the seat, its card, the open card if the rules have one, and all actions, one-hot."""
    state, rules = visible.states[k], table.rules[0]
    row[:] = 0
    row[seat] = 1
    at = 2
    for place in (seat, PUBLIC):
        if place != PUBLIC or rules.rounds > 1:
            if state.cards[place] != UNKNOWN:
                row[at + state.cards[place] - 1] = 1
            at += rules.ranks
    longest = rules.raises + 2
    for turn in range(rules.rounds):
        for number in range(longest):
            if state.spoken[turn, number]:
                row[at + state.spoken[turn, number] - 1] = 1
            at += ACTION_COUNT


@native
def count_of_columns(rules):
    """Length of an observation."""
    cards = int(rules.ranks) * (2 if rules.rounds > 1 else 1)
    return 2 + cards + int(rules.rounds) * (int(rules.raises) + 2) * ACTION_COUNT


@native
def won(state):
    """Chips that the first seat has won."""
    if state.verdict == 0:
        return int(state.paid[1])
    return -int(state.paid[0]) if state.verdict == 1 else 0


@native
def returns(games, k, table, row):
    """Write the chips won by each seat, as a share of the most that it can lose."""
    chips = won(games.states[k])
    row[0] = chips / table.rules[0].most
    row[1] = -chips / table.rules[0].most


@native
def determinize(visible, k, table, seat, seed, games, j):
    """Deal the unknown cards again, uniformly from the rest of the pack, with a new seed."""
    games.raw[j, :] = visible.raw[k, :]
    state, rules = games.states[j], table.rules[0]
    state.seed = seed
    bits = keyed(int(seed), int(seed) >> 32, 1, 0, 0)
    for place in range(PUBLIC + 1):
        is_dealt = place != PUBLIC or rules.rounds > 1
        if not is_dealt or state.cards[place] != UNKNOWN:
            continue
        known = 0
        for other in range(PUBLIC + 1):
            known += 1 if state.cards[other] != UNKNOWN else 0
        bits = fold(bits, place)
        nth = pick(bits, int(rules.ranks) * int(rules.suits) - known)
        for rank in range(1, rules.ranks + 1):
            left = int(rules.suits)
            for other in range(PUBLIC + 1):
                left -= 1 if state.cards[other] == rank else 0
            if 0 <= nth < left:
                state.cards[place] = rank
                break
            nth -= left


@native
def finish(games, k, table, out, auto_reset):
    """Write the result of a finished game and start the next."""
    state = games.states[k]
    returns(games, k, table, out.rewards[k])
    out.done[k] = 1
    out.tally[k, 0] = state.verdict
    out.tally[k, 1] = state.reason
    out.tally[k, 2] = state.turn + 1
    out.tally[k, 3] = state.decisions
    out.tally[k, 4] = won(state)
    out.tally[k, 5] += 1
    if auto_reset:
        start(games, k, table, fold(int(state.seed), int(auto_reset)))


@native
def step_row(games, table, action, out, k, auto_reset):
    """Apply one action to one game; an illegal one loses."""
    state = games.states[k]
    if action == -1 or state.verdict >= 0:
        return
    if apply(games, k, table, action) != 0:
        settle(state, 1 - state.seat, ILLEGAL)
    if state.verdict >= 0:
        finish(games, k, table, out, auto_reset)


@native
def advance(games, table, actions, out, span):
    """Apply actions game by game (`Kernels.advance`); `tables.advance` is faster."""
    for k in range(span[0], span[1]):
        out.done[k] = 0
        out.rewards[k, :] = 0
        step_row(games, table, actions[k], out, k, span[2])
        state = games.states[k]
        if state.verdict >= 0:
            out.seat[k] = -1
            out.mask[k, :] = 0
            out.observation[k, :] = 0
        else:
            out.seat[k] = state.seat
            redact(games, k, out.visible, k, state.seat)
            legal(out.visible, k, table, out.mask[k])
            if out.observation.shape[1]:
                observe(out.visible, k, table, state.seat, out.observation[k])
