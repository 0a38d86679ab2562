"""Smithy's RPC over CBOR for services that moto knows by JSON only: translates request and answer.

https://smithy.io/2.0/additional-specs/protocols/smithy-rpc-v2.html
"""

import io
import json
import re
import struct

from botocore.parsers import RpcV2CBORParser
from botocore.session import Session

PATH = re.compile(r"/service/(?P<target>\w+)/operation/(?P<name>\w+)")
# The services that speak it, by the name in their paths.
SERVICES = {"GraniteServiceVersion20100801": "cloudwatch"}
MODELS = {}


def output_shape(service, name):
    """The shape of an operation's answer: it tells times from numbers."""
    if service not in MODELS:
        MODELS[service] = Session().get_service_model(service)
    return MODELS[service].operation_model(name).output_shape


def decoded(body):
    """CBOR as data."""
    parser = RpcV2CBORParser()
    return parser.parse_data_item(parser.get_peekable_stream_from_bytes(body)) if body else {}


def head(kind, count):
    """A data item's first bytes."""
    if count < 24:
        return bytes([kind << 5 | count])
    for code, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if count < 1 << 8 * size:
            return bytes([kind << 5 | code]) + count.to_bytes(size, "big")
    raise ValueError(count)


def encoded(value, shape=None):
    """Data as CBOR, numbers as their shape says."""
    kind = shape.type_name if shape is not None else None
    if kind == "timestamp":
        return head(6, 1) + b"\xfb" + struct.pack(">d", float(value))
    if kind in ("double", "float") or isinstance(value, float):
        return b"\xfb" + struct.pack(">d", float(value))
    if value is None or isinstance(value, bool):
        return {None: b"\xf6", True: b"\xf5", False: b"\xf4"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        member = shape.member if kind == "list" else None
        return head(4, len(value)) + b"".join(encoded(item, member) for item in value)
    pairs = {key: item for key, item in value.items() if item is not None}
    members = shape.members if kind == "structure" else {}
    other = shape.value if kind == "map" else None
    items = (encoded(key) + encoded(item, members.get(key, other)) for key, item in pairs.items())
    return head(5, len(pairs)) + b"".join(items)


def translate(answer, environ, start_response):
    """Carries out one request over CBOR by asking `answer`, a WSGI application, in JSON."""
    call = PATH.fullmatch(environ["PATH_INFO"])
    service = SERVICES.get(call["target"]) if call else None
    if service is None:
        return answer(environ, start_response)
    asked = decoded(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
    body = json.dumps(asked, default=lambda time: time.timestamp()).encode()
    told = {}

    def note(status, headers, _info=None):
        told.update(status=status, headers=headers)

    in_json = environ | {
        "PATH_INFO": "/", "RAW_URI": "/", "REQUEST_URI": "/", "CONTENT_TYPE": "application/x-amz-json-1.0",
        "HTTP_X_AMZ_TARGET": f"{call['target']}.{call['name']}", "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    }
    text = b"".join(answer(in_json, note))
    done = told["status"].startswith("2")
    out = encoded(json.loads(text or b"{}"), output_shape(service, call["name"]) if done else None)
    kept = [pair for pair in told["headers"] if pair[0].lower() not in ("content-type", "content-length")]
    ours = [("Content-Type", "application/cbor"), ("Content-Length", str(len(out))), ("Smithy-Protocol", "rpc-v2-cbor")]
    start_response(told["status"], kept + ours)
    return [out]
