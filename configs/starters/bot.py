"""A bot of spacecombat/1 in Python: names an enemy where it can, else any legal word."""

import json
import random
import sys


def choose(ask, luck):
    """Return the word to say: put your thinking here."""
    enemies = [word for word in ask["words"] if word["kind"].startswith("enemy")]
    return luck.choice(enemies or ask["words"])


def send(**message):
    """Write a message: one object, one line, at once."""
    print(json.dumps(message), flush=True)


def log(*words):
    """Say something to people: standard output is for messages alone."""
    print(*words, file=sys.stderr, flush=True)


def main():
    """Answer what wants an answer, until the host says bye."""
    games = {}
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            wants = {"view": False, "events": False}  # "view": True sends all that is known
            about = {"name": "Python starter", "version": "1", "wants": wants}
            send(type="ready", id=message["id"], protocol="1.0", deterministic=True, **about)
        elif kind == "ping":
            send(type="pong", id=message["id"])
        elif kind == "new_game":
            games[message["game"]] = random.Random(message["bot_seed"])
        elif kind == "ask":
            game = message["game"]
            word = choose(message, games[game])
            send(type="say", id=message["id"], game=game, at=message["at"], words=[word["token"]])
        elif kind == "refused":  # the question comes again where one is open
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
