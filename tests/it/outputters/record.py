#!/usr/bin/env python3
"""Records what Salt's outputters print: run with the Python of an environment that has `salt==3007.*`.

    python record.py > samples.json

Each case is a return, as `salt-call --out json` gives it, with the text of each layout for it.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import salt.config
import salt.output

OPTS = salt.config.minion_config(None)
OPTS.update(id="local", local=True, color=False)

DETAILS = ["full", "terse", "mixed", "changes", "filter", "full_id", "terse_id", "mixed_id", "changes_id", "Mixed"]
HIGHSTATE = (
    [{"state_output": word} for word in DETAILS]
    + [{"state_output": word, "color": True} for word in DETAILS[:4]]
    + [{"state_output": word, "state_verbose": False} for word in DETAILS[:4]]
    + [{"state_output_profile": False}, {"state_output": "terse", "state_output_profile": False}]
    + [{"state_output_pct": True}, {"state_output_pct": True, "color": True}, {"state_output_diff": True}]
    + [{"state_output": word, "state_tabular": True} for word in DETAILS[1:4]]
    + [{"state_output": "terse_id", "state_tabular": True, "color": True}]
    + [{"state_output": "terse", "state_tabular": True, "state_output_profile": False}]
)
PLAIN = [
    ("nested", {}),
    ("nested", {"color": True}),
    ("json", {}),
    ("json", {"output_indent": 2}),
    ("json", {"output_indent": 0}),
    ("json", {"output_indent": -1}),
    ("yaml", {}),
    ("txt", {}),
    ("raw", {}),
    ("pprint", {}),
    ("quiet", {}),
]

SLS = {
    "plain": """
ok: {test.succeed_without_changes: []}
changed:
  test.succeed_with_changes:
    - name: other
    - comment: |
        two
        lines
fails: {test.fail_without_changes: []}
fails with changes: {test.fail_with_changes: []}
dep:
  test.nop:
    - require: [{test: fails}]
watcher:
  test.nop:
    - watch: [{test: changed}]
warned:
  test.configurable_test_state:
    - changes: True
    - result: True
    - comment: hello
    - warnings: [one warning, another, 'a rather long one that tells of a well-known option which will go away in a later release, see the manual']
skipped:
  test.nop:
    - onlyif: 'false'
""",
    "parallel": """
a: {test.nop: [{parallel: True}]}
b: {test.succeed_with_changes: [{parallel: True}]}
c: {test.nop: []}
d: {test.nop: [{parallel: True}, {require: [{test: c}]}]}
e: {test.nop: [{parallel: True}, {onlyif: 'false'}]}
""",
    "clean": "a: {test.nop: []}\nb:\n  test.nop:\n    - names: [x, y, z]\n",
    "unknown": "a: {nosuch.present: []}\nb: {test.nosuch: []}\n",
    "cycle": "a:\n  test.nop: [{require: [{test: b}]}]\nb:\n  test.nop: [{require: [{test: a}]}]\n",
    "broken": "a: [\n",
    "jinja": "a: {{ nosuch }}\n",
    "missing": "include: [nosuch]\n",
    "none": "",
}


def ran(name, *arguments):
    """The JSON of a real run of one of the SLS above."""
    with tempfile.TemporaryDirectory() as where:
        where = pathlib.Path(where)
        (where / "states").mkdir()
        (where / "states" / f"{name}.sls").write_text(SLS[name])
        (where / "minion").write_text(
            f"file_client: local\nid: sample\nroot_dir: {where}\nfile_roots: {{base: [{where}/states]}}\n"
        )
        call = pathlib.Path(sys.executable).with_name("salt-call")
        command = [call, "--local", "-c", where, "-l", "quiet", "--out", "json", "state.sls", name, *arguments]
        answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return json.loads(answer.replace(str(where), "/srv"))


def state(**over):
    one = {
        "name": "n",
        "result": True,
        "comment": "c",
        "changes": {},
        "__run_num__": 0,
        "duration": 1.234,
        "start_time": "12:34:56.789012",
        "__sls__": "a",
        "__id__": "i",
    }
    one.update(over)
    return {key: value for key, value in one.items() if value != "LEFT OUT"}


def one(**over):
    return {"local": {"test_|-i_|-n_|-nop": state(**over)}}


def many(count, **over):
    return {
        "local": {
            f"test_|-i{index}_|-n{index}_|-nop": state(
                __id__=f"i{index}", name=f"n{index}", __run_num__=count - index, **over
            )
            for index in range(count)
        }
    }


DEEP = {
    "a": {"b": [{"c": 1, "d": [1, [2, 3]]}, "x"], "t": True, "n": None, "f": 1.5, "e": {}, "el": [], "ml": "1\n2\n"}
}

STATES = {
    "clean": one(),
    "would change": one(result=None, changes={"old": None, "new": {"queue": "q"}}),
    "would change, unsaid": one(result=None),
    "failed": one(result=False),
    "failed, changed": one(result=False, changes={"rules": {"old": [], "new": [{"from_port": 80}]}}),
    "deep": one(changes=DEEP),
    "diff": one(changes={"diff": "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n"}),
    "blank lines": one(changes={"text": "a\n\nb", "list": ["p\n\nq"], "nothing": "", "line": "\n"}),
    "no changes but text": one(changes="text"),
    "no changes but list": one(changes=["a", "b"]),
    "comment of spaces": one(comment="  x \n\n  y  \n"),
    "comment empty": one(comment=""),
    "comment none": one(comment=None),
    "comment list": one(comment=["a", "it's"]),
    "unicode": one(comment="é ü 🦀", changes={"ä": "ö"}),
    "no times": one(duration="LEFT OUT", start_time="LEFT OUT"),
    "warnings": one(warnings=["w1", "w2\nlonger " + "word " * 40, "x" * 120, "foo-bar " * 12]),
    "warnings, failed": one(warnings=["w1"], result=False),
    "no changes key": one(changes="LEFT OUT"),
    "ten": many(10),
    "ninety-nine": many(99, duration=0.1, result=None),
    "hundred": many(100, duration=13.37),
    "three, long": many(3, duration=59999.5, result=None, changes={"a": 1}),
    "empty": {"local": {}},
    "none": {"local": None},
    "text": {"local": "hello"},
    "number": {"local": 3},
    "truth": {"local": True},
    "problems": {"local": ["one", "two\nlines"]},
}
ORCHESTRATED = {
    "web-1": {"test_|-i_|-n_|-nop": state(changes={"old": 1, "new": 2})},
    "web-2": {"test_|-i_|-n_|-nop": state(result=False), "test_|-j_|-m_|-nop": state(__run_num__=1, warnings=["w"])},
}
for _name, _answers in {
    "orchestrated": ORCHESTRATED,
    "orchestrated, unchanged failure": {"web-2": ORCHESTRATED["web-2"]},
    "orchestrated, errors": {"web-1": ["Rendering SLS failed", "two\nlines"]},
    "orchestrated, no answer": {"web-1": False, "web-2": "text\nlines"},
    "orchestrated, nothing": {},
}.items():
    STATES[_name] = one(result=False, changes={"out": "highstate", "ret": _answers})
STATES["orchestrated in itself"] = one(
    changes={"out": "highstate", "ret": one(changes={"out": "highstate", "ret": ORCHESTRATED})}
)
STATES["functions"] = one(changes={"ret": {"web-1": True, "web-2": {"a": [1]}}})
for _milliseconds in [0, 0.0, 5, 0.0004, 998.9, 999.0, 999.1, 999.9996, 1000, 60000, 3600000.0, 123456789.123]:
    STATES[f"took {_milliseconds!r}"] = one(duration=_milliseconds)
for _results in [[None, False], [False, None], [True, None, False, True], [False, True], [None, True], [False, False]]:
    STATES["results " + " ".join(map(str, _results))] = {
        "local": {
            f"a_|-{index}_|-{index}_|-b": state(result=result, __run_num__=index, __id__=str(index))
            for index, result in enumerate(_results)
        }
    }

VALUES = [
    None, True, False, 3, -3, 1.5, 1e20, 0.1, 1e-05, 123456789012345680.0, "x", "", "a\nb\n", "a\n\nb", [], {},
    [1, "a", None, True, 2.5],
    {"b": 1, "a": "x", "c": None, "t": True, "f": False},
    {"a": {"b": {"c": [1, {"d": 2, "e": {}}]}}},
    [[1, [2]], {"a": 1}, [[], {}, ""]],
    {"k": [], "l": {}, "m": "", "n": "\n", "o": "  sp ", "p": "a\r\nb", "q": "tail\n\n"},
    {"a": [[["x", {"k": [{"z": 1}]}]], {"m": {"n": ["o"]}}, [{}], [[]]]},
    {"10": 1, "9": 2, "B": 1, "_": 2, "a": 3, "Ä": 4},
    ["yes", "no", "null", "0644", "1e3", "2020-01-01", " lead", "a: b", "# c", "it's", '"q"', "~", "-"],
    ["\x00\x07\x7f\xad\u2028🦀é\\\t\r", "'\"", "\ue000"],
    {"a" * 30: ["x" * 30, "y" * 30], "b": {"c" * 30: {"d" * 30: 1}}},
    {"z": [{"a": 1, "b": 2}, {"c": [1]}]},
]


def shown(data, out, options):
    try:
        return salt.output.out_format(copy.deepcopy(data), out, {**OPTS, **options})
    except Exception as error:  # Salt's own failure is no sample
        print(f"no sample: {out} {options}: {error!r}", file=sys.stderr)
        return None


def case(name, data, layouts):
    outputs = [{"out": out, "options": options, "text": shown(data, out, options)} for out, options in layouts]
    return {"name": name, "data": data, "outputs": [output for output in outputs if output["text"] is not None]}


def main():
    highstate = [("highstate", options) for options in HIGHSTATE]
    cases = [case(f"run {name}", ran(name), highstate) for name in SLS]
    cases.append(case("test run plain", ran("plain", "test=True"), highstate))
    few = [("highstate", {"state_output": "terse"})]
    for name, data in STATES.items():
        cases.append(case(name, data, few if len(str(data)) > 5000 else highstate))
    for index, value in enumerate(VALUES):
        cases.append(case(f"value {index}", {"local": value}, PLAIN))
    print(json.dumps({"salt": salt.version.__version__, "cases": cases}, separators=(",", ":")).replace('{"name"', '\n{"name"'))


main()
