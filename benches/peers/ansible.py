"""Ansible with amazon.aws and community.aws: a play with a task for each thing, on the local machine."""

import json
import re
import subprocess

from .peer import Peer

LEAVES_OUT = "nothing"

ZONES = ["us-east-1a", "us-east-1b", "us-east-1c"]
TRUST = {"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"Service": "ec2.amazonaws.com"}, "Action": "sts:AssumeRole"}]}


def tasks(name):
    """The tasks of one stack."""
    policies = [("ScaleUp", 2, 300), ("ScaleDown", -1, 600)]
    alarms = [("busy", "GreaterThanOrEqualToThreshold", 60.0, 0), ("idle", "LessThanOrEqualToThreshold", 20.0, 1)]
    statement = {"Effect": "Allow", "Action": ["sqs:ReceiveMessage", "sqs:SendMessage"],
                 "Resource": f"arn:aws:sqs:us-east-1:*:{name}-*"}
    grant = {"Version": "2012-10-17", "Statement": [statement]}
    yield {"amazon.aws.ec2_security_group": {
        "name": f"{name}-elb", "description": f"Load balancer of {name}", "rules": [
            {"proto": "tcp", "from_port": port, "to_port": port, "cidr_ip": "0.0.0.0/0"} for port in (80, 443)]},
        "register": "gate"}
    yield {"amazon.aws.ec2_security_group": {
        "name": name, "description": f"Instances of {name}",
        "rules": [{"proto": "tcp", "from_port": 8080, "to_port": 8080, "group_name": f"{name}-elb"}]},
        "register": "group"}
    yield {"amazon.aws.iam_role": {"name": name, "assume_role_policy_document": json.dumps(TRUST),
                                   "create_instance_profile": True}}
    yield {"amazon.aws.iam_policy": {"iam_type": "role", "iam_name": name, "policy_name": "queues",
                                     "policy_json": json.dumps(grant), "state": "present"}}
    yield {"amazon.aws.elb_classic_lb": {
        "name": name, "state": "present", "zones": ZONES, "security_group_ids": ["{{ gate.group_id }}"],
        "listeners": [{"protocol": "http", "load_balancer_port": 80, "instance_port": 8080, "instance_protocol": "http"}],
        "health_check": {"ping_protocol": "http", "ping_port": 8080, "ping_path": "/healthcheck", "interval": 10,
                         "timeout": 5, "unhealthy_threshold": 2, "healthy_threshold": 10}}, "register": "balancer"}
    yield {"community.aws.sqs_queue": {"name": f"{name}-jobs", "visibility_timeout": 120,
                                       "message_retention_period": 345600}}
    yield {"community.aws.autoscaling_launch_config": {
        "name": f"{name}-v1", "image_id": "ami-0a1b2c3d4e5f60001", "key_name": "myapp", "instance_type": "t3.medium",
        "security_groups": ["{{ group.group_id }}"], "instance_profile_name": name}}
    yield {"amazon.aws.autoscaling_group": {
        "name": name, "launch_config_name": f"{name}-v1", "availability_zones": ZONES, "min_size": 0, "max_size": 4,
        "desired_capacity": 0, "load_balancers": [name], "health_check_type": "EC2", "health_check_period": 600,
        "tags": [{"Name": name, "propagate_at_launch": True}], "wait_for_instances": False}}
    for policy, adjustment, cooldown in policies:
        yield {"community.aws.autoscaling_policy": {
            "name": policy, "asg_name": name, "adjustment_type": "ChangeInCapacity", "scaling_adjustment": adjustment,
            "cooldown": cooldown}, "register": policy}
    for alarm, comparison, threshold, index in alarms:
        yield {"amazon.aws.cloudwatch_metric_alarm": {
            "name": f"{name} {alarm}", "metric_name": "CPUUtilization", "namespace": "AWS/EC2", "statistic": "Average",
            "comparison": comparison, "threshold": threshold, "period": 60, "evaluation_periods": 5,
            "dimensions": {"AutoScalingGroupName": name},
            "alarm_actions": [f"{{{{ {policies[index][0]}.arn }}}}",
                              "arn:aws:sns:us-east-1:123456789012:myapp-alerts"]}}
    # There a region makes a record one of several by latency.
    yield {"amazon.aws.route53": {
        "region": "{{ omit }}", "state": "present", "zone": "example.com", "record": f"{name}.example.com", "type": "CNAME", "ttl": 60,
        "value": "{{ balancer.elb.dns_name }}", "overwrite": True}}


def peer(venv):
    """Ansible from a venv."""

    def version():
        ask = [venv / "bin" / "ansible", "--version"]
        # Ansible refuses a stdin that does not block.
        said = subprocess.run(ask, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
        return re.search(r"core ([\d.]+)", said).group(1)

    def prepare(task):
        (task.directory / "roles").mkdir(parents=True, exist_ok=True)
        play = [{
            "hosts": "localhost", "connection": "local", "gather_facts": False,
            "vars": {"ansible_python_interpreter": str(venv / "bin" / "python")},
            "module_defaults": {"group/aws": {"region": "us-east-1", "endpoint_url": task.endpoint,
                                              "access_key": "test", "secret_key": "test"}},
            "tasks": [step for name in task.names for step in tasks(name)],
        }]
        book = task.directory / "stacks.yml"
        book.write_text(json.dumps(play), encoding="utf-8")
        settings = {"ANSIBLE_HOME": str(task.directory / "home"), "ANSIBLE_LOCALHOST_WARNING": "False"}
        return [str(venv / "bin" / "ansible-playbook"), "-i", "localhost,", str(book)], settings

    def is_silent(stdout):
        counts = re.search(r"ok=(\d+) +changed=(\d+) +unreachable=(\d+) +failed=(\d+)", stdout)
        return counts is not None and counts.group(2, 3, 4) == ("0", "0", "0")

    return Peer("Ansible", version, prepare, LEAVES_OUT, is_silent, most_stacks=1)
