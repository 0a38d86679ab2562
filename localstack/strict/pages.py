"""The sizes of pages as AWS has them, and shorter ones where a test asks.

A call without a limit of its own gets AWS's default size, so that a client that reads only the first page is found
out as on AWS. moto cuts its answers by the limit in the request, so that is where it is put.
"""

import io
import json
from urllib.parse import quote

#: Operation → (parameter, AWS's default size, page that says so).
DOCS = "https://docs.aws.amazon.com"
SIZES = {
    "autoscaling.DescribeAutoScalingGroups": ("MaxRecords", 50, f"{DOCS}/autoscaling/ec2/APIReference/API_DescribeAutoScalingGroups.html"),
    "autoscaling.DescribeLaunchConfigurations": ("MaxRecords", 50, f"{DOCS}/autoscaling/ec2/APIReference/API_DescribeLaunchConfigurations.html"),
    "cloudwatch.DescribeAlarms": ("MaxRecords", 50, f"{DOCS}/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html"),
    "elb.DescribeLoadBalancers": ("PageSize", 400, f"{DOCS}/elasticloadbalancing/2012-06-01/APIReference/API_DescribeLoadBalancers.html"),
    "elbv2.DescribeTargetGroups": ("PageSize", 400, f"{DOCS}/elasticloadbalancing/latest/APIReference/API_DescribeTargetGroups.html"),
    "iam.ListRoles": ("MaxItems", 100, f"{DOCS}/IAM/latest/APIReference/API_ListRoles.html"),
    "iam.ListRolePolicies": ("MaxItems", 100, f"{DOCS}/IAM/latest/APIReference/API_ListRolePolicies.html"),
    "iam.ListAttachedRolePolicies": ("MaxItems", 100, f"{DOCS}/IAM/latest/APIReference/API_ListAttachedRolePolicies.html"),
    "route53.ListHostedZones": ("maxitems", 100, f"{DOCS}/Route53/latest/APIReference/API_ListHostedZones.html"),
    "route53.ListResourceRecordSets": ("maxitems", 300, f"{DOCS}/Route53/latest/APIReference/API_ListResourceRecordSets.html"),
    "elasticache.DescribeCacheClusters": ("MaxRecords", 100, f"{DOCS}/AmazonElastiCache/latest/APIReference/API_DescribeCacheClusters.html"),
    "elasticache.DescribeReplicationGroups": ("MaxRecords", 100, f"{DOCS}/AmazonElastiCache/latest/APIReference/API_DescribeReplicationGroups.html"),
    "ec2.DescribeSecurityGroups": ("MaxResults", 1000, f"{DOCS}/AWSEC2/latest/APIReference/API_DescribeSecurityGroups.html"),
    "ec2.DescribeInstances": ("MaxResults", 1000, f"{DOCS}/AWSEC2/latest/APIReference/API_DescribeInstances.html"),
}
#: A single answer of EC2's with ids is never cut.
WHOLE = {"ec2.DescribeInstances": "InstanceIds", "ec2.DescribeSecurityGroups": "GroupIds"}


def limit(call, environ, page):
    """Puts a limit into a request that has none; `page` is a shorter one, or None."""
    row = SIZES.get(call.name)
    if row is None or call.params is None or (WHOLE.get(call.name) and call.params.get(WHOLE[call.name])):
        return
    name, size, _ = row
    size = min(size, page) if page else size
    asked = next((call.params[key] for key in call.params if key.lower() == name.lower()), None)
    if asked is not None and int(asked) <= size:
        return
    put(call, environ, name, size)


def put(call, environ, name, size):
    """Writes the limit into the request, in its protocol."""
    if call.protocol == "rest-xml":
        query = [part for part in environ.get("QUERY_STRING", "").split("&") if part and not part.startswith(f"{name}=")]
        environ["QUERY_STRING"] = "&".join([*query, f"{name}={size}"])
        path = quote(environ["PATH_INFO"])
        environ["RAW_URI"] = environ["REQUEST_URI"] = f"{path}?{environ['QUERY_STRING']}"
        return
    if call.protocol in ("query", "ec2"):
        parts = [part for part in call.body.decode().split("&") if not part.startswith(f"{name}=")]
        body = "&".join([*parts, f"{name}={size}"]).encode()
    elif call.protocol == "json":
        body = json.dumps(json.loads(call.body or b"{}") | {name: size}).encode()
    else:
        import cbor

        body = cbor.encoded(call.params | {name: size}, call.model.input_shape)
    call.body = body
    environ["wsgi.input"], environ["CONTENT_LENGTH"] = io.BytesIO(body), str(len(body))
