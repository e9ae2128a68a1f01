"""Whether a program is a bot: numbered steps, each with what to do about a failure.

steps      a step, and what came of it
talking    greeting, answers, refusals, pings: a conversation by hand
games      whole games, and whether they repeat
leaving    whether it ends when told to, with all that it started
running    all the steps in order
"""

from spacecombat_agents.bots.checks.running import check_bot
from spacecombat_agents.bots.checks.steps import Step

__all__ = ["Step", "check_bot"]
