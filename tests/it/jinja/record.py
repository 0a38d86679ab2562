"""Records what Python's Jinja2 3.1 makes of the templates in cases.jsonl, into the same file.

Each line is {"t": template, "c": context, "f": {name: text of another template}, "o": options} and gets
"out" (the text) or "error" (the class of the error and its message). Needs nothing but Jinja2 3.1: `pip install jinja2==3.1.6`, then
`python record.py`.
"""

import copy
import json
import pathlib

import jinja2

FILE = pathlib.Path(__file__).with_name("cases.jsonl")


def record(case):
    env = jinja2.Environment(
        loader=jinja2.DictLoader(case.get("f", {})),
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
        undefined=jinja2.StrictUndefined,
        **case.get("o", {}),
    )
    kept = {key: case[key] for key in ("t", "c", "f", "o") if key in case}
    try:
        out = env.from_string(case["t"]).render(**copy.deepcopy(case.get("c", {})))
        # Salt puts the last line end back.
        kept["out"] = out + "\n" if case["t"].endswith("\n") and not env.keep_trailing_newline else out
    except Exception as error:
        kept["error"] = f"{type(error).__name__}: {error}".split("\n")[0]
    return kept


cases = [json.loads(line) for line in FILE.read_text().splitlines()]
FILE.write_text("".join(json.dumps(record(case), ensure_ascii=False) + "\n" for case in cases))
