"""Two ships in one hex at the end of the turn."""

from kit.interceptor.scenes import scene
from spacecombat_env.rulesets.interceptor.model import (
    NONE,
    Phase,
    Step,
)
from spacecombat_env.rulesets.interceptor.movement import collisions


def two(velocity=(9, 3), heading=(0, 0), names=("CHEETAH", "CHEETAH")):
    """Two enemies in one hex at the end of the turn; the first came last."""
    table = scene()
    me = table.put(names[0], at=(10, 10), velocity=velocity[0], heading=heading[0])
    it = table.put(names[1], side=1, at=(10, 10), velocity=velocity[1], heading=heading[1])
    state = table.state
    state.craft[me].arrived = 5
    state.craft[it].arrived = 3
    state.mover, state.step, state.cursor, state.phase = NONE, Step.COLLIDE, 0, Phase.DRIFTING
    for k in (me, it):
        state.craft[k].shield[:] = 50
    return table, me, it


def collide(table):
    """One step of collisions."""
    collisions.collide_step(table.state, table.rules)


def declaration(name="CHEETAH", velocity=4, distance=3):
    """A ship that could ram an enemy ahead."""
    table = scene()
    me = table.put(name, at=(10, 10), velocity=velocity, piloting=9)
    it = table.put("LANCEA", side=1, at=(10, 10 + distance))
    return table, me, it
