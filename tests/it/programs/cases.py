"""What the record asks Salt about states that run programs; see ../recorded/record.py and ../files/cases.py.

`case(name, function, arguments, …)` declares one state, `tree(name, sls, …)` a whole SLS. `setup` is a script that runs in `$R`
before, `probe` one whose output is part of what is seen after.
"""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
CASES = {}


def tree(name, sls, before=None, files=None, pillar=None, root=False, setup="", probe=""):
    assert name not in CASES, name
    CASES[name] = {
        "sls": sls,
        "before": before or {},
        "files": files or {},
        "pillar": pillar or {},
        "root": root,
        "setup": setup,
        "probe": probe,
    }


def case(name, function, arguments, **more):
    arguments = dict(arguments)
    ident = arguments.pop("id", None) or arguments.get("name", "it")
    if ident == arguments.get("name"):
        arguments.pop("name")
    body = json.dumps([{key: value} for key, value in arguments.items()])
    text = f"{json.dumps(ident)}:\n  {function}: {body}\n"
    name = f"{function.replace('.', '_')}_{name}" if name else function.replace(".", "_")
    tree(name, f"#!yaml\n{text}" if "{" + "{" in text else text, **more)


# cmd.run
case("plain", "cmd.run", {"name": "echo out; echo err >&2"})
case("fails", "cmd.run", {"name": "echo out; exit 3"})
case("signal", "cmd.run", {"name": "kill -TERM $$"})
case("cwd", "cmd.run", {"name": "pwd | sed s,.*/,,", "cwd": "$R/d"}, before={"d": None})
case("cwd_missing", "cmd.run", {"name": "pwd", "cwd": "$R/nosuch"})
case("cwd_made_before", "cmd.run", {"name": "touch f", "cwd": "$R"})
case("env_map", "cmd.run", {"name": "echo $A-$B-$C", "env": {"A": "x y", "B": 5, "C": True}})
case("env_list", "cmd.run", {"name": "echo $A-$B", "env": [{"A": "x"}, {"B": None}]})
case("env_bad", "cmd.run", {"name": "echo $A", "env": "A=x"})
case("prepend_path", "cmd.run", {"name": "own", "prepend_path": "$R/p"}, before={"p/own": ("#!/bin/sh\necho own\n", "0755")})
case("umask", "cmd.run", {"name": "touch $R/f", "umask": "077"})
case("umask_bad", "cmd.run", {"name": "touch $R/f", "umask": "9"})
case("shell", "cmd.run", {"name": "echo ${BASH_VERSION:+bash}", "shell": "/bin/bash"})
case("shell_missing", "cmd.run", {"name": "echo", "shell": "/nosuch/sh"})
case("runas", "cmd.run", {"name": "id -un; echo $HOME $USER", "runas": "daemon"}, root=True)
case("runas_missing", "cmd.run", {"name": "id", "runas": "nosuchuser"}, root=True)
case("hide_output", "cmd.run", {"name": "echo secret", "hide_output": True})
case("loglevel", "cmd.run", {"name": "echo secret", "output_loglevel": "quiet"})
case("timeout", "cmd.run", {"name": "sleep 60", "timeout": 0.2})
case("timeout_ignored", "cmd.run", {"name": "sleep 60", "timeout": 0.2, "ignore_timeout": True})
case("timeout_in_time", "cmd.run", {"name": "echo a", "timeout": 30})
case("success_retcodes", "cmd.run", {"name": "exit 3", "success_retcodes": [2, 3]})
case("success_retcodes_text", "cmd.run", {"name": "exit 3", "success_retcodes": "2,3"})
case("success_retcodes_bad", "cmd.run", {"name": "exit 3", "success_retcodes": ["x"]})
case("success_stdout", "cmd.run", {"name": "echo it is there already; exit 1", "success_stdout": ["there already"]})
case("success_stderr", "cmd.run", {"name": "echo known >&2; exit 1", "success_stderr": "known"})
case("stdin", "cmd.run", {"name": "cat", "stdin": "a\\nb"})
case("no_rstrip", "cmd.run", {"name": "echo a", "rstrip": False})
case("redirect_stderr", "cmd.run", {"name": "echo a; echo b >&2", "redirect_stderr": True})
case("bg", "cmd.run", {"name": "echo a", "bg": True})
case("template", "cmd.run", {"name": "echo {{ grains.motto }}", "template": "jinja", "cwd": "/"})
case("template_unknown", "cmd.run", {"name": "echo a", "template": "nosuch"})
case("creates", "cmd.run", {"name": "touch $R/f", "creates": "$R/f"})
case("creates_there", "cmd.run", {"name": "touch $R/f", "creates": "$R/f"}, before={"f": ""})
case("unless", "cmd.run", {"name": "touch f", "cwd": "$R", "unless": "test -e f"})
case("unless_there", "cmd.run", {"name": "touch f", "cwd": "$R", "unless": "test -e f"}, before={"f": ""})
case("onlyif", "cmd.run", {"name": "touch f", "cwd": "$R", "onlyif": "test -e g"})
case("check_cmd", "cmd.run", {"name": "exit 1", "check_cmd": ["true"]})
case("use_vt_false", "cmd.run", {"name": "echo a", "use_vt": False})
case("unicode", "cmd.run", {"name": "echo grüße"})
case("lines", "cmd.run", {"name": "echo a\necho b\n"})
case("id", "cmd.run", {"id": "say it", "name": "echo a"})
case("names", "cmd.run", {"id": "all", "names": ["echo a", "echo b"]})
# cmd.run, stateful
for name, text in {
    "changed": "echo first; echo \"changed=yes comment='it did' a=1\"",
    "unchanged": "echo \"changed=no comment='nothing to do'\"",
    "one_line": "echo changed=yes",
    "json": "echo '{\"changed\": true, \"comment\": \"did\", \"deep\": {\"a\": [1]}}'",
    "json_unchanged": "echo '{\"changed\": false, \"comment\": \"did not\"}'",
    "json_list": "echo '[1]'",
    "json_text": "echo '\"yes\"'",
    "unreadable": "echo done well",
    "unclosed": "echo \"changed=yes comment='x\"",
    "not_boolean": "echo changed=perhaps",
    "fails": "echo changed=yes; exit 2",
    "fails_unchanged": "echo changed=no; exit 2",
    "silent": "true",
    "silent_fails": "echo why >&2; exit 1",
    "two_equals": "echo changed=yes a=b=c",
    "no_changed": "echo comment=only",
    "changed_pid": "echo changed=yes pid=own",
}.items():
    case(f"stateful_{name}", "cmd.run", {"id": name, "name": text, "stateful": True})
case("stateful_test_name", "cmd.run", {"name": "echo changed=yes comment=did", "stateful": [{"test_name": "echo changed=yes comment=would"}]})
case("stateful_test_name_none", "cmd.run", {"name": "echo changed=no comment=did", "stateful": [{"test_name": "echo changed=no comment=none"}]})
case("stateful_test_name_fails", "cmd.run", {"name": "echo changed=no", "stateful": [{"test_name": "exit 1"}]})
case("stateful_false", "cmd.run", {"name": "echo changed=no", "stateful": False})
# cmd.wait and reactions
case("", "cmd.wait", {"name": "touch $R/f"})
CHANGES = "change:\n  test.succeed_with_changes\nquiet:\n  test.nop\n"
for function in ("run", "wait", "watch"):
    tree(f"cmd_{function}_watches", f"{CHANGES}echo it:\n  cmd.{function}:\n    - watch:\n      - test: change\n")
    tree(f"cmd_{function}_watches_quiet", f"{CHANGES}echo it:\n  cmd.{function}:\n    - watch:\n      - test: quiet\n")
tree("cmd_wait_stateful", f"{CHANGES}echo changed=yes comment=did:\n  cmd.wait:\n    - stateful: True\n    - watch:\n      - test: change\n")
tree("cmd_run_stateful_watches", f"{CHANGES}echo changed=no comment=did:\n  cmd.run:\n    - stateful: True\n    - watch:\n      - test: change\n")
tree("cmd_wait_fails", f"{CHANGES}exit 7:\n  cmd.wait:\n    - watch:\n      - test: change\n")
tree("cmd_run_onchanges", f"{CHANGES}echo it:\n  cmd.run:\n    - onchanges:\n      - test: change\n")
tree("cmd_run_then_watched", "echo a:\n  cmd.run\necho b:\n  cmd.wait:\n    - watch:\n      - cmd: echo a\n")
tree("cmd_wait_script_watches", f"{CHANGES}salt://s.sh:\n  cmd.wait_script:\n    - watch:\n      - test: change\n", files={"s.sh": "#!/bin/sh\necho script\n"})
# cmd.script
S = {"d/s.sh": "#!/bin/sh\necho \"$# $1-$2\"\n"}
case("plain", "cmd.script", {"name": "salt://d/s.sh"}, files=S)
case("source", "cmd.script", {"id": "it", "name": "s.sh a 'b c'", "source": "salt://d/s.sh"}, files=S)
case("args", "cmd.script", {"name": "salt://d/s.sh", "args": "x 'y z'"}, files=S)
case("args_list", "cmd.script", {"name": "salt://d/s.sh", "args": ["x", "y z"]}, files=S)
case("args_twice", "cmd.script", {"id": "it", "name": "s.sh a", "source": "salt://d/s.sh", "args": "x"}, files=S)
case("absolute", "cmd.script", {"name": "$R/s.sh"}, before={"s.sh": "#!/bin/sh\necho here\n"})
case("missing", "cmd.script", {"name": "salt://nosuch.sh"})
case("missing_absolute", "cmd.script", {"name": "$R/nosuch.sh"})
case("fails", "cmd.script", {"name": "salt://s.sh"}, files={"s.sh": "#!/bin/sh\necho no >&2\nexit 4\n"})
case("template", "cmd.script", {"name": "salt://s.sh", "template": "jinja", "context": {"a": 1}, "defaults": {"a": 2, "b": 3}}, files={"s.sh": "#!/bin/sh\necho {{ a }} {{ b }} {{ grains.motto }}\n"})
case("context_bad", "cmd.script", {"name": "salt://s.sh", "template": "jinja", "context": ["a"]}, files={"s.sh": "#!/bin/sh\n"})
case("no_shebang", "cmd.script", {"name": "salt://s.sh"}, files={"s.sh": "echo plain\n"})
case("cwd", "cmd.script", {"name": "salt://s.sh", "cwd": "$R/d"}, files={"s.sh": "#!/bin/sh\ntouch made\n"}, before={"d": None})
case("cwd_missing", "cmd.script", {"name": "salt://s.sh", "cwd": "$R/nosuch"}, files={"s.sh": "#!/bin/sh\n"})
case("env", "cmd.script", {"name": "salt://s.sh", "env": [{"A": "b"}]}, files={"s.sh": "#!/bin/sh\necho $A\n"})
case("runas", "cmd.script", {"name": "salt://s.sh", "runas": "daemon"}, files={"s.sh": "#!/bin/sh\nid -un\n"}, root=True)
case("python", "cmd.script", {"name": "salt://s.py"}, files={"s.py": "#!/usr/bin/env python3\nprint('py')\n"})
case("stateful", "cmd.script", {"name": "salt://s.sh", "stateful": True}, files={"s.sh": "#!/bin/sh\necho changed=no comment=none\n"})
case("stateful_test_name", "cmd.script", {"id": "it", "name": "s.sh", "source": "salt://s.sh", "stateful": [{"test_name": "s.sh test"}]}, files={"s.sh": "#!/bin/sh\necho changed=yes comment=${1:-real}\n"})
case("creates", "cmd.script", {"name": "salt://s.sh", "creates": "$R/f"}, files={"s.sh": "#!/bin/sh\n"}, before={"f": ""})
case("success_retcodes", "cmd.script", {"name": "salt://s.sh", "success_retcodes": 4}, files={"s.sh": "#!/bin/sh\nexit 4\n"})

# service, by systemd
SYSTEMD = {
    ".fake/bin/systemctl": ((HERE / "fake_systemctl.sh").read_text(), "0755"),
    ".fake/bin/systemd-run": ("#!/bin/sh\nshift\nexec \"$@\"\n", "0755"),
    ".fake/calls": "",
}
CALLS = "cat .fake/calls"


def unit(*what, name="app"):
    return SYSTEMD | {f".fake/units/{name}/unit": ""} | {f".fake/units/{name}/{file}": "" for file in what}


def service(name, function, arguments, what=("x",), **more):
    before = unit(*what) if what is not None else SYSTEMD
    case(name, f"service.{function}", {"name": "app"} | arguments, before=before, probe=CALLS, **more)


service("plain", "running", {})
service("there", "running", {}, ["active"])
service("missing", "running", {}, None)
service("broken", "running", {}, ["broken"])
service("dud", "running", {}, ["dud"])
service("stale", "running", {}, ["stale"])
service("stale_there", "running", {}, ["stale", "active"])
service("delay", "running", {"init_delay": 0.1})
service("name_service", "running", {"name": "app.service"})
service("unmask", "running", {"unmask": True})
service("unmask_there", "running", {"unmask": True}, ["active"])
for enable in (True, False):
    word = "enable" if enable else "not_enable"
    for was in ([], ["enabled"]):
        for active in ([], ["active"]):
            service("_".join([word, *was, *active]), "running", {"enable": enable}, [*was, *active])
            service("_".join([word, *was, *active]), "dead", {"enable": enable}, [*was, *active])
service("enable_broken", "running", {"enable": True}, ["broken"])
service("enable_dud", "running", {"enable": True}, ["dud"])
service("enable_fixed", "running", {"enable": True}, ["fixed", "active"])
service("plain", "dead", {}, ["active"])
service("there", "dead", {})
service("missing", "dead", {}, None)
service("undying", "dead", {}, ["active", "undying"])
service("plain", "enabled", {})
service("there", "enabled", {}, ["enabled"])
service("missing", "enabled", {}, None)
service("fixed", "enabled", {}, ["fixed"])
service("plain", "disabled", {}, ["enabled"])
service("there", "disabled", {})
service("missing", "disabled", {}, None)
for name, function, arguments, what in [
    ("running", "running", [], ["active"]),
    ("running_dead", "running", [], []),
    ("running_reload", "running", [{"reload": True}], ["active"]),
    ("running_full", "running", [{"full_restart": True}], ["active"]),
    ("running_broken", "running", [], ["active", "broken"]),
    ("running_stale", "running", [], ["active", "stale"]),
    ("dead", "dead", [], []),
    ("dead_active", "dead", [], ["active"]),
    ("enabled", "enabled", [], ["enabled"]),
]:
    body = json.dumps([*arguments, {"watch": [{"test": "change"}]}])
    tree(f"service_watch_{name}", f"{CHANGES}app:\n  service.{function}: {body}\n", before=unit(*what), probe=CALLS)
