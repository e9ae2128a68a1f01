"""All the steps of a check, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from spacecombat_agents.bots.carriers import Carrier
from spacecombat_agents.bots.checks.games import Games
from spacecombat_agents.bots.checks.leaving import Leaving
from spacecombat_agents.bots.checks.steps import PASSED, Step, skipped, tried
from spacecombat_agents.bots.checks.talking import Talk
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.players import child_of
from spacecombat_agents.setting import Setting
from spacecombat_env.protocol.greeting import hello


class _Plan(NamedTuple):
    """A step that is to be taken."""

    name: str
    needs: str
    """Name of the step that must pass first; empty for none."""
    advice: str
    look: Callable[[], str]


def check_bot(
    command: Sequence[str],
    setting: Setting,
    *,
    games: int = 2,
    seconds: float = 10.0,
    seed: int = 0,
    again: str = "",
) -> Iterator[Step]:
    """Yield what came of each step, as it is taken; the bot has `seconds` for an order.

    `again` is the command line by which the same games are played once more, where there is one.
    """
    carrier = child_of(command)
    done: dict[str, Step] = {}
    try:
        for number, plan in enumerate(
            _plans(carrier, command, setting, games, seconds, seed, again), 1
        ):
            needed = done.get(plan.needs)
            if needed is not None and needed.result != PASSED:
                step = skipped(number, plan.name, needed.number)
            else:
                step = tried(number, plan.name, plan.advice, plan.look, carrier.stderr_tail)
            done[plan.name] = step
            yield step
    finally:
        carrier.close()


def _plans(
    carrier: Carrier,
    command: Sequence[str],
    setting: Setting,
    games: int,
    seconds: float,
    seed: int,
    again: str,
) -> Iterator[_Plan]:
    """Yield the steps."""
    talk = Talk(carrier, setting, seconds, seed)
    leaving = Leaving(carrier, command, hello(setting.ruleset, setting.scenario))
    whole = Games(
        lambda: child_of(command), setting, Clock("order", order_ms=int(1000 * seconds)), seed
    )
    yield _Plan("starts", "", STARTS, talk.start)
    yield _Plan("says ready", "starts", READY, talk.greet)
    yield _Plan("speaks this version", "says ready", VERSION, talk.version)
    yield _Plan("answers a question", "speaks this version", ANSWERS, talk.play)
    yield _Plan("answers legal words", "answers a question", LEGAL, talk.legal)
    yield _Plan("survives a refusal", "answers a question", REFUSAL, talk.refuse)
    yield _Plan("ignores what it does not know", "answers a question", UNKNOWN, talk.unknown)
    yield _Plan("answers ping", "says ready", PING, talk.ping)
    yield _Plan("ends when told bye", "says ready", BYE, leaving.bye)
    yield _Plan("leaves no process", "ends when told bye", LEFT, leaving.left)
    for seat, name in enumerate(setting.ruleset.seats):
        yield _Plan(
            f"plays {games} whole games as {name}",
            "answers a question",
            f"{GAMES}: {again}" if again else GAMES,
            lambda seat=seat: whole.play(seat, games),  # type: ignore[misc]
        )
    yield _Plan(
        "plays the same game again",
        f"plays {games} whole games as {setting.ruleset.seats[0]}",
        SAME,
        lambda: whole.repeat(bool(talk.ready.get("deterministic"))),
    )


STARTS = "run the command by hand in this folder; what it writes to standard error is its log"
READY = (
    'answer a line {"type":"hello","id":N,...} by one line {"type":"ready","id":N,'
    '"protocol":"1.0","name":"..."}, and flush: an answer that stays in a buffer never comes; '
    "print nothing else to standard output"
)
VERSION = 'say "protocol":"1.0" in ready'
ANSWERS = (
    'answer each line {"type":"ask","id":N,"game":G,"at":A,...} by one line '
    '{"type":"say","id":N,"game":G,"at":A,"words":[...]}, and say nothing to other messages'
)
LEGAL = "say the text or the token of one of the words of the ask, or a whole order word by word"
REFUSAL = "pass over a message refused: the question comes again as a new ask, answer that one"
UNKNOWN = "read the fields you need and pass over all others"
PING = 'answer {"type":"ping","id":X} by {"type":"pong","id":X}'
BYE = 'end at {"type":"bye"}, and at the end of the input'
LEFT = "end what you have started before you end yourself"
GAMES = "its last question and the end of its log stand above; this plays the same games again"
SAME = "draw lots from bot_seed of new_game alone, or leave out deterministic in ready"
