"""Records what Salt 3007 makes of the templates in salt.jsonl, into the same file.

Each line is {"t": template} and gets "out" or "error" (its class and what Salt says); @HOME@ stands for the directory above the files. Needs Salt 3007 (`pip install salt==3007.*`) and an empty minion
configuration: `python record_salt.py`.
"""

import collections
import copy
import importlib
import json
import logging
import pathlib
import pkgutil
import tempfile
import warnings

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

import salt.config
import salt.utils
import salt.utils.templates

# Filters register when their module is imported.
for module in pkgutil.iter_modules(salt.utils.__path__):
    try:
        importlib.import_module("salt.utils." + module.name)
    except BaseException:
        pass

FILE = pathlib.Path(__file__).with_name("salt.jsonl")
FILES = {"d.yaml": "a: 1\nb: [x]\n", "d.json": '{"a": 1}', "d.txt": "hi\nthere\n", "dd.yaml": "a: {{ grains.os }}\n",
         "m.jinja": "{% macro f(x) %}<{{ x }}{{ grains.os }}>{% endmacro %}{% set v = 7 %}",
         "inc.jinja": "[{{ q|default('none') }}]", "base.jinja": "a{% block b %}theirs{% endblock %}c",
         "sub/rel.jinja": "{% from './x' import w as q %}{% set w = q %}", "sub/up.jinja": "{% from '../m.jinja' import v %}{% set w = v %}",
         "sub/x": "{% set w = 9 %}", "empty": "", "binary": b"\x00\x01\xff", "latin": b"caf\xe9\n"}
# What Salt's YAML renderer read is an ordered mapping, all but the pillar itself.
PILLAR = {"vpc": collections.OrderedDict(
    subnets=["a", "b"], ports=collections.OrderedDict({80: "http"}), flag=True, f=1.5, n=None)}

home = pathlib.Path(tempfile.mkdtemp())
(home / "states" / "sub").mkdir(parents=True)
for name, text in FILES.items():
    (home / "states" / name).write_bytes(text if isinstance(text, bytes) else text.encode())
(home / "minion").write_text(
    f"file_client: local\nroot_dir: {home}\ncachedir: {home}/cache\nfile_roots: {{base: [{home}/states]}}\n"
)
OPTS = salt.config.minion_config(str(home / "minion"))


def record(case):
    context = {
        "opts": OPTS,
        "saltenv": "base",
        "sls": "",
        "pillar": copy.deepcopy(PILLAR),
        "grains": {"os": "X"},
        "salt": {"test.echo": lambda text: text},
    }
    try:
        out = salt.utils.templates.render_jinja_tmpl(case["t"].replace("@HOME@", str(home)), context)
        return {"t": case["t"], "out": out.replace(str(home), "@HOME@")}
    except BaseException as error:
        # What Salt only wraps is named by what it wraps.
        cause = error
        while type(cause).__name__.startswith("Salt") and cause.__context__ is not None:
            cause = cause.__context__
        said = f"{type(cause).__name__}: {error}".replace(str(home), "@HOME@")
        return {"t": case["t"], "error": said.split("\n")[0].split("; line ")[0]}


cases = [json.loads(line) for line in FILE.read_text().splitlines()]
FILE.write_text("".join(json.dumps(record(case), ensure_ascii=False) + "\n" for case in cases))
