"""Loads of the racks of a determinized ship: what was launched is gone, and what is left is likely."""

import pytest
from kit.interceptor.scenes import scene
from kit.interceptor.stations import put_station

from spacecombat_env.rulesets.interceptor.model import MOST_OPPORTUNITIES, Load, racks_of
from spacecombat_env.rulesets.interceptor.visibility.determinize_loads import (
    load_racks,
    spend_loads,
)

RACKS, SEEDS, WORLDS = 3, range(40), 150
USUAL = (Load.DAP, Load.SSS, Load.RIS, Load.DECOY)


def loads(fired=(), launched=0, decoys=0, missed=None, allowed=USUAL, seed=0, station=False):
    """Return the loads of the three racks of a LANCEA, or of an installation.

    `fired`: racks that have; `missed`: opportunities by kind.
    """
    table = scene()
    state = table.state
    k = put_station(table, side=0) if station else table.put("LANCEA")
    craft = state.craft[k]
    table.rules.cards[craft.card].allowed = sum(1 << load for load in allowed)
    state.chance.seed_lo = seed
    racks = list(racks_of(state, table.rules, k))
    craft.weapons_used = sum(1 << int(state.rack[racks[n]].weapon) for n in fired)
    craft.missiles_launched, craft.decoys_launched = launched + decoys, decoys
    for load, count in (missed or {}).items():
        craft.opportunities[load] = count
    load_racks(state, table.rules, k)
    spend_loads(state, table.rules, k)
    return [state.rack[n].load.copy() for n in racks]


def left(**about):
    """Return the Decoys and the other missiles in each of these racks."""
    found = loads(**about)
    return [(int(each[Load.DECOY]), int(each[: Load.DECOY].sum())) for each in found]


def share_of(load, **about):
    """Return the share of racks that hold a load, in as many worlds, and its standard error."""
    racks = [rack for seed in range(WORLDS) for rack in loads(seed=seed, **about)]
    share = sum(rack[load] > 0 for rack in racks) / len(racks)
    return share, (share * (1 - share) / len(racks)) ** 0.5


ALWAYS = dict.fromkeys((Load.DAP, Load.RIS, Load.SSS), MOST_OPPORTUNITIES)
"""A ship that launched nothing in all these turns bears Decoys."""


@pytest.mark.rule("IN-CMB-03", "IN-DEF-05")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_rack_that_has_fired_held_no_decoys(seed):
    """A hardpoint of 3 t bears one missile or two Decoys of 1.5 t."""
    assert left(fired=(0, 2), launched=2, missed=ALWAYS, seed=seed) == [(0, 0), (2, 0), (0, 0)]


@pytest.mark.rule("IN-HPT-02", "IN-DEF-05")
@pytest.mark.parametrize("seed", SEEDS)
def test_racks_hold_the_decoys_and_the_others_that_were_launched(seed):
    assert sorted(left(launched=2, decoys=1, seed=seed)) == [(0, 0), (0, 0), (1, 0)]
    assert left(launched=3, seed=seed) == [(0, 0)] * RACKS


@pytest.mark.rule("IN-DEF-05")
@pytest.mark.parametrize(("decoys", "racks"), [(1, [1, 2, 2]), (3, [0, 1, 2]), (6, [0, 0, 0])])
def test_decoys_are_launched_from_the_first_rack_that_has_any(decoys, racks):
    assert left(decoys=decoys, missed=ALWAYS) == [(rack, 0) for rack in racks]


@pytest.mark.rule("IN-HPT-02", "IN-DEF-05")
def test_any_rack_may_have_launched_a_decoy():
    found = {left(launched=2, decoys=1, seed=seed).index((1, 0)) for seed in SEEDS}
    assert found == set(range(RACKS))


@pytest.mark.rule("IN-HPT-02", "IN-MSL-12")
@pytest.mark.parametrize(
    ("missed", "share"),
    [({}, 1 / 6), ({Load.SSS: 1}, 3 / 14), ({Load.SSS: 1, Load.DAP: 2}, 9 / 26), (ALWAYS, 1)],
)
def test_a_kind_is_a_third_as_likely_after_each_turn_in_which_it_was_not_launched(missed, share):
    """Of six usual loads two are SSS, two DAP, one is RIS and one Decoys."""
    found, error = share_of(Load.DECOY, missed=missed)
    assert abs(found - share) <= max(2 * error, 0.01)


@pytest.mark.rule("IN-CMB-03", "IN-HPT-02")
def test_a_rack_that_has_fired_may_hold_any_kind_but_decoys():
    """Two of the five other usual loads are SSS."""
    found, error = share_of(Load.SSS, fired=range(RACKS), missed={Load.SSS: MOST_OPPORTUNITIES})
    assert abs(found - 2 / 5) <= 2 * error
    for seed in SEEDS:
        assert left(fired=[1], missed=ALWAYS, seed=seed) == [(2, 0), (0, 1), (2, 0)]


@pytest.mark.rule("IN-OIN-06")
def test_each_rack_of_an_installation_has_a_third_of_its_turns():
    """12 turns are 4 for each of three racks: 5 loads of weight 1 / 3^4, and Decoys."""
    found, error = share_of(Load.DECOY, missed=ALWAYS, station=True)
    assert MOST_OPPORTUNITIES == 12
    assert abs(found - 81 / 86) <= 3 * error


@pytest.mark.rule("IN-HPT-02")
def test_a_ship_that_may_carry_no_decoys_still_has_missiles():
    assert left(missed=ALWAYS, allowed=(Load.SSS,)) == [(0, 1)] * RACKS
