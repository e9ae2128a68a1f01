"""The log is a function of the reader's own events: how it is cut changes no sentence."""

import numpy as np
import pytest
from kit.interceptor.games import Play

from spacecombat_env import interceptor_v1
from spacecombat_env.core.presentation.perspective import PUBLIC, UMPIRE
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.interceptor.entry import KERNELS
from spacecombat_env.rulesets.interceptor.model import LOG_LENGTH, NONE, Event
from spacecombat_env.rulesets.interceptor.presentation import game_log

GAMES = [("pair", 3), ("asteroid_field", 5), ("deep_space", 2)]
ACTIONS = {"pair": 500, "asteroid_field": 500, "deep_space": 500}
READERS = (0, 1, UMPIRE)
OFTEN, SELDOM = 1, 7
"""Actions between two looks of a reader."""


class Ear:
    """A reader who asks for what is new now and then, and keeps what he was told."""

    def __init__(self, reader, every):
        self.reader, self.every = reader, every
        self.disclosed, self.heard = [], [0]

    def listen(self, play, at):
        if at % self.every:
            return
        visible = read(play, self.reader)
        self.disclosed += game_log.lines(visible, 0, play.scenario, self.reader, self.heard[-1])
        self.heard.append(int(visible.states[0].log_count))


def read(play, reader):
    """Return the game as a reader has it."""
    if reader == UMPIRE:
        return play.games
    visible = make_games(play.games.states.dtype, 1)
    KERNELS.redact(play.games, 0, visible, 0, reader)
    return visible


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_polled_after_every_action_or_seldom_the_log_is_the_same(name, seed):
    play, rng = Play(name, seed=seed), np.random.default_rng(seed)
    ears = [Ear(reader, every) for reader in READERS for every in (OFTEN, SELDOM)]
    for at in range(1, ACTIONS[name]):
        if play.is_over:
            break
        play.say(int(rng.choice(play.legal_actions())))
        for ear in ears:
            ear.listen(play, at)
    for ear in ears:
        ear.every = 1
        ear.listen(play, 0)
    for often, seldom in zip(ears[::2], ears[1::2], strict=True):
        assert often.disclosed == seldom.disclosed
        assert len(often.disclosed) > 100
        once = game_log.lines(read(play, often.reader), 0, play.scenario, often.reader, 0)
        assert 0 < len(once) <= LOG_LENGTH
        assert often.disclosed[-len(once) :] == once


@pytest.mark.parametrize("name", ["pair", "asteroid_field"])
def test_an_environment_polled_by_both_seats_shows_each_the_same_as_polled_once(name):
    env = interceptor_v1.env(scenario=name)
    env.reset(seed=11)
    rng, heard = np.random.default_rng(11), {agent: [] for agent in env.possible_agents}
    counts = dict.fromkeys(env.possible_agents, 0)
    for _ in range(300):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        for agent, told in heard.items():
            told += env.log(agent, since=counts[agent])
            counts[agent] = env.log_count(agent)
    for agent, told in heard.items():
        once = env.log(agent)
        assert once and told[-len(once) :] == once


@pytest.mark.parametrize("reader", [*READERS, PUBLIC])
@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_cut_at_any_event_the_parts_are_the_whole(name, seed, reader):
    """Of a fixed record, the first part told as if no later event were there."""
    play = Play(name, seed=seed)
    play.play_at_random(seed, ACTIONS[name])
    visible = read(play, max(reader, UMPIRE))
    state = visible.states[0]
    count = int(state.log_count)
    first = max(count - LOG_LENGTH, 0)
    whole = game_log.lines(visible, 0, play.scenario, reader, 0)
    assert len(whole) > 50
    for cut in range(first, count):
        rest = game_log.lines(visible, 0, play.scenario, reader, cut)
        state.log_count = cut
        part = game_log.lines(visible, 0, play.scenario, reader, first)
        state.log_count = count
        assert part[len(part) - (cut - first) :] + rest == whole[len(whole) - len(part + rest) :]
        assert len(part + rest) == len(whole) or cut < LOG_LENGTH


@pytest.mark.rule("IN-LOS-04")
def test_an_enemy_has_the_name_that_was_known_when_it_was_noted():
    """Before its class is revealed it is a contact for good; afterwards it is called by its class."""
    play = Play("pair", seed=15)
    play.play_at_random(15, ACTIONS["pair"])
    lines = game_log.log(read(play, 0), 0, play.scenario, 0, 0)
    learnt = next(n for n, line in enumerate(lines) if "learns of LANCEA (1): class" in line)
    before, after = lines[:learnt], lines[learnt + 1 :]
    assert any("Contact 1" in line for line in before)
    assert not any("LANCEA (1)" in line for line in before)
    assert any("LANCEA (1)" in line for line in after)
    assert not any("Contact 1" in line for line in after)


def test_a_missile_keeps_its_number_when_its_slot_is_taken_again():
    play = Play("pair", seed=3)
    state = play.state
    event = state.log[int(state.log_count) % LOG_LENGTH]
    event.kind, event.side, event.known, event.a = Event.FLEW, 0, 3, 0
    event.actor = event.target = NONE
    state.log_count += 1
    said = []
    for kind in (NONE, 0, 2):
        state.missile[0].kind = kind
        said.append(game_log.log(play.games, 0, play.scenario, UMPIRE, int(state.log_count) - 1))
    assert said[0] == said[1] == said[2]
