"""Chapter BRD: boarding actions, a step of the Initiative Phase after launching and task forces.

First each side may send and recall boarding parties, then every boarding action under way plays its
turn. A ship that sends a party shows itself: it is detected, if it was not. A party does not return
from a ship that is destroyed or leaves the map.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import (
    NONE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    Fight,
    Result,
    Step,
    Verb,
    craft_action,
    craft_slots,
    decode_craft,
    decode_enemy_craft,
    enemy_craft_action,
    log_event,
    next_planner,
    pair_key,
    plans,
    proceed,
    request_decision,
    turn_card,
)
from ..model.record_types import Class, Craft, Rules, State
from ..sensors.detection import reveal_craft
from ..ships.abilities import is_on_map, on_ground
from ..ships.losses import is_gone, lose_craft, remove_orphans
from .task_forces import same_place

MENUS = 2  # stages before the fights: the menu of either side

# --- possible boarders ---------------------------------------------------------------------------


@native
def is_disabled(craft: Craft):
    """BR-BRD-01, BR-AMB-55 Without a working power plant or maneuver drive, if only for now.

    A ship that has only powered down is not disabled.
    """
    return bool(craft.damage[Result.POWER_PLANT] or craft.damage[Result.MANEUVER_DRIVE])


@native
def hull_sections(klass: Class):
    """BR-BRD-04 Hull sections: the size without its sign; one for sizes -1 to +2."""
    return max(1, -int(klass.size_mod))


@native
def may_send(state: State, rules: Rules, index):
    """BR-BRD-02, 03 Whether a ship may send its party, once a turn."""
    craft = state.craft[index]
    if rules.classes[craft.klass].drone or not is_on_map(state, craft) or on_ground(state, craft):
        return False
    return not craft.party_sent and not craft.party_away and craft.boarders == NONE


@native
def may_board(state: State, rules: Rules, index, target):
    """BR-BRD-01, 02 Whether a ship has shared hex and vector of a detected enemy for a turn.

    Outsiders do not know whether it is disabled. Nothing moves in the Initiative Phase: a vector
    matched now was matched in the turn before, unless the game has just begun.
    """
    other = state.craft[target]
    if state.turn < 2 or not other.detected or not is_on_map(state, other):
        return False
    if rules.classes[other.klass].drone or other.boarders != NONE or on_ground(state, other):
        return False
    return same_place(state, int(state.craft[index].tf), int(other.tf))


@native
def may_board_any(state: State, rules: Rules, index):
    """Whether a ship may send a party anywhere."""
    if not may_send(state, rules, index):
        return False
    enemy = 1 - index // craft_slots(state)
    for k in side_range(state.craft, enemy):
        if may_board(state, rules, index, k):
            return True
    return False


@native
def prize_of(state: State, index):
    """BR-BRD-08 The captured ship on which a ship's party has stayed, or NONE."""
    if not state.craft[index].party_away:
        return NONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.CAPTURED and craft.boarders == index:
            return k
    return NONE


# --- the menu ------------------------------------------------------------------------------------


@native
def legal_boarding_menu(state: State, rules: Rules, side, mask):
    """BR-BRD-02, 08 Send a party, recall one, or done."""
    mask[Verb.DONE] = 1
    for k in side_range(state.craft, side):
        if not plans(state, side, int(state.craft[k].player)):
            continue
        if may_board_any(state, rules, k):
            mask[Verb.BOARD] = 1
        if prize_of(state, k) != NONE:
            mask[Verb.RECALL] = 1


@native
def apply_boarding_menu(state: State, rules: Rules, action):
    """BR-BRD-02, 08 Send a party, recall one, or done."""
    if action == Verb.BOARD:
        request_decision(state, Decision.BOARD_SHIP, state.seat)
    elif action == Verb.RECALL:
        request_decision(state, Decision.RECALL_SHIP, state.seat)
    else:
        if not next_planner(state, int(state.seat)):
            state.boarding_stage += 1
        proceed(state, Step.BOARDING)


@native
def legal_board_ship(state: State, rules: Rules, side, mask):
    """BR-BRD-02 Ships that may send a party."""
    for k in side_range(state.craft, side):
        if plans(state, side, int(state.craft[k].player)) and may_board_any(state, rules, k):
            mask[craft_action(state, k)] = 1


@native
def apply_board_ship(state: State, rules: Rules, action):
    """BR-BRD-02 The ship that sends its party is named; its target is chosen next."""
    side = int(state.seat)
    state.order[side].craft = decode_craft(state, side, action)
    request_decision(state, Decision.BOARD_TARGET, side)


@native
def legal_board_target(state: State, rules: Rules, side, mask):
    """BR-BRD-02 Enemy ships that the ship named may board."""
    for k in side_range(state.craft, 1 - side):
        if may_board(state, rules, int(state.order[side].craft), k):
            mask[enemy_craft_action(state, k)] = 1


@native
def apply_board_target(state: State, rules: Rules, action):
    """BR-BRD-02 The ship that is boarded."""
    side = int(state.seat)
    send_party(state, int(state.order[side].craft), decode_enemy_craft(state, side, action))
    proceed(state, Step.BOARDING)


@native
def legal_recall_ship(state: State, side, mask):
    """BR-BRD-08 Ships whose party is on a captured ship."""
    for k in side_range(state.craft, side):
        if plans(state, side, int(state.craft[k].player)) and prize_of(state, k) != NONE:
            mask[craft_action(state, k)] = 1


@native
def apply_recall_ship(state: State, rules: Rules, action):
    """BR-BRD-08 The ship that recalls its party."""
    recall_party(state, decode_craft(state, int(state.seat), action))
    proceed(state, Step.BOARDING)


@native
def legal_boarding_defense(mask):
    """BR-BRD-05, 06 Defend what is left, or retake a section."""
    mask[Verb.DEFEND] = 1
    mask[Verb.RETAKE] = 1


@native
def apply_boarding_defense(state: State, rules: Rules, action):
    """BR-BRD-05, 06 The boarded side has decided; this turn of the action is fought."""
    index = int(state.boarding_stage) - MENUS
    state.boarding_stage += 1
    fight_turn(state, rules, index, action == Verb.DEFEND)
    proceed(state, Step.BOARDING)


@native
def send_party(state: State, index, target):
    """BR-BRD-01, 03, BR-AMB-78 The party goes over; without a disabled ship nothing happens."""
    craft, other = state.craft[index], state.craft[target]
    reveal_craft(state, index)
    craft.party_sent = 1
    event = log_event(state, Event.BOARD, index // craft_slots(state))
    event.actor = index
    event.target = target
    event.a = 1 if is_disabled(other) else 0
    if is_disabled(other):
        craft.party_away = 1
        other.boarders = index
        other.sections = 0
        other.fight = Fight.FRESH


@native
def recall_party(state: State, index):
    """BR-BRD-08 The party leaves the captured ship; its own ship's penalty is over."""
    state.craft[prize_of(state, index)].boarders = NONE
    state.craft[index].party_away = 0
    event = log_event(state, Event.RECALL, index // craft_slots(state))
    event.actor = index


# --- the fight -----------------------------------------------------------------------------------


@native
def boarding_step(state: State, rules: Rules):
    """BR-BRD-02, 05 Both menus, the side without the initiative first; then every action's turn."""
    if state.boarding_stage < MENUS:
        side = int(state.initiative)
        if state.boarding_stage == 0:
            side = 1 - side
        request_decision(state, Decision.BOARDING_MENU, side)
        return
    while state.boarding_stage - MENUS < len(state.craft):
        index = int(state.boarding_stage) - MENUS
        if is_contested(state, index):
            if state.craft[index].sections > 0:
                side = index // craft_slots(state)
                state.order[side].craft = index
                request_decision(state, Decision.BOARDING_DEFENSE, side)
                return
            fight_turn(state, rules, index, True)
        state.boarding_stage += 1
    state.boarding_stage = 0
    proceed(state, Step.NEXT_ROUND)


@native
def is_contested(state: State, index):
    """Whether a ship is contested; if the boarding ship is gone its party gives up.

    A boarding ship that has been taken aboard its tender is not gone.
    """
    craft = state.craft[index]
    if craft.status != CraftStatus.IN_FORCE or craft.boarders == NONE:
        return False
    if not is_gone(state.craft[craft.boarders]):
        return True
    end_action(state, index)
    return False


@native
def strength(state: State, rules: Rules, index, card):
    """BR-BRD-04, 05 Strength: a card's missile value plus the reversed size of a ship."""
    size = int(rules.classes[state.craft[index].klass].size_mod)
    return int(rules.card[card].missile_value) - size


@native
def fight_turn(state: State, rules: Rules, index, defends):
    """BR-BRD-05, BR-AMB-78 Both sides turn a card; the higher value wins the turn."""
    craft = state.craft[index]
    boarder = int(craft.boarders)
    card = turn_card(state, rules, Chance.BOARDING, pair_key(boarder, index))
    attack = strength(state, rules, boarder, card)
    card = turn_card(state, rules, Chance.BOARDING, pair_key(index, boarder))
    defense = strength(state, rules, index, card)
    first = craft.fight == Fight.FRESH
    attack += int(first) + int(craft.fight == Fight.BOARDER_LOST)
    defense += int(defends) + int(craft.fight == Fight.BOARDED_LOST)
    if attack > defense:
        craft.sections += 1
        craft.fight = Fight.BOARDED_LOST
    elif attack < defense:
        craft.sections -= 0 if defends else 1
        craft.fight = Fight.BOARDER_LOST
    else:
        craft.fight = Fight.TIED
    event = log_event(state, Event.BOARDING_TURN, index // craft_slots(state))
    event.actor = boarder
    event.target = index
    event.a = attack
    event.b = defense
    event.c = craft.sections
    settle(state, rules, index)


@native
def settle(state: State, rules: Rules, index):
    """BR-BRD-06, 07 The action ends when one side holds all sections, or the first turn fails."""
    craft = state.craft[index]
    if craft.sections <= 0:
        end_action(state, index)
    elif craft.sections >= hull_sections(rules.classes[craft.klass]):
        capture(state, rules, index)


@native
def end_action(state: State, index):
    """BR-BRD-07, 08 The boarders have lost: the survivors return, the penalty is over."""
    craft = state.craft[index]
    event = log_event(state, Event.BOARDING_END, index // craft_slots(state))
    event.actor = craft.boarders
    event.target = index
    state.craft[craft.boarders].party_away = 0
    craft.boarders = NONE
    craft.sections = 0
    craft.fight = Fight.FRESH


@native
def capture(state: State, rules: Rules, index):
    """BR-BRD-08 The ship is lost to its side; the party stays aboard until it is recalled."""
    craft = state.craft[index]
    event = log_event(state, Event.CAPTURED, index // craft_slots(state))
    event.actor = index
    event.target = craft.boarders
    lose_craft(state, rules, index, CraftStatus.CAPTURED)
    remove_orphans(state, rules)
