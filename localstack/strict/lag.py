"""Reads that do not show a write yet, answered by a copy of this process from before the write.

A write to a service with lag first forks this process: the copy keeps the whole account as it was, for the price of
the pages that change later. The first reads of each operation of that service are then answered by the copy. Two
writes with no read between them share a copy.

https://docs.aws.amazon.com/AWSEC2/latest/APIReference/query-api-troubleshooting.html#eventual-consistency
https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_general.html#troubleshoot_general_eventual-consistency
"""

import io
import os
import pickle
import signal
import socket
import struct
import time
from collections import Counter

from .wording import Refusal, code_in

# Whoever reads too early gets one of these; the last is Auto Scaling's, told by its text.
NOT_FOUND = ("NotFound", "NoSuch", "DoesNotExist", "NonExistent", "Unknown")


class Copy:
    """The account as it was before a write, in a process of its own."""

    def __init__(self, answer, others, lag, reads):
        self.reads, self.until, self.read = reads, time.monotonic() + lag.ms / 1000, Counter()
        self.touched = False
        ours, theirs = socket.socketpair()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            ours.close()
            for other in others:
                other.socket.close()
            serve(answer, theirs, parent)
        theirs.close()
        self.socket = ours

    def is_over(self):
        """True once no read may be answered from here."""
        return time.monotonic() >= self.until

    def owes(self, operation):
        """True while this operation is still answered from here."""
        return not self.is_over() and self.read[operation] < self.reads

    def ask(self, environ, body, only_try=False):
        """Gives the copy's answer: status, headers, body. A try leaves the copy as it is."""
        plain = {key: value for key, value in environ.items() if isinstance(value, (str, int, tuple, bool, dict))}
        send(self.socket, (plain, body, only_try))
        answer = receive(self.socket)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def end(self):
        """Ends the process."""
        self.socket.close()
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


def send(to, thing):
    """Writes one thing, its length first."""
    data = pickle.dumps(thing)
    to.sendall(struct.pack(">Q", len(data)) + data)


def receive(out_of):
    """Reads one thing; EOFError when the other end is gone."""
    def exactly(count):
        parts = b""
        while len(parts) < count:
            part = out_of.recv(min(count - len(parts), 1 << 20))
            if not part:
                raise EOFError
            parts += part
        return parts

    return pickle.loads(exactly(struct.unpack(">Q", exactly(8))[0]))


def serve(answer, out_of, parent):
    """Answers until the parent is gone; never returns."""
    out_of.settimeout(1.0)
    try:
        while os.getppid() == parent:
            try:
                plain, body, only_try = receive(out_of)
            except TimeoutError:
                continue
            if only_try:
                child = os.fork()
                if child:
                    os.waitpid(child, 0)
                    continue
            try:
                told = answered(answer, plain, body)
            except Refusal as refusal:
                told = refusal
            send(out_of, told)
            if only_try:
                break
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def answered(answer, environ, body):
    """Carries out one request of a WSGI application."""
    told = {}

    def note(status, headers, _info=None):
        told.update(status=status, headers=list(headers))

    parts = answer(environ | {"wsgi.input": io.BytesIO(body), "wsgi.errors": io.StringIO()}, note)
    try:
        whole = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return told["status"], told["headers"], whole


class Lagging:
    """The copies that are still of use, by service, oldest first."""

    def __init__(self, answer, settings):
        self.answer, self.settings, self.copies = answer, settings, {}

    def sweep(self):
        """Ends the copies that nobody may ask any more."""
        for _service, copies in list(self.copies.items()):
            for copy in [copy for copy in copies if copy.is_over()]:
                copies.remove(copy)
                copy.end()

    def settle(self):
        """Everything written is visible from now on."""
        for copies in self.copies.values():
            for copy in copies:
                copy.end()
        self.copies = {}

    def before_write(self, call):
        """Keeps the account as it is before this write, if its service lags."""
        self.sweep()
        lag = self.settings.lag_of(call.service)
        if not lag.reads:
            return
        reads = self.settings.chance.randint(1, lag.reads) if lag.vary else lag.reads
        copies = self.copies.setdefault(call.service, [])
        if copies and not copies[-1].touched:
            copies[-1].reads, copies[-1].until = reads, time.monotonic() + lag.ms / 1000
            return
        everyone = [copy for others in self.copies.values() for copy in others]
        copies.append(Copy(self.answer, everyone, lag, reads))

    def stale(self, call):
        """Gives the copy that answers this read, or None when the read sees everything."""
        self.sweep()
        owing = None
        for copy in self.copies.get(call.service, []):
            if copy.owes(call.operation):
                owing = owing or copy
                copy.read[call.operation] += 1
                copy.touched = True
        return owing

    def too_early(self, call, environ):
        """Gives the refusal of a write that comes before the thing it names is known everywhere, or None."""
        if not self.settings.lag_of(call.service).writes:
            return None
        self.sweep()
        owing = next((copy for copy in self.copies.get(call.service, []) if copy.owes(call.operation)), None)
        if owing is None:
            return None
        owing.read[call.operation] += 1
        owing.touched = True
        status, headers, body = owing.ask(environ, call.body, only_try=True)
        code, text = code_in(body)
        missing = any(word in code for word in NOT_FOUND) or (code == "ValidationError" and "not found" in text)
        return (status, headers, body) if not status.startswith("2") and missing else None
