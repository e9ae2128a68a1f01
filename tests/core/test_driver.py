"""The driver is bound to a rule set: what is missing is named, and its code is kept there."""

from __future__ import annotations

import pytest

from spacecombat_env.core.engine.folders import SETTINGS, cache_folder
from spacecombat_env.core.kernels import driver
from spacecombat_env.rulesets.battle_rider import entry as fleets
from spacecombat_env.rulesets.intercept_sensors import entry as hunts


def test_what_a_rule_set_does_not_bring_is_named():
    own = dict.fromkeys(driver.REQUIRED_NAMES) | {"__name__": "half_a_game"}
    del own["redact_state"]
    with pytest.raises(
        NameError, match=r"half_a_game brings no redact_state \(redact_state\(state, seat\)"
    ):
        driver.bind(own)


@pytest.mark.parametrize("entry", [fleets, hunts])
def test_each_rule_set_has_the_driver_over_its_own_names(entry):
    for template in driver.TEMPLATES:
        bound = getattr(entry, template.__name__)
        function = getattr(bound, "py_func", bound)
        assert function.__globals__ is vars(entry) and function.__module__ == entry.__name__
        assert function.__code__ is template.__code__
    assert fleets.KERNELS.advance is not hunts.KERNELS.advance


@pytest.mark.skipif(bool(SETTINGS.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize("entry", [fleets, hunts])
def test_the_code_is_kept_where_the_rule_sets_sources_date_it(entry):
    """By core/kernels/driver.py alone an edit of a rule would go unseen."""
    assert entry.KERNELS.advance._cache.cache_path == str(cache_folder(entry.__file__))
