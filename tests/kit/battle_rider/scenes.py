"""Positions in which much happens, for walks that look at what seats are shown."""

from __future__ import annotations

from kit.battle_rider.table import facing, position, ship, side
from kit.switches import every_switch


def fleets():
    """Forces of several ships, dummies, riders, drones, planets; close together, so all happens."""

    def squadron(row, back, vector):
        ships = [
            {"class": "Maggart LT", "name": "Mother"},
            {"class": "Manticore", "name": "Sting", "aboard": "Mother"},
            {"class": "Valor", "name": "Salvo"},
            {"class": "Midu Agashaam", "name": "Ear"},
            {"class": "Starburst", "name": "Gun"},
            {"class": "Rapier", "name": "Blade"},
        ]
        forces = [
            {"ships": ["Mother", "Salvo"], "hex": f"08{row}", "vector": vector},
            {"ships": ["Ear", "Gun"], "hex": f"10{row}", "vector": vector},
            {"ships": [], "hex": f"12{row}", "vector": vector},
            {"ships": ["Blade"], "enters": {"turn": 2, "column": 9, "velocity": 3}},
            {"ships": [], "hex": f"08{row}", "vector": vector},
        ]
        return side(
            ships, forces, tactics=3, drones=[{"type": "jammer_tl12", "controller": "Mother"}]
        )

    north, south = {"direction": "N", "speed": 1}, {"direction": "S", "speed": 1}
    bodies = [{"kind": "planet", "hex": "1016"}]
    return position(
        squadron("12", "11", north), squadron("20", "21", south), bodies=bodies, turn_limit=6
    )


def worlds():
    """The same fleets with thirsty tenders about a planet and a gas giant, in orbit and aground."""
    source = fleets()
    names = ("limited_fuel", "powered_down", "gravity", "landing", "crossing_movement")
    source["rules"] = dict.fromkeys((*names, "advanced_tech"), True)
    source["rules"]["planetary_motion"] = "bodies_move"
    source["bodies"] = [
        {"kind": "planet", "hex": "0912", "vector": [0, 1]},
        {"kind": "planet", "hex": "1122"},
        {"kind": "gas_giant", "world": "Jupiter", "hex": "1016"},
    ]
    for half in source["sides"].values():
        mother = half["ships"][0]
        mother |= {"values": {"limited_fuel": True}}
        half["ships"][2]["powered_down"] = True
    source["sides"]["red"]["task_forces"][1] |= {"hex": "0912"}
    blue = source["sides"]["blue"]["task_forces"]
    blue[1] = {"ships": ["Ear", "Gun"], "hex": "1122", "landed": True}
    blue[2] |= {"hex": "1122", "vector": [0, 0]}
    return source


SCENES = {"skirmish": "skirmish", "picket": "picket", "fleets": fleets(), "worlds": worlds()}
SCENES |= {"purchase": "skirmish_purchase", "missions": "pocket_empires"}
SCENES |= {"cups bought": "task_force_dagger_purchase"}
ADVANCED = {"crew_quality": True, "multiple_batteries": True, "socket_extenders": True}
ADVANCED |= {"restricted_fire_control": True, "boarding": True}
SCENES["advanced"] = {**fleets(), "rules": ADVANCED}
SCENES["boarding"] = facing(
    [ship("A"), ship("B", damage=["power_plant"]), ship("C", detected=False)],
    [ship("D"), ship("E", damage=["maneuver_drive"], size_mod=-3), ship("F", detected=False)],
    rules=ADVANCED,
    turn_limit=8,
)
for crew, its in zip(("crack", "green"), SCENES["advanced"]["sides"].values(), strict=True):
    its["crew"] = crew
ARMS = {"black_globes": True, "semi_independent_missiles": True, "facing": True}
SCENES["arms"] = facing(
    [
        ship("Globe", globe_capacity=20, globe_rate=3, spinal="M20:3"),
        ship("Dark", globe_capacity=12, globe_rate=6, detected=False),
        ship("Bow", tech_level=14, missile_directors=9, ready_missiles=9)
        | {"sims": {"tech_level": 12, "load": "all"}},
    ],
    [
        ship("Orb", globe_capacity=20, globe_rate=3, turret="L(x4)10:1"),
        ship("Mask", detected=False, tech_level=14, missile_directors=9, ready_missiles=9)
        | {"sims": {"tech_level": 14, "load": "half"}},
        ship("Far", detected=False, spinal="M20:3"),
    ],
    away=4,
    rules=ARMS,
    turn_limit=8,
)
WATCHES = {"surprise": True, "jump_line": True, "players": {"red": 2, "blue": 3}}
SCENES["watches"] = {**fleets(), "rules": WATCHES}
SCENES["hidden damage"] = fleets() | {"rules": {"hidden_damage": True}}
SCENES["double-blind"] = fleets() | {"rules": {"double_blind": True}}
SCENES["everything"] = fleets() | {"rules": every_switch("battle_rider")}
