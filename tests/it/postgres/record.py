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
import tree  # noqa: E402


def caller(directory):
    import salt.client
    import salt.config

    scratch = directory / "scratch"
    scratch.mkdir()
    (scratch / "conf").write_text("{}")
    opts = salt.config.minion_config(None)
    opts.update(
        root_dir=str(scratch),
        conf_file=str(scratch / "conf"),
        file_client="local",
        file_roots={"base": [str(directory / "states")]},
        pillar_roots={"base": [str(scratch / "pillar")]},
        id="sample",
        log_level="quiet",
        **{"postgres.host": str(directory), "postgres.user": "postgres"},
    )
    for key in ("cachedir", "pki_dir", "sock_dir", "log_file", "extension_modules"):
        opts[key] = str(scratch / key)
    opts["__cli"] = "salt-call"
    return salt.client.Caller(mopts=opts)


def tidy_of(directory):
    def tidy(value):
        if isinstance(value, str):
            return value.replace(str(directory), "$SOCKET")
        if isinstance(value, dict):
            return {tidy(key): tidy(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [tidy(inner) for inner in value]
        return value

    return tidy


def record(directory, story):
    (directory / "states").mkdir()
    salt, tidy, recorded = caller(directory), tidy_of(directory), {}
    for step in story:
        if "sql" in step:
            words = ["runuser", "-u", "postgres", "--", "psql", "--host", str(directory), "--dbname", "shop", "--quiet", "--command", step["sql"]]
            subprocess.run(words, check=True, cwd="/")
        arguments = [{"name": step["name"]}] + [{key: value} for key, value in step["arguments"].items()]
        sls = json.dumps({"it": {step["state"]: arguments}}).replace("$SPACE", f"{directory}/space")
        (directory / "states/case.sls").write_text(sls)

        def ask(test):
            try:
                return tree.returns(salt.cmd("state.sls", "case", test=test), tidy)
            except Exception as error:  # Salt itself broke: that is what is recorded.
                return f"{type(error).__name__}: {error}"

        recorded[step["label"]] = {"test": ask(True), "real": ask(False), "again": ask(False)}
    return recorded


def main():
    story = json.loads((HERE / "story.json").read_text())
    with tempfile.TemporaryDirectory(prefix="postgres") as name:
        directory = pathlib.Path(name)
        subprocess.run([str(HERE / "server.sh"), "start", name], check=True)
        try:
            recorded = record(directory, story)
        finally:
            subprocess.run([str(HERE / "server.sh"), "stop", name], check=True)
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
