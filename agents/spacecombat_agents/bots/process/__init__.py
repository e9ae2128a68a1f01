"""A child process that exchanges lines: started, limited, queried, ended with all its children.

This package does not know games. Use `BotProcess`; every failure is a `BotFailure`.
"""

from spacecombat_agents.bots.process.bot_process import BotProcess, BotReply
from spacecombat_agents.bots.process.failure import BotFailure
from spacecombat_agents.bots.process.process_limits import ProcessLimits

__all__ = ["BotFailure", "BotProcess", "ProcessLimits", "BotReply"]
