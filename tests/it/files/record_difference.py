"""Records what Python's difflib makes of pairs of texts, into src/system/file/text/differences.json.

    python tests/it/files/record_difference.py
"""

import difflib
import json
import pathlib
import random

HERE = pathlib.Path(__file__).resolve()
TO = HERE.parents[3] / "src/system/file/text/differences.json"


def text(chance, size, words):
    return "".join(chance.choice(words) + "\n" for _ in range(size))


def change(chance, old, words):
    lines = old.splitlines(keepends=True)
    for _ in range(chance.randrange(5)):
        at = chance.randrange(len(lines) + 1)
        if chance.random() < 0.4:
            lines[at : at + chance.randrange(4)] = []
        else:
            lines[at:at] = [chance.choice(words) + "\n" for _ in range(chance.randrange(1, 4))]
    return "".join(lines)


def main():
    chance = random.Random(5)
    samples = []
    for number in range(260):
        words = ["a", "b", "c", "dd", "e"] if number % 2 else [f"w{count}" for count in range(40)]
        size = chance.randrange(210, 260) if number % 20 == 0 else chance.randrange(0, 30)
        old = text(chance, size, words)
        samples.append((old, change(chance, old, words) if number % 5 else text(chance, size, words)))
    recorded = [
        (old, new, "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "", "")))
        for old, new in samples
    ]
    TO.write_text("[\n" + ",\n".join(json.dumps(sample) for sample in recorded) + "\n]\n")


if __name__ == "__main__":
    main()
