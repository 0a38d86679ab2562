"""Instance refreshes, what an instance was launched as, and the settings of lifecycle hooks."""

import datetime
import uuid

from moto.autoscaling import models as asg
from moto.autoscaling import responses as asg_api
from moto.autoscaling.exceptions import AutoscalingClientError
from moto.cloudwatch.models import cloudwatch_backends
from moto.core.responses import ActionResult, EmptyResult

from .applying import around, correction
from .autoscaling import get_group

ACTIVE = ("Pending", "InProgress", "Cancelling", "RollbackInProgress", "Baking")


@correction
def asg_95_instances_remember_their_launch():
    """An instance tells the launch configuration, or the number of the template's version, that it was launched as.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_Instance.html
    """
    def launched_as(group):
        template = group.ec2_launch_template
        if template is None:
            return group.launch_configuration_name, None
        numbers = {"$Latest": template.latest_version_number, "$Default": template.default_version_number}
        number = numbers.get(group.launch_template_version, group.launch_template_version)
        return None, {"LaunchTemplateId": template.id, "LaunchTemplateName": template.name, "Version": str(number)}

    @around(asg.FakeAutoScalingGroup, "replace_autoscaling_group_instances")
    def launch(original, self, *args, **fields):
        before = list(self.instance_states)
        original(self, *args, **fields)
        for state in self.instance_states:
            if state not in before:
                state.launched_as = launched_as(self)

    def part(index):
        return property(lambda state: getattr(state, "launched_as", (None, None))[index])

    asg.InstanceState.launch_configuration_name = part(0)
    asg.InstanceState.launch_template = part(1)


@correction
def asg_96_instance_refresh():
    """StartInstanceRefresh replaces the instances, one refresh at a time; an alarm of its list fails it.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_StartInstanceRefresh.html
    """
    def refreshes(group):
        return group.__dict__.setdefault("refreshes", [])

    def active(group):
        return [refresh for refresh in refreshes(group) if refresh["Status"] in ACTIVE]

    def ended(refresh, status, reason=None):
        refresh.update(Status=status, EndTime=datetime.datetime.now(datetime.UTC))
        if reason:
            refresh["StatusReason"] = reason

    def alarmed(self, refresh):
        names = refresh["Preferences"].get("AlarmSpecification", {}).get("Alarms", [])
        known = cloudwatch_backends[self.account_id][self.region_name].alarms
        return [name for name in names if name in known and known[name].state_value == "ALARM"]

    def run_refresh(self, group, refresh):
        if refresh["Status"] != "InProgress":
            return
        if names := alarmed(self, refresh):
            ended(refresh, "Failed", f"Alarm(s) {', '.join(names)} went into ALARM state.")
            return
        old = list(group.instance_states)
        if old:
            self.ec2_backend.terminate_instances([state.instance.id for state in old])
            group.instance_states = []
            group.replace_autoscaling_group_instances(len(old), group.get_propagated_tags())
        self.update_attached_elbs(group.name)
        self.update_attached_target_groups(group.name)
        refresh.update(PercentageComplete=100, InstancesToUpdate=0)
        ended(refresh, "Successful")

    def start(self):
        backend = self.autoscaling_backend
        group = get_group(backend, self._get_param("AutoScalingGroupName"))
        if active(group):
            raise AutoscalingClientError("InstanceRefreshInProgress", "An Instance Refresh is already in progress and blocks"
                                         " the execution of this Instance Refresh.")
        refresh = {
            "InstanceRefreshId": str(uuid.uuid4()), "AutoScalingGroupName": group.name, "Status": "InProgress",
            "StartTime": datetime.datetime.now(datetime.UTC), "PercentageComplete": 0,
            "InstancesToUpdate": len(group.instance_states), "Preferences": self._get_params().get("Preferences", {}),
        }
        refreshes(group).insert(0, refresh)
        backend.run_refresh(group, refresh)
        return ActionResult({"InstanceRefreshId": refresh["InstanceRefreshId"]})

    def describe(self):
        group = get_group(self.autoscaling_backend, self._get_param("AutoScalingGroupName"))
        ids = self._get_param("InstanceRefreshIds", [])
        found = [refresh for refresh in refreshes(group) if not ids or refresh["InstanceRefreshId"] in ids]
        return ActionResult({"InstanceRefreshes": found})

    def cancel(self):
        group = get_group(self.autoscaling_backend, self._get_param("AutoScalingGroupName"))
        if not active(group):
            raise AutoscalingClientError("ActiveInstanceRefreshNotFound", "No in progress or pending Instance Refresh found.")
        refresh = active(group)[0]
        ended(refresh, "Cancelled", "Cancelled due to user request.")
        return ActionResult({"InstanceRefreshId": refresh["InstanceRefreshId"]})

    asg.AutoScalingBackend.run_refresh = run_refresh
    answers = asg_api.AutoScalingResponse
    answers.start_instance_refresh = start
    answers.describe_instance_refreshes = describe
    answers.cancel_instance_refresh = cancel


@correction
def asg_97_hooks_as_they_were_put():
    """A hook tells what it was made with, is kept while other fields change, and may be made with its group.
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutLifecycleHook.html
    https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_LifecycleHookSpecification.html
    """
    fields = {
        "LifecycleTransition": "lifecycle_transition", "HeartbeatTimeout": "heartbeat_timeout",
        "DefaultResult": "default_result", "NotificationMetadata": "notification_metadata",
        "NotificationTargetARN": "notification_target_arn", "RoleARN": "role_arn",
    }

    def put_one(backend, group, params):
        name = params["LifecycleHookName"]
        hook = next(iter(backend.describe_lifecycle_hooks(group, [name])), None)
        if hook is None:
            hook = backend.create_lifecycle_hook(name, group, params.get("LifecycleTransition"), None, None)
            hook.lifecycle_hook_name = name
            hook.role_arn = hook.notification_target_arn = hook.notification_metadata = None
        for key, field in fields.items():
            if key in params:
                setattr(hook, field, params[key])

    def put(self):
        params = self._get_params()
        get_group(self.autoscaling_backend, params["AutoScalingGroupName"])
        put_one(self.autoscaling_backend, params["AutoScalingGroupName"], params)
        return EmptyResult()

    asg_api.AutoScalingResponse.put_lifecycle_hook = put

    @around(asg_api.AutoScalingResponse, "create_auto_scaling_group")
    def create(original, self):
        params = self._get_params()
        hooks = params.get("LifecycleHookSpecificationList", [])
        for hook in hooks:
            put_one(self.autoscaling_backend, params["AutoScalingGroupName"], hook)
        return original(self)

    @around(asg.AutoScalingBackend, "delete_auto_scaling_group")
    def delete(original, self, group_name):
        for key in [key for key in self.lifecycle_hooks if self.lifecycle_hooks[key].auto_scaling_group_name == group_name]:
            del self.lifecycle_hooks[key]
        return original(self, group_name)
