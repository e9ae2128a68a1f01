"""Tables for tests: around games of other kinds, twins of them, all that a reader is given."""

from __future__ import annotations

import copy
import json
from typing import Any

from spacecombat_env.core.kernels.batch import BY_TURNS
from spacecombat_env.env.game import Game
from spacecombat_env.env.table import ReaderState, RefusedError, Table
from spacecombat_env.env.table.offers import order_bytes
from spacecombat_env.env.table.snapshots import ReaderSnapshot, ReaderSnapshots
from spacecombat_env.protocol import MessageBuilder, MessageOptions
from spacecombat_env.protocol.lines import as_line

NONSENSE = "xyzzy"


def seated(game: Game) -> Table:
    """Return a table at which a game stands as it is; nothing of it has been told yet."""
    table = Table(game.ruleset, game.scenario, 0)
    return _moved_to(table, game)


def twin_of(table: Table, game: Game) -> Table:
    """Return a table that differs by its game alone."""
    twin = copy.copy(table)
    before = table._snapshots
    _moved_to(twin, game)
    twin._snapshots.feeds.feeds = copy.deepcopy(before.feeds.feeds)
    twin._snapshots._kept = copy.deepcopy(before._kept)
    twin._snapshots._now |= {seat: before.now(seat) for seat in before.readers if seat >= 0}
    twin._counts, twin._pending = list(table._counts), list(table._pending)
    twin._blank = table._blank
    return twin


def _moved_to(table: Table, game: Game) -> Table:
    """Let a table play another game."""
    game.span = (*game.span[:3], game.span[3] | BY_TURNS)
    table._game, table._offers, table._actions = game, None, []
    table._blank = order_bytes(game)
    table._snapshots = ReaderSnapshots(game, list(table._seats.values()), table._visible_now)
    for reader in table._snapshots.readers:
        now = ReaderSnapshot(1, table._visible_now(reader).states.copy(), 0)
        table._snapshots._now[reader] = now
    return table


def as_json(given: Any) -> str:
    """Return what a reader is given as it would be sent."""
    if isinstance(given, ReaderState):
        given = given._asdict()
    return json.dumps(given)


def refusal(table: Table, seat: str, at: int, sentence: Any) -> list[Any]:
    """Return the reply to a sentence of a seat that is refused, or accepted."""
    try:
        return ["said", *table.say(seat, at, sentence)]
    except RefusedError as refused:
        said = refused.utterance
        return [refused.code, refused.word, refused.reason, refused.offers, said, str(refused)]


def peeked(table: Table, seat: str, sentence: Any, depth: int) -> Any:
    """Return what a seat sees ahead, or why it does not."""
    try:
        return table.look_ahead(seat, sentence, depth)
    except RefusedError as refused:
        return [refused.code, refused.word, refused.reason, refused.offers, refused.utterance]


def given(table: Table, seat: str, depth: int = 2, whole: bool = False) -> dict[str, str]:
    """Return all that a seat is given of a moment, as JSON; see `of_public` for all others.

    What is asked for is made of what the seat is given, so that games that look the same to it are
    asked the same. What is the same by another way is made once; `whole` makes it by every way
    that there is, and draws the picture.
    """
    state = table.state(seat)
    told = {"state": as_json(state)}
    other = next(name for name in table.ruleset.seats if name != seat)
    texts = [word.text for word in state.offers[:3]]
    open_words = [word.text for word in state.offers if word.ends is None][:1]
    asks = {
        "stale": (state.at - 1, texts),
        "unknown": (state.at, [*open_words, NONSENSE]),
        "number": (state.at, [*open_words, len(table._game.mask) + 5]),
        "illegal": (state.at, [_not_offered(table, state)]),
        "nothing": (state.at, []),
        "no word": (state.at, [None]),
    }
    for name, (at, sentence) in asks.items():
        told[name] = as_json(refusal(table, seat, at, sentence))
    told["ambiguous"] = as_json([peeked(table, seat, text[:1], 1) for text in texts])
    for action in [word.action for word in state.offers[:2]]:
        told[f"peek {action}"] = as_json(peeked(table, seat, [action], 1))
    ahead = peeked(table, seat, [], depth)
    told["peek"] = as_json(ahead)
    lines = sent_to(table, seat, None if whole else state, ahead)
    told |= {f"message {n}": line for n, line in enumerate(lines)}
    told["asked"] = as_json([table.to_act, table.readers, refusal(table, other, 0, [])[0]])
    if whole:
        told["picture"] = table.picture(seat)
    return told


def of_public(table: Table, picture: bool = False) -> dict[str, str]:
    """Return all that everybody is given of a moment, as JSON."""
    told = {"state": as_json(table.state("public"))}
    return {**told, "picture": table.picture("public")} if picture else told


def sent_to(table: Table, seat: str, state: ReaderState | None, ahead: Any) -> list[str]:
    """Return the messages of the protocol that a seat may be sent at this moment, as lines.

    `state` is the seat's; with None the teller asks the table, and says everything again as well.
    `ahead` is what the seat sees ahead.
    """
    teller = MessageBuilder(table, seat, wants=MessageOptions(delta=True, vector=True, record=True))
    messages = [teller.new_game(1)]
    if table.to_act == seat:
        messages += [teller.decision_message(1, state=state), teller.menu(4, ahead)]
        at = table.state(seat).at if state is None else state.at
        try:
            table.say(seat, at - 1, [0])
        except RefusedError as refused:
            messages.append(teller.refused(5, refused, 2))
        if state is None:
            messages += [teller.decision_message(2), teller.decision_message(3, whole=True)]
    elif state is None:
        messages += [told] if (told := teller.events_message()) else []
    if table.to_act is None:
        messages.append(teller.game_over())
    return [as_line(message) for message in messages]


def _not_offered(table: Table, state: ReaderState) -> int:
    """Return an action that is not among those offered."""
    offered = {word.action for word in state.offers}
    return next(action for action in range(len(table._game.mask)) if action not in offered)


def sizes(told: dict[str, str]) -> dict[str, int]:
    """Return the bytes of what is given."""
    return {name: len(text.encode()) for name, text in told.items()}
