"""Whether a policy allows a call on the resource that it names, for tests of the policies that `iam run-policy` prints.

https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
"""

import fnmatch

from . import wording

ACCOUNT = "123456789012"
#: The service in an action and in an ARN, where that is not its name.
SERVICE = {"elb": "elasticloadbalancing", "elbv2": "elasticloadbalancing", "cloudcontrol": "cloudformation"}
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


def arn(call, before, value):
    """Gives the ARN of a name; a URL ends with the name, and an ARN is itself."""
    if value.startswith("arn:"):
        return value
    value = value.rsplit("/", 1)[-1] if value.startswith("http") else value.lstrip("/")
    region = "" if call.service == "iam" else call.region
    return f"arn:aws:{SERVICE.get(call.service, call.service)}:{region}:{ACCOUNT}:{before}{value}"


def check(call, policy):
    """Refuses a call that no statement of the policy allows on each of its resources."""
    if call.service in ("s3", "sts", "servicequotas"):
        return
    action = f"{SERVICE.get(call.service, call.service)}:{call.operation}"
    statements = [one for one in policy["Statement"] if action in one["Action"]]
    for resource in resources(call):
        if not any(fits(pattern, resource) for one in statements for pattern in listed(one["Resource"])):
            raise wording.denied(call)


def listed(value):
    """Gives a list of one for what is no list."""
    return value if isinstance(value, list) else [value]


def fits(pattern, resource):
    """True where a pattern of a policy fits: `*` alone fits everything, and nothing else fits what is no resource."""
    return pattern == "*" or (resource != "*" and fnmatch.fnmatchcase(resource, pattern))
