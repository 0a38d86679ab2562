"""How a correction is declared and put into moto."""

import functools

CORRECTIONS = []


def correction(function):
    """Puts the function into the list that apply_all works through."""
    CORRECTIONS.append(function)
    return function


def around(owner, name):
    """Replaces owner.name by the decorated function, which gets the original as its first argument."""
    original = getattr(owner, name)

    def replace(function):
        @functools.wraps(original)
        def wrapper(*args, **kwargs):
            return function(original, *args, **kwargs)

        setattr(owner, name, wrapper)
        return wrapper

    return replace


def apply_all():
    """Applies every correction, once per process."""
    for function in CORRECTIONS:
        function()
