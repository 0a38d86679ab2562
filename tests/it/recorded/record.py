"""Records what Salt 3007 makes of cases: a test run, a real run, a second real run, and the tree after.

Run it as root with the Python of an environment that has Salt 3007, from anywhere:

    python tests/it/recorded/record.py DIRECTORY [CASE …]

DIRECTORY is one beside this one that holds cases.py, such as `files`. It writes recorded.json there, each case with what it was
asked. With the names of cases (or how they begin, and `*`) it records only those, and keeps the others. Everything happens in
a scratch directory, which stands as $R in the record; programs in `$R/.fake/bin` come before those of the machine.
"""

import fnmatch
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import salt.client
import salt.config
import salt.utils.systemd
import tree

# Services are systemd's in the record, whatever runs the machine that it is made on.
salt.utils.systemd.booted = lambda context=None: True

HERE = pathlib.Path(__file__).resolve().parent
GRAINS = {"motto": "per aspera", "deep": {"er": ["x", "y"]}}
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="record"))
ROOT = SCRATCH / "root"
STATES = SCRATCH / "states"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
DATE = "2024-01-02T03:04:05Z"
HIDDEN = {".fake", ".git"}
BESIDE = HERE.parent / (sys.argv[1] if sys.argv[1:] else "files")


def caller():
    opts = salt.config.minion_config(None)
    opts.update(
        root_dir=str(SCRATCH),
        file_client="local",
        file_roots={"base": [str(STATES)]},
        pillar_roots={"base": [str(SCRATCH / "pillar")]},
        id="sample",
        log_level="quiet",
        grains_cache=False,
        providers={"service": "systemd_service", "pkg": "aptpkg"},
    )
    for key in ("cachedir", "pki_dir", "sock_dir", "log_file", "conf_file", "extension_modules"):
        opts[key] = str(SCRATCH / key)
    (SCRATCH / "conf_file").write_text(json.dumps({"grains": GRAINS}))
    opts["__cli"] = "salt-call"
    return salt.client.Caller(mopts=opts)


def expand(text):
    return text.replace("$R", str(ROOT))


def shorten(text):
    text = text.replace(str(ROOT), "$R").replace(str(STATES), "$STATES").replace(str(SCRATCH), "$SCRATCH")
    return re.sub(r"__salt\.tmp\.[a-z0-9_]{8}", "__salt.tmp.X", text)


def tidy(value):
    if isinstance(value, str):
        return shorten(value)
    if isinstance(value, dict):
        return {tidy(key): 0 if key == "pid" else tidy(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [tidy(inner) for inner in value]
    return value


def contents(text):
    return expand((BESIDE / text[1:]).read_text() if text.startswith("@") else text)


def fill(base, files):
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir(parents=True)
    tree.make(base, files, contents)


def script(text):
    if not text:
        return ""
    names = {f"GIT_{who}_NAME": "n" for who in ("AUTHOR", "COMMITTER")}
    mails = {f"GIT_{who}_EMAIL": "n@example.com" for who in ("AUTHOR", "COMMITTER")}
    dates = {f"GIT_{who}_DATE": DATE for who in ("AUTHOR", "COMMITTER")}
    own = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "GIT_CONFIG_NOSYSTEM": "1"}
    ran = subprocess.run(
        ["/bin/sh", "-ec", expand(text)], cwd=ROOT, env=own | names | mails | dates, capture_output=True
    )
    assert ran.returncode == 0, (text, ran.stderr)
    return shorten(ran.stdout.decode())


def is_passed_over(name):
    parts = name.split("/")
    return bool(HIDDEN & set(parts)) or any(form in parts[-1] for form in (".tar", ".zip", ".bin"))


def hangs(*_):
    raise TimeoutError("it does not end")


def ask(salt_call, pillar, test):
    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(20)
    try:
        return tree.returns(salt_call.cmd("state.sls", "case", test=test, pillar=pillar), tidy)
    except Exception as error:  # Salt itself broke: that is what is recorded.
        return f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)


def prepare(case):
    fill(ROOT, case["before"])
    script(case.get("setup", ""))


def record(salt_call, case):
    for directory in ("cachedir", "files"):
        shutil.rmtree(SCRATCH / directory, ignore_errors=True)
    fill(STATES, case["files"])
    (STATES / "case.sls").write_text(expand(case["sls"]))
    answers = {}
    prepare(case)
    answers["test"] = ask(salt_call, case["pillar"], True)
    prepare(case)
    answers["real"] = ask(salt_call, case["pillar"], False)
    answers["after"] = tree.seen(ROOT, is_passed_over, shorten)
    if case.get("probe"):
        answers["after"]["(probe)"] = script(case["probe"])
    answers["again"] = ask(salt_call, case["pillar"], False)
    return case | answers


def cases_of(directory):
    spec = importlib.util.spec_from_file_location("cases", directory / "cases.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CASES


def main():
    os.umask(0o022)
    os.environ.update(PATH=f"{ROOT}/.fake/bin:{PATH}", HOME=f"{ROOT}/.fake/home")
    directory, wanted = BESIDE, sys.argv[2:]
    salt_call = caller()
    file = directory / "recorded.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    all_cases = cases_of(directory)
    for name, case in all_cases.items():
        if not wanted or any(fnmatch.fnmatch(name, pattern) for pattern in wanted):
            # One after the other: Salt takes its time, and what is recorded stays.
            recorded = record(salt_call, json.loads(json.dumps(case)))
            known = json.loads(file.read_text()) if file.exists() else {}
            known[name] = recorded
            kept = {name: known[name] for name in all_cases if name in known}
            file.write_text(json.dumps(kept, indent=1, ensure_ascii=True, default=sorted) + "\n")
    shutil.rmtree(SCRATCH)


if __name__ == "__main__":
    main()
