"""What the test of a life does and asks with boto3: account.py ENDPOINT store FILE | instances|user-data GROUP | registered NAME.

A stored file is called as its digest, below bin/.
"""

import base64
import hashlib
import pathlib
import sys

import boto3

ENDPOINT, WORD, SUBJECT = sys.argv[1:]


def client(service):
    """Gives a client for the local AWS."""
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    return boto3.client(service, endpoint_url=ENDPOINT, region_name="us-east-1", **keys)


def group():
    """Gives the description of the group."""
    return client("autoscaling").describe_auto_scaling_groups(AutoScalingGroupNames=[SUBJECT])["AutoScalingGroups"][0]


if WORD == "store":
    body = pathlib.Path(SUBJECT).read_bytes()
    digest = hashlib.sha256(body).hexdigest()
    client("s3").create_bucket(Bucket="artifacts")
    client("s3").put_object(Bucket="artifacts", Key=f"bin/{digest}", Body=body)
    print(digest, end="")
elif WORD == "instances":
    print(*[member["InstanceId"] for member in group()["Instances"]])
elif WORD == "user-data":
    name = group()["LaunchConfigurationName"]
    found = client("autoscaling").describe_launch_configurations(LaunchConfigurationNames=[name])
    print(base64.b64decode(found["LaunchConfigurations"][0]["UserData"]).decode(), end="")
elif WORD == "registered":
    found = client("elb").describe_load_balancers(LoadBalancerNames=[SUBJECT])["LoadBalancerDescriptions"][0]
    print(*sorted(member["InstanceId"] for member in found["Instances"]))
else:
    sys.exit(f"no word {WORD}")
