"""Records how Salt writes YAML: `python record_dump.py > dumped.json` in an environment with `salt==3007.*`."""
import json
import sys

from salt.utils.yaml import safe_dump

TEXTS = [
    "", " ", "a", "a b", " a", "a ", "yes", "No", "on", "y", "n", "null", "~", "true", "1", "0644", "0899", "1.5", "1e3", ".5", "22:22", "8080:80", "2001-01-01", "2001-12-14 21:59:43", "2012-10-17", "=", "<<", "-", "- a", "-a", "?", "? a", ":", ": a", "a: b", "a:b", "a:", ":a", "a #b", "a#b", "#a", "a, b", "[a]", "{a}", "{{ a }}", "*", "*a", "&a", "!a", "|", ">", "'", '"', "it's", 'say "x"', "%a", "@a", "`a", "a\nb", "a\n", "\na", "a\n\nb\n", "a\tb", "\t", "a\\b", "é", "日本", "💥", "\x07", "\x00", "a\r\nb", "a\u2028b", "\ufeffa", "a" * 100, "word " * 30, "x" * 79 + " y", ("word " * 20 + "\n") * 2, "arn:aws:iam::123456789012:role/x", "10.0.0.0/8", "http://x/?a=b&c=d", "#!/bin/sh\necho hi\n", "#cloud-config\na: b\n", "  indented\nlines", "---", "...", "--- a", "a\n---\nb", "0x1f", "0b1", "+1", "1_000", "None", "False", "a:\tb", "key: |", "trailing:", "a  b", "\\n", "\u00a0", "0", "-1", "a\n b", "a \nb", "0o17", "1.", "+.5", ".inf", ".nan", "1:30.5",
]
VALUES = TEXTS + [
    None, True, False, 0, -1, 644, 9223372036854775807, 1.0, 0.1, -0.5, 1e22, 1e16, 1e15, 1e-5, 1.5e-7, 123456789.123, 100.0, float("inf"), float("-inf"), float("nan"), [], {}, [[]], [{}], {"a": []}, {"a": {}}, {"a": [1, [2, [3]]]}, [1, [2, [3]], {"a": 1, "b": [1]}], {"b": 1, "a": {"d": 1, "c": [{"x": 1, "y": 2}, "z"]}}, {"a": None, "b": "", "c": "yes"}, [None, "", "yes"], {1: "a", True: "b"}, {None: 1}, {"a b": 1, "c:d": 2, "yes": 3, "1": 4, "": 5}, {"a": "x\ny\n"}, {"a": ["x\ny\n", "w " * 60]}, [["a", "b"], ["c"]], {"a": [{"b": {"c": [1, 2]}}]}, {"k" * 130: 1}, {"long key " * 15: 1}, {"a\nb": 1}, ["word " * 30] * 1, {"a": {"b": {"c": {"d": "word " * 30}}}}, {"write_files": [{"path": "/x", "content": "a\nb\n", "permissions": "0644"}]}, list(range(60)), {"k%d" % i: "value %d" % i for i in range(20)},
]
VALUES += [{"k": text} for text in TEXTS] + [[text] for text in TEXTS] + [{text: 1} for text in TEXTS if len(text) < 20]


def encode(value):
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, dict):
        return {"map": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, list):
        return [encode(item) for item in value]
    return value


cases = []
for value in VALUES:
    case = {"value": encode(value), "block": safe_dump(value, default_flow_style=False), "inline": safe_dump(value, default_flow_style=True)}
    cases.append(case)
sys.stdout.write("[\n" + ",\n".join(json.dumps(item) for item in cases) + "\n]\n")
