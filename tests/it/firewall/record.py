"""Records what Salt 3007 makes of story.json on a packet filter of its own: a test run, a real run, a second real run.

Run it as root with the Python of an environment that has Salt 3007, where iptables, nftables and ipset are installed:

    unshare --net python tests/it/firewall/record.py

It writes recorded.json beside itself.
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


def printed(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def rules(text):
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return "\n".join(line.split(" [")[0] if line.startswith(":") else line for line in lines)


def main():
    if printed("nft", "list", "ruleset"):
        raise SystemExit("this network has rules: run it in one of its own")
    steps = json.loads((HERE / "story.json").read_text())
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryDirectory() as files:

        def seen():
            tables = printed("nft", "list", "tables")
            found = {"iptables": rules(printed("iptables-save")), "ip6tables": rules(printed("ip6tables-save")), "nft": tables}
            for line in tables.splitlines():
                if line.startswith("table inet "):
                    table = line.removeprefix("table ")
                    found[table] = printed("nft", "-n", "list", "table", *table.split())
            # The seed of a set's table is another at each run.
            sets = re.sub(r" initval 0x[0-9a-f]+", "", printed("ipset", "save", "-sorted"))
            found |= {"ipset": sets} if sets else {}
            return found | {path.name: rules(path.read_text()) for path in pathlib.Path(files).iterdir()}

        def prepare(text):
            subprocess.run(["sh", "-ec", text], check=True)

        texts = {files: "$DIRECTORY", "/usr/sbin/": ""}
        recorded = story.record(pathlib.Path(scratch), steps, prepare, texts, seen, grains={"os_family": "Debian"})
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=True) + "\n")


if __name__ == "__main__":
    main()
