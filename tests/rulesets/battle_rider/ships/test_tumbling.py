"""Chapter DMG: the spine, and ships that tumble."""

import pytest
from kit.battle_rider.table import battle, ship
from kit.battle_rider.wounds import gun, lock_difficulty

from spacecombat_env.rulesets.battle_rider.model import Decision, Tumble
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available


def spine(gs, card=3, mates=0, evasion=0, damage=("spine",)):
    """A ship with a broken spine moves with this many Gs; every tumble test shows a card."""
    ships = [gun(damage=list(damage)), *(ship(f"Mate {k}") for k in range(mates))]
    game = battle(ships, [ship("Target")]).always(card)
    game.say("MOVE", *[("direction", 0)] * gs)
    if evasion:
        game.say("EVADE").answer(EVADE_NUMBER=evasion)
    elif game.decision == Decision.THRUST:
        game.say("GO")
    return game


@pytest.mark.rule("BR-DMG-24", "BR-DMG-19")
@pytest.mark.parametrize(("gs", "evasion", "cards"), [(0, 0, 0), (1, 0, 1), (3, 0, 3), (2, 2, 5)])
def test_a_card_for_every_g(gs, evasion, cards):
    """The oracle: 3G, three cards. Evasion counts too (its own task takes one card more)."""
    game = battle([gun(damage=["spine"])], [ship("Target")]).always(3)
    before = int(game.state.chance.dealt)
    game.say("MOVE", *[("direction", 0)] * gs)
    if evasion:
        game.say("EVADE", evasion)
    else:
        game.say("GO")
    assert int(game.state.chance.dealt) - before == cards
    assert game.state.craft[0].tumble == Tumble.STEADY


@pytest.mark.rule("BR-DMG-24")
@pytest.mark.parametrize(
    ("gs", "card", "tumble"),
    [
        (1, 2, Tumble.STEADY),
        (1, 1, Tumble.TUMBLE),
        (2, 1, Tumble.SEVERE),
        (3, 1, Tumble.SEVERE),
        (3, 2, Tumble.STEADY),
    ],
)
def test_the_tumble_test(gs, card, tumble):
    """Difficulty 2: one failure a Tumble, two or more a Severe Tumble."""
    assert spine(gs, card).state.craft[0].tumble == tumble


@pytest.mark.rule("BR-DMG-24")
def test_other_damage_does_not_count_in_the_tumble_test():
    game = spine(2, 2, damage=("spine", "life_support", "computer"))
    assert game.state.craft[0].tumble == Tumble.STEADY


@pytest.mark.rule("BR-DMG-25", "BR-AMB-52", "BR-PAC-12", "BR-AMB-01")
def test_a_tumbling_ship_is_a_task_force_of_its_own_until_its_next_move():
    game = spine(1, 1, mates=1)
    craft = game.state.craft[0]
    assert craft.tf != 0 and game.state.tf[craft.tf].strength == 1
    assert game.state.tf[0].strength == 1 and game.state.craft[1].tf == 0
    new, old = game.state.tf[craft.tf], game.state.tf[0]
    assert (new.q, new.r, new.vq, new.vr) == (old.q, old.r, old.vq, old.vr)
    assert new.acted and new.shadow_found  # had its round; nothing else can be in it
    index = int(craft.tf)
    game.say("END_ROUND").to_round(index)
    assert craft.tumble == Tumble.TUMBLE and thrust_available(game.rules, craft) == 0
    game.say("MOVE")
    assert new.moved and craft.tumble == Tumble.STEADY  # no action of thrust was possible
    assert thrust_available(game.rules, craft) == 6


@pytest.mark.rule("BR-DMG-26")
@pytest.mark.parametrize("severity", [Tumble.TUMBLE, Tumble.SEVERE])
def test_tumbling_is_a_penalty_on_all_tasks(severity):
    game = spine(int(severity), 1)
    assert game.state.craft[0].tumble == severity
    game.always(4)
    assert lock_difficulty(game) == 1 + severity
