"""Faults that a test asks for: a call is refused, throttled, cut before it is done, or done without an answer."""

import fnmatch
import hashlib
from collections import Counter
from dataclasses import dataclass, field

from . import wording
from .settings import Unusable

REFUSALS = {"throttle": wording.throttled, "deny": wording.denied, "expire": wording.expired, "fail": wording.failed}
DEEDS = (*REFUSALS, "refuse", "cut", "lose", "kill")


@dataclass
class Rule:
    """One fault, and the calls that it strikes."""

    #: throttle, deny, expire, fail, refuse (with code and message), cut (not done), lose (done, no answer),
    #: kill (done, no answer, and every later call is cut)
    do: str
    #: The operation, with `*` as in file names: `CreateRole`, `Describe*`.
    call: str = "*"
    service: str = "*"
    #: Only calls that change something.
    mutating: bool = False
    #: Only the n-th such call, counted from 1.
    nth: int | None = None
    #: The first `after` such calls are let through.
    after: int = 0
    #: At most so many are struck.
    times: int | None = None
    #: `times` counts for each distinct request by itself.
    each: bool = False
    #: Only calls with this access key id: other credentials are not expired.
    key_id: str | None = None
    code: str = "InternalFailure"
    message: str = "A fault that a test asked for."
    status: int = 400
    seen: int = 0
    struck: Counter = field(default_factory=Counter)
    is_over: bool = False

    def strikes(self, call):
        """Says whether this call is struck, and counts it."""
        if (self.mutating and call.is_read) or (self.key_id and self.key_id != call.key_id):
            return False
        if not (fnmatch.fnmatchcase(call.operation, self.call) and fnmatch.fnmatchcase(call.service, self.service)):
            return False
        self.seen += 1
        if self.seen <= self.after or (self.nth and self.seen != self.nth):
            return False
        which = hashlib.sha256(call.name.encode() + call.body).digest() if self.each else b""
        if self.times is not None and self.struck[which] >= self.times:
            return False
        self.struck[which] += 1
        return True


def rule_from(told):
    """Reads a rule out of JSON."""
    allowed = set(Rule.__dataclass_fields__) - {"seen", "struck", "is_over"}
    if unknown := set(told) - allowed:
        raise Unusable(f"a rule has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(allowed))}")
    if told.get("do") not in DEEDS:
        raise Unusable(f"a rule does one of {', '.join(DEEDS)}, not {told.get('do')!r}")
    return Rule(**told)


def find(call, rules):
    """Gives what the first striking rule does: a Refusal, the word cut or lose, or None."""
    for rule in rules:
        if rule.is_over:
            return "cut"
        if rule.strikes(call):
            if rule.do == "kill":
                rule.is_over = True
                return "lose"
            if rule.do in REFUSALS:
                return REFUSALS[rule.do](call)
            if rule.do == "refuse":
                return wording.Refusal(rule.code, rule.message, rule.status)
            return rule.do
    return None
