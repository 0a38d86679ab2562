"""Records how Salt 3007 renders orchestration/: python record.py SALT_CALL, from the project's top."""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SLS = ("myapp", "elb.register", "elb.deregister", "instance")


def low(salt_call, config, sls):
    """Gives the low data of one SLS, as Salt prints it."""
    command = [salt_call, "--local", "-c", config, "--out", "json", "state.show_low_sls", sls]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["local"]


def main():
    """Writes recorded.json."""
    with tempfile.TemporaryDirectory() as config:
        minion = (HERE / "minion").read_text(encoding="utf-8") + f"root_dir: {config}\nid: recorder\n"
        pathlib.Path(config, "minion").write_text(minion, encoding="utf-8")
        recorded = {sls: low(sys.argv[1], config, sls) for sls in SLS}
    text = json.dumps(recorded, indent=1) + "\n"
    (HERE / "recorded.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
