"""The strict layer as a WSGI application around another one."""

import json
import socket
import threading

from . import calls, control, faults, holds, lag, lifetimes, limits, pages, rights, settings, tokens, trail, validation, wording
from .wording import Refusal


class Layer:
    """Answers as AWS does; `answer` carries out what is let through. One request at a time.

    moto's work is done under Python's lock in any case, and no other thread may hold one while a process forks.
    """

    def __init__(self, answer):
        self.answer = answer
        self.lock = threading.Lock()
        self.lagging = lag.Lagging(answer, settings.CURRENT)
        #: Makes accounts of their own; the server sets it.
        self.worlds = None
        #: Ends the server; worlds sets it.
        self.end = lambda: None

    def __call__(self, environ, start_response):
        with self.lock:
            if environ["PATH_INFO"].startswith(control.PATH):
                status, told = control.answer(self, environ)
                return plain(start_response, status, [("Content-Type", "application/json")], json.dumps(told).encode())
            if environ["PATH_INFO"] == "/moto-api/reset":
                self.forget()
            status, headers, body, is_lost = self.carry_out(environ)
        if is_lost:
            cut(environ)
        if environ["REQUEST_METHOD"] == "HEAD":
            # The length is that of what GET would answer.
            start_response(status, headers)
            return [body]
        return plain(start_response, status, headers, body)

    def forget(self):
        """The account is emptied."""
        self.lagging.settle()
        lifetimes.forget()
        holds.forget()
        tokens.forget()
        trail.forget()

    def carry_out(self, environ):
        """Gives status, headers, body, and whether the answer is lost."""
        lifetimes.sweep()
        call = calls.read(environ)
        if call is None:
            return *lag.answered(self.answer, environ, calls.body_of(environ)), False
        control.CALLS[call.name] += 1
        fault = faults.find(call, settings.CURRENT.rules)
        try:
            if isinstance(fault, Refusal):
                raise fault
            if settings.CURRENT.policy is not None:
                rights.check(call, settings.CURRENT.policy)
            if fault == "cut":
                return "", [], b"", True
            if settings.CURRENT.checks:
                validation.check(call)
                limits.check(call)
            return *self.let_through(call, environ), fault == "lose"
        except Refusal as refusal:
            return *wording.worded(call, refusal), fault == "lose"

    def let_through(self, call, environ):
        """Carries a call out, or lets a copy answer it as the account was before."""
        if call.name == "cloudtrail.LookupEvents":
            return trail.looked_up(call)
        if call.is_read:
            is_cut = settings.CURRENT.checks or settings.CURRENT.page
            page = pages.limit(call, environ, settings.CURRENT.page) if is_cut else None
            copy = self.lagging.stale(call)
            answer = copy.ask(environ, call.body) if copy else lag.answered(self.answer, environ, call.body)
            return pages.cut(call, page, answer)
        if early := self.lagging.too_early(call, environ):
            return early
        if again := tokens.before(call):
            return again
        holds.before(call)
        known = holds.prepared(call)
        self.lagging.before_write(call)
        status, headers, body = lag.answered(self.answer, environ, call.body)
        if status.startswith("2"):
            holds.after(call, known)
            tokens.after(call, (status, headers, body))
            trail.note(call)
        return status, headers, body


def plain(start_response, status, headers, body):
    """Answers with a body of known length."""
    kept = [pair for pair in headers if pair[0].lower() != "content-length"]
    start_response(status, [*kept, ("Content-Length", str(len(body)))])
    return [body]


def cut(environ):
    """Ends the connection without an answer."""
    connection = environ.get("werkzeug.socket")
    if connection is not None:
        connection.shutdown(socket.SHUT_RDWR)
    raise ConnectionResetError("the answer is lost, as asked for")
