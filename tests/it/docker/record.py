"""Records what Salt 3007 makes of story.json on the engine of engine.py: a test run, a real run, a second real run.

Run it with the Python of an environment that has Salt 3007 and the package docker:

    python tests/it/docker/record.py

It writes recorded.json beside itself. All steps of the story have one engine.
"""

import json
import pathlib
import re
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "recorded"), str(HERE)]
import engine  # noqa: E402
import story  # noqa: E402


def main():
    steps = json.loads((HERE / "story.json").read_text())
    with tempfile.TemporaryDirectory(prefix="docker") as name:
        path = f"{name}/socket"
        server = engine.Server(path, engine.Handler)
        server.engine = engine.Engine()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        texts = {path: "$SOCKET"}
        recorded = story.record(
            pathlib.Path(name), steps, lambda lines: engine.ask(path, lines), texts, seen=lambda: engine.seen(path),
            **{"docker.url": f"unix://{path}"},
        )
        server.shutdown()
    text = json.dumps(recorded, indent=1, ensure_ascii=True)
    # Names and times that are others at each run.
    text = re.sub(r'("Time_Elapsed": )[0-9.e-]+', r"\g<1>0", text)
    (HERE / "recorded.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
