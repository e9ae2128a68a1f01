"""The ace and the man whom both sides want: it flies to him, lowers shields, and runs for the top."""

from kit.interceptor.ace import ace_action
from kit.interceptor.rescues import DEDUCO, NORTH, SOUTH, Hunt

from spacecombat_agents.scripted.interceptor.rescue import Errand, errand_of
from spacecombat_env.rulesets.interceptor.model import NONE, Decision, Status, Verb


def ace_turn(hunt, k):
    """Play a turn in which the ace moves one ship; return its actions in the moves of that ship."""
    hunt.states, said, turn = hunt.games.states, [], int(hunt.state.turn)
    while not hunt.is_over and hunt.state.turn == turn:
        mine = hunt.state.mover == k and hunt.decision in (Decision.SPEED, Decision.MOVE)
        if mine:
            said.append(ace_action(hunt))
            hunt.say(said[-1])
        else:
            legal = hunt.legal_actions()
            hunt.say(next(action for action in hunt._wishes() if action in legal))
    return said


def test_with_the_man_it_lowers_its_shields_and_flies_as_he_does():
    hunt = Hunt()
    hunt.put(DEDUCO, at=(13, 16), heading=SOUTH)
    said = ace_turn(hunt, DEDUCO)
    craft = hunt.state.craft[DEDUCO]
    assert int(Verb.LOWER) in said
    assert (int(craft.q), int(craft.r)) == (int(hunt.man.q), int(hunt.man.r)) or (
        hunt.state.prize_holder == DEDUCO
    )


def test_near_the_top_edge_it_flies_off_with_him():
    hunt = Hunt()
    hunt.play_turn(2)
    hunt.put(DEDUCO, at=(13, 26), heading=NORTH, velocity=5)
    hunt.take(DEDUCO)
    ace_turn(hunt, DEDUCO)
    assert hunt.state.sheet == 1 or hunt.is_over


def test_two_ships_fetch_him_and_none_that_has_no_place():
    hunt = Hunt()
    hunt.play_turn(2)
    state, rules = hunt.state, hunt.rules
    errands = [errand_of(state, rules, k) for k in range(6)]
    assert errands.count(Errand.FETCH) == 2 and errands.count(Errand.NONE) == 4
    hunt.take(DEDUCO)
    assert errand_of(state, rules, DEDUCO) == Errand.CARRY
    assert {errand_of(state, rules, k) for k in range(6)} == {Errand.NONE}
    assert state.prize_holder != NONE and hunt.status(DEDUCO) == Status.ON_MAP
