"""For recorders: trees of files as cases write them down, and what of Salt's answers is kept."""

import os
import re


def make(base, tree, contents=str):
    """Puts files, directories and links below a directory; `contents` makes of what is written what is meant."""
    for name, what in tree.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text, mode = what if isinstance(what, (list, tuple)) else (what, None)
        if text is None:
            path.mkdir(parents=True, exist_ok=True)
        elif text.startswith("-> "):
            path.unlink(missing_ok=True)
            path.symlink_to(contents(text[3:]))
        else:
            path.write_bytes(contents(text).encode())
        if mode:
            path.chmod(int(mode, 8))


def is_repository(path):
    return (path / "HEAD").is_file() and (path / "refs").is_dir()


def seen(base, is_passed_over, tidy):
    """What stands below a directory: mode, owner where that is not root, and contents."""
    found = {}
    for path in sorted(base.rglob("*")):
        name, stat = str(path.relative_to(base)), path.lstat()
        if is_passed_over(name) or any(is_repository(above) for above in path.parents if base in above.parents):
            continue
        owner = "" if (stat.st_uid, stat.st_gid) == (0, 0) else f" {stat.st_uid}:{stat.st_gid}"
        mode = f"{stat.st_mode & 0o7777:04o}"
        if path.is_symlink():
            found[name] = f"-> {tidy(os.readlink(path))}{owner}"
        elif path.is_dir():
            found[name] = f"{mode}{owner} /"
        elif path.is_file():
            found[name] = f"{mode}{owner} {tidy(path.read_bytes().decode('latin-1'))}"
        else:
            found[name] = f"{mode}{owner} !"
    return found


def returns(answer, tidy):
    """Result, comment and changes of each state, in order."""
    if not isinstance(answer, dict):
        return tidy(answer)
    listed = []
    for tag, state in sorted(answer.items(), key=lambda item: item[1].get("__run_num__", 0)):
        comment = state.get("comment")
        if isinstance(comment, str) and "Traceback" in comment:
            # The error is the last line that begins with its class; what follows is more of what it says.
            lines = comment.strip().splitlines()
            named = [line for line in lines if re.match(r"[\w.]+(: |$)", line) and "Error" in line.split(":")[0]]
            state["comment"] = "Traceback: " + (named or lines)[-1]
        keys = ("result", "comment", "changes", "warnings")
        listed.append({"tag": tidy(tag)} | {key: tidy(state[key]) for key in keys if key in state})
    return listed
