"""Names, words and questions: every token and every piece as a player reads it.

    own ship            Starburst          its own name
    enemy ship          Rapier e2          class name and contact number, once it is detected
    own task force      TF-3               slot, from 1
    enemy task force    eTF-5              contact number, from 1
    own missiles        spread 2           slot, from 1
    enemy missiles      missiles 3         contact number, from 1
    verbs               end round          the name of the verb in lower case
    directions          N NE SE S SW NW    as the seat sees the board, N ahead
    numbers             7, or 40+ then 7   above 23: the tens, then the units

All names are made for one reader: a seat, from its redacted record, or the umpire (seat -1), from
the true one, who sees every piece under its owner's name: Red Starburst, Blue TF-3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from spacecombat_env.core.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.interpreted import interpreted
from spacecombat_env.core.record import field_names
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.battle_rider.pieces.asks import ASKS_NUMBER, QUESTIONS
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    Beam,
    BodyKind,
    Crew,
    Damage,
    ForceStatus,
    Reason,
    Result,
    Sensor,
    Verdict,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import AMOUNTS, Ask, Phase, Verb

UMPIRE = -1
SIDES = ("Red", "Blue")
UNKNOWN_SHIP = "an unknown ship"
VERB_WORDS = tuple(verb.name.lower().replace("_", " ") for verb in Verb)
PHASE_WORDS = ("set-up", "initiative", "operations", "missile movement", "missile attack", "record")
REASON_WORDS = {
    Reason.OPEN: "the game is open",
    Reason.LAST_OPERATIONAL: "last side with an operational ship",
    Reason.BOTH_ELIMINATED: "both sides eliminated",
    Reason.TURN_LIMIT: "turn limit",
    Reason.ILLEGAL_ORDER: "illegal order",
    Reason.VICTORY_CONDITIONS: "victory conditions of the scenario",
}
RESULT_WORDS = {result: result.name.replace("_", " ").title() for result in Result}
LASTING_WORDS = {
    Damage.TEMPORARY_1: "until the end of this turn",
    Damage.TEMPORARY_2: "until the end of next turn",
    Damage.PERMANENT: "permanent",
}
BEAM_WORDS = {
    Beam.NONE: "none",
    Beam.LASER: "laser",
    Beam.PARTICLE: "particle accelerator",
    Beam.MESON: "meson gun",
    Beam.MISSILE: "missile",
}
ROW_WORDS = ("spinal", "secondary 1", "secondary 2", "turret")
CLASS_WORDS = {
    "dual_mode_tl12": "dual-mode drone",
    "passive_tl14": "passive drone",
    "jammer_tl12": "jammer drone",
}
RED_MISSIONS = (
    "Command of the Spaceways",
    "Invade and Secure",
    "Probing Attack",
    "Surface Raid",
    "Bombardment",
    "Hit and Run",
    "Propaganda Raid",
    "Transit",
    "Deep Black",
    "Snoop 'n' Scoot",
)
BLUE_MISSIONS = (
    "Ambush",
    "Vampire!",
    "Naval Supremacy",
    "Active Defense",
    "Fleet in Being",
    "Convoy Run",
    "Economy of Force",
    "Delaying Action",
    "Desperate Defense",
    "Escape",
)
_TAKEN = re.compile(
    r"e?tf-\d+|(?:spread|missiles|ship|enemy ship) \d+|.* e\d+|.*\(ship \d+\)|[ns][ew]?|\d+\+?"
)
"""Texts of other words: a ship so called is spoken of by its number too."""


# --- places --------------------------------------------------------------------------------------


def hex_number(q: int, r: int) -> str:
    """The printed number of a hex, column and row: 1012."""
    return f"{int(q):02d}{int(r) + (int(q) + 1) // 2:02d}"


def turned_hex(scenario: Scenario, seat: int, q: int, r: int) -> tuple[int, int]:
    """The hex as a seat sees the board, its own edge near it (hexgrid.rotate_half for Blue)."""
    if seat != 1:
        return int(q), int(r)
    option = scenario.table.rules[0].option
    columns, rows = int(option.columns), int(option.rows)
    return columns + 1 - int(q), rows + 1 - (columns + 3) // 2 - int(r)


def turned_direction(seat: int, direction: int) -> str:
    """The name of a direction of the map as a seat sees it."""
    return DIRECTION_NAMES[(int(direction) + (3 if seat == 1 else 0)) % 6]


def shift_words(dq: int, dr: int, seat: int) -> str:
    """A shift as steps in at most two directions: `2 N + 1 NE`; empty for none."""
    dq, dr = int(dq), int(dr)
    if seat == 1:
        dq, dr = -dq, -dr
    both = min(abs(dq), abs(dr)) if dq * dr < 0 else 0
    slant, q, r = (both if dq > 0 else -both), dq, dr
    q, r = q - slant, r + slant
    steps = (("N", "S", r), ("NE", "SW", q), ("SE", "NW", slant))
    named = [(plus if n > 0 else minus, abs(n)) for plus, minus, n in steps if n]
    return " + ".join(f"{n} {name}" for name, n in named)


# --- records as plain Python ---------------------------------------------------------------------


def plain(value: Any, leave: tuple[str, ...] = ("chance", "told")) -> Any:
    """Return a record as namespaces, lists and ints; NumPy's own fields are slow to read.

    Fields called as in `leave` are left out: nothing in a name, a view or a picture needs them.
    """
    fields = tuple(name for name in field_names(value.dtype) if name not in leave)
    if not fields:
        return value.tolist()
    if isinstance(value, np.ndarray):
        columns = [plain(value[name]) for name in fields]
        rows = zip(*columns, strict=True)
        return [SimpleNamespace(**dict(zip(fields, row, strict=True))) for row in rows]
    return SimpleNamespace(**{name: plain(value[name]) for name in fields})


# --- pieces --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Names:
    """The names of pieces for one reader."""

    state: Any
    """Redacted for the seat, or the truth for the umpire; a record, or the same made plain."""
    scenario: Scenario
    seat: int

    @classmethod
    def of(cls, seen: Games, k: int, scenario: Scenario, seat: int) -> Names:
        """Return the names in a game, its record made plain: for those who read most of it."""
        return cls(plain(seen.states[k]), scenario, seat)

    @cached_property
    def removed(self) -> dict[int, int]:
        """Contact numbers of enemy task forces that the record no longer holds, by slot."""
        return {}

    @cached_property
    def tasks(self) -> dict[int, list[Any]]:
        """The tasks that are told with an event, by its `id` (story_tasks.py)."""
        return {}

    @cached_property
    def cards(self) -> Any:
        """The cards of the deck."""
        return self.scenario.table.rules[0].card

    @cached_property
    def option(self) -> Any:
        """The scenario's options."""
        return plain(self.scenario.table.rules[0].option)

    def card(self, row: int) -> Any:
        """What is printed for a ship class."""
        if row not in self._cards:
            self._cards[row] = plain(self.scenario.table.rules[0].classes[row])
        return self._cards[row]

    def world(self, index: int) -> Any:
        """What the scenario says of a body."""
        return self._worlds[index]

    @cached_property
    def _worlds(self) -> list[Any]:
        """The scenario's bodies."""
        found: list[Any] = plain(self.scenario.table.rules[0].worlds)
        return found

    @cached_property
    def _cards(self) -> dict[int, Any]:
        """Cards read so far, by row."""
        return {}

    @cached_property
    def slots(self) -> tuple[int, int, int]:
        """Craft, task force and spread slots of one side."""
        state = self.state
        return len(state.craft) // 2, len(state.tf) // 2, len(state.spread) // 2

    @cached_property
    def resolved(self) -> dict[str, list[str]]:
        """The names that the records do not hold."""
        found: dict[str, list[str]] = self.scenario.source["resolved"]
        return found

    def player(self, side: int, number: int) -> str:
        """BR-MPL-01 The name of a player of a side on which there are several; else empty."""
        players = self.scenario.players
        return players[side][number] if players and self.state.team[side].count > 1 else ""

    def klass(self, row: int) -> str:
        """The name of a ship class."""
        name = self.resolved["classes"][int(row)]
        return CLASS_WORDS.get(name, name)

    def craft_side(self, index: int) -> int:
        """The side of a craft slot."""
        return int(index) // self.slots[0]

    def craft(self, index: int) -> str:
        """The name of a craft."""
        index = int(index)
        if index == NONE:
            return UNKNOWN_SHIP
        side = self.craft_side(index)
        if self.seat == UMPIRE:
            return f"{SIDES[side]} {self.own_name(index)}"
        if side == self.seat:
            return self.own_name(index)
        craft = self.state.craft[index]
        if not craft.detected:
            return UNKNOWN_SHIP
        return f"{self.klass(craft.klass)} e{int(craft.contact) + 1}"

    def own_name(self, index: int) -> str:
        """The name its owner has for a craft; a ship picked for a pool goes by its class."""
        return self.resolved["craft"][index] or self.klass(self.state.craft[index].klass)

    def crew(self, index: int) -> str:
        """BR-CRW-01 The quality of a craft's crew: average, crack or green."""
        rules = self.scenario.table.rules[0]
        bought = rules.buying[self.craft_side(index)].crews
        crew = self.state.craft[index].crew if bought else rules.crew[index]
        return Crew(int(crew)).name.lower()

    def force(self, index: int, contact: int = NONE) -> str:
        """The name of a task force; `contact` where it is known better than from the record."""
        index = int(index)
        if index == NONE:
            return self.contact_force(int(contact)) if contact != NONE else "a task force"
        side, slot = divmod(index, self.slots[1])
        if self.seat == UMPIRE:
            return f"{SIDES[side]} TF-{slot + 1}"
        if side == self.seat:
            return f"TF-{slot + 1}"
        if contact == NONE and self.state.tf[index].status == ForceStatus.ON_MAP:
            contact = int(self.state.tf[index].contact)
        if contact == NONE:
            contact = self.removed.get(index, NONE)
        return self.contact_force(int(contact)) if contact != NONE else "an enemy task force"

    def contact_force(self, contact: int) -> str:
        """The name of an enemy task force by its contact number."""
        return f"eTF-{contact + 1}"

    def spread(self, index: int) -> str:
        """The name of a missile spread."""
        index = int(index)
        if index == NONE:
            return "missiles"
        side, slot = divmod(index, self.slots[2])
        if self.seat == UMPIRE:
            return f"{SIDES[side]} spread {slot + 1}"
        if side == self.seat:
            return f"spread {slot + 1}"
        spread = self.state.spread[index]
        if spread.count == 0 or spread.contact == NONE:
            return "enemy missiles"
        return f"missiles {int(spread.contact) + 1}"

    def target(self, tf: int, spread: int) -> str:
        """The name of a task force or a spread, whichever is meant."""
        return self.spread(spread) if spread != NONE else self.force(tf)


# --- words ---------------------------------------------------------------------------------------


def word(seen: Games, k: int, scenario: Scenario, seat: int, token: int) -> str:
    """Return a token in words, as `seat` says it at this point of the game."""
    block, place = scenario.actions.locate(int(token))
    names = Names(seen.states[k], scenario, seat)
    if block == "verbs":
        return VERB_WORDS[place]
    if block == "own_craft":
        return _own_craft_word(names, place)
    if block == "enemy_craft":
        return _enemy_craft_word(names, place)
    if block == "directions":
        return DIRECTION_NAMES[place]
    if block == "amounts":
        return _amount_word(names.state, seat, place)
    forms = {
        "own_forces": "TF-{}",
        "enemy_forces": "eTF-{}",
        "own_spreads": "spread {}",
        "enemy_spreads": "missiles {}",
    }
    return forms[block].format(place + 1)


def _own_craft_word(names: Names, place: int) -> str:
    """Return the name of an own ship, with its number where another word reads the same."""
    own = names.seat * names.slots[0]
    all_names = [names.own_name(index) for index in range(own, own + names.slots[0])]
    name = all_names[place]
    if not name:
        return f"ship {place + 1}"
    plain = _plain(name)
    same = sum(_plain(other) == plain for other in all_names) > 1
    if same or plain in VERB_WORDS or _TAKEN.fullmatch(plain) or not plain:
        return f"{name} (ship {place + 1})"
    return name


def _plain(name: str) -> str:
    """Return a name as orders are compared: no case, no punctuation that splits words."""
    return " ".join(part for part in re.split(r"[\s·,;>]+", name.casefold()) if part)


def _enemy_craft_word(names: Names, contact: int) -> str:
    """Return the name of a detected enemy ship by contact number."""
    first = (1 - names.seat) * names.slots[0]
    for index in range(first, first + names.slots[0]):
        craft = names.state.craft[index]
        if craft.detected and craft.contact == contact:
            return names.craft(index)
    return f"enemy ship {contact + 1}"


def _amount_word(state: np.record, seat: int, amount: int) -> str:
    """Return a number, or the tens of a large one."""
    order = state.order[seat]
    large = ASKS_NUMBER[state.ask] and state.seat == seat and int(order.high) >= AMOUNTS
    return f"{10 * amount}+" if large and order.tens == NONE else str(amount)


# --- missions ------------------------------------------------------------------------------------


def mission_name(side: int, number: int) -> str:
    """Return the name of a mission, or nothing where it is secret."""
    return (RED_MISSIONS, BLUE_MISSIONS)[side][number - 1] if number else ""


# --- questions -----------------------------------------------------------------------------------


def question(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and what is asked, in plain English."""
    state = seen.states[k]
    if state.verdict != Verdict.OPEN:
        return f"The game is over: {outcome_words(state)}."
    asked = Ask(int(state.ask))
    if asked == Ask.NOTHING or state.seat != seat:
        return f"{SIDES[int(state.seat)]} is to act."
    names = Names(state, scenario, seat)
    text = QUESTIONS[asked].text.format_map(_Blanks(names))
    player = player_asked(seen, k, names)
    return f"{player}: {text}" if player else text


def player_asked(seen: Games, k: int, names: Names) -> str:
    """BR-MPL-01 Return the name of the player who is asked; empty where a side has one."""
    if not names.scenario.players:
        return ""
    from spacecombat_env.rulesets.battle_rider.pieces import players  # imports Numba

    state = seen.states[k]
    return names.player(int(state.seat), int(interpreted(players.player_asked)(state)))


def outcome_words(state: Any) -> str:
    """Return who has won, and why."""
    verdict = int(state.verdict)
    winner = "a draw" if verdict == Verdict.DRAW else f"{SIDES[verdict]} wins"
    return f"{winner} ({REASON_WORDS[Reason(int(state.reason))]})"


def equal_picks(names: Names) -> list[int]:
    """BR-AMB-100 Return the class rows of the ships set aside of which one is picked now."""
    rules, taken = names.scenario.table.rules[0], set(np.asarray(names.state.picks).flat)
    left = [
        (int(row), int(group))
        for row, group in zip(rules.set_aside, rules.set_aside_group, strict=True)
        if row and row not in taken
    ]
    return [row for row, group in left if group == left[0][1]]


class _Blanks(dict[str, str]):
    """Fills the blanks of a question when they are asked for."""

    def __init__(self, names: Names) -> None:
        super().__init__()
        self.names = names
        self.state: Any = names.state
        self.order: Any = names.state.order[names.seat]

    def __missing__(self, blank: str) -> str:
        """Look in the order, then in the state."""
        return str(getattr(self, f"_{blank}")())

    def _craft(self) -> str:
        return self.names.craft(self.order.craft)

    def _tf(self) -> str:
        return self.names.force(self.order.tf)

    def _spread(self) -> str:
        return self.names.spread(self.order.spread)

    def _round(self) -> str:
        return self.names.force(self.state.round_tf)

    def _attacked(self) -> str:
        return self.names.force(self.state.attack_tf)

    def _equals(self) -> str:
        names = [self.names.klass(row) for row in equal_picks(self.names)]
        return ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))

    def _funds(self) -> str:
        return str(int(self.state.funds[self.names.seat]))

    def _asteroids(self) -> str:
        shown = []
        for number, body in enumerate(self.state.body[1:], start=1):
            if int(body.kind) == BodyKind.ASTEROID:
                q, r = turned_hex(self.names.scenario, self.names.seat, body.q, body.r)
                shown.append(f"{number} in {hex_number(q, r)}")
        return f" ({', '.join(shown)})" if shown else ""

    def _klass(self) -> str:
        return self.names.klass(self.state.craft[self.order.craft].klass)

    def _crews(self) -> str:
        on_sale = int(self.names.scenario.table.rules[0].buying[self.names.seat].crews)
        return ", ".join(f"{int(c)} {c.name.lower()}" for c in Crew if on_sale >> c & 1)

    def _keeps(self) -> str:
        drone = self.names.card(self.state.craft[self.order.craft].klass).drone
        return "controls it" if drone else "carries it, or is it a new force"

    def _target_tf(self) -> str:
        return self.names.force(self.order.target_tf)

    def _target(self) -> str:
        return self.names.target(self.order.target_tf, self.order.target_spread)

    def _fire_target(self) -> str:
        if self.order.target_spread != NONE:
            return self.names.spread(self.order.target_spread)
        return self.names.craft(self.order.target_craft)

    def _aimed(self) -> str:
        return self.names.craft(self.order.target_craft)

    def _no_lock(self) -> str:
        return " Or done: its own sensors." if self.state.spread[self.order.spread].sim else ""

    def _missiles(self) -> str:
        return self.names.spread(self.order.target_spread)

    def _member(self) -> str:
        return self.names.craft(self.state.defender[self.order.member])

    def _actor(self) -> str:
        return self.names.craft(self.state.attempt.actor)

    def _attempted(self) -> str:
        return self.names.force(self.state.attempt.target_tf)

    def _sensor(self) -> str:
        return Sensor(int(self.state.attempt.sensor)).name.lower()

    def _verb(self) -> str:
        return VERB_WORDS[int(self.order.verb)]

    def _row(self) -> str:
        return ROW_WORDS[int(self.order.row)]

    def _level(self) -> str:
        return str(int(self.order.level))

    def _units(self) -> str:
        size = int(self.names.option.barrage)
        return f"barrages of {size}" if size else "missiles"

    def _nth(self) -> str:
        return "a" if self.order.level == 0 else "one more"

    def _thrust(self) -> str:
        if self.order.gs == 0:
            return ""
        shift = shift_words(self.order.dq, self.order.dr, self.names.seat) or "no shift"
        return f" ({int(self.order.gs)} G so far: {shift})"

    def _beams(self) -> str:
        named = zip(self.order.beams, ROW_WORDS, strict=True)
        said = [f"{int(number)} {row}" for number, row in named if number > 0]
        return f" ({', '.join(said)} so far)" if said else ""

    def _shot(self) -> str:
        beams = int(np.asarray(self.order.shot).sum())
        return f" ({beams} beams so far)" if beams else ""

    def _hit(self) -> str:
        volley = self.state.volley
        hit = volley.hit[volley.next_hit]
        to_come = int(volley.hits) - int(volley.next_hit) - 1
        after = f", {to_come} more to come" if to_come > 0 else ""
        return f"{BEAM_WORDS[Beam(int(hit.kind))]} hit of damage {int(hit.value)}{after}"

    def _bounds(self) -> str:
        low, high, tens = int(self.order.low), int(self.order.high), int(self.order.tens)
        if high < AMOUNTS:
            return f" ({low} to {high})"
        return f" ({low} to {high}; the tens first)" if tens == NONE else f" ({10 * tens} and ..)"


def report_words(bits: int) -> str:
    """BR-REF-02 Return what a scan for damage reported."""
    parts = ("life support", "power plant", "fire control")
    said = [f"{part} {'works' if bits >> n & 1 else 'is dead'}" for n, part in enumerate(parts)]
    return ", ".join(said)


def phase_words(state: Any) -> str:
    """Return the phase of the turn."""
    return PHASE_WORDS[Phase(int(state.phase))]
