#!/usr/bin/env python3
"""Measures a fleet of ten instances on three servers of this machine, and writes docs/benchmarks/fleet.json.

    benches/fleet.py --binary target/release/orchestrate [--many PROGRAM]

--many: the program of the integration tests (`cargo test --test it --no-run`). With it ten thousand simulated agents are measured
too (`--agents`). It takes three minutes and needs Debian's nats-server.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import signal
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGENTS = 10
FILES = 20
IDLE = 30


class Fleet:
    """A fleet of `fleet/up`, ended on leaving."""

    def __init__(self, binary, root):
        self.binary, self.root = binary, root

    def __enter__(self):
        up = [ROOT / "fleet" / "up", "--orchestrate", self.binary, "--root", self.root, "--agents", str(AGENTS)]
        subprocess.run(up, check=True, stdout=subprocess.DEVNULL)
        self.state = json.loads((self.root / "state.json").read_text())
        return self

    def __exit__(self, *_):
        subprocess.run([ROOT / "fleet" / "down", self.root], check=True)

    def run(self, operator, *words, code=None):
        """Runs a command of an ops node; gives seconds, exit code and what it printed."""
        began = time.monotonic()
        command = [self.binary, words[0], "-c", self.root / operator, *words[1:]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        seconds = time.monotonic() - began
        if code is not None and done.returncode != code:
            raise SystemExit(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return seconds, done.returncode, done.stdout

    def ping(self, operator="ops1"):
        """Pings all; gives seconds and how many answered."""
        seconds, _, printed = self.run(operator, "fleet", "*", "test.ping", "--static", "--out", "json")
        answers = json.loads(printed) if printed.strip() else {}
        return seconds, sum(answer is True for answer in answers.values())

    def complete_after(self, began):
        """Pings until all answer; gives the seconds since then."""
        while self.ping()[1] != AGENTS:
            if time.monotonic() > began + 60:
                raise SystemExit("not all instances answer any more")
        return time.monotonic() - began

    def server(self, number, name):
        """Sends a signal to a server."""
        os.kill(self.state["servers"][number]["pid"], name)

    def start_server(self, number):
        """Starts a server that was killed."""
        server = self.state["servers"][number]
        self.state["servers"][number]["pid"] = start(server["command"], server["environment"])
        self.note()

    def note(self):
        """Keeps the process ids where `fleet/down` finds them."""
        (self.root / "state.json").write_text(json.dumps(self.state))


def start(command, more=None):
    """Starts a process that goes on, with more in its environment."""
    environment = {**os.environ, **(more or {})}
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True).pid


def memory(pid, key):
    """Megabytes of a process: Rss or Pss."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(rf"^{key}:\s+(\d+)", text, re.M)[1]) / 1024


def processor(pid):
    """Seconds of CPU of a process's threads so far. An idle agent needs little more than one clock tick, so nanoseconds are read."""
    threads = pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def median(measure, times=5):
    """The median of several runs."""
    return statistics.median(measure() for _ in range(times))


def idle(fleet):
    """What agents and servers need when nothing happens."""
    agents = [agent["pid"] for agent in fleet.state["agents"].values()]
    servers = [server["pid"] for server in fleet.state["servers"]]
    before = {pid: processor(pid) for pid in agents + servers}
    time.sleep(IDLE)
    worst = lambda pids, of: max(of(pid) for pid in pids)  # noqa: E731
    used = lambda pid: processor(pid) - before[pid]  # noqa: E731
    return {
        "agent": {"rss": worst(agents, lambda pid: memory(pid, "Rss")), "pss": worst(agents, lambda pid: memory(pid, "Pss")),
                  "cpu": worst(agents, used)},
        "server": {"rss": worst(servers, lambda pid: memory(pid, "Rss")), "cpu": worst(servers, used)},
    }


def off(fleet):
    """Two of the ten are off."""
    gone = ["web-3", "web-7"]
    for name in gone:
        os.kill(fleet.state["agents"][name]["pid"], signal.SIGKILL)
    seconds, code, printed = fleet.run("ops1", "fleet", "*", "test.ping", "--static", "--out", "json")
    named = sorted(name for name, answer in json.loads(printed).items() if answer is not True)
    for name in gone:
        agent = fleet.state["agents"][name]
        agent["pid"] = start(agent["command"])
    fleet.note()
    fleet.complete_after(time.monotonic())
    return {"seconds": seconds, "named": named == gone, "code": code}


def files(fleet):
    """A state run of twenty files on all, without changes."""
    for name in fleet.state["agents"]:
        states = fleet.root / name / "states"
        text = "".join(f"{states.parent}/file-{number}:\n  file.managed:\n    - contents: '{number}'\n" for number in range(FILES))
        (states / "files.sls").write_text(text)
    apply = lambda: fleet.run("ops1", "fleet", "*", "state.apply", "files", "--out", "json", "--timeout", "20", code=0)  # noqa: E731
    apply()
    return {"seconds": median(lambda: apply()[0], 3)}


def lost(fleet):
    """Servers that are killed or frozen."""
    found = {}
    for number, (name, how) in enumerate([("killed", signal.SIGKILL), ("frozen", signal.SIGSTOP)]):
        fleet.server(number, how)
        found[name] = fleet.complete_after(time.monotonic())
        if how == signal.SIGSTOP:
            fleet.server(number, signal.SIGCONT)
        else:
            fleet.start_server(number)
        time.sleep(5)
        fleet.complete_after(time.monotonic())
    return found


def under_way(fleet):
    """A job under way when a server dies."""
    words = ["fleet", "*", "cmd.run", "sleep 3; echo done", "--timeout", "20", "--static", "--out", "json"]
    command = [fleet.binary, words[0], "-c", fleet.root / "ops1", *words[1:]]
    job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    time.sleep(1.5)
    fleet.server(2, signal.SIGKILL)
    printed, _ = job.communicate(timeout=120)
    answers = sum(answer == "done" for answer in json.loads(printed).values())
    fleet.start_server(2)
    return {"answers": answers, "code": job.returncode}


def many(program, agents):
    """Simulated agents in one process, as the test measures them."""
    name = "fleet::many::many_agents_answer_and_those_that_are_off_are_named_exactly"
    environment = {**os.environ, "ORCHESTRATE_AGENTS": str(agents)}
    done = subprocess.run([program, "--ignored", "--exact", name, "--nocapture"], env=environment, capture_output=True, text=True, cwd=ROOT)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        raise SystemExit(f"{program} failed:\n{done.stdout}{done.stderr}")
    return json.loads(lines[-1])


def main():
    """Measures, and keeps what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, required=True, help="the program")
    parser.add_argument("--build", default="optimised", help="what build it is, for the page")
    parser.add_argument("--many", type=pathlib.Path, help="the program of the integration tests")
    parser.add_argument("--agents", type=int, default=10_000, help="how many simulated agents")
    options = parser.parse_args()
    kept = ROOT / "docs" / "benchmarks" / "fleet.json"
    found = json.loads(kept.read_text()) if kept.exists() else {}
    found |= {"date": str(datetime.date.today()), "build": options.build, "load": os.getloadavg()[0],
              "machine": f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}"}
    with tempfile.TemporaryDirectory() as scratch:
        began = time.monotonic()
        with Fleet(options.binary.absolute(), pathlib.Path(scratch) / "fleet") as fleet:
            while len(json.loads(fleet.run("ops1", "key", "list", "--out", "json", code=0)[2])["minions_pre"]) < AGENTS:
                pass
            fleet.run("ops1", "key", "accept-all", code=0)
            fleet.complete_after(began)
            found["ready"] = time.monotonic() - began
            found["idle"] = idle(fleet)
            found["ping"] = median(lambda: fleet.ping()[0])
            found["ping_second"] = median(lambda: fleet.ping("ops2")[0])
            found["off"] = off(fleet)
            found["files"] = files(fleet)
            found["lost"] = lost(fleet)
            found["under_way"] = under_way(fleet)
    if options.many:
        found["many"] = many(options.many.absolute(), options.agents)
    kept.write_text(json.dumps(found, indent=1) + "\n")
    print(kept.read_text())


if __name__ == "__main__":
    main()
