"""A bot of spacecombat/1 that asks a language model: fill in `ask_model`, the rest is done."""

import json
import random
import sys

ROLE = "You play {seat} in {title}, a space combat game. Play to win."
TASK = "Reply with one of these words and nothing else: "


def ask_model(prompt):
    """Return the model's reply to a prompt. Call your model here."""
    raise NotImplementedError("fill in ask_model, with a call of your model")


def prompt_of(ask, game):
    """Return the prompt: role, knowledge, events, the decision and the legal words."""
    known = [f"{key}: {json.dumps(value)}" for key, value in ask["view"].items()]
    told = [event["text"] for event in ask["events"]]
    words = TASK + ", ".join(word["text"] for word in ask["words"])
    parts = ["What you know:", *known, "What happened:", *told, ask["question"], words]
    return "\n".join([ROLE.format(**game), *parts])


def word_of(reply, words):
    """Return the word that a reply is or, the longest first, names; None where there is none."""
    said = " " + " ".join(reply.lower().split()).strip("'\".") + " "
    named = [word for word in words if f" {word['text'].lower()} " in said]
    return max(named, key=lambda word: len(word["text"]), default=None)


def choose(ask, game):
    """Return the word to say, and what the model thought."""
    if len(ask["words"]) == 1:
        return ask["words"][0], "no choice"
    reply = ask_model(prompt_of(ask, game))
    return word_of(reply, ask["words"]) or random.choice(ask["words"]), reply[:1000]


games = {}
for line in sys.stdin:
    message = json.loads(line)
    kind, reply = message["type"], {"id": message.get("id")}
    if kind == "hello":
        reply.update(type="ready", protocol="1.0", name="language model")
    elif kind == "ping":
        reply.update(type="pong")
    elif kind == "ask":
        word, note = choose(message, games[message["game"]])
        reply.update(type="say", game=message["game"], at=message["at"], note=note)
        reply["words"] = [word["token"]]
    elif kind == "new_game":
        title = message["scenario"]["title"]
        games[message["game"]] = {"seat": message["seat"], "title": title}
    elif kind in ("refused", "fault", "game_over"):
        print(line, end="", file=sys.stderr)
    if "type" in reply:
        print(json.dumps(reply), flush=True)
