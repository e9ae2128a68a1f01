"""Skills as they stand on the card, so that a number to hit depends on this room alone."""

import pytest

from spacecombat_env.rulesets.interceptor.combat import to_hit
from spacecombat_env.rulesets.interceptor.model import is_active, is_out_of_control


@pytest.fixture(autouse=True)
def skills_of_the_card(monkeypatch):
    """Gunnery of a crewman, Piloting of the pilot, overload as it was written down."""

    def gunnery(state, rules, m):
        return int(state.crew[m].gunnery) + int(state.crew[m].fam_gunnery)

    def dodge(state, rules, k):
        craft = state.craft[k]
        pilot = state.crew[craft.first_crew]
        can = is_active(craft) and not is_out_of_control(craft)
        return int(pilot.piloting) + int(pilot.fam_piloting) if can else 0

    monkeypatch.setattr(to_hit, "gunnery", gunnery)
    monkeypatch.setattr(to_hit, "dodge", dodge)
    monkeypatch.setattr(to_hit, "overload_of", lambda state, rules, m: int(state.crew[m].overload))
