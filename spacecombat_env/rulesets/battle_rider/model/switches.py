"""The switches of the `rules:` section, a row each; the rules read `rules.option.<field>`."""

from spacecombat_env.core.model.switches import OFF_OR_ON, Switch

BARRAGES = ("single", "single", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")
"""BR-LRG-01 Names of the agreed size of a barrage, by number."""

PLAY_SWITCHES = {
    "deck": Switch(
        "deck_keyed",
        ("shuffled", "keyed"),
        0,
        "cards dealt from one shuffled deck, as in the book, or drawn by key with replacement, so "
        "that paired games share their cards (BR-AMB-16)",
    ),
    "no_effect_stays": Switch(
        "no_effect_stays",
        OFF_OR_ON,
        0,
        "a No Effect marker stays on the ship instead of going back to the cup (BR-AMB-37)",
    ),
    "spreads_attack_spreads": Switch(
        "spreads_attack_spreads",
        OFF_OR_ON,
        1,
        "missiles may attack detected enemy missiles (BR-AMB-43)",
    ),
    "non_initiative_first": Switch(
        "non_initiative_first",
        OFF_OR_ON,
        0,
        "the side without the initiative takes the first round of operations (BR-AMB-17)",
    ),
}
"""How the basic game is played; the defaults are the recommended rulings."""

MAP_SWITCHES = {
    "crew_quality": Switch(
        "crew_quality",
        OFF_OR_ON,
        0,
        "crack and green crews read their own field of a task card (BR-CRW)",
    ),
    "crossing_movement": Switch(
        "crossing_movement",
        OFF_OR_ON,
        0,
        "task forces that move through a line of sight make sensing and fire harder (BR-XMV)",
    ),
    "limited_fuel": Switch(
        "limited_fuel",
        OFF_OR_ON,
        0,
        "ships with limited fuel draw three cards for it, and burn their jump fuel next (BR-FUE)",
    ),
    "powered_down": Switch(
        "powered_down",
        OFF_OR_ON,
        0,
        "ships may power down to be hard to see, and power up again in a turn or by a crash start "
        "(BR-PWR)",
    ),
    "gravity": Switch(
        "gravity",
        OFF_OR_ON,
        0,
        "bodies pull what is within their G thresholds (BR-AST)",
    ),
    "planetary_motion": Switch(
        "bodies_move",
        ("frame_of_reference", "bodies_move"),
        0,
        "the first body of the list stands still and the others move past it, or all bodies move "
        "over a map that stands still (BR-AST)",
    ),
    "landing": Switch(
        "landing",
        OFF_OR_ON,
        0,
        "task forces in orbit may land on planets, and take off again (BR-LND)",
    ),
    "jump_line": Switch(
        "jump_line",
        OFF_OR_ON,
        0,
        "ships able to jump escape from anywhere beyond 100 diameters of the first planet, and not "
        "by the enemy's edge of the map (BR-SCN-08)",
    ),
}
"""Crews, movement, fuel and the map."""

ADVANCED_SWITCHES = {
    "advanced_tech": Switch(
        "advanced_tech",
        OFF_OR_ON,
        0,
        "TL-15 sandcasters take off two points; active sensors give their ship away only to "
        "sensors of at least its tech level (BR-ATL)",
    ),
    "multiple_batteries": Switch(
        "multiple_batteries",
        OFF_OR_ON,
        0,
        "printed beams, sandcasters and dampers are those of one battery; a ship of size -3 has "
        "three, and one may fire through each hexside (BR-BAT)",
    ),
    "socket_extenders": Switch(
        "socket_extenders",
        OFF_OR_ON,
        0,
        "ships marked E fire two batteries through a hexside, and active sensors find them as one "
        "size larger (BR-SOC)",
    ),
    "restricted_fire_control": Switch(
        "restricted_fire_control",
        OFF_OR_ON,
        0,
        "some ships have too few fire directors for all their weapons (BR-RFC)",
    ),
    "boarding": Switch(
        "boarding",
        OFF_OR_ON,
        0,
        "disabled ships may be boarded and captured (BR-BRD)",
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
        "ships with semi-independent missiles (`sims`) use them, and are bought with them (BR-SIM)",
    ),
    "hidden_damage": Switch(
        "hidden_damage",
        OFF_OR_ON,
        0,
        "damage markers lie face down: only the owner knows the results (BR-HID)",
    ),
    "double_blind": Switch(
        "double_blind",
        OFF_OR_ON,
        0,
        "nothing of the enemy is on the map until found; hits and damage are not disclosed "
        "(BR-REF)",
    ),
    "facing": Switch(
        "facing",
        OFF_OR_ON,
        0,
        "ships face where they thrust, and spinal mounts fire ahead alone (BR-FAC)",
    ),
    "surprise": Switch(
        "surprise",
        OFF_OR_ON,
        0,
        "the side that first detects a ship may surprise the other; readiness tires crews (BR-SUR)",
    ),
    "damage_table": Switch(
        "damage_table",
        OFF_OR_ON,
        0,
        "two dice and a table give damage results, instead of the 36 markers (BR-LRG-05)",
    ),
    "missile_barrages": Switch(
        "barrage",
        BARRAGES,
        0,
        "missiles are grouped into barrages of this size, each with one card (BR-LRG-01)",
    ),
}
"""The other advanced and optional rules."""

SWITCHES = {**PLAY_SWITCHES, **MAP_SWITCHES, **ADVANCED_SWITCHES}
"""Switches of the `rules:` section, in the order of their fields in the options record."""
