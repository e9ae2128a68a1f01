"""The protocol `spacecombat/1`: decisions for players in any language, and their answers.

Messages are JSON objects with a `type`. They are declared in `schema.json` and described in
`docs/protocol.md`. This package builds and checks them; `agents/spacecombat_agents/bots/`
transports them.
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
