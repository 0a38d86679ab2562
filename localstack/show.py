"""Prints what the local AWS holds, read with boto3: an eye that shares no code with orchestrate.

YAML by section, nothing left out that the stack declares, user data decoded and split into its parts.
"""

import base64
import email

import yaml
from seed import arguments, clients, endpoint_of


def pages(client, call, key, **fields):
    """Gives the items of all pages."""
    return [item for page in client.get_paginator(call).paginate(**fields) for item in page[key]]


def picked(thing, *keys):
    """Gives the named fields that are there, in the order named."""
    return {key: thing[key] for key in keys if thing.get(key) not in (None, "", [])}


def pairs(tags):
    """Gives a list of Key/Value as a mapping."""
    return {tag["Key"]: tag["Value"] for tag in tags}


def rules(permissions, names):
    """Gives ingress or egress rules as short texts, groups by name."""
    out = []
    for rule in permissions:
        ports = f"{rule.get('FromPort', 'all')}-{rule.get('ToPort', 'all')}"
        peers = [r["CidrIp"] for r in rule["IpRanges"]] + [r["CidrIpv6"] for r in rule.get("Ipv6Ranges", [])]
        peers += [names.get(pair["GroupId"], pair["GroupId"]) for pair in rule["UserIdGroupPairs"]]
        out += [f"{rule['IpProtocol']} {ports} {peer}" for peer in peers]
    return sorted(out)


def security_groups(client):
    """Groups and their rules, without the VPCs' own default groups."""
    groups = pages(client("ec2"), "describe_security_groups", "SecurityGroups")
    names = {group["GroupId"]: group["GroupName"] for group in groups}
    return {
        group["GroupName"]: picked(group, "GroupId", "VpcId", "Description")
        | {"ingress": rules(group["IpPermissions"], names), "egress": rules(group["IpPermissionsEgress"], names)}
        | ({"tags": pairs(group["Tags"])} if group.get("Tags") else {})
        for group in groups
        if group["GroupName"] != "default"
    }


def roles(client):
    """Roles with trust, inline and attached policies and instance profiles."""
    iam, out = client("iam"), {}
    for role in pages(iam, "list_roles", "Roles"):
        name = role["RoleName"]
        inline = sorted(pages(iam, "list_role_policies", "PolicyNames", RoleName=name))
        attached = pages(iam, "list_attached_role_policies", "AttachedPolicies", RoleName=name)
        profiles = pages(iam, "list_instance_profiles_for_role", "InstanceProfiles", RoleName=name)
        out[name] = {
            "path": role["Path"],
            "trust": role["AssumeRolePolicyDocument"],
            "policies": {p: iam.get_role_policy(RoleName=name, PolicyName=p)["PolicyDocument"] for p in inline},
            "managed_policies": sorted(policy["PolicyArn"] for policy in attached),
            "instance_profiles": [profile["InstanceProfileName"] for profile in profiles],
        }
    return out


def balancers(client):
    """Classic balancers with listeners, health check, attributes, tags and a count of instances."""
    elb, out = client("elb"), {}
    for one in pages(elb, "describe_load_balancers", "LoadBalancerDescriptions"):
        name = one["LoadBalancerName"]
        attributes = elb.describe_load_balancer_attributes(LoadBalancerName=name)["LoadBalancerAttributes"]
        tags = elb.describe_tags(LoadBalancerNames=[name])["TagDescriptions"][0]["Tags"]
        out[name] = picked(one, "DNSName", "Scheme", "AvailabilityZones", "Subnets", "SecurityGroups", "HealthCheck") | {
            "listeners": [{**d["Listener"], "policies": d["PolicyNames"]} for d in one["ListenerDescriptions"]],
            "attributes": attributes,
            "tags": pairs(tags),
            "instances": len(one["Instances"]),
        }
    return out


def records(client):
    """Records by zone."""
    route53, out = client("route53"), {}
    for zone in pages(route53, "list_hosted_zones", "HostedZones"):
        found = pages(route53, "list_resource_record_sets", "ResourceRecordSets", HostedZoneId=zone["Id"])
        out[zone["Name"]] = [
            f"{r['Name']} {r.get('TTL', '')} {r['Type']} {' '.join(v['Value'] for v in r.get('ResourceRecords', []))}"
            for r in found
        ]
    return out


def queues(client):
    """Queues with all attributes, times left out."""
    sqs, out = client("sqs"), {}
    for url in sqs.list_queues().get("QueueUrls", []):
        attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
        out[url.rsplit("/", 1)[1]] = {k: v for k, v in sorted(attributes.items()) if not k.endswith("Timestamp")}
    return out


def user_data(text):
    """Decodes user data; a MIME envelope is split into its parts."""
    plain = base64.b64decode(text or "").decode()
    message = email.message_from_string(plain)
    if not message.is_multipart():
        return plain
    return [{part.get_content_type(): part.get_payload(decode=True).decode()} for part in message.get_payload()]


def launch_configurations(client):
    """Launch configurations, user data decoded."""
    found = pages(client("autoscaling"), "describe_launch_configurations", "LaunchConfigurations")
    keys = ("ImageId", "InstanceType", "KeyName", "SecurityGroups", "IamInstanceProfile", "InstanceMonitoring",
            "BlockDeviceMappings", "EbsOptimized", "AssociatePublicIpAddress")
    return {one["LaunchConfigurationName"]: picked(one, *keys) | {"UserData": user_data(one.get("UserData"))}
            for one in found}


def groups(client):
    """Auto Scaling groups with scaling policies, scheduled actions, notifications and a count of instances."""
    asg, out = client("autoscaling"), {}
    keys = ("LaunchConfigurationName", "LaunchTemplate", "MixedInstancesPolicy", "MinSize", "MaxSize", "DesiredCapacity",
            "DefaultCooldown", "AvailabilityZones", "VPCZoneIdentifier", "LoadBalancerNames", "TargetGroupARNs",
            "HealthCheckType", "HealthCheckGracePeriod", "TerminationPolicies")
    for group in pages(asg, "describe_auto_scaling_groups", "AutoScalingGroups"):
        name = group["AutoScalingGroupName"]
        policies = sorted(pages(asg, "describe_policies", "ScalingPolicies", AutoScalingGroupName=name), key=lambda p: p["PolicyName"])
        actions = pages(asg, "describe_scheduled_actions", "ScheduledUpdateGroupActions", AutoScalingGroupName=name)
        told = asg.describe_notification_configurations(AutoScalingGroupNames=[name])["NotificationConfigurations"]
        zones = [instance["AvailabilityZone"] for instance in group["Instances"]]
        out[name] = picked(group, *keys) | {
            "suspended": sorted(process["ProcessName"] for process in group["SuspendedProcesses"]),
            "tags": [picked(tag, "Key", "Value") | {"PropagateAtLaunch": tag["PropagateAtLaunch"]} for tag in group["Tags"]],
            "scaling_policies": [picked(p, "PolicyName", "PolicyARN", "PolicyType", "AdjustmentType", "ScalingAdjustment",
                                        "MinAdjustmentMagnitude", "Cooldown") for p in policies],
            "scheduled_actions": [picked(a, "ScheduledActionName", "Recurrence", "MinSize", "MaxSize", "DesiredCapacity",
                                         "StartTime", "EndTime") for a in actions],
            "notifications": sorted(f"{n['TopicARN']} {n['NotificationType']}" for n in told),
            "instances": {zone: zones.count(zone) for zone in sorted(set(zones))},
        }
    return out


def alarms(client):
    """Metric alarms as CloudWatch tells them, without states and times."""
    keys = ("AlarmDescription", "Namespace", "MetricName", "Dimensions", "Statistic", "ExtendedStatistic", "Unit", "Period",
            "EvaluationPeriods", "ComparisonOperator", "Threshold", "TreatMissingData", "AlarmActions", "OKActions",
            "InsufficientDataActions")
    found = pages(client("cloudwatch"), "describe_alarms", "MetricAlarms")
    return {alarm["AlarmName"]: picked(alarm, *keys) for alarm in found}


def caches(client):
    """ElastiCache clusters and replication groups."""
    cache = client("elasticache")
    clusters = cache.describe_cache_clusters()["CacheClusters"]
    replicated = cache.describe_replication_groups()["ReplicationGroups"]
    return {c["CacheClusterId"]: picked(c, "Engine", "CacheNodeType", "NumCacheNodes") for c in clusters} | {
        r["ReplicationGroupId"]: picked(r, "Description", "MemberClusters", "AutomaticFailover") for r in replicated
    }


def scaling_policies(client):
    """Gives the ARN of every scaling policy, by group and name: what alarms point at."""
    policies = pages(client("autoscaling"), "describe_policies", "ScalingPolicies")
    return {f"{policy['AutoScalingGroupName']} {policy['PolicyName']}": policy["PolicyARN"] for policy in policies}


SECTIONS = {
    "security_groups": security_groups, "roles": roles, "load_balancers": balancers, "records": records, "queues": queues,
    "launch_configurations": launch_configurations, "auto_scaling_groups": groups,
    "scaling_policies": scaling_policies, "alarms": alarms, "caches": caches,
}


def block_text(dumper, text):
    """Writes texts of several lines as YAML blocks, so that scripts are readable."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def main():
    """Prints the sections asked for, all by default."""
    parser = arguments(__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    options = parser.parse_args()
    unknown = set(options.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"no such section: {', '.join(sorted(unknown))}")
    client = clients(endpoint_of(options))
    yaml.SafeDumper.add_representer(str, block_text)
    # By name, not in the order in which things were made: some are made side by side.
    held = {name: dict(sorted(SECTIONS[name](client).items())) for name in options.sections or SECTIONS}
    print(yaml.safe_dump(held, sort_keys=False, width=120, default_flow_style=False), end="")


if __name__ == "__main__":
    main()
