"""Chapter DIR: angle of attack, facing struck."""

from spacecombat_env.core.jit import jit


@jit
def facing_struck(state, rules, k, firer):
    """IN-DIR-08, IN-AMB-29, 80, 98 Facing of k that is struck by fire from craft `firer`;

    of two that tie the better armoured is the target's choice (delegated; Ask.STRUCK only when
    asked).
    """
    return 0


@jit
def facing_toward(state, k, q, r):
    """The facing of k that looks to a hex (blasts, missiles); in its own hex F."""
    return 0


@jit
def angle_modifier(state, rules, k, w, target):
    """IN-DIR-05 to 07, IN-AMB-97 Modifier of weapon w of craft k on craft `target`,

    by its heading.
    """
    return 0
