"""What a service refuses by its documentation, while its model says nothing of it.

One row a limit: the operation, a function that finds the fault, and the page of AWS that says so. A function gets the
parameters and gives a Refusal or None.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from moto.ec2.models import ec2_backends

from .wording import Refusal

DOCS = "https://docs.aws.amazon.com"
ELB = f"{DOCS}/elasticloadbalancing/2012-06-01/APIReference"
ELBV2 = f"{DOCS}/elasticloadbalancing/latest/APIReference"
ASG = f"{DOCS}/autoscaling/ec2/APIReference"
EC2 = f"{DOCS}/AWSEC2/latest/APIReference"


@dataclass
class Limit:
    """One documented limit."""

    call: str
    find: Callable
    source: str


def count(name, most, code="ValidationError", raised_by=None):
    """At most so many items; `raised_by` names a parameter that raises the limit."""

    def find(params):
        items = params.get(name) or []
        allowed = max(most, params.get(raised_by) or 0) if raised_by else most
        if len(items) <= allowed:
            return None
        return Refusal(code, f"1 validation error detected: Value '[{', '.join(map(str, items[:3]))}, ...]' at "
                             f"'{name[0].lower()}{name[1:]}' failed to satisfy constraint: Member must have length less "
                             f"than or equal to {allowed}")

    return find


def numbers(name, lowest, highest, code="ValidationError"):
    """A number between two others."""

    def find(params):
        value = params.get(name)
        if value is None or lowest <= value <= highest:
            return None
        return Refusal(code, f"{name} must be between {lowest} and {highest}; it is {value}")

    return find


def matches(name, pattern, code, message):
    """A text of a form; `message` may use {value}."""
    compiled = re.compile(pattern)

    def find(params):
        value = params.get(name)
        if value is None or compiled.fullmatch(value):
            return None
        return Refusal(code, message.format(value=value))

    return find


def record_changes(params):
    """At most 1,000 records and 32,000 characters of values in a batch, those of an UPSERT counted twice."""
    records = characters = 0
    for change in params.get("ChangeBatch", {}).get("Changes") or []:
        times = 2 if change.get("Action") == "UPSERT" else 1
        values = (change.get("ResourceRecordSet") or {}).get("ResourceRecords") or []
        records += times * len(values)
        characters += times * sum(len(value.get("Value") or "") for value in values)
    if records > 1000:
        return Refusal("InvalidChangeBatch", f"[Number of records limit of 1000 exceeded. Found {records} records.]")
    if characters > 32_000:
        return Refusal("InvalidChangeBatch", f"[Number of characters limit of 32000 exceeded. Found {characters} characters.]")
    return None


def filter_values(params):
    """At most 200 values in the filters of one call."""
    given = sum(len(one.get("Values") or []) for one in params.get("Filters") or [])
    if given <= 200:
        return None
    return Refusal("FilterLimitExceeded", "The maximum number of filter values specified on a single call is 200")


def page_or_ids(params):
    """MaxResults goes with no ids."""
    if params.get("MaxResults") and params.get("InstanceIds"):
        return Refusal("InvalidParameterCombination",
                       "The parameter instancesSet cannot be used with the parameter maxResults")
    return None


# Lowest and highest value of a queue's attribute.
QUEUE = {"VisibilityTimeout": (0, 43_200), "MessageRetentionPeriod": (60, 1_209_600), "DelaySeconds": (0, 900),
         "MaximumMessageSize": (1024, 1_048_576), "ReceiveMessageWaitTimeSeconds": (0, 20),
         "KmsDataKeyReusePeriodSeconds": (60, 86_400)}


def queue_attributes(params):
    """Each number within its bounds."""
    for name, value in (params.get("Attributes") or {}).items():
        bounds = QUEUE.get(name)
        if bounds and not (str(value).isdigit() and bounds[0] <= int(value) <= bounds[1]):
            return Refusal("InvalidAttributeValue", f"Invalid value for the parameter {name}.")
    return None


def queue_name(params):
    """80 characters at most, a FIFO queue's end included."""
    if re.fullmatch(r"(?=.{1,80}$)[A-Za-z0-9_-]+(\.fifo)?", params.get("QueueName") or ""):
        return None
    return Refusal("InvalidParameterValue", "Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length")


def group_sizes(params):
    """The smallest size, the wanted one and the largest are in this order."""
    smallest, wanted, largest = (params.get(key) for key in ("MinSize", "DesiredCapacity", "MaxSize"))
    if smallest is not None and largest is not None and smallest > largest:
        return Refusal("ValidationError", f"Min bound, {smallest}, must be less than or equal to max bound, {largest}")
    if None not in (smallest, wanted, largest) and not smallest <= wanted <= largest:
        return Refusal("ValidationError", f"Desired capacity:{wanted} must be between the specified min size:{smallest} "
                                          f"and max size:{largest}")
    return None


def health_check(params):
    """A check ends before the next one begins."""
    check = params.get("HealthCheck") or {}
    timeout, interval = check.get("Timeout"), check.get("Interval")
    if None in (timeout, interval) or timeout < interval:
        return None
    return Refusal("ValidationError", "HealthCheck timeout must be less than interval")


def alarm_period(params):
    """10, 20, 30 or a multiple of 60 seconds; a day for all periods together, a week from one hour on."""
    period, periods = params.get("Period"), params.get("EvaluationPeriods") or 0
    if period is None:
        return None
    if period not in (10, 20, 30) and (period <= 0 or period % 60):
        return Refusal("ValidationError", "Period must be 10, 20, 30 or a multiple of 60")
    if period * periods > (604_800 if period >= 3600 else 86_400):
        return Refusal("ValidationError", "Metrics cannot be checked across more than a day (EvaluationPeriods * Period must be <= 86400).")
    return None


def node_count(params):
    """A Redis or Valkey cluster of its own has one node."""
    if params.get("Engine") in ("redis", "valkey") and (params.get("NumCacheNodes") or 1) > 1:
        return Refusal("InvalidParameterValue", "Cannot create a Redis cluster with a NumCacheNodes parameter greater than 1.")
    return None


def group_name(params):
    """255 characters of a fixed set, and no id."""
    allowed = r"[\w .:/()#,@\[\]+=&;{}!$*-]{1,255}"
    name, description = params.get("GroupName") or "", params.get("Description") or ""
    if name.startswith("sg-") or not re.fullmatch(allowed, name, re.ASCII):
        return Refusal("InvalidParameterValue", f"Invalid value '{name}' for groupName. It must be 1 to 255 characters of a-z, "
                                                "A-Z, 0-9, spaces and ._-:/()#,@[]+=&;{}!$*, and may not start with sg-")
    if not re.fullmatch(allowed, description, re.ASCII):
        return Refusal("InvalidParameterValue", f"Value ({description}) for parameter GroupDescription is invalid. Character "
                                                "sets beyond ASCII are not supported.")
    return None


CACHE_NAME = r"(?!.*--)[A-Za-z][A-Za-z0-9-]{0,%d}(?<!-)"
CACHE_TEXT = "The parameter {value} is not a valid identifier. It must begin with a letter, hold letters, digits and hyphens " \
             "only, and neither end with a hyphen nor hold two in a row."
BALANCER_TEXT = "LoadBalancer name '{value}' must have at most 32 characters, letters, digits and hyphens only, and may not begin " \
                "or end with a hyphen"
BALANCER_NAME = matches("LoadBalancerName", r"(?!-)[A-Za-z0-9-]{1,32}(?<!-)", "ValidationError", BALANCER_TEXT)
BALANCER_NAME_V2 = matches("Name", r"(?!-)(?!internal-)[A-Za-z0-9-]{1,32}(?<!-)", "ValidationError", BALANCER_TEXT)
ROLE_TRUST = 2048


def trust_policy(name):
    """A role's trust policy has 2,048 characters at most, white space not counted."""

    def find(params):
        if len(re.sub(r"\s", "", params.get(name) or "")) <= ROLE_TRUST:
            return None
        return Refusal("LimitExceeded", f"Cannot exceed quota for ACLSizePerRole: {ROLE_TRUST}", 409)

    return find


def known_vpc(params):
    """A group is made in a VPC that is there."""
    wanted = params.get("VpcId")
    regions = [region for account in ec2_backends.values() for region in account.values()]
    if not wanted or any(wanted in region.vpcs for region in regions):
        return None
    return Refusal("InvalidVpcID.NotFound", f"The vpc ID '{wanted}' does not exist")


LIMITS = [
    Limit("autoscaling.DescribeLaunchConfigurations", count("LaunchConfigurationNames", 50), f"{ASG}/API_DescribeLaunchConfigurations.html"),
    Limit("autoscaling.DescribeLaunchConfigurations", numbers("MaxRecords", 1, 100), f"{ASG}/API_DescribeLaunchConfigurations.html"),
    Limit("autoscaling.DescribeAutoScalingGroups", count("AutoScalingGroupNames", 50, raised_by="MaxRecords"), f"{ASG}/API_DescribeAutoScalingGroups.html"),
    Limit("autoscaling.DescribeAutoScalingGroups", numbers("MaxRecords", 1, 100), f"{ASG}/API_DescribeAutoScalingGroups.html"),
    Limit("autoscaling.DescribeAutoScalingInstances", count("InstanceIds", 50), f"{ASG}/API_DescribeAutoScalingInstances.html"),
    Limit("autoscaling.DescribePolicies", count("PolicyNames", 50, raised_by="MaxRecords"), f"{ASG}/API_DescribePolicies.html"),
    Limit("autoscaling.DescribeScheduledActions", count("ScheduledActionNames", 50, raised_by="MaxRecords"), f"{ASG}/API_DescribeScheduledActions.html"),
    Limit("autoscaling.CreateAutoScalingGroup", group_sizes, f"{ASG}/API_CreateAutoScalingGroup.html"),
    Limit("autoscaling.UpdateAutoScalingGroup", group_sizes, f"{ASG}/API_UpdateAutoScalingGroup.html"),
    Limit("elb.DescribeLoadBalancers", count("LoadBalancerNames", 20), f"{ELB}/API_DescribeLoadBalancers.html"),
    Limit("elb.DescribeTags", count("LoadBalancerNames", 20), f"{ELB}/API_DescribeTags.html"),
    Limit("elb.CreateLoadBalancer", BALANCER_NAME, f"{ELB}/API_CreateLoadBalancer.html"),
    Limit("elb.ConfigureHealthCheck", health_check, f"{ELB}/API_HealthCheck.html"),
    Limit("elbv2.DescribeLoadBalancers", count("LoadBalancerArns", 20), f"{ELBV2}/API_DescribeLoadBalancers.html"),
    Limit("elbv2.DescribeLoadBalancers", count("Names", 20), f"{ELBV2}/API_DescribeLoadBalancers.html"),
    Limit("elbv2.CreateLoadBalancer", BALANCER_NAME_V2, f"{ELBV2}/API_CreateLoadBalancer.html"),
    Limit("elbv2.DescribeTags", count("ResourceArns", 20), f"{ELBV2}/API_DescribeTags.html"),
    Limit("route53.ChangeResourceRecordSets", record_changes,
          f"{DOCS}/Route53/latest/DeveloperGuide/DNSLimitations.html#limits-api-requests-changeresourcerecordsets"),
    Limit("cloudwatch.DescribeAlarms", count("AlarmNames", 100), f"{DOCS}/AmazonCloudWatch/latest/APIReference/API_DescribeAlarms.html"),
    Limit("cloudwatch.PutMetricAlarm", alarm_period, f"{DOCS}/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html"),
    Limit("sqs.CreateQueue", queue_attributes, f"{DOCS}/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html"),
    Limit("sqs.CreateQueue", queue_name, f"{DOCS}/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html"),
    Limit("sqs.SetQueueAttributes", queue_attributes, f"{DOCS}/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html"),
    Limit("ec2.CreateSecurityGroup", group_name, f"{EC2}/API_CreateSecurityGroup.html"),
    Limit("ec2.CreateSecurityGroup", known_vpc, f"{EC2}/API_CreateSecurityGroup.html"),
    Limit("ec2.DescribeSecurityGroups", filter_values, f"{EC2}/API_Filter.html"),
    Limit("ec2.DescribeInstances", filter_values, f"{EC2}/API_Filter.html"),
    Limit("ec2.DescribeSecurityGroups", numbers("MaxResults", 5, 1000, "InvalidParameterValue"), f"{EC2}/API_DescribeSecurityGroups.html"),
    Limit("ec2.DescribeInstances", numbers("MaxResults", 5, 1000, "InvalidParameterValue"), f"{EC2}/API_DescribeInstances.html"),
    Limit("ec2.DescribeInstances", page_or_ids, f"{EC2}/API_DescribeInstances.html"),
    Limit("iam.CreateRole", trust_policy("AssumeRolePolicyDocument"), f"{DOCS}/IAM/latest/UserGuide/reference_iam-quotas.html"),
    Limit("iam.UpdateAssumeRolePolicy", trust_policy("PolicyDocument"), f"{DOCS}/IAM/latest/UserGuide/reference_iam-quotas.html"),
    Limit("elasticache.CreateCacheCluster", matches("CacheClusterId", CACHE_NAME % 49, "InvalidParameterValue", CACHE_TEXT),
          f"{DOCS}/AmazonElastiCache/latest/APIReference/API_CreateCacheCluster.html"),
    Limit("elasticache.CreateReplicationGroup", matches("ReplicationGroupId", CACHE_NAME % 39, "InvalidParameterValue", CACHE_TEXT),
          f"{DOCS}/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html"),
    Limit("elasticache.CreateCacheCluster", node_count, f"{DOCS}/AmazonElastiCache/latest/APIReference/API_CreateCacheCluster.html"),
    Limit("elasticache.DescribeCacheClusters", numbers("MaxRecords", 20, 100, "InvalidParameterValue"),
          f"{DOCS}/AmazonElastiCache/latest/APIReference/API_DescribeCacheClusters.html"),
]


def check(call):
    """Refuses a call beyond a documented limit."""
    if call.params is None:
        return
    for limit in LIMITS:
        if limit.call == call.name and (refusal := limit.find(call.params)):
            raise refusal
