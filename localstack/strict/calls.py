"""Reads which operation a request calls and with which parameters, in any protocol, by the service's own model."""

import io
from dataclasses import dataclass
from typing import Any

import cbor
from moto.core.parse import PROTOCOL_PARSERS
from moto.core.request import Request, determine_request_protocol
from moto.core.routing import get_service_router
from moto.core.utils import get_service_model
from werkzeug.exceptions import HTTPException

# botocore's name of a service by the name in signatures, where these differ.
BY_SIGNATURE = {
    "cloudcontrolapi": "cloudcontrol", "elasticfilesystem": "efs", "email": "ses", "monitoring": "cloudwatch",
    "states": "stepfunctions", "tagging": "resourcegroupstaggingapi",
}
# Two services share one name in signatures; the version of the API tells them apart.
BALANCERS = {"2012-06-01": "elb", "2015-12-01": "elbv2"}
# S3 has addresses of its own kind; its parameters are not checked, and operations are known by address.
UNCHECKED = {"s3"}
# What a query names of a bucket. https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
PARTS = {
    "acl": "BucketAcl", "cors": "BucketCors", "encryption": "BucketEncryption",
    "lifecycle": "BucketLifecycleConfiguration", "location": "BucketLocation", "logging": "BucketLogging",
    "notification": "BucketNotificationConfiguration", "ownershipControls": "BucketOwnershipControls",
    "policy": "BucketPolicy", "publicAccessBlock": "PublicAccessBlock", "replication": "BucketReplication",
    "requestPayment": "BucketRequestPayment", "tagging": "BucketTagging", "versioning": "BucketVersioning",
    "website": "BucketWebsite",
}
VERBS = {"GET": "Get", "PUT": "Put", "DELETE": "Delete"}
OBJECT = {"GET": "GetObject", "HEAD": "HeadObject", "PUT": "PutObject", "DELETE": "DeleteObject"}
WHOLE = {"PUT": "CreateBucket", "DELETE": "DeleteBucket", "GET": "ListObjects"}
READS = ("Describe", "Get", "Head", "List", "BatchGet", "Lookup", "Search")
CBOR = "smithy-rpc-v2-cbor"


class Unreadable(Exception):
    """The parameters are not of the types that the operation takes."""


@dataclass
class Call:
    """One request: what it asks for and how it is written."""

    service: str
    operation: str
    #: ec2, query, json, rest-xml, rest-json or smithy-rpc-v2-cbor
    protocol: str
    region: str
    key_id: str
    body: bytes
    #: The parameters by the names of the model; None when the service is not checked.
    params: dict[str, Any] | None = None
    #: The path of the request, by which S3 names buckets and objects.
    path: str = ""
    model: Any = None
    #: Why the parameters could not be read.
    unreadable: str | None = None

    @property
    def is_read(self):
        """True for a call that changes nothing."""
        return self.operation.startswith(READS) or self.service == "sts"

    @property
    def name(self):
        """The service and operation, as `iam.CreateRole`."""
        return f"{self.service}.{self.operation}"


def body_of(environ):
    """Reads the whole body and puts it back, so that it can be read again."""
    if environ.get("CONTENT_LENGTH"):
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
    else:
        # Sent in chunks, which the server has put together.
        body = environ["wsgi.input"].read() if environ.pop("HTTP_TRANSFER_ENCODING", "") else b""
        environ["CONTENT_LENGTH"] = str(len(body))
    environ["wsgi.input"] = io.BytesIO(body)
    return body


def scope_of(environ):
    """Gives key id, region and service out of the signature, or None without one."""
    signature = environ.get("HTTP_AUTHORIZATION", "")
    scope = signature.partition("Credential=")[2].partition(",")[0].split("/")
    return (scope[0], scope[2], scope[3]) if len(scope) >= 5 else None


def read(environ):
    """Gives the call that a signed request makes, or None if it is no call of AWS that can be told."""
    scope = scope_of(environ)
    if scope is None:
        return None
    key_id, region, signed = scope
    body = body_of(environ)
    request = Request(dict(environ))
    if signed == "elasticloadbalancing":
        service = BALANCERS.get(request.values.get("Version"), "elb")
        environ["wsgi.input"] = io.BytesIO(body)
        request = Request(dict(environ, **{"wsgi.input": io.BytesIO(body)}))
    else:
        service = BY_SIGNATURE.get(signed, signed)
    call = Call(service, "", "rest-xml", region, key_id, body)
    try:
        if service in UNCHECKED:
            call.path = request.path
            call.operation = of_s3(request.method, request.path, request.args)
        elif cbor.PATH.fullmatch(environ["PATH_INFO"]):
            read_cbor(call, environ["PATH_INFO"])
        else:
            read_by_model(call, request)
    except (HTTPException, NotImplementedError, ImportError, LookupError):
        # No such operation: moto answers that.
        call.operation = call.operation or request.values.get("Action") or request.path
    except (ValueError, TypeError, AttributeError) as error:
        call.unreadable = str(error)
    finally:
        environ["wsgi.input"] = io.BytesIO(body)
    return call


def of_s3(method, path, query):
    """Names an operation of S3: on buckets by what the query names, on objects by the method."""
    bucket = path.strip("/")
    if "/" in bucket and method in OBJECT:
        return OBJECT[method]
    part = next((name for key, name in PARTS.items() if key in query), None)
    if "/" in bucket or (part and method not in VERBS):
        return f"{method} {path}"
    if part:
        name = VERBS[method] + part
        return "DeleteBucketLifecycle" if name == "DeleteBucketLifecycleConfiguration" else name
    if method == "GET" and (not bucket or "versions" in query):
        return "ListObjectVersions" if bucket else "ListBuckets"
    if method == "POST" and "delete" in query:
        return "DeleteObjects"
    return WHOLE.get(method, f"{method} {path}")


def read_cbor(call, path):
    """Fills in a call over CBOR."""
    call.protocol = CBOR
    call.operation = cbor.PATH.fullmatch(path)["name"]
    call.model = get_service_model(call.service).operation_model(call.operation)
    call.params = cbor.decoded(call.body)


def read_by_model(call, request):
    """Fills in a call over any other protocol."""
    model = get_service_model(call.service)
    call.protocol = determine_request_protocol(model, request.content_type or "")
    if call.protocol == "query" and call.service == "ec2":
        call.protocol = "ec2"
    operation, in_path = get_service_router(call.service).match(request)
    call.operation = str(operation.name)
    call.model = operation
    parser = PROTOCOL_PARSERS[call.protocol](operation)
    call.params = parser.parse({
        "method": request.method, "values": request.values, "headers": request.headers, "body": call.body,
        "url_path": request.path, "url_params": in_path,
    })
