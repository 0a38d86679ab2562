"""Lifecycle hooks of Auto Scaling groups."""

from moto.autoscaling import models as asg
from moto.autoscaling import responses as asg_api
from moto.autoscaling.exceptions import ValidationError
from moto.autoscaling.models import TerminateInstanceActivity
from moto.core.responses import EmptyResult

from .applying import around, correction

LAUNCHING = "autoscaling:EC2_INSTANCE_LAUNCHING"
TERMINATING = "autoscaling:EC2_INSTANCE_TERMINATING"


@correction
def asg_39_lifecycle_actions():
    """While a group has a hook, its instances wait when they come and go until somebody completes the action.

    https://docs.aws.amazon.com/autoscaling/ec2/userguide/lifecycle-hooks.html
    """
    def has_hook(backend, group, transition):
        hooks = backend.describe_lifecycle_hooks(group.name)
        return any(hook.lifecycle_transition == transition for hook in hooks)

    @around(asg.FakeAutoScalingGroup, "replace_autoscaling_group_instances")
    def launch(original, self, *args, **fields):
        before = list(self.instance_states)
        original(self, *args, **fields)
        if has_hook(self.autoscaling_backend, self, LAUNCHING):
            for state in self.instance_states:
                if state not in before:
                    state.lifecycle_state = "Pending:Wait"

    @around(asg.AutoScalingBackend, "terminate_instance")
    def terminate(original, self, instance_id, should_decrement):
        state = self.describe_auto_scaling_instances([instance_id])[0]
        group = state.instance.autoscaling_group
        if not has_hook(self, group, TERMINATING):
            return original(self, instance_id, should_decrement)
        state.lifecycle_state = "Terminating:Wait"
        state.finish = lambda: original(self, instance_id, should_decrement)
        return TerminateInstanceActivity(state.instance, group.desired_capacity)

    def waiting(self):
        instance = self._get_param("InstanceId")
        for state in self.autoscaling_backend.describe_auto_scaling_instances([instance]):
            if state.lifecycle_state.endswith(":Wait"):
                return state
        raise ValidationError(f"No active Lifecycle Action found with instance ID {instance}")

    def complete(self):
        state = waiting(self)
        group = state.instance.autoscaling_group
        if state.lifecycle_state == "Terminating:Wait":
            state.finish()
        elif self._get_param("LifecycleActionResult") == "ABANDON":
            state.lifecycle_state = "Terminating:Proceed"
        else:
            state.lifecycle_state = "InService"
            self.autoscaling_backend.update_attached_elbs(group.name)
        return EmptyResult()

    def heartbeat(self):
        waiting(self)
        return EmptyResult()

    asg_api.AutoScalingResponse.complete_lifecycle_action = complete
    asg_api.AutoScalingResponse.record_lifecycle_action_heartbeat = heartbeat
