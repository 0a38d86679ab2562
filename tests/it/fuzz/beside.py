"""What Python makes of texts that the fuzzer made: PyYAML, Jinja2 and `re`, one question a line, one answer a line, as JSON.

A question is {"kind": "yaml" | "jinja" | "re", "text": …}; `re` also has "in" and "flags", Jinja "context". An answer is {"value": …} or
{"error": "Class: what it says"}; {"skipped": why} where Python itself gave up: it took too long, too much memory, or nested too deeply.
Needs Jinja2 3.1 and PyYAML 6 with libyaml, which the local AWS's environment has.
"""

import copy
import json
import re
import resource
import signal
import sys
import warnings

import jinja2
import yaml

PATIENCE = 0.5
MEMORY = 1 << 30


class Slow(BaseException):
    """It takes too long."""


class Loader(yaml.CSafeLoader):
    """YAML as Salt reads it: doubled keys are refused, leading zeros mean nothing, and dates are text."""

    def construct_mapping(self, node, deep=False):
        if not isinstance(node, yaml.MappingNode):
            raise yaml.constructor.ConstructorError(None, None, f"expected a mapping node, but found {node.id}", node.start_mark)
        self.flatten_mapping(node)
        made = {}
        for name, value in node.value:
            key = self.construct_object(name, deep=deep)
            try:
                hash(key)
            except TypeError:
                raise yaml.constructor.ConstructorError(None, None, f"found unacceptable key {name.value}", name.start_mark)
            inner = self.construct_object(value, deep=deep)
            if key in made:
                raise yaml.constructor.ConstructorError(None, None, f"found conflicting ID '{key}'", name.start_mark)
            made[key] = inner
        return made

    def flatten_mapping(self, node):
        own, merged = [], []
        for name, value in node.value:
            if name.tag == "tag:yaml.org,2002:merge":
                merged += self.merged(value)
            else:
                if name.tag == "tag:yaml.org,2002:value":
                    name.tag = "tag:yaml.org,2002:str"
                own.append((name, value))
        written = [name.value for name, _ in own]
        node.value = [(name, value) for name, value in merged if name.value not in written] + own

    def merged(self, value):
        if isinstance(value, yaml.MappingNode):
            self.flatten_mapping(value)
            return list(value.value)
        if not isinstance(value, yaml.SequenceNode):
            raise yaml.constructor.ConstructorError(None, None, "expected a mapping or list of mappings for merging", value.start_mark)
        found = []
        for inner in value.value:
            if not isinstance(inner, yaml.MappingNode):
                raise yaml.constructor.ConstructorError(None, None, "expected a mapping for merging", inner.start_mark)
            self.flatten_mapping(inner)
            found.insert(0, inner.value)
        return [pair for pairs in found for pair in pairs]

    def construct_scalar(self, node):
        text = node.value
        if node.tag == "tag:yaml.org,2002:int" and text.startswith("0") and not text.startswith(("0b", "0x")):
            node.value = text.lstrip("0") or "0"
        return super().construct_scalar(node)


Loader.add_constructor("tag:yaml.org,2002:timestamp", Loader.construct_scalar)
Loader.add_constructor("tag:yaml.org,2002:str", Loader.construct_scalar)
Loader.add_constructor("tag:yaml.org,2002:python/unicode", lambda _, node: node.value)


def encode(value):
    """As `tests/it/yaml/record.py` keeps types and the order of keys."""
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, dict):
        return {"map": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else {"big": str(value)}
    return {"other": repr(value)}


def of_yaml(question):
    return encode(yaml.load(question["text"], Loader=Loader))


def of_jinja(question):
    env = jinja2.Environment(
        loader=jinja2.DictLoader({}),
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
        undefined=jinja2.StrictUndefined,
    )
    text = question["text"]
    out = env.from_string(text).render(**copy.deepcopy(question["context"]))
    # Salt puts the last line end back.
    return out + "\n" if text.endswith("\n") else out


def of_re(question):
    pattern, text = re.compile(question["text"], question["flags"]), question["in"]

    def told(match):
        return match and [match.group(0), *match.groups()]

    return [told(pattern.search(text)), told(pattern.match(text)), told(pattern.fullmatch(text))]


ANSWERS = {"yaml": of_yaml, "jinja": of_jinja, "re": of_re}


def answered(question):
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        answer = {"value": ANSWERS[question["kind"]](question)}
    except (Slow, MemoryError, RecursionError) as error:
        return {"skipped": type(error).__name__}
    except Exception as error:
        name = "re.error" if isinstance(error, re.error) else type(error).__name__
        return {"error": f"{name}: {getattr(error, 'problem', None) or error}".split("\n")[0]}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return answer


def slow(*_):
    raise Slow


def main():
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, slow)
    for line in sys.stdin:
        try:
            told = json.dumps(answered(json.loads(line)))
        except (Slow, MemoryError, RecursionError, ValueError) as error:
            told = json.dumps({"skipped": type(error).__name__})
        sys.stdout.write(told + "\n")
        sys.stdout.flush()


main()
