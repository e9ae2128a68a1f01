"""A game on the table for rule tests: a position from a scenario mapping, words, rigged cards.

    game = Table(duel(), seed=1)
    game.say("FIRE", ("craft", 8), "ALL", ...)   # words of the seat to act, in order
    game.state.craft[0].missiles
"""

import numpy as np

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry, scenario, words
from spacecombat_env.rulesets.battle_rider.constants import CARDS, Ask, Result, Step, Verb
from spacecombat_env.rulesets.battle_rider.actions import legal

OWN_EDGE = {"hex": "0117", "vector": [0, 0]}


def side(ships, forces=None, tactics=4, drones=()):
    """One side of a scenario mapping."""
    content = {"fleet_tactics": tactics, "ships": ships}
    if forces is not None:
        content["task_forces"] = forces
    if drones:
        content["drones"] = list(drones)
    return content


def position(red, blue, **more):
    """A scenario mapping of two sides."""
    return {"name": "position", "title": "Position", "sides": {"red": red, "blue": blue}, **more}


class Table:
    """One game, its true record, and the words of its seats."""

    def __init__(self, source, seed=1, delegate=(), begin=True, **options):
        self.scenario = scenario.load(source, delegate=delegate, **options)
        self.table = self.scenario.table
        self.games = make_games(self.table.opening.dtype, 1)
        self.state = self.games.states[0]
        self.rules = self.table.rules[0]
        if begin:
            entry.start(self.games, 0, self.table, seed)

    @property
    def ask(self):
        """The question put to the seat to act."""
        return Ask(int(self.state.ask))

    def legal(self):
        """The set of legal words."""
        mask = np.zeros(self.scenario.actions.size, np.int8)
        legal(self.state, self.rules, mask)
        return set(np.flatnonzero(mask).tolist())

    def token(self, word):
        """A word from a Verb name, a number n (amount), or a pair (block, slot).

        Blocks: craft, force, enemy_force, enemy_craft, spread, enemy_spread (slots of the state),
        direction (0 = N of the map).
        """
        if isinstance(word, str):
            return int(Verb[word])
        if isinstance(word, (int, np.integer)):
            return int(words.amount_word(self.state, int(word)))
        block, slot = word
        name = f"{block}_word"
        return int(getattr(words, name)(self.state, slot))

    def can_say(self, word):
        """Whether a word is legal now."""
        return self.token(word) in self.legal()

    def say(self, *spoken):
        """Speak words one after the other; each must be legal."""
        for word in spoken:
            refused = entry.apply(self.games, 0, self.table, self.token(word))
            assert not refused, f"{word!r} is not legal when asked {self.ask.name}: {self.legal()}"
        return self

    def stack(self, *cards):
        """Put cards (numbers 1..95) on top of the shuffled deck, in the order they will be turned.

        Works by making the deck hold only these cards: the deck's draw is even over those left, so
        each is placed as the single card left, which `deck_left` = 1 forces; use for one card at a
        time, or rig whole tasks with `always`.
        """
        assert len(cards) == 1, "one card at a time"
        deck = self.state.chance.deck
        place = int(np.flatnonzero(deck == cards[0] - 1)[0])
        deck[place], deck[0] = deck[0], deck[place]
        self.state.chance.deck_left = 1

    def always(self, value):
        """Make every card turned show a hit value: 1..5, "bullseye" or "miss"."""
        shown = {"bullseye": 9, "miss": 0}.get(value, value)
        for card in range(CARDS):
            self.rules.card[card].hit = shown
        return self

    def missile_value(self, value):
        """Make every card turned show a missile value 1..6."""
        for card in range(CARDS):
            self.rules.card[card].missile_value = value
        return self

    def only_marker(self, result, count=36):
        """Leave only one kind of damage marker in the cup."""
        self.state.pool[:] = 0
        self.state.pool[Result[result]] = count
        return self

    @property
    def over(self):
        """Whether the game is over."""
        return self.state.step == Step.OVER
