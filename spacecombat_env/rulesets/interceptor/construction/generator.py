"""Random designs: legal ships of a size and a nation, and forces of them for a sum of talents.

A design begins with a frame of tonnage, thrust, engines, shields and two rows of armour. Weapons
and armour fill it until nothing more fits. Prices of missiles, hangars and heavy hardpoints are
reconstructed, and so is the price of a force with them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spacecombat_env.core.errors import ScenarioError

from ..model import MAX_ARMOUR_ROWS, WIDTH, Facing, Size
from .account import Account, add_up, evaluate
from .catalogue import engines, equipment, plants
from .design import LEAST, USUAL_DAYS, Accessory, Arm, Armour, Cockpit, Design, ShieldKind, Shields
from .parts import Part
from .steps import compensators, power
from .steps.engines import ENGINES_MOST, POWER_STEP, linkage_tons, needed_power, thrust_of
from .steps.hull import is_available

RACE = {"TOG": "Human", "CW/RL": "Human", "KessRith": "KessRith"}
TONS = {
    Size.LIGHT: (55, 100),
    Size.MEDIUM: (101, 150),
    Size.HEAVY: (151, 250),
    Size.SUPERHEAVY: (251, 500),
    Size.PCS_1000: (600, 1000),
    Size.PCS_2500: (1005, 2500),
    Size.PCS_5000: (2505, 5000),
    Size.PCS_OVER_5000: (5005, 10_000),
}
THRUST = {
    Size.LIGHT: (8, 11),
    Size.MEDIUM: (6, 9),
    Size.HEAVY: (5, 7),
    Size.SUPERHEAVY: (4, 6),
}
CORVETTE_THRUST = (2, 5)
TRIES, MISSES, ROWS_MOST = 60, 8, 4
"""Frames tried for a design; additions of armour that may fail in a row, and their rows."""
FORWARD_MOST, TURRETS_MOST = 5, 2
WEAPON_SHARE, TURRET_SHARE = 0.09, 0.04
"""Of the ship's tons, the most that a weapon weighs."""
MARGIN = 1.15
"""Of its least plant, where power can be switched."""


@dataclass(frozen=True)
class DesignRole:
    """A purpose, which weights the choices."""

    name: str
    guns: int
    racks: int
    """Weights of guns and of racks among the weapons."""
    thrust: int = 0
    """Added to the thrust that is drawn."""
    flicker: int = 0
    """Added to the flicker rates."""


DESIGN_ROLES = (
    DesignRole("gun", 5, 1),
    DesignRole("missile", 2, 4),
    DesignRole("fast", 3, 2, thrust=1, flicker=-10),
    DesignRole("shield", 3, 1, flicker=20),
)


def generate(size: Size, nationality: str, seed: int) -> Design:
    """Return a legal random design; the same arguments give the same design."""
    draw = random.Random(f"{size.name} {nationality} {seed}")
    for number in range(TRIES):
        name = f"{nationality} {size.name.lower()} {seed}" + (f".{number}" if number else "")
        design = _filled(draw, size, nationality, name)
        if design is not None and evaluate(design).is_legal:
            return design
    raise ScenarioError.at("generator", f"seed {seed}", f"no legal {size.name} was found")


def _filled(draw: random.Random, size: Size, nationality: str, name: str) -> Design | None:
    """Return a frame filled with weapons and armour; None where a frame is impossible."""
    role = draw.choice(DESIGN_ROLES)
    design = _frame(draw, size, nationality, name, role)
    if design is None:
        return None
    design = _with_weapons(draw, design, role)
    return _with_extras(draw, _with_armour(draw, design))


# -- frame ---------------------------------------------------------------------------------------


def _frame(
    draw: random.Random, size: Size, nationality: str, name: str, role: DesignRole
) -> Design | None:
    """Return a ship with engines, crew, shields and two rows of armour; None if overweight."""
    tons = draw.randint(*TONS[size])
    tons -= tons % 5 if tons > 1000 else 0
    thrust = draw.randint(*THRUST.get(size, CORVETTE_THRUST)) + role.thrust
    powers = engine_set(tons, thrust)
    race = RACE[nationality]
    if powers is None:
        return None
    large = tons > 500
    design = Design(
        name=name,
        nationality=nationality,
        races=(race,),
        tonnage=tons,
        thrust=thrust,
        engines=powers,
        compensator=thrust if thrust >= compensators.needed_from([race]) else 0,
        antigrav=draw.random() < 0.5,
        streamlined=not large and draw.random() < 0.4,
        armour=Armour((2 * WIDTH,) * 6),
        firewall=nationality == "KessRith" and draw.random() < 0.5,
    )
    design = _with_shields(draw, design, role, large)
    turrets = draw.randint(0, min(TURRETS_MOST, max(1, tons // 1000))) if tons >= 200 else 0
    for turret in range(turrets):
        design = _with_turret(draw, design, turret)
    design = _with_crew(design, large and draw.random() < 0.6, large)
    return design if fits(design) else None


def engine_set(tons: int, thrust: int) -> tuple[int, ...] | None:
    """Return the lightest set of equal engines for a thrust; None if the table has none."""
    found = []
    for count in range(1, ENGINES_MOST + 1):
        shares = _shares(needed_power(tons, thrust), count)
        if all(share in engines() for share in shares) and thrust_of(sum(shares), tons) == thrust:
            weight = sum(engines()[share].tons for share in shares)
            found.append((weight + (count - 1) * linkage_tons(weight), shares))
    return min(found)[1] if found else None


def _shares(needed: int, count: int) -> tuple[int, ...]:
    """Return a power in equal shares; shares that the table has not become the next larger one."""
    least = needed // count // POWER_STEP * POWER_STEP
    over = (needed - least * count) // POWER_STEP
    shares = tuple(least + POWER_STEP * (n >= count - over) for n in range(count))
    if all(share in engines() for share in shares):
        return shares
    return (min((p for p in engines() if p * count >= needed), default=0),) * count


def _with_shields(draw: random.Random, design: Design, role: DesignRole, large: bool) -> Design:
    """Return the design with variable generators, or with fixed ones in three steps of rate."""
    if large and draw.random() < 0.8:
        return replace(design, shields=Shields(ShieldKind.VARIABLE))
    rate = draw.randrange(40, 70, 10) + role.flicker
    front = rate + draw.choice((0, 10, 20))
    side = max(10, rate - draw.choice((0, 10)))
    rates = (front, rate, side, rate, side, rate)
    return replace(design, shields=Shields(ShieldKind.FIXED, rates))


def _with_turret(draw: random.Random, design: Design, turret: int) -> Design:
    """Return the design with a turret of two to four equal guns; without it where none fits."""
    guns = [
        name
        for name, kind in equipment().items()
        if kind.part is Part.WEAPON
        and kind.turret
        and is_available(design.nationality, kind.nation)
        and kind.cost.tons <= TURRET_SHARE * design.tonnage
    ]
    if not guns:
        return design
    crew = "gunner" if turret == 0 else f"gunner {turret + 1}"
    arm = Arm(draw.choice(guns), draw.randint(2, 4), crew)
    armour = replace(design.armour, turrets=(*design.armour.turrets, 2 * WIDTH))
    return replace(design, turrets=(*design.turrets, (arm,)), armour=armour)


def _with_crew(design: Design, ftl: bool, large: bool) -> Design:
    """Return the design with its crew in cockpits, or on a Bridge for long flights."""
    crew = {"pilot": 1, "gunner": len(design.turrets)}
    if not large:
        races = {"KessRith": "KessRith (Empire)"}.get(design.nationality, "Human/Naram/Ssora")
        ejector = design.nationality != "KessRith"
        design = replace(design, crew={role: n for role, n in crew.items() if n})
        seats = tuple(Cockpit(person, races, ejector) for person in design.persons)
        return replace(design, cockpits=seats)
    variable = design.shields.kind is ShieldKind.VARIABLE
    crew |= {"navigator": int(ftl), "flight_engineer": 2 + ftl + variable}
    people = sum(crew.values())
    return replace(
        design,
        crew={role: n for role, n in crew.items() if n},
        ftl=ftl,
        bridge=True,
        long_duration=True,
        fuel_days=USUAL_DAYS,
        supplies_months=2,
        cargo_bay=people // 2 + 1,
    )


# -- filling -------------------------------------------------------------------------------------


def with_plant(design: Design) -> tuple[Design, float]:
    """Return the design with its plant, and its tons.

    The plant is the least that suffices, or some more where power can be switched.
    """
    found, lines = add_up(replace(design, powerplant=LEAST))
    if power.can_switch(design):
        least = MARGIN * power.needed(design, lines)
        enough = [plant for plant in plants() if plant >= least]
        found, lines = add_up(replace(design, powerplant=min(enough, default=max(plants()))))
    return found, sum(line.tons for line in lines)


def fits(design: Design) -> bool:
    """Whether a design with its plant is within its tonnage."""
    return with_plant(design)[1] <= design.tonnage


def _with_weapons(draw: random.Random, design: Design, role: DesignRole) -> Design:
    """Return the design with up to five weapons that bear forward."""
    for _ in range(FORWARD_MOST):
        choices = list(_weapons_for(design, role))
        if not choices:
            break
        names, weights = zip(*choices, strict=True)
        heavier = replace(design, fixed=(*design.fixed, Arm(draw.choices(names, weights)[0])))
        if fits(heavier):
            design = heavier
    return design


def _weapons_for(design: Design, role: DesignRole) -> Iterator[tuple[str, int]]:
    """Yield the weapons that a ship may take, with their weights."""
    racks = sum(arm.equipment.part is Part.RACK for arm in design.fixed)
    mounted = [arm.type for arm in design.fixed]
    for name, kind in equipment().items():
        if kind.cost.tons > WEAPON_SHARE * design.tonnage:
            continue
        if not is_available(design.nationality, kind.nation):
            continue
        if kind.part is Part.WEAPON and not (name == "MDC-G" and name in mounted):
            yield name, role.guns
        external = kind.is_external and (design.firewall or racks >= 3)
        if kind.part is Part.RACK and name.endswith(" Hardpoint") and not external:
            if name not in ("Turret Hardpoint", "External Heavy Hardpoint"):
                yield name, 6 * role.racks


def _with_armour(draw: random.Random, design: Design) -> Design:
    """Return the design with armour added by pairs of facings, until nothing more fits."""
    groups = [(Facing.F,), (Facing.A,), (Facing.LF, Facing.RF), (Facing.LA, Facing.RA)]
    misses = 0
    while misses < MISSES:
        chosen = draw.randrange(len(groups) + len(design.turrets))
        more = WIDTH * draw.randint(1, 1 if misses else ROWS_MOST)
        sides, turrets = list(design.armour.sides), list(design.armour.turrets)
        if chosen < len(groups):
            for side in groups[chosen]:
                sides[side] += more
        else:
            turrets[chosen - len(groups)] += more
        armour = Armour(tuple(sides), tuple(turrets))
        thicker = replace(design, armour=armour)
        high = max(armour.blocks) > MAX_ARMOUR_ROWS * WIDTH
        if high or sides[Facing.A] > sides[Facing.F] or not fits(thicker):
            misses += 1
        else:
            design, misses = thicker, 0
    return design


def _with_extras(draw: random.Random, design: Design) -> Design:
    """Return the design with its plant and, at times, a rescue compartment for the last ton."""
    if design.nationality != "KessRith" and draw.random() < 0.3:
        rescue = replace(design, accessories=(Accessory("External RC", late=True),))
        design = rescue if fits(rescue) else design
    return with_plant(design)[0]


# -- forces --------------------------------------------------------------------------------------


def generate_force(
    talents: int, sizes: Sequence[Size], nationality: str, seed: int, most: int = 12
) -> list[Account]:
    """Return random ships for a sum of talents: the dearest that fit, one after the other.

    Racks are empty: their missiles are bought apart.
    """
    draw = random.Random(f"force {nationality} {seed}")
    pool = [
        evaluate(generate(draw.choice(list(sizes)), nationality, draw.randrange(10**6)))
        for _ in range(2 * most)
    ]
    pool.sort(key=lambda account: -account.talents)
    force: list[Account] = []
    left = talents
    for account in pool:
        if account.talents <= left and len(force) < most:
            force.append(account)
            left -= account.talents
    return force
