"""Runs a command in a terminal, and prints what the terminal gets, with names for what it obeys."""

import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    seen += part
os.waitpid(pid, 0)
text = seen.decode(errors="replace")
for letter, name in (("\x1b", "<ESC>"), ("\x07", "<BEL>"), ("\x9b", "<CSI>")):
    text = text.replace(letter, name)
print(text)
