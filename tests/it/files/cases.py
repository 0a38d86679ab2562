"""What the record asks Salt: one entry a case. `$R` is a scratch directory, made anew for each case.

`case(name, function, arguments, before=…, files=…, pillar=…)` declares one state; `tree(name, sls, …)` a whole SLS.
`before` is what `$R` holds: text is a file, None a directory, `-> x` a symbolic link, a pair (text, mode) both.
`files` is what `salt://` holds.
"""

CASES = {}


def tree(name, sls, before=None, files=None, pillar=None, root=False):
    assert name not in CASES, name
    CASES[name] = {
        "sls": sls,
        "before": before or {},
        "files": files or {},
        "pillar": pillar or {},
        "root": root,
    }


def state(ident, function, arguments):
    import json

    body = json.dumps([{key: value} for key, value in arguments.items()])
    return f"{json.dumps(ident)}:\n  file.{function}: {body}\n"


def case(name, function, arguments, **more):
    arguments = dict(arguments)
    path = arguments.pop("name", "$R/f")
    body = state(path, function, arguments)
    # What is written for a template further on is not for that of the SLS.
    tree(f"{function}_{name}", f"#!yaml\n{body}" if "{" + "{" in body else body, **more)


TEXT = "one\ntwo\nthree\n"
LONG = "".join(f"line {number}\n" for number in range(1, 31))

# managed: contents
case("new", "managed", {"contents": "a\nb"})
case("same", "managed", {"contents": "a\nb"}, before={"f": "a\nb\n"})
case("differs", "managed", {"contents": TEXT}, before={"f": "one\n2\nthree\n"})
case("differs_far", "managed", {"contents": LONG.replace("line 3\n", "").replace("line 25\n", "x\ny\n")}, before={"f": LONG})
case("differs_at_ends", "managed", {"contents": "0\n" + LONG + "end"}, before={"f": LONG})
case("no_newline", "managed", {"contents": "a", "contents_newline": False})
case("no_newline_before", "managed", {"contents": "a\nc"}, before={"f": "a\nb"})
case("no_newline_both", "managed", {"contents": "a\nc", "contents_newline": False}, before={"f": "a\nb"})
case("no_newline_after", "managed", {"contents": "a\nb", "contents_newline": False}, before={"f": "a\nb\n"})
case("list", "managed", {"contents": ["a", "b", 3]})
case("list_newlines", "managed", {"contents": ["a\n", "b\nc"]})
case("number", "managed", {"contents": 5})
case("boolean", "managed", {"contents": True})
case("mapping", "managed", {"contents": {"a": 1}})
case("empty_contents", "managed", {"contents": ""})
case("empty_contents_over", "managed", {"contents": ""}, before={"f": "a\n"})
case("empty_refused", "managed", {"contents": "", "allow_empty": False})
case("nothing_given", "managed", {})
case("nothing_given_exists", "managed", {}, before={"f": "a\n"})
case("nothing_given_replace", "managed", {"replace": False}, before={"f": "a\n"})
case("only_mode", "managed", {"mode": "0600"}, before={"f": ("a\n", "0644")})
case("only_mode_no_replace", "managed", {"mode": "0600", "replace": False}, before={"f": ("a\n", "0644")})
case("mode_new", "managed", {"contents": "a", "mode": "0640"})
case("mode_number", "managed", {"contents": "a", "mode": 600})
case("mode_same", "managed", {"contents": "a", "mode": "644"}, before={"f": ("a\n", "0644")})
case("mode_and_text", "managed", {"contents": "b", "mode": "0755"}, before={"f": ("a\n", "0644")})
case("mode_kept", "managed", {"contents": "b"}, before={"f": ("a\n", "0750")})
case("mode_setuid", "managed", {"contents": "b", "mode": "4755"})
case("user", "managed", {"contents": "a", "user": "daemon", "group": "daemon"}, root=True)
case("user_existing", "managed", {"contents": "a", "user": "daemon", "group": "daemon", "mode": "0600"}, before={"f": "a\n"}, root=True)
case("user_number", "managed", {"contents": "a", "user": 1, "group": 1}, before={"f": "a\n"}, root=True)
case("user_unknown", "managed", {"contents": "a", "user": "nosuchuser"})
case("group_unknown", "managed", {"contents": "a", "group": "nosuchgroup"})
case("both_unknown", "managed", {"contents": "a", "group": "nosuchgroup", "user": "nosuchuser"})
case("relative", "managed", {"name": "relative/path", "contents": "a"})
case("directory_there", "managed", {"contents": "a"}, before={"f": None})
case("no_parent", "managed", {"name": "$R/a/b/f", "contents": "a"})
case("makedirs", "managed", {"name": "$R/a/b/f", "contents": "a", "makedirs": True})
case("makedirs_mode", "managed", {"name": "$R/a/b/f", "contents": "a", "makedirs": True, "dir_mode": "0700", "mode": "0600"})
case("makedirs_modeless", "managed", {"name": "$R/a/b/f", "contents": "a", "makedirs": True, "mode": "0640"})
case("replace_false", "managed", {"contents": "b", "replace": False}, before={"f": "a\n"})
case("replace_false_new", "managed", {"contents": "b", "replace": False})
case("create_false", "managed", {"contents": "b", "create": False})
case("create_false_there", "managed", {"contents": "b", "create": False}, before={"f": "a\n"})
case("hidden", "managed", {"contents": "b", "show_changes": False}, before={"f": "a\n"})
case("hidden_new", "managed", {"contents": "b", "show_changes": False})
case("through_link", "managed", {"contents": "b"}, before={"f": "-> $R/g", "g": "a\n"})
case("over_link", "managed", {"contents": "b", "follow_symlinks": False}, before={"f": "-> $R/g", "g": "a\n"})
case("over_link_same", "managed", {"contents": "a", "follow_symlinks": False}, before={"f": "-> $R/g", "g": "a\n"})
case("dangling_link", "managed", {"contents": "b"}, before={"f": "-> $R/g"})
case("two_sources_of_text", "managed", {"contents": "b", "source": "salt://a"}, files={"a": "a\n"})
case("two_contents", "managed", {"contents": "b", "contents_pillar": "a"}, pillar={"a": "x"})
case("pillar", "managed", {"contents_pillar": "a:b"}, pillar={"a": {"b": "x\ny"}})
case("pillar_list", "managed", {"contents_pillar": "a"}, pillar={"a": ["x", "y"]})
case("pillar_keys", "managed", {"contents_pillar": ["a", "b"]}, pillar={"a": "x", "b": "y"})
case("pillar_missing", "managed", {"contents_pillar": "nosuch"})
case("pillar_delimiter", "managed", {"contents_pillar": "a|b", "contents_delimiter": "|"}, pillar={"a": {"b": "x"}})
case("pillar_mapping", "managed", {"contents_pillar": "a"}, pillar={"a": {"b": "x"}})
case("pillar_number", "managed", {"contents_pillar": "a"}, pillar={"a": 7})
case("pillar_empty", "managed", {"contents_pillar": "a"}, pillar={"a": ""})
case("grains", "managed", {"contents_grains": "motto"})
case("grains_deep", "managed", {"contents_grains": "deep:er"})
case("grains_missing", "managed", {"contents_grains": "nosuch"})
case("contents_template", "managed", {"contents": "{{ grains.motto }} {{ x }}", "template": "jinja", "context": {"x": 1}})
case("contents_not_template", "managed", {"contents": "{{ grains.motto }}"})
case("check_cmd", "managed", {"contents": "good", "check_cmd": "grep -q good"})
case("check_cmd_fails", "managed", {"contents": "bad", "check_cmd": "grep -q good"}, before={"f": "good\n"})
case("check_cmd_fails_new", "managed", {"contents": "bad", "check_cmd": "grep -q good"})
case("check_cmd_output", "managed", {"contents": "bad", "check_cmd": "cat /nosuch/file"})
case("unicode", "managed", {"contents": "grüße ✓"}, before={"f": "grusse\n"})
case("encoding", "managed", {"contents": "grüße", "encoding": "latin-1"})
case("binary_before", "managed", {"contents": "a"}, before={"f": "\x00\x01\x02binary\n"})
case("carriage_returns", "managed", {"contents": "a\r\nb"}, before={"f": "a\nb\n"})
case("unknown_template", "managed", {"contents": "a", "template": "nosuch"})
case("backup_minion", "managed", {"contents": "a", "backup": "minion"}, before={"f": "b\n"})
case("tmp_ext", "managed", {"contents": "good", "check_cmd": "test -s", "tmp_ext": ".conf"})
case("name_argument", "managed", {"name": "$R/with space", "contents": "a"})
case("keep_mode_contents", "managed", {"contents": "a", "mode": "keep"})
case("attrs_none", "managed", {"contents": "a", "attrs": None})
case("context_list", "managed", {"contents": "a", "context": ["a"]})

# managed: sources
case("source", "managed", {"source": "salt://a"}, files={"a": "a\nb\n"})
case("source_same", "managed", {"source": "salt://a"}, files={"a": "a\nb\n"}, before={"f": "a\nb\n"})
case("source_differs", "managed", {"source": "salt://d/a"}, files={"d/a": "a\nb\n"}, before={"f": "a\n"})
case("source_missing", "managed", {"source": "salt://nosuch"})
case("source_missing_there", "managed", {"source": "salt://nosuch"}, before={"f": "a\n"})
case("source_directory", "managed", {"source": "salt://d"}, files={"d/a": "a"})
case("source_list", "managed", {"source": ["salt://nosuch", "salt://a"]}, files={"a": "a\n"})
case("source_list_none", "managed", {"source": ["salt://nosuch", "salt://nosuch2"]})
case("source_list_empty", "managed", {"source": []})
case("source_list_hash", "managed", {"source": [{"salt://nosuch": "sha256=00"}, {"salt://a": ""}]}, files={"a": "a\n"})
case("source_absolute", "managed", {"source": "$R/s"}, before={"s": "s\n"})
case("source_absolute_missing", "managed", {"source": "$R/s"})
case("source_absolute_hash", "managed", {"source": "$R/s", "source_hash": "sha256=8da45ae83f9b73b9b7a52da6b22cfd4a7cc3c7a20b3b86d0b06e9a8a1f6fba30"}, before={"s": "s\n"})
case("source_file_url", "managed", {"source": "file://$R/s"}, before={"s": "s\n"})
case("source_keep_mode", "managed", {"source": "$R/s", "mode": "keep"}, before={"s": ("s\n", "0751")})
case("source_keep_mode_salt", "managed", {"source": "salt://a", "mode": "keep"}, files={"a": ("a\n", "0711")})
case("source_keep_mode_there", "managed", {"source": "salt://a", "mode": "keep"}, files={"a": ("a\n", "0711")}, before={"f": ("a\n", "0600")})
case("source_jinja", "managed", {"source": "salt://a", "template": "jinja", "context": {"x": 1}, "defaults": {"x": 2, "y": [3]}}, files={"a": "{{ x }} {{ y }} {{ grains.motto }} {{ pillar.p }}\n"}, pillar={"p": "q"})
case("source_jinja_same", "managed", {"source": "salt://a", "template": "jinja", "context": {"x": 1}}, files={"a": "{{ x }}\n"}, before={"f": "1\n"})
case("source_jinja_import", "managed", {"source": "salt://d/a", "template": "jinja"}, files={"d/a": "{% from 'd/m.jinja' import m with context %}{{ m }} {{ tpldir }} {{ source }} {{ sls }} {{ slspath }}\n", "d/m.jinja": "{% set m = grains.motto %}"})
case("source_jinja_trailing", "managed", {"source": "salt://a", "template": "jinja"}, files={"a": "a\n\n\n"})
case("source_jinja_no_newline", "managed", {"source": "salt://a", "template": "jinja"}, files={"a": "a"})
case("source_jinja_salt", "managed", {"source": "salt://a", "template": "jinja"}, files={"a": "{{ salt['pillar.get']('p:q', 'none') }} {{ salt['grains.get']('motto') }}\n"}, pillar={"p": {"q": "r"}})
case("source_jinja_undefined", "managed", {"source": "salt://a", "template": "jinja"}, files={"a": "a {{ nosuch.x }}\n"})
case("source_jinja_syntax", "managed", {"source": "salt://a", "template": "jinja"}, files={"a": "a {% if %}\n"})
case("source_hash_salt", "managed", {"source": "salt://a", "source_hash": "md5=00000000000000000000000000000000"}, files={"a": "a\n"})
case("source_saltenv", "managed", {"source": "salt://a?saltenv=other"}, files={"a": "a\n"})
case("source_twice_slash", "managed", {"source": "salt:///a"}, files={"a": "a\n"})
case("source_dots", "managed", {"source": "salt://d/../a"}, files={"a": "a\n", "d/b": "b"})
case("source_unknown_scheme", "managed", {"source": "gopher://x/y"})
case("source_relative", "managed", {"source": "a/b"})
case("source_empty_file", "managed", {"source": "salt://a"}, files={"a": ""})
case("source_binary", "managed", {"source": "salt://a"}, files={"a": "\x00\x01\x02\x00bin\n"}, before={"f": "\x00\x02\n"})
case("source_crlf", "managed", {"source": "salt://a"}, files={"a": "a\r\nb\r\n"}, before={"f": "a\nb\n"})

# directory
case("new", "directory", {"name": "$R/d"})
case("there", "directory", {"name": "$R/d"}, before={"d": None})
case("no_parent", "directory", {"name": "$R/a/b/d"})
case("makedirs", "directory", {"name": "$R/a/b/d", "makedirs": True})
case("makedirs_mode", "directory", {"name": "$R/a/b/d", "makedirs": True, "mode": "0700"})
case("trailing_slash", "directory", {"name": "$R/d/"})
case("mode", "directory", {"name": "$R/d", "mode": "0750"}, before={"d": None})
case("dir_mode", "directory", {"name": "$R/d", "dir_mode": "0750"}, before={"d": None})
case("mode_new", "directory", {"name": "$R/d", "mode": 700})
case("user", "directory", {"name": "$R/d", "user": "daemon", "group": "daemon"}, before={"d": None}, root=True)
case("user_new", "directory", {"name": "$R/d", "user": "daemon", "group": "daemon", "makedirs": True}, root=True)
case("user_unknown", "directory", {"name": "$R/d", "user": "nosuchuser"})
case("file_there", "directory", {"name": "$R/d"}, before={"d": "a"})
case("file_there_force", "directory", {"name": "$R/d", "force": True}, before={"d": "a"})
case("file_there_backup", "directory", {"name": "$R/d", "backupname": "$R/d.bak"}, before={"d": "a"})
case("backup_there", "directory", {"name": "$R/d", "backupname": "$R/d.bak"}, before={"d": "a", "d.bak": "b"})
case("backup_there_force", "directory", {"name": "$R/d", "backupname": "$R/d.bak", "force": True}, before={"d": "a", "d.bak": "b"})
case("link_there", "directory", {"name": "$R/d"}, before={"d": "-> $R/e", "e": None})
case("link_refused", "directory", {"name": "$R/d", "allow_symlink": False}, before={"d": "-> $R/e", "e": None})
case("link_refused_force", "directory", {"name": "$R/d", "allow_symlink": False, "force": True}, before={"d": "-> $R/e", "e": None})
case("link_to_file", "directory", {"name": "$R/d"}, before={"d": "-> $R/e", "e": "x"})
case("link_mode", "directory", {"name": "$R/d", "mode": "0700", "follow_symlinks": True}, before={"d": "-> $R/e", "e": None})
case("relative", "directory", {"name": "relative"})
TREE = {"d/a": ("a", "0644"), "d/e/b": ("b", "0600"), "d/e/c/x": ("x", "0755"), "d/l": "-> a"}
case("recurse_mode", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode"]}, before=TREE)
case("recurse_mode_only_dirs", "directory", {"name": "$R/d", "dir_mode": "0750", "recurse": ["mode"]}, before=TREE)
case("recurse_mode_ignore", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode", "ignore_files"]}, before=TREE)
case("recurse_ignore_dirs", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode", "ignore_dirs"]}, before=TREE)
case("recurse_both_ignored", "directory", {"name": "$R/d", "recurse": ["ignore_files", "ignore_dirs"]}, before=TREE)
case("recurse_bad", "directory", {"name": "$R/d", "recurse": ["nosuch"]}, before=TREE)
case("recurse_user_missing", "directory", {"name": "$R/d", "recurse": ["user"]}, before=TREE)
case("recurse_mode_missing", "directory", {"name": "$R/d", "recurse": ["mode"]}, before=TREE)
case("recurse_text", "directory", {"name": "$R/d", "recurse": "mode", "dir_mode": "0750"}, before=TREE)
case("recurse_user", "directory", {"name": "$R/d", "user": "daemon", "recurse": ["user"]}, before=TREE, root=True)
case("recurse_all", "directory", {"name": "$R/d", "user": "daemon", "group": "daemon", "dir_mode": "0755", "file_mode": "0644", "recurse": ["user", "group", "mode"]}, before=TREE, root=True)
case("recurse_silent", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode", "silent"]}, before=TREE)
case("recurse_same", "directory", {"name": "$R/d", "dir_mode": "0755", "recurse": ["mode"]}, before={"d": None, "d/a": ("a", "0644")})
case("max_depth", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode"], "max_depth": 1}, before=TREE)
case("max_depth_zero", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode"], "max_depth": 0}, before=TREE)
case("max_depth_alone", "directory", {"name": "$R/d", "max_depth": 1}, before=TREE)
case("max_depth_clean", "directory", {"name": "$R/d", "max_depth": 1, "clean": True}, before=TREE)
case("children_only", "directory", {"name": "$R/d", "dir_mode": "0750", "file_mode": "0640", "recurse": ["mode"], "children_only": True}, before=TREE)
case("file_mode_alone", "directory", {"name": "$R/d", "file_mode": "0600"}, before=TREE)
case("clean", "directory", {"name": "$R/d", "clean": True}, before=TREE)
case("clean_empty", "directory", {"name": "$R/d", "clean": True}, before={"d": None})
case("clean_new", "directory", {"name": "$R/d", "clean": True})
case("clean_exclude", "directory", {"name": "$R/d", "clean": True, "exclude_pat": "b"}, before={"d/a": "a", "d/b": "b", "d/bc": "x"})
case("clean_exclude_path", "directory", {"name": "$R/d", "clean": True, "exclude_pat": "e/*"}, before=TREE)
case("clean_exclude_regex", "directory", {"name": "$R/d", "clean": True, "exclude_pat": "E@(a|b)$"}, before={"d/a": "a", "d/b": "b", "d/bc": "x"})
case("clean_exclude_list", "directory", {"name": "$R/d", "clean": True, "exclude_pat": ["a", "b*"]}, before={"d/a": "a", "d/b": "b", "d/bc": "x", "d/q": "q"})
tree("directory_clean_required", """
$R/d:
  file.directory:
    - clean: True
    - require: [{file: $R/d/kept}, {file: $R/d/sub/kept}]
$R/d/kept:
  file.managed:
    - contents: k
$R/d/sub/kept:
  file.managed:
    - contents: k
    - makedirs: True
""", before={"d/other": "o", "d/kept": "k\n", "d/sub/gone": "g"})
tree("directory_clean_required_in", """
$R/d:
  file.directory:
    - clean: True
$R/d/kept:
  file.managed:
    - contents: k
    - require_in: [{file: $R/d}]
$R/d/s:
  file.directory:
    - require_in: [{file: $R/d}]
""", before={"d/other": "o", "d/kept": "k\n", "d/s/gone": "g"})
tree("directory_names", """
several:
  file.directory:
    - names: [$R/a, $R/b]
    - mode: '0711'
""", before={"a": None})

# recurse
FILES = {"d/a": "a\n", "d/s/b.conf": "b\n", "d/s/t/c": "c {{ grains.motto }}\n"}
case("new", "recurse", {"name": "$R/r", "source": "salt://d"}, files=FILES)
case("same", "recurse", {"name": "$R/r", "source": "salt://d"}, files=FILES, before={"r/a": "a\n", "r/s/b.conf": "b\n", "r/s/t/c": "c {{ grains.motto }}\n"})
case("differs", "recurse", {"name": "$R/r", "source": "salt://d"}, files=FILES, before={"r/a": "x\n", "r/s/b.conf": "b\n"})
case("slash", "recurse", {"name": "$R/r", "source": "salt://d/"}, files=FILES)
case("no_source", "recurse", {"name": "$R/r", "source": "salt://nosuch"}, files=FILES)
case("not_salt", "recurse", {"name": "$R/r", "source": "/etc"}, files=FILES)
case("file_source", "recurse", {"name": "$R/r", "source": "salt://d/a"}, files=FILES)
case("source_list", "recurse", {"name": "$R/r", "source": ["salt://nosuch", "salt://d"]}, files=FILES)
case("source_list_none", "recurse", {"name": "$R/r", "source": ["salt://nosuch", "salt://nosuch2"]}, files=FILES)
case("template", "recurse", {"name": "$R/r", "source": "salt://d", "template": "jinja"}, files=FILES)
case("template_context", "recurse", {"name": "$R/r", "source": "salt://d", "template": "jinja", "context": {"x": 5}, "defaults": {"y": 6}}, files={"d/a": "{{ x }} {{ y }}\n"})
case("modes", "recurse", {"name": "$R/r", "source": "salt://d", "file_mode": "0640", "dir_mode": "0750"}, files=FILES)
case("modes_there", "recurse", {"name": "$R/r", "source": "salt://d", "file_mode": "0640", "dir_mode": "0750"}, files={"d/a": "a\n", "d/s/b": "b\n"}, before={"r/a": ("a\n", "0644"), "r/s/b": ("b\n", "0600")})
case("keep_mode", "recurse", {"name": "$R/r", "source": "salt://d", "file_mode": "keep"}, files={"d/a": ("a\n", "0755"), "d/b": ("b\n", "0600")})
case("user", "recurse", {"name": "$R/r", "source": "salt://d", "user": "daemon", "group": "daemon"}, files={"d/a": "a\n"}, root=True)
case("user_unknown", "recurse", {"name": "$R/r", "source": "salt://d", "user": "nosuchuser"}, files={"d/a": "a\n"})
case("clean", "recurse", {"name": "$R/r", "source": "salt://d", "clean": True}, files=FILES, before={"r/a": "a\n", "r/x": "x", "r/s/y": "y", "r/u/v/w": "w"})
case("clean_exclude", "recurse", {"name": "$R/r", "source": "salt://d", "clean": True, "exclude_pat": "x*"}, files={"d/a": "a\n"}, before={"r/x": "x", "r/y": "y"})
case("include", "recurse", {"name": "$R/r", "source": "salt://d", "include_pat": "*.conf"}, files=FILES)
case("include_regex", "recurse", {"name": "$R/r", "source": "salt://d", "include_pat": "E@^s/"}, files=FILES)
case("exclude", "recurse", {"name": "$R/r", "source": "salt://d", "exclude_pat": "*.conf"}, files=FILES)
case("exclude_regex", "recurse", {"name": "$R/r", "source": "salt://d", "exclude_pat": "E@t/"}, files=FILES)
case("include_exclude", "recurse", {"name": "$R/r", "source": "salt://d", "include_pat": "s/*", "exclude_pat": "s/t/*"}, files=FILES)
case("maxdepth", "recurse", {"name": "$R/r", "source": "salt://d", "maxdepth": 0}, files=FILES)
case("maxdepth_one", "recurse", {"name": "$R/r", "source": "salt://d", "maxdepth": 1}, files=FILES)
case("include_empty", "recurse", {"name": "$R/r", "source": "salt://d", "include_empty": True}, files={"d/a": "a\n", "d/e": None, "d/g/h": None})
case("empty_left_out", "recurse", {"name": "$R/r", "source": "salt://d"}, files={"d/a": "a\n", "d/e": None})
case("keep_symlinks", "recurse", {"name": "$R/r", "source": "salt://d", "keep_symlinks": True}, files={"d/a": "a\n", "d/l": "-> a"})
case("links_followed", "recurse", {"name": "$R/r", "source": "salt://d"}, files={"d/a": "a\n", "d/l": "-> a"})
case("keep_symlinks_there", "recurse", {"name": "$R/r", "source": "salt://d", "keep_symlinks": True}, files={"d/a": "a\n", "d/l": "-> a"}, before={"r/l": "file"})
case("keep_symlinks_force", "recurse", {"name": "$R/r", "source": "salt://d", "keep_symlinks": True, "force_symlinks": True}, files={"d/a": "a\n", "d/l": "-> a"}, before={"r/l": "file"})
case("replace_false", "recurse", {"name": "$R/r", "source": "salt://d", "replace": False}, files={"d/a": "a\n", "d/b": "b\n"}, before={"r/a": "x\n"})
case("relative", "recurse", {"name": "r", "source": "salt://d"}, files={"d/a": "a\n"})
case("file_there", "recurse", {"name": "$R/r", "source": "salt://d"}, files={"d/a": "a\n"}, before={"r": "file"})
case("mode_refused", "recurse", {"name": "$R/r", "source": "salt://d", "mode": "0644"}, files={"d/a": "a\n"})
case("deep_new", "recurse", {"name": "$R/p/q/r", "source": "salt://d"}, files={"d/a": "a\n"})
case("directory_in_the_way", "recurse", {"name": "$R/r", "source": "salt://d"}, files={"d/a": "a\n"}, before={"r/a/x": "x"})

# symlink
case("new", "symlink", {"name": "$R/l", "target": "$R/t"})
case("same", "symlink", {"name": "$R/l", "target": "$R/t"}, before={"l": "-> $R/t"})
case("same_user", "symlink", {"name": "$R/l", "target": "$R/t", "user": "root", "group": "root"}, before={"l": "-> $R/t"}, root=True)
case("other_target", "symlink", {"name": "$R/l", "target": "$R/t"}, before={"l": "-> $R/u"})
case("file_there", "symlink", {"name": "$R/l", "target": "$R/t"}, before={"l": "file"})
case("file_force", "symlink", {"name": "$R/l", "target": "$R/t", "force": True}, before={"l": "file"})
case("directory_there", "symlink", {"name": "$R/l", "target": "$R/t"}, before={"l/x": "x"})
case("directory_force", "symlink", {"name": "$R/l", "target": "$R/t", "force": True}, before={"l/x": "x"})
case("backupname", "symlink", {"name": "$R/l", "target": "$R/t", "backupname": "l.bak"}, before={"l": "file"})
case("backupname_absolute", "symlink", {"name": "$R/l", "target": "$R/t", "backupname": "$R/b/l.bak"}, before={"l": "file", "b": None})
case("backup_there", "symlink", {"name": "$R/l", "target": "$R/t", "backupname": "l.bak"}, before={"l": "file", "l.bak": "b"})
case("backup_there_force", "symlink", {"name": "$R/l", "target": "$R/t", "backupname": "l.bak", "force": True}, before={"l": "file", "l.bak": "b"})
case("no_parent", "symlink", {"name": "$R/a/l", "target": "$R/t"})
case("makedirs", "symlink", {"name": "$R/a/b/l", "target": "$R/t", "makedirs": True})
case("relative_target", "symlink", {"name": "$R/l", "target": "t"})
case("relative_name", "symlink", {"name": "l", "target": "$R/t"})
case("user_new", "symlink", {"name": "$R/l", "target": "$R/t", "user": "daemon", "group": "daemon"}, root=True)
case("user_differs", "symlink", {"name": "$R/l", "target": "$R/t", "user": "daemon", "group": "daemon"}, before={"l": "-> $R/t"}, root=True)
case("user_unknown", "symlink", {"name": "$R/l", "target": "$R/t", "user": "nosuchuser"})
case("atomic", "symlink", {"name": "$R/l", "target": "$R/t", "atomic": True}, before={"l": "-> $R/u"})
case("mode", "symlink", {"name": "$R/a/l", "target": "$R/t", "makedirs": True, "mode": "0700"})

# hardlink
case("new", "hardlink", {"name": "$R/h", "target": "$R/t"}, before={"t": "t"})
case("no_target", "hardlink", {"name": "$R/h", "target": "$R/t"})
case("file_there", "hardlink", {"name": "$R/h", "target": "$R/t"}, before={"t": "t", "h": "h"})
case("file_force", "hardlink", {"name": "$R/h", "target": "$R/t", "force": True}, before={"t": "t", "h": "h"})
case("directory_target", "hardlink", {"name": "$R/h", "target": "$R/t"}, before={"t": None})
case("directory_there", "hardlink", {"name": "$R/h", "target": "$R/t"}, before={"t": "t", "h": None})
case("link_there", "hardlink", {"name": "$R/h", "target": "$R/t"}, before={"t": "t", "h": "-> $R/t"})
case("relative", "hardlink", {"name": "h", "target": "$R/t"}, before={"t": "t"})
case("relative_target", "hardlink", {"name": "$R/h", "target": "t"})
case("no_parent", "hardlink", {"name": "$R/a/h", "target": "$R/t"}, before={"t": "t"})
case("makedirs", "hardlink", {"name": "$R/a/h", "target": "$R/t", "makedirs": True}, before={"t": "t"})

# absent, exists, missing
case("file", "absent", {}, before={"f": "a"})
case("directory", "absent", {}, before={"f/a": "a", "f/b/c": "c"})
case("link", "absent", {}, before={"f": "-> $R/g", "g/a": "a"})
case("dangling", "absent", {}, before={"f": "-> $R/nosuch"})
case("none", "absent", {})
case("relative", "absent", {"name": "f"})
case("slash", "absent", {"name": "/"})
case("there", "exists", {}, before={"f": "a"})
case("none", "exists", {})
case("directory", "exists", {}, before={"f": None})
case("dangling", "exists", {}, before={"f": "-> $R/nosuch"})
case("there", "missing", {}, before={"f": "a"})
case("none", "missing", {})
case("dangling", "missing", {}, before={"f": "-> $R/nosuch"})

# append, prepend
case("new", "append", {"text": "a"})
case("adds", "append", {"text": "a"}, before={"f": TEXT})
case("there", "append", {"text": "two"}, before={"f": TEXT})
case("list", "append", {"text": ["two", "four", "five"]}, before={"f": TEXT})
case("lines", "append", {"text": "four\nfive"}, before={"f": TEXT})
case("lines_there", "append", {"text": "two\nthree"}, before={"f": TEXT})
case("lines_partly", "append", {"text": "three\nfour"}, before={"f": TEXT})
case("no_newline_before", "append", {"text": "b"}, before={"f": "a"})
case("ignore_whitespace", "append", {"text": "a b"}, before={"f": "a    b\n"})
case("minds_whitespace", "append", {"text": "a b", "ignore_whitespace": False}, before={"f": "a    b\n"})
case("part_of_line", "append", {"text": "tw"}, before={"f": TEXT})
case("no_parent", "append", {"name": "$R/a/f", "text": "b"})
case("makedirs", "append", {"name": "$R/a/f", "text": "b", "makedirs": True})
case("nothing", "append", {}, before={"f": TEXT})
case("number", "append", {"text": 5}, before={"f": TEXT})
case("source", "append", {"source": "salt://a"}, files={"a": "x {{ grains.motto }}\n"}, before={"f": TEXT})
case("source_context", "append", {"source": "salt://a", "context": {"x": 1}, "defaults": {"y": 2}}, files={"a": "{{ x }}{{ y }}\n"}, before={"f": TEXT})
case("sources", "append", {"sources": ["salt://a", "salt://b"]}, files={"a": "x\n", "b": "y\n"}, before={"f": TEXT})
case("source_missing", "append", {"source": "salt://nosuch"}, before={"f": TEXT})
case("source_and_text", "append", {"source": "salt://a", "text": "x"}, files={"a": "x\n"}, before={"f": TEXT})
case("source_and_sources", "append", {"source": "salt://a", "sources": ["salt://a"]}, files={"a": "x\n"}, before={"f": TEXT})
case("trailing_newline", "append", {"text": "four\n"}, before={"f": TEXT})
case("empty_file", "append", {"text": "a"}, before={"f": ""})
case("directory", "append", {"text": "a"}, before={"f": None})
case("relative", "append", {"name": "f", "text": "a"})
case("special", "append", {"text": "a.*b (x) [y] $"}, before={"f": "aXXb\n"})
case("mode_kept", "append", {"text": "a"}, before={"f": (TEXT, "0600")})
case("new", "prepend", {"text": "a"})
case("adds", "prepend", {"text": "a"}, before={"f": TEXT})
case("there", "prepend", {"text": "two"}, before={"f": TEXT})
case("list", "prepend", {"text": ["zero", "half"]}, before={"f": TEXT})
case("lines", "prepend", {"text": "zero\nhalf"}, before={"f": TEXT})
case("header", "prepend", {"text": "two", "header": True}, before={"f": TEXT})
case("header_there", "prepend", {"text": ["one", "two"], "header": True}, before={"f": TEXT})
case("header_partly", "prepend", {"text": ["zero", "one"], "header": True}, before={"f": TEXT})
case("source", "prepend", {"source": "salt://a"}, files={"a": "x {{ grains.motto }}\n"}, before={"f": TEXT})
case("makedirs", "prepend", {"name": "$R/a/f", "text": "b", "makedirs": True})
case("no_parent", "prepend", {"name": "$R/a/f", "text": "b"})
case("source_missing", "prepend", {"source": "salt://nosuch"}, before={"f": TEXT})

# replace
case("plain", "replace", {"pattern": "two", "repl": "2"}, before={"f": TEXT})
case("same", "replace", {"pattern": "nosuch", "repl": "2"}, before={"f": TEXT})
case("no_file", "replace", {"pattern": "two", "repl": "2"})
case("no_file_ignored", "replace", {"pattern": "two", "repl": "2", "ignore_if_missing": True})
case("group", "replace", {"pattern": r"^(t)(\w+)$", "repl": r"\2-\1"}, before={"f": TEXT})
case("group_named", "replace", {"pattern": r"(?P<first>t)w", "repl": r"<\g<first>>\g<0>"}, before={"f": TEXT})
case("count", "replace", {"pattern": "e", "repl": "E", "count": 2}, before={"f": TEXT})
case("count_one", "replace", {"pattern": "e", "repl": "E", "count": 1}, before={"f": TEXT})
case("flags_list", "replace", {"pattern": "TWO.", "repl": "2", "flags": ["IGNORECASE", "DOTALL"]}, before={"f": TEXT})
case("flags_number", "replace", {"pattern": "^two", "repl": "2", "flags": 0}, before={"f": TEXT})
case("flags_unknown", "replace", {"pattern": "^two", "repl": "2", "flags": ["NOSUCH"]}, before={"f": TEXT})
case("append", "replace", {"pattern": "^four", "repl": "four", "append_if_not_found": True}, before={"f": TEXT})
case("append_there", "replace", {"pattern": "^two$", "repl": "two", "append_if_not_found": True}, before={"f": TEXT})
case("append_content", "replace", {"pattern": "^four", "repl": "4", "append_if_not_found": True, "not_found_content": "four"}, before={"f": TEXT})
case("append_found_as_repl", "replace", {"pattern": "^tw$", "repl": "two", "append_if_not_found": True}, before={"f": TEXT})
case("prepend", "replace", {"pattern": "^four", "repl": "four", "prepend_if_not_found": True}, before={"f": TEXT})
case("append_no_newline", "replace", {"pattern": "^four", "repl": "four", "append_if_not_found": True}, before={"f": "one"})
case("no_backup", "replace", {"pattern": "two", "repl": "2", "backup": False}, before={"f": TEXT})
case("backup_named", "replace", {"pattern": "two", "repl": "2", "backup": ".orig"}, before={"f": (TEXT, "0600")})
case("hidden", "replace", {"pattern": "two", "repl": "2", "show_changes": False}, before={"f": TEXT})
case("across_lines", "replace", {"pattern": r"one\ntwo", "repl": "1\n2"}, before={"f": TEXT})
case("literal", "replace", {"pattern": "two", "repl": r"a\1\n", "backslash_literal": True}, before={"f": TEXT})
case("escapes", "replace", {"pattern": "two", "repl": r"a\nb\tc"}, before={"f": TEXT})
case("look_behind", "replace", {"pattern": r"(?<=t)w(?=o)", "repl": "W"}, before={"f": TEXT})
case("back_reference", "replace", {"pattern": r"(e)\1", "repl": "ee!"}, before={"f": TEXT})
case("bad_pattern", "replace", {"pattern": "(two", "repl": "2"}, before={"f": TEXT})
case("bad_group", "replace", {"pattern": "two", "repl": r"\1"}, before={"f": TEXT})
case("empty_match", "replace", {"pattern": "x*", "repl": "-"}, before={"f": "abc\n"})
case("empty_repl", "replace", {"pattern": "two\n", "repl": ""}, before={"f": TEXT})
case("idempotent", "replace", {"pattern": "^two.*$", "repl": "two"}, before={"f": TEXT})
case("both_not_found", "replace", {"pattern": "^four", "repl": "four", "prepend_if_not_found": True, "append_if_not_found": True}, before={"f": TEXT})
case("relative", "replace", {"name": "f", "pattern": "a", "repl": "b"})
case("link", "replace", {"pattern": "two", "repl": "2"}, before={"f": "-> $R/g", "g": TEXT})
case("empty_file_append", "replace", {"pattern": "^four", "repl": "four", "append_if_not_found": True}, before={"f": ""})

# comment, uncomment
HOSTS = "a b\n#c d\n  e f\n# g h\n"
case("plain", "comment", {"regex": "^a"}, before={"f": HOSTS})
case("indented", "comment", {"regex": r"^\s*e"}, before={"f": HOSTS})
case("already", "comment", {"regex": "^c"}, before={"f": HOSTS})
case("none", "comment", {"regex": "^nosuch"}, before={"f": HOSTS})
case("none_ignored", "comment", {"regex": "^nosuch", "ignore_missing": True}, before={"f": HOSTS})
case("no_file", "comment", {"regex": "^a"})
case("char", "comment", {"regex": "^a", "char": ";"}, before={"f": HOSTS})
case("no_backup", "comment", {"regex": "^a", "backup": False}, before={"f": HOSTS})
case("several", "comment", {"regex": "^[a-z]"}, before={"f": "a\nb\n#c\n"})
case("not_anchored", "comment", {"regex": "b"}, before={"f": HOSTS})
case("dollar", "comment", {"regex": "^a b$"}, before={"f": HOSTS})
case("relative", "comment", {"name": "f", "regex": "^a"})
case("plain", "uncomment", {"regex": "c"}, before={"f": HOSTS})
case("anchored", "uncomment", {"regex": "^c"}, before={"f": HOSTS})
case("space", "uncomment", {"regex": "g"}, before={"f": HOSTS})
case("already", "uncomment", {"regex": "^a"}, before={"f": HOSTS})
case("none", "uncomment", {"regex": "^nosuch"}, before={"f": HOSTS})
case("no_file", "uncomment", {"regex": "^a"})
case("char", "uncomment", {"regex": "a", "char": ";"}, before={"f": ";a\n#a\n"})
case("no_backup", "uncomment", {"regex": "c d", "backup": False}, before={"f": HOSTS})
case("indented", "uncomment", {"regex": "x"}, before={"f": "   #x\n"})
case("several", "uncomment", {"regex": "[a-c]"}, before={"f": "#a\n#b\nc\n"})

# line
for mode in ("ensure", "replace", "delete", "insert"):
    case(f"{mode}_no_file", "line", {"mode": mode, "content": "x", "match": "x"})
case("no_mode", "line", {"content": "x"}, before={"f": TEXT})
case("bad_mode", "line", {"content": "x", "mode": "nosuch"}, before={"f": TEXT})
case("no_content", "line", {"mode": "insert", "location": "end"}, before={"f": TEXT})
case("no_content_delete", "line", {"mode": "delete"}, before={"f": TEXT})
case("delete", "line", {"mode": "delete", "content": "two"}, before={"f": TEXT})
case("delete_match", "line", {"mode": "delete", "match": "t.o"}, before={"f": TEXT})
case("delete_none", "line", {"mode": "delete", "match": "nosuch"}, before={"f": TEXT})
case("delete_many", "line", {"mode": "delete", "match": "e"}, before={"f": TEXT})
case("replace", "line", {"mode": "replace", "content": "2", "match": "two"}, before={"f": TEXT})
case("replace_none", "line", {"mode": "replace", "content": "2", "match": "nosuch"}, before={"f": TEXT})
case("replace_indent", "line", {"mode": "replace", "content": "2", "match": "two"}, before={"f": "one\n    two\n"})
case("replace_no_indent", "line", {"mode": "replace", "content": "2", "match": "two", "indent": False}, before={"f": "one\n    two\n"})
case("replace_no_match", "line", {"mode": "replace", "content": "two"}, before={"f": TEXT})
case("replace_many", "line", {"mode": "replace", "content": "x", "match": "e"}, before={"f": TEXT})
case("insert_start", "line", {"mode": "insert", "content": "zero", "location": "start"}, before={"f": TEXT})
case("insert_end", "line", {"mode": "insert", "content": "four", "location": "end"}, before={"f": TEXT})
case("insert_end_there", "line", {"mode": "insert", "content": "three", "location": "end"}, before={"f": TEXT})
case("insert_start_there", "line", {"mode": "insert", "content": "one", "location": "start"}, before={"f": TEXT})
case("insert_after", "line", {"mode": "insert", "content": "x", "after": "two"}, before={"f": TEXT})
case("insert_before", "line", {"mode": "insert", "content": "x", "before": "two"}, before={"f": TEXT})
case("insert_between", "line", {"mode": "insert", "content": "x", "after": "one", "before": "three"}, before={"f": TEXT})
case("insert_after_there", "line", {"mode": "insert", "content": "three", "after": "two"}, before={"f": TEXT})
case("insert_before_there", "line", {"mode": "insert", "content": "one", "before": "two"}, before={"f": TEXT})
case("insert_after_none", "line", {"mode": "insert", "content": "x", "after": "nosuch"}, before={"f": TEXT})
case("insert_nowhere", "line", {"mode": "insert", "content": "x"}, before={"f": TEXT})
case("insert_bad_location", "line", {"mode": "insert", "content": "x", "location": "middle"}, before={"f": TEXT})
case("insert_after_indent", "line", {"mode": "insert", "content": "x", "after": "two"}, before={"f": "one\n   two\nthree\n"})
case("insert_no_newline", "line", {"mode": "insert", "content": "x", "location": "end"}, before={"f": "one"})
case("insert_after_twice", "line", {"mode": "insert", "content": "x", "after": "e"}, before={"f": TEXT})
case("ensure_after", "line", {"mode": "ensure", "content": "x", "after": "one"}, before={"f": TEXT})
case("ensure_before", "line", {"mode": "ensure", "content": "x", "before": "three"}, before={"f": TEXT})
case("ensure_between", "line", {"mode": "ensure", "content": "x", "after": "one", "before": "two"}, before={"f": TEXT})
case("ensure_there", "line", {"mode": "ensure", "content": "two", "after": "one"}, before={"f": TEXT})
case("ensure_between_there", "line", {"mode": "ensure", "content": "two", "after": "one", "before": "three"}, before={"f": TEXT})
case("ensure_between_other", "line", {"mode": "ensure", "content": "x", "after": "one", "before": "three"}, before={"f": TEXT})
case("ensure_far", "line", {"mode": "ensure", "content": "x", "after": "one", "before": "four"}, before={"f": TEXT + "four\n"})
case("ensure_nowhere", "line", {"mode": "ensure", "content": "x"}, before={"f": TEXT})
case("ensure_after_none", "line", {"mode": "ensure", "content": "x", "after": "nosuch"}, before={"f": TEXT})
case("create", "line", {"mode": "insert", "content": "x", "location": "end", "create": True, "file_mode": "0600"})
case("hidden", "line", {"mode": "replace", "content": "2", "match": "two", "show_changes": False}, before={"f": TEXT})
case("backup", "line", {"mode": "replace", "content": "2", "match": "two", "backup": True}, before={"f": TEXT})
case("empty_file", "line", {"mode": "insert", "content": "x", "location": "end"}, before={"f": ""})

# blockreplace
MARKED = "a\n#-- start managed zone --\nold\n#-- end managed zone --\nb\n"
case("plain", "blockreplace", {"content": "new"}, before={"f": MARKED})
case("same", "blockreplace", {"content": "old"}, before={"f": MARKED})
case("newline", "blockreplace", {"content": "old\n"}, before={"f": MARKED})
case("lines", "blockreplace", {"content": "x\ny\nz"}, before={"f": MARKED})
case("none", "blockreplace", {"content": "new"}, before={"f": TEXT})
case("append", "blockreplace", {"content": "new", "append_if_not_found": True}, before={"f": TEXT})
case("append_no_newline", "blockreplace", {"content": "new", "append_if_not_found": True}, before={"f": "one"})
case("prepend", "blockreplace", {"content": "new", "prepend_if_not_found": True}, before={"f": TEXT})
case("after_match", "blockreplace", {"content": "new", "insert_after_match": "^two"}, before={"f": TEXT})
case("before_match", "blockreplace", {"content": "new", "insert_before_match": "^two"}, before={"f": TEXT})
case("no_end", "blockreplace", {"content": "new"}, before={"f": "#-- start managed zone --\nx\n"})
case("no_start", "blockreplace", {"content": "new"}, before={"f": "x\n#-- end managed zone --\n"})
case("no_file", "blockreplace", {"content": "new"})
case("markers", "blockreplace", {"content": "new", "marker_start": "# BEGIN", "marker_end": "# END"}, before={"f": "# BEGIN x y\nold\n# END x\n"})
case("append_newline_true", "blockreplace", {"content": "new", "append_newline": True}, before={"f": MARKED})
case("append_newline_false", "blockreplace", {"content": "new", "append_newline": False}, before={"f": MARKED})
case("no_backup", "blockreplace", {"content": "new", "backup": False}, before={"f": MARKED})
case("hidden", "blockreplace", {"content": "new", "show_changes": False}, before={"f": MARKED})
case("source", "blockreplace", {"source": "salt://a"}, files={"a": "x {{ grains.motto }}\n"}, before={"f": MARKED})
case("empty", "blockreplace", {}, before={"f": MARKED})
case("empty_there", "blockreplace", {"content": ""}, before={"f": "#-- start managed zone --\n#-- end managed zone --\n"})
case("two_blocks", "blockreplace", {"content": "new"}, before={"f": MARKED + MARKED})
case("indented", "blockreplace", {"content": "new"}, before={"f": "  #-- start managed zone --\n  old\n  #-- end managed zone --\n"})
case("relative", "blockreplace", {"name": "f", "content": "x"})

# accumulated
tree("accumulated_blockreplace", """
acc one:
  file.accumulated:
    - name: acc
    - filename: $R/f
    - text: first
    - require_in: [{file: block}]
acc two:
  file.accumulated:
    - name: acc
    - filename: $R/f
    - text: [second, third]
    - require_in: [{file: block}]
block:
  file.blockreplace:
    - name: $R/f
    - content: zero
    - backup: False
""", before={"f": MARKED})
tree("accumulated_managed", """
acc one:
  file.accumulated:
    - name: acc
    - filename: $R/f
    - text: first
    - require_in: [{file: whole}]
acc other:
  file.accumulated:
    - name: other
    - filename: $R/f
    - text: [second, third]
    - watch_in: [{file: whole}]
whole:
  file.managed:
    - name: $R/f
    - source: salt://a
    - template: jinja
""", files={"a": "{% for key, lines in accumulator.items() %}{{ key }}: {{ lines | join(',') }}\n{% endfor %}"})
tree("accumulated_alone", """
acc:
  file.accumulated:
    - filename: $R/f
    - text: first
""")
tree("accumulated_other_state", """
acc:
  file.accumulated:
    - filename: $R/f
    - text: first
    - require_in: [{test: other}]
other:
  test.nop: []
""")
tree("accumulated_twice", """
acc one:
  file.accumulated:
    - name: acc
    - filename: $R/f
    - text: [first, first]
    - require_in: [{file: block}]
acc two:
  file.accumulated:
    - name: acc
    - filename: $R/f
    - text: first
    - require_in: [{file: block}]
block:
  file.blockreplace:
    - name: $R/f
    - backup: False
""", before={"f": MARKED})

# touch, copy, rename
case("new", "touch", {})
case("there", "touch", {}, before={"f": "a"})
case("directory", "touch", {}, before={"f": None})
case("times", "touch", {"atime": 1000000000, "mtime": 1000000000})
case("no_parent", "touch", {"name": "$R/a/f"})
case("makedirs", "touch", {"name": "$R/a/f", "makedirs": True})
case("relative", "touch", {"name": "f"})
case("new", "copy", {"source": "$R/s"}, before={"s": ("s", "0640")})
case("preserve", "copy", {"source": "$R/s", "preserve": True}, before={"s": ("s", "0640")})
case("there", "copy", {"source": "$R/s"}, before={"s": "s", "f": "f"})
case("same", "copy", {"source": "$R/s"}, before={"s": "s", "f": "s"})
case("force", "copy", {"source": "$R/s", "force": True}, before={"s": "s", "f": "f"})
case("force_same", "copy", {"source": "$R/s", "force": True}, before={"s": "s", "f": "s"})
case("no_source", "copy", {"source": "$R/s"})
case("no_parent", "copy", {"name": "$R/a/f", "source": "$R/s"}, before={"s": "s"})
case("makedirs", "copy", {"name": "$R/a/f", "source": "$R/s", "makedirs": True}, before={"s": "s"})
case("mode", "copy", {"source": "$R/s", "mode": "0600"}, before={"s": "s"})
case("mode_there", "copy", {"source": "$R/s", "mode": "0600"}, before={"s": "s", "f": "s"})
case("user", "copy", {"source": "$R/s", "user": "daemon", "group": "daemon"}, before={"s": "s"}, root=True)
case("directory", "copy", {"source": "$R/s"}, before={"s/a": "a", "s/b/c": "c"})
case("subdir", "copy", {"name": "$R/d", "source": "$R/s", "subdir": True}, before={"s": "s", "d": None})
case("into_directory", "copy", {"name": "$R/d", "source": "$R/s"}, before={"s": "s", "d": None})
case("relative", "copy", {"name": "f", "source": "$R/s"}, before={"s": "s"})
case("relative_source", "copy", {"source": "s"})
case("plain", "rename", {"source": "$R/s"}, before={"s": "s"})
case("done", "rename", {"source": "$R/s"}, before={"f": "s"})
case("there", "rename", {"source": "$R/s"}, before={"s": "s", "f": "f"})
case("force", "rename", {"source": "$R/s", "force": True}, before={"s": "s", "f": "f"})
case("none", "rename", {"source": "$R/s"})
case("no_parent", "rename", {"name": "$R/a/f", "source": "$R/s"}, before={"s": "s"})
case("makedirs", "rename", {"name": "$R/a/f", "source": "$R/s", "makedirs": True}, before={"s": "s"})
case("directory", "rename", {"source": "$R/s"}, before={"s/a": "a"})
case("relative", "rename", {"name": "f", "source": "$R/s"}, before={"s": "s"})
case("link", "rename", {"source": "$R/s"}, before={"s": "-> $R/t"})

# serialize
DATA = {"b": 1, "a": [1, "x", True, None, 1.5], "c": {"d": "e: f", "g": {}}}
for form in ("yaml", "json", "python"):
    case(f"{form}", "serialize", {"dataset": DATA, "serializer": form})
case("default", "serialize", {"dataset": DATA})
case("formatter", "serialize", {"dataset": DATA, "formatter": "json"})
case("both_names", "serialize", {"dataset": DATA, "formatter": "json", "serializer": "yaml"})
case("same", "serialize", {"dataset": {"a": 1}, "serializer": "json"}, before={"f": "{\n  \"a\": 1\n}\n"})
case("differs", "serialize", {"dataset": {"a": 2}, "serializer": "json"}, before={"f": "{\n  \"a\": 1\n}\n"})
case("configparser", "serialize", {"dataset": {"one": {"a": 1, "B": "x"}, "two": {"c": True}}, "serializer": "configparser"})
case("configparser_flat", "serialize", {"dataset": {"a": 1}, "serializer": "configparser"})
case("toml", "serialize", {"dataset": {"a": 1, "b": {"c": "d"}}, "serializer": "toml"})
case("plist", "serialize", {"dataset": {"a": 1}, "serializer": "plist"})
case("unknown", "serialize", {"dataset": {"a": 1}, "serializer": "nosuch"})
case("pillar", "serialize", {"dataset_pillar": "a:b", "serializer": "json"}, pillar={"a": {"b": {"c": 1}}})
case("pillar_missing", "serialize", {"dataset_pillar": "nosuch", "serializer": "json"})
case("nothing", "serialize", {"serializer": "json"})
case("both", "serialize", {"dataset": {"a": 1}, "dataset_pillar": "a", "serializer": "json"}, pillar={"a": {"b": {"c": 1}}})
case("merge", "serialize", {"dataset": {"a": {"y": 2}}, "serializer": "json", "merge_if_exists": True}, before={"f": "{\"a\": {\"x\": 1}, \"z\": 0}"})
case("merge_yaml", "serialize", {"dataset": {"a": {"y": 2}, "l": [3]}, "serializer": "yaml", "merge_if_exists": True}, before={"f": "a: {x: 1}\nl: [1, 2]\n"})
case("merge_same", "serialize", {"dataset": {"a": {"x": 1}}, "serializer": "json", "merge_if_exists": True}, before={"f": "{\n  \"a\": {\n    \"x\": 1\n  },\n  \"b\": 2\n}\n"})
case("merge_new", "serialize", {"dataset": {"a": 1}, "serializer": "json", "merge_if_exists": True})
case("merge_broken", "serialize", {"dataset": {"a": 1}, "serializer": "json", "merge_if_exists": True}, before={"f": "not json"})
case("options", "serialize", {"dataset": DATA, "serializer": "json", "serializer_opts": [{"indent": 4}, {"sort_keys": False}]})
case("yaml_options", "serialize", {"dataset": DATA, "serializer": "yaml", "serializer_opts": [{"default_flow_style": True}]})
case("yaml_indent", "serialize", {"dataset": DATA, "serializer": "yaml", "serializer_opts": [{"indent": 4}]})
case("mode", "serialize", {"dataset": {"a": 1}, "serializer": "json", "mode": "0600"})
case("create_false", "serialize", {"dataset": {"a": 1}, "serializer": "json", "create": False})
case("makedirs", "serialize", {"name": "$R/a/f", "dataset": {"a": 1}, "serializer": "json", "makedirs": True})
case("no_parent", "serialize", {"name": "$R/a/f", "dataset": {"a": 1}, "serializer": "json"})
case("hidden", "serialize", {"dataset": {"a": 1}, "serializer": "json", "show_changes": False}, before={"f": "x"})
case("list", "serialize", {"dataset": ["a", {"b": 1}], "serializer": "yaml"})
case("unicode", "serialize", {"dataset": {"a": "grüße"}, "serializer": "json"})
case("unicode_yaml", "serialize", {"dataset": {"a": "grüße", "b": "multi\nline\n", "c": "yes", "d": "1", "e": ""}, "serializer": "yaml"})
case("check_cmd", "serialize", {"dataset": {"a": 1}, "serializer": "json", "check_cmd": "false"})

# keyvalue
SSHD = "Port 22\n#PermitRootLogin yes\nPasswordAuthentication yes # x\nPort 23\n"
case("plain", "keyvalue", {"key": "a", "value": "2"}, before={"f": "a=1\nb=1\n"})
case("same", "keyvalue", {"key": "a", "value": "1"}, before={"f": "a=1\nb=1\n"})
case("separator", "keyvalue", {"key": "Port", "value": "24", "separator": " "}, before={"f": SSHD})
case("count", "keyvalue", {"key": "Port", "value": "24", "separator": " ", "count": 2}, before={"f": SSHD})
case("count_all", "keyvalue", {"key": "Port", "value": "24", "separator": " ", "count": -1}, before={"f": SSHD})
case("uncomment", "keyvalue", {"key": "PermitRootLogin", "value": "no", "separator": " ", "uncomment": "#"}, before={"f": SSHD})
case("not_uncommented", "keyvalue", {"key": "PermitRootLogin", "value": "no", "separator": " "}, before={"f": SSHD})
case("append", "keyvalue", {"key": "c", "value": "3", "append_if_not_found": True}, before={"f": "a=1\n"})
case("prepend", "keyvalue", {"key": "c", "value": "3", "prepend_if_not_found": True}, before={"f": "a=1\n"})
case("none", "keyvalue", {"key": "c", "value": "3"}, before={"f": "a=1\n"})
case("no_file", "keyvalue", {"key": "c", "value": "3"})
case("no_file_ignored", "keyvalue", {"key": "c", "value": "3", "ignore_if_missing": True})
case("no_file_create", "keyvalue", {"key": "c", "value": "3", "create_if_missing": True})
case("no_file_create_append", "keyvalue", {"key": "c", "value": "3", "create_if_missing": True, "append_if_not_found": True})
case("key_values", "keyvalue", {"key_values": {"a": "2", "b": "1", "c": "3"}, "append_if_not_found": True}, before={"f": "a=1\nb=1\n"})
case("search_only", "keyvalue", {"key": "c", "value": "3", "search_only": True, "append_if_not_found": True}, before={"f": "a=1\n"})
case("search_only_there", "keyvalue", {"key": "a", "value": "3", "search_only": True}, before={"f": "a=1\n"})
case("hidden", "keyvalue", {"key": "a", "value": "2", "show_changes": False}, before={"f": "a=1\n"})
case("key_case", "keyvalue", {"key": "A", "value": "2", "key_ignore_case": True}, before={"f": "a=1\n"})
case("value_case", "keyvalue", {"key": "a", "value": "X", "value_ignore_case": True}, before={"f": "a=x\n"})
case("both", "keyvalue", {"key": "a", "value": "X", "key_values": {"b": 1}}, before={"f": "a=x\n"})
case("neither", "keyvalue", {}, before={"f": "a=x\n"})
case("spaces", "keyvalue", {"key": "a", "value": "2"}, before={"f": "  a = 1  \n"})
case("separator_spaced", "keyvalue", {"key": "a", "value": "2", "separator": " = "}, before={"f": "a = 1\nb=2\n"})
case("no_newline", "keyvalue", {"key": "b", "value": "2", "append_if_not_found": True}, before={"f": "a=1"})
case("number", "keyvalue", {"key": "a", "value": 2}, before={"f": "a=1\n"})
case("empty_value", "keyvalue", {"key": "a", "value": ""}, before={"f": "a=1\n"})

# patch
PATCH = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
case("plain", "patch", {"source": "salt://p"}, files={"p": PATCH}, before={"f": TEXT})
case("done", "patch", {"source": "salt://p"}, files={"p": PATCH}, before={"f": TEXT.replace("two", "2")})
case("other", "patch", {"source": "salt://p"}, files={"p": PATCH}, before={"f": "quite\nother\n"})
case("no_file", "patch", {"source": "salt://p"}, files={"p": PATCH})
case("no_source", "patch", {"source": "salt://nosuch"}, before={"f": TEXT})
case("nothing", "patch", {}, before={"f": TEXT})
case("directory", "patch", {"name": "$R/d", "source": "salt://p", "strip": 1}, files={"p": PATCH}, before={"d/f": TEXT})
case("directory_done", "patch", {"name": "$R/d", "source": "salt://p", "strip": 1}, files={"p": PATCH}, before={"d/f": TEXT.replace("two", "2")})
case("directory_no_strip", "patch", {"name": "$R/d", "source": "salt://p"}, files={"p": PATCH}, before={"d/f": TEXT})
case("template", "patch", {"source": "salt://p", "template": "jinja", "context": {"x": "2"}}, files={"p": PATCH.replace("+2", "+{{ x }}")}, before={"f": TEXT})
case("hash", "patch", {"source": "$R/p", "source_hash": "sha256=00"}, before={"f": TEXT, "p": PATCH})
case("relative", "patch", {"name": "f", "source": "salt://p"}, files={"p": PATCH})

# decode, cached, not_cached, mknod, tidied, pruned, retention_schedule
case("new", "decode", {"encoded_data": "aGVsbG8K"})
case("same", "decode", {"encoded_data": "aGVsbG8K"}, before={"f": "hello\n"})
case("differs", "decode", {"encoded_data": "aGVsbG8K"}, before={"f": "x\n"})
case("pillar", "decode", {"contents_pillar": "a"}, pillar={"a": "aGVsbG8K"})
case("pillar_missing", "decode", {"contents_pillar": "nosuch"})
case("both", "decode", {"contents_pillar": "a", "encoded_data": "aGVsbG8K"}, pillar={"a": "aGVsbG8K"})
case("neither", "decode", {})
case("lines", "decode", {"encoded_data": "aGVs\nbG8K\n"})
case("broken", "decode", {"encoded_data": "a"})
case("sha", "decode", {"encoded_data": "aGVsbG8K", "checksum": "sha256"}, before={"f": "x\n"})
case("salt", "cached", {"name": "salt://a"}, files={"a": "a\n"})
case("missing", "cached", {"name": "salt://nosuch"})
case("absolute", "cached", {"name": "$R/f"}, before={"f": "a\n"})
case("absolute_missing", "cached", {"name": "$R/f"})
case("not_there", "not_cached", {"name": "salt://a"}, files={"a": "a\n"})
tree("cached_and_not", """
salt://a:
  file.cached: []
gone:
  file.not_cached:
    - name: salt://a
""", files={"a": "a\n"})
case("fifo", "mknod", {"ntype": "p"})
case("bad", "mknod", {"ntype": "x"})
OLD = {"d/a.log": "a", "d/b.txt": "b", "d/s/c.log": "c", "d/l": "-> a.log"}
case("all", "tidied", {"name": "$R/d"}, before=OLD)
case("match", "tidied", {"name": "$R/d", "matches": [".*\\.log"]}, before=OLD)
case("age", "tidied", {"name": "$R/d", "age": 1}, before=OLD)
case("size", "tidied", {"name": "$R/d", "size": 10, "age": 1}, before=OLD)
case("rmdirs", "tidied", {"name": "$R/d", "rmdirs": True}, before=OLD)
case("exclude", "tidied", {"name": "$R/d", "exclude": ["b.*"]}, before=OLD)
case("no_links", "tidied", {"name": "$R/d", "rmlinks": False}, before=OLD)
case("none", "tidied", {"name": "$R/d"})
case("empty", "tidied", {"name": "$R/d"}, before={"d": None})
case("full_path", "tidied", {"name": "$R/d", "matches": [".*/s/.*"], "full_path_match": True}, before=OLD)
case("and", "tidied", {"name": "$R/d", "age": 1, "size": 0, "age_size_logical_operator": "AND"}, before=OLD)
case("only_size", "tidied", {"name": "$R/d", "age": 5, "size": 1, "age_size_only": "size"}, before=OLD)
case("relative", "tidied", {"name": "d"})
case("empty_directory", "pruned", {"name": "$R/d"}, before={"d": None})
case("full_directory", "pruned", {"name": "$R/d"}, before={"d/a": "a"})
case("recurse", "pruned", {"name": "$R/d", "recurse": True}, before={"d/e/f": None, "d/g/h": "x"})
case("none", "pruned", {"name": "$R/d"})
BACKUPS = {f"d/{day:02}_2026-01-{day:02}": "x" for day in range(1, 21)}
case("recent", "retention_schedule", {"name": "$R/d", "retain": {"most_recent": 3}, "strptime_format": "%d_%Y-%m-%d"}, before=BACKUPS)
case("weekly", "retention_schedule", {"name": "$R/d", "retain": {"most_recent": 1, "first_of_week": 2}, "strptime_format": "%d_%Y-%m-%d"}, before=BACKUPS)
case("none", "retention_schedule", {"name": "$R/d", "retain": {"most_recent": 1}})

# requisites
tree("requisites_onchanges", """
changed:
  file.managed: [{name: $R/a}, {contents: x}]
same:
  file.managed: [{name: $R/b}, {contents: x}]
after changed:
  test.succeed_with_changes:
    - onchanges: [{file: changed}]
after same:
  test.succeed_with_changes:
    - onchanges: [{file: same}]
""", before={"b": "x\n"})
tree("requisites_watch", """
changed:
  file.managed: [{name: $R/a}, {contents: x}]
watching:
  test.nop:
    - watch: [{file: changed}]
file watching:
  file.managed:
    - name: $R/c
    - contents: c
    - watch: [{file: changed}]
""")
tree("requisites_failed", """
fails:
  file.managed: [{name: $R/no/a}, {contents: x}]
after:
  file.managed:
    - name: $R/b
    - contents: b
    - require: [{file: fails}]
""")
tree("requisites_same_run", """
directory:
  file.directory: [{name: $R/d}]
inside:
  file.managed:
    - name: $R/d/f
    - contents: f
    - require: [{file: directory}]
""")
tree("reload_modules", """
$R/a:
  file.managed:
    - contents: x
    - reload_modules: True
""")
tree("several_names", """
several:
  file.managed:
    - names:
      - $R/a
      - $R/b: [{contents: other}]
    - contents: same
    - mode: '0600'
""")
tree("unless_creates", """
$R/a:
  file.managed:
    - contents: x
    - unless: 'true'
$R/b:
  file.managed:
    - contents: x
    - creates: $R/c
""", before={"c": ""})
