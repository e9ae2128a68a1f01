"""The scenario `outpost`: fighters in the bays of an installation and of a carrier."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from kit.interceptor.games import Play
from kit.interceptor.secrets import half
from kit.interceptor.soundness import check_state
from kit.interceptor.twins import Twins

from spacecombat_env.rulesets.interceptor.model import (
    AMOUNTS,
    LOG_LENGTH,
    NONE,
    VERBS,
    Decision,
    Status,
    Verb,
    amount_action,
    craft_action,
)
from spacecombat_env.rulesets.interceptor.presentation import game_log
from spacecombat_env.rulesets.interceptor.scenario import FOLDER, RECOMMENDED, load

CONFIGS = Path(__file__).parents[4] / "configs" / "designs"
UMPIRE, RED, BLUE = -1, 0, 1
NORTH = 0
DELEGATE = tuple(kind for kind in RECOMMENDED if kind not in ("decisions", "defence"))


def content(**design):
    """The scenario with its designs, that of the carrier changed."""
    scenario = yaml.safe_load((Path(FOLDER) / "outpost.yaml").read_text(encoding="utf-8"))
    designs = [
        yaml.safe_load((Path(FOLDER) / name).read_text(encoding="utf-8"))
        for name in scenario["designs"]
    ]
    return {**scenario, "designs": [designs[0], {**designs[1], **design}]}


def test_designs_beside_the_scenario_are_those_of_the_configurations():
    for path in sorted((Path(FOLDER) / "designs").glob("*.yaml")):
        assert path.read_text(encoding="utf-8") == (CONFIGS / path.name).read_text(encoding="utf-8")


@pytest.mark.rule("IN-TSK-03", "IN-CON-25", "IN-AMB-64")
def test_each_fighter_begins_in_a_bay_of_its_own():
    scenario = load("outpost")
    cards = scenario.table.rules[0].cards
    assert scenario.capacity == "medium"
    assert [(int(card.carrier), int(card.bay)) for card in cards[1:10]] == [
        *((0, 0), (1, 0), (1, 1), (0, 0)),
        *((0, 0), (5, 0), (5, 1), (0, 0), (0, 0)),
    ]


THIN = {
    "shields": {"kind": "fixed", **dict.fromkeys(("F", "RF", "RA", "A", "LA", "LF"), 10)},
    "armour": {**dict.fromkeys(("F", "RF", "RA", "A", "LA", "LF"), 10), "turrets": [10]},
}
"""A carrier through whose armour lasers come."""
TWINS = 2
EITHER = "LANCEA 1, LANCEA 2"


class Battle:
    """A battle in which ships fly straight on and do what is wanted of them."""

    def __init__(self, wishes, turns=8, red_fires=False, hurt=0, **design):
        scenario = content(**design)
        blue = scenario["sides"]["blue"]
        if red_fires:
            blue["zone"] = {"columns": [12, 15], "rows": [11, 12]}
            blue["velocity"] = 0
        self.play = Play(scenario, delegate=DELEGATE, max_turns=turns)
        self.wishes, self.red_fires = wishes, red_fires
        self.play.state.craft[self.slot("Carrier")].inside = hurt
        while not self.play.is_over:
            legal = self.play.legal_actions()
            self.play.say(next(action for action in self.wanted() if action in legal))

    def wanted(self):
        """Actions in the order in which they are wanted."""
        play, state = self.play, self.play.state
        seat = int(state.seat)
        order = state.order[seat]
        if play.decision in (Decision.DECIDE, Decision.DECIDE_VERB, Decision.BAY, Decision.ESCAPE):
            yield from self.deeds(seat)
        if play.decision == Decision.SPEED:
            yield amount_action(state, int(state.craft[order.craft].velocity))
        if play.decision == Decision.MOVE:
            yield from (amount_action(state, hexes) for hexes in range(AMOUNTS - 1, 0, -1))
        if self.red_fires and seat == RED:
            yield from self.shots()
        yield from (Verb.DONE, Verb.PASS, Verb.HOLD, *play.legal_actions())

    def deeds(self, seat):
        """What a side is to do in the Decision Phase of this turn, each thing once."""
        state = self.play.state
        for wish in self.wishes:
            turn, side, name, verb, craft = wish
            if (turn, side) != (int(state.turn), seat):
                continue
            if self.play.decision == Decision.DECIDE:
                yield craft_action(state, self.slot(name))
            elif self.play.decision == Decision.DECIDE_VERB:
                yield verb
            else:
                self.wishes.remove(wish)
                yield from (craft_action(state, self.slot(name)) for name in craft.split(", "))
                return

    def shots(self):
        """Red fires all it has at the carrier."""
        if self.play.decision == Decision.OPPORTUNITY:
            yield from (action for action in self.play.legal_actions() if action >= VERBS)
        if self.play.decision == Decision.FIRE_TARGET:
            yield craft_action(self.play.state, self.slot("Carrier"))
        yield Verb.ALL

    def slot(self, name):
        """The slot of a ship."""
        names = self.play.scenario.source["resolved"]["cards"]
        return next(k for k, craft in enumerate(self.play.state.craft) if names[craft.card] == name)

    def told(self, *words):
        """The lines of the log in which one of these words stands."""
        lines = game_log.log(self.play.games, 0, self.play.scenario, UMPIRE, 0)
        return [line for line in lines if any(word in line for word in words)]

    def heard(self, seat):
        """Events that a seat may read of the fighters in the carrier."""
        aboard = {self.slot(name) for name in EITHER.split(", ")}
        log, count = self.play.state.log, int(self.play.state.log_count)
        events = [log[n % LOG_LENGTH] for n in range(max(count - LOG_LENGTH, 0), count)]
        return [event for event in events if event.actor in aboard and event.known >> seat & 1]


@pytest.mark.rule("IN-TSK-04", "IN-TSK-05", "IN-TSK-06")
def test_fighters_are_launched_and_recovered_in_a_battle():
    battle = Battle(
        [
            (1, BLUE, "Carrier", Verb.LAUNCH, "LANCEA 1"),
            (2, BLUE, "Carrier", Verb.RECOVER, "LANCEA 1"),
            (2, RED, "Outpost", Verb.LAUNCH, "CHEETAH 2"),
        ],
        turns=3,
    )
    assert not battle.wishes
    assert battle.told("launched", "into a bay") == [
        "Blue LANCEA 1 is launched from Blue Carrier.",
        "Red CHEETAH 2 is launched from Red Outpost.",
        "Blue LANCEA 1 is taken into a bay of Blue Carrier.",
    ]
    craft = battle.play.state.craft
    home = craft[battle.slot("LANCEA 1")]
    assert (home.status, home.carrier) == (Status.ABOARD, battle.slot("Carrier"))
    assert craft[battle.slot("CHEETAH 2")].status == Status.ON_MAP
    assert craft[battle.slot("CHEETAH 1")].status == Status.ABOARD


@pytest.mark.rule("IN-IDE-38", "IN-AMB-168", "IN-LOS-01")
def test_a_hit_on_an_occupied_bay_strikes_the_fighter_in_it_unseen():
    battle = Battle([], turns=2, red_fires=True, **THIN)
    struck = battle.told("LANCEA 1:", "LANCEA 2:")
    assert len(struck) > 1 and all("boxes of armour lost (front)" in line for line in struck)
    lost = [int(line.split(": ")[1].split()[0]) for line in struck]
    klass = battle.play.rules.classes
    left = whole = 0
    for name in EITHER.split(", "):
        craft = battle.play.state.craft[battle.slot(name)]
        left, whole = left + craft.armour.sum(), whole + klass[craft.klass].armour.sum()
    assert whole - left == sum(lost)
    assert battle.heard(BLUE) and not battle.heard(RED)


@pytest.mark.rule("IN-ABN-12", "IN-ABN-14", "IN-AMB-103")
def test_the_crew_of_a_carrier_leaves_in_a_craft_of_its_bays():
    """The carrier has lost a box inside, so leaving it is offered."""
    battle = Battle([(2, BLUE, "Carrier", Verb.AIRLOCK, "LANCEA 1")], turns=4, hurt=1)
    assert battle.told("abandoned", "from Blue Carrier") == [
        "Blue Carrier is being abandoned and falls silent.",
        "Blue LANCEA 1 is launched from Blue Carrier.",
        "Blue Carrier is abandoned.",
    ]
    craft = battle.play.state.craft[battle.slot("LANCEA 1")]
    assert (craft.status, craft.carrier) == (Status.ON_MAP, NONE)
    assert battle.play.state.craft[battle.slot("Carrier")].status == Status.ABANDONED


@pytest.mark.rule("IN-LOS-01", "IN-TSK-03", "IN-SEQ-07")
@pytest.mark.parametrize("delegate", [(), ("terrain", "setup", "loads", "crew", "power")])
def test_twins_that_differ_in_bays_look_alike(delegate):
    """Other cards lie in bays, and fighters there are damaged."""
    twins = Twins("outpost", delegate=delegate, secrets=(bruised,), actions=120)
    for seed in range(TWINS):
        twins.history(seed)
    assert sum(twins.requested.values()) > 4 * TWINS and twins.changed["bruised"]


def bruised(state, rules, side, rng):
    """A fighter in a bay has lost the outer row of its front armour."""
    for k in half(state.craft, side):
        craft = state.craft[k]
        klass = rules.classes[craft.klass]
        row = int(craft.first_row) + int(klass.armour_row[0])
        if craft.status == Status.ABOARD and state.rows[side, row]:
            craft.armour[0] -= int(state.rows[side, row]).bit_count()
            state.rows[side, row] = 0
            return True
    return False


@pytest.mark.rule("IN-TSK-03", "IN-DES-12")
@pytest.mark.parametrize("seed", range(2))
def test_random_battles_are_sound(seed):
    play, rng = (
        Play("outpost", seed=seed, delegate=RECOMMENDED if seed else ()),
        np.random.default_rng(seed),
    )
    for _ in range(120):
        check_state(play.state, play.rules)
        if play.is_over:
            break
        legal = play.legal_actions()
        launch = [action for action in legal if action == Verb.LAUNCH]
        play.say(int(rng.choice(launch or legal)))


@pytest.mark.rule("IN-TSK-03", "IN-TSK-06")
def test_the_standing_order_launches_all_fighters_in_the_first_turn():
    play = Play("outpost", seed=3, delegate=RECOMMENDED)
    craft = play.state.craft
    fighters = [n + len(craft) // 2 * side for side in (RED, BLUE) for n in (1, 2)]
    while any(craft[k].status != Status.ON_MAP for k in fighters):
        assert play.state.turn <= 1
        play.say(play.legal_actions()[0])
    assert craft[fighters[0]].heading == NORTH, "from the installation to the middle of the map"
