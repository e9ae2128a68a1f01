"""What must hold of slots, missiles, crews in space and asteroids; see soundness.py."""

from __future__ import annotations

from kit.interceptor.positions import Position
from spacecombat_env.rulesets.interceptor.damage.leaving import AIR_TURNS, SUIT_THRUST
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    CrewStatus,
    Load,
    MissileStatus,
    Rock,
    Status,
)


def is_wanted_man(game: Position, m: int) -> bool:
    """Return whether a crewman is the man whom both sides want: he belongs to no ship."""
    half = len(game.crew) // 2
    return bool(game.rules.option.prize) and m % half == half - 1


def check_pools(game: Position) -> None:
    """Slots, cards, contact numbers and room belong to one craft each."""
    pools = {"first_row": "rows", "first_crew": "crew", "first_rack": "racks"}
    ends = {"first_row": game.rows.shape[1]}
    ends |= {"first_crew": len(game.crew) // 2, "first_rack": len(game.rack) // 2}
    for side in range(2):
        own = range(side * game.half, (side + 1) * game.half)
        own = [k for k in own if game.craft[k].card > 0]
        assert len({game.craft[k].card for k in own}) == len(own)
        assert sorted(game.craft[k].contact for k in own) == list(range(len(own)))
        for first, wanted in pools.items():
            end = 0 if first == "first_row" else side * ends[first]
            most = end + ends[first]
            rooms = [(getattr(game.craft[k], first), k) for k in own]
            for start, k in sorted(rooms):
                used = getattr(game.klass(k), wanted)
                assert not used or start >= end, f"{wanted} of two craft lie over each other"
                end = max(end, start + used)
            assert end <= most
    there = {m for k, craft in enumerate(game.craft) if craft.card for m in game.members(k)}
    for m, member in enumerate(game.crew):
        assert (member.craft != NONE) == (m in there)
        unused = member.status == CrewStatus.UNUSED
        assert unused == (m not in there) or is_wanted_man(game, m)


def check_missiles(game: Position) -> None:
    """What flies belongs to somebody, and is aimed at something of the other side."""
    half = len(game.missile) // 2
    for n, missile in enumerate(game.missile):
        if missile.status == MissileStatus.NONE:
            assert missile.kind == missile.craft == missile.target == NONE
            continue
        assert 0 <= missile.kind < Load.DECOY and missile.contact == n % half
        assert missile.craft != NONE and game.side(missile.craft) == n // half
        assert game.craft[missile.craft].status != Status.UNUSED and game.is_on_map(missile)
        assert 0 < missile.launched <= game.turn
        if missile.status == MissileStatus.DORMANT:
            assert missile.kind in (Load.TGM_1, Load.TGM_2)
            continue
        assert (missile.target == NONE) != (missile.target_missile == NONE)
        if missile.target != NONE:
            homing = missile.kind in (Load.TGM_1, Load.TGM_2)  # IN-MSL-15: a friend, too
            assert homing or game.side(missile.target) != n // half
            assert game.craft[missile.target].status != Status.UNUSED
        else:
            assert missile.target_missile // half != n // half


def check_adrift(game: Position) -> None:
    """Who has left his ship is in space, once; a crew in space is on the map."""
    half, slots, found = len(game.adrift) // 2, len(game.crew) // 2, set()
    for n, crew in enumerate(game.adrift):
        places = [place for place in range(slots) if crew.crew >> place & 1]
        assert crew.people == len(places) and crew.crew >> slots == 0, "people of a crew"
        if places:
            assert game.is_on_map(crew) and 0 <= crew.thrust <= SUIT_THRUST
            assert 0 < crew.air <= AIR_TURNS
        for place in places:
            m = n // half * slots + place
            assert m not in found, "somebody is in two places"
            assert game.crew[m].status == CrewStatus.GONE, "somebody in space is aboard"
            found.add(m)
    gone = {m for m, member in enumerate(game.crew) if member.status == CrewStatus.GONE}
    riders = {m for m in gone if game.crew[m].rescuer != NONE}
    assert not riders & found, "somebody in space is aboard another ship"
    for m in riders:
        rescuer = game.craft[game.crew[m].rescuer]
        assert rescuer.status != Status.DESTROYED, "his rescuer is lost, and he is not"
    assert gone - riders == found, "somebody has left his ship and is nowhere"


def check_rocks(game: Position) -> None:
    """Asteroids and wrecks lie on the map."""
    for rock in game.rock:
        assert rock.kind == Rock.NONE or (game.is_on_map(rock) and rock.hits > 0)
