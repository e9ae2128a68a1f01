"""Replies: an enemy that moves after this ship sees where it lies, and flies where it hurts most.

For each of the best ends the enemies that have still to move choose among the ways they have; what
a reply brings them counts, and what can be fired back at them.
"""

from spacecombat_agents.scripted.interceptor.desk import (
    POSES,
    REPLIES,
    Guns,
    Node,
    Reply,
    Tally,
)
from spacecombat_agents.scripted.interceptor.doctrine import IN_HAND
from spacecombat_agents.scripted.interceptor.geometry import face
from spacecombat_agents.scripted.interceptor.values import add_dread, add_shots, clear
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import DIRECTIONS

MOST_FACED = 3


@jit
def note_reply(desk, j, pose, left):
    """The jth enemy may fly to a pose, with so much thrust left."""
    m = desk.replies[j]
    if m < REPLIES:
        for column in range(POSES):
            desk.reply[j, m, column] = pose[column]
        desk.reply[j, m, Reply.LEFT] = min(left, MOST_FACED)
        desk.replies[j] = m + 1


@jit
def replies_to(rules, desk, place):
    """What the replies to an end bring on balance: shots fired back, less what is suffered."""
    n, offset, rolled = desk.best[place, 0], desk.best[place, 1], desk.best[place, 2]
    node = desk.node[n]
    facing = (node[Node.HEADING] + offset) % DIRECTIONS
    has_fired = desk.moment[n, offset] >= IN_HAND * desk.gain[place]
    total = 0.0
    for j in range(desk.tally[Tally.FOES]):
        total += reply_to(rules, desk, node, facing, rolled, has_fired, j)
    return total


@jit
def reply_to(rules, desk, node, facing, rolled, has_fired, j):
    """What the jth enemy's best reply brings on balance; 0 where it has moved."""
    q, r, most, balance = node[Node.Q], node[Node.R], -1.0e9, 0.0
    heading, velocity = node[Node.HEADING], node[Node.VELOCITY]
    for m in range(desk.replies[j]):
        pose = desk.aim
        for column in range(POSES):
            pose[column] = desk.reply[j, m, column]
        face(pose, q, r, desk.reply[j, m, Reply.LEFT])
        clear(desk.dread[0])
        clear(desk.dread[1])
        clear(desk.shot)
        add_dread(rules, desk, Guns.READY | 0, q, r, heading, velocity, j, pose, 1.0)
        if not has_fired:
            add_shots(rules, desk, Guns.READY | 0, q, r, j, pose, 1.0)
        liked = desk.dread[rolled, facing] - desk.risk[0] * desk.shot[facing]
        if liked > most:
            most = liked
            balance = desk.shot[facing] - desk.risk[0] * desk.dread[rolled, facing]
    return balance
