"""For recorders: states one after the other, which share what they work on. See story.rs.

A step of a story has a `label`, a `state`, its `name` and `arguments`, and `before`: what is done first, by hand.
"""

import json

import minion
import tree


def replaced(value, texts):
    """The texts of an answer with others in their place."""
    if isinstance(value, str):
        for text, other in texts.items():
            value = value.replace(text, other)
        return value
    if isinstance(value, dict):
        return {replaced(key, texts): replaced(inner, texts) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [replaced(inner, texts) for inner in value]
    return value


def record(directory, story, prepare, texts, seen=None, **options):
    """What Salt answers to each step: a test run, a real run, a second real run, and what `seen` gives after the real one.

    `texts` says which words of an answer stand for others; the others, in a step, stand for them.
    """
    states = directory / "states"
    states.mkdir()
    back = {other: text for text, other in texts.items() if other.startswith("$")}
    salt, recorded = minion.caller(directory / "scratch", states, **options), {}
    for step in story:
        if "before" in step:
            prepare(step["before"])
        arguments = [{"name": step["name"]}] + [{key: value} for key, value in step["arguments"].items()]
        (states / "case.sls").write_text(replaced(json.dumps({"it": {step["state"]: arguments}}), back))

        def ask(test):
            try:
                return tree.returns(salt.cmd("state.sls", "case", test=test), lambda value: replaced(value, texts))
            except Exception as error:  # Salt itself broke: that is what is recorded.
                return f"{type(error).__name__}: {error}"

        answers = {"test": ask(True), "real": ask(False)}
        if seen:
            answers["after"] = replaced(seen(), texts)
        recorded[step["label"]] = answers | {"again": ask(False)}
    return recorded
