"""The switches of the `rules:` section, a row each; the rules read `rules.option.<field>`."""

from spacecombat_env.core.model.switches import OFF_OR_ON, Switch

SWITCHES = {
    "symmetric_thrust": Switch(
        "symmetric", OFF_OR_ON, 0, "a velocity step costs one thrust point either way (IN-AMB-14)"
    ),
    "natural_ten": Switch(
        "natural_ten", OFF_OR_ON, 0, "a natural 10 fails every Piloting roll (IN-AMB-13)"
    ),
    "variable_mass": Switch(
        "variable_mass", OFF_OR_ON, 0, "thrust follows the mass that is left (IN-MAS-01)"
    ),
    "altitude": Switch(
        "altitude", OFF_OR_ON, 0, "the map is seen from above, and ships have levels (IN-ADV-01)"
    ),
    "dfm_penalty": Switch(
        "dfm_penalty", OFF_OR_ON, 0, "dead-fire missiles hit less easily, not more (IN-AMB-27)"
    ),
}
