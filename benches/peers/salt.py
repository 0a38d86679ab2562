"""Salt 3007, masterless, with boto 2 and boto3 beside it: the same SLS, less what fails there."""

import json
import re
import subprocess
import urllib.parse

from .peer import Peer, sls_tree

LEAVES_OUT = (
    "two scaling policies (its state sorts mappings, an error in Python 3), the balancer's groups (names are not found in "
    "the default VPC), both alarms and the record (the emulator does not understand boto 2's calls of these services): "
    "seven states of ten. boto 2 knows no endpoints and reaches the proxy as an HTTP proxy."
)


def less(sls):
    """The SLS without what fails in Salt on the emulator."""
    states = re.split(r"\n(?=\S)", sls)
    kept = [state for state in states if "boto_route53" not in state and "boto_cloudwatch_alarm" not in state]
    text = "\n".join(kept)
    text = re.sub(r"    - scaling_policies:\n(?:      - .*\n)+", "", text)
    return re.sub(r"    - security_groups: \[\S+-elb\]\n", "", text)


def peer(venv):
    """Salt from a venv."""

    def version():
        said = subprocess.run([venv / "bin" / "salt-call", "--version"], capture_output=True, text=True, check=True)
        return said.stdout.split()[1]

    def prepare(task):
        sls_tree(task, less(task.sls))
        proxy = urllib.parse.urlsplit(task.endpoint)
        config = task.directory / "boto.cfg"
        config.write_text(
            f"[Boto]\nis_secure = False\nproxy = {proxy.hostname}\nproxy_port = {proxy.port}\n"
            "[Credentials]\naws_access_key_id = test\naws_secret_access_key = test\n",
            encoding="utf-8",
        )
        command = [str(venv / "bin" / "salt-call"), "--local", "-c", str(task.directory), "--out", "json"]
        return [*command, "--retcode-passthrough", "state.sls", "stacks"], {"BOTO_CONFIG": str(config)}

    def is_silent(stdout):
        states = json.loads(stdout)["local"].values()
        return all(state["result"] and not state["changes"] for state in states)

    return Peer("Salt", version, prepare, LEAVES_OUT, is_silent)
