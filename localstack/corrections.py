"""Brings moto 5.2.5 nearer to AWS where this project would otherwise be tested against a fiction.

Called once by server.py before the first request. Each correction is one function: its docstring names the AWS
behaviour that it restores and where AWS documents it, its number is the row in COVERAGE.md, and
check_corrections.py holds a check that fails without it. Nothing here knows the product.
"""

import copy
import functools
import uuid

from moto.autoscaling import models as asg
from moto.autoscaling import responses as asg_api
from moto.autoscaling.exceptions import AutoscalingClientError, ValidationError
from moto.core.responses import ActionResult, EmptyResult
from moto.elb import models as elb
from moto.elb.exceptions import ELBClientError, NoActiveLoadBalancerFoundError
from moto.elb.policies import OtherPolicy
from moto.iam import policy_validation
from moto.moto_server.werkzeug_app import DomainDispatcherApplication
from moto.route53 import models as route53
from moto.route53.exceptions import Route53ClientError

import cbor

DEFAULT_SSL_POLICY = "ELBSecurityPolicy-2016-08"
DESYNC = ("elb.http.desyncmitigationmode", "defensive")

CORRECTIONS = []


def correction(function):
    """Puts the function into the list that apply_all works through."""
    CORRECTIONS.append(function)
    return function


def around(owner, name):
    """Replaces owner.name by the decorated function, which gets the original as its first argument."""
    original = getattr(owner, name)

    def replace(function):
        @functools.wraps(original)
        def wrapper(*args, **kwargs):
            return function(original, *args, **kwargs)

        setattr(owner, name, wrapper)
        return wrapper

    return replace


def apply_all():
    """Applies every correction, once per process."""
    for function in CORRECTIONS:
        function()


# Classic load balancers


@correction
def elb_01_default_health_check():
    """A new balancer checks TCP on its first instance port: interval 30, timeout 5, thresholds 10 and 2.
    https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-healthchecks.html
    """
    @around(elb.LoadBalancer, "__init__")
    def init(original, self, *args, **kwargs):
        original(self, *args, **kwargs)
        self.health_check = elb.FakeHealthCheck(
            timeout=5, healthy_threshold=10, unhealthy_threshold=2, interval=30,
            target=f"TCP:{self.listeners[0].instance_port}",
        )


@correction
def elb_02_instance_protocol():
    """A listener keeps the instance protocol that it was given.
    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_Listener.html
    """
    elb.FakeListener.instance_protocol = property(lambda self: getattr(self, "back_protocol", self.protocol))

    def declare(balancer, ports):
        declared = {int(p["LoadBalancerPort"]): p.get("InstanceProtocol") for p in ports if "LoadBalancerPort" in p}
        for listener in balancer.listeners:
            if protocol := declared.get(int(listener.load_balancer_port)):
                listener.back_protocol = protocol.upper()

    on_new_listeners(declare)


def on_new_listeners(action):
    """Calls action(balancer, ports) after listeners came into being, with the balancer or later."""
    @around(elb.ELBBackend, "create_load_balancer")
    def create(original, self, name, zones, ports, *args, **kwargs):
        balancer = original(self, name, zones, ports, *args, **kwargs)
        action(balancer, ports)
        return balancer

    @around(elb.ELBBackend, "create_load_balancer_listeners")
    def add(original, self, name, ports):
        balancer = self.get_load_balancer(name)
        before = {int(listener.load_balancer_port) for listener in balancer.listeners}
        original(self, name, ports)
        action(balancer, [p for p in ports if int(p["LoadBalancerPort"]) not in before])
        return balancer


@correction
def elb_03_unknown_balancer():
    """Every call that names an unknown balancer answers LoadBalancerNotFound.
    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DescribeLoadBalancerAttributes.html
    """
    @around(elb.ELBBackend, "get_load_balancer")
    def get(original, self, load_balancer_name):
        balancer = original(self, load_balancer_name)
        if balancer is None:
            raise NoActiveLoadBalancerFoundError(load_balancer_name)
        return balancer

    @around(elb.ELBBackend, "describe_load_balancers")
    def describe(original, self, names):
        for name in names or []:
            self.get_load_balancer(name)
        return original(self, names)


@correction
def elb_04_delete_listeners():
    """DeleteLoadBalancerListeners removes the listed ports and leaves the others as they are.
    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_DeleteLoadBalancerListeners.html
    """
    @around(elb.ELBBackend, "delete_load_balancer_listeners")
    def delete(_original, self, name, ports):
        balancer = self.get_load_balancer(name)
        gone = {int(port) for port in ports}
        balancer.listeners = [kept for kept in balancer.listeners if int(kept.load_balancer_port) not in gone]
        return balancer


@correction
def elb_05_attributes():
    """A balancer has one desync mitigation attribute; a drain timeout stays as given and is 300 at first.
    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_ModifyLoadBalancerAttributes.html
    """
    defaults = elb.LoadBalancer.get_default_attributes

    def with_defaults():
        return defaults() | {
            "connection_draining": {"enabled": False, "timeout": 300},
            "additional_attributes": [DESYNC],
        }

    elb.LoadBalancer.get_default_attributes = staticmethod(with_defaults)

    @around(elb.ELBBackend, "modify_load_balancer_attributes")
    def modify(original, self, load_balancer_name, **groups):
        attributes = self.get_load_balancer(load_balancer_name).attributes
        before = list(attributes["additional_attributes"])
        draining = groups.get("connection_draining") or {}
        timeout = draining.get("Timeout", attributes["connection_draining"].get("timeout", 300))
        original(self, load_balancer_name, **groups)
        if draining:
            enabled = draining.get("Enabled", draining.get("enabled"))
            attributes["connection_draining"] = {"enabled": enabled, "timeout": timeout}
        if not groups.get("additional_attributes"):
            attributes["additional_attributes"] = before


@correction
def elb_06_security_groups_never_empty():
    """ApplySecurityGroupsToLoadBalancer refuses an empty list.
    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_ApplySecurityGroupsToLoadBalancer.html
    """
    @around(elb.ELBBackend, "apply_security_groups_to_load_balancer")
    def change(original, self, load_balancer_name, security_group_ids):
        self.get_load_balancer(load_balancer_name)
        if not security_group_ids:
            raise ELBClientError("InvalidConfigurationRequest", "At least one security group must be specified")
        return original(self, load_balancer_name, security_group_ids)


@correction
def elb_07_default_ssl_policy():
    """An HTTPS or SSL listener made without policies gets the default security policy.
    https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-security-policy-table.html
    """

    def attach(balancer, ports):
        new = {int(port["LoadBalancerPort"]) for port in ports if "LoadBalancerPort" in port}
        for listener in balancer.listeners:
            if int(listener.load_balancer_port) in new and listener.protocol in ("HTTPS", "SSL"):
                listener.policy_names = [DEFAULT_SSL_POLICY]
                if DEFAULT_SSL_POLICY not in [policy.policy_name for policy in balancer.policies]:
                    reference = {"AttributeName": "Reference-Security-Policy", "AttributeValue": DEFAULT_SSL_POLICY}
                    balancer.policies.append(OtherPolicy(DEFAULT_SSL_POLICY, "SSLNegotiationPolicyType", [reference]))

    on_new_listeners(attach)


# Auto Scaling


@correction
def elb_37_health_of_every_registered_instance():
    """Whatever is registered is told, also an instance that EC2 no longer knows: it is OutOfService.

    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_InstanceState.html
    """
    @around(elb.ELBBackend, "describe_instance_health")
    def health(original, self, lb_name, instances):
        told = original(self, lb_name, instances)
        known = {state["InstanceId"] for state in told}
        asked = [i["InstanceId"] for i in instances] or self.get_load_balancer(lb_name).instance_ids
        return told + [{"InstanceId": i, "State": "OutOfService"} for i in asked if i not in known]


@correction
def asg_08_policies_belong_to_a_group():
    """A scaling policy belongs to its group; its ARN is answered, kept by updates and new after a recreation.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutScalingPolicy.html
    """
    plain_arn = asg.FakeScalingPolicy.arn.fget

    def arn(self):
        parts = plain_arn(self).split(":")
        return ":".join([*parts[:6], self.unique_id, *parts[7:]])

    asg.FakeScalingPolicy.arn = asg.FakeScalingPolicy.policy_arn = property(arn)

    def find(backend, group_name, name_or_arn):
        for key, policy in backend.policies.items():
            same_group = not group_name or policy.auto_scaling_group_name == group_name
            if name_or_arn == policy.arn or (policy.name == name_or_arn and same_group):
                return key
        return None

    @around(asg.AutoScalingBackend, "put_scaling_policy")
    def put(original, self, **fields):
        if fields["as_name"] not in self.autoscaling_groups:
            raise ValidationError(f"Group {fields['as_name']} not found")
        key = (fields["as_name"], fields["name"])
        before = self.policies.get(key)
        policy = original(self, **fields)
        self.policies.pop(fields["name"])
        policy.unique_id = before.unique_id if before else str(uuid.uuid4())
        self.policies[key] = policy
        return policy

    def put_answer(self):
        return ActionResult({"PolicyARN": put_call(self).result["PolicyArn"]})

    put_call = asg_api.AutoScalingResponse.put_scaling_policy
    asg_api.AutoScalingResponse.put_scaling_policy = put_answer

    def delete(self):
        backend = self.autoscaling_backend
        backend.policies.pop(find(backend, self._get_param("AutoScalingGroupName"), self._get_param("PolicyName")), None)
        return EmptyResult()

    def execute(self):
        backend = self.autoscaling_backend
        key = find(backend, self._get_param("AutoScalingGroupName"), self._get_param("PolicyName"))
        if key is None:
            raise ValidationError("PolicyName not found")
        backend.policies[key].execute()
        return EmptyResult()

    asg_api.AutoScalingResponse.delete_policy = delete
    asg_api.AutoScalingResponse.execute_policy = execute


@correction
def asg_09_scheduled_actions_belong_to_a_group():
    """Two groups may each have a scheduled action of one name.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutScheduledUpdateGroupAction.html
    """
    @around(asg.AutoScalingBackend, "put_scheduled_update_group_action")
    def put(original, self, **fields):
        action = original(self, **fields)
        self.scheduled_actions.pop(fields["scheduled_action_name"])
        self.scheduled_actions[(fields["name"], fields["scheduled_action_name"])] = action
        return action

    @around(asg.AutoScalingBackend, "delete_scheduled_action")
    def delete(_original, self, auto_scaling_group_name, scheduled_action_name):
        if self.scheduled_actions.pop((auto_scaling_group_name, scheduled_action_name), None) is None:
            raise ValidationError("Scheduled action name not found")


@correction
def asg_10_notifications_and_metrics():
    """Notification configurations and DisableMetricsCollection exist; no metrics named means all.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutNotificationConfiguration.html
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DisableMetricsCollection.html
    """

    def group_of(self):
        return get_group(self.autoscaling_backend, self._get_param("AutoScalingGroupName"))

    def put(self):
        topics = group_of(self).__dict__.setdefault("notification_topics", {})
        topics[self._get_param("TopicARN")] = self._get_param("NotificationTypes", [])
        return EmptyResult()

    def describe(self):
        names = self._get_param("AutoScalingGroupNames", [])
        found = [
            {"AutoScalingGroupName": group.name, "TopicARN": topic, "NotificationType": kind}
            for group in self.autoscaling_backend.describe_auto_scaling_groups(names)
            for topic, kinds in getattr(group, "notification_topics", {}).items()
            for kind in kinds
        ]
        return ActionResult({"NotificationConfigurations": found})

    def delete(self):
        getattr(group_of(self), "notification_topics", {}).pop(self._get_param("TopicARN"), None)
        return EmptyResult()

    def disable(self):
        group, gone = group_of(self), self._get_param("Metrics", [])
        group.metrics = [metric for metric in group.metrics if gone and metric not in gone]
        return EmptyResult()

    answers = asg_api.AutoScalingResponse
    answers.put_notification_configuration = put
    answers.describe_notification_configurations = describe
    answers.delete_notification_configuration = delete
    answers.disable_metrics_collection = disable


def get_group(backend, name):
    """Answers the group, or AWS's error if there is none of that name."""
    if name not in backend.autoscaling_groups:
        raise ValidationError(f"AutoScalingGroup name not found - AutoScalingGroup '{name}' not found")
    return backend.autoscaling_groups[name]


@correction
def asg_11_group_without_subnets():
    """A group made with zones alone reads back with an empty VPCZoneIdentifier.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_AutoScalingGroup.html
    """
    @around(asg.FakeAutoScalingGroup, "_set_azs_and_vpcs")
    def set_zones(original, self, *args, **kwargs):
        original(self, *args, **kwargs)
        self.vpc_zone_identifier = self.vpc_zone_identifier or ""


@correction
def asg_12_instances_spread():
    """The instances of a group are spread evenly over its zones or subnets.
    https://docs.aws.amazon.com/autoscaling/ec2/userguide/auto-scaling-benefits.html
    """
    @around(asg.FakeAutoScalingGroup, "replace_autoscaling_group_instances")
    def launch(original, self, count_needed, propagated_tags):
        subnets = self.vpc_zone_identifier.split(",") if self.vpc_zone_identifier else []
        places = subnets or sorted(self.availability_zones)
        start = len(self.instance_states)
        for place in range(len(places)):
            count = sum(1 for i in range(start, start + count_needed) if i % len(places) == place)
            if count:
                one_place = copy.copy(self)
                if subnets:
                    one_place.vpc_zone_identifier = places[place]
                else:
                    one_place.availability_zones = [places[place]]
                original(one_place, count, dict(propagated_tags))
        for state in self.instance_states[start:]:
            state.auto_scaling_group = state.instance.autoscaling_group = self


@correction
def asg_13_launch_configuration_in_use():
    """A launch configuration that a group uses cannot be deleted, nor one that is not there.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteLaunchConfiguration.html
    """
    @around(asg.AutoScalingBackend, "delete_launch_configuration")
    def delete(original, self, launch_configuration_name):
        name = launch_configuration_name
        if name not in self.launch_configurations:
            raise ValidationError(f"Launch configuration name not found - Launch configuration {name} not found")
        for group in self.autoscaling_groups.values():
            if group.launch_config and group.launch_configuration_name == name:
                text = f"Cannot delete launch configuration {name} because it is attached to AutoScalingGroup {group.name}"
                raise AutoscalingClientError("ResourceInUse", text)
        return original(self, name)


@correction
def asg_24_deletion():
    """A group with instances goes only by ForceDelete, and takes its policies and scheduled actions with it.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteAutoScalingGroup.html
    """

    def delete(self):
        name = self._get_param("AutoScalingGroupName")
        backend = self.autoscaling_backend
        if get_group(backend, name).instance_states and not self._get_bool_param("ForceDelete", False):
            text = (
                "You cannot delete an AutoScalingGroup while there are instances or "
                "pending Spot instance request(s) still in the group."
            )
            raise AutoscalingClientError("ResourceInUse", text)
        backend.delete_auto_scaling_group(name)
        for owned in (backend.policies, backend.scheduled_actions):
            for key in [key for key, thing in owned.items() if thing.auto_scaling_group_name == name]:
                del owned[key]
        return EmptyResult()

    asg_api.AutoScalingResponse.delete_auto_scaling_group = delete


@correction
def asg_25_update_keeps_and_sets():
    """UpdateAutoScalingGroup sets cooldown, termination policies and placement, and keeps what is not named.

    A zero for cooldown or grace period is a zero; the grace period is zero when not given.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_UpdateAutoScalingGroup.html
    """

    def set_fields(self, group):
        for field, value in (
            ("default_cooldown", self._get_int_param("DefaultCooldown")),
            ("termination_policies", self._get_param("TerminationPolicies") or None),
            ("placement_group", self._get_param("PlacementGroup")),
        ):
            if value is not None:
                setattr(group, field, value)

    @around(asg_api.AutoScalingResponse, "create_auto_scaling_group")
    def create(original, self):
        answer = original(self)
        group = get_group(self.autoscaling_backend, self._get_param("AutoScalingGroupName"))
        group.health_check_grace_period = self._get_int_param("HealthCheckGracePeriod") or 0
        set_fields(self, group)
        return answer

    @around(asg_api.AutoScalingResponse, "update_auto_scaling_group")
    def update(original, self):
        group = get_group(self.autoscaling_backend, self._get_param("AutoScalingGroupName"))
        mixed = group.mixed_instances_policy
        answer = original(self)
        if not any(self._get_param(key) for key in ("LaunchConfigurationName", "LaunchTemplate", "MixedInstancesPolicy")):
            group.mixed_instances_policy = mixed
        set_fields(self, group)
        return answer


@correction
def asg_26_add_to_load_balancer():
    """While AddToLoadBalancer is suspended, new instances are not added to the group's balancers.
    https://docs.aws.amazon.com/autoscaling/ec2/userguide/as-suspend-resume-processes.html
    """
    @around(asg.AutoScalingBackend, "update_attached_elbs")
    def attach(original, self, group_name):
        group = self.autoscaling_groups[group_name]
        if "AddToLoadBalancer" not in [process["ProcessName"] for process in group.suspended_processes]:
            return original(self, group_name)
        alive = {state.instance.id for state in group.active_instances()}
        for name in group.load_balancer_names:
            if balancer := self.elb_backend.load_balancers.get(name):
                balancer.instance_autoscaling_ids = [i for i in balancer.instance_autoscaling_ids if i in alive]
        return None


# IAM and Route 53


@correction
def iam_14_older_policy_version():
    """Policy documents of version 2008-10-17 are valid, and that is the version of one that names none.
    https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_version.html
    """

    def validate_version(self):
        assert self._policy_json.get("Version", "2008-10-17") in policy_validation.VALID_VERSIONS

    policy_validation.BaseIAMPolicyValidator._validate_version = validate_version


@correction
def route53_16_batches_as_a_whole():
    """A change batch is applied in order and as a whole: CREATE needs absence, DELETE needs the very record.
    https://docs.aws.amazon.com/Route53/latest/APIReference/API_ChangeResourceRecordSets.html
    """

    def key(name, kind, identifier):
        return (name.rstrip(".").lower(), kind, identifier)

    def check(zone, changes):
        held = {key(r.name, r.type, r.set_identifier) for r in zone.rrsets}
        faults = []
        for change in changes:
            record = change["ResourceRecordSet"]
            it = key(record["Name"], record["Type"], record.get("SetIdentifier"))
            text = f"resource record set [name='{it[0]}.', type='{it[1]}']"
            if change["Action"] == "CREATE" and it in held:
                faults.append(f"Tried to create {text} but it already exists")
            elif change["Action"] == "DELETE" and it not in held:
                faults.append(f"Tried to delete {text} but it was not found")
            (held.discard if change["Action"] == "DELETE" else held.add)(it)
        if faults:
            raise Route53ClientError("InvalidChangeBatch", str(faults))

    @around(route53.Route53Backend, "change_resource_record_sets")
    def change(original, self, zoneid, change_list):
        check(self.get_hosted_zone(zoneid), change_list)
        # Absence is known by now; moto's own test for it looks at the journal, not at the zone.
        for item in change_list:
            if item["Action"] == "CREATE":
                item["Action"] = "UPSERT"
        return original(self, zoneid, change_list)


# CloudWatch

@correction
def cloudwatch_35_speaks_cbor():
    """CloudWatch takes requests over CBOR too, as some SDKs send them.

    https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/making-api-requests.html
    """
    @around(DomainDispatcherApplication, "__call__")
    def call(original, self, environ, start_response):
        return cbor.translate(functools.partial(original, self), environ, start_response)
