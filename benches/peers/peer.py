"""What the runner knows of a contender."""

import dataclasses
import json
import pathlib
import typing


@dataclasses.dataclass(frozen=True)
class Task:
    """So many stacks to be brought about, from files in a directory of their own."""

    directory: pathlib.Path
    names: list[str]
    # The SLS of all stacks.
    sls: str
    # Where the counting proxy listens.
    endpoint: str


@dataclasses.dataclass(frozen=True)
class Peer:
    """A program that brings AWS to a state."""

    name: str
    version: typing.Callable[[], str]
    # Writes what the program reads and answers its command line and what its environment holds besides AWS's variables.
    prepare: typing.Callable[[Task], tuple[list[str], dict[str, str]]]
    leaves_out: str
    # Tells from what it printed whether a run found everything as it is to be.
    is_silent: typing.Callable[[str], bool]
    # More stacks than this take too long to wait for.
    most_stacks: int = 20


def sls_tree(task, sls):
    """Writes a masterless tree of one SLS, its pillar and the minion's configuration."""
    for folder in ("states", "pillar"):
        (task.directory / folder).mkdir(parents=True, exist_ok=True)
    (task.directory / "states" / "stacks.sls").write_text(sls, encoding="utf-8")
    (task.directory / "pillar" / "top.sls").write_text("base: {'*': [aws]}\n", encoding="utf-8")
    profile = "aws_profile: {region: us-east-1, keyid: test, key: test}\n"
    (task.directory / "pillar" / "aws.sls").write_text(profile, encoding="utf-8")
    minion = {
        "file_client": "local", "id": "bench", "root_dir": str(task.directory / "root"),
        "file_roots": {"base": [str(task.directory / "states")]},
        "pillar_roots": {"base": [str(task.directory / "pillar")]},
    }
    (task.directory / "minion").write_text(json.dumps(minion), encoding="utf-8")
