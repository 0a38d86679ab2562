"""What AWS refuses because something else still stands, or stood a moment ago.

`before` looks at a call before moto carries it out and refuses it; `after` notes what a call that was carried out
leaves behind for a while. Durations are in AWS's seconds.
"""

import time

from . import settings
from .wording import Refusal

BALANCER_INTERFACES = 60
INSTANCE_SHUTDOWN = 45
ROLE_OF_PROFILE = 15
QUEUE_NAME = 60
SCALING_ACTIVITY = 20
SECRET_NAME = 30
ASSUMED = 8
FUNCTION_INTERFACES = 60
FOREVER = 1e12

#: (what, name) → until when, in this process's clock.
HELD = {}


def hold(what, name, seconds_on_aws):
    """Holds a name for a while."""
    HELD[(what, name)] = time.monotonic() + settings.CURRENT.seconds(seconds_on_aws)


def is_held(what, name):
    """True while the name is held."""
    return HELD.get((what, name), 0) > time.monotonic()


def forget():
    """Nothing is held: the account is empty."""
    HELD.clear()


def backend(service, region):
    """Gives moto's model of a service."""
    from moto.backends import get_backend
    from moto.core import DEFAULT_ACCOUNT_ID

    account = get_backend(service)[DEFAULT_ACCOUNT_ID]
    return account[region] if region in account else account["aws"]


def before(call):
    """Refuses a call that AWS would not carry out yet."""
    if settings.CURRENT.holds and (check := CHECKS.get(call.name)) and call.params is not None:
        check(call)


def prepared(call):
    """Gives what has to be known of the account before a call, for `after`."""
    if settings.CURRENT.holds and (look := LOOKS.get(call.name)) and call.params is not None:
        return look(call)
    return None


def after(call, known):
    """Notes what the call leaves behind; `known` is what `prepared` gave."""
    if settings.CURRENT.holds and (note := NOTES.get(call.name)) and call.params is not None:
        note(call, known)


# Security groups: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSecurityGroup.html
# and https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-security-groups.html


def group_in_use(call):
    """A group that a rule, a balancer, an instance or an interface names stays, as do the interfaces for a while."""
    ec2 = backend("ec2", call.region)
    group = ec2.get_security_group_by_name_or_id(call.params.get("GroupId") or call.params.get("GroupName") or "")
    if group is None:
        return
    users = (
        is_held("group", group.id)
        or any(group.id in (balancer.security_groups or []) for balancer in backend("elb", call.region).load_balancers.values())
        or any(group.id in (balancer.security_groups or []) for balancer in backend("elbv2", call.region).load_balancers.values())
        or any(group.id in groups_of(instance) for instance in running(ec2))
        or any(group.id in (function.vpc_config or {}).get("SecurityGroupIds", [])
               for function in backend("lambda", call.region).list_functions())
        or any(names(rule, group.id) for other in ec2.describe_security_groups() if other.id != group.id
               for rule in [*other.ingress_rules, *other.egress_rules])
    )
    if users:
        raise Refusal("DependencyViolation", f"resource {group.id} has a dependent object")


def names(rule, group_id):
    """Says whether a rule names a group as its source or target."""
    return rule.source_group.get("GroupId") == group_id


def running(ec2):
    """The instances that are not terminated."""
    return [i for r in ec2.all_reservations() for i in r.instances if i.state != "terminated"]


def groups_of(instance):
    """The ids of an instance's groups."""
    return [group.id for group in instance.security_groups]


def groups_of_balancer(call):
    """The groups of a balancer that is to be deleted."""
    balancer = backend("elb", call.region).load_balancers.get(call.params.get("LoadBalancerName"))
    return list(balancer.security_groups or []) if balancer else []


def groups_of_balancer_by_arn(call):
    """The same of an application or network balancer."""
    balancer = backend("elbv2", call.region).load_balancers.get(call.params.get("LoadBalancerArn"))
    return list(balancer.security_groups or []) if balancer else []


def hold_groups(seconds):
    """Holds all groups that were found before."""
    def note(_call, known):
        for group in known or []:
            hold("group", group, seconds)

    return note


def groups_of_instances(call):
    """The groups of the instances that a deleted group of instances, or a termination, takes along."""
    ec2 = backend("ec2", call.region)
    name, ids = call.params.get("AutoScalingGroupName"), call.params.get("InstanceIds") or []
    if name:
        group = backend("autoscaling", call.region).autoscaling_groups.get(name)
        ids = [state.instance.id for state in group.instance_states] if group else []
    return sorted({group for i in running(ec2) if i.id in ids for group in groups_of(i)})


# Balancers: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/create-application-load-balancer.html


def way_to_the_internet(call):
    """An internet-facing balancer is made in a VPC with an internet gateway only. The default VPC counts as having one."""
    ec2 = backend("ec2", call.region)
    subnets = [*(call.params.get("Subnets") or []), *(it.get("SubnetId") for it in call.params.get("SubnetMappings") or [])]
    vpcs = {ec2.get_subnet(subnet).vpc_id for subnet in subnets[:1] if any(subnet in zone for zone in ec2.subnets.values())}
    with_gateway = {gateway.vpc.id for gateway in ec2.describe_internet_gateways() if gateway.vpc}
    for vpc in vpcs - with_gateway:
        if call.params.get("Scheme") != "internal" and not ec2.get_vpc(vpc).is_default:
            raise Refusal("InvalidSubnet", f"VPC {vpc} has no internet gateway")


# Roles: https://docs.aws.amazon.com/IAM/latest/APIReference/API_DeleteRole.html


def role_of_profile(call):
    """A role that has just left its instance profile counts as in it for a moment."""
    if is_held("role", call.params.get("RoleName")):
        raise Refusal("DeleteConflict", "Cannot delete entity, must remove roles from instance profile first.", 409)


# Queues: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteQueue.html


def queue_name(call):
    """A name can be used again 60 seconds after its queue was deleted."""
    if is_held("queue", (call.region, call.params.get("QueueName"))):
        raise Refusal("QueueDeletedRecently",
                      "You must wait 60 seconds after deleting a queue before you can create another with the same name.")


def queue_deleted(call, _known):
    """Holds the queue's name."""
    hold("queue", (call.region, (call.params.get("QueueUrl") or "").rpartition("/")[2]), QUEUE_NAME)


# Secrets: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_DeleteSecret.html


def secret_name(call):
    """A deleted secret's name is taken until the deletion is done, also one deleted without recovery."""
    if is_held("secret", (call.region, call.params.get("Name"))):
        raise Refusal("InvalidRequestException",
                      "You can't create this secret because a secret with this name is already scheduled for deletion.")


def secret_deleted(call, _known):
    """Holds the secret's name; moto holds that of one with a recovery window."""
    if call.params.get("ForceDeleteWithoutRecovery"):
        hold("secret", (call.region, call.params.get("SecretId")), SECRET_NAME)


# Hosted zones: https://docs.aws.amazon.com/Route53/latest/APIReference/API_CreateHostedZone.html (CallerReference)


def caller_reference(call):
    """A reference makes one zone, however often the request is sent."""
    if is_held("zone", call.params.get("CallerReference")):
        raise Refusal("HostedZoneAlreadyExists",
                      "A hosted zone has already been created with the specified caller reference.", 409)


# Groups of instances: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteAutoScalingGroup.html
# and https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateAutoScalingGroup.html


def group_name(call):
    """A group's name is taken until the group is gone."""
    name = call.params.get("AutoScalingGroupName")
    group = backend("autoscaling", call.region).autoscaling_groups.get(name)
    if group is not None:
        pending = " and is pending delete" if getattr(group, "status", None) else ""
        raise Refusal("AlreadyExists", f"AutoScalingGroup by this name already exists - A group with the name {name} already "
                                       f"exists{pending}")


def group_scaling(call):
    """A group whose instances are coming or going is deleted by ForceDelete only."""
    name = call.params.get("AutoScalingGroupName")
    if is_held("scaling", (call.region, name)) and not call.params.get("ForceDelete"):
        raise Refusal("ScalingActivityInProgress",
                      "You cannot delete an AutoScalingGroup while there are scaling activities in progress for that group.")


def group_scales(call, _known):
    """Notes that instances come or go."""
    if call.params.get("DesiredCapacity") is not None or call.params.get("MinSize"):
        hold("scaling", (call.region, call.params.get("AutoScalingGroupName")), SCALING_ACTIVITY)


# Databases: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DeleteDBSubnetGroup.html
# and https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DeleteDBParameterGroup.html


def databases(call):
    """The instances and clusters of an account."""
    rds = backend("rds", call.region)
    return [*rds.databases.values(), *rds.clusters.values()]


def database_subnets(call):
    """A subnet group in which a database runs stays."""
    name = (call.params.get("DBSubnetGroupName") or "").lower()
    if any(name_of(getattr(one, "db_subnet_group", None)) == name for one in databases(call)):
        raise Refusal("InvalidDBSubnetGroupStateFault",
                      f"Cannot delete the subnet group '{name}' because at least one database instance is still using it.")


def name_of(group):
    """A cluster knows the name of its subnet group, an instance the group."""
    return getattr(group, "name", group)


def database_parameters(call):
    """A parameter group that a database uses stays."""
    name = (call.params.get("DBParameterGroupName") or "").lower()
    if any(getattr(one, "db_parameter_group_name", None) == name for one in databases(call)):
        raise Refusal("InvalidDBParameterGroupState", "One or more database instances are still members of this parameter "
                                                      f"group {name}, so the group cannot be deleted")


def database_options(call):
    """An option group that a database has stays: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DeleteOptionGroup.html"""
    name = (call.params.get("OptionGroupName") or "").lower()
    if any(str(getattr(one, "option_group_name", None)).lower() == name for one in databases(call)):
        raise Refusal("InvalidOptionGroupStateFault", f"The option group '{name}' cannot be deleted because it is in use.")


# Functions: https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html (a new role takes some seconds)


def role_of_function(call):
    """A role that was made a moment ago cannot be assumed by Lambda yet."""
    name = (call.params.get("Role") or "").rpartition("/")[2]
    if is_held("assumed", name):
        raise Refusal("InvalidParameterValueException", "The role defined for the function cannot be assumed by Lambda.")


def groups_of_function(call):
    """The groups of a function that is to be deleted: its network interfaces stay for a while."""
    function = backend("lambda", call.region)._lambdas._functions.get(call.params.get("FunctionName"))
    return list((function["latest"].vpc_config or {}).get("SecurityGroupIds") or []) if function else []


CHECKS = {
    "lambda.CreateFunction": role_of_function,
    "lambda.UpdateFunctionConfiguration": role_of_function,
    "elbv2.CreateLoadBalancer": way_to_the_internet,
    "ec2.DeleteSecurityGroup": group_in_use,
    "iam.DeleteRole": role_of_profile,
    "rds.DeleteDBParameterGroup": database_parameters,
    "rds.DeleteDBSubnetGroup": database_subnets,
    "rds.DeleteOptionGroup": database_options,
    "route53.CreateHostedZone": caller_reference,
    "sqs.CreateQueue": queue_name,
    "secretsmanager.CreateSecret": secret_name,
    "autoscaling.CreateAutoScalingGroup": group_name,
    "autoscaling.DeleteAutoScalingGroup": group_scaling,
}
LOOKS = {
    "lambda.DeleteFunction": groups_of_function,
    "elb.DeleteLoadBalancer": groups_of_balancer,
    "elbv2.DeleteLoadBalancer": groups_of_balancer_by_arn,
    "autoscaling.DeleteAutoScalingGroup": groups_of_instances,
    "ec2.TerminateInstances": groups_of_instances,
}
NOTES = {
    "iam.CreateRole": lambda call, _: hold("assumed", call.params.get("RoleName"), ASSUMED),
    "lambda.DeleteFunction": hold_groups(FUNCTION_INTERFACES),
    "elb.DeleteLoadBalancer": hold_groups(BALANCER_INTERFACES),
    "elbv2.DeleteLoadBalancer": hold_groups(BALANCER_INTERFACES),
    "autoscaling.DeleteAutoScalingGroup": hold_groups(INSTANCE_SHUTDOWN),
    "ec2.TerminateInstances": hold_groups(INSTANCE_SHUTDOWN),
    "iam.RemoveRoleFromInstanceProfile": lambda call, _: hold("role", call.params.get("RoleName"), ROLE_OF_PROFILE),
    "route53.CreateHostedZone": lambda call, _: hold("zone", call.params.get("CallerReference"), FOREVER),
    "sqs.DeleteQueue": queue_deleted,
    "secretsmanager.DeleteSecret": secret_deleted,
    "autoscaling.CreateAutoScalingGroup": group_scales,
    "autoscaling.UpdateAutoScalingGroup": group_scales,
    "autoscaling.SetDesiredCapacity": group_scales,
}
