"""What plans, reports and graphs cost with a thousand and ten thousand states, and the undo of thousands of changes.

The states are security groups, a hundred in each SLS, each requiring the one before it, on the local AWS (moto, corrected). A run makes
queues, and its undo is planned. Times are CPU time of this program; moto is beside it. Writes docs/benchmarks/sizes.json.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import measure

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEYS = "    - region: us-east-1\n    - keyid: test\n    - key: test\n"
IN_FILE = 100


def group(number, before):
    """One security group."""
    require = f"    - require:\n      - boto_secgroup: group-{before}\n" if before is not None else ""
    rules = "    - rules:\n      - {ip_protocol: tcp, from_port: 80, to_port: 80, cidr_ip: 10.0.0.0/8}\n"
    return f"group-{number}:\n  boto_secgroup.present:\n    - description: group {number}\n{rules}{KEYS}{require}"


def prepare(place, states, changes):
    """The trees and the configuration."""
    (place / "states").mkdir(parents=True)
    files = range(0, states, IN_FILE)
    for first in files:
        numbers = range(first, min(states, first + IN_FILE))
        text = "".join(group(number, number - 1 if number > first else None) for number in numbers)
        (place / "states" / f"part{first}.sls").write_text(text, encoding="utf-8")
    included = "".join(f"  - part{first}\n" for first in files)
    (place / "states" / "all.sls").write_text(f"include:\n{included}", encoding="utf-8")
    queues = "".join(f"queue-{number}:\n  boto_sqs.present:\n{KEYS}" for number in range(changes))
    (place / "states" / "queues.sls").write_text(queues, encoding="utf-8")
    # Rate limits of AWS are no cost of this program.
    config = {"id": "bench", "file_client": "local", "root_dir": str(place), "cachedir": str(place / "cache"),
              "file_roots": {"base": [str(place / "states")]}, "aws_budget_speed": 0}
    (place / "minion").write_text(json.dumps(config), encoding="utf-8")


def costs(binary, place, endpoint, works):
    """The cost of each command line."""
    variables = {"PATH": os.environ["PATH"], "HOME": str(place), "AWS_ENDPOINT_URL": endpoint, "AWS_EC2_METADATA_DISABLED": "true"}
    found = {}
    for work, words in works.items():
        cost, _, said = measure.run([str(binary), "-c", str(place), *words], variables)
        if cost.code:
            raise SystemExit(f"{work}: code {cost.code}: {said[-1000:]}")
        calls = next((line.split(" calls to AWS")[0] for line in said.splitlines() if " calls to AWS" in line), "0")
        found[work] = {"cpu": cost.cpu, "megabytes": cost.megabytes, "calls": int(calls.split()[-1])}
    return found


def main():
    """Measures, and writes what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target" / "release" / "orchestrate")
    parser.add_argument("--localstack-venv", type=pathlib.Path, default=ROOT / "localstack" / ".venv")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--changes", type=int, nargs="+", default=[500, 5000])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "sizes.json")
    options = parser.parse_args()
    python = str(options.localstack_venv / "bin" / "python")
    found = {"optimised": "release" in options.binary.parts, "rows": []}
    for states, changes in zip(options.sizes, options.changes, strict=True):
        server = subprocess.Popen([python, str(ROOT / "localstack" / "server.py"), "--while-stdin-is-open"],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        endpoint = server.stdout.readline().strip().removeprefix("endpoint=")
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name)
            prepare(place, states, changes)
            works = {"plan": ["plan", "all"], "plan with a report": ["plan", "all", "--report", str(place / "report.html")],
                     "graph as a picture": ["graph", "all", "--format", "svg"]}
            rows = costs(options.binary, place, endpoint, works)
            found["rows"] += [{"work": work, "things": states, **cost} for work, cost in rows.items()]
            made = {"run that makes queues": ["state.sls", "queues"], "plan of its undo": ["undo", "last"]}
            rows = costs(options.binary, place, endpoint, made)
            found["rows"] += [{"work": work, "things": changes, **cost} for work, cost in rows.items()]
        server.stdin.close()
        server.wait()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
