"""What the strict layer does, as one value that the command line fills and the control endpoint changes."""

import random
from dataclasses import dataclass, field


class Unusable(ValueError):
    """A setting that nobody can carry out, with the reason."""


@dataclass
class Lag:
    """How long the reads of a service do not show a write.

    The first `reads` reads of each operation are answered from before the write, until `ms` milliseconds have passed.
    """

    reads: int = 0
    ms: float = 10_000.0
    #: Also writes do not find what was just created.
    writes: bool = False
    #: Each write lags between 1 and `reads` reads, chosen by the seed.
    vary: bool = False


@dataclass
class Settings:
    """All switches; without any argument the layer checks requests and does nothing else."""

    #: Requests are checked against the service's model and the documented limits.
    checks: bool = True
    #: Things are busy, and hold their dependencies, for a while.
    holds: bool = True
    #: How many times faster than on AWS these whiles pass.
    speed: float = 60.0
    #: Lag by service name; `*` is any other service.
    lag: dict = field(default_factory=dict)
    #: The largest page of an answer, or None for AWS's own sizes.
    page: int | None = None
    #: A policy: what it does not allow is denied. None for no policy.
    policy: dict | None = None
    #: Faults, in order; see faults.Rule.
    rules: list = field(default_factory=list)
    seed: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(0))

    def seconds(self, on_aws):
        """Gives how long a while of so many seconds on AWS is here."""
        return on_aws / self.speed

    def lag_of(self, service):
        """Gives the lag of a service; STS has none, as it stores nothing."""
        return Lag() if service == "sts" else self.lag.get(service) or self.lag.get("*") or Lag()


def lag_from(told):
    """Reads a lag: a number of reads, `500ms`, or an object with the fields of Lag."""
    if isinstance(told, dict):
        unknown = set(told) - set(Lag.__dataclass_fields__)
        if unknown:
            raise Unusable(f"a lag has no {', '.join(sorted(unknown))}; it has reads, ms, writes, vary")
        lag = Lag(**told)
        return lag if lag.reads or "ms" not in told else Lag(**{**told, "reads": 1_000_000})
    text = str(told)
    try:
        return Lag(reads=1_000_000, ms=float(text[:-2])) if text.endswith("ms") else Lag(reads=int(text))
    except ValueError:
        raise Unusable(f"a lag is a number of reads or like 500ms, not {text!r}") from None


#: The settings of this process. Forked worlds have their own copy.
CURRENT = Settings()
