"""Says what is no message."""

from manners import play


def misbehave(ask):
    """Print a debugging line where only messages may stand."""
    print("thinking about", ask["question"], flush=True)


play(misbehave)
