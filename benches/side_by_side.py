"""Brings the same stacks about with each contender, on one emulator behind one counting proxy, in one run.

For each number of stacks: the account is emptied and seeded, one run creates, then some runs find nothing to change. The
costs go to docs/benchmarks/side_by_side.json, from which `page.py` makes the table and the plot.
"""

import argparse
import contextlib
import dataclasses
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request

import measure
from peers import ansible, boto3_script, idem, orchestrate, salt
from peers.peer import Task

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


@contextlib.contextmanager
def emulator(python):
    """A local AWS that ends with this block."""
    server = subprocess.Popen([python, ROOT / "localstack" / "server.py", "--while-stdin-is-open"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip().removeprefix("endpoint=")
    finally:
        server.stdin.close()
        server.wait(timeout=30)


@contextlib.contextmanager
def proxy(upstream, delay):
    """The counting proxy, while this block lasts."""
    server = subprocess.Popen([sys.executable, HERE / "proxy.py", "--upstream", upstream, "--delay", str(delay)],
                              stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait(timeout=30)


def fresh(endpoint, python):
    """Empties the account and seeds it."""
    urllib.request.urlopen(urllib.request.Request(f"{endpoint}/moto-api/reset", method="POST")).close()
    subprocess.run([python, ROOT / "localstack" / "seed.py", "--endpoint", endpoint], check=True)


def environment(endpoint, more):
    """Nothing of the caller's but where programs are found."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    aws = {"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
           "AWS_DEFAULT_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}
    return {**kept, **aws, **more}


def middle(costs):
    """The median of each figure."""
    names = [field.name for field in dataclasses.fields(measure.Cost)]
    return measure.Cost(*(statistics.median(getattr(cost, name) for cost in costs) for name in names))


def contend(peer, task, runs):
    """One creating run, then some that are to find nothing; what they cost and whether they were silent."""
    argv, more = peer.prepare(task)
    created, printed, said = measure.run(argv, environment(task.endpoint, more), task.endpoint)
    if created.code:
        print(f"{peer.name}: the creating run ended with {created.code}\n{printed[-1500:]}\n{said[-1500:]}", file=sys.stderr)
    quiet, is_silent = [], True
    for _ in range(runs):
        cost, printed, _ = measure.run(argv, environment(task.endpoint, more), task.endpoint)
        quiet.append(cost)
        is_silent = is_silent and cost.code == 0 and peer.is_silent(printed)
    return {"create": dataclasses.asdict(created), "unchanged": dataclasses.asdict(middle(quiet)), "silent": is_silent}


def main():
    """Reads the arguments and writes what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target" / "release" / "orchestrate")
    parser.add_argument("--venvs", type=pathlib.Path, default=HERE / ".venvs")
    parser.add_argument("--localstack-venv", type=pathlib.Path, default=ROOT / "localstack" / ".venv")
    parser.add_argument("--stacks", type=pathlib.Path, required=True, help="the program of stacks.rs")
    parser.add_argument("--counts", default="1,20,100")
    parser.add_argument("--only", help="the one contender of this name")
    parser.add_argument("--without", action="append", default=[], help="leave out salt, ansible or idem")
    parser.add_argument("--most", type=int, default=100, help="more stacks than this are for no other contender")
    parser.add_argument("--runs", type=int, default=3, help="runs that find nothing to change")
    parser.add_argument("--peer-runs", type=int, help="the same of other contenders (default: as --runs)")
    parser.add_argument("--delay", type=float, default=0.04)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "side_by_side.json")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    python = options.localstack_venv / "bin" / "python"
    peers = [orchestrate.peer(options.binary), boto3_script.peer(options.localstack_venv)]
    peers += [module.peer(options.venvs / name) for name, module in (("salt", salt), ("ansible", ansible), ("idem", idem))
              if (options.venvs / name).exists() and name not in options.without]
    peers = [peer for peer in peers if options.only in (None, peer.name)]
    found = {"machine": f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}", "delay": options.delay,
             "runs": options.runs, "peer_runs": options.peer_runs or options.runs, "date": datetime.date.today().isoformat(),
             "peers": {peer.name: {"version": peer.version(), "leaves_out": peer.leaves_out} for peer in peers}, "results": []}
    work = pathlib.Path(tempfile.mkdtemp(prefix="side-by-side-"))
    with emulator(python) as upstream, proxy(upstream, options.delay) as endpoint:
        for count in map(int, options.counts.split(",")):
            ask = [options.stacks, str(count)]
            sls = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
            names = subprocess.run([*ask, "names"], capture_output=True, text=True, check=True).stdout.split()
            for peer in peers:
                is_ours = peer.name == "orchestrate"
                if count > (peer.most_stacks if is_ours else min(peer.most_stacks, options.most)):
                    continue
                fresh(upstream, python)
                directory = work / f"{peer.name.replace(' ', '-')}-{count}"
                directory.mkdir()
                runs = options.runs if is_ours else options.peer_runs or options.runs
                result = contend(peer, Task(directory, names, sls, endpoint), runs)
                found["results"].append({"peer": peer.name, "stacks": count, **result})
                print(peer.name, count, json.dumps(result), file=sys.stderr)
                # What is known is kept, also when a slow contender is not waited for.
                options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
