"""The captain in a pocket empire: what his secret mission makes of him.

`mission_word` answers the questions in which the mission matters (the asteroids, the fleet,
bombardment, the course, the deeds in orbit) and leaves every other to the captain who fights; the
set-up is that of the standing orders (mission_orders.py). What depends on the enemy's unknown
points is played by the guess of `is_stronger`.
"""

from agents.scripted.battle_rider.buying import DEARNESS
from agents.scripted.battle_rider.buying import ship_worth as card_worth
from spacecombat_env.core.hexgrid import axial_row, distance, on_map
from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.constants import (
    LAST_ENTRY_TURN,
    MAX_BODIES,
    NONE,
    Ask,
    BlueMission,
    BodyKind,
    CraftStatus,
    Crew,
    Errand,
    ForceStatus,
    RedMission,
    Side,
    Surface,
    Verb,
)
from spacecombat_env.rulesets.battle_rider.damage import can_jump
from spacecombat_env.rulesets.battle_rider.mission_deeds import (
    INVASION_BOMBARDMENTS,
    LARGE,
    LARGEST,
    RAID_BOMBARDMENTS,
    RAID_TURNS,
    SALVO,
    TROOPS_OF_LARGEST,
)
from spacecombat_env.rulesets.battle_rider.mission_orders import (
    has_merchant,
    is_runner,
    mission_order_word,
    speed_of,
)
from spacecombat_env.rulesets.battle_rider.mission_victory import DELAY_TURNS, SIGHTING_POINTS
from spacecombat_env.rulesets.battle_rider.missions import (
    MISSIONS,
    POINTS,
    is_convoy,
    mission_points,
)
from spacecombat_env.rulesets.battle_rider.movement import maneuver_limit
from spacecombat_env.rulesets.battle_rider.prices import can_buy, offered_before, price
from spacecombat_env.rulesets.battle_rider.standing import (
    first_word,
    step_towards,
    wants_bombardment,
)
from spacecombat_env.rulesets.battle_rider.words import (
    amount_word,
    craft_slots,
    craft_word,
    direction_word,
    force_slots,
    number_word,
)

# What a task force is to do: the answers of `goal_of`.
FIGHT, PLANET, ASTEROID, AHEAD, NEAREST, SCOUT = 0, 1, 2, 3, 4, 5

ANY_TURN = 30  # turns that no plan of a course exceeds
MARGIN = 2  # columns kept from the sides of the map on the way to an edge
SIDE_COST = 4.0  # turns that a column beyond that margin counts for
HASTE = 0.02  # of a turn, for a half row a turn more speed
DUMMY_G = 4  # Gs a dummy shows
SCOUT_RANGE = 4  # hexes at which a scout passes its quarry
SCOUT_TURNS = 24  # turns after which a scout goes home with what it has seen
VANGUARD = 190  # points on the map, of which a part may still have to enter (ON_MAP_LIMIT, green)
WAITING_ROW = 12  # where a scout waits for those
FIGHTING_TURNS = 12  # of an invasion, before the fleet makes for the planet at the latest
SOUGHT = 1000.0  # worth of what an invasion cannot do without
TROOPS_A_TURN = 4  # what an invader's ships should land at least
CENTRE = 10  # the planet's column
HOME = 0  # place of the planet in state.body
ESCORTS_G = 4  # Gs of the ships that sail beside those, at least
RUNNERS_G = 6  # Gs of the ship that goes on an errand, if there is one
ASTEROID_COLUMNS = ((2, 18), (9, 11))  # of Red's asteroids, far from the planet; of Blue's, by it


# --- who is the stronger -------------------------------------------------------------------------


@jit
def seen_points(state, rules, side):
    """Printed points of the enemy's ships that have been detected."""
    points = 0
    enemy = 1 - side
    for k in range(enemy * craft_slots(state), (enemy + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.klass != 0 and craft.detected and not rules.classes[craft.klass].drone:
            points += int(rules.classes[craft.klass].points)
    return points


@jit
def is_stronger(state, rules, side):
    """Whether most missions that the enemy may still have give him more points than the own.

    Green crews at four fifths, and riders with tenders, are the most that points can buy.
    """
    mine = mission_points(state, rules, side)
    least = 4 * seen_points(state, rules, side) // 5
    more, others = 0, 0
    for number in range(1, MISSIONS + 1):
        points = int(POINTS[1 - side, number]) * int(rules.option.scale)
        if points >= least:
            more += 1 if points > mine else 0
            others += 1 if points <= mine else 0
    return more > others


# --- what a task force is to do ------------------------------------------------------------------


@jit
def goal_of(state, rules, tf):
    """The goal of an own task force: FIGHT, PLANET, ASTEROID, AHEAD, NEAREST or SCOUT."""
    side = tf // force_slots(state)
    number = int(state.mission[side].number)
    if side == Side.BLUE:
        return goal_of_blue(state, rules, tf, number)
    goal = goal_of_raid(state, rules, tf, number)
    if number <= RedMission.BOMBARDMENT:
        goal = goal_of_assault(state, rules, tf, number)
    return PLANET if goal == FIGHT and are_grounded(state, Side.BLUE | 0) else goal


@jit
def are_grounded(state, side):
    """Whether the task forces of a side lie on the ground, all of them: there they cannot fire."""
    found = False
    for k in range(side * force_slots(state), (side + 1) * force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP:
            if force.surface != Surface.LANDED and force.surface != Surface.UNDER_WATER:
                return False
            found = True
    return found


@jit
def goal_of_assault(state, rules, tf, number):
    """MIR-01..05 To the planet for those who bombard it; away when that is done.

    A ship that cannot jump would be lost beyond the edge: it stays and fights.
    """
    mission = state.mission[Side.RED]
    if bombardments_wanted(state) > 0 and missiles_to_spare(state) < 0:
        return FIGHT
    if number == RedMission.INVADE_AND_SECURE:
        return FIGHT if fights_first(state) else PLANET
    if number == RedMission.BOMBARDMENT:
        if mission.bombardments < RAID_BOMBARDMENTS:
            return PLANET
        return AHEAD if all_jump(state, rules, tf) else FIGHT
    if number == RedMission.SURFACE_RAID:
        if mission.team != NONE:
            return AHEAD
        return FIGHT if mission.team_lost else PLANET
    return FIGHT


@jit
def fights_first(state):
    """MIR-02 An invader has time to fight from afar, as long as he has missiles for it."""
    if state.turn > FIGHTING_TURNS or missiles_to_spare(state) <= 0:
        return False
    for k in range(force_slots(state), 2 * force_slots(state)):
        if state.tf[k].status == ForceStatus.ON_MAP and state.tf[k].surface == Surface.SPACE:
            return True
    return False


@jit
def goal_of_raid(state, rules, tf, number):
    """MIR-06..10 Strike, refuel, fetch or look, and away over the nearer edge."""
    if number == RedMission.TRANSIT:
        return NEAREST if carries(state, tf, Errand.REFUELLED) else ASTEROID
    if number == RedMission.DEEP_BLACK:
        return NEAREST if state.mission[Side.RED].team != NONE else ASTEROID
    if number == RedMission.SNOOP_N_SCOOT:
        return NEAREST if has_seen_enough(state, rules) else SCOUT
    if number == RedMission.HIT_AND_RUN and has_won_more(state):
        return NEAREST
    return FIGHT


@jit
def goal_of_blue(state, rules, tf, number):
    """MIB-06, 08, 10 Convoys and fugitives make for Red's edge; the others fight."""
    if number == BlueMission.CONVOY_RUN:
        return AHEAD if has_merchant(state, rules, tf) else FIGHT
    if number == BlueMission.ESCAPE:
        return AHEAD if is_stronger(state, rules, Side.BLUE | 0) else FIGHT
    if number == BlueMission.DELAYING_ACTION and state.turn > DELAY_TURNS:
        return AHEAD if is_stronger(state, rules, Side.BLUE | 0) else FIGHT
    return FIGHT


@jit
def carries(state, tf, errand):
    """Whether all craft of a task force bear a mark; a dummy follows the first craft's."""
    side = tf // force_slots(state)
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and (craft.tf == tf or state.tf[tf].strength == 0):
            if not int(craft.errand) & errand:
                return False
    return True


@jit
def all_jump(state, rules, tf):
    """Whether every ship of a task force can jump; drones are none."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            klass = rules.classes[craft.klass]
            if not klass.drone and not can_jump(craft, klass):
                return False
    return True


@jit
def has_won_more(state):
    """MIR-06 Whether the enemy's known losses exceed the own."""
    return state.points_lost[Side.BLUE] > state.points_lost[Side.RED]


@jit
def has_seen_enough(state, rules):
    """MIR-10 Points enough, no task force left to look at, or time to go home."""
    points, ships_seen = 0, 0
    for k in range(craft_slots(state), 2 * craft_slots(state)):
        craft = state.craft[k]
        if craft.klass != 0 and not rules.classes[craft.klass].drone:
            if craft.detected or int(craft.errand) & Errand.SPOTTED:
                points += int(rules.classes[craft.klass].points)
                ships_seen += 1
    scale = int(rules.option.scale)
    if points >= SIGHTING_POINTS * scale or state.turn >= SCOUT_TURNS:
        return True
    whole = points > VANGUARD * scale or state.turn > LAST_ENTRY_TURN
    return whole and ships_seen > 0 and quarry(state, 0) == NONE


# --- courses -------------------------------------------------------------------------------------


@jit
def turns_to_rest(away, drift, g):
    """The fewest turns in which a force may come to rest in a hex, by two bounds on its thrust.

    `away` and `drift` are pairs of axial steps: to the hex, and the vector; `g` Gs a turn.
    """
    pace = distance(0, 0, drift[0], drift[1])
    for turns in range(ANY_TURN):
        dq = 2 * away[0] - (turns - 1) * drift[0]
        dr = 2 * away[1] - (turns - 1) * drift[1]
        if turns == 0:
            if away[0] == 0 and away[1] == 0 and drift[0] == 0 and drift[1] == 0:
                return 0
        elif pace <= turns * g:
            bent = 2 * g * distance(0, 0, dq, dr)
            if bent <= g * g * turns * turns - pace * pace and bent <= 4 * g * g * (
                turns * turns // 4
            ):
                return turns
    return ANY_TURN


@jit
def rest_cost(rules, force, shift, target, g):
    """Turns to rest at a hex after a change of vector; the slack of the last turn breaks ties."""
    vq, vr = int(force.vq) + shift[0], int(force.vr) + shift[1]
    away = (target[0] - int(force.q) - vq, target[1] - int(force.r) - vr)
    turns = turns_to_rest(away, (vq, vr), g)
    ahead = distance(2 * vq, 2 * vr, away[0] - vq, away[1] - vr)
    columns, rows = int(rules.option.columns), int(rules.option.rows)
    lost = 0 if on_map(int(force.q) + vq, int(force.r) + vr, columns, rows) else ANY_TURN
    return turns + lost + HASTE * ahead


@jit
def edge_cost(rules, force, shift, g, high):
    """Turns to an entry edge at full thrust after a change of vector, and the sides shunned."""
    vq, vr = int(force.vq) + shift[0], int(force.vr) + shift[1]
    q, r = int(force.q) + vq, int(force.r) + vr
    height = 2 * r + q  # in half rows
    speed = 2 * vr + vq
    left = 2 * int(rules.option.rows) + 2 - height if high else height
    if not high:
        speed = -speed
    turns = 0
    while turns < ANY_TURN and turns * speed + g * turns * (turns + 1) < left:
        turns += 1
    column = q + (turns * vq if turns > 0 else 0)
    low, top = MARGIN + 1, int(rules.option.columns) - MARGIN
    beyond = max(0, low - column) + max(0, column - top)
    return turns + SIDE_COST * beyond - HASTE * speed


@jit
def goal_cost(state, rules, tf, goal, shift):
    """What a change of vector costs on the way to a goal."""
    force = state.tf[tf]
    g = thrust_of(state, rules, tf)
    if goal in (PLANET, ASTEROID):
        place = state.body[place_of(state, goal)]
        return rest_cost(rules, force, shift, (int(place.q), int(place.r)), g)
    if goal == SCOUT:
        return scout_cost(state, rules, tf, shift)
    side = tf // force_slots(state)
    ahead = edge_cost(rules, force, shift, g, side == Side.RED)
    if goal == AHEAD:
        return ahead
    return min(ahead, edge_cost(rules, force, shift, g, side != Side.RED))


@jit
def scout_cost(state, rules, tf, shift):
    """Turns to rest a few hexes from what is still to be detected."""
    force = state.tf[tf]
    found = quarry(state, tf)
    target = (CENTRE, axial_row(CENTRE, WAITING_ROW))
    if found != NONE:
        other = state.tf[found]
        target = (int(other.q) + int(other.vq), int(other.r) + int(other.vr))
    vq, vr = int(force.vq) + shift[0], int(force.vr) + shift[1]
    away = distance(int(force.q) + vq, int(force.r) + vr, target[0], target[1])
    return (
        rest_cost(rules, force, shift, target, thrust_of(state, rules, tf))
        if (away > SCOUT_RANGE)
        else distance(0, 0, vq, vr) * HASTE
    )


@jit
def quarry(state, tf):
    """MIR-10 The nearest enemy task force on the map that may still hide a craft, or NONE."""
    best, found = 2 * ANY_TURN, NONE
    own = state.tf[tf]
    for k in range(force_slots(state), 2 * force_slots(state)):
        force = state.tf[k]
        if force.status == ForceStatus.ON_MAP and not force.shadow_found:
            away = distance(int(own.q), int(own.r), int(force.q), int(force.r))
            if away < best:
                best = away
                found = k
    return found


@jit
def thrust_of(state, rules, tf):
    """Gs a task force spends on a course; a dummy as many as a ship."""
    limit = maneuver_limit(state, rules, tf)
    return DUMMY_G if state.tf[tf].strength == 0 else max(1, limit)


@jit
def place_of(state, goal):
    """The body of a goal: the planet, or the asteroid written down."""
    return HOME if goal == PLANET else max(0, int(state.mission[Side.RED].asteroid))


@jit
def course_word(state, rules, side, mask, goal):
    """The next G of the best change of vector that can still be paid; else go."""
    order = state.order[side]
    tf = int(order.tf)
    limit = min(maneuver_limit(state, rules, tf), thrust_of(state, rules, tf))
    left = limit - int(order.gs)
    done = (int(order.dq), int(order.dr))
    best, wanted = goal_cost(state, rules, tf, goal, done), done
    for dq in range(-left, left + 1):
        for dr in range(-left, left + 1):
            if distance(0, 0, dq, dr) > left:
                continue
            shift = (done[0] + dq, done[1] + dr)
            cost = goal_cost(state, rules, tf, goal, shift)
            cost += HASTE / 10.0 * distance(0, 0, dq, dr)
            if cost < best:
                best = cost
                wanted = shift
    if wanted[0] == done[0] and wanted[1] == done[1]:
        return Verb.EVADE if mask[Verb.EVADE] and is_found(state, tf) else Verb.GO
    ahead = direction_word(state, step_towards(done[0], done[1], wanted[0], wanted[1]))
    return ahead if mask[ahead] else Verb.GO


# --- rounds and launching ------------------------------------------------------------------------


@jit
def is_found(state, tf):
    """Whether the enemy has detected a craft of an own task force."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.detected:
            return True
    return False


@jit
def steals_away(state, rules, tf):
    """Whether a task force has nothing to win by being noticed: it neither looks nor fires."""
    return goal_of(state, rules, tf) == AHEAD and not is_found(state, tf)


@jit
def extracts_here(state, rules):
    """MIR-04 By ships that can jump, whichever of them is taken; if there are none, by others."""
    tf, waited = int(state.round_tf), int(state.turn) - int(state.mission[Side.RED].landing_turn)
    if speed_of(state, rules, tf, True) == 0:
        return False
    return all_jump(state, rules, tf) or waited > RAID_TURNS


@jit
def deed_word(state, rules, mask):
    """Troops land, commandos come up, who has to be elsewhere takes off; others steal away."""
    if mask[Verb.LAND_TROOPS]:
        return Verb.LAND_TROOPS
    if mask[Verb.EXTRACT] and extracts_here(state, rules):
        return Verb.EXTRACT
    if mask[Verb.TAKE_OFF]:
        return Verb.TAKE_OFF
    if steals_away(state, rules, int(state.round_tf)):
        return Verb.MOVE if mask[Verb.MOVE] else Verb.END_ROUND
    return NONE


@jit
def bombardments_wanted(state):
    """MIR-02, 04, 05 Turns of bombardment that Red's mission still asks for."""
    mission = state.mission[Side.RED]
    if mission.number == RedMission.INVADE_AND_SECURE:
        return INVASION_BOMBARDMENTS - int(mission.bombardments)
    if mission.number == RedMission.SURFACE_RAID or mission.number == RedMission.BOMBARDMENT:
        return max(0, RAID_BOMBARDMENTS - int(mission.bombardments))
    return 0


@jit
def missiles_to_spare(state):
    """Missiles of Red's fleet beyond those that are for the planet."""
    missiles = 0
    for k in range(craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            missiles += int(state.craft[k].missiles)
    return missiles - SALVO * bombardments_wanted(state)


@jit
def launch_or_bombard(state, side, mask):
    """Bombard where it counts; keep what it takes; launching at ships is the fighter's word."""
    if side != Side.RED:
        return NONE
    if mask[Verb.BOMBARD] and wants_bombardment(state, side):
        return Verb.BOMBARD
    if bombardments_wanted(state) > 0 and missiles_to_spare(state) < 1:
        return Verb.DONE
    return NONE


@jit
def salvo_word(state, rules, side):
    """As many missiles as there are directors, but not those that are for the planet."""
    order = state.order[side]
    if side != Side.RED or bombardments_wanted(state) == 0:
        return NONE
    directors = int(rules.classes[state.craft[order.craft].klass].directors)
    number = min(directors, int(order.high), missiles_to_spare(state))
    return number_word(state, order, max(1, number))


# --- asteroids -----------------------------------------------------------------------------------


@jit
def body_column(state, side):
    """Red's asteroids far from the planet, Blue's before it: nobody has a mission yet."""
    placed = 0
    for k in range(1, MAX_BODIES):
        placed += 1 if state.body[k].kind == BodyKind.ASTEROID else 0
    return ASTEROID_COLUMNS[side][placed % 2]


# --- the fleet -----------------------------------------------------------------------------------


@jit
def ship_worth(state, rules, side, index):
    """What a craft on sale is worth for the mission, for each point of its price."""
    klass = rules.classes[state.craft[index].klass]
    number = int(state.mission[side].number)
    cost = max(1, price(state, rules, side, index))
    if klass.drone:
        return 0.0
    if is_runner(state, rules, side):
        return runner_worth(state, rules, side, index)
    if side == Side.RED and number == RedMission.INVADE_AND_SECURE:
        return invader_worth(state, rules, klass, cost)
    if is_convoy(state, side) and state.mission[side].late:
        return runner_worth(state, rules, side, index)
    if klass.riders > 0:
        return 0.0
    worth = card_worth(klass)
    if side == Side.RED and klass.g < 4:
        worth *= 0.5
    return worth / float(cost) ** DEARNESS


@jit
def runner_worth(state, rules, side, index):
    """The one ship that goes: fast, able to jump, the strongest of those; then Red's escorts."""
    klass = rules.classes[state.craft[index].klass]
    fleet = ships_bought(state, rules, side)
    if is_convoy(state, side):
        fleet = merchants_bought(state, rules, side)
    number = int(state.mission[side].number)
    several = side == Side.RED and number >= RedMission.TRANSIT
    if fleet > 0 and several and klass.jump > 0 and klass.g >= ESCORTS_G:
        cost = max(1, price(state, rules, side, index))
        return card_worth(klass) / float(cost) ** DEARNESS
    if klass.jump == 0 or (fleet > 0 and not several) or klass.g < RUNNERS_G:
        return 0.0 if fleet > 0 or klass.jump == 0 else float(klass.g)
    return 100.0 * int(klass.g) + int(klass.points)


@jit
def invader_worth(state, rules, klass, cost):
    """MIR-02 Missiles for four bombardments first, then troops, then ships to fight their way."""
    worth = card_worth(klass) / float(cost) ** DEARNESS
    if fleet_missiles(state) < SALVO * INVASION_BOMBARDMENTS:
        enough = klass.missiles >= SALVO * INVASION_BOMBARDMENTS
        return SOUGHT - cost if enough else worth
    if klass.size_mod <= LARGE and troops_aboard(state, rules) < TROOPS_A_TURN:
        return SOUGHT * (TROOPS_OF_LARGEST if klass.size_mod <= LARGEST else 1) / cost
    return worth


@jit
def troops_aboard(state, rules):
    """MIR-02 Troops that the ships bought land in a turn."""
    troops = 0
    for k in range(craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            size = int(rules.classes[state.craft[k].klass].size_mod)
            if size <= LARGE:
                troops += TROOPS_OF_LARGEST if size <= LARGEST else 1
    return troops


@jit
def fleet_missiles(state):
    """Missiles of the ships that Red has bought."""
    missiles = 0
    for k in range(craft_slots(state)):
        if state.craft[k].status == CraftStatus.IN_FORCE:
            missiles += int(state.craft[k].missiles)
    return missiles


@jit
def ships_bought(state, rules, side):
    """Ships that a side has bought; drones are none."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
        if here and not rules.classes[craft.klass].drone:
            count += 1
    return count


@jit
def merchants_bought(state, rules, side):
    """Merchants that a side has bought."""
    count = 0
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and rules.classes[craft.klass].merchant:
            count += 1
    return count


@jit
def buy_word(state, rules, side, mask):
    """The craft on sale of most worth for its price, or done."""
    best, word = 0.0, NONE
    for k in range(side * craft_slots(state), (side + 1) * craft_slots(state)):
        if not can_buy(state, rules, side, k) or offered_before(state, side, k):
            continue
        worth = ship_worth(state, rules, side, k)
        if worth > best and mask[craft_word(state, k)]:
            best = worth
            word = craft_word(state, k)
    if word != NONE:
        return word
    return Verb.DONE if mask[Verb.DONE] else NONE


@jit
def tactics_word(state, rules, side):
    """Task forces of three or four ships; who runs spends what he has on dummies instead."""
    order = state.order[side]
    wanted = 3
    if is_runner(state, rules, side):
        wanted = 5
    elif side == Side.RED and state.mission[side].number == RedMission.INVADE_AND_SECURE:
        wanted = 1
    return number_word(state, order, max(int(order.low), min(wanted, int(order.high))))


@jit
def crew_word(state, rules, side, mask):
    """Green for an invasion, which is a matter of numbers; crack for who runs alone."""
    wanted = Crew.AVERAGE | 0
    if side == Side.RED and state.mission[side].number == RedMission.INVADE_AND_SECURE:
        wanted = Crew.GREEN | 0
    elif is_runner(state, rules, side):
        wanted = Crew.CRACK | 0
    word = amount_word(state, wanted)
    if mask[word]:
        return word
    return NONE


@jit
def purchase_word(state, rules, side, mask):
    """Answer a question of the purchase, or NONE for the standing buyer's answer."""
    question = int(state.ask)
    if question == Ask.BUY_TACTICS:
        return tactics_word(state, rules, side)
    if question == Ask.BUY_SHIP:
        return buy_word(state, rules, side, mask)
    if question == Ask.BUY_CREW:
        return crew_word(state, rules, side, mask)
    if question == Ask.BUY_MERCHANT:
        few = merchants_bought(state, rules, side) == 0
        return Verb.MERCHANT if few or not mask[Verb.WARSHIP] else Verb.WARSHIP
    return NONE


# --- the answer ----------------------------------------------------------------------------------


@jit
def mission_word(state, rules, mask):
    """The word that the mission of the seat to act asks for, or NONE to fight on."""
    question = int(state.ask)
    side = int(state.seat)
    if question == Ask.BODY_COLUMN:
        return number_word(state, state.order[side], body_column(state, side))
    if question == Ask.BODY_ROW:
        return first_word(mask, amount_word(state, 0), len(mask))
    if question == Ask.LAUNCH_MENU:
        return launch_or_bombard(state, side, mask)
    if question == Ask.LAUNCH_NUMBER:
        return salvo_word(state, rules, side)
    if question == Ask.ROUND_MENU:
        return deed_word(state, rules, mask)
    if question == Ask.THRUST:
        goal = goal_of(state, rules, int(state.order[side].tf))
        return NONE if goal == FIGHT else course_word(state, rules, side, mask, goal)
    if Ask.BUY_TACTICS <= question <= Ask.BUY_CREW or question == Ask.BUY_MERCHANT:
        return purchase_word(state, rules, side, mask)
    return mission_order_word(state, rules, side, mask)
