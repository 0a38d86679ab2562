"""Records which arguments Salt 3007's boto states take: names alone, from their signatures.

Run with a Python that has Salt 3007: python record.py > recorded.json
"""

import ast
import json
import pathlib

import salt.states


def public_functions(path):
    """The public functions of a module, with the names of their arguments."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name not in ("mod_aggregate", "mod_watch"):
            spec = node.args
            yield node.name, [argument.arg for argument in [*spec.posonlyargs, *spec.args, *spec.kwonlyargs]]


def main():
    """Prints each state function with its arguments."""
    folder, recorded = pathlib.Path(salt.states.__file__).parent, {}
    for path in sorted(folder.glob("boto*.py")):
        recorded |= {f"{path.stem}.{name}": arguments for name, arguments in public_functions(path)}
    rows = (f"{json.dumps(name)}: {json.dumps(arguments)}" for name, arguments in sorted(recorded.items()))
    print("{\n" + ",\n".join(rows) + "\n}")


main()
