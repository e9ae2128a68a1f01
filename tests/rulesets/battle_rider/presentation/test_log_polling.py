"""However a log is cut, its sentences are the same: they tell of no later event."""

from __future__ import annotations

from itertools import pairwise

import pytest
from kit.battle_rider.fuzzing import drawn_scenario
from kit.cut_logs import Play, check_cuts, check_polled
from kit.slowly import first_quick, quick_of

from spacecombat_env.core.presentation.perspective import PUBLIC
from spacecombat_env.rulesets.battle_rider.model import Event
from spacecombat_env.rulesets.battle_rider.presentation.game_log import events

NAME = "battle_rider"
SCENARIOS = ("skirmish", "battle_royal", "first_clash", "picket", "pocket_empires", "duel")
QUICK = ("skirmish", "battle_royal")
RED = 0


def test_a_round_is_shown_ships_as_of_dummies():
    """Read after every action, a round in which nothing shows but the move is reported by the move
    alone, be it a ship's or a dummy's, whose round passes without a question."""
    rounds = {True: 0, False: 0}
    for seed in range(13, 19):
        told: list[str] = []
        play, count = Play(NAME, "skirmish", seed), 0
        for _ in play.decisions(400):
            truth = play.games.states[0]
            if truth.turn == 4:
                break
            for event in events(play.record(RED).states[0], PUBLIC, count):
                if event.kind == Event.ROUND and event.side != RED:
                    rounds[bool(truth.tf[event.target].strength)] += 1
            told += [line.text for line in play.lines(RED, count)]
            count = play.count(RED)
        for line, after in pairwise(told):
            name, head, _ = line.partition(" takes its round.")
            moves = tuple(f"{name} {verb}" for verb in ("coasts", "burns", "leaves"))
            assert not head or not after.startswith(moves)
    assert min(rounds.values()) > 10


@pytest.mark.parametrize("scenario", quick_of(SCENARIOS, QUICK))
def test_a_log_read_after_every_action_is_the_log_read_rarely(scenario):
    assert check_polled(Play(NAME, scenario, 7), 150) > 100


@pytest.mark.parametrize("scenario", quick_of(SCENARIOS, QUICK[:1]))
@pytest.mark.parametrize("delegate", [None, ()], ids=["recommended", "none"])
def test_a_log_may_be_cut_at_every_event(scenario, delegate):
    assert check_cuts(Play(NAME, scenario, 5, delegate=delegate), 200) > 100


@pytest.mark.parametrize("seed", first_quick(range(1, 41), 2))
def test_so_it_is_with_any_rules(seed):
    """Double-blind, hidden damage, gravity and the rest, at random; ships close to each other."""
    check_polled(Play(NAME, drawn_scenario(seed), seed, delegate=()), 200)
    check_cuts(Play(NAME, drawn_scenario(seed), seed, delegate=()), 200)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_so_it_is_in_long_games(scenario, seed):
    check_polled(Play(NAME, scenario, 100 + seed), 2500)
    check_cuts(Play(NAME, scenario, 200 + seed), 200)
