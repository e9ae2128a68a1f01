"""Replies: an enemy that moves after this ship sees it, and flies where it hurts most.

For each of the best ends the enemies that have still to move choose among their ways. The balance
of a reply is the fire returned at it, less the damage it does.
"""

from spacecombat_agents.scripted.interceptor.doctrine import IN_HAND
from spacecombat_agents.scripted.interceptor.geometry import face_toward
from spacecombat_agents.scripted.interceptor.values import add_shots, add_threat, clear_columns
from spacecombat_agents.scripted.interceptor.workspace import (
    POSES,
    REPLIES,
    Count,
    Guns,
    PlotNode,
    ReplyColumn,
)
from spacecombat_env.core.native import native
from spacecombat_env.rulesets.interceptor.model import DIRECTIONS

__all__ = ["note_reply", "replies_to"]

MOST_FACED = 3


@native
def note_reply(workspace, j, pose, left):
    """Add a pose to the replies of the jth enemy, with the thrust left."""
    m = workspace.replies[j]
    if m < REPLIES:
        for column in range(POSES):
            workspace.reply[j, m, column] = pose[column]
        workspace.reply[j, m, ReplyColumn.HEXSIDES_LEFT] = min(left, MOST_FACED)
        workspace.replies[j] = m + 1


@native
def replies_to(rules, workspace, place):
    """Return the balance of the replies to an end: shots fired back, less damage taken."""
    n, offset, rolled = workspace.best[place, 0], workspace.best[place, 1], workspace.best[place, 2]
    node = workspace.node[n]
    facing = (node[PlotNode.HEADING] + offset) % DIRECTIONS
    has_fired = workspace.best_shot[n, offset] >= IN_HAND * workspace.gain[place]
    total = 0.0
    for j in range(workspace.counts[Count.ENEMIES]):
        total += reply_to(rules, workspace, node, facing, rolled, has_fired, j)
    return total


@native
def reply_to(rules, workspace, node, facing, rolled, has_fired, j):
    """Return the balance of the jth enemy's best reply; 0 if it has moved."""
    q, r, most, balance = node[PlotNode.Q], node[PlotNode.R], -1.0e9, 0.0
    heading, velocity = node[PlotNode.HEADING], node[PlotNode.VELOCITY]
    for m in range(workspace.replies[j]):
        pose = workspace.aim
        for column in range(POSES):
            pose[column] = workspace.reply[j, m, column]
        face_toward(pose, q, r, workspace.reply[j, m, ReplyColumn.HEXSIDES_LEFT])
        clear_columns(workspace.threat[0])
        clear_columns(workspace.threat[1])
        clear_columns(workspace.shot)
        add_threat(rules, workspace, Guns.READY | 0, q, r, heading, velocity, j, pose, 1.0)
        if not has_fired:
            add_shots(rules, workspace, Guns.READY | 0, q, r, j, pose, 1.0)
        liked = workspace.threat[rolled, facing] - workspace.risk[0] * workspace.shot[facing]
        if liked > most:
            most = liked
            balance = workspace.shot[facing] - workspace.risk[0] * workspace.threat[rolled, facing]
    return balance
