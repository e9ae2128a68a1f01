"""A child process that talks in lines: started, fenced in, asked, ended with all that it forked.

It knows nothing of games. Use `BotProcess`; every failure is a `BotFailure`.
"""

from spacecombat_agents.bots.process.bot_process import BotProcess, BotReply
from spacecombat_agents.bots.process.failure import BotFailure
from spacecombat_agents.bots.process.process_limits import ProcessLimits

__all__ = ["BotFailure", "BotProcess", "ProcessLimits", "BotReply"]
