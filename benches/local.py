"""What a highstate of forty states of the machine costs when nothing changes, beside masterless Salt on the same tree.

Writes docs/benchmarks/local.json. Everything is made below a directory of its own; packages, the user and the group are
those that every Debian has, so that the states find them as they want them.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

import measure

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

TREE = """
{% set home = pillar.home %}
{% for name in ['app', 'cache', 'log', 'run', 'spool'] %}
{{ home }}/{{ name }}:
  file.directory:
    - mode: '0750'
{% endfor %}
{% for index in range(14) %}
{{ home }}/app/{{ index }}.conf:
  file.managed:
    - source: salt://files/service.conf
    - template: jinja
    - context: {number: {{ index }}}
    - require:
      - file: {{ home }}/app
{% endfor %}
{% for index in range(4) %}
{{ home }}/app/current{{ index }}:
  file.symlink:
    - target: {{ home }}/app/{{ index }}.conf
{% endfor %}
{{ home }}/app/settings.yaml:
  file.serialize:
    - serializer: yaml
    - dataset: {workers: 4, listen: [80, 443]}
{{ home }}/app/hosts:
  file.blockreplace:
    - marker_start: '# begin'
    - marker_end: '# end'
    - content: 10.0.0.1 db
    - append_if_not_found: True
    - require:
      - file: hosts file
hosts file:
  file.managed:
    - name: {{ home }}/app/hosts
    - replace: False
    - contents: 127.0.0.1 localhost
{{ home }}/app/limits:
  file.append:
    - text: ['* soft nofile 65536', '* hard nofile 65536']
{{ home }}/old:
  file.absent: []
{% for package in ['bash', 'coreutils', 'sed', 'tar'] %}
{{ package }}:
  pkg.installed: []
{% endfor %}
Those that belong together:
  pkg.installed:
    - pkgs: [grep, gzip, findutils]
root:
  user.present:
    - uid: 0
    - home: /root
  group.present:
    - gid: 0
{% for index in range(4) %}
check {{ index }}:
  cmd.run:
    - name: 'false'
    - unless: test -d {{ home }}
{% endfor %}
Code:
  git.latest:
    - name: {{ home }}/code.git
    - target: {{ home }}/code
"""
CONFIG = "number = {{ number }}\nhost = {{ grains['id'] }}\n"


def prepare(place):
    """The tree, its configuration, and a repository to clone."""
    for name in ("states/files", "pillar"):
        (place / name).mkdir(parents=True)
    home = place / "home"
    home.mkdir()
    (place / "states" / "top.sls").write_text("base: {'*': [all]}\n", encoding="utf-8")
    (place / "states" / "all.sls").write_text(TREE, encoding="utf-8")
    (place / "states" / "files" / "service.conf").write_text(CONFIG, encoding="utf-8")
    (place / "pillar" / "top.sls").write_text("base: {'*': [home]}\n", encoding="utf-8")
    (place / "pillar" / "home.sls").write_text(f"home: {home}\n", encoding="utf-8")
    config = {"id": "bench", "file_client": "local", "root_dir": str(place), "cachedir": str(place / "cache"),
              "file_roots": {"base": [str(place / "states")]}, "pillar_roots": {"base": [str(place / "pillar")]}}
    (place / "minion").write_text(json.dumps(config), encoding="utf-8")
    work = place / "work"
    commit = ["-c", "user.name=bench", "-c", "user.email=bench@example.com", "commit", "--quiet", "--allow-empty", "-m", "first"]
    for words in (["init", "--quiet", "--initial-branch=master", str(work)], ["-C", str(work), *commit],
                  ["clone", "--quiet", "--bare", str(work), str(home / "code.git")]):
        subprocess.run(["git", *words], check=True, stderr=subprocess.DEVNULL)


def highstate(argv, place, runs):
    """The medians of so many highstates after a first one; all must succeed, and all but the first change nothing."""
    variables = {"PATH": os.environ["PATH"], "HOME": str(place)}
    words = [*argv, "-c", str(place), "--out", "json", "state.highstate"]
    costs = []
    for run in range(runs + 1):
        cost, printed, said = measure.run(words, variables)
        states = json.loads(printed)["local"].values() if cost.code == 0 else []
        failed = [state["__id__"] for state in states if not state["result"]]
        changed = [state["__id__"] for state in states if state["changes"]] if run else []
        if cost.code or failed or changed:
            raise SystemExit(f"{argv}: code {cost.code}, failed {failed}, changed {changed}: {said[-1000:]}")
        costs.append(cost)
    found = {key: statistics.median(getattr(cost, key) for cost in costs[1:]) for key in ("cpu", "wall", "megabytes")}
    return {**found, "states": len(states)}


def main():
    """Measures, and writes what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target" / "release" / "orchestrate")
    parser.add_argument("--salt", type=pathlib.Path, default=HERE / ".venvs" / "salt" / "bin" / "salt-call")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "local.json")
    options = parser.parse_args()
    found = {}
    contenders = {"orchestrate": [str(options.binary)], "salt": [str(options.salt), "--local"]}
    for name, argv in contenders.items():
        if pathlib.Path(argv[0]).exists():
            with tempfile.TemporaryDirectory() as place:
                prepare(pathlib.Path(place))
                found[name] = highstate(argv, pathlib.Path(place), options.runs)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
