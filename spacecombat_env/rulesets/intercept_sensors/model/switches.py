"""The switches of the `rules:` section, a row each; the rules read `rules.option.<field>`."""

from spacecombat_env.core.model.switches import OFF_OR_ON, Switch

SWITCHES = {
    "planets": Switch(
        "planets",
        OFF_OR_ON,
        1,
        "planets and asteroids cast shadows and block sight; ships avoid them in any case "
        "(IC-AMB-02)",
    ),
    "same_sensor": Switch(
        "same_sensor", OFF_OR_ON, 0, "a sensor may scan twice in a turn (IC-AMB-09)"
    ),
    "repeat_bonus": Switch(
        "repeat_bonus",
        OFF_OR_ON,
        0,
        "+1 for each repetition of a scan in a row by a ship at rest, at most +3 (IC-AMB-13)",
    ),
}
