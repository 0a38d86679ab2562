"""Records what Salt 3007 makes of the SLS files in cases/: low chunks, a real run, a test run.

Run it with the Python of an environment that has Salt 3007, from anywhere:

    python tests/it/requisites/record.py [CASE …]

It writes recorded.json beside itself. With the names of cases it records only those, and keeps the others. The states are `test.*` only (and `file.exists` on `/`), so that nothing of
the machine is touched.
"""

import json
import pathlib
import sys
import tempfile

import salt.client
import salt.config

HERE = pathlib.Path(__file__).resolve().parent
DROPPED = ("duration", "start_time")


def caller(cases):
    scratch = tempfile.mkdtemp()
    opts = salt.config.minion_config(None)
    opts.update(
        root_dir=scratch,
        file_client="local",
        file_roots={"base": [str(cases)]},
        pillar_roots={"base": [str(HERE / "pillar")]},
        id="oracle",
        log_level="quiet",
        grains_cache=False,
    )
    for key in ("cachedir", "pki_dir", "sock_dir", "log_file", "conf_file", "extension_modules"):
        opts[key] = f"{scratch}/{key}"
    opts["__cli"] = "salt-call"
    return salt.client.Caller(mopts=opts)


def tidy(answer):
    if not isinstance(answer, dict):
        return answer
    short = {}
    for tag, state in answer.items():
        short[tag] = {key: value for key, value in state.items() if key not in DROPPED}
        comment = short[tag].get("comment")
        if isinstance(comment, str) and "Traceback" in comment:
            short[tag]["comment"] = comment.strip().splitlines()[-1]
    return short


def ask(salt_call, function, name, **arguments):
    try:
        names = [] if name is None else [name]
        return tidy(salt_call.cmd(function, *names, **arguments))
    except Exception as error:  # Salt itself broke: that is what is recorded.
        return f"{type(error).__name__}: {error}"


def main():
    cases = HERE / "cases"
    salt_call = caller(cases)
    file = HERE / "recorded.json"
    known = json.loads(file.read_text()) if sys.argv[1:] else {}
    recorded = {}
    for path in sorted(cases.glob("*.sls")):
        name = path.stem
        if name in known and name not in sys.argv[1:]:
            recorded[name] = known[name]
            continue
        recorded[name] = {
            "low": ask(salt_call, "state.show_low_sls", name),
            "real": ask(salt_call, "state.sls", name, test=False),
            "test": ask(salt_call, "state.sls", name, test=True),
        }
    text = json.dumps(recorded, indent=1, sort_keys=False)
    file.write_text(text + "\n")


if __name__ == "__main__":
    main()
