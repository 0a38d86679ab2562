"""Records what `state.show_lowstate` of Salt 3007 shows for the SLS files in cases/, the random ones aside.

Run it with the Python of an environment that has Salt 3007, from anywhere:

    python tests/it/requisites/record_lowstate.py

It writes lowstate.json beside itself. A case for which Salt gives no list of states is left out.
"""

import json
import pathlib
import shutil
import tempfile

import record


def main():
    states = pathlib.Path(tempfile.mkdtemp()) / "states"
    shutil.copytree(record.HERE / "cases", states)
    salt_call = record.caller(states)
    recorded = {}
    for path in sorted((record.HERE / "cases").glob("*.sls")):
        if path.stem.startswith("random_"):
            continue
        (states / "top.sls").write_text(json.dumps({"base": {"*": [path.stem]}}))
        shown = record.ask(salt_call, "state.show_lowstate", None)
        if isinstance(shown, list) and shown and all(isinstance(low, dict) for low in shown):
            recorded[path.stem] = shown
    lines = (f"{json.dumps(name)}: {json.dumps(shown)}" for name, shown in recorded.items())
    (record.HERE / "lowstate.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
