#!/usr/bin/env python3
"""Runs a command and fails if processes that it started still run after it: without_orphans.py COMMAND [ARGUMENT ...]

Linux gives this process every orphan below it (PR_SET_CHILD_SUBREAPER, prctl(2)), also one with a session and an environment
of its own. What ends within the grace period is no finding: servers need a moment to stop.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

GRACE_SECONDS = 10
# Left by programs of the machine, and not by ours: the end of a command line, and why.
KNOWN = {
    "epmd -daemon": "RabbitMQ's script in /etc/init.d starts it when 'service --status-all' asks for its status",
}
PR_SET_CHILD_SUBREAPER = 36


def children() -> list[int]:
    """Returns the process ids of all children that still run."""
    own = os.getpid()
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                # The name in parentheses may contain blanks and parentheses itself.
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == own and state != "Z":
            found.append(int(name))
    return found


def reap() -> None:
    """Collects the exit codes of orphans that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def wait_for(command: int) -> int:
    """Returns the exit code of the command. Collects orphans meanwhile: others look whether they still exist."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == command:
            return os.waitstatus_to_exitcode(status)


def description(pid: int) -> str:
    """Returns what a process runs, and the directory that its environment names: whoever started it is found by these."""
    try:
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
            command = file.read().replace("\0", " ").strip()[:160]
        with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as file:
            environment = dict(line.partition("=")[::2] for line in file.read().split("\0"))
        return f"{command} (PWD={environment.get('PWD')}, HOME={environment.get('HOME')}, PATH={environment.get('PATH')})"
    except OSError:
        return "(ended)"


def main() -> int:
    """Runs the command, then looks for what it left."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        print("prctl refuses: left processes are NOT looked for", file=sys.stderr)
    # Ctrl-C reaches the command too, and it decides how to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    command = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    code = wait_for(command.pid)
    deadline = time.monotonic() + GRACE_SECONDS
    while (left := children()) and time.monotonic() < deadline:
        reap()
        time.sleep(0.2)
    ours = 0
    for pid in left:
        described = description(pid)
        reason = next((why for end, why in KNOWN.items() if described.partition(" (PWD=")[0].endswith(end)), None)
        print(f"{'left' if reason else 'LEFT BEHIND'}: process {pid}: {reason or described}", file=sys.stderr)
        ours += reason is None
        os.kill(pid, signal.SIGKILL)
    if ours and code == 0:
        return 1
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
