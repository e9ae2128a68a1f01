"""Sentences: fire, shields, damage, crews."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import (
    NONE,
    UNDISCLOSED,
    Blast,
    Collapse,
    CrewStatus,
    Disclosed,
    Event,
    Seeing,
    Target,
    template_names,
)
from ..piece_names import Names
from ..texts import COLLAPSE_TEXT, CREW_STATUS_TEXT, DISCLOSED_TEXT
from ..views.sheet_views import component_name
from .columns import against, facing

TARGET_TEXT = {
    Target.MISSILE: "a missile",
    Target.ADRIFT: "a crew in space",
    Target.ROCK: "an asteroid",
}
TONNAGES = (Disclosed.TONS_20, Disclosed.TONS_10, Disclosed.TONS)
"""Tonnage as disclosed: the last is the most exact."""
BEAM_TEXT = {"laser": "a laser", "CL": "a cone laser", "EPC": "an EPC", "MDC": "an MDC"}
BEAM_TEXT |= {"NPC": "an NPC", "TPP": "a TPP"}
MISSILE_NAMES = ("DAP", "RIS", "SSS", "TGM", "DFM")
"""Names of templates."""
BLAST_TEXT = {
    Blast.NONE: "explodes",
    Blast.HELL: "is torn apart by a HELL missile",
    Blast.PLANT: "explodes",
    Blast.MAGAZINE: "loses its magazine",
    Blast.CARRIED: "carries a ship that explodes",
}
"""The result for the craft."""


def fire(names: Names, event: Any) -> str:
    what = names.fired(event.actor, event.a) if event.a else "missiles"
    does = "returns fire with" if event.e else "fires"
    kind = Target(event.c % len(Target))
    target = names.craft(event.target) if kind == Target.CRAFT else TARGET_TEXT[kind]
    return f"{names.craft(event.actor)} {does} {what} at {target}, range {event.d}."


def shot(names: Names, event: Any) -> str:
    text = "hits" if event.e else "misses"
    weapon = names.weapon_as_known(event.actor, event.a)
    return f"{weapon} {text} {against(event.d, event.c)}."


def shield(names: Names, event: Any) -> str:
    where = f"the {facing(event.e)} shield of {names.craft(event.target)}"
    missile = bool(event.f)
    if event.d:
        text = f"the missile passes {where}" if missile else f"{where} is passed"
    else:
        text = f"{where} holds" + " against the missile" * missile
    return f"{text[0].upper()}{text[1:]} (roll {event.c})."


def hit(names: Names, event: Any) -> str:
    turret = f", turret {event.e + 1}" if event.e != NONE else ""
    column = f", column {event.d}" if event.d else ""
    where = f"{facing(event.c)}{turret}{column}"
    by = _blow(event.b)
    return f"{names.craft(event.target)} is hit{by} for {pluralize(event.a, 'point')}: {where}."


def damage(names: Names, event: Any) -> str:
    return f"{names.craft(event.target)}: {_losses(event)} lost ({facing(event.c)})."


def _blow(template: int) -> str:
    """Return the means of a blow, from its template."""
    name = template_names()[template % len(template_names())].partition("_")[0]
    if name == "rows" or not name:
        return ""
    if name in MISSILE_NAMES:
        return f" by a missile ({name})"
    return f" by {BEAM_TEXT.get(name, name)}"


def _losses(event: Any) -> str:
    """Return the boxes that a blow has cost."""
    armour = [f"{pluralize(event.a, 'box')} of armour"] if event.a else []
    inside = [f"{pluralize(event.b, 'box')} inside"] if event.b else []
    armour_boxes = [f"{pluralize(event.d, 'box')} on the armour"] if event.d else []
    return " and ".join([*armour_boxes, *armour, *inside]) or "nothing"


def widowed(names: Names, event: Any) -> str:
    falls = "falls" if event.a == 1 else "fall"
    text = f"{pluralize(event.a, 'box')} of widowed armour {falls} off"
    return f"{text} {names.craft(event.target)} ({facing(event.c)})."


def component(names: Names, event: Any) -> str:
    klass = names.class_row(event.target)
    return f"{names.craft(event.target)}: {component_name(names, klass, event.a)} is out."


def wound(names: Names, event: Any) -> str:
    who = _crewman(names, event)
    state = CREW_STATUS_TEXT[CrewStatus(event.f % len(CrewStatus))]
    die = f" {against(event.e, event.d)}" if event.e else ""
    return f"{names.craft(event.actor)}: {who} is {state}{die}."


def station(names: Names, event: Any) -> str:
    does = "is wounded" if event.f else "is unhurt"
    who = _crewman(names, event)
    return f"{names.craft(event.actor)}: {who} {does} {against(event.e, event.d)}."


def _crewman(names: Names, event: Any) -> str:
    """Return the crewman of an event: column c is his place in the crew."""
    klass = names.class_of(event.actor)
    return names.crewman(klass, event.c) if 0 <= event.c < int(klass.crew) else "a crewman"


def turret(names: Names, event: Any) -> str:
    name = names.craft(event.target)
    return f"{name}: the structure of turret {event.c + 1} fails (roll {event.d})."


def exploded(names: Names, event: Any) -> str:
    return f"{names.craft(event.actor)} {BLAST_TEXT[Blast(event.c % len(Blast))]}!"


def collapse(names: Names, event: Any) -> str:
    name = names.craft(event.actor)
    first = "" if event.c == UNDISCLOSED else f"roll {event.d} against {event.c}"
    if not event.e:
        return f"The hull of {name} holds ({first})."
    details = ", ".join(filter(None, (first, f"roll {event.a} on the table")))
    return f"{name} {COLLAPSE_TEXT[Collapse(event.f % len(Collapse))]} ({details})!"


def manned(names: Names, event: Any) -> str:
    does = "takes" if event.d else "gives up"
    who = _crewman(names, event)
    return f"{names.craft(event.actor)}: {who} {does} {names.weapon(event.actor, event.a)}."


def visible(names: Names, event: Any) -> str:
    bits = [bit for bit in DISCLOSED_TEXT if event.a & bit]
    tons = [bit for bit in bits if bit in TONNAGES]
    parts = [DISCLOSED_TEXT[bit] for bit in bits if bit not in tons[:-1]]
    if event.c >= Seeing.NEAR:
        parts.append("its armour" + " and inside" * (event.c >= Seeing.SAME_HEX))
    what = ", ".join(parts) or "its state"
    if not event.b:
        return f"{names.craft(event.actor)} finds {names.craft(event.target)} as before: {what}."
    return f"{names.craft(event.actor)} learns of {names.craft(event.target)}: {what}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.FIRE: fire,
    Event.SHOT: shot,
    Event.SHIELD: shield,
    Event.HIT: hit,
    Event.DAMAGE: damage,
    Event.WIDOWED: widowed,
    Event.COMPONENT: component,
    Event.WOUND: wound,
    Event.STATION: station,
    Event.TURRET: turret,
    Event.EXPLODED: exploded,
    Event.COLLAPSE: collapse,
    Event.MANNED: manned,
    Event.SEEN: visible,
}
