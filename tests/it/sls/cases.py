"""The trees whose rendering and compiling `record.py` records: name, files, what is asked, minion configuration."""

CASES = []


def case(name, files, *asks, **minion):
    """Adds one; a plain text is `states/a.sls`, asked with show_sls and show_low_sls."""
    if isinstance(files, str):
        files = {"states/a.sls": files}
    CASES.append({"name": name, "files": files, "minion": minion, "ask": list(asks) or ["state.show_sls a", "state.show_low_sls a"]})


# Declaration forms.
case("dotted", "x:\n  boto_sqs.present:\n    - region: us-east-1\n    - attributes:\n        DelaySeconds: 20\n")
case("dotted without arguments", "x:\n  test.nop: []\n")
case("dotted empty", "x:\n  test.nop:\n")
case("short", "x:\n  test.nop\n")
case("short without function", "x:\n  test\n")
case("function in the list", "x:\n  test:\n    - nop\n    - a: 1\n")
case("function last in the list", "x:\n  test:\n    - a: 1\n    - nop\n")
case("function key", "x:\n  test:\n    - fun: nop\n")
case("two functions", "x:\n  test:\n    - nop\n    - succeed_without_changes\n")
case("dotted with a function in the list", "x:\n  test.nop:\n    - succeed_without_changes\n")
case("no function", "x:\n  test:\n    - a: 1\n")
case("several modules under one ID", "x:\n  test.nop: []\n  cmd.run:\n    - name: echo\n  boto_sqs:\n    - present\n")
case("the same module twice", "x:\n  test.nop: []\n  test.succeed_without_changes: []\n")
case("the same module dotted and not", "x:\n  test.nop: []\n  test:\n    - nop\n")
case("nested list of mappings", "x:\n  - test.nop\n  - b\n")
case("mapping of arguments", "x:\n  test.nop:\n    a: 1\n    b: 2\n")
case("arguments as text", "x:\n  test.nop: foo\n")
case("arguments as a number", "x:\n  test.nop: 5\n")
case("several keys in one argument", "x:\n  test.nop:\n    - a: 1\n      b: 2\n")
case("an argument twice", "x:\n  test.nop:\n    - a: 1\n    - a: 2\n")
case("a list argument in the list", "x:\n  test.nop:\n    - [a, b]\n")
case("a number in the list", "x:\n  test.nop:\n    - 5\n")
case("null in the list", "x:\n  test.nop:\n    - ~\n")
case("integer ID", "5:\n  test.nop: []\n")
case("boolean ID", "yes:\n  test.nop: []\n")
case("null ID", "~:\n  test.nop: []\n")
case("float ID", "1.5:\n  test.nop: []\n")
case("dotted ID", "a.b:\n  test.nop: []\n")
case("ID with blanks", "make it so:\n  test.nop: []\n")
case("ID with a colon and a slash", "/etc/x:y:\n  test.nop: []\n")
case("function as ID", "boto_sqs.present:\n  test.nop: []\n")
case("ID is a list", "x: [1, 2]\n")
case("ID is null", "x:\n")
case("ID is a number", "x: 5\n")
case("ID is an empty mapping", "x: {}\n")
case("module with two dots", "x:\n  test.nop.foo: []\n")
case("module begins with underscore", "x:\n  __y: []\n  test.nop: []\n")
case("ID begins with underscores", "__x:\n  test.nop: []\n")
case("name", "x:\n  test.nop:\n    - name: y\n")
case("name is a number", "x:\n  test.nop:\n    - name: 5\n")
case("name is null", "x:\n  test.nop:\n    - name: ~\n")
case("name is a list", "x:\n  test.nop:\n    - name: [a]\n")
case("names", "x:\n  test.nop:\n    - names: [a, b, c]\n    - z: 1\n")
case("names with arguments", "x:\n  test.nop:\n    - names:\n      - a\n      - b:\n        - z: 2\n        - y: 3\n    - z: 1\n")
case("names with a mapping of arguments", "x:\n  test.nop:\n    - names:\n      - b:\n          z: 2\n    - z: 1\n")
case("names and name", "x:\n  test.nop:\n    - name: n\n    - names: [a, b]\n")
case("names of one text", "x:\n  test.nop:\n    - names: a\n")
case("names as a mapping", "x:\n  test.nop:\n    - names: {a: 1, b: 2}\n")
case("names empty", "x:\n  test.nop:\n    - names: []\n")
case("names with numbers", "x:\n  test.nop:\n    - names: [1, 2]\n")
case("names twice the same", "x:\n  test.nop:\n    - names: [a, a]\n")
case("names with two keys", "x:\n  test.nop:\n    - names:\n      - a: [{z: 1}]\n        b: [{z: 2}]\n")
case("names unsorted", "x:\n  test.nop:\n    - names: [c, a, b]\n")
case("many names", "x:\n  test.nop:\n    - names: [%s]\n" % ", ".join("n%d" % i for i in range(12)))
case("state argument", "x:\n  test.nop:\n    - state: y\n")
case("fun argument", "x:\n  test.nop:\n    - fun: y\n")
case("order argument in text", "x:\n  test.nop:\n    - order: '5'\n")
case("reserved arguments", "x:\n  test.nop:\n    - __id__: z\n    - __sls__: q\n    - __env__: e\n")

# Order.
case("order numbers", "a:\n  test.nop: [{order: 3}]\nb:\n  test.nop: [{order: 1}]\nc:\n  test.nop: []\nd:\n  test.nop: [{order: 2}]\n")
case("order first and last", "a:\n  test.nop: []\nb:\n  test.nop: [{order: last}]\nc:\n  test.nop: [{order: first}]\nd:\n  test.nop: []\n")
case("order negative", "a:\n  test.nop: [{order: -1}]\nb:\n  test.nop: [{order: -5}]\nc:\n  test.nop: []\nd:\n  test.nop: [{order: last}]\n")
case("order zero and float", "a:\n  test.nop: [{order: 0}]\nb:\n  test.nop: [{order: 1.5}]\nc:\n  test.nop: []\n")
case("order ties", "b:\n  test.nop: [{order: 1}]\na:\n  test.nop: [{order: 1}]\nc:\n  cmd.run: [{order: 1}]\nd:\n  test.fail_without_changes: [{order: 1}, {name: a}]\n")
case("order beyond the counter", "a:\n  test.nop: [{order: 20000}]\nb:\n  test.nop: []\nc:\n  test.nop: [{order: last}]\n")
case("order nonsense", "a:\n  test.nop: [{order: middle}]\nb:\n  test.nop: []\n")
case("order boolean and null", "a:\n  test.nop: [{order: True}]\nb:\n  test.nop: [{order: ~}]\nc:\n  test.nop: []\n")
case("order with names", "a:\n  test.nop: [{order: 5}, {names: [x, y]}]\nb:\n  test.nop: [{order: last}, {names: [x, y]}]\nc:\n  test.nop: [{order: first}, {names: [x, y]}]\n")
case("order of modules under one ID", "x:\n  test.nop: []\n  cmd.run: []\n  boto_sqs.present: []\ny:\n  test.nop: []\n")
case("two last", "b:\n  test.nop: [{order: last}]\na:\n  test.nop: [{order: last}]\nc:\n  test.nop: []\n")

# Requisites and keywords, raw.
case("requisites raw", "x:\n  test.nop:\n    - require:\n      - test: y\n      - sls: a\n      - y\n    - watch_any: [{test: y}]\n    - onfail_all: [{test: y}]\n    - listen: [{test: 'y*'}]\ny:\n  test.nop: []\n")
case("requisite as text", "x:\n  test.nop:\n    - require: y\ny:\n  test.nop: []\n")
case("requisite as a mapping", "x:\n  test.nop:\n    - require: {test: y}\ny:\n  test.nop: []\n")
case("requisite with two keys", "x:\n  test.nop:\n    - require:\n      - test: y\n        cmd: z\ny:\n  test.nop: []\n")
case("requisite with a dot", "x:\n  test.nop:\n    - require:\n      - test.nop: y\ny:\n  test.nop: []\n")
case("requisite on a number", "x:\n  test.nop:\n    - require:\n      - test: 5\n")
case("requisite on a list", "x:\n  test.nop:\n    - require:\n      - test: [y, z]\n")
case("requisite of a number", "x:\n  test.nop:\n    - require: [5]\n")
case("requisite empty", "x:\n  test.nop:\n    - require: []\n    - watch: ~\n")
case("requisite on itself", "x:\n  test.nop:\n    - require: [{test: x}]\n")
case("requisite twice", "x:\n  test.nop:\n    - require: [{test: y}]\n    - require: [{test: z}]\ny:\n  test.nop: []\nz:\n  test.nop: []\n")
case("keywords", "x:\n  test.nop:\n    - unless: ['false']\n    - onlyif: 'true'\n    - creates: /x\n    - check_cmd: [a]\n    - retry: {attempts: 2}\n    - failhard: True\n    - reload_modules: True\n    - parallel: True\n    - fire_event: foo\n    - timeout: 5\n    - runas: nobody\n    - umask: 22\n    - onfail_stop: False\n    - aggregate: True\n    - reload_grains: True\n    - reload_pillar: True\n")
case("require_in raw in show_low_sls", "x:\n  test.nop:\n    - require_in: [{test: y}]\ny:\n  test.nop: []\n")
case("require_in to nothing", "x:\n  test.nop:\n    - require_in: [{test: nosuch}]\n")
case("use raw", "x:\n  test.nop:\n    - use: [{test: y}]\ny:\n  test.nop: [{z: 1}]\n")

# Include.
case("include", {"states/a.sls": "include: [b]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"})
case("include stands last", {"states/a.sls": "x:\n  test.nop: []\ninclude:\n  - b\n", "states/b.sls": "y:\n  test.nop: []\n"})
case("include order", {"states/a.sls": "include: [c, b]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n", "states/c.sls": "include: [d]\nz:\n  test.nop: []\n", "states/d.sls": "w:\n  test.nop: []\n"})
case("include twice", {"states/a.sls": "include: [b, c]\nx:\n  test.nop: []\n", "states/b.sls": "include: [c]\ny:\n  test.nop: []\n", "states/c.sls": "z:\n  test.nop: []\n"})
case("include in a circle", {"states/a.sls": "include: [b]\nx:\n  test.nop: []\n", "states/b.sls": "include: [a]\ny:\n  test.nop: []\n"})
case("include itself", "include: [a]\nx:\n  test.nop: []\n")
case("include relative", {"states/p/a.sls": "include: [.b, .q.c, ..t]\nx:\n  test.nop: []\n", "states/p/b.sls": "y:\n  test.nop: []\n", "states/p/q/c.sls": "z:\n  test.nop: []\n", "states/t.sls": "w:\n  test.nop: []\n"}, "state.show_sls p.a", "state.show_low_sls p.a")
case("include relative from init", {"states/p/init.sls": "include: [.b, ..t]\nx:\n  test.nop: []\n", "states/p/b.sls": "y:\n  test.nop: []\n", "states/t.sls": "w:\n  test.nop: []\n"}, "state.show_sls p", "state.show_low_sls p")
case("include relative deep", {"states/p/q/r/init.sls": "include: [...b, ..c]\nx:\n  test.nop: []\n", "states/p/b.sls": "y:\n  test.nop: []\n", "states/p/q/c.sls": "z:\n  test.nop: []\n"}, "state.show_sls p.q.r")
case("include relative beyond the top", {"states/p/a.sls": "include: [....b]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"}, "state.show_sls p.a")
case("include the own directory", {"states/p/a.sls": "include: ['.']\nx:\n  test.nop: []\n", "states/p/init.sls": "y:\n  test.nop: []\n"}, "state.show_sls p.a")
case("include an init", {"states/a.sls": "include: [p]\n", "states/p/init.sls": "y:\n  test.nop: []\n"})
case("include init by name", {"states/a.sls": "include: [p.init]\n", "states/p/init.sls": "y:\n  test.nop: []\n"})
case("include by glob", {"states/a.sls": "include: ['p.*']\n", "states/p/init.sls": "w:\n  test.nop: []\n", "states/p/b.sls": "y:\n  test.nop: []\n", "states/p/c.sls": "z:\n  test.nop: []\n"})
case("include missing", "include: [nosuch]\nx:\n  test.nop: []\n")
case("include two missing", "include: [nosuch, nosuch2]\nx:\n  test.nop: []\n")
case("include as text", {"states/a.sls": "include: b\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"})
case("include empty", "include: []\nx:\n  test.nop: []\n")
case("include null", "include:\nx:\n  test.nop: []\n")
case("include with environment", {"states/a.sls": "include:\n  - dev: b\nx:\n  test.nop: []\n", "dev/b.sls": "y:\n  test.nop: []\n"}, file_roots={"base": ["states"], "dev": ["dev"]})
case("include found in another environment", {"states/a.sls": "include: [b]\nx:\n  test.nop: []\n", "dev/b.sls": "y:\n  test.nop: []\n"}, file_roots={"base": ["states"], "dev": ["dev"]})
case("include with an unknown environment", "include:\n  - nosuch: b\n")
case("include of a number", "include: [5]\nx:\n  test.nop: []\n")
case("include alone", {"states/a.sls": "include: [b]\n", "states/b.sls": "y:\n  test.nop: []\n"})
case("same ID in an include", {"states/a.sls": "include: [b]\nx:\n  test.nop: []\n", "states/b.sls": "x:\n  test.nop: []\n"})
case("same ID and other module in an include", {"states/a.sls": "include: [b]\nx:\n  test.nop: []\n", "states/b.sls": "x:\n  cmd.run: []\n"})
case("several SLS", {"states/a.sls": "x:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"}, "state.show_sls b,a", "state.show_low_sls a,b")
case("several SLS with the same ID", {"states/a.sls": "x:\n  test.nop: []\n", "states/b.sls": "x:\n  test.nop: []\n"}, "state.show_sls a,b")
case("the same SLS twice", "x:\n  test.nop: []\n", "state.show_sls a,a")
case("missing SLS", "x:\n  test.nop: []\n", "state.show_sls nosuch", "state.show_low_sls a,nosuch")
case("SLS by glob", {"states/p/a.sls": "x:\n  test.nop: []\n", "states/p/b.sls": "y:\n  test.nop: []\n"}, "state.show_sls p.*")
case("SLS by path", {"states/p/a.sls": "x:\n  test.nop: []\n"}, "state.show_sls p/a")

# Whole files.
case("empty file", "")
case("only a comment", "# nothing\n")
case("null file", "~\n")
case("a list", "- a\n")
case("a text", "just text\n")
case("yaml shebang", "#!yaml\nx:\n  test.nop: []\n")
case("json shebang", "#!json\n{\"x\": {\"test.nop\": [{\"a\": 1}]}}\n")
case("jinja json shebang", "#!jinja|json\n{\"x\": {\"test.nop\": [{\"a\": 1.5}, {\"b\": null}]}}\n")
case("doubled ID", "x:\n  test.nop: []\nx:\n  test.nop: []\n")
case("broken YAML", "x:\n  test.nop: []\n y:\n  test.nop: []\n")
case("two broken files", {"states/a.sls": "include: [b, c]\n", "states/b.sls": "x: %\n", "states/c.sls": "x: [\n"})

# Extend and exclude.
EXTENDED = "y:\n  test.nop:\n    - a: 1\n    - b: [1]\n    - require: [{test: w}]\nw:\n  test.nop: []\n"
case("extend adds and replaces", {"states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - a: 2\n      - c: 3\n      - b: [2]\n      - require: [{test: x}]\nx:\n  test.nop: []\n", "states/b.sls": EXTENDED})
case("extend dotted", {"states/a.sls": "include: [b]\nextend:\n  y:\n    test.nop:\n      - a: 2\n", "states/b.sls": EXTENDED})
case("extend with another function", {"states/a.sls": "include: [b]\nextend:\n  y:\n    test.succeed_without_changes:\n      - a: 2\n", "states/b.sls": EXTENDED})
case("extend with another module", {"states/a.sls": "include: [b]\nextend:\n  y:\n    cmd.run:\n      - name: echo\n", "states/b.sls": EXTENDED})
case("extend nothing", "extend:\n  nosuch:\n    test.nop:\n      - a: 1\nx:\n  test.nop: []\n")
case("extend in the same file", "extend:\n  x:\n    test.nop:\n      - a: 1\nx:\n  test.nop: []\n")
case("extend by name", {"states/a.sls": "include: [b]\nextend:\n  other:\n    test:\n      - a: 2\n", "states/b.sls": "y:\n  test.nop:\n    - name: other\n"})
case("extend the name", {"states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - name: other\n      - names: [p, q]\n", "states/b.sls": EXTENDED})
case("extend with a list", "extend:\n  - x\nx:\n  test.nop: []\n")
case("extend with a text body", "extend:\n  x: test.nop\nx:\n  test.nop: []\n")
case("extend twice", {"states/a.sls": "include: [b, c]\nextend:\n  y:\n    test: [{a: 2}]\n", "states/b.sls": EXTENDED, "states/c.sls": "include: [b]\nextend:\n  y:\n    test: [{a: 3}, {d: 4}]\n"})
case("extend the order", {"states/a.sls": "include: [b]\nextend:\n  y:\n    test: [{order: last}]\n", "states/b.sls": EXTENDED})
case("exclude an ID", {"states/a.sls": "include: [b]\nexclude:\n  - id: y\nx:\n  test.nop: []\n", "states/b.sls": EXTENDED})
case("exclude a bare name", {"states/a.sls": "include: [b]\nexclude:\n  - y\n  - b\nx:\n  test.nop: []\n", "states/b.sls": EXTENDED})
case("exclude an SLS", {"states/a.sls": "include: [b]\nexclude:\n  - sls: b\nx:\n  test.nop: []\n", "states/b.sls": EXTENDED})
case("exclude SLS by glob", {"states/a.sls": "include: [p.b]\nexclude:\n  - sls: p.*\nx:\n  test.nop: []\n", "states/p/b.sls": EXTENDED})
case("exclude as text", {"states/a.sls": "include: [b]\nexclude: b\nx:\n  test.nop: []\n", "states/b.sls": EXTENDED})
case("exclude nothing", "exclude:\n  - id: nosuch\nx:\n  test.nop: []\n")
case("exclude another key", "exclude:\n  - foo: x\nx:\n  test.nop: []\n")

# Top files of states.
TOP = ("state.show_top", "state.show_highstate", "state.show_lowstate")
AB = {"states/a.sls": "x:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n", "states/c.sls": "z:\n  test.nop: []\n"}
case("top", {"states/top.sls": "base:\n  '*': [b, a]\n", **AB}, *TOP)
case("top with globs", {"states/top.sls": "base:\n  'ora*': [a]\n  'x*': [b]\n  '?racle': [c]\n", **AB}, *TOP)
case("top with a doubled SLS", {"states/top.sls": "base:\n  '*': [a]\n  'oracle': [a, b]\n", **AB}, *TOP)
case("top with order", {"states/top.sls": "base:\n  '*':\n    - order: 2\n    - a\n  'oracle':\n    - order: 1\n    - b\n", **AB}, *TOP)
MATCH = "base:\n  %s:\n    - match: %s\n    - a\n"
for target, match in [("os:deb*", "grain"), ("role:Web", "grain"), ("role:web", "grain"), ("role:web", "grain_pcre"), ("role:w.b$", "grain_pcre"), ("nest:a:b", "grain"), ("list:two", "grain"), ("num:5", "grain"), ("nosuch:x", "grain"), ("role", "grain"), ("or.*", "pcre"), ("^acle", "pcre"), ("oracle,other", "list"), ("other", "list"), ("p:q", "pillar"), ("p:Q", "pillar"), ("d:e:f", "pillar"), ("p:q*", "pillar_exact"), ("p:q", "pillar_exact"), ("l:m", "pillar"), ("G@role:web and oracle", "compound"), ("G@role:db or oracle", "compound"), ("not G@role:db", "compound"), ("G@role:web and not oracle", "compound"), ("( oracle or x ) and G@role:web", "compound"), ("E@or.*", "compound"), ("P@role:(web|db)", "compound"), ("L@oracle,b", "compound"), ("I@p:q", "compound"), ("J@p:q.", "compound"), ("S@127.0.0.0/8", "compound"), ("N@group", "compound"), ("N@none", "compound"), ("G@role:web oracle", "compound"), ("and oracle", "compound"), ("oracle and", "compound"), ("oracle or not", "compound"), ("(oracle)", "compound"), ("not not oracle", "compound"), ("X@foo", "compound"), ("oracle and ( x", "compound"), ("group", "nodegroup"), ("nested", "nodegroup"), ("listgroup", "nodegroup"), ("nosuchgroup", "nodegroup"), ("127.0.0.1", "ipcidr"), ("127.0.0.0/8", "ipcidr"), ("203.0.113.0/24", "ipcidr"), ("oracle", "glob"), ("oracle", "nosuchmatch"), ("role|web", "grain")]:
    case("match %s %s" % (match, target), {"states/top.sls": MATCH % (repr(target), match), "pillar/top.sls": "base:\n  '*': [p]\n", "pillar/p.sls": "p: q\nd: {e: f}\nl: [k, m]\n", **AB}, "state.show_top", grains={"role": "web", "nest": {"a": "b"}, "list": ["one", "two"], "num": 5}, nodegroups={"group": "oracle or x", "none": "x", "nested": "N@group and G@role:web", "listgroup": ["oracle", "or", "x"]})
case("top written as compound without match", {"states/top.sls": "base:\n  'G@role:web': [a]\n  'oracle or x': [b]\n", **AB}, *TOP, grains={"role": "web"})
case("top of two environments", {"states/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [d]\n", "dev/top.sls": "dev:\n  '*': [e]\nbase:\n  '*': [b]\n", "dev/d.sls": "d:\n  test.nop: []\n", "dev/e.sls": "e:\n  test.nop: []\n", **AB}, *TOP, file_roots={"base": ["states"], "dev": ["dev"]})
case("top of another environment only", {"dev/top.sls": "dev:\n  '*': [e]\nbase:\n  '*': [b]\n", "dev/e.sls": "e:\n  test.nop: []\n", **AB}, *TOP, file_roots={"base": ["states"], "dev": ["dev"]})
for strategy in ("merge", "same", "merge_all"):
    case("top strategy " + strategy, {"states/top.sls": "base:\n  '*': [a]\n", "dev/top.sls": "dev:\n  '*': [e]\nbase:\n  '*': [b]\n", "qa/q.sls": "q:\n  test.nop: []\n", "dev/e.sls": "e:\n  test.nop: []\n", **AB}, *TOP, file_roots={"base": ["states"], "dev": ["dev"], "qa": ["qa"]}, top_file_merging_strategy=strategy)
case("top with saltenv", {"states/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [e]\n", "dev/e.sls": "e:\n  test.nop: []\n", **AB}, "state.show_top saltenv=dev", "state.show_top saltenv=base", file_roots={"base": ["states"], "dev": ["dev"]})
case("top with env_order", {"states/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [e]\n", "dev/e.sls": "e:\n  test.nop: []\n", **AB}, *TOP, file_roots={"base": ["states"], "dev": ["dev"]}, env_order=["dev", "base"])
case("top in two roots", {"states/top.sls": "base:\n  '*': [a]\n", "more/top.sls": "base:\n  '*': [b]\n", **AB}, *TOP, file_roots={"base": ["states", "more"]})
case("no top", dict(AB), *TOP)
case("top matches nothing", {"states/top.sls": "base:\n  'x*': [a]\n", **AB}, *TOP)
case("top empty", {"states/top.sls": "", **AB}, *TOP)
case("top as a list", {"states/top.sls": "- a\n", **AB}, *TOP)
case("top with a text", {"states/top.sls": "base:\n  '*': a\n", **AB}, *TOP)
case("top with a list for the environment", {"states/top.sls": "base: [a]\n", **AB}, *TOP)
case("top names a missing SLS", {"states/top.sls": "base:\n  '*': [a, nosuch]\n", **AB}, *TOP)
case("top names an SLS by glob", {"states/top.sls": "base:\n  '*': ['*']\n", **AB}, *TOP)
case("top with include", {"states/top.sls": "include: [other]\nbase:\n  '*': [a]\n", "states/other.sls": "base:\n  '*': [b]\n", **AB}, *TOP)
case("top with a mapping of an SLS", {"states/top.sls": "base:\n  '*':\n    - a: foo\n", **AB}, *TOP)
case("top broken", {"states/top.sls": "base:\n  '*': [\n", **AB}, *TOP)
case("top of an environment that is not configured", {"states/top.sls": "base:\n  '*': [a]\nprod:\n  '*': [b]\n", **AB}, *TOP)

# Lowstate with requisites worked out by the compiler is the graph's; these are whole compiles without any.
case("highstate with includes", {"states/top.sls": "base:\n  '*': [a, d]\n", "states/d.sls": "include: [b]\nw:\n  test.nop: []\n", **AB}, *TOP)
case("highstate with a broken SLS", {"states/top.sls": "base:\n  '*': [a, d]\n", "states/d.sls": "w: %\n", **AB}, *TOP)
case("highstate with conflicting IDs", {"states/top.sls": "base:\n  '*': [a, d]\n", "states/d.sls": "x:\n  test.nop: []\n", **AB}, *TOP)

# Pillar.
P = ("pillar.items",)
case("pillar", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "x: 1\ny: {z: [1, 2]}\n"}, *P)
case("pillar merges", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "x: 1\ny: {z: [1], p: 1}\nl: [1]\n", "pillar/b.sls": "x: 2\ny: {z: [2], q: 2}\nl: [2]\n"}, *P)
for strategy in ("smart", "recurse", "overwrite", "aggregate", "none"):
    case("pillar strategy " + strategy, {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "x: 1\ny: {z: [1], p: 1}\nl: [1]\n", "pillar/b.sls": "x: 2\ny: {z: [2], q: 2}\nl: [2]\n"}, *P, pillar_source_merging_strategy=strategy)
case("pillar merges lists", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "y: {z: [1], p: 1}\nl: [1, 2]\n", "pillar/b.sls": "y: {z: [2]}\nl: [2, 3]\n"}, *P, pillar_merge_lists=True)
case("pillar of other types", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "x: {a: 1}\ny: [1]\nz: 1\nw: {a: 1}\n", "pillar/b.sls": "x: 5\ny: {b: 1}\nz: [1]\nw: ~\n"}, *P)
case("pillar include", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include: [b]\nx: 1\n", "pillar/b.sls": "x: 2\ny: 3\n"}, *P)
case("pillar include overriding", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include: [b]\nx: 1\n", "pillar/b.sls": "x: 2\ny: 3\n"}, *P, pillar_includes_override_sls=True)
case("pillar include with a key", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include:\n  - b:\n      key: k\nx: 1\n", "pillar/b.sls": "y: 3\n"}, *P)
case("pillar include with a nested key", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include:\n  - b:\n      key: k:l\nx: 1\n", "pillar/b.sls": "y: 3\n"}, *P)
case("pillar include relative", {"pillar/top.sls": "base:\n  '*': [p.a]\n", "pillar/p/a.sls": "include: [.b]\nx: 1\n", "pillar/p/b.sls": "y: 3\n"}, *P)
case("pillar include by glob", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include: ['p.*']\nx: 1\n", "pillar/p/b.sls": "y: 3\n", "pillar/p/c.sls": "z: 4\n"}, *P)
case("pillar include order", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include: [b, c]\n", "pillar/b.sls": "x: 1\n", "pillar/c.sls": "x: 2\n"}, *P)
case("pillar include missing", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include: [nosuch]\nx: 1\n"}, *P)
case("pillar include in a circle", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include: [b]\nx: 1\n", "pillar/b.sls": "include: [a]\ny: 1\n"}, *P)
case("pillar missing SLS", {"pillar/top.sls": "base:\n  '*': [nosuch, a]\n", "pillar/a.sls": "x: 1\n"}, *P)
case("pillar missing SLS ignored", {"pillar/top.sls": "base:\n  '*':\n    - ignore_missing: True\n    - nosuch\n    - a\n", "pillar/a.sls": "x: 1\n"}, *P)
case("pillar broken", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "x: %\n", "pillar/b.sls": "y: 1\n"}, *P)
case("pillar is a list", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "- x\n", "pillar/b.sls": "y: 1\n"}, *P)
case("pillar empty file", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "", "pillar/b.sls": "y: 1\n"}, *P)
case("pillar without top", {"pillar/a.sls": "x: 1\n"}, *P)
case("pillar top order", {"pillar/top.sls": "base:\n  '*':\n    - order: 2\n    - a\n  'oracle':\n    - order: 1\n    - b\n", "pillar/a.sls": "x: 1\n", "pillar/b.sls": "x: 2\n"}, *P)
case("pillar top globs", {"pillar/top.sls": "base:\n  'x*': [a]\n  'o*': [b]\n", "pillar/a.sls": "x: 1\n", "pillar/b.sls": "x: 2\n"}, *P)
case("pillar top grain", {"pillar/top.sls": "base:\n  'role:web':\n    - match: grain\n    - a\n", "pillar/a.sls": "x: 1\n"}, *P, grains={"role": "web"})
case("pillar top pillar", {"pillar/top.sls": "base:\n  '*': [a]\n  'x:1':\n    - match: pillar\n    - b\n", "pillar/a.sls": "x: '1'\n", "pillar/b.sls": "y: 2\n"}, *P)
case("pillar environments", {"pillar/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [b]\n", "pillar/a.sls": "x: 1\n", "pdev/b.sls": "x: 2\ny: 3\n"}, *P, pillar_roots={"base": ["pillar"], "dev": ["pdev"]})
case("pillar two tops", {"pillar/top.sls": "base:\n  '*': [a]\n", "pdev/top.sls": "dev:\n  '*': [b]\n", "pillar/a.sls": "x: 1\n", "pdev/b.sls": "y: 3\n"}, *P, pillar_roots={"base": ["pillar"], "dev": ["pdev"]})
case("pillar pillarenv", {"pillar/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [b]\n", "pdev/top.sls": "dev:\n  '*': [b]\n", "pillar/a.sls": "x: 1\n", "pdev/b.sls": "x: 2\ny: 3\n"}, "pillar.items pillarenv=dev", "pillar.items pillarenv=base", pillar_roots={"base": ["pillar"], "dev": ["pdev"]})
case("pillar two roots", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "x: 1\n", "more/a.sls": "x: 2\n", "more/b.sls": "y: 3\n"}, *P, pillar_roots={"base": ["pillar", "more"]})
case("pillar from the command line", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "x: 1\ny: {z: 1, w: 1}\nl: [1]\n"}, "pillar.items 'pillar={x: 2, y: {z: 2}, l: [2]}'")
case("pillar with extend words", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "extend: 1\nexclude: 2\n__x: 3\n"}, *P)
case("pillar integer keys", {"pillar/top.sls": "base:\n  '*': [a, b]\n", "pillar/a.sls": "ports: {80: a, 443: b}\n", "pillar/b.sls": "ports: {80: c}\n"}, *P)
case("pillar top names an SLS by glob", {"pillar/top.sls": "base:\n  '*': ['p*']\n", "pillar/pa.sls": "x: 1\n", "pillar/pb.sls": "y: 1\n"}, *P)
case("pillar include in another environment", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include:\n  - b\nx: 1\n", "pdev/b.sls": "y: 1\n"}, *P, pillar_roots={"base": ["pillar"], "dev": ["pdev"]})
case("pillar strategy none in two environments", {"pillar/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [b]\n", "pillar/a.sls": "x: 1\n", "pdev/b.sls": "x: 2\ny: 3\n"}, *P, pillar_roots={"base": ["pillar"], "dev": ["pdev"]}, pillar_source_merging_strategy="none")

# Jinja within trees; the engine has cases of its own in tests/it/jinja.
VARS = "x:\n  test.nop:\n    - v: {{ [saltenv, sls, slspath, slsdotpath, slscolonpath, sls_path, tplfile, tpldir, tpldot] | json }}\n"
case("jinja variables", {"states/a.sls": VARS, "states/p/init.sls": VARS, "states/p/q/r.sls": VARS}, "state.show_low_sls a", "state.show_low_sls p", "state.show_low_sls p.q.r", "state.show_low_sls p/q/r")
case("jinja pillar and grains", {"states/a.sls": "{% for name in pillar.queues %}\n{{ name }}-{{ grains.role }}:\n  boto_sqs.present:\n    - region: {{ pillar['region'] }}\n    - list: {{ pillar.queues }}\n    - opt: {{ opts.id }}\n{% endfor %}\n", "pillar/top.sls": "base:\n  '*': [p]\n", "pillar/p.sls": "queues: [b, a]\nregion: us-east-1\n"}, grains={"role": "web"})
case("jinja import", {"states/p/a.sls": "{% from 'p/map.jinja' import settings with context %}\n{% import './util.jinja' as util %}\n{% import '../up.jinja' as up %}\nx:\n  test.nop:\n    - a: {{ settings.a }}\n    - s: {{ settings.s }}\n    - b: {{ util.double(4) }}\n    - c: {{ up.c }}\n", "states/p/map.jinja": "{% set settings = {'a': 1, 's': sls} %}\n", "states/p/util.jinja": "{% macro double(n) %}{{ n * 2 }}{% endmacro %}\n", "states/up.jinja": "{% set c = 5 %}\n"}, "state.show_low_sls p.a")
case("jinja import knows its own path", {"states/p/a.sls": "{% from 'q/m.jinja' import c %}\nx:\n  test.nop:\n    - c: {{ c }}\n    - own: {{ tplfile }}\n", "states/q/m.jinja": "{% set c = tplfile ~ '|' ~ tpldir ~ '|' ~ tpldot %}\n"}, "state.show_low_sls p.a")
case("jinja relative import knows its own path", {"states/p/a.sls": "{% from '../up.jinja' import c %}\nx:\n  test.nop:\n    - c: {{ c }}\n", "states/up.jinja": "{% set c = tplfile ~ '|' ~ tpldir %}\n"}, "state.show_low_sls p.a")
case("jinja import yaml", {"states/a.sls": "{% import_yaml 'd.yaml' as d %}\n{% import_json 'd.json' as j %}\n{% load_yaml as l %}\na: [yes, 0644]\n{% endload %}\nx:\n  test.nop:\n    - d: {{ d.k }}\n    - m: {{ d.mode }}\n    - j: {{ j.k }}\n    - l: {{ l.a }}\n", "states/d.yaml": "k: yes\nmode: 0755\n", "states/d.json": "{\"k\": [1, null]}\n"}, "state.show_low_sls a")
case("jinja include", {"states/a.sls": "{% include 'b.jinja' %}\nx:\n  test.nop: []\n", "states/b.jinja": "y:\n  test.nop:\n    - f: {{ sls }}\n"}, "state.show_low_sls a")
case("jinja undefined", "x:\n  test.nop:\n    - a: {{ nosuch }}\n")
case("jinja undefined in a pillar", "x:\n  test.nop:\n    - a: {{ pillar.nosuch.deeper }}\n")
case("jinja syntax error", "x:\n  test.nop:\n{% if %}\n    - a: 1\n")
case("jinja in a comment", "# {{ nosuch }}\nx:\n  test.nop: []\n")
case("jinja in a raw block", "x:\n  test.nop:\n    - a: '{% raw %}{{ x }}{% endraw %}'\n")
case("jinja makes nothing", "{% if False %}\nx:\n  test.nop: []\n{% endif %}\n")
case("jinja not under a yaml pipeline", "#!yaml\nx:\n  test.nop:\n    - a: '{{ x }}'\n")
case("jinja in an include list", {"states/a.sls": "include:\n{% for name in ['b', 'c'] %}\n  - {{ name }}\n{% endfor %}\n", "states/b.sls": "y:\n  test.nop: []\n", "states/c.sls": "z:\n  test.nop: []\n"})
case("jinja in a top file", {"states/top.sls": "base:\n  '*':\n{% if grains.role == 'web' %}\n    - a\n{% endif %}\n    - b\n", **AB}, *TOP, grains={"role": "web"})
case("jinja in a pillar", {"pillar/top.sls": "base:\n  '{{ grains.id }}': [a]\n", "pillar/a.sls": "{% import_yaml 'd.yaml' as d %}\nx: {{ d.k }}\nsls: {{ sls }}\nseen: {{ pillar | length }}\nopts: {{ opts.id }}\n", "pillar/d.yaml": "k: v\n"}, *P)
case("jinja in a pillar with defaults", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include:\n  - b:\n      defaults: {colour: red}\n      key: k\n", "pillar/b.sls": "colour: {{ colour }}\n"}, *P)
case("jinja raises", "{{ raise('no') }}\n")
case("jinja trim option", "x:\n  test.nop:\n    {% if True %}\n    - a: |\n        {% if True %}\n        text\n        {% endif %}\n    {% endif %}\n", "state.show_low_sls a", jinja_sls_env={"trim_blocks": True, "lstrip_blocks": True})
case("jinja without trim option", "x:\n  test.nop:\n    {% if True %}\n    - a: |\n        {% if True %}\n        text\n        {% endif %}\n    {% endif %}\n", "state.show_low_sls a")
case("jinja line statements", "x:\n  test.nop:\n    - a: |\n        % if True\n        text\n", "state.show_low_sls a")
case("jinja integers as IDs", "{% for port in [80, 443] %}\n{{ port }}:\n  test.nop: []\n{% endfor %}\n")
case("jinja makes the same ID twice", "{% for port in [80, 443] %}\nx:\n  test.nop: []\n{% endfor %}\n")

# Whole runs: extended, excluded and ordered; requisites of these trees change nothing in the order shown.
RUN = ("state.show_lowstate",)
RUNTOP = {"states/top.sls": "base:\n  '*': [a]\n"}
case("run extends", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - a: 2\n      - c: 3\n      - b: [2]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop:\n    - a: 1\n    - b: [1]\n"}, *RUN)
case("run extends requisites", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - require: [{test: x}]\n      - watch: [{test: x}]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop:\n    - require: [{test: w}]\nw:\n  test.nop: []\n"}, *RUN)
case("run extends dotted", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test.nop:\n      - a: 2\n", "states/b.sls": "y:\n  test.nop:\n    - a: 1\n"}, *RUN)
case("run extends with another function", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test.succeed_without_changes:\n      - a: 2\n", "states/b.sls": "y:\n  test.nop:\n    - a: 1\n"}, *RUN)
case("run extends with another module", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    cmd.run:\n      - name: echo\n", "states/b.sls": "y:\n  test.nop:\n    - a: 1\n"}, *RUN)
case("run extends nothing", {**RUNTOP, "states/a.sls": "extend:\n  nosuch:\n    test.nop:\n      - a: 1\nx:\n  test.nop: []\n"}, *RUN)
case("run extends by name", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  other:\n    test:\n      - a: 2\n", "states/b.sls": "y:\n  test.nop:\n    - name: other\n"}, *RUN)
case("run extends by an ambiguous name", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  other:\n    test:\n      - a: 2\n", "states/b.sls": "y:\n  test.nop:\n    - name: other\nz:\n  test.nop:\n    - name: other\n"}, *RUN)
case("run extends the name", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - name: other\n", "states/b.sls": "y:\n  test.nop:\n    - name: n\n"}, *RUN)
case("run extends the name by names", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - names: [p, q]\n", "states/b.sls": "y:\n  test.nop:\n    - name: n\n"}, *RUN)
case("run extends twice", {**RUNTOP, "states/a.sls": "include: [b, c]\nextend:\n  y:\n    test: [{a: 2}]\n", "states/b.sls": "y:\n  test.nop: [{a: 1}]\n", "states/c.sls": "include: [b]\nextend:\n  y:\n    test: [{a: 3}, {d: 4}]\n"}, *RUN)
case("run extends the order", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test: [{order: last}]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"}, *RUN)
case("run extends in the same file", {**RUNTOP, "states/a.sls": "extend:\n  x:\n    test.nop:\n      - a: 1\nx:\n  test.nop: []\n"}, *RUN)
case("run extends a condition", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - unless: b\n", "states/b.sls": "y:\n  test.nop:\n    - unless: [a]\n"}, *RUN)
case("run extends with two keys", {**RUNTOP, "states/a.sls": "include: [b]\nextend:\n  y:\n    test:\n      - a: 2\n        b: 3\n", "states/b.sls": "y:\n  test.nop:\n    - a: 1\n      c: 1\n"}, *RUN)
case("run excludes an ID", {**RUNTOP, "states/a.sls": "include: [b]\nexclude:\n  - id: y\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\nw:\n  test.nop: []\n"}, *RUN)
case("run excludes a bare name", {**RUNTOP, "states/a.sls": "include: [b]\nexclude:\n  - y\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\nw:\n  test.nop: []\n"}, *RUN)
case("run excludes a bare SLS", {**RUNTOP, "states/a.sls": "include: [b]\nexclude:\n  - b\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"}, *RUN)
case("run excludes an SLS", {**RUNTOP, "states/a.sls": "include: [b]\nexclude:\n  - sls: b\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"}, *RUN)
case("run excludes SLS by glob", {**RUNTOP, "states/a.sls": "include: [p.b]\nexclude:\n  - sls: p.*\nx:\n  test.nop: []\n", "states/p/b.sls": "y:\n  test.nop: []\n"}, *RUN)
case("run excludes an ID by glob", {**RUNTOP, "states/a.sls": "exclude:\n  - id: x*\nx1:\n  test.nop: []\ny:\n  test.nop: []\n"}, *RUN)
case("run excludes an SLS that includes", {**RUNTOP, "states/a.sls": "include: [b]\nexclude:\n  - sls: b\nx:\n  test.nop: []\n", "states/b.sls": "include: [c]\ny:\n  test.nop: []\n", "states/c.sls": "z:\n  test.nop: []\n"}, *RUN)
case("run excludes nothing", {**RUNTOP, "states/a.sls": "exclude:\n  - id: nosuch\nx:\n  test.nop: []\n"}, *RUN)
case("run excludes another key", {**RUNTOP, "states/a.sls": "exclude:\n  - foo: x\nx:\n  test.nop: []\n"}, *RUN)
case("run excludes what is extended", {**RUNTOP, "states/a.sls": "include: [b]\nexclude:\n  - id: y\nextend:\n  y:\n    test: [{a: 1}]\nx:\n  test.nop: []\n", "states/b.sls": "y:\n  test.nop: []\n"}, *RUN)
case("run with names in extend", {**RUNTOP, "states/a.sls": "extend:\n  x:\n    test:\n      - names: [p, q: [{a: 5}]]\nx:\n  test.nop: [{a: 1}]\n"}, *RUN)

# What the minion configuration says of pillars.
P = {"states/top.sls": "base:\n  '*': [a]\n", "states/a.sls": "x:\n  test.nop:\n    - p: {{ pillar|json }}\n"}
T = {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "x: 1\nl: [1]\nd: {a: {b: 1}}\n"}
case("ext_pillar cmd_yaml", T, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'x: 2\\ny: %s\\nd: {a: {c: 2}}\\n' %s"}])
case("ext_pillar cmd_json", T, "pillar.items", ext_pillar=[{"cmd_json": "printf '{\"x\": 2, \"l\": [2], \"m\": \"%s\"}'"}])
case("ext_pillar cmd_yamlex", T, "pillar.items", ext_pillar=[{"cmd_yamlex": "printf 'y: !aggregate [1]\\nz: {a: 1}\\n'"}])
case("ext_pillar cmd_yaml broken", T, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'x: %'"}])
case("ext_pillar cmd_yaml fails", T, "pillar.items", ext_pillar=[{"cmd_yaml": "false"}])
case("ext_pillar cmd_yaml gives a list", T, "pillar.items", ext_pillar=[{"cmd_yaml": "printf '[1]'"}])
case("ext_pillar cmd_yaml with a pipe", T, "pillar.items", ext_pillar=[{"cmd_yaml": "echo 'q: 1' | sed s/1/3/"}])
case("ext_pillar two", T, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'x: 2\\nq: 1'"}, {"cmd_json": "echo '{\"x\": 3}'"}])
case("ext_pillar first", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "x: 1\nseen: {{ pillar.get('e', 'no') }}\n"}, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'x: 2\\ne: yes'"}], ext_pillar_first=True)
case("ext_pillar last sees", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "x: 1\nseen: {{ pillar.get('e', 'no') }}\n"}, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'x: 2\\ne: yes'"}])
case("ext_pillar without top", {}, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'x: 2'"}])
case("ext_pillar overwrite", T, "pillar.items", ext_pillar=[{"cmd_yaml": "printf 'd: {z: 1}'"}], pillar_source_merging_strategy="overwrite")
FT = {"tree/hosts/oracle/a": "one\n", "tree/hosts/oracle/sub/b": "two\n", "tree/hosts/oracle/sub/c.txt": "{{ 1 + 1 }}\n", "tree/hosts/other/a": "no", "tree/nodegroups/ng/a": "group\n", "tree/nodegroups/ng/g": "g", "tree/nodegroups/none/h": "h"}
def tree(name, **options):
    case("ext_pillar file_tree " + name, FT, "pillar.items", ext_pillar=[{"file_tree": {"root_dir": "ROOT/tree", **options}}], nodegroups={"ng": "or*", "none": "x*"})
tree("plain")
tree("follow", follow_dir_links=True)
tree("newline", keep_newline=True)
tree("newline by glob", keep_newline=["a", "sub/*"])
tree("renders", render_default="jinja", template=["sub/*"])
tree("renders all", render_default="jinja", template=True)
tree("debug", debug=True)
tree("unknown option", raw_data=True)
case("ext_pillar file_tree missing", {}, "pillar.items", ext_pillar=[{"file_tree": {"root_dir": "ROOT/nosuch"}}])
case("ext_pillar file_tree by environment", {"tree/base/hosts/oracle/a": "1", "tree/dev/hosts/oracle/a": "2"}, "pillar.items", ext_pillar=[{"file_tree": {"root_dir": "ROOT/tree/%(minion_id)s"}}])
# Environments.
E = {"pillar/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [a]\n", "pillar/a.sls": "x: base\nb: 1\n", "pdev/a.sls": "x: dev\nd: 1\n", "pdev/top.sls": "dev:\n  '*': [a]\n"}
R = {"base": ["pillar"], "dev": ["pdev"]}
case("pillarenv_from_saltenv", E, "pillar.items", pillar_roots=R, pillarenv_from_saltenv=True)
case("pillarenv_from_saltenv in the configuration", E, "pillar.items", pillar_roots=R, pillarenv_from_saltenv=True, saltenv="dev")
case("pillarenv in the configuration", E, "pillar.items", pillar_roots=R, pillarenv="dev")
case("pillarenv not configured", E, "pillar.items", pillar_roots=R, pillarenv="qa")
case("state_top_saltenv", {"states/top.sls": "base:\n  '*': [a]\ndev:\n  '*': [a]\n", "sdev/top.sls": "dev:\n  '*': [b]\n", "states/a.sls": "x:\n  test.nop: []\n", "sdev/a.sls": "y:\n  test.nop: []\n", "sdev/b.sls": "z:\n  test.nop: []\n"}, "state.show_top", "state.show_lowstate", file_roots={"base": ["states"], "dev": ["sdev"]}, state_top_saltenv="dev")
# Merging.
def merge(name, strategy, files, **more):
    case(f"merge {name} {strategy}", {"pillar/top.sls": "base:\n  '*': [a, b]\n", **files}, "pillar.items", pillar_source_merging_strategy=strategy, **more)
for s in ("smart", "recurse", "aggregate", "overwrite", "none"):
    merge("lists", s, {"pillar/a.sls": "l: [1, 2]\nd: {x: [1], y: 1}\ns: a\n", "pillar/b.sls": "l: [2, 3]\nd: {x: [2], z: 2}\ns: b\n"})
    merge("types", s, {"pillar/a.sls": "l: [1]\nd: {x: 1}\nn: 1\n", "pillar/b.sls": "l: {a: 1}\nd: [1]\nn: ~\n"})
    merge("unlike", s, {"pillar/a.sls": "x: {}\ny: []\n", "pillar/b.sls": "x: {a: 1}\ny: [1]\nz: 1\n"})
for s in ("aggregate", "smart"):
    merge("tags", s, {"pillar/a.sls": "#!yamlex\nl: !aggregate [1, 2]\nd: !aggregate {x: 1}\nr: !reset [1]\n", "pillar/b.sls": "#!yamlex\nl: !aggregate [3]\nd: !aggregate {y: 2}\nr: !reset [2]\n"})
    merge("tags within", s, {"pillar/a.sls": "#!yamlex\na: {b: !aggregate [1]}\n", "pillar/b.sls": "#!yamlex\na: {b: !aggregate [2]}\n"})
    merge("tags of a scalar", s, {"pillar/a.sls": "#!yamlex\na: !aggregate x\n", "pillar/b.sls": "#!yamlex\na: !aggregate y\n"})
    merge("tags on one side", s, {"pillar/a.sls": "#!yamlex\na: !aggregate [1]\n", "pillar/b.sls": "a: [2]\n"})
    merge("tags in one file", s, {"pillar/a.sls": "#!yamlex\na: !aggregate [1]\na: !aggregate [2]\n", "pillar/b.sls": "q: 1\n"})
    merge("tags under jinja", s, {"pillar/a.sls": "#!jinja|yamlex\na: !aggregate [{{ 1 }}]\n", "pillar/b.sls": "#!jinja|yamlex\na: !aggregate [2]\n"})
case("yaml aggregate tag without yamlex", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "a: !aggregate [1]\n"}, "pillar.items")
case("yamlex state", {"states/a.sls": "#!yamlex\nx:\n  test.nop:\n    - l: !aggregate [1]\n"})
merge("lists merged", "smart", {"pillar/a.sls": "l: [1, 2]\nd: {x: [{a: 1}]}\n", "pillar/b.sls": "l: [2, 3]\nd: {x: [{a: 1}, {b: 2}]}\n"}, pillar_merge_lists=True)
merge("lists overwritten", "overwrite", {"pillar/a.sls": "l: [1, 2]\n", "pillar/b.sls": "l: [2, 3]\n"}, pillar_merge_lists=True)
merge("order of keys", "smart", {"pillar/a.sls": "b: 1\na: {z: 1, y: 2}\n", "pillar/b.sls": "c: 1\na: {x: 1, z: 3}\n"})
# Includes of pillars.
case("pillar include with defaults nested", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include:\n  - b:\n      defaults: {n: 5, m: {k: v}}\n      key: x:y\n", "pillar/b.sls": "n: {{ n }}\nm: {{ m.k }}\n"}, "pillar.items")
case("pillar include twice with keys", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "include:\n  - b: {key: x, defaults: {n: 1}}\n  - b: {key: y, defaults: {n: 2}}\n", "pillar/b.sls": "n: {{ n }}\n"}, "pillar.items")
case("pillar shebangs", {"pillar/top.sls": "base:\n  '*': [a, b, c]\n", "pillar/a.sls": "#!yaml\nx: '{{ 1 }}'\n", "pillar/b.sls": "#!json\n{\"j\": 1}\n", "pillar/c.sls": "#!jinja|json\n{\"k\": {{ 1 + 1 }}}\n"}, "pillar.items")
case("pillar py", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "#!py\ndef run():\n    return {'a': 1}\n"}, "pillar.items")
case("pillar jinja variables", {"pillar/top.sls": "base:\n  '*': [p.q]\n", "pillar/p/q.sls": "t: {{ [tplpath is defined, tplfile, tpldir, tpldot, sls, slspath, slsdotpath, slscolonpath, sls_path, saltenv]|json }}\n"}, "pillar.items")
case("pillar import", {"pillar/top.sls": "base:\n  '*': [p.a]\n", "pillar/p/a.sls": "{% from './m.jinja' import v %}{% import_yaml 'p/d.yaml' as d %}v: {{ v }}\nd: {{ d|json }}\n", "pillar/p/m.jinja": "{% set v = 5 %}", "pillar/p/d.yaml": "a: [1]\n"}, "pillar.items")
case("pillar import of states", {"pillar/top.sls": "base:\n  '*': [a]\n", "pillar/a.sls": "{% import_yaml 'd.yaml' as d %}d: {{ d|json }}\n", "states/d.yaml": "a: states\n"}, "pillar.items")
case("import between environments", {"states/a.sls": "{% import_yaml 'salt://d.yaml?saltenv=dev' as d %}x:\n  test.nop:\n    - d: {{ d|json }}\n", "sdev/d.yaml": "a: dev\n", "states/d.yaml": "a: base\n"}, "state.show_low_sls a", file_roots={"base": ["states"], "dev": ["sdev"]})
case("import from the second root", {"states/a.sls": "{% import_yaml 'd.yaml' as d %}{% from 'q/m.jinja' import v with context %}x:\n  test.nop:\n    - d: {{ d|json }}\n    - v: {{ v }}\n", "s2/d.yaml": "a: 2\n", "s2/q/m.jinja": "{% set v = sls %}"}, "state.show_low_sls a", file_roots={"base": ["states", "s2"]})
case("import relative deep", {"states/p/q/a.sls": "{% from '../m.jinja' import v %}{% from './n.jinja' import w %}{% from '../../t.jinja' import u %}x:\n  test.nop:\n    - v: [{{ v }}, {{ w }}, {{ u }}]\n", "states/p/m.jinja": "{% set v = 1 %}", "states/p/q/n.jinja": "{% set w = 2 %}", "states/t.jinja": "{% set u = 3 %}"}, "state.show_low_sls p.q.a")
case("import above the root", {"states/a.sls": "{% from '../m.jinja' import v %}x:\n  test.nop:\n    - v: {{ v }}\n", "m.jinja": "{% set v = 1 %}"}, "state.show_low_sls a")
case("jinja all variables", {"states/p/q.sls": "x:\n  test.nop:\n    - t: {{ [tplfile, tpldir, tpldot, sls, slspath, slsdotpath, slscolonpath, sls_path, saltenv, opts.id, opts['__cli'] is defined, grains.id, pillar is mapping]|json }}\n    - u: {{ [tplpath is defined, source is defined]|json }}\n"}, "state.show_low_sls p.q")
for n, o in {"trim": {"trim_blocks": True}, "lstrip": {"lstrip_blocks": True, "trim_blocks": True}, "marks": {"block_start_string": "<%", "block_end_string": "%>", "variable_start_string": "<<", "variable_end_string": ">>", "comment_start_string": "<#", "comment_end_string": "#>"}, "lines": {"line_statement_prefix": "%", "line_comment_prefix": "##"}, "newline": {"keep_trailing_newline": True}, "sequence": {"newline_sequence": "\r\n"}, "unknown": {"nosuch": 1}}.items():
    text = "{% if true %}\nx:\n  test.nop:\n    - a: {{ 1 }}\n    {% endif %}\n    - b: |\n        q\n" if n != "marks" else "<% if true %>\nx:\n  test.nop:\n    - a: << 1 >>\n<% endif %>\n<# c #>\n    - b: '{{ 1 }}'\n"
    if n == "lines":
        text = "% if true:\nx:\n  test.nop:\n    - a: {{ 1 }} ## why\n% endif\n"
    case("jinja_sls_env " + n, {"states/a.sls": text}, "state.show_low_sls a", jinja_sls_env=o)
    case("jinja_env " + n, {"states/a.sls": "x:\n  test.nop:\n    - a: {{ 1 }}\n"}, "state.show_low_sls a", jinja_env=o)
# High data.
case("names with arguments and requisites", "x:\n  test.nop:\n    - names:\n      - a:\n        - require: [{test: y}]\n      - b:\n        - order: 1\n      - c\n    - q: 1\ny:\n  test.nop: []\n", "state.show_low_sls a", "state.show_sls a")
case("extend with names", {"states/a.sls": "include: [b]\nextend:\n  x:\n    test:\n      - names: [c]\n      - require: [{test: y}]\ny:\n  test.nop: []\n", "states/b.sls": "x:\n  test.nop:\n    - names: [a, b]\n", "states/top.sls": "base:\n  '*': [a]\n"}, "state.show_lowstate")
case("exclude in a run", {"states/a.sls": "include: [b, c]\nexclude:\n  - sls: b\n  - id: z\n", "states/b.sls": "x:\n  test.nop: []\n", "states/c.sls": "y:\n  test.nop: []\nz:\n  test.nop: []\n", "states/top.sls": "base:\n  '*': [a]\n"}, "state.show_lowstate")
case("keywords of a state", "x:\n  test.nop:\n    - unless: [false]\n    - onlyif:\n      - fun: test.true\n    - creates: /nosuch\n    - check_cmd: [true]\n    - retry: {attempts: 2}\n    - fire_event: a/b\n    - reload_modules: true\n    - reload_grains: true\n    - reload_pillar: true\n    - parallel: true\n    - failhard: true\n    - timeout: 5\n    - runas: root\n    - umask: '022'\n    - aggregate: true\n")
case("requisites in all forms", "x:\n  test.nop:\n    - require_any: [{test: y}]\n    - watch_any: [{test: y}]\n    - onchanges_any: [{test: y}]\n    - onfail_any: [{test: y}]\n    - onfail_all: [{test: y}]\n    - onfail_stop: false\n    - listen: [y]\n    - prereq: [{test: z}]\ny:\n  test.nop:\n    - listen_in: [{test: z}]\n    - prereq_in: [z]\n    - onfail_in: [z]\n    - onchanges_in: [z]\n    - use_in: [z]\n    - watch_in: [z]\nz:\n  test.nop: []\n")
case("scalars easily missed", "x:\n  test.nop:\n    - a: 0644\n    - b: -0644\n    - c: 012345678901\n    - d: 0899\n    - e: 012345670123\n    - f: 3306:33\n    - g: 8080:80\n    - h: 2026-11-20\n    - i: 1e3\n    - j: 0o644\n    - k: {2026-11-20: 1}\n    - l: 1_000\n    - m: 0x1F\n    - n: 0b11\n    - o: .5\n    - p: 1.\n    - q: +1\n    - r: 1e+3\n    - s: 1.0e3\n    - u: ~\n    - v: on\n    - w: y\n    - z: 190:20:30\n")

# Formulas as people write them.
FORMULA = {
    "states/nginx/defaults.yaml": "nginx:\n  pkg: {name: nginx}\n  rootgroup: root\n  config: /etc/nginx.conf\n  list: [a, b]\n",
    "states/nginx/osfamilymap.yaml": "Debian:\n  config: /etc/nginx/nginx.conf\n  pkg: {name: nginx-full}\nRedHat: {}\n",
    "states/nginx/osmap.yaml": "{}\n",
    "states/nginx/map.jinja": """{#- vim: ft=jinja -#}
{%- set tplroot = tpldir.split("/")[0] %}
{%- import_yaml tplroot ~ "/defaults.yaml" as default_settings %}
{%- import_yaml tplroot ~ "/osfamilymap.yaml" as osfamilymap %}
{%- import_yaml tplroot ~ "/osmap.yaml" as osmap %}
{%- set defaults = salt["grains.filter_by"](default_settings, default=tplroot, merge=salt["grains.filter_by"](osfamilymap, grain="os_family", merge=salt["grains.filter_by"](osmap, grain="os"))) %}
{%- set nginx = salt["slsutil.merge"](defaults, salt["pillar.get"]("nginx", default={}), merge_lists=True) %}
""",
    "states/nginx/libtofs.jinja": """{%- macro files_switch(source_files, lookup=None, default_files_switch=["id", "os_family"], indent_width=6) %}
  {%- set tplroot = tpldir.split("/")[0] %}
  {%- set files_switch_list = salt["config.get"](tplroot ~ ":tofs:files_switch", default_files_switch) %}
  {%- set src_files = salt["config.get"](tplroot ~ ":tofs:source_files:" ~ lookup, default=[]) + source_files %}
  {%- for fs in files_switch_list + ["default"] %}
    {%- set fs_dirs = [fs] if fs == "default" else salt["config.get"](fs, [fs]) %}
    {%- set fs_dirs = [fs_dirs] if fs_dirs is string else fs_dirs %}
    {%- for fs_dir in fs_dirs %}
      {%- for src_file in src_files %}
{{ ["- salt:/", tplroot, "files", fs_dir, src_file.lstrip("/")] | select | join("/") | indent(indent_width, true) }}
      {%- endfor %}
    {%- endfor %}
  {%- endfor %}
{%- endmacro %}
""",
    "states/nginx/config/file.sls": """{%- set tplroot = tpldir.split("/")[0] %}
{%- set sls_package_install = tplroot ~ ".package.install" %}
{%- from tplroot ~ "/map.jinja" import nginx with context %}
{%- from tplroot ~ "/libtofs.jinja" import files_switch with context %}
include:
  - {{ sls_package_install }}
nginx-config:
  test.nop:
    - name: {{ nginx.config }}
    - source: {{ files_switch(["example.tmpl"], lookup="nginx-config") }}
    - context:
        nginx: {{ nginx | json }}
    - require:
      - sls: {{ sls_package_install }}
""",
    "states/nginx/package/install.sls": """{%- set tplroot = tpldir.split("/")[0] %}
{%- from tplroot ~ "/map.jinja" import nginx with context %}
nginx-package:
  test.nop:
    - name: {{ nginx.pkg.name }}
    - vars: {{ [tplroot, tpldir, tplfile, sls, slspath, slsdotpath, slscolonpath, sls_path, tpldot] | json }}
""",
    "states/nginx/init.sls": "include:\n  - .package.install\n  - .config.file\n",
    "pillar/top.sls": "base:\n  '*':\n    - data\n",
    "pillar/data.sls": "nginx:\n  list: [c]\n  config: /x\n  tofs:\n    files_switch: [id, nosuch]\n    source_files: {nginx-config: [first.tmpl]}\n",
}
NGINX = ("state.show_sls nginx", "state.show_low_sls nginx")
case("formula with a map and tofs", FORMULA, *NGINX)
case("formula without pillar", {name: text for name, text in FORMULA.items() if not name.startswith("pillar")}, *NGINX)
case("formula of an old kind", {
    "states/apache/map.jinja": "{% set apache = salt['grains.filter_by']({'Nosuch': {'server': 'no'}, 'default': {'server': 'www', 'conf': {'mode': 644, 'dir': '/x'}}}, merge=salt['pillar.get']('apache:lookup'), default='default', base='default') %}\n",
    "states/apache/init.sls": "{% from 'apache/map.jinja' import apache with context %}\n{% from 'apache/map.jinja' import apache as again %}\napache:\n  test.nop:\n    - name: {{ apache.server }}\n    - all: {{ apache|json }}\n    - again: {{ again == apache }}\nconf:\n  test.nop:\n    - require: [{test: apache}]\n    - mode: {{ apache.conf.mode }}\n",
    "pillar/top.sls": "base:\n  '*': [data]\n", "pillar/data.sls": "apache:\n  lookup:\n    conf: {mode: 600}\n",
}, "state.show_sls apache", "state.show_low_sls apache")
case("formula with defaults.get", {
    "states/app/defaults.yaml": "port: 80\nopts: {a: 1}\n", "states/app/init.sls": "{% set app = salt['defaults.merge']({'port': 1, 'x': [1]}, {'port': 2, 'x': [2]}) %}\nx:\n  test.nop:\n    - app: {{ app|json }}\n",
}, "state.show_low_sls app")
case("macro with keywords and caller", """{% macro user(name, groups=[]) -%}
{{ name }}:
  test.nop:
    - groups: {{ groups }}
{%- for k, v in kwargs.items()|sort %}
    - {{ k }}: {{ v|yaml_encode }}
{%- endfor %}
{%- endmacro %}
{% macro boxed(n) %}    - box: "<{{ caller(n) }}>"{% endmacro %}
{% macro plain() %}{{ varargs }} {{ kwargs }}{% endmacro %}
{{ user('bob', ['x', 'y'], shell='/bin/sh', uid=5) }}
z:
  test.nop:
    - p: "{{ plain(1, 'b', c=None) }}"
    - n: {{ user.name }} {{ user.arguments }} {{ user.catch_kwargs }} {{ plain.catch_varargs }}
{% call(x) boxed(3) %}in {{ x }}{% endcall %}
""")
case("macro that renders a tree of mappings", """{% macro tree(d, level=4) %}{% for k, v in d.items() %}
{{ ' ' * level }}{{ k }}:{% if v is mapping %}{{ tree(v, level + 2) }}{% else %} {{ v }}{% endif %}{% endfor %}{% endmacro %}
x:
  test.nop:
  - conf:{{ tree({'a': {'b': 1, 'c': {'d': 'e'}}, 'f': 2}, 6) }}
""")
case("data of all kinds imported", {
    "states/d/x.yaml": "a: {{ pillar.get('v', 7) }}\nb: [1, 2]\n", "states/d/x.json": '{"q": [true, null, 1.5]}', "states/d/x.txt": "line one\nline {{ 1 + 1 }}\n",
    "states/d/init.sls": "{% import_yaml 'd/x.yaml' as y %}{% import_json 'd/x.json' as j %}{% import_text 'd/x.txt' as t %}{% import_yaml './x.yaml' as y2 %}\nx:\n  test.nop:\n    - y: {{ y|json }}\n    - j: {{ j|json }}\n    - t: {{ t|json }}\n    - y2: {{ y2 }}\n",
}, "state.show_low_sls d")
case("data of all kinds loaded", """{% load_yaml as cfg %}
a: 1
b: {c: [x, {d: e}]}
{% endload %}
{% load_json as j %}{"k": [1, 2, null]}{% endload %}
{% load_text as t %}some text
 here{% endload %}
{% do cfg.update({'z': 26}) %}
x:
  test.nop:
    - cfg: {{ cfg }}
    - cfgy: {{ cfg|yaml }}
    - j: {{ j }}
    - t: {{ t|yaml_dquote }}
    - n: {{ cfg.b.c[1].d }}
""")
case("loops with everything", """{% set ns = namespace(total=0, names=[]) %}
{% for k, v in {'b': 2, 'a': 1}|dictsort %}{% set ns.total = ns.total + v %}{% do ns.names.append(k ~ loop.index ~ loop.last) %}{% endfor %}
{% for i in range(3) if i != 1 %}
n{{ i }}:
  test.nop:
    - first: {{ loop.first }}
    - prev: {{ loop.previtem|default('none') }}
    - next: {{ loop.nextitem|default('none') }}
    - cyc: {{ loop.cycle('odd', 'even') }}
    - changed: {{ loop.changed(i) }} {{ loop.revindex }} {{ loop.length }} {{ loop.depth }}
{% else %}
never: {test.nop: []}
{% endfor %}
total:
  test.nop:
    - t: {{ ns.total }}
    - n: {{ ns.names }}
{% set outer = 1 %}{% for i in [1] %}{% set outer = 2 %}{% endfor %}
    - outer: {{ outer }}
{% with a = 5, b = 6 %}
    - w: {{ a * b }}
{% endwith %}
{% for row in [{'n': 1, 'c': [{'n': 2, 'c': []}]}] recursive %}    - r{{ row.n }}: {{ loop.depth0 }}
{{ loop(row.c) }}{% endfor %}
""")
case("printing mappings", """{% set d = {'z': 1, 'a': {'y': 2, 'b': [3]}} %}
x:
  test.nop:
    - d: {{ d }}
    - j: {{ d|json }}
    - tj: {{ d|tojson }}
    - y: {{ d|yaml }}
    - py: {{ d|python }}
    - keys: {{ d.keys()|list }}
    - items: {{ d.items()|list|json }}
    - sq: {{ "it's"|yaml_squote }}
    - pop: {{ d.pop('z') }} {{ d|length }} {{ d.get('q') }} {{ d.setdefault('w', [1]) }}
    - merged: {{ dict(d, q=1)|json }}
    - sum: {{ [1, 2, 3]|sum }} {{ [1.5, 2]|sum }} {{ [[1], [2]]|sum(start=[]) }}
""")
case("templates that extend", {
    "states/base.jinja": "{% block head %}h:\n  test.nop: []\n{% endblock %}{% block body %}{% endblock %}",
    "states/a.sls": "{% extends 'base.jinja' %}{% block head %}{{ super() }}h2:\n  test.nop: []\n{% endblock %}{% block body %}b:\n  test.nop: [{name: {{ self.head()|length }}}]\n{% endblock %}",
})
case("set blocks, filters and whitespace", """{% set text -%}
  one
  two
{%- endset %}
{% set up | upper %}loud{% endset %}
x:
  test.nop:
    - a: {{ text|json }}
    - b: {{ up }}
    {%- for i in [1, 2] %}
    - n{{ i }}: {{ i }}
    {%- endfor %}
{%- filter replace('q', 'k') %}
    - c: quq
{%- endfilter %}
    - d: {{- ' x' }}
    {# gone #}
    - e: x{{ 'a' if false }}|{{ 'b' if true else 'c' }}
""")
case("requisites from loops", """{% set all = ['a', 'b', 'c'] %}
{% for n in all %}
{{ n }}:
  test.nop:
    - index: {{ loop.index }}
{%- if not loop.first %}
    - require:
      - test: {{ loop.previtem }}
{%- endif %}
{%- if loop.last %}
    - watch: {{ all[:-1]|map('regex_replace', '^', 'x')|list if false else [{'test': 'a'}]|json }}
{%- endif %}
{% endfor %}
""", "state.show_sls a", "state.show_low_sls a")
case("includes and extends from loops", {
    "states/a.sls": "include:\n{% for n in ['b', 'c'] %}  - {{ n }}\n{% endfor %}\nextend:\n{% for n in ['b', 'c'] %}  {{ n }}:\n    test:\n      - v: {{ loop.index }}\n{% endfor %}\n",
    "states/b.sls": "b:\n  test.nop: []\n", "states/c.sls": "c:\n  test.nop:\n    - v: 0\n", "states/top.sls": "base: {'*': [a]}\n",
}, "state.show_sls a", "state.show_lowstate")
case("an anchor that two states share", "x:\n  test.nop: &shared\n    - a: 1\ny:\n  test.nop: *shared\n")
case("anchors and folded text", """x:
  test.nop:
    - a: &inner {b: [1]}
    - c: *inner
    - <<: {d: 5}
y:
  test.nop:
    - text: >
        folded
        lines

        here
    - lit: |+
        kept

    - strip: >-
        no
        end
    - "quoted \\"key\\"": 'it''s'
    - {flow: [1, {two: 2}], three: ~}
    - uni: "caf\\u00e9 é ☃"
""")
case("functions in all spellings", {
    "states/f.txt": "text of a file\n",
    "states/a.sls": """{% set get = salt['pillar.get'] %}
x:
  test.nop:
    - a: {{ get('a:b') }} {{ salt.pillar.get('a:nosuch', 'd') }} {{ salt['pillar.get'](key='a:b') }} {{ salt['pillar.get']('a', {})|length }}
    - b: {{ salt['test.arg'](1, 'x', k=[1])|json }}
    - c: {{ salt['cp.get_file_str']('salt://f.txt')|trim }}
    - d: {{ salt['slsutil.update']({'a': {'b': 1}}, {'a': {'c': 2}})|json }}
    - e: {{ salt['match.glob']('ora*') }} {{ salt['match.compound']('not x*') }} {{ salt['match.filter_by']({'ora*': 'yes', 'x': 'no'}) }}
    - f: {{ 'test.echo' in salt }} {{ 'no.such' in salt }} {{ salt['file.basename']('/a/b') }}
    - g: got {{ salt['pillar.get']('list', [], merge=True) }} {{ salt['pillar.get']('a', {'z': 1}, merge=True)|length }}
    - h: {{ salt['grains.get']('id') }} {{ salt['config.get']('a:b') }} {{ salt['pillar.keys']('a') }}
""",
    "pillar/top.sls": "base: {'*': [p]}\n", "pillar/p.sls": "a: {b: 5, c: {d: x}}\nlist: [1]\n",
})
case("pillar built by templates", {
    "pillar/top.sls": "base:\n  '*':\n{% for n in ['one', 'two'] %}    - {{ n }}\n{% endfor %}\n  'G@nosuch:x':\n    - match: compound\n    - three\n",
    "pillar/one.sls": "{% set base = {'a': 1} %}{% do base.update(b=[grains.id]) %}\nbase: {{ base|json }}\n",
    "pillar/two.sls": "{% import_yaml 'data.yaml' as data %}{% from 'lib.jinja' import name %}\nfrom: {{ data|json }}\nname: {{ name('x') }}\nseen: {{ pillar.get('base', 'nothing')|json }}\n",
    "pillar/data.yaml": "k: [v]\n", "pillar/lib.jinja": "{% macro name(n) %}{{ n }}-{{ grains.id }}{% endmacro %}\n", "states/a.sls": "x:\n  test.nop:\n    - p: {{ pillar|json }}\n",
}, "pillar.items", "state.show_low_sls a")
case("lists cut, joined and compared", """x:
  test.nop:
    - a: x {{ [1, 2, 3][::-1] }} {{ [1, 2, 3][-2:] }} {{ 'abc'[1:] }} {{ [1] + [2] }} {{ [0] * 3 }} {{ (1, 2) }} {{ (1,) }}
    - b: {{ 1 < 2 < 3 }} {{ 'a' in 'abc' }} {{ 1 not in [2] }} {{ none is none }} {{ [] or 'empty' }} {{ 0 and 1 }} {{ not '' }}
    - c: {{ 7 // 2 }} {{ 7 / 2 }} {{ -7 // 2 }} {{ 7 % 3 }} {{ 2 ** 10 }} {{ 1e3 }} {{ 0.1 + 0.2 }} {{ 10|float }} {{ '5'|int + 1 }}
    - d: {{ 'a' ~ 1 ~ none ~ true }} {{ '%s-%03d' % ('x', 7) }} {{ '{}/{b}'.format(1, b=2) }} {{ 'a-b'.split('-') }} {{ 'x'.join(['1', '2']) }}
    - e: x {{ ['b', 'A', 'c']|sort }} {{ ['b', 'A']|sort(case_sensitive=true) }} {{ [3, 1]|sort(reverse=true) }} {{ [1, 1, 2]|unique|list }}
    - g: {{ 'The Title'|lower|title|replace(' ', '_')|truncate(6) }} {{ 'word wrap here'|wordwrap(5)|json }} {{ 3.7|round|int }} {{ 'a,b'|list|length }}
""")
case("text that YAML takes for something else", """x:
  test.nop:
    - a: {{ 'yes'|yaml_encode }} 
    - b: {{ '0644'|yaml_encode }}
    - c: {{ 'a: b'|yaml_dquote }}
    - d: {{ none|yaml_encode }}
    - e: {{ 1.0|yaml_encode }}
    - f: {{ 'null'|yaml_squote }}
    - g: {{ true|yaml_encode }}
    - h: {{ '#no'|yaml_dquote }}
    - i: {{ 'é'|yaml_dquote }}
    - j: "{{ 'x' | e }}"
    - k: {{ '@x'|tojson }}
""")
