"""The endpoint by which a test changes what the layer does, past every signature: `/strict` of the server.

`GET /strict` tells the settings, how often each operation was called, and what the policy allowed and refused. `POST /strict` takes a JSON object with any
of `checks`, `holds`, `speed`, `lag`, `page`, `policy`, `rules`, `seed` and `settle`; what is left out stays as it is.
`POST /strict/world` makes an account of its own in a process of its own (worlds.py); `POST /strict/end` ends one.
"""

import json
import random
from collections import Counter
from dataclasses import asdict

from . import faults, rights, settings
from .settings import Unusable

PATH = "/strict"
CALLS = Counter()


def change(layer, told):
    """Carries out one POST; all of it or nothing."""
    if not isinstance(told, dict):
        raise Unusable("an object is wanted")
    known = {"checks", "holds", "speed", "lag", "page", "policy", "rules", "seed", "settle"}
    if unknown := set(told) - known:
        raise Unusable(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}")
    rules = [faults.rule_from(rule) for rule in told.get("rules", [])]
    lag = told.get("lag")
    lags = {name: settings.lag_from(one) for name, one in lag.items()} if isinstance(lag, dict) else \
        {"*": settings.lag_from(lag)} if lag is not None else {}
    if not isinstance(told.get("speed", 1.0), (int, float)) or told.get("speed", 1.0) <= 0:
        raise Unusable("speed is a number above zero")
    current = settings.CURRENT
    for name in ("checks", "holds", "speed", "page", "policy"):
        if name in told:
            setattr(current, name, told[name])
    if "rules" in told:
        current.rules = rules
    if lag is not None:
        current.lag = lags
    if "seed" in told:
        current.seed, current.chance = told["seed"], random.Random(told["seed"])
    if told.get("settle") or lag is not None:
        layer.lagging.settle()


def shown():
    """The settings as JSON."""
    now = settings.CURRENT
    return {
        "checks": now.checks, "holds": now.holds, "speed": now.speed, "page": now.page, "seed": now.seed,
        "lag": {name: asdict(lag) for name, lag in now.lag.items()},
        "rules": [{name: value for name, value in vars(rule).items() if name != "struck"} for rule in now.rules],
        "calls": dict(sorted(CALLS.items())), "used": dict(sorted(rights.USED.items())),
        "refused": dict(sorted(rights.REFUSED.items())),
    }


def answer(layer, environ):
    """Gives status and JSON for one request of the control endpoint."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    try:
        told = json.loads(body) if body else {}
        if (method, path) == ("GET", PATH):
            return "200 OK", shown()
        if (method, path) == ("POST", PATH):
            change(layer, told)
            return "200 OK", shown()
        if (method, path) == ("POST", f"{PATH}/world"):
            return "200 OK", layer.worlds.make(told)
        if (method, path) == ("POST", f"{PATH}/end"):
            layer.end()
            return "200 OK", {}
    except (Unusable, ValueError, TypeError) as error:
        return "400 Bad Request", {"error": str(error)}
    return "404 Not Found", {"error": "GET or POST /strict, POST /strict/world, POST /strict/end"}
