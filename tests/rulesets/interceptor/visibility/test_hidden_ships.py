"""Battles whose sides hide their ships: nothing tells a seat what it has not seen."""

import json
import pickle
from collections import Counter

import numpy as np
import pytest
from kit.interceptor.hidden_ships import OTHER_SHIPS, HiddenTwins, hidden

from spacecombat_env import registry
from spacecombat_env.core.game import Game
from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.conformance import check_ruleset
from spacecombat_env.rulesets.interceptor.model import Verb, class_names
from spacecombat_env.rulesets.interceptor.scenario import load

RULES = registry.ruleset("interceptor")


DELEGATE = ("terrain", "setup", "decisions", "power", "crew")
"""Loads by lot share dice between the sides; standing orders of fire depend on the ships."""


@pytest.mark.parametrize("delegate", [(), DELEGATE], ids=["nothing", "some"])
@pytest.mark.parametrize("seat", [0, 1])
def test_twins_with_other_ships_look_the_same(seat, delegate):
    twins = HiddenTwins(seat, delegate=delegate, actions=60)
    assert sum(twins.history(seed) for seed in range(2)) > 10, twins.ends


@pytest.mark.parametrize("ships", [{"blue": OTHER_SHIPS}, {"red": OTHER_SHIPS}])
def test_hidden_ships_keep_the_promises_of_every_game(ships):
    assert check_ruleset("interceptor", hidden(**ships), games=2, every=20, limit=2000).games == 2


def battles(seat):
    """Two battles, alike for a seat, which differ in the other side's ships."""
    key = "blue" if seat == 0 else "red"
    return load(hidden(), delegate=()), load(hidden(**{key: OTHER_SHIPS}), delegate=())


@pytest.mark.parametrize("seat", [0, 1])
def test_the_scenario_of_a_seat_holds_nothing_of_the_enemy(seat):
    one, other = battles(seat)
    assert one.digest != other.digest
    mine, its = one.known_to(seat), other.known_to(seat)
    assert mine.digest == its.digest and mine.source == its.source
    assert mine.table.rules.tobytes() == its.table.rules.tobytes()
    assert mine.table.opening.tobytes() == its.table.opening.tobytes()
    assert mine.known_to(seat) is mine.known_to(1 - seat) is mine
    assert "Nemesis" not in repr(its)
    assert "Nemesis" in repr(other.source)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_hears_nothing_of_what_the_enemy_expects_of_it(seat):
    source = load(hidden()).known_to(seat).source
    assert ("blue", "red")[seat] not in source["believed"]


def test_the_scenario_of_a_seat_is_a_scenario():
    for seat in (0, 1):
        known = load(hidden()).known_to(seat)
        again = load(dict(known.source))
        assert again.digest == known.digest
        game = Game(RULES, again)
        game.start(3)
        assert game.seat >= 0


def test_open_scenarios_have_no_secrets():
    scenario = load("duel")
    assert scenario.known_to(0) is scenario.known_to(1) is scenario


def texts(game, seat):
    """What a seat reads of a game."""
    rules, scenario = game.ruleset, game.scenario
    visible = game.visible_to(seat)
    found = [
        json.dumps(rules.view(visible, 0, scenario, seat)),
        rules.decision_text(visible, 0, scenario, seat),
        rules.log(visible, 0, scenario, seat, 0),
        rules.draw_text(visible, 0, scenario, seat),
        rules.draw_svg(visible, 0, scenario, seat),
    ]
    if game.seat == seat:
        actions = np.flatnonzero(game.mask)
        found += [rules.action_text(visible, 0, scenario, seat, int(each)) for each in actions]
    return found


def play_to(game, seat):
    """The enemy ends his orders as soon as he may, until the seat is to act."""
    while game.seat == 1 - seat:
        game.step(int(Verb.DONE) if game.mask[Verb.DONE] else int(np.flatnonzero(game.mask)[0]))


@pytest.mark.parametrize("seat", [0, 1])
def test_texts_and_determinizations_are_the_same(seat):
    games = [Game(RULES, scenario) for scenario in battles(seat)]
    rng = np.random.default_rng(4)
    for game in games:
        game.start(11)
        play_to(game, seat)
    compared = 0
    while games[0].games.states[0].turn < 1:
        assert texts(games[0], seat) == texts(games[1], seat)
        worlds = [game.determinize(seat, 5) for game in games]
        assert worlds[0].games.raw.tobytes() == worlds[1].games.raw.tobytes()
        assert worlds[0].scenario is games[0].scenario.known_to(seat)
        assert worlds[0].out.visible.raw.tobytes() == worlds[1].out.visible.raw.tobytes()
        compared += 1
        action = int(rng.choice(np.flatnonzero(games[0].mask)))
        for game in games:
            game.step(action)
            play_to(game, seat)
    assert compared > 10


def test_a_determinization_deals_what_the_seat_expects():
    """LANCEA met before flies at most once; unlikely classes only where nothing else fits."""
    game = Game(RULES, load(hidden(), delegate=()))
    game.start(1)
    fleets: Counter[tuple[str, ...]] = Counter()
    for seed in range(40):
        world = game.determinize(0, seed).games.states[0]
        half = len(world.craft) // 2
        fleets[tuple(sorted(class_names()[k] for k in world.craft["klass"][half:] if k))] += 1
    assert set(fleets) == {("CHEETAH",) * 3, ("CHEETAH", "CHEETAH", "LANCEA")}
    assert min(fleets.values()) > 3


def test_a_clone_for_search_forgets_the_true_scenario():
    env = SpaceCombatAEC("interceptor", hidden(blue=OTHER_SHIPS))
    env.reset(seed=3)
    clone = env.clone(reseed=1, agent="red_0")
    assert clone.scenario is env.scenario.known_to(0)
    assert "Nemesis" in repr(env.__getstate__()["settings"])
    assert "Nemesis" not in repr(clone.__getstate__()["settings"])
    assert pickle.loads(pickle.dumps(clone)).game.digest() == clone.game.digest()


def test_a_finished_game_is_copied_as_the_seat_knows_it():
    game = Game(RULES, load(hidden(blue=OTHER_SHIPS), delegate=()))
    game.start(1)
    game.step(-1)
    assert game.seat < 0
    world = game.determinize(0, 1)
    assert world.games.raw.tobytes() == game.visible_to(0).raw.tobytes()
    assert world.scenario is game.scenario.known_to(0)
