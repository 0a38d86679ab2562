"""What the record asks Salt about states that run programs; see ../recorded/record.py and ../files/cases.py.

`case(name, function, arguments, …)` declares one state, `tree(name, sls, …)` a whole SLS. `setup` is a script that runs in `$R`
before, `probe` one whose output is part of what is seen after. `@name` in `before` is the file of that name beside this one.
"""

import json

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
    ".fake/bin/systemctl": ("@fake_systemctl.sh", "0755"),
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

# pkg, by apt
PACKAGES = {
    f".fake/bin/{program}": ("@fake_packages.sh", "0755")
    for program in ("dpkg-query", "dpkg", "apt-get", "apt-cache", "apt-mark")
} | {
    ".fake/bin/systemd-run": ("#!/bin/sh\nwhile [ \"$1\" != apt-get ]; do shift; done\nexec \"$@\"\n", "0755"),
    ".fake/repo/new": "2.0-1\n1.5-1\n",
    ".fake/repo/old": "2.0-1\n1.0-1\n",
    ".fake/repo/same": "1:3.0\n",
    ".fake/repo/deep": "1.0\n",
    ".fake/repo/lib": "0.9\n",
    ".fake/needs/deep": "lib\n",
    ".fake/db/old": "install installed 1.0-1\n",
    ".fake/db/same": "install installed 1:3.0\n",
    ".fake/db/kept": "hold installed 4.0\n",
    ".fake/db/left": "deinstall config-files 0.1\n",
}
DB = "cd .fake/db && grep . *"


def pkg(name, function, arguments, more=None, **others):
    case(name, f"pkg.{function}", {"name": "tools"} | arguments, before=PACKAGES | (more or {}), probe=DB, **others)


pkg("name", "installed", {"name": "new"})
pkg("name_there", "installed", {"name": "old"})
pkg("name_version", "installed", {"name": "new", "version": "1.5-1"})
pkg("name_version_there", "installed", {"name": "old", "version": "1.0-1"})
pkg("name_version_glob", "installed", {"name": "new", "version": "1.5*"})
pkg("name_version_above", "installed", {"name": "new", "version": ">=1.5"})
pkg("name_version_above_there", "installed", {"name": "old", "version": ">=1.0"})
pkg("name_version_between", "installed", {"pkgs": [{"old": ">=1.0,<1.5"}]})
pkg("name_version_none", "installed", {"name": "new", "version": ">9"})
pkg("name_version_missing", "installed", {"name": "new", "version": "9.9"})
pkg("name_version_epoch", "installed", {"name": "same", "version": "3.0"})
pkg("name_version_epoch_not_ignored", "installed", {"name": "same", "version": "3.0", "ignore_epoch": False})
pkg("name_missing", "installed", {"name": "nosuch"})
pkg("name_left", "installed", {"name": "left"}, {".fake/repo/left": "0.2\n"})
pkg("latest", "installed", {"name": "old", "version": "latest"})
pkg("latest_there", "installed", {"name": "same", "version": "latest"})
pkg("pkgs", "installed", {"pkgs": ["new", "old"]})
pkg("pkgs_there", "installed", {"pkgs": ["old", "same"]})
pkg("pkgs_versions", "installed", {"pkgs": [{"new": "1.5-1"}, {"old": "2.0-1"}, "same"]})
pkg("pkgs_versions_there", "installed", {"pkgs": [{"old": "1.0-1"}, "same"]})
pkg("pkgs_many", "installed", {"pkgs": ["new", "deep", {"old": "2.0-1"}]})
pkg("pkgs_one_missing", "installed", {"pkgs": ["new", "nosuch"]})
pkg("pkgs_empty", "installed", {"pkgs": []})
pkg("deep", "installed", {"name": "deep"})
pkg("broken", "installed", {"name": "new"}, {".fake/broken/new": ""})
pkg("upgrade", "installed", {"pkgs": [{"old": "2.0-1"}]})
pkg("downgrade", "installed", {"pkgs": [{"new": "1.5-1"}]}, {".fake/db/new": "install installed 2.0-1\n"})
pkg("allow_updates", "installed", {"pkgs": [{"new": "1.5-1"}], "allow_updates": True}, {".fake/db/new": "install installed 2.0-1\n"})
pkg("reinstall", "installed", {"name": "old", "reinstall": True}, {".fake/repo/old": "1.0-1\n"})
pkg("hold", "installed", {"name": "new", "hold": True})
pkg("hold_there", "installed", {"name": "old", "hold": True})
pkg("hold_held", "installed", {"name": "kept", "hold": True})
pkg("unhold", "installed", {"name": "kept", "hold": False})
pkg("unhold_free", "installed", {"name": "old", "hold": False})
pkg("hold_pkgs", "installed", {"pkgs": ["old", "kept"], "hold": True})
pkg("held_upgrade", "installed", {"pkgs": [{"kept": "5.0"}]}, {".fake/repo/kept": "5.0\n4.0\n"})
pkg("arch", "installed", {"name": "old:all"})
pkg("both", "installed", {"pkgs": ["old"], "sources": [{"old": "/nosuch.deb"}]})
pkg("purge_desired", "installed", {"name": "odd"}, {".fake/db/odd": "purge installed 1\n"})
pkg("plain", "latest", {"name": "old"})
pkg("there", "latest", {"name": "same"})
pkg("new", "latest", {"name": "new"})
pkg("missing", "latest", {"name": "nosuch"})
pkg("pkgs", "latest", {"pkgs": ["old", "same", "new"]})
pkg("pkgs_there", "latest", {"pkgs": ["same", "kept"]})
for function in ("removed", "purged"):
    pkg("plain", function, {"name": "old"})
    pkg("absent", function, {"name": "nosuch"})
    pkg("left", function, {"name": "left"})
    pkg("pkgs", function, {"pkgs": ["old", "nosuch", "same"]})
    pkg("version", function, {"name": "old", "version": "1.0-1"})
    pkg("version_other", function, {"name": "old", "version": "9"})
    pkg("broken", function, {"name": "old"}, {".fake/broken/old": ""})
pkg("plain", "uptodate", {})
pkg("there", "uptodate", {}, {".fake/repo/old": "1.0-1\n"})
pkg("refresh", "uptodate", {"refresh": True})
pkg("plain", "held", {"name": "old"})
pkg("there", "held", {"name": "kept"})
pkg("pkgs", "held", {"pkgs": ["old", "kept"]})
pkg("replace", "held", {"pkgs": ["old"], "replace": True})
pkg("plain", "unheld", {"name": "kept"})
pkg("free", "unheld", {"name": "old"})
pkg("all", "unheld", {"all": True})

# git, by git itself
REPO = """
git init -q -b main origin && cd origin
echo one >a && git add a && git commit -qm one && git tag v1
git checkout -q -b side && echo side >b && git add b && git commit -qm side && git checkout -q main
echo two >a && git commit -qam two && git tag -a -m two v2
cd ..
"""
CLONE = REPO + "git clone -q origin w\n"
NEWER = CLONE + "cd origin && echo three >a && git commit -qam three && git tag v3 && cd ..\n"
REWRITTEN = CLONE + "cd origin && git reset -q --hard v1 && echo other >a && git commit -qam other && cd ..\n"
LOOK = "[ -d w ] || exit 0; cd w; for say in 'rev-parse HEAD' 'symbolic-ref -q HEAD' 'status --porcelain' for-each-ref 'config --get-regexp remote|branch'; do git $say 2>/dev/null || true; done"


def git(name, function, arguments, setup=CLONE, probe=LOOK, **more):
    case(name, f"git.{function}", {"name": "$R/origin", "target": "$R/w"} | arguments, setup=setup, probe=probe, **more)


git("clone", "latest", {}, REPO)
git("clone_branch", "latest", {"rev": "side"}, REPO)
git("clone_branch_named", "latest", {"rev": "side", "branch": "side"}, REPO)
git("clone_tag", "latest", {"rev": "v1"}, REPO)
git("clone_tag_annotated", "latest", {"rev": "v2"}, REPO)
git("clone_branch_own", "latest", {"rev": "v1", "branch": "own"}, REPO)
git("clone_remote", "latest", {"remote": "up"}, REPO)
git("clone_bare", "latest", {"bare": True}, REPO)
git("clone_mirror", "latest", {"mirror": True}, REPO)
git("clone_empty_directory", "latest", {}, REPO, before={"w": None})
git("clone_full_directory", "latest", {}, REPO, before={"w/x": "x"})
git("clone_full_directory_force", "latest", {"force_clone": True}, REPO, before={"w/x": "x"})
git("clone_over_file", "latest", {}, REPO, before={"w": "x"})
git("clone_missing", "latest", {"name": "$R/nosuch"}, REPO)
git("clone_rev_missing", "latest", {"rev": "nosuch"}, REPO)
git("clone_relative", "latest", {"target": "w"}, REPO)
git("clone_depth", "latest", {"name": "file://$R/origin", "depth": 1, "rev": "main"}, REPO)
git("clone_depth_head", "latest", {"depth": 1}, REPO)
git("clone_user", "latest", {"user": "root"}, REPO)
git("there", "latest", {})
git("there_branch", "latest", {"rev": "main"})
git("there_dirty", "latest", {}, CLONE + "echo x >w/a")
git("there_dirty_force", "latest", {"force_reset": True}, CLONE + "echo x >w/a")
git("there_dirty_remote_changes", "latest", {"force_reset": "remote-changes"}, CLONE + "echo x >w/a")
git("newer", "latest", {}, NEWER)
git("newer_branch", "latest", {"rev": "main"}, NEWER)
git("newer_dirty", "latest", {}, NEWER + "echo x >w/a")
git("newer_dirty_force", "latest", {"force_reset": True}, NEWER + "echo x >w/a")
git("newer_dirty_remote_changes", "latest", {"force_reset": "remote-changes"}, NEWER + "echo x >w/a")
git("newer_not_head", "latest", {"update_head": False}, NEWER)
git("newer_fetched", "latest", {"rev": "main"}, NEWER + "git -C w fetch -q --tags")
git("rewritten", "latest", {"rev": "main"}, REWRITTEN)
git("rewritten_force_fetch", "latest", {"rev": "main", "force_fetch": True}, REWRITTEN)
git("rewritten_force", "latest", {"rev": "main", "force_fetch": True, "force_reset": True}, REWRITTEN)
git("other_branch", "latest", {"rev": "side", "branch": "side"})
git("other_branch_only_rev", "latest", {"rev": "side"})
git("other_branch_only_rev_force", "latest", {"rev": "side", "force_reset": True})
git("other_branch_dirty", "latest", {"rev": "side", "branch": "side"}, CLONE + "echo x >w/a")
git("tag_back", "latest", {"rev": "v1"})
git("tag_back_force", "latest", {"rev": "v1", "force_reset": True})
git("new_tag", "latest", {}, CLONE + "git -C origin tag v9")
git("tag_gone", "latest", {}, CLONE + "git -C origin tag -d v1")
git("tag_moved", "latest", {"rev": "v1"}, CLONE + "git -C origin tag -f v1 main")
git("own_commit", "latest", {"rev": "main"}, CLONE + "cd w && echo y >c && git add c && git commit -qm own")
git("own_commit_force", "latest", {"rev": "main", "force_reset": True}, CLONE + "cd w && echo y >c && git add c && git commit -qm own")
git("clone", "cloned", {}, REPO)
git("clone_branch", "cloned", {"branch": "side"}, REPO)
git("there", "cloned", {})
git("other_branch", "cloned", {"branch": "side"})
git("branch_missing", "cloned", {"branch": "nosuch"})
git("missing", "cloned", {"name": "$R/nosuch"}, REPO)
git("not_git", "cloned", {}, REPO, before={"w/x": "x"})
ONE = "beaac34fc35a8de4a749a373febc41f5ae7249e7"
DETACHED = CLONE + "git -C w checkout -q --detach\n"
git("clone", "detached", {"rev": "main"}, REPO)
git("clone_remote", "detached", {"rev": "main", "remote": "up"}, REPO)
git("clone_tag", "detached", {"rev": "v1"}, REPO)
git("clone_tag_annotated", "detached", {"rev": "v2"}, REPO)
git("clone_commit", "detached", {"rev": ONE}, REPO)
git("clone_commit_short", "detached", {"rev": ONE[:7]}, REPO)
git("clone_no_fetch", "detached", {"rev": "side", "fetch_remote": False}, REPO)
git("clone_rev_missing", "detached", {"rev": "nosuch"}, REPO)
git("clone_commit_missing", "detached", {"rev": "0" * 40}, REPO)
git("clone_missing", "detached", {"name": "$R/nosuch", "rev": "main"}, REPO)
git("clone_full_directory", "detached", {"rev": "main"}, REPO, before={"w/x": "x"})
git("clone_full_directory_force", "detached", {"rev": "main", "force_clone": True}, REPO, before={"w/x": "x"})
git("clone_over_file", "detached", {"rev": "main"}, REPO, before={"w": "x"})
git("clone_relative", "detached", {"rev": "main", "target": "w"}, REPO)
git("clone_submodules", "detached", {"rev": "main", "submodules": True}, REPO)
git("rev_empty", "detached", {"rev": ""}, REPO)
git("clone_ended_early", "detached", {"rev": "main"}, REPO + "git clone -q --no-checkout origin w\n")
git("there", "detached", {"rev": "main"}, DETACHED)
git("there_on_branch", "detached", {"rev": "main"})
git("there_commit", "detached", {"rev": "9713003ec29dec5e868ef6a8397ea0d4b4e6ade9"}, DETACHED)
git("there_dirty", "detached", {"rev": "main"}, DETACHED + "echo x >w/a")
git("there_dirty_reset", "detached", {"rev": "main", "hard_reset": True}, DETACHED + "echo x >w/a")
git("newer", "detached", {"rev": "main"}, NEWER)
git("newer_no_fetch", "detached", {"rev": "main", "fetch_remote": False}, NEWER)
git("newer_dirty", "detached", {"rev": "main"}, NEWER + "echo x >w/a")
git("newer_dirty_force", "detached", {"rev": "main", "force_checkout": True}, NEWER + "echo x >w/a")
git("newer_dirty_reset", "detached", {"rev": "main", "hard_reset": True}, NEWER + "echo x >w/a")
git("newer_tag", "detached", {"rev": "v3"}, NEWER)
git("rewritten", "detached", {"rev": "main"}, REWRITTEN)
git("tag_back", "detached", {"rev": "v1"}, DETACHED)
git("tag_moved", "detached", {"rev": "v1"}, DETACHED + "git -C origin tag -f v1 side")
git("commit_back", "detached", {"rev": ONE}, DETACHED)
git("commit_upper", "detached", {"rev": ONE.upper()}, DETACHED)
git("rev_missing", "detached", {"rev": "nosuch"}, DETACHED)
git("elsewhere", "detached", {"rev": "main"}, DETACHED + "git -C w remote set-url origin $R/elsewhere")
git("other_remote", "detached", {"rev": "main", "remote": "up"}, DETACHED)
for name, arguments, before in [
    ("plain", {}, {}),
    ("work", {"bare": False}, {}),
    ("full", {}, {"w/x": "x"}),
    ("full_force", {"force": True}, {"w/x": "x"}),
    ("shared", {"shared": "group"}, {}),
]:
    case(name, "git.present", {"name": "$R/w"} | arguments, before=before, probe="git -C w rev-parse --is-bare-repository || true")
case("there", "git.present", {"name": "$R/w"}, setup="git init -q --bare w")
CONFIG = "git init -q w; mkdir -p .fake/home"
LIST = "git -C w config --local --get-regexp 'user|many' || true; git config --global --list 2>/dev/null || true"


def config(name, function, arguments, setup=CONFIG):
    case(name, f"git.{function}", {"name": "user.name", "repo": "$R/w"} | arguments, setup=setup, probe=LIST)


config("new", "config_set", {"value": "me"})
config("there", "config_set", {"value": "me"}, CONFIG + "; git -C w config user.name me")
config("other", "config_set", {"value": "me"}, CONFIG + "; git -C w config user.name you")
config("global", "config_set", {"value": "me", "global": True})
config("multivar", "config_set", {"name": "core.many", "multivar": ["a", "b"]})
config("multivar_there", "config_set", {"name": "core.many", "multivar": ["a", "b"]}, CONFIG + "; git -C w config --add core.many a; git -C w config --add core.many b")
config("both", "config_set", {"value": "a", "multivar": ["b"]})
config("no_repo", "config_set", {"value": "a", "repo": None})
config("plain", "config_unset", {}, CONFIG + "; git -C w config user.name me")
config("absent", "config_unset", {})
config("many", "config_unset", {"name": "core.many"}, CONFIG + "; git -C w config --add core.many a; git -C w config --add core.many b")
config("many_all", "config_unset", {"name": "core.many", "all": True}, CONFIG + "; git -C w config --add core.many a; git -C w config --add core.many b")
config("regex", "config_unset", {"name": "core.many", "value_regex": "^a$"}, CONFIG + "; git -C w config --add core.many a; git -C w config --add core.many b")

# archive
PACK = """
mkdir -p t/top/d t/flat && echo one >t/top/a && echo two >t/top/d/b && chmod 755 t/top/a && ln -s a t/top/l && echo x >t/flat/x && echo y >t/flat/y
for it in "tar -cf top.tar" "tar -czf top.tar.gz" "tar -cjf top.tar.bz2" "tar -cJf top.tar.xz"; do $it --mtime=2024-01-02 --sort=name --owner=0 --group=0 -C t top; done
tar -cf flat.tar --mtime=2024-01-02 --sort=name --owner=0 --group=0 -C t/flat x y
rm -r t
"""


def archive(name, arguments, setup=PACK, **more):
    arguments = {"name": "$R/w", "source": "$R/top.tar"} | arguments
    case(name, "archive.extracted", arguments, setup=setup, probe="[ ! -d w ] || find w | sort", **more)


archive("tar", {})
archive("gzip", {"source": "$R/top.tar.gz"})
archive("bzip2", {"source": "$R/top.tar.bz2"})
archive("xz", {"source": "$R/top.tar.xz"})
archive("there", {}, PACK + "mkdir w && tar -xf top.tar -C w")
archive("part", {}, PACK + "mkdir w && tar -xf top.tar -C w && rm w/top/a")
archive("overwrite", {"overwrite": True}, PACK + "mkdir w && tar -xf top.tar -C w && echo changed >w/top/a")
archive("bomb", {"source": "$R/flat.tar"})
archive("flat", {"source": "$R/flat.tar", "enforce_toplevel": False})
archive("strip", {"options": "--strip-components=1", "enforce_toplevel": False})
archive("if_missing", {"if_missing": "$R/w"}, PACK + "mkdir w")
archive("if_missing_missing", {"if_missing": "$R/w/top/a"})
archive("clean", {"clean": True}, PACK + "mkdir -p w/top && echo old >w/top/old")
archive("wrong", {}, PACK + "mkdir -p w/top/a")
archive("owner", {"user": "daemon", "group": "daemon"}, root=True)
archive("owner_there", {"user": "daemon"}, PACK + "mkdir w && tar -xf top.tar -C w", root=True)
archive("owner_missing", {"user": "nosuchuser"})
archive("missing", {"source": "$R/nosuch.tar"})
archive("hash", {"source_hash": "sha256=00"})
archive("format_unknown", {"source": "$R/top.tar", "archive_format": "lha"})
archive("relative", {"name": "w"})
archive("file", {}, PACK + "echo x >w")
archive("trim", {"trim_output": 2})
archive("zstd", {"source": "$R/top.tar.zst"}, PACK + "zstd -q top.tar")
archive("wrong_force", {"force": True}, PACK + "mkdir -p w/top/a")
archive("clean_parent", {"clean_parent": True}, PACK + "mkdir -p w && echo old >w/old")
archive("clean_both", {"clean": True, "clean_parent": True}, PACK + "mkdir -p w && echo old >w/old")
archive("password", {"password": "x"})
archive("owner_on", {"user": "daemon", "enforce_ownership_on": "$R/w/top/d"}, root=True)
archive("owner_on_outside", {"user": "daemon", "enforce_ownership_on": "$R/v"}, root=True)
archive("not_tar", {"source": "$R/top.tar"}, "echo x >top.tar")
archive("verbose_options", {"options": "v --strip-components 1", "enforce_toplevel": False})

# Zip: made by Python, since what programs write differs; permissions, a link, another one that leads out, a password.
ZIPS = """
cat >z.py <<'END'
import stat, sys, zipfile
def add(zip, name, text="", mode=0o644, kind=stat.S_IFREG):
    info = zipfile.ZipInfo(name, (2024, 1, 2, 3, 4, 6))
    info.create_system, info.external_attr = 3, (kind | mode) << 16
    zip.writestr(info, text)
def whole(zip):
    add(zip, "top/", "", 0o755, stat.S_IFDIR)
    add(zip, "top/a", "one\\n", 0o755)
    add(zip, "top/d/", "", 0o750, stat.S_IFDIR)
    add(zip, "top/d/b", "two\\n", 0o600)
with zipfile.ZipFile("top.zip", "w", zipfile.ZIP_DEFLATED) as zip:
    whole(zip)
with zipfile.ZipFile("linked.zip", "w") as zip:
    whole(zip)
    add(zip, "top/l", "a", 0o777, stat.S_IFLNK)
with zipfile.ZipFile("setuid.zip", "w") as zip:
    add(zip, "top/s", "s", 0o4755)
with zipfile.ZipFile("bare.zip", "w") as zip:
    zip.writestr("top/x", "x")
    zip.writestr("top/e/y", "y")
    for info in zip.infolist():
        info.external_attr = 0
with zipfile.ZipFile("flat.zip", "w") as zip:
    add(zip, "x", "x")
    add(zip, "y", "y")
with zipfile.ZipFile("out.zip", "w") as zip:
    add(zip, "../out", "x")
with zipfile.ZipFile("root.zip", "w") as zip:
    add(zip, "/etc/out", "x")
with zipfile.ZipFile("behind.zip", "w") as zip:
    add(zip, "top/l", "..", 0o777, stat.S_IFLNK)
    add(zip, "top/l/l2", "..", 0o777, stat.S_IFLNK)
END
python3 z.py && rm z.py
"""
SECRET = ZIPS + """
mkdir -p t/top && echo one >t/top/a && (cd t && TZ=UTC touch -d 2024-01-02 top/a top && zip -qrX -P secret ../secret.zip top) && rm -r t
"""


def zipped(name, arguments, setup=ZIPS, **more):
    archive(f"zip_{name}", {"source": "$R/top.zip"} | arguments, setup, **more)


zipped("plain", {})
zipped("there", {}, ZIPS + "mkdir w && unzip -q top.zip -d w")
zipped("part", {}, ZIPS + "mkdir w && unzip -q top.zip -d w && rm w/top/a")
zipped("overwrite", {"overwrite": True}, ZIPS + "mkdir w && unzip -q top.zip -d w && echo changed >w/top/a")
zipped("no_permissions", {"extract_perms": False})
zipped("setuid", {"source": "$R/setuid.zip"})
zipped("bare", {"source": "$R/bare.zip"})
zipped("linked", {"source": "$R/linked.zip"})
zipped("linked_there", {"source": "$R/linked.zip"}, ZIPS + "mkdir w && unzip -q linked.zip -d w && rm w/top/d/b && rm w/top/l")
zipped("flat", {"source": "$R/flat.zip"})
zipped("flat_allowed", {"source": "$R/flat.zip", "enforce_toplevel": False})
zipped("out", {"source": "$R/out.zip", "enforce_toplevel": False, "name": "$R/w/x"})
zipped("root", {"source": "$R/root.zip", "enforce_toplevel": False})
zipped("trim", {"trim_output": 2})
zipped("trim_true", {"trim_output": True})
zipped("trim_text", {"trim_output": "2"})
zipped("options", {"options": "-o"})
zipped("options_quiet", {"options": "-qq"})
zipped("options_no_command", {"options": "-o", "use_cmd_unzip": False})
zipped("command", {"use_cmd_unzip": True})
zipped("password", {"source": "$R/secret.zip", "password": "secret"}, SECRET)
zipped("password_missing", {"source": "$R/secret.zip"}, SECRET)
zipped("password_wrong", {"source": "$R/secret.zip", "password": "other"}, SECRET)
zipped("password_there", {"source": "$R/secret.zip", "password": "secret"}, SECRET + "mkdir w && unzip -qP secret secret.zip -d w")
zipped("password_not_needed", {"password": "secret"})
zipped("password_number", {"source": "$R/secret.zip", "password": 17}, SECRET.replace("-P secret", "-P 17"))
zipped("wrong", {}, ZIPS + "mkdir -p w/top/a")
zipped("wrong_force", {"force": True}, ZIPS + "mkdir -p w/top/a")
zipped("clean", {"clean": True}, ZIPS + "mkdir -p w/top && echo old >w/top/old")
zipped("owner", {"user": "daemon", "group": "daemon"}, root=True)
zipped("format", {"source": "$R/top.bin", "archive_format": "zip"}, ZIPS + "mv top.zip top.bin")
zipped("format_none", {"source": "$R/top.bin"}, ZIPS + "mv top.zip top.bin")
zipped("not_zip", {}, "echo x >top.zip")
zipped("salt", {"source": "salt://nosuch.zip"})

# ini
INI = {"f": "top = 1\n\n[a]\n# it\nx = 1\n#y = 2\n\n[b]\nz = 3\n"}


def ini(name, function, sections, before=INI, **more):
    case(name, f"ini.{function}", {"name": "$R/f", "sections": sections} | more, before=before)


ini("changed", "options_present", {"a": {"x": 2}})
ini("there", "options_present", {"a": {"x": 1}, "top": 1})
ini("new", "options_present", {"a": {"n": "v"}})
ini("commented", "options_present", {"a": {"y": "5"}})
ini("top", "options_present", {"top": 2, "other": True})
ini("section", "options_present", {"c": {"k": "v", "l": 1}})
ini("file", "options_present", {"c": {"k": "v"}}, before={})
ini("no_spaces", "options_present", {"b": {"z": "9"}}, no_spaces=True)
ini("separator", "options_present", {"b": {"z": "9"}}, before={"f": "[b]\nz: 3\n"}, separator=":")
ini("strict", "options_present", {"a": {"x": 1, "n": 2}}, strict=True)
ini("strict_there", "options_present", {"a": {"x": 1}, "b": {"z": 3}, "top": 1}, strict=True)
ini("there", "options_absent", {"a": ["x"]})
ini("some", "options_absent", {"a": ["x", "q"], "b": ["z"]})
ini("none", "options_absent", {"a": ["q"]})
ini("new", "sections_present", {"c": None})
ini("there", "sections_present", {"a": None})
ini("there", "sections_absent", ["b"])
ini("none", "sections_absent", ["q"])
# blockdev.formatted: files do for disks
DISK = "mkdir -p .fake && truncate -s 8M .fake/disk"
EXT4 = f"{DISK} && mkfs.ext4 -q .fake/disk"
case("", "blockdev.formatted", {"name": "$R/.fake/disk"}, setup=DISK, probe="blkid -p -o value -s TYPE .fake/disk || true")
case("there", "blockdev.formatted", {"name": "$R/.fake/disk"}, setup=EXT4)
case("other", "blockdev.formatted", {"name": "$R/.fake/disk", "fs_type": "ext2"}, setup=EXT4, probe="blkid -p -o value -s TYPE .fake/disk || true")
case("other_forced", "blockdev.formatted", {"name": "$R/.fake/disk", "fs_type": "ext2", "force": True}, setup=EXT4, probe="blkid -p -o value -s TYPE .fake/disk || true")
case("inode_size", "blockdev.formatted", {"name": "$R/.fake/disk", "inode_size": 256}, setup=DISK, probe="blkid -p -o value -s TYPE .fake/disk || true")
case("lazy", "blockdev.formatted", {"name": "$R/.fake/disk", "lazy_itable_init": False}, setup=DISK)
case("unknown", "blockdev.formatted", {"name": "$R/.fake/disk", "fs_type": "nosuchfs"}, setup=DISK)
case("missing", "blockdev.formatted", {"name": "$R/.fake/nosuch"})
case("no_disk", "blockdev.tuned", {"name": "$R/.fake/nosuch", "read-ahead": 1024})
