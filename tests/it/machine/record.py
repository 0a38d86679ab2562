"""Records what Salt 3007 makes of the cases in cases.py: a test run, a real run, a second real run, and the machine after.

Run it as root with the Python of an environment that has Salt 3007, from anywhere:

    python tests/it/machine/record.py [CASE …]

It writes recorded.json beside itself, each case with what it was asked. With the names of cases it records only those,
and keeps the others. Each case has a /etc and a /home of its own, in a mount namespace: see sandbox.sh. Cases of debconf
need the package debconf-utils, those of Augeas the packages augeas-tools and python-augeas.
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
import jobs  # noqa: F401
import servers  # noqa: F401
import volumes  # noqa: F401

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "recorded"))
import minion  # noqa: E402
import tree  # noqa: E402

TODAY = (datetime.datetime.now(datetime.timezone.utc) - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)).days
MACHINE = json.loads((HERE / "machine.json").read_text())
# Programs that stand for those of the machine.
PROGRAMS = json.loads((HERE / "programs.json").read_text())
# What programs leave behind and nobody asked for.
PASSED_OVER = re.compile(r"etc/(programs/.*|.*-|.*-old|.*\.lock|.*\.cache|mtab|salt.*|default/useradd|subuid|subgid)$")


def is_passed_over(name):
    return bool(PASSED_OVER.match(name))


def undated(text):
    return text.replace(f":{TODAY}:", ":TODAY:")


def tidy(value):
    if isinstance(value, str):
        value = value.replace("/tmp/" + value.split("/tmp/")[-1].split("/")[0], "$TMP") if "/tmp/" in value else value
        return re.sub(r"__salt\.tmp\.[a-z0-9_]{8}", "__salt.tmp.X", value)
    if isinstance(value, dict):
        return {tidy(key): tidy(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [tidy(inner) for inner in value]
    return "TODAY" if value == TODAY and not isinstance(value, bool) else value


def inside(box):
    """Runs in the sandbox: Salt, three times."""
    # Salt finds modules where the kernel's release says: in /etc/kernel.
    own = os.uname()
    os.uname = lambda: type(own)((own.sysname, own.nodename, "/etc/kernel", own.version, own.machine))
    box = pathlib.Path(box)
    caller = minion.caller(box / "scratch", box / "states", grains_cache=False, grains={"init": "systemd"}, conf_dir="/etc/salt")
    pillar = json.loads((box / "pillar.json").read_text())

    def ask(test):
        try:
            return tree.returns(caller.cmd("state.sls", "case", test=test, pillar=pillar), tidy)
        except Exception as error:  # Salt itself broke: that is what is recorded.
            return f"{type(error).__name__}: {error}"

    answers = {"test": ask(True), "real": ask(False)}
    plain, after = (tree.seen(box / name, is_passed_over, undated) for name in ("plain", "tree"))
    gone = {name: "gone" for name in plain if name not in after}
    answers["after"] = {name: what for name, what in after.items() if plain.get(name) != what} | gone
    answers["again"] = ask(False)
    (box / "answers.json").write_text(json.dumps(answers))


def record(case):
    with tempfile.TemporaryDirectory(prefix="record") as directory:
        box = pathlib.Path(directory)
        tree.make(box / "plain", MACHINE)
        programs = box / "plain/etc/programs"
        programs.mkdir()
        for name, script in PROGRAMS.items():
            shutil.copy(HERE / script, programs / name)
            (programs / name).chmod(0o755)
        shutil.copytree(box / "plain", box / "tree", symlinks=True)
        tree.make(box / "tree", case["before"])
        tree.make(box / "states", case["files"])
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
