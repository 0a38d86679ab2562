"""Records what Salt makes of the trees in `cases.py`: `python record.py [WORD…]`, with `salt==3007.*`.

Writes `recorded.json`; with words, only the cases whose names hold one are asked again.

Each tree is written to a directory of its own and asked masterless; answers are kept as JSON. Paths of that
directory become `ROOT`.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

from cases import CASES

SALT_CALL = os.path.join(os.path.dirname(sys.executable), "salt-call")


def run(case):
    with tempfile.TemporaryDirectory() as root:
        for name, text in case["files"].items():
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as out:
                out.write(text)
        minion = {"id": "oracle", "file_client": "local", "root_dir": root + "/var", "enable_gpu_grains": False, **case["minion"]}
        for key, default in (("file_roots", "states"), ("pillar_roots", "pillar")):
            roots = minion.get(key, {"base": [default]})
            minion[key] = {env: [os.path.join(root, name) for name in names] for env, names in roots.items()}
        os.makedirs(root + "/conf")
        with open(root + "/conf/minion", "w") as out:
            out.write(json.dumps(minion).replace("ROOT", root))
        answers = {}
        for ask in case["ask"]:
            command = [SALT_CALL, "--local", "-c", root + "/conf", "--out", "json", "-l", "quiet", *shlex.split(ask)]
            done = subprocess.run(command, capture_output=True, text=True)
            text = without_traceback(done.stdout.replace(root, "ROOT"))
            try:
                answers[ask] = json.loads(text)["local"]
            except (ValueError, KeyError):
                answers[ask] = {"unreadable": (text or done.stderr.replace(root, "ROOT")).strip().split("\n")[-1]}
        return {**case, "ask": None, "answers": answers}


def without_traceback(text):
    """Only that there was one: its lines are Salt's own, and name the places of one machine."""
    return re.sub(r'Traceback \(most recent call last\)(?:[^"\\]|\\.)*', "(traceback)", text)


def main():
    target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recorded.json")
    known = {}
    if len(sys.argv) > 1:
        with open(target) as recorded:
            known = {case["name"]: case for case in json.load(recorded)}
    stale = [case for case in CASES if case["name"] not in known or any(word in case["name"] for word in sys.argv[1:])]
    known = {name: known[name] for name in known if any(case["name"] == name for case in CASES)}
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for case in pool.map(run, stale):
            del case["ask"]
            known[case["name"]] = case
    with open(target, "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(known[case["name"]]) for case in CASES) + "\n]\n")


main()
