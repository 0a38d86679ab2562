"""Records what Salt 3007 makes of story.json on a RabbitMQ node of its own: a test run, a real run, a second real run.

Run it with the Python of an environment that has Salt 3007, where RabbitMQ is installed:

    python tests/it/rabbitmq/record.py

It writes recorded.json beside itself. All steps of the story have one node: see server.sh.
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
    with tempfile.TemporaryDirectory(prefix="rabbit") as name, tempfile.TemporaryDirectory() as scratch:
        subprocess.run([str(HERE / "server.sh"), "start", name], check=True)
        try:
            for line in (pathlib.Path(name) / "environment").read_text().splitlines():
                variable, _, text = line.partition("=")
                os.environ[variable] = text

            def prepare(text):
                subprocess.run(["sh", "-ec", text], check=True)

            texts = {f"{name}/bin/": "", name: "$DIRECTORY"}
            recorded = story.record(pathlib.Path(scratch), steps, prepare, texts)
        finally:
            subprocess.run([str(HERE / "server.sh"), "stop", name], check=True)
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
