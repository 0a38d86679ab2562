"""Runs firewall-cmd, one after the other, in copies of a process that has read its modules: commands.py SOCKET

What is asked: the arguments, with a NUL between. What is answered: the code that it ends with, its output and what it says beside that.
"""

import gc
import os
import socket
import struct
import sys
import tempfile

import firewall.client  # noqa: F401  (what takes time)
import firewall.command  # noqa: F401

PROGRAM = "/usr/bin/firewall-cmd"


def run(code, words, printed, said):
    """In a copy of the process: ends with it."""
    sys.argv = [PROGRAM, *words]
    os.dup2(printed.fileno(), 1)
    os.dup2(said.fileno(), 2)
    ended = 0
    try:
        exec(code, {"__name__": "__main__", "__file__": PROGRAM})
    except SystemExit as error:
        ended = error.code if isinstance(error.code, int) else bool(error.code)
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        ended = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(ended))


def main(path):
    with open(PROGRAM) as file:
        code = compile(file.read(), PROGRAM, "exec")
    # Copies share what they do not change.
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    while True:
        asking, _ = listener.accept()
        with asking, asking.makefile("rb") as asked:
            (length,) = struct.unpack(">I", asked.read(4))
            words = [word.decode() for word in asked.read(length).split(b"\0")[2:]]
            with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said:
                child = os.fork()
                if child == 0:
                    run(code, words, printed, said)
                _, status = os.waitpid(child, 0)
                texts = []
                for file in (printed, said):
                    file.seek(0)
                    texts.append(file.read())
            answer = b"\0".join([str(os.waitstatus_to_exitcode(status)).encode(), *texts])
            asking.sendall(struct.pack(">I", len(answer)) + answer)


main(sys.argv[1])
