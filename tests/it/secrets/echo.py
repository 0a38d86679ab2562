"""A service that refuses every request, and repeats the request in its error."""
import http.server
import json
import urllib.parse


class Echo(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        message = "1 validation error detected: " + body + " " + urllib.parse.unquote_plus(body)
        answer = json.dumps({"__type": "ValidationException", "message": message}).encode()
        self.send_response(400)
        self.send_header("Content-Type", "application/x-amz-json-1.1")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_PUT = do_POST

    def log_message(self, *words):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Echo)
print(server.server_port, flush=True)
server.serve_forever()
