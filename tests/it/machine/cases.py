"""What the record asks Salt: one entry a case, each in a machine of its own.

`case(name, function, arguments, before=…)` declares one state; `tree(name, sls, …)` a whole SLS. `before` is laid over
the machine's files, paths from its root: text is a file, None nothing, a pair (text, mode) both.
"""

import json
import pathlib

CASES = {}


def tree(name, sls, before=None, files=None, pillar=None):
    assert name not in CASES, name
    CASES[name] = {"sls": sls, "before": before or {}, "files": files or {}, "pillar": pillar or {}}


def state(ident, function, arguments):
    body = json.dumps([{key: value} for key, value in arguments.items()])
    return f"{json.dumps(ident)}:\n  {function}: {body}\n"


def case(name, function, arguments, **more):
    arguments = dict(arguments)
    ident = arguments.pop("name", "web")
    tree(f"{function.replace('.', '_')}_{name}", state(ident, function, arguments), **more)


HASH = "$6$saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq.qc.eoxqOmSuNp2xS0ktL3nh/"
OTHER = "$5$saltsalt$1dTG4XHbn3mSHfMnRuzJ4AP8tAnCSzBHJlvnJvvHYb9"

# user
case("new", "user.present", {})
case("new_all", "user.present", {"uid": 1500, "gid": "ops", "groups": ["adm", "www"], "home": "/home/other", "shell": "/bin/bash", "fullname": "Web Server", "roomnumber": "1", "workphone": "2", "homephone": "3", "other": "x"})
case("new_usergroup", "user.present", {"usergroup": True})
case("new_no_usergroup", "user.present", {"usergroup": False, "createhome": False})
case("new_system", "user.present", {"system": True, "createhome": False, "shell": "/usr/sbin/nologin"})
case("new_password", "user.present", {"password": HASH})
case("new_empty_password", "user.present", {"empty_password": True})
case("new_ages", "user.present", {"date": 19000, "mindays": 1, "maxdays": 90, "inactdays": 7, "warndays": 5, "expire": 25000})
case("new_uid_taken", "user.present", {"uid": 1001})
case("new_uid_shared", "user.present", {"uid": 1001, "unique": False})
case("new_missing_group", "user.present", {"groups": ["nosuch"]})
case("new_optional_groups", "user.present", {"groups": ["adm"], "optional_groups": ["nosuch", "www"]})
case("new_group_of_its_name", "user.present", {"name": "ops", "groups": ["ops"]})
case("new_comma", "user.present", {"fullname": "Server, Web"})
case("same", "user.present", {"name": "old"})
case("same_all", "user.present", {"name": "old", "uid": 1001, "gid": 1001, "groups": ["www"], "home": "/home/old", "shell": "/bin/sh", "fullname": "Old One"})
case("groups_add", "user.present", {"name": "old", "groups": ["adm", "www"]})
case("groups_replace", "user.present", {"name": "old", "groups": ["adm"]})
case("groups_none", "user.present", {"name": "old", "groups": []})
case("groups_keep", "user.present", {"name": "old", "groups": ["adm"], "remove_groups": False})
case("groups_optional", "user.present", {"name": "old", "optional_groups": ["adm"]})
case("groups_optional_missing", "user.present", {"name": "old", "optional_groups": ["nosuch"]})
case("groups_missing", "user.present", {"name": "old", "groups": ["www", "nosuch"]})
case("groups_missing_more", "user.present", {"name": "old", "groups": ["adm", "nosuch"], "shell": "/bin/bash"})
case("groups_with_first", "user.present", {"name": "old", "groups": ["old", "www"]})
case("uid", "user.present", {"name": "old", "uid": 1700})
case("uid_allowed", "user.present", {"name": "old", "uid": 1700, "allow_uid_change": True})
case("gid", "user.present", {"name": "old", "gid": 1600})
case("gid_allowed", "user.present", {"name": "old", "gid": 1600, "allow_gid_change": True})
case("gid_allowed_name", "user.present", {"name": "old", "gid": "ops", "allow_gid_change": True})
case("gid_name_same", "user.present", {"name": "old", "gid": "old"})
case("uid_and_gid", "user.present", {"name": "old", "uid": 1700, "gid": 1600})
case("shell", "user.present", {"name": "old", "shell": "/bin/bash"})
case("home", "user.present", {"name": "old", "home": "/home/elsewhere"})
case("home_not_made", "user.present", {"name": "old", "home": "/home/elsewhere", "createhome": False})
case("home_moved", "user.present", {"name": "old", "home": "/home/elsewhere", "persist_home": True})
case("home_missing", "user.present", {"name": "homeless"})
case("gecos", "user.present", {"name": "old", "fullname": "New One", "workphone": 5, "other": "z"})
case("gecos_empty", "user.present", {"name": "old", "fullname": ""})
case("password", "user.present", {"name": "old", "password": HASH})
case("password_same", "user.present", {"name": "secret", "password": OTHER})
case("password_other", "user.present", {"name": "secret", "password": HASH})
case("password_not_enforced", "user.present", {"name": "secret", "password": HASH, "enforce_password": False})
case("password_not_enforced_none", "user.present", {"name": "old", "password": HASH, "enforce_password": False})
case("password_empty", "user.present", {"name": "secret", "empty_password": True})
case("password_lock", "user.present", {"name": "secret", "password_lock": True})
case("password_unlock", "user.present", {"name": "locked", "password_lock": False})
case("password_locked_already", "user.present", {"name": "locked", "password_lock": True})
case("ages", "user.present", {"name": "old", "mindays": 1, "maxdays": 90, "warndays": 5, "inactdays": 3, "expire": 25000, "date": 18000})
case("ages_same", "user.present", {"name": "old", "mindays": 0, "maxdays": 99999, "warndays": 7})
case("expire_none", "user.present", {"name": "old", "expire": -1})
case("unknown_argument", "user.present", {"name": "old", "shel": "/bin/bash"})
case("there", "user.absent", {"name": "old"})
case("not_there", "user.absent", {"name": "nosuch"})
case("purge", "user.absent", {"name": "old", "purge": True, "force": True})
case("shared_group", "user.absent", {"name": "secret"})

# group
case("new", "group.present", {})
case("new_gid", "group.present", {"gid": 1800, "members": ["old", "secret"]})
case("new_system", "group.present", {"system": True})
case("new_addusers", "group.present", {"addusers": ["old"]})
case("new_taken", "group.present", {"gid": 1600})
case("new_shared", "group.present", {"gid": 1600, "non_unique": True})
case("same", "group.present", {"name": "www", "gid": 1601, "members": ["old"]})
case("gid", "group.present", {"name": "www", "gid": 1900})
case("members", "group.present", {"name": "www", "members": ["secret", "old"]})
case("members_other", "group.present", {"name": "www", "members": ["secret"]})
case("members_none", "group.present", {"name": "www", "members": []})
case("members_unknown", "group.present", {"name": "www", "members": ["nosuch"]})
case("addusers", "group.present", {"name": "www", "addusers": ["old", "secret"]})
case("delusers", "group.present", {"name": "www", "delusers": ["old", "secret"]})
case("add_and_del", "group.present", {"name": "www", "addusers": ["secret"], "delusers": ["old"]})
case("contradiction", "group.present", {"name": "www", "members": ["old"], "addusers": ["secret"]})
case("contradiction_same", "group.present", {"name": "www", "addusers": ["old"], "delusers": ["old"]})
case("there", "group.absent", {"name": "ops"})
case("not_there", "group.absent", {"name": "nosuch"})
case("first_of_somebody", "group.absent", {"name": "old"})

# cron
MARK = "# Lines below here are managed by Salt, do not edit\n"
TABLE = (
    "MAILTO=root\n\n5 5 * * * others\n" + MARK + "PATH=/bin\n# nightly SALT_CRON_IDENTIFIER:night\n0 4 * * * run --x=1\n"
    "# SALT_CRON_IDENTIFIER:tidy up\n*/5 * * * * tidy up\n#DISABLED#1 1 * * * off\n# a\n# b\n@daily daily\n"
)


def cron(name, function, arguments, table=TABLE, user="root"):
    before = {f"etc/crontabs/{user}": table} if table is not None else {}
    case(name, f"cron.{function}", arguments, before=before)


cron("first", "present", {"name": "job"}, None)
cron("new", "present", {"name": "job", "minute": 5, "hour": "*/2", "daymonth": 1, "month": 2, "dayweek": 3})
cron("comment", "present", {"name": "job", "comment": "why"})
cron("comment_lines", "present", {"name": "job", "comment": "why\nand how"})
cron("identifier", "present", {"name": "job", "identifier": "id"})
cron("identifier_number", "present", {"name": "job", "identifier": 5})
cron("commented", "present", {"name": "job", "commented": True})
cron("special", "present", {"name": "job", "special": "@reboot"})
cron("same", "present", {"name": "tidy up", "minute": "*/5"})
cron("same_identifier", "present", {"name": "run --x=1", "identifier": "night", "minute": 0, "hour": 4})
cron("time", "present", {"name": "tidy up", "minute": "*/6"})
cron("command", "present", {"name": "run --x=2", "identifier": "night", "minute": 0, "hour": 4})
cron("comment_changes", "present", {"name": "run --x=1", "identifier": "night", "minute": 0, "hour": 4, "comment": "other"})
cron("gets_identifier", "present", {"name": "daily", "identifier": "d", "special": "@daily"})
cron("gets_identifier_of_command", "present", {"name": "daily", "special": "@daily"})
cron("to_special", "present", {"name": "tidy up", "special": "@hourly"})
cron("to_times", "present", {"name": "daily", "minute": 1})
cron("special_changes", "present", {"name": "daily", "identifier": "daily", "special": "@weekly"})
cron("switched_on", "present", {"name": "off", "minute": 1, "hour": 1})
cron("switched_off", "present", {"name": "tidy up", "minute": "*/5", "commented": True})
cron("upper_case", "present", {"name": "job", "dayweek": "MON"})
cron("spaces", "present", {"name": " job  --a ", "minute": 1})
cron("of_others", "present", {"name": "others", "minute": 5, "hour": 5})
cron("other_user", "present", {"name": "job", "user": "old"}, None)
cron("refused", "present", {"name": "job", "user": "broken", "minute": 77}, None)
cron("random_there", "present", {"name": "run --x=1", "identifier": "night", "minute": "random", "hour": 4})
cron("there", "absent", {"name": "tidy up"})
cron("not_there", "absent", {"name": "nosuch"})
cron("of_others", "absent", {"name": "others"})
cron("by_identifier", "absent", {"name": "whatever", "identifier": "night"})
cron("with_time", "absent", {"name": "tidy up", "minute": "*/5"})
cron("special", "absent", {"name": "daily", "special": "@daily"})
cron("special_unsaid", "absent", {"name": "daily"})
cron("no_table", "absent", {"name": "daily"}, None)
cron("new", "env_present", {"name": "HOME", "value": "/root"})
cron("same", "env_present", {"name": "PATH", "value": "/bin"})
cron("other", "env_present", {"name": "PATH", "value": "/usr/bin:/bin"})
cron("empty", "env_present", {"name": "EMPTY"})
cron("number", "env_present", {"name": "N", "value": 5})
cron("there", "env_absent", {"name": "PATH"})
cron("not_there", "env_absent", {"name": "NOSUCH"})
case("new", "cron.file", {"name": "salt://tab"}, files={"tab": "1 2 3 4 5 x\n"})
case("same", "cron.file", {"name": "salt://tab"}, files={"tab": "1 2 3 4 5 x\n"}, before={"etc/crontabs/root": "1 2 3 4 5 x\n"})
case("other", "cron.file", {"name": "salt://tab"}, files={"tab": "1 2 3 4 5 x\n"}, before={"etc/crontabs/root": TABLE})
case("template", "cron.file", {"name": "salt://tab", "template": "jinja", "context": {"when": 7}}, files={"tab": "{" + "{ when }} 2 3 4 5 x\n"}, before={"etc/crontabs/root": "1 2 3 4 5 x\n"})
case("kept", "cron.file", {"name": "salt://tab", "replace": False}, files={"tab": "1 2 3 4 5 x\n"}, before={"etc/crontabs/root": TABLE})
case("missing", "cron.file", {"name": "salt://nosuch"})

# host
case("new", "host.present", {"name": "three", "ip": "10.0.0.3"})
case("new_alias", "host.present", {"name": "uno", "ip": "10.0.0.1"})
case("same", "host.present", {"name": "one", "ip": "10.0.0.1"})
case("comment", "host.present", {"name": "one", "ip": "10.0.0.1", "comment": "new"})
case("comment_same", "host.present", {"name": "one", "ip": "10.0.0.1", "comment": "the first"})
case("comment_new", "host.present", {"name": "three", "ip": "10.0.0.3", "comment": "third"})
case("elsewhere", "host.present", {"name": "one", "ip": "10.0.0.3"})
case("clean", "host.present", {"name": "one", "ip": "10.0.0.3", "clean": True})
case("two", "host.present", {"name": "one", "ip": ["10.0.0.1", "10.0.0.3"]})
case("invalid", "host.present", {"name": "bad", "ip": "nonsense"})
case("there", "host.absent", {"name": "one", "ip": "10.0.0.1"})
case("last", "host.absent", {"name": "two", "ip": ["10.0.0.2"]})
case("not_there", "host.absent", {"name": "nosuch", "ip": "10.0.0.1"})
case("both", "host.absent", {"name": "one", "ip": ["10.0.0.9", "10.0.0.1"]})
case("same", "host.only", {"name": "10.0.0.1", "hostnames": ["one.example.com", "one"]})
case("other", "host.only", {"name": "10.0.0.1", "hostnames": ["uno", "eins"]})
case("new", "host.only", {"name": "10.0.0.9", "hostnames": "nine"})
case("twice", "host.only", {"name": "10.0.0.2", "hostnames": ["two"]})

# sysctl: the domain is the sandbox's own
case("new", "sysctl.present", {"name": "kernel.domainname", "value": "example.com", "config": "/etc/sysctl.conf"})
case("there", "sysctl.present", {"name": "kernel.domainname", "value": "example.com", "config": "/etc/sysctl.conf"}, before={"etc/sysctl.conf": "# a\nkernel.domainname = other\nvm.x=1\n"})
case("no_directory", "sysctl.present", {"name": "kernel.domainname", "value": "a", "config": "/etc/sysctl.d/a.conf"})
case("unknown", "sysctl.present", {"name": "kernel.nosuch", "value": "1", "config": "/etc/sysctl.conf"})
case("kept_only", "sysctl.present", {"name": "kernel.domainname", "value": "a", "config": "/etc/sysctl.conf"}, before={"etc/sysctl.conf": "kernel.domainname=a\n"})

# mount
TMPFS = {"name": "/home/m", "device": "tmpfs", "fstype": "tmpfs"}
case("new", "mount.mounted", TMPFS | {"name": "/home/old", "opts": "size=1m"})
case("made", "mount.mounted", TMPFS | {"opts": ["size=64m"], "mkmnt": True})
case("no_directory", "mount.mounted", TMPFS)
case("not_kept", "mount.mounted", TMPFS | {"name": "/home/old", "persist": False})
case("only_kept", "mount.mounted", TMPFS | {"name": "/home/old", "mount": False})
case("only_kept_made", "mount.mounted", TMPFS | {"mount": False, "mkmnt": True})
case("only_kept_nowhere", "mount.mounted", TMPFS | {"name": "/home/nosuch", "mount": False})
case("slash", "mount.mounted", TMPFS | {"name": "/home/old/"})
case("refused", "mount.mounted", {"name": "/home/old", "device": "/dev/nosuch", "fstype": "ext4"})
case("no_table", "mount.mounted", TMPFS | {"name": "/home/old", "config": "/etc/nosuch"})
case("match_on", "mount.mounted", TMPFS | {"name": "/home/old", "device": "/dev/vda1", "fstype": "ext4", "mount": False, "match_on": "name"})
case("not_there", "mount.unmounted", {"name": "/home/m"})
case("not_there_kept", "mount.unmounted", {"name": "/home/m", "persist": True})
case("nowhere_kept", "mount.unmounted", {"name": "/home/nosuch", "persist": True})
case("other_device", "mount.unmounted", {"name": "/home/m", "device": "/dev/x", "persist": True})
FSTAB = {"name": "/dev/vdb1", "fs_file": "/home/data", "fs_vfstype": "ext4", "mount": False}
case("new", "mount.fstab_present", FSTAB)
case("options", "mount.fstab_present", FSTAB | {"fs_mntops": "noatime,nofail", "fs_freq": 1, "fs_passno": 2})
case("same", "mount.fstab_present", FSTAB | {"name": "/dev/vda1", "fs_file": "/", "fs_mntops": "errors=remount-ro", "fs_passno": 1})
case("changed", "mount.fstab_present", FSTAB | {"name": "/dev/vda1", "fs_file": "/", "fs_mntops": "defaults"})
case("not_changed", "mount.fstab_present", FSTAB | {"name": "/dev/vda1", "fs_file": "/", "not_change": True})
case("no_table", "mount.fstab_present", FSTAB | {"config": "/etc/nosuch"})
case("there", "mount.fstab_absent", {"name": "tmpfs", "fs_file": "/home/m"})
case("not_there", "mount.fstab_absent", {"name": "tmpfs", "fs_file": "/home/n"})
case("other_device", "mount.fstab_absent", {"name": "/dev/x", "fs_file": "/home/m"})
tree(
    "mount_again",
    "/home/old:\n  mount.mounted:\n    - device: tmpfs\n    - fstype: tmpfs\n    - opts: [size=1m]\n    - persist: False\n"
    "other options:\n  mount.mounted:\n    - name: /home/old\n    - device: tmpfs\n    - fstype: tmpfs\n    - opts: [size=2m, noexec]\n    - persist: False\n"
    "and away:\n  mount.unmounted:\n    - name: /home/old\n",
)

# ssh_auth
KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIJ7vAAAAC3NzaC1lZDI1NTE5AAAAIJ7v"
RSA = "AAAAB3NzaC1yc2EAAAADAQABAAAAgQ=="
KEYS = f"# mine\nssh-rsa {RSA} old key\nno-pty ssh-ed25519 {KEY} me\n"
HAS_KEYS = {"home/old/.ssh/authorized_keys": (KEYS, "0600")}


def key(name, function, arguments, **more):
    case(name, f"ssh_auth.{function}", {"name": KEY, "user": "old"} | arguments, **more)


key("first", "present", {"enc": "ed25519"})
key("whole", "present", {"name": f"ssh-ed25519 {KEY} me@home"})
key("whole_comment", "present", {"name": f"ssh-ed25519 {KEY} me at home"})
key("whole_options", "present", {"name": f'no-pty,command="a b" ssh-ed25519 {KEY} me'})
key("options", "present", {"enc": "ssh-ed25519", "comment": "me", "options": ["no-pty", "no-X11-forwarding"]})
key("second", "present", {"name": f"ssh-rsa BBBB{RSA} x"}, before=HAS_KEYS)
key("same", "present", {"name": f"no-pty ssh-ed25519 {KEY} me"}, before=HAS_KEYS)
key("changed", "present", {"name": f"ssh-ed25519 {KEY} other"}, before=HAS_KEYS)
key("no_user", "present", {"enc": "ed25519", "user": "nosuch"})
key("no_home", "present", {"enc": "ed25519", "user": "homeless"})
key("invalid", "present", {"name": "ssh-rsa not!base64 x"})
key("config", "present", {"enc": "ed25519", "config": "/etc/ssh/keys_%u"})
key("source", "present", {"source": "salt://keys"}, files={"keys": KEYS})
key("source_same", "present", {"source": "salt://keys"}, files={"keys": KEYS}, before=HAS_KEYS)
key("source_missing", "present", {"source": "salt://nosuch"})
key("source_empty", "present", {"source": "salt://keys"}, files={"keys": "nothing\n"})
key("there", "absent", {}, before=HAS_KEYS)
key("whole", "absent", {"name": f"ssh-rsa {RSA}"}, before=HAS_KEYS)
key("not_there", "absent", {"name": "CCCC"}, before=HAS_KEYS)
key("no_file", "absent", {})
key("source", "absent", {"source": "salt://keys"}, files={"keys": KEYS}, before=HAS_KEYS)
key("some", "manage", {"name": "x", "ssh_keys": [f"ssh-ed25519 {KEY} me", f"ssh-rsa BBBB{RSA} n"]}, before=HAS_KEYS)
key("same", "manage", {"name": "x", "ssh_keys": [f"no-pty ssh-ed25519 {KEY} me", f"ssh-rsa {RSA} old key"]}, before=HAS_KEYS)

# alternatives
KNOWN = {
    "etc/a": "",
    "etc/b": "",
    "etc/c": "",
    "etc/bin": None,
    "etc/alternatives": None,
    "etc/alternatives.known": None,
}


def known(mode, at):
    return KNOWN | {
        "etc/alternatives.known/tool": f"{mode}\n/etc/bin/tool\n\n/etc/a\n10\n/etc/b\n20\n\n",
        "etc/alternatives/tool": f"-> /etc/{at}",
        "etc/bin/tool": "-> /etc/alternatives/tool",
    }


def alternative(name, function, path, arguments=None, before=None):
    arguments = {"name": "tool"} | ({"path": path} if path else {}) | (arguments or {})
    case(name, f"alternatives.{function}", arguments, before=before or known("auto", "b"))


LINK = {"link": "/etc/bin/tool", "priority": 30}
alternative("first", "install", "/etc/a", LINK, KNOWN)
alternative("best", "install", "/etc/c", LINK)
alternative("less", "install", "/etc/c", LINK | {"priority": 5})
alternative("by_hand", "install", "/etc/c", LINK, known("manual", "a"))
alternative("there", "install", "/etc/a", LINK)
alternative("missing", "install", "/etc/nosuch", LINK)
alternative("best", "remove", "/etc/b")
alternative("other", "remove", "/etc/a")
alternative("by_hand", "remove", "/etc/a", before=known("manual", "a"))
alternative("absent", "remove", "/etc/c")
alternative("unknown", "remove", "/etc/a", before=KNOWN)
tree("alternatives_remove_last", "tool:\n  alternatives.remove:\n    - path: /etc/a\n", before=KNOWN | {
    "etc/alternatives.known/tool": "auto\n/etc/bin/tool\n\n/etc/a\n10\n\n",
    "etc/alternatives/tool": "-> /etc/a",
    "etc/bin/tool": "-> /etc/alternatives/tool",
})
alternative("other", "set", "/etc/a")
alternative("there", "set", "/etc/b")
alternative("not_known", "set", "/etc/c")
alternative("unknown", "set", "/etc/a", before=KNOWN)
alternative("by_hand", "auto", None, before=known("manual", "a"))
alternative("there", "auto", None)
alternative("unknown", "auto", None, before=KNOWN)

# kmod
KERNEL = {"etc/modules-load.d": None, "etc/kernel/one.ko": "", "etc/kernel/two.ko": "base", "etc/kernel/base.ko": "", "etc/loaded/here": "", "etc/kernel/here.ko": ""}


def kmod(name, function, arguments=None, before=None):
    case(name, f"kmod.{function}", {"name": "one"} | (arguments or {}), before=KERNEL | (before or {}))


kmod("plain", "present")
kmod("there", "present", {"name": "here"})
kmod("needs", "present", {"name": "two"})
kmod("unknown", "present", {"name": "nosuch"})
kmod("kept", "present", {"persist": True})
kmod("kept_again", "present", {"name": "here", "persist": True}, {"etc/modules-load.d/salt_managed.conf": "# those\nhere\n"})
kmod("kept_commented", "present", {"name": "here", "persist": True}, {"etc/modules-load.d/salt_managed.conf": "# those\n#here\nother\n"})
kmod("one_of_two", "present", {"name": "x", "mods": ["here", "one"]})
kmod("both_there", "present", {"name": "x", "mods": ["here"]})
kmod("plain", "absent", {"name": "here"})
kmod("not_loaded", "absent")
kmod("kept", "absent", {"name": "here", "persist": True}, {"etc/modules-load.d/salt_managed.conf": "# those\nhere\nother\n"})
kmod("kept_away", "absent", {"name": "here", "persist": True, "comment": False}, {"etc/modules-load.d/salt_managed.conf": "# those\nhere\nother\n"})
kmod("only_kept", "absent", {"persist": True}, {"etc/modules-load.d/salt_managed.conf": "one\n"})
kmod("several_gone", "absent", {"name": "x", "mods": ["one", "two"]})
# pkgrepo of apt
LINE = "deb http://apt.example.com/debian stable main"
LIST = "/etc/apt/sources.list.d/x.list"
APT = {"etc/apt/sources.list.d": None, "etc/apt/keyrings": None}
KEY_FILE = (pathlib.Path(__file__).parent.parent / "packages/key.asc").read_text()
SIGNED = "deb [signed-by=/etc/apt/keyrings/x.asc] http://apt.example.com/debian stable main"


def repo(name, function, arguments, lists=None, **more):
    before = APT | {f"etc/apt/{path}": text for path, text in (lists or {}).items()} | more.pop("before", {})
    case(name, f"pkgrepo.{function}", {"name": LINE} | arguments, before=before, **more)


ONE = {"sources.list.d/x.list": f"{LINE}\n"}
repo("apt_new", "managed", {})
repo("apt_new_file", "managed", {"file": LIST})
repo("apt_new_no_refresh", "managed", {"file": LIST, "refresh": False})
repo("apt_new_no_refresh_db", "managed", {"file": LIST, "refresh_db": False})
repo("apt_new_disabled", "managed", {"file": LIST, "disabled": True})
repo("apt_new_not_enabled", "managed", {"file": LIST, "enabled": False})
repo("apt_new_both", "managed", {"file": LIST, "enabled": True, "disabled": False})
repo("apt_new_comments", "managed", {"file": LIST, "comments": ["one", "two"]})
repo("apt_new_architectures", "managed", {"file": LIST, "architectures": "amd64,arm64"})
repo("apt_new_comps", "managed", {"file": LIST, "comps": "main,contrib"})
repo("apt_new_dist", "managed", {"file": LIST, "dist": "testing"})
repo("apt_new_other_options", "managed", {"name": "deb [arch=amd64 trusted=yes] http://apt.example.com/debian stable main", "file": LIST})
repo("apt_new_source", "managed", {"name": "deb-src http://apt.example.com/debian stable main", "file": LIST})
repo("apt_invalid", "managed", {"name": "http://apt.example.com/debian stable main", "file": LIST})
repo("apt_same", "managed", {"file": LIST}, ONE)
repo("apt_same_elsewhere", "managed", {"file": LIST}, {"sources.list": f"{LINE}\n"})
repo("apt_same_slash", "managed", {"name": "deb http://apt.example.com/debian/ stable main", "file": LIST}, ONE)
repo("apt_same_comment", "managed", {"file": LIST, "comments": "one two"}, {"sources.list.d/x.list": f"{LINE} #one two\n"})
repo("apt_comment", "managed", {"file": LIST, "comments": "new"}, {"sources.list.d/x.list": f"{LINE} #old\n"})
repo("apt_more_comps", "managed", {"file": LIST, "comps": "main,contrib"}, ONE)
repo("apt_other_lines", "managed", {"file": LIST, "comps": "main,contrib"}, {"sources.list.d/x.list": f"# ours\n\n{LINE}\ndeb http://other.example.com ./ \n"})
repo("apt_architecture", "managed", {"file": LIST, "architectures": "amd64"}, ONE)
repo("apt_enable", "managed", {"file": LIST}, {"sources.list.d/x.list": f"# {LINE}\n"})
repo("apt_disable", "managed", {"file": LIST, "disabled": True}, ONE)
repo("apt_disabled_same", "managed", {"file": LIST, "disabled": True}, {"sources.list.d/x.list": f"# {LINE}\n"})
repo("apt_clean", "managed", {"file": LIST, "clean_file": True}, {"sources.list.d/x.list": f"# ours\n{LINE}\ndeb http://old.example.com stable main\n"})
repo("apt_clean_new", "managed", {"file": LIST, "clean_file": True}, {"sources.list.d/x.list": "deb http://old.example.com stable main\n"})
repo("apt_clean_same", "managed", {"file": LIST, "clean_file": True}, ONE)
repo("apt_signed", "managed", {"name": SIGNED, "file": LIST, "key_url": "salt://key.asc", "aptkey": False}, files={"key.asc": KEY_FILE})
repo("apt_signed_bytes", "managed", {"name": SIGNED.replace(".asc", ".gpg"), "file": LIST, "key_url": "salt://key.asc", "aptkey": False}, files={"key.asc": KEY_FILE})
repo("apt_signed_same", "managed", {"name": SIGNED, "file": LIST, "key_url": "salt://key.asc", "aptkey": False}, {"sources.list.d/x.list": f"{SIGNED}\n", "keyrings/x.asc": KEY_FILE}, files={"key.asc": KEY_FILE})
repo("apt_signed_key_missing", "managed", {"name": SIGNED, "file": LIST, "key_url": "salt://key.asc", "aptkey": False}, {"sources.list.d/x.list": f"{SIGNED}\n"}, files={"key.asc": KEY_FILE})
repo("apt_signed_no_directory", "managed", {"name": SIGNED.replace("keyrings", "keys"), "file": LIST, "key_url": "salt://key.asc", "aptkey": False}, files={"key.asc": KEY_FILE})
repo("apt_signed_nowhere", "managed", {"file": LIST, "key_url": "salt://key.asc", "aptkey": False}, files={"key.asc": KEY_FILE})
repo("apt_signed_now", "managed", {"name": SIGNED, "file": LIST}, ONE)
repo("apt_key_missing", "managed", {"name": SIGNED, "file": LIST, "key_url": "salt://nosuch.asc", "aptkey": False})
repo("apt_key_twice", "managed", {"name": SIGNED, "file": LIST, "key_url": "salt://key.asc", "keyid": "0026D7DD", "aptkey": False}, files={"key.asc": KEY_FILE})
repo("apt_key_no_server", "managed", {"name": SIGNED, "file": LIST, "keyid": "0026D7DD", "aptkey": False})
repo("apt_key_insecure", "managed", {"name": SIGNED, "file": LIST, "key_url": "http://127.0.0.1:1/key.asc", "allow_insecure_key": False, "aptkey": False})
repo("apt_ppa", "managed", {"ppa": "owner/name"})
repo("apt_there", "absent", {}, ONE)
repo("apt_there_slash", "absent", {"name": "deb http://apt.example.com/debian/ stable main"}, ONE)
repo("apt_main", "absent", {}, {"sources.list": f"{LINE}\n"})
repo("apt_not_there", "absent", {}, {"sources.list.d/x.list": "deb http://other.example.com stable main\n"})
repo("apt_some_comps", "absent", {}, {"sources.list.d/x.list": f"{LINE} contrib\n"})
repo("apt_with_others", "absent", {}, {"sources.list.d/x.list": f"{LINE}\ndeb http://other.example.com stable main\n"})
repo("apt_other_architecture", "absent", {}, {"sources.list.d/x.list": "deb [arch=amd64] http://apt.example.com/debian stable main\n"})
repo("apt_disabled", "absent", {}, {"sources.list.d/x.list": f"# {LINE}\n"})
repo("apt_key", "absent", {"name": SIGNED, "keyid": "0026D7DD", "aptkey": False}, {"sources.list.d/x.list": f"{SIGNED}\n", "keyrings/x.asc": KEY_FILE})

# pkgrepo of Red Hat's
ROCKY = {
    "etc/os-release": 'NAME="Rocky Linux"\nVERSION="9.3 (Blue Onyx)"\nID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID="9.3"\nPRETTY_NAME="Rocky Linux 9.3 (Blue Onyx)"\n',
    "etc/debian_version": "",
    "etc/dnf/dnf.conf": "[main]\ngpgcheck=1\n",
    "etc/yum.repos.d": None,
}
SECTION = "[x]\nbaseurl=http://rpm.example.com\nname=x\nenabled=1\n\n"


def section(name, function, arguments, repos=None, **more):
    before = ROCKY | {f"etc/yum.repos.d/{path}": text for path, text in (repos or {}).items()}
    case(name, f"pkgrepo.{function}", {"name": "x"} | arguments, before=before, **more)


URL = {"baseurl": "http://rpm.example.com"}
section("rpm_new", "managed", URL)
section("rpm_new_all", "managed", URL | {"humanname": "The X", "gpgcheck": 1, "repo_gpgcheck": False, "gpgkey": "http://rpm.example.com/key", "comments": ["one", "# two"]})
section("rpm_new_disabled", "managed", URL | {"disabled": True})
section("rpm_new_both", "managed", URL | {"disabled": True, "enabled": True})
section("rpm_new_mirrorlist", "managed", {"mirrorlist": "http://rpm.example.com/list"})
section("rpm_new_no_place", "managed", {"gpgcheck": 1})
section("rpm_new_two_places", "managed", URL | {"mirrorlist": "http://rpm.example.com/list"})
section("rpm_same", "managed", URL, {"x.repo": SECTION})
section("rpm_same_words", "managed", URL | {"enabled": True, "gpgcheck": True}, {"x.repo": SECTION.replace("\n\n", "\ngpgcheck=true\n")})
section("rpm_same_not_said", "managed", URL, {"x.repo": SECTION.replace("enabled=1\n", "")})
section("rpm_disable", "managed", URL | {"enabled": False}, {"x.repo": SECTION})
section("rpm_disable_not_said", "managed", URL | {"enabled": False}, {"x.repo": SECTION.replace("enabled=1\n", "")})
section("rpm_other_place", "managed", {"baseurl": "http://other.example.com"}, {"x.repo": SECTION})
section("rpm_to_mirrorlist", "managed", {"mirrorlist": "http://rpm.example.com/list"}, {"x.repo": SECTION})
section("rpm_more", "managed", URL | {"gpgcheck": 0, "priority": 5}, {"x.repo": SECTION})
section("rpm_less", "managed", URL | {"gpgcheck": ""}, {"x.repo": SECTION.replace("\n\n", "\ngpgcheck=1\n\n")})
section("rpm_comments", "managed", URL | {"comments": "new"}, {"x.repo": SECTION.rstrip() + "\n# old\n"})
section("rpm_with_others", "managed", URL | {"gpgcheck": 1}, {"all.repo": f"# ours\n{SECTION}[y]\nname=y\nbaseurl=http://y\n\n"})
section("rpm_only", "absent", {}, {"x.repo": SECTION})
section("rpm_with_others", "absent", {}, {"all.repo": f"# ours\n{SECTION}[y]\nname=y\nbaseurl=http://y\n"})
section("rpm_not_there", "absent", {}, {"y.repo": "[y]\nname=y\nbaseurl=http://y\n"})
section("rpm_key", "absent", {"keyid": "0026D7DD"}, {"x.repo": SECTION})

# alias
ALIASES = {"etc/aliases": "# who reads what\npostmaster: root\nroot:\tadmin # for now\nweb: www,\n  ops\n"}


def alias(name, function, arguments, before=None):
    case(name, f"alias.{function}", {"name": "root"} | arguments, before=ALIASES if before is None else before)


alias("there", "present", {"target": "admin"})
alias("other", "present", {"target": "ops@example.com"})
alias("several", "present", {"target": ["ops", "admin"]})
alias("new", "present", {"name": "new", "target": "ops"})
alias("first", "present", {"target": "ops"}, {})
alias("twice", "present", {"name": "a", "target": "c"}, {"etc/aliases": "a: b\nx: y\na: c\n"})
alias("empty", "present", {"target": ""})
alias("lines", "present", {"name": "web", "target": "www, ops"})
alias("there", "absent", {})
alias("not_there", "absent", {"name": "new"})
alias("no_table", "absent", {}, {})
alias("lines", "absent", {"name": "web"})

# acl
LISTED = {"etc/acl/file": "x\n", "etc/acl/sub/file": "x\n"}


def acl(name, function, arguments):
    whole = {"acl_type": "user", "acl_name": "old", "perms": "rwx"} | arguments
    tree(f"acl_{function}_{name}", state("/etc/acl/file", f"acl.{function}", whole), before=LISTED)


acl("user", "present", {})
acl("group", "present", {"acl_type": "group", "acl_name": "ops", "perms": "rx"})
acl("own_group", "present", {"acl_type": "group", "acl_name": "", "perms": "rw"})
acl("default", "present", {"name": "/etc/acl", "acl_type": "default:user"})
acl("default_of_file", "present", {"acl_type": "d:user"})
acl("recurse", "present", {"name": "/etc/acl", "recurse": True})
acl("unknown", "present", {"acl_name": "nosuch"})
acl("no_type", "present", {"acl_type": "usr"})
acl("no_path", "present", {"name": "/etc/acl/nosuch"})
acl("none", "absent", {})
acl("no_path", "absent", {"name": "/etc/acl/nosuch"})
tree("acl_list_present", state("/etc/acl/file", "acl.list_present", {"acl_type": "user", "acl_names": ["old", "secret"], "perms": "rw"}), before=LISTED)
tree("acl_list_absent", state("/etc/acl/file", "acl.list_absent", {"acl_type": "user", "acl_names": ["old", "secret"]}), before=LISTED)
