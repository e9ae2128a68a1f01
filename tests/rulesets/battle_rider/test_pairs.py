"""The two games of a pair: the same randomness in play, and each its own in the set-up."""

from collections.abc import Callable

import numpy as np
import pytest
from kit.battle_rider.table import Table, position, ship, side

from spacecombat_env.core.model.seeds import TWIN
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.fleets.pools import ship_from_cup, turn_for_first_pick
from spacecombat_env.rulesets.battle_rider.model import (
    Chance,
    Event,
    Phase,
    appoint,
    draw_missions,
    random_bits,
    turn_card,
)

SEEDS = range(40)
FORCES = ("task_forces", "launches")


def alike(source, secret: Callable[[Table], object], seeds=SEEDS, **more) -> float:
    """The share of pairs in which a secret of the set-up is the same in both games."""
    game, same = Table(source, begin=False, **more), 0
    for seed in seeds:
        found = []
        for one in (seed, seed ^ TWIN):
            entry.begin(game.games, 0, game.table, one)
            found.append(secret(game))
        same += found[0] == found[1]
    return same / len(seeds)


def settled(game):
    """The game, its set-up answered by standing orders."""
    entry.run(game.state, game.rules, np.zeros(game.scenario.actions.size, np.int8), False, False)
    return game


def cards(game, kind):
    """What the events of a kind tell of cards."""
    log = game.state.log[: game.state.log_count]
    return [(int(event.a), int(event.b)) for event in log if event.kind == Event[kind]]


@pytest.mark.rule("BR-ASG-05")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_missions_of_one_game_show_nothing_of_the_other(seat):
    """Ten missions: one pair in ten has the same at random."""

    def drawn(game):
        draw_missions(game.state, game.rules)
        return int(game.state.mission[seat].number)

    assert alike("pocket_empires", drawn) < 0.3


@pytest.mark.rule("BR-S2-09")
def test_the_ship_in_the_cup_is_not_the_same_in_both_games():
    """One of four ships."""

    def drawn(game):
        return int(ship_from_cup(game.state, game.rules, 0, 0))

    assert 0 < alike("task_force_dagger_cup", drawn) < 0.6


@pytest.mark.rule("BR-AMB-100", "BR-SCN-10")
def test_who_picks_first_is_each_games_own_random_number():
    def drawn(game):
        turn_for_first_pick(game.state, game.rules)
        return int(game.state.log[0].a), int(game.state.log[0].b)

    assert alike("skirmish", drawn) < 0.2


@pytest.mark.rule("BR-MPL-02")
def test_players_turn_each_games_own_cards():
    def drawn(game):
        game.state.team[0].count = 3
        appoint(game.state, game.rules, 0)
        return game.state.team[0].tactics.tolist()

    assert alike("skirmish", drawn) < 0.5


@pytest.mark.rule("BR-FUE-01", "BR-AMB-16")
@pytest.mark.parametrize("deck", ["shuffled", "keyed"])
def test_fuel_is_dealt_to_each_game_anew(deck):
    thirsty = [ship(name, detected=False, limited_fuel=True, jump=2) for name in ("One", "Two")]
    rules = {"limited_fuel": True, "deck": deck}
    source = position(side(thirsty), side([ship("Three", detected=False)]), rules=rules)
    assert alike(source, lambda game: game.state.craft["fuel"].tolist()) < 0.2


@pytest.mark.rule("BR-SCN-02")
def test_standing_orders_place_the_forces_of_each_game_anew():
    def places(game):
        return settled(game).state.tf["q"].tolist()

    assert alike("skirmish", places, range(6), delegate=FORCES) < 0.4


@pytest.mark.rule("BR-SEQ-02", "BR-AMB-16")
@pytest.mark.parametrize("deck", ["shuffled", "keyed"])
def test_both_games_turn_the_same_cards_in_play(deck):
    shown = []

    def turned(game):
        shown.append(cards(settled(game), "INITIATIVE"))
        return shown[-1]

    options = {"deck": deck}
    assert alike("skirmish", turned, range(4), delegate=FORCES, options=options) == 1
    assert len({tuple(one) for one in shown if one}) > 2


@pytest.mark.rule("BR-AMB-16")
def test_randomness_in_play_is_shared_and_that_of_the_set_up_is_not():
    games = [Table("skirmish", seed=seed) for seed in (5, 5 ^ TWIN)]
    for kind in Chance:
        for phase in (Phase.SETUP, Phase.OPERATIONS):
            drawn = []
            for game in games:
                game.state.phase = phase
                game.state.chance.uses[:] = 0
                drawn.append((int(random_bits(game.state, kind, 7)), turn(game, kind)))
            hidden = phase == Phase.SETUP or kind in (Chance.SETUP, Chance.FUEL)
            assert (drawn[0][0] != drawn[1][0]) == hidden, (kind.name, phase.name)


def turn(game, kind):
    """A card of the shuffled deck."""
    return int(turn_card(game.state, game.rules, kind, 7))
