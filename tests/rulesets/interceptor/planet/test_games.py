"""Whole games near a planet: a landing, a crash, a bounce; each as its log tells it."""

from pathlib import Path

import pytest
import yaml
from kit.interceptor.games import Play

from spacecombat_env.rulesets.interceptor.model import (
    ACTIONS,
    Decision,
    Mode,
    Status,
    Verb,
    amount_action,
    first_of,
)
from spacecombat_env.rulesets.interceptor.presentation import game_log
from spacecombat_env.rulesets.interceptor.scenario import FOLDER, RECOMMENDED

LOW_ORBIT = yaml.safe_load((Path(FOLDER) / "low_orbit.yaml").read_text(encoding="utf-8"))
UMPIRE = -1
TOLD = (
    "interface",
    "lands",
    "crashes",
    "sinks",
    "wings",
    "lifters",
    "burns",
    "too fast",
    "Gravity",
)


def descent(name, velocity, piloting=5, heading=4, gravity=False, wish=Verb.ENTER, seed=1):
    """The log of a lone ship of Red that flies straight on; Blue's stays where it is."""
    content = {**LOW_ORBIT, **({"gravity": {}} if gravity else {})}
    red, blue = dict(content["sides"]["red"]), dict(content["sides"]["blue"])
    red |= {"zone": {"columns": [9, 9], "rows": [7, 7]}, "velocity": velocity}
    red |= {"heading": heading, "facing": heading}
    red["ships"] = [{"class": name, "name": "ship", "pilot": {"piloting": piloting, "gunnery": 5}}]
    blue |= {"zone": {"columns": [18, 18], "rows": [20, 20]}, "velocity": 0}
    blue["ships"] = blue["ships"][:1]
    content["sides"] = {"red": red, "blue": blue}
    play = Play(content, seed=seed, delegate=RECOMMENDED, max_turns=8)
    while not play.is_over:
        play.say(
            next(
                action for action in wishes(play, velocity, wish) if action in play.legal_actions()
            )
        )
    lines = game_log.log(play.games, 0, play.scenario, UMPIRE, 0)
    return play, [line for line in lines if any(word in line for word in TOLD)]


def wishes(play, velocity, wish):
    """Actions in the order in which they are wanted."""
    state, order = play.state, play.state.order[int(play.state.seat)]
    if play.decision == Decision.SPEED:
        speed = velocity if state.seat == 0 else 0
        yield amount_action(state, min(max(speed, int(order.low)), int(order.high)))
    if play.decision == Decision.MOVE:
        yield from (amount_action(state, hexes) for hexes in range(9, 0, -1))
    if play.decision == Decision.BOUNCE:
        yield first_of(state, ACTIONS.sides)
    yield from (wish, Verb.DONE, Verb.PASS, *play.legal_actions())


def fates(play):
    """What has become of the ships."""
    return [Status(int(craft.status)) for craft in play.state.craft if craft.status]


@pytest.mark.rule("IN-PLN-03", "IN-CAM-19", "IN-AMB-134")
@pytest.mark.parametrize(
    ("name", "velocity", "means", "die"),
    [("CHEETAH", 3, "wings", 1), ("FLUTTERING PETAL", 2, "lifters", 10)],
)
def test_a_landing(name, velocity, means, die):
    play, lines = descent(name, velocity)
    assert lines == [
        "Red ship enters the interface (roll 6).",
        f"Red ship flies on its {means}.",
        f"Red ship lands (roll {die}).",
    ]
    assert fates(play) == [Status.LANDED, Status.ON_MAP]
    assert play.state.points.tolist() == [20, 0], "low_orbit gives Red 20 points a landing"


@pytest.mark.rule("IN-ATM-04", "IN-CAM-19", "IN-DES-09")
def test_a_crash():
    play, lines = descent("FLUTTERING PETAL", 2, piloting=0)
    assert lines == [
        "Red ship enters the interface (roll 6): 10 points on its front.",
        "Red ship flies on its lifters.",
        "Red ship crashes on the ground (roll 10): all aboard are lost.",
    ]
    assert fates(play) == [Status.DESTROYED, Status.ON_MAP]
    assert play.state.points.tolist() == [0, 20]


@pytest.mark.rule("IN-PLN-05", "IN-PLN-06")
@pytest.mark.parametrize(("seed", "roll"), [(1, "6)."), (2, "10): 5 points on its front.")])
def test_a_bounce(seed, roll):
    play, lines = descent("CHEETAH", 3, wish=Verb.BOUNCE, seed=seed)
    assert lines == [f"Red ship bounces off the interface (roll {roll}"]
    assert play.state.craft[0].heading == 0 and play.state.craft[0].mode == Mode.SPACE


@pytest.mark.rule("IN-PLN-10")
def test_a_ship_without_wings_or_lifters_burns_up():
    play, lines = descent("PENETRATOR", 2)
    assert lines[1:] == ["Red ship burns up in the air."]
    assert fates(play) == [Status.DESTROYED, Status.ON_MAP]


@pytest.mark.rule("IN-GRV-02", "IN-GRV-05")
def test_gravity_draws_both_sides():
    play, lines = descent("CHEETAH", 3, gravity=True)
    drawn = [line for line in lines if "Gravity" in line]
    assert drawn[:2] == ["Gravity draws Red ship to 0903.", "Gravity draws Blue LANCEA 1 to 1819."]
    assert fates(play) == [Status.LANDED, Status.ON_MAP]
