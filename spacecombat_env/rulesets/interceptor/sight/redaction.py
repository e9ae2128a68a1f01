"""What a seat may know: the one door through which observation, mask, view and picture look."""

from spacecombat_env.core.jit import hot, jit


@hot
def hide(state, seat):
    """Hide from a seat what it cannot know; `state` is a copy without log and chance."""


@jit
def hide_event(event, seat):
    """Hide from a seat what it is not told of an event that it may read."""
