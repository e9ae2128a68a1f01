"""Sentences: fire, shields, damage, crews."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.telling import many
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import (
    Blast,
    Collapse,
    Facing,
    Target,
    Wits,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.told.names import Names
from spacecombat_env.rulesets.interceptor.told.views.sheets import component_name
from spacecombat_env.rulesets.interceptor.told.words import (
    COLLAPSE_WORDS,
    FACING_WORDS,
    TOLD_WORDS,
    WITS_WORDS,
)

TARGET_WORDS = {
    Target.MISSILE: "a missile",
    Target.ADRIFT: "a crew in space",
    Target.ROCK: "an asteroid",
}
BLAST_WORDS = {
    Blast.NONE: "explodes",
    Blast.HELL: "is torn apart by a HELL missile",
    Blast.PLANT: "explodes",
    Blast.MAGAZINE: "loses its magazine",
    Blast.CARRIED: "carries a ship that explodes",
}
"""What becomes of the craft."""


def facing(value: int) -> str:
    """Return a facing of a craft."""
    return FACING_WORDS[Facing(int(value) % len(Facing))]


def fire(names: Names, event: Any) -> str:
    what = names.weapons(event.actor, event.a) if event.a else "missiles"
    does = "returns fire" if event.e else "fires"
    kind = Target(event.c % len(Target))
    target = names.craft(event.target) if kind == Target.CRAFT else TARGET_WORDS[kind]
    return f"{names.craft(event.actor)} {does} {what} at {target}, range {event.d}."


def shot(names: Names, event: Any) -> str:
    of = f" of {event.c}" if event.c else ""
    said = "hits" if event.e else "misses"
    return f"{names.weapon_as_known(event.actor, event.a)} {said} (roll {event.d}{of})."


def shield(names: Names, event: Any) -> str:
    where = facing(event.e)
    if event.d:
        return f"The {where} shield of {names.craft(event.target)} is passed (roll {event.c})."
    return f"The {where} shield of {names.craft(event.target)} holds (roll {event.c})."


def hit(names: Names, event: Any) -> str:
    turret = f", turret {event.e + 1}" if event.e != NONE else ""
    column = f", column {event.d}" if event.d else ""
    where = f"{facing(event.c)}{turret}{column}"
    return f"{names.craft(event.target)} is hit for {many(event.a, 'point')}: {where}."


def damage(names: Names, event: Any) -> str:
    inside = f" and {event.b} inside" if event.b else ""
    boxes = many(event.a, "box").replace("boxs", "boxes")
    return f"{names.craft(event.target)} loses {boxes} of armour ({facing(event.c)}){inside}."


def widowed(names: Names, event: Any) -> str:
    boxes = many(event.a, "box").replace("boxs", "boxes")
    return f"{boxes} of widowed armour fall off {names.craft(event.target)} ({facing(event.c)})."


def component(names: Names, event: Any) -> str:
    what = component_name(names, int(names.state.craft[event.target].klass), event.a)
    return f"{names.craft(event.target)}: {what} is out."


def wound(names: Names, event: Any) -> str:
    who = names.crew_slot(event.c) if event.c >= 0 else "a crewman"
    state = WITS_WORDS[Wits(event.f % len(Wits))]
    return f"{names.craft(event.actor)}: {who} is {state} (roll {event.e} of {event.d})."


def turret(names: Names, event: Any) -> str:
    name = names.craft(event.target)
    return f"{name}: the structure of turret {event.c + 1} fails (roll {event.d})."


def danger(names: Names, event: Any) -> str:
    return f"The shot goes on to {names.craft(event.target)} in the same hex."


def exploded(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} {BLAST_WORDS[Blast(event.c % len(Blast))]}!"


def blast(names: Names, event: Any) -> str:
    name = names.craft(event.target)
    return f"The blast does {many(event.a, 'point')} to {name} ({facing(event.c)})."


def collapse(names: Names, event: Any) -> str:
    against = f" against {event.c}" if event.c else ""
    name, die = names.craft(event.actor), f"(roll {event.d}{against})"
    if not event.e:
        return f"The hull of {name} holds {die}."
    return f"{name} {COLLAPSE_WORDS[Collapse(event.f % len(Collapse))]} {die}!"


def derelict(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is a derelict: nobody is left to fly it."


def abandoned(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} is abandoned."


def ejected(names: Names, event: Any) -> str:
    return f"The crew of {names.craft(event.actor)} ejects."


def manned(names: Names, event: Any) -> str:
    does = "takes" if event.d else "gives up"
    who = names.crew_slot(event.c) if event.c >= 0 else "a crewman"
    return f"{names.craft(event.actor)}: {who} {does} {names.weapon(event.actor, event.a)}."


def dropped(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} drops the load of a rack."


def seen(names: Names, event: Any) -> str:
    told = ", ".join(word for bit, word in TOLD_WORDS.items() if event.a & bit)
    what = told or "its state"
    return f"{names.craft(event.actor)} learns of {names.craft(event.target)}: {what}."


TELL = {
    Event.FIRE: fire,
    Event.SHOT: shot,
    Event.SHIELD: shield,
    Event.HIT: hit,
    Event.DAMAGE: damage,
    Event.WIDOWED: widowed,
    Event.COMPONENT: component,
    Event.WOUND: wound,
    Event.TURRET: turret,
    Event.DANGER: danger,
    Event.EXPLODED: exploded,
    Event.BLAST: blast,
    Event.COLLAPSE: collapse,
    Event.DERELICT: derelict,
    Event.ABANDONED: abandoned,
    Event.EJECTED: ejected,
    Event.MANNED: manned,
    Event.DROPPED: dropped,
    Event.SEEN: seen,
}
