"""The leak tests can fail: each line of the redaction, taken out, shows a seat a secret."""

import ast
import types
from pathlib import Path

import numpy as np
import pytest
from kit.interceptor.seat_view import CLOSE, copied, walk
from kit.knowing import change_hidden, fill

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.damage.carried import seen_status
from spacecombat_env.rulesets.interceptor.model import Event, Load, Status
from spacecombat_env.rulesets.interceptor.visibility import (
    event_redaction,
    redacted_fields,
    redaction,
)
from spacecombat_env.rulesets.interceptor.visibility.knowledge import knowledge

PAIRS = 12
VALUES = 7
LOOKED_AFTER = {
    "state.log_count = 0": "the driver puts the seat's own log there afterwards",
    "piece.seat = -1": "tests/test_fields.py: nobody sees whether the other seat is asked",
}
"""Lines that hide nothing by themselves, and why they stand."""


def lines_of(module):
    """Every assignment or call of a module that hides: its place and text."""
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if hides(node):
            yield node.lineno, ast.unparse(node)


def hides(node):
    """Whether a statement writes into a record, or calls a function that does."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)


def without(module, line):
    """The module with the statement of a line, or of none, left out, interpreted."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))

    class LeaveOut(ast.NodeTransformer):
        def generic_visit(self, node):
            super().generic_visit(node)
            if hides(node) and (node.lineno, ast.unparse(node)) == line:
                return ast.copy_location(ast.Pass(), node)
            return node

    changed = types.ModuleType(module.__name__)
    changed.__file__ = module.__file__
    code = compile(ast.fix_missing_locations(LeaveOut().visit(tree)), module.__file__, "exec")
    exec(code, vars(changed))
    return changed


def change_known_in_part(state, seat, rng):
    """What the declaration leaves to this test: a field of which something is known (`shows`)."""
    half = len(state.craft) // 2
    carriers = {int(craft.carrier) for craft in state.craft}
    for k in range((1 - seat) * half, (2 - seat) * half):
        craft = state.craft[k]
        unseen = int(rng.integers(1 << 20)) & ~int(craft.disclosed_weapons)
        craft.fired = int(craft.fired) & int(craft.disclosed_weapons) | unseen
        if craft.status < Status.ON_MAP:
            craft.status = rng.choice([Status.UNUSED, Status.WAITING, Status.ABOARD])
        elif k not in carriers:
            craft.status = seen_status(state, craft)
        if craft.status != Status.DESTROYED:
            craft.carrier = int(rng.integers(len(state.craft)))
    crew = len(state.crew) // 2
    for craft in state.craft:
        if int(craft.hit_by) // crew == 1 - seat:
            craft.hit_by = (1 - seat) * crew + int(rng.integers(crew))
    half = len(state.missile) // 2
    for missile in state.missile[(1 - seat) * half :][:half]:
        if missile.kind != Load.HELL:
            missile.kind = rng.choice([Load.DAP, Load.RIS, Load.SSS, Load.TGM_1])


def explode_in_bay(state):
    """Let the last craft of each side explode in a bay of the first, which leaves the map."""
    half = len(state.craft) // 2
    for first in (0, half):
        for craft in state.craft[first:][:half]:
            craft.carrier = first
        state.craft[first].status = Status.BROKEN_OFF
        state.craft[first + half - 1].status = Status.DESTROYED


def pairs():
    """Records filled with what they may hold, and the same with other secrets: two, and a seat."""
    rng, play = np.random.default_rng(4), next(walk(CLOSE, 1, 1))
    known = knowledge(play.scenario)
    for n in range(PAIRS):
        fill(known, play.state, rng)
        if n >= PAIRS - 2:
            explode_in_bay(play.state)
        changed = copied(play.games)
        change_hidden(known, changed.states[0], n % 2, rng)
        change_known_in_part(changed.states[0], n % 2, rng)
        yield copied(play.games), changed, n % 2


def shows(redact_state, pair):
    """Whether a seat sees the difference of a pair through a redaction."""
    looks = []
    for games in pair[:2]:
        visible = make_games(games.states.dtype, 1)
        visible.raw[:] = games.raw
        state = visible.states[0]
        redact_state(state, pair[2])
        for name in ("log_delivered", "delivered_count", "log", "delivered", "chance"):
            state[name] = np.zeros((), state.dtype[name])
        looks.append(visible.raw.tobytes())
    return looks[0] != looks[1]


def redacting_without(module, line):
    """The redaction, interpreted, with a line of it or of the generated functions left out."""
    changed = without(redaction, line if module is redaction else None)
    fields = without(redacted_fields, line if module is redacted_fields else None)
    for name in vars(fields):
        if name.startswith("redact_") and hasattr(changed, name):
            setattr(changed, name, getattr(fields, name))
    return changed.redact_state


@pytest.mark.rule("IN-LOS-01", "IN-LOS-02", "IN-DEF-04")
def test_every_line_of_the_redaction_is_needed_and_its_loss_noticed():
    corpus = list(pairs())
    assert not any(shows(redaction.redact_state, pair) for pair in corpus)
    missed = []
    lines = [(module, line) for module in (redaction, redacted_fields) for line in lines_of(module)]
    for module, line in lines:
        redact_state = redacting_without(module, line)
        for place, pair in enumerate(corpus):
            if shows(redact_state, pair):
                corpus.insert(0, corpus.pop(place))  # what shows one secret shows the next
                break
        else:
            missed.append(line)
    assert {text for _, text in missed} == set(LOOKED_AFTER)


# --- the log -------------------------------------------------------------------------------------


def retold(module):
    """What each reader has of an event of each kind, whose columns differ in nothing but values."""
    dtype = next(walk(CLOSE, 1, 1)).state.log.dtype
    found = []
    for kind in Event:
        for reader in (0, 1):
            event = np.zeros(1, dtype)[0]
            for name in ("a", "b", "c", "d", "e", "f"):
                event[name] = VALUES
            event.kind, event.side, event.known = kind, 0, 3
            module.redact_event(event, reader)
            found.append(event.tobytes())
    return found


@pytest.mark.rule("IN-LOS-02", "IN-DEF-04")
def test_every_line_of_the_log_s_redaction_is_needed():
    whole = retold(event_redaction)
    needless = [
        line
        for line in lines_of(event_redaction)
        if retold(without(event_redaction, line)) == whole
    ]
    assert Load.HELL != VALUES
    assert needless == []
