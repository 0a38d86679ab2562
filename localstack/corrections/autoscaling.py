"""Auto Scaling."""

import copy
import uuid

from moto.autoscaling import models as asg
from moto.autoscaling import responses as asg_api
from moto.autoscaling.exceptions import AutoscalingClientError, ValidationError
from moto.core.responses import ActionResult, EmptyResult

from .applying import around, correction


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
def asg_139_public_address_unset():
    """A launch configuration that does not say whether instances get a public address shows none: their subnet decides.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_LaunchConfiguration.html
    """

    @around(asg_api.AutoScalingResponse, "create_launch_configuration")
    def create(original, self):
        answer = original(self)
        params = self._get_params()
        if params.get("AssociatePublicIpAddress") is None:
            made = self.autoscaling_backend.launch_configurations[params["LaunchConfigurationName"]]
            made.associate_public_ip_address = None
        return answer


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
    """UpdateAutoScalingGroup sets cooldown, termination policies, placement and more, and keeps what is not named.

    A group has one of launch configuration, launch template and mixed instances policy.

    A zero for cooldown or grace period is a zero; the grace period is zero when not given.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_UpdateAutoScalingGroup.html
    """

    def with_defaults(group, policy):
        distribution = {
            "OnDemandAllocationStrategy": "prioritized", "OnDemandBaseCapacity": 0,
            "OnDemandPercentageAboveBaseCapacity": 100, "SpotAllocationStrategy": "lowest-price", "SpotInstancePools": 2,
        }
        group.mixed_instances_policy = {
            "LaunchTemplate": group.mixed_instances_policy["LaunchTemplate"],
            "InstancesDistribution": {**distribution, **policy.get("InstancesDistribution", {})},
        }

    plain_template = asg.FakeAutoScalingGroup.launch_template.fget
    asg.FakeAutoScalingGroup.launch_template = property(
        lambda group: None if group.mixed_instances_policy else plain_template(group))

    def set_fields(self, group):
        for field, value in (
            ("default_cooldown", self._get_int_param("DefaultCooldown")),
            ("termination_policies", self._get_param("TerminationPolicies") or None),
            ("placement_group", self._get_param("PlacementGroup")),
            ("max_instance_lifetime", self._get_int_param("MaxInstanceLifetime")),
            ("default_instance_warmup", self._get_int_param("DefaultInstanceWarmup")),
            ("capacity_rebalance", self._get_bool_param("CapacityRebalance", None)),
            ("desired_capacity_type", self._get_param("DesiredCapacityType")),
        ):
            if value is not None:
                setattr(group, field, value)
        if getattr(group, "max_instance_lifetime", None) == 0:
            group.max_instance_lifetime = None
        if getattr(group, "default_instance_warmup", None) == -1:
            group.default_instance_warmup = None

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
        params = self._get_params()
        named = [key for key in ("LaunchConfigurationName", "LaunchTemplate", "MixedInstancesPolicy") if params.get(key)]
        if not named:
            group.mixed_instances_policy = mixed
        elif named == ["LaunchConfigurationName"]:
            group.ec2_launch_template = None
        else:
            group.launch_config = group.launch_configuration_name = None
        if named == ["MixedInstancesPolicy"]:
            with_defaults(group, params["MixedInstancesPolicy"])
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
