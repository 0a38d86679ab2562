"""Application and network load balancers."""

import copy

from moto.elbv2 import models as elbv2
from moto.elbv2 import responses as elbv2_api
from moto.elbv2.exceptions import DuplicateListenerError, DuplicateLoadBalancerName, LoadBalancerNotFoundError
from moto.elbv2.exceptions import ELBClientError as Refused

from .applying import around, correction

#: https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_LoadBalancerAttribute.html
ATTRIBUTES = {
    "access_logs.s3.enabled": "false",
    "access_logs.s3.bucket": "",
    "access_logs.s3.prefix": "",
    "deletion_protection.enabled": "false",
    "zonal_shift.config.enabled": "false",
}
OF_APPLICATION = ATTRIBUTES | {
    "client_keep_alive.seconds": "3600",
    "connection_logs.s3.enabled": "false",
    "connection_logs.s3.bucket": "",
    "connection_logs.s3.prefix": "",
    "idle_timeout.timeout_seconds": "60",
    "ipv6.deny_all_igw_traffic": "false",
    "load_balancing.cross_zone.enabled": "true",
    "routing.http.desync_mitigation_mode": "defensive",
    "routing.http.drop_invalid_header_fields.enabled": "false",
    "routing.http.preserve_host_header.enabled": "false",
    "routing.http.x_amzn_tls_version_and_cipher_suite.enabled": "false",
    "routing.http.xff_client_port.enabled": "false",
    "routing.http.xff_header_processing.mode": "append",
    "routing.http2.enabled": "true",
    "waf.fail_open.enabled": "false",
}
OF_NETWORK = ATTRIBUTES | {
    "dns_record.client_routing_policy": "any_availability_zone",
    "load_balancing.cross_zone.enabled": "false",
}


@correction
def elbv2_51_deregistering_twice():
    """Deregistering a target that is not registered succeeds.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeregisterTargets.html
    """
    @around(elbv2.FakeTargetGroup, "deregister")
    def deregister(original, self, targets):
        return original(self, [target for target in targets if target["Id"] in self.targets])


@correction
def elbv2_81_balancers_are_made_once():
    """A name is one balancer's: the same request again answers with it, another is refused. It has AWS's default values.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html
    """
    @around(elbv2.ELBv2Backend, "create_load_balancer")
    def create(original, self, name, security_groups, subnet_ids, **fields):
        asked = (name, sorted(security_groups), sorted(subnet_ids), fields)
        for balancer in self.load_balancers.values():
            if balancer.name == name:
                if balancer.asked != asked:
                    raise DuplicateLoadBalancerName()
                return balancer
        known = dict(fields, scheme=fields.get("scheme") or "internet-facing")
        balancer = original(self, name, security_groups, subnet_ids, **known)
        balancer.asked = asked
        balancer.addresses = addresses(fields.get("subnet_mappings"))
        balancer.attrs = dict(OF_NETWORK if balancer.type == "network" else OF_APPLICATION)
        if balancer.type == "network":
            del self.load_balancers[balancer.arn]
            tags = self.tagging_service.get_tag_dict_for_resource(balancer.arn)
            self.tagging_service.delete_all_tags_for_resource(balancer.arn)
            balancer.arn = balancer.arn.replace(":loadbalancer/app/", ":loadbalancer/net/")
            self.load_balancers[balancer.arn] = balancer
            self.tagging_service.tag_resource(balancer.arn, [{"Key": key, "Value": value} for key, value in tags.items()])
        elif not security_groups:
            groups = self.ec2_backend.describe_security_groups(filters={"vpc-id": [balancer.vpc_id], "group-name": ["default"]})
            balancer.security_groups = [group.id for group in groups]
        return balancer

    def zones(self):
        told = [elbv2.AvailabilityZone(subnet) for subnet in self.subnets]
        for zone in told:
            own = getattr(self, "addresses", {}).get(zone.subnet_id)
            zone.load_balancer_addresses = [own] if own else []
        return told

    elbv2.FakeLoadBalancer.availability_zones = property(zones)


def addresses(mappings):
    """What a balancer has in its subnets, as it is told."""
    keys = ("AllocationId", "PrivateIPv4Address", "IPv6Address")
    told = {mapping["SubnetId"]: {key: mapping[key] for key in keys if key in mapping} for mapping in mappings or []}
    return {subnet: own for subnet, own in told.items() if own}


@correction
def elbv2_82_unknown_names():
    """One unknown name or ARN refuses the whole list.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DescribeLoadBalancers.html
    """
    @around(elbv2.ELBv2Backend, "describe_load_balancers")
    def describe(original, self, arns, names):
        known = {key for balancer in self.load_balancers.values() for key in (balancer.arn, balancer.name)}
        if not known.issuperset([*(arns or []), *(names or [])]):
            raise LoadBalancerNotFoundError()
        return original(self, arns, names)

    @around(elbv2.ELBv2Backend, "describe_tags")
    def tags(original, self, resource_arns):
        for arn in resource_arns:
            self._get_resource_by_arn(arn)
        return original(self, resource_arns)


@correction
def elbv2_83_protected_balancers_stay():
    """A balancer with deletion protection is not deleted.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_DeleteLoadBalancer.html
    """
    @around(elbv2.ELBv2Backend, "delete_load_balancer")
    def delete(original, self, arn):
        balancer = self.load_balancers.get(arn)
        if balancer is not None and balancer.attrs.get("deletion_protection.enabled") == "true":
            raise Refused("OperationNotPermitted",
                          f"Load balancer '{arn}' cannot be deleted because deletion protection is enabled")
        return original(self, arn)


@correction
def elbv2_84_network_balancers_in_one_zone():
    """A network balancer may be in one zone, and says which addresses it has.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_SetSubnets.html
    """
    @around(elbv2.ELBv2Backend, "set_subnets")
    def set_subnets(original, self, arn, subnets, subnet_mappings):
        balancer = self.load_balancers.get(arn)
        if balancer is None or balancer.type != "network":
            return original(self, arn, subnets, subnet_mappings)
        ids = [*subnets, *(mapping["SubnetId"] for mapping in subnet_mappings)]
        balancer.subnets = [self.ec2_backend.get_subnet(subnet) for subnet in ids]
        kept = {subnet: own for subnet, own in balancer.addresses.items() if subnet in ids}
        balancer.addresses = kept | addresses(subnet_mappings)
        return balancer.availability_zones


@correction
def elbv2_86_listeners_are_made_once():
    """A port is one listener's: the same request again answers with it, another is refused. Plain ones have no TLS policy.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateListener.html
    """
    @around(elbv2.ELBv2Backend, "create_listener")
    def create(original, self, load_balancer_arn, protocol, port, ssl_policy, certificate, actions, *args, **fields):
        asked = copy.deepcopy((protocol, str(port), ssl_policy, certificate, actions, args, fields))
        balancer = self.load_balancers.get(load_balancer_arn)
        for listener in balancer.listeners.values() if balancer else ():
            if str(listener.port) == str(port):
                if getattr(listener, "asked", None) != asked:
                    raise DuplicateListenerError()
                return listener
        secure = protocol in SECURE
        listener = original(self, load_balancer_arn, protocol, port, ssl_policy if secure else None, certificate, actions,
                            *args, **fields)
        listener.asked = asked
        return listener


SECURE = ("HTTPS", "TLS")


@correction
def elbv2_87_listeners_change():
    """A listener takes every protocol of its balancer, ALPN policies and mutual authentication; beside the default
    certificate that a change exchanges, the others stay.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_ModifyListener.html
    """
    @around(elbv2.ELBv2Backend, "modify_listener")
    def modify(original, self, arn, port=None, protocol=None, ssl_policy=None, certificates=None, actions=None):
        [listener] = self.describe_listeners(None, [arn])
        others = listener.certificates[1:]
        certificates = certificates or []
        becomes = protocol or listener.protocol
        if becomes not in SECURE:
            listener.ssl_policy, listener.certificate, listener.certificates = None, None, []
        # moto knows three protocols here; the others are set without its checks.
        known = protocol if protocol in ("HTTP", "HTTPS", "TCP") else None
        answer = original(self, arn, port, known, ssl_policy, certificates, actions)
        listener.protocol = becomes
        if becomes in SECURE and certificates:
            listener.certificate = certificates[0]["CertificateArn"]
            listener.certificates = [listener.certificate, *(other for other in others if other != listener.certificate)]
        return answer

    def with_more(original, self):
        answer = original(self)
        params = self._get_params()
        [listener] = answer.result["Listeners"]
        if "AlpnPolicy" in params:
            listener.alpn_policy = params["AlpnPolicy"]
        if "MutualAuthentication" in params:
            listener.mutual_authentication = params["MutualAuthentication"]
        return answer

    for name in ("create_listener", "modify_listener"):
        around(elbv2_api.ELBV2Response, name)(with_more)


#: https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_RedirectActionConfig.html
REDIRECT = {"Protocol": "#{protocol}", "Port": "#{port}", "Host": "#{host}", "Path": "/#{path}", "Query": "#{query}"}
#: https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_AuthenticateOidcActionConfig.html
SESSION = {"SessionCookieName": "AWSELBAuthSessionCookie", "Scope": "openid", "SessionTimeout": 604800,
           "OnUnauthenticatedRequest": "authenticate"}


@correction
def elbv2_88_actions_are_told_whole():
    """What an action leaves out is told with AWS's defaults, a group both ways, and a client's secret not at all.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_Action.html
    """
    @around(elbv2.FakeAction, "__init__")
    def init(original, self, data):
        data = copy.deepcopy(data)
        if data.get("Type") == "forward" and "ForwardConfig" not in data and "TargetGroupArn" in data:
            data["ForwardConfig"] = {"TargetGroups": [{"TargetGroupArn": data["TargetGroupArn"]}]}
        if data.get("Type") == "redirect":
            data["RedirectConfig"] = REDIRECT | data.get("RedirectConfig", {})
        for key in ("AuthenticateOidcConfig", "AuthenticateCognitoConfig"):
            if key in data:
                data[key] = SESSION | data[key]
                data[key].pop("ClientSecret", None)
                data[key].pop("UseExistingClientSecret", None)
        original(self, data)


@correction
def elbv2_89_fifty_tags():
    """A resource has up to 50 tags; moto refuses the eleventh.

    https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_AddTags.html
    """
    @around(elbv2.ELBv2Backend, "add_tags")
    def add(_original, self, resource_arns, tags):
        for arn in resource_arns:
            self._get_resource_by_arn(arn)
            keys = set(self.tagging_service.get_tag_dict_for_resource(arn)) | {tag["Key"] for tag in tags}
            if len(keys) > 50:
                raise elbv2.TooManyTagsError()
            self.tagging_service.tag_resource(arn, tags)
