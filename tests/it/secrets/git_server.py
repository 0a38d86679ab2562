"""Serves a directory to one user with one password, and notes the command line of every git that runs meanwhile."""
import base64
import glob
import http.server
import sys

directory, notes, credentials = sys.argv[1:]
WANTED = "Basic " + base64.b64encode(credentials.encode()).decode()


class Server(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *words):
        super().__init__(*words, directory=directory)

    def do_GET(self):
        with open(notes, "a") as out:
            for path in glob.glob("/proc/[0-9]*/cmdline"):
                try:
                    words = open(path).read().replace("\0", " ")
                except OSError:
                    continue
                if str(self.server.server_port) in words and not words.startswith(sys.executable):
                    out.write(words + "\n")
        if self.headers.get("Authorization") != WANTED:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        super().do_GET()

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
print(server.server_port, flush=True)
server.serve_forever()
