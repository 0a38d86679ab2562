"""The calls that are recorded: group -> [(function, args, kwargs, how)]. {d} is the directory of the case.

how: None, the whole answer; "shape", its types alone; "kind", its type alone; a list of keys, these alone.
"""

# Functions that are not here, and those whose answers are the machine's alone.
NOT_RECORDED = """
    data.get
    data.has_key
    data.items
    data.keys
    disk.blkid
    disk.get_fstype_from_path
    hosts.get_alias
    hosts.get_ip
    hosts.has_pair
    hosts.list_hosts
    locale.avail
    locale.list_avail
    lowpkg.list_pkgs
    mount.swaps
    network.active_tcp
    network.arp
    network.dig
    network.fqdns
    network.get_bufsize
    network.get_route
    network.netstat
    pkg.get_selections
    pkg.info_installed
    pkg.list_repos
    ps.boot_time
    ps.disk_usage
    ps.get_pid_list
    ps.pgrep
    ps.swap_memory
    ps.total_physical_memory
    ps.virtual_memory
    random.shadow_hash
    saltutil.find_cached_job
    saltutil.list_extmods
    shadow.default_hash
    shadow.gen_password
    shadow.info
    status.cpuinfo
    status.cpustats
    status.custom
    status.diskstats
    status.netdev
    status.netstats
    status.pid
    status.procs
    status.vmstats
    status.w
    sys.argspec
    sys.list_functions
    sys.list_modules
    sys.list_renderers
    sys.list_returners
    sys.list_state_functions
    sys.state_argspec
    sysctl.show
    temp.dir
    temp.file
    timezone.get_hwclock
    network.ping
    pkg.get_selections
    pkg.latest_version
    pkg.upgrade_available
    timezone.get_zone
""".split()

BY_COMMAND_LINE = ["defaults.get", "pillar.file_exists"]

CONFIG = {"pillar_merge_lists": False}


def many(name, *calls):
    return [(name, *call) for call in calls]


LOOKUP = {"Debian": {"pkg": "apache2", "o": {"a": 1}}, "RedHat": {"pkg": "httpd"}, "default": {"pkg": "www", "o": {"b": 2}}}
RUN = ["retcode", "stdout", "stderr"]
STATS = ["gid", "group", "mode", "size", "target", "type", "uid", "user", "mtime", "sum"]

CASES = {
    "pillar": [
        *many("pillar.get", (["app:name"],), (["app:users:1"],), (["app:nosuch"],), (["nosuch", 5],), (["nothing", "d"],), (["zero", "d"],), (["off", "d"],),
              (["app", {"port": 1, "new": 2, "opts": {"q": 1}}, True],), (["app:users", ["zoe", "ann"]], {"merge": True}),
              (["app/opts/x/y"], {"delimiter": "/"}), (["my.dotted"],), (["list:2:k"],), (["list:9"],), (["list:k"],), (["text:x", "d"],), (["app", {"users": ["q"]}], {"merge": True, "merge_nested_lists": True}),
              (["nosuch", {"a": 1}], {"merge": True}), (["text", {"a": 1}], {"merge": True}), (["nosuch", "x"], {"merge": True}), (["app:port:x"],), (["app:users:*"],), ([""],), (["flag", "d"],)),
        *many("pillar.fetch", (["app:name"],), (["nosuch", "d"],)),
        *many("pillar.item", (["app:port", "nosuch"],), (["text"], {"default": "x"}), (["nosuch"], {"default": "x"}), (["app/port"], {"delimiter": "/"}), ([],)),
        *many("pillar.items", (["text", "nosuch"],), (["app:name"],)),
        *many("pillar.raw", (["text"],), (["nosuch"],), (["nothing"],)),
        *many("pillar.keys", (["app"],), (["text"],), (["nosuch"],), (["list"],), (["app|opts"], {"delimiter": "|"})),
        ("pillar.ls",), ("pillar.obfuscate",),
        *many("pillar.file_exists", (["all.sls"],), (["nosuch.sls"],), (["all.sls", "base"],), (["all.sls", "dev"],), (["{d}/pillar/all.sls"],)),
        *many("pillar.filter_by", ([{"web": {"x": 1}, "default": {"x": 0}}, "role"],), ([{"db": 1}, "role"],), ([{"db": 1, "default": 2}, "nosuch"],),
              ([{"web": {"x": 1}}, "role"], {"merge": {"y": 2}}), ([LOOKUP, "os_family"], {"base": "default"}), ([LOOKUP, "os_family", {"o": {"c": 3}}],), ([{"w*": 3}, "role"],)),
    ],
    "grains": [
        *many("grains.get", (["os"],), (["cfg:a:b"],), (["cfg:list:1"],), (["nosuch", "d"],), (["none", "d"],), (["zero", "d"],), (["cfg/a/b"], {"delimiter": "/"}), (["roles:0"],), (["nosuch"],)),
        *many("grains.item", (["os", "zero"],), (["cfg:a:b"],), (["nosuch"], {"default": "x"}), (["nosuch"],), ([],), (["os"], {"sanitize": True})),
        *many("grains.has_value", (["os"],), (["zero"],), (["empty"],), (["cfg:a:b"],), (["nosuch"],), (["none"],)),
        *many("grains.fetch", (["os"],), (["nosuch", "d"],)),
        *many("grains.equals", (["os", "Debian"],), (["os", "debian"],), (["zero", "0"],), (["zero", 0],), (["yes", "True"],), (["yes", True],), (["roles", ["web", "db"]],), (["nosuch", ""],), (["num", 1.5],), (["cfg:a:b", "deep"],), (["none", None],), (["nosuch", None],)),
        *many("grains.filter_by", ([LOOKUP],), ([LOOKUP], {"grain": "nosuch"}), ([LOOKUP], {"merge": {"o": {"c": 3}}}), ([LOOKUP], {"base": "default"}),
              ([{"web": 1, "db": 2}], {"grain": "roles"}), ([{"db": 2, "web": 1}], {"grain": "roles"}), ([{"D*": 7}],), ([{"12": "a", "default": "b"}], {"grain": "osmajorrelease"}), ([{"x": 1}],), ([{"x": {"a": 1}}], {"default": "x"}),
              ([{"x": {"a": 1}}], {"default": "x", "merge": {"b": 2}}), ([{"deep": "found"}], {"grain": "cfg:a:b"}), ([{"Debian": "text"}], {"base": "nosuch"}), ([{"Debian": {"a": 1}}], {"merge": 5}), ([{"Debian": "text"}], {"merge": {"a": 1}}), ([{"Debian": None, "base": {"b": 1}}], {"base": "base"}), ([{}],), ([5],),
              ([{"RedHat": 1, "default": 3}], {"default": None}), ([{"Debian": {"l": [1]}, "default": {"l": [2]}}], {"base": "default"}), ([LOOKUP], {"base": "nosuch"}), ([{"[Dd]ebian": 1}],), ([{"debian": 1}],)),
    ],
    "config": [
        *many("config.get", (["my_option"],), (["nested_option:a:b"],), (["app:port"],), (["os"],), (["nosuch", "d"],), (["nosuch"],), (["os"], {"omit_grains": True}), (["app:port", 5], {"omit_pillar": True}), (["hidden"],), (["hidden"], {"omit_master": True}), (["role"],), (["nested_option/a/b"], {"delimiter": "/"}),
              (["my_option"], {"omit_opts": True}), (["app", {"z": 1}], {"merge": "recurse"}), (["os_family"], {"merge": "recurse"}), (["cfg", {}], {"merge": "overwrite"}), (["nosuch", {"a": 1}], {"merge": "recurse"}), (["file_client"],), (["none", "d"],), (["nothing", "d"],)),
        *many("config.option", (["my_option"],), (["os"],), (["role"],), (["nosuch"],), (["nosuch", "d"],), (["hidden"],), (["os"], {"omit_grains": True}), (["role"], {"omit_all": True}), (["my_*"], {"wildcard": True}), (["nested_option"],), (["nested_option:a"],), (["none"],)),
        *many("config.merge", (["my_option"],), (["app"],), (["nosuch", "d"],), (["nested_option"],), (["os"],), (["app"], {"omit_pillar": True})),
        *many("config.dot_vals", (["my"],), (["nosuch"],)),
        *many("config.manage_mode", ([644],), (["0644"],), (["'0755'"],), ([None],), ([0],), ([7],), (["04755"],)),
        *many("config.valid_fileproto", (["salt://x"],), (["http://x"],), (["s3://x"],), (["nosuch://x"],), (["/x"],), (["swift://a"],), (["https://a"],), (["ftp://a"],), (["file:///a"],)),
        *many("config.backup_mode", ([],), (["minion"],)),
    ],
    "environ": [
        *many("environ.get", (["NOSUCH_VARIABLE"],), (["NOSUCH_VARIABLE", "d"],), (["HOME"], {}, "shape"), ([5],)),
        *many("environ.has_value", (["NOSUCH_VARIABLE"],), (["PATH"],), (["PATH", "x"],), (["NOSUCH_VARIABLE", "x"],)),
        *many("environ.item", (["NOSUCH_VARIABLE"],), ([["NOSUCH_VARIABLE", "NOSUCH_TOO"], "d"],), (["NOSUCH_VARIABLE", None],)),
        ("environ.items", [], {}, "kind"),
    ],
    "file": [
        *many("file.file_exists", (["{d}/data/a.txt"],), (["{d}/data/dir"],), (["{d}/data/nosuch"],), (["{d}/data/link"],), (["{d}/data/broken"],), (["~nosuchuser/x"],)),
        *many("file.directory_exists", (["{d}/data/dir"],), (["{d}/data/a.txt"],), (["{d}/data/dirlink"],), (["{d}/data/nosuch"],)),
        *many("file.path_exists_glob", (["{d}/data/*.txt"],), (["{d}/data/*.nope"],), (["{d}/*/dir/?.log"],), (["{d}/data/[ab].*"],)),
        *many("file.access", (["{d}/data/a.txt", "f"],), (["{d}/data/a.txt", "r"],), (["{d}/data/a.txt", "x"],), (["{d}/data/run.sh", "x"],), (["{d}/data/nosuch", "f"],), (["{d}/data/a.txt", "q"],), (["{d}/data/a.txt", 4],), (["{d}/data/a.txt", "w"],)),
        *many("file.read", (["{d}/data/a.txt"],), (["{d}/data/umlaut.txt"],), (["{d}/data/nosuch"],), (["{d}/data/empty"],), (["{d}/data/a.txt", True],), (["{d}/data/dir"],)),
        *many("file.basename", (["/a/b.c"],), (["/a/b/"],), (["x"],), ([""],), (["/"],)),
        *many("file.dirname", (["/a/b.c"],), (["/a/b/"],), (["x"],), ([""],), (["/x"],), (["//x"],)),
        *many("file.join", (["/", "usr", "local"],), (["a", "b"],), (["/a", "/b"],), (["/a/", "b/", "c"],), ([],), (["a", ""],)),
        ("file.pardir",),
        *many("file.normpath", (["/a/../b//c/./d"],), (["a/.."],), (["//a"],), (["///a"],), ([""],), (["../x"],), (["/.."],)),
        *many("file.get_hash", (["{d}/data/a.txt"],), (["{d}/data/a.txt", "md5"],), (["{d}/data/a.txt", "sha1"],), (["{d}/data/a.txt", "sha512"],), (["{d}/data/nosuch"],), (["{d}/data/a.txt", "nope"],), (["{d}/data/a.txt", "sha224"],), (["{d}/data/a.txt", "sha384"],)),
        *many("file.get_sum", (["{d}/data/a.txt"],), (["{d}/data/a.txt", "md5"],), (["{d}/data/nosuch"],)),
        *many("file.check_hash", (["{d}/data/a.txt", "md5=5f04d2a8e5b5ec13c8d4f4c1cf3ff1d6"],), (["{d}/data/nonl.txt", "md5:2d4d1d5d9d1d9d1d5d9d1d9d1d5d9d1d"],), (["{d}/data/a.txt", "zzz"],), (["{d}/data/empty", "d41d8cd98f00b204e9800998ecf8427e"],), (["{d}/data/empty", "md5:d41d8cd98f00b204e9800998ecf8427e"],), (["{d}/data/empty", "md5=d41d8cd98f00b204e9800998ecf8427e"],)),
        *many("file.get_mode", (["{d}/data/a.txt"],), (["{d}/data/sticky"],), (["{d}/data/nosuch"],), (["{d}/data/link"],), (["{d}/data/link", False],), (["{d}/data/dir"],)),
        *many("file.get_user", (["/etc/passwd"],), (["{d}/data/nosuch"],), (["/etc/passwd", False],)),
        *many("file.get_group", (["/etc/passwd"],), (["{d}/data/nosuch"],)),
        *many("file.get_uid", (["/etc/passwd"],), (["{d}/data/nosuch"],)),
        *many("file.get_gid", (["/etc/passwd"],), (["{d}/data/nosuch"],)),
        *many("file.uid_to_user", ([0],), ([398765],), (["x"],), ([""],), (["0"],)),
        *many("file.gid_to_group", ([0],), ([398765],), ([""],)),
        *many("file.user_to_uid", (["root"],), (["nosuchuser"],), ([0],), (["12"],)),
        *many("file.group_to_gid", (["root"],), (["nosuchgroup"],), ([0],)),
        *many("file.is_link", (["{d}/data/link"],), (["{d}/data/a.txt"],), (["{d}/data/nosuch"],), (["{d}/data/broken"],)),
        *many("file.is_hardlink", (["{d}/data/link"],), (["{d}/data/a.txt"],), (["{d}/data/nosuch"],)),
        *many("file.is_fifo", (["{d}/data/a.txt"],), (["{d}/data/nosuch"],)),
        *many("file.is_chrdev", (["/dev/null"],), (["{d}/data/a.txt"],)),
        *many("file.is_blkdev", (["/dev/null"],), (["{d}/data/nosuch"],)),
        *many("file.get_devmm", (["/dev/null"],), (["{d}/data/a.txt"],), (["{d}/data/nosuch"],)),
        *many("file.readlink", (["{d}/data/link"],), (["{d}/data/link", True],), (["{d}/data/a.txt"],), (["{d}/data/broken"],), (["data/x"],)),
        *many("file.lstat", (["{d}/data/link"], {}, ["st_mode", "st_size", "st_nlink"]), (["{d}/data/nosuch"],), (["{d}/data/a.txt"], {}, ["st_mode", "st_size", "st_mtime", "st_nlink"]), (["{d}/data/a.txt"], {}, "shape")),
        *many("file.stats", (["{d}/data/a.txt"], {}, STATS), (["{d}/data/a.txt", "md5"], {}, STATS), (["{d}/data/link"], {}, STATS), (["{d}/data/link", None, False], {}, ["gid", "group", "mode", "size", "target", "type", "uid", "user"]), (["{d}/data/dir"], {}, ["mode", "type", "target"]), (["/dev/null"], {}, ["type", "mode"]), (["{d}/data/nosuch"],), (["{d}/data/sticky"], {}, STATS), (["{d}/data/a.txt"], {}, "shape")),
        *many("file.statvfs", (["{d}"], {}, "shape"), (["{d}/nosuch"],)),
        *many("file.diskusage", (["{d}/data/a.txt"],), (["{d}/data/dir/deep"],), (["{d}/data/nosuch"],), (["{d}/data/empty"],)),
        *many("file.readdir", (["{d}/data/emptydir"],), (["{d}/data/dir"], {}, "shape"), (["{d}/data/nosuch"],), (["{d}/data/a.txt"],)),
        *many("file.contains", (["{d}/data/a.txt", "two"],), (["{d}/data/a.txt", "nope"],), (["{d}/data/nosuch", "x"],), (["{d}/data/a.txt", "tw"],), (["{d}/data/a.txt", "t.o"],), (["{d}/data/a.txt", "one\ntwo"],), (["{d}/data/b.conf", "  indented  "],)),
        *many("file.contains_regex", (["{d}/data/a.txt", "^t.o$"],), (["{d}/data/a.txt", "hre"],), (["{d}/data/b.conf", "off"], {"lchar": "#"}), (["{d}/data/nosuch", "x"],), (["{d}/data/b.conf", "^off"], {"lchar": "#"})),
        *many("file.contains_glob", (["{d}/data/a.txt", "three*"],), (["{d}/data/a.txt", "hree*"],), (["{d}/data/a.txt", "t?o"],), (["{d}/data/nosuch", "x"],), (["{d}/data/nonl.txt", "no*"],)),
        *many("file.search", (["{d}/data/a.txt", "^two$"],), (["{d}/data/a.txt", "^TWO"],), (["{d}/data/a.txt", "^TWO"], {"flags": ["IGNORECASE"]}), (["{d}/data/nosuch", "x"],), (["{d}/data/nosuch", "x"], {"ignore_if_missing": True}), (["{d}/data/a.txt", "one.two"], {"flags": ["DOTALL"], "multiline": True}), (["{d}/data/a.txt", "one\ntwo"],), (["{d}/data/a.txt", "one\ntwo"], {"multiline": True}), (["{d}/data/a.txt", "one.two"], {"flags": 16}), (["{d}/data/empty", "x"],)),
        *many("file.grep", (["{d}/data/a.txt", "two"], {}, RUN), (["{d}/data/a.txt", "nope"], {}, RUN), (["{d}/data/a.txt", "TWO", "-i"], {}, RUN), (["{d}/data/a.txt", "two", "-c"], {}, RUN), (["{d}/data/a.txt", "two", "-n", "-v"], {}, RUN), (["{d}/data/*.txt", "one"], {}, RUN), (["{d}/data/nosuch", "x"], {}, RUN), (["{d}/data/a.txt", "one\\|three"], {}, RUN)),
        *many("file.find", (["{d}/data"], {"type": "f", "name": "*.txt"}), (["{d}/data/dir"],), (["{d}/data"], {"iname": "A.*"}), (["{d}/data"], {"regex": ".*\\.log$"}), (["{d}/data"], {"type": "d"}), (["{d}/data"], {"type": "l"}), (["{d}/data"], {"type": "fl", "maxdepth": 1}), (["{d}/data"], {"size": "0", "type": "f"}), (["{d}/data"], {"size": "+10b", "type": "f"}), (["{d}/data"], {"grep": "needle", "type": "f"}),
              (["{d}/data"], {"mindepth": 3}), (["{d}/data"], {"name": "x.log", "print": "name"}), (["{d}/data"], {"name": "x.log", "print": "name,size,type,path"}), (["{d}/data/dir"], {"type": "f", "mtime": "1d"}), (["{d}/data/dir"], {"type": "f", "mtime": "+1d"}), (["{d}/nosuch"],), (["{d}/data/*.txt"],), (["{d}/data"], {"owner": "root", "name": "a.txt"}), (["{d}/data", "nosuch=1"],), (["{d}/data"], {"type": "q"}), (["{d}/data"], {"name": "*.log", "maxdepth": 1})),
        *many("file.seek_read", (["{d}/data/a.txt", 3, 4],), (["{d}/data/a.txt", 100, 4],)),
        *many("file.list_backups", (["{d}/data/a.txt"],)),
        *many("file.get_source_sum", ([], {"file_name": "a.txt", "source": "x", "source_hash": "md5=900150983cd24fb0d6963f7d28e17f72"}), ([], {"file_name": "a.txt", "source": "x", "source_hash": "900150983cd24fb0d6963f7d28e17f72"}), ([], {"file_name": "{d}/a.txt", "source": "/x/a.txt", "source_hash": "{d}/data/sums"}), ([], {"file_name": "a", "source": "x", "source_hash": "zz"})),
        *many("file.extract_hash", (["{d}/data/sums"], {"file_name": "a.txt"}), (["{d}/data/sums", "md5", "a.txt"],), (["{d}/data/sums"], {"file_name": "other.txt"}), (["{d}/data/sums", "sha256"],), (["{d}/data/a.txt"],)),
        *many("file.get_diff", (["{d}/data/a.txt", "{d}/data/a.txt"],), (["{d}/data/a.txt", "{d}/data/nonl.txt"],), (["{d}/data/a.txt", "{d}/data/nonl.txt"], {"show_filenames": False}), (["{d}/data/a.txt", "{d}/data/b.conf"], {"show_changes": False}), (["{d}/data/a.txt", "{d}/data/nosuch"],)),
        *many("file.source_list", (["salt://web/init.sls", "", "base"],), ([["salt://nosuch", "salt://web/init.sls"], "", "base"],), ([["salt://nosuch"], "", "base"],), (["{d}/data/a.txt", "h", "base"],), ([[{"salt://web/init.sls": "md5=1"}], "", "base"],)),
    ],
    "file_changes": [
        *many("file.write", (["{d}/data/new", "a", "b"],), (["{d}/data/new"], {"args": ["x", "y"]}), (["{d}/data/a.txt", "only"],)),
        *many("file.append", (["{d}/data/a.txt", "four"],), (["{d}/data/a.txt"], {"args": ["four", "five"]}), (["{d}/data/nonl.txt", "x", "y"],)),
        *many("file.prepend", (["{d}/data/a.txt", "zero"],),),
        *many("file.touch", (["{d}/data/new"],), (["{d}/data/nosuch/new"],)),
        *many("file.truncate", (["{d}/data/a.txt", 3],)),
        *many("file.mkdir", (["{d}/data/newdir"],), (["{d}/data/x/y"],), (["{d}/data/dir"],)),
        *many("file.makedirs", (["{d}/data/m/n/"],), (["{d}/data/m/n"],), (["{d}/data/dir/q"],)),
        *many("file.remove", (["{d}/data/a.txt"],), (["{d}/data/dir"],), (["{d}/data/nosuch"],), (["relative"],), (["{d}/data/link"],)),
        *many("file.rmdir", (["{d}/data/emptydir"],), (["{d}/data/dir"],), (["{d}/data/a.txt"],)),
        *many("file.rename", (["{d}/data/a.txt", "{d}/data/c.txt"],), (["{d}/data/nosuch", "{d}/data/c"],), (["relative", "{d}/data/c"],)),
        *many("file.copy", (["{d}/data/a.txt", "{d}/data/c.txt"],), (["{d}/data/dir", "{d}/data/dir2"], {"recurse": True}), (["{d}/data/nosuch", "{d}/x"],), (["relative", "{d}/x"],)),
        *many("file.move", (["{d}/data/a.txt", "{d}/data/c.txt"],)),
        *many("file.symlink", (["{d}/data/a.txt", "{d}/data/newlink"],), (["{d}/data/a.txt", "relative"],), (["{d}/data/a.txt", "{d}/data/link"],), (["{d}/data/a.txt", "{d}/data/b.conf"],)),
        *many("file.link", (["{d}/data/a.txt", "{d}/data/hard"],)),
        *many("file.set_mode", (["{d}/data/a.txt", "0600"],), (["{d}/data/a.txt", 755],), (["{d}/data/nosuch", "0600"],), (["{d}/data/a.txt", "abc"],)),
    ],
    "cp": [
        *many("cp.get_file_str", (["salt://web/init.sls"],), (["salt://nosuch"],), (["{d}/data/a.txt"],), (["{d}/nosuch"],)),
        *many("cp.list_master", ([], {"prefix": "web/files"}), (["base", "a"],)),
        *many("cp.list_states", ([],)),
        *many("cp.list_master_dirs", ([], {"prefix": "web"}),),
        ("cp.envs",),
        *many("cp.hash_file", (["salt://web/init.sls"],), (["salt://nosuch"],), (["{d}/data/a.txt"],), (["{d}/nosuch"],)),
        *many("cp.is_cached", (["salt://web/init.sls"],), (["{d}/data/a.txt"],)),
        *many("cp.cache_file", (["salt://web/init.sls"],), (["salt://nosuch"],), (["{d}/data/a.txt"],), (["{d}/data/nosuch"],)),
        *many("cp.cache_files", ([["salt://web/init.sls", "salt://a/b/c.sls"]],), (["salt://web/init.sls,salt://nosuch"],)),
        *many("cp.cache_dest", (["salt://web/init.sls"],), (["https://h.example/a/b?c=d"],)),
        *many("cp.cache_dir", (["salt://web/files"],), (["salt://web/files", "base"], {"include_pat": "*two"})),
        *many("cp.get_file", (["salt://web/init.sls", "{d}/got"],), (["salt://web/init.sls", "{d}/data/"],), (["salt://nosuch", "{d}/got"],), (["salt://web/init.sls", "{d}/x/y/got"],), (["salt://web/init.sls", "{d}/x/y/got"], {"makedirs": True}), (["salt://{{ 'web' }}/init.sls", "{d}/got"], {"template": "jinja"}), (["salt://web/init.sls", "{d}/data/emptydir"],)),
        *many("cp.get_dir", (["salt://web/files", "{d}/out"],), (["salt://nosuch", "{d}/out"],)),
        *many("cp.get_template", (["salt://web/conf.tmpl", "{d}/got"],), (["salt://web/conf.tmpl", "{d}/got"], {"who": "me"}), (["salt://nosuch", "{d}/got"],), (["salt://web/map.jinja", "{d}/got"],)),
        *many("cp.get_url", (["salt://web/init.sls", "{d}/got"],), (["salt://web/init.sls"],), (["salt://web/init.sls", None],), (["{d}/data/a.txt", "{d}/got"],), (["{d}/data/a.txt"],), (["{d}/data/a.txt", None],), (["salt://nosuch", "{d}/got"],), (["{d}/nosuch", None],), (["file://{d}/data/a.txt", None],)),
        *many("cp.stat_file", (["salt://web/init.sls"],), (["salt://web/init.sls"], {"octal": False}), (["salt://nosuch"],)),
    ],
}

CASES |= {
    "cmd": [
        *many("cmd.run", (["echo hi"],), (["echo a; echo b >&2"], {"python_shell": True}), (["echo $X"], {"env": {"X": "v"}, "python_shell": True}), (["echo $X"], {"env": [{"X": "v"}], "python_shell": True}), (["pwd"], {"cwd": "{d}/data"}), (["exit 3"], {"python_shell": True}), (["cat"], {"stdin": "input"}), (["printf 'a\\n\\n'"], {"rstrip": False}), (["printf 'a\\n\\n'"],), (["nosuchcommand_x"],), (["nosuchcommand_x"], {"python_shell": True}), (["echo {{ pillar.text }}"], {"template": "jinja"}),
              (["umask"], {"umask": "077", "python_shell": True}), ([["printf", "%s", "a b"]],), (["echo hi"], {"cwd": "/nosuch"}), (["sleep 20"], {"timeout": 1}), (["echo a | tr a b"],), (["echo a | tr a b"], {"python_shell": True}), (["echo $LANG-$LC_ALL"], {"python_shell": True}), (["echo $LANG"], {"python_shell": True, "reset_system_locale": False, "env": {"LANG": "de"}}), (["id -un"], {"runas": "nosuchuser"}), (["echo hi"], {"hide_output": True}), ([""],), (["env"], {"clean_env": True, "env": {"A": "b"}, "python_shell": True}, "kind"),
              (["echo $0"], {"shell": "/bin/sh", "python_shell": True}), (["exit 3"], {"python_shell": True, "raise_err": True}), (["echo a b | wc -w"], {"shell": "/bin/sh"}), (["echo 'a  b'"],), ([5],), (["echo hi"], {"shell": "/nosuchshell"}), (["echo $HOME"], {"python_shell": False}), (["echo {d}/data/*.conf"], {"python_shell": True}), (["echo {d}/data/*.conf"],), (["false"], {"raise_err": True}), (["echo hi"], {"cwd": "relative"}), (["echo hi"], {"nosuch": 1}), (["printf 'a\\nb\\n'"], {"prepend_path": "/x"}), (["echo $PATH"], {"prepend_path": "/xyz", "env": {"PATH": "/bin:/usr/bin"}, "python_shell": True})),
        *many("cmd.run_stdout", (["echo a; echo b >&2"], {"python_shell": True}), (["exit 2"], {"python_shell": True})),
        *many("cmd.run_stderr", (["echo a; echo b >&2"], {"python_shell": True}),),
        *many("cmd.run_all", (["echo a; echo b >&2; exit 4"], {"python_shell": True}, ["retcode", "stdout", "stderr"]), (["true"], {}, "shape"), (["sleep 20"], {"timeout": 1}, ["retcode", "stdout", "stderr"]), (["echo a; echo b >&2"], {"python_shell": True, "redirect_stderr": True}, ["retcode", "stdout", "stderr"]), (["exit 3"], {"python_shell": True, "success_retcodes": [3]}, ["retcode", "stdout"]), (["exit 3"], {"python_shell": True, "ignore_retcode": True}, ["retcode"]), (["echo ok; exit 3"], {"python_shell": True, "success_stdout": ["ok"]}, ["retcode"]), (["nosuchcommand_x"], {}, ["retcode"]), (["kill -9 $$"], {"python_shell": True}, ["retcode"]), (["echo hi"], {"hide_output": True}, ["retcode", "stdout", "stderr"])),
        *many("cmd.retcode", (["true"],), (["exit 7"], {"python_shell": True}), (["nosuchcommand_x"], {"python_shell": True}), (["kill -15 $$"], {"python_shell": True}), (["false"],)),
        *many("cmd.shell", (["echo a | tr a b"],), (["echo a >&2; exit 1"],), (["for i in 1 2; do echo $i; done"],)),
        *many("cmd.which", (["sh"],), (["nosuchcommand_x"],), (["/bin/sh"],)),
        *many("cmd.which_bin", ([["nosuchcommand_x", "sh"]],), ([["nosuchcommand_x"]],), (["sh"],)),
        *many("cmd.has_exec", (["sh"],), (["nosuchcommand_x"],)),
        *many("cmd.script", (["salt://web/script.sh", "one"], {}, ["retcode", "stderr"]), (["salt://web/tmpl.sh", "x y"], {"template": "jinja"}, ["retcode", "stdout"]), (["salt://nosuch"], {}, ["retcode", "stdout", "stderr", "cache_error"]), (["{d}/data/run.sh", "p q"], {}, ["retcode", "stdout"]), (["salt://web/script.sh"], {"args": ["k"]}, ["retcode", "stderr"])),
        *many("cmd.script_retcode", (["salt://web/script.sh"],), (["{d}/data/run.sh"],)),
        *many("cmd.exec_code", (["sh", "echo from code"],), (["nosuchlang_x", "1"],)),
        *many("cmd.exec_code_all", (["sh", "echo a; exit 3"], {}, ["retcode", "stdout", "stderr"])),
        ("cmd.shells", [], {}, "kind"),
    ],
    "slsutil": [
        *many("slsutil.merge", ([{"a": {"b": 1, "l": [1]}}, {"a": {"c": 2, "l": [2]}}],), ([{"a": [1]}, {"a": [2]}], {"merge_lists": True}), ([{"a": {"b": 1}}, {"a": {"c": 2}}], {"strategy": "overwrite"}), ([{"a": {"b": 1}, "x": 1}, {"a": {"c": 2}}], {"strategy": "recurse"}), ([{"a": [1]}, {"a": [2]}], {"strategy": "aggregate"}), ([{"a": [1]}, {"a": [2]}], {"strategy": "list"}), ([{"a": 1}, {"a": {"b": 2}}],), ([{"a": {"b": 2}}, {"a": 1}],), ([{"a": {"b": 2}}, {"a": None}],), ([{"a": 1}, {"b": 2}], {"strategy": "none"}), ([{"a": 1}, {"a": 2}], {"strategy": "nosuch"}), ([{}, {"a": 1}],), ([[1], [2]],), ([{"a": [1, 2]}, {"a": [2, 3]}], {"strategy": "recurse", "merge_lists": True}), ([{"a": 1}, {"a": 2}], {"strategy": "recurse_list"}), ([{"a": {"x": 1}}, {"a": {"x": 2, "y": 3}}], {"strategy": "recurse_list"})),
        *many("slsutil.merge_all", ([[{"a": 1}, {"b": 2}, {"a": 3}]],), ([[]],), ([[{"a": [1]}, {"a": [2]}, {"a": [3]}]], {"merge_lists": True}), ([[{"a": {"x": 1}}, {"a": {"y": 1}}]], {"strategy": "overwrite"})),
        *many("slsutil.update", ([{"a": {"b": 1}}, {"a": {"c": 2}}],), ([{"a": {"b": 1}}, {"a": {"c": 2}}], {"recursive_update": False}), ([{"a": [1]}, {"a": [1, 2]}], {"merge_lists": True}), ([{"a": [1]}, {"a": [2]}],), ([{"a": 1}, {"a": None}],), ([5, {"a": 1}],), ([{"a": {"b": 1}}, {"a": 5}],), ([{"a": 5}, {"a": {"b": 1}}],)),
        *many("slsutil.renderer", ([], {"string": "a: 1\nb: [x]"}), ([], {"string": "a: {{ pillar.text }}"}), (["salt://web/data.yaml"],), (["salt://web/mix.yaml.jinja"], {"extra": "e"}), (["{d}/states/web/data.yaml"],), ([], {"string": "#!json\n{\"a\": 1}"}), ([], {"string": "{{ 1 + 1 }}", "default_renderer": "jinja"}), (["salt://web/shebang.sls"],), (["salt://nosuch"],), ([],), ([], {"string": ""}), ([], {"string": "text only"}), ([], {"string": "{{ v }}", "default_renderer": "jinja", "v": 5}), ([], {"string": "[1, 2]"}), ([], {"string": "a: {{ nosuch }}"}), (["salt://web/data.json"], {"default_renderer": "json"}), ([], {"string": "a: [", "default_renderer": "yaml"}), (["salt://web/map.jinja"], {"default_renderer": "jinja"})),
        *many("slsutil.serialize", (["json", {"a": [1, None]}],), (["yaml", {"a": [1, None], "b": "x"}],), (["json", {"b": 1, "a": 2}], {"indent": 2}), (["nosuch", {}],), (["yaml", {"a": {"b": 1}}], {"default_flow_style": False}), (["json", {"b": 1, "a": 2}], {"sort_keys": True}), (["json", "x"],), (["python", {"a": True, "b": None}],), (["json", {"u": "ü"}],), (["yaml", [1, "x: y", True, None, 1.5]],), (["yaml", {"t": "a\nb\n"}],), (["plist", {"a": 1}],), (["configparser", {"s": {"k": "v"}}],), (["configparser", {"s": {"K": "one\ntwo", "n": 1, "t": True}, "e": {}}],), (["configparser", {"s": {"k": None}}],), (["configparser", {"s": "v"}],), (["configparser", "v"],), (["toml", {"a": 1}],)),
        *many("slsutil.deserialize", (["json", "{\"a\": [1, null]}"],), (["yaml", "a: 1\nb: [x]\n"],), (["json", "{"],), (["yaml", "a: ["],), (["nosuch", "x"],), (["yaml", "0644"],), (["configparser", "[s]\nk = v\n"],), (["configparser", "[DEFAULT]\nd: 1\n[s] ; x\nK = one\n # c\n  two\n\n  [three]\n[t]\n"],), (["configparser", "k = v\n[s]\n"],), (["configparser", "[s]\n[s]\n"],), (["configparser", "[s]\nk=1\nK=2\n"],), (["configparser", "[s]\nbare\n"],)),
        *many("slsutil.boolstr", ([True],), ([False],), (["yes", "on", "off"],), (["no", "on", "off"],), ([1, "a", "b"],), ([None, "a", "b"],), (["x", "a", "b"],), (["False"],), ([0.0],), (["TRUE"],), (["2"],), ([[]],)),
        *many("slsutil.banner", ([],), ([], {"width": 40, "title": "T", "text": "some text here that should be wrapped at forty"}), ([], {"commentchar": "//", "borderchar": "*"}), ([], {"blockstart": "/*", "blockend": "*/", "commentchar": " *"}), ([], {"text": "a\nb", "newline": True}), ([], {"width": 10, "text": "longwordlongword"}), ([], {"title": "Only title"}), ([], {"width": 30, "borderchar": "", "text": "x"})),
        *many("slsutil.file_exists", (["web/init.sls"],), (["web"],), (["nosuch"],)),
        *many("slsutil.dir_exists", (["web"],), (["web/init.sls"],), (["web/files/sub"],), (["nosuch"],), (["w"],)),
        *many("slsutil.path_exists", (["web"],), (["web/init.sls"],), (["nosuch"],)),
        *many("slsutil.findup", (["a/b/c", "find.me"],), (["a/b", ["nosuch", "find.me"]],), (["a/b", "top.sls"],), (["a", "nosuch"],), (["", "top.sls"],), (["a/b", 5],), (["web", ["init.sls", "top.sls"]],)),
    ],
    "defaults": [
        *many("defaults.merge", ([{"a": {"b": 1}}, {"a": {"c": 2}}],), ([{"a": [1]}, {"a": [2]}], {"merge_lists": True}), ([{"a": 1}, {"a": 2}],), ([{"a": None}, {"a": 2}],), ([{"a": 1}, {"a": None}], {"convert_none": False}), ([None, {"a": 1}],), ([{"a": 1}, None],), ([{"a": {"b": 1}}, {"a": {"b": None}}],), ([{"a": 1}, {"b": 2}], {"in_place": False}), ([None, {"a": 1}], {"convert_none": False})),
        *many("defaults.deepcopy", ([{"a": [1, {"b": 2}]}],), ([5],)),
        *many("defaults.update", ([{"a": 1}, {"d": 2}],), ([{"x": {"a": 1}, "y": {"a": 2, "l": [9]}}, {"a": 0, "b": 5, "l": [1]}],), ([{"x": {"l": [1]}}, {"l": [2]}], {"merge_lists": False}), ([{"x": {}}, {"l": [2]}], {"in_place": False}), ([{"x": None}, {"l": [2]}],), ([{}, {"a": 1}],)),
        *many("defaults.get", (["shop:port"],), (["shop:nosuch", "d"],), (["nosuch:x", "d"],), (["web:key:sub"],), (["web:top"],), (["shop"],), (["shop:users:0"],)),
    ],
    "targets": [
        *many("match.glob", (["web-*"],), (["db*"],), (["*"],), (["db*", "db1"],), (["web-[0-9].*"],)),
        *many("match.pcre", (["web-\\d"],), (["eb"],), ([".*com$"],), (["web", "x"],)),
        *many("match.list", (["a,web-1.example.com"],), ([["a", "web-1.example.com"]],), (["a,b"],), (["a,b", "b"],)),
        *many("match.grain", (["os:Debian"],), (["os:deb*"],), (["roles:web"],), (["cfg:a:b:deep"],), (["cfg|a|b|deep"], {"delimiter": "|"}), (["os:Red*"],), (["nosuch:*"],), (["os"],)),
        *many("match.grain_pcre", (["os:Deb.*"],), (["os:^ebian"],), (["roles:(web|x)"],)),
        *many("match.pillar", (["role:web"],), (["app:port:8080"],), (["app:users:ann"],), (["role:w*"],), (["nosuch:x"],), (["app|name|shop"], {"delimiter": "|"})),
        *many("match.pillar_pcre", (["role:w.b"],), (["app:port:80.."],)),
        *many("match.ipcidr", (["10.0.0.0/8"],), (["10.1.2.3"],), (["192.168.0.0/16"],), (["fe80::/10"],), (["nonsense"],)),
        *many("match.compound", (["G@os:Debian and web-*"],), (["not G@os:Debian"],), (["I@role:web or db*"],), (["( G@os:RedHat or E@web.* ) and P@roles:w.*"],), (["L@a,b"],), (["N@webs"],), (["N@both"],), (["S@10.0.0.0/8"],), (["J@role:w.b"],), (["G@os:Debian and not E@db.*"],), (["db*", "db1"],), (["and"],), (["web-* web-*"],)),
        *many("match.data", (["x:y"],)),
        *many("match.filter_by", ([{"web-*": {"a": 1}, "db*": {"a": 2}}],), ([{"db*": 2, "default": 3}],), ([{"db*": 2}],), ([{"web-*": {"a": 1}}], {"merge": {"b": 2}}), ([{"G@os:Debian": "deb"}],), ([{"db*": {"a": 2}}], {"minion_id": "db1"}), ([{"web.*": 1}], {"tgt_type": "pcre"}), ([{"x": {"a": 1}}], {"default": "x"})),
        *many("match.search_by", ([{"one": ["web-*"], "two": ["db*"], "three": ["G@os:Debian"]}],), ([{"two": ["db*"]}],), ([{"one": "web-*"}],), ([{"one": ["db*", "web-*"]}],)),
        *many("match.ifelse", (["web-*", {"a": 1}, {"a": 2}],), (["db*", 1, 2],), (["db*", 1],), (["web-*", {"a": 1}, 5], {"merge": {"b": 2}}), (["db*", 1, "web-*", 2, 3],), ([],)),
    ],
    "test": [
        *many("test.echo", (["x"],), ([5],), ([{"a": [1]}],)),
        ("test.ping",), ("test.true",), ("test.false",),
        *many("test.arg", ([1, "x"], {"a": None}),),
        *many("test.arg_type", ([1, "x", None, 1.5, True, [1], {}], {"k": "v"}),),
        *many("test.arg_repr", ([1, "x"], {"k": {"a": 1}}),),
        *many("test.arg_clean", ([1], {"k": 2}),),
        *many("test.kwarg", ([], {"a": 1}),),
       
        *many("test.exception", ([],), (["m"],)), *many("test.retcode", ([],), ([7],)),
        *many("test.assertion", ([True],), ([False],)),
        *many("test.try", (["test.echo"], {"text": "x"}), (["nosuch.fun"],), (["test.exception"],)),
        *many("test.outputter", (["x"],)),
        *many("test.raise_exception", (["ValueError", "m"],)),
        *many("test.rand_str", ([10], {}, "shape")), *many("test.random_hash", ([10], {}, "shape")), *many("test.sleep", ([0.1],)),
        *many("test.cross_test", (["test.echo", ["y"]],)), *many("test.get_opts", ([], {}, "kind")), *many("test.conf_test", ([],)),
        *many("test.versions", ([], {}, "kind")), *many("test.versions_information", ([], {}, "kind")), *many("test.version", ([], {}, "kind")),
    ],
    "hashutil": [
        *many("hashutil.digest", (["abc"],), (["abc", "sha1"],), (["abc", "sha256"],), (["abc", "sha224"],), (["abc", "sha384"],), (["abc", "nosuch"],), (["grün"],)),
        *many("hashutil.digest_file", (["{d}/data/a.txt"],), (["{d}/data/a.txt", "sha256"],), (["{d}/nosuch"],)),
        *many("hashutil.md5_digest", (["abc"],)), *many("hashutil.sha256_digest", (["abc"],)), *many("hashutil.sha512_digest", (["abc"],)),
        *many("hashutil.base64_b64encode", (["get salted"],), (["ü"],), ([""],)), *many("hashutil.base64_b64decode", (["Z2V0IHNhbHRlZA=="],), (["w7w="],), (["!!"],), (["Z2V0"],)),
        *many("hashutil.base64_encodestring", (["get salted"],), (["x" * 100],)), *many("hashutil.base64_decodestring", (["Z2V0IHNhbHRlZA==\n"],)),
        *many("hashutil.base64_encodefile", (["{d}/data/a.txt"],), (["{d}/nosuch"],)), *many("hashutil.base64_decodefile", (["Z2V0", "{d}/out"],)),
        *many("hashutil.hmac_signature", (["get salted", "shared secret", "eBWf9bstXg+NiP5AOwppB5HMvZiYMPzEM9W5YMm/AmQ="],), (["a", "b", "c"],)),
        *many("hashutil.hmac_compute", (["get salted", "shared secret"],)),
        *many("hashutil.github_signature", (["{\"ref\":\"x\"}", "shared secret", "sha1=bd02455c1f6d5a4b9b4d4d8f3d3f3d3d3d3d3d3d"],)),
    ],
    "random": [
        *many("random.hash", (["abc"],), (["abc", "md5"],), (["abc", "sha256"],), (["abc", "nosuch"],)),
        *many("random.str_encode", (["abc"],), (["abc", "hex"],), (["abc", "rot_13"],), (["abc", "nosuch"],), (["abc", "utf-8"],)),
        *many("random.get_str", ([], {}, "shape"), ([5], {}, "shape"), ([3], {"chars": "a"}), ([0],), ([4], {"lowercase": False, "uppercase": False, "digits": False, "punctuation": False})),
        *many("random.rand_int", ([], {}, "shape"), ([4, 5], {}, "shape"), ([5, 5],)),
        *many("random.seed", ([1],), ([10], {"hash": "abc"}), ([100], {"hash": "web-1"}), ([10], {}, "shape")),
        *many("random.shadow_hash", ([], {"crypt_salt": "saltsalt", "password": "pw"}), ([], {"crypt_salt": "saltsalt", "password": "pw", "algorithm": "sha256"}), ([], {"crypt_salt": "saltsalt", "password": "pw", "algorithm": "md5"}), ([], {}, "shape")),
        *many("random.sample", ([["a"], 1],), ([["a", "b", "c"], 2], {}, "shape"), ([[1], 5],)), *many("random.shuffle", ([["a"]],), ([["a", "b"]], {}, "shape"), ([5],)),
    ],
    "network": [
        *many("network.calc_net", (["172.17.0.5", "255.255.255.240"],), (["2a02:f6e:a000:80::1/64"],), (["10.0.0.9/8"],), (["10.0.0.9"],), (["x"],)),
        *many("network.convert_cidr", (["172.31.0.0/16"],), (["10.0.0.5/8"],), (["10.0.0.5"],), (["fe80::/64"],), (["x"],)),
        *many("network.in_subnet", (["127.0.0.0/8"],), (["203.0.113.0/24"],), (["x"],)), *many("network.ip_in_subnet", (["172.17.0.4", "172.16.0.0/12"],), (["1.2.3.4", "10.0.0.0/8"],), (["x", "10.0.0.0/8"],)),
        *many("network.is_loopback", (["127.0.0.1"],), (["10.0.0.1"],), (["::1"],), (["x"],)), *many("network.is_private", (["10.0.0.1"],), (["8.8.8.8"],), (["172.16.1.1"],), (["fe80::1"],), (["x"],)),
        *many("network.reverse_ip", (["127.0.0.1"],), (["2001:db8::1"],), (["x"],)), *many("network.iphexval", (["10.0.0.1"],), (["255.255.255.0"],), (["x"],)),
        *many("network.ip_addrs", ([], {"interface": "lo", "include_loopback": True}), ([], {"interface": "nosuch0"}), ([], {"cidr": "203.0.113.0/24"}), (["lo"],), ([], {"interface": "lo", "include_loopback": True, "cidr": "127.0.0.0/8"}), ([], {}, "kind")),
        *many("network.ipaddrs", (["lo", True],)), *many("network.ip_addrs6", (["nosuch0"],)),
        *many("network.interfaces", ([], {}, "kind")), *many("network.interface", (["lo"],)), *many("network.interface_ip", (["lo"],)),
        *many("network.hwaddr", (["lo"],)), *many("network.hw_addr", (["lo"],)), *many("network.ifacestartswith", (["127."],), (["203.0.113"],)),
        *many("network.subnets", (["lo"],), ([], {}, "kind")), *many("network.ip_networks", (["lo", True],), (["lo", True, True],), ([], {}, "kind")),
        *many("network.get_hostname", ([], {}, "shape")), *many("network.get_fqdn", ([], {}, "shape")), *many("network.default_route", ([], {}, "kind"), (["inet"], {}, "kind"), (["nope"],)), *many("network.routes", ([], {}, "kind"), (["nope"],)),
        *many("network.connect", (["127.0.0.1", 1],), (["127.0.0.1"],), ([""],), (["nosuch.invalid", 80],)), *many("network.get_route", (["127.0.0.1"],), (["x"],)), *many("network.arp", ([], {}, "kind")), *many("network.active_tcp", ([], {}, "kind")), *many("network.netstat", ([], {}, "kind")),
        *many("network.ping", (["127.0.0.1"], {"return_boolean": True}), (["nosuch.invalid"], {"return_boolean": True})),
        *many("network.get_bufsize", (["lo"],)), *many("network.dig", (["nosuch.invalid"], {}, "kind")), *many("network.fqdns", ([], {}, "kind")),
    ],
    "status": [
        *many("status.time", ([], {}, "shape"), (["%Y"], {}, "shape"), (["x%%y"],)), *many("status.loadavg", ([], {}, "shape")), *many("status.uptime", ([], {}, "shape")), *many("status.meminfo", ([], {}, "kind")), *many("status.nproc", ([], {}, "shape")),
        *many("status.cpuinfo", ([], {}, "kind")), *many("status.cpustats", ([], {}, "kind")), *many("status.vmstats", ([], {}, "kind")), *many("status.diskusage", (["/"], {}, "shape"), (["/nosuch"],)), *many("status.version", ([], {}, "shape")), *many("status.w", ([], {}, "kind")), *many("status.procs", ([], {}, "kind")), *many("status.pid", (["nosuchprocess_x"],)), *many("status.netdev", ([], {}, "kind")), *many("status.diskstats", ([], {}, "kind")), *many("status.custom", ([], {}, "kind")), *many("status.netstats", ([], {}, "kind")),
    ],
    "timezone": [*many("timezone.get_zone", ([], {}, "shape")), *many("timezone.get_offset", ([], {}, "shape")), *many("timezone.get_zonecode", ([], {}, "shape")), *many("timezone.get_hwclock", ([], {}, "kind")), *many("timezone.zone_compare", (["Nosuch/Zone"],), (["Europe/Paris"],), (["Etc/UTC"],))],
    "service": [*many("service.available", (["nosuchservice_x"],)), *many("service.missing", (["nosuchservice_x"],)), *many("service.status", (["nosuchservice_x"],)), *many("service.enabled", (["nosuchservice_x"],)), *many("service.disabled", (["nosuchservice_x"],)), *many("service.get_all", ([], {}, "kind")), *many("service.get_enabled", ([], {}, "kind")), *many("service.get_running", ([], {}, "kind"))],
    "pkg": [
        *many("pkg.version", (["bash"], {}, "shape"), (["nosuchpackage_x"],), (["bash", "nosuchpackage_x"], {}, "shape"), ([],), (["ba*"], {}, "kind")),
        *many("pkg.list_pkgs", ([], {}, "kind"), ([], {"versions_as_list": True}, "kind")),
        *many("pkg.version_cmp", (["0.2-001", "0.2.0.1-002"],), (["1.0", "1.0"],), (["1:1.0", "2.0"],), (["2.0~rc1", "2.0"],), (["1.0-1", "1.0-2"],), (["1:1.0", "1.0"], {"ignore_epoch": True}), (["1.10", "1.9"],), (["x", "y"],), ([1.0, 2],), (["1.0a", "1.0"],), (["1.0+b", "1.0"],), (["0", ""],)),
        *many("pkg.normalize_name", (["bash"],), (["bash:amd64"],), (["x:nosucharch"],)), *many("pkg.parse_arch", (["bash:amd64"],), (["bash"],)),
        *many("pkg.latest_version", (["bash"],), (["nosuchpackage_x"],)), *many("pkg.upgrade_available", (["bash"],), (["nosuchpackage_x"],)), *many("pkg.owner", (["/bin/bash"],), (["/nosuch"],), (["/bin/bash", "/nosuch"],)), *many("pkg.file_list", (["bash"], {}, "kind")), *many("pkg.get_selections", ([], {}, "kind"), (["bash"],)), *many("pkg.info_installed", (["bash"], {}, "kind")), *many("pkg.list_repos", ([], {}, "kind")), *many("pkg.file_dict", (["bash"], {}, "kind")),
    ],
    "user": [
        *many("user.info", (["root"], {}, ["uid", "gid", "name", "home", "passwd"]), (["root"], {}, "shape"), (["nosuchuser"],), (["daemon"],)), *many("user.list_users", ([], {}, "kind")), *many("user.list_groups", (["daemon"],), (["nosuchuser"],)), *many("user.primary_group", (["daemon"],), (["nosuchuser"],)), *many("user.getent", ([], {}, "kind")),
        *many("group.info", (["daemon"],), (["nosuchgroup"],), (["root"], {}, ["gid", "name"])), *many("group.getent", ([], {}, "kind")),
    ],
    "disk": [*many("disk.usage", ([], {}, "kind"), (["nope"],)), *many("disk.percent", (["/nosuch"],), ([], {}, "kind")), *many("disk.inodeusage", ([], {}, "kind")), *many("disk.get_fstype_from_path", (["/proc"],), (["/nosuch/deep"], {}, "shape")), *many("disk.blkid", ([], {}, "kind")), *many("mount.active", ([], {}, "kind"), ([], {"extended": True}, "kind")), *many("mount.is_mounted", (["/proc"],), (["/nosuch"],)), *many("mount.fstab", (["{d}/nosuch"],)), *many("mount.swaps", ([], {}, "kind"))],
    "log": many("log.info", (["x"],)) + many("log.debug", (["x"],)) + many("log.warning", (["x"],)) + many("log.error", (["x"],)) + many("log.critical", (["x"],)) + many("log.exception", (["x"],)),
    "saltutil": [
        *[(f"saltutil.sync_{what}",) for what in "all beacons clouds engines executors grains log_handlers matchers modules output outputters pillar proxymodules renderers returners sdb serializers states thorium tops utils wrapper".split()],
        ("saltutil.refresh_pillar",), ("saltutil.pillar_refresh",), ("saltutil.refresh_modules",), ("saltutil.refresh_grains",), ("saltutil.refresh_beacons",), ("saltutil.refresh_matchers",), ("saltutil.running",), *many("saltutil.is_running", (["state.*"],)), *many("saltutil.find_job", (["20200101000000000000"],)), ("saltutil.list_extmods",), ("saltutil.clear_cache",), *many("saltutil.find_cached_job", (["1"],)), ("saltutil.clear_job_cache",), ("saltutil.kill_all_jobs",), ("saltutil.term_all_jobs",), *many("saltutil.kill_job", (["1"],)), *many("saltutil.signal_job", (["1", 9],)), *many("saltutil.term_job", (["1"],)),
    ],
    "mine": [*many("mine.get", (["*", "test.ping"],), (["*", ["a", "b"]],)), *many("mine.send", (["test.ping"],)), *many("mine.update", ([],)), *many("mine.delete", (["x"],)), *many("mine.flush", ([],)), *many("mine.valid", ([],)), *many("event.send", (["a/b", {"x": 1}],)), *many("event.fire", ([{"x": 1}, "t"],)), *many("event.fire_master", ([{"x": 1}, "t"],)),
             *many("publish.publish", (["*", "test.ping"],)), *many("data.get", (["x"],), (["x", "d"],)), *many("data.items", ([],)), *many("data.keys", ([],)), *many("data.has_key", (["x"],))],
    "sys": [*many("sys.list_functions", (["defaults"],), (["match.g*"],)), *many("sys.argspec", (["slsutil.update"],), (["grains.item"],), (["nosuch"],), (["pillar.fetch"],)), *many("sys.list_modules", (["defa*"],)), *many("sys.list_renderers", ([], {}, "kind"), (["json"],)), *many("sys.state_argspec", (["test.nop"],), (["nosuch"],)), *many("sys.list_state_functions", (["timezone"],)), *many("sys.list_returners", ([], {}, "kind"))],
    "small": [
        *many("ini.get_option", (["{d}/data/cfg.ini", "main", "b"],), (["{d}/data/cfg.ini", "main", "zz"],), (["{d}/data/cfg.ini", "nosuch", "b"],)), *many("ini.get_section", (["{d}/data/cfg.ini", "other"],), (["{d}/data/cfg.ini", "nosuch"],)), *many("ini.get_ini", (["{d}/data/cfg.ini"],), (["{d}/ini/odd.ini"],), (["{d}/ini/odd.ini", " "],)),
        *many("sysctl.get", (["kernel.ostype"],), (["nosuch.key"],)), *many("sysctl.show", ([], {}, "kind")), *many("hosts.list_hosts", ([], {}, "kind")), *many("hosts.get_ip", (["nosuch.invalid"],)), *many("hosts.has_pair", (["203.0.113.7", "x"],)), *many("hosts.get_alias", (["203.0.113.7"],)),
        *many("locale.avail", (["C.UTF-8"],), (["xx_XX.UTF-8"],)), *many("locale.list_avail", ([], {}, "kind")), *many("shadow.gen_password", (["pw", "saltsalt"],), (["pw", "saltsalt", "sha256"],)), *many("shadow.info", (["nosuchuser"],)), *many("shadow.default_hash", ([],)),
        *many("ps.num_cpus", ([], {}, "shape")), *many("ps.total_physical_memory", ([], {}, "shape")), *many("ps.pgrep", (["nosuchprocess_x"],)), *many("ps.get_pid_list", ([], {}, "kind")), *many("ps.boot_time", ([], {}, "shape")), *many("ps.virtual_memory", ([], {}, "kind")), *many("ps.swap_memory", ([], {}, "kind")), *many("ps.disk_usage", (["/"], {}, "shape")),
        *many("temp.file", ([], {}, "shape")), *many("temp.dir", ([], {}, "shape")), *many("kernelpkg.active", ([], {}, "shape")), *many("system.get_system_date", ([], {}, "shape")), *many("system.get_system_time", ([], {}, "shape")), *many("system.get_computer_name", ([], {}, "shape")),
        *many("lowpkg.list_pkgs", ([], {}, "kind")),
    ],
    "dns": [
        *many("dnsutil.parse_hosts", (["{d}/nosuch"],), ([], {"hosts": "127.0.0.1 a b\n# c\n\n::1 a\n127.0.0.1 d # e\n"}), (["{d}/data/a.txt"],)),
        *many("dnsutil.hosts_append", (["{d}/hosts", "10.0.0.1", "a,b"],), (["{d}/data/a.txt", "three", "two"],), (["{d}/data/a.txt", "three", "two,four"],)),
        *many("dnsutil.hosts_remove", (["{d}/data/a.txt", "two"],), (["{d}/nosuch", "two"],)),
        *many("dnsutil.parse_zone", ([], {"zone": "$TTL 3H\nexample.com. IN SOA ns1.example.com. admin.example.com. (\n\t2024010101 ; serial\n\t1H\n\t15\n\t2W\n\t1D )\n\tIN NS ns1.example.com.\n@ IN MX 10 mail.example.com.\nwww 300 IN A 10.0.0.1\nftp IN CNAME www\n"}), (["{d}/nosuch"],), ([],), ([], {"zone": "www 300 IN A 10.0.0.1\n"}), ([], {"zone": "a. IN SOA b. c. 1 1H30M 2 3 4\n"}), ([], {"zone": "$TTL\n"})),
        *many("dnsutil.serial", ([], {}, "shape"), (["example.com"], {}, "shape")),
        *many("test.provider", (["test"],), (["cmd"],), (["random"],), (["user"],), (["nosuch"],), (["grains"],)),
    ],
}
