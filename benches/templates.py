"""What a thousand templates over a large pillar cost when nothing changes, beside masterless Salt on the same tree.

A thousand `file.managed` render one source that imports a `map.jinja`, over a pillar of five megabytes, of which each looks up a few
values. Writes docs/benchmarks/templates.json.
"""

import argparse
import json
import pathlib
import tempfile

from local import HERE, ROOT, highstate

STATES = """
{% for index in range(COUNT) %}
{{ pillar.home }}/{{ index }}.conf:
  file.managed:
    - source: salt://app/files/app.conf
    - template: jinja
    - context: {number: {{ index }}}
{% endfor %}
"""
SOURCE = """{% from 'app/map.jinja' import app, line with context -%}
[server{{ number }}]
{{ line('port', app.port) }}
{{ line('workers', pillar['app']['workers']) }}
{{ line('host', pillar.hosts['host000042.example.com'].address) }}
{{ line('owner', salt['pillar.get']('hosts:host000100.example.com:owner', 'nobody')) }}
{% for key, value in app.options|dictsort -%}
{{ line(key, value) }}
{% endfor -%}
id = {{ grains['id'] }}
"""
MAP = """{% set defaults = {'default': {'service': 'app', 'options': {'timeout': 10, 'retries': 1, 'backoff': 2}}} %}
{% macro line(key, value) %}{{ key }} = {{ value }}{% endmacro %}
{% set app = salt['grains.filter_by'](defaults, merge=salt['pillar.get']('app', {})) %}
"""
APP = "app: {port: 8080, workers: 4, options: {timeout: 30, retries: 3}}\n"


def host(number):
    """A host of the pillar."""
    return (f"  host{number:06}.example.com:\n    address: 10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}\n"
            f"    roles: [web, db, cache]\n    owner: team-{number % 97}\n    limits:\n      memory: {number * 7919}\n"
            f"      cpu: {number % 64}\n")


def prepare(place, count, size):
    """The trees and the configuration."""
    for name in ("states/app/files", "pillar", "home"):
        (place / name).mkdir(parents=True)
    states, pillar = place / "states", place / "pillar"
    hosts, number = ["hosts:\n"], 0
    while size > 0:
        hosts.append(host(number))
        size -= len(hosts[-1])
        number += 1
    for path, text in {
        states / "top.sls": "base: {'*': [app]}\n",
        states / "app" / "init.sls": STATES.replace("COUNT", str(count)),
        states / "app" / "map.jinja": MAP,
        states / "app" / "files" / "app.conf": SOURCE,
        pillar / "top.sls": "base: {'*': [hosts, app]}\n",
        pillar / "hosts.sls": "".join(hosts),
        pillar / "app.sls": APP + f"home: {place / 'home'}\n",
    }.items():
        path.write_text(text, encoding="utf-8")
    config = {"id": "bench", "file_client": "local", "root_dir": str(place), "cachedir": str(place / "cache"),
              "file_roots": {"base": [str(states)]}, "pillar_roots": {"base": [str(pillar)]}}
    (place / "minion").write_text(json.dumps(config), encoding="utf-8")


def main():
    """Measures, and writes what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target" / "release" / "orchestrate")
    parser.add_argument("--salt", type=pathlib.Path, default=HERE / ".venvs" / "salt" / "bin" / "salt-call")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--salt-runs", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--size", type=int, default=5_000_000)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "templates.json")
    options = parser.parse_args()
    found = {}
    contenders = {"orchestrate": ([str(options.binary)], options.runs),
                  "salt": ([str(options.salt), "--local"], options.salt_runs)}
    for name, (argv, runs) in contenders.items():
        if pathlib.Path(argv[0]).exists():
            with tempfile.TemporaryDirectory() as place:
                prepare(pathlib.Path(place), options.count, options.size)
                found[name] = highstate(argv, pathlib.Path(place), runs)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
