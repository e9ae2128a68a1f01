# Generated from bindings.py by python -m spacecombat_env.core.kernels.generate
"""The entry points of the rule set. The text is that of core/kernels/driver.py."""

from spacecombat_env.core.kernels.batch import (
    BEGIN,
    BY_MARGIN,
    BY_TURNS,
    LOW_31_BITS,
    RESUME,
    UNTOUCHED,
    copy_int64,
    count_actions,
    next_seed,
    only_action,
    random_actions,
)
from spacecombat_env.core.kernels.defaults import NOBODY
from spacecombat_env.core.kernels.one_game import one_game_functions
from spacecombat_env.core.native import LINE, native, prefetch
from spacecombat_env.core.ruleset import TALLY, Kernels

from .bindings import (
    HIDDEN_INT64,
    LOG_LENGTH,
    MARGIN_SCALE,
    Decision,
    Reason,
    Step,
    action_count,
    apply,
    determinize_state,
    end_game,
    is_delegated,
    lay_out,
    legal,
    margin,
    observe,
    observe_action_fields,
    player,
    ready_action,
    redact_action_fields,
    redact_state,
    settle,
    standing_action,
    take_step,
)
from .event_log import deliver_events, rebuild_delivered, redact_log

PREFETCHED = 3
"""Entries of each log of the next game that are prefetched."""
FIRST, SECOND = 0, 1
"""Verdicts: the seat that has won."""


# --- one game ------------------------------------------------------------------------------------


@native
def engine_action(state, rules, mask):
    """The action of a standing order, or the only legal one; NOBODY: the seat chooses from the
    mask.

    A standing order that is ready needs no mask, and none is made.
    """
    delegated = is_delegated(state, rules)
    if delegated:
        action = ready_action(state, rules)
        if action != NOBODY:
            return action
    legal(state, rules, mask)
    if count_actions(mask) == 1:
        return only_action(mask)
    return standing_action(state, rules, mask) if delegated else NOBODY


@native
def run(state, rules, mask, by_turns, is_resuming):
    """Play to the next decision that a seat must make; the mask holds its legal actions.

    With `by_turns` it also stops at the end of a turn, where no seat is to act. With `is_resuming`
    it does not stop at the present one.
    """
    while state.step != Step.OVER:
        settle(state)
        deliver_events(state)
        if state.decision == Decision.NOTHING:
            if by_turns and not is_resuming and state.step == Step.TURN_START:
                mask[:] = 0
                return
            is_resuming = False
            state.chance.changes += 1
            take_step(state, rules)
            continue
        action = engine_action(state, rules, mask)
        if action == NOBODY:
            return
        apply(state, rules, action)
    settle(state)
    deliver_events(state)
    mask[:] = 0


@native
def begin(games, k, table, seed):
    """Copy the opening and seed its dice."""
    source = table.opening_int64[0]
    copy_int64(games.int64[k], source, len(source))
    state = games.states[k]
    state.chance.seed_lo = int(seed) & 0xFFFFFFFF
    state.chance.seed_hi = (int(seed) >> 32) & LOW_31_BITS
    lay_out(state, table.rules[0])


@native
def seed_of(state):
    """The game's seed, which never changes."""
    return int(state.chance.seed_hi) << 32 | int(state.chance.seed_lo)


@native
def copy_without_log(games, k, visible, j):
    """Copy game k to visible[j], with logs and chance cleared."""
    copy_int64(visible.int64[j], games.int64[k], len(games.int64[k]) - HIDDEN_INT64)


@native
def legal_actions(visible, k, table, mask):
    """Write the legal actions of the seat to act; return their number."""
    legal(visible.states[k], table.rules[0], mask)
    return count_actions(mask)


@native
def redact(games, k, visible, j, seat):
    """Write the part of game k that a seat may know to visible[j], with its log."""
    copy_without_log(games, k, visible, j)
    visible.int64[j, len(visible.int64[j]) - HIDDEN_INT64 :] = 0
    redact_state(visible.states[j], seat)
    redact_log(visible.states[j], games.states[k], seat)


@native
def observe_visible(visible, k, table, seat, row):
    """Write a seat's observation from a redacted record."""
    observe(visible.states[k], table.rules[0], seat, row)


@native
def determinize(visible, k, table, seat, seed, games, j):
    """Write to games[j] a complete state that looks the same to a seat, with new dice.

    For a seat that is not to act, the other seat is to act.
    """
    copy_int64(games.int64[j], visible.int64[k], len(visible.int64[k]))
    if games.states[j].seat == NOBODY:
        games.states[j].seat = 1 - seat
    rebuild_delivered(games.states[j], seat)
    determinize_state(games.states[j], table.opening[0], table.rules[0], seat, seed)


# --- how a game ended ----------------------------------------------------------------------------


@native
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


@native
def returns(games, k, table, row):
    """Returns of each seat; zero while the game is open."""
    write_returns(games.states[k], row, False)


@native
def standings(games, found):
    """Write the first seat's lead in each game in units of MARGIN_SCALE points."""
    for k in range(len(found)):
        found[k] = margin(games.states[k]) / MARGIN_SCALE


@native
def record_tally(state, row):
    """Record how a game ended."""
    row[TALLY.verdict] = state.verdict
    row[TALLY.reason] = state.reason
    row[TALLY.turns] = state.turn
    row[TALLY.decisions] = state.chance.decisions
    row[TALLY.margin] = margin(state)
    row[TALLY.games] += 1


# --- many games ----------------------------------------------------------------------------------


@native
def apply_action(state, rules, action, mask):
    """Apply an action of the seat to act. An illegal one loses the game."""
    state.chance.decisions += 1
    if action >= len(mask) or not mask[action]:
        end_game(state, 1 - state.seat, Reason.ILLEGAL_ORDER)
    else:
        apply(state, rules, action)


@native
def observe_to_act(games, table, out, k, actions_only):
    """Redact for the seat to act and write its observation; `run` has written the mask.

    With `actions_only`, only the actions of an order have changed. The conformance kit checks that
    the redacted record gives the same mask as the true one.
    """
    seat = int(games.states[k].seat)
    actions_only = actions_only and out.seat[k] == seat
    out.seat[k] = seat
    is_kept = len(out.visible.int64) == len(games.int64)
    place = k if is_kept else 0
    visible, rules = out.visible.states[place], table.rules[0]
    if actions_only and not is_kept and redact_action_fields(games.states[k], rules, visible, seat):
        observe_action_fields(visible, rules, seat, out.observation[k])
        return
    copy_without_log(games, k, out.visible, place)
    redact_state(visible, seat)
    if actions_only:
        observe_action_fields(visible, rules, seat, out.observation[k])
    else:
        observe(visible, rules, seat, out.observation[k])


@native
def finish_game(games, table, out, k, span):
    """Write returns and tally of a game that ended; with auto_reset, set up the next one."""
    state = games.states[k]
    out.done[k] = 1
    write_returns(state, out.rewards[k], span[3] & BY_MARGIN)
    record_tally(state, out.tally[k])
    if span[2]:
        begin(games, k, table, next_seed(state.chance.seed_lo, state.chance.seed_hi, span[2]))


@native
def write_no_decision(out, k):
    """Clear the row of a game that is over or stands at the end of a turn: no seat, empty mask."""
    out.seat[k] = NOBODY
    out.mask[k, :] = 0
    out.observation[k, :] = 0


@native
def prefetch_counters(state):
    """Prefetch the counters of a game, which are stored apart from the pieces."""
    prefetch(state.chance, 0)
    prefetch(state.log[0], 0)
    prefetch(state.delivered[0, 0], 0)


@native
def prefetch_record(state, size):
    """Prefetch the rest of a game: data for observations, and the next places in logs.

    The processor works on one game while the next one is loaded. With many games, most are not in
    the cache.
    """
    for at in range(0, size, LINE):
        prefetch(state, at)
    for n in range(PREFETCHED):
        prefetch(state.log[(state.log_count + n) % LOG_LENGTH], 0)
        for seat in range(2):
            prefetch(state.delivered[seat, (state.delivered_count[seat] + n) % LOG_LENGTH], 0)


# The only entry point with the whole turn. `run` is called here and not in smaller functions, since
# each of its callers compiles the turn again.
@native
def advance(games, table, actions, out, span):
    """Apply an action to each row of lo..hi-1 and observe; span = (lo, hi, auto_reset, flags).

    If observations have no columns, only the masks are written.
    """
    rules = table.rules[0]
    by_turns = (span[3] & BY_TURNS) != 0
    for k in range(span[0], span[1]):
        prefetch_counters(games.states[k])
    for k in range(span[0], span[1]):
        if k + 1 < span[1]:
            prefetch_record(games.states[k + 1], 8 * (len(games.int64[k]) - HIDDEN_INT64))
        state = games.states[k]
        action = int(actions[k])
        if action == UNTOUCHED:
            continue
        out.done[k] = 0
        out.rewards[k, 0] = 0.0
        out.rewards[k, 1] = 0.0
        actions_only = False
        if action == BEGIN:
            begin(games, k, table, seed_of(state))
            if not by_turns:
                run(state, rules, out.mask[k], by_turns, False)
        elif (action >= 0 or action == RESUME) and state.step != Step.OVER:
            changes = int(state.chance.changes)
            if action >= 0:
                apply_action(state, rules, action, out.mask[k])
            run(state, rules, out.mask[k], by_turns, action == RESUME)
            actions_only = int(state.chance.changes) == changes
            if state.step == Step.OVER:
                actions_only = False
                finish_game(games, table, out, k, span)
                if span[2]:
                    run(state, rules, out.mask[k], by_turns, False)
        elif state.step != Step.OVER:
            legal(state, rules, out.mask[k])
        if state.step == Step.OVER or (by_turns and state.decision == Decision.NOTHING):
            write_no_decision(out, k)
        elif out.observation.shape[1]:
            observe_to_act(games, table, out, k, actions_only)


def steps(games, k):
    """Number of steps that the engine has taken; while it stays the same, only the order
    changes.
    """
    return int(games.states[k].chance.changes)


# --- entry points --------------------------------------------------------------------------------

start, apply_to_game = one_game_functions(advance, action_count)

KERNELS = Kernels(
    start=start,
    apply=apply_to_game,
    legal=legal_actions,
    redact=redact,
    observe=observe_visible,
    returns=returns,
    determinize=determinize,
    advance=advance,
    random_actions=random_actions,
    steps=steps,
    standings=standings,
    player=player,
    one_visible=True,
    by_turns=True,
)
