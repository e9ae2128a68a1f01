"""A bot for spacecombat/1 in Python: chooses an enemy if it can, else any legal action."""

import json
import random
import sys


def choose(ask, luck):
    """Return one of the legal actions, which are in `ask["words"]`: change this function."""
    enemies = [action for action in ask["words"] if action["kind"].startswith("enemy")]
    return luck.choice(enemies or ask["words"])


def send(**message):
    """Write a message as one line, and flush it."""
    print(json.dumps(message), flush=True)


def log(*texts):
    """Write for people: standard output is only for messages."""
    print(*texts, file=sys.stderr, flush=True)


def main():
    """Answer messages until the host sends `bye`."""
    games = {}
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            wants = {"view": False, "events": False}  # "view": True requests all that is known
            about = {"name": "Python starter", "version": "1", "wants": wants}
            send(type="ready", id=message["id"], protocol="1.0", deterministic=True, **about)
        elif kind == "ping":
            send(type="pong", id=message["id"])
        elif kind == "new_game":
            games[message["game"]] = random.Random(message["bot_seed"])
        elif kind == "ask":
            game = message["game"]
            token = choose(message, games[game])["token"]
            send(type="say", id=message["id"], game=game, at=message["at"], words=[token])
        elif kind == "refused":  # the host repeats the `ask` if it waits for an answer
            log("refused:", message["code"], message["reason"])
        elif kind == "fault":
            log("fault:", message["code"], message["consequence"])
        elif kind == "game_over":
            log("game over:", message["verdict"], message["reason"])
            games.pop(message["game"], None)
        elif kind == "bye":
            return


if __name__ == "__main__":
    main()
