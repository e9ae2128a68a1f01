"""Players of battles whose sides hide their ships know the scenario of their seat alone."""

import numpy as np
import pytest
from kit.interceptor.hidden_ships import OTHER_SHIPS, hidden

from spacecombat_agents.analysis.game_report import _setting_of_seats
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.agent_of_seats import AgentOfSeats
from spacecombat_agents.players.base import Needs, query_agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.seat_agent import SeatAgents
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.table import Table
from spacecombat_env.protocol.messages import MessageBuilder

SECRET = "Nemesis"


def setting():
    """A battle whose blue ships Red does not know."""
    return GameSetting.of("interceptor", hidden(blue=OTHER_SHIPS))


def test_a_setting_known_to_a_seat_has_no_secrets():
    whole = setting()
    known = whole.known_to(0)
    assert SECRET in repr(whole.scenario.source) and SECRET not in repr(known.name)
    assert known.scenario.digest == whole.scenario.known_to(0).digest
    assert known.known_to(0) is known
    duel = GameSetting.of("interceptor", "duel")
    assert duel.known_to(1) is duel


def test_a_search_has_a_player_for_each_seat():
    whole = setting()
    agent = make_agent("ismcts:8", whole)
    assert isinstance(agent, AgentOfSeats) and Needs.RECORDS in agent.needs
    for seat, player in enumerate(agent.players):
        assert player.setting.scenario.digest == whole.scenario.known_to(seat).digest


def test_each_row_goes_to_the_player_of_its_seat():
    env = setting().batch(4)
    env.reset(seed=1)
    agent = make_agent("ismcts:8", setting())
    agent.reset(1)
    rows = np.arange(4)
    actions = query_agent(agent, env, rows, np.arange(1, 5, dtype=np.uint64))
    assert env.out.mask[rows, actions].all()
    with pytest.raises(ValueError, match="needs `seats`"):
        agent.act(None, env.out.mask, None, None)


def test_an_agent_at_a_table_gets_the_scenario_of_its_seat(monkeypatch):
    made = []
    table = Table(setting().ruleset, setting().scenario, 3)
    monkeypatch.setattr(
        "spacecombat_agents.players.seat_agent.make_agent",
        lambda name, known: made.append(known) or make_agent(name, known),
    )
    SeatAgents().make(table, "red_0", 1, "random")
    assert SECRET not in repr(made[0].scenario.source)


def test_messages_name_the_digest_of_what_the_seat_knows():
    digests = set()
    for scenario in (setting().scenario, GameSetting.of("interceptor", hidden()).scenario):
        table = Table(setting().ruleset, scenario, 3)
        message = MessageBuilder(table, "red_0").new_game(1)
        assert SECRET not in repr(message)
        digests.add(message["scenario"]["digest"])
    assert len(digests) == 1


def test_an_analysis_is_of_one_seat():
    whole = setting()
    assert _setting_of_seats(whole, [1]).scenario.digest == whole.scenario.known_to(1).digest
    with pytest.raises(ConfigError, match="name one seat"):
        _setting_of_seats(whole, [0, 1])
