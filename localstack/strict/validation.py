"""Checks parameters against the service's model: required members, lengths, patterns, enums and ranges.

The words are those of AWS's own framework: "1 validation error detected: Value 'x' at 'roleName' failed to satisfy
constraint: Member must have length less than or equal to 64".
"""

import functools
import re

from .wording import Refusal

# The code of a refused parameter, where it is not ValidationError; each page lists the service's common errors.
CODES = {
    # https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html#API_ChangeResourceRecordSets_Errors
    "route53": "InvalidInput",
    # https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
    "ec2": "InvalidParameterValue",
    # https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
    "sqs": "InvalidParameterValue",
    # https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html
    "sns": "InvalidParameter",
    # https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateCacheCluster.html
    "elasticache": "InvalidParameterValue",
    "rds": "InvalidParameterValue",
}
# Services that name a missing parameter by an error of its own, as the same pages say.
MISSING = {"ec2", "sqs", "elasticache", "rds"}
JSON = ("json", "rest-json")
# Java writes characters beyond the first plane as pairs, Python does not.
ASTRAL = "\\uD800\\uDC00-\\uDBFF\\uDFFF"
# Java's classes of characters that Python's patterns lack, as near as these come.
CLASSES = {
    r"\p{Alpha}": "a-zA-Z", r"\p{Alnum}": "a-zA-Z0-9", r"\p{Digit}": "0-9", r"\p{ASCII}": r"\x00-\x7f",
    r"\p{Graph}": r"\x21-\x7e", r"\p{Print}": r"\x20-\x7e", r"\p{L}": r"\w", r"\p{Z}": r"\s", r"\p{N}": r"\d",
    r"\p{Upper}": "A-Z", r"\p{Lower}": "a-z", r"\p{Punct}": r"!-/:-@\[-`{-~",
}


def check(call):
    """Refuses a call whose parameters the service's model does not allow."""
    if call.unreadable:
        code = "SerializationException" if call.protocol in (*JSON, "smithy-rpc-v2-cbor") else "MalformedInput"
        raise Refusal(code, f"The request could not be read: {call.unreadable}")
    if call.params is None or call.model is None or call.model.input_shape is None:
        return
    faults = []
    look(call.params, call.model.input_shape, "", faults)
    if faults:
        raise refused(call, faults)


def refused(call, faults):
    """Words all faults as the service does."""
    first = faults[0]
    if call.service in MISSING and first.is_missing:
        return Refusal("MissingParameter", f"The request must contain the parameter {first.path.rpartition('.')[2]}")
    code = CODES.get(call.service) or ("ValidationException" if call.protocol in JSON else "ValidationError")
    if call.service == "ec2":
        return Refusal(code, f"Value ({first.shown}) for parameter {first.path} is invalid. {first.constraint}")
    many = "error" if len(faults) == 1 else "errors"
    return Refusal(code, f"{len(faults)} validation {many} detected: {'; '.join(map(str, faults))}")


class Fault:
    """One parameter that breaks one constraint."""

    def __init__(self, path, value, constraint):
        self.path, self.constraint = path, constraint
        self.is_missing = value is None
        self.shown = "null" if value is None else value

    def __str__(self):
        path = ".".join(part[:1].lower() + part[1:] for part in self.path.split("."))
        shown = "null" if self.is_missing else f"'{self.shown}'"
        return f"Value {shown} at '{path}' failed to satisfy constraint: {self.constraint}"


def look(value, shape, path, faults):
    """Notes what is wrong with a value and all that is in it."""
    looker = {"structure": in_structure, "list": in_list, "map": in_map, "string": in_string}.get(shape.type_name)
    if looker:
        looker(value, shape, path, faults)
    elif shape.type_name in ("integer", "long", "float", "double") and isinstance(value, (int, float)):
        size(value, value, "value", shape, path, faults)


def in_structure(value, shape, path, faults):
    """Required members are there; each member is right."""
    if not isinstance(value, dict):
        return
    for name in shape.metadata.get("required", []):
        if value.get(name) is None:
            faults.append(Fault(f"{path}.{name}".strip("."), None, "Member must not be null"))
    for name, member in value.items():
        if name in shape.members and member is not None:
            look(member, shape.members[name], f"{path}.{name}".strip("."), faults)


def in_list(value, shape, path, faults):
    """Neither too few nor too many, each right."""
    size(value, len(value), "length", shape, path, faults)
    for number, member in enumerate(value, 1):
        look(member, shape.member, f"{path}.{number}.member", faults)


def in_map(value, shape, path, faults):
    """Neither too few nor too many, keys and values right."""
    size(value, len(value), "length", shape, path, faults)
    for key, member in value.items():
        look(key, shape.key, f"{path}.key", faults)
        look(member, shape.value, f"{path}.{key}", faults)


def in_string(value, shape, path, faults):
    """Of the right length, one of the enum's words, and as the pattern says."""
    if not isinstance(value, str):
        return
    size(value, len(value), "length", shape, path, faults)
    if (words := shape.metadata.get("enum")) and value not in words:
        faults.append(Fault(path, value, f"Member must satisfy enum value set: [{', '.join(words)}]"))
    if pattern := shape.metadata.get("pattern"):
        compiled = compile_pattern(pattern)
        if compiled and not compiled.fullmatch(value):
            faults.append(Fault(path, value, f"Member must satisfy regular expression pattern: {pattern}"))


def size(value, measure, what, shape, path, faults):
    """Compares a length or a value with the shape's bounds."""
    lowest, highest = shape.metadata.get("min"), shape.metadata.get("max")
    if lowest is not None and measure < lowest:
        faults.append(Fault(path, value, f"Member must have {what} greater than or equal to {lowest}"))
    if highest is not None and measure > highest:
        faults.append(Fault(path, value, f"Member must have {what} less than or equal to {highest}"))


@functools.cache
def compile_pattern(pattern):
    """Compiles a pattern of Java's; None if Python has no such pattern, which check_strict.py counts."""
    text = pattern.replace(ASTRAL, "\U00010000-\U0010ffff")
    for java, python in CLASSES.items():
        text = text.replace(f"[{java}]", f"[{python}]").replace(java, python if inside(text, java) else f"[{python}]")
    try:
        return re.compile(text, re.DOTALL)
    except re.error:
        return None


def inside(text, java):
    """Says whether the class stands within brackets."""
    before = text.partition(java)[0]
    return before.count("[") > before.count("]")
