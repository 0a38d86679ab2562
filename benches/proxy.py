"""Stands between a contender and the local AWS: adds a delay to every call and counts.

Takes calls of clients that were given its address as the endpoint, and of those that were given it as their HTTP proxy.
`POST /-/reset` forgets what was counted, `GET /-/counts` answers it as JSON.
"""

import argparse
import asyncio
import collections
import json
import re
import urllib.parse

SCOPE = re.compile(rb"/(?:\d{8}/)?[a-z0-9-]+/([a-z0-9-]+)/aws4_request")


class Counts:
    """What went through since the last reset."""

    def __init__(self):
        self.reset()

    def reset(self):
        """Forgets everything but the calls under way."""
        self.calls = collections.Counter()
        self.under_way = self.most = 0

    def as_json(self):
        """The counts as the runner reads them."""
        return json.dumps({"calls": sum(self.calls.values()), "most": self.most, "by_operation": self.calls}).encode()


def operation(head, body):
    """Names a call: the signature has the service, a header, the form or the path the operation."""
    scope = SCOPE.search(head)
    service = scope.group(1).decode() if scope else head.split(b"\r\nHost: ")[-1].split(b".")[0][:30].decode()
    target = re.search(rb"(?i)\r\nx-amz-target: [^\r\n]*?\.?(\w+)\r\n", head)
    action = re.search(rb"(?:^|&)Action=(\w+)", body) or re.search(rb"[?&]Action=(\w+)", head.split(b"\r\n", 1)[0])
    found = target or action
    if found:
        return f"{service}.{found.group(1).decode()}"
    method, path = head.split(b" ", 2)[:2]
    return f"{service}.{method.decode()} {urllib.parse.urlsplit(path.decode()).path[:40]}"


async def message(reader):
    """Reads one HTTP message with a known length; nothing at the end of the connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None, b""
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if re.search(rb"(?i)\r\ntransfer-encoding: *chunked", head):
        return head, await chunks(reader)
    return head, await reader.readexactly(int(length.group(1))) if length else b""


async def chunks(reader):
    """Reads a chunked body as it stands on the wire."""
    body = b""
    while True:
        size = await reader.readuntil(b"\r\n")
        piece = await reader.readexactly(int(size.split(b";")[0], 16) + 2)
        body += size + piece
        if int(size.split(b";")[0], 16) == 0:
            return body


async def forward(head, body, upstream):
    """Passes a call on over a connection of its own and answers the reply."""
    reader, writer = await asyncio.open_connection(*upstream)
    line, rest = head.split(b"\r\n", 1)
    method, target, version = line.split(b" ")
    if target.startswith(b"http"):
        parts = urllib.parse.urlsplit(target)
        target = (parts.path or b"/") + (b"?" + parts.query if parts.query else b"")
    rest = re.sub(rb"(?i)(^|\r\n)(proxy-)?connection: [^\r\n]*", rb"", b"\r\n" + rest)
    rest = re.sub(rb"(?i)\r\nexpect: [^\r\n]*", b"", rest)
    writer.write(b" ".join((method, target, version)) + b"\r\nConnection: close" + rest + body)
    await writer.drain()
    reply = await reader.read(-1)
    writer.close()
    head, _, body = reply.partition(b"\r\n\r\n")
    head = re.sub(rb"(?i)\r\n(connection|content-length): [^\r\n]*", b"", head)
    if b"chunked" in head.lower():
        return head + b"\r\n\r\n" + body
    return head + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + (b"" if method == b"HEAD" else body)


async def serve(reader, writer, counts, options):
    """Answers the calls of one connection."""
    upstream = (options.host, options.port)
    while True:
        head, body = await message(reader)
        if head is None:
            break
        path = head.split(b" ", 2)[1]
        if path.startswith(b"/-/"):
            if path == b"/-/reset":
                counts.reset()
            said = counts.as_json()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(said) + said)
            await writer.drain()
            continue
        if b"\r\nexpect: 100-continue" in head.lower() and not body:
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        counts.calls[operation(head, body)] += 1
        counts.under_way += 1
        counts.most = max(counts.most, counts.under_way)
        try:
            await asyncio.sleep(options.delay)
            writer.write(await forward(head, body, upstream))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            break
        finally:
            counts.under_way -= 1
    writer.close()


async def main():
    """Listens on a free port, says which, and serves until it is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upstream", required=True, help="http://127.0.0.1:PORT of the local AWS")
    parser.add_argument("--delay", type=float, default=0.04, help="seconds added to each call (default: 0.04)")
    options = parser.parse_args()
    options.host, options.port = urllib.parse.urlsplit(options.upstream).netloc.split(":")
    counts = Counts()
    server = await asyncio.start_server(lambda r, w: serve(r, w, counts, options), "127.0.0.1", 0, limit=1 << 20)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
