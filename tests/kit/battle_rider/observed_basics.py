"""The basic rules' part of the plain observation: see observed.py."""

from __future__ import annotations

from spacecombat_env.core.model.hexgrid import distance, offset_row
from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_left
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    BodyKind,
    CraftStatus,
    Decision,
    ForceStatus,
    Phase,
    Result,
)
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.ships.batteries import damper_total

RED = 0
FAR = 127
GONE = (
    CraftStatus.DESTROYED,
    CraftStatus.ESCAPED,
    CraftStatus.LOST,
    CraftStatus.CAPTURED,
)


class ObservedBasics:
    """What a seat should see of the basic rules' columns, block by block."""

    def __init__(self, state, rules, seat):
        self.state, self.rules, self.seat, self.enemy = state, rules, seat, 1 - seat

    def own(self, pieces):
        """The seat's half of a block of pieces: place in the block, slot in the record."""
        half = len(pieces) // 2
        return [(n, self.seat * half + n) for n in range(half)]

    def theirs(self, pieces):
        """The other half: slots in the record."""
        half = len(pieces) // 2
        return range(self.enemy * half, (self.enemy + 1) * half)

    def klass(self, craft):
        """The card of a craft."""
        return self.rules.classes[int(craft.klass)]

    def place(self, q, r):
        """A hex, from the middle of the map, the seat's own edge at the bottom."""
        sign, option = 1 if self.seat == RED else -1, self.rules.option
        across = int(q) - (int(option.columns) + 1) // 2
        ahead = offset_row(int(q), int(r)) - (int(option.rows) + 1) // 2
        return {"column": sign * across, "row": sign * ahead}

    def vector(self, q, r):
        """A vector, turned likewise."""
        sign = 1 if self.seat == RED else -1
        return {"vector_q": sign * int(q), "vector_r": sign * int(r)}

    def hexside(self, side):
        """A hexside from 1, turned likewise; 0 for none."""
        return 0 if side == NONE else 1 + (int(side) + (0 if self.seat == RED else 3)) % 6

    def range_to(self, q, r):
        """Hexes from the task force whose round it is, or from the nearest own one."""
        forces = [self.state.tf[k] for _, k in self.own(self.state.tf)]
        acting = int(self.state.round_tf)
        if acting in [k for _, k in self.own(self.state.tf)]:
            forces = [self.state.tf[acting]]
        else:
            forces = [f for f in forces if f.status == ForceStatus.ON_MAP and f.strength > 0]
        return min((distance(int(f.q), int(f.r), int(q), int(r)) for f in forces), default=FAR)

    def damage(self, craft):
        """Results on a craft."""
        kinds = [result for result in Result if result != Result.NO_EFFECT]
        return {f"damage_{kind.name.lower()}": craft.damage[kind] for kind in kinds}

    # -- blocks ----------------------------------------------------------------------------------

    def game(self):
        """Block game."""
        state, seat, enemy = self.state, self.seat, self.enemy
        phases = {phase.name.lower(): state.phase == phase for phase in Phase}
        return phases | {
            "turn": state.turn,
            "turns_left": int(self.rules.option.turn_limit) - int(state.turn),
            "has_initiative": state.initiative == seat,
            "own_round": state.mover == seat,
            "own_tactics": state.tactics[seat],
            "enemy_tactics": state.tactics[enemy],
            "own_points_lost": int(state.points_lost[seat]) // 2,
            "enemy_points_lost": int(state.points_lost[enemy]) // 2,
            "own_points_escaped": int(state.points_escaped[seat]) // 2,
            "enemy_points_escaped": int(state.points_escaped[enemy]) // 2,
        }

    def ask(self):
        """Block ask."""
        requested = int(self.state.decision)
        return {
            decision.name.lower(): decision == requested and requested != Decision.NOTHING
            for decision in Decision
        }

    def order(self):
        """Block order."""
        order, volley = self.state.order[self.seat], self.state.volley
        sand = self.state.decision == Decision.SAND_NUMBER
        names = ("spinal", "secondary_1", "secondary_2", "turret")
        shift = self.vector(order.dq, order.dr)
        plain = {
            name: order[name]
            for name in ("together", "low", "high", "tens", "gs", "evasion", "level")
        }
        return plain | {
            "shift_q": shift["vector_q"],
            "shift_r": shift["vector_r"],
            **{f"beams_{name}": order.beams[row] for row, name in enumerate(names)},
            "hit_value": volley.hit[int(volley.next_hit)].value if sand else 0,
            "hits_to_come": int(volley.hits) - int(volley.next_hit) if sand else 0,
            "hexside": self.hexside(order.hexside),
        }

    def own_craft(self):
        """Block own_craft."""
        return {
            n: self._own_craft(k)
            for n, k in self.own(self.state.craft)
            if self.state.craft[k].status != CraftStatus.UNUSED
        }

    def _own_craft(self, k):
        state, rules = self.state, self.rules
        craft, klass = state.craft[k], self.klass(state.craft[k])
        in_force = craft.status == CraftStatus.IN_FORCE
        placed = in_force and craft.tf != NONE
        force = state.tf[int(craft.tf)]
        beams = [beams_left(state, rules, k, row) for row in range(4)]
        return {
            "in_force": in_force,
            "aboard": craft.status == CraftStatus.ABOARD,
            "gone": craft.status in GONE,
            "selected": state.order[self.seat].craft == k,
            "in_round": placed and craft.tf == state.round_tf,
            **(self.place(force.q, force.r) if placed else {"column": 0, "row": 0}),
            "size": klass.size_mod,
            "tech_level": klass.tech_level,
            "thrust": thrust_available(rules, craft),
            "armor": klass.armor,
            "fire_control": klass.fire_control,
            "active_range": klass.sensor_range[1],
            "passive_range": klass.sensor_range[0],
            "meson_screen": klass.meson_screen,
            "spinal_range": klass.weapon[0].range,
            "spinal_damage": klass.weapon[0].damage[0],
            "spinal_left": beams[0],
            "secondary_left": beams[1] + beams[2],
            "turret_left": beams[3],
            "sand_left": sand_left(rules, craft),
            "dampers": damper_total(rules, klass) - int(craft.dampers_used),
            "missiles": int(craft.missiles) // 2,
            "directors": int(klass.directors) - int(craft.controlled),
            **{
                name: craft[name]
                for name in ("launched", "active", "extended", "detected", "overload", "tumble")
            },
            "points": int(klass.points) // 2,
            **self.damage(craft),
        }

    def own_forces(self):
        """Block own_forces."""
        rows = {}
        for n, k in self.own(self.state.tf):
            force = self.state.tf[k]
            if force.status == ForceStatus.UNUSED:
                continue
            rows[n] = {
                "on_map": force.status == ForceStatus.ON_MAP,
                "waiting": force.status == ForceStatus.WAITING,
                "selected": self.state.order[self.seat].tf == k,
                "in_round": self.state.round_tf == k,
                **self.place(force.q, force.r),
                **self.vector(force.vq, force.vr),
                "craft": force.strength,
                **{
                    name: force[name]
                    for name in ("acted", "moved", "gs", "evade", "shadow_found")
                    + ("entry_turn", "emitting")
                },
            }
        return rows

    def enemy_forces(self):
        """Block enemy_forces, by contact number."""
        rows = {}
        for k in self.theirs(self.state.tf):
            force = self.state.tf[k]
            if force.status != ForceStatus.ON_MAP:
                continue
            known = [self.state.craft[c] for c in self.theirs(self.state.craft)]
            whiteouts = [w for w in self.state.whiteout if w.timer > 0]
            rows[int(force.contact)] = {
                "on_map": 1,
                "selected": self.state.order[self.seat].target_tf == k,
                **self.place(force.q, force.r),
                **self.vector(force.vq, force.vr),
                "known_craft": sum(
                    bool(c.detected) and c.status == CraftStatus.IN_FORCE and c.tf == k
                    for c in known
                ),
                "acted": force.acted,
                "thrusting": force.spent_g,
                "stern": self.hexside(force.thrust_side),
                "evade": force.evade,
                "shadow_found": force.shadow_found,
                "emitting": force.emitting,
                "range": self.range_to(force.q, force.r),
                "whiteouts": sum((w.q, w.r) == (force.q, force.r) for w in whiteouts),
            }
        return rows

    def enemy_craft(self):
        """Block enemy_craft, by contact number."""
        rows = {}
        for k in self.theirs(self.state.craft):
            craft = self.state.craft[k]
            if not craft.detected:
                continue
            klass, on_map = self.klass(craft), craft.status == CraftStatus.IN_FORCE
            force = self.state.tf[int(craft.tf)]
            there = {"column": 0, "row": 0, "range": 0, "evade": 0}
            if on_map:
                there = self.place(force.q, force.r)
                there |= {"range": self.range_to(force.q, force.r), "evade": force.evade}
            rows[int(craft.contact)] = there | {
                "on_map": on_map,
                "gone": craft.status >= CraftStatus.DESTROYED,
                "selected": self.state.order[self.seat].target_craft == k,
                "size": klass.size_mod,
                "tech_level": klass.tech_level,
                "thrust": klass.g,
                "armor": klass.armor,
                "meson_screen": klass.meson_screen,
                "spinal_damage": klass.weapon[0].damage[0],
                "sand_left": sand_left(self.rules, craft),
                "active": craft.active,
                "extended": craft.extended,
                "points": int(klass.points) // 2,
                **self.damage(craft),
            }
        return rows

    def own_spreads(self):
        """Block own_spreads."""
        rows = {}
        for n, k in self.own(self.state.spread):
            spread = self.state.spread[k]
            if spread.count > 0:
                rows[n] = {
                    "in_flight": 1,
                    "selected": self.state.order[self.seat].spread == k,
                    "missiles": spread.count,
                    "g_left": spread.g_left,
                    **self.place(spread.q, spread.r),
                    **self.vector(spread.vq, spread.vr),
                    "detected": spread.detected,
                    "moved": spread.moved,
                }
        return rows

    def enemy_spreads(self):
        """Block enemy_spreads, by contact number."""
        rows = {}
        for k in self.theirs(self.state.spread):
            spread = self.state.spread[k]
            if spread.count > 0:
                rows[int(spread.contact)] = {
                    "in_flight": 1,
                    "selected": self.state.order[self.seat].target_spread == k,
                    "missiles": spread.count if spread.detected else 0,
                    **self.place(spread.q, spread.r),
                    **self.vector(spread.vq, spread.vr),
                    "detected": spread.detected,
                    "attacking": spread.target_tf != NONE,
                }
        return rows

    def bodies(self):
        """Block bodies."""
        return {
            n: {
                "planet": body.kind == BodyKind.PLANET,
                "asteroid": body.kind == BodyKind.ASTEROID,
                **self.place(body.q, body.r),
            }
            for n, body in enumerate(self.state.body)
            if body.kind != 0
        }

    # -- blocks of advanced and optional rules ---------------------------------------------------
