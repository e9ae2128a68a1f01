"""What hostile bots have in common: they behave until their third decision.

Standard library alone, as a stranger's bot would be.
"""

import json
import sys

GOOD = 2
"""Questions that are answered properly."""


def say(**message):
    """Write a message."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def answer(ask):
    """Say the first legal action."""
    word = ask["words"][0]["token"]
    say(type="say", id=ask["id"], game=ask["game"], at=ask["at"], words=[word])


def play(misbehave):
    """Answer what is to be answered; from the third question on, misbehave."""
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            say(type="ready", id=message["id"], protocol="1.0", name=sys.argv[0], version="1")
        elif kind == "ping":
            say(type="pong", id=message["id"])
        elif kind == "ask":
            asked += 1
            (answer if asked <= GOOD else misbehave)(message)
        elif kind == "bye":
            return
