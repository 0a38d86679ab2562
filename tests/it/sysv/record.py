"""Records what Salt 3007 does on a machine of init scripts: the steps of steps.sh, in a root of Debian.

Run it as root with the Python of an environment that has Salt 3007, after the test has made its roots:

    python tests/it/sysv/record.py target/life

It writes recorded.json beside itself. The environment and its Python are brought into the root.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def tidy(name, text):
    """What of an answer counts."""
    try:
        answer = json.loads(text)["local"]
    except (ValueError, KeyError, TypeError):
        return {"error": text.strip().splitlines()[-1] if text.strip() else ""}
    if name.startswith("f "):
        return answer
    if not isinstance(answer, dict):
        return {"error": answer}
    states = sorted(answer.values(), key=lambda state: state["__run_num__"])
    return [{key: state[key] for key in ("result", "comment", "changes")} for state in states]


def main():
    life = pathlib.Path(sys.argv[1]).resolve()
    place = pathlib.Path(tempfile.mkdtemp(dir=life))
    for part in ("upper", "work", "root"):
        (place / part).mkdir()
    at = place / "upper/opt/sysv"
    shutil.copytree(HERE / "files", at)
    shutil.copy(HERE / "steps.sh", at)
    (at / "minion").write_text("id: sample\nfile_client: local\nfile_roots: {base: [/opt/sysv/states]}\n")
    scripts = place / "upper/etc/init.d"
    scripts.mkdir(parents=True)
    for script in (HERE / "files/init.d").iterdir():
        shutil.copy(script, scripts)
        (scripts / script.name).chmod(0o755)
    home = pathlib.Path(sys.executable).parent
    bring = {str(home.parent), str(pathlib.Path(sys.executable).resolve().parents[3])}
    steps = f"sh /opt/sysv/steps.sh {home}/salt-call --local -l quiet -c /opt/sysv"
    words = ["unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child", "sh", str(HERE.parent / "life/enter.sh")]
    lower = f"{life}/sysv/upper:{life}/root"
    own = os.environ | {"BRING": " ".join(sorted(bring))}
    ran = subprocess.run([*words, lower, str(place), "", steps], env=own, capture_output=True, text=True)
    recorded = {}
    for block in ran.stdout.split("== ")[1:]:
        name, rest = block.split("\n", 1)
        answer, seen = rest.split("--\n", 1)
        recorded[name] = {"answer": tidy(name, answer), "seen": seen.splitlines()}
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=1, sort_keys=False) + "\n")
    shutil.rmtree(place)


if __name__ == "__main__":
    main()
