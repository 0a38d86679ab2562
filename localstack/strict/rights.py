"""Whether a policy allows a call on the resource that it names, for tests of the policies that `iam run-policy` prints.

https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
"""

import fnmatch
import re
import string
from collections import Counter

from moto.iam.models import iam_backends
from moto.kms.models import kms_backends

from . import wording

ACCOUNT = "123456789012"
#: The service in an action and in an ARN, where that is not its name.
SERVICE = {"elb": "elasticloadbalancing", "elbv2": "elasticloadbalancing", "cloudcontrol": "cloudformation"}
#: The service that gets a role, by the service of the call.
PASSED_TO = {
    "autoscaling": "ec2.amazonaws.com", "ec2": "ec2.amazonaws.com", "events": "events.amazonaws.com",
    "iam": "ec2.amazonaws.com", "lambda": "lambda.amazonaws.com", "rds": "monitoring.rds.amazonaws.com",
}
#: What the policy allowed and refused so far, and how often.
USED, REFUSED = Counter(), Counter()
#: Letters of a record's name that IAM compares as they are.
PLAIN = string.ascii_lowercase + string.digits + "-_."
#: Actions of S3 whose name differs from their operation.
OF_S3 = {
    "DeleteBucketCors": ("PutBucketCORS",), "DeleteBucketEncryption": ("PutEncryptionConfiguration",),
    "DeleteBucketLifecycle": ("PutLifecycleConfiguration",), "DeleteBucketLifecycleConfiguration": ("PutLifecycleConfiguration",),
    "DeleteBucketOwnershipControls": ("PutBucketOwnershipControls",),
    "DeleteBucketReplication": ("PutReplicationConfiguration",), "DeleteBucketTagging": ("PutBucketTagging",),
    "DeleteObjects": ("DeleteObject",), "DeletePublicAccessBlock": ("PutBucketPublicAccessBlock",),
    "GetBucketCors": ("GetBucketCORS",), "GetBucketEncryption": ("GetEncryptionConfiguration",),
    "GetBucketLifecycleConfiguration": ("GetLifecycleConfiguration",),
    "GetBucketNotificationConfiguration": ("GetBucketNotification",),
    "GetBucketReplication": ("GetReplicationConfiguration",), "GetPublicAccessBlock": ("GetBucketPublicAccessBlock",),
    "HeadObject": ("GetObject",), "ListBuckets": ("ListAllMyBuckets",), "ListObjects": ("ListBucket",),
    "ListObjectsV2": ("ListBucket",), "ListObjectVersions": ("ListBucketVersions",), "PutBucketCors": ("PutBucketCORS",),
    "PutBucketEncryption": ("PutEncryptionConfiguration",),
    "PutBucketLifecycleConfiguration": ("PutLifecycleConfiguration",),
    "PutBucketNotificationConfiguration": ("PutBucketNotification",),
    "PutBucketReplication": ("PutReplicationConfiguration",), "PutPublicAccessBlock": ("PutBucketPublicAccessBlock",),
}
#: Reads of lists that AWS limits to a resource; all others are about no resource.
LISTS = {
    "DescribeContinuousBackups", "DescribeRule", "DescribeTable", "DescribeTimeToLive", "ListAttachedGroupPolicies",
    "ListAttachedRolePolicies", "ListAttachedUserPolicies", "ListGroupPolicies", "ListInstanceProfilesForRole",
    "ListPolicyVersions", "ListQueueTags", "ListRolePolicies", "ListSubscriptionsByTopic", "ListTagsForResource",
    "ListTagsOfResource", "ListTargetsByRule", "ListUserPolicies",
}
#: Calls that AWS limits to no resource.
FREE = {"Unsubscribe", "GetAccountAuthorizationDetails", "GetSubscriptionAttributes", "CreateKey"}
#: What a parameter names: the part of an ARN before the name.
NAMED = {
    "autoscaling": {
        "AutoScalingGroupName": "autoScalingGroup:uuid:autoScalingGroupName/",
        "LaunchConfigurationName": "launchConfiguration:uuid:launchConfigurationName/",
    },
    "cloudwatch": {"AlarmName": "alarm:", "AlarmNames": "alarm:"},
    "dynamodb": {"TableName": "table/"},
    "elasticache": {
        "CacheClusterId": "cluster:", "CacheSubnetGroupName": "subnetgroup:", "ReplicationGroupId": "replicationgroup:",
    },
    "elb": {"LoadBalancerName": "loadbalancer/", "LoadBalancerNames": "loadbalancer/"},
    "elbv2": {},
    "events": {"Name": "rule/", "Rule": "rule/"},
    "iam": {
        "GroupName": "group/", "InstanceProfileName": "instance-profile/", "RoleName": "role/",
        "ServerCertificateName": "server-certificate/", "UserName": "user/",
    },
    "lambda": {"FunctionName": "function:"},
    "rds": {
        "DBClusterIdentifier": "cluster:", "DBInstanceIdentifier": "db:", "DBParameterGroupName": "pg:",
        "DBSubnetGroupName": "subgrp:", "OptionGroupName": "og:", "SourceDBInstanceIdentifier": "db:",
    },
    "sns": {"Name": ""},
    "sqs": {"QueueName": "", "QueueUrl": ""},
    "ssm": {"Name": "parameter/", "Names": "parameter/", "ResourceId": "parameter/"},
}
#: Parameters that are an ARN.
ARNS = (
    "ListenerArn", "LoadBalancerArn", "PolicyArn", "Resource", "ResourceARN", "ResourceArn", "ResourceArns", "ResourceName",
    "RuleArn", "SAMLProviderArn", "TargetGroupArn", "TopicArn",
)
#: A parameter of one call that names what it makes.
NEW = {
    "CreatePolicy": ("PolicyName", "policy/{}"),
    "CreateSAMLProvider": ("Name", "saml-provider/{}"),
    "CreateTargetGroup": ("Name", "targetgroup/{}/0123456789abcdef"),
}
#: A load balancer's type in its ARN.
TYPES = {"network": "net", "gateway": "gwy"}
#: A parameter that names the resource alone, whatever others the call has.
ALONE = {
    "AddUserToGroup": "GroupName", "RemoveUserFromGroup": "GroupName", "UpdateGroup": "GroupName",
    "AddRoleToInstanceProfile": "InstanceProfileName", "RemoveRoleFromInstanceProfile": "InstanceProfileName",
    "UpdateAutoScalingGroup": "AutoScalingGroupName", "CreateAutoScalingGroup": "AutoScalingGroupName",
}
#: Kinds of policies that are attached to something: the resource is that, and not the policy.
HOLDERS = ("GroupName", "RoleName", "UserName")


def resources(call):
    """Gives the ARNs that a call is about; `*` alone where AWS limits it to none."""
    name, params = call.operation, call.params or {}
    if call.service == "s3":
        return [in_s3(call)]
    if call.service == "kms":
        return of_keys(call, params)
    is_list = name.startswith(("Describe", "List")) and name not in LISTS
    if is_list or name in FREE or call.service not in NAMED:
        return ["*"]
    is_held = any(holder in params for holder in HOLDERS)
    given = [value for key in ARNS if key in params and not is_held for value in listed(params[key])]
    arns = [value for value in given if str(value).startswith("arn:")]
    if call.service == "autoscaling" and name in ("CreateOrUpdateTags", "DeleteTags"):
        before = NAMED["autoscaling"]["AutoScalingGroupName"]
        arns += [arn(call, before, tag["ResourceId"]) for tag in params["Tags"]]
    if name in NEW:
        parameter, form = NEW[name]
        arns.append(arn(call, "", form.format(params[parameter])))
    if name == "CreateLoadBalancer" and call.service == "elbv2":
        kind = TYPES.get(params.get("Type"), "app")
        arns.append(arn(call, "", f"loadbalancer/{kind}/{params['Name']}/0123456789abcdef"))
    for parameter, before in NAMED[call.service].items():
        if parameter not in params or ALONE.get(name, parameter) != parameter:
            continue
        arns += [arn(call, before, str(value)) for value in listed(params[parameter])]
    return arns or ["*"]


def in_s3(call):
    """Gives the ARN of the object or the bucket of a call; `*` where it is about all buckets."""
    bucket, _, key = call.path.lstrip("/").partition("/")
    # Several objects are named in the body.
    key = key or ("*" if call.operation == "DeleteObjects" else "")
    return f"arn:aws:s3:::{bucket}/{key}" if key else f"arn:aws:s3:::{bucket}" if bucket else "*"


def of_keys(call, params):
    """Gives the ARNs of the key and of the new alias of a call."""
    if call.operation.startswith("ListA") or call.operation in ("CreateKey", "ListKeys"):
        return ["*"]
    before = f"arn:aws:kms:{call.region}:{ACCOUNT}"
    named = params.get("KeyId") or params.get("TargetKeyId", "")
    alias = [f"{before}:{params['AliasName']}"] if "AliasName" in params else []
    return [f"{before}:key/{key_of(call, named)}", *alias]


def arn(call, before, value):
    """Gives the ARN of a name; a URL ends with the name, and an ARN is itself."""
    if value.startswith("arn:"):
        return value
    value = value.rsplit("/", 1)[-1] if value.startswith("http") else value.lstrip("/")
    region = "" if call.service == "iam" else call.region
    return f"arn:aws:{SERVICE.get(call.service, call.service)}:{region}:{ACCOUNT}:{before}{value}"


def check(call, policy):
    """Refuses a call that no statement of the policy allows on each of its resources; keeps what was allowed and refused."""
    if call.service in ("sts", "servicequotas"):
        return
    wanted = [(action, resource) for action in actions(call) for resource in resources(call)]
    wanted += [("iam:PassRole", role) for role in passed(call)]
    for action, resource in wanted:
        if not any(allows(one, action, resource, call) for one in policy["Statement"]):
            REFUSED[f"{call.name}: {action} on {resource}"] += 1
            raise wording.denied(call)
        USED[action] += 1


def actions(call):
    """Gives the actions that IAM must allow for a call."""
    if call.service == "s3" and call.operation.startswith("HEAD "):
        return ["s3:ListBucket"]
    if call.service == "s3":
        return [f"s3:{name}" for name in OF_S3.get(call.operation, (call.operation,))]
    return [f"{SERVICE.get(call.service, call.service)}:{call.operation}"]


def allows(statement, action, resource, call):
    """True where a statement allows an action on a resource, under its conditions."""
    fitting = any(fits(pattern, resource) for pattern in listed(statement["Resource"]))
    return action in statement["Action"] and fitting and all(
        holds(operator, key, listed(values), (action, call))
        for operator, keys in statement.get("Condition", {}).items()
        for key, values in keys.items()
    )


def holds(operator, key, values, about):
    """True where a condition holds; a condition that is not known here never does."""
    found = context(key, *about)
    if found is None:
        return False
    if operator == "StringEquals":
        return len(found) == 1 and found[0] in values
    if operator == "ForAllValues:StringEquals":
        return all(value in values for value in found)
    if operator == "ForAnyValue:StringEquals":
        return any(value in values for value in found)
    return False


def context(key, action, call):
    """Gives the values of a condition key in a call; None where the call has no such key."""
    params = call.params or {}
    if key == "aws:RequestedRegion":
        return [call.region]
    if key == "iam:PassedToService" and action == "iam:PassRole":
        return [PASSED_TO[call.service]]
    if key == "route53:ChangeResourceRecordSetsNormalizedRecordNames" and call.operation == "ChangeResourceRecordSets":
        changes = params["ChangeBatch"]["Changes"]
        return [normal(change["ResourceRecordSet"]["Name"]) for change in changes]
    if key == "kms:ResourceAliases" and call.service == "kms" and "KeyId" in params:
        return sorted(aliases(call.region, key_of(call, params["KeyId"])))
    return None


def normal(name):
    """Gives the name of a record as IAM compares it: lower case, no final dot, everything else as an octal code."""
    name = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), name.removesuffix(".").lower())
    return "".join(one if one in PLAIN else f"\\{ord(one):03o}" for one in name)


def key_of(call, name):
    """Gives the id of a key that is named by id, ARN or alias."""
    name = name.rsplit("key/", 1)[-1]
    return kms_backends[ACCOUNT][call.region].get_key_id_from_alias(name) or name


def aliases(region, key):
    """Gives the aliases of a key."""
    found = kms_backends[ACCOUNT][region].keys.get(key)
    return found.aliases if found else set()


def passed(call):
    """Gives the ARNs of the roles that a call passes to a service."""
    params = call.params or {}
    if call.name == "iam.AddRoleToInstanceProfile":
        return [role_arn(params["RoleName"])]
    if call.name in ("autoscaling.CreateLaunchConfiguration", "ec2.RunInstances"):
        profile = params.get("IamInstanceProfile")
        profile = profile.get("Name") or profile.get("Arn") if isinstance(profile, dict) else profile
        return of_profile(profile.rsplit("/", 1)[-1]) if profile else []
    if call.name in ("lambda.CreateFunction", "lambda.UpdateFunctionConfiguration"):
        return [params["Role"]] if "Role" in params else []
    if call.name == "events.PutTargets":
        return [target["RoleArn"] for target in params["Targets"] if "RoleArn" in target]
    if call.service == "rds" and call.operation.startswith(("Create", "Modify")):
        return [params["MonitoringRoleArn"]] if "MonitoringRoleArn" in params else []
    return []


def role_arn(name):
    """Gives the ARN of a role, with its path."""
    found = [role.arn for role in iam_backends[ACCOUNT]["aws"].roles.values() if role.name == name]
    return found[0] if found else f"arn:aws:iam::{ACCOUNT}:role/{name}"


def of_profile(name):
    """Gives the ARNs of the roles of an instance profile; none for one that is not there."""
    profiles = iam_backends[ACCOUNT]["aws"].instance_profiles.values()
    return [role.arn for profile in profiles if profile.name == name for role in profile.roles]


def listed(value):
    """Gives a list of one for what is no list."""
    return value if isinstance(value, list) else [value]


def fits(pattern, resource):
    """True where a pattern of a policy fits: `*` alone fits everything, and nothing else fits what is no resource."""
    return pattern == "*" or (resource != "*" and fnmatch.fnmatchcase(resource, pattern))
