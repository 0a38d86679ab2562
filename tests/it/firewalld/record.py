"""Records what Salt 3007 makes of story.json with a firewalld of its own: a test run, a real run, a second real run.

Run it as root with the Python of an environment that has Salt 3007, where firewalld is installed:

    PYTHONHASHSEED=0 python tests/it/firewalld/record.py

It writes recorded.json beside itself. All steps of the story have one firewalld: see server.sh.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "recorded"))
import story  # noqa: E402


def main():
    steps = json.loads((HERE / "story.json").read_text())
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with tempfile.TemporaryDirectory(prefix="firewalld") as name, tempfile.TemporaryDirectory() as scratch:
        subprocess.run([str(HERE / "server.sh"), "start", name], check=True)
        try:
            os.environ["CONSOLE"] = f"{name}/commands"
            os.environ["PATH"] = f"{name}/bin:{os.environ['PATH']}"

            def prepare(text):
                subprocess.run(["sh", "-ec", text], check=True)

            def seen():
                zones = ["firewall-cmd", "--list-all-zones"]
                printed = [subprocess.run([*zones, *more], check=True, capture_output=True, text=True).stdout for more in ([], ["--permanent"])]
                found = {"now": used(printed[0]), "kept": used(printed[1])}
                own = pathlib.Path(name) / "etc" / "services"
                return found | {path.name: path.read_text() for path in own.glob("*.xml")}

            recorded = story.record(pathlib.Path(scratch), steps, prepare, {f"{name}/bin/": ""}, seen)
        finally:
            subprocess.run([str(HERE / "server.sh"), "stop", name], check=True)
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=True) + "\n")


def used(printed):
    """The zones that the story is about."""
    return "\n\n".join(text.strip() for text in printed.split("\n\n") if text.split()[:1] in (["public"], ["web"]))


if __name__ == "__main__":
    main()
