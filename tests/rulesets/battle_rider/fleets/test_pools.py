"""Chapter SCN-10: the ships there are, divided into two pools."""

import pytest
from kit.battle_rider.purchases import divided, pool, terms
from kit.battle_rider.table import Table, position, side

from spacecombat_env.core.errors import ScenarioError
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.fleets.pools import next_set_aside
from spacecombat_env.rulesets.battle_rider.model import NONE, SET_ASIDE, Decision, Event
from spacecombat_env.rulesets.battle_rider.presentation import decision_text
from spacecombat_env.rulesets.battle_rider.scenario import load


@pytest.mark.rule("BR-SCN-10")
def test_multi_ship_classes_are_split_evenly():
    game = divided()
    for seat in (0, 1):
        have = pool(game, seat)
        assert have["Admiral"] == 6 and have["Triumph"] == have["Cleon"] == 1
        for klass in ("Starburst", "Rapier", "Midu Agashaam", "Chrysanthemum", "Valor", "Fiery"):
            assert have[klass] == 1


@pytest.mark.rule("BR-SCN-10", "BR-AMB-100")
def test_the_higher_card_takes_the_sylea_and_the_other_the_voroshilef():
    first_picks = set()
    for seed in range(1, 6):
        game = divided(seed)
        event = next(e for e in game.state.log if e.kind == Event.FIRST_PICK)
        first = int(event.side)
        assert (event.a > event.b) == (first == 0)
        first_picks.add(first)
        ours, theirs = pool(game, first), pool(game, 1 - first)
        assert ours["Sylea"] == 1 and theirs["Voroshilef"] == 1 and ours["Mercury"] == 1
        # 15 ships set aside: eight and seven
        singles = {k for k, n in (ours + theirs).items() if n == 1}
        assert sum(ours[k] for k in singles) == 8 and sum(theirs[k] for k in singles) == 7
    assert first_picks == {0, 1}


@pytest.mark.rule("BR-SCN-10")
def test_the_maggarts_go_to_different_pools_and_the_third_manticore_with_the_lt():
    for seed in range(1, 6):
        game = divided(seed)
        lt = next(seat for seat in (0, 1) if pool(game, seat)["Maggart LT"])
        assert pool(game, 1 - lt)["Maggart LC"] == 1
        assert pool(game, lt)["Manticore"] == 2
        assert pool(game, 1 - lt)["Manticore"] == 1


@pytest.mark.rule("BR-AMB-100")
def test_who_picks_chooses_among_ships_of_equal_points():
    chosen = []
    for choice in (1, 2):
        game = Table("battle_royal", seed=1, delegate=())
        assert game.decision == Decision.POOL_PICK
        picker = int(game.state.seat)
        visible = make_games(game.table.opening.dtype, 1)
        entry.redact(game.games, 0, visible, 0, picker)
        requested = decision_text.decision_text(visible, 0, game.scenario, picker)
        assert "1 Lancer, 2 Fusilier" in requested
        game.say(choice)
        while game.decision == Decision.POOL_PICK:
            game.say(1)
        chosen.append((pool(game, picker)["Lancer"], pool(game, picker)["Fusilier"]))
        assert pool(game, 1 - picker)["Lancer"] + pool(game, 1 - picker)["Fusilier"] == 1
    assert chosen == [(1, 0), (0, 1)]


@pytest.mark.rule("BR-SCN-10")
def test_the_last_of_all_places_is_picked_from_too():
    """The book sets fifteen ships aside; there is room for sixteen."""
    game = Table("battle_royal", seed=1, delegate=())
    rules = game.table.rules[:1].copy()[0]
    rules.set_aside[:] = 0
    assert next_set_aside(game.state, rules) == NONE
    rules.set_aside[SET_ASIDE - 1] = 1
    game.state.picks[:] = 0
    assert next_set_aside(game.state, rules) == SET_ASIDE - 1
    game.state.picks[1, 0] = 1
    assert next_set_aside(game.state, rules) == NONE


@pytest.mark.rule("BR-SCN-10")
def test_both_sides_divide_the_ships_or_neither():
    with pytest.raises(ScenarioError, match=r"sides\.blue\.purchase: pools are divided between"):
        load(position(terms(), side(["Rapier"])))
