"""Idem with its AWS provider: one SLS of all stacks, its own record of what it made beside it."""

import json
import re
import subprocess

from .peer import Peer

LEAVES_OUT = (
    "the balancer's health check (there is no argument for it), its host name in the record and the policies' ARNs in the "
    "alarms (its states do not return them), and both scaling policies (on the emulator they fail in the second run)"
)

ZONES = ["us-east-1a", "us-east-1b", "us-east-1c"]
TOPIC = "arn:aws:sns:us-east-1:123456789012:myapp-alerts"
TRUST = {"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}]}


def declared(function, **arguments):
    """One state, its arguments as Idem wants them."""
    return {function: [{key: value} for key, value in arguments.items()]}


def rule(group, port, **peer):
    """A rule that lets a port in."""
    return declared("aws.ec2.security_group_rule.present", group_id=group, is_egress=False, ip_protocol="tcp",
                    from_port=port, to_port=port, **peer)


def groups(name):
    """Two groups and their rules, each a state of its own."""
    vpc = "${exec:default vpc:resource_id}"
    gate, inner = (f"${{aws.ec2.security_group:{group}:resource_id}}" for group in (f"{name}-elb", name))
    yield f"{name}-elb", declared("aws.ec2.security_group.present", description=f"Load balancer of {name}", vpc_id=vpc)
    yield name, declared("aws.ec2.security_group.present", description=f"Instances of {name}", vpc_id=vpc)
    for port in (80, 443):
        yield f"{name}-elb {port}", rule(gate, port, cidr_ipv4="0.0.0.0/0")
    yield f"{name} 8080", rule(inner, 8080, referenced_group_info={"GroupId": gate, "UserId": "123456789012"})


def role(name):
    """A role with an inline policy and its instance profile."""
    statement = {"Effect": "Allow", "Action": ["sqs:ReceiveMessage", "sqs:SendMessage"],
                 "Resource": f"arn:aws:sqs:us-east-1:*:{name}-*"}
    made = f"${{aws.iam.role:{name} role:name}}"
    yield f"{name} role", declared("aws.iam.role.present", name=name, assume_role_policy_document=TRUST)
    yield f"{name} queues", declared("aws.iam.role_policy.present", name="queues", role_name=made,
                                     policy_document={"Version": "2012-10-17", "Statement": [statement]})
    yield f"{name} profile", declared("aws.iam.instance_profile.present", name=name, roles=[{"RoleName": made}])


def states(name):
    """The states of one stack."""
    yield from groups(name)
    yield from role(name)
    listener = {"Protocol": "HTTP", "LoadBalancerPort": 80, "InstanceProtocol": "HTTP", "InstancePort": 8080}
    yield f"{name} balancer", declared(
        "aws.elb.load_balancer.present", name=name, listeners=[listener], availability_zones=ZONES,
        # Without a tag its call is refused.
        security_groups=[f"${{aws.ec2.security_group:{name}-elb:resource_id}}"], tags={"Name": name})
    yield f"{name}-jobs", declared("aws.sqs.queue.present", visibility_timeout=120, message_retention_period=345600)
    yield f"{name} launch configuration", declared(
        "aws.autoscaling.launch_configuration.present", name=f"{name}-v1", image_id="ami-0a1b2c3d4e5f60001",
        key_name="myapp", instance_type="t3.medium",
        security_groups=[f"${{aws.ec2.security_group:{name}:resource_id}}"],
        iam_instance_profile=f"${{aws.iam.instance_profile:{name} profile:name}}")
    yield f"{name} group", declared(
        "aws.autoscaling.auto_scaling_group.present", name=name, min_size=0, max_size=4, desired_capacity=0,
        launch_configuration_name=f"${{aws.autoscaling.launch_configuration:{name} launch configuration:resource_id}}",
        availability_zones=ZONES, load_balancer_names=[f"${{aws.elb.load_balancer:{name} balancer:name}}"],
        health_check_type="EC2", health_check_grace_period=600,
        tags=[{"Key": "Name", "Value": name, "PropagateAtLaunch": True}])
    for alarm, comparison, threshold in (("busy", "GreaterThanOrEqualToThreshold", 60.0),
                                         ("idle", "LessThanOrEqualToThreshold", 20.0)):
        yield f"{name} {alarm}", declared(
            "aws.cloudwatch.metric_alarm.present", metric_name="CPUUtilization", namespace="AWS/EC2",
            statistic="Average", period=60, evaluation_periods=5, threshold=threshold, comparison_operator=comparison,
            dimensions=[{"Name": "AutoScalingGroupName", "Value": name}], alarm_actions=[TOPIC])
    yield f"{name}.example.com.", declared(
        "aws.route53.resource_record.present", hosted_zone_id="${exec:zones:[0]:resource_id}",
        record_type="CNAME", ttl=60, resource_records=[f"{name}.elb.example.com."])


def peer(venv):
    """Idem from a venv."""

    def version():
        said = subprocess.run([venv / "bin" / "pip", "show", "idem-aws"], capture_output=True, text=True, check=True)
        return re.search(r"Version: (\S+)", said.stdout).group(1)

    def prepare(task):
        sls = {"default vpc": declared("exec.run", path="aws.ec2.vpc.get", kwargs={"name": "vpc", "default": True}),
               "zones": declared("exec.run", path="aws.route53.hosted_zone.list", kwargs={})}
        for name in task.names:
            sls.update(states(name))
        account = {"aws": {"default": {"aws_access_key_id": "test", "aws_secret_access_key": "test",
                                       "region_name": "us-east-1", "endpoint_url": task.endpoint}}}
        (task.directory / "stacks.sls").write_text(json.dumps(sls), encoding="utf-8")
        (task.directory / "account.yml").write_text(json.dumps(account), encoding="utf-8")
        command = [str(venv / "bin" / "idem"), "state", str(task.directory / "stacks.sls"), "--output", "json",
                   "--acct-file", str(task.directory / "account.yml"), "--root-dir", str(task.directory / "root"),
                   "--no-progress-bar", "--log-file", str(task.directory / "idem.log")]
        return command, {}

    def is_silent(stdout):
        states = json.loads(stdout[stdout.index("{"):]).items()
        # What was only read counts as changed there.
        return all(state["result"] and (not state["changes"] or tag.startswith("exec_")) for tag, state in states)

    return Peer("Idem", version, prepare, LEAVES_OUT, is_silent, most_stacks=1)
