"""Records how Salt reads YAML: `python record.py > recorded.json` in an environment with `salt==3007.*`.

Every case is a text; what is recorded is what the loader behind the `yaml` renderer makes of it, in a form that
keeps types and the order of keys, or that it refuses the text.
"""
import json
import sys

from salt.utils.yamlloader import SaltYamlSafeLoader, load

SCALARS = """
~ | null | Null | NULL | nULL | none | None | '' | "" | =
yes Yes YES yEs no No NO on On ON off Off OFF true True TRUE tRUE false False FALSE y n Y N t f
0 -0 +0 00 000 1 +1 -1 12 1_000 1__0 _1 1_ 0_ 0_7 +0_7 -0_7 0644 -0644 +0644 0777 0899 -0899 012345678901 012345670123 0o644 0o17 08 09 007 -007 00644
0b101 0b1_0 -0b11 +0b1 0b 0b2 0x1F 0xff -0xFF +0x1_0 0x 0xg 0X1F 0B1 0x0 0b0
22:22 3306:33 8080:80 1:60 1:59 1:0 1:00 01:30 0:30 10:20:30 -1:30 +1:30 1:30:59 1:30:60 190:20:30 2222:2222 80:80 443:4 5:5 22:22: 1_0:30 1:30.5 10:20:30.15 1:30. 0:0.5 -10:30.5 00:11:22:33:44:55 12:34:56
1.0 1. .5 -.5 +.5 0.5 -0.5 1.5e3 1e3 1E3 1e+3 1.0e3 1.0e+3 1.0E-3 1.e+3 1._5 1_0.5 .5e+1 .5e3 ._5 . .. ... 1.2.3 1.0.0 1e 1.0e 0.1 3.14159 1.0e+400 1.1e-400 0.30000000000000004 100.0 1e22 1.0e+16 1.0e+15 1.0e-5 123456789.123
.inf .Inf .INF -.inf +.inf .iNf .nan .NaN .NAN -.nan inf nan
2001-01-01 2001-1-1 2001-12-14T21:59:43.10-05:00 2001-12-14 21:59:43 2012-10-17 2012-10-17T00:00:00Z 20121017
9223372036854775807 -9223372036854775808 9223372036854775808 123456789012345678901234567890
a abc a:b a#b a-b -a --- - -- --a -1a ?a ?- :a :: a: a,b [a a]b {a a}b &a *a !a |a >a 'a "a %a @a `a << <<a
10.0.0.0/8 sg-123 us-east-1a arn:aws:sns:us-east-1:123456789012:x a.b.c foo@bar 1.2.3.4 1a 0a 0xyz 12abc 5m 5% 100% $a * [] {} [1,2] {a: 1} {a} {a, b} {a: } [a, ] [a: b] ["a", 'b'] {"a":1} {'a': 1, "b": 2}
!!str 12 | !!str yes | !!int "12" | !!int '0644' | !!int 0644 | !!float 1 | !!float "1.5" | !!bool "yes" | !!bool maybe | !!null x | !!null "" | !!str | !!str ~ | !str 12 | !foo bar | !!foo bar | ! 12 | ! yes | !!int abc | !!float abc | !!timestamp 2001-01-01 | !!binary aGVsbG8= | !!set {a, b} | !!omap [a: 1, b: 2] | !!pairs [a: 1, a: 2] | !!map {a: 1} | !!seq [a] | !!seq {a: 1} | !!map [a] | !!str [a] | !!python/unicode abc | !!python/str abc | !!python/tuple [a, b] | !!python/object:os.system x | !!int 1_0 | !!int 1:30 | !!float 1:30 | !!float 1e3 | !!bool 1 | !!merge x | !!value x | !!yaml x | !<tag:yaml.org,2002:str> 12 | !!binary not-base64! | !encrypted x
0.0 -0.0 -.0 0. 0.e+0 00.5 007.5 1_.5 1.5_ -1.5 +1.5 +.5e+1 -1.e-2 12e03 -2E+05 1.5E+5 6.02e+23
2001-1-1 2001-01-1 2001-01-01T1:1:1Z 2001-01-01t01:01:01 2001-01-01T01:01 1-1-1 2020-13-45
1:2:3 60:60 59:59 0:0 00:00 00:59 1:1:1:1 1:30:5.5 9:5 23:59:59 24:00 -0:30 -00:30
0xdeadbeef 0xDEADBEEF 0b11111111 0x1_F_ 0x_ 0b_ -0x_ 1,000 1'000 1 000 ½ é 日本 💥
Yes! no. on_ Off-line true-ish nullable NULL- ~x ~~ x~ null: y:
a\tb a\\b "a\\tb" "a\\nb" "\\x41" "\\u00e9" "\\U0001F4A5" 'it''s' "say \\"x\\"" "a\\
+ +a +-1 -+1 -- -.5.5 .5. -. +. _ __ _0 0_0 0__ 00_ -0_ -00 +00 -000 0_8 0_9 01_0
"""

DOCUMENTS = [
    "", " ", "\n\n", "# only a comment", "---", "--- \n...", "---\na: 1\n...\n", "a: 1\n---\nb: 2", "--- a\n--- b", "%YAML 1.1\n---\na: 1", "%YAML 1.2\n---\na: 0o7", "%TAG ! tag:x,2000:\n---\na: 1", "%FOO\n---\na: 1",
    "a: 1\nb: 2\n", "a: 1\na: 2\n", "a:\n  b: 1\n  b: 1\n", "? a\n: 1\n? b\n: 2", "? [a]\n: 1", "? {a: 1}\n: 2", "{{ x }}", "a: {{ x }}", "a: {{ x }}b", "{% if x %}", "a: {% x %}", "a: %x",
    "1: a\n1.0: b", "1: a\ntrue: b", "0: a\nfalse: b", "1: a\n'1': b", "yes: a\ntrue: b", "~: a\nnull: b", "1.5: a\n2.5: b", "on: a\n'on': b", "2001-01-01: a", "0644: a\n644: b", "22:22: a", "null: x\n'': y", ".nan: a\n.nan: b",
    "a: b: c", "a: 'b': c", "a:b", "a:b\nc: d", "a: b\nc:d\n", "a:\n\tb: 1", "\ta: 1", "a:\t1", "a: 1\t# x", "a: [1,\n\t2]", "- a\n\t- b", "a:\n- b\n- c\n", "a:\n - b\n - c\nd: 1", "a:\n  - b\n - c", "a:\n    b: 1\n  c: 2", " a: 1\nb: 2", "a: 1\n b: 2", "- a\nb: 1", "a: 1\n- b", "a\nb: 1", "- - a\n  - b\n- c", "- a: 1\n  b: 2\n- c", "-a\n-b", "- \n- a", "-\n  a: 1", "- ? a\n  : b", "a:\n  -b", "a:\n  - b:\n      c: 1\n    d: 2",
    "a: |\n  x\n  y\n", "a: |-\n  x\n", "a: |+\n  x\n\n", "a: >\n  x\n  y\n\n  z\n", "a: >-\n  x\n   y\n  z", "a: |2\n    x\n", "a: |\n\n  x\n", "a: |\nb: 1", "a: |x\n  y", "a: >\n\n\n  x\n\n\n", "a: |\n  # no comment\n  x # y\n", "a: |  # comment\n  x\n", "a: | x\n  y", "a: |1\n x", "a: |0\n x", "- |\n x\n- >\n y", "a: |\n   x\n  y",
    "a: 'x\n  y'", 'a: "x\n\n  y"', 'a: "x \\\n  y"', 'a: "x\\n\\\n  y"', "a: x\n  y\n  z", "a: x\n\n  y", "a: x\n# c\n  y", "a: x # c\n  y", "a: 'x", 'a: "x', 'a: "\\q"', 'a: "\\x4"', "a: 'x' y", "a: [1, 2", "a: {b: 1", "a: [1 2]", "a: [1,,2]", "a: [,]", "a: {,}", "a: {b: 1,, c: 2}", "a: [1, 2]]", "a: {b: 1}}", "a: ]", "a: [b: 1, c]", "a: {b, c: 1}", "a: {b:1}", 'a: {"b":1}', "a: [b:1]", "a: {b: 1\n, c: 2}", "a: {b: [1, {c: d}]}", "a: {? b : c}", "a: [? b : c]", "{a: 1, a: 2}", "[a, [b, [c]]]", "a: [\nb\n]", "a: [\n  b,\n  c,\n  ]\n", "{a: b}: c", "[a]: c", "a: {b: c}: d",
    "a: &x 1\nb: *x", "a: &x {c: 1}\nb: *x", "a: *x", "a: &x [*x]", "&x a: 1\nb: *x", "a: &x\n  c: 1\nb:\n  <<: *x\n", "a: &x {c: 1, d: 2}\nb:\n  <<: *x\n  c: 3\n", "a: &x {c: 1, d: 2}\nb:\n  c: 3\n  <<: *x\n", "a: &x {c: 1}\ny: &y {d: 2}\nb:\n  <<: [*x, *y]\n", "a: &x {c: 1}\ny: &y {c: 2}\nb:\n  <<: [*x, *y]\n", "b:\n  <<: {c: 1}\n  d: 2\n", "b:\n  <<: 1\n", "b:\n  <<: [1]\n", "b:\n  <<: []\n  c: 1", "b:\n  <<:\n", "a: &x {c: 1}\nb:\n  <<: *x\n  <<: *x\n", "a: &x {c: 1}\ny: &y {d: 1}\nb:\n  <<: *x\n  <<: *y\n", "b:\n  '<<': {c: 1}\n", "a: &x {c: 1}\nb: &y\n  <<: *x\n  d: 2\nz:\n  <<: *y\n  e: 3\n", "a: <<", "- <<", "<<: {a: 1}\nb: 2\n", "a: &x {c: {d: 1}}\nb:\n  <<: *x\n  c: {e: 2}\n", "b:\n  ! <<: {c: 1}", "a: &x 1\nb: &x 2\nc: *x", "a: &x\nb: *x", "a: & x", "a: *", "- &a a\n- *a\n- *a", "? &a b\n: *a", "*a : 1", "&a a: 1\n*a : 2", "a: &a\n  - 1\nb: [*a, *a]",
    "a: =", "=: 1", "a: !!str\nb: 1", "a: !!map\n  b: 1", "!!str a: 1", "!!int '1': a", "a: ! b", "a: !x {b: 1}", "a: !x [b]", "a: !!python/object/apply:os.system [ls]", "a: !!python/dict {b: 1}", "a: !!omap\n- b: 1\n- c: 2", "a: !!set\n  ? b\n  ? c", "a: !!binary |\n  aGVsbG8=\n", "a: !!timestamp 2001-01-01", "a: !!str &x 12\nb: *x", "a: &x !!str 12\nb: *x",
    "\ufeffa: 1", "a: b\ufeffc", "|\n  x\n ", "a: |\n  x\n ", "a: |+\n  x\n ", "a: |\n  x\n   ", "a: >\n  x\n ", "a: >+\n  x\n ", "a: |+\n ", "a: 1\n\ufeffb: 2\n", "a: \u00e9\n\u00e9: 1", "a: \u2028b", "a: \x00", "a: \x07", 'a: "\x07"', "a: \x85b", "a: \ufffe", "a: b\r\nc: d\r\n", "a: b\rc: d", "a: \u00a0", "a: b\u00a0c", "a: \U0001F4A5", "a: \x7f", "a: |\r\n  x\r\n  y\r\n", "a: 'x\r\n  y'",
    "state:\n  boto_sqs.present:\n    - name: x\n    - region: us-east-1\n", "a:\n  test.nop\n", "a:\n  test.nop:\n", "a:\n  test.nop: []\n", "a:\n  - test: nop\n", "a:\n  pkg.installed\nb:\n  pkg.installed\n", "include:\n  - a\n  - .b\nx:\n  test.nop: []", "base:\n  '*':\n    - a\n  'G@os:x and not b*':\n    - match: compound\n    - b\n", "*: a", "'*': a", "a: *.b", "a: 'b\\n'", "a: - b", "a: -b", "a: -\n", "a: ?", "a: ? b", "a: :", "a: ::b", "a : b", "a :b", "'a':b", "'a': b", '"a":b', "a:  b  ", "a: b #c", "a: b#c", "a: #c", "a:#c", "#a: b", "a: 'b'#c", "a: 'b' #c", "a#: b", "a: @b", "a: `b`", "a: !", "a: |", "a: >", "a: b: ", "a: b:", "a: b:c", "a: http://x", "a: c:\\d", "a: b, c", "a: [b], c", "x: {a: b, c: d}\ny: [e, f]\n", "a: ''\nb: \"\"\n", "a: '#'", "? \n: a", "? a", ": a", "? a\n? b\n", "a: {}\nb: []\n", "- []\n- {}\n", "[]", "{}", "'a'", "12", "- 1\n- 0644\n- yes\n",
    "a" * 200 + ": 1", "a" * 1023 + ": 1", "a" * 1025 + ": 1", "'" + "a" * 1025 + "': 1", "? " + "a" * 1025 + "\n: 1", "a: " + "[" * 20 + "]" * 20, "\n".join("  " * i + "a:" for i in range(20)), "- " * 20 + "a",
]


def encode(value):
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, dict):
        return {"map": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, (list, tuple)):
        return [encode(item) for item in value]
    if isinstance(value, set):
        return {"set": sorted(value)}
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else {"big": str(value)}
    return {"other": repr(value)}


def case(text):
    try:
        return {"yaml": text, "value": encode(load(text, Loader=SaltYamlSafeLoader))}
    except RecursionError:
        return {"yaml": text, "error": "recursion"}
    except Exception as error:  # noqa: BLE001
        kind = type(error).__name__
        return {"yaml": text, "error": kind + ": " + str(getattr(error, "problem", None) or error).split("\n")[0]}


def main():
    scalars = []
    for line in SCALARS.strip().splitlines():
        scalars += [item.strip() for item in (line.split(" | ") if " | " in line else line.split(" "))]
    texts = []
    for scalar in dict.fromkeys(scalars):
        texts += [scalar, "k: " + scalar, "- " + scalar, "[" + scalar + "]"]
    for scalar in dict.fromkeys(scalars):
        if len(scalar) < 14 and not scalar.startswith("!"):
            texts.append(scalar + ": v")
    cases = [case(text) for text in dict.fromkeys(texts + DOCUMENTS)]
    sys.stdout.write("[\n" + ",\n".join(json.dumps(item) for item in cases) + "\n]\n")


main()
