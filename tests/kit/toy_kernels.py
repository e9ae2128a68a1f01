"""The kernels of the toy rule set: plain Python in the style of rules; no library has them."""

from __future__ import annotations

from spacecombat_env.core.kernels.batch import next_seed
from spacecombat_env.core.model.record import FLAG, INT8, INT16, INT32, INT64, record
from spacecombat_env.core.model.rng import keyed, pick, shared_half
from spacecombat_env.core.native import native

NUMBERS = 8
PASS, GUESS, PEEK, FIRST = 0, 1, 2, 3
WORDS = FIRST + NUMBERS
LOG = 8
OPEN, RIGHT_GUESS, TURN_LIMIT, ILLEGAL_ORDER = 0, 1, 2, 3
DEAL, COIN, SHUFFLE = 0, 1, 2

event_dtype = record([("kind", INT8), ("side", INT8), ("a", INT8), ("secret", FLAG)])
state_dtype = record(
    [
        ("turn", INT16),
        ("seat", INT8),
        ("verdict", INT8),
        ("reason", INT8),
        ("guessing", FLAG),
        ("secret_number", INT8, (2,)),
        ("tried", INT16, (2,)),
        ("clue", INT8, (2,)),  # 0 nothing, 1 low, 2 high
        ("decisions", INT32),
        ("log_count", INT32),
        ("log", event_dtype, (LOG,)),
        ("peeks", INT16, (2,)),
        ("seed_lo", INT64),
        ("seed_hi", INT64),
    ]
)
rules_dtype = record([("turn_limit", INT16), ("auto_peek", FLAG, (2,))])


@native
def note(state, kind, side, a, secret):
    """Write an event."""
    slot = int(state.log_count) % LOG
    state.log[slot].kind = kind
    state.log[slot].side = side
    state.log[slot].a = a
    state.log[slot].secret = secret
    state.log_count += 1


@native
def look(state, seat):
    """A peek: heads shows whether the other number is high."""
    state.peeks[seat] += 1
    shown = 0
    high = shared_half(state.seed_hi)
    if keyed(state.seed_lo, high, COIN + 10 * seat, int(state.peeks[seat]), 0) & 1:
        shown = 2 if state.secret_number[1 - seat] >= NUMBERS // 2 else 1
        state.clue[seat] = shown
    note(state, PEEK, seat, shown, 1)


@native
def begin_turn(state, rules):
    """Give the turn to the next seat, or end the game."""
    state.guessing = 0
    if state.seat == 1:
        state.turn += 1
    state.seat = 1 - state.seat
    if state.turn > rules.turn_limit:
        state.verdict, state.reason, state.seat = 2, TURN_LIMIT, -1
    elif rules.auto_peek[state.seat] == 1 and state.clue[state.seat] == 0:
        look(state, int(state.seat))


@native
def fill_mask(state, rules, mask):
    """Offer the actions of the seat to act."""
    mask[:] = 0
    if state.verdict >= 0:
        return 0
    count = 0
    seat = int(state.seat)
    if state.guessing == 1:
        for number in range(NUMBERS):
            if not (int(state.tried[seat]) >> number) & 1:
                mask[FIRST + number] = 1
                count += 1
        return count
    mask[PASS] = 1
    mask[GUESS] = 1
    if rules.auto_peek[seat] == 0:
        mask[PEEK] = 1
        return 3
    return 2


@native
def is_legal(state, rules, action):
    """Tell whether the seat to act may say the action."""
    if state.verdict >= 0:
        return False
    seat = int(state.seat)
    if state.guessing == 1:
        return (
            action >= FIRST
            and action < WORDS
            and not (int(state.tried[seat]) >> (action - FIRST)) & 1
        )
    return action in (PASS, GUESS) or (action == PEEK and rules.auto_peek[seat] == 0)


@native
def take(state, rules, action):
    """Carry out a legal action."""
    seat = int(state.seat)
    state.decisions += 1
    if action == GUESS:
        state.guessing = 1
        return
    if action == PEEK:
        look(state, seat)
    elif action >= FIRST:
        note(state, GUESS, seat, action - FIRST, 0)
        state.tried[seat] |= 1 << (action - FIRST)
        if state.secret_number[1 - seat] == action - FIRST:
            state.verdict, state.reason, state.seat = seat, RIGHT_GUESS, -1
            return
    begin_turn(state, rules)


@native
def start(games, k, table, seed):
    """Kernels.start."""
    games.int64[k, :] = table.opening_int64[0, :]
    state = games.states[k]
    seed = int(seed)
    state.seed_lo = seed & 0xFFFFFFFF
    state.seed_hi = (seed >> 32) & 0xFFFFFFFF
    for side in range(2):
        draw = keyed(state.seed_lo, state.seed_hi, DEAL, side, 0)
        state.secret_number[side] = pick(draw, NUMBERS)
    state.turn = 1
    state.verdict = -1
    state.seat = 1
    state.turn = 0
    begin_turn(state, table.rules[0])


@native
def apply(games, k, table, action):
    """Kernels.apply."""
    if not is_legal(games.states[k], table.rules[0], action):
        return 1
    take(games.states[k], table.rules[0], action)
    return 0


@native
def legal(visible, k, table, mask_row):
    """Kernels.legal."""
    return fill_mask(visible.states[k], table.rules[0], mask_row)


@native
def redact(games, k, visible, j, seat):
    """Kernels.redact."""
    visible.raw[j, :] = games.raw[k, :]
    state = visible.states[j]
    state.secret_number[1 - seat] = 0
    state.clue[1 - seat] = 0
    state.peeks[1 - seat] = 0
    state.seed_lo = 0
    state.seed_hi = 0
    if state.seat != seat:
        state.guessing = 0
        state.decisions = 0
    state.decisions = 0
    for i in range(LOG):
        if state.log[i].secret == 1 and state.log[i].side != seat:
            state.log[i].a = 0


@native
def observe(visible, k, table, seat, row):
    """Kernels.observe."""
    state = visible.states[k]
    row[:] = 0
    row[0] = state.secret_number[seat] + 1
    row[1] = state.turn
    row[2] = state.clue[seat]
    row[3] = state.guessing
    row[4] = 1 if state.seat == seat else 0
    for side in range(2):
        for number in range(NUMBERS):
            at = 5 + NUMBERS * (0 if side == seat else 1) + number
            row[at] = (int(state.tried[side]) >> number) & 1


@native
def returns(games, k, table, row):
    """Kernels.returns."""
    verdict = int(games.states[k].verdict)
    row[0] = 0.0
    row[1] = 0.0
    if verdict == 0 or verdict == 1:
        row[verdict] = 1.0
        row[1 - verdict] = -1.0


@native
def determinize(visible, k, table, seat, seed, games, j):
    """Kernels.resample."""
    games.raw[j, :] = visible.raw[k, :]
    state = games.states[j]
    seed = int(seed)
    state.seed_lo = keyed(seed, seed >> 32, SHUFFLE, 0, 1)
    state.seed_hi = keyed(seed, seed >> 32, SHUFFLE, 0, 2)
    count = 0
    for number in range(NUMBERS):
        count += could_be(state, seat, number)
    chosen = pick(keyed(seed, seed >> 32, SHUFFLE, 0, 3), count)
    for number in range(NUMBERS):
        if could_be(state, seat, number):
            if chosen == 0:
                state.secret_number[1 - seat] = number
            chosen -= 1


@native
def could_be(state, seat, number):
    """Tell whether the enemy's number may be this one, as far as the seat knows."""
    if (int(state.tried[seat]) >> number) & 1 and state.verdict != seat:
        return 0
    high = number >= NUMBERS // 2
    if state.clue[seat] == 1 and high:
        return 0
    if state.clue[seat] == 2 and not high:
        return 0
    return 1


@native
def settle(games, k, table, out, margin):
    """Write the results of a game that just ended."""
    state = games.states[k]
    returns(games, k, table, out.rewards[k])
    points = int(state.tried[0] > 0) - int(state.tried[1] > 0)
    if margin == 1 and state.verdict == 2:
        out.rewards[k, 0] = 0.1 * points
        out.rewards[k, 1] = -0.1 * points
    out.done[k] = 1
    out.tally[k, 0] = state.verdict
    out.tally[k, 1] = state.reason
    out.tally[k, 2] = state.turn
    out.tally[k, 3] = state.decisions
    out.tally[k, 4] = points
    out.tally[k, 5] += 1


@native
def advance(games, table, actions, out, span):
    """Kernels.advance."""
    rules = table.rules[0]
    for k in range(span[0], span[1]):
        state = games.states[k]
        out.done[k] = 0
        out.rewards[k, 0] = 0.0
        out.rewards[k, 1] = 0.0
        if actions[k] >= 0 and state.verdict < 0:
            if is_legal(state, rules, actions[k]):
                take(state, rules, actions[k])
            else:
                state.verdict, state.reason, state.seat = 1 - state.seat, ILLEGAL_ORDER, -1
            if state.verdict >= 0:
                settle(games, k, table, out, span[3])
                if span[2]:
                    seed = next_seed(state.seed_lo, state.seed_hi, span[2])
                    start(games, k, table, seed)
        out.seat[k] = state.seat
        out.mask[k, :] = 0
        out.observation[k, :] = 0
        if state.verdict < 0 and out.observation.shape[1] == 0:
            fill_mask(state, rules, out.mask[k])
        elif state.verdict < 0:
            seat = int(state.seat)
            redact(games, k, out.visible, k, seat)
            fill_mask(out.visible.states[k], rules, out.mask[k])
            observe(out.visible, k, table, seat, out.observation[k])


@native
def random_actions(mask, seeds, actions, lo, hi):
    """Kernels.random_words."""
    for k in range(lo, hi):
        count = 0
        for word in range(mask.shape[1]):
            count += mask[k, word]
        actions[k] = -1
        seeds[k] = keyed(seeds[k], seeds[k] >> 32, SHUFFLE, 2, 0)
        if count > 0:
            chosen = pick(seeds[k], count)
            for word in range(mask.shape[1]):
                if mask[k, word] == 1:
                    if chosen == 0:
                        actions[k] = word
                    chosen -= 1


def steps(games, k):
    """Kernels.steps: the action "guess" alone is not a step."""
    state = games.states[k]
    return int(state.decisions) - int(state.guessing)
