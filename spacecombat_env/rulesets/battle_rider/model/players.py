"""Chapter MPL: several players a side, with ships, a fleet commander and a skill each.

A seat is still a side, and information is hidden from a side. A decision belongs to one of its
players. Decisions about a ship, its missiles or its task force belong to the ship's player.
Decisions about the side, or about task forces without craft, belong to the fleet commander.
Launching, task forces and boarding are decided player by player. With one player a side there is
nothing to divide, and the player's number is 0.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from .actions import craft_slots, force_slots
from .constants.categories import CraftStatus
from .constants.log import Event
from .constants.sizes import CARDS, NONE
from .constants.turn import Chance, Phase
from .decisions import DECISION_OWNER, DecisionOwner
from .random_streams import RandomStream
from .record_types import Craft, Rules, State
from .tasks import log_event, pair_key, random_bits, turn_card

# --- players of pieces ---------------------------------------------------------------------------


@native
def has_players(state: State, side):
    """BR-MPL-01 Whether several players play a side."""
    return state.team[side].count > 1


@native
def leader(state: State, side):
    """BR-MPL-01 The fleet commander; the first player until the ships are divided."""
    return max(0, int(state.team[side].commander))


@native
def force_player(state: State, tf):
    """BR-MPL-01 The player whose craft a task force holds; the fleet commander for an empty one."""
    side = tf // force_slots(state)
    if not has_players(state, side):
        return 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            return int(craft.player)
    return leader(state, side)


@native
def tactics_of(state: State, side, player):
    """BR-MPL-01, 02 The scenario's Fleet Tactics for the fleet commander, else those of a card."""
    if not has_players(state, side) or player == leader(state, side):
        return int(state.tactics[side])
    return int(state.team[side].tactics[player])


@native
def force_tactics(state: State, tf):
    """BR-TF-02, BR-MPL-02 The Fleet Tactics that limit a task force: those of its player."""
    side = tf // force_slots(state)
    if not has_players(state, side):
        return int(state.tactics[side])
    return tactics_of(state, side, force_player(state, tf))


@native
def may_share(state: State, player, tf):
    """BR-MPL-01 A task force holds the craft of one player; an empty one takes any player's."""
    if not has_players(state, tf // force_slots(state)) or state.tf[tf].strength == 0:
        return True
    return force_player(state, tf) == player


@native
def detecting_tactics(state: State, side):
    """BR-SUR-01, BR-MPL-02 The Fleet Tactics of the player whose craft has just detected."""
    actor = int(state.attempt.actor)
    if not has_players(state, side) or actor == NONE:
        return int(state.tactics[side])
    return tactics_of(state, side, int(state.craft[actor].player))


# --- player by player ----------------------------------------------------------------------------


@native
def plans(state: State, side, player):
    """BR-MPL-01 Whether it is this player's turn to launch, reconfigure or board."""
    return not has_players(state, side) or state.team[side].planner == player


@native
def plans_force(state: State, tf):
    """BR-MPL-01 The same for the player of a task force."""
    side = tf // force_slots(state)
    return not has_players(state, side) or state.team[side].planner == force_player(state, tf)


@native
def next_planner(state: State, side):
    """BR-MPL-01 Advance to a side's next player; False after the last, back to the first."""
    team = state.team[side]
    if team.planner + 1 < team.count:
        team.planner += 1
        return True
    team.planner = 0
    return False


@native
def player_to_act(state: State):
    """BR-MPL-01 The player of the side to act to whom the present decision belongs."""
    side, decision = int(state.seat), int(state.decision)
    if not has_players(state, side):
        return 0
    order, whose = state.order[side], DECISION_OWNER[decision]
    if whose == DecisionOwner.EACH:
        return int(state.team[side].planner)
    if whose == DecisionOwner.CRAFT:
        return int(state.craft[order.craft].player)
    if whose == DecisionOwner.FORCE:
        return force_player(state, int(order.tf))
    if whose == DecisionOwner.LEADER:
        return leader(state, side)
    if whose == DecisionOwner.SPREAD:
        return spread_player(state, side)
    return player_at_work(state, side)


@native
def spread_player(state: State, side):
    """BR-MPL-01 The player whose ship controls the spread of the order."""
    spread = int(state.order[side].spread)
    owner = int(state.spread[spread].owner) if spread != NONE else NONE
    return leader(state, side) if owner == NONE else int(state.craft[owner].player)


@native
def player_at_work(state: State, side):
    """BR-MPL-01 Other decisions: the player with the round, moving spread or attacked force."""
    if state.phase == Phase.OPERATIONS:
        tf = int(state.round_tf)
    elif state.phase == Phase.MISSILE_MOVEMENT:
        return spread_player(state, side)
    elif state.phase == Phase.MISSILE_ATTACK:
        tf = int(state.attack_tf)
    else:
        tf = NONE
    if tf == NONE or tf // force_slots(state) != side:
        return leader(state, side)
    return force_player(state, tf)


# --- dividing the ships --------------------------------------------------------------------------


@native
def divide_fleets(state: State, rules: Rules):
    """BR-MPL-01, 02 Both sides have their ships: divide them and turn the cards, once."""
    for side in range(2):
        if has_players(state, side) and state.team[side].commander == NONE:
            appoint(state, rules, side)


@native
def appoint(state: State, rules: Rules, side):
    """BR-MPL-01, 02 The player with most points is fleet commander; the others turn a card."""
    if not is_divided(state, side):
        divide(state, rules, side)
    team = state.team[side]
    team.commander = richest(state, rules, side)
    for player in range(int(team.count)):
        event = log_event(state, Event.PLAYER, side)
        event.known = 1 << side
        event.a = player
        if player != team.commander:
            card = turn_card(
                state, rules, Chance.SETUP, pair_key(side, RandomStream.SKILL + player)
            )
            team.tactics[player] = tactics_by_card(int(rules.card[card].missile_value))
            event.b = card + 1
        event.c = tactics_of(state, side, player)


@native
def tactics_by_card(value):
    """BR-MPL-02 The missile damage value of the card, but 4 for a 6 and 3 for a 1."""
    if value == 6:
        return 4
    return 3 if value == 1 else value


@native
def is_divided(state: State, side):
    """Whether the scenario assigns the ships to players."""
    for k in side_range(state.craft, side):
        if state.craft[k].player > 0:
            return True
    return False


@native
def in_play(craft: Craft):
    """Whether a craft is one of those that are divided."""
    return craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD


@native
def richest(state: State, rules: Rules, side):
    """BR-MPL-01 The player with the greatest total of points; of equals the first."""
    best, found = NONE, 0
    for player in range(int(state.team[side].count)):
        points = 0
        for k in side_range(state.craft, side):
            craft = state.craft[k]
            if in_play(craft) and craft.player == player:
                points += int(rules.classes[craft.klass].points)
        if points > best:
            best = points
            found = player
    return found


@native
def divide(state: State, rules: Rules, side):
    """BR-MPL-01 Dearest first, each to the player with fewest points; the first has most."""
    share, unit = state.share, state.unit
    share[:] = 0
    mark_units(state, side, unit)
    while True:
        chosen, points = dearest(state, rules, side, unit)
        if chosen == NONE:
            break
        player = 0
        for other in range(int(state.team[side].count)):
            if share[other] < share[player]:
                player = other
        share[player] += points
        hand_over(state, side, unit, chosen, player)
    share[:] = 0
    unit[:] = 0
    swap_players(state, side, richest(state, rules, side))


@native
def mark_units(state: State, side, unit):
    """Craft that stay together: of one task force, a tender and its riders, drones and ship."""
    first = side * craft_slots(state)
    for n in range(len(unit)):
        unit[n] = n if in_play(state.craft[first + n]) else NONE
    changed = True
    while changed:
        changed = False
        for a in range(len(unit)):
            for b in range(a):
                apart = unit[a] != NONE and unit[b] != NONE and unit[a] != unit[b]
                if apart and sail_together(state, first + a, first + b):
                    unit[a] = min(unit[a], unit[b])
                    unit[b] = unit[a]
                    changed = True


@native
def sail_together(state: State, a, b):
    """Whether two craft go to the same player."""
    one, other = state.craft[a], state.craft[b]
    if one.keeper == b or other.keeper == a:
        return True
    return one.tf != NONE and one.tf == other.tf


@native
def dearest(state: State, rules: Rules, side, unit):
    """The undivided unit with most points, or NONE, and its points, at least 1."""
    first = side * craft_slots(state)
    found, best = NONE, 0
    for n in range(len(unit)):
        points = 0
        for m in range(len(unit)):
            if unit[m] == n:
                points += int(rules.classes[state.craft[first + m].klass].points)
        if unit[n] == n and max(1, points) > best:
            best = max(1, points)
            found = n
    return found, best


@native
def hand_over(state: State, side, unit, chosen, player):
    """Give the craft of a unit to a player."""
    first = side * craft_slots(state)
    for n in range(len(unit)):
        if unit[n] == chosen:
            state.craft[first + n].player = player
            unit[n] = NONE


@native
def swap_players(state: State, side, player):
    """Swap the shares of the first player and another."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if in_play(craft) and craft.player == player:
            craft.player = 0
        elif in_play(craft) and craft.player == 0:
            craft.player = player


@native
def determinize_players(state: State, rules: Rules, enemy):
    """BR-MPL-01, 02 Sample how an enemy divided its ships, with cards that allow what is seen."""
    team = state.team[enemy]
    if not has_players(state, enemy) or state.phase == Phase.SETUP:
        return
    divide(state, rules, enemy)
    team.commander = 0
    for player in range(1, int(team.count)):
        card = pick(
            random_bits(state, Chance.SETUP, pair_key(enemy, RandomStream.SKILL + player)), CARDS
        )
        team.tactics[player] = tactics_by_card(int(rules.card[card].missile_value))
    for tf in side_range(state.tf, enemy):
        player = force_player(state, tf)
        team.tactics[player] = max(int(team.tactics[player]), int(state.tf[tf].strength))
