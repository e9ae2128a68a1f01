"""The observation said a second time, plainly: what each named column holds, from a record.

`sight/observe.py` writes columns into a row, in compiled code; here every block is a function that
returns a dict of column and value for each row, from a redacted record, in any order. Values
are held within the divisors that the layout declares.
"""

from __future__ import annotations

from spacecombat_env.core.hexgrid import distance, offset_row
from spacecombat_env.rulesets.battle_rider.beams.gunnery import beams_left
from spacecombat_env.rulesets.battle_rider.beams.screens import sand_left
from spacecombat_env.rulesets.battle_rider.movement.movement import thrust_available
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import (
    BodyKind,
    CraftStatus,
    Crew,
    ForceStatus,
    Result,
)
from spacecombat_env.rulesets.battle_rider.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask, Phase
from spacecombat_env.rulesets.battle_rider.pieces.crew import crew_of
from spacecombat_env.rulesets.battle_rider.pieces.missions import mission_points
from spacecombat_env.rulesets.battle_rider.sensors.crossing import crossing_modifier
from spacecombat_env.rulesets.battle_rider.ships.batteries import damper_total
from spacecombat_env.rulesets.battle_rider.ships.black_globes import capacity_left

RED = 0
FAR = 127
GONE = (
    CraftStatus.DESTROYED,
    CraftStatus.ESCAPED,
    CraftStatus.LOST,
    CraftStatus.CAPTURED,
)


class Observed:
    """What a seat should see in a redacted record, block by block."""

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
        asked = int(self.state.ask)
        return {ask.name.lower(): ask == asked and asked != Ask.NOTHING for ask in Ask}

    def order(self):
        """Block order."""
        order, volley = self.state.order[self.seat], self.state.volley
        sand = self.state.ask == Ask.SAND_NUMBER
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

    def crew(self, k):
        """1 for a crack crew, -1 for a green one."""
        if not self.rules.option.crew_quality:
            return 0
        return {Crew.CRACK: 1, Crew.GREEN: -1}.get(Crew(crew_of(self.state, self.rules, k)), 0)

    def advanced_own_craft(self):
        """Block advanced_own_craft."""
        rows = {}
        for n, k in self.own(self.state.craft):
            craft = self.state.craft[k]
            if craft.status != CraftStatus.UNUSED:
                rows[n] = {
                    "offered": craft.status >= CraftStatus.OFFERED,
                    "suiting": craft.suiting,
                    "crew": self.crew(k),
                    "fuel": int(craft.fuel) + 1,
                    "power": craft.power,
                    "party_away": craft.party_away,
                    "sections_lost": craft.sections,
                    "globe": craft.globe,
                    "globe_capacity": capacity_left(self.rules, craft),
                    "sims": int(craft.sims) // 2,
                    "stunned": craft.stunned,
                    "facing": self.hexside(craft.facing),
                }
        return rows

    def advanced_own_forces(self):
        """Block advanced_own_forces."""
        forces = [(n, self.state.tf[k]) for n, k in self.own(self.state.tf)]
        used = [(n, force) for n, force in forces if force.status != ForceStatus.UNUSED]
        return {n: {"surface": force.surface} for n, force in used}

    def advanced_enemy_forces(self):
        """Block advanced_enemy_forces, by contact number."""
        rows, acting = {}, int(self.state.round_tf)
        looks = self.rules.option.crossing_movement
        looks = looks and acting in [k for _, k in self.own(self.state.tf)]
        for k in self.theirs(self.state.tf):
            force = self.state.tf[k]
            if force.status == ForceStatus.ON_MAP:
                line = self.state, self.rules, acting, k, NONE
                rows[int(force.contact)] = {
                    "crossings": crossing_modifier(*line) if looks else 0,
                    "surface": force.surface,
                    "flickering": force.flickering,
                }
        return rows

    def advanced_enemy_craft(self):
        """Block advanced_enemy_craft, by contact number."""
        rows = {}
        for k in self.theirs(self.state.craft):
            craft = self.state.craft[k]
            if craft.detected:
                rows[int(craft.contact)] = {
                    "crew": self.crew(k),
                    "power": craft.power,
                    "party_away": craft.party_away,
                    "sections_lost": craft.sections,
                    "globe": craft.globe,
                    "markers": craft.markers,
                    "report": craft.report,
                    "facing": self.hexside(craft.facing),
                }
        return rows

    def advanced_own_spreads(self):
        """Block advanced_own_spreads."""
        spreads = [(n, self.state.spread[k]) for n, k in self.own(self.state.spread)]
        flying = [(n, spread) for n, spread in spreads if spread.count > 0]
        return {n: {"sim": s.sim, "scanned": s.scanned} for n, s in flying}

    def advanced_bodies(self):
        """Block advanced_bodies."""
        rows = {}
        for n, body in enumerate(self.state.body):
            if body.kind != 0:
                world = self.rules.worlds[n]
                rows[n] = {
                    "star": body.kind == BodyKind.STAR,
                    "gas_giant": body.kind == BodyKind.GAS_GIANT,
                    **self.vector(world.vq, world.vr),
                    "gravity_reach": world.reach,
                }
        return rows

    def advanced_game(self):
        """Block advanced_game."""
        state, mission = self.state, self.state.mission[self.seat]
        told = {
            "funds": int(state.funds[self.seat]) // 10,
            "readiness": state.watch[self.seat].level,
            "fatigue": state.watch[self.seat].fatigue,
        }
        if mission.number:
            told |= {
                "mission": mission.number,
                "mission_points": mission_points(state, self.rules, self.seat) // 20,
                "asteroid": mission.asteroid,
                "bombardments": state.mission[RED].bombardments,
                "troops": state.mission[RED].troops,
                "team_aboard": mission.team != NONE,
            }
        return told


def differences(layout, row, state, rules, seat):
    """Entries of an observation that are not what they should be: (name, written, expected)."""
    expected, found = Observed(state, rules, seat), []
    for block in layout.blocks:
        limits = [round(1 / scale) for scale in block.scale]
        said = getattr(expected, block.name)()
        rows = said if len(block.shape) > 1 else {0: said}
        written = row[layout.slice(block.name)].reshape(-1, len(block.columns))
        for n, columns in enumerate(written):
            values = rows.get(n, {})
            for name, value, limit in zip(block.columns, columns, limits, strict=True):
                wanted = max(-limit, min(limit, int(values.get(name, 0))))
                if int(value) != wanted:
                    found.append((f"{block.name}[{n}].{name}", int(value), wanted))
    return found
