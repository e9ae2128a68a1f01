"""A game on the table for rule tests: a position from a scenario mapping, actions, rigged cards.

game = Table(duel(), seed=1)
game.say("FIRE", ("craft", 8), "ALL", ...)   # actions of the seat to act, in order
game.state.craft[0].missiles
"""

import numpy as np

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.battle_rider import entry, scenario
from spacecombat_env.rulesets.battle_rider.dispatch import legal
from spacecombat_env.rulesets.battle_rider.model import (
    CARDS,
    Decision,
    Event,
    Result,
    Step,
    Verb,
    actions,
)


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
    """One game, its true record, and the actions of its seats."""

    def __init__(self, source, seed=1, delegate=(), begin=True, **options):
        self.scenario = scenario.load(source, delegate=delegate, **options)
        self.table = self.scenario.table
        self.games = make_games(self.table.opening.dtype, 1)
        self.state = self.games.states[0]
        self.rules = self.table.rules[0]
        self.before = self.forces()
        if begin:
            entry.start(self.games, 0, self.table, seed)

    @property
    def decision(self):
        """The question put to the seat to act."""
        return Decision(int(self.state.decision))

    def legal(self):
        """The set of legal actions."""
        mask = np.zeros(self.scenario.actions.size, np.int8)
        legal(self.state, self.rules, mask)
        return set(np.flatnonzero(mask).tolist())

    def action(self, action):
        """An action from a Verb name, a number n (amount), or a pair (block, slot).

        Blocks: craft, force, enemy_force, enemy_craft, spread, enemy_spread (slots of the state),
        direction (0 = N of the map).
        """
        if isinstance(action, str):
            return int(Verb[action])
        if isinstance(action, (int, np.integer)):
            return int(actions.amount_action(self.state, int(action)))
        block, slot = action
        name = f"{block}_action"
        return int(getattr(actions, name)(self.state, slot))

    def can_say(self, action):
        """Whether an action is legal now."""
        return self.action(action) in self.legal()

    def say(self, *spoken):
        """Speak actions one after the other; each must be legal."""
        self.before = self.forces()
        for action in spoken:
            refused = entry.KERNELS.apply(self.games, 0, self.table, self.action(action))
            assert not refused, (
                f"{action!r} is not legal when asked {self.decision.name}: {self.legal()}"
            )
        return self

    def forces(self):
        """The slots of the task forces there are."""
        return {int(k) for k in np.flatnonzero(self.state.tf["status"])}

    def opened(self):
        """The slot of the one task force that has come to be by the last `say`: it goes at random."""
        new = self.forces() - self.before
        assert len(new) == 1, f"one task force is new, not {len(new)}"
        return new.pop()

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

    def to_round(self, force):
        """Play on, everybody idle, until the menu of a task force's next round is open."""
        begun = self.state.tf[force].acted or self.state.round_tf == force
        turn = self.state.turn + (1 if begun else 0)
        for _ in range(500):
            if self.decision == Decision.ROUND_MENU and self.state.round_tf == force:
                if self.state.turn >= turn:
                    return self
            self.idle(force)
        raise AssertionError("its round never comes")

    def idle(self, force=None):
        """Answer the question in the laziest way; rounds go to `force` where possible."""
        if self.decision == Decision.CHOOSE_FORCE and force is not None:
            if force // (len(self.state.tf) // 2) == self.state.seat:
                if self.can_say(("force", force)):
                    return self.say(("force", force))
        for verb in ("DONE", "END_ROUND", "NO_JAM", "STOP", "COAST", "GO", "END_DEFENSE"):
            if self.can_say(verb):
                return self.say(verb)
        return self.apply(min(self.legal()))

    def apply(self, action):
        """Speak an action by its number."""
        assert not entry.KERNELS.apply(self.games, 0, self.table, int(action))
        return self

    def visible(self, seat):
        """What a seat may know: its redacted record."""
        return game_seen(self, seat).states[0]

    def told(self, seat, *kinds):
        """The events of some kinds that a seat has received, oldest first, as far as kept."""
        visible = self.visible(seat)
        count, length = int(visible.log_count), len(visible.log)
        kept = (visible.log[n % length].copy() for n in range(max(0, count - length), count))
        return [event for event in kept if event.kind in {Event[kind] for kind in kinds}]

    def skip_to(self, *decisions):
        """Play on, everybody idle, until one of the questions (Ask) is put, or to the end."""
        for _ in range(3000):
            if self.over or self.decision in decisions:
                return self
            self.idle()
        raise AssertionError(f"never asked {decisions}")

    @property
    def over(self):
        """Whether the game is over."""
        return self.state.step == Step.OVER


def game_seen(game, seat):
    """The redacted games of a seat."""
    visible = make_games(game.table.opening.dtype, 1)
    entry.redact(game.games, 0, visible, 0, seat)
    return visible


def started(source, side, **options):
    """A Table in which a side (0 Red, 1 Blue) has the initiative in turn 1."""
    for seed in range(1, 60):
        game = Table(source, seed=seed, **options)
        if game.state.initiative == side:
            return game
    raise AssertionError("no such seed")


def ship(name="Ship", detected=True, damage=(), missiles=None, **values):
    """A ship of own values: TL-13, size 0, 6G, far-sighted, one missile; the rest is `values`."""
    own = {"tech_level": 13, "size_mod": 0, "g_rating": 6, "points": 10, "passive_range": 20}
    own |= {"missile_directors": 1, "ready_missiles": 1}
    content = {"name": name, "values": own | values, "detected": detected}
    if damage:
        content["damage"] = list(damage)
    if missiles is not None:
        content["missiles"] = missiles
    return content


def facing(red, blue, away=0, **more):
    """A position: one resting task force a side, this many hexes apart; Red's in 1010."""
    sides = []
    for ships, row in ((red, 10), (blue, 10 + away)):
        names = [content["name"] for content in ships]
        sides.append(side(list(ships), [{"ships": names, "hex": f"10{row}"}], tactics=7))
    return position(*sides, **more)


class Battle(Table):
    """A Table of two task forces whose actions are spoken a deed at a time."""

    def answer(self, **answers):
        """Answer these questions in order, those that are not put (one legal action) left out."""
        for name, action in answers.items():
            if self.decision == Decision[name]:
                self.say(action)
        return self

    def aim(self, target=8, shooter="ALL", spread=None):
        """Order fire at an enemy craft or spread, up to the choice of weapons."""
        action = ("enemy_craft", target) if spread is None else ("enemy_spread", spread)
        self.say("FIRE")
        return self.answer(FIRE_TARGET=action, FIRE_SUBJECT=shooter, FIRE_SENSOR="PASSIVE")

    def launch(self, owner, count, force=0, detected=True, slot=None):
        """Put a spread of a ship into the hex of an enemy force, at rest; return its slot."""
        half = len(self.state.spread) // 2
        slot = (owner // (len(self.state.craft) // 2)) * half if slot is None else slot
        spread, target = self.state.spread[slot], self.state.tf[force]
        spread.count, spread.owner, spread.g_left, spread.contact = count, owner, 12, slot % half
        spread.q, spread.r, spread.vq, spread.vr = target.q, target.r, 0, 0
        spread.detected, spread.moved = detected, 0
        spread.target_tf = spread.target_spread = -1
        return slot

    def attack(self, *slots, force=0):
        """Play on, everybody idle, to the Missile Movement Phase; spreads attack a task force."""
        for slot in slots:
            owner = slot // (len(self.state.spread) // 2)
            for _ in range(20):
                self.skip_to(Decision.SPREAD_MENU)
                if self.state.seat == owner:
                    break
                self.say("COAST")
            self.say(("spread", slot)).say("ATTACK")
            self.answer(ATTACK_TARGET=("enemy_force", force), ATTACK_SENSOR="PASSIVE")
            if self.decision == Decision.EASIEST:
                self.apply(min(self.legal()))
        return self

    def events(self, kind):
        """The events of a kind, oldest first, as far as the log is kept; like damage one by one."""
        log, count = self.state.log, int(self.state.log_count)
        places = (k % len(log) for k in range(max(0, count - len(log)), count))
        found = [log[k].copy() for k in places if log[k].kind == Event[kind]]
        if kind != "DAMAGE":
            return found
        return [event for event in found for _ in range(1 + int(event.c))]

    def save(self):
        """The position as bytes, for `restore`."""
        return self.games.raw[0].copy()

    def restore(self, saved):
        """Put a saved position back."""
        self.games.raw[0][:] = saved
        return self

    def lowest_hit(self, *actions, kind="FIRE"):
        """The lowest card value at which the spoken fire hits (its difficulty), or None."""
        saved = self.save()
        try:
            for value in range(1, 6):
                self.restore(saved).always(value).say(*actions)
                if self.events(kind)[-1].b:
                    return value
            return None
        finally:
            self.restore(saved)


def battle(red, blue, away=0, **more):
    """Red's round has begun: one resting task force a side, all craft in view, a harmless cup."""
    options = {key: more.pop(key) for key in ("options", "delegate", "max_turns") if key in more}
    source = facing(red, blue, away, **more)
    for seed in range(1, 60):
        game = Battle(source, seed=seed, **options)
        if game.state.initiative == 0:
            return game.only_marker("NO_EFFECT").to_round(0)
    raise AssertionError("no such seed")


def delivered_alone(state, count, tell):
    """Let the first rows of the true log, already written, be all that was noted, and tell them."""
    state.log_count, state.log_delivered = count, 0
    state.delivered_count[:] = 0
    tell(state)
