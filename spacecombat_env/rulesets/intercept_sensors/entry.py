"""The doors of the rule set: the only functions Python calls (arrays and an index in)."""

import numpy as np

from spacecombat_env.core.batch import (
    LOW_31_BITS,
    UNTOUCHED,
    copy_bytes,
    next_seed,
    only_word,
    random_words,
)
from spacecombat_env.core.jit import jit
from spacecombat_env.core.ruleset import TALLY, Kernels
from spacecombat_env.rulesets.intercept_sensors.actions import hear, legal
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    NONE,
    Ask,
    Reason,
    Step,
    Verdict,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.state import UNSEEN_BYTES
from spacecombat_env.rulesets.intercept_sensors.pieces.words import word_count
from spacecombat_env.rulesets.intercept_sensors.sight.observe import observe, observe_words
from spacecombat_env.rulesets.intercept_sensors.sight.redaction import hide, hide_log, tell_readers
from spacecombat_env.rulesets.intercept_sensors.sight.resampling import imagine
from spacecombat_env.rulesets.intercept_sensors.turn import take_step
from spacecombat_env.rulesets.intercept_sensors.victory import end_game, margin

MARGIN_SCALE = 20.0  # ship-turns of tracks that count as a whole win in the margin reward


@jit
def run(state, rules, mask):
    """Play on to the next decision that a seat must take itself; return its legal words."""
    while state.step != Step.OVER:
        tell_readers(state)
        if state.ask == Ask.NOTHING:
            state.chance.changes += 1
            take_step(state, rules)
            continue
        words = legal(state, rules, mask)
        if words == 1:
            hear(state, rules, only_word(mask))
        else:
            return words
    tell_readers(state)
    mask[:] = 0
    return 0


@jit
def begin(games, k, table, seed):
    """Copy the opening and seed its luck."""
    source = table.opening_raw[0]
    copy_bytes(games.raw[k], source, len(source))
    state = games.states[k]
    state.chance.seed_lo = int(seed) & 0xFFFFFFFF
    state.chance.seed_hi = (int(seed) >> 32) & LOW_31_BITS


@jit
def look(games, k, seen, j):
    """Copy game k into seen[j], log and chance left out (they are cleared)."""
    copy_bytes(seen.raw[j], games.raw[k], len(games.raw[k]) - UNSEEN_BYTES)


@jit
def start(games, k, table, seed):
    """Set up game k and run it to the first decision."""
    begin(games, k, table, seed)
    state = games.states[k]
    run(state, table.rules[0], np.zeros(word_count(state), np.int8))


@jit
def apply(games, k, table, token):
    """Carry out one word in game k and run to the next decision; 1 if it is not legal."""
    state, rules = games.states[k], table.rules[0]
    mask = np.zeros(word_count(state), np.int8)
    legal(state, rules, mask)
    if token < 0 or token >= len(mask) or not mask[token]:
        return 1
    state.chance.decisions += 1
    hear(state, rules, token)
    run(state, rules, mask)
    return 0


@jit
def legal_words(seen, k, table, mask):
    """Write the legal words of the seat to act; return their number."""
    return legal(seen.states[k], table.rules[0], mask)


@jit
def redact(games, k, seen, j, seat):
    """Put what a seat may know of game k into seen[j], the log included."""
    look(games, k, seen, j)
    seen.raw[j, len(seen.raw[j]) - UNSEEN_BYTES :] = 0
    hide(seen.states[j], seat)
    hide_log(seen.states[j], games.states[k], seat)


@jit
def observe_seat(seen, k, table, seat, row):
    """Write a seat's observation from a redacted record."""
    observe(seen.states[k], table.rules[0], seat, row)


@jit
def resample(seen, k, table, seat, seed, games, j):
    """Into games[j], a full state that looks the same to the seat to act, with fresh luck."""
    copy_bytes(games.raw[j], seen.raw[k], len(seen.raw[k]))
    imagine(games.states[j], table.opening[0], table.rules[0], seat, seed)


@jit
def write_returns(state, row, by_margin):
    """Returns of both seats: +1, 0, -1, or the margin of points over MARGIN_SCALE."""
    row[0] = 0.0
    row[1] = 0.0
    if by_margin and state.reason != Reason.ILLEGAL_ORDER:
        row[0] = max(-1.0, min(1.0, margin(state) / MARGIN_SCALE))
    elif state.verdict == Verdict.A:
        row[0] = 1.0
    elif state.verdict == Verdict.B:
        row[0] = -1.0
    row[1] = -row[0]


@jit
def returns(games, k, table, row):
    """Returns of each seat; zero while the game is open."""
    write_returns(games.states[k], row, False)


@jit
def write_tally(state, row):
    """Record how a game ended."""
    row[TALLY.verdict] = state.verdict
    row[TALLY.reason] = state.reason
    row[TALLY.turns] = state.turn
    row[TALLY.decisions] = state.chance.decisions
    row[TALLY.margin] = margin(state)
    row[TALLY.games] += 1


@jit
def play_word(state, rules, token, mask):
    """Hear a word and run on; an illegal one loses the game for its seat."""
    state.chance.decisions += 1
    if token >= len(mask) or not mask[token]:
        end_game(state, 1 - state.seat, Reason.ILLEGAL_ORDER)
        tell_readers(state)
        return
    hear(state, rules, token)
    run(state, rules, mask)


@jit
def show(games, table, out, k, words_only):
    """Redact for the seat to act, then write its observation; `run` has left its legal words.

    `words_only` tells that nothing but the words of an order has changed. (That the redacted record
    gives the same legal words as the true one is proven by the conformance kit.)
    """
    seat = int(games.states[k].seat)
    words_only = words_only and out.seat[k] == seat
    out.seat[k] = seat
    look(games, k, out.seen, k)
    seen, rules = out.seen.states[k], table.rules[0]
    hide(seen, seat)
    if words_only:
        observe_words(seen, rules, seat, out.observation[k])
    else:
        observe(seen, rules, seat, out.observation[k])


@jit
def close(games, table, out, k, span):
    """A game has ended: returns and tally; a new game, or an empty row."""
    state = games.states[k]
    out.done[k] = 1
    write_returns(state, out.rewards[k], span[3])
    write_tally(state, out.tally[k])
    if span[2]:
        begin(games, k, table, next_seed(state.chance.seed_lo, state.chance.seed_hi, span[2]))
        run(state, table.rules[0], out.mask[k])
        show(games, table, out, k, False)
    else:
        empty_row(out, k)


@jit
def empty_row(out, k):
    """Nobody is asked anything in a game that is over."""
    out.seat[k] = NONE
    out.mask[k, :] = 0
    out.observation[k, :] = 0


@jit
def advance(games, table, tokens, out, span):
    """Apply a word to each row of lo..hi-1, span = (lo, hi, auto_reset, by_margin), and look."""
    for k in range(span[0], span[1]):
        state = games.states[k]
        token = int(tokens[k])
        if token == UNTOUCHED:
            continue
        out.done[k] = 0
        out.rewards[k, 0] = 0.0
        out.rewards[k, 1] = 0.0
        if state.step == Step.OVER:
            empty_row(out, k)
        elif token < 0:
            legal(state, table.rules[0], out.mask[k])
            show(games, table, out, k, False)
        else:
            changes = int(state.chance.changes)
            play_word(state, table.rules[0], token, out.mask[k])
            if state.step == Step.OVER:
                close(games, table, out, k, span)
            else:
                show(games, table, out, k, int(state.chance.changes) == changes)


def compiled_beside(games, mask, row, table):
    """What a second process can compile while the first one compiles the turn, with arguments."""
    state, rules = games.states[0], table.rules[0]
    return (
        (legal, (state, rules, mask)),
        (hide, (state, 0)),
        (observe, (state, rules, 0, row)),
        (observe_words, (state, rules, 0, row)),
    )


def steps(games, k):
    """Steps that the engine has taken: while the number stands still, only words change."""
    return int(games.states[k].chance.changes)


KERNELS = Kernels(
    start=start,
    apply=apply,
    legal=legal_words,
    redact=redact,
    observe=observe_seat,
    returns=returns,
    resample=resample,
    advance=advance,
    random_words=random_words,
    steps=steps,
)
