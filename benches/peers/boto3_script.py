"""A plain boto3 script, as one writes it for one service: looks at each thing, makes or mends it, one call at a time.

The runner starts this file itself, the names of the stacks as its arguments.
"""

import json
import pathlib
import subprocess
import sys

ZONES = ["us-east-1a", "us-east-1b", "us-east-1c"]
TOPIC = "arn:aws:sns:us-east-1:123456789012:myapp-alerts"
TRUST = {"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}]}
LEAVES_OUT = "removing what is too much (rules, listeners, policies) and mending what takes more than one call"


def changed(what):
    """Says what was done."""
    print(f"changed: {what}")


def group(ec2, name, description, rules):
    """A security group of the default VPC with these rules; answers its ID."""
    found = ec2.describe_security_groups(Filters=[{"Name": "group-name", "Values": [name]}])["SecurityGroups"]
    if found:
        identifier, live = found[0]["GroupId"], found[0]["IpPermissions"]
    else:
        identifier, live = ec2.create_security_group(GroupName=name, Description=description)["GroupId"], []
        changed(f"group {name}")

    def form(rule):
        pairs = [pair["GroupId"] for pair in rule.get("UserIdGroupPairs", [])]
        return rule["FromPort"], rule["ToPort"], [r["CidrIp"] for r in rule.get("IpRanges", [])], pairs

    lives = [form(rule) for rule in live]
    missing = [rule for rule in rules if form(rule) not in lives]
    if missing:
        ec2.authorize_security_group_ingress(GroupId=identifier, IpPermissions=missing)
        changed(f"rules of {name}")
    return identifier


def role(iam, name):
    """A role with an inline policy and its instance profile."""
    statement = {"Effect": "Allow", "Action": ["sqs:ReceiveMessage", "sqs:SendMessage"],
                 "Resource": f"arn:aws:sqs:us-east-1:*:{name}-*"}
    grant = {"Version": "2012-10-17", "Statement": [statement]}
    try:
        iam.get_role(RoleName=name)
    except iam.exceptions.NoSuchEntityException:
        iam.create_role(RoleName=name, AssumeRolePolicyDocument=json.dumps(TRUST))
        changed(f"role {name}")
    try:
        live = iam.get_role_policy(RoleName=name, PolicyName="queues")["PolicyDocument"]
    except iam.exceptions.NoSuchEntityException:
        live = None
    if live != grant:
        iam.put_role_policy(RoleName=name, PolicyName="queues", PolicyDocument=json.dumps(grant))
        changed(f"policy of {name}")
    try:
        iam.get_instance_profile(InstanceProfileName=name)
    except iam.exceptions.NoSuchEntityException:
        iam.create_instance_profile(InstanceProfileName=name)
        iam.add_role_to_instance_profile(InstanceProfileName=name, RoleName=name)
        changed(f"profile {name}")


def balancer(elb, name, group_id):
    """A classic balancer; answers its host name."""
    check = {"Target": "HTTP:8080/healthcheck", "Interval": 10, "Timeout": 5, "UnhealthyThreshold": 2,
             "HealthyThreshold": 10}
    try:
        live = elb.describe_load_balancers(LoadBalancerNames=[name])["LoadBalancerDescriptions"][0]
    except elb.exceptions.AccessPointNotFoundException:
        listener = {"Protocol": "HTTP", "LoadBalancerPort": 80, "InstanceProtocol": "HTTP", "InstancePort": 8080}
        elb.create_load_balancer(LoadBalancerName=name, Listeners=[listener], AvailabilityZones=ZONES,
                                 SecurityGroups=[group_id])
        live = elb.describe_load_balancers(LoadBalancerNames=[name])["LoadBalancerDescriptions"][0]
        changed(f"balancer {name}")
    if live.get("HealthCheck") != check:
        elb.configure_health_check(LoadBalancerName=name, HealthCheck=check)
        changed(f"health check of {name}")
    return live["DNSName"]


def queue(sqs, name):
    """A queue with two attributes."""
    wanted = {"VisibilityTimeout": "120", "MessageRetentionPeriod": "345600"}
    try:
        url = sqs.get_queue_url(QueueName=name)["QueueUrl"]
    except sqs.exceptions.QueueDoesNotExist:
        sqs.create_queue(QueueName=name, Attributes=wanted)
        changed(f"queue {name}")
        return
    live = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=list(wanted))["Attributes"]
    if live != wanted:
        sqs.set_queue_attributes(QueueUrl=url, Attributes=wanted)
        changed(f"attributes of {name}")


def scaling(client, name, group_id):
    """Launch configuration, group and policies; answers the policies' ARNs by name."""
    configuration = f"{name}-v1"
    if not client.describe_launch_configurations(LaunchConfigurationNames=[configuration])["LaunchConfigurations"]:
        client.create_launch_configuration(
            LaunchConfigurationName=configuration, ImageId="ami-0a1b2c3d4e5f60001", KeyName="myapp",
            InstanceType="t3.medium", SecurityGroups=[group_id], IamInstanceProfile=name)
        changed(f"launch configuration {configuration}")
    wanted = {"LaunchConfigurationName": configuration, "MinSize": 0, "MaxSize": 4, "DesiredCapacity": 0,
              "AvailabilityZones": ZONES, "HealthCheckType": "EC2", "HealthCheckGracePeriod": 600}
    found = client.describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"]
    if not found:
        tag = {"Key": "Name", "Value": name, "PropagateAtLaunch": True, "ResourceId": name,
               "ResourceType": "auto-scaling-group"}
        client.create_auto_scaling_group(AutoScalingGroupName=name, LoadBalancerNames=[name], Tags=[tag], **wanted)
        changed(f"group {name}")
    elif any(found[0][key] != value for key, value in wanted.items()):
        client.update_auto_scaling_group(AutoScalingGroupName=name, **wanted)
        changed(f"settings of {name}")
    live = {policy["PolicyName"]: policy for policy in client.describe_policies(AutoScalingGroupName=name)["ScalingPolicies"]}
    arns = {}
    for policy, adjustment, cooldown in (("ScaleUp", 2, 300), ("ScaleDown", -1, 600)):
        fields = {"AdjustmentType": "ChangeInCapacity", "ScalingAdjustment": adjustment, "Cooldown": cooldown}
        if policy in live and all(live[policy].get(key) == value for key, value in fields.items()):
            arns[policy] = live[policy]["PolicyARN"]
        else:
            put = client.put_scaling_policy(AutoScalingGroupName=name, PolicyName=policy, **fields)
            arns[policy] = put["PolicyARN"]
            changed(f"policy {policy} of {name}")
    return arns


def alarms(client, name, arns):
    """Two alarms that scale."""
    wanted = {}
    for alarm, comparison, threshold, policy in (("busy", "GreaterThanOrEqualToThreshold", 60.0, "ScaleUp"),
                                                 ("idle", "LessThanOrEqualToThreshold", 20.0, "ScaleDown")):
        wanted[f"{name} {alarm}"] = {
            "MetricName": "CPUUtilization", "Namespace": "AWS/EC2", "Statistic": "Average", "Threshold": threshold,
            "ComparisonOperator": comparison, "Period": 60, "EvaluationPeriods": 5,
            "Dimensions": [{"Name": "AutoScalingGroupName", "Value": name}], "AlarmActions": [arns[policy], TOPIC]}
    live = {alarm["AlarmName"]: alarm for alarm in client.describe_alarms(AlarmNames=list(wanted))["MetricAlarms"]}
    for alarm, fields in wanted.items():
        if alarm not in live or any(live[alarm].get(key) != value for key, value in fields.items()):
            client.put_metric_alarm(AlarmName=alarm, **fields)
            changed(f"alarm {alarm}")


def record(route53, name, value):
    """A CNAME in example.com."""
    zone = route53.list_hosted_zones_by_name(DNSName="example.com.", MaxItems="1")["HostedZones"][0]["Id"]
    full = f"{name}.example.com."
    wanted = {"Name": full, "Type": "CNAME", "TTL": 60, "ResourceRecords": [{"Value": value}]}
    found = route53.list_resource_record_sets(HostedZoneId=zone, StartRecordName=full, StartRecordType="CNAME",
                                              MaxItems="1")["ResourceRecordSets"]
    if not found or {key: found[0].get(key) for key in wanted} != wanted:
        change = {"Action": "UPSERT", "ResourceRecordSet": wanted}
        route53.change_resource_record_sets(HostedZoneId=zone, ChangeBatch={"Changes": [change]})
        changed(f"record {full}")


def main(names):
    """One stack after the other."""
    import boto3

    clients = {service: boto3.client(service) for service in
               ("ec2", "iam", "elb", "sqs", "autoscaling", "cloudwatch", "route53")}
    tcp = {"IpProtocol": "tcp"}
    for name in names:
        gate = group(clients["ec2"], f"{name}-elb", f"Load balancer of {name}", [
            {**tcp, "FromPort": port, "ToPort": port, "IpRanges": [{"CidrIp": "0.0.0.0/0"}]} for port in (80, 443)])
        inner = group(clients["ec2"], name, f"Instances of {name}", [
            {**tcp, "FromPort": 8080, "ToPort": 8080, "UserIdGroupPairs": [{"GroupId": gate}]}])
        role(clients["iam"], name)
        host = balancer(clients["elb"], name, gate)
        queue(clients["sqs"], f"{name}-jobs")
        arns = scaling(clients["autoscaling"], name, inner)
        alarms(clients["cloudwatch"], name, arns)
        record(clients["route53"], name, host)


def peer(venv):
    """This file, run with a venv's Python."""
    from .peer import Peer

    def version():
        ask = [venv / "bin" / "python", "-c", "import boto3; print(boto3.__version__)"]
        return subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()

    def prepare(task):
        return [str(venv / "bin" / "python"), str(pathlib.Path(__file__)), *task.names], {}

    return Peer("boto3 script", version, prepare, LEAVES_OUT, lambda stdout: "changed" not in stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
