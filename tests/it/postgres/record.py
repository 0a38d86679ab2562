"""Records what Salt 3007 makes of story.json on a PostgreSQL server of its own: a test run, a real run, a second real run.

Run it as root with the Python of an environment that has Salt 3007, where PostgreSQL is installed:

    python tests/it/postgres/record.py

It writes recorded.json beside itself. All steps of the story have one server: see server.sh.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "recorded"))
import story  # noqa: E402


def record(directory, steps):
    def prepare(sql):
        words = ["runuser", "-u", "postgres", "--", "psql", "--host", str(directory), "--dbname", "shop", "--quiet", "--command", sql]
        subprocess.run(words, check=True, cwd="/")

    texts = {f"{directory}/space": "$SPACE", str(directory): "$SOCKET"}
    options = {"postgres.host": str(directory), "postgres.user": "postgres"}
    return story.record(directory, steps, prepare, texts, **options)


def main():
    steps = json.loads((HERE / "story.json").read_text())
    with tempfile.TemporaryDirectory(prefix="postgres") as name:
        directory = pathlib.Path(name)
        subprocess.run([str(HERE / "server.sh"), "start", name], check=True)
        try:
            recorded = record(directory, steps)
        finally:
            subprocess.run([str(HERE / "server.sh"), "stop", name], check=True)
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
