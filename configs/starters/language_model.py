"""A bot for spacecombat/1 that queries a language model: complete `ask_model`."""

import json
import sys

ROLE = "You play {seat} in {title}, a space combat game. Play to win."
TASK = "Reply with one of these actions and nothing else: "
AGAIN = "\nYour reply was {!r}. It is none of the actions. Reply with one of them and nothing else."


def ask_model(prompt):
    """Return the model's reply to a prompt. Call your model here."""
    raise NotImplementedError("fill in ask_model, with a call of your model")


def prompt_of(ask, game):
    """Return the prompt: role, knowledge, events, the decision and the legal actions."""
    known = [f"{key}: {json.dumps(value)}" for key, value in ask["view"].items()]
    told = [event["text"] for event in ask["events"]]
    actions = TASK + ", ".join(each["text"] for each in ask["words"])
    parts = ["What you know:", *known, "What happened:", *told, ask["question"], actions]
    return "\n".join([ROLE.format(**game), *parts])


def plain(text):
    """Return a text in lower case, without extra spaces, quotes around it and a full stop."""
    return " ".join(text.lower().split()).strip("'\"`. ")


def action_of(reply, actions):
    """Return the action that a reply names; None if the reply contains anything else."""
    same = [each for each in actions if plain(each["text"]) == plain(reply)]
    return same[0] if len(same) == 1 else None


def choose(ask, game):
    """Return the action and a note. A second reply that is no action is a fault."""
    if len(ask["words"]) == 1:
        return ask["words"][0]["token"], "no choice"
    prompt, reply = prompt_of(ask, game), ""
    for again in ("", AGAIN):
        reply = ask_model(prompt + again.format(reply[:200]))
        if action := action_of(reply, ask["words"]):
            return action["token"], reply[:1000]
    game["faults"] += 1
    print(f"fault {game['faults']}: no legal action: {reply[:200]!r}", file=sys.stderr)
    return "?", f"fault {game['faults']}: {reply[:900]}"  # refused and counted by the host


games = {}
for line in sys.stdin:
    message = json.loads(line)
    kind, reply = message["type"], {"id": message.get("id")}
    if kind == "hello":
        reply.update(type="ready", protocol="1.0", name="language model")
    elif kind == "ping":
        reply.update(type="pong")
    elif kind == "ask":
        action, note = choose(message, games[message["game"]])
        reply.update(type="say", game=message["game"], at=message["at"], note=note)
        reply["words"] = [action]
    elif kind == "new_game":
        title = message["scenario"]["title"]
        games[message["game"]] = {"seat": message["seat"], "title": title, "faults": 0}
    elif kind in ("refused", "fault", "game_over"):
        print(line, end="", file=sys.stderr)
    if "type" in reply:
        print(json.dumps(reply), flush=True)
