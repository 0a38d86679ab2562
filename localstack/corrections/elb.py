"""Classic load balancers."""

from moto.elb import models as elb
from moto.elb import responses
from moto.elb.exceptions import ELBClientError, NoActiveLoadBalancerFoundError
from moto.elb.policies import OtherPolicy

from .applying import around, correction

DEFAULT_SSL_POLICY = "ELBSecurityPolicy-2016-08"
DESYNC = ("elb.http.desyncmitigationmode", "defensive")


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
def elb_38_registered_instances_are_answered():
    """Registering and deregistering answer the instances that are registered then.

    https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_RegisterInstancesWithLoadBalancer.html
    """
    def answer(original, self):
        answered = original(self)
        balancer = self.elb_backend.get_load_balancer(self._get_param("LoadBalancerName"))
        return type(answered)({"Instances": [{"InstanceId": i} for i in balancer.instance_ids]})

    for name in ("register_instances_with_load_balancer", "deregister_instances_from_load_balancer"):
        around(responses.ELBResponse, name)(answer)
