"""Records what Salt 3007 makes of story.json on a MariaDB server of its own: a test run, a real run, a second real run.

Run it as root with the Python of an environment that has Salt 3007 and PyMySQL, where MariaDB is installed:

    python tests/it/mysql/record.py

It writes recorded.json beside itself. All steps of the story have one server: see server.sh.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "recorded"))
import story  # noqa: E402


def main():
    steps = json.loads((HERE / "story.json").read_text())
    with tempfile.TemporaryDirectory(prefix="mysql") as name, tempfile.TemporaryDirectory() as scratch:
        socket = f"{name}/socket"

        def prepare(sql):
            words = ["mariadb", "--no-defaults", "--socket", socket, "--user=root", "--batch", "--execute", sql]
            subprocess.run(words, check=True, cwd="/")

        texts = {name: "$SOCKET", f"{scratch}/files": "$FILES"}
        (pathlib.Path(scratch) / "files").mkdir()
        subprocess.run([str(HERE / "server.sh"), "start", name], check=True)
        try:
            options = {"mysql.unix_socket": socket, "mysql.user": "root"}
            recorded = story.record(pathlib.Path(scratch), steps, prepare, texts, **options)
        finally:
            subprocess.run([str(HERE / "server.sh"), "stop", name], check=True)
    # How long a query took is another at each run.
    text = re.sub(r"'query time': \{[^}]*\}", "'query time': {}", json.dumps(recorded, indent=1, ensure_ascii=True))
    (HERE / "recorded.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
