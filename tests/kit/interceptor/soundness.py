"""What must hold in every position of the fighter rules at which a seat is to act.

Plain counts over rows, crews and slots, to compare with the counts that the engine keeps.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kit.interceptor.field_ranges import check_ranges
from kit.interceptor.positions import COLUMNS, Position
from kit.interceptor.sound_pools import check_adrift, check_missiles, check_pools, check_rocks
from spacecombat_env.core.loading.tables import Column, read_csv
from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.rulesets.interceptor.model import (
    CAPACITIES,
    COCKPIT_BOXES,
    DATA,
    DIRECTIONS,
    MAX_COMPONENTS,
    NONE,
    Comp,
    Control,
    CrewStatus,
    Decision,
    Load,
    MissileStatus,
    Mount,
    Phase,
    Role,
    Size,
    Status,
    Step,
    Verdict,
    state_dtype,
)

LIVING = (CrewStatus.AWAKE, CrewStatus.UNCONSCIOUS)
HULLS = (Status.ON_MAP, Status.ABANDONED, Status.DERELICT)
LYING = (*HULLS, Status.WRECK)
IN_FLIGHT = (MissileStatus.LOCKED, MissileStatus.FLYING, MissileStatus.ARRIVED)
TURRET_OUT, MOST_PUSHED = 7, 5
SKILLED = (Role.PILOT, Role.GUNNER)
SHIP_DESTROYED, PLANT, COCKPIT = int(Comp.SHIP_DESTROYED), int(Comp.PLANT), int(Comp.COCKPIT)
BETWEEN = frozenset(
    {
        *(
            Decision.SPEED,
            Decision.MOVE,
            Decision.STORE,
            Decision.PUSH,
            Decision.RAM,
            Decision.DECIDE,
            Decision.DECIDE_VERB,
        ),
        *(
            Decision.CREW,
            Decision.CREW_WEAPON,
            Decision.CHOOSE_CRAFT,
            Decision.TAIL,
            Decision.FORCE,
            Decision.DRIFT_MOVE,
        ),
        *(Decision.COVER, Decision.COVER_SIDE, Decision.DROP_RACK),
    }
)
"""Questions that are never put while fire is being resolved."""
RECORDS = {state_dtype(size): size for size in CAPACITIES.values()}


def check_state(state: Any, rules: Any, determinized: bool = False) -> None:
    """Everything that must hold at a decision, and when the game is over.

    In a `determinized` position nobody is wounded by the boxes of his cockpit that are gone.
    """
    check_ranges(RECORDS[state.dtype.base], state)
    game = Position(state, rules)
    game.determinized = determinized
    check_turn(game)
    for k, craft in enumerate(game.craft):
        if craft.status == Status.UNUSED:
            assert craft.card == 0 and craft.contact == NONE
        else:
            check_craft(game, k)
            check_boxes(game, k)
            check_devices(game, k)
            check_power(game, k)
            check_people(game, k)
            check_racks(game, k)
            check_last_seen(game, k)
    check_pools(game)
    check_missiles(game)
    check_adrift(game)
    check_rocks(game)


# --- the turn ------------------------------------------------------------------------------------


def check_turn(game: Position) -> None:
    """Who moves, in what order; what is under way."""
    assert 0 <= game.turn <= game.rules.option.turn_limit
    assert (game.turn == 0) == (game.phase == Phase.SETUP)
    flies = game.step == Step.FLIGHT  # a HELL that was stopped waits until all have flown
    assert game.blasts == 0 or flies, "a blast waits while somebody is asked"
    assert (game.goes >= 0).all()
    for red, blue in game.dice.tolist():
        assert (red == blue == 0) or (red != blue and min(red, blue) >= 1 and max(red, blue) <= 10)
    for k, craft in enumerate(game.craft):
        assert craft.tailing == NONE or game.side(craft.tailing) != game.side(k)
        chain, at = set(), k
        while at != NONE:
            assert at not in chain, "claims go round in a circle"
            chain.add(at)
            at = game.craft[at].tailing
    if game.decision in BETWEEN or game.verdict != Verdict.OPEN:
        assert game.exchange["volleys"] == 0 and game.exchange["hits"] == 0, Decision(
            game.decision
        ).name
        assert (game.exchange["volley"]["firer"] == NONE).all()
        assert not any(missile.status in IN_FLIGHT for missile in game.missile)
    if game.mover != NONE:
        check_mover(game, game.mover)


def check_mover(game: Position, k: int) -> None:
    """Who moves has not moved; nobody of a larger class has been passed over, but for claims."""
    assert not game.craft[k].acted and game.phase in (Phase.RANDOM, Phase.MOVEMENT)
    claims = any(craft.tailing != NONE for craft in game.craft)
    covered = game.craft[k].cover != NONE  # it moves with its cover (IN-AMB-150)
    if game.phase != Phase.MOVEMENT or claims or covered:
        return
    size = min(game.craft[k].size_class, game.size_class)  # its cover may have left the map since
    for craft in game.craft:
        if craft.status == Status.ON_MAP and not craft.acted and craft.control == Control.STEADY:
            assert craft.size_class >= size, "a larger class is still to move"


# --- ships ---------------------------------------------------------------------------------------


def flees(game: Position, craft: Any) -> bool:
    """Return whether a craft has crossed the top edge in a pursuit."""
    columns, rows = game.size
    beyond = 1 <= craft.q <= columns and offset_row(craft.q, craft.r) > rows
    return bool(beyond and game.rules.option.pursuit)


def check_craft(game: Position, k: int) -> None:
    """One craft: who it is, where it is, what it is about."""
    craft, klass = game.craft[k], game.klass(k)
    card = game.rules.cards[craft.card]
    assert craft.card > 0 and card.side == game.side(k) and card.klass == craft.klass
    assert craft.size_class == klass.size_class != Size.NONE
    enters = game.rules.option.entry_hexes[game.side(k)] > 0
    assert craft.status != Status.WAITING or enters or game.phase == Phase.SETUP
    assert craft.status not in LYING or game.is_on_map(craft) or flees(game, craft)
    assert craft.struck == 0
    check_berth(game, k)
    check_level(game, k)
    assert 0 <= craft.pushed <= MOST_PUSHED + klass.thrust
    assert craft.thrust <= klass.thrust or game.rules.option.variable_mass
    assert craft.control == Control.OUT or craft.points == 0
    for other, own in ((craft.cover, True), (craft.ram, False)):
        if other != NONE:
            assert other != k and game.craft[other].status != Status.UNUSED
            assert (game.side(other) == game.side(k)) == own


def check_level(game: Position, k: int) -> None:
    """A ship flies at a level of the map, and gains no more hexes than it has dived."""
    craft, top = game.craft[k], game.rules.option.top
    assert 0 <= craft.altitude <= top, "level"
    assert 0 <= craft.gained <= craft.dived <= top, "dive"
    assert 0 <= craft.free_hexes <= top, "free hexes"


def check_berth(game: Position, k: int) -> None:
    """Who lies in a bay has a carrier of its side, a hull in play, with a hangar there."""
    craft = game.craft[k]
    if craft.status != Status.ABOARD:
        return
    carrier = game.craft[craft.carrier]
    assert craft.carrier != k and game.side(int(craft.carrier)) == game.side(k), "carrier"
    assert game.phase == Phase.SETUP or carrier.status in LYING, "its carrier is gone"
    bay = game.klass(int(craft.carrier)).bay[craft.bay]
    assert not bay.cargo and bay.boxes > 0, "no hangar"


def lost_boxes(game: Position, k: int) -> np.ndarray:
    """Boxes lost of each component, counted from rows."""
    klass, lost = game.klass(k), np.zeros(MAX_COMPONENTS, int)
    blocks = [(klass.inner, klass.depth, 0)]
    for t in range(klass.turrets):
        blocks.append((klass.turret_inner[t], klass.turret_depth[t], klass.turret_cell[t]))
    for first, depth, cells in blocks:
        gone = game.boxes(k, first, depth) == 0
        lying = klass.cell[cells : cells + depth][gone]
        lost += np.bincount(lying[lying >= 0], minlength=MAX_COMPONENTS)
    for side in range(DIRECTIONS):
        if klass.external_row[side] != NONE:
            gone = game.boxes(k, klass.external_row[side], 1)[0] == 0
            lying = klass.external_cell[side][gone]
            lost += np.bincount(lying[lying >= 0], minlength=MAX_COMPONENTS)
    for n in range(klass.bays):
        cells = klass.cell[klass.bay[n].cell]
        lost[cells[cells >= 0]] = game.craft[k].bay_hits[n] // klass.scale
    return lost


def check_boxes(game: Position, k: int) -> None:
    """Counts equal boxes; a component is out when more than half of it is gone."""
    craft, klass, lost = game.craft[k], game.klass(k), lost_boxes(game, k)
    for side in range(DIRECTIONS):
        left = game.boxes(k, klass.armour_row[side], klass.armour_rows[side]).sum()
        assert craft.armour[side] == left, f"armour of facing {side}"
        if klass.external_row[side] != NONE:
            row = game.rows[game.side(k)][craft.first_row + klass.external_row[side]]
            assert row & ~klass.external[side] == 0
    check_planes(game, k)
    inside = (game.boxes(k, klass.inner, klass.depth) == 0).sum()
    for t in range(klass.turrets):
        inside += (game.boxes(k, klass.turret_inner[t], klass.turret_depth[t]) == 0).sum()
    assert craft.inside == inside <= klass.boxes
    for c, part in enumerate(klass.component[: klass.components]):
        out = game.is_out(k, c)
        wounds = game.determinized and part.kind == COCKPIT
        assert wounds or out == (lost[c] >= part.fatal), (
            f"component {c}: {lost[c]} of {part.boxes} lost"
        )
        if part.kind == SHIP_DESTROYED:
            assert craft.collapse == lost[c]
        if part.kind == PLANT and lost[c] >= part.boxes:
            assert craft.status not in HULLS, "a plant that is gone has not exploded"
    assert craft.disabled >> klass.components == 0


def check_planes(game: Position, k: int) -> None:
    """Hits on scaled boxes are fewer than the scale, and boxes that are gone have none."""
    klass = game.klass(k)
    height = klass.cells + DIRECTIONS
    taken = np.zeros((height, 10), int)
    for p in range(klass.planes):
        taken += game.boxes(k, klass.plane_row + p * height, height) << p
    assert (taken < max(klass.scale, 1)).all()
    if klass.planes:
        assert (taken[: klass.depth][game.boxes(k, klass.inner, klass.depth) == 0] == 0).all()
        assert not (
            taken[: klass.cells] & (klass.unscaled[: klass.cells, None] >> COLUMNS & 1)
        ).any()
    for n in range(klass.bays):
        hits, most = game.craft[k].bay_hits[n], klass.bay[n].boxes * klass.scale
        row = game.boxes(k, klass.inner + klass.bay[n].cell, 1)
        assert 0 <= hits <= most and (row == (hits < most)).all()


@cache
def shield_eps() -> list[int]:
    """EPs of a side of 1,000 t at 10, 20 and so on."""
    rows = read_csv(DATA / "shields.csv", {"eps_recommended": Column(str)})
    return [int(str(row["eps_recommended"])) for row in rows[:-1]]


def check_power(game: Position, k: int) -> None:
    """No ship is fed more than its plant gives; who cannot switch has nothing to allot."""
    craft, klass = game.craft[k], game.klass(k)
    if not klass.switches or game.has_no_power(k):
        assert (craft.fed, craft.eps) == (0, 0), "EPs without a choice"
        return
    spent = 0
    for component in range(klass.components):
        part = klass.component[component]
        if not craft.fed >> component & 1:
            continue
        if part.kind != Comp.SHIELD or not klass.variable:
            spent += int(part.eps)
        elif craft.shield[part.side]:
            rate = int(craft.shield[part.side]) // 10
            spent += shield_eps()[rate - 1] * -(-int(klass.tons) // 1000)
    # A shield lost since the allotment has taken its EPs with it.
    assert 0 <= craft.eps <= klass.plant - klass.permanent - spent, "EPs"


def check_devices(game: Position, k: int) -> None:
    """Shields, thrust, ECM and weapons are those of what works."""
    craft, klass = game.craft[k], game.klass(k)
    dead = game.has_no_power(k) or craft.status != Status.ON_MAP or craft.left_in
    if craft.status in LYING:
        for side in range(DIRECTIONS):
            down = dead or game.is_out(k, max(int(klass.shield_part[side]), 0))
            if klass.shield_part[side] == NONE:
                down = dead
            rate = 0 if down else klass.shield[side]
            if klass.switches:
                fed = int(craft.fed) >> max(int(klass.shield_part[side]), 0) & 1
                assert bool(craft.shield[side]) == bool(fed and not down), f"shield {side}"
            else:
                assert craft.shield[side] == rate, f"shield {side}"
        assert craft.thrust == 0 or not dead
        ecm = int(klass.system[Comp.ECM])
        works = ecm != NONE and not game.is_out(k, ecm) and not dead
        pod = any(rack.pod == Load.ECM_POD for rack in game.racks(k))
        assert craft.ecm == (works or (pod and craft.status == Status.ON_MAP)), "ECM"
    assert (craft.out | craft.fired) >> klass.weapons == 0
    assert (craft.jam[klass.turrets :] == 0).all()


# --- people and racks ----------------------------------------------------------------------------


def can_act(member: Any) -> bool:
    """Awake, in a cockpit that is not out."""
    return bool(member.status == CrewStatus.AWAKE and member.hits <= COCKPIT_BOXES // 2)


def check_people(game: Position, k: int) -> None:
    """Everybody has his place; a weapon that works is worked by one man who can."""
    craft, klass, lost = game.craft[k], game.klass(k), lost_boxes(game, k)
    people, held = [game.crew[m] for m in game.members(k)], 0
    living = 0
    for place, member in enumerate(people):
        able = member.role in SKILLED or klass.bridge
        assert member.craft == k and member.role == klass.role[place]
        assert member.status in (*LIVING, CrewStatus.DEAD, CrewStatus.GONE)
        assert member.weapons & held == 0, "two men work one weapon"
        assert member.weapons & member.given_up == 0
        held |= member.weapons
        if member.flies and craft.status == Status.ON_MAP:
            assert can_act(member) and able, "he flies, and cannot"
        if member.status in LIVING:
            living += bool(able)
            assert member.hits < COCKPIT_BOXES, "he lives in a cockpit that is gone"
            assert craft.status not in (Status.DESTROYED, Status.ABANDONED)
    assert sum(member.flies for member in people) <= 1 and held >> klass.weapons == 0
    for c, part in enumerate(klass.component[: klass.components]):
        if part.kind == COCKPIT and not game.determinized:
            assert people[part.crewman].hits == lost[c]
    if craft.status in HULLS:
        assert (living > 0) == (craft.status == Status.ON_MAP), "crewed, or not"
    for w in range(klass.weapons):
        if craft.status == Status.ON_MAP and is_working(game, k, w):
            workers = [member for member in people if member.weapons >> w & 1]
            assert len(workers) == 1 and can_act(workers[0]), f"nobody works weapon {w}"


def is_working(game: Position, k: int, w: int) -> bool:
    """Whether a weapon is neither out nor lost."""
    craft, weapon = game.craft[k], game.klass(k).weapon[w]
    if craft.out >> w & 1 or game.is_out(k, weapon.component):
        return False
    if weapon.turret != NONE and craft.jam[weapon.turret] == TURRET_OUT:
        return False
    return not (game.rules.weapon[weapon.table].eps > 0 and game.has_no_power(k))


def check_racks(game: Position, k: int) -> None:
    """A rack bears what it holds, of one kind; one that is out is empty."""
    klass, rules = game.klass(k), game.rules
    for place, rack in enumerate(game.racks(k)):
        mount, missiles = klass.mount[place], int(rack.load.sum())
        assert rack.craft == k and rack.weapon == klass.rack_weapon[place]
        weight = int((rack.load * rules.missile["half_tons"]).sum())
        if rack.pod != NONE:
            assert missiles == 0 and rack.pod >= Load.ELS_POD and mount != Mount.AUTOLOADER
            weight += int(rules.pod[rack.pod].half_tons)
        assert 0 <= rack.shots <= (0 if rack.pod == NONE else rules.pod[rack.pod].shots)
        assert weight <= rules.mount[mount].half_tons, f"{weight} half tons on rack {place}"
        if mount != Mount.AUTOLOADER and game.is_out(k, klass.weapon[rack.weapon].component):
            assert missiles == 0 and rack.pod == NONE, "a hardpoint that is gone is loaded"


def check_last_seen(game: Position, k: int) -> None:
    """What the enemy has seen was so: boxes do not grow again."""
    craft, klass = game.craft[k], game.klass(k)
    assert craft.armour_turn <= game.turn and craft.inside_turn <= game.turn
    if craft.armour_turn:
        for side in range(DIRECTIONS):
            span = klass.armour_row[side], klass.armour_rows[side]
            visible = game.boxes(k, *span, name="last_seen_rows")
            assert (visible >= game.boxes(k, *span)).all(), f"seen armour of facing {side}"
            assert visible.sum() == craft.last_seen_armour[side]
    if craft.inside_turn:
        assert craft.last_seen_inside <= craft.inside
        assert craft.last_seen_disabled & ~craft.disabled == 0
    assert craft.disclosed_weapons >> klass.weapons == 0
