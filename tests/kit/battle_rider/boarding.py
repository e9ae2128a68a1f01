"""Two ships in one hex, and the fight for one of them."""

from __future__ import annotations

from kit.battle_rider.table import Battle, facing, ship
from spacecombat_env.rulesets.battle_rider.model import Decision

BRD = {"boarding": True}
BLUE = 8
DEAD = ("power_plant",)


def meeting(prize=None, red=None, boarder=None, seed=1, **more):
    """Red's ship rests in the hex of a Blue one; the game stands at Red's menu in turn 2."""
    prize = prize or ship("Prize", damage=DEAD, size_mod=-3)
    options = more.pop("options", BRD)
    source = facing([boarder or ship("Boarder"), *(red or [])], [prize], **more)
    game = Battle(source, seed=seed, options=options).only_marker("NO_EFFECT")
    return to_menu(game)


def to_menu(game):
    """Play on, everybody idle, to Red's next boarding menu."""
    turn = int(game.state.turn)
    for _ in range(300):
        if (
            game.decision == Decision.BOARDING_MENU
            and not game.state.seat
            and game.state.turn >= max(2, turn)
        ):
            return game
        game.idle()
    raise AssertionError("no menu")


def fight(game, attack, defense):
    """Leave two cards in the deck, with these missile values, in either order: one after the other.

    Which of them is drawn first is found by trying.
    """
    deck, cards = game.state.chance.deck, game.rules.card["missile_value"]
    saved = game.save()
    for a, b in ((0, 1), (1, 0)):
        game.restore(saved)
        game.state.chance.deck_left = 2
        cards[deck[a]], cards[deck[b]] = attack, defense
        yield game


def board(game, attack, defense):
    """Send the first ship's party; the first turn is fought with these missile values."""
    return turn(game, ("BOARD",), attack, defense)


def turn(game, actions, attack, defense):
    """Speak actions after which one turn of a fight is fought with these missile values."""
    before = len(game.events("BOARDING_TURN"))
    for rigged in fight(game, attack, defense):
        rigged.say(*actions).answer(BOARD_SHIP=("craft", 0), BOARD_TARGET=("enemy_craft", BLUE))
        if rigged.decision == Decision.BOARDING_MENU:
            rigged.say("DONE")
        told = rigged.events("BOARDING_TURN")
        if attack == defense:
            break
        card = rigged.rules.card["missile_value"]
        if len(told) == before:
            break
        # The first card of the two is the boarder's: it must be the one that shows `attack`.
        if int(card[first_card_turned(rigged)]) == attack:
            break
    return rigged


def first_card_turned(game):
    """The first of the two cards dealt: the deck ends with the cards dealt, last one first."""
    return int(game.state.chance.deck[1])
