"""Runs a program to its end and tells what it cost, after the operating system's accounting."""

import dataclasses
import json
import os
import subprocess
import tempfile
import time
import urllib.request


@dataclasses.dataclass
class Cost:
    """What one run cost. Memory is that of the largest process, CPU that of all."""

    wall: float
    cpu: float
    megabytes: float
    calls: int
    most: int
    code: int


def counts(endpoint):
    """What the proxy has counted."""
    with urllib.request.urlopen(f"{endpoint}/-/counts") as reply:
        return json.load(reply)


def forget(endpoint):
    """Has the proxy forget what it counted."""
    urllib.request.urlopen(urllib.request.Request(f"{endpoint}/-/reset", method="POST")).close()


def run(argv, environment, endpoint=None, timeout=1800):
    """Runs a command; answers its cost and what it printed."""
    if endpoint:
        forget(endpoint)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        began = time.monotonic()
        child = subprocess.Popen(argv, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        deadline = began + timeout
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                child.kill()
            time.sleep(0.001)
        wall = time.monotonic() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        printed = output.read().decode(errors="replace")
        said = errors.read().decode(errors="replace")
    counted = counts(endpoint) if endpoint else {"calls": 0, "most": 0}
    cpu = usage.ru_utime + usage.ru_stime
    cost = Cost(wall, cpu, usage.ru_maxrss / 1024, counted["calls"], counted["most"], child.returncode)
    return cost, printed, said
