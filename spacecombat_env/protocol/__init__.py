"""The protocol `spacecombat/1`: how players in any language are asked, and what they answer.

JSON objects with a `type`, declared in `schema.json` and told in `docs/protocol.md`. Here they are
built and checked; what carries them (`agents/spacecombat_agents/bots/`) is not known here.
"""

from spacecombat_env.protocol.messages import MessageBuilder, MessageOptions
from spacecombat_env.protocol.validation import MalformedMessage, check
from spacecombat_env.protocol.versions import PROTOCOL, OtherVersion, agreed

__all__ = [
    "PROTOCOL",
    "MalformedMessage",
    "OtherVersion",
    "MessageBuilder",
    "MessageOptions",
    "agreed",
    "check",
]
