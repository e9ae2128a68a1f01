"""A table with real games: the same games as elsewhere, what actions mean, what is looked ahead."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env.core.errors import ConfigError, ReplayError
from spacecombat_env.env.table import UNTIL, RefusedError, Table
from spacecombat_env.env.vector.batch import BatchEnv
from spacecombat_env.replay import load_replay, save_replay, verify

PIECE = re.compile(r'data-k="([^"]+)"[^>]* data-cell="([^"]+)"')
CAPTAINS = {"battle_rider": "captain", "intercept_sensors": "hunter", "interceptor": "ace"}


def drawn(table: Table, reader: str) -> dict[str, str]:
    """The pieces of a reader's picture, each with the place in which it is drawn."""
    return dict(PIECE.findall(table.picture(reader)))


def test_every_action_has_a_meaning_on_the_readers_own_picture(table: Table, walk: Any) -> None:
    kinds: Counter[str] = Counter()
    shown = 0
    for state in walk(table):
        blocks = {block.name for block in table.scenario.actions.blocks}
        pieces = drawn(table, state.reader)
        for word in state.offers:
            assert word.kind in blocks
            assert word.piece is None or pieces[word.piece] == word.place, word
            kinds[word.kind] += 1
            shown += word.piece is not None
    assert shown > 3 and len(kinds) > 1


@pytest.mark.slow
def test_every_action_of_whole_games_has_a_meaning(game: str, new_table: Any, walk: Any) -> None:
    """Four games; at random some end in a few actions, for a pilot may eject at once."""
    shown: set[str] = set()
    for seed in range(4):
        table = new_table(game, seed)
        for state in walk(table, 2500, seed):
            pieces = drawn(table, state.reader)
            for word in state.offers:
                assert word.piece is None or pieces[word.piece] == word.place, word
                shown |= {word.kind} if word.piece else set()
    assert len(shown) > 1 or game == "hunt"


def test_an_action_ends_as_it_was_said_to_end(table: Table) -> None:
    """What a determinized game reports is so in the real one."""
    ends: Counter[str | None] = Counter()
    rng = np.random.default_rng(8)
    for _ in range(90):
        seat = table.to_act
        if seat is None:
            break
        state = table.state(seat, since=10**6)
        offer = state.offers[int(rng.integers(len(state.offers)))]
        said = table.say(seat, state.at, [offer.action])
        assert (offer.ends == "outcome") == (said.settled == 1)
        if offer.ends != "outcome":
            spoken = table.state(seat, since=10**6).pending_actions
            assert spoken == (() if offer.ends else (*state.pending_actions, offer.action))
        ends[offer.ends] += 1
    assert ends[None] and ends["outcome"]


def test_a_menu_is_what_follows(table: Table, walk: Any) -> None:
    """The actions after an action are those that are legal once it has been applied."""
    followed = 0
    for state in walk(table, 30):
        for word in state.offers[:3]:
            then = table.peek(state.reader, [word.action])
            assert bool(then) == (word.ends != "outcome")
            deep = next(w for w in table.peek(state.reader, depth=2) if w.action == word.action)
            assert [w.action for w in deep.then] == [w.action for w in then]
            followed += bool(then)
    assert followed > 2


def test_a_menu_has_an_end(new_table: Any, walk: Any) -> None:
    table = new_table("picket")
    most = 0
    for state in walk(table, 30):
        menu = table.peek(state.reader, depth=3)
        count = len(menu) + sum(len(w.then) + sum(len(v.then) for v in w.then) for w in menu)
        most = max(most, count)
    assert 100 < most <= 400


def test_looking_changes_nothing(table: Table, walk: Any) -> None:
    for state in walk(table, 16):
        before = table._game.save()
        for reader in table.readers:
            table.state(reader)
            table.picture(reader)
        table.peek(state.reader, depth=2)
        for word in state.offers[:4]:
            table.peek(state.reader, [word.action], depth=2)
        assert table._game.save() == before


def test_a_replay_leads_back_to_the_table(table: Table, walk: Any, tmp_path: Any) -> None:
    for _ in walk(table):
        pass
    replay = load_replay(save_replay(table.replay(), tmp_path / "game.json"))
    verify(replay)
    again = Table.of(replay)
    for reader in table.readers:
        assert again.state(reader) == table.state(reader)
    assert again.replay() == replay
    if table.to_act is not None:
        table.forfeit("red_0", "taken out")
        file = save_replay(table.replay(), tmp_path / "lost.json")
        verify(load_replay(file))
        assert Table.of(load_replay(file)).state("public").over == {
            "verdict": "blue_0",
            "reason": "taken out",
            "margin": 0,
        }


def test_a_replay_of_other_actions_is_refused(table: Table, walk: Any) -> None:
    for _ in walk(table, 8):
        pass
    replay = table.replay()
    with pytest.raises(ReplayError, match=r"tokens\[1\]: is not legal here"):
        Table.of(dataclasses.replace(replay, actions=(10**6,)))
    with pytest.raises(ReplayError, match="digests: the game leads to another position"):
        Table.of(dataclasses.replace(replay, actions=replay.actions[:-1]))
    with pytest.raises(ReplayError, match="result_cause: no seat of an open game"):
        Table.of(dataclasses.replace(replay, result_cause="green_0: resigns"))


class Lots:
    """An agent that says actions at random."""

    name, needs = "lots", Needs.MASKS

    def reset(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def act(self, observations: Any, masks: Any, visible: Any = None, seats: Any = None) -> Any:
        return np.array([self.rng.choice(mask.nonzero()[0]) for mask in masks])


def test_a_game_is_the_one_that_matches_play(table: Table, setting: Any) -> None:
    """The same actions on the same seed, at a table and in the batches of matches."""
    name, scenario, delegate = setting
    seed = 4
    env = BatchEnv(name, scenario, num_envs=1, auto_reset=False, delegate=delegate)
    here = Table(table.ruleset, table.scenario, seed)
    out, rng = env.start(np.array([seed])), np.random.default_rng(1)
    for _ in range(60):
        if out.done[0] or here.to_act is None:
            break
        word = int(rng.choice(out.mask[0].nonzero()[0]))
        out = env.step(np.array([word]))
        here.say(here.to_act, here.state(here.to_act).at, [word])
    assert (env.games.raw[0] == here._game.games.raw[0]).all()


@pytest.mark.parametrize("until", UNTIL)
def test_an_agent_acts_until(table: Table, until: str) -> None:
    """It stops as soon as what was named is over, or another seat is to act."""
    captain = ScriptedAgent(table.scenario, CAPTAINS[table.ruleset.name])
    captain.reset(1)
    for _ in range(12):
        seat = table.to_act
        if seat is None:
            break
        before = table.state(seat)
        said = table.let(seat, captain, until)
        after = table.state(seat)
        assert said.actions and said.at == before.at + len(said.actions) == after.at
        if table.to_act == seat:
            assert until != "game"
            assert until != "turn" or after.turn != before.turn
            assert until != "phase" or (after.turn, after.phase) != (before.turn, before.phase)
            assert until != "order" or after.pending_actions == ()


def test_an_agent_says_what_the_seat_could(table: Table) -> None:
    rng = Lots()
    rng.reset(2)
    for _ in range(10):
        if table.to_act:
            table.let(table.to_act, rng, "order")
    verify(table.replay())

    class Wrong(Lots):
        def act(self, observations: Any, masks: Any, visible: Any = None, seats: Any = None) -> Any:
            return np.array([int(masks[0].argmin())])

    seat = table.to_act
    assert seat is not None
    before = table._game.save()
    with pytest.raises(RefusedError, match="is not legal here"):
        table.let(seat, Wrong())
    with pytest.raises(ConfigError, match="until='dawn': must be one of order, phase, turn, game"):
        table.let(seat, rng, "dawn")
    assert table._game.save() == before


def test_a_square_is_the_one_that_is_printed(new_table: Any) -> None:
    """Where a unit is placed by box and square it stands afterwards, with any seat placing it."""
    table, rng, placed = new_table("hunt"), np.random.default_rng(2), Counter[str]()
    while table.to_act and not table._game.games.states["turn"][0]:
        seat = table.to_act
        state = table.state(seat)
        word = state.offers[int(rng.integers(len(state.offers)))]
        table.say(seat, state.at, [word.action])
        if word.kind == "squares":
            units = [unit["on_map"] for unit in table.state("umpire").view["own_units"]]
            stand = {"{box} ({square[0]},{square[1]})".format(**unit) for unit in units if unit}
            assert word.place in stand
            placed[seat] += 1
    assert min(placed[seat] for seat in table.ruleset.seats) > 0


def test_a_picture_for_a_page_leaves_names_and_colours_to_it(table: Table) -> None:
    still, paged = table.picture("red_0"), table.picture("red_0", for_page=True)
    assert set(PIECE.findall(still)) == set(PIECE.findall(paged))
    assert 'id="cells"' in paged and 'id="cells"' not in still
    assert "var(--space)" in paged and "var(--" not in still
