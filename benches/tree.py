"""Brings a whole tree about from an empty account: a network and the services in it, beside Salt.

The tree is that of the tests (tests/it/between/network.sls and services.sls). Salt 3007 lacks or fails a part of it, so this
project runs the whole tree and, for the comparison, what Salt runs. The costs go to docs/benchmarks/tree.json.
"""

import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import sys
import tempfile

from peers import orchestrate, salt
from peers.peer import Task
from side_by_side import contend, emulator, fresh, proxy

ROOT = pathlib.Path(__file__).resolve().parent.parent
BETWEEN = ROOT / "tests" / "it" / "between"

# Salt has no such states, or they fail there, and what names these fails with them.
WITHOUT = {
    "boto_elbv2.load_balancer", "boto_elbv2.listener", "boto_elbv2.rule", "boto_elbv2.create_target_group", "boto_asg.present",
    "boto_ec2.eip", "boto_ec2.launch_template", "boto_cloudwatch_alarm.present", "boto_route53",
    "boto_rds.subnet_group", "boto_rds.present", "boto_elasticache.subnet_group", "boto_elasticache.present",
    "boto_cloudwatch_event", "boto_lambda", "boto_vpc.route_table",
}


def whole():
    """The SLS of the tree."""
    return "\n".join((BETWEEN / f"{name}.sls").read_text(encoding="utf-8") for name in ("network", "services"))


def common(sls):
    """What of it Salt brings about, in a form that both read."""
    states = re.split(r"\n(?=\S)", sls)
    kept = [state for state in states if not any(f"  {name}" in state for name in WITHOUT)]
    return "\n".join(kept).replace("site:site-", "site-") + "\n"


def two(sls):
    """The same, and a second network like it under other names and addresses."""
    named = re.sub(r"^(?=\S[^#\n]*:$)", "second ", sls, flags=re.MULTILINE)
    named = re.sub(r"^second site", "town", named, flags=re.MULTILINE)
    return sls + named.replace("site", "town").replace("10.9", "10.8")


def count(sls):
    """How many states it declares."""
    return len(re.findall(r"^  boto\w*\.\w+:", sls, re.MULTILINE))


def main():
    """Reads the arguments and writes what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target" / "release" / "orchestrate")
    parser.add_argument("--salt", type=pathlib.Path, default=ROOT / "benches" / ".venvs" / "salt")
    parser.add_argument("--localstack-venv", type=pathlib.Path, default=ROOT / "localstack" / ".venv")
    parser.add_argument("--runs", type=int, default=3, help="runs that find nothing to change")
    parser.add_argument("--delay", type=float, default=0.04)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "tree.json")
    options = parser.parse_args()
    python = options.localstack_venv / "bin" / "python"
    tree, ours, rows = whole(), orchestrate.peer(options.binary), []
    parts = [("what Salt runs of it", common(tree)), ("two such networks", two(common(tree)))]
    peers = [ours, salt.peer(options.salt)] if options.salt.exists() else [ours]
    runs = [("the whole tree", ours, tree), *((part, peer, sls) for part, sls in parts for peer in peers)]
    work = pathlib.Path(tempfile.mkdtemp(prefix="tree-"))
    with emulator(python) as upstream, proxy(upstream, options.delay) as endpoint:
        for number, (part, peer, sls) in enumerate(runs):
            fresh(upstream, python)
            directory = work / str(number)
            directory.mkdir()
            result = contend(peer, Task(directory, [], sls, endpoint), options.runs)
            rows.append({"part": part, "states": count(sls), "peer": f"{peer.name} {peer.version()}", **result})
            print(json.dumps(rows[-1]), file=sys.stderr)
    machine = f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}"
    is_optimised = "release" in options.binary.parts
    found = {"machine": machine, "delay": options.delay, "optimised": is_optimised, "rows": rows}
    options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
