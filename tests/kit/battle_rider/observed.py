"""A second, plain version of the observation: what each named column holds, from a record.

`visibility/observe.py` writes columns into a row, in compiled code; here every block is a function that
returns a dict of column and value for each row, from a redacted record, in any order. Values
are held within the divisors that the layout declares.
"""

from __future__ import annotations

from kit.battle_rider.observed_basics import RED, ObservedBasics
from spacecombat_env.rulesets.battle_rider.model import (
    NONE,
    BodyKind,
    CraftStatus,
    Crew,
    ForceStatus,
    crew_of,
    mission_points,
)
from spacecombat_env.rulesets.battle_rider.sensors.crossing import crossing_modifier
from spacecombat_env.rulesets.battle_rider.ships.black_globes import capacity_left


class Observed(ObservedBasics):
    """What a seat should see in a redacted record, block by block."""

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
