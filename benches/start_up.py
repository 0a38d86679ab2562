"""What a run costs before AWS is asked: start-up, rendering and compiling; and the CPU spent when the first request leaves.

Writes docs/benchmarks/start_up.json.
"""

import argparse
import json
import pathlib
import socket
import statistics
import subprocess
import tempfile

import measure
from peers.peer import Task, sls_tree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
GRAINS = "service_name: myapp\nservice_instance: testing\nregion: useast1\n"


def tree(directory, count):
    """The stack of orchestration/ under so many names, a file each, one queue more: ten states a file, with pillar."""
    text = (ROOT / "orchestration" / "states" / "myapp.sls").read_text(encoding="utf-8")
    text = text.replace("{% set cluster = grains.cluster_name %}\n", "").replace("'results']", "'results', 'dead']")
    sls_tree(Task(directory, [], "", ""), "")
    names = [f"service{index:03d}" for index in range(count)]
    for name in names:
        first = f"{{% set cluster = '{name}-testing-useast1' %}}\n"
        (directory / "states" / f"{name}.sls").write_text(first + text, encoding="utf-8")
    top = {"base": {"*": names}}
    (directory / "states" / "top.sls").write_text(json.dumps(top), encoding="utf-8")
    for name in ("top", "aws", "myapp"):
        source = ROOT / "orchestration" / "pillar" / f"{name}.sls"
        (directory / "pillar" / f"{name}.sls").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    (directory / "grains").write_text(GRAINS, encoding="utf-8")


def cpu_of(pid):
    """The CPU time of all threads so far, in seconds; the kernel counts nanoseconds there."""
    threads = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def until_first_request(binary, directory):
    """The CPU spent when the first request has arrived; the program is ended then."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}"
        variables = {"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
        child = subprocess.Popen([binary, "-c", directory, "state.sls", "service000"], env=variables,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        connection, _ = server.accept()
        connection.recv(1)
        spent = cpu_of(child.pid)
        child.kill()
        child.wait()
        connection.close()
    return spent


def repeated(argv, runs, expected):
    """The medians of CPU, time and memory of so many runs, after one that is not counted."""
    costs = []
    for _ in range(runs + 1):
        cost, printed, said = measure.run(argv, {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"})
        if cost.code or expected not in printed:
            raise SystemExit(f"{argv} ended with {cost.code}: {said[-1000:]}")
        costs.append(cost)
    costs = costs[1:]
    return {key: statistics.median(getattr(cost, key) for cost in costs) for key in ("cpu", "wall", "megabytes")}


def main():
    """Measures, and writes what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / "target" / "release" / "orchestrate")
    parser.add_argument("--salt", type=pathlib.Path, default=HERE / ".venvs" / "salt" / "bin" / "salt-call")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "start_up.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        directory = pathlib.Path(place)
        tree(directory, 100)
        arguments = ["-c", str(directory), "--out", "json"]
        found = {
            "ping": repeated([str(options.binary), *arguments, "test.ping"], options.runs, "true"),
            "first_request_cpu": statistics.median(
                until_first_request(str(options.binary), str(directory)) for _ in range(options.runs)),
            "lowstate": repeated([str(options.binary), *arguments, "state.show_lowstate"], options.runs, "service099"),
        }
        if options.salt.exists():
            lowstate = [str(options.salt), "--local", *arguments, "state.show_lowstate"]
            found["salt_ping"] = repeated([str(options.salt), "--local", *arguments, "test.ping"], 3, "true")
            found["salt_lowstate"] = repeated(lowstate, 3, "service099")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
