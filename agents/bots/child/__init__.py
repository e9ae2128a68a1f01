"""A child process that talks in lines: started, fenced in, asked, ended with all that it forked.

It knows nothing of games. `Child` is the one door; what it refuses, it refuses as `BotFailure`.
"""

from spacecombat_agents.bots.child.failure import BotFailure
from spacecombat_agents.bots.child.limits import Limits
from spacecombat_agents.bots.child.process import Child, Reply

__all__ = ["BotFailure", "Child", "Limits", "Reply"]
