"""Accounts of their own: each is a fork of this process, with all that is in the account at that moment.

A test suite starts one server, seeds it once, and takes a world for each test: it costs some milliseconds instead of
a second and a half, and tests share nothing. A world ends when it is told to or when its parent is gone.
"""

import gc
import os
import signal
import threading
import time

from . import control


class Worlds:
    """Makes worlds; `bind` gives a new server of the same application on a free port."""

    def __init__(self, server, bind, layer):
        self.server, self.bind, self.layer = server, bind, layer

    def make(self, told):
        """Forks a world, and gives its endpoint and process id. `empty` asks for an empty account."""
        reader, writer = os.pipe()
        parent = os.getpid()
        # A world's collector does not look at what it shares with its parent: looking would copy the pages.
        gc.freeze()
        pid = os.fork()
        if pid == 0:
            os.close(reader)
            self.live(told, writer, parent)
        os.close(writer)
        with os.fdopen(reader) as port:
            return {"endpoint": f"http://127.0.0.1:{int(port.read())}", "pid": pid}

    def live(self, told, writer, parent):
        """Serves until ended; never returns."""
        try:
            signal.set_wakeup_fd(-1) if threading.current_thread() is threading.main_thread() else None
            self.server.socket.close()
            # The lock was taken by the request that forked; this process has no such thread.
            self.layer.lock = threading.Lock()
            self.layer.lagging.copies = {}
            control.CALLS.clear()
            if told.pop("empty", False):
                empty(self.layer)
            control.change(self.layer, told)
            server = self.server = self.bind()
            ended = threading.Event()
            self.layer.end = ended.set

            def watch():
                while os.getppid() == parent and not ended.wait(1.0):
                    pass
                time.sleep(0.05)
                self.layer.lagging.settle()
                os._exit(0)

            threading.Thread(target=watch, daemon=True).start()
            with os.fdopen(writer, "w") as port:
                port.write(str(server.server_port))
            server.serve_forever(poll_interval=0.5)
        finally:
            os._exit(1)


def empty(layer):
    """Empties the account by moto's own call."""
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/moto-api/reset", "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "0",
               "wsgi.url_scheme": "http", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.version": (1, 0), "QUERY_STRING": "",
               "wsgi.multithread": False, "wsgi.multiprocess": False, "wsgi.run_once": False, "CONTENT_LENGTH": "0"}
    from . import lag

    layer.forget()
    lag.answered(layer.answer, environ, b"")


