"""Records what Salt 3007 answers to the calls of cases.py, into recorded.json.

The files of world.json are laid out in a fresh directory, which the cases call {d}. An answer is recorded as JSON, or as {"error": true};
an answer about the machine is recorded by its shape alone. Needs Salt 3007 (`pip install salt==3007.*`): `python record.py`.
"""

import collections
import copy
import json
import logging
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

import salt.client
import salt.config

import cases

HERE = pathlib.Path(__file__).parent
WORLD = json.loads((HERE / "world.json").read_text())


def lay_out(root):
    for name, file in WORLD["files"].items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file["text"])
        path.chmod(int(file.get("mode", "0644"), 8))
        if "mtime" in file:
            os.utime(path, (file["mtime"], file["mtime"]))
    for name, mode in WORLD["directories"].items():
        (root / name).mkdir(exist_ok=True)
        (root / name).chmod(int(mode, 8))
    for name, to in WORLD["links"].items():
        (root / name).symlink_to(to)
    (root / "pillar/all.sls").write_text("#!json\n" + json.dumps(WORLD["pillar"]))


def put(value, root):
    """{d} to the directory."""
    if isinstance(value, str):
        return value.replace("{d}", str(root))
    if isinstance(value, list):
        return [put(item, root) for item in value]
    if isinstance(value, dict):
        return {put(key, root): put(item, root) for key, item in value.items()}
    return value


def take(value, root):
    """The directory to {d}."""
    if isinstance(value, bytes):
        value = value.decode()
    if isinstance(value, str):
        return value.replace(str(root), "{d}")
    if isinstance(value, (list, tuple, set)):
        return [take(item, root) for item in value]
    if isinstance(value, dict):
        return {take(key, root): take(item, root) for key, item in value.items()}
    return value


def shape(value):
    if isinstance(value, dict):
        return {str(key): shape(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [shape(value[0])] if value else []
    return {"str": "text", "int": "number", "float": "number", "bool": "boolean", "NoneType": "nothing"}[
        type(value).__name__
    ]


def by_command_line(entry, home, args):
    """The answer of salt-call: some functions keep what they have read, and the files are others in each case."""
    config = {**BASE, "cachedir": str(home / "cache"), "root_dir": str(home)}
    config |= {"file_roots": {"base": [str(home / "states")]}, "pillar_roots": {"base": [str(home / "pillar")]}}
    (home / "minion").write_text(json.dumps(config))
    words = [pathlib.Path(sys.executable).with_name("salt-call"), "-c", home, "--local", "--out", "json", entry["call"]]
    said = subprocess.run([*words, *map(str, put(args, home))], capture_output=True, text=True)
    entry["answer"] = take(json.loads(said.stdout), home)["local"]
    return entry


def record(group, case):
    name, args, kwargs, how = (list(case) + [[], {}, None][len(case) - 1 :])[:4]
    home = pathlib.Path(tempfile.mkdtemp(prefix="w", dir="/tmp"))
    try:
        lay_out(home)
        opts = copy.deepcopy(OPTS)
        for key in ("root_dir", "cachedir", "pki_dir"):
            opts[key] = opts[key].replace("@", str(home))
        opts["cachedir"] = str(home / "cache")
        opts["file_roots"] = {"base": [str(home / "states")]}
        opts["pillar_roots"] = {"base": [str(home / "pillar")]}
        CALLER.sminion.opts.update(opts)
        entry = {"call": name}
        if args:
            entry["args"] = args
        if kwargs:
            entry["kwargs"] = kwargs
        try:
            if name in cases.BY_COMMAND_LINE:
                return by_command_line(entry, home, args)
            answer = FUNCTIONS(opts)[name](*put(copy.deepcopy(args), home), **put(copy.deepcopy(kwargs), home))
            answer = take(answer, home)
            if how == "shape":
                entry["shape"] = shape(answer)
            elif how == "kind":
                entry["shape"] = shape(answer) if not isinstance(answer, (dict, list)) else type(answer).__name__
            else:
                entry["answer"] = json.loads(json.dumps(answer))
                if how:
                    entry["only"] = how
        except BaseException as error:
            entry["error"] = True
            entry["why"] = f"{type(error).__name__}: {error}".replace(str(home), "{d}").split("\n")[0][:120]
        return entry
    finally:
        shutil.rmtree(home, ignore_errors=True)


HOME = pathlib.Path(tempfile.mkdtemp(prefix="x", dir="/tmp"))
lay_out(HOME)
BASE = {
    "file_client": "local",
    "id": "web-1.example.com",
    "root_dir": str(HOME),
    "cachedir": str(HOME / "cache"),
    "grains": WORLD["grains"],
    "file_roots": {"base": [str(HOME / "states")]},
    "pillar_roots": {"base": [str(HOME / "pillar")]},
    "my_option": "from config",
    "nested_option": {"a": {"b": 7}},
    "nodegroups": {"webs": "web-*", "both": "G@os:Debian and web-*"},
    **cases.CONFIG,
}
(HOME / "minion").write_text(json.dumps(BASE))
OPTS = salt.config.minion_config(str(HOME / "minion"))
CALLER = salt.client.Caller(mopts=OPTS)
import salt.loader

LOADED = {}


def FUNCTIONS(opts):
    """The functions, with the trees of this case."""
    real = CALLER.sminion.opts
    real.update(opts)
    real["pillar"] = copy.deepcopy(PILLAR)
    functions = CALLER.sminion.functions
    functions.opts.update(opts)
    functions.context_dict.clear() if hasattr(functions, "context_dict") else None
    functions.pack["__context__"].clear() if "__context__" in functions.pack else None
    return functions


PILLAR = copy.deepcopy(dict(CALLER.sminion.opts["pillar"]))

if __name__ == "__main__":
    wanted = sys.argv[1:]
    path = HERE / "recorded.json"
    recorded = json.loads(path.read_text()) if wanted and path.exists() else {}
    for group, calls in cases.CASES.items():
        if wanted and group not in wanted:
            continue
        recorded[group] = [record(group, case) for case in calls if case[0] not in cases.NOT_RECORDED]
    recorded = {group: entries for group, entries in recorded.items() if entries}
    lines = []
    for group in sorted(recorded):
        body = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in recorded[group])
        lines.append(f"{json.dumps(group)}: [\n{body}\n]")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    shutil.rmtree(HOME, ignore_errors=True)
    for group in sorted(recorded):
        errors = sum("error" in entry for entry in recorded[group])
        print(group, len(recorded[group]), f"({errors} errors)")
