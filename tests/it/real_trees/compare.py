"""Compares what public formulas compile to in Salt 3007 and here.

    python tests/it/real_trees/compare.py ORCHESTRATE FORMULAS > tests/it/real_trees/facts.json

FORMULAS is a directory of bare or checked-out Git repositories of formulas, one a name. Run it with the Python of an environment that
has Salt 3007, on the machine where ORCHESTRATE runs, so that both have the same grains. Only facts are kept of it: which
repository at which commit, and how many of its SLS come out alike. 'why' is written by hand for what differs. The texts of the formulas belong to their authors.
"""

import io
import json
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

import salt.client
import salt.config

# So many SLS of each formula are compared.
AT_MOST = 8

CONFIG = """
id: sample
file_client: local
root_dir: {home}
file_roots: {{base: [{home}/states]}}
pillar_roots: {{base: [{home}/pillar]}}
log_level: quiet
grains_cache: False
"""


def git(repository, *words):
    return subprocess.run(["git", "-C", repository, *words], capture_output=True, check=True).stdout


def lay_out(repository, home):
    for part in ("states", "pillar", "conf"):
        (home / part).mkdir()
    with tarfile.open(fileobj=io.BytesIO(git(repository, "archive", "--format=tar", "HEAD"))) as archive:
        archive.extractall(home / "states", filter="data")
    example = home / "states" / "pillar.example"
    text = example.read_text() if example.is_file() else "{}"
    (home / "pillar" / "example.sls").write_text(text)
    (home / "pillar" / "top.sls").write_text("base: {'*': [example]}\n")
    (home / "conf" / "minion").write_text(CONFIG.format(home=home))


def names(home):
    root = home / "states"
    found = []
    for path in sorted(root.rglob("*.sls")):
        parts = path.relative_to(root).with_suffix("").parts
        aside = {"test", "tests", "pillar", "examples", "pillar_examples"}
        if any("." in part or part in aside for part in parts) or parts == ("top",):
            continue
        found.append(".".join(parts[:-1] if parts[-1] == "init" and len(parts) > 1 else parts))
    return sorted(set(found), key=lambda name: (name.count("."), name))[:AT_MOST]


def of_salt(home, sls):
    opts = salt.config.minion_config(str(home / "conf" / "minion"))
    opts["__cli"] = "salt-call"
    caller = salt.client.Caller(mopts=opts)
    answers = {}
    for name in sls:
        try:
            answers[name] = caller.cmd("state.show_low_sls", name)
        except BaseException as error:
            answers[name] = [f"{type(error).__name__}: {error}"]
    return answers


def of_ours(program, home, name):
    command = [program, "-c", home / "conf", "--out", "json", "state.show_low_sls", name]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    try:
        return json.loads(ran.stdout)["local"]
    except (ValueError, KeyError):
        return [ran.stderr.strip()]


def kind(answer):
    if isinstance(answer, list) and all(isinstance(low, dict) for low in answer):
        return "states"
    return "refused"


def plain(answer, home):
    text = json.dumps(answer, sort_keys=True, default=str)
    return text.replace(str(home), "HOME")


def compared(program, repository):
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        lay_out(repository, home)
        sls = names(home)
        salts = of_salt(home, sls)
        shutil.rmtree(home / "var", ignore_errors=True)
        commit = git(repository, "rev-parse", "HEAD").decode().strip()
        facts = {"commit": commit, "sls": len(sls), "states": 0, "alike": 0, "both_refuse": 0}
        different = []
        for name in sls:
            salt_answer, our_answer = salts[name], of_ours(program, home, name)
            kinds = (kind(salt_answer), kind(our_answer))
            if kinds == ("refused", "refused"):
                facts["both_refuse"] += 1
            elif kinds == ("states", "states") and plain(salt_answer, home) == plain(our_answer, home):
                facts["alike"] += 1
                facts["states"] += len(salt_answer)
            else:
                different.append(name)
                shown = (plain(answer, home)[:3000] for answer in (salt_answer, our_answer))
                print(f"--- {repository} {name}", *shown, sep="\n", file=sys.stderr)
        if different:
            facts["different"] = different
        return facts


def main():
    program, formulas = sys.argv[1:3]
    facts = {}
    for path in sorted(pathlib.Path(formulas).iterdir()):
        repository = path / "repo" if (path / "repo").is_dir() else path
        try:
            facts[path.name.replace("+", "/")] = compared(program, repository)
        except Exception as error:
            print(f"!!! {path.name}: {error}", file=sys.stderr)
    lines = (f"{json.dumps(name)}: {json.dumps(fact)}" for name, fact in facts.items())
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
