# ruff: noqa: F821 the names that a rule set brings
"""The driver of every rule set: play on to the next decision, look, reward, begin anew.

The functions below speak of names that this file does not define: `legal`, `hear`, `take_step` and
the others of `WANTED`. `bind(globals())` in a rule set's entry.py makes of each a function with the
same code and the rule set's own names, and compiles it there: one text, and in each rule set code
that knows its records.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from spacecombat_env.core.batch import (
    BEGIN,
    BY_MARGIN,
    BY_TURNS,
    GO_ON,
    LOW_31_BITS,
    UNTOUCHED,
    copy_words,
    count_words,
    next_seed,
    only_word,
    random_words,
)
from spacecombat_env.core.fetching import LINE, fetch
from spacecombat_env.core.jit import jit
from spacecombat_env.core.one_game import doors_of_one_game
from spacecombat_env.core.ruleset import TALLY, Kernels

WANTED = {
    "Ask": "its questions; NOTHING while the engine has work to do",
    "Step": "its steps; TURN_START where a turn begins, OVER when the game has ended",
    "Reason": "why a game ended; ILLEGAL_ORDER among others",
    "LOG_LENGTH": "events kept",
    "UNSEEN_WORDS": "words of 8 bytes at the end of a record that no look shows: luck and log",
    "MARGIN_SCALE": "points of margin that count as a whole win in the margin reward",
    "word_count": "word_count(state) -> length of a mask",
    "lay_out": "lay_out(state, rules): what is dealt before the first step",
    "settle": "settle(state): what is judged after each step and order",
    "take_step": "take_step(state, rules): carry out the step that stands",
    "legal": "legal(state, rules, mask): write the legal words into the mask",
    "hear": "hear(state, rules, word): carry out a legal word",
    "is_delegated": "is_delegated(state, rules) -> whether standing orders answer the question",
    "ready_word": "ready_word(state, rules) -> their answer, or NOBODY: they want the legal words",
    "standing_word": "standing_word(state, rules, mask) -> their answer",
    "end_game": "end_game(state, winner, reason)",
    "margin": "margin(state) -> points by which the first seat is ahead",
    "hide": "hide(state, seat): redact a copy of a record, luck and log left out",
    "hide_event": "hide_event(event, seat): redact an event that a seat may read",
    "observe": "observe(seen, rules, seat, row): write an observation",
    "observe_words": "observe_words(seen, rules, seat, row): write what words of an order change",
    "see_words": "see_words(state, rules, seen, seat): put what observe_words reads into `seen`; "
    "False where that takes a whole redacted record",
    "imagine": "imagine(state, opening, rules, seat, seed): complete a redacted record",
}
"""What a rule set brings, and what it is."""
NOBODY = -1
FETCHED = 3
"""Places in each log of the next game that are read beforehand."""
FIRST, SECOND = 0, 1
"""Verdicts: the seat that has won."""


# --- the log: what each side has been told -------------------------------------------------------


def tell_readers(state):
    """Copy what was noted since the last time to the sides that may read it, as each reads it.

    Each side has a log and a count of its own, on which nothing that it is not told has an effect.
    """
    if state.log_told == state.log_count:
        return
    for n in range(max(int(state.log_told), int(state.log_count) - LOG_LENGTH), state.log_count):
        event = state.log[n % LOG_LENGTH]
        for seat in range(2):
            if int(event.known) >> seat & 1:
                place = int(state.told_count[seat]) % LOG_LENGTH
                state.told[seat, place] = event
                hide_event(state.told[seat, place], seat)
                state.told_count[seat] += 1
    state.log_told = state.log_count


def hide_log(state, source, seat):
    """Put what a seat has been told in the place of the log; the place is empty before."""
    state.log_count = source.told_count[seat]
    state.log_told = source.told_count[seat]
    state.told_count[seat] = source.told_count[seat]
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        state.log[n] = source.told[seat, n]
        state.told[seat, n] = source.told[seat, n]


def keep_log(state, seat):
    """A seat has been told what it has been told; of the other side that is not known."""
    for n in range(min(int(state.log_count), LOG_LENGTH)):
        state.told[seat, n] = state.log[n]
    state.told_count[seat] = state.log_count
    state.told_count[1 - seat] = 0
    state.log_told = state.log_count


# --- one game ------------------------------------------------------------------------------------


def engine_word(state, rules, mask):
    """The word of a standing order, or the only legal one; NOBODY: the seat chooses from the mask.

    A standing order that is ready with its word needs no mask, and none is made.
    """
    delegated = is_delegated(state, rules)
    if delegated:
        word = ready_word(state, rules)
        if word != NOBODY:
            return word
    legal(state, rules, mask)
    if count_words(mask) == 1:
        return only_word(mask)
    return standing_word(state, rules, mask) if delegated else NOBODY


def run(state, rules, mask, by_turns, goes_on):
    """Play on to the next decision that a seat must take itself; its legal words are the mask.

    `by_turns`: at the end of a turn it stops, too, nobody being asked; `goes_on`: not at this one.
    """
    while state.step != Step.OVER:
        settle(state)
        tell_readers(state)
        if state.ask == Ask.NOTHING:
            if by_turns and not goes_on and state.step == Step.TURN_START:
                mask[:] = 0
                return
            goes_on = False
            state.chance.changes += 1
            take_step(state, rules)
            continue
        word = engine_word(state, rules, mask)
        if word == NOBODY:
            return
        hear(state, rules, word)
    settle(state)
    tell_readers(state)
    mask[:] = 0


def begin(games, k, table, seed):
    """Copy the opening and seed its luck."""
    source = table.opening_words[0]
    copy_words(games.words[k], source, len(source))
    state = games.states[k]
    state.chance.seed_lo = int(seed) & 0xFFFFFFFF
    state.chance.seed_hi = (int(seed) >> 32) & LOW_31_BITS
    lay_out(state, table.rules[0])


def seed_of(state):
    """The seed that a game has had from the beginning."""
    return int(state.chance.seed_hi) << 32 | int(state.chance.seed_lo)


def look(games, k, seen, j):
    """Copy game k into seen[j], log and chance left out (they are cleared)."""
    copy_words(seen.words[j], games.words[k], len(games.words[k]) - UNSEEN_WORDS)


def legal_words(seen, k, table, mask):
    """Write the legal words of the seat to act; return their number."""
    legal(seen.states[k], table.rules[0], mask)
    return count_words(mask)


def redact(games, k, seen, j, seat):
    """Put what a seat may know of game k into seen[j], the log included."""
    look(games, k, seen, j)
    seen.words[j, len(seen.words[j]) - UNSEEN_WORDS :] = 0
    hide(seen.states[j], seat)
    hide_log(seen.states[j], games.states[k], seat)


def observe_seat(seen, k, table, seat, row):
    """Write a seat's observation from a redacted record."""
    observe(seen.states[k], table.rules[0], seat, row)


def resample(seen, k, table, seat, seed, games, j):
    """Into games[j], a full state that looks the same to the seat to act, with fresh luck.

    To a seat that is not asked it is the other one that is.
    """
    copy_words(games.words[j], seen.words[k], len(seen.words[k]))
    if games.states[j].seat == NOBODY:
        games.states[j].seat = 1 - seat
    keep_log(games.states[j], seat)
    imagine(games.states[j], table.opening[0], table.rules[0], seat, seed)


# --- how a game ended ----------------------------------------------------------------------------


def write_returns(state, row, by_margin):
    """Returns of both seats: +1, 0, -1, or the margin of points over MARGIN_SCALE."""
    row[0] = 0.0
    row[1] = 0.0
    if by_margin and state.reason != Reason.ILLEGAL_ORDER:
        row[0] = max(-1.0, min(1.0, margin(state) / MARGIN_SCALE))
    elif state.verdict == FIRST:
        row[0] = 1.0
    elif state.verdict == SECOND:
        row[0] = -1.0
    row[1] = -row[0]


def returns(games, k, table, row):
    """Returns of each seat; zero while the game is open."""
    write_returns(games.states[k], row, False)


def standings(games, found):
    """Write the first seat's lead in points in each game as it stands, over MARGIN_SCALE."""
    for k in range(len(found)):
        found[k] = margin(games.states[k]) / MARGIN_SCALE


def write_tally(state, row):
    """Record how a game ended."""
    row[TALLY.verdict] = state.verdict
    row[TALLY.reason] = state.reason
    row[TALLY.turns] = state.turn
    row[TALLY.decisions] = state.chance.decisions
    row[TALLY.margin] = margin(state)
    row[TALLY.games] += 1


# --- many games ----------------------------------------------------------------------------------


def hear_word(state, rules, token, mask):
    """Hear a word of the seat to act; an illegal one loses the game for it."""
    state.chance.decisions += 1
    if token >= len(mask) or not mask[token]:
        end_game(state, 1 - state.seat, Reason.ILLEGAL_ORDER)
    else:
        hear(state, rules, token)


def show(games, table, out, k, words_only):
    """Redact for the seat to act, then write its observation; `run` has left its legal words.

    `words_only` tells that nothing but the words of an order has changed. (That the redacted record
    gives the same legal words as the true one is proven by the conformance kit.)
    """
    seat = int(games.states[k].seat)
    words_only = words_only and out.seat[k] == seat
    out.seat[k] = seat
    is_kept = len(out.seen.words) == len(games.words)
    place = k if is_kept else 0
    seen, rules = out.seen.states[place], table.rules[0]
    if words_only and not is_kept and see_words(games.states[k], rules, seen, seat):
        observe_words(seen, rules, seat, out.observation[k])
        return
    look(games, k, out.seen, place)
    hide(seen, seat)
    if words_only:
        observe_words(seen, rules, seat, out.observation[k])
    else:
        observe(seen, rules, seat, out.observation[k])


def close(games, table, out, k, span):
    """A game has ended: write returns and tally; with auto_reset lay out the next one."""
    state = games.states[k]
    out.done[k] = 1
    write_returns(state, out.rewards[k], span[3] & BY_MARGIN)
    write_tally(state, out.tally[k])
    if span[2]:
        begin(games, k, table, next_seed(state.chance.seed_lo, state.chance.seed_hi, span[2]))


def show_nobody(out, k):
    """A game that stays over, or stands at the end of a turn: no seat, no words, nothing to see."""
    out.seat[k] = NOBODY
    out.mask[k, :] = 0
    out.observation[k, :] = 0


def fetch_counts(state):
    """Begin to read of a game what it counts: it lies apart from the pieces."""
    fetch(state.chance, 0)
    fetch(state.log[0], 0)
    fetch(state.told[0, 0], 0)


def fetch_rest(state, size):
    """Begin to read all else of a game that is wanted: what looks show, the next places in logs.

    A processor works at one game while the next comes; of many games most lie far from it.
    """
    for at in range(0, size, LINE):
        fetch(state, at)
    for n in range(FETCHED):
        fetch(state.log[(state.log_count + n) % LOG_LENGTH], 0)
        for seat in range(2):
            fetch(state.told[seat, (state.told_count[seat] + n) % LOG_LENGTH], 0)


# The one door that holds the whole turn; `run` is called here and not in smaller functions, since
# whatever calls it compiles the turn anew.
def advance(games, table, tokens, out, span):
    """Apply a word to each row of lo..hi-1, span = (lo, hi, auto_reset, flags), and look.

    Where observations have no columns nobody looks, and the masks alone are written.
    """
    rules = table.rules[0]
    by_turns = (span[3] & BY_TURNS) != 0
    for k in range(span[0], span[1]):
        fetch_counts(games.states[k])
    for k in range(span[0], span[1]):
        if k + 1 < span[1]:
            fetch_rest(games.states[k + 1], 8 * (len(games.words[k]) - UNSEEN_WORDS))
        state = games.states[k]
        token = int(tokens[k])
        if token == UNTOUCHED:
            continue
        out.done[k] = 0
        out.rewards[k, 0] = 0.0
        out.rewards[k, 1] = 0.0
        words_only = False
        if token == BEGIN:
            begin(games, k, table, seed_of(state))
            if not by_turns:
                run(state, rules, out.mask[k], by_turns, False)
        elif (token >= 0 or token == GO_ON) and state.step != Step.OVER:
            changes = int(state.chance.changes)
            if token >= 0:
                hear_word(state, rules, token, out.mask[k])
            run(state, rules, out.mask[k], by_turns, token == GO_ON)
            words_only = int(state.chance.changes) == changes
            if state.step == Step.OVER:
                words_only = False
                close(games, table, out, k, span)
                if span[2]:
                    run(state, rules, out.mask[k], by_turns, False)
        elif state.step != Step.OVER:
            legal(state, rules, out.mask[k])
        if state.step == Step.OVER or (by_turns and state.ask == Ask.NOTHING):
            show_nobody(out, k)
        elif out.observation.shape[1]:
            show(games, table, out, k, words_only)


def steps(games, k):
    """Steps that the engine has taken: while the number stands still, only words change."""
    return int(games.states[k].chance.changes)


# --- binding -------------------------------------------------------------------------------------

COMPILED = (
    *(tell_readers, hide_log, keep_log, engine_word, run, begin, seed_of, look, legal_words),
    *(redact, observe_seat, resample, write_returns, returns, standings, write_tally),
    *(hear_word, show, close, show_nobody, fetch_counts, fetch_rest, advance),
)


def bind(own: dict[str, Any], player: Callable[..., int] | None = None) -> Kernels:
    """Give a module the driver's functions over its own names, compiled; return its doors.

    `own` is the module's `globals()`, with all that `WANTED` names; NameError says what is missing.
    """
    missing = [f"{name} ({meaning})" for name, meaning in WANTED.items() if name not in own]
    if missing:
        raise NameError(f"{own['__name__']} brings no " + ", no ".join(missing))
    own |= {name: globals()[name] for name in TOOLS}
    for template in COMPILED:
        bound = FunctionType(template.__code__, own, template.__name__)
        bound.__doc__, bound.__module__ = template.__doc__, own["__name__"]
        own[template.__name__] = jit(bound)
    own["start"], own["apply"] = doors_of_one_game(own["advance"], own["word_count"])
    return Kernels(
        start=own["start"],
        apply=own["apply"],
        legal=own["legal_words"],
        redact=own["redact"],
        observe=own["observe_seat"],
        returns=own["returns"],
        resample=own["resample"],
        advance=own["advance"],
        random_words=random_words,
        steps=steps,
        standings=own["standings"],
        player=player,
        one_look=True,
        by_turns=True,
    )


TOOLS = (
    *("BEGIN", "BY_MARGIN", "BY_TURNS", "GO_ON", "LOW_31_BITS", "UNTOUCHED", "TALLY", "NOBODY"),
    *("FIRST", "SECOND", "FETCHED", "LINE"),
    *("copy_words", "count_words", "fetch", "next_seed", "only_word"),
)
"""Names of this file that its functions use in a rule set."""


@jit
def nothing_to_settle(state):
    """For `settle`: nothing is judged between steps."""


@jit
def nothing_to_lay_out(state, rules):
    """For `lay_out`: the opening is complete."""


@jit
def nobody_delegates(state, rules):
    """For `is_delegated`: every seat answers for itself."""
    return False


@jit
def no_words_alone(state, rules, seen, seat):
    """For `see_words`: a record is redacted whole, whatever has changed of it."""
    return False


@jit
def no_ready_word(state, rules):
    """For `ready_word`: there are no standing orders, or they all want the legal words."""
    return NOBODY


@jit
def no_standing_word(state, rules, mask):
    """For `standing_word`: there are no standing orders."""
    return NOBODY
