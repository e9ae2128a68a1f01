"""The present decision, in plain English."""

from __future__ import annotations

from typing import Any

import numpy as np

from spacecombat_env.core.presentation.perspective import waiting_text
from spacecombat_env.core.presentation.sentences import TemplateFields
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import AMOUNTS, DECISIONS, NONE, REASONS, Beam, BodyKind, Crew, Decision, Sensor
from .coordinates import hex_number, shift_text, turned_hex
from .piece_names import Names
from .texts import BEAM_TEXT, ROW_TEXT, VERB_TEXT


def decision_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the order so far and the decision, in plain English."""
    state = visible.states[k]
    return waiting_text(state, seat, REASONS) or _decision_text(
        visible, k, Names(state, scenario, seat)
    )


def _decision_text(visible: Games, k: int, names: Names) -> str:
    """Return the decision with its blanks filled; it names the player if there are several."""
    text = DECISIONS[Decision(int(names.state.decision))].text.format_map(DecisionTextFields(names))
    player = player_name_to_act(visible, k, names)
    return f"{player}: {text}" if player else text


def player_name_to_act(visible: Games, k: int, names: Names) -> str:
    """BR-MPL-01 Return the name of the player who decides; empty where a side has one player."""
    if not names.scenario.players:
        return ""
    from ..model import players

    state = visible.states[k]
    return names.player(int(state.seat), int(players.player_to_act(state)))


def equal_picks(names: Names) -> list[int]:
    """BR-AMB-100 Return the class rows of the ships set aside that may be picked now."""
    rules, taken = names.scenario.table.rules[0], set(np.asarray(names.state.picks).flat)
    left = [
        (int(row), int(group))
        for row, group in zip(rules.set_aside, rules.set_aside_group, strict=True)
        if row and row not in taken
    ]
    return [row for row, group in left if group == left[0][1]]


class DecisionTextFields(TemplateFields):
    """Values for the blanks of the decisions (model/decisions.py), one method per blank."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.state: Any = names.state
        self.order: Any = names.state.order[names.seat]

    def craft(self) -> str:
        return self.names.craft(self.order.craft)

    def tf(self) -> str:
        return self.names.force(self.order.tf)

    def spread(self) -> str:
        return self.names.spread(self.order.spread)

    def round(self) -> str:
        return self.names.force(self.state.round_tf)

    def attacked(self) -> str:
        return self.names.force(self.state.attack_tf)

    def equals(self) -> str:
        names = [self.names.klass(row) for row in equal_picks(self.names)]
        return ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))

    def funds(self) -> str:
        return str(int(self.state.funds[self.names.seat]))

    def asteroids(self) -> str:
        shown = []
        for number, body in enumerate(self.state.body[1:], start=1):
            if int(body.kind) == BodyKind.ASTEROID:
                q, r = turned_hex(self.names.scenario, self.names.seat, body.q, body.r)
                shown.append(f"{number} in {hex_number(q, r)}")
        return f" ({', '.join(shown)})" if shown else ""

    def klass(self) -> str:
        return self.names.klass(self.state.craft[self.order.craft].klass)

    def crews(self) -> str:
        on_sale = int(self.names.scenario.table.rules[0].buying[self.names.seat].crews)
        return ", ".join(f"{int(c)} {c.name.lower()}" for c in Crew if on_sale >> c & 1)

    def keeps(self) -> str:
        drone = self.names.card(self.state.craft[self.order.craft].klass).drone
        return "controls it" if drone else "carries it, or is it a new force"

    def target_tf(self) -> str:
        return self.names.force(self.order.target_tf)

    def target(self) -> str:
        return self.names.target(self.order.target_tf, self.order.target_spread)

    def fire_target(self) -> str:
        if self.order.target_spread != NONE:
            return self.names.spread(self.order.target_spread)
        return self.names.craft(self.order.target_craft)

    def aimed(self) -> str:
        return self.names.craft(self.order.target_craft)

    def no_lock(self) -> str:
        return " Or done: its own sensors." if self.state.spread[self.order.spread].sim else ""

    def missiles(self) -> str:
        return self.names.spread(self.order.target_spread)

    def member(self) -> str:
        return self.names.craft(self.state.defender[self.order.member])

    def actor(self) -> str:
        return self.names.craft(self.state.attempt.actor)

    def attempted(self) -> str:
        return self.names.force(self.state.attempt.target_tf)

    def sensor(self) -> str:
        return Sensor(int(self.state.attempt.sensor)).name.lower()

    def verb(self) -> str:
        return VERB_TEXT[int(self.order.verb)]

    def row(self) -> str:
        return ROW_TEXT[int(self.order.row)]

    def level(self) -> str:
        return str(int(self.order.level))

    def units(self) -> str:
        size = int(self.names.option.barrage)
        return f"barrages of {size}" if size else "missiles"

    def nth(self) -> str:
        return "a" if self.order.level == 0 else "one more"

    def thrust(self) -> str:
        if self.order.gs == 0:
            return ""
        shift = shift_text(self.order.dq, self.order.dr, self.names.seat) or "no shift"
        return f" ({int(self.order.gs)} G so far: {shift})"

    def beams(self) -> str:
        named = zip(self.order.beams, ROW_TEXT, strict=True)
        parts_text = [f"{int(number)} {row}" for number, row in named if number > 0]
        return f" ({', '.join(parts_text)} so far)" if parts_text else ""

    def shot(self) -> str:
        beams = int(np.asarray(self.order.shot).sum())
        return f" ({beams} beams so far)" if beams else ""

    def hit(self) -> str:
        volley = self.state.volley
        hit = volley.hit[volley.next_hit]
        to_come = int(volley.hits) - int(volley.next_hit) - 1
        after = f", {to_come} more to come" if to_come > 0 else ""
        return f"{BEAM_TEXT[Beam(int(hit.kind))]} hit of damage {int(hit.value)}{after}"

    def bounds(self) -> str:
        low, high, tens = int(self.order.low), int(self.order.high), int(self.order.tens)
        if high < AMOUNTS:
            return f" ({low} to {high})"
        return f" ({low} to {high}; the tens first)" if tens == NONE else f" ({10 * tens} and ..)"
