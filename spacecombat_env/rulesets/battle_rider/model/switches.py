"""The switches of the `rules:` section, a row each; the rules read `rules.option.<field>`."""

from spacecombat_env.core.model.switches import OFF_OR_ON, Switch

BARRAGES = ("single", "single", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")
"""BR-LRG-01 Names of the agreed size of a barrage, by number."""

PLAY_SWITCHES = {
    "deck": Switch(
        "deck_keyed",
        ("shuffled", "keyed"),
        0,
        "one shuffled deck, or cards drawn by key with replacement, so that paired games "
        "share random numbers (BR-AMB-16)",
    ),
    "no_effect_stays": Switch(
        "no_effect_stays",
        OFF_OR_ON,
        0,
        "a No Effect marker stays on the ship (BR-AMB-37)",
    ),
    "spreads_attack_spreads": Switch(
        "spreads_attack_spreads",
        OFF_OR_ON,
        1,
        "missiles may attack detected missiles (BR-AMB-43)",
    ),
    "non_initiative_first": Switch(
        "non_initiative_first",
        OFF_OR_ON,
        0,
        "the side without the initiative takes the first round (BR-AMB-17)",
    ),
}
"""How the basic game is played; the defaults are the recommended rulings."""

MAP_SWITCHES = {
    "crew_quality": Switch(
        "crew_quality",
        OFF_OR_ON,
        0,
        "crack and green crews read their own field of a task card (BR-CRW); a drone has its "
        "controller's crew, and all know the crews of detected ships",
    ),
    "crossing_movement": Switch(
        "crossing_movement",
        OFF_OR_ON,
        0,
        "+1 on sensor and hit tasks for each third task force that moves through the line of "
        "sight (BR-XMV)",
    ),
    "limited_fuel": Switch(
        "limited_fuel",
        OFF_OR_ON,
        0,
        "ships with limited fuel have the sum of three missile values in G-turns; Gs beyond "
        "it burn their jump fuel (BR-FUE)",
    ),
    "powered_down": Switch(
        "powered_down",
        OFF_OR_ON,
        0,
        "ships may power down, and power up in a turn or by a crash start (BR-PWR)",
    ),
    "gravity": Switch(
        "gravity",
        OFF_OR_ON,
        0,
        "bodies pull what is within their G thresholds; stars hamper sensors as the scenario "
        "says (BR-AST)",
    ),
    "planetary_motion": Switch(
        "bodies_move",
        ("frame_of_reference", "bodies_move"),
        0,
        "the first body stands still and the others move past it, or all bodies move over the "
        "map (BR-AST-07)",
    ),
    "landing": Switch(
        "landing",
        OFF_OR_ON,
        0,
        "task forces in orbit may land on planets and take off again (BR-LND)",
    ),
    "jump_line": Switch(
        "jump_line",
        OFF_OR_ON,
        0,
        "ships that can jump escape from anywhere beyond 100 diameters of the first planet "
        "(or gas giant) of `bodies`, by the action `jump` or off the map there; over an edge "
        "within it nobody escapes. Not with `pocket_empires` (BR-SCN-08)",
    ),
}
"""Crews, movement, fuel and the map."""

ADVANCED_SWITCHES = {
    "advanced_tech": Switch(
        "advanced_tech",
        OFF_OR_ON,
        0,
        "TL-15 sandcasters take off two points; an active sensor helps only passive sensors "
        "of at least its ship's tech level (BR-ATL)",
    ),
    "multiple_batteries": Switch(
        "multiple_batteries",
        OFF_OR_ON,
        0,
        "printed beams (not spinal), sandcasters and dampers are those of one battery; a ship "
        "has as many as its size without the sign, and fires one through each hexside "
        "(BR-BAT)",
    ),
    "socket_extenders": Switch(
        "socket_extenders",
        OFF_OR_ON,
        0,
        "ships marked `E` fire two batteries through a hexside (with `multiple_batteries`); "
        "for active sensors they are one size larger (BR-SOC)",
    ),
    "restricted_fire_control": Switch(
        "restricted_fire_control",
        OFF_OR_ON,
        0,
        "ships with few directors (`restricted_directors`) use their fire control with one "
        "type of weapon at one target for each (BR-RFC)",
    ),
    "boarding": Switch(
        "boarding",
        OFF_OR_ON,
        0,
        "a ship that has had an enemy's hex and vector for a turn may board it; disabled "
        "ships are fought for, section by section (BR-BRD)",
    ),
    "black_globes": Switch(
        "black_globes",
        OFF_OR_ON,
        0,
        "ships with a black globe may set it to full or let it flicker (BR-BGL)",
    ),
    "semi_independent_missiles": Switch(
        "sims",
        OFF_OR_ON,
        0,
        "ships with `sims`, or bought so, launch semi-independent missiles, too (BR-SIM, "
        "BR-ASG-10)",
    ),
    "hidden_damage": Switch(
        "hidden_damage",
        OFF_OR_ON,
        0,
        "damage markers lie face down: only their owner knows the results (BR-HID)",
    ),
    "double_blind": Switch(
        "double_blind",
        OFF_OR_ON,
        0,
        "nothing of the enemy is on the map until found; a search (`detect all`) tries all "
        "that is unseen; neither hits nor damage are reported (BR-REF)",
    ),
    "facing": Switch(
        "facing",
        OFF_OR_ON,
        0,
        "ships face where they thrust; spinal mounts fire across the facing hexside alone (BR-FAC)",
    ),
    "surprise": Switch(
        "surprise",
        OFF_OR_ON,
        0,
        "the side that first detects a ship may surprise the other; standing by tires crews "
        "(BR-SUR)",
    ),
    "damage_table": Switch(
        "damage_table",
        OFF_OR_ON,
        0,
        "two dice and a table give damage results instead of the 36 markers (BR-LRG-05)",
    ),
    "missile_barrages": Switch(
        "barrage",
        BARRAGES,
        0,
        "missiles meet defences, hit and do damage in barrages of that number (BR-LRG-01)",
    ),
}
"""The other advanced and optional rules."""

SWITCHES = {**PLAY_SWITCHES, **MAP_SWITCHES, **ADVANCED_SWITCHES}
"""Switches of the `rules:` section, in the order of their fields in the options record."""
