"""A bot receives decisions until its order is complete; whatever else it does is refused, or loses."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from kit.messages import Lots, recorded

from spacecombat_agents.bots.match_game import BotGameResult, play_game
from spacecombat_agents.bots.time_control import TimeControl
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.ruleset import TALLY

SEED = 11


class Odd(Lots):
    """Answers from a list, in order; then at random."""

    def __init__(self, *answers: Any) -> None:
        super().__init__()
        self.answers = list(answers)
        self.to_act: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []

    def say(self, ask: dict[str, Any]) -> Any:
        self.to_act.append(ask)
        if not self.answers:
            return super().say(ask)
        answer = self.answers.pop(0)
        return answer(ask) if callable(answer) else answer

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)

    said = refused = told = fault = game_over = bye = _hear


def play(
    setting: GameSetting, bot: Any, clock: TimeControl | None = None, seat: int = 0
) -> tuple[BotGameResult, list[Any]]:
    """Return a game of a bot against random numbers, and what was sent."""
    player, made = recorded(lambda: bot, setting)
    return play_game(setting, (player, RandomAgent()), SEED, seat, clock=clock), made


def heard(bot: Odd, kind: str) -> list[dict[str, Any]]:
    """Return the messages of a kind that a bot received."""
    return [message for message in bot.heard if message["type"] == kind]


def test_a_game_of_legal_actions_is_played_to_its_end(setting: GameSetting) -> None:
    bot = Odd()
    end, _ = play(setting, bot)
    assert (end.cause, end.note, end.gave_up) == ("", "", "")
    assert len(end.actions) == sum(end.decisions) == end.tally[TALLY.decisions]
    assert [ask["at"] for ask in bot.to_act] == list(range(12))
    (over,) = heard(bot, "game_over")
    assert over["verdict"] == ("win", "loss", "draw")[end.tally[TALLY.verdict]]
    assert over["margin"] == end.tally[TALLY.margin]


def test_the_second_seat_has_its_own_side_of_the_result(setting: GameSetting) -> None:
    bot = Odd()
    end, _ = play(setting, bot, seat=1)
    (over,) = heard(bot, "game_over")
    assert over["verdict"] == ("loss", "win", "draw")[end.tally[TALLY.verdict]]
    assert over["margin"] == -end.tally[TALLY.margin]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (["xyzzy"], "unknown"),
        ([999], "unknown"),
        ([], "unknown"),
        (lambda ask: {"at": ask["at"] + 1, "words": [0]}, "stale"),
        (lambda ask: {"id": ask["id"] + 1, "words": [0]}, "stale"),
        (lambda ask: {"type": "let", "at": ask["at"] + 1}, "stale"),
        ({"type": "dance"}, "malformed"),
        ({"words": 7}, "malformed"),
        ({"words": [0], "id": "3"}, "malformed"),
        ({"words": [0], "id": True}, "malformed"),
        ({"words": [None]}, "malformed"),
        ({"words": [1e308]}, "unknown"),
        ({"type": ["say"]}, "malformed"),
        ({"type": "hello"}, "malformed"),
    ],
)
def test_what_cannot_be_taken_is_refused_and_requested_again(
    setting: GameSetting, answer: Any, code: str
) -> None:
    bot = Odd(answer)
    end, _ = play(setting, bot)
    assert end.cause == ""
    (refused,) = heard(bot, "refused")
    assert refused["code"] == code
    assert refused["left"] == 2
    first, again = bot.to_act[:2]
    assert again["id"] == first["id"] + 1 and again["at"] == first["at"] == 0


def test_an_illegal_action_is_refused_with_the_legal_ones(setting: GameSetting) -> None:
    bot = Odd(lambda ask: [min(set(range(16)) - {word["token"] for word in ask["words"]})])
    play(setting, bot)
    (refused,) = heard(bot, "refused")
    assert refused["code"] == "illegal"
    assert refused["words"] == bot.to_act[1]["words"]


@pytest.mark.parametrize(("answer", "cause"), [("xyzzy", "illegal"), ({"words": 7}, "protocol")])
def test_the_third_refusal_on_end_loses(setting: GameSetting, answer: Any, cause: str) -> None:
    bot = Odd(answer, answer, answer)
    end, _ = play(setting, bot)
    assert end.cause == f"a.{cause}"
    assert end.tally[TALLY.verdict] == 1
    assert end.decisions[0] == 0
    assert end.gave_up == f"{setting.ruleset.seats[0]}: {cause}"
    (fault,) = heard(bot, "fault")
    assert fault["code"] == cause and fault["consequence"] == "game_lost"
    (over,) = heard(bot, "game_over")
    assert over["verdict"] == "loss"


def test_refusals_that_are_not_on_end_lose_nothing(setting: GameSetting) -> None:
    bot = Odd("xyzzy", "xyzzy", [0], "xyzzy", "xyzzy", [0])
    bot.answers[2] = bot.answers[5] = lambda ask: [ask["words"][0]["token"]]
    end, _ = play(setting, bot)
    assert end.cause == ""
    assert [message["left"] for message in heard(bot, "refused")] == [2, 1, 2, 1]


def test_an_answer_to_an_old_decision_is_passed_over(setting: GameSetting) -> None:
    old = {"id": 0, "words": ["xyzzy"]}
    bot = Odd()
    player, made = recorded(lambda: bot, setting)
    connection = player.connection(setting.ruleset.seats[0])
    transport = made[0].transport
    send = transport.send

    def twice(message: dict[str, Any]) -> None:
        send(message)
        if message["type"] == "ask":
            reply = transport._answers[-1]
            stale = {**reply.obj, **old}
            transport._answers.appendleft(reply._replace(obj=stale))

    transport.send = twice
    end = play_game(setting, (player, RandomAgent()), SEED, 0)
    assert end.cause == "" and connection.games == 1
    assert heard(bot, "refused") == []


def test_the_captain_acts_for_a_bot_that_lets_it(setting: GameSetting) -> None:
    bot = Odd({"type": "let", "until": "game"})
    end, _ = play(setting, bot)
    captain = make_agent("scripted:captain", setting)
    both = play_game(setting, (captain, RandomAgent()), SEED, 0)
    assert np.array_equal(end.actions, both.actions)
    assert len(heard(bot, "said")) == 1 and len(bot.to_act) == 1


def test_a_bot_may_look_ahead(setting: GameSetting) -> None:
    class Looking(Odd):
        menus: list[Any] = []

        def say(self, ask: dict[str, Any]) -> Any:
            self.to_act.append(ask)
            return {"type": "peek", "id": 77, "words": [], "depth": 1}

    player, made = recorded(Looking, setting)
    end = play_game(setting, (player, RandomAgent()), SEED, 0)
    menus = made[0].sent("menu")
    assert menus[0]["id"] == 77
    assert menus[0]["words"] == made[0].sent("ask")[0]["words"]
    assert end.cause == "a.protocol"  # it never answers, and there is nothing more to receive


def test_a_bot_may_plan(setting: GameSetting) -> None:
    class Planning(Odd):
        def say(self, ask: dict[str, Any]) -> Any:
            if len(self.to_act) < 2:
                self.to_act.append(ask)
                return {"type": "plan", "id": 78, "place": "B4 (7,18)"}
            return super().say(ask)

    player, made = recorded(Planning, setting)
    play_game(setting, (player, RandomAgent()), SEED, 0)
    plans = made[0].sent("plans")
    assert plans[0]["id"] == 78 and plans[0]["plans"] == []


def test_endless_looks_ahead_lose(setting: GameSetting) -> None:
    bot = Lots()
    player, made = recorded(lambda: bot, setting)
    player.connection(setting.ruleset.seats[0])
    transport = made[0].transport
    transport.receive = lambda seconds: REPLY
    end = play_game(setting, (player, RandomAgent()), SEED, 0)
    assert end.cause == "a.protocol"
    assert "are not answers" in end.note


def _reply() -> Any:
    from spacecombat_agents.bots.process import BotReply

    return BotReply({"type": "ping", "id": 1}, 0.0)


REPLY = _reply()


def test_a_bot_that_lost_track_is_shown_all_again(setting: GameSetting) -> None:
    bot = Odd(lambda ask: [ask["words"][0]["token"]], {"type": "state"})
    bot.wants = {"delta": True}
    end, made = play(setting, bot)
    assert end.cause == ""
    asks = made[0].sent("ask")
    assert [ask["full"] for ask in asks[:4]] == [True, False, True, False]
    assert asks[2]["at"] == asks[1]["at"] == 1
    assert asks[2]["view"].keys() == asks[0]["view"].keys()


def test_a_bot_may_resign(setting: GameSetting) -> None:
    bot = Odd(lambda ask: [ask["words"][0]["token"]], {"type": "resign"})
    end, _ = play(setting, bot, seat=1)
    assert end.cause == ""
    assert end.gave_up == f"{setting.ruleset.seats[1]}: resigned"
    assert end.tally[TALLY.verdict] == 0
    (over,) = heard(bot, "game_over")
    assert (over["verdict"], over["reason"]) == ("loss", "resigned")


def test_a_bot_that_leaves_loses(setting: GameSetting) -> None:
    end, _ = play(setting, Odd({"type": "bye"}))
    assert end.cause == "a.protocol"


def test_a_bot_that_raises_has_crashed_and_begins_the_next_game_anew(setting: GameSetting) -> None:
    def explode(ask: dict[str, Any]) -> Any:
        raise RuntimeError("no idea")

    bot = Odd(explode)
    player, made = recorded(lambda: bot, setting)
    end = play_game(setting, (RandomAgent(), player), SEED, 0)
    assert end.cause == "b.crash"
    assert "RuntimeError: no idea" in end.note
    assert f"asked: {bot.to_act[0]['question']}" in end.note
    assert play_game(setting, (RandomAgent(), player), SEED, 0).cause == ""
    assert len(made) == 2


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"protocol": "2.0"}, "differ in the major version"),
        ({"name": ""}, "ready.name"),
        ({"type": "refused", "code": "version", "reason": "too new"}, "too new"),
        ({"id": 99}, "hello 1 was answered"),
        ({"type": "say"}, "say.game"),
    ],
)
def test_a_greeting_that_fails_is_init(
    setting: GameSetting, said: dict[str, Any], reason: str
) -> None:
    class Rude(Lots):
        def ready(self, hello: dict[str, Any]) -> dict[str, Any]:
            return {"name": "rude", **said}

    end, made = play(setting, Rude())
    assert end.cause == "a.init" and reason in end.note
    assert len(end.actions) == 0 and end.tally[TALLY.verdict] == 1
    refusals = made[0].sent("refused")
    assert [r["code"] for r in refusals] == (["version"] if "protocol" in said else [])


class Slow(Odd):
    """Sleeps before some of its answers."""

    def __init__(self, *seconds: float) -> None:
        super().__init__()
        self.seconds = list(seconds)

    def say(self, ask: dict[str, Any]) -> Any:
        time.sleep(self.seconds.pop(0) if self.seconds else 0.0)
        return super().say(ask)


ORDER = TimeControl("order", order_ms=100)
BANK = TimeControl("bank", order_ms=50, bank_ms=200)


def test_a_late_order_is_finished_by_the_captain_and_the_second_loses(setting: GameSetting) -> None:
    bot = Slow(0.0, 0.2, 0.0, 0.2)
    end, _ = play(setting, bot, ORDER)
    assert end.cause == "a.late"
    first, second = heard(bot, "fault")
    assert (first["consequence"], second["consequence"]) == ("order_finished", "game_lost")
    assert end.decisions[0] == 3  # two of its own, one of the captain's
    assert end.gave_up.endswith("late")


def test_one_late_order_is_forgiven(setting: GameSetting) -> None:
    end, _ = play(setting, Slow(0.2), ORDER)
    assert end.cause == ""
    assert end.decisions[0] == 12


def test_a_bank_pays_for_slow_orders_until_it_is_empty(setting: GameSetting) -> None:
    bot = Slow(0.1, 0.1, 0.0)
    end, _ = play(setting, bot, BANK)
    assert end.cause == "" and heard(bot, "fault") == []
    banks = [ask["clock"]["bank_ms"] for ask in bot.to_act]
    assert banks[0] == 200
    assert 100 < banks[1] <= 150 and 40 < banks[2] <= 100
    assert [ask["clock"]["order_ms"] for ask in bot.to_act] == [50] * 12
    late = Slow(0.3)
    end, _ = play(setting, late, BANK)
    assert [ask["clock"]["bank_ms"] for ask in late.to_act] == [200] + [0] * 11


def test_without_a_clock_nothing_is_shown_time(setting: GameSetting) -> None:
    bot = Odd()
    end, made = play(setting, bot)
    assert all("clock" not in ask for ask in bot.to_act)
    assert made[0].sent("new_game")[0]["clock"] == {"kind": "none"}


def test_an_agent_that_fails_loses_as_a_bot_does(setting: GameSetting) -> None:
    class Bad(RandomAgent):
        def act(self, observations, masks, visible=None, seats=None):  # type: ignore[no-untyped-def]
            if self.name == "crash":
                raise RuntimeError("no idea")
            return masks.argmin(axis=1)

    for name, cause in (("crash", "crash"), ("illegal", "illegal")):
        end = play_game(setting, (RandomAgent(), Bad(name=name)), SEED, 1)
        assert end.cause == f"b.{cause}" and end.tally[TALLY.verdict] == 1
