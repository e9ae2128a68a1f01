"""Check whether a program is a bot: numbered steps, each with advice on failure.

check_steps   a step, and its result
conversation  handshake, answers, refusals, pings in a scripted conversation
whole_games   whole games, and whether they repeat
shutdown      whether it ends on request, with all that it started
check_run     all the steps in order
"""

from spacecombat_agents.bots.checks.check_run import check_bot
from spacecombat_agents.bots.checks.check_steps import CheckStep

__all__ = ["CheckStep", "check_bot"]
