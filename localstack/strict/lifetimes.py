"""What happens later: a thing becomes available, a deleted one goes. Worked through before each request."""

import time

from . import settings

#: (when, what to do); in the order of their coming.
PENDING = []


def later(seconds_on_aws, action):
    """Does something once so many of AWS's seconds have passed."""
    PENDING.append((time.monotonic() + settings.CURRENT.seconds(seconds_on_aws), action))


def sweep():
    """Does what is due."""
    now = time.monotonic()
    due = [action for when, action in PENDING if when <= now]
    PENDING[:] = [item for item in PENDING if item[0] > now]
    for action in due:
        action()


def forget():
    """Nothing is to come: the account is empty."""
    PENDING.clear()
