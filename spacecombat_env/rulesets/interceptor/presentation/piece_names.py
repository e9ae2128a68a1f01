"""The names of pieces, made for one reader; action_text.py describes their form."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from spacecombat_env.core.presentation.perspective import (
    PUBLIC,
    enemy_name,
    is_own,
    owner_text,
    reader_name,
    to_plain,
)
from spacecombat_env.core.presentation.reader import Reader

from ..model import CLASS, MOUNT_NAMES, NONE, REASONS, Family, Role, Target, weapon_names
from .coordinates import hex_number
from .texts import LOAD_TEXT, PHASE_TEXT, ROLE_TEXT

NOBODY = "nobody"


@lru_cache(maxsize=64)
def _plain_class(content: bytes) -> Any:
    """Return a class in plain form: it is read box by box."""
    return to_plain(np.frombuffer(content, CLASS.dtype)[0])


class Names(Reader):
    """The names of pieces for one reader."""

    phases, reasons = PHASE_TEXT, REASONS

    @cached_property
    def slots(self) -> int:
        """Craft slots of one side."""
        return len(self.state.craft) // 2

    def class_row(self, k: int) -> int:
        """The row of a craft's class, 0 where it is unknown."""
        return int(self.state.craft[k].klass)

    def class_of(self, k: int) -> Any:
        """The class of a craft, as a record of the rules."""
        return self.scenario.table.rules[0].classes[self.class_row(k)]

    def printed(self, row: int) -> Any:
        """A class by its row, in plain form."""
        return _plain_class(self.scenario.table.rules[0].classes[int(row)].tobytes())

    def side(self, k: int) -> int:
        """The side of a craft."""
        return int(k) // self.slots

    def craft(self, k: int) -> str:
        """The name of a craft: its own, or contact number and class if known."""
        k = int(k)
        if k == NONE:
            return NOBODY
        self.named.append(("craft", k))
        craft, side = self.state.craft[k], self.side(k)
        if is_own(self.seat, side):
            return reader_name(self.seat, side, self.resolved["cards"][int(craft.card)])
        if self.seat == PUBLIC and craft.contact == NONE:
            return f"a {owner_text(self.seat, side)} ship"
        return enemy_name(self.seat, side, self.contact(int(craft.contact), self.class_row(k)))

    def contact(self, contact: int, klass: int) -> str:
        """The name of an enemy craft by contact number."""
        if contact == NONE:
            return "an enemy ship"
        return f"{self.klass(klass)} ({contact + 1})" if klass else f"Contact {contact + 1}"

    def weapon(self, k: int, row: int) -> str:
        """The name of a weapon row of a craft whose class is known."""
        return self.weapon_of(self.class_row(k), row)

    def weapon_of(self, klass_row: int, row: int) -> str:
        """The name of a weapon row of a class."""
        klass = self.printed(klass_row)
        if row < 0 or row >= klass.weapons:
            return "a weapon"
        weapon = klass.weapon[row]
        if weapon.family != Family.RACK:
            return weapon_names()[weapon.table]
        mount = klass.mount[weapon.rack]
        return next(name for name, kind in MOUNT_NAMES.items() if kind == mount)

    def weapon_as_known(self, k: int, row: int) -> str:
        """The name of a weapon row with its craft's, if the class is known."""
        if int(k) == NONE:
            return "A shot"
        weapon = self.weapon(k, row) if self.class_row(k) else "A weapon"
        return f"{weapon} of {self.craft(k)}"

    def weapons(self, k: int, mask: int) -> str:
        """The weapon rows of a mask, like ones counted: `2 Laser 5/1, EPC 9`."""
        if not self.class_row(k):
            return f"{bin(int(mask)).count('1')} weapons"
        rows = [row for row in range(16) if int(mask) >> row & 1]
        names = [self.weapon(k, row) for row in rows]
        counted = {name: names.count(name) for name in names}
        return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counted.items())

    def fired(self, k: int, mask: int) -> str:
        """The guns of a mask, and missiles where one of its rows is a rack."""
        klass = self.printed(self.class_row(k))
        racks = [n for n in range(klass.weapons) if klass.weapon[n].family == Family.RACK]
        launched = int(mask) & sum(1 << n for n in racks)
        guns = self.weapons(k, int(mask) & ~launched) if int(mask) & ~launched else ""
        return ", ".join(filter(None, (guns, "missiles" if launched else "")))

    def load(self, load: int) -> str:
        """The name of a missile or a pod."""
        return LOAD_TEXT[load] if load >= 0 else "missile"

    def missile(self, n: int) -> str:
        """The name of a missile: its kind where it is known, and its number."""
        n = int(n)
        if n == NONE:
            return "a missile"
        self.named.append(("missile", n))
        side, number = divmod(n, len(self.state.missile) // 2)  # its contact number is its place
        return reader_name(self.seat, side, f"{self.missile_kind(n)} {number + 1}")

    def missile_kind(self, n: int) -> str:
        """The text before a missile's number in its name."""
        return self.load(int(self.state.missile[n].kind))

    def adrift(self, n: int) -> str:
        """The name of a crew in space."""
        self.named.append(("adrift", int(n)))
        side, place = divmod(int(n), len(self.state.adrift) // 2)
        if is_own(self.seat, side):
            return reader_name(self.seat, side, f"crew {place + 1}")
        return f"{owner_text(self.seat, side)} crew {place + 1}"

    def rock(self, n: int) -> str:
        """The name of an asteroid or a wreck: its hex."""
        rock = self.state.rock[int(n)]
        return f"the asteroid in {hex_number(self.scenario, self.seat, rock.q, rock.r)}"

    def target(self, kind: int, target: int) -> str:
        """The name of a target."""
        tell = {
            Target.CRAFT: self.craft,
            Target.MISSILE: self.missile,
            Target.ADRIFT: self.adrift,
            Target.ROCK: self.rock,
        }
        return tell[Target(int(kind))](target) if int(target) != NONE else "a target"

    def crewman(self, klass: Any, place: int) -> str:
        """The name of a crewman by his place: his role, numbered where there are several."""
        role = Role(int(klass.role[place]))
        mates = [n for n in range(int(klass.crew)) if klass.role[n] == role]
        number = f" {mates.index(place) + 1}" if len(mates) > 1 else ""
        return f"{ROLE_TEXT[role]}{number}"

    def crew_slot(self, m: int) -> str:
        """The name of a crewman by his slot."""
        m = int(m)
        if m == NONE:
            return "a crewman"
        k = int(self.state.crew[m].craft)
        return self.crewman(self.class_of(k), m - int(self.state.craft[k].first_crew))


class LogNames(Names):
    """The names of pieces in the log: as of the event, whatever was learned later.

    For an enemy ship that is the class that was known at the event, for a missile its number: its
    slot may hold another by now.
    """

    @cached_property
    def event(self) -> list[Any]:
        """The event that is being described."""
        return []

    def class_row(self, k: int) -> int:
        """The row of a craft's class, 0 where it was unknown to the reader."""
        if is_own(self.seat, self.side(k)):
            return super().class_row(k)
        (event,) = self.event
        if k == event.actor:
            return int(event.actor_class)
        return int(event.target_class) if k == event.target else 0

    def missile_kind(self, n: int) -> str:
        """The text before a missile's number in its name: the kind as announced at launch."""
        return "missile"
