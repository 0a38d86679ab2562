#!/usr/bin/python3 -IS
"""Has a process that runs all the time, at the socket $CONSOLE, run a program whose name this one has: the program itself takes long to start."""

import os
import socket
import struct
import sys

console = socket.socket(socket.AF_UNIX)
console.connect(os.environ["CONSOLE"])
words = [os.path.basename(sys.argv[0]).encode(), sys.stdin.buffer.read(), *map(os.fsencode, sys.argv[1:])]
asked = b"\0".join(words)
console.sendall(struct.pack(">I", len(asked)) + asked)
answer = console.makefile("rb")
(length,) = struct.unpack(">I", answer.read(4))
code, printed, said = answer.read(length).split(b"\0")
sys.stdout.buffer.write(printed)
sys.stderr.buffer.write(said)
sys.exit(int(code))
