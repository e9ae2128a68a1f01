"""All the steps of a check, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from spacecombat_agents.bots.bot_players import make_bot_process
from spacecombat_agents.bots.checks.check_steps import PASSED, CheckStep, run_step, skip_step
from spacecombat_agents.bots.checks.conversation import ConversationCheck
from spacecombat_agents.bots.checks.shutdown import ShutdownCheck
from spacecombat_agents.bots.checks.whole_games import WholeGamesCheck
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.bots.transport import Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_env.protocol.handshake import hello

__all__ = ["check_bot"]


class _PlannedStep(NamedTuple):
    """A step to run."""

    name: str
    needs: str
    """Name of the step that must pass first; empty for none."""
    advice: str
    check: Callable[[], str]


def check_bot(
    command: Sequence[str],
    setting: GameSetting,
    *,
    games: int = 2,
    seconds: float = 10.0,
    seed: int = 0,
    again: str = "",
) -> Iterator[CheckStep]:
    """Run each step and yield its result; the bot has `seconds` per order.

    `again` is the command line that plays the same games again, if there is one.
    """
    transport = make_bot_process(command)
    done: dict[str, CheckStep] = {}
    try:
        for number, plan in enumerate(
            _planned_steps(transport, command, setting, games, seconds, seed, again), 1
        ):
            needed = done.get(plan.needs)
            if needed is not None and needed.result != PASSED:
                step = skip_step(number, plan.name, needed.number)
            else:
                step = run_step(number, plan.name, plan.advice, plan.check, transport.stderr_tail)
            done[plan.name] = step
            yield step
    finally:
        transport.close()


def _planned_steps(
    transport: Transport,
    command: Sequence[str],
    setting: GameSetting,
    games: int,
    seconds: float,
    seed: int,
    again: str,
) -> Iterator[_PlannedStep]:
    """Yield the steps."""
    talk = ConversationCheck(transport, setting, seconds, seed)
    leaving = ShutdownCheck(transport, command, hello(setting.ruleset, setting.scenario))
    whole = WholeGamesCheck(
        lambda: make_bot_process(command),
        setting,
        TimeControl("order", order_ms=int(1000 * seconds)),
        seed,
    )
    yield _PlannedStep("starts", "", STARTS, talk.start)
    yield _PlannedStep("says ready", "starts", READY, talk.greet)
    yield _PlannedStep("supports this version", "says ready", VERSION, talk.version)
    yield _PlannedStep("answers a decision", "supports this version", ANSWERS, talk.play)
    yield _PlannedStep("chooses legal actions", "answers a decision", LEGAL, talk.legal)
    yield _PlannedStep("survives a refusal", "answers a decision", REFUSAL, talk.refuse)
    yield _PlannedStep("ignores unknown fields", "answers a decision", UNKNOWN, talk.unknown)
    yield _PlannedStep("answers ping", "says ready", PING, talk.ping)
    yield _PlannedStep("ends on bye", "says ready", BYE, leaving.bye)
    yield _PlannedStep("leaves no process", "ends on bye", PROCESSES, leaving.left)
    for seat, name in enumerate(setting.ruleset.seats):
        yield _PlannedStep(
            f"plays {games} whole games as {name}",
            "answers a decision",
            f"{GAMES}: {again}" if again else GAMES,
            lambda seat=seat: whole.play(seat, games),  # type: ignore[misc]
        )
    yield _PlannedStep(
        "plays the same game again",
        f"plays {games} whole games as {setting.ruleset.seats[0]}",
        SAME,
        lambda: whole.repeat(bool(talk.ready.get("deterministic"))),
    )


STARTS = "run the command by hand in this folder; its standard error is its log"
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
LEGAL = "answer with the text or the token of one of the words of the ask, or of a whole order"
REFUSAL = "ignore the message refused: the decision comes again as a new ask; answer that one"
UNKNOWN = "read the fields you need and ignore all others"
PING = 'answer {"type":"ping","id":X} by {"type":"pong","id":X}'
BYE = 'end on {"type":"bye"}, and at the end of the input'
PROCESSES = "end all processes that you have started before you end yourself"
GAMES = "see its last decision and the end of its log above; this plays the same games again"
SAME = "seed all random numbers with bot_seed of new_game, or omit deterministic in ready"
