"""Records what Python's `re` makes of the patterns in cases.jsonl, into the same file.

Each line is {"p": pattern, "t": text, "f": flags as a number, "r": replacement or none} and gets "search", "match",
"full" (the span of the match in characters with its groups, or null), "sub" ([text, count]), or "error" (why the pattern or the
replacement is refused). Python 3.11: `python3 record.py`.
"""

import json
import pathlib
import re
import warnings

warnings.simplefilter("ignore")
FILE = pathlib.Path(__file__).with_name("cases.jsonl")


def told(match):
    return match and [match.group(0), *match.groups()]


def record(case):
    kept = {key: case[key] for key in ("p", "t", "f", "r") if key in case}
    try:
        pattern = re.compile(case["p"], case.get("f", 0))
        kept["search"] = told(pattern.search(case["t"]))
        kept["match"] = told(pattern.match(case["t"]))
        kept["full"] = told(pattern.fullmatch(case["t"]))
        if "r" in case:
            kept["sub"] = list(pattern.subn(case["r"], case["t"]))
    except (re.error, IndexError, OverflowError) as error:
        kept = {key: value for key, value in kept.items() if key in ("p", "t", "f", "r")}
        kept["error"] = f"{type(error).__module__}.{type(error).__name__}: {error}"
    return kept


cases = [json.loads(line) for line in FILE.read_text().splitlines()]
FILE.write_text("".join(json.dumps(record(case), ensure_ascii=False) + "\n" for case in cases))
