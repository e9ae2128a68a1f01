"""What a seat gets of a game, what it cannot know, and games that differ in it alone."""

from __future__ import annotations

import functools

import numpy as np

from kit.battle_rider.scenes import SCENES
from kit.battle_rider.table import Table, position, side, started
from spacecombat_env.core.record import field_names
from spacecombat_env.core.ruleset import games_of, make_games
from spacecombat_env.rulesets.battle_rider import entry
from spacecombat_env.rulesets.battle_rider.entry import tell_readers
from spacecombat_env.rulesets.battle_rider.pieces.constants import (
    DETAILS,
    NONE,
    TASK_NOTES,
    VERBS,
    WEAPON_ROWS,
    Ask,
    Chance,
    CraftStatus,
    Errand,
    Event,
    ForceStatus,
    Grade,
    Purpose,
    Removal,
    Sensor,
    SensorDM,
    TaskNote,
)
from spacecombat_env.rulesets.battle_rider.pieces.referee import is_sighted, spread_shows
from spacecombat_env.rulesets.battle_rider.told import draw, notation, story, views

UNSEEN_MODIFIERS = (SensorDM.ACTIVE, SensorDM.EMITTER, SensorDM.AREA_JAMMING, SensorDM.CROSSING)
"""What is not told of a search in vain, although the sensing side reckons it."""

# --- what a seat gets ----------------------------------------------------------------------------


def looks(game, games, seat, pictures):
    """Everything that a seat gets of a game, by name."""
    scenario, table = game.scenario, game.table
    seen = make_games(table.opening.dtype, 1)
    entry.redact(games, 0, seen, 0, seat)
    row = np.zeros(scenario.observation.size, np.int8)
    entry.observe_seat(seen, 0, table, seat, row)
    mask = np.zeros(scenario.actions.size, np.int8)
    if games.states[0].seat == seat:
        entry.legal_words(seen, 0, table, mask)
    got = {
        "record": seen.raw[0].tobytes(),
        "observation": row.tobytes(),
        "mask": mask.tobytes(),
        "log": story.log(seen, 0, scenario, seat, 0),
    }
    if pictures:
        got["view"] = views.view(seen, 0, scenario, seat)
        got["picture"] = draw.draw_text(seen, 0, scenario, seat)
        got["drawing"] = draw.draw_svg(seen, 0, scenario, seat)
        got["question"] = notation.question(seen, 0, scenario, seat)
        got["words"] = [notation.word(seen, 0, scenario, seat, k) for k in np.flatnonzero(mask)]
    return got


def retold(games, seat):
    """What a seat would be told if all that is kept of the true log were told anew."""
    changed = copied(games)
    state = changed.states[0]
    state.log_told = max(0, int(state.log_count) - len(state.log))
    state.told[:], state.told_count[:] = np.zeros((), state.told.dtype), 0
    tell_readers(state)
    return state.told[seat].tobytes(), int(state.told_count[seat])


def true_mask(game, games):
    """The legal words of the seat to act by the true record."""
    mask = np.zeros(game.scenario.actions.size, np.int8)
    entry.legal_words(games, 0, game.table, mask)
    return mask.tobytes()


# --- what a seat cannot know ---------------------------------------------------------------------


class Secrets:
    """The pieces of the other side, and what of them may be changed in secret."""

    def __init__(self, game, games, seat, lots):
        self.state, self.rules, self.opening = games.states[0], game.rules, game.table.opening[0]
        self.enemy, self.lots = 1 - seat, lots

    def slots(self, pieces):
        """The enemy's half of a block of pieces."""
        half = len(pieces) // 2
        return range(self.enemy * half, (self.enemy + 1) * half)

    def unknown(self):
        """Undetected enemy craft in task forces."""
        craft = self.state.craft
        return [
            k
            for k in self.slots(craft)
            if craft[k].status == CraftStatus.IN_FORCE
            and craft[k].tf >= 0
            and not craft[k].detected
        ]

    def hiding_places(self):
        """Enemy forces in which an unknown craft may be."""
        return [
            k
            for k in self.slots(self.state.tf)
            if self.state.tf[k].status == ForceStatus.WAITING
            or (self.state.tf[k].status == ForceStatus.ON_MAP and not self.state.tf[k].shadow_found)
        ]

    def emitters(self, tf):
        """Craft of a force that show its Active marker."""
        return [
            k
            for k in self.slots(self.state.craft)
            if self.state.craft[k].status == CraftStatus.IN_FORCE
            and self.state.craft[k].tf == tf
            and (self.state.craft[k].active or self.state.craft[k].jamming)
        ]


def move_unknown_craft(s):
    """Composition of task forces, dummies among them."""
    for k in s.unknown():
        craft = s.state.craft[k]
        places = [p for p in s.hiding_places() if s.state.tf[p].strength < s.state.tactics[s.enemy]]
        if craft.active or craft.jamming or not places:
            continue
        s.state.tf[craft.tf].strength -= 1
        craft.tf = s.lots.choice(places)
        s.state.tf[craft.tf].strength += 1


def swap_classes(s):
    """Which unknown craft is which."""
    unknown = s.unknown()
    s.lots.shuffle(unknown)
    for a, b in zip(unknown[::2], unknown[1::2], strict=False):
        first, second = s.state.craft[a], s.state.craft[b]
        first.klass, second.klass = int(second.klass), int(first.klass)


def change_stores(s):
    """Missiles, fuel, and what the owner keeps track of; of detected craft as well."""
    for k in s.slots(s.state.craft):
        craft = s.state.craft[k]
        craft.missiles = s.lots.integers(0, 40)
        craft.fuel = s.lots.integers(0, 5)
        craft.launched = s.lots.integers(2)
        craft.controlled = s.lots.integers(9)
        craft.forgone_g = s.lots.integers(3)
        craft.overpower = s.lots.integers(3)
        craft.dampers_used = s.lots.integers(3)
        craft.fired[:] = s.lots.integers(0, 3, WEAPON_ROWS)
        craft.fired_before[:] = s.lots.integers(0, 3, WEAPON_ROWS)
        craft.tried[:] = s.lots.integers(0, 64, 2)
        craft.tried_spreads[:] = s.lots.integers(0, 64, 2)
        for name in ("lock_tried", "lock", "lock_spread_tried", "lock_spread"):
            craft[name] = s.lots.integers(64)


def change_advanced_stores(s):
    """The same of advanced rules; where none is in use, these fields never change."""
    for k in s.slots(s.state.craft) if s.rules.option.advanced else ():
        craft = s.state.craft[k]
        craft.sims = s.lots.integers(0, 40)
        craft.fatigue, craft.stunned = s.lots.integers(0, 3, 2)
        craft.party_sent = s.lots.integers(2)
        craft.globe_drain, craft.globe_marks = s.lots.integers(0, 4, 2)


def change_watch(s):
    """How ready and how tired its crews are."""
    if not s.rules.option.advanced:
        return
    for name in field_names(s.state.watch.dtype):
        s.state.watch[s.enemy][name] = s.lots.integers(0, 3)


def change_status_of_unknown_craft(s):
    """Arrays, damage, and active sensors where the force shows an Active marker anyhow."""
    for k in s.unknown():
        craft = s.state.craft[k]
        craft.extended = s.lots.integers(2)
        before = craft.damage > 0
        craft.damage[:] = s.lots.integers(0, 4, len(craft.damage))
        if s.rules.option.hidden_damage:  # the cup is not looked into
            s.state.pool[:] += before.astype(np.int8) - (craft.damage > 0)
        craft.tumble = s.lots.integers(3)
        craft.overload = s.lots.integers(3)
        craft.sand_used = s.lots.integers(3)
        if s.rules.option.advanced:
            craft.power = s.lots.integers(3)
            craft.globe = s.lots.integers(11)
            craft.facing, craft.facings = s.lots.integers(-1, 6), s.lots.integers(64)
        others = [other for other in s.emitters(craft.tf) if other != k]
        if others:
            craft.active = s.lots.integers(2)


def change_entry_plans(s):
    """Where and when task forces that wait will enter; how many there are."""
    for k in s.slots(s.state.tf):
        force = s.state.tf[k]
        if force.status == ForceStatus.UNUSED and s.lots.integers(2):
            force.status, force.strength = ForceStatus.WAITING, 0
            force.entry_turn = 99
        if force.status == ForceStatus.WAITING and s.state.round_tf != k:
            force.q, force.r = s.lots.integers(1, 20), s.lots.integers(-9, 9)
            force.vq, force.vr = 0, s.lots.integers(1, 7)
            force.entry_turn = s.lots.integers(2, 9)
            force.contact = s.lots.integers(-1, 5)
            force.evade, force.spent_g = s.lots.integers(0, 2, 2)
            force.thrust_side = s.lots.integers(-1, 6)


def change_what_forces_did(s):
    """Gs burned and where their round stands; that any G was burned is public."""
    for k in s.slots(s.state.tf):
        force = s.state.tf[k]
        force.gs = s.lots.integers(1, 7) if force.spent_g else 0
        for name in ("fire_over", "detecting", "firing", "settled"):
            force[name] = s.lots.integers(2)


def change_orders(s):
    """The words the other side has spoken."""
    order = s.state.order[s.enemy]
    for name in field_names(order.dtype):
        order[name] = s.lots.integers(0, 5, order[name].shape) if order[name].shape else 3


def change_spreads(s):
    """Owner and Gs left of every spread, the number of an undetected one."""
    craft = list(s.slots(s.state.craft))
    for k in s.slots(s.state.spread):
        spread = s.state.spread[k]
        if spread.count == 0:
            continue
        spread.owner = s.lots.choice(craft)
        spread.g_left = s.lots.integers(13)
        spread.fire_control, spread.penalty, spread.fired = s.lots.integers(0, 2, 3)
        spread.reach = s.lots.integers(9)
        spread.sim, spread.scanned, spread.ship_lock = s.lots.integers(0, 2, 3)
        if not spread.detected and spread.target_tf == NONE:
            spread.count = s.lots.integers(1, 40)


def change_luck(s):
    """The order of the deck and the seeds."""
    chance = s.state.chance
    chance.deck[:] = s.lots.permutation(chance.deck)
    chance.deck_left = s.lots.integers(95)
    chance.seed_lo, chance.seed_hi = s.lots.integers(0, 2**31, 2)
    chance.uses[:] = s.lots.integers(0, 9, len(chance.uses))
    chance.dealt += s.lots.integers(50)


def change_number_of_decisions(s):
    """How much the other side has been asked."""
    s.state.chance.decisions += s.lots.integers(1, 50)


def change_attempt(s):
    """Who is scanning passively from where; and what an attempt of one's own is against."""
    attempt = s.state.attempt
    if attempt.actor == NONE:
        return
    half = len(s.state.craft) // 2
    if attempt.actor // half != s.enemy:
        attempt.ties = s.lots.integers(8)
        if attempt.purpose != Purpose.BEAM_LOCK:
            attempt.target_craft = s.lots.choice([NONE, *s.slots(s.state.craft)])
    else:
        attempt.successes, attempt.sim = s.lots.integers(4), s.lots.integers(-1, 4)
        attempt.actor = s.lots.choice(list(s.slots(s.state.craft)))
        if attempt.grade != Grade.FAILURE:
            attempt.grade = s.lots.choice([Grade.SUCCESS, Grade.OUTSTANDING])
        if attempt.sensor == Sensor.PASSIVE:
            attempt.range, attempt.tech_level = s.lots.integers(0, 9, 2)


def change_shooter(s):
    """Which of its ships fires the volley."""
    if s.state.volley.shooter != NONE:
        half = len(s.state.craft) // 2
        if s.state.volley.shooter // half == s.enemy:
            s.state.volley.shooter = s.lots.choice(list(s.slots(s.state.craft)))


def change_unseen_losses(s):
    """Points of craft lost without having been seen."""
    s.state.points_lost[s.enemy] += s.lots.integers(50)
    s.state.points_escaped[s.enemy] += s.lots.integers(50)


def change_what_was_told_to_the_enemy(s):
    """Events that only the other side may read."""
    for event in (*s.state.log, *s.state.told[s.enemy]):
        if event.kind and event.known == 1 << s.enemy:
            event.kind = s.lots.integers(1, 20)
            event.actor, event.target, event.a, event.b, event.c = s.lots.integers(0, 5, 5)
            event.card, event.detail[:] = 7, s.lots.integers(0, 5, DETAILS)


def change_secret_parts_of_events(s):
    """What a seat is not told of an event that it may read; of tasks value, ship, crew, reasons."""
    for event in s.state.log:
        enemy = event.side == s.enemy
        seeks = event.a in (Chance.DETECTION, Chance.LOCK, Chance.SURVEY)
        if event.kind == Event.FORCE_REMOVED and enemy and event.b != Removal.FOUND_EMPTY:
            event.b = s.lots.choice([Removal.GONE, Removal.DUMMY])
        if event.kind not in (Event.TASK, Event.CARDS) or not event.known:
            continue
        if enemy:
            event.c = int(event.c) & TASK_NOTES | 4 * s.lots.integers(3)
            if event.a != Chance.JAMMING:
                event.b = s.lots.integers(-5, 9)
            if seeks or event.a == Chance.JAMMING:
                event.actor = s.lots.choice(list(s.slots(s.state.craft)))
        if event.kind == Event.CARDS:
            continue
        if enemy:
            first = SensorDM.JAMMING if seeks else DETAILS
            event.detail[:first] = s.lots.integers(-3, 4, first)
        elif event.c & TaskNote.UNKNOWN:
            event.b, event.card = s.lots.integers(-5, 9), s.lots.integers(96)
            for n in (*UNSEEN_MODIFIERS, *range(SensorDM.SIZE, DETAILS)) if seeks else ():
                event.detail[n] = s.lots.integers(-3, 4)
        elif seeks:
            event.detail[SensorDM.SIZE] += 1
            event.detail[SensorDM.TECH] -= 1


def tell_the_enemy_more(s):
    """Further events that only the other side has been told."""
    s.state.told_count[s.enemy] += s.lots.integers(1, 200)
    s.state.told[s.enemy] = s.state.told[s.enemy][s.lots.permutation(len(s.state.log))]


def change_purchase(s):
    """What is bought, offered and left over, by a side that buys its fleet."""
    state = s.state
    if not state.buyer[s.enemy]:
        return
    state.funds[s.enemy] = s.lots.integers(1, 200)
    state.tactics[s.enemy] = s.lots.integers(1, 8)
    for k in s.slots(state.craft):
        craft = state.craft[k]
        if craft.status in (CraftStatus.UNUSED, CraftStatus.OFFERED, CraftStatus.SET_ASIDE):
            craft.status = s.lots.choice([CraftStatus.UNUSED, CraftStatus.OFFERED])
            craft.klass = s.lots.integers(1, 20) if craft.status else 0
        elif not craft.detected:
            craft.klass = s.lots.integers(1, 20)


def change_question(s):
    """Where the engine stands, what the other side is asked, which waiting force it brings on."""
    state = s.state
    if state.ask != Ask.NOTHING:
        state.step = s.lots.integers(1, 20)
    if state.seat == s.enemy and not state.verdict >= 0:
        state.ask = s.lots.choice([Ask.LAUNCH_MENU, Ask.CHOOSE_FORCE, Ask.ROUND_MENU, Ask.THRUST])
    waiting = [k for k in s.slots(state.tf) if state.tf[k].status == ForceStatus.WAITING]
    if state.round_tf in waiting:
        state.round_tf = s.lots.choice([NONE, *waiting])


def change_batteries(s):
    """What the batteries of the other side have fired through which hexside."""
    if s.state.battery_side == s.enemy:
        shape = s.state.battery_fire.shape
        s.state.battery_fire[:] = s.lots.integers(0, 5, shape)
        s.state.directed[:] = s.lots.integers(0, 999, s.state.directed.shape)
        for force in s.state.tf:
            force.near_side = s.lots.integers(-1, 6)


def change_hidden_damage(s):
    """Where damage is hidden: which results lie face down on a ship, as many as before."""
    if not s.rules.option.hidden_damage:
        return
    for k in s.slots(s.state.craft):
        damage = s.state.craft[k].damage
        s.state.pool[:] += damage > 0
        damage[:] = s.lots.permutation(damage)
        s.state.pool[:] -= damage > 0


def change_unseen_pieces(s):
    """Double-blind: where the forces and missiles are of which nothing has been found."""
    if not s.rules.option.double_blind:
        return
    for k in s.slots(s.state.tf):
        force = s.state.tf[k]
        if force.status == ForceStatus.ON_MAP and not is_sighted(s.state, k):
            force.q, force.r = s.lots.integers(1, 20), s.lots.integers(-9, 9)
            force.vq, force.vr, force.acted, force.moved = s.lots.integers(0, 2, 4)
            force.evade, force.spent_g = s.lots.integers(0, 2, 2)
    for k in s.slots(s.state.spread):
        spread = s.state.spread[k]
        if not spread_shows(spread):
            spread.q, spread.r, spread.vq, spread.vr = s.lots.integers(0, 9, 4)
            spread.count = s.lots.integers(0, 9)
            spread.owner = s.lots.choice(list(s.slots(s.state.craft)))


def change_hits(s):
    """Double-blind: hits of one's own fire, and the sand they met."""
    half = len(s.state.craft) // 2
    if not s.rules.option.double_blind or s.state.volley.target // half != s.enemy:
        return
    s.state.volley.hits = s.lots.integers(0, 3)
    s.state.volley.next_hit = s.lots.integers(0, 3)
    s.state.volley.hit[:3]["value"] = s.lots.integers(0, 9, 3)
    for k in s.slots(s.state.craft):
        s.state.craft[k].sand_used = s.lots.integers(0, 9)


def change_mission(s):
    """The enemy's mission, what it has done for it in secret, and when one's own was fulfilled."""
    own, mission = s.state.mission[1 - s.enemy], s.state.mission[s.enemy]
    if not own.number:
        return
    public = ("bombardments", "troops", "number")
    for name in field_names(mission.dtype):
        if name not in public:
            mission[name] = s.lots.integers(0, 2)
    mission.number = s.lots.integers(1, 11)
    own.since, own.too_late = s.lots.integers(0, 9), s.lots.integers(2)
    for k in s.slots(s.state.craft):
        craft = s.state.craft[k]
        secret = int(Errand.REFUELLED | Errand.DATABASE | Errand.LATE)
        if s.rules.option.hidden_damage:
            secret |= int(Errand.HIT)
        craft.errand = int(craft.errand) ^ (int(s.lots.integers(64)) & secret)
        if craft.status in (CraftStatus.ESCAPED, CraftStatus.LOST):
            craft.status = s.lots.choice([CraftStatus.ESCAPED, CraftStatus.LOST])


CHANGES = (
    change_mission,
    change_unseen_pieces,
    change_hits,
    change_hidden_damage,
    move_unknown_craft,
    swap_classes,
    change_stores,
    change_advanced_stores,
    change_watch,
    change_status_of_unknown_craft,
    change_entry_plans,
    change_what_forces_did,
    change_orders,
    change_spreads,
    change_luck,
    change_number_of_decisions,
    change_attempt,
    change_shooter,
    change_unseen_losses,
    change_what_was_told_to_the_enemy,
    change_secret_parts_of_events,
    tell_the_enemy_more,
    change_question,
    change_purchase,
    change_batteries,
)


# --- the games -----------------------------------------------------------------------------------


@functools.cache
def scene(name, delegate):
    """A table set for a scenario."""
    return Table(SCENES[name], delegate=delegate, begin=False)


def walk(game, seed, length):
    """Play at random; yield after each word."""
    lots = np.random.default_rng(seed)
    entry.start(game.games, 0, game.table, seed)
    for _ in range(length):
        if game.over:
            return
        words = sorted(game.legal())
        verbs = [word for word in words if word < VERBS and word != game.token("DONE")]
        game.hear(lots.choice(verbs if verbs and lots.random() < 0.6 else words))
        yield lots


def copied(games):
    """The same games in memory of their own."""
    raw = games.raw.copy()
    return games_of(raw.view(games.states.dtype).reshape(len(raw)))


def showing(game, seat, change, seed, pictures):
    """Names of what shows a seat that something was changed in secret; and the changed games."""
    changed = copied(game.games)
    secrets = Secrets(game, changed, seat, np.random.default_rng(seed))
    for one in change:
        one(secrets)
    before, after = (looks(game, games, seat, pictures) for games in (game.games, changed))
    before["retold"], after["retold"] = retold(game.games, seat), retold(changed, seat)
    return [name for name in before if before[name] != after[name]], changed


def twin(ships, forces, words, tactics=4, rules=None, **more):
    """What Blue gets after Red, its task forces as given, has spoken some words in turn 1."""
    red = side(ships, forces, tactics=tactics, **more)
    blue = side(["Rapier"], [{"ships": ["Rapier"], "hex": "1020"}], tactics=tactics)
    game = started(position(red, blue, rules=rules or {}), 0)
    game.state.chance.seed_lo = game.state.chance.seed_hi = 1
    words(game)
    return looks(game, game.games, 1, True)


def assert_twins(first, second):
    """Both look the same to Blue."""
    assert {name for name in first if first[name] != second[name]} == set()


def walk_twins(game, seat, change, words, seed=1):
    """Play two games that differ in a secret of the other side; all that a seat gets is the same.

    The words are legal in both; the one whose secret it is may have others to choose from.
    """
    other = Table(game.scenario.source, delegate=(), begin=False)
    other.scenario, other.table, other.rules = game.scenario, game.table, game.rules
    other.games.raw[0][:] = game.games.raw[0]
    change(other.state)
    lots = np.random.default_rng(seed)
    for n in range(words):
        if game.over or other.over:
            break
        pair = [looks(one, one.games, seat, n % 8 == 0) for one in (game, other)]
        assert_twins(*pair)
        common = sorted(game.legal() & other.legal())
        if game.state.seat == seat:
            assert game.legal() == other.legal()
        verbs = [word for word in common if word < VERBS and word != game.token("DONE")]
        word = lots.choice(verbs if verbs and lots.random() < 0.4 else common)
        game.hear(word)
        other.hear(word)
    assert (game.games.raw != other.games.raw).any()  # there is a secret still
