#!/usr/bin/env python3
"""Records which of four minions Salt means by node groups and compounds: tests/record fleet.

Salt's own matchers answer, as a minion has them. The answers are in recorded.json, and `exact_targets` compares.
"""

import json
import logging
import pathlib
import re

import salt.config
import salt.loader
from salt.utils.minions import nodegroup_comp

HERE = pathlib.Path(__file__).resolve().parent
MINIONS = ["web-1", "web-2", "web-3", "web-4"]
GRAINS = {
    "web-1": {"role": "db", "ipv4": ["10.0.0.1"]},
    "web-2": {"role": "web", "ipv4": ["10.0.0.2"]},
    "web-3": {"role": "web", "ipv4": ["10.0.1.3"]},
    "web-4": {"ipv4": ["10.0.1.4"]},
}
NODEGROUPS = {
    "two": "L@web-1,web-2", "listed": ["web-2", "web-3"], "both": "N@two or N@listed", "without": "* and not N@both",
    "words": ["web-1", "or", "web-4"], "blank": ["web-1 or web-4"], "text": "web-1", "texts": "web-1 web-2", "one": ["web-2"],
    "nested": ["N@two"], "empty": "", "none": [], "glob": ["web-*"], "globs": ["web-1", "web-*"],
    "within": "web-4 or N@listed", "not": "not N@listed", "parenthesis": ["(", "web-1", "or", "web-2", ")"],
    "question": ["web-?"], "set": ["web-[12]"], "self": "web-1 or N@self", "a": "N@b", "b": "N@a",
    "two_words": ["N@two", "web-4"], "grain_and_id": ["G@role:db", "web-4"], "grains": "G@role:web or G@role:db",
}
COMPOUNDS = [
    "* and not N@nosuch", "N@nosuch or web-1", "* and not N@self", "* and not N@a", "* and not E@(", "web-1 web-2",
    "web-1 AND web-2", "or web-1", "web-1 and", "not not web-1", "( web-1", "(web-1 or web-2)", "not ( web-1 )", "not N@two",
    "* and not N@none", "* and not L@", "* and not X@a", "* and not G@role", "web-1 or G@role", "* and not S@zz",
    "G@role:db and (", "G@role:w* and not web-3", "P@role:(web|db) and not N@one", "S@10.0.1.0/24", "E@web-[34]",
    "* and not ( G@role:web or G@role:db )", "N@both and not N@listed", "not G@role:*", "N@grains and S@10.0.0.0/24", "* and not N@grains",
]


def matchers(minion):
    """Gives the options and the matchers of a minion."""
    opts = salt.config.minion_config(None)
    opts.update(id=minion, nodegroups=NODEGROUPS, grains=GRAINS[minion], file_client="local")
    return opts, salt.loader.matchers(opts)


def main():
    """Writes the record."""
    logging.disable(logging.CRITICAL)
    loaded = {minion: matchers(minion) for minion in MINIONS}

    def meant(target):
        def is_match(minion):
            opts, found = loaded[minion]
            try:
                return found["compound_match.match"](target, opts=opts, minion_id=minion)
            # A minion that fails so is not meant.
            except re.error:
                return False

        return [minion for minion in MINIONS if is_match(minion)]

    record = {
        "minions": GRAINS,
        "nodegroups": NODEGROUPS,
        "by_group": {name: meant(nodegroup_comp(name, NODEGROUPS)) for name in [*NODEGROUPS, "nosuch"]},
        "by_compound": {text: meant(text) for text in COMPOUNDS},
    }
    (HERE / "recorded.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
