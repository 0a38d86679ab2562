"""Changes five things of the stack behind orchestrate's back: a rule, a threshold, a policy, a process and a tag."""

import json
import sys

import boto3

NAME = "myapp-testing-useast1"


def client(service):
    """Gives a client for the local AWS named on the command line."""
    return boto3.client(
        service,
        endpoint_url=sys.argv[1],
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )


def delete_a_rule():
    """Takes away the only ingress rule of the instances' group."""
    ec2 = client("ec2")
    (group,) = ec2.describe_security_groups(Filters=[{"Name": "group-name", "Values": [NAME]}])["SecurityGroups"]
    ec2.revoke_security_group_ingress(GroupId=group["GroupId"], IpPermissions=group["IpPermissions"])


def change_a_threshold():
    """Moves the threshold of one alarm, all else kept."""
    cloudwatch = client("cloudwatch")
    (alarm,) = cloudwatch.describe_alarms(AlarmNames=[f"{NAME} busy"])["MetricAlarms"]
    keep = (
        "AlarmName", "AlarmActions", "MetricName", "Namespace", "Statistic", "Dimensions", "Period",
        "EvaluationPeriods", "ComparisonOperator",
    )
    cloudwatch.put_metric_alarm(Threshold=95.0, **{key: alarm[key] for key in keep})


def edit_a_policy():
    """Lets the role do everything with queues."""
    document = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sqs:*", "Resource": "*"}]}
    client("iam").put_role_policy(RoleName=NAME, PolicyName="queues", PolicyDocument=json.dumps(document))


def resume_a_process():
    """Lets the group add its instances to the balancer."""
    client("autoscaling").resume_processes(AutoScalingGroupName=NAME, ScalingProcesses=["AddToLoadBalancer"])


def change_a_tag():
    """Renames the group's instances."""
    tag = {"ResourceId": NAME, "ResourceType": "auto-scaling-group", "Key": "Name", "Value": "other"}
    client("autoscaling").create_or_update_tags(Tags=[tag | {"PropagateAtLaunch": True}])


for change in (delete_a_rule, change_a_threshold, edit_a_policy, resume_a_process, change_a_tag):
    change()
