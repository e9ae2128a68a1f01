"""Whether a program is a bot: numbered steps, each with what to do about a failure.

check_steps   a step, and its result
conversation  greeting, answers, refusals, pings: a conversation by hand
whole_games   whole games, and whether they repeat
shutdown      whether it ends when told to, with all that it started
check_run     all the steps in order
"""

from spacecombat_agents.bots.checks.check_run import check_bot
from spacecombat_agents.bots.checks.check_steps import CheckStep

__all__ = ["CheckStep", "check_bot"]
