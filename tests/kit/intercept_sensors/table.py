"""A game on the table for rule tests: ships on squares, actions by name, dice that fall as wanted.

game = Table(duel(red=(5, 20), blue=(15, 20)))
game.to_scans().scan("Red", "visual", "3x3", (15, 20))
game["Blue"].tracked

Squares, boxes and directions are those of the map, whichever seat speaks.
"""

import numpy as np

from kit.switches import every_switch
from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES
from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import entry, scenario
from spacecombat_env.rulesets.intercept_sensors.dispatch import legal
from spacecombat_env.rulesets.intercept_sensors.model import (
    ABSENT,
    BOX_NAMES,
    FIRST_BOX_SIZE,
    RECENT_SCANS,
    SIZE_NAMES,
    InterceptDecision,
    InterceptEvent,
    InterceptStep,
    InterceptVerb,
    Result,
    Sensor,
    Signature,
    actions,
    roll_2d6,
)
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import signature

RED, BLUE = 0, 1
SENSOR_NAMES = [sensor.name.lower() for sensor in Sensor]
LAZY = ("COAST", "PASS")
MEDIUM = {"type": "ship", "size": "medium ship (to 10,000 t)", "drive": "plume", "thrust": 3}
SMALL = {"type": "ship", "size": "small ship (to 1000 t)", "drive": "impulse", "thrust": 3}
PLAIN = {"black_hull": 0, "stealth": 0, "sensors": "military", "skill": 1}
CLASSES = {
    "Frigate": MEDIUM | PLAIN,
    "Raider": MEDIUM | PLAIN | {"black_hull": 1},
    "Scout": SMALL | PLAIN | {"black_hull": 1, "stealth": 1},
}
"""Three classes as the tests know them, whatever data/ships.csv makes of them one day."""


def ship(name, square=None, klass="Frigate", values=None, **more):
    """A ship of a scenario; `values` are changes of its class."""
    content = {"class": klass, "name": name, **more}
    if klass in CLASSES or values:
        content["values"] = CLASSES.get(klass, {}) | (values or {})
    if square is not None:
        content["square"] = list(square)
    return content


def position(red, blue, **more):
    """A scenario mapping of two lists of ships."""
    sides = {"red": {"ships": list(red)}, "blue": {"ships": list(blue)}}
    return {"name": "position", "title": "Position", "sides": sides, **more}


def duel(red=(5, 20), blue=(15, 20), red_ship=None, blue_ship=None, **more):
    """Two frigates called Red and Blue, at rest on their squares.

    A Frigate is a medium ship: Visual(Hull) 1 dark, 7 in sunshine, 8 with its sensors out; IR(Hull)
    0 in sunshine, IR(Power) 1 idle; radar 4 with its sensors out; neutrino 1 idle; mass 1. It has
    Visual, IR and radar +4, neutrino +1, mass +0 and skill 1.
    """
    reds = [ship("Red", red, **(red_ship or {}))]
    return position(reds, [ship("Blue", blue, **(blue_ship or {}))], **more)


class Table:
    """One game, its true record, and the actions of its seats."""

    def __init__(self, source, seed=1, delegate=(), begin=True, **options):
        self.scenario = scenario.load(source, delegate=delegate, **options)
        self.table = self.scenario.table
        self.games = make_games(self.table.opening.dtype, 1)
        self.state = self.games.states[0]
        self.rules = self.table.rules[0]
        self.names = self.scenario.source["resolved"]["units"]
        if begin:
            entry.start(self.games, 0, self.table, seed)

    # -- looking ----------------------------------------------------------------------------------

    @property
    def decision(self):
        """The question put to the seat to act."""
        return InterceptDecision(int(self.state.decision))

    @property
    def over(self):
        """Whether the game is over."""
        return self.state.step == InterceptStep.OVER

    def index(self, name):
        """Slot of a unit."""
        return self.names.index(name)

    def __getitem__(self, name):
        """The record of a unit."""
        return self.state.unit_of[self.index(name)]

    def klass(self, name):
        """The class record of a unit."""
        return self.rules.classes[self[name].klass]

    def place(self, name):
        """Square of a unit."""
        return int(self[name].x), int(self[name].y)

    def vector(self, name):
        """Vector of a unit."""
        return int(self[name].vx), int(self[name].vy)

    def emits(self, name):
        """The signatures that a unit gives off now, by kind."""
        values = {kind: signature(self.state, self.rules, self[name], kind) for kind in Signature}
        return {kind.name: int(value) for kind, value in values.items() if value != ABSENT}

    def visible(self, seat):
        """What a seat may know: its redacted record."""
        visible = make_games(self.table.opening.dtype, 1)
        entry.redact(self.games, 0, visible, 0, seat)
        return visible.states[0]

    def events(self, kind, seat=None):
        """The events of a kind, oldest first: of the true log, or of what a seat reads."""
        state = self.state if seat is None else self.visible(seat)
        log, count = state.log, int(state.log_count)
        places = (k % len(log) for k in range(max(0, count - len(log)), count))
        return [log[k].copy() for k in places if log[k].kind == InterceptEvent[kind]]

    def last_scan(self, side=RED, back=0):
        """The newest scan of a side, or one before it."""
        return self.state.scan[side, (int(self.state.scans[side]) - 1 - back) % RECENT_SCANS]

    def told(self, side=RED, back=0):
        """What a scan found: result, signal and told signatures of each find."""
        scan = self.last_scan(side, back)
        return [
            (
                Result(int(find.result)).name,
                int(find.signal),
                [int(value) for value in find.value if value != ABSENT],
            )
            for find in scan.find[: scan.finds]
        ]

    # -- setting ----------------------------------------------------------------------------------

    def set(self, name, **fields):
        """Put a unit's record straight; `at` and `vector` are pairs."""
        unit = self[name]
        for key, value in fields.items():
            if key == "at":
                unit.x, unit.y = value
            elif key == "vector":
                unit.vx, unit.vy = value
            else:
                unit[key] = value
        return self

    def track(self, *names):
        """The other side tracks these units."""
        for name in names:
            self.set(name, tracked=1, identified=1)
        return self

    def dice(self, total, number=0, side=RED):
        """Choose a seed with which the Sense roll of this turn's scan of a side shows a total."""
        for seed in range(3000):
            self.state.chance.seed_lo = seed
            if roll_2d6(self.state, side, number) == total:
                return self
        raise AssertionError(f"2D6 never show {total}")

    # -- speaking ---------------------------------------------------------------------------------

    def legal(self):
        """The set of legal actions."""
        mask = np.zeros(self.scenario.actions.size, np.int8)
        legal(self.state, self.rules, mask)
        return set(np.flatnonzero(mask).tolist())

    def action_of(self, text):
        """An action: a unit, a Verb, "NE", "2G", "radar", "3x3", "C4" (a box), or a square (x, y)."""
        state = self.state
        if isinstance(text, tuple):
            return int(actions.square_action(state, *text))
        if text in self.names:
            return int(actions.unit_action(state, self.index(text)))
        if text in InterceptVerb.__members__:
            return int(InterceptVerb[text])
        if text in DIRECTION_NAMES:
            return int(actions.direction_action(state, DIRECTION_NAMES.index(text)))
        if text in SENSOR_NAMES:
            return int(actions.sensor_action(state, SENSOR_NAMES.index(text)))
        if text in SIZE_NAMES:
            return int(actions.size_action(state, SIZE_NAMES.index(text)))
        if text in BOX_NAMES:
            return int(actions.box_action(state, self.rules, BOX_NAMES.index(text)))
        return int(actions.amount_action(state, int(text.removesuffix("G"))))

    def can_say(self, text):
        """Whether an action is legal now."""
        return self.action_of(text) in self.legal()

    def apply(self, action):
        """Speak an action by its number."""
        assert not entry.KERNELS.apply(self.games, 0, self.table, int(action))
        return self

    def say(self, *spoken):
        """Speak actions one after the other; each must be legal."""
        for text in spoken:
            refused = entry.KERNELS.apply(self.games, 0, self.table, self.action_of(text))
            assert not refused, (
                f"{text!r} is not legal when asked {self.decision.name}: {self.legal()}"
            )
        return self

    def idle(self):
        """Answer in the laziest way."""
        for verb in LAZY:
            if self.can_say(verb):
                return self.say(verb)
        return self.apply(min(self.legal()))

    def until(self, holds):
        """Play on, everybody idle, until a condition holds."""
        for _ in range(2000):
            if self.over or holds():
                break
            self.idle()
        assert not self.over and holds(), "it never comes to that"
        return self

    def to_plot(self, name):
        """Play on to the order of a unit for its movement."""
        return self.until(
            lambda: self.decision == InterceptDecision.PLOT and self.state.unit == self.index(name)
        )

    def to_scans(self, side=RED, turn=None):
        """Play on to the first scan that a side may declare."""
        return self.until(
            lambda: (
                self.decision == InterceptDecision.SCAN
                and self.state.seat == side
                and turn in (None, int(self.state.turn))
            )
        )

    def to_turn(self, turn):
        """Play on to the first question of a turn."""
        return self.until(lambda: self.state.turn >= turn)

    def scan(self, name, sensor, size, middle):
        """Declare a scan; `middle` is a square in the middle square or middle box (of an even
        number of boxes the upper left of the middle four)."""
        x, y = middle
        self.say(name, sensor, size, BOX_NAMES[int(actions.box_of(x, y))])
        if SIZE_NAMES.index(size) < FIRST_BOX_SIZE:
            if self.decision == InterceptDecision.SQUARE:
                self.say((x, y))
        return self

    def answered(self):
        """The side declares no more; the scans are answered."""
        if self.decision == InterceptDecision.SCAN and self.state.declared[self.state.seat]:
            self.say("PASS")
        return self


def sensors(source, side=RED, turn=1, **options):
    """A game at the first scan of a side, everybody having coasted."""
    return Table(source, **options).to_scans(side, turn)


def random_action(game, rng):
    """A legal action at random; few refuse to scan, and half of the scans look where somebody is."""
    actions = sorted(game.legal())
    if game.decision == InterceptDecision.SCAN and len(actions) > 1 and rng.random() < 0.9:
        actions.remove(int(InterceptVerb.PASS))
    if game.decision == InterceptDecision.BOX and rng.random() < 0.5:
        half = len(game.state.unit_of) // 2
        enemies = game.state.unit_of[half:] if game.state.seat == RED else game.state.unit_of[:half]
        boxes = {BOX_NAMES[int(box_of_unit(unit))] for unit in enemies if unit.x > 0}
        near = [game.action_of(name) for name in sorted(boxes) if game.action_of(name) in actions]
        actions = near or actions
    return int(rng.choice(actions))


def box_of_unit(unit):
    """Box in which a unit stands."""
    return actions.box_of(unit.x, unit.y)


def brawl(**more):
    """Two sides close together, with craft, missiles, planets and every switch on."""
    aboard = ["Pinnace", "Missile volley"]
    sides = []
    for name, column, way in (("Red", 11, 1), ("Blue", 20, -1)):
        sides.append(
            [
                ship(f"{name} 1", (column, 14), vector=[way, 0], carries=aboard),
                ship(f"{name} 2", (column, 20), "Scout", vector=[0, way], popped=False),
                ship(f"{name} 3", (column, 26), "Raider", carries=["Missile volley"]),
            ]
        )
    bodies = [{"kind": "large planet", "square": [16, 8]}, {"kind": "asteroid", "square": [16, 22]}]
    rules = every_switch("intercept_sensors")
    return position(*sides, bodies=bodies, rules=rules, **({"turn_limit": 8} | more))
