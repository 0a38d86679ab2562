"""Records what Salt 3007 makes of the cases in cases.py: a test run, a real run, a second real run, and the machine after.

Run it as root with the Python of an environment that has Salt 3007, from anywhere:

    python tests/it/machine/record.py [CASE …]

It writes recorded.json beside itself, each case with what it was asked. With the names of cases it records only those,
and keeps the others. Each case has a /etc and a /home of its own, in a mount namespace: see sandbox.sh.
"""

import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cases

HERE = pathlib.Path(__file__).resolve().parent
TODAY = (datetime.datetime.now(datetime.timezone.utc) - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).days
MACHINE = json.loads((HERE / "machine.json").read_text())
# What programs leave behind and nobody asked for.
PASSED_OVER = re.compile(r"etc/(programs/.*|.*-|.*\.lock|.*\.cache|mtab|salt.*|default/useradd|subuid|subgid)$")


def make(base, tree):
    for name, what in tree.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text, mode = what if isinstance(what, (list, tuple)) else (what, None)
        if text is None:
            path.mkdir(parents=True, exist_ok=True)
        elif text.startswith("-> "):
            path.unlink(missing_ok=True)
            path.symlink_to(text[3:])
        else:
            path.write_text(text)
        if mode:
            path.chmod(int(mode, 8))


def seen(base):
    found = {}
    for path in sorted(base.rglob("*")):
        name, stat = str(path.relative_to(base)), path.lstat()
        if PASSED_OVER.match(name):
            continue
        owner = "" if (stat.st_uid, stat.st_gid) == (0, 0) else f" {stat.st_uid}:{stat.st_gid}"
        mode = f"{stat.st_mode & 0o7777:04o}"
        if path.is_symlink():
            found[name] = f"-> {os.readlink(path)}{owner}"
        elif path.is_dir():
            found[name] = f"{mode}{owner} /"
        else:
            found[name] = f"{mode}{owner} {path.read_text('latin-1')}".replace(f":{TODAY}:", ":TODAY:")
    return found


def tidy(value):
    if isinstance(value, str):
        value = value.replace("/tmp/" + value.split("/tmp/")[-1].split("/")[0], "$TMP") if "/tmp/" in value else value
        return re.sub(r"__salt\.tmp\.[a-z0-9_]{8}", "__salt.tmp.X", value)
    if isinstance(value, dict):
        return {tidy(key): tidy(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [tidy(inner) for inner in value]
    return "TODAY" if value == TODAY and not isinstance(value, bool) else value


def returns(answer):
    if not isinstance(answer, dict):
        return tidy(answer)
    listed = []
    for tag, state in sorted(answer.items(), key=lambda item: item[1].get("__run_num__", 0)):
        comment = state.get("comment")
        if isinstance(comment, str) and "Traceback" in comment:
            state["comment"] = "Traceback: " + comment.strip().splitlines()[-1]
        keys = ("result", "comment", "changes", "warnings")
        listed.append({"tag": tidy(tag)} | {key: tidy(state[key]) for key in keys if key in state})
    return listed


def inside(box):
    """Runs in the sandbox: Salt, three times."""
    import salt.client
    import salt.config

    box = pathlib.Path(box)
    scratch = box / "scratch"
    scratch.mkdir()
    (scratch / "conf").write_text("{}")
    opts = salt.config.minion_config(None)
    opts.update(
        root_dir=str(scratch),
        conf_file=str(scratch / "conf"),
        file_client="local",
        file_roots={"base": [str(box / "states")]},
        pillar_roots={"base": [str(scratch / "pillar")]},
        id="sample",
        log_level="quiet",
        grains_cache=False,
        grains={"init": "systemd"},
    )
    for key in ("cachedir", "pki_dir", "sock_dir", "log_file", "extension_modules"):
        opts[key] = str(scratch / key)
    opts["__cli"] = "salt-call"
    caller = salt.client.Caller(mopts=opts)
    pillar = json.loads((box / "pillar.json").read_text())

    def ask(test):
        try:
            return returns(caller.cmd("state.sls", "case", test=test, pillar=pillar))
        except Exception as error:  # Salt itself broke: that is what is recorded.
            return f"{type(error).__name__}: {error}"

    answers = {"test": ask(True), "real": ask(False)}
    plain, after = seen(box / "plain"), seen(box / "tree")
    gone = {name: "gone" for name in plain if name not in after}
    answers["after"] = {name: what for name, what in after.items() if plain.get(name) != what} | gone
    answers["again"] = ask(False)
    (box / "answers.json").write_text(json.dumps(answers))


def record(case):
    with tempfile.TemporaryDirectory(prefix="record") as directory:
        box = pathlib.Path(directory)
        make(box / "plain", MACHINE)
        programs = box / "plain/etc/programs"
        programs.mkdir()
        shutil.copy(HERE / "crontab.sh", programs / "crontab")
        shutil.copytree(box / "plain", box / "tree", symlinks=True)
        make(box / "tree", case["before"])
        make(box / "states", case["files"])
        (box / "states").mkdir(exist_ok=True)
        (box / "states/case.sls").write_text(case["sls"])
        (box / "pillar.json").write_text(json.dumps(case["pillar"]))
        words = [str(HERE / "sandbox.sh"), directory, sys.executable, str(pathlib.Path(__file__).resolve()), "--inside", directory]
        done = subprocess.run(words, capture_output=True, text=True)
        if not (box / "answers.json").exists():
            raise SystemExit(done.stdout + done.stderr)
        return case | json.loads((box / "answers.json").read_text())


def main():
    os.umask(0o022)
    if sys.argv[1:2] == ["--inside"]:
        return inside(sys.argv[2])
    file = HERE / "recorded.json"
    asked = sys.argv[1:]
    known = json.loads(file.read_text()) if asked else {}
    recorded = {}
    for name, case in cases.CASES.items():
        if asked and name not in known and not any(name.startswith(prefix) for prefix in asked):
            continue
        is_asked = not asked or any(name.startswith(prefix) for prefix in asked)
        recorded[name] = known[name] if name in known and not is_asked else record(json.loads(json.dumps(case)))
    file.write_text(json.dumps(recorded, indent=1, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
