"""A second, plain version of the observation: what each named column holds, from a record."""

from __future__ import annotations

from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.rulesets.intercept_sensors.model import (
    ABSENT,
    NONE,
    InterceptDecision,
    InterceptPhase,
    InterceptSide,
    Power,
    Result,
    Sensor,
    Status,
    Type,
    Victory,
    first_side,
)
from spacecombat_env.rulesets.intercept_sensors.scans.planets import is_shadowed
from spacecombat_env.rulesets.intercept_sensors.scans.signatures import best_signature

BOX, WIDE, HIGH = 5, 6, 7
MEMORY = 8


def one_hot(names, value, prefix=""):
    """A yes or no for each member of an enum."""
    return {f"{prefix}{member.name.lower()}": member == value for member in names}


class Observed:
    """What a seat should see in a redacted record, block by block."""

    def __init__(self, state, rules, seat, kept):
        self.state, self.rules, self.seat, self.kept = state, rules, seat, kept
        self.mirror = -1 if seat == InterceptSide.B else 1
        self.half = len(state.unit_of) // 2

    def column(self, x):
        """A column, mirrored for Blue."""
        return int(x) if self.mirror == 1 else int(self.rules.option.columns) + 1 - int(x)

    def facing(self, direction):
        """A facing as the step of a square."""
        step = int(DIRECTION_X[direction]), int(DIRECTION_Y[direction])
        return {"facing_x": self.mirror * step[0], "facing_y": step[1]}

    def game(self):
        """Block game."""
        state, option, seat = self.state, self.rules.option, self.seat
        told = {
            "turn": state.turn,
            "turns_left": int(option.turn_limit) - int(state.turn),
            "scans_first": first_side(state) == seat,
            **one_hot(InterceptPhase, state.phase),
            "own_declared": state.declared[seat],
            "enemy_declared": state.declared[1 - seat],
            "own_points": state.points[seat],
            "enemy_points": state.points[1 - seat],
            "hold_turns": option.hold_turns,
            "sunfactor": option.sunfactor,
            **one_hot(Victory, option.victory, "victory_"),
            "columns": option.columns,
            "rows": option.rows,
        }
        if option.runner != NONE:
            sides = sorted((self.column(option.goal[0]), self.column(option.goal[1])))
            told |= {
                "own_runs": option.runner == seat,
                "enemy_runs": option.runner != seat,
                "goal_left": sides[0],
                "goal_right": sides[1],
                "goal_top": option.goal[2],
                "goal_bottom": option.goal[3],
            }
        return told

    def ask(self):
        """Block ask, by its entries."""
        return {
            decision.name.lower(): decision == self.state.decision
            and decision != InterceptDecision.NOTHING
            for decision in InterceptDecision
        }

    def order(self):
        """Block order."""
        order = self.state.order[self.seat]
        index = int(order.unit) if order.unit != NONE else int(self.state.unit)
        if index == NONE:
            return {}
        unit, told = self.state.unit_of[index], {}
        if unit.status == Status.ON_MAP:
            told |= {"x": self.column(unit.x), "y": unit.y}
        if order.sensor != NONE:
            told |= one_hot(Sensor, order.sensor, "sensor_")
        if order.extent != NONE:
            told["size"] = int(order.extent) + 1
        if order.box != NONE:
            across, down = int(order.box) % WIDE, int(order.box) // WIDE
            boxes = int(self.rules.option.columns) // BOX
            across = across if self.mirror == 1 else boxes - 1 - across
            told |= {"box_x": across * BOX + 3, "box_y": down * BOX + 3}
        if self.state.decision in (
            InterceptDecision.PLOT,
            InterceptDecision.THRUST,
            InterceptDecision.LAUNCH,
        ):
            told |= {"popped": unit.plot_popped, "launches": unit.plot_launch != NONE}
            told |= one_hot(Power, unit.plot_power, "power_")
            if order.facing != NONE:
                told |= self.facing(order.facing)
        return told

    def place(self, unit):
        """Columns of a unit on the map."""
        return {
            "x": self.column(unit.x),
            "y": unit.y,
            "vector_x": self.mirror * int(unit.vx),
            "vector_y": unit.vy,
            **self.facing(unit.facing),
            "thrust": unit.thrust,
            "popped": unit.popped,
            **one_hot(Power, unit.power, "power_"),
        }

    def card(self, unit):
        """What a kind of unit is."""
        klass = self.rules.classes[int(unit.klass)]
        told = {"size": int(klass.size_rank) + 1, "max_thrust": klass.thrust}
        return told | one_hot(Type, klass.type, "is_")

    def own_units(self):
        """Block own_units."""
        rows = {}
        for n in range(self.half):
            index = self.seat * self.half + n
            unit = self.state.unit_of[index]
            if unit.status == Status.UNUSED:
                continue
            order = self.state.order[self.seat]
            rows[n] = {
                "waiting": unit.status == Status.WAITING,
                "aboard": unit.status == Status.ABOARD,
                "on_map": unit.status == Status.ON_MAP,
                "gone": unit.status == Status.GONE,
                "selected": index in (self.state.unit, order.unit),
                "burns": unit.burns,
                **self.card(unit),
            }
            if unit.status == Status.ON_MAP:
                rows[n] |= self.place(unit) | self._sensing(unit)
        return rows

    def _sensing(self, unit):
        klass = self.rules.classes[int(unit.klass)]
        told = {
            "tracked": unit.tracked,
            "held": unit.held,
            "contact": unit.found == Result.CONTACT,
            "position": unit.found == Result.POSITION,
            "in_shadow": is_shadowed(self.state, self.rules, int(unit.x), int(unit.y)),
        }
        for sensor in Sensor:
            name, strength = sensor.name.lower(), int(klass.sensor[sensor])
            told[f"used_{name}"] = bool(int(unit.used) & 1 << sensor)
            told[f"strength_{name}"] = 0 if strength == ABSENT else strength + 1
            told[f"emits_{name}"] = best_signature(self.state, self.rules, unit, int(sensor))
        return told

    def enemy_units(self):
        """Block enemy_units."""
        rows = {}
        for n in range(self.half):
            unit = self.state.unit_of[(1 - self.seat) * self.half + n]
            if not unit.identified:
                continue
            here = unit.status == Status.ON_MAP
            rows[n] = {
                "tracked": unit.tracked and here,
                "gone": unit.status == Status.GONE,
                "identified": 1,
                **self.card(unit),
            }
            if here:
                rows[n] |= self.place(unit) | {"held": unit.held}
            if unit.last_turn > 0 and not unit.tracked:
                since = int(self.state.turn) - int(unit.last_turn)
                rows[n] |= {
                    "lost_lately": max(0, MEMORY - since),
                    "last_x": self.column(unit.last_x),
                    "last_y": unit.last_y,
                    "last_vector_x": self.mirror * int(unit.last_vx),
                    "last_vector_y": unit.last_vy,
                }
        return rows

    def scans(self, side):
        """Scans of a side, the newest first, as long as they are remembered."""
        count, told = int(self.state.scans[side]), []
        for n in range(min(count, self.kept)):
            told.append((n, self.state.scan[side, (count - 1 - n) % self.kept]))
        return [(n, s) for n, s in told if int(self.state.turn) - int(s.turn) < MEMORY]

    def area(self, scan):
        """What both sides learn of a scan."""
        half = int(scan.side) // 2
        return {
            "lately": MEMORY - (int(self.state.turn) - int(scan.turn)),
            **one_hot(Sensor, scan.sensor, "sensor_"),
            "x": self.column(int(scan.left) + half),
            "y": int(scan.top) + half,
            "side": scan.side,
            "strength": scan.strength,
            "glare": scan.glare,
            "contacts": scan.finds,
            "best_signal": scan.find[0].signal if scan.finds else 0,
        }

    def enemy_scans(self):
        """Block enemy_scans."""
        return {n: self.area(scan) for n, scan in self.scans(1 - self.seat)}

    def own_scans(self):
        """Block own_scans."""
        rows = {}
        for n, scan in self.scans(self.seat):
            finds = [scan.find[k] for k in range(int(scan.finds))]
            placed = [find for find in finds if find.result == Result.POSITION]
            rows[n] = self.area(scan) | {
                "roll": scan.roll,
                "positions": len(placed),
                "tracked": sum(find.result == Result.TRACKED for find in finds),
            }
            if finds:
                rows[n]["best_signature"] = int(finds[0].signal) - int(scan.strength)
            if placed:
                last = placed[-1]
                rows[n] |= {"position_x": self.column(last.x), "position_y": last.y}
        return rows

    def boxes(self, values):
        """A map of boxes, mirrored for Blue within the columns in play."""
        wide = int(self.rules.option.columns) // BOX
        rows = {}
        for y in range(HIGH):
            for x in range(wide):
                visible = x if self.mirror == 1 else wide - 1 - x
                rows[y, visible] = int(values[y * WIDE + x])
        return rows

    def bodies(self):
        """Block bodies."""
        return {
            n: {
                "x": self.column(int(body.left) + int(body.side) // 2),
                "y": int(body.top) + int(body.side) // 2,
                "side": body.side,
                "shadow": body.shadow,
            }
            for n, body in enumerate(self.state.body)
            if body.side > 0
        }


def differences(layout, row, state, rules, seat):
    """Entries of an observation that are not what they should be: (name, written, expected)."""
    kept = len(state.scan[0])
    expected, views, found = Observed(state, rules, seat, kept), layout.view(row), []
    for name, values in (("quiet", state.quiet[seat]), ("trace", state.traces[seat])):
        wanted = expected.boxes(values)
        for place, written in {
            tuple(i): views[name][tuple(i)] for i in _places(views[name])
        }.items():
            if int(written) != wanted.get(place, 0):
                found.append((f"{name}{place}", int(written), wanted.get(place, 0)))
    for block in layout.blocks:
        if block.name in ("quiet", "trace"):
            continue
        said = getattr(expected, block.name)()
        rows = said if len(block.shape) > 1 else {0: said}
        scales = block.scale if isinstance(block.scale, tuple) else (1.0,) * len(block.columns)
        for n, columns in enumerate(views[block.name].reshape(-1, len(block.columns))):
            for name, written, scale in zip(block.columns, columns, scales, strict=True):
                limit = round(1 / scale)
                wanted = max(-limit, min(limit, int(rows.get(n, {}).get(name, 0))))
                if int(written) != wanted:
                    found.append((f"{block.name}[{n}].{name}", int(written), wanted))
    return found


def _places(array):
    """Every index of a map."""
    return [(y, x) for y in range(array.shape[0]) for x in range(array.shape[1])]
