"""The sizes of pages as AWS has them, and shorter ones where a test asks.

A call without a limit of its own gets AWS's default size, so that a client that reads only the first page is found
out as on AWS. botocore's own list of paginated operations says which parameter is the limit, which the token, and what
is cut. Answers in XML are cut here, since moto cuts only some of them; others are cut by moto, by the limit that is put
into the request.
"""

import base64
import io
import json
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote
from xml.etree import ElementTree

from .wording import Refusal

DOCS = "https://docs.aws.amazon.com"
#: Operation, or `service.*` for all others → AWS's default size, page that says so.
SIZES = {
    "autoscaling.*": (50, f"{DOCS}/autoscaling/ec2/APIReference/API_DescribeAutoScalingGroups.html"),
    "cloudcontrol.ListResourceRequests": (20, f"{DOCS}/cloudcontrolapi/latest/APIReference/API_ListResourceRequests.html"),
    "cloudcontrol.ListResources": (100, f"{DOCS}/cloudcontrolapi/latest/APIReference/API_ListResources.html"),
    "cloudwatch.DescribeAlarms": (50, f"{DOCS}/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html"),
    "ec2.*": (1000, f"{DOCS}/AWSEC2/latest/APIReference/Query-Requests.html#api-pagination"),
    "ec2.DescribeRouteTables": (100, f"{DOCS}/AWSEC2/latest/APIReference/API_DescribeRouteTables.html"),
    "elasticache.*": (100, f"{DOCS}/AmazonElastiCache/latest/APIReference/API_DescribeCacheClusters.html"),
    "elb.*": (400, f"{DOCS}/elasticloadbalancing/2012-06-01/APIReference/API_DescribeLoadBalancers.html"),
    "elbv2.*": (400, f"{DOCS}/elasticloadbalancing/latest/APIReference/API_DescribeTargetGroups.html"),
    "iam.*": (100, f"{DOCS}/IAM/latest/APIReference/API_ListRoles.html"),
    "rds.*": (100, f"{DOCS}/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html"),
    "route53.ListHostedZones": (100, f"{DOCS}/Route53/latest/APIReference/API_ListHostedZones.html"),
    "route53.ListResourceRecordSets": (300, f"{DOCS}/Route53/latest/APIReference/API_ListResourceRecordSets.html"),
    "sqs.ListQueues": (1000, f"{DOCS}/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html"),
}
#: The parameter with the limit, where botocore names another or none.
LIMITS = {"cloudcontrol.ListResourceRequests": "MaxResults", "cloudcontrol.ListResources": "MaxResults",
          "cloudwatch.DescribeAlarms": "MaxRecords", "route53.ListHostedZones": "maxitems",
          "route53.ListResourceRecordSets": "maxitems", "sqs.ListQueues": "MaxResults"}
#: A single answer of EC2's with ids is never cut.
WHOLE = {"ec2.DescribeInstances": "InstanceIds", "ec2.DescribeSecurityGroups": "GroupIds"}
#: moto refuses more than AWS's largest page here, and cuts by itself.
BY_MOTO = ("autoscaling.DescribeAutoScalingGroups", "autoscaling.DescribeLaunchConfigurations")
ALL = 1_000_000


@dataclass
class Page:
    """The part of an answer in XML that a call asks for."""

    size: int
    start: int
    #: What is cut, and where the token for the next page goes, by the names of the model.
    list: str
    token: str
    more: str | None


def size_of(call):
    """Gives AWS's default size, or None for a call that AWS answers whole."""
    row = SIZES.get(call.name) or SIZES.get(f"{call.service}.*")
    return row[0] if row else None


@cache
def paginated(service):
    """Gives botocore's list of a service's paginated operations."""
    import botocore.session
    from botocore.exceptions import DataNotFoundError

    try:
        return botocore.session.get_session().get_paginator_model(service)._paginator_config
    except DataNotFoundError:
        return {}


def limit(call, environ, page):
    """Puts a limit into a request; `page` is a shorter one, or None. Gives the part of the answer to keep, if it is cut here."""
    size = size_of(call)
    if size is None or call.params is None or (WHOLE.get(call.name) and call.params.get(WHOLE[call.name])):
        return None
    size = min(size, page) if page else size
    known = paginated(call.service).get(call.operation) if call.protocol in ("query", "ec2") else None
    if known and call.name not in BY_MOTO and all(isinstance(known.get(key), str) for key in ("limit_key", "input_token", "output_token", "result_key")):
        asked, token = call.params.get(known["limit_key"]), call.params.get(known["input_token"])
        kept = Page(min(int(asked), size) if page and asked else int(asked or size), start_of(token), known["result_key"],
                    known["output_token"], known.get("more_results"))
        put(call, environ, known["limit_key"], ALL, without=known["input_token"])
        return kept
    name = LIMITS.get(call.name) or (known or {}).get("limit_key")
    if name is None:
        return None
    asked = next((call.params[key] for key in call.params if key.lower() == name.lower()), None)
    if asked is None or int(asked) > size:
        put(call, environ, name, size)
    return None


def start_of(token):
    """Reads a token that `cut` made."""
    try:
        return int(base64.b64decode(token, validate=True)) if token else 0
    except ValueError:
        raise Refusal("InvalidNextToken", "The token is invalid.") from None


def cut(call, page, answer):
    """Leaves the page that was asked for, with a token for the next one."""
    status, headers, body = answer
    if page is None or not status.startswith("2"):
        return answer
    shape = call.model.output_shape
    tag = shape.members[page.list].serialization.get("name", page.list)
    root = ElementTree.fromstring(body)
    space = root.tag.partition("}")[0] + "}" if root.tag.startswith("{") else ""
    inside = root if call.protocol == "ec2" else root.find(f"{space}{call.operation}Result")
    items = inside.find(f"{space}{tag}") if inside is not None else None
    if items is None or len(items) <= page.size and not page.start:
        return answer
    end = page.start + page.size
    is_last = end >= len(items)
    for item in [*list(items)[:page.start], *list(items)[end:]]:
        items.remove(item)
    for name, text in ((page.token, None if is_last else base64.b64encode(str(end).encode()).decode()),
                       (page.more, "false" if is_last else "true")):
        if name:
            write(inside, space + shape.members[name].serialization.get("name", name), text)
    if space:
        ElementTree.register_namespace("", space[1:-1])
    return status, headers, ElementTree.tostring(root)


def write(inside, tag, text):
    """Sets an element, or removes it where there is no text."""
    for old in inside.findall(tag):
        inside.remove(old)
    if text is not None:
        ElementTree.SubElement(inside, tag).text = text


def put(call, environ, name, size, without=None):
    """Writes the limit into the request, in its protocol."""
    if call.protocol == "rest-xml":
        query = [part for part in environ.get("QUERY_STRING", "").split("&") if part and not part.startswith(f"{name}=")]
        environ["QUERY_STRING"] = "&".join([*query, f"{name}={size}"])
        path = quote(environ["PATH_INFO"])
        environ["RAW_URI"] = environ["REQUEST_URI"] = f"{path}?{environ['QUERY_STRING']}"
        return
    if call.protocol in ("query", "ec2"):
        dropped = tuple(f"{one}=" for one in (name, without) if one)
        parts = [part for part in call.body.decode().split("&") if not part.startswith(dropped)]
        body = "&".join([*parts, f"{name}={size}"]).encode()
    elif call.protocol == "json":
        body = json.dumps(json.loads(call.body or b"{}") | {name: size}).encode()
    else:
        import cbor

        body = cbor.encoded(call.params | {name: size}, call.model.input_shape)
    call.body = body
    environ["wsgi.input"], environ["CONTENT_LENGTH"] = io.BytesIO(body), str(len(body))
